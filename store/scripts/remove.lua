-- Removes all content of a cluster, and its lease.
-- include now
-- include fence

redis.call('UNLINK', meta, rows, texts, grants, history, log)
redis.call('HDEL', index, cluster)
redis.call('ZREM', alive, cluster)
redis.call('HDEL', origins, 'r' .. cluster, 's' .. cluster)
redis.call('SPUBLISH', doorbell, ' ' .. cluster)
return { 'ok' }
