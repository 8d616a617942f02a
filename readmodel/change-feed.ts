/**
 * Reports the changes of each write to its listeners: every changed row before and after, in the order of writing.
 *
 * Listeners run synchronously after the write, before any query sees the write. Listeners must return within about a
 * millisecond, because all queries and writes wait for them. A listener with longer work must keep the changes and do
 * the work later.
 *
 * The feed compares the indexed columns of rows. A reload of a cluster therefore reports only differences, and a write
 * that only updates `syncedAt` reports no changed row. Columns that only the store keeps, such as `uid`, are not
 * compared. If only the relations or records of a row changed, only the id of its object is reported.
 */
import type { IndexChange, RowChange } from './changes/change.ts';
import type { RowTable } from './table/row-table.ts';
import type { RowConsumer, RowContent } from './table/rows.ts';
import type { ColumnRow } from './table/column-row.ts';
import { encodeObjectId, type ObjectId } from '../schema/object-id.ts';
import type { Row } from '../store/store.ts';
import type { Logger } from '../telemetry/log.ts';

/** Time at which the leaf reported the object. A row that differs only in this time counts as unchanged. */
const OWN_TIME: keyof Row = 'syncedAt';

export class ChangeFeed implements RowConsumer {
  readonly #table: RowTable;
  readonly #log: Logger;
  readonly #listeners = new Set<(change: IndexChange) => void>();
  /** Changed rows of the current write. */
  #rows: RowChange[] = [];
  #attached: ObjectId[] = [];
  #position = 0;

  constructor(table: RowTable, log: Logger) {
    this.#table = table;
    this.#log = log;
    table.watch(this);
  }

  listen(listener: (change: IndexChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  get position(): number {
    return this.#position;
  }

  close(): void {
    this.#listeners.clear();
  }

  added(row: number): void {
    if (this.#listeners.size > 0) this.#changed(undefined, this.#table.read(row));
  }

  replaced(row: number, before: RowContent): void {
    if (this.#listeners.size === 0) return;
    const isSame = this.#isSame(row, before);
    if (isSame && !before.isAttachedOther) return;
    const after = this.#table.read(row);
    if (isSame) {
      const { cluster, group, kind, namespace, name } = after;
      this.#attached.push({ cluster, group, kind, namespace, name });
      return;
    }
    this.#changed(this.#table.readBefore(after, before), after);
  }

  removing(row: number): void {
    if (this.#listeners.size > 0) this.#changed(this.#table.read(row), undefined);
  }

  /** Ends a write, and reports its changes to the listeners. */
  tell(cluster: string | undefined, revision: number): void {
    const change: IndexChange = {
      cluster,
      position: ++this.#position,
      revision,
      rows: this.#rows,
      attached: this.#attached,
    };
    this.#rows = [];
    this.#attached = [];
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        // A failing listener must not stop the follower or other listeners.
        this.#log.error({ problem: (error as Error).message }, 'a listener of the read model failed');
      }
    }
  }

  #changed(before: ColumnRow | undefined, after: ColumnRow | undefined): void {
    this.#rows.push({ id: encodeObjectId((after ?? before)!), before, after });
  }

  #isSame(row: number, before: RowContent): boolean {
    const { state, labels, texts, times } = this.#table.columns;
    return (
      state[row] === before.state &&
      labels[row] === before.labels &&
      texts.every(({ numbers }, i) => numbers[row] === before.texts[i]) &&
      times.every(({ name, times }, i) => name === OWN_TIME || times.get(row) === before.times[i])
    );
  }
}
