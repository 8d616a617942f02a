/**
 * The store in Redis: the contract of store.ts over a server, Sentinel or Redis Cluster, shared by collectors and readers.
 *
 * Everything that must be one act is a script (redis-scripts.ts), everything that can be decided without Redis is decided before. A
 * position is the store's incarnation and an id of the cluster's stream; a Redis that lost its content has another incarnation, so every reader
 * is 'behind' and every lease is void until it is acquired again. Run it with `maxmemory-policy noeviction`: an evicted key is a silent loss.
 */
import { randomUUID } from 'node:crypto';
import type { GrantObject } from '../rbac/types.ts';
import type { ObjectKey } from '../schema/object-id.ts';
import { CHANGES_ENTRIES, CHANGES_SIZE, CHUNK_ROWS, LOG_AGE_MS, LOG_ENTRIES, LOG_ENTRY_SIZE, LOG_SIZE } from './limits.ts';
import type { RedisStoreOptions } from './redis-connection.ts';
import { RedisConnection } from './redis-connection.ts';
import { RedisDoorbell } from './redis-doorbell.ts';
import type { Script } from './redis-scripts.ts';
import { ACQUIRE, APPLY, CHANGES, clusterKeys, INDEX, partitionKeys, PARTITIONS, REMOVE, RENEW, SNAPSHOT } from './redis-scripts.ts';
import type { Batch, Change, Changes, ClusterSnapshot, Lease, Position, Row, RowRef, Store, StoreListener } from './store.ts';
import { FencedError } from './store.ts';
import { validateBatch, validateClusterName } from './validate.ts';
import {
  decodeChange,
  decodeGrant,
  decodeResourceVersion,
  decodeRow,
  decodeState,
  encodeGrant,
  encodeRow,
  encodeState,
  WIRE_FORMAT,
} from './wire.ts';

/**
 * Opens the store whether or not Redis answers just now: operations fail with StoreUnavailableError until it does.
 * @throws TypeError when the options do not name one place to connect to.
 */
export async function openRedisStore(options: RedisStoreOptions): Promise<RedisStore> {
  const connection = new RedisConnection(options);
  await connection.open();
  return new RedisStore(connection);
}

export class RedisStore implements Store {
  readonly #redis: RedisConnection;
  readonly #doorbell: RedisDoorbell;

  constructor(connection: RedisConnection) {
    this.#redis = connection;
    this.#doorbell = new RedisDoorbell(connection);
  }

  async acquire(cluster: string, holder: string, ttlMs: number): Promise<Lease | undefined> {
    validateClusterName(cluster);
    const { index, meta, epoch, doorbell } = clusterKeys(cluster);
    const given = await this.#redis.run(ACQUIRE, [index, meta, epoch, doorbell], [cluster, holder, ttlMs, randomUUID()]);
    return given === null ? undefined : { cluster, holder, epoch: Number(given) };
  }

  async renew(lease: Lease, ttlMs: number): Promise<void> {
    await this.#fenced(lease, RENEW, [clusterKeys(lease.cluster).meta], [ttlMs]);
  }

  async release(lease: Lease): Promise<void> {
    await this.#redis.run(RENEW, [clusterKeys(lease.cluster).meta], [lease.cluster, lease.holder, lease.epoch, 0]);
  }

  async apply(lease: Lease, batch: Batch): Promise<void> {
    const { puts, deletes, grantPuts, grantDeletes, state } = validateBatch(lease, batch);
    const { index, meta, rows, grants, log, doorbell } = clusterKeys(lease.cluster);
    const args: (string | number)[] = [WIRE_FORMAT, LOG_ENTRY_SIZE, LOG_SIZE, LOG_ENTRIES, LOG_AGE_MS];
    args.push(state ? encodeState(state) : '', JSON.stringify(deletes), JSON.stringify(grantDeletes));
    args.push(puts.size, deletes.length, grantPuts.size, grantDeletes.length);
    for (const [key, row] of puts) args.push(key, encodeRow(row));
    for (const key of deletes) args.push(key);
    for (const [key, grant] of grantPuts) args.push(key, encodeGrant(grant));
    for (const key of grantDeletes) args.push(key);
    await this.#fenced(lease, APPLY, [index, meta, rows, grants, log, doorbell], args);
  }

  async remove(lease: Lease): Promise<void> {
    const { index, meta, rows, grants, log, doorbell } = clusterKeys(lease.cluster);
    await this.#fenced(lease, REMOVE, [index, meta, rows, grants, log, doorbell], []);
  }

  async versions(cluster: string): Promise<{ rows: Map<ObjectKey, string>; grants: Map<string, string> }> {
    const keys = clusterKeys(cluster);
    const read = async (hash: string) => {
      const versions = new Map<string, string>();
      for await (const chunk of this.#scan(hash)) {
        for (const [key, text] of chunk) {
          // A value of another format has no version, so that it is written again in ours.
          versions.set(key, decodeResourceVersion(text) ?? '');
        }
      }
      return versions;
    };
    return { rows: await read(keys.rows), grants: await read(keys.grants) };
  }

  async clusters(): Promise<string[]> {
    const indexes = Array.from({ length: PARTITIONS }, (_, partition) => this.#redis.run(INDEX, [partitionKeys(partition).index], []));
    return (await Promise.all(indexes)).flatMap(flat => (flat as string[]).filter((cluster, i) => i % 2 === 0 && cluster !== ''));
  }

  async snapshot(cluster: string, signal: AbortSignal): Promise<ClusterSnapshot> {
    signal.throwIfAborted();
    const keys = clusterKeys(cluster);
    const answer = await this.#redis.run(SNAPSHOT, [keys.index, keys.meta, keys.rows], [cluster]);
    const [incarnation, id, rowCount, state, stateStoredAgo, registration] = answer as [string, string, number, string, number, string];
    const grants = new Map<string, GrantObject>();
    for await (const chunk of this.#scan(keys.grants, signal)) for (const [key, text] of chunk) grants.set(key, decodeGrant(text));
    return {
      position: `${incarnation}:${id}`,
      incarnation,
      registration,
      state: state ? decodeState(state) : undefined,
      stateStoredAgo,
      grants: [...grants.values()],
      rowCount,
      rows: this.#rowChunks(cluster, keys.rows, signal),
    };
  }

  async changes(cluster: string, after: Position): Promise<Changes | 'behind'> {
    const [, incarnation, id] = /^([^:]*):(\d+-\d+)$/.exec(after) ?? [];
    if (incarnation === undefined || id === undefined) return 'behind';
    const { index, meta, log } = clusterKeys(cluster);
    const answer = (await this.#redis.run(CHANGES, [index, meta, log], [incarnation, id, CHANGES_ENTRIES, CHANGES_SIZE])) as
      [number, ...(string | number)[]] | null;
    if (!answer) return 'behind';
    const changes: Change[] = [];
    let last = id;
    for (let i = 1; i + 2 < answer.length; i += 3) {
      last = answer[i] as string;
      changes.push(decodeChange(cluster, answer[i + 2] as string, answer[i + 1] as number));
    }
    return { changes, position: `${incarnation}:${last}`, more: answer[0] === 1 };
  }

  async rows(refs: readonly RowRef[]): Promise<(Row | undefined)[]> {
    const wanted = new Map<string, number[]>();
    refs.forEach(({ cluster }, i) => {
      const places = wanted.get(cluster);
      if (places) places.push(i);
      else wanted.set(cluster, [i]);
    });
    const rows: (Row | undefined)[] = refs.map(() => undefined);
    const fetch = async (cluster: string, places: readonly number[]) => {
      const keys = places.map(i => refs[i]?.key ?? '');
      const texts = (await this.#redis.command('hmget', clusterKeys(cluster).rows, ...keys)) as (string | null)[];
      places.forEach((place, i) => {
        const [key, text] = [keys[i], texts[i]];
        if (key !== undefined && text != null) rows[place] = decodeRow(cluster, key, text);
      });
    };
    await Promise.all([...wanted].flatMap(([cluster, places]) => chunksOf(places, CHUNK_ROWS).map(chunk => fetch(cluster, chunk))));
    return rows;
  }

  subscribe(listener: StoreListener): () => void {
    return this.#doorbell.subscribe(listener);
  }

  async close(): Promise<void> {
    this.#doorbell.close();
    this.#redis.close();
  }

  /** Runs a script that begins with the fence. @throws FencedError */
  async #fenced(
    { cluster, holder, epoch }: Lease,
    script: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<void> {
    const answer = await this.#redis.run(script, keys, [cluster, holder, epoch, ...args]);
    const [outcome, currentHolder, currentEpoch, running] = answer as [string, string?, string?, number?];
    if (outcome === 'ok') return;
    const current = !currentHolder
      ? 'the store does not know it, so it was removed or its content was lost'
      : running
        ? `${currentHolder} holds it now (epoch ${currentEpoch})`
        : 'its lease has run out';
    throw new FencedError(`${holder} may not write ${cluster} (epoch ${epoch}): ${current}; stop, or acquire it again`);
  }

  async *#rowChunks(cluster: string, hash: string, signal: AbortSignal): AsyncGenerator<readonly Row[]> {
    for await (const chunk of this.#scan(hash, signal)) {
      const rows = chunk.map(([key, text]) => decodeRow(cluster, key, text));
      if (rows.length) yield rows;
    }
  }

  /** The fields and values of a hash, some perhaps twice; everything that is there throughout is seen. */
  async *#scan(hash: string, signal?: AbortSignal): AsyncGenerator<[field: string, value: string][]> {
    let cursor = '0';
    do {
      signal?.throwIfAborted();
      const [next, flat] = (await this.#redis.command('hscan', hash, cursor, 'COUNT', CHUNK_ROWS)) as [string, string[]];
      signal?.throwIfAborted();
      yield chunksOf(flat, 2) as [string, string][];
      cursor = next;
    } while (cursor !== '0');
  }
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let i = 0; i < items.length; i += size) chunks.push(items.slice(i, i + size));
  return chunks;
}
