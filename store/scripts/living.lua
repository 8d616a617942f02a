-- Returns a hash as a flat list of fields and values, without expired clusters. In each field, the name of the cluster
-- follows `skip` letters. Does not remove the expired clusters, because readers run this script and may not write.
-- include now

local gone = {}
for _, cluster in ipairs(redis.call('ZRANGE', alive, '-inf', string.format('%.0f', now), 'BYSCORE')) do gone[cluster] = true end
local flat, result = redis.call('HGETALL', hash), {}
for i = 1, #flat, 2 do
  if not gone[string.sub(flat[i], skip + 1)] then
    result[#result + 1] = flat[i]
    result[#result + 1] = flat[i + 1]
  end
end
return result
