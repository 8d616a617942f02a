/**
 * Rows as answers show them. What lists begin with is read from the columns once and kept by row number until the row is written or removed, since
 * reading is mostly waiting for memory: each column of a row lies elsewhere, and each of its texts elsewhere again.
 *
 * A row that was handed out stays as it was, whatever happens to its number, which may be another row's by then. Who may see a row has been
 * decided, by number and anew for each question, before it is asked for here; what is kept knows nothing of readers.
 */
import { encodeObjectId } from '../../schema/object-id.ts';
import { encodeCursor } from './cursor.ts';
import type { IndexedRow, StoredFields } from '../query.ts';
import type { Ordering } from '../rows/ordering.ts';
import { lengthOf } from '../rows/label-sets.ts';
import { LABELS_LEFT_OUT, type Blank, type RowTable } from '../rows/row-table.ts';

/** How many rows are kept, each where the last bits of its number say. A power of two. */
const KEPT = 8_192;
/** A row with more characters than this is not kept: leaves choose how long texts are, and what is kept has to stay small. */
const MAX_LENGTH = 2_048;

/** Reads what only the store has of a row. */
type ReadStored = (row: IndexedRow) => Promise<StoredFields>;

export class ShownRows {
  readonly #table: RowTable;
  readonly #readStored: ReadStored;
  /** 0: none is kept there. */
  readonly #numbers = new Uint32Array(KEPT);
  readonly #rows: (ShownRow | undefined)[] = Array<undefined>(KEPT).fill(undefined);

  constructor(table: RowTable, readStored: ReadStored) {
    this.#table = table;
    this.#readStored = readStored;
    table.watch({ replaced: row => this.#drop(row), removing: row => this.#drop(row) });
  }

  /** A row as it is now. Who shows no labels need not have them read: they are more work than all the rest of a row. */
  get(number: number, { labels = true }: { readonly labels?: boolean } = {}): ShownRow {
    const slot = number & (KEPT - 1);
    let row = this.#numbers[slot] === number ? this.#rows[slot] : undefined;
    if (row === undefined) {
      row = new ShownRow(this.#table, number, labels, this.#readStored);
      if (isShort(row)) {
        this.#numbers[slot] = number;
        this.#rows[slot] = row;
      }
    } else if (labels && row.labels === LABELS_LEFT_OUT) {
      row.labels = this.#table.labels(number);
      if (!isShort(row)) this.#drop(number);
    }
    return row;
  }

  #drop(number: number): void {
    const slot = number & (KEPT - 1);
    if (this.#numbers[slot] !== number) return;
    this.#numbers[slot] = 0;
    this.#rows[slot] = undefined;
  }
}

function isShort({ name, message, labels }: ShownRow): boolean {
  return name.length + message.length + lengthOf(labels) <= MAX_LENGTH;
}

/** A class, so that all rows have one shape and share what they can do. RowTable.read() adds the texts and times that there are. */
export class ShownRow extends (class {} as new () => Blank) implements IndexedRow {
  // Declared, so that V8 makes room for these, and for eight more, in the object itself.
  override cluster = '';
  override group = '';
  override kind = '';
  override namespace = '';
  override name = '';
  override status: Blank['status'] = 'UNKNOWN';
  override suspended = false;
  /** Those that were left out are added when somebody asks for them. */
  override labels = LABELS_LEFT_OUT;
  readonly #readStored: ReadStored;
  #id: string | undefined;
  /** The one that was asked for last. */
  #cursor: { readonly fingerprint: string; readonly text: string } | undefined;

  constructor(table: RowTable, number: number, labels: boolean, readStored: ReadStored) {
    super();
    this.#readStored = readStored;
    table.read(number, { labels, into: this });
  }

  get id(): string {
    return (this.#id ??= encodeObjectId(this));
  }

  /** The row's place in an order, which its content alone decides. */
  cursorIn(ordering: Pick<Ordering, 'fingerprint' | 'place'>): string {
    const { fingerprint } = ordering;
    if (this.#cursor?.fingerprint !== fingerprint) this.#cursor = { fingerprint, text: encodeCursor(ordering, this) };
    return this.#cursor.text;
  }

  stored(): Promise<StoredFields> {
    return this.#readStored(this);
  }
}
