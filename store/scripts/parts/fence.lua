-- Refuses the writer unless `holder` holds the lease with `epoch`, and returns the current holder. Also refuses if
-- `given`, the newest log id that this writer got, is newer than every stored id. Then a master failed before its
-- replica had all its data, which only the writer can detect.
local lease = redis.call('HMGET', meta, 'holder', 'epoch', 'until')
local running = tonumber(lease[3] or 0) > now
if not running or lease[1] ~= holder or lease[2] ~= epoch then
  return { 'fenced', lease[1] or '', lease[2] or '', running and 1 or 0 }
end
local function order(id)
  local millis, number = string.match(id, '^(%d+)-(%d+)$')
  return tonumber(millis or 0), tonumber(number or 0)
end
local thereMillis, thereNumber = order(redis.call('HGET', index, cluster) or '0-0')
local givenMillis, givenNumber = order(given)
if thereMillis < givenMillis or (thereMillis == givenMillis and thereNumber < givenNumber) then return { 'lost' } end
