/**
 * A list that stays up to date, over any transport. The client reads the list once and then applies the payloads of
 * `objectChanges`.
 *
 * After each payload, the items are those of the list at the payload's `resume`, even if payloads were lost, repeated
 * or reset. Without a connection, the items stay unchanged and `current` is false.
 *
 * A list of several pages can miss a change that is undone while the pages are read. The pages are read at several
 * moments, but payloads start at the moment of the first page. No payload contains a change that is undone before the
 * first payload. Select `totalCount`, so that a wrong number of items causes a new read. Sort the list by name, which
 * never changes, so that no row is missed. A row may show an undone value until its next change.
 */
import { retryDelayMs } from './errors.ts';

export interface ObjectChange<Item> {
  readonly type: string;
  readonly id: string;
  readonly object?: Item | null;
}

/** A payload of `objectChanges` with the selected fields. */
export interface ObjectChanges<Item, Coverage = unknown> {
  readonly changes: readonly ObjectChange<Item>[];
  readonly resume: string;
  readonly reset?: string | null;
  readonly totalCount?: number;
  readonly coverage?: Coverage;
}

/** A list with the `resume` of its first page. */
export interface Listed<Item, Coverage = unknown> {
  readonly items: readonly Item[];
  readonly resume: string;
  readonly totalCount?: number;
  readonly coverage?: Coverage;
}

export interface LiveListOptions<Item, Coverage> {
  /** Reads the whole list, for example page by page with listPages(). */
  list(signal: AbortSignal): Promise<Listed<Item, Coverage>>;
  /**
   * Payloads of `objectChanges` after `since`, with the same filter as the list. Use a subscription or polled(). The
   * iterator ends when the connection ends, and throws when the client throws. Closing the iterator must stop the
   * request.
   */
  changes(since: string, signal: AbortSignal): AsyncIterable<ObjectChanges<Item, Coverage>>;
  /** Order of the items. @default the order of arrival */
  compare?(a: Item, b: Item): number;
  /** Ends the list when aborted. */
  readonly signal?: AbortSignal;
  /**
   * Milliseconds until the next attempt after an error. Undefined if a retry cannot succeed.
   * @default derived from the error's code and Retry-After
   */
  retryDelayMs?(error: unknown): number | undefined;
}

export interface LiveListState<Item, Coverage> {
  readonly items: readonly Item[];
  readonly totalCount: number | undefined;
  readonly coverage: Coverage | undefined;
  /** False while there is no connection. */
  readonly current: boolean;
  /** The error that ended the read or the connection. Absent without an error. */
  readonly error?: unknown;
}

/** Milliseconds until the next connection, after a connection that ended with a reset or without an error. */
const RECONNECT_MS = 1_000;

/**
 * Yields the list after each read and each payload, and when the connection ends. Throws errors that a retry cannot
 * fix.
 */
export async function* liveList<Item extends { readonly id: string }, Coverage = unknown>(
  options: LiveListOptions<Item, Coverage>,
): AsyncGenerator<LiveListState<Item, Coverage>, void, undefined> {
  const { compare, retryDelayMs: delayAfter = retryDelayMs } = options;
  const signal = options.signal ?? new AbortController().signal;
  const items = new Map<string, Item>();
  let totalCount: number | undefined;
  let coverage: Coverage | undefined;
  let since: string | undefined;

  const state = (current: boolean, error?: unknown): LiveListState<Item, Coverage> => ({
    items: compare ? [...items.values()].sort(compare) : [...items.values()],
    totalCount,
    coverage,
    current,
    ...(error !== undefined && { error }),
  });
  const take = (reported: { totalCount?: number; coverage?: Coverage; resume: string }): void => {
    since = reported.resume;
    totalCount = reported.totalCount ?? totalCount;
    coverage = reported.coverage ?? coverage;
  };

  while (!signal.aborted) {
    let waitMs = RECONNECT_MS;
    try {
      if (since === undefined) {
        const listed = await options.list(signal);
        items.clear();
        for (const item of listed.items) items.set(item.id, item);
        take(listed);
        yield state(true);
      }
      for await (const payload of options.changes(since!, signal)) {
        const isApplied = !payload.reset && applyChanges(items, payload.changes);
        if (!isApplied || items.size !== (payload.totalCount ?? items.size)) {
          since = undefined;
          break;
        }
        take(payload);
        yield state(true);
      }
      if (signal.aborted) return;
      yield state(false);
    } catch (error) {
      if (signal.aborted) return;
      const delay = delayAfter(error);
      if (delay === undefined) throw error;
      waitMs = delay;
      yield state(false, error);
    }
    await passed(waitMs, signal);
  }
}

/**
 * Applies the changes of one payload. Returns false if a change has an unknown type or lacks its object. The list must
 * then be read again.
 */
export function applyChanges<Item>(items: Map<string, Item>, changes: readonly ObjectChange<Item>[]): boolean {
  for (const { type, id, object } of changes) {
    if ((type === 'ENTER' || type === 'UPDATE') && object) items.set(id, object);
    else if (type === 'LEAVE' || type === 'REVOKED') items.delete(id);
    else return false;
  }
  return true;
}

/** Polls `objectChanges`, for clients without subscriptions. */
export async function* polled<Item, Coverage>(
  ask: (since: string) => Promise<ObjectChanges<Item, Coverage>>,
  { since, everyMs, signal }: { readonly since: string; readonly everyMs: number; readonly signal: AbortSignal },
): AsyncGenerator<ObjectChanges<Item, Coverage>, void, undefined> {
  for (let last = since; !signal.aborted;) {
    const payload = await ask(last);
    yield payload;
    if (payload.reset) return;
    last = payload.resume;
    await passed(everyMs, signal);
  }
}

export interface Page<Item, Coverage = unknown> {
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
  readonly resume: string;
  readonly totalCount?: number;
  readonly coverage?: Coverage;
}

/**
 * Reads all pages of a list. Throws if there are more than `limit` items, since a live list must keep all items in
 * memory.
 */
export async function listPages<Item, Coverage = unknown>(
  ask: (after: string | null) => Promise<Page<Item, Coverage>>,
  { limit }: { readonly limit: number },
): Promise<Listed<Item, Coverage>> {
  const items: Item[] = [];
  const first = await ask(null);
  for (let page = first; ; page = await ask(page.pageInfo.endCursor ?? null)) {
    items.push(...page.nodes);
    if (items.length > limit) throw new RangeError(`The list has more than ${limit} items. Narrow its filter.`);
    if (!page.pageInfo.hasNextPage) break;
  }
  const { resume, totalCount, coverage } = first;
  return {
    items,
    resume,
    ...(totalCount !== undefined && { totalCount }),
    ...(coverage !== undefined && { coverage }),
  };
}

function passed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
