/**
 * Limits the estimated bytes of one cluster: the weight of its rows (with labels, relations and records) and grants
 * together.
 *
 * A part (the rows of one kind, or one type of grants) may grow while it weighs less than the free room. So one greedy
 * kind gets at most about half of the room, and some room is left for other kinds. Existing objects stay, unless they
 * grow. Objects that do not fit are left out (collection.ts) and reported in coverage.
 */
import type { GrantObject } from '../rbac/types.ts';
import { hasHistory, MAX_HISTORY_LENGTH } from '../store/history.ts';
import type { Row } from '../store/store.ts';
import { randomInt } from 'node:crypto';

/** Default limit of one cluster: the memory that its rows and grants may take in a process (see rowWeight()). */
export const DEFAULT_CLUSTER_BYTES = 512 * 1024 * 1024;

export class ContentBudget {
  readonly #limit: number;
  readonly #parts = new Map<string, PartBudget>();
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  part(name: string): PartBudget {
    let part = this.#parts.get(name);
    if (!part) this.#parts.set(name, (part = new PartBudget(this)));
    return part;
  }

  get free(): number {
    return this.#limit - this.#bytes;
  }

  /** Room in bytes that justifies a new list, even if not all objects that were left out would fit. */
  get worthwhile(): number {
    return this.#limit / 16;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
  }
}

export class PartBudget {
  readonly #whole: ContentBudget;
  #weights = new Weights();
  #bytes = 0;
  /** Weight of the objects left out since the last list began. */
  #leftOut = 0;

  constructor(whole: ContentBudget) {
    this.#whole = whole;
  }

  /** Call when a list begins. Resets the weight of the objects left out. */
  listBegins(): void {
    this.#leftOut = 0;
  }

  /** True if an object may be kept. If false, the caller must remove the earlier version of the object. */
  admit(key: string, weight: number): boolean {
    const more = weight - this.#weights.of(key);
    if (more > 0 && !this.#hasRoom(more)) {
      this.release(key);
      this.#leftOut += weight;
      return false;
    }
    this.#add(more);
    this.#weights.set(key, weight);
    return true;
  }

  release(key: string): void {
    this.#add(-this.#weights.of(key));
    this.#weights.delete(key);
  }

  /** Removes all objects of the part. */
  clear(): void {
    this.#add(-this.#bytes);
    this.#weights = new Weights();
  }

  /** True if objects were left out, and a new list would find room for all or many of them. */
  get wantsList(): boolean {
    return this.#leftOut > 0 && this.#hasRoom(Math.min(this.#leftOut, this.#whole.worthwhile));
  }

  #hasRoom(more: number): boolean {
    return this.#bytes + more <= this.#whole.free;
  }

  #add(bytes: number): void {
    this.#bytes += bytes;
    this.#whole.add(bytes);
  }
}

const ROW_BYTES = 512;
const LABEL_BYTES = 64;
const RELATION_BYTES = 64;
const TEXT_BYTES = 24;

/**
 * Weight of a row: its estimated bytes in the embedded store and in the read model of one process. Measured bytes,
 * with the weight in parentheses:
 * - 650 (616) without labels
 * - 750 (1 286) with six labels that many rows share
 * - 7 700 (5 824) with 64 short labels that no other row has
 * - 21 700 (17 512) with 64 labels of 100 characters each that no other row has
 * - 13 800 (14 456) with 40 owners of 140 characters each
 */
export function rowWeight(row: Row): number {
  const {
    name,
    namespace,
    uid,
    resourceVersion,
    reason,
    message,
    revision,
    attemptedRevision,
    images,
    labels,
    relations,
    records,
  } = row;
  let characters = name.length + namespace.length + uid.length + resourceVersion.length + reason.length;
  characters += message.length + revision.length + attemptedRevision.length + images.length;
  let bytes = ROW_BYTES;
  for (const key in labels) {
    bytes += LABEL_BYTES;
    characters += key.length + labels[key]!.length;
  }
  for (const { to } of relations ?? []) {
    bytes += RELATION_BYTES;
    characters += to.length;
  }
  if (hasHistory(row)) bytes += MAX_HISTORY_LENGTH;
  if (records) characters += 2 * JSON.stringify(records).length;
  return bytes + 2 * characters;
}

/**
 * Weight of a grant: its estimated bytes in the embedded store. A grant with 10 000 names of 90 characters took 1.15
 * MB, and its weight is 1.14 MB.
 */
export function grantWeight(grant: GrantObject): number {
  return ROW_BYTES + textBytes(grant);
}

function textBytes(value: unknown): number {
  if (typeof value === 'string') return TEXT_BYTES + value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = TEXT_BYTES;
  if (Array.isArray(value)) for (const entry of value) bytes += textBytes(entry);
  else for (const key in value) bytes += textBytes(value[key as keyof typeof value]);
  return bytes;
}

const SEED = randomInt(2 ** 32);
const FEWEST_SLOTS = 16;

/**
 * Weight of each object of one part, by key. Takes about 11 to 23 bytes per object, because only the store has the keys
 * (StoredVersions). A table of 32-bit hashes with open addressing (Knuth, TAOCP 6.4; algorithm R for deletion).
 *
 * Two keys with the same hash share one weight: the latest one. A million objects have about a hundred such pairs. The
 * hash starts from a random number of this process, so a leaf cannot predict which names collide.
 */
export class Weights {
  /** Slots of two numbers: a hash, then its weight. A weight of 0 marks an empty slot. */
  #slots = new Uint32Array(2 * FEWEST_SLOTS);
  #mask = FEWEST_SLOTS - 1;
  #size = 0;

  /** Weight of a key. 0 if the key is not in the table. */
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
      // An entry whose search starts after the hole must stay, because the search would not find it in the hole.
      if (((at - home) & this.#mask) < ((at - hole) & this.#mask)) continue;
      this.#put(hole, this.#slots[2 * at]!, this.#slots[2 * at + 1]!);
      hole = at;
    }
    this.#slots[2 * hole + 1] = 0;
  }

  /** The slot that holds the hash, or the empty slot for it. */
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

/** FNV-1a with the final step of MurmurHash3, which mixes the low bits better. The table uses the low bits. */
function hashOf(text: string): number {
  let hash = SEED;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
