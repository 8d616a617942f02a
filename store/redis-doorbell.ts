/**
 * Notifies listeners when something in Redis may have changed. Doorbells (pub/sub messages) arrive at once. A slow
 * sweep finds changes whose doorbell was missed.
 *
 * Redis' pub/sub does not reach disconnected readers. So about every two seconds the sweep compares the indexes of all
 * partitions with the last known indexes. This takes one read per partition, however many clusters there are. The sweep
 * also detects unreadable partitions.
 */
import { type RedisConnection, subscriberOf } from './redis-connection.ts';
import { LIVING, partitionKeys, partitionOf, PARTITIONS } from './redis-scripts.ts';
import type { StoreListener } from './store.ts';

const SWEEP_INTERVAL_MS = 2_000;

export class RedisDoorbell {
  readonly #connection: RedisConnection;
  readonly #listeners = new Set<StoreListener>();
  /** Known index of each partition: cluster → newest log id. '' → incarnation. Undefined before the first sweep. */
  readonly #heard: (Map<string, string> | undefined)[] = Array.from({ length: PARTITIONS }, () => undefined);
  readonly #partitions = new Map(
    Array.from({ length: PARTITIONS }, (_, partition) => [partitionKeys(partition).doorbell, partition]),
  );
  /**
   * Channels without a subscription: all at first, and all again when a connection to a single Redis has closed. In a
   * Redis Cluster, ioredis itself renews subscriptions.
   */
  readonly #silent = new Set(this.#partitions.keys());
  #subscriber: ReturnType<typeof subscriberOf> | undefined;
  #problem: string | undefined;
  /** Partitions that cannot be read. In a Redis Cluster, these are the partitions of unreachable servers. */
  #lost: ReadonlySet<number> = new Set();
  #timer: NodeJS.Timeout | undefined;
  #sweeping = false;
  /** True if a sweep was requested while a sweep ran. The running sweep may have read the index before the change. */
  #sweepAgain = false;
  #closed = false;

  constructor(connection: RedisConnection) {
    this.#connection = connection;
  }

  subscribe(listener: StoreListener): () => void {
    this.#listeners.add(listener);
    if (!this.#subscriber) this.#start();
    if (this.#problem !== undefined) listener.onConnection(this.#problem);
    return () => void this.#listeners.delete(listener);
  }

  /** Reason why the partition of a cluster cannot be read. Undefined if no problem is known. */
  problemOf(cluster: string): string | undefined {
    return this.#lost.has(partitionOf(cluster)) ? this.#problem : undefined;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
    const { client } = this.#connection;
    client.off('ready', this.#sweepNow);
    client.off('close', this.#disconnected);
    this.#subscriber?.off('smessage', this.#hear);
    this.#subscriber?.off('ready', this.#listen);
    this.#subscriber?.off('close', this.#silence);
    if (this.#subscriber !== client) this.#subscriber?.disconnect();
  }

  #start(): void {
    const { client } = this.#connection;
    this.#subscriber = subscriberOf(this.#connection);
    this.#subscriber.on('smessage', this.#hear);
    this.#subscriber.on('ready', this.#listen);
    if (this.#subscriber !== client) {
      client.on('ready', this.#sweepNow);
      this.#subscriber.on('close', this.#silence);
    }
    client.on('close', this.#disconnected);
    this.#listen();
  }

  /**
   * Subscribes to the channels in #silent. Sweeps at once, and again after subscribing, to find changes that came
   * meanwhile.
   */
  readonly #listen = (): void => {
    const subscriptions = [...this.#silent].map(async channel => {
      await this.#subscriber?.ssubscribe(channel);
      this.#silent.delete(channel);
    });
    // A refused subscription is retried with the next connection. Until then the sweep finds the changes.
    void Promise.allSettled(subscriptions).then(this.#sweepNow);
    this.#sweepNow();
  };

  readonly #sweepNow = (): void => {
    clearTimeout(this.#timer);
    this.#sweepAgain = this.#sweeping;
    if (this.#sweeping || this.#closed) return;
    this.#sweeping = true;
    void this.#sweep().finally(() => {
      this.#sweeping = false;
      if (this.#closed) return;
      this.#timer = setTimeout(this.#sweepNow, this.#sweepAgain ? 0 : SWEEP_INTERVAL_MS * (0.75 + Math.random() / 2));
    });
  };

  readonly #silence = (): void => {
    for (const channel of this.#partitions.keys()) this.#silent.add(channel);
  };

  readonly #disconnected = (): void =>
    this.#tellConnection(this.#connection.problem ?? 'Redis closed the connection', new Set(this.#partitions.values()));

  readonly #hear = (channel: string, message: string): void => {
    const heard = this.#heard[this.#partitions.get(channel) ?? -1];
    if (!heard) return; // the first sweep notifies of all clusters
    const space = message.indexOf(' ');
    const [id, cluster] = [message.slice(0, space), message.slice(space + 1)];
    const known = heard.has(cluster);
    if (id) heard.set(cluster, id);
    else heard.delete(cluster);
    if (known !== (id !== '')) this.#ring(undefined);
    if (id) this.#ring(cluster);
  };

  async #sweep(): Promise<void> {
    const swept = await Promise.allSettled(
      [...this.#partitions.values()].map(partition => this.#sweepPartition(partition)),
    );
    const failed = swept.find(result => result.status === 'rejected');
    const lost = [...swept.keys()].filter(partition => swept[partition]!.status === 'rejected');
    if (!this.#closed) this.#tellConnection(failed ? (failed.reason as Error).message : undefined, new Set(lost));
  }

  async #sweepPartition(partition: number): Promise<void> {
    const before = this.#heard[partition];
    const { index: hash, alive } = partitionKeys(partition);
    const flat = (await this.#connection.run(LIVING, { hash, alive }, { skip: 0 })) as string[];
    const now = new Map<string, string>();
    for (let i = 0; i + 1 < flat.length; i += 2) now.set(flat[i] ?? '', flat[i + 1] ?? '');
    if (this.#closed) return;
    this.#heard[partition] = now;
    const lost = before?.get('') !== now.get('');
    const changed = [...now]
      .filter(([cluster, id]) => cluster && (lost || before?.get(cluster) !== id))
      .map(([cluster]) => cluster);
    const sameSet = before?.size === now.size && [...now.keys()].every(cluster => before.has(cluster));
    if (lost || !sameSet) this.#ring(undefined);
    for (const cluster of changed) this.#ring(cluster);
  }

  #ring(cluster: string | undefined): void {
    for (const listener of this.#listeners) listener.onChange(cluster);
  }

  /**
   * Reports a change of the connection. A newly lost partition is reported even if the message is unchanged, because
   * its clusters were followed until now.
   */
  #tellConnection(problem: string | undefined, lost: ReadonlySet<number>): void {
    const isNews = problem !== this.#problem || [...lost].some(partition => !this.#lost.has(partition));
    this.#problem = problem;
    this.#lost = lost;
    if (!isNews) return;
    for (const listener of this.#listeners) listener.onConnection(problem);
  }
}
