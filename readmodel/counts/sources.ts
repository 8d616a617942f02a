/**
 * Numbers the sources of rows: the objects to which their SOURCE relations lead, as far as the caller sees these. A source that is hidden is like one that is
 * not there, so nothing is told of it, nor how many objects have it.
 */
import { PairNumbers } from '../containers/pair-numbers.ts';
import { encodeSegment } from '../../schema/object-id.ts';
import type { Selection } from '../filters/selection.ts';
import { finish, type Steps } from '../gate.ts';
import type { Filter } from '../query.ts';
import type { RowTable } from '../rows/row-table.ts';

/** Above the number of any target. */
const TARGETS = 2 ** 30;
const HIDDEN = 1;
const SEEN = 2;

/** `select`: of the caller's View. */
export function* seenSources(table: RowTable, select: (filter: Filter) => Steps<Selection>): Steps<SourceNumbers> {
  const visible = yield* select({});
  return new SourceNumbers(table, row => row !== 0 && finish(visible.has(row)));
}

export class SourceNumbers {
  /** All numbers are below it. */
  readonly capacity = TARGETS;
  readonly #table: RowTable;
  readonly #sees: (row: number) => boolean;
  /** By cluster and target. */
  readonly #pairs: PairNumbers;
  readonly #judged: number[] = [];

  /** Good as long as nothing is written. */
  constructor(table: RowTable, sees: (row: number) => boolean) {
    this.#table = table;
    this.#sees = sees;
    this.#pairs = new PairNumbers(table.places.clusterNames.capacity, TARGETS);
  }

  /** All numbers that were given are below it. */
  get end(): number {
    return this.#pairs.size + 1;
  }

  /** 0: the row has no source that is seen. */
  of(row: number): number {
    const { relations, columns, places } = this.#table;
    const targets = relations.targetsOf(row, 'SOURCE');
    for (const target of targets) {
      const pair = this.#pairs.of(places.cluster[columns.place[row]!]!, target);
      if ((this.#judged[pair] ??= this.#sees(this.#table.findById(this.#idOf(pair))) ? SEEN : HIDDEN) === SEEN) return pair + 1;
    }
    return 0;
  }

  /** The id of a source; undefined for 0. */
  id(number: number): string | undefined {
    return number === 0 ? undefined : this.#idOf(number - 1);
  }

  #idOf(pair: number): string {
    const { relations, places } = this.#table;
    return `${encodeSegment(places.clusterNames.text(this.#pairs.leftOf(pair)))}/${relations.keyOf(this.#pairs.rightOf(pair))}`;
  }
}
