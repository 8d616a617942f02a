/**
 * Suggestions for a reader who types: values of fields that contain the words, each with its exact number of visible
 * matching rows.
 *
 * Only values that the caller may see are matched. Rows are counted first, as in a facet, and then only counted values
 * are matched. Counts of kinds, clusters and namespaces usually come from tallies. Names, reasons and labels have too
 * many values for tallies, so their rows are counted one by one. If the trigram index excludes many rows, only the
 * remaining rows are read.
 */
import type { Steps } from '../../async/fair-turns.ts';
import type { Filter, Suggestion, SuggestionField, SuggestionRequest } from '../query.ts';
import { FETCH } from '../select/conditions.ts';
import { namesOfKind } from '../select/row-match.ts';
import type { Selection } from '../select/selection.ts';
import { grown, type NarrowArray, PairNumbers, TopK } from '../table/containers.ts';
import { compareText } from '../table/names.ts';
import type { RowTable } from '../table/row-table.ts';
import { type Candidates, isCandidate, textRank } from '../table/text-search.ts';
import type { TextDictionary } from '../table/texts.ts';
import { Pass, titleOf, valuesOf } from './numbers.ts';

/** Maximum work between two yields: number of values read, and number of characters compared. */
const STEP = { looked: 2_048, judged: 64 * 1024 } as const;
/** Rows count as few if the column has more than this many numbers for each row. */
const FEW = 8;

const TALLIED = ['KIND', 'CLUSTER', 'NAMESPACE'] as const;
/** The column that each field's words are searched in. */
const SEARCHED_IN = { NAME: 'name', REASON: 'reason', LABEL_KEY: 'labels', LABEL: 'labels' } as const;
type Searched = keyof typeof SEARCHED_IN;

export function* computeSuggestions(
  table: RowTable,
  select: (filter: Filter) => Steps<Selection>,
  filter: Filter,
  request: SuggestionRequest,
): Steps<readonly Suggestion[]> {
  const { words, fields } = request;
  if (words.length === 0) return [];
  const found = new Suggestions(table, request);
  const tallied = TALLIED.filter(field => fields.includes(field)).map(field => ({
    field,
    labelKey: '',
    limit: 0,
    match: undefined,
  }));
  if (tallied.length > 0) {
    const pass = new Pass(table, yield* select(filter), tallied, undefined);
    yield* pass.run();
    for (const request of tallied)
      yield* found.addValues(request.field, (yield* valuesOf(table, pass, request)).values);
  }
  const searched = fields.filter(field => field in SEARCHED_IN) as Searched[];
  if (searched.length > 0) {
    const text = { words, in: [...new Set(searched.map(field => SEARCHED_IN[field]))] };
    const saying = yield* select({ and: [filter], text });
    // The selection by words is used only if an index excludes rows. addSearched() matches the words in any case.
    yield* found.addSearched(saying.share < 1 ? saying : yield* select(filter), text.in);
  }
  return found.best();
}

class Suggestions {
  readonly #table: RowTable;
  readonly #request: SuggestionRequest;
  readonly #textRank: (text: string) => number | undefined;
  /** Values read, and characters compared, since the last yield. */
  readonly #step = { looked: 0, judged: 0 };
  readonly #best: TopK<Suggestion & { readonly rank: number }>;

  constructor(table: RowTable, request: SuggestionRequest) {
    const { words, fields, limit } = request;
    this.#table = table;
    this.#request = request;
    this.#textRank = textRank(words);
    this.#best = new TopK(
      limit,
      (a, b) =>
        a.rank - b.rank ||
        b.count - a.count ||
        fields.indexOf(a.field) - fields.indexOf(b.field) ||
        compareText(a.value, b.value),
    );
  }

  best(): Suggestion[] {
    return this.#best.sorted().map(({ field, value, title, count }) => ({ field, value, title, count }));
  }

  *addValues(
    field: (typeof TALLIED)[number],
    values: Iterable<{ readonly value: string; readonly count: number }>,
  ): Steps<void> {
    for (const { value, count } of values) {
      const title = titleOf(field, value);
      this.#offer(field, { value, title, count }, field === 'KIND' ? [value, ...namesOfKind(title)] : [value]);
      if (this.#isOver()) yield;
    }
  }

  /** @param selection Contains all rows with all the words in these columns, and perhaps other rows */
  *addSearched(selection: Selection, columns: readonly (typeof SEARCHED_IN)[Searched][]): Steps<void> {
    const { columns: all, names, labelSets } = this.#table;
    const reason = all.texts.find(({ name }) => name === 'reason')!;
    const rows = selection.atMost * selection.share;
    const counted = new Map<string, Counter>();
    for (const [column, numbers, { capacity }] of [
      ['name', all.name, names],
      ['reason', reason.numbers, reason.texts],
      ['labels', all.labels, labelSets],
    ] as const) {
      if (!columns.includes(column)) continue;
      counted.set(
        column,
        rows * FEW < capacity ? new FewNumbers(numbers, capacity) : new ManyNumbers(numbers, capacity),
      );
    }
    yield* selection.forEachBlock((block, rows) => {
      for (const counter of counted.values()) counter.add(block, rows);
    });
    for (const [column, counter] of counted) {
      if (column === 'name') yield* this.#addTexts('NAME', names, counter);
      else if (column === 'reason') yield* this.#addTexts('REASON', reason.texts, counter);
      else yield* this.#addLabels(counter);
    }
  }

  /**
   * Adds texts of a column. There may be millions of texts, so a string is built only for a text that may be among the
   * best.
   */
  *#addTexts(field: SuggestionField, texts: TextDictionary, counter: Counter): Steps<void> {
    const { words, limit } = this.#request;
    const typed = words.join(' ');
    const matches = words.map(contains => ({ contains, ignoreCase: true }));
    const tests = matches.map(match => texts.matcher(match));
    const candidates: Candidates[] = [];
    for (const match of matches) {
      const those = texts.candidates(match);
      if (those) candidates.push(those);
      yield;
    }
    const isTyped = texts.matcher({ equals: typed, ignoreCase: true });
    const begins = texts.matcher({ prefix: typed, ignoreCase: true });
    const order = (a: RankedText, b: RankedText) => a.rank - b.rank || b.count - a.count || texts.compare(a.id, b.id);
    const best = new TopK<RankedText>(limit, order);
    const rank = (id: number, count: number): void => {
      const { last } = best;
      let rank = begins(id) ? (isTyped(id) ? 0 : 1) : 2;
      // At this point `rank` is the best possible rank. Most texts cannot be among the best and are not searched.
      if (last && order({ id, rank, count }, last) > 0) return;
      if (rank === 2) {
        if (!candidates.every(those => isCandidate(those, id) === 1)) return;
        this.#step.judged += FETCH + texts.lengthOf(id) * words.length;
        if (!tests.every(fits => fits(id))) return;
        rank = this.#rankOf(texts.text(id)) ?? 3;
      }
      best.offer({ id, rank, count });
    };
    for (let scope = 0; scope < counter.end;) {
      scope = this.#takeFrom(counter, scope, rank);
      yield;
    }
    for (const { id, count } of best.sorted())
      this.#offer(field, { value: texts.text(id), title: texts.text(id), count });
  }

  *#addLabels(counter: Counter): Steps<void> {
    const { labelSets } = this.#table;
    const { fields } = this.#request;
    const [asksKeys, asksValues] = [fields.includes('LABEL_KEY'), fields.includes('LABEL')];
    const labels = labelSets.reader();
    const fits = this.#fitsOnce(labelSets.textCapacity, number => labelSets.textOf(number));
    const keys = new PairCounts(labelSets.textCapacity, 1);
    const pairs = new PairCounts(labelSets.textCapacity, labelSets.textCapacity);
    for (let scope = 0; scope < counter.end; scope++) {
      if (this.#isOver()) yield;
      const count = counter.countAt(scope);
      if (count === 0) continue;
      labels.read(counter.numberAt(scope));
      for (let at = 0; at < labels.size; at++) {
        if (this.#isOver()) yield;
        const [key, value] = labels.labelAt(at);
        if (asksKeys && fits(key)) keys.add(key, 0, count);
        if (asksValues && fits(value)) pairs.add(key, value, count);
      }
    }
    for (let scope = 0; scope < keys.size; scope++) {
      if (this.#isOver()) yield;
      const value = labelSets.textOf(keys.leftOf(scope));
      this.#offer('LABEL_KEY', { value, title: value, count: keys.countAt(scope) });
    }
    for (let scope = 0; scope < pairs.size; scope++) {
      if (this.#isOver()) yield;
      const [key, value] = [labelSets.textOf(pairs.leftOf(scope)), labelSets.textOf(pairs.rightOf(scope))];
      this.#offer('LABEL', { value: `${key}=${value}`, title: value, count: pairs.countAt(scope) }, [value]);
    }
  }

  /** Returns a function that is true for a number whose text contains the words. Each text is matched only once. */
  #fitsOnce(capacity: number, textOf: (number: number) => string): (number: number) => boolean {
    const judged = new Uint8Array(capacity); // 0: not matched yet, 1: no, 2: yes
    return number => {
      if (judged[number] === 0) judged[number] = this.#rankOf(textOf(number)) === undefined ? 1 : 2;
      return judged[number] === 2;
    };
  }

  #rankOf(text: string): number | undefined {
    this.#step.judged += FETCH + text.length * this.#request.words.length;
    return this.#textRank(text);
  }

  /** Calls `take` for the numbers from a position on, until a yield is due. Returns the next position. */
  #takeFrom(counter: Counter, scope: number, take: (number: number, count: number) => void): number {
    const step = this.#step;
    step.judged = 0;
    for (const end = Math.min(counter.end, scope + STEP.looked); scope < end && step.judged < STEP.judged; scope++) {
      const count = counter.countAt(scope);
      if (count > 0) take(counter.numberAt(scope), count);
    }
    return scope;
  }

  /** Counts a value that was read. Returns true if a yield is due. */
  #isOver(): boolean {
    const step = this.#step;
    if (++step.looked < STEP.looked && step.judged < STEP.judged) return false;
    step.looked = step.judged = 0;
    return true;
  }

  /** @param names Names to match with the words. The best match counts */
  #offer(field: SuggestionField, value: Omit<Suggestion, 'field'>, names: readonly string[] = [value.value]): void {
    const ranks = names.map(name => this.#rankOf(name)).filter(rank => rank !== undefined);
    if (ranks.length > 0) this.#best.offer({ field, ...value, rank: Math.min(...ranks) });
  }
}

interface RankedText {
  readonly id: number;
  readonly rank: number;
  readonly count: number;
}

/** Counts rows for each number in a column. */
interface Counter {
  add(block: Uint32Array, rows: number): void;
  /** Exclusive upper bound of the positions. */
  readonly end: number;
  numberAt(scope: number): number;
  /** Returns the count at a position. 0 if the position is unused. */
  countAt(scope: number): number;
}

/**
 * Counter with memory for all numbers of a column. For few rows, allocating and clearing this memory would take longer
 * than counting.
 */
class ManyNumbers implements Counter {
  readonly #numbers: NarrowArray;
  readonly #counts: Uint32Array;

  constructor(numbers: NarrowArray, capacity: number) {
    this.#numbers = numbers;
    this.#counts = new Uint32Array(capacity);
  }

  get end(): number {
    return this.#counts.length;
  }

  add(block: Uint32Array, rows: number): void {
    const [numbers, counts] = [this.#numbers, this.#counts];
    for (let i = 0; i < rows; i++) counts[numbers[block[i]!]!]!++;
  }

  numberAt(scope: number): number {
    return scope;
  }

  countAt(scope: number): number {
    return this.#counts[scope]!;
  }
}

/** Counter with memory only for the pairs that occur. */
class PairCounts {
  readonly #pairs: PairNumbers;
  #counts = new Uint32Array(64);

  constructor(lefts: number, rights: number) {
    this.#pairs = new PairNumbers(lefts, rights);
  }

  get size(): number {
    return this.#pairs.size;
  }

  add(left: number, right: number, count: number): void {
    const scope = this.#pairs.of(left, right);
    if (scope >= this.#counts.length) this.#counts = grown(this.#counts, scope + 1);
    this.#counts[scope]! += count;
  }

  leftOf(scope: number): number {
    return this.#pairs.leftOf(scope);
  }

  rightOf(scope: number): number {
    return this.#pairs.rightOf(scope);
  }

  countAt(scope: number): number {
    return this.#counts[scope]!;
  }
}

/** Counter with memory only for the numbers that rows have. */
class FewNumbers implements Counter {
  readonly #numbers: NarrowArray;
  readonly #counts: PairCounts;

  constructor(numbers: NarrowArray, capacity: number) {
    this.#numbers = numbers;
    this.#counts = new PairCounts(1, capacity);
  }

  get end(): number {
    return this.#counts.size;
  }

  add(block: Uint32Array, rows: number): void {
    const [numbers, counts] = [this.#numbers, this.#counts];
    for (let i = 0; i < rows; i++) counts.add(0, numbers[block[i]!]!, 1);
  }

  numberAt(scope: number): number {
    return this.#counts.rightOf(scope);
  }

  countAt(scope: number): number {
    return this.#counts.countAt(scope);
  }
}
