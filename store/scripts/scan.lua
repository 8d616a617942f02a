-- → the next cursor, and some fields and values in turn as one MessagePack array: two thousand texts cost a client five times what one
-- does that holds them.
local answer = redis.call('HSCAN', hash, cursor, 'COUNT', count)
return { answer[1], cmsgpack.pack(answer[2]) }
