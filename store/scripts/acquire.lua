-- Returns the epoch, or nil while another collector holds the lease. Also removes expired clusters from the keys of the
-- partition, at most 100 at a time.
-- include now
-- include age

for _, gone in ipairs(redis.call('ZRANGE', alive, '-inf', string.format('%.0f', now), 'BYSCORE', 'LIMIT', 0, 100)) do
  redis.call('HDEL', index, gone)
  redis.call('ZREM', alive, gone)
  redis.call('HDEL', origins, 'r' .. gone, 's' .. gone)
  redis.call('SPUBLISH', doorbell, ' ' .. gone)
end
redis.call('HSETNX', index, '', incarnation)
if redis.call('HSETNX', index, cluster, '0-0') == 1 then redis.call('SPUBLISH', doorbell, '0-0 ' .. cluster) end
local lease = redis.call('HMGET', meta, 'holder', 'epoch', 'until', 'ttl')
local epoch, ending = lease[2], tonumber(lease[3] or 0)
if ending > now then
  if lease[1] ~= holder then
    local longest = now + (tonumber(lease[4] or '') or ending)
    if ending > longest then redis.call('HSET', meta, 'until', string.format('%.0f', longest)) end
    return false
  end
else
  -- The epoch is at least the current time, so that no epoch recurs after the content was lost.
  epoch = string.format('%.0f', math.max(now, tonumber(redis.call('GET', lastEpoch) or 0) + 1))
  redis.call('SET', lastEpoch, epoch, 'KEEPTTL')
  -- Each holder numbers its batches from its own start.
  redis.call('HDEL', meta, 'order')
end
redis.call('HSET', meta, 'holder', holder, 'epoch', epoch, 'until', string.format('%.0f', now + ttl), 'ttl', ttl)
-- The registration is removed with this hash when the cluster is removed. Epochs never recur, so registrations do not
-- either.
redis.call('HSETNX', meta, 'registration', epoch)
-- include keep
if registrant ~= '' then
  redis.call('HSET', origins, 'r' .. cluster, registrant)
  redis.call('PEXPIREAT', origins, string.format('%.0f', redis.call('PEXPIRETIME', index)), 'NX')
end

return epoch
