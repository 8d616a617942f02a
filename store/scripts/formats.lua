-- → those that are written just now.
-- include now

return redis.call('ZRANGE', live, '(' .. string.format('%.0f', now), '+inf', 'BYSCORE')
