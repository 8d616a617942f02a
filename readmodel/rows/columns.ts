/**
 * The columns: one typed array per field, indexed by row number. store/row-columns.ts defines the texts and times. Row
 * 0 is never used, so that 0 can mean "none" in lists and indices.
 *
 * Arrays are replaced when they grow or widen, so readers fetch them anew for each query.
 */
import { grown, type Growing } from '../containers/grown.ts';
import { written, type NarrowArray } from '../containers/narrow.ts';
import { filterTypesOf, membersOf, type FacetField, type Filter, type FilterTypes, type MemberOf } from '../query.ts';
import { TextDictionary } from '../texts/text-dictionary.ts';
import { TimeColumn } from './time-column.ts';
import { isTime, KEY_COLUMNS, type FilterType, type RowColumn } from '../../store/row-columns.ts';
import { OBJECT_STATUSES, type ObjectStatus, type SharedColumn, type TextBytes, type TimeColumnName } from '../../store/store.ts';

/** Flag in `state`, beside the number of the status. */
export const SUSPENDED = 0x80;

/** Initial room, in rows. */
const ROOM = 1024;

/** Maximum texts of a column whose numbers are cached by string. */
const MAX_KNOWN = 4_096;

/** Texts of rows: each once in a dictionary, and its number per row. */
export class TextColumn {
  readonly column: RowColumn;
  readonly name: SharedColumn | 'version';
  readonly texts: TextDictionary;
  numbers: NarrowArray = new Uint8Array(ROOM);
  /** Numbers of texts that came as strings: many rows share these. */
  readonly #known = new Map<string, number>();

  constructor(column: RowColumn) {
    this.column = column;
    this.texts = new TextDictionary({ searched: column.searched === true || membersOf(column, 'pattern').length > 0 });
    this.name = column.name as SharedColumn;
  }

  /** The number of a text, with one more use. */
  acquire(text: string | TextBytes): number {
    if (typeof text !== 'string') return this.texts.acquire(text);
    let number = this.#known.get(text);
    if (number !== undefined) this.texts.retain(number);
    else {
      number = this.texts.acquire(text);
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(text, number);
    }
    return number;
  }

  /** Removes one use. */
  release(number: number): void {
    if (this.texts.release(number)) this.#known.clear(); // the number may be reused for another text
  }

  set(row: number, number: number): void {
    this.numbers = written(this.numbers, row, number);
  }
}

/** Times of rows. */
export interface NamedTimes {
  readonly column: RowColumn;
  readonly name: TimeColumnName;
  readonly times: TimeColumn;
}

/** A filter member and its column. */
interface Asked<Type extends FilterType, T> {
  readonly member: MemberOf<Type>;
  readonly of: T;
}

export class Columns {
  place = new Uint32Array(ROOM);
  kind: NarrowArray = new Uint8Array(ROOM);
  name = new Uint32Array(ROOM);
  /** Number of the status in OBJECT_STATUSES, with the flag SUSPENDED. */
  state = new Uint8Array(ROOM);
  labels: NarrowArray = new Uint8Array(ROOM);
  readonly texts: readonly TextColumn[];
  /** Filter members on texts and times. Cheapest first: long texts cost most to match. */
  readonly lists: readonly Asked<'oneOf', TextColumn>[];
  readonly patterns: readonly Asked<'pattern', TextColumn>[];
  readonly spans: readonly Asked<'span', NamedTimes>[];
  readonly times: readonly NamedTimes[];
  /** The rows of one place form a doubly linked list; 0 ends it. */
  next = new Uint32Array(ROOM);
  previous = new Uint32Array(ROOM);

  /** Exclusive upper bound of row numbers in use. */
  end = 1;
  /** Head of the list of free row numbers, linked by `next`. */
  #free = 0;
  /** For all columns, including the key. */
  readonly filterTypes: FilterTypes;
  /** By facet: the filter members on its column. */
  readonly ownMembers: ReadonlyMap<FacetField, readonly (keyof Filter)[]>;

  constructor(columns: readonly RowColumn[]) {
    const described: readonly RowColumn[] = [...KEY_COLUMNS, ...columns];
    this.filterTypes = filterTypesOf(described);
    this.ownMembers = new Map(described.map(({ facet, filters = {} }) => [facet as FacetField, Object.keys(filters) as (keyof Filter)[]]));
    const indexed = columns.filter(({ stored = false }) => !stored);
    this.texts = indexed.filter(({ max }) => max !== undefined).map(column => new TextColumn(column));
    this.times = indexed.filter(isTime).map(column => ({ column, name: column.name as TimeColumnName, times: new TimeColumn(ROOM) }));
    const asking = <T extends TextColumn | NamedTimes, Type extends FilterType>(columns: readonly T[], type: Type) =>
      columns.flatMap(of => membersOf(of.column, type).map(member => ({ member, of })));
    this.lists = asking(this.texts, 'oneOf');
    this.patterns = asking(
      this.texts.toSorted((a, b) => a.column.max! - b.column.max!),
      'pattern',
    );
    this.spans = asking(this.times, 'span');
  }

  /** A freed row number; 0 if there is none. */
  reuse(): number {
    const row = this.#free;
    if (row !== 0) this.#free = this.next[row]!;
    return row;
  }

  /** Reserves consecutive new row numbers; returns the first. */
  reserve(count: number): number {
    const first = this.end;
    this.end += count;
    if (this.end > this.place.length) this.#grow();
    return first;
  }

  free(row: number): void {
    this.next[row] = this.#free;
    this.#free = row;
  }

  setKind(row: number, kind: number): void {
    this.kind = written(this.kind, row, kind);
  }

  setLabels(row: number, labels: number): void {
    this.labels = written(this.labels, row, labels);
  }

  #grow(): void {
    const { length } = (this.place = grown(this.place, this.end));
    this.kind = withRoom(this.kind, length);
    this.name = withRoom(this.name, length);
    this.state = withRoom(this.state, length);
    this.labels = withRoom(this.labels, length);
    for (const column of this.texts) column.numbers = withRoom(column.numbers, length);
    for (const { times } of this.times) times.grow(length);
    this.next = withRoom(this.next, length);
    this.previous = withRoom(this.previous, length);
  }
}

function withRoom<T extends Growing>(array: T, length: number): T {
  return length > array.length ? grown(array, length) : array;
}

export function encodeState(status: ObjectStatus, suspended: boolean): number {
  return OBJECT_STATUSES.indexOf(status) | (suspended ? SUSPENDED : 0);
}

export function statusOf(state: number): ObjectStatus {
  return OBJECT_STATUSES[state & ~SUSPENDED]!;
}
