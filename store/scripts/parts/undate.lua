-- A state from before the clock was set back does not become young when the clock comes to that time again.
if isAhead(tonumber(redis.call('HGET', meta, 'stateAt') or 0)) then redis.call('HSET', meta, 'stateAt', '0') end
