/**
 * The columns: one typed array per field, indexed by row number. Which texts and times there are says store/row-columns.ts. Row 0 is never used, so that 0 can say "none" in lists and indices.
 *
 * The arrays are replaced when they grow or get wider. Whoever reads them takes them anew for each query.
 */
import { grown, type Growing } from '../containers/grown.ts';
import { written, type NarrowArray } from '../containers/narrow.ts';
import { filterTypesOf, membersOf, type FacetField, type Filter, type FilterTypes, type MemberOf } from '../query.ts';
import { TextDictionary } from '../texts/text-dictionary.ts';
import { TimeColumn } from './time-column.ts';
import { isTime, KEY_COLUMNS, type FilterType, type RowColumn } from '../../store/row-columns.ts';
import { OBJECT_STATUSES, type ObjectStatus, type SharedColumn, type TextBytes, type TimeColumnName } from '../../store/store.ts';

/** Set in `state` beside the number of the status. */
export const SUSPENDED = 0x80;

/** Rows for which there is room from the beginning. */
const ROOM = 1024;

/** Texts of a column whose numbers are known without reading them. */
const MAX_KNOWN = 4_096;

/** Texts that rows say: each once in a dictionary, and its number for each row. */
export class TextColumn {
  readonly column: RowColumn;
  readonly name: SharedColumn | 'version';
  readonly texts: TextDictionary;
  numbers: NarrowArray = new Uint8Array(ROOM);
  /** Of texts that came as strings, as those do that many rows say. */
  readonly #known = new Map<string, number>();

  constructor(column: RowColumn) {
    this.column = column;
    this.texts = new TextDictionary({ searched: column.searched === true || membersOf(column, 'pattern').length > 0 });
    this.name = column.name as SharedColumn;
  }

  /** The number of a text, counting one more use of it. */
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

  /** One use less. */
  release(number: number): void {
    if (this.texts.release(number)) this.#known.clear(); // it may be given to another text
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

/** A member of a filter, and the column of which it asks. */
interface Asked<Type extends FilterType, T> {
  readonly member: MemberOf<Type>;
  readonly of: T;
}

export class Columns {
  place = new Uint32Array(ROOM);
  kind: NarrowArray = new Uint8Array(ROOM);
  name = new Uint32Array(ROOM);
  /** Number of the status in OBJECT_STATUSES, and SUSPENDED. */
  state = new Uint8Array(ROOM);
  labels: NarrowArray = new Uint8Array(ROOM);
  readonly texts: readonly TextColumn[];
  /** The members of a filter that ask for texts and times. Those that cost least come first: long texts cost most to judge. */
  readonly lists: readonly Asked<'oneOf', TextColumn>[];
  readonly patterns: readonly Asked<'pattern', TextColumn>[];
  readonly spans: readonly Asked<'span', NamedTimes>[];
  readonly times: readonly NamedTimes[];
  /** The rows of one place are a doubly linked list; 0 ends it. */
  next = new Uint32Array(ROOM);
  previous = new Uint32Array(ROOM);

  /** Row numbers in use are below this. */
  end = 1;
  /** The first row number that was given back: each has the one given back before it as its `next`. */
  #free = 0;
  /** Of all columns, those of the key too. */
  readonly filterTypes: FilterTypes;
  /** By facet: the members of a filter that ask for its column. */
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

  /** A row number that was given back; 0: there is none. */
  reuse(): number {
    const row = this.#free;
    if (row !== 0) this.#free = this.next[row]!;
    return row;
  }

  /** So many new row numbers, one after the other; returns the first. */
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
