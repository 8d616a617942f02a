-- Applies a batch to the hashes, and adds it to the log. The arguments after the named ones are the lines of the batch
-- (encodeBatch()). Joined, these lines are the log entry.
--
-- Returns `ok` and the log id, or only `ok` for an empty batch. Returns `texts` and ids, and changes nothing, if a
-- shared text of the batch has the same id as another stored text. The writer then spells out these texts. Returns
-- `late`, and changes nothing, if a batch with a higher number came first.
--
-- Beside the batch, the log entry holds the values before the batch, for readers that continue from a position of
-- another process.
-- include now
-- include age
-- include fence

if tonumber(number) <= tonumber(redis.call('HGET', meta, 'order') or 0) then return { 'late' } end
local maxEntry, maxLength, maxAge = tonumber(maxEntry), tonumber(maxLength), tonumber(maxAge)
local counts = {}
for count in string.gmatch(ARGV[firstLine], '%d+') do counts[#counts + 1] = tonumber(count) end
local textCount, putCount, deleteCount, grantPutCount, grantDeleteCount, stateCount = unpack(counts)
if textCount + putCount + deleteCount + grantPutCount + grantDeleteCount + stateCount == 0 then return { 'ok' } end
local firstText = firstLine + 1
local firstPut = firstText + 2 * textCount
local firstDelete = firstPut + 2 * putCount
local firstGrantPut = firstDelete + deleteCount
local firstGrantDelete = firstGrantPut + 2 * grantPutCount
local state = firstGrantDelete + grantDeleteCount

-- Calls a command with the arguments from `first` on, in steps that fit on Lua's stack.
local function call(command, key, first, count)
  for i = first, first + count - 1, 1000 do redis.call(command, key, unpack(ARGV, i, math.min(i + 999, first + count - 1))) end
end

-- Reads a hash. The fields are the arguments from `first` on, at a distance of `step`. Passes each value to `take`.
local function fetch(key, first, count, step, take)
  for i = 0, count - 1, 1000 do
    local fields = {}
    for j = i, math.min(i + 999, count - 1) do fields[#fields + 1] = ARGV[first + step * j] end
    for k, value in ipairs(redis.call('HMGET', key, unpack(fields))) do take(first + step * (i + k - 1), value) end
  end
end

local known, taken = {}, { 'texts' }
fetch(texts, firstText, textCount, 2, function(at, value)
  local count, text = string.match(value or '', '^(%d+)\t(.*)$')
  if count and text ~= ARGV[at + 1] then taken[#taken + 1] = ARGV[at] end
  known[ARGV[at]] = { count = tonumber(count or 0), text = ARGV[at + 1] }
end)
if #taken > 1 then return taken end

-- Change in the number of rows that refer to each text.
local more, oldRows, oldGrants, oldTexts = {}, {}, {}, {}
local function say(value, by)
  for id in string.gmatch(value, '~([%w_-]+)') do
    if by < 0 and not oldTexts[id] then
      oldTexts[id] = true
      oldTexts[#oldTexts + 1] = id
    end
    more[id] = (more[id] or 0) + by
  end
end
local function was(list, at, old)
  list[#list + 1] = ARGV[at]
  list[#list + 1] = old or ''
end
fetch(rows, firstPut, putCount, 2, function(at, old)
  if old == ARGV[at + 1] then return end
  was(oldRows, at, old)
  if old then say(old, -1) end
  say(ARGV[at + 1], 1)
end)
fetch(rows, firstDelete, deleteCount, 1, function(at, old)
  if not old then return end
  was(oldRows, at, old)
  say(old, -1)
end)
fetch(grants, firstGrantPut, grantPutCount, 2, function(at, old) was(oldGrants, at, old) end)
fetch(grants, firstGrantDelete, grantDeleteCount, 1, function(at, old) was(oldGrants, at, old) end)
local before = { #oldTexts .. ' ' .. #oldRows / 2 .. ' ' .. #oldGrants / 2 }
for i = 1, #oldTexts, 1000 do
  local part = { unpack(oldTexts, i, math.min(i + 999, #oldTexts)) }
  for k, text in ipairs(redis.call('HMGET', texts, unpack(part))) do
    before[#before + 1] = part[k]
    before[#before + 1] = text or ''
  end
end
for _, list in ipairs({ oldRows, oldGrants }) do
  for _, line in ipairs(list) do before[#before + 1] = line end
end
before = table.concat(before, '\n')
for id, by in pairs(more) do
  if by ~= 0 then
    if not known[id] then
      local count, text = string.match(redis.call('HGET', texts, id) or '', '^(%d+)\t(.*)$')
      known[id] = { count = tonumber(count or 0), text = text }
    end
    local count = known[id].count + by
    if count <= 0 then
      redis.call('HDEL', texts, id)
    elseif known[id].text then
      redis.call('HSET', texts, id, string.format('%.0f', count) .. '\t' .. known[id].text)
    end
  end
end

call('HSET', rows, firstPut, 2 * putCount)
call('HDEL', rows, firstDelete, deleteCount)
call('HSET', grants, firstGrantPut, 2 * grantPutCount)
call('HDEL', grants, firstGrantDelete, grantDeleteCount)
-- include histories
if stateCount == 1 then redis.call('HSET', meta, 'state', ARGV[state], 'stateAt', string.format('%.0f', now)) end

redis.call('HSET', meta, 'order', number)
local body = table.concat(ARGV, '\n', firstLine)
-- If the entry would be too large, the earlier values are dropped first, because the batch is worth more.
if #body + #before > maxEntry then before = '' end
local entry = { 'XADD', log, '*', 'b', body, 'o', before }
if #body > maxEntry then entry[4], entry[5] = 'r', '1' end
local function sizeOf(fields) return #fields[2] + #fields[4] end
local size = sizeOf({ unpack(entry, 4) })
-- Ids never decrease. So after the clock was set back, ids do not show the time, and the entry gets a time of its own.
if isAhead(thereMillis) then entry[8], entry[9] = 't', string.format('%.0f', now) end
local id = redis.call(unpack(entry))
local ending = redis.call('PEXPIRETIME', meta)
for _, key in ipairs({ rows, texts, grants, history, log }) do
  if ending > 0 and redis.call('PTTL', key) == -1 then redis.call('PEXPIREAT', key, string.format('%.0f', ending)) end
end

-- Reading a longer log would be slower than reloading the cluster.
local maxSize = math.min(math.max(tonumber(minLogSize), redis.call('HLEN', rows) * logSizePerRow), tonumber(maxLogSize))
local function millis(id) return tonumber(string.match(id, '^%d+')) end
local log0 = redis.call('HMGET', meta, 'logSize', 'logOldest')
local logSize = tonumber(log0[1] or 0) + size
local oldest = tonumber(log0[2] or millis(id))
local length = redis.call('XLEN', log)
while length > 1 and (length > maxLength or logSize > maxSize or oldest < now - maxAge) do
  local head = redis.call('XRANGE', log, '-', '+', 'COUNT', 2)
  redis.call('XDEL', log, head[1][1])
  redis.call('HSET', meta, 'logTrimmed', head[1][1])
  logSize = logSize - sizeOf(head[1][2])
  oldest = millis(head[2][1])
  length = length - 1
end
redis.call('HSET', meta, 'logSize', string.format('%.0f', logSize), 'logOldest', string.format('%.0f', oldest))
redis.call('HSET', index, cluster, id)
redis.call('SPUBLISH', doorbell, id .. ' ' .. cluster)
return { 'ok', id }
