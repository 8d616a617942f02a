/**
 * Objects of a hub that a source keeps, with a limit in bytes. Without the limit, writers of objects on the hub could
 * fill the memory of every process that reads the objects.
 *
 * If the objects of a list exceed the limit, objects that were kept before the list are preferred, then older objects.
 * Omitted objects are counted.
 */
import { Pace, sortedBy, type Steps } from '../async/fair-turns.ts';

export interface KeptObject<T> {
  readonly value: T;
  /** Approximate bytes of the object in memory. */
  readonly bytes: number;
  readonly createdAt: string;
}

export class KeptObjects<T> {
  readonly #maxBytes: number;
  /** Objects that were kept before the list that fills this instance. */
  readonly #before: KeptObjects<T> | undefined;
  readonly #objects = new Map<string, KeptObject<T>>();
  readonly #values = new Map<string, T>();
  #bytes = 0;
  #leftOut = 0;
  #leastLeftOut = Infinity;

  constructor(maxBytes: number, before?: KeptObjects<T>) {
    this.#maxBytes = maxBytes;
    this.#before = before;
  }

  /** Kept values by key. */
  get values(): ReadonlyMap<string, T> {
    return this.#values;
  }

  /** Number of times that an object was omitted since the list began. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** True if objects were omitted since the list began, and the smallest of them would now fit. */
  get hasRoom(): boolean {
    return this.#leftOut > 0 && this.#bytes + this.#leastLeftOut <= this.#maxBytes;
  }

  /** Adds objects of a list. If the list exceeds the limit, trim() decides which objects are omitted. */
  *list(objects: Iterable<readonly [key: string, object: KeptObject<T>]>): Steps<void> {
    for (const [key, object] of objects) {
      this.#set(key, object);
      if (this.#bytes > 2 * this.#maxBytes) yield* this.trim();
    }
  }

  /** Omits objects until the kept objects are within the limit. Objects may change between two steps. */
  *trim(): Steps<void> {
    if (this.#bytes <= this.#maxBytes) return;
    const pace = new Pace();
    const ranked: { key: string; object: KeptObject<T>; rank: string }[] = [];
    for (const [key, object] of this.#objects) {
      ranked.push({ key, object, rank: `${this.#before?.values.has(key) ? 0 : 1} ${object.createdAt} ${key}` });
      if (pace.spent()) yield;
    }
    let bytes = 0;
    for (const { key, object } of yield* sortedBy(ranked, (a, b) => (a.rank < b.rank ? -1 : 1))) {
      if (pace.spent()) yield;
      if (this.#objects.get(key) !== object) continue;
      bytes += object.bytes;
      if (bytes > this.#maxBytes) this.#leaveOut(key, object);
    }
  }

  /** Adds or updates an object, or omits it if the limit would be exceeded. */
  put(key: string, object: KeptObject<T>): void {
    this.delete(key);
    if (this.#bytes + object.bytes > this.#maxBytes) this.#leaveOut(key, object);
    else this.#set(key, object);
  }

  delete(key: string): void {
    this.#bytes -= this.#objects.get(key)?.bytes ?? 0;
    this.#objects.delete(key);
    this.#values.delete(key);
  }

  #set(key: string, object: KeptObject<T>): void {
    this.delete(key);
    this.#bytes += object.bytes;
    this.#objects.set(key, object);
    this.#values.set(key, object.value);
  }

  #leaveOut(key: string, { bytes }: KeptObject<T>): void {
    this.delete(key);
    this.#leftOut++;
    this.#leastLeftOut = Math.min(this.#leastLeftOut, bytes);
  }
}
