-- A state from before the clock was set back does not become young when the clock comes to that time again.
if isAhead(tonumber(redis.call('HGET', meta, 'stateAt') or 0)) then redis.call('HSET', meta, 'stateAt', '0') end

-- Puts off the end of all keys of a cluster, and of what its partition's clusters share, when half of the time is gone: next to nothing for
-- almost every renewal. Keys that do not exist yet get theirs when they are made.
if redis.call('PTTL', meta) < keepMs / 2 then
  local ending = string.format('%.0f', now + keepMs)
  for _, key in ipairs(KEYS) do redis.call('PEXPIREAT', key, ending) end
  redis.call('ZADD', alive, ending, cluster)
  redis.call('PEXPIREAT', alive, ending)
end
