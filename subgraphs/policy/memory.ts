/**
 * Memory of the topologies kept for later queries and of the states of change streams. One limit holds for the sum.
 *
 * A kept topology belongs to one cluster and one visibility (the objects that a caller may see there). The topology is
 * valid while its visibility and the rows that it depends on stay unchanged. The least recently used topology is
 * dropped first.
 *
 * All streams together may take half of the memory. The streams of one caller may take an eighth, so that no caller can
 * end the streams of others by opening many streams.
 */
import type { ClusterPolicy } from './cluster-policy.ts';
import type { KindName } from './cluster-view.ts';

export interface Kept {
  readonly policy: ClusterPolicy;
  /** Kinds of other objects that the topology depends on, because policies target them. */
  readonly others: readonly KindName[];
  /** Version of the inputs. Changes whenever an input of the topology changes. */
  readonly version: string;
  readonly bytes: number;
}

const SHARE_OF_STREAMS = 2;
const SHARE_OF_CALLER = 8;

export class PolicyMemory {
  readonly #limit: number;
  /** Kept topologies by visibility and cluster, least recently used first. */
  readonly #kept = new Map<string, Kept>();
  readonly #streams = new Map<string, number>();
  readonly #numbers = new WeakMap<object, number>();
  #numbered = 0;
  #keptBytes = 0;
  #streamBytes = 0;

  /** @param limit Maximum bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes in use by topologies and streams together. */
  get bytes(): number {
    return this.#keptBytes + this.#streamBytes;
  }

  /** Maximum bytes of the streams of one caller. */
  get shareOfCaller(): number {
    return this.#limit / SHARE_OF_CALLER;
  }

  /** The kept topology of a cluster for this visibility. Its version tells if the topology is still valid. */
  get(cluster: string, visibility: object): Kept | undefined {
    const key = this.#key(cluster, visibility);
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept;
  }

  keep(visibility: object, kept: Kept): void {
    const key = this.#key(kept.policy.cluster, visibility);
    this.#drop(key);
    // A topology that does not fit beside the streams would evict all others, and then itself.
    if (kept.bytes + this.#streamBytes > this.#limit) return;
    this.#kept.set(key, kept);
    this.#keptBytes += kept.bytes;
    this.#shrink();
  }

  /**
   * Changes the memory of a stream, in bytes.
   * @returns False if there is no room. Then nothing changes
   */
  resize(caller: string, from: number, to: number): boolean {
    const [all, own] = [this.#streamBytes - from + to, (this.#streams.get(caller) ?? 0) - from + to];
    if (to > from && (all > this.#limit / SHARE_OF_STREAMS || own > this.shareOfCaller)) return false;
    this.#streamBytes = all;
    if (own <= 0) this.#streams.delete(caller);
    else this.#streams.set(caller, own);
    this.#shrink();
    return true;
  }

  #shrink(): void {
    for (const key of this.#kept.keys()) {
      if (this.bytes <= this.#limit) return;
      this.#drop(key);
    }
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    this.#keptBytes -= kept.bytes;
  }

  #key(cluster: string, visibility: object): string {
    let number = this.#numbers.get(visibility);
    if (number === undefined) this.#numbers.set(visibility, (number = ++this.#numbered));
    return `${number} ${cluster}`;
  }
}
