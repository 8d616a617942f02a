/**
 * The scripts that make each step on a cluster one atomic act of Redis, and the keys they act on.
 *
 * Every key begins with the number of the format, so that processes of two formats on one Redis do not see each other's content. Every key of
 * a partition carries its hash tag, so all keys of one cluster sit in one slot of a Redis Cluster:
 *
 *     fg2:{p7}:index         hash: cluster → newest log id; field '' → the incarnation, a random id that dies with the content
 *     fg2:{p7}:alive         sorted set: clusters by when they are forgotten unless somebody renews their lease
 *     fg2:{p7}:epoch         the highest fencing epoch handed out
 *     fg2:{p7}:doorbell      sharded channel: `<newest log id> <cluster>`, the id empty when the cluster was removed
 *     fg2:{p7}:meta:leaf-01  hash: the lease (holder, epoch, ttl, until), the epoch of its registration, the state and when it was stored, the log's
 *                            size, oldest entry and last trimmed id
 *     fg2:{p7}:rows:leaf-01  hash: row by field        fg2:{p7}:texts:leaf-01   hash: number of rows that say it and shared text, by id
 *     fg2:{p7}:grants:leaf-01  hash: grant by field
 *     fg2:{p7}:log:leaf-01   stream: one entry per batch, `b` the batch, or `r` for one that was too large to log; `t` when that was, where the
 *                            id does not tell
 *     fg2:{collectors}:live  sorted set: collectors by when they stop counting as alive
 *     fg:{formats}:live      sorted set, of all formats: formats by when they stop counting as written
 *
 * Leases and ages are measured by Redis' own clock, so no two machines' clocks are ever compared. That one may be set, too: nothing runs longer than it was
 * given for, and what was stored at a time that has not come yet has an age that nobody knows. A cluster whose lease nobody renews for a week goes with all
 * its keys. Redis 7 or Valkey, no modules.
 */
import { createHash } from 'node:crypto';
import { KEEP_MS } from './limits.ts';
import { WIRE_FORMAT } from './wire.ts';

/** Fixed for ever: another number would look for every cluster in another place. */
export const PARTITIONS = 16;

export function partitionOf(cluster: string): number {
  return (createHash('sha1').update(cluster).digest()[0] ?? 0) % PARTITIONS;
}

const PREFIX = `fg${WIRE_FORMAT}`;

export interface PartitionKeys {
  readonly index: string;
  readonly alive: string;
  readonly epoch: string;
  readonly doorbell: string;
}

export function partitionKeys(partition: number): PartitionKeys {
  const key = (part: string) => `${PREFIX}:{p${partition}}:${part}`;
  return { index: key('index'), alive: key('alive'), epoch: key('epoch'), doorbell: key('doorbell') };
}

/** A slot of its own: collectors are nobody's content. */
export const COLLECTORS_KEY = `${PREFIX}:{collectors}:live`;
/** The one key that all formats share. */
export const FORMATS_KEY = 'fg:{formats}:live';

export interface ClusterKeys extends PartitionKeys {
  readonly meta: string;
  readonly rows: string;
  readonly texts: string;
  readonly grants: string;
  readonly log: string;
}

export function clusterKeys(cluster: string): ClusterKeys {
  const partition = partitionOf(cluster);
  const key = (part: string) => `${PREFIX}:{p${partition}}:${part}:${cluster}`;
  return {
    ...partitionKeys(partition),
    meta: key('meta'),
    rows: key('rows'),
    texts: key('texts'),
    grants: key('grants'),
    log: key('log'),
  };
}

export interface Script {
  readonly text: string;
  readonly sha: string;
  /** Changes nothing, so that it is run as a command that a reader's ACL user may be allowed. */
  readonly readOnly: boolean;
  /** What it answers may be no text at all. */
  readonly answersBytes?: boolean;
}

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * What was stored for later than now was stored before the clock was set back: nobody knows how long ago, so it is older than anything that counts.
 * Steps of less than a second are what clocks do that are kept right.
 */
const AGE = `
local function isAhead(time) return time > now + 1000 end
local function ageOf(time)
  if isAhead(time) then return now end
  return math.max(0, now - time)
end
`;

/**
 * Refuses, with who holds the lease, unless ARGV[2] holds it with epoch ARGV[3]. Refuses as well when ARGV[4], the newest log id that this writer was
 * given, is newer than any there is: then a master has gone before its replica had everything, and only the writer can know.
 */
const FENCE = `
local lease = redis.call('HMGET', meta, 'holder', 'epoch', 'until')
local running = tonumber(lease[3] or 0) > now
if not running or lease[1] ~= ARGV[2] or lease[2] ~= ARGV[3] then
  return { 'fenced', lease[1] or '', lease[2] or '', running and 1 or 0 }
end
local function order(id)
  local millis, number = string.match(id, '^(%d+)-(%d+)$')
  return tonumber(millis or 0), tonumber(number or 0)
end
local thereMillis, thereNumber = order(redis.call('HGET', index, ARGV[1]) or '0-0')
local givenMillis, givenNumber = order(ARGV[4])
if thereMillis < givenMillis or (thereMillis == givenMillis and thereNumber < givenNumber) then return { 'lost' } end
`;

/**
 * Puts off the end of all keys of a cluster, and of what its partition's clusters share, when half of the time is gone: next to nothing for almost
 * every renewal. Keys that do not exist yet get theirs when they are made.
 */
const KEEP = `
if redis.call('PTTL', meta) < ${KEEP_MS / 2} then
  local ending = string.format('%.0f', now + ${KEEP_MS})
  for _, key in ipairs(KEYS) do redis.call('PEXPIREAT', key, ending) end
  redis.call('ZADD', alive, ending, ARGV[1])
  redis.call('PEXPIREAT', alive, ending)
end
`;

/** A state from before the clock was set back does not become young when the clock comes to that time again. */
const UNDATE = `
if isAhead(tonumber(redis.call('HGET', meta, 'stateAt') or 0)) then redis.call('HSET', meta, 'stateAt', '0') end
`;

/** In the order in which the scripts that act on a cluster's content expect them. */
export function contentKeys({ index, meta, rows, texts, grants, log, alive, epoch, doorbell }: ClusterKeys): string[] {
  return [index, meta, rows, texts, grants, log, alive, epoch, doorbell];
}

const CONTENT = `
local index, meta, rows, texts, grants, log, alive, lastEpoch, doorbell = unpack(KEYS)
`;

/** KEYS content; ARGV cluster holder ttl newIncarnation → epoch, or nil while another holds it. Also forgets those of the partition whose time is up. */
export const ACQUIRE = script(`
${CONTENT}${NOW}${AGE}
for _, gone in ipairs(redis.call('ZRANGE', alive, '-inf', string.format('%.0f', now), 'BYSCORE', 'LIMIT', 0, 100)) do
  redis.call('HDEL', index, gone)
  redis.call('ZREM', alive, gone)
  redis.call('SPUBLISH', doorbell, ' ' .. gone)
end
redis.call('HSETNX', index, '', ARGV[4])
if redis.call('HSETNX', index, ARGV[1], '0-0') == 1 then redis.call('SPUBLISH', doorbell, '0-0 ' .. ARGV[1]) end
local lease = redis.call('HMGET', meta, 'holder', 'epoch', 'until', 'ttl')
local epoch, ending = lease[2], tonumber(lease[3] or 0)
if ending > now then
  if lease[1] ~= ARGV[2] then
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
redis.call('HSET', meta, 'holder', ARGV[2], 'epoch', epoch, 'until', string.format('%.0f', now + ARGV[3]), 'ttl', ARGV[3])
-- Goes with the rest of the hash when the cluster is removed, and epochs never come again.
redis.call('HSETNX', meta, 'registration', epoch)
${UNDATE}${KEEP}
return epoch
`);

/** KEYS content; ARGV cluster holder epoch given ttl. A ttl of 0 ends the lease. */
export const RENEW = script(`
${CONTENT}${NOW}${AGE}${FENCE}
redis.call('HSET', meta, 'until', string.format('%.0f', now + ARGV[5]), 'ttl', ARGV[5])
${UNDATE}${KEEP}
return { 'ok' }
`);

/** KEYS content; ARGV cluster holder epoch given. */
export const REMOVE = script(`
${CONTENT}${NOW}${FENCE}
redis.call('UNLINK', meta, rows, texts, grants, log)
redis.call('HDEL', index, ARGV[1])
redis.call('ZREM', alive, ARGV[1])
redis.call('SPUBLISH', doorbell, ' ' .. ARGV[1])
return { 'ok' }
`);

/** Adds ARGV[1] to a sorted set for as long as ARGV[2] says. Nobody is in it for longer without coming again: all come with the same time. */
const LIVE = `
local live = KEYS[1]
local ending = string.format('%.0f', now + ARGV[2])
redis.call('ZADD', live, ending, ARGV[1])
for _, ahead in ipairs(redis.call('ZRANGE', live, '(' .. ending, '+inf', 'BYSCORE')) do redis.call('ZADD', live, ending, ahead) end
redis.call('ZREMRANGEBYSCORE', live, '-inf', string.format('%.0f', now))
`;

/** KEYS collectors; ARGV holder ttl → the names of all that live. */
export const JOIN = script(`
${NOW}${LIVE}
return redis.call('ZRANGE', live, 0, -1)
`);

/** KEYS formats; ARGV format ttl. */
export const JOIN_FORMAT = script(`
${NOW}${LIVE}
`);

/**
 * KEYS content; ARGV cluster holder epoch given · log entry size, log entries, log age, least and greatest log size, bytes of log per row · the batch's
 * number · the batch, by encodeBatch(): what it says is done to the hashes, and its lines joined are the log entry.
 *
 * Answers the log id; or `texts` and ids, and changes nothing, when another text has the id of one that the batch shares: the writer spells that one out;
 * or `late`, and changes nothing, when a batch with a higher number came first.
 */
export const APPLY = script(`
${CONTENT}${NOW}${AGE}${FENCE}
if tonumber(ARGV[11]) <= tonumber(redis.call('HGET', meta, 'order') or 0) then return { 'late' } end
local maxEntry, maxLength, maxAge = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local counts = {}
for count in string.gmatch(ARGV[12], '%d+') do counts[#counts + 1] = tonumber(count) end
local textCount, putCount, deleteCount, grantPutCount, grantDeleteCount, stateCount = unpack(counts)
if textCount + putCount + deleteCount + grantPutCount + grantDeleteCount + stateCount == 0 then return { 'ok' } end
local firstText = 13
local firstPut = firstText + 2 * textCount
local firstDelete = firstPut + 2 * putCount
local firstGrantPut = firstDelete + deleteCount
local firstGrantDelete = firstGrantPut + 2 * grantPutCount
local state = firstGrantDelete + grantDeleteCount

-- Arguments from first on, in steps that fit on Lua's stack.
local function call(command, key, first, count)
  for i = first, first + count - 1, 1000 do redis.call(command, key, unpack(ARGV, i, math.min(i + 999, first + count - 1))) end
end

-- What a hash has for the arguments from first on, every step-th of them.
local function fetch(key, first, count, step, take)
  for i = 0, count - 1, 1000 do
    local fields = {}
    for j = i, math.min(i + 999, count - 1) do fields[#fields + 1] = ARGV[first + step * j] end
    for k, value in ipairs(redis.call('HMGET', key, unpack(fields))) do take(first + step * (i + k - 1), value) end
  end
end

local known, taken = {}, { 'texts' }
fetch(texts, firstText, textCount, 2, function(at, value)
  local count, text = string.match(value or '', '^(%d+)\\t(.*)$')
  if count and text ~= ARGV[at + 1] then taken[#taken + 1] = ARGV[at] end
  known[ARGV[at]] = { count = tonumber(count or 0), text = ARGV[at + 1] }
end)
if #taken > 1 then return taken end

-- How many rows more or fewer than before say each text.
local more = {}
local function say(value, by)
  for id in string.gmatch(value, '~([%w_-]+)') do more[id] = (more[id] or 0) + by end
end
fetch(rows, firstPut, putCount, 2, function(at, old)
  if old == ARGV[at + 1] then return end
  if old then say(old, -1) end
  say(ARGV[at + 1], 1)
end)
fetch(rows, firstDelete, deleteCount, 1, function(_, old)
  if old then say(old, -1) end
end)
for id, by in pairs(more) do
  if by ~= 0 then
    if not known[id] then
      local count, text = string.match(redis.call('HGET', texts, id) or '', '^(%d+)\\t(.*)$')
      known[id] = { count = tonumber(count or 0), text = text }
    end
    local count = known[id].count + by
    if count <= 0 then
      redis.call('HDEL', texts, id)
    elseif known[id].text then
      redis.call('HSET', texts, id, string.format('%.0f', count) .. '\\t' .. known[id].text)
    end
  end
end

call('HSET', rows, firstPut, 2 * putCount)
call('HDEL', rows, firstDelete, deleteCount)
call('HSET', grants, firstGrantPut, 2 * grantPutCount)
call('HDEL', grants, firstGrantDelete, grantDeleteCount)
if stateCount == 1 then redis.call('HSET', meta, 'state', ARGV[state], 'stateAt', string.format('%.0f', now)) end

redis.call('HSET', meta, 'order', ARGV[11])
local body = table.concat(ARGV, '\\n', 12)
local size = #body
local entry = { 'XADD', log, '*', 'b', body }
if size > maxEntry then
  size = 1
  entry[4], entry[5] = 'r', '1'
end
-- Ids never go back, so after the clock did they do not tell the time.
if isAhead(thereMillis) then entry[6], entry[7] = 't', string.format('%.0f', now) end
local id = redis.call(unpack(entry))
local ending = redis.call('PEXPIRETIME', meta)
for _, key in ipairs({ rows, texts, grants, log }) do
  if ending > 0 and redis.call('PTTL', key) == -1 then redis.call('PEXPIREAT', key, string.format('%.0f', ending)) end
end

-- A log longer than this is worth less than a reload of the cluster.
local maxSize = math.min(math.max(tonumber(ARGV[8]), redis.call('HLEN', rows) * ARGV[10]), tonumber(ARGV[9]))
local function millis(id) return tonumber(string.match(id, '^%d+')) end
local log0 = redis.call('HMGET', meta, 'logSize', 'logOldest')
local logSize = tonumber(log0[1] or 0) + size
local oldest = tonumber(log0[2] or millis(id))
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
return { 'ok', id }
`);

/** KEYS rows texts; ARGV fields → the rows' values, then id and counted text of each text that they refer to: one moment of the cluster. */
export const READ = question(`
local rows, texts = KEYS[1], KEYS[2]
local values = redis.call('HMGET', rows, unpack(ARGV))
local seen, ids = {}, {}
for _, value in ipairs(values) do
  if value then
    for id in string.gmatch(value, '~([%w_-]+)') do
      if not seen[id] then
        seen[id] = true
        ids[#ids + 1] = id
      end
    end
  end
end
local found = {}
for i = 1, #ids, 1000 do
  local part = { unpack(ids, i, math.min(i + 999, #ids)) }
  for k, text in ipairs(redis.call('HMGET', texts, unpack(part))) do
    found[#found + 1] = part[k]
    found[#found + 1] = text
  end
end
return { values, found }
`);

/** KEYS hash; ARGV cursor count → the next cursor, and some fields and values in turn as one MessagePack array: two thousand texts cost a client five times what one does that holds them. */
export const SCAN = {
  ...question(`
local answer = redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
return { answer[1], cmsgpack.pack(answer[2]) }
`),
  answersBytes: true,
};

/** KEYS index meta rows; ARGV cluster → incarnation, newest log id, rows, state, age of the state, registration. Read before rows and grants. */
export const SNAPSHOT = question(`
${NOW}${AGE}
local index = redis.call('HMGET', KEYS[1], '', ARGV[1])
local state = redis.call('HMGET', KEYS[2], 'state', 'stateAt', 'registration')
local age = ageOf(tonumber(state[2] or now))
return { index[1] or '', index[2] or '0-0', redis.call('HLEN', KEYS[3]), state[1] or '', age, state[3] or '' }
`);

/**
 * KEYS index meta log; ARGV incarnation id entries size → whether more waits, then id, age and body of each entry; nil when behind.
 * The entry of the given id must still be there, or be the last that was trimmed: only then is nothing missing after it. Ids hold the time, so
 * an entry that a failover lost is not mistaken for another.
 */
export const CHANGES = question(`
${NOW}${AGE}
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
  local id, fields = entries[i][1], entries[i][2]
  local field, body = fields[1], fields[2]
  if field == 'r' then return false end
  result[#result + 1] = id
  result[#result + 1] = ageOf(tonumber(fields[4] or string.match(id, '^%d+')))
  result[#result + 1] = body
  size = size + #body
end
return result
`);

/** KEYS index alive → the whole index, flat, without clusters whose time is up. Changes nothing: readers may not. */
export const INDEX = question(`
${NOW}
local gone = {}
for _, cluster in ipairs(redis.call('ZRANGE', KEYS[2], '-inf', string.format('%.0f', now), 'BYSCORE')) do gone[cluster] = true end
local flat, result = redis.call('HGETALL', KEYS[1]), {}
for i = 1, #flat, 2 do
  if not gone[flat[i]] then
    result[#result + 1] = flat[i]
    result[#result + 1] = flat[i + 1]
  end
end
return result
`);

/** KEYS formats → those that are written just now. */
export const FORMATS = question(`
${NOW}
return redis.call('ZRANGE', KEYS[1], '(' .. string.format('%.0f', now), '+inf', 'BYSCORE')
`);

function script(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex'), readOnly: false };
}

function question(text: string): Script {
  return { ...script(text), readOnly: true };
}
