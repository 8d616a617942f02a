/**
 * Records that projections keep of rows (store/attached.ts). They are not in the columns, because most rows have no
 * records and no filter reads records. RecordIndex finds rows by their records.
 *
 * Each row has a list of cells. A cell holds a projection and the number of a text, which is JSON. Equal texts are
 * stored once, as bytes outside the JavaScript heap.
 */
import type { ProjectionRecord, Records } from '../../store/attached.ts';
import { grown } from './containers.ts';
import { TextDictionary } from './texts.ts';

/** Maximum number of parsed texts in the cache. */
const MAX_READ = 65_536;
/** Maximum number of projections. Further projections are ignored. */
const MOST_PROJECTIONS = 256;
const ROOM = 64;

/** Name of the indexed field of records, by projection. Queries find rows by this field. */
export type RecordIndexes = Readonly<Record<string, string>>;

export class RowRecords {
  /** First cell of each row. 0 if the row has none. */
  #first = new Uint32Array(ROOM);
  /** Next cell after each cell. Free cells also form a list. */
  #next = new Uint32Array(ROOM);
  #projection = new Uint8Array(ROOM);
  #text = new Uint32Array(ROOM);
  /** Entry of each cell in the index. 0 if there is none. Empty if there are no indexes. */
  #entry: Uint32Array;
  #end = 1;
  #free = 0;
  readonly #texts = new TextDictionary();
  /** Parsed texts by number of the text. */
  readonly #read = new Map<number, ProjectionRecord>();
  readonly #projections = new Map<string, number>();
  readonly #fields: ReadonlyMap<string, string>;
  readonly #index = new RecordIndex();

  constructor(indexes: RecordIndexes = {}) {
    this.#fields = new Map(Object.entries(indexes));
    this.#entry = new Uint32Array(this.#fields.size > 0 ? ROOM : 0);
  }

  /** For tests: number of used cells, and number of distinct texts. */
  get size(): { readonly cells: number; readonly texts: number } {
    let cells = this.#end - 1;
    for (let cell = this.#free; cell !== 0; cell = this.#next[cell]!) cells--;
    return { cells, texts: this.#texts.size };
  }

  /** For tests: size of the index, and its bytes in memory. */
  get indexed(): RecordIndex['size'] & { readonly bytes: number } {
    return { ...this.#index.size, bytes: this.#index.byteLength + this.#entry.byteLength };
  }

  /** Replaces the records of a row. Returns true if the new records differ. */
  set(row: number, records: Records | undefined): boolean {
    const before = row < this.#first.length ? this.#first[row]! : 0;
    if (before === 0 && !records) return false;
    if (row >= this.#first.length) this.#first = grown(this.#first, row + 1);
    const after = records ? this.#addAll(records, row) : 0;
    const isSame = this.#isSame(before, after);
    this.#first[row] = after;
    this.#release(before); // released last, so that an unchanged text keeps its number
    return !isSame;
  }

  of(row: number, projection: string): ProjectionRecord[] {
    const number = this.#projections.get(projection);
    const records: ProjectionRecord[] = [];
    if (number === undefined) return records;
    for (let cell = this.#first[row] ?? 0; cell !== 0; cell = this.#next[cell]!)
      if (this.#projection[cell] === number) records.push(this.#recordOf(this.#text[cell]!));
    return records;
  }

  /** Returns the first record that a projection keeps of a row. Undefined if there is none. */
  firstOf(row: number, projection: string): ProjectionRecord | undefined {
    const number = this.#projections.get(projection);
    if (number === undefined) return undefined;
    for (let cell = this.#first[row] ?? 0; cell !== 0; cell = this.#next[cell]!)
      if (this.#projection[cell] === number) return this.#recordOf(this.#text[cell]!);
    return undefined;
  }

  /** Returns a parsed record. All rows with the same text share the object, so callers must not change it. */
  #recordOf(text: number): ProjectionRecord {
    const known = this.#read.get(text);
    if (known) return known;
    const record = JSON.parse(this.#texts.text(text)) as ProjectionRecord;
    if (this.#read.size >= MAX_READ) this.#read.clear();
    this.#read.set(text, record);
    return record;
  }

  /**
   * Returns the rows that have a record of this projection with this text in the indexed field. Each row occurs once.
   * Valid until the next write.
   * @throws Error if the projection has no index
   */
  rowsWith(projection: string, text: string): Iterable<number> {
    if (!this.#fields.has(projection)) throw new Error(`The projection "${projection}" has no index: add one to it.`);
    const number = this.#projections.get(projection);
    return number === undefined || text === '' ? [] : this.#index.rows(number, text);
  }

  #addAll(records: Records, row: number): number {
    let first = 0;
    for (const [projection, list] of Object.entries(records)) {
      const number = this.#numberOf(projection);
      if (number === undefined) continue;
      const field = this.#fields.get(projection);
      for (const record of list.toReversed()) {
        first = this.#add(number, this.#texts.acquire(JSON.stringify(record)), first);
        if (field === undefined) continue;
        const text = record[field];
        if (typeof text === 'string' && text !== '') this.#entry[first] = this.#index.add(number, text, row);
      }
    }
    return first;
  }

  /** True if two lists of cells are equal. Call it before either list is released. */
  #isSame(one: number, other: number): boolean {
    let [a, b] = [one, other];
    for (; a !== 0 && b !== 0; a = this.#next[a]!, b = this.#next[b]!)
      if (this.#projection[a] !== this.#projection[b] || this.#text[a] !== this.#text[b]) return false;
    return a === b;
  }

  #numberOf(projection: string): number | undefined {
    const known = this.#projections.get(projection);
    const number = this.#projections.size;
    if (known !== undefined || number >= MOST_PROJECTIONS) return known;
    this.#projections.set(projection, number);
    return number;
  }

  /** Adds a cell in front of the cell `next`. */
  #add(projection: number, text: number, next: number): number {
    const cell = this.#free || this.#end++;
    if (cell === this.#free) this.#free = this.#next[cell]!;
    if (cell >= this.#next.length) {
      this.#next = grown(this.#next, cell + 1);
      this.#projection = grown(this.#projection, cell + 1);
      this.#text = grown(this.#text, cell + 1);
    }
    if (this.#fields.size > 0) {
      if (cell >= this.#entry.length) this.#entry = grown(this.#entry, cell + 1);
      this.#entry[cell] = 0;
    }
    this.#next[cell] = next;
    this.#projection[cell] = projection;
    this.#text[cell] = text;
    return cell;
  }

  #release(first: number): void {
    for (let cell = first; cell !== 0;) {
      const next = this.#next[cell]!;
      if (this.#texts.release(this.#text[cell]!)) this.#read.delete(this.#text[cell]!);
      const entry = this.#entry[cell] ?? 0;
      if (entry !== 0) this.#index.remove(entry);
      this.#next[cell] = this.#free;
      this.#free = cell;
      cell = next;
    }
  }
}

/**
 * Finds rows by the text of one field of their records. Covers the projections that name an index field
 * (kinds/projection.ts).
 *
 * Each indexed record has an entry of 16 bytes in the list of its text. Equal texts of a projection are stored once, as
 * bytes outside the JavaScript heap.
 */
class RecordIndex {
  /** Texts, each with the number of its projection in front: `NUMBER/TEXT`. */
  readonly #texts = new TextDictionary();
  /** First entry of each text. */
  #first = new Uint32Array(ROOM);
  /** Row and text of each entry, and the next and previous entry with this text. Free entries also form a list. */
  #row = new Uint32Array(ROOM);
  #text = new Uint32Array(ROOM);
  #next = new Uint32Array(ROOM);
  #before = new Uint32Array(ROOM);
  #end = 1;
  #free = 0;

  /** For tests: number of used entries, and number of distinct texts. */
  get size(): { readonly entries: number; readonly texts: number } {
    let entries = this.#end - 1;
    for (let entry = this.#free; entry !== 0; entry = this.#next[entry]!) entries--;
    return { entries, texts: this.#texts.size };
  }

  get byteLength(): number {
    const lists = [this.#first, this.#row, this.#text, this.#next, this.#before];
    return lists.reduce((sum, { byteLength }) => sum + byteLength, this.#texts.byteLength);
  }

  /** Adds a record of a row. Returns the new entry. */
  add(projection: number, text: string, row: number): number {
    const number = this.#texts.acquire(keyOf(projection, text));
    const entry = this.#free || this.#end++;
    if (entry === this.#free) this.#free = this.#next[entry]!;
    if (entry >= this.#row.length) {
      this.#row = grown(this.#row, entry + 1);
      this.#text = grown(this.#text, entry + 1);
      this.#next = grown(this.#next, entry + 1);
      this.#before = grown(this.#before, entry + 1);
    }
    if (number >= this.#first.length) this.#first = grown(this.#first, number + 1);
    const next = this.#first[number]!;
    this.#row[entry] = row;
    this.#text[entry] = number;
    this.#next[entry] = next;
    this.#before[entry] = 0;
    if (next !== 0) this.#before[next] = entry;
    this.#first[number] = entry;
    return entry;
  }

  remove(entry: number): void {
    const [text, before, next] = [this.#text[entry]!, this.#before[entry]!, this.#next[entry]!];
    if (before === 0) this.#first[text] = next;
    else this.#next[before] = next;
    if (next !== 0) this.#before[next] = before;
    this.#texts.release(text);
    this.#next[entry] = this.#free;
    this.#free = entry;
  }

  /** Returns the rows with a record of this projection and text, each row once. Valid until the next write. */
  *rows(projection: number, text: string): Generator<number, void, undefined> {
    const number = this.#texts.find(keyOf(projection, text));
    if (number === undefined) return;
    let last = 0;
    for (let entry = this.#first[number]!; entry !== 0; entry = this.#next[entry]!) {
      // Records of a row are added together, so entries of a row follow each other.
      const row = this.#row[entry]!;
      if (row !== last) yield row;
      last = row;
    }
  }
}

function keyOf(projection: number, text: string): string {
  return `${projection}/${text}`;
}
