-- The arguments are fields of rows → their histories, then the registration of the cluster: one moment of it.
return { redis.call('HMGET', history, unpack(ARGV)), redis.call('HGET', meta, 'registration') or '' }
