/**
 * A page as callers get it. Cursors are computed on demand: most callers need one or none, and a cursor is more work
 * than its row.
 */
import { encodeCursor } from './cursor.ts';
import type { Moment } from '../changes/moment.ts';
import type { IndexedRow, Page } from '../query.ts';
import type { Ordering } from '../rows/ordering.ts';

/**
 * A class: V8 gives each object literal with getters its own shape, which keeps the rows alive until the next full
 * garbage collection.
 */
export class ReadPage implements Page {
  readonly rows: readonly IndexedRow[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly moment: Moment | undefined;
  readonly #ordering: Ordering;

  constructor(
    rows: readonly IndexedRow[],
    ordering: Ordering,
    { hasNextPage, hasPreviousPage, moment }: Pick<Page, 'hasNextPage' | 'hasPreviousPage' | 'moment'>,
  ) {
    this.rows = rows;
    this.hasNextPage = hasNextPage;
    this.hasPreviousPage = hasPreviousPage;
    this.moment = moment;
    this.#ordering = ordering;
  }

  get cursors(): string[] {
    return this.rows.map(row => encodeCursor(this.#ordering, row));
  }

  get startCursor(): string | undefined {
    return this.#cursorAt(0);
  }

  get endCursor(): string | undefined {
    return this.#cursorAt(-1);
  }

  #cursorAt(at: number): string | undefined {
    const row = this.rows.at(at);
    return row && encodeCursor(this.#ordering, row);
  }
}
