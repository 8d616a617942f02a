/**
 * The store in Redis: the contract of store.ts over a server, Sentinel or Redis Cluster, shared by collectors and
 * readers.
 *
 * Atomic operations are scripts (redis-scripts.ts). A position consists of the store's incarnation and an id of the
 * cluster's stream. A Redis that lost its content has another incarnation. Then readers are 'behind', and collectors
 * must acquire their leases again. Run Redis with `maxmemory-policy noeviction`, because an evicted key is lost without
 * an error.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { eventLoopTurns } from '../async/fair-turns.ts';
import type { GrantObject } from '../rbac/types.ts';
import { grantKey } from '../rbac/types.ts';
import type { ObjectKey } from '../schema/object-id.ts';
import {
  CHANGES_ENTRIES,
  CHANGES_SIZE,
  KEEP_MS,
  LOG_AGE_MS,
  LOG_ENTRIES,
  LOG_ENTRY_SIZE,
  LOG_SIZE,
  LOG_SIZE_PER_ROW,
  MIN_LOG_SIZE,
  ROWS_TIMEOUT_MS,
} from './limits.ts';
import { HISTORY_AGE_MS, MAX_CHANGES, MAX_HISTORY_LENGTH } from './history.ts';
import { RedisConnection, type RedisStoreOptions } from './redis-connection.ts';
import { RedisDoorbell } from './redis-doorbell.ts';
import { pairs, RedisRows, scan } from './redis-rows.ts';
import type { ContentScript, FencedArgument } from './redis-scripts.ts';
import {
  ACQUIRE,
  APPLY,
  CHANGES,
  clusterKeys,
  COLLECTORS_KEY,
  ENDED_SESSIONS_KEY,
  FORMATS,
  FORMATS_KEY,
  IDENTIFY,
  JOIN,
  LIVING,
  partitionKeys,
  PARTITIONS,
  REMOVE,
  RENEW,
  SECRET_KEY,
  shelfKey,
  SHELVES_KEY,
  SNAPSHOT,
} from './redis-scripts.ts';
import { byName, decodeView, encodeView, MAX_SHELVES, MAX_VIEWS, type ViewShelves } from './saved-views.ts';
import { isNewer, NO_ID, packed, placeOf, positionAt, unpacked } from './redis-positions.ts';
import type {
  ApiServer,
  Batch,
  Change,
  Changes,
  ClusterSnapshot,
  Lease,
  Past,
  Position,
  Row,
  RowRef,
  SharedStore,
  StatusChange,
  Store,
  StoredOrigin,
  StoreListener,
} from './store.ts';
import { FencedError, StoreUnavailableError } from './store.ts';
import type { ValidBatch } from './validate.ts';
import { validateBatch, validateClusterName, validateHolder, validateRegistrant, validateServer } from './validate.ts';
import {
  decodeChange,
  decodeGrant,
  decodeGrantField,
  decodeResourceVersion,
  decodeServer,
  decodeState,
  encodeBatch,
  encodeHistories,
  encodeServer,
  pastInSteps,
  readable,
  WIRE_FORMAT,
} from './wire.ts';
import { decodeField } from './built-in-kinds.ts';
import { RowEncoder, Sightings } from './wire-rows.ts';

/** Approximate maximum of ended sessions in Redis, of about 100 bytes each. */
const MAX_ENDED_SESSIONS = 50_000;
const ENDED_SESSIONS_AT_ONCE = 1_000;
const MAX_SESSION_ID = 64;

/** Thrown if the content of this Redis has another format. */
export class StoreFormatError extends StoreUnavailableError {
  override name = 'StoreFormatError';
}

/**
 * Opens the store, even if Redis does not answer now. Operations fail with StoreUnavailableError until Redis answers.
 * @throws TypeError if the options are invalid
 */
export async function openRedisStore(options: RedisStoreOptions): Promise<RedisStore> {
  const connection = new RedisConnection(options);
  await connection.open();
  return new RedisStore(connection);
}

/**
 * Number of the last batch of this process. Each retry gets a new number. An abandoned batch may still be on its way in
 * a stalled connection. If it arrived after later batches of the same lease, it would restore revoked grants. So Redis
 * refuses a batch whose number is not higher than the last applied number.
 */
let batches = 0;

export class RedisStore implements Store {
  readonly #redis: RedisConnection;
  readonly #doorbell: RedisDoorbell;
  readonly #rows: RedisRows;
  #sightings: Sightings | undefined;
  /** Ids of shared texts that collide with other texts, by cluster. */
  readonly #taken = new Map<string, Set<string>>();
  /** Newest log id that Redis returned to this process for its current lease, by cluster. */
  readonly #given = new Map<string, string>();
  #unreadable = 0;
  /** True while a read of rows or histories has been waiting for Redis for longer than ROWS_TIMEOUT_MS. */
  #stalled = false;

  constructor(connection: RedisConnection) {
    this.#redis = connection;
    this.#doorbell = new RedisDoorbell(connection);
    this.#rows = new RedisRows(connection, this.#count);
  }

  get unreadable(): number {
    return this.#unreadable;
  }

  /**
   * Eviction policy of Redis. Undefined if Redis has no memory limit, evicts nothing, or does not report its policy.
   */
  async evictionPolicy(): Promise<string | undefined> {
    const info = String(await this.#redis.command('INFO', 'memory').catch(() => ''));
    const [, policy] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
    const isBound = /^maxmemory:[1-9]/m.test(info);
    return isBound && policy !== 'noeviction' ? policy : undefined;
  }

  async acquire(cluster: string, holder: string, ttlMs: number, registrant = ''): Promise<Lease | undefined> {
    validateClusterName(cluster);
    validateRegistrant(registrant);
    // A new holder reads the content and writes the differences, so log ids from its earlier leases do not count.
    this.#given.delete(cluster);
    const args = { cluster, holder, ttl: ttlMs, incarnation: randomUUID(), keepMs: KEEP_MS, registrant };
    const given = await this.#redis.run(ACQUIRE, clusterKeys(cluster), args);
    return given === null ? undefined : { cluster, holder, epoch: Number(given) };
  }

  async identify(lease: Lease, server: ApiServer | undefined): Promise<void> {
    validateServer(lease, server);
    const [, id] = await this.#fenced(lease, IDENTIFY, { server: encodeServer(server), number: ++batches });
    this.#wasGiven(lease, id);
  }

  async renew(lease: Lease, ttlMs: number): Promise<void> {
    await this.#fenced(lease, RENEW, { ttl: ttlMs, keepMs: KEEP_MS });
  }

  async release(lease: Lease): Promise<void> {
    await this.#redis.run(RENEW, clusterKeys(lease.cluster), { ...lease, given: NO_ID, ttl: 0, keepMs: KEEP_MS });
  }

  async apply(lease: Lease, batch: Batch): Promise<void> {
    const valid = validateBatch(lease, batch);
    const histories = encodeHistories(valid);
    // Each round avoids the known colliding ids. Another round is needed if Redis finds new collisions.
    for (;;) {
      const args = { ...LOG_LIMITS, ...HISTORY_LIMITS, number: ++batches, histories };
      const [outcome, ...ids] = await this.#fenced(lease, APPLY, args, this.#encode(lease.cluster, valid));
      if (outcome === 'ok') {
        const [id] = ids;
        return this.#wasGiven(lease, id);
      }
      const taken = this.#taken.get(lease.cluster) ?? new Set();
      for (const id of ids) taken.add(id);
      this.#taken.set(lease.cluster, taken);
    }
  }

  #wasGiven({ cluster }: Lease, id: string | undefined): void {
    if (id !== undefined && isNewer(id, this.#given.get(cluster) ?? NO_ID)) this.#given.set(cluster, id);
  }

  async remove(lease: Lease): Promise<void> {
    await this.#fenced<never>(lease, REMOVE, {});
    this.#taken.delete(lease.cluster);
    this.#given.delete(lease.cluster);
  }

  async join(holder: string, ttlMs: number): Promise<readonly string[]> {
    validateHolder(holder);
    const [alive] = await Promise.all([
      this.#redis.run(JOIN, { live: COLLECTORS_KEY }, { member: holder, ttl: ttlMs }),
      this.#redis.run(JOIN, { live: FORMATS_KEY }, { member: WIRE_FORMAT, ttl: ttlMs }),
      // Collectors write the secret, because gateways may not write this key.
      this.#redis.command('set', SECRET_KEY, randomBytes(SECRET_BYTES).toString('base64url'), 'NX'),
    ]);
    return (alive as string[]).sort();
  }

  async leave(holder: string): Promise<void> {
    await this.#redis.command('zrem', COLLECTORS_KEY, holder);
  }

  async versions(cluster: string): Promise<{ rows: Map<ObjectKey, string>; grants: Map<string, string> }> {
    const keys = clusterKeys(cluster);
    const read = async (hash: string, keyOf: (field: string) => string) => {
      const versions = new Map<string, string>();
      for await (const chunk of scan(this.#redis, hash)) {
        for (const [field, value] of pairs(chunk)) {
          const key = this.#readable(() => keyOf(field));
          if (key === undefined) continue;
          // An unreadable value counts as a value without a version, so that it is written again.
          versions.set(key, this.#readable(() => decodeResourceVersion(value)) ?? '');
        }
      }
      return versions;
    };
    return { rows: await read(keys.rows, decodeField), grants: await read(keys.grants, decodeGrantField) };
  }

  async clusters(): Promise<string[]> {
    const indexes = await this.#living('index', 0);
    const clusters = indexes.flatMap(flat => flat.filter((name, i) => i % 2 === 0 && name !== ''));
    if (clusters.length === 0) await this.#expectFormat();
    return clusters;
  }

  /**
   * A hash of each partition, as a flat list of fields and values. `skip`: number of letters in a field before the name
   * of the cluster.
   */
  #living(hash: 'index' | 'origins', skip: number): Promise<string[][]> {
    const read = async (partition: number) => {
      const { alive, [hash]: key } = partitionKeys(partition);
      return (await this.#redis.run(LIVING, { hash: key, alive }, { skip })) as string[];
    };
    return Promise.all(Array.from({ length: PARTITIONS }, (_, partition) => read(partition)));
  }

  async origins(): Promise<ReadonlyMap<string, StoredOrigin>> {
    const parts = await this.#living('origins', 1);
    const origins = new Map<string, StoredOrigin>();
    for (const [field, value] of parts.flatMap(flat => [...pairs(flat)])) {
      const cluster = field.slice(1);
      const known = origins.get(cluster) ?? { registrant: '', server: undefined };
      const part = field.startsWith('r')
        ? { registrant: value }
        : { server: this.#readable(() => decodeServer(value)) };
      origins.set(cluster, { ...known, ...part });
    }
    return origins;
  }

  async snapshot(cluster: string, signal: AbortSignal): Promise<ClusterSnapshot> {
    signal.throwIfAborted();
    this.#mustBeThere(cluster);
    const keys = clusterKeys(cluster);
    const answer = await this.#redis.run(SNAPSHOT, keys, { cluster });
    const [incarnation, id, rowCount, state, stateStoredAgo, registration, server] = answer as [
      ...[string, string, number, string, number],
      ...[string, string],
    ];
    const grants = new Map<string, GrantObject>();
    for await (const chunk of scan(this.#redis, keys.grants, signal, { meta: keys.meta, registration })) {
      for (const [field, value] of pairs(chunk)) {
        const grant = this.#readable(() => decodeGrant(value));
        if (grant && grantKey(grant) === decodeGrantField(field)) grants.set(field, grant);
      }
    }
    return {
      position: positionAt({ incarnation, id }),
      incarnation,
      registration,
      server: this.#readable(() => decodeServer(server)),
      state: state ? this.#readable(() => decodeState(state)) : undefined,
      stateStoredAgo,
      grants: [...grants.values()],
      rowCount,
      rows: this.#rows.of(cluster, registration, signal),
      indexRows: this.#rows.forIndex(cluster, registration, signal),
    };
  }

  async changes(cluster: string, after: Position): Promise<Changes | 'behind'> {
    const answer = await this.#log(cluster, after, 'b');
    if (!answer) return 'behind';
    const changes: Change[] = [];
    for (const { position, storedAgo, text } of answer.entries) {
      const change = this.#readable(() => decodeChange(cluster, text, storedAgo, this.#count));
      if (!change) return 'behind';
      changes.push({ position, ...change });
    }
    return { changes, position: changes.at(-1)?.position ?? after, more: answer.more };
  }

  /**
   * Uses plain commands, because the ACL user of a gateway may run no script that writes. A new view is written first,
   * and removed again if it exceeds a limit. So the limits also hold if several gateways write at the same time.
   */
  readonly views: ViewShelves = {
    read: async shelf => {
      // The client returns the hash as an object.
      const fields = (await this.#redis.command('hgetall', shelfKey(shelf))) as Readonly<Record<string, string>>;
      const views = Object.entries(fields).flatMap(([name, text]) => decodeView(name, text) ?? []);
      return views.sort(byName).slice(0, MAX_VIEWS);
    },
    save: async (shelf, view) => {
      const key = shelfKey(shelf);
      if ((await this.#redis.command('hset', key, view.name, encodeView(view))) === 0) return 'SAVED';
      await this.#redis.command('hset', SHELVES_KEY, shelf, '');
      const [views, shelves] = await Promise.all([key, SHELVES_KEY].map(it => this.#redis.command('hlen', it)));
      if (Number(views) <= MAX_VIEWS && Number(shelves) <= MAX_SHELVES) return 'SAVED';
      await this.views.remove(shelf, view.name);
      return 'FULL';
    },
    remove: async (shelf, name) => {
      const removed = await this.#redis.command('hdel', shelfKey(shelf), name);
      if ((await this.#redis.command('hlen', shelfKey(shelf))) === 0)
        await this.#redis.command('hdel', SHELVES_KEY, shelf);
      return removed === 1;
    },
  };

  readonly shared: SharedStore = {
    past: async (cluster, after, { caller, signal, until }) => {
      const past: Past[] = [];
      for (let more = true; more;) {
        signal.throwIfAborted();
        const answer = await this.#log(cluster, past.at(-1)?.position ?? after, 'o');
        if (!answer) return 'behind';
        for (const { position, text } of answer.entries) {
          const before = await eventLoopTurns.run(caller, this.#readableInSteps(pastInSteps(cluster, text)), signal);
          if (!before) return 'behind';
          past.push({ position, size: text.length, ...before });
          if (position === until) return past;
        }
        more = answer.more;
      }
      return past;
    },
    secret: async () => {
      const text = (await this.#redis.command('get', SECRET_KEY)) as string | null;
      if (text === null) return undefined;
      const secret = Buffer.from(text, 'base64url');
      if (secret.length === SECRET_BYTES) return secret;
      throw new StoreFormatError(
        `${SECRET_KEY} in this Redis is not what a collector writes there (${SECRET_BYTES} bytes in base64url): delete it, and a collector writes another`,
      );
    },
    endSession: async id => {
      await this.#redis.command('xadd', ENDED_SESSIONS_KEY, 'MAXLEN', '~', MAX_ENDED_SESSIONS, '*', 'id', id);
    },
    endedSessions: async after => {
      const from = after === '' ? '-' : `(${after}`;
      const entries = await this.#redis.command(
        'xrange',
        ENDED_SESSIONS_KEY,
        from,
        '+',
        'COUNT',
        ENDED_SESSIONS_AT_ONCE,
      );
      const read = entries as [place: string, fields: string[]][];
      const ids = read.flatMap(([, [field, id]]) =>
        field === 'id' && id !== undefined && id.length <= MAX_SESSION_ID ? id : [],
      );
      return { ids, place: read.at(-1)?.[0] ?? after };
    },
    pack: packed,
    unpack: unpacked,
  };

  /**
   * Reads entries of a log after a position.
   * @param field Part of the entries to read
   * @returns Undefined if the log does not reach back to the position, or if an entry does not have this part
   */
  async #log(
    cluster: string,
    after: Position,
    field: 'b' | 'o',
  ): Promise<{ entries: readonly LogEntry[]; more: boolean } | undefined> {
    const place = placeOf(after);
    if (!place) return undefined;
    this.#mustBeThere(cluster);
    const { incarnation, id } = place;
    const args = { incarnation, after: id, maxLength: CHANGES_ENTRIES, maxSize: CHANGES_SIZE, field };
    const answer = (await this.#redis.run(CHANGES, clusterKeys(cluster), args)) as
      | [number, ...(string | number)[]]
      | null;
    if (!answer) return undefined;
    const entries: LogEntry[] = [];
    for (let i = 1; i + 2 < answer.length; i += 3) {
      const [newest, storedAgo, text] = answer.slice(i, i + 3) as [string, number, string];
      entries.push({ position: positionAt({ incarnation, id: newest }), storedAgo, text });
    }
    return { entries, more: answer[0] === 1 };
  }

  /**
   * Throws at once if the Redis server with the cluster's keys is known to be unreachable. A request could take
   * seconds, and delay requests for other clusters.
   */
  #mustBeThere(cluster: string): void {
    const problem = this.#doorbell.problemOf(cluster);
    if (problem !== undefined) throw new StoreUnavailableError(problem);
  }

  async rows(refs: readonly RowRef[]): Promise<(Row | undefined)[]> {
    return refs.length === 0 ? [] : this.#soon(() => this.#rows.find(refs));
  }

  async histories(refs: readonly RowRef[]): Promise<(readonly StatusChange[])[]> {
    return refs.length === 0 ? [] : this.#soon(() => this.#rows.histories(refs));
  }

  /** Runs a read with a time limit. @throws StoreUnavailableError if Redis takes too long */
  async #soon<T>(read: () => Promise<T>): Promise<T> {
    if (this.#stalled)
      throw new StoreUnavailableError('Redis has not answered for a while: rows are not asked for until it does');
    const reading = read();
    let timer: NodeJS.Timeout | undefined;
    let check: NodeJS.Immediate | undefined;
    const late = new Promise<never>((_, reject) => {
      // This process itself may be slow, so an answer that already waits in the socket is read first.
      timer = setTimeout(() => (check = setImmediate(() => reject(this.#stall(reading)))), ROWS_TIMEOUT_MS);
    });
    try {
      return await Promise.race([reading, late]);
    } finally {
      clearTimeout(timer);
      clearImmediate(check);
    }
  }

  /** Makes later reads fail at once, until this read has an answer or an error. */
  #stall(reading: Promise<unknown>): StoreUnavailableError {
    this.#stalled = true;
    const answered = () => void (this.#stalled = false);
    reading.then(answered, answered);
    return new StoreUnavailableError(`Redis did not answer within ${ROWS_TIMEOUT_MS} ms`);
  }

  subscribe(listener: StoreListener): () => void {
    return this.#doorbell.subscribe(listener);
  }

  async close(): Promise<void> {
    this.#doorbell.close();
    this.#redis.close();
  }

  /** Encodes a batch into lines. Avoids ids of shared texts that are known to collide. */
  #encode(cluster: string, batch: ValidBatch): string[] {
    this.#sightings ??= new Sightings();
    return encodeBatch(batch, new RowEncoder(cluster, this.#sightings, this.#taken.get(cluster)));
  }

  /** Runs a script that starts with the fence (scripts/parts/fence.lua), and returns its answer. @throws FencedError */
  async #fenced<Argument extends string>(
    lease: Lease,
    script: ContentScript<FencedArgument | Argument>,
    args: Readonly<Record<Argument, string | number>>,
    rest?: readonly string[],
  ): Promise<string[]> {
    const { cluster, holder, epoch } = lease;
    const fence: Record<FencedArgument, string | number> = {
      cluster,
      holder,
      epoch,
      given: this.#given.get(cluster) ?? NO_ID,
    };
    const answer = await this.#redis.run(script, clusterKeys(cluster), { ...fence, ...args }, rest);
    const [outcome, currentHolder, currentEpoch, running] = answer as [string, ...(string | number)[]];
    if (outcome !== 'fenced' && outcome !== 'lost' && outcome !== 'late') return answer as string[];
    let current = 'its lease has run out';
    if (outcome === 'lost') current = 'the store has lost batches that it had taken';
    else if (outcome === 'late') current = 'a later batch of its own has overtaken this one';
    else if (!currentHolder) current = 'the store does not know it, so it was removed or its content was lost';
    else if (running) current = `${currentHolder} holds it now (epoch ${currentEpoch})`;
    throw new FencedError(`${holder} may not write ${cluster} (epoch ${epoch}): ${current}; stop, or acquire it again`);
  }

  /** Throws if the store has content of another format. An empty list would look like a fleet without clusters. */
  async #expectFormat(): Promise<void> {
    const formats = (await this.#redis.run(FORMATS, { live: FORMATS_KEY }, {})) as string[];
    if (formats.length === 0 || formats.includes(String(WIRE_FORMAT))) return;
    throw new StoreFormatError(
      `collectors write format ${formats.join(' and ')} into this Redis, and this process reads format ${WIRE_FORMAT}: run collectors of the same version of fleetgraph`,
    );
  }

  #readable<T>(read: () => T): T | undefined {
    return readable(read, this.#count);
  }

  *#readableInSteps<T>(reading: Generator<undefined, T>): Generator<undefined, T | undefined> {
    try {
      return yield* reading;
    } catch {
      this.#count(1);
      return undefined;
    }
  }

  readonly #count = (count: number): void => {
    this.#unreadable += count;
  };
}

const HISTORY_LIMITS = { maxChanges: MAX_CHANGES, maxHistoryAge: HISTORY_AGE_MS, maxHistorySize: MAX_HISTORY_LENGTH };

const LOG_LIMITS = {
  maxEntry: LOG_ENTRY_SIZE,
  maxLength: LOG_ENTRIES,
  maxAge: LOG_AGE_MS,
  minLogSize: MIN_LOG_SIZE,
  maxLogSize: LOG_SIZE,
  logSizePerRow: LOG_SIZE_PER_ROW,
};

interface LogEntry {
  readonly position: Position;
  readonly storedAgo: number;
  readonly text: string;
}

const SECRET_BYTES = 32;
