-- Adds a member to a sorted set for as long as `ttl` says → the names of all that live. Nobody is in it for longer without coming again: all
-- come with the same time.
-- include now

local ending = string.format('%.0f', now + ttl)
redis.call('ZADD', live, ending, member)
for _, ahead in ipairs(redis.call('ZRANGE', live, '(' .. ending, '+inf', 'BYSCORE')) do redis.call('ZADD', live, ending, ahead) end
redis.call('ZREMRANGEBYSCORE', live, '-inf', string.format('%.0f', now))
return redis.call('ZRANGE', live, 0, -1)
