-- If the clock was set back, the time of the stored state is in the future. The time is set to 0, so that the state
-- does not count as new when the clock reaches that time again.
if isAhead(tonumber(redis.call('HGET', meta, 'stateAt') or 0)) then redis.call('HSET', meta, 'stateAt', '0') end

-- Extends the expiry of the cluster's keys, and of the keys that the clusters of a partition share. Does this only when
-- half of the time is over, so most renewals cost almost nothing. New keys get their expiry when they are created.
if redis.call('PTTL', meta) < keepMs / 2 then
  local ending = string.format('%.0f', now + keepMs)
  for _, key in ipairs(KEYS) do redis.call('PEXPIREAT', key, ending) end
  redis.call('ZADD', alive, ending, cluster)
  redis.call('PEXPIREAT', alive, ending)
end
