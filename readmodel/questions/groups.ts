/**
 * Groups: the number of rows for each combination of values of some fields, by status. Every matching row is in exactly
 * one group, including rows without a value. The groups therefore add up to the total. Images are the exception: a row
 * with several images is in the group of each image.
 *
 * If the query depends only on scope, kind and state, the counts come from tallies (as in numbers.ts). Even then, rows
 * are read in scopes with rows that are visible by resourceNames. Groups are numbered in the order in which they are
 * found. Texts are read only for groups that are compared or returned. Rows are first grouped by their whole lists of
 * images. Each group is then divided by the images of its list.
 */
import { OBJECT_STATUSES } from '../../store/store.ts';
import type { Steps } from '../../async/fair-turns.ts';
import {
  type Filter,
  type Group,
  type GroupKey,
  type GroupPage,
  type GroupRequest,
  kindValue,
  QueryError,
  type StatusCounts,
} from '../query.ts';
import type { Selection } from '../select/selection.ts';
import { type ShownCluster, VISIBLE } from '../select/visibility-mask.ts';
import { statusOf, SUSPENDED } from '../table/columns.ts';
import { grown, type NarrowArray, PairNumbers, TopK } from '../table/containers.ts';
import { ImageNumbers, MAX_VALUES } from '../table/images.ts';
import { compareText } from '../table/names.ts';
import { countOf, kindOf, stateOf, STATES_OF_ROWS } from '../table/scopes.ts';
import type { RowTable } from '../table/row-table.ts';
import { seenSources, type SourceNumbers, titleOf } from './numbers.ts';

/** Maximum number of groups. They are kept until the answer is made, and take some megabytes. */
export const MAX_GROUPS = 100_000;
/**
 * Exclusive upper bound of group numbers. Larger than MAX_GROUPS, because that limit is checked only after each block.
 */
const GROUP_NUMBERS = 2 ** 18;
/** Number of counts for each group: one for each state, rounded up to a power of two. */
const STATES = 16;
/** Number of scopes read, or of groups processed, between two yields. */
const STEP = 1_024;
/** Work on lists of images between two yields: characters read, plus counts updated. */
const DIVIDED_AT_ONCE = 16 * 1024;

/** Computes a page of groups. @throws QueryError */
export function* computeGroups(
  table: RowTable,
  select: (filter: Filter) => Steps<Selection>,
  filter: Filter,
  request: GroupRequest,
): Steps<GroupPage> {
  const selection = yield* select(filter);
  const sources = request.by.some(({ field }) => field === 'SOURCE') ? yield* seenSources(table, select) : undefined;
  const found = new FoundGroups(request.by.map(key => numberedKey(table, key, sources)));
  yield* new Pass(table, selection, found).run(request.by.some(({ field }) => field === 'NAMESPACE'));
  yield* found.divide();
  return yield* pageOf(found, request);
}

/**
 * Properties of a row that keys read, in the order in which keys divide the groups. Undefined stands for all other
 * properties.
 */
const LEVELS: readonly (Tallied | 'images' | undefined)[] = ['scope', 'kind', undefined, 'images', 'state'];
const [PLACE, KIND, IMAGES, STATE] = [0, 1, 3, 4];

/** The groups found so far, with their numbers of rows by state. */
class FoundGroups {
  readonly keys: readonly NumberedKey[];
  /**
   * Indices of the keys in the order of LEVELS: keys on scopes, on kinds, other keys, keys on images, keys on states.
   */
  readonly #order: readonly number[];
  /**
   * One PairNumbers for each key, in the order of #order. A pair consists of a group by the earlier keys, and a number
   * of this key.
   */
  readonly #pairs: PairNumbers[];
  /** Index in #order at which the keys of each level begin. */
  readonly #begin: readonly number[];
  #counts = new Uint32Array(64 * STATES);
  /** True after the groups are divided by keys on states. */
  #isDivided = false;
  /** Cache of the last add(): its scope and kind, the group for the scope, and the group for scope and kind. */
  #scope = -1;
  #kind = -1;
  #ofScope = 0;
  #ofKind = 0;
  readonly #texts: Map<number, string | undefined>[];

  constructor(keys: readonly NumberedKey[]) {
    this.keys = keys;
    const levels = keys.map(({ tallied, images }) => LEVELS.indexOf(images ? 'images' : tallied?.by));
    this.#order = [...keys.keys()].sort((a, b) => levels[a]! - levels[b]!);
    this.#begin = LEVELS.map((_, level) => levels.filter(it => it < level).length);
    let lefts = 1;
    this.#pairs = this.#order.map(at => {
      const pairs = new PairNumbers(lefts, keys[at]!.capacity);
      lefts = Math.min(lefts * keys[at]!.capacity, GROUP_NUMBERS);
      return pairs;
    });
    this.#texts = keys.map(() => new Map<number, string | undefined>());
  }

  get size(): number {
    const keys = this.#isDivided ? this.#pairs.length : this.#begin[STATE]!;
    return keys === 0 ? 1 : this.#pairs[keys - 1]!.size;
  }

  /** True if tallies cover all keys. */
  get isTallied(): boolean {
    return this.keys.every(({ tallied }) => tallied !== undefined);
  }

  /**
   * Adds rows of a tally. `rows` must be above 0, because adding creates the group. Faster if calls for the same scope
   * follow each other, and within a scope those for the same kind.
   */
  add(scope: number, kind: number, state: number, rows: number): void {
    if (scope !== this.#scope) {
      this.#ofScope = this.#with(0, PLACE, scope);
      [this.#scope, this.#kind] = [scope, -1];
    }
    if (kind !== this.#kind) {
      this.#ofKind = this.#with(this.#ofScope, KIND, kind);
      this.#kind = kind;
    }
    const slot = this.#ofKind * STATES + slotOf(state);
    if (slot >= this.#counts.length) this.#room();
    this.#counts[slot]! += rows;
  }

  /** Extends a group by the keys of one level. `id` is the number of a scope, kind or state. */
  #with(group: number, level: number, id: number): number {
    const end = this.#begin[level + 1] ?? this.#pairs.length;
    for (let at = this.#begin[level]!; at < end; at++)
      group = this.#pairs[at]!.of(group, this.keys[this.#order[at]!]!.tallied!.numbers[id]!);
    return group;
  }

  /** Adds the rows of a block. `states` is the column with the states. */
  addRows(block: Uint32Array, count: number, states: Uint8Array, groups: Uint32Array, numbers: Uint32Array): void {
    groups.fill(0, 0, count);
    for (const [at, pairs] of this.#pairs.slice(0, this.#begin[STATE]).entries()) {
      this.keys[this.#order[at]!]!.read(block, count, numbers);
      for (let i = 0; i < count; i++) groups[i] = pairs.of(groups[i]!, numbers[i]!);
    }
    if (this.size * STATES > this.#counts.length) this.#room();
    const counts = this.#counts;
    for (let i = 0; i < count; i++) counts[groups[i]! * STATES + slotOf(states[block[i]!]!)]!++;
  }

  /** Divides the groups by image and by state. Call after all rows are counted. @throws QueryError */
  *divide(): Steps<void> {
    if (this.#begin[IMAGES]! < this.#begin[STATE]!) yield* this.#divideLists();
    yield* this.#divideStates();
    this.#judgeSize();
  }

  /**
   * Turns groups by lists of images into groups by single images. The rows of a list count in the group of each image.
   */
  *#divideLists(): Steps<void> {
    const [groups, counts, begin] = [this.size, this.#counts, this.#begin[IMAGES]!];
    const lists = this.#pairs.slice(begin, this.#begin[STATE]);
    const images = lists.map((_, i) => this.keys[this.#order[begin + i]!]!.images!);
    const pairs = lists.map(() => new PairNumbers(GROUP_NUMBERS, MAX_VALUES + 1));
    this.#pairs.splice(begin, pairs.length, ...pairs);
    this.#counts = new Uint32Array(64 * STATES);
    let looked = 0;
    for (let group = 0; group < groups; group++) {
      const numbers = new Array<number>(lists.length);
      let before = group;
      for (let i = lists.length - 1; i >= 0; i--) {
        numbers[i] = lists[i]!.rightOf(before);
        before = lists[i]!.leftOf(before);
      }
      let divided = [before];
      for (const [i, list] of numbers.entries()) {
        const values = images[i]!.of(list);
        divided = divided.flatMap(left => values.map(value => pairs[i]!.of(left, value)));
        looked += images[i]!.costOf(list) + divided.length * STATES;
      }
      if (this.size * STATES > this.#counts.length) this.#room();
      for (const into of divided)
        for (let slot = 0; slot < STATES; slot++) this.#counts[into * STATES + slot]! += counts[group * STATES + slot]!;
      if (looked < DIVIDED_AT_ONCE) continue;
      looked = 0;
      yield;
    }
  }

  *#divideStates(): Steps<void> {
    const [groups, counts] = [this.size, this.#counts];
    this.#isDivided = true;
    if (this.#begin[STATE]! < this.#pairs.length) {
      this.#counts = new Uint32Array(64 * STATES);
      for (let group = 0; group < groups; group++) {
        for (const state of STATES_OF_ROWS) {
          const rows = counts[group * STATES + slotOf(state)]!;
          if (rows === 0) continue;
          const slot = this.#with(group, STATE, state) * STATES + slotOf(state);
          if (slot >= this.#counts.length) this.#room();
          this.#counts[slot] = rows;
        }
        if (group % STEP === STEP - 1) yield;
      }
    }
  }

  #judgeSize(): void {
    if (this.size > MAX_GROUPS)
      throw new QueryError(
        `groups.by: these keys make more than ${MAX_GROUPS} groups. Narrow the filter, or leave a key out.`,
        'groups.by',
      );
  }

  #room(): void {
    this.#judgeSize();
    this.#counts = grown(this.#counts, Math.max(this.size * STATES, this.#counts.length * 2));
  }

  /** Returns the value of a group for a key. Reads the text on demand. */
  value(group: number, key: number): string | undefined {
    let number = 0;
    for (let at = this.#order.length - 1; at >= 0; at--) {
      if (this.#order[at] === key) {
        number = this.#pairs[at]!.rightOf(group);
        break;
      }
      group = this.#pairs[at]!.leftOf(group);
    }
    const texts = this.#texts[key]!;
    let text = texts.get(number);
    if (text === undefined && !texts.has(number)) texts.set(number, (text = this.keys[key]!.value(number)));
    return text;
  }

  countsOf(group: number): { count: number; statusCounts: StatusCounts } {
    const counts = this.#counts.subarray(group * STATES, (group + 1) * STATES);
    const statuses = OBJECT_STATUSES.map((_, status) => counts[status * 2]! + counts[status * 2 + 1]!);
    const suspended = counts.reduce((sum, count, slot) => (slot % 2 === 1 ? sum + count : sum), 0);
    return {
      count: statuses.reduce((sum, count) => sum + count, 0),
      statusCounts: statusCountsOf(statuses, suspended),
    };
  }
}

function slotOf(state: number): number {
  return (state & ~SUSPENDED) * 2 + (state & SUSPENDED ? 1 : 0);
}

class Pass {
  readonly #table: RowTable;
  readonly #selection: Selection;
  readonly #found: FoundGroups;

  constructor(table: RowTable, selection: Selection, found: FoundGroups) {
    this.#table = table;
    this.#selection = selection;
    this.#found = found;
  }

  *run(asksNamespace: boolean): Steps<void> {
    const selection = this.#selection;
    const { tallies } = this.#table.scopes;
    if (!selection.isTallied || !tallies.isComplete || !this.#found.isTallied) return yield* this.#addRows(undefined);
    const isByCluster = selection.wantsEveryNamespace && !asksNamespace;
    const others: ShownCluster[] = [];
    for (const shown of selection.shown) {
      if (isByCluster && shown.alike) this.#addCluster(shown, shown.alike);
      else {
        const byName = yield* this.#addScopes(shown);
        if (byName.length > 0) others.push({ ...shown, scopes: Uint32Array.from(byName) });
      }
      yield;
    }
    if (others.length > 0) yield* this.#addRows(others);
  }

  #addCluster({ cluster: { tally }, scopes }: ShownCluster, alike: NonNullable<ShownCluster['alike']>): void {
    const [selection, found] = [this.#selection, this.#found];
    for (let kind = 0; kind < selection.width; kind++) {
      for (const inNamespace of [true, false]) {
        if (selection.cell(inNamespace ? alike.inNamespaces : alike.atScope, kind) !== VISIBLE) continue;
        if (tally.total(kind, inNamespace) === 0) continue;
        for (const state of STATES_OF_ROWS) {
          const rows = selection.states?.[state] === 0 ? 0 : tally.count(kind, inNamespace, state);
          // Keys of this query do not depend on namespaces, so any scope of the cluster gives the right group.
          if (rows > 0) found.add(scopes[0]!, kind, state, rows);
        }
      }
    }
  }

  /** Adds the tallies of a cluster's scopes. Returns the scopes whose rows must be read. */
  *#addScopes(shown: ShownCluster): Steps<number[]> {
    const byName: number[] = [];
    const scopes = this.#selection.scopesOf(shown);
    for (let from = 0; from < scopes.length; from += STEP) {
      for (const scope of scopes.subarray(from, from + STEP)) {
        if (this.#selection.hasRowsByName(scope)) byName.push(scope);
        else this.#addScope(scope);
      }
      yield;
    }
    return byName;
  }

  #addScope(scope: number): void {
    const [found, { grid, width, states }] = [this.#found, this.#selection];
    const { first, length, words } = this.#table.scopes.tallies;
    const cells = this.#selection.maskOf(scope) * width;
    for (let at = first[scope]!, end = at + length[scope]!; at < end; at++) {
      const word = words[at]!;
      const [kind, state] = [kindOf(word), stateOf(word)];
      if (grid[cells + kind] === VISIBLE && states?.[state] !== 0) found.add(scope, kind, state, countOf(word));
    }
  }

  *#addRows(within: readonly ShownCluster[] | undefined): Steps<void> {
    const { state } = this.#table.columns;
    let [groups, numbers] = [new Uint32Array(0), new Uint32Array(0)];
    yield* this.#selection.forEachBlock((block, count) => {
      if (count > groups.length) [groups, numbers] = [new Uint32Array(block.length), new Uint32Array(block.length)];
      this.#found.addRows(block, count, state, groups, numbers);
    }, within);
  }
}

function* pageOf(found: FoundGroups, { by, first, after }: GroupRequest): Steps<GroupPage> {
  const fields = [...by.keys()];
  const compareValues = (a: string | undefined, b: string | undefined) =>
    a === undefined || b === undefined ? Number(a === undefined) - Number(b === undefined) : compareText(a, b);
  const compare = (a: number, valueOfOther: (key: number) => string | undefined): number => {
    for (const key of fields) {
      const difference = compareValues(found.value(a, key), valueOfOther(key));
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const best = new TopK<number>(first, (a, b) => compare(a, key => found.value(b, key)));
  let behind = 0;
  for (let group = 0; group < found.size; group++) {
    if (after && compare(group, key => after[key] ?? undefined) <= 0) behind++;
    else best.offer(group);
    if (group % STEP === STEP - 1) yield;
  }
  const groups = best.sorted().map((group): Group => ({
    values: by.map(({ field }, key) => {
      const value = found.value(group, key);
      return value === undefined ? { value: null, title: 'None' } : { value, title: titleOf(field, value) };
    }),
    ...found.countsOf(group),
  }));
  return {
    groups,
    totalCount: found.size,
    hasNextPage: found.size - behind > groups.length,
    hasPreviousPage: behind > 0,
  };
}

/** Property of a row that a key reads. Tallies count rows by these properties. */
type Tallied = 'scope' | 'kind' | 'state';

/**
 * A key to group rows by. It gives each row a number, and each number has a value. Except for images, two rows have
 * equal numbers exactly if their values are equal.
 */
interface NumberedKey {
  /** Exclusive upper bound of the numbers. */
  readonly capacity: number;
  /** Number for each scope, kind or state, whichever `by` names. Undefined if the key must read rows. */
  readonly tallied?: { readonly by: Tallied; readonly numbers: Uint32Array };
  /** The values of each list, if numbers stand for lists of images. */
  readonly images?: ImageNumbers;
  /** Reads the numbers of a block of rows. */
  read(block: Uint32Array, count: number, into: Uint32Array): void;
  /** Returns the value of a number. Undefined for rows without a value. */
  value(number: number): string | undefined;
}

/** Creates a key. Valid until the next write. @throws QueryError */
function numberedKey(table: RowTable, { field, labelKey }: GroupKey, sources: SourceNumbers | undefined): NumberedKey {
  const { scopes, kinds, columns } = table;
  switch (field) {
    case 'CLUSTER':
      return tallied('scope', columns.scope, scopes.cluster, scopes.clusterNames.capacity, id =>
        scopes.clusterNames.text(id),
      );
    case 'NAMESPACE':
      return tallied(
        'scope',
        columns.scope,
        scopes.namespace,
        scopes.namespaces.capacity,
        id => scopes.namespaces.text(id) || undefined,
      );
    case 'KIND':
      return tallied(
        'kind',
        columns.kind,
        Uint32Array.from({ length: kinds.capacity }, (_, kind) => kind),
        kinds.capacity,
        kind => kindValue({ group: kinds.group(kind), kind: kinds.kind(kind) }),
      );
    case 'GROUP': {
      const groups = [...new Set(Array.from(kinds.ids(), kind => kinds.group(kind)))];
      const ofKind = new Uint32Array(kinds.capacity);
      for (const kind of kinds.ids()) ofKind[kind] = groups.indexOf(kinds.group(kind));
      return tallied('kind', columns.kind, ofKind, groups.length, group => groups[group]);
    }
    case 'STATUS':
      return ofState(columns.state, state => state & ~SUSPENDED, OBJECT_STATUSES.length, statusOf);
    case 'SUSPENDED':
      return ofState(
        columns.state,
        state => (state & SUSPENDED ? 1 : 0),
        2,
        number => String(number === 1),
      );
    case 'LABEL':
      if (!labelKey) throw new QueryError('The key LABEL needs "labelKey", the label whose values make the groups.');
      return ofLabel(table, labelKey);
    case 'SOURCE': {
      if (!sources) throw new Error('SOURCE was asked for without the sources that are seen.');
      const read: NumberedKey['read'] = (block, count, into) => {
        for (let i = 0; i < count; i++) into[i] = sources.of(block[i]!);
      };
      return { capacity: sources.capacity, read, value: number => sources.id(number) };
    }
    case 'IMAGE':
    case 'IMAGE_REPOSITORY': {
      const { numbers, texts } = columns.images;
      const images = new ImageNumbers(field, texts);
      return { ...ofTexts(numbers, texts.capacity, number => images.value(number)), images };
    }
    default: {
      const { numbers, texts } = columns.texts.find(({ column }) => column.facet === field)!;
      return ofTexts(numbers, texts.capacity, number => texts.text(number) || undefined);
    }
  }
}

function ofTexts(numbers: NarrowArray, capacity: number, value: (number: number) => string | undefined): NumberedKey {
  const read: NumberedKey['read'] = (block, count, into) => {
    for (let i = 0; i < count; i++) into[i] = numbers[block[i]!]!;
  };
  return { capacity, read, value };
}

function tallied(
  by: Tallied,
  column: NarrowArray,
  numbers: Uint32Array,
  capacity: number,
  value: (number: number) => string | undefined,
): NumberedKey {
  const read: NumberedKey['read'] = (block, count, into) => {
    for (let i = 0; i < count; i++) into[i] = numbers[column[block[i]!]!]!;
  };
  return { capacity, tallied: { by, numbers }, read, value };
}

function ofState(
  column: NarrowArray,
  numberOf: (state: number) => number,
  capacity: number,
  value: (number: number) => string,
): NumberedKey {
  return tallied(
    'state',
    column,
    Uint32Array.from({ length: 256 }, (_, state) => numberOf(state)),
    capacity,
    value,
  );
}

/** Key on a label. Reads each distinct label set once. */
function ofLabel({ columns: { labels: column }, labelSets }: RowTable, labelKey: string): NumberedKey {
  const key = labelSets.numberOf(labelKey);
  const labels = labelSets.reader();
  /** Number of the label's value plus 1, by label set. 1 if the set lacks the label. 0 if the set is not read yet. */
  const known = new Uint32Array(labelSets.capacity);
  const look = (set: number): number => {
    labels.read(set);
    return (known[set] = 1 + ((key !== undefined && labels.valueOf(key)) || 0));
  };
  return {
    capacity: labelSets.textCapacity,
    read: (block, count, into) => {
      for (let i = 0; i < count; i++) {
        const set = column[block[i]!]!;
        into[i] = (known[set]! || look(set)) - 1;
      }
    },
    value: number => (number === 0 ? undefined : labelSets.textOf(number)),
  };
}

/** @param statuses Counts in the order of OBJECT_STATUSES */
export function statusCountsOf(statuses: readonly number[], suspended: number): StatusCounts {
  const [current = 0, inProgress = 0, failed = 0, terminating = 0, unknown = 0] = statuses;
  return { current, inProgress, failed, terminating, unknown, suspended };
}
