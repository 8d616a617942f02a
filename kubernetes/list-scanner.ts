/**
 * Cuts the objects out of the body of a list as its bytes arrive. So memory never holds the whole list, as text or as
 * objects.
 *
 * The scanner understands only as much JSON as cutting needs: strings, and the depth of brackets. JSON.parse parses
 * each object, so the scanner accepts what JSON.parse accepts (test/kubernetes/list-scanner.test.ts compares the
 * two). A leaf must not fill our memory, so the scanner skips and counts items beyond the bounds. Too much data
 * outside of the items ends the list with an error. Pure: bytes in, values out.
 */
import { GatheredBytes } from '../async/gathered-bytes.ts';
import { MAX_DEPTH, parsesSlowly } from './json-weight.ts';

export interface ListScannerLimits {
  /** Maximum bytes of one item. @default 8 MiB */
  readonly itemBytes?: number;
  /** Maximum nesting of brackets in one value, inside or outside the items. @default MAX_DEPTH of json-weight.ts */
  readonly depth?: number;
  /** Maximum weight of one value. @default MAX_WEIGHT of json-weight.ts */
  readonly weight?: number;
  /** Maximum bytes of all keys and values outside the items. @default 1 MiB */
  readonly frameBytes?: number;
  /** Parses a value. Returns undefined if the value is beyond the bounds. @default JSON.parse */
  readonly parse?: (text: string) => unknown;
}

/** Fields of a list beside its items. If a field is repeated, its last value counts. */
export type ListFrame = ReadonlyMap<string, unknown>;

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20] as const;
const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c] as const;
const [BRACKET, END_BRACKET, BRACE, END_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

/** Syntax elements that may come next, between two values. */
type Expected =
  | 'object'
  | 'first key'
  | 'key'
  | 'colon'
  | 'value'
  | 'field end'
  | 'first item'
  | 'item'
  | 'item end'
  | 'nothing';

export class ListScanner {
  readonly #itemBytes: number;
  readonly #maxDepth: number;
  readonly #maxWeight: number | undefined;
  readonly #parse: (text: string) => unknown;
  #frameBytesLeft: number;
  #expected: Expected = 'object';
  readonly #frame = new Map<string, unknown>();
  #key = '';
  #itemsSeen = false;
  #skipped = 0;
  // Kind of the value being read, if any.
  #value: 'none' | 'string' | 'brackets' | 'scalar' = 'none';
  /** Bytes of the current value from earlier chunks. */
  readonly #gathered = new GatheredBytes();
  /** True if the current value is beyond the bounds. The scanner then only looks for the end of the value. */
  #exceeded = false;
  #length = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;

  constructor({
    itemBytes = 8 * 1024 * 1024,
    depth = MAX_DEPTH,
    weight,
    frameBytes = 1024 * 1024,
    parse = JSON.parse,
  }: ListScannerLimits = {}) {
    this.#itemBytes = itemBytes;
    this.#maxDepth = depth;
    this.#maxWeight = weight;
    this.#parse = parse;
    this.#frameBytesLeft = frameBytes;
  }

  /** Number of items left out because they are beyond the bounds. */
  get skipped(): number {
    return this.#skipped;
  }

  /**
   * Reads a chunk. Returns the items that end in it.
   * @throws SyntaxError if the bytes are not a list in JSON
   */
  push(chunk: Uint8Array): unknown[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const items: unknown[] = [];
    let at = 0;
    while (at < bytes.length)
      at = this.#value === 'none' ? this.#between(bytes, at, items) : this.#within(bytes, at, items);
    return items;
  }

  /**
   * The fields of the list beside its items, including `items` if it is not an array.
   * @throws SyntaxError if the list is not at its end
   */
  end(): ListFrame {
    if (this.#expected !== 'nothing') throw new SyntaxError('the list ends too early');
    return this.#frame;
  }

  /** Reads one byte between values, or starts to read a value. Returns the index at which to continue. */
  #between(bytes: Buffer, at: number, items: unknown[]): number {
    const byte = bytes[at];
    if (byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB) return at + 1;
    switch (this.#expected) {
      case 'object':
        return this.#expect(byte === BRACE, 'first key', at);
      case 'first key':
        if (byte === END_BRACE) return this.#expect(true, 'nothing', at);
        return this.#begin(byte === QUOTE, bytes, at, items);
      case 'key':
        return this.#begin(byte === QUOTE, bytes, at, items);
      case 'colon':
        return this.#expect(byte === COLON, 'value', at);
      case 'value':
        if (this.#key !== 'items' || byte !== BRACKET) return this.#begin(true, bytes, at, items);
        if (this.#itemsSeen) throw new SyntaxError('the list has items twice');
        this.#itemsSeen = true;
        return this.#expect(true, 'first item', at);
      case 'field end':
        return this.#expect(byte === COMMA || byte === END_BRACE, byte === COMMA ? 'key' : 'nothing', at);
      case 'first item':
        if (byte === END_BRACKET) return this.#expect(true, 'field end', at);
        return this.#begin(true, bytes, at, items);
      case 'item':
        return this.#begin(true, bytes, at, items);
      case 'item end':
        return this.#expect(byte === COMMA || byte === END_BRACKET, byte === COMMA ? 'item' : 'field end', at);
      case 'nothing':
        throw new SyntaxError('something follows the list');
    }
  }

  #expect(met: boolean, next: Expected, at: number): number {
    if (!met) throw new SyntaxError(`no list of objects: something else stands where the ${this.#expected} should be`);
    this.#expected = next;
    return at + 1;
  }

  #begin(met: boolean, bytes: Buffer, at: number, items: unknown[]): number {
    this.#expect(met, this.#expected, at);
    const byte = bytes[at];
    this.#value = byte === QUOTE ? 'string' : byte === BRACE || byte === BRACKET ? 'brackets' : 'scalar';
    this.#exceeded = false;
    this.#length = 0;
    this.#depth = 0;
    this.#inString = this.#escaped = false;
    return this.#within(bytes, at, items);
  }

  /** Continues reading a value, to its end or to the end of the chunk. */
  #within(bytes: Buffer, start: number, items: unknown[]): number {
    const end = this.#value === 'scalar' ? this.#endOfScalar(bytes, start) : this.#endOfNested(bytes, start);
    const stop = end < 0 ? bytes.length : end;
    this.#length += stop - start;
    const isItem = this.#expected === 'first item' || this.#expected === 'item';
    if (this.#length > (isItem ? this.#itemBytes : this.#frameBytesLeft)) this.#exceed(isItem);
    if (end < 0) {
      if (!this.#exceeded) this.#gathered.add(bytes.subarray(start));
      return stop;
    }
    this.#value = 'none';
    const first = isItem || this.#expected === 'value';
    const text = this.#exceeded ? undefined : this.#gathered.bytesWith(bytes.subarray(start, stop));
    if (text && parsesSlowly(text, this.#maxWeight)) this.#exceed(isItem);
    if (!text || this.#exceeded) this.#skipped += 1;
    else {
      const value = this.#parse(text.toString('utf8'));
      if (value === undefined) this.#skipped += 1;
      else if (isItem) items.push(value);
      else this.#keep(value, first);
    }
    this.#expected = isItem ? 'item end' : first ? 'field end' : 'colon';
    return stop;
  }

  #keep(value: unknown, isField: boolean): void {
    this.#frameBytesLeft -= this.#length;
    if (isField) this.#frame.set(this.#key, value);
    else this.#key = value as string;
  }

  /** Drops an item that is beyond the bounds. @throws SyntaxError for other values */
  #exceed(isItem: boolean): void {
    if (!isItem) throw new SyntaxError('the list has too much beside its items');
    this.#exceeded = true;
    this.#gathered.clear();
  }

  #endOfScalar(bytes: Buffer, start: number): number {
    for (let at = start; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (byte === COMMA || byte === END_BRACE || byte === END_BRACKET || byte <= SPACE) return at;
    }
    return -1;
  }

  /** Index after the closing byte of a string or bracket. -1 if the chunk does not contain the closing byte. */
  #endOfNested(bytes: Buffer, start: number): number {
    const { length } = bytes;
    let depth = this.#depth;
    let inString = this.#inString;
    let at = this.#escaped ? start + 1 : start;
    this.#escaped = false;
    for (;;) {
      if (inString) {
        while (at < length && bytes[at] !== QUOTE && bytes[at] !== BACKSLASH) at += 1;
        if (at >= length) break;
        if (bytes[at] === BACKSLASH) {
          at += 2;
          continue;
        }
        inString = false;
        at += 1;
        if (depth === 0) return at;
      }
      if (at >= length) break;
      const byte = bytes[at];
      at += 1;
      if (byte === QUOTE) inString = true;
      else if (byte === BRACE || byte === BRACKET) {
        depth += 1;
        if (depth > this.#maxDepth && !this.#exceeded) this.#exceed(this.#expected !== 'value');
      } else if ((byte === END_BRACE || byte === END_BRACKET) && --depth === 0) return at;
    }
    this.#escaped = at > length;
    this.#depth = depth;
    this.#inString = inString;
    return -1;
  }
}
