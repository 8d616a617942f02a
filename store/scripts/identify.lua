-- Sets the API server from which the content of a cluster comes. '' means no API server. If the stored content comes
-- from another API server, or from none, it is removed in the same step, and the cluster gets another registration.
-- The cluster gets another registration even without content, because a reader may have rows of the earlier
-- registration from before the store was lost. Readers reload the cluster in any case, because the log entry is the
-- mark of a batch that is too large to log.
--
-- Returns `ok`, with the log id if anything was changed. Returns `late`, and changes nothing, if a batch or an API
-- server with a higher number came first.
-- include now
-- include age
-- include fence

if tonumber(number) <= tonumber(redis.call('HGET', meta, 'order') or 0) then return { 'late' } end
redis.call('HSET', meta, 'order', number)
local known = redis.call('HGET', origins, 's' .. cluster) or ''
if known == server then return { 'ok' } end
if server == '' then
  redis.call('HDEL', origins, 's' .. cluster)
else
  redis.call('HSET', origins, 's' .. cluster, server)
  redis.call('PEXPIREAT', origins, string.format('%.0f', redis.call('PEXPIRETIME', index)), 'NX')
end
redis.call('HDEL', meta, 'state', 'stateAt')
local registration = string.format('%.0f', math.max(now, tonumber(redis.call('GET', lastEpoch) or 0) + 1))
redis.call('SET', lastEpoch, registration, 'KEEPTTL')
redis.call('HSET', meta, 'registration', registration)
redis.call('UNLINK', rows, texts, grants, history)
-- The stream is not deleted, because its newest id would be lost.
local entry = { 'XADD', log, 'MAXLEN', '1', '*', 'r', '1', 'o', '' }
if isAhead(thereMillis) then entry[10], entry[11] = 't', string.format('%.0f', now) end
local id = redis.call(unpack(entry))
redis.call('PEXPIREAT', log, string.format('%.0f', redis.call('PEXPIRETIME', meta)), 'NX')
redis.call('HDEL', meta, 'logTrimmed')
redis.call('HSET', meta, 'logSize', '1', 'logOldest', string.match(id, '^%d+'))
redis.call('HSET', index, cluster, id)
redis.call('SPUBLISH', doorbell, id .. ' ' .. cluster)
return { 'ok', id }
