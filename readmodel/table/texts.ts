/**
 * A dictionary for very many texts (names, messages, label sets): numbers for texts as in Dictionary, with the texts in
 * an arena and a hash table that grows gradually. Five million names take 250 MB less than in a Map, and garbage
 * collection never visits them.
 */
import { hash as digestOf, randomFillSync } from 'node:crypto';
import type { TextBytes } from '../../store/store.ts';
import type { TextMatch } from '../query.ts';
import { grown, LinearHash } from './containers.ts';
import { BY_UNITS, type TextOrder } from './names.ts';
import { type ByteMatch, type Candidates, compileByteMatch, compileTextMatch, TrigramIndex } from './text-search.ts';

/** Marks a number whose text is too long for a record and kept aside; records start at 1. */
const ASIDE = 0;

/** Adds the searchable parts of a number's text to an index. */
type AddTrigrams = (trigrams: TrigramIndex, id: number) => void;

export class TextDictionary {
  readonly #arena = new TextArena();
  readonly #table = new LinearHash(id => this.#arena.hashOf(this.#records[id]!));
  /** By asideKey(). */
  readonly #aside = new Map<string, number>();
  readonly #asideTexts = new Map<number, string>();
  /** Head of the list of freed numbers, linked by their records; 0: none. */
  #free = 0;
  #records = new Uint32Array(64);
  /**
   * By number: eight bits of its text's hash, which distinguish nearly all numbers of a bucket without reading texts.
   */
  #tags = new Uint8Array(64);
  #uses = new Uint32Array(64);
  #capacity = 1;
  readonly #trigrams: TrigramIndex | undefined;
  readonly #addTo: AddTrigrams;

  /** @param searched Makes texts searchable by content; a function decides what is added for each text */
  constructor({ searched = false }: { searched?: boolean | AddTrigrams } = {}) {
    this.#trigrams = searched ? new TrigramIndex() : undefined;
    this.#addTo = typeof searched === 'function' ? searched : (trigrams, id) => this.addTrigrams(trigrams, id);
  }

  /** Exclusive upper bound of all numbers, which start at 1. */
  get capacity(): number {
    return this.#capacity;
  }

  get size(): number {
    return this.#table.size + this.#aside.size;
  }

  /** Memory of the texts and of their search index. */
  get byteLength(): number {
    return this.#arena.byteLength + (this.#trigrams?.byteLength ?? 0);
  }

  /** Call before the first text, with the expected number. */
  expect(texts: number): void {
    this.#table.expect(texts);
  }

  /** The number of a text, with one more use. */
  acquire(text: string | TextBytes): number {
    if (typeof text !== 'string') return this.#acquireBytes(text);
    const hash = this.#arena.encode(text);
    if (hash === undefined) return this.#acquireAside(text);
    const known = this.#lookUp(hash);
    if (known === 0) return this.#add(hash);
    this.retain(known);
    return known;
  }

  #acquireBytes(text: TextBytes): number {
    const hash = this.#arena.encodeBytes(text.bytes, text.from, text.to);
    if (hash === undefined) return this.#acquireAside(text.toString());
    const known = this.#lookUp(hash);
    if (known === 0) return this.#add(hash);
    this.retain(known);
    return known;
  }

  /** As acquire(), from the code units of a text. All texts of one dictionary must be added in the same way. */
  acquireUnits(units: Uint16Array, length: number): number {
    const hash = this.#arena.encodeUnits(units, length);
    if (hash === undefined) return this.#acquireAside(textOf(units, length));
    const known = this.#lookUp(hash);
    if (known === 0) return this.#add(hash);
    this.retain(known);
    return known;
  }

  #acquireAside(text: string): number {
    const key = asideKey(text);
    const known = this.#aside.get(key);
    if (known !== undefined) {
      this.retain(known);
      return known;
    }
    const id = this.#next();
    this.#records[id] = ASIDE;
    this.#aside.set(key, id);
    this.#asideTexts.set(id, text);
    this.#makeFindable(id);
    return id;
  }

  /** Stores the text encoded last. */
  #add(hash: number): number {
    const id = this.#next();
    this.#records[id] = this.#arena.write();
    this.#tags[id] = tagOf(hash);
    this.#table.add(id, hash);
    this.#makeFindable(id);
    return id;
  }

  #makeFindable(id: number): void {
    const trigrams = this.#trigrams;
    if (!trigrams) return;
    if (!trigrams.isWorn(id)) return this.#addTo(trigrams, id);
    const { from, to } = trigrams.clear(id);
    for (let other = from; other < to; other++) if (this.#uses[other]! > 0) this.#addTo(trigrams, other);
  }

  /** Adds a text to an index, under the number `id`. */
  addTrigrams(trigrams: TrigramIndex, id: number, number = id): void {
    const record = this.#records[id]!;
    if (record !== ASIDE && this.#arena.isNarrow(record)) {
      const { bytes, from, to } = this.#arena.bytes(record);
      return trigrams.add(number, bytes, from, to);
    }
    const text = this.text(id);
    // Lower case can depend on neighbouring characters, so the lower-cased text is added too.
    for (const form of new Set([text, text.toLowerCase()])) {
      const units = Uint16Array.from({ length: form.length }, (_, at) => form.charCodeAt(at));
      trigrams.add(number, units, 0, units.length);
    }
  }

  /** A number with one use. */
  #next(): number {
    const id = this.#free || this.#capacity++;
    if (id >= this.#uses.length) this.#uses = grown(this.#uses, id + 1);
    if (id >= this.#records.length) this.#records = grown(this.#records, id + 1);
    if (id >= this.#tags.length) this.#tags = grown(this.#tags, id + 1);
    if (id === this.#free) this.#free = this.#records[id]!;
    this.#uses[id] = 1;
    return id;
  }

  /** True if a number has exactly one use. */
  isUsedOnce(id: number): boolean {
    return this.#uses[id] === 1;
  }

  /** Adds one use of a number in use. */
  retain(id: number): void {
    this.#uses[id]!++;
  }

  /** Removes one use. Returns true if it was the last. */
  release(id: number): boolean {
    if (--this.#uses[id]! > 0) return false;
    const record = this.#records[id]!;
    if (record === ASIDE) {
      this.#aside.delete(asideKey(this.#asideTexts.get(id)!));
      this.#asideTexts.delete(id);
    } else {
      this.#table.remove(id, this.#arena.hashOf(record));
      this.#arena.free(record);
    }
    this.#trigrams?.drop(id);
    this.#records[id] = this.#free;
    this.#free = id;
    return true;
  }

  find(text: string): number | undefined {
    const hash = this.#arena.encode(text);
    return (hash === undefined ? this.#aside.get(asideKey(text)) : this.#lookUp(hash)) || undefined;
  }

  /** As find(), for the arguments of acquireUnits(). */
  findUnits(units: Uint16Array, length: number): number | undefined {
    const hash = this.#arena.encodeUnits(units, length);
    return hash === undefined ? this.#aside.get(asideKey(textOf(units, length))) : this.#lookUp(hash) || undefined;
  }

  text(id: number): string {
    const record = this.#records[id]!;
    return record === ASIDE ? this.#asideTexts.get(id)! : this.#arena.text(record);
  }

  /** Approximate length in characters of a number's text. */
  lengthOf(id: number): number {
    const record = this.#records[id]!;
    return record === ASIDE ? (this.#asideTexts.get(id)?.length ?? 0) : this.#arena.lengthOf(record);
  }

  /** The numbers whose texts can match; undefined if all can. Valid until the next write. */
  candidates(match: TextMatch): Candidates | undefined {
    return this.#trigrams?.candidates(match);
  }

  /** Number of uses; 0 if a number has no text. */
  usesOf(id: number): number {
    return this.#uses[id]!;
  }

  /** Matches numbers' texts; a number without a text does not match. */
  matcher(match: TextMatch): (id: number) => boolean {
    const fits = compileTextMatch(match);
    const bytesFit = compileByteMatch(match);
    return id => {
      if (this.#uses[id] === 0) return false;
      const record = this.#records[id]!;
      const judged = bytesFit && record !== ASIDE ? this.#arena.fits(record, bytesFit) : undefined;
      return judged ?? fits(this.text(id));
    };
  }

  /** Orders two numbers by their texts. */
  compare(a: number, b: number, order = BY_UNITS): number {
    if (a === b) return 0;
    const [left, right] = [this.#records[a]!, this.#records[b]!];
    if (left !== ASIDE && right !== ASIDE) return this.#arena.compare(left, right, order);
    return order.compare(this.text(a), this.text(b));
  }

  /** Compares numbers' texts with a text: below 0 if the number's text comes before it. Valid until the next write. */
  position(text: string, order = BY_UNITS): (id: number) => number {
    const known = this.find(text);
    return known === undefined ? id => order.compare(this.text(id), text) : id => this.compare(id, known, order);
  }

  /** Record of a number's text, for word(); undefined if it is not stored as bytes of characters. */
  record(id: number): number | undefined {
    const record = this.#records[id]!;
    return record !== ASIDE && this.#arena.isNarrow(record) ? record : undefined;
  }

  word(record: number, depth: number): number {
    return this.#arena.word(record, depth);
  }

  #lookUp(hash: number): number {
    let id = this.#table.first(hash);
    const tag = tagOf(hash);
    while (id !== 0 && (this.#tags[id] !== tag || !this.#arena.same(this.#records[id]!))) id = this.#table.next(id);
    return id;
  }
}

/** From the high bits: buckets use the lowest. */
function tagOf(hash: number): number {
  return hash >>> 24;
}

function textOf(units: Uint16Array, length: number): string {
  return String.fromCharCode(...units.subarray(0, length));
}

/** Digest of the code units: V8 compares long texts of one length one by one. */
function asideKey(text: string): string {
  return digestOf('sha256', Buffer.from(text, 'utf16le'));
}

/**
 * Texts as bytes in chunks outside the JavaScript heap: a name of 25 characters takes 28 bytes here and 90 as a string
 * in a Map, and garbage collection has nothing to scan. One byte per character if all are Latin-1, two otherwise.
 *
 * A text is a record of whole granules: two bytes of length, its bytes, zeros. Freed records form lists by size, so
 * that churn of names of similar length fills its own holes and nothing ever moves. Texts too long for a record are
 * kept aside as strings.
 */

/** Records are addressed in granules of four bytes, so that they can be compared by words. */
const GRANULE_SHIFT = 2;
const CHUNK_BYTES = 1 << 20;
/** Size of the first chunk, which doubles: most dictionaries are small. Larger than the longest record. */
const FIRST_BYTES = 1 << 13;
const CHUNK_SHIFT = 20 - GRANULE_SHIFT;
const IN_CHUNK = (1 << CHUNK_SHIFT) - 1;
const HEADER = 2;
const WIDE = 0x8000;
/** Maximum bytes of a text in a record. */
const MAX_BYTES = 4096;

class TextArena {
  readonly #chunks: Buffer[] = [];
  readonly #words: Uint32Array[] = [];
  /** By size in granules: the first free record, whose first word links to the next. 0 is no record. */
  readonly #free = new Uint32Array(((HEADER + MAX_BYTES) >>> GRANULE_SHIFT) + 2);
  #end = 1;
  /** The text encoded last, in record format. */
  readonly #scratch = new Uint8Array(MAX_BYTES + 8);
  readonly #scratchUnits = new Uint16Array(this.#scratch.buffer);
  readonly #scratchWords = new Uint32Array(this.#scratch.buffer);
  #size = 0;

  get byteLength(): number {
    return this.#chunks.reduce((sum, { length }) => sum + length, 0);
  }

  /** Encodes a text for same() and write(), and returns its hash; undefined if it is too long for a record. */
  encode(text: string): number | undefined {
    const { length } = text;
    if (length > MAX_BYTES) return undefined;
    const bytes = this.#scratch;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 0xff) return this.#encodeWide(text);
      bytes[HEADER + i] = unit;
    }
    return this.#encoded(length, length);
  }

  #encodeWide(text: string): number | undefined {
    const { length } = text;
    if (length * 2 > MAX_BYTES) return undefined;
    for (let i = 0; i < length; i++) this.#scratchUnits[1 + i] = text.charCodeAt(i);
    return this.#encoded(length | WIDE, length * 2);
  }

  /** As encode(), for a text of one byte per character. */
  encodeBytes(text: Uint8Array, from: number, to: number): number | undefined {
    const length = to - from;
    if (length > MAX_BYTES) return undefined;
    const bytes = this.#scratch;
    for (let i = 0; i < length; i++) bytes[HEADER + i] = text[from + i]!;
    return this.#encoded(length, length);
  }

  /** As encode(), for a text given by code units: always two bytes each. */
  encodeUnits(units: Uint16Array, length: number): number | undefined {
    if (length * 2 > MAX_BYTES) return undefined;
    for (let i = 0; i < length; i++) this.#scratchUnits[1 + i] = units[i]!;
    return this.#encoded(length | WIDE, length * 2);
  }

  #encoded(header: number, byteLength: number): number {
    this.#scratchUnits[0] = header;
    const end = HEADER + byteLength;
    for (let after = end; after < end + 4; after++) this.#scratch[after] = 0;
    this.#size = granules(byteLength);
    return hashWords(this.#scratchWords, end);
  }

  /** True if a record equals the text encoded last. */
  same(record: number): boolean {
    const words = this.#words[record >>> CHUNK_SHIFT]!;
    const at = record & IN_CHUNK;
    const [size, scratch] = [this.#size, this.#scratchWords];
    for (let i = 0; i < size; i++) if (words[at + i] !== scratch[i]) return false;
    return true;
  }

  /** The hash that encode() returned for a record's text. */
  hashOf(record: number): number {
    return hashWords(this.#words[record >>> CHUNK_SHIFT]!, HEADER + this.#byteLength(record), record & IN_CHUNK);
  }

  /** Stores the text encoded last and returns its record. */
  write(): number {
    const [size, scratch] = [this.#size, this.#scratchWords];
    let record = this.#free[size]!;
    if (record === 0) record = this.#extend(size);
    else this.#free[size] = this.#words[record >>> CHUNK_SHIFT]![record & IN_CHUNK]!;
    const words = this.#words[record >>> CHUNK_SHIFT]!;
    const at = record & IN_CHUNK;
    for (let i = 0; i < size; i++) words[at + i] = scratch[i]!;
    return record;
  }

  free(record: number): void {
    const size = granules(this.#byteLength(record));
    this.#words[record >>> CHUNK_SHIFT]![record & IN_CHUNK] = this.#free[size]!;
    this.#free[size] = record;
  }

  text(record: number): string {
    const chunk = this.#chunks[record >>> CHUNK_SHIFT]!;
    const at = ((record & IN_CHUNK) << GRANULE_SHIFT) + HEADER;
    const end = at + this.#byteLength(record);
    if (end === at) return '';
    return this.#isWide(record) ? chunk.toString('utf16le', at, end) : chunk.toString('latin1', at, end);
  }

  /** Length in characters of a record's text. */
  lengthOf(record: number): number {
    return this.#words[record >>> CHUNK_SHIFT]![record & IN_CHUNK]! & 0xffff & ~WIDE;
  }

  /** True if a record has one byte per character. */
  isNarrow(record: number): boolean {
    return !this.#isWide(record);
  }

  /**
   * Four bytes of a narrow record as a number in the same order: first those beside its length, then the next. 0 after
   * its end.
   */
  word(record: number, depth: number): number {
    const words = this.#words[record >>> CHUNK_SHIFT]!;
    const at = record & IN_CHUNK;
    const header = words[at]!;
    if (depth === 0) return (((header >>> 16) & 0xff) << 8) | (header >>> 24);
    if (depth >= granules(header & 0x7fff)) return 0;
    const word = words[at + depth]!;
    return ((word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)) >>> 0;
  }

  /** Location of a narrow record's text. */
  bytes(record: number): { readonly bytes: Uint8Array; readonly from: number; readonly to: number } {
    const from = ((record & IN_CHUNK) << GRANULE_SHIFT) + HEADER;
    return { bytes: this.#chunks[record >>> CHUNK_SHIFT]!, from, to: from + this.#byteLength(record) };
  }

  /** True if the bytes of a record match; undefined if it has two bytes per character. */
  fits(record: number, match: ByteMatch): boolean | undefined {
    const chunk = this.#chunks[record >>> CHUNK_SHIFT]!;
    const at = (record & IN_CHUNK) << GRANULE_SHIFT;
    const header = chunk[at]! | (chunk[at + 1]! << 8);
    return header & WIDE ? undefined : match(chunk, at + HEADER, at + HEADER + header);
  }

  /** Orders two records by their texts. */
  compare(a: number, b: number, { scopes, compare }: TextOrder): number {
    if (this.#isWide(a) || this.#isWide(b)) return compare(this.text(a), this.text(b));
    const [left, right] = [this.#words[a >>> CHUNK_SHIFT]!, this.#words[b >>> CHUNK_SHIFT]!];
    const [i, j] = [a & IN_CHUNK, b & IN_CHUNK];
    const [length, otherLength] = [left[i]! & 0xffff, right[j]! & 0xffff];
    const shorter = Math.min(length, otherLength);
    const end = granules(shorter);
    let at = 0;
    let difference = (left[i]! ^ right[j]!) & ~0xffff; // bits of the bytes beside the lengths
    while (difference === 0 && ++at < end) difference = left[i + at]! ^ right[j + at]!;
    // The first byte is the lowest of its word. Zeros follow the last one, so words may be compared beyond the shorter
    // text.
    const shift = (31 - Math.clz32(difference & -difference)) & 0x18;
    if (difference === 0 || at * 4 + (shift >>> 3) - HEADER >= shorter) return length - otherLength;
    return scopes[(left[i + at]! >>> shift) & 0xff]! - scopes[(right[j + at]! >>> shift) & 0xff]!;
  }

  #isWide(record: number): boolean {
    return (this.#chunks[record >>> CHUNK_SHIFT]![((record & IN_CHUNK) << GRANULE_SHIFT) + 1]! & (WIDE >>> 8)) !== 0;
  }

  #byteLength(record: number): number {
    const header = this.#words[record >>> CHUNK_SHIFT]![record & IN_CHUNK]! & 0xffff;
    return header & WIDE ? (header & ~WIDE) * 2 : header;
  }

  #extend(size: number): number {
    if ((this.#end & IN_CHUNK) + size > IN_CHUNK + 1) this.#end = ((this.#end >>> CHUNK_SHIFT) + 1) << CHUNK_SHIFT;
    const record = this.#end;
    this.#end += size;
    const last = record >>> CHUNK_SHIFT;
    const room = this.#chunks[last]?.length;
    if (room === undefined) this.#setChunk(last, last === 0 ? FIRST_BYTES : CHUNK_BYTES);
    else if (((record & IN_CHUNK) + size) << GRANULE_SHIFT > room) this.#setChunk(last, room * 2);
    return record;
  }

  #setChunk(at: number, bytes: number): void {
    const chunk = Buffer.from(new ArrayBuffer(bytes));
    this.#chunks[at]?.copy(chunk);
    this.#chunks[at] = chunk;
    this.#words[at] = new Uint32Array(chunk.buffer);
  }
}

function granules(bytes: number): number {
  return (HEADER + bytes + 3) >>> GRANULE_SHIFT;
}

/**
 * HalfSipHash-1-3 of a text's bytes, under a random key of this process. Texts come from leaves: with predictable
 * hashes, a leaf could put all its names into one bucket.
 */

const [KEY_0, KEY_1] = randomFillSync(new Uint32Array(2)) as unknown as [number, number];

/** @param words The bytes, four per word, starting at word `from`; zeros after the last byte */
function hashWords(words: Uint32Array, byteLength: number, from = 0): number {
  let v0 = KEY_0 | 0;
  let v1 = KEY_1 | 0;
  let v2 = 0x6c796765 ^ KEY_0;
  let v3 = 0x74656462 ^ KEY_1;
  const count = (byteLength + 3) >>> 2;
  // The length closes the message, then three rounds finish.
  for (let i = 0; i <= count + 3; i++) {
    const word = i < count ? words[from + i]! : i === count ? byteLength : 0;
    if (i === count + 1) v2 ^= 0xff;
    v3 ^= word;
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    v0 ^= word;
  }
  return (v1 ^ v3) >>> 0;
}
