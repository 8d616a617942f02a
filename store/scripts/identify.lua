-- Says which API server the content of a cluster is of; '' is none. Content of another API server, or of none, goes in
-- the same act, and the cluster gets another registration, even if it has no content: a reader may hold the earlier
-- registration, with rows from before the store was lost. Readers load the cluster anew in any case: the entry in the
-- log stands for a batch that was too large to log.
--
-- → `ok` and the log id, if anything was done; or `late`, and nothing is changed, when a batch or an API server with
-- a higher number came first.
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
-- The stream itself stays, since with it would go the newest id.
local entry = { 'XADD', log, 'MAXLEN', '1', '*', 'r', '1', 'o', '' }
if isAhead(thereMillis) then entry[10], entry[11] = 't', string.format('%.0f', now) end
local id = redis.call(unpack(entry))
redis.call('PEXPIREAT', log, string.format('%.0f', redis.call('PEXPIRETIME', meta)), 'NX')
redis.call('HDEL', meta, 'logTrimmed')
redis.call('HSET', meta, 'logSize', '1', 'logOldest', string.match(id, '^%d+'))
redis.call('HSET', index, cluster, id)
redis.call('SPUBLISH', doorbell, id .. ' ' .. cluster)
return { 'ok', id }
