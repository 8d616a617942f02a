/**
 * The records that projections keep of rows (store/attached.ts). A table of its own, since most rows have none and no filter asks of them.
 *
 * Each row has a list of cells, and each cell a projection and the number of a text, which is JSON. Equal texts are there once, as bytes outside the JavaScript
 * heap.
 */
import { grown } from '../containers/grown.ts';
import { TextDictionary } from '../texts/text-dictionary.ts';
import type { ProjectionRecord, Records } from '../../store/attached.ts';

/** What a store has of more projections than these is left out. */
const MOST_PROJECTIONS = 256;
const ROOM = 64;

export class RowRecords {
  /** By row: its first cell; 0: it has none. */
  #first = new Uint32Array(ROOM);
  /** By cell. The free ones are a list as well. */
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

  /** Instead of what the row had. */
  set(row: number, records: Records | undefined): void {
    const before = row < this.#first.length ? this.#first[row]! : 0;
    if (before === 0 && !records) return;
    if (row >= this.#first.length) this.#first = grown(this.#first, row + 1);
    this.#first[row] = records ? this.#addAll(records) : 0;
    this.#release(before); // last, so that a text which stays keeps its number
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

  /** A cell before another one. */
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
