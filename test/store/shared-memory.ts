/**
 * A memory store for several read models of one test. Each read model represents a process. For each batch, the store
 * logs the values before the batch, as Redis does.
 */
import { MemoryStore } from '../../store/memory.ts';
import { encodeObjectKey } from '../../schema/object-id.ts';
import { grantKey, type GrantObject } from '../../rbac/types.ts';
import {
  POSITION_BYTES,
  type Batch,
  type ClusterSnapshot,
  type Lease,
  type Past,
  type Position,
  type SharedStore,
} from '../../store/store.ts';

const SECRET = Buffer.alloc(32, 7);

export class SharedMemoryStore extends MemoryStore {
  /** Delays each read of a log until the promise resolves. */
  readSlowly: () => Promise<unknown> = () => Promise.resolve();
  /** Promise for which each snapshot waits, so that a process loads the cluster late. */
  loading: Promise<unknown> = Promise.resolve();
  /** By cluster: the position before the first logged batch, and the values before each batch. */
  readonly #logs = new Map<string, { from: Position; past: Past[] }>();
  readonly #grants = new Map<string, Map<string, GrantObject>>();

  override async acquire(...args: Parameters<MemoryStore['acquire']>): Promise<Lease | undefined> {
    const lease = await super.acquire(...args);
    const [cluster] = args;
    if (!this.#logs.has(cluster)) this.trim(cluster, await this.#position(cluster));
    return lease;
  }

  override async identify(...args: Parameters<MemoryStore['identify']>): Promise<void> {
    await super.identify(...args);
    const [{ cluster }] = args;
    const position = await this.#position(cluster);
    if (this.#logs.get(cluster)?.past.at(-1)?.position === position) return;
    this.#grants.delete(cluster);
    this.trim(cluster, position);
  }

  override async apply(lease: Lease, batch: Batch): Promise<void> {
    const { cluster } = lease;
    const { puts = [], deletes = [], grantPuts = [], grantDeletes = [] } = batch;
    const keys = [...puts.map(encodeObjectKey), ...deletes];
    const rows = await super.rows(keys.map(key => ({ cluster, key })));
    const known = this.#grants.get(cluster) ?? new Map<string, GrantObject>();
    const grants = [...grantPuts.map(grantKey), ...grantDeletes].map(key => [key, known.get(key)] as const);
    await super.apply(lease, batch);
    for (const grant of grantPuts) known.set(grantKey(grant), grant);
    for (const key of grantDeletes) known.delete(key);
    this.#grants.set(cluster, known);
    const position = await this.#position(cluster);
    this.#logs
      .get(cluster)!
      .past.push({ position, size: 0, rows: keys.map((key, i) => [key, rows[i]] as const), grants });
  }

  override async snapshot(cluster: string, signal: AbortSignal): Promise<ClusterSnapshot> {
    await this.loading;
    return super.snapshot(cluster, signal);
  }

  override async remove(lease: Lease): Promise<void> {
    await super.remove(lease);
    this.#logs.delete(lease.cluster);
    this.#grants.delete(lease.cluster);
  }

  /** Does nothing, because the other read models still use the store after one is closed. */
  override async close(): Promise<void> {}

  /**
   * Empties the log of a cluster.
   * @param position Position at which the empty log begins, by default the last position
   */
  trim(cluster: string, position = this.#logs.get(cluster)?.past.at(-1)?.position): void {
    if (position !== undefined) this.#logs.set(cluster, { from: position, past: [] });
  }

  async #position(cluster: string): Promise<Position> {
    return (await super.snapshot(cluster, AbortSignal.timeout(10_000))).position;
  }

  readonly shared: SharedStore = {
    past: async (cluster, after, { signal, until }) => {
      const log = this.#logs.get(cluster);
      const from = !log ? -1 : after === log.from ? 0 : log.past.findIndex(({ position }) => position === after) + 1;
      if (!log || (from === 0 && after !== log.from)) return 'behind';
      const last = log.past.findIndex(({ position }) => position === until);
      const past = log.past.slice(from, last < from ? undefined : last + 1);
      await this.readSlowly();
      signal.throwIfAborted();
      return past;
    },
    secret: async () => SECRET,
    pack: position => {
      const [registration, number] = position.split('-').map(Number) as [number, number];
      if (registration === 0) return undefined;
      const bytes = Buffer.alloc(POSITION_BYTES);
      bytes.writeUInt32BE(registration);
      bytes.writeUInt32BE(number, 4);
      return bytes;
    },
    endSession: async () => undefined,
    endedSessions: async () => ({ ids: [], place: '' }),
    unpack: bytes => `${bytes.readUInt32BE()}-${bytes.readUInt32BE(4)}`,
  };
}
