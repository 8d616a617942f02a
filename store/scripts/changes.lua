-- Returns 1 if more entries follow, else 0. Then come id, age and content of each entry: the batch (`field` is b), or
-- the values before the batch (`field` is o). Returns nil if the reader is behind.
-- Nothing is missing only if the entry with the given id still exists, or was the last trimmed entry. Ids contain the
-- time, so an entry that a failover lost is not mistaken for another entry.
-- include now
-- include age

if (redis.call('HGET', index, '') or '') ~= incarnation then return false end
local maxLength, maxSize = tonumber(maxLength), tonumber(maxSize)
local entries = redis.call('XRANGE', log, after, '+', 'COUNT', maxLength + 2)
local first = 1
if entries[1] and entries[1][1] == after then
  first = 2
elseif (redis.call('HGET', meta, 'logTrimmed') or '0-0') ~= after then
  return false
end
local result = { 0 }
local size = 0
for i = first, #entries do
  if i - first >= maxLength or size >= maxSize then
    result[1] = 1
    break
  end
  local id, fields = entries[i][1], entries[i][2]
  local body = field == 'o' and fields[4] or fields[2]
  if fields[1] == 'r' or body == '' then return false end
  result[#result + 1] = id
  result[#result + 1] = ageOf(tonumber(fields[6] or string.match(id, '^%d+')))
  result[#result + 1] = body
  size = size + #body
end
return result
