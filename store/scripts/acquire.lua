-- → the epoch, or nil while another holds the lease. Also forgets the clusters of the partition whose time is up.
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
  -- No lower than the clock, so that an epoch from before a loss of the content is never handed out again.
  epoch = string.format('%.0f', math.max(now, tonumber(redis.call('GET', lastEpoch) or 0) + 1))
  redis.call('SET', lastEpoch, epoch, 'KEEPTTL')
  -- Each holder counts its batches from a beginning of its own.
  redis.call('HDEL', meta, 'order')
end
redis.call('HSET', meta, 'holder', holder, 'epoch', epoch, 'until', string.format('%.0f', now + ttl), 'ttl', ttl)
-- Goes with the rest of the hash when the cluster is removed, and epochs never come again.
redis.call('HSETNX', meta, 'registration', epoch)
-- include keep
if registrant ~= '' then
  redis.call('HSET', origins, 'r' .. cluster, registrant)
  redis.call('PEXPIREAT', origins, string.format('%.0f', redis.call('PEXPIRETIME', index)), 'NX')
end

return epoch
