/**
 * A row of an answer, read from the columns in the state in which it was chosen. It never changes, even if its number
 * is given to another row.
 */
import { encodeObjectId } from '../../schema/object-id.ts';
import type { StatusChange } from '../../store/store.ts';
import type { IndexedRow } from '../query.ts';
import type { StoredFields, Blank } from '../rows/column-row.ts';
import type { RowTable } from '../rows/row-table.ts';

/** Reads what only the store keeps, if the cluster still has that registration. */
export interface StoreReads {
  readonly fields: (row: IndexedRow, registration: string) => Promise<StoredFields>;
  readonly history: (row: IndexedRow, registration: string) => Promise<readonly StatusChange[] | undefined>;
}

/** A class, so that all rows share one shape. RowTable.read() adds texts and times. */
export class ShownRow extends (class {} as new () => Blank) implements IndexedRow {
  // Declared, so that V8 allocates these, and eight more, in the object itself.
  override cluster = '';
  override group = '';
  override kind = '';
  override namespace = '';
  override name = '';
  override status: Blank['status'] = 'UNKNOWN';
  override suspended = false;
  override labels: Blank['labels'] = {};
  readonly #store: StoreReads;
  readonly #registration: string;

  /** @param registrationOf Registration that a cluster's rows belong to */
  constructor(table: RowTable, number: number, store: StoreReads, registrationOf: (cluster: string) => string) {
    super();
    this.#store = store;
    table.read(number, this);
    this.#registration = registrationOf(this.cluster);
  }

  get id(): string {
    return encodeObjectId(this);
  }

  stored(): Promise<StoredFields> {
    return this.#store.fields(this, this.#registration);
  }

  history(): Promise<readonly StatusChange[] | undefined> {
    return this.#store.history(this, this.#registration);
  }
}
