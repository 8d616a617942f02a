-- What was stored for later than now was stored before the clock was set back: how long ago is unknown, so it is older than anything that
-- counts. Steps of less than a second are what clocks do that are kept right.
local function isAhead(time) return time > now + 1000 end
local function ageOf(time)
  if isAhead(time) then return now end
  return math.max(0, now - time)
end
