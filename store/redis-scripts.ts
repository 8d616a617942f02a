/**
 * The scripts that make each step on a cluster one atomic act of Redis, and the keys they act on.
 *
 * Every key of a partition carries its hash tag, so all keys of one cluster sit in one slot of a Redis Cluster:
 *
 *     fg:{p7}:index          hash: cluster → newest log id; field '' → the incarnation, a random id that dies with the content
 *     fg:{p7}:epoch          the highest fencing epoch handed out
 *     fg:{p7}:doorbell       sharded channel: `<newest log id> <cluster>`, the id empty when the cluster was removed
 *     fg:{p7}:meta:leaf-01   hash: the lease (holder, epoch, until), the epoch of its registration, the state, the log's size, oldest entry
 *                            and last trimmed id
 *     fg:{p7}:rows:leaf-01   hash: object key → row        fg:{p7}:grants:leaf-01   hash: grant key → grant
 *     fg:{p7}:log:leaf-01    stream: one entry per batch, `b` the batch, or `r` for one that was too large to log
 *
 * Leases and ages are measured by Redis' own clock, so no two machines' clocks are ever compared. Redis 7 or Valkey, no modules.
 */
import { createHash } from 'node:crypto';

/** Fixed for ever: another number would look for every cluster in another place. */
export const PARTITIONS = 16;

export function partitionOf(cluster: string): number {
  return (createHash('sha1').update(cluster).digest()[0] ?? 0) % PARTITIONS;
}

export function partitionKeys(partition: number): { index: string; epoch: string; doorbell: string } {
  const prefix = `fg:{p${partition}}`;
  return { index: `${prefix}:index`, epoch: `${prefix}:epoch`, doorbell: `${prefix}:doorbell` };
}

export interface ClusterKeys {
  readonly index: string;
  readonly epoch: string;
  readonly doorbell: string;
  readonly meta: string;
  readonly rows: string;
  readonly grants: string;
  readonly log: string;
}

export function clusterKeys(cluster: string): ClusterKeys {
  const partition = partitionOf(cluster);
  const key = (part: string) => `fg:{p${partition}}:${part}:${cluster}`;
  return { ...partitionKeys(partition), meta: key('meta'), rows: key('rows'), grants: key('grants'), log: key('log') };
}

export interface Script {
  readonly text: string;
  readonly sha: string;
}

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** Refuses, with who holds the lease, unless ARGV[2] holds it with epoch ARGV[3]. */
const FENCE = `
local lease = redis.call('HMGET', meta, 'holder', 'epoch', 'until')
local running = tonumber(lease[3] or 0) > now
if not running or lease[1] ~= ARGV[2] or lease[2] ~= ARGV[3] then
  return { 'fenced', lease[1] or '', lease[2] or '', running and 1 or 0 }
end
`;

/** KEYS index meta epoch doorbell; ARGV cluster holder ttl newIncarnation → epoch, or nil while another holds it. */
export const ACQUIRE = script(`
local index, meta, lastEpoch, doorbell = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
${NOW}
redis.call('HSETNX', index, '', ARGV[4])
if redis.call('HSETNX', index, ARGV[1], '0-0') == 1 then redis.call('SPUBLISH', doorbell, '0-0 ' .. ARGV[1]) end
local lease = redis.call('HMGET', meta, 'holder', 'epoch', 'until')
local epoch = lease[2]
if tonumber(lease[3] or 0) > now then
  if lease[1] ~= ARGV[2] then return false end
else
  -- No lower than the clock, so that an epoch from before a loss of the content is never handed out again.
  epoch = string.format('%.0f', math.max(now, tonumber(redis.call('GET', lastEpoch) or 0) + 1))
  redis.call('SET', lastEpoch, epoch)
end
redis.call('HSET', meta, 'holder', ARGV[2], 'epoch', epoch, 'until', string.format('%.0f', now + ARGV[3]))
-- Goes with the rest of the hash when the cluster is removed, and epochs never come again.
redis.call('HSETNX', meta, 'registration', epoch)
return epoch
`);

/** KEYS meta; ARGV cluster holder epoch ttl. A ttl of 0 ends the lease. */
export const RENEW = script(`
local meta = KEYS[1]
${NOW}${FENCE}
redis.call('HSET', meta, 'until', string.format('%.0f', now + ARGV[4]))
return { 'ok' }
`);

/** KEYS index meta rows grants log doorbell; ARGV cluster holder epoch. */
export const REMOVE = script(`
local index, meta, doorbell = KEYS[1], KEYS[2], KEYS[6]
${NOW}${FENCE}
redis.call('UNLINK', meta, KEYS[3], KEYS[4], KEYS[5])
redis.call('HDEL', index, ARGV[1])
redis.call('SPUBLISH', doorbell, ' ' .. ARGV[1])
return { 'ok' }
`);

/**
 * KEYS index meta rows grants log doorbell; ARGV cluster holder epoch · wire format · entry size, log size, log entries, log age ·
 * state or '' · deletes and grant deletes as JSON · numbers of puts, deletes, grant puts, grant deletes · then those: key and value of each
 * put, deleted keys, key and value of each grant, deleted grant keys. Object keys are percent-encoded, so they are JSON as they are.
 */
export const APPLY = script(`
local index, meta, rows, grants, log, doorbell = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
${NOW}${FENCE}
local maxEntry, maxSize, maxLength, maxAge = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
if ARGV[9] == '' and ARGV[12] + ARGV[13] + ARGV[14] + ARGV[15] == 0 then return { 'ok' } end
local at = 16
local size = 0

-- Arguments from first to last, in steps that fit on Lua's stack.
local function call(command, key, first, last)
  for i = first, last, 1000 do redis.call(command, key, unpack(ARGV, i, math.min(i + 999, last))) end
end

local puts = {}
for i = 1, ARGV[12] do
  local key, value = ARGV[at + 2 * i - 2], ARGV[at + 2 * i - 1]
  puts[i] = '"' .. key .. '",' .. value
  size = size + #puts[i]
end
call('HSET', rows, at, at + 2 * ARGV[12] - 1)
at = at + 2 * ARGV[12]
call('HDEL', rows, at, at + ARGV[13] - 1)
at = at + ARGV[13]
local grantPuts = {}
for i = 1, ARGV[14] do
  grantPuts[i] = ARGV[at + 2 * i - 1]
  size = size + #grantPuts[i]
end
call('HSET', grants, at, at + 2 * ARGV[14] - 1)
at = at + 2 * ARGV[14]
call('HDEL', grants, at, at + ARGV[15] - 1)
if ARGV[9] ~= '' then redis.call('HSET', meta, 'state', ARGV[9], 'stateAt', string.format('%.0f', now)) end

size = size + #ARGV[9] + #ARGV[10] + #ARGV[11]
local id
if size > maxEntry then
  size = 1
  id = redis.call('XADD', log, '*', 'r', '1')
else
  local state = ARGV[9] == '' and 'null' or ARGV[9]
  local body = '[' .. ARGV[4] .. ',[' .. table.concat(puts, ',') .. '],' .. ARGV[10] .. ',[' .. table.concat(grantPuts, ',') .. '],' .. ARGV[11] .. ',' .. state .. ']'
  size = #body
  id = redis.call('XADD', log, '*', 'b', body)
end

local function millis(id) return tonumber(string.match(id, '^%d+')) end
local known = redis.call('HMGET', meta, 'logSize', 'logOldest')
local logSize = tonumber(known[1] or 0) + size
local oldest = tonumber(known[2] or millis(id))
local length = redis.call('XLEN', log)
while length > 1 and (length > maxLength or logSize > maxSize or oldest < now - maxAge) do
  local head = redis.call('XRANGE', log, '-', '+', 'COUNT', 2)
  redis.call('XDEL', log, head[1][1])
  redis.call('HSET', meta, 'logTrimmed', head[1][1])
  logSize = logSize - #head[1][2][2]
  oldest = millis(head[2][1])
  length = length - 1
end
redis.call('HSET', meta, 'logSize', string.format('%.0f', logSize), 'logOldest', string.format('%.0f', oldest))
redis.call('HSET', index, ARGV[1], id)
redis.call('SPUBLISH', doorbell, id .. ' ' .. ARGV[1])
return { 'ok' }
`);

/** KEYS index meta rows; ARGV cluster → incarnation, newest log id, rows, state, age of the state, registration. Read before rows and grants. */
export const SNAPSHOT = script(`
${NOW}
local index = redis.call('HMGET', KEYS[1], '', ARGV[1])
local state = redis.call('HMGET', KEYS[2], 'state', 'stateAt', 'registration')
local age = math.max(0, now - tonumber(state[2] or now))
return { index[1] or '', index[2] or '0-0', redis.call('HLEN', KEYS[3]), state[1] or '', age, state[3] or '' }
`);

/**
 * KEYS index meta log; ARGV incarnation id entries size → whether more waits, then id, age and body of each entry; nil when behind.
 * The entry of the given id must still be there, or be the last that was trimmed: only then is nothing missing after it. Ids hold the time, so
 * an entry that a failover lost is not mistaken for another.
 */
export const CHANGES = script(`
${NOW}
local index, meta, log = KEYS[1], KEYS[2], KEYS[3]
if (redis.call('HGET', index, '') or '') ~= ARGV[1] then return false end
local maxLength, maxSize = tonumber(ARGV[3]), tonumber(ARGV[4])
local entries = redis.call('XRANGE', log, ARGV[2], '+', 'COUNT', maxLength + 2)
local first = 1
if entries[1] and entries[1][1] == ARGV[2] then
  first = 2
elseif (redis.call('HGET', meta, 'logTrimmed') or '0-0') ~= ARGV[2] then
  return false
end
local result = { 0 }
local size = 0
for i = first, #entries do
  if i - first >= maxLength or size >= maxSize then
    result[1] = 1
    break
  end
  local id, field, body = entries[i][1], entries[i][2][1], entries[i][2][2]
  if field == 'r' then return false end
  result[#result + 1] = id
  result[#result + 1] = math.max(0, now - tonumber(string.match(id, '^%d+')))
  result[#result + 1] = body
  size = size + #body
end
return result
`);

/** KEYS index → the whole index, flat. */
export const INDEX = script(`return redis.call('HGETALL', KEYS[1])`);

function script(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}
