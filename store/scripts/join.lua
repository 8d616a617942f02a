-- → the names of all that live.
-- include now
-- include live

return redis.call('ZRANGE', live, 0, -1)
