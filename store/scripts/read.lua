-- Returns the rows whose fields are the arguments, then id and counted text of each text to which the rows refer, then
-- the registration of the cluster. All are read in one atomic step.
local values = redis.call('HMGET', rows, unpack(ARGV))
local seen, ids = {}, {}
for _, value in ipairs(values) do
  if value then
    for id in string.gmatch(value, '~([%w_-]+)') do
      if not seen[id] then
        seen[id] = true
        ids[#ids + 1] = id
      end
    end
  end
end
local found = {}
for i = 1, #ids, 1000 do
  local part = { unpack(ids, i, math.min(i + 999, #ids)) }
  for k, text in ipairs(redis.call('HMGET', texts, unpack(part))) do
    found[#found + 1] = part[k]
    found[#found + 1] = text
  end
end
return { values, found, redis.call('HGET', meta, 'registration') or '' }
