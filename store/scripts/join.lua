-- Adds a member to a sorted set for `ttl` milliseconds. Returns the names of all live members. All members use the
-- same ttl, so an entry that ends later is from before the clock was set back, and is shortened.
-- include now

local ending = string.format('%.0f', now + ttl)
redis.call('ZADD', live, ending, member)
for _, ahead in ipairs(redis.call('ZRANGE', live, '(' .. ending, '+inf', 'BYSCORE')) do redis.call('ZADD', live, ending, ahead) end
redis.call('ZREMRANGEBYSCORE', live, '-inf', string.format('%.0f', now))
return redis.call('ZRANGE', live, 0, -1)
