/**
 * Numbers the sources of rows: the targets of their SOURCE relations that the caller sees. A hidden source counts as
 * absent, so neither it nor its number of objects is revealed.
 */
import { PairNumbers } from '../containers/pair-numbers.ts';
import { encodeObjectId } from '../../schema/object-id.ts';
import type { Selection } from '../filters/selection.ts';
import { finish, type Steps } from '../gate.ts';
import type { Filter } from '../query.ts';
import type { RowTable } from '../rows/row-table.ts';

/** @param select Selects from the caller's View */
export function* seenSources(table: RowTable, select: (filter: Filter) => Steps<Selection>): Steps<SourceNumbers> {
  const visible = yield* select({});
  return new SourceNumbers(table, row => row !== 0 && finish(visible.has(row)));
}

export class SourceNumbers {
  readonly #table: RowTable;
  readonly #sees: (row: number) => boolean;
  /** By (place, set of relations): relations spelled beside a row's name are no sources. */
  readonly #pairs: PairNumbers;
  /** By pair. */
  readonly #sources: number[] = [];
  /** By row of a source. */
  readonly #numbers = new Map([[0, 0]]);
  /** By number. */
  readonly #rows = [0];

  /** Valid until the next write. */
  constructor(table: RowTable, sees: (row: number) => boolean) {
    this.#table = table;
    this.#sees = sees;
    this.#pairs = new PairNumbers(table.places.capacity, table.relations.capacity);
  }

  /** Exclusive upper bound of all numbers. */
  get capacity(): number {
    return this.#table.columns.end;
  }

  /** Exclusive upper bound of the numbers given so far. */
  get end(): number {
    return this.#rows.length;
  }

  /** Number of the row's source; 0 if it has none that the caller sees. */
  of(row: number): number {
    const { relations, columns } = this.#table;
    const set = relations.setOf(row);
    return set === 0 ? 0 : (this.#sources[this.#pairs.of(columns.place[row]!, set)] ??= this.#numberOf(this.#firstSeen(row)));
  }

  /** Id of a source; undefined for 0. */
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
