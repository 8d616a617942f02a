/**
 * Rows of one list, loaded page by page and refreshed. The rows stay in memory, so that a user who returns to the list
 * finds the same rows. A list has one part or several parts, one after the other, for example failed objects first.
 *
 * `refresh` reads the first rows of each loaded part again, at most LARGEST_PAGE rows per part. Later rows stay as they
 * are. Loading and refreshing never run at the same time. The function that sends requests is an argument.
 */
import type { Answer, Problem } from '../client.ts';
import type { RowFragment, RowsQuery, RowsQueryVariables } from '../graph/graphql.ts';
import { store, type Store } from '../store.ts';
import type { Part } from './order.ts';

/** Row of the list. Labels and images are present only if a column shows them. */
export type Row = RowFragment & {
  readonly labels?: Readonly<Record<string, string>>;
  readonly images?: readonly string[];
};

export interface ListState {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  /** True if the first page has arrived. */
  readonly begun: boolean;
  readonly loading: boolean;
  readonly problem: Problem | undefined;
  /** Time of the last successful answer, in milliseconds since 1970. Undefined if there is none yet. */
  readonly at: number | undefined;
}

/** Sends a request. Returns early if `left` is aborted. */
export type AskRows = (variables: RowsQueryVariables, left: AbortSignal) => Promise<Answer<RowsQuery>>;

/** Rows per page. The first page is small, to arrive fast. Later pages are larger, for scrolling far. */
const FIRST_PAGE = 60;
const NEXT_PAGE = 250;
const LARGEST_PAGE = 500;

interface LoadedPart {
  readonly part: Part;
  rows: readonly Row[];
  end: string | null;
  hasMore: boolean;
}

export class ObjectList {
  readonly state: Store<ListState>;
  /** Scroll position and active row, kept while the list is not shown. */
  readonly place = { scrollTop: 0, activeId: undefined as string | undefined };
  readonly #ask: AskRows;
  readonly #parts: readonly LoadedPart[];
  /** Index of the last row that the user wants to see. */
  #goal = 0;
  #underWay: Promise<void> | undefined;
  #running: Promise<void> | undefined;
  #leaving = new AbortController();

  constructor(parts: readonly Part[], askRows: AskRows) {
    this.#ask = askRows;
    this.#parts = parts.map(part => ({ part, rows: [], end: null, hasMore: true }));
    this.state = store<ListState>({
      rows: [],
      hasMore: true,
      begun: false,
      loading: false,
      problem: undefined,
      at: undefined,
    });
  }

  /** Loads the next page. If a part of the list ends within the page, continues with the next part. */
  more(next = NEXT_PAGE): Promise<void> {
    return this.#alone(async left => {
      const isFull = new AbortController();
      try {
        return await this.#load(next, left, AbortSignal.any([left, isFull.signal]));
      } finally {
        isFull.abort();
      }
    });
  }

  /**
   * Loads rows. For the first page, requests all parts at once. `needed` aborts the requests whose rows are not needed
   * because the page is already full.
   */
  async #load(next: number, left: AbortSignal, needed: AbortSignal): Promise<Problem | undefined> {
    const first = this.state.get().begun
      ? undefined
      : this.#parts.map(({ part, end }) => this.#page(part, FIRST_PAGE, end, needed));
    const size = first ? FIRST_PAGE : next;
    for (let loaded = 0; loaded < size;) {
      const at = this.#parts.findIndex(({ hasMore }) => hasMore);
      const open = this.#parts[at];
      if (!open) return undefined;
      const { page, problem } = await (first?.[at] ?? this.#page(open.part, size - loaded, open.end, left));
      if (!page || left.aborted) return problem;
      loaded += page.nodes.length;
      open.rows = [...open.rows, ...page.nodes];
      open.end = page.pageInfo.endCursor ?? open.end;
      open.hasMore = page.pageInfo.hasNextPage;
      if (problem) return problem;
    }
    return undefined;
  }

  /**
   * Loads pages until a row exists at `index`, the list ends, or a request fails. All rows before `index` must be
   * loaded, because the server can only continue after a known row. Only the latest `index` counts, so scrolling back
   * stops loading rows that are no longer wanted.
   */
  upTo(index: number): Promise<void> {
    this.#goal = index;
    if (this.#underWay) return this.#underWay;
    const underWay = this.#toGoal().finally(() => {
      if (this.#underWay === underWay) this.#underWay = undefined;
    });
    return (this.#underWay = underWay);
  }

  async #toGoal(): Promise<void> {
    const left = this.#leaving.signal;
    const missing = () => this.#goal + 1 - this.state.get().rows.length;
    while (missing() > 0 && this.state.get().hasMore && !left.aborted) {
      await this.more(Math.min(LARGEST_PAGE, Math.max(NEXT_PAGE, missing())));
      if (this.state.get().problem) break;
    }
  }

  refresh(): Promise<void> {
    return this.#alone(async left => {
      for (const loaded of this.#parts) {
        if (loaded.hasMore && loaded.rows.length === 0) break; // the user has not scrolled to this part
        const first = Math.min(LARGEST_PAGE, Math.max(FIRST_PAGE, loaded.rows.length));
        const { page, problem } = await this.#page(loaded.part, first, null, left);
        if (!page || left.aborted) return problem;
        const fresh = new Set(page.nodes.map(({ id }) => id));
        const beyond = loaded.rows.slice(first).filter(({ id }) => !fresh.has(id));
        loaded.rows = [...unchanged(loaded.rows.slice(0, first), page.nodes), ...beyond];
        if (beyond.length === 0) {
          loaded.end = page.pageInfo.endCursor ?? null;
          loaded.hasMore = page.pageInfo.hasNextPage;
        }
        if (problem) return problem;
      }
      return undefined;
    });
  }

  /** Aborts the running requests. Called when the list is no longer shown. The list keeps its rows. */
  leave(): void {
    this.#underWay = undefined;
    if (!this.#running) return;
    this.#leaving.abort();
    this.#leaving = new AbortController();
    this.#running = undefined;
    this.state.set({ ...this.state.get(), loading: false });
  }

  async #page(part: Part, first: number, after: string | null, left: AbortSignal) {
    const { data, problem } = await this.#ask({ filter: part.filter, orderBy: [...part.orderBy], first, after }, left);
    return { page: data?.objects, problem };
  }

  /**
   * Runs `work`, unless an earlier `work` is still running. In that case, returns the promise of the earlier `work`.
   * `work` returns a problem, or undefined after success.
   */
  #alone(work: (left: AbortSignal) => Promise<Problem | undefined>): Promise<void> {
    this.#running ??= (async () => {
      const left = this.#leaving.signal;
      const before = this.state.get();
      this.state.set({ ...before, loading: true });
      const problem = await work(left);
      if (left.aborted) return;
      const rows = this.#rows();
      this.state.set({
        rows: sameRows(before.rows, rows) ? before.rows : rows,
        hasMore: this.#parts.some(({ hasMore }) => hasMore),
        begun: before.begun || !problem,
        loading: false,
        problem,
        at: problem ? before.at : Date.now(),
      });
      this.#running = undefined;
    })();
    return this.#running;
  }

  /**
   * All loaded rows. Leaves out parts after an incomplete part. An object that moved from one part to another between
   * two answers is in the result only once.
   */
  #rows(): readonly Row[] {
    const rows = new Map<string, Row>();
    for (const loaded of this.#parts) {
      for (const row of loaded.rows) if (!rows.has(row.id)) rows.set(row.id, row);
      if (loaded.hasMore) break;
    }
    return [...rows.values()];
  }
}

/** Returns the rows of `after`. Reuses equal row objects of `before`, so that unchanged rows are not rendered again. */
function unchanged(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  const known = new Map(before.map(row => [row.id, row]));
  return after.map(row => {
    const old = known.get(row.id);
    return old && JSON.stringify(old) === JSON.stringify(row) ? old : row;
  });
}

function sameRows(before: readonly Row[], after: readonly Row[]): boolean {
  return before.length === after.length && before.every((row, index) => row === after[index]);
}
