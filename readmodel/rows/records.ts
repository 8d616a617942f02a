/**
 * The records that projections keep of rows (store/attached.ts). A separate table, since most rows have none and no
 * filter reads them.
 *
 * Each row has a list of cells. A cell holds a projection and the number of a text, which is JSON. Equal texts are
 * stored once, as bytes outside the JavaScript heap.
 */
import { grown } from '../containers/grown.ts';
import { TextDictionary } from '../texts/text-dictionary.ts';
import type { ProjectionRecord, Records } from '../../store/attached.ts';

/** Maximum number of projections; further ones are ignored. */
const MOST_PROJECTIONS = 256;
const ROOM = 64;

export class RowRecords {
  /** By row: its first cell; 0 if it has none. */
  #first = new Uint32Array(ROOM);
  /** By cell: the next one. Free cells form a list too. */
  #next = new Uint32Array(ROOM);
  #projection = new Uint8Array(ROOM);
  #text = new Uint32Array(ROOM);
  #end = 1;
  #free = 0;
  readonly #texts = new TextDictionary();
  readonly #projections = new Map<string, number>();

  /** For tests: cells in use, and distinct texts. */
  get size(): { readonly cells: number; readonly texts: number } {
    let cells = this.#end - 1;
    for (let cell = this.#free; cell !== 0; cell = this.#next[cell]!) cells--;
    return { cells, texts: this.#texts.size };
  }

  /** Replaces the records of a row. */
  set(row: number, records: Records | undefined): void {
    const before = row < this.#first.length ? this.#first[row]! : 0;
    if (before === 0 && !records) return;
    if (row >= this.#first.length) this.#first = grown(this.#first, row + 1);
    this.#first[row] = records ? this.#addAll(records) : 0;
    this.#release(before); // last, so that an unchanged text keeps its number
  }

  of(row: number, projection: string): ProjectionRecord[] {
    const number = this.#projections.get(projection);
    const records: ProjectionRecord[] = [];
    if (number === undefined) return records;
    for (let cell = this.#first[row] ?? 0; cell !== 0; cell = this.#next[cell]!)
      if (this.#projection[cell] === number) records.push(JSON.parse(this.#texts.text(this.#text[cell]!)) as ProjectionRecord);
    return records;
  }

  #addAll(records: Records): number {
    let first = 0;
    for (const [projection, list] of Object.entries(records)) {
      const number = this.#numberOf(projection);
      if (number !== undefined)
        for (const record of list.toReversed()) first = this.#add(number, this.#texts.acquire(JSON.stringify(record)), first);
    }
    return first;
  }

  #numberOf(projection: string): number | undefined {
    const known = this.#projections.get(projection);
    const number = this.#projections.size;
    if (known !== undefined || number >= MOST_PROJECTIONS) return known;
    this.#projections.set(projection, number);
    return number;
  }

  /** Adds a cell before `next`. */
  #add(projection: number, text: number, next: number): number {
    const cell = this.#free || this.#end++;
    if (cell === this.#free) this.#free = this.#next[cell]!;
    if (cell >= this.#next.length) {
      this.#next = grown(this.#next, cell + 1);
      this.#projection = grown(this.#projection, cell + 1);
      this.#text = grown(this.#text, cell + 1);
    }
    this.#next[cell] = next;
    this.#projection[cell] = projection;
    this.#text[cell] = text;
    return cell;
  }

  #release(first: number): void {
    for (let cell = first; cell !== 0;) {
      const next = this.#next[cell]!;
      this.#texts.release(this.#text[cell]!);
      this.#next[cell] = this.#free;
      this.#free = cell;
      cell = next;
    }
  }
}
