/**
 * A row as answers show it, read from the columns under the state in which it was chosen. It stays as it was, whatever happens to its number,
 * which may be another row's by then.
 */
import { encodeObjectId } from '../../schema/object-id.ts';
import type { IndexedRow } from '../query.ts';
import type { StoredFields, Blank } from '../rows/column-row.ts';
import type { RowTable } from '../rows/row-table.ts';

/** Reads what only the store has of a row, if its cluster still has that registration there. */
export type ReadStored = (row: IndexedRow, registration: string) => Promise<StoredFields>;

/** A class, so that all rows have one shape. RowTable.read() adds the texts and times that there are. */
export class ShownRow extends (class {} as new () => Blank) implements IndexedRow {
  // Declared, so that V8 makes room for these, and for eight more, in the object itself.
  override cluster = '';
  override group = '';
  override kind = '';
  override namespace = '';
  override name = '';
  override status: Blank['status'] = 'UNKNOWN';
  override suspended = false;
  override labels: Blank['labels'] = {};
  readonly #readStored: ReadStored;
  readonly #registration: string;

  /** @param registrationOf The registration that the rows of a cluster are of. */
  constructor(table: RowTable, number: number, readStored: ReadStored, registrationOf: (cluster: string) => string) {
    super();
    this.#readStored = readStored;
    table.read(number, this);
    this.#registration = registrationOf(this.cluster);
  }

  get id(): string {
    return encodeObjectId(this);
  }

  stored(): Promise<StoredFields> {
    return this.#readStored(this, this.#registration);
  }
}
