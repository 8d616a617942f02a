-- Returns the histories of the rows whose fields are the arguments, then the registration of the cluster. All are read
-- in one atomic step.
return { redis.call('HMGET', history, unpack(ARGV)), redis.call('HGET', meta, 'registration') or '' }
