/**
 * Texts as bytes in chunks outside the JavaScript heap: a name of 25 characters takes 28 bytes here and 90 as a string
 * in a Map, and garbage collection has nothing to scan. One byte per character if all are Latin-1, two otherwise.
 *
 * A text is a record of whole granules: two bytes of length, its bytes, zeros. Freed records form lists by size, so
 * that churn of names of similar length fills its own holes and nothing ever moves. Texts too long for a record are
 * kept aside as strings.
 */
import type { ByteMatch } from './byte-match.ts';
import type { TextOrder } from './id-order.ts';
import { hashWords } from './text-hash.ts';

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

export class TextArena {
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
  compare(a: number, b: number, { places, compare }: TextOrder): number {
    if (this.#isWide(a) || this.#isWide(b)) return compare(this.text(a), this.text(b));
    const [left, right] = [this.#words[a >>> CHUNK_SHIFT]!, this.#words[b >>> CHUNK_SHIFT]!];
    const [i, j] = [a & IN_CHUNK, b & IN_CHUNK];
    const [length, otherLength] = [left[i]! & 0xffff, right[j]! & 0xffff];
    const shorter = Math.min(length, otherLength);
    const end = granules(shorter);
    let at = 0;
    let difference = (left[i]! ^ right[j]!) & ~0xffff; // of the bytes beside the lengths
    while (difference === 0 && ++at < end) difference = left[i + at]! ^ right[j + at]!;
    // The first byte is the lowest of its word. Zeros follow the last one, so words may be compared beyond the shorter
    // text.
    const shift = (31 - Math.clz32(difference & -difference)) & 0x18;
    if (difference === 0 || at * 4 + (shift >>> 3) - HEADER >= shorter) return length - otherLength;
    return places[(left[i + at]! >>> shift) & 0xff]! - places[(right[j + at]! >>> shift) & 0xff]!;
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
