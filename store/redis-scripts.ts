/**
 * The scripts (scripts/*.lua), their inputs and their keys. Redis runs each script atomically.
 *
 * Keys start with `fg` and the number of the format, so that processes of two formats on one Redis do not see each
 * other's content. Keys without this number belong to all formats. Every key of a partition contains the hash tag of
 * the partition, so all keys of one cluster are in one slot of a Redis Cluster:
 *
 *     fg8:{p7}:index             hash: cluster → newest log id; field '' → the incarnation, a random id that changes
 *                                when the content is lost
 *     fg8:{p7}:alive             sorted set: clusters, by the time of their removal unless their lease is renewed
 *     fg8:{p7}:origins           hash: `r` and a cluster → its registrant; `s` and a cluster → the API server from
 *                                which its content comes
 *     fg8:{p7}:epoch             the highest number used as an epoch of a lease or as a registration
 *     fg8:{p7}:doorbell          sharded channel: `<newest log id> <cluster>`; the id is empty if the cluster was
 *                                removed
 *     fg8:{p7}:meta:leaf-01      hash: the lease (holder, epoch, ttl, until), the id of the registration, the number
 *                                of the last batch, the state and the time at which it was stored, the size of the log,
 *                                the time of its oldest entry and its last trimmed id
 *     fg8:{p7}:rows:leaf-01      hash: field → row
 *     fg8:{p7}:texts:leaf-01     hash: id → number of rows with a shared text, and the text
 *     fg8:{p7}:grants:leaf-01    hash: field → grant
 *     fg8:{p7}:history:leaf-01   hash: field of a row → its history (history.ts)
 *     fg8:{p7}:log:leaf-01       stream: one entry per batch. `b`: the batch; `r`: mark in place of a batch that is too
 *                                large; `o`: the values before the batch, empty if too large; `t`: the time, if it
 *                                differs from the time in the id
 *     fg8:{collectors}:live      sorted set: collectors, by the time until which they count as alive
 *     fg8:{collectors}:secret    random bytes with which gateways seal data for each other
 *     fg:{formats}:live          sorted set, of all formats: formats, by the time until which they count as written
 *     fg:{sessions}:ended        stream, of all formats: ids of ended browser sessions, written by gateways
 *     fg:{views}:shelves         hash, of all formats: shelves of saved views that are not empty, written by gateways
 *     fg:{views}:of:<shelf>      hash, of all formats: name → saved view (saved-views.ts)
 *
 * The clock of Redis measures leases and ages, so clocks of two machines are not compared. If the clock of Redis is
 * set back, no lease lasts longer than granted, and content with a future time counts as very old. All keys of a
 * cluster are removed half a week to a week after its lease was last renewed. Needs Redis 7 or Valkey, without modules.
 */
import { hash } from 'node:crypto';
import { lua, type Script } from './lua.ts';
import { WIRE_FORMAT } from './wire.ts';

/** Number of partitions. It must never change, because another number would move clusters to other partitions. */
export const PARTITIONS = 16;

export function partitionOf(cluster: string): number {
  return Number.parseInt(hash('sha1', cluster).slice(0, 2), 16) % PARTITIONS;
}

const PREFIX = `fg${WIRE_FORMAT}`;

export interface PartitionKeys {
  readonly index: string;
  readonly alive: string;
  readonly origins: string;
  readonly lastEpoch: string;
  readonly doorbell: string;
}

export function partitionKeys(partition: number): PartitionKeys {
  const key = (part: string) => `${PREFIX}:{p${partition}}:${part}`;
  return {
    index: key('index'),
    alive: key('alive'),
    origins: key('origins'),
    lastEpoch: key('epoch'),
    doorbell: key('doorbell'),
  };
}

/** Keys in a slot of their own, because collectors belong to no cluster. */
export const COLLECTORS_KEY = `${PREFIX}:{collectors}:live`;
export const SECRET_KEY = `${PREFIX}:{collectors}:secret`;
/** Key that lists the formats in use. All formats share it. */
export const FORMATS_KEY = 'fg:{formats}:live';
export const ENDED_SESSIONS_KEY = 'fg:{sessions}:ended';
/** Keys without a format number, because saved views must survive a change of the format. */
export const SHELVES_KEY = 'fg:{views}:shelves';
export const shelfKey = (shelf: string): string => `fg:{views}:of:${shelf}`;

export interface ClusterKeys extends PartitionKeys {
  readonly meta: string;
  readonly rows: string;
  readonly texts: string;
  readonly grants: string;
  readonly history: string;
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
    history: key('history'),
    log: key('log'),
  };
}

/** All keys that scripts on a cluster's content may touch. */
const CONTENT = [
  'index',
  'meta',
  'rows',
  'texts',
  'grants',
  'history',
  'log',
  'alive',
  'origins',
  'lastEpoch',
  'doorbell',
] as const satisfies (keyof ClusterKeys)[];
/**
 * Arguments of every script that starts with the fence: the lease, and the newest log id that was returned to the
 * holder of the lease.
 */
const FENCED = ['cluster', 'holder', 'epoch', 'given'] as const;

export type ContentScript<Argument extends string> = Script<(typeof CONTENT)[number], Argument>;
export type FencedArgument = (typeof FENCED)[number];

export const ACQUIRE = lua('acquire', {
  keys: CONTENT,
  arguments: ['cluster', 'holder', 'ttl', 'incarnation', 'keepMs', 'registrant'],
});
export const IDENTIFY = lua('identify', { keys: CONTENT, arguments: [...FENCED, 'server', 'number'] });
export const RENEW = lua('renew', { keys: CONTENT, arguments: [...FENCED, 'ttl', 'keepMs'] });
export const REMOVE = lua('remove', { keys: CONTENT, arguments: FENCED });
export const APPLY = lua('apply', {
  keys: CONTENT,
  arguments: [
    ...FENCED,
    ...(['maxEntry', 'maxLength', 'maxAge', 'minLogSize', 'maxLogSize', 'logSizePerRow', 'number'] as const),
    ...(['maxChanges', 'maxHistoryAge', 'maxHistorySize', 'histories'] as const),
  ],
  rest: 'firstLine',
});
export const JOIN = lua('join', { keys: ['live'], arguments: ['member', 'ttl'] });

export const READ = lua('read', { keys: ['rows', 'texts', 'meta'], readOnly: true });
export const HISTORIES = lua('histories', { keys: ['history', 'meta'], readOnly: true });
export const SCAN = lua('scan', { keys: ['hash'], arguments: ['cursor', 'count'], readOnly: true, answersBytes: true });
export const SNAPSHOT = lua('snapshot', {
  keys: ['index', 'meta', 'rows', 'origins'],
  arguments: ['cluster'],
  readOnly: true,
});
export const CHANGES = lua('changes', {
  keys: ['index', 'meta', 'log'],
  arguments: ['incarnation', 'after', 'maxLength', 'maxSize', 'field'],
  readOnly: true,
});
export const LIVING = lua('living', { keys: ['hash', 'alive'], arguments: ['skip'], readOnly: true });
export const FORMATS = lua('formats', { keys: ['live'], readOnly: true });
