/**
 * Finds rows by a field of their records: for each projection with an index (kinds/projection.ts), the rows by the text
 * of that field.
 *
 * Each indexed record has an entry of 16 bytes, in the list of its text. Equal texts of a projection are stored once,
 * as bytes outside the JavaScript heap.
 */
import { grown } from '../containers/grown.ts';
import { TextDictionary } from '../texts/text-dictionary.ts';

const ROOM = 64;

export class RecordIndex {
  /** `number of the projection/text`. */
  readonly #texts = new TextDictionary();
  /** By text: its first entry. */
  #first = new Uint32Array(ROOM);
  /** By entry: its row and text, and its neighbours in the list of the text. Free entries form a list too. */
  #row = new Uint32Array(ROOM);
  #text = new Uint32Array(ROOM);
  #next = new Uint32Array(ROOM);
  #before = new Uint32Array(ROOM);
  #end = 1;
  #free = 0;

  /** For tests: entries in use, and distinct texts. */
  get size(): { readonly entries: number; readonly texts: number } {
    let entries = this.#end - 1;
    for (let entry = this.#free; entry !== 0; entry = this.#next[entry]!) entries--;
    return { entries, texts: this.#texts.size };
  }

  get byteLength(): number {
    const lists = [this.#first, this.#row, this.#text, this.#next, this.#before];
    return lists.reduce((sum, { byteLength }) => sum + byteLength, this.#texts.byteLength);
  }

  /** Adds a record of a row; returns its entry. */
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

  /** Rows with such a record, each once. Valid until the next write. */
  *rows(projection: number, text: string): Generator<number, void, undefined> {
    const number = this.#texts.find(keyOf(projection, text));
    if (number === undefined) return;
    let last = 0;
    for (let entry = this.#first[number]!; entry !== 0; entry = this.#next[entry]!) {
      // Records of a row are added together, so its entries are neighbours.
      const row = this.#row[entry]!;
      if (row !== last) yield row;
      last = row;
    }
  }
}

function keyOf(projection: number, text: string): string {
  return `${projection}/${text}`;
}
