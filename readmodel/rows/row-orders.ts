/**
 * The lasting orders of a table. The order by name, which every list starts with, is kept from the first row on. An
 * order by a time is kept once it is first needed, since each takes six bytes per row. Other keys need none
 * (pages/value-walk.ts).
 */
import type { Steps } from '../gate.ts';
import { IN_IDS } from '../texts/id-order.ts';
import { NameOrder } from './name-order.ts';
import { RowOrder } from './row-order.ts';
import type { NamedTimes } from './columns.ts';
import type { OrderField } from '../query.ts';
import type { Rows } from './rows.ts';
import type { RowConsumer, RowContent } from './row-consumer.ts';
import type { Row, TimeColumnName } from '../../store/store.ts';

interface TimeOrder {
  readonly of: NamedTimes;
  /** Index among the columns of times. */
  readonly number: number;
  readonly order: RowOrder;
  /** Rows below this are in it. Above all rows once it is complete. */
  end: number;
}

/** Rows added per turn. */
const STEP = 256;

export class RowOrders implements RowConsumer {
  readonly byName: NameOrder;
  readonly #table: Rows;
  readonly #byTime = new Map<OrderField, TimeOrder>();

  constructor(table: Rows) {
    this.#table = table;
    this.byName = new NameOrder(table, (a, b) => this.#comparePlaces(a, b));
  }

  /** The complete order by a field, if there is one. */
  of(field: OrderField): RowOrder | undefined {
    if (field === 'NAME') return this.byName.rows;
    const known = this.#byTime.get(field);
    return known?.end === Infinity ? known.order : undefined;
  }

  /**
   * Starts an order by time, which tolerates writes meanwhile. Undefined if it exists already, or the field is no time.
   */
  begin(field: OrderField): Steps<void> | undefined {
    const number = this.#table.columns.times.findIndex(({ column }) => column.order === field);
    const of = this.#table.columns.times[number];
    if (!of || this.#byTime.has(field)) return undefined;
    const { times } = of;
    const order = new RowOrder(
      this.#table.columns,
      (a, b) => times.get(a) - times.get(b),
      (a, b) => this.#compareIds(a, b),
    );
    const made: TimeOrder = { of, number, order, end: 1 };
    this.#byTime.set(field, made);
    return this.#make(made);
  }

  added(row: number): void {
    this.byName.add(row);
    for (const { order, end } of this.#byTime.values()) if (row < end) order.add(row);
  }

  removing(row: number): void {
    this.byName.remove(row);
    for (const { order, end } of this.#byTime.values()) if (row < end) order.remove(row);
  }

  /** Removes a row from the orders in which its new content moves it. */
  replacing(row: number, next: Pick<Row, TimeColumnName>): void {
    for (const { of, order, end } of this.#byTime.values()) if (row < end && of.times.get(row) !== next[of.name]) order.remove(row);
  }

  /** Inserts the row into these orders again. */
  replaced(row: number, { times }: RowContent): void {
    for (const { of, number, order, end } of this.#byTime.values()) if (row < end && of.times.get(row) !== times[number]) order.add(row);
  }

  *#make(made: TimeOrder): Steps<void> {
    const { columns } = this.#table;
    for (let row = 1; row < columns.end; row++) {
      made.end = row + 1;
      // Free row numbers are nowhere.
      if (columns.place[row] !== 0) made.order.add(row);
      if (row % STEP === 0) yield;
    }
    made.end = Infinity;
  }

  /** Compares rows of one kind and name. */
  #comparePlaces(a: number, b: number): number {
    const { columns, places } = this.#table;
    const [left, right] = [columns.place[a]!, columns.place[b]!];
    const { rank: clusterRank } = places.clusterRanks.byId;
    const { rank: namespaceRank } = places.namespaceRanks.byId;
    return (
      clusterRank[places.cluster[left]!]! - clusterRank[places.cluster[right]!]! ||
      namespaceRank[places.namespace[left]!]! - namespaceRank[places.namespace[right]!]!
    );
  }

  /** Compares rows of one kind. */
  #compareIds(a: number, b: number): number {
    const { columns, names } = this.#table;
    return this.#comparePlaces(a, b) || names.compare(columns.name[a]!, columns.name[b]!, IN_IDS);
  }
}
