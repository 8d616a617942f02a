/**
 * Weight of each object of one part, by key, in about 13 bytes per object: the keys themselves are only in the store
 * (stored-versions.ts). A table of 32-bit hashes with open addressing (Knuth, TAOCP 6.4, algorithm R deletes).
 *
 * Two keys with one hash share a weight, the latest: a million objects have about a hundred such pairs. The hash starts
 * from a random number of this process, so a leaf cannot choose colliding names.
 */
import { randomInt } from 'node:crypto';

const SEED = randomInt(2 ** 32);
const FEWEST_SLOTS = 16;

export class Weights {
  /** Hash and weight in turn; a weight of 0 is an empty slot. */
  #slots = new Uint32Array(2 * FEWEST_SLOTS);
  #mask = FEWEST_SLOTS - 1;
  #size = 0;

  /** 0: not in the table. */
  of(key: string): number {
    return this.#slots[2 * this.#find(hashOf(key)) + 1]!;
  }

  /** @param weight Above 0 */
  set(key: string, weight: number): void {
    const hash = hashOf(key);
    const at = this.#find(hash);
    if (this.#slots[2 * at + 1] === 0 && ++this.#size > 0.7 * this.#mask) {
      this.#grow();
      this.#put(this.#find(hash), hash, weight);
    } else this.#put(at, hash, weight);
  }

  delete(key: string): void {
    let hole = this.#find(hashOf(key));
    if (this.#slots[2 * hole + 1] === 0) return;
    this.#size--;
    for (let at = (hole + 1) & this.#mask; this.#slots[2 * at + 1] !== 0; at = (at + 1) & this.#mask) {
      const home = this.#slots[2 * at]! & this.#mask;
      // A hash that starts after the hole would not be found in it.
      if (((at - home) & this.#mask) < ((at - hole) & this.#mask)) continue;
      this.#put(hole, this.#slots[2 * at]!, this.#slots[2 * at + 1]!);
      hole = at;
    }
    this.#slots[2 * hole + 1] = 0;
  }

  /** The slot that holds the hash, or the empty one in which it would be. */
  #find(hash: number): number {
    let at = hash & this.#mask;
    while (this.#slots[2 * at + 1] !== 0 && this.#slots[2 * at] !== hash) at = (at + 1) & this.#mask;
    return at;
  }

  #put(at: number, hash: number, weight: number): void {
    this.#slots[2 * at] = hash;
    this.#slots[2 * at + 1] = weight;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(2 * before.length);
    this.#mask = 2 * this.#mask + 1;
    for (let at = 0; at < before.length; at += 2)
      if (before[at + 1] !== 0) this.#put(this.#find(before[at]!), before[at]!, before[at + 1]!);
  }
}

/** FNV-1a, with the last step of MurmurHash3, since the table uses the low bits. */
function hashOf(text: string): number {
  let hash = SEED;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
