-- A stored time in the future means that the clock was set back since. The age is then unknown, so the content counts
-- as very old. Differences of up to one second are normal: synchronized clocks make such steps.
local function isAhead(time) return time > now + 1000 end
local function ageOf(time)
  if isAhead(time) then return now end
  return math.max(0, now - time)
end
