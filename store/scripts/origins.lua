-- → the whole hash of origins, flat, without clusters whose time is up.
-- include now

local gone = {}
for _, cluster in ipairs(redis.call('ZRANGE', alive, '-inf', string.format('%.0f', now), 'BYSCORE')) do gone[cluster] = true end
local flat, result = redis.call('HGETALL', origins), {}
for i = 1, #flat, 2 do
  if not gone[string.sub(flat[i], 2)] then
    result[#result + 1] = flat[i]
    result[#result + 1] = flat[i + 1]
  end
end
return result
