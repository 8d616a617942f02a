/**
 * Reads rows in Redis: all rows of a cluster for a snapshot, or some rows for a page. Also reads histories of rows.
 *
 * Rows refer to texts stored beside them. For a whole cluster the texts are read first. A row that was written later
 * may refer to a text that was not read. Such rows are read again together with their texts. A row that is still
 * unreadable is left out and counted.
 */
import { encodeField } from './built-in-kinds.ts';
import { decodeHistory } from './history.ts';
import { IndexRows } from './index-rows.ts';
import { CHUNK_ROWS } from './limits.ts';
import type { RedisConnection } from './redis-connection.ts';
import { clusterKeys, HISTORIES, READ, SCAN } from './redis-scripts.ts';
import { KnownTexts, SharedTexts } from './shared-texts.ts';
import type { IndexRow, Row, RowRef, StatusChange } from './store.ts';
import { decodeRow } from './wire-rows.ts';
import { readable } from './wire.ts';

export class RedisRows {
  readonly #redis: RedisConnection;
  readonly #unreadable: (count: number) => void;
  /** Texts of the clusters that are being read for an index. Texts of one cluster often recur in other clusters. */
  #known: WeakRef<KnownTexts> | undefined;

  /** @param unreadable Called with 1 for each row or history that cannot be read and is left out */
  constructor(redis: RedisConnection, unreadable: (count: number) => void) {
    this.#redis = redis;
    this.#unreadable = unreadable;
  }

  /** Rows of a whole cluster. @throws ReplacedError if the registration of the cluster has changed */
  async *of(cluster: string, registration: string, signal: AbortSignal): AsyncGenerator<readonly Row[]> {
    const texts = await this.#textsOf(cluster, new SharedTexts(), signal);
    const { rows: hash, meta } = clusterKeys(cluster);
    for await (const chunk of scan(this.#redis, hash, signal, { meta, registration })) {
      const rows: Row[] = [];
      const again: string[] = [];
      for (const [field, value] of pairs(chunk)) {
        try {
          rows.push(decodeRow(cluster, field, value, texts));
        } catch {
          again.push(field); // counted as unreadable if it fails again
        }
      }
      if (rows.length) yield rows;
      yield* this.#readAgain(cluster, registration, again, signal);
    }
  }

  /** Like of(), for the index of the read model. Rows are decoded lazily. */
  async *forIndex(cluster: string, registration: string, signal: AbortSignal): AsyncGenerator<Iterable<IndexRow>> {
    const known = this.#known?.deref() ?? new KnownTexts();
    this.#known = new WeakRef(known);
    const reader = new IndexRows(cluster, await this.#textsOf(cluster, new SharedTexts(known), signal));
    const { rows: hash, meta } = clusterKeys(cluster);
    for await (const chunk of scanPacked(this.#redis, hash, signal, { meta, registration })) {
      const again: string[] = [];
      yield reader.read(chunk, again);
      yield* this.#readAgain(cluster, registration, again, signal);
    }
  }

  find(refs: readonly RowRef[]): Promise<(Row | undefined)[]> {
    return found(refs, async (cluster, fields) => {
      const { rows, registration } = await this.#read(cluster, fields);
      return { values: rows, registration };
    });
  }

  async histories(refs: readonly RowRef[]): Promise<(readonly StatusChange[])[]> {
    const histories = await found(refs, async (cluster, fields) => {
      const answer = await this.#redis.run(HISTORIES, clusterKeys(cluster), {}, fields);
      const [values, registration] = answer as [(string | null)[], string];
      return {
        values: values.map(value =>
          value === null ? undefined : readable(() => decodeHistory(value), this.#unreadable),
        ),
        registration,
      };
    });
    return histories.map((history = []) => history);
  }

  async #textsOf(cluster: string, texts: SharedTexts, signal: AbortSignal): Promise<SharedTexts> {
    for await (const chunk of scan(this.#redis, clusterKeys(cluster).texts, signal))
      for (const [id, text] of pairs(chunk)) texts.addCounted(id, text);
    return texts;
  }

  async *#readAgain(
    cluster: string,
    registration: string,
    again: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<readonly Row[]> {
    for (const fields of chunksOf(again, CHUNK_ROWS)) {
      signal.throwIfAborted();
      const found = await this.#read(cluster, fields);
      if (found.registration !== registration) throw new ReplacedError();
      yield found.rows.filter(row => row !== undefined);
    }
  }

  /** Reads rows by field, and the registration of their cluster, in one atomic step. */
  async #read(
    cluster: string,
    fields: readonly string[],
  ): Promise<{ rows: (Row | undefined)[]; registration: string }> {
    const answer = await this.#redis.run(READ, clusterKeys(cluster), {}, fields);
    const [values, flat, registration] = answer as [(string | null)[], (string | null)[], string];
    const shared = new SharedTexts();
    for (let i = 0; i + 1 < flat.length; i += 2)
      if (flat[i + 1] != null) shared.addCounted(flat[i] ?? '', flat[i + 1] ?? '');
    const rows = fields.map((field, i) => {
      const value = values[i];
      return value == null ? undefined : readable(() => decodeRow(cluster, field, value, shared), this.#unreadable);
    });
    return { rows, registration };
  }
}

/**
 * Values for the refs, in the order of the refs. Groups the refs by cluster, and reads at most CHUNK_ROWS fields per
 * command. A value is undefined if the ref names a registration and the cluster now has another one.
 */
async function found<T>(
  refs: readonly RowRef[],
  read: (
    cluster: string,
    fields: readonly string[],
  ) => Promise<{ values: readonly (T | undefined)[]; registration: string }>,
): Promise<(T | undefined)[]> {
  const result: (T | undefined)[] = refs.map(() => undefined);
  const fetch = async (cluster: string, places: readonly number[]) => {
    const fields = places.map(i => encodeField(refs[i]?.key ?? ''));
    const { values, registration: current } = await read(cluster, fields);
    places.forEach((place, i) => {
      const { registration = current } = refs[place]!;
      if (registration === current) result[place] = values[i];
    });
  };
  const byCluster = Map.groupBy(refs.keys(), i => refs[i]?.cluster ?? '');
  await Promise.all(
    [...byCluster].flatMap(([cluster, places]) => chunksOf(places, CHUNK_ROWS).map(chunk => fetch(cluster, chunk))),
  );
  return result;
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let i = 0; i < items.length; i += size) chunks.push(items.slice(i, i + size));
  return chunks;
}

/** Registration of a cluster that must own the hash. */
export interface Owner {
  readonly meta: string;
  readonly registration: string;
}

/** Thrown if the content now belongs to another registration of the cluster. */
class ReplacedError extends Error {
  override name = 'ReplacedError';

  constructor() {
    super('the cluster was removed, or is read from another API server by now');
  }
}

/**
 * Iterates over a hash in Redis in chunks, and requests the next chunk early. In a chunk, each field is followed by its
 * value. As Redis documents for HSCAN, a field may come twice, and a field that exists during the whole iteration comes
 * at least once.
 * @throws ReplacedError before content of another owner is returned
 */
export function scan(
  redis: RedisConnection,
  hash: string,
  signal?: AbortSignal,
  owner?: Owner,
): AsyncGenerator<readonly string[]> {
  return ahead(async cursor => {
    signal?.throwIfAborted();
    return owned(
      redis,
      owner,
      redis.command('hscan', hash, cursor, 'COUNT', CHUNK_ROWS) as Promise<[string, string[]]>,
    );
  }, signal);
}

/**
 * Checks the registration after the read. Registrations never recur, so a registration that matches now also matched
 * during the read.
 */
async function owned<T>(redis: RedisConnection, owner: Owner | undefined, answer: Promise<T>): Promise<T> {
  const [read, registration] = await Promise.all([answer, owner && redis.command('hget', owner.meta, 'registration')]);
  if (owner && (registration ?? '') !== owner.registration) throw new ReplacedError();
  return read;
}

/** Like scan(), with each chunk as a MessagePack array. */
function scanPacked(redis: RedisConnection, hash: string, signal: AbortSignal, owner: Owner): AsyncGenerator<Buffer> {
  return ahead(async cursor => {
    signal.throwIfAborted();
    const answer = redis.run(SCAN, { hash }, { cursor, count: CHUNK_ROWS }) as Promise<[Buffer, Buffer]>;
    const [next, chunk] = await owned(redis, owner, answer);
    return [next.toString(), chunk];
  }, signal);
}

/** Pairs of the fields and values of a flat list. */
export function* pairs(flat: readonly string[]): Generator<[string, string]> {
  for (let i = 0; i + 1 < flat.length; i += 2) yield [flat[i] ?? '', flat[i + 1] ?? ''];
}

async function* ahead<T>(
  ask: (cursor: string) => Promise<[next: string, chunk: T]>,
  signal?: AbortSignal,
): AsyncGenerator<T> {
  for (let requested: Promise<[string, T]> | undefined = ask('0'); requested;) {
    const [cursor, chunk]: [string, T] = await requested;
    signal?.throwIfAborted();
    requested = cursor === '0' ? undefined : ask(cursor);
    // Usually the loop awaits this read. If the consumer stops at this `yield`, nothing else handles an error of the
    // read.
    requested?.catch(() => undefined);
    yield chunk;
  }
}
