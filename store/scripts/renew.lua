-- Renews the lease for `ttl` milliseconds. A ttl of 0 ends the lease.
-- include now
-- include age
-- include fence

redis.call('HSET', meta, 'until', string.format('%.0f', now + ttl), 'ttl', ttl)
-- include keep

return { 'ok' }
