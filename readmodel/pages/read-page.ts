/**
 * A page as its asker gets it. Cursors follow from the rows as they were read. Most askers want one of them or none, and a cursor is more work than its row.
 */
import type { ShownRow } from './shown-rows.ts';
import type { Page } from '../query.ts';
import type { Ordering } from '../rows/ordering.ts';

/** A class, because V8 gives each object literal with getters a shape of its own, which holds on to the rows until the next full collection of garbage. */
export class ReadPage implements Page {
  readonly rows: readonly ShownRow[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly #ordering: Ordering;

  constructor(
    rows: readonly ShownRow[],
    ordering: Ordering,
    { hasNextPage, hasPreviousPage }: Pick<Page, 'hasNextPage' | 'hasPreviousPage'>,
  ) {
    this.rows = rows;
    this.hasNextPage = hasNextPage;
    this.hasPreviousPage = hasPreviousPage;
    this.#ordering = ordering;
  }

  get cursors(): string[] {
    return this.rows.map(row => row.cursorIn(this.#ordering));
  }

  get startCursor(): string | undefined {
    return this.rows[0]?.cursorIn(this.#ordering);
  }

  get endCursor(): string | undefined {
    return this.rows.at(-1)?.cursorIn(this.#ordering);
  }
}
