-- Same rules as historyAfter() of history.ts. Each line of `histories` holds the field, UID, state and time of a row.
local maxChanges, maxHistoryAge, maxHistorySize = tonumber(maxChanges), tonumber(maxHistoryAge), tonumber(maxHistorySize)
local function historyAfter(known, uid, state, at)
  local newest = state .. '\t' .. at
  local knownUid, rest = string.match(known or '', '^([^\n]*)\n(.*)$')
  if knownUid ~= uid then return uid .. '\n' .. newest end
  local last = string.match(rest, '^([^\n]*)')
  if string.match(last, '^(.*)\t') == state then return known end
  local lines, size = { uid, newest }, #newest
  for line in string.gmatch(rest, '[^\n]+') do
    size = size + #line + 1
    local age = tonumber(at) - tonumber(string.match(line, '([^\t]*)$') or at)
    if #lines > maxChanges or size > maxHistorySize or age > maxHistoryAge then break end
    lines[#lines + 1] = line
  end
  return table.concat(lines, '\n')
end
for line in string.gmatch(histories, '[^\n]+') do
  local field, uid, state, at = string.match(line, '^([^\t]*)\t([^\t]*)\t(.*)\t([^\t]*)$')
  local known = redis.call('HGET', history, field)
  local after = historyAfter(known, uid, state, at)
  if after ~= known then redis.call('HSET', history, field, after) end
end
call('HDEL', history, firstDelete, deleteCount)
