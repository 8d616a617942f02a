/**
 * A dictionary for very many texts (names, messages, label sets). It gives numbers to texts as Dictionary does. It
 * stores the texts in an arena and finds them by a hash table that grows gradually. Five million names take 250 MB less
 * than in a Map.
 */
import { hash as digestOf, randomFillSync } from 'node:crypto';
import type { TextBytes } from '../../store/store.ts';
import type { TextMatch } from '../query.ts';
import { grown, LinearHash } from './containers.ts';
import { BY_UNITS, type TextOrder } from './names.ts';
import { type ByteMatch, type Candidates, compileByteMatch, compileTextMatch, TrigramIndex } from './text-search.ts';

/** Marks a number whose text is too long for a record. The text is stored separately. Records start at 1. */
const ASIDE = 0;

/** Adds the searchable parts of a text to an index. */
type AddTrigrams = (trigrams: TrigramIndex, id: number) => void;

export class TextDictionary {
  readonly #arena = new TextArena();
  readonly #table = new LinearHash(id => this.#arena.hashOf(this.#records[id]!));
  /** Numbers of long texts, by asideKey(). */
  readonly #aside = new Map<string, number>();
  readonly #asideTexts = new Map<number, string>();
  /** First free number, or 0. The record of a free number links to the next free number. */
  #free = 0;
  #records = new Uint32Array(64);
  /**
   * Eight bits of the hash of each number's text. These bits distinguish nearly all numbers of a bucket without reading
   * texts.
   */
  #tags = new Uint8Array(64);
  #uses = new Uint32Array(64);
  #capacity = 1;
  readonly #trigrams: TrigramIndex | undefined;
  readonly #addTo: AddTrigrams;

  /** @param searched True makes texts searchable by content. A function also decides what is indexed for each text */
  constructor({ searched = false }: { searched?: boolean | AddTrigrams } = {}) {
    this.#trigrams = searched ? new TrigramIndex() : undefined;
    this.#addTo = typeof searched === 'function' ? searched : (trigrams, id) => this.addTrigrams(trigrams, id);
  }

  /** Exclusive upper bound of all numbers. Numbers start at 1. */
  get capacity(): number {
    return this.#capacity;
  }

  get size(): number {
    return this.#table.size + this.#aside.size;
  }

  /** Memory of the texts and of their search index, in bytes. */
  get byteLength(): number {
    return this.#arena.byteLength + (this.#trigrams?.byteLength ?? 0);
  }

  /** Call before the first text is added, with the expected number of texts. */
  expect(texts: number): void {
    this.#table.expect(texts);
  }

  /** Returns the number of a text, and adds a use of the text. */
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

  /** Like acquire(), but takes the code units of a text. All texts of a dictionary must be added in the same way. */
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

  /** Stores the text that was encoded last. Returns its number. */
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

  /** Adds the text of the number `id` to an index, under the number `number`. */
  addTrigrams(trigrams: TrigramIndex, id: number, number = id): void {
    const record = this.#records[id]!;
    if (record !== ASIDE && this.#arena.isNarrow(record)) {
      const { bytes, from, to } = this.#arena.bytes(record);
      return trigrams.add(number, bytes, from, to);
    }
    const text = this.text(id);
    // The lower-cased text is added too, because the lower case of a character can depend on its neighbours.
    for (const form of new Set([text, text.toLowerCase()])) {
      const units = Uint16Array.from({ length: form.length }, (_, at) => form.charCodeAt(at));
      trigrams.add(number, units, 0, units.length);
    }
  }

  /** Returns a new number with one use. */
  #next(): number {
    const id = this.#free || this.#capacity++;
    if (id >= this.#uses.length) this.#uses = grown(this.#uses, id + 1);
    if (id >= this.#records.length) this.#records = grown(this.#records, id + 1);
    if (id >= this.#tags.length) this.#tags = grown(this.#tags, id + 1);
    if (id === this.#free) this.#free = this.#records[id]!;
    this.#uses[id] = 1;
    return id;
  }

  isUsedOnce(id: number): boolean {
    return this.#uses[id] === 1;
  }

  /** Counts one more use of a number. The number must be in use. */
  retain(id: number): void {
    this.#uses[id]!++;
  }

  /** Removes a use. Returns true if it was the last use. */
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

  /** Like find(), but takes the arguments of acquireUnits(). */
  findUnits(units: Uint16Array, length: number): number | undefined {
    const hash = this.#arena.encodeUnits(units, length);
    return hash === undefined ? this.#aside.get(asideKey(textOf(units, length))) : this.#lookUp(hash) || undefined;
  }

  text(id: number): string {
    const record = this.#records[id]!;
    return record === ASIDE ? this.#asideTexts.get(id)! : this.#arena.text(record);
  }

  /** Returns the length of a text in characters. */
  lengthOf(id: number): number {
    const record = this.#records[id]!;
    return record === ASIDE ? (this.#asideTexts.get(id)?.length ?? 0) : this.#arena.lengthOf(record);
  }

  /** Returns the numbers whose texts can match. Undefined if all can. Valid until the next write. */
  candidates(match: TextMatch): Candidates | undefined {
    return this.#trigrams?.candidates(match);
  }

  /** Returns the number of uses. 0 if no text has the number. */
  usesOf(id: number): number {
    return this.#uses[id]!;
  }

  /** Returns a function that is true for a number whose text matches. A number without a text does not match. */
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

  /** Compares the texts of two numbers. */
  compare(a: number, b: number, order = BY_UNITS): number {
    if (a === b) return 0;
    const [left, right] = [this.#records[a]!, this.#records[b]!];
    if (left !== ASIDE && right !== ASIDE) return this.#arena.compare(left, right, order);
    return order.compare(this.text(a), this.text(b));
  }

  /**
   * Returns a comparison of numbers with a text: below 0 if the number's text comes before the given text. Valid until
   * the next write.
   */
  position(text: string, order = BY_UNITS): (id: number) => number {
    const known = this.find(text);
    return known === undefined ? id => order.compare(this.text(id), text) : id => this.compare(id, known, order);
  }

  /**
   * Returns the record of a number's text, for word(). Undefined if the text is not stored with one byte per character.
   */
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

/** Uses the high bits of the hash, because buckets use the low bits. */
function tagOf(hash: number): number {
  return hash >>> 24;
}

function textOf(units: Uint16Array, length: number): string {
  return String.fromCharCode(...units.subarray(0, length));
}

/** Returns a digest of the code units. A Map is slow with very long texts of equal length as keys. */
function asideKey(text: string): string {
  return digestOf('sha256', Buffer.from(text, 'utf16le'));
}

/** A granule is four bytes. Records are addressed in granules, so that they can be compared word by word. */
const GRANULE_SHIFT = 2;
const CHUNK_BYTES = 1 << 20;
/**
 * Size of the first chunk in bytes, small because most dictionaries are small. The longest record must fit. The chunk
 * doubles until it has CHUNK_BYTES.
 */
const FIRST_BYTES = 1 << 13;
const CHUNK_SHIFT = 20 - GRANULE_SHIFT;
const IN_CHUNK = (1 << CHUNK_SHIFT) - 1;
const HEADER = 2;
const WIDE = 0x8000;
/** Maximum bytes of a text in a record. */
const MAX_BYTES = 4096;

/**
 * Stores texts as bytes in chunks outside the JavaScript heap. A name of 25 characters takes 28 bytes here, and 90
 * bytes as a string in a Map. A character takes one byte if all characters of the text are Latin-1, otherwise two.
 *
 * A text is stored as a record. A record consists of two bytes for the length, the bytes of the text, and zeros up to a
 * multiple of four bytes. Freed records form lists by size, so that new names reuse the memory of removed names with
 * similar length. The address of a record does not change. Texts that are too long for a record are stored separately,
 * as strings.
 */
class TextArena {
  readonly #chunks: Buffer[] = [];
  readonly #words: Uint32Array[] = [];
  /** First free record, by size in granules. Its first word links to the next free record. 0 means none. */
  readonly #free = new Uint32Array(((HEADER + MAX_BYTES) >>> GRANULE_SHIFT) + 2);
  #end = 1;
  /** The text that was encoded last, in the format of a record. */
  readonly #scratch = new Uint8Array(MAX_BYTES + 8);
  readonly #scratchUnits = new Uint16Array(this.#scratch.buffer);
  readonly #scratchWords = new Uint32Array(this.#scratch.buffer);
  #size = 0;

  get byteLength(): number {
    return this.#chunks.reduce((sum, { length }) => sum + length, 0);
  }

  /** Encodes a text for same() and write(). Returns the hash. Undefined if the text is too long for a record. */
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

  /** Like encode(), for a text with one byte per character. */
  encodeBytes(text: Uint8Array, from: number, to: number): number | undefined {
    const length = to - from;
    if (length > MAX_BYTES) return undefined;
    const bytes = this.#scratch;
    for (let i = 0; i < length; i++) bytes[HEADER + i] = text[from + i]!;
    return this.#encoded(length, length);
  }

  /** Like encode(), for a text given as code units. Stores two bytes per character. */
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

  /** True if a record equals the text that was encoded last. */
  same(record: number): boolean {
    const words = this.#words[record >>> CHUNK_SHIFT]!;
    const at = record & IN_CHUNK;
    const [size, scratch] = [this.#size, this.#scratchWords];
    for (let i = 0; i < size; i++) if (words[at + i] !== scratch[i]) return false;
    return true;
  }

  /** Returns the hash that encode() returned for a record's text. */
  hashOf(record: number): number {
    return hashWords(this.#words[record >>> CHUNK_SHIFT]!, HEADER + this.#byteLength(record), record & IN_CHUNK);
  }

  /** Stores the text that was encoded last. Returns its record. */
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

  /** Returns the length of a record's text in characters. */
  lengthOf(record: number): number {
    return this.#words[record >>> CHUNK_SHIFT]![record & IN_CHUNK]! & 0xffff & ~WIDE;
  }

  isNarrow(record: number): boolean {
    return !this.#isWide(record);
  }

  /**
   * Returns four bytes of a narrow record (one byte per character) as a number that sorts in the same order. 0 after
   * the end of the text. Depth 0 holds only two bytes of text, because the length takes the other two.
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

  /** Returns the location of a narrow record's text. */
  bytes(record: number): { readonly bytes: Uint8Array; readonly from: number; readonly to: number } {
    const from = ((record & IN_CHUNK) << GRANULE_SHIFT) + HEADER;
    return { bytes: this.#chunks[record >>> CHUNK_SHIFT]!, from, to: from + this.#byteLength(record) };
  }

  /** True if the bytes of a record match. Undefined if the record has two bytes per character. */
  fits(record: number, match: ByteMatch): boolean | undefined {
    const chunk = this.#chunks[record >>> CHUNK_SHIFT]!;
    const at = (record & IN_CHUNK) << GRANULE_SHIFT;
    const header = chunk[at]! | (chunk[at + 1]! << 8);
    return header & WIDE ? undefined : match(chunk, at + HEADER, at + HEADER + header);
  }

  /** Compares the texts of two records. */
  compare(a: number, b: number, { scopes, compare }: TextOrder): number {
    if (this.#isWide(a) || this.#isWide(b)) return compare(this.text(a), this.text(b));
    const [left, right] = [this.#words[a >>> CHUNK_SHIFT]!, this.#words[b >>> CHUNK_SHIFT]!];
    const [i, j] = [a & IN_CHUNK, b & IN_CHUNK];
    const [length, otherLength] = [left[i]! & 0xffff, right[j]! & 0xffff];
    const shorter = Math.min(length, otherLength);
    const end = granules(shorter);
    let at = 0;
    let difference = (left[i]! ^ right[j]!) & ~0xffff; // only the bytes of the text, without the length
    while (difference === 0 && ++at < end) difference = left[i + at]! ^ right[j + at]!;
    // The first byte is the lowest byte of its word. Zeros follow the last byte of a text, so words beyond the shorter
    // text may be compared.
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

const [KEY_0, KEY_1] = randomFillSync(new Uint32Array(2)) as unknown as [number, number];

/**
 * Returns the hash of a text's bytes by HalfSipHash-1-3, with a random key for each process. Who attacks: a leaf that
 * chooses names with equal hashes, so that all its names are in one bucket. What stops the attack: the leaf does not
 * know the key, so it cannot compute the hashes.
 * @param words Bytes of the text, four in a word, from the word `from` on. Zeros follow the last byte
 */
function hashWords(words: Uint32Array, byteLength: number, from = 0): number {
  let v0 = KEY_0 | 0;
  let v1 = KEY_1 | 0;
  let v2 = 0x6c796765 ^ KEY_0;
  let v3 = 0x74656462 ^ KEY_1;
  const count = (byteLength + 3) >>> 2;
  // The length is the last word of the message. Three more rounds finish the hash.
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
