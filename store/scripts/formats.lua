-- Returns the formats that processes write at present.
-- include now

return redis.call('ZRANGE', live, '(' .. string.format('%.0f', now), '+inf', 'BYSCORE')
