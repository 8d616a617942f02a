/**
 * What rows have beside their columns (store/attached.ts): relations to other objects, and records of projections. A table of its own, since most rows have
 * nothing of it and no filter asks of it.
 *
 * Each row has a list of cells, and each cell a label (the type of a relation, or a projection) and the number of a text (the key of an object, or JSON). Equal
 * texts are there once, as bytes outside the JavaScript heap.
 */
import { grown } from '../containers/grown.ts';
import { TextDictionary } from '../texts/text-dictionary.ts';
import {
  RELATION_TYPES,
  type Attached,
  type ProjectionRecord,
  type Records,
  type Relation,
  type RelationType,
} from '../../store/attached.ts';

/** Labels above those of relations are projections. What a store has of more than these is left out. */
const MOST_LABELS = 256;
const ROOM = 64;
const NONE: readonly number[] = [];

export class Attachments {
  /** By row: its first cell; 0: it has none. */
  #first = new Uint32Array(ROOM);
  /** By cell. The free ones are a list as well. */
  #next = new Uint32Array(ROOM);
  #label = new Uint8Array(ROOM);
  #text = new Uint32Array(ROOM);
  #end = 1;
  #free = 0;
  readonly #targets = new TextDictionary();
  readonly #records = new TextDictionary();
  readonly #projections = new Map<string, number>();

  /** For tests: cells in use, and distinct texts. */
  get size(): { readonly cells: number; readonly texts: number } {
    let cells = this.#end - 1;
    for (let cell = this.#free; cell !== 0; cell = this.#next[cell]!) cells--;
    return { cells, texts: this.#targets.size + this.#records.size };
  }

  /** Instead of what the row had. */
  set(row: number, { relations, records }: Attached): void {
    const before = row < this.#first.length ? this.#first[row]! : 0;
    if (before === 0 && !relations && !records) return;
    if (row >= this.#first.length) this.#first = grown(this.#first, row + 1);
    let first = 0;
    if (records) first = this.#addRecords(records);
    for (const { type, to } of relations?.toReversed() ?? [])
      first = this.#add(RELATION_TYPES.indexOf(type), this.#targets.acquire(to), first);
    this.#first[row] = first;
    this.#release(before); // last, so that a text which stays keeps its number
  }

  clear(row: number): void {
    this.set(row, {});
  }

  /** The keys of the objects to which relations of a type lead from a row. */
  targets(row: number, type: RelationType): Relation['to'][] {
    return this.#textsOf(row, RELATION_TYPES.indexOf(type)).map(text => this.#targets.text(text));
  }

  /** The same as numbers of keys. */
  targetNumbers(row: number, type: RelationType): readonly number[] {
    return (this.#first[row] ?? 0) === 0 ? NONE : this.#textsOf(row, RELATION_TYPES.indexOf(type));
  }

  /** The key of a number. */
  target(number: number): Relation['to'] {
    return this.#targets.text(number);
  }

  records(row: number, projection: string): ProjectionRecord[] {
    const label = this.#projections.get(projection);
    return label === undefined ? [] : this.#textsOf(row, label).map(text => JSON.parse(this.#records.text(text)) as ProjectionRecord);
  }

  #addRecords(records: Records): number {
    let first = 0;
    for (const [projection, list] of Object.entries(records)) {
      const label = this.#labelOf(projection);
      if (label !== undefined)
        for (const record of list.toReversed()) first = this.#add(label, this.#records.acquire(JSON.stringify(record)), first);
    }
    return first;
  }

  #labelOf(projection: string): number | undefined {
    const known = this.#projections.get(projection);
    const label = RELATION_TYPES.length + this.#projections.size;
    if (known !== undefined || label >= MOST_LABELS) return known;
    this.#projections.set(projection, label);
    return label;
  }

  /** A cell before another one. */
  #add(label: number, text: number, next: number): number {
    const cell = this.#free || this.#end++;
    if (cell === this.#free) this.#free = this.#next[cell]!;
    if (cell >= this.#next.length) {
      this.#next = grown(this.#next, cell + 1);
      this.#label = grown(this.#label, cell + 1);
      this.#text = grown(this.#text, cell + 1);
    }
    this.#next[cell] = next;
    this.#label[cell] = label;
    this.#text[cell] = text;
    return cell;
  }

  #textsOf(row: number, label: number): number[] {
    const texts: number[] = [];
    for (let cell = this.#first[row] ?? 0; cell !== 0; cell = this.#next[cell]!)
      if (this.#label[cell] === label) texts.push(this.#text[cell]!);
    return texts;
  }

  #release(first: number): void {
    for (let cell = first; cell !== 0;) {
      const next = this.#next[cell]!;
      const texts = this.#label[cell]! < RELATION_TYPES.length ? this.#targets : this.#records;
      texts.release(this.#text[cell]!);
      this.#next[cell] = this.#free;
      this.#free = cell;
      cell = next;
    }
  }
}
