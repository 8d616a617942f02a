/**
 * Cache of live reviews, bounded by weight, least recently used first out. One caller holds at most a quarter, over all
 * clusters and tokens; beyond it, the caller's own oldest answers go.
 */
import { LRUCache } from 'lru-cache';

/** Call `weigh` after its weight changes. */
interface Weighed {
  readonly weight: number;
}

interface Held {
  readonly caller: string;
  readonly weight: number;
}

interface Holder {
  weight: number;
  /** Least recently used first. */
  readonly keys: Set<string>;
}

export interface KeptAnswersOptions {
  readonly maxEntries: number;
  readonly maxWeight: number;
}

const SHARES = 4;

export class KeptAnswers<T extends Weighed> {
  readonly #options: KeptAnswersOptions;
  readonly #entries: LRUCache<string, { readonly answer: T } & Held>;
  readonly #holders = new Map<string, Holder>();

  constructor(options: KeptAnswersOptions) {
    this.#options = options;
    this.#entries = new LRUCache({
      max: options.maxEntries,
      maxSize: options.maxWeight,
      sizeCalculation: ({ weight }) => weight,
      dispose: (held, key) => this.#gone(key, held),
    });
  }

  get(key: string): T | undefined {
    const held = this.#entries.get(key);
    if (held) this.#touch(key, this.#holders.get(held.caller));
    return held?.answer;
  }

  set(key: string, caller: string, answer: T): void {
    const { maxEntries, maxWeight } = this.#options;
    const { weight } = answer;
    this.#entries.set(key, { answer, caller, weight });
    if (!this.#entries.has(key)) return; // heavier than the whole cache
    const holder = this.#holders.get(caller) ?? { weight: 0, keys: new Set() };
    this.#holders.set(caller, holder);
    holder.weight += weight;
    holder.keys.add(key);
    for (const oldest of holder.keys) {
      if (oldest === key || (holder.weight <= maxWeight / SHARES && holder.keys.size <= maxEntries / SHARES)) break;
      this.#entries.delete(oldest);
    }
  }

  /** Updates the weight of a cached answer. */
  weigh(key: string, answer: T): void {
    const held = this.#entries.peek(key);
    if (held?.answer === answer && held.weight !== answer.weight) this.set(key, held.caller, answer);
  }

  #touch(key: string, holder: Holder | undefined): void {
    holder?.keys.delete(key);
    holder?.keys.add(key);
  }

  #gone(key: string, { caller, weight }: Held): void {
    const holder = this.#holders.get(caller);
    if (!holder?.keys.delete(key)) return;
    holder.weight -= weight;
    if (holder.keys.size === 0) this.#holders.delete(caller);
  }
}
