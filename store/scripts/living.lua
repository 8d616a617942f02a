-- → a whole hash whose fields name clusters, after `skip` letters: flat, without clusters whose time is up. Changes nothing: readers may
-- not.
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
