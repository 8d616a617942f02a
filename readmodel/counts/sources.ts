/**
 * Numbers the sources of rows: the objects to which their SOURCE relations lead, as far as the caller sees these. A source that is hidden is like one that is
 * not there, so nothing is told of it, nor how many objects have it.
 */
import { PairNumbers } from '../containers/pair-numbers.ts';
import { encodeObjectId } from '../../schema/object-id.ts';
import type { Selection } from '../filters/selection.ts';
import { finish, type Steps } from '../gate.ts';
import type { Filter } from '../query.ts';
import type { RowTable } from '../rows/row-table.ts';

/** `select`: of the caller's View. */
export function* seenSources(table: RowTable, select: (filter: Filter) => Steps<Selection>): Steps<SourceNumbers> {
  const visible = yield* select({});
  return new SourceNumbers(table, row => row !== 0 && finish(visible.has(row)));
}

export class SourceNumbers {
  readonly #table: RowTable;
  readonly #sees: (row: number) => boolean;
  /** By place and set of relations, since what is spelled beside a row's name is no source. */
  readonly #pairs: PairNumbers;
  /** By pair. */
  readonly #sources: number[] = [];
  /** By row of a source. */
  readonly #numbers = new Map([[0, 0]]);
  /** By number. */
  readonly #rows = [0];

  /** Good as long as nothing is written. */
  constructor(table: RowTable, sees: (row: number) => boolean) {
    this.#table = table;
    this.#sees = sees;
    this.#pairs = new PairNumbers(table.places.capacity, table.relations.capacity);
  }

  /** All numbers are below it. */
  get capacity(): number {
    return this.#table.columns.end;
  }

  /** All numbers that were given are below it. */
  get end(): number {
    return this.#rows.length;
  }

  /** 0: the row has no source that is seen. */
  of(row: number): number {
    const { relations, columns } = this.#table;
    const set = relations.setOf(row);
    return set === 0 ? 0 : (this.#sources[this.#pairs.of(columns.place[row]!, set)] ??= this.#numberOf(this.#firstSeen(row)));
  }

  /** The id of a source; undefined for 0. */
  id(number: number): string | undefined {
    return number === 0 ? undefined : encodeObjectId(this.#table.read(this.#rows[number]!));
  }

  #firstSeen(row: number): number {
    let source = 0;
    this.#table.relations.forEachKept(
      row,
      ({ type }) => type === 'SOURCE' && source === 0,
      (_, to) => {
        if (this.#sees(to)) source = to;
      },
    );
    return source;
  }

  #numberOf(source: number): number {
    const known = this.#numbers.get(source);
    if (known !== undefined) return known;
    this.#numbers.set(source, this.#rows.length);
    return this.#rows.push(source) - 1;
  }
}
