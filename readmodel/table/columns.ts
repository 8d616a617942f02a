/**
 * The columns: typed arrays with the fields of rows, indexed by row number. store/row-columns.ts defines the columns
 * with texts and times. Row 0 is never used, so that 0 can mean "none" in lists and indices.
 *
 * An array that must grow or widen is replaced. Queries must therefore read the arrays from this object each time.
 */
import { type FilterType, isTime, KEY_COLUMNS, type RowColumn } from '../../store/row-columns.ts';
import {
  OBJECT_STATUSES,
  type ObjectStatus,
  type SharedColumn,
  type TextBytes,
  type TimeColumnName,
} from '../../store/store.ts';
import {
  type FacetField,
  type Filter,
  type FilterTypes,
  filterTypesOf,
  type MemberOf,
  membersOf,
  type TextMatch,
} from '../query.ts';
import { type Growing, grown, type NarrowArray, written } from './containers.ts';
import { compareText } from './names.ts';
import type { Candidates, TrigramIndex } from './text-search.ts';
import { TextDictionary } from './texts.ts';

/** Flag in `state`. The other bits are the number of the status. */
export const SUSPENDED = 0x80;

/** Initial length of the arrays, in rows. */
const ROOM = 1024;

/** Maximum number of texts of a column that are cached with their numbers. */
const MAX_KNOWN = 4_096;

/** Column of texts. A dictionary holds each text once, and each row has the number of its text. */
export class TextColumn {
  readonly column: RowColumn;
  readonly name: SharedColumn | 'version';
  readonly texts: TextDictionary;
  numbers: NarrowArray = new Uint8Array(ROOM);
  /** Cache: numbers of texts that were given as strings. Many rows share these texts. */
  readonly #known = new Map<string, number>();

  constructor(column: RowColumn) {
    this.column = column;
    this.texts = new TextDictionary({ searched: column.searched === true || membersOf(column, 'pattern').length > 0 });
    this.name = column.name as SharedColumn;
  }

  /** Returns the number of a text, and adds a use of the text. */
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

  /** Removes a use of a text. */
  release(number: number): void {
    if (this.texts.release(number)) this.#known.clear(); // the number may be reused for another text
  }

  set(row: number, number: number): void {
    this.numbers = written(this.numbers, row, number);
  }
}

/** A column of times, with its name and description. */
export interface NamedTimes {
  readonly column: RowColumn;
  readonly name: TimeColumnName;
  readonly times: TimeColumn;
}

/** A filter member and its column. */
interface Requested<Type extends FilterType, T> {
  readonly member: MemberOf<Type>;
  readonly of: T;
}

export class Columns {
  scope = new Uint32Array(ROOM);
  kind: NarrowArray = new Uint8Array(ROOM);
  name = new Uint32Array(ROOM);
  /** Number of the status in OBJECT_STATUSES, with the flag SUSPENDED. */
  state = new Uint8Array(ROOM);
  labels: NarrowArray = new Uint8Array(ROOM);
  readonly texts: readonly TextColumn[];
  /** Column with the list of images of each row (images.ts). Also one of `texts`. */
  readonly images: TextColumn;
  /**
   * Filter members on texts and times. In `patterns`, columns with short texts come first, because long texts cost most
   * to match.
   */
  readonly lists: readonly Requested<'oneOf', TextColumn>[];
  readonly patterns: readonly Requested<'pattern', TextColumn>[];
  readonly spans: readonly Requested<'span', NamedTimes>[];
  readonly times: readonly NamedTimes[];
  /** Doubly linked list of the rows of each scope. 0 ends the list. */
  next = new Uint32Array(ROOM);
  previous = new Uint32Array(ROOM);

  /** Exclusive upper bound of row numbers in use. */
  end = 1;
  /** First free row number. `next` links to further free numbers. */
  #free = 0;
  /** Filter types of all columns, including the key. */
  readonly filterTypes: FilterTypes;
  /** By facet, the filter members on the facet's column. */
  readonly ownMembers: ReadonlyMap<FacetField, readonly (keyof Filter)[]>;

  constructor(columns: readonly RowColumn[]) {
    const described: readonly RowColumn[] = [...KEY_COLUMNS, ...columns];
    this.filterTypes = filterTypesOf(described);
    const ofImages: [FacetField, (keyof Filter)[]][] = [
      ['IMAGE', ['images', 'image']],
      ['IMAGE_REPOSITORY', ['imageRepositories']],
    ];
    this.ownMembers = new Map([
      ...described.map(({ facet, filters = {} }): [FacetField, (keyof Filter)[]] => [
        facet as FacetField,
        Object.keys(filters) as (keyof Filter)[],
      ]),
      ...ofImages,
    ]);
    const indexed = columns.filter(({ stored = false }) => !stored);
    this.texts = indexed.filter(({ max }) => max !== undefined).map(column => new TextColumn(column));
    this.images = this.texts.find(({ name }) => name === 'images')!;
    this.times = indexed
      .filter(isTime)
      .map(column => ({ column, name: column.name as TimeColumnName, times: new TimeColumn(ROOM) }));
    const asking = <T extends TextColumn | NamedTimes, Type extends FilterType>(columns: readonly T[], type: Type) =>
      columns.flatMap(of => membersOf(of.column, type).map(member => ({ member, of })));
    this.lists = asking(this.texts, 'oneOf');
    this.patterns = asking(
      this.texts.toSorted((a, b) => a.column.max! - b.column.max!),
      'pattern',
    );
    this.spans = asking(this.times, 'span');
  }

  /** Returns a free row number. 0 if there is none. */
  reuse(): number {
    const row = this.#free;
    if (row !== 0) this.#free = this.next[row]!;
    return row;
  }

  /** Reserves consecutive new row numbers. Returns the first. */
  reserve(count: number): number {
    const first = this.end;
    this.end += count;
    if (this.end > this.scope.length) this.#grow();
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
    const { length } = (this.scope = grown(this.scope, this.end));
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

/** Marks a time that is stored in the third array. */
const EXACT = 0xffffffff;

/**
 * Times of rows in milliseconds since the epoch. They are exact, so that cursors and filters agree with displayed
 * times. Times of Kubernetes are usually whole seconds and take four bytes. If times have milliseconds, a second array
 * holds the milliseconds in two more bytes. A third array holds times that do not fit: fractions of a millisecond, and
 * times before 1970 or in the far future.
 */
export class TimeColumn {
  #seconds: Uint32Array;
  #milliseconds = new Uint16Array(0);
  #exact = new Float64Array(0);

  constructor(length: number) {
    this.#seconds = new Uint32Array(length);
  }

  get(row: number): number {
    const seconds = this.#seconds[row]!;
    if (seconds === EXACT) return this.#exact[row]!;
    return row < this.#milliseconds.length ? seconds * 1000 + this.#milliseconds[row]! : seconds * 1000;
  }

  set(row: number, time: number): void {
    const seconds = Math.floor(time / 1000);
    const milliseconds = time - seconds * 1000;
    if (seconds < 0 || seconds >= EXACT || !Number.isInteger(milliseconds)) {
      this.#seconds[row] = EXACT;
      if (row >= this.#exact.length) this.#exact = grown(this.#exact, row + 1);
      this.#exact[row] = time;
      return;
    }
    this.#seconds[row] = seconds;
    if (row >= this.#milliseconds.length) {
      if (milliseconds === 0) return;
      this.#milliseconds = grown(this.#milliseconds, row + 1);
    }
    this.#milliseconds[row] = milliseconds;
  }

  /** Makes room for row numbers below `length`. */
  grow(length: number): void {
    if (length > this.#seconds.length) this.#seconds = grown(this.#seconds, length);
  }
}

type Labels = Readonly<Record<string, string>>;

/** Maximum number of label objects in each of two caches: one of written objects, one of read objects. */
const MAX_REMEMBERED = 50_000;
/**
 * Maximum length in characters of a set that is cached as an object. Leaves choose their labels, and the cache must
 * stay small.
 */
const MAX_LENGTH = 2_048;

/**
 * Label sets by number. Many rows have the same labels, so a selector is evaluated once for each distinct set.
 *
 * A set is stored as a text. The code units of the text are the numbers of the set's keys and values. A number takes
 * two units, and pairs are sorted by key number. This takes 8 bytes per label and no object per set, and a dictionary
 * of texts finds equal sets. A set counts as one use of each of its texts.
 */
export class LabelSets {
  readonly #texts = new TextDictionary();
  readonly #sets = new TextDictionary({ searched: (trigrams, set) => this.#addTrigrams(trigrams, set) });
  readonly #came = new Map<object, number>();
  readonly #read = new Map<number, Labels>();
  /** The set that is being looked up. Numbers of keys and numbers of values alternate. */
  #pairs = new Uint32Array(128);
  /** The memory of #pairs as code units of a text. */
  #units = new Uint16Array(this.#pairs.buffer);
  #end = 0;

  get capacity(): number {
    return this.#sets.capacity;
  }

  /** Number of distinct sets, and number of distinct keys and values. */
  get size(): { sets: number; texts: number } {
    return { sets: this.#sets.size, texts: this.#texts.size };
  }

  /**
   * Returns the number of a set, and adds a use of the set. Rows of one store may share one frozen object of labels.
   * #came caches the number of such an object, so that its labels are not read again.
   */
  acquire(labels: Labels): number {
    const came = this.#came.get(labels);
    if (came !== undefined) {
      this.#sets.retain(came);
      return came;
    }
    this.#end = 0;
    for (const key of Object.keys(labels))
      this.#spell(this.#texts.acquire(key), this.#texts.acquire(String(labels[key])));
    const known = this.#retainSpelled();
    if (known !== undefined) for (let i = 0; i < this.#end; i++) this.#texts.release(this.#pairs[i]!);
    const id = known ?? this.#addSpelled();
    if (!Object.isExtensible(labels)) this.#remember(this.#came, labels, id);
    return id;
  }

  /** Removes a use of a set. Returns true if it was the last use. */
  release(id: number): boolean {
    if (!this.#sets.isUsedOnce(id)) return this.#sets.release(id);
    const spelling = this.#sets.text(id);
    this.#sets.release(id);
    this.#came.clear(); // the number may be reused for another set
    this.#read.delete(id);
    for (let at = 0; at < spelling.length; at += 2) this.#texts.release(numberAt(spelling, at));
    return true;
  }

  /** Returns the number of a key or a value. Undefined if no set has this text. */
  numberOf(text: string): number | undefined {
    return this.#texts.find(text);
  }

  /** Returns the key or value with a number. */
  textOf(number: number): string {
    return this.#texts.text(number);
  }

  /** Returns the sets whose keys or values can match. Undefined if all sets can. Valid until the next write. */
  candidates(match: TextMatch): Candidates | undefined {
    return this.#sets.candidates(match);
  }

  /** Returns the number of uses of a set. 0 if no set has the number. */
  usesOf(id: number): number {
    return this.#sets.usesOf(id);
  }

  /** Returns a function that is true for the number of a key or value that matches. */
  matcher(match: TextMatch): (number: number) => boolean {
    return this.#texts.matcher(match);
  }

  /** Exclusive upper bound of the numbers of keys and values. Numbers start at 1. */
  get textCapacity(): number {
    return this.#texts.capacity;
  }

  /** Returns the approximate length of a key or value in characters. */
  lengthOf(number: number): number {
    return this.#texts.lengthOf(number);
  }

  /** Returns a reader that reads sets one after the other. */
  reader(): LabelsRead {
    return new LabelsRead(set => this.#sets.text(set));
  }

  /** Returns the value of a key. Undefined if the set does not have the key. */
  value(id: number, key: string): string | undefined {
    const wanted = this.#texts.find(key);
    if (wanted === undefined) return undefined;
    const value = valueIn(this.#sets.text(id), wanted);
    return value === undefined ? undefined : this.#texts.text(value);
  }

  /**
   * Returns the labels of a set as a frozen object, which readers may share. Labels are sorted by key, as an API server
   * writes them. If they were sorted by key number, the order would reveal which keys were added earlier.
   */
  labels(id: number): Labels {
    const known = this.#read.get(id);
    if (known) return known;
    const spelling = this.#sets.text(id);
    const entries: [string, string][] = [];
    for (let at = 0; at < spelling.length; at += 4) {
      entries.push([this.#texts.text(numberAt(spelling, at)), this.#texts.text(numberAt(spelling, at + 2))]);
    }
    entries.sort(([a], [b]) => compareText(a, b));
    const labels = Object.freeze(Object.fromEntries(entries)); // fromEntries defines own properties, even for __proto__
    if (lengthOf(labels) <= MAX_LENGTH) this.#remember(this.#read, id, labels);
    return labels;
  }

  #addTrigrams(trigrams: TrigramIndex, set: number): void {
    const spelling = this.#sets.text(set);
    for (let at = 0; at < spelling.length; at += 2) this.#texts.addTrigrams(trigrams, numberAt(spelling, at), set);
  }

  #remember<K, V>(memory: Map<K, V>, key: K, value: V): void {
    if (memory.size >= MAX_REMEMBERED) memory.clear();
    memory.set(key, value);
  }

  /** Inserts a label into the set that is being looked up. */
  #spell(key: number, value: number): void {
    if (this.#end === this.#pairs.length) {
      this.#pairs = grown(this.#pairs, this.#end + 2);
      this.#units = new Uint16Array(this.#pairs.buffer);
    }
    const pairs = this.#pairs;
    let at = this.#end;
    for (; at > 0 && pairs[at - 2]! > key; at -= 2) {
      pairs[at] = pairs[at - 2]!;
      pairs[at + 1] = pairs[at - 1]!;
    }
    pairs[at] = key;
    pairs[at + 1] = value;
    this.#end += 2;
  }

  /** Returns the number of the set in #pairs, and adds a use of the set. Undefined if the set is new. */
  #retainSpelled(): number | undefined {
    const known = this.#sets.findUnits(this.#units, this.#end * 2);
    if (known !== undefined) this.#sets.retain(known);
    return known;
  }

  #addSpelled(): number {
    return this.#sets.acquireUnits(this.#units, this.#end * 2);
  }
}

/** Reads one set at a time, as numbers of keys and values. */
export class LabelsRead {
  readonly #spellingOf: (set: number) => string;
  #spelling = '';

  constructor(spellingOf: (set: number) => string) {
    this.#spellingOf = spellingOf;
  }

  /** Number of labels. */
  get size(): number {
    return this.#spelling.length / 4;
  }

  read(set: number): void {
    this.#spelling = this.#spellingOf(set);
  }

  /** Returns the number of the key at an index. */
  keyAt(label: number): number {
    return numberAt(this.#spelling, label * 4);
  }

  /** Returns the numbers of the key and the value at an index. */
  labelAt(scope: number): readonly [key: number, value: number] {
    return [numberAt(this.#spelling, scope * 4), numberAt(this.#spelling, scope * 4 + 2)];
  }

  /** Returns the number of a key's value. Undefined if the set does not have the key. */
  valueOf(key: number): number | undefined {
    return valueIn(this.#spelling, key);
  }
}

/** Binary search, because a leaf may put thousands of labels on an object. */
function valueIn(spelling: string, key: number): number | undefined {
  let [low, high] = [0, spelling.length / 4];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = numberAt(spelling, middle * 4);
    if (found === key) return numberAt(spelling, middle * 4 + 2);
    if (found < key) low = middle + 1;
    else high = middle;
  }
  return undefined;
}

function numberAt(spelling: string, at: number): number {
  return spelling.charCodeAt(at) + spelling.charCodeAt(at + 1) * 0x10000;
}

/** Returns the length of all keys and values in characters. */
function lengthOf(labels: Labels): number {
  let length = 0;
  for (const key in labels) length += key.length + labels[key]!.length;
  return length;
}
