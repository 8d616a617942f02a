/** Hook that reads a list page by page up to a limit, and again at intervals. */
import { useEffect, useState } from 'react';
import type { Problem } from '../client.ts';
import { DETAILS_EVERY_MS, useFollowing } from '../live.ts';

interface Page<Item> {
  /** Undefined if the page could not be read. */
  readonly items: readonly Item[] | undefined;
  /** Cursor of the next page. Undefined after the last page. */
  readonly next: string | undefined;
  readonly problem: Problem | undefined;
}

interface Whole<Item> {
  readonly items: readonly Item[];
  /** True if the list may have more items than were read. */
  readonly isPart: boolean;
  readonly problem: Problem | undefined;
}

interface Connection<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

export function pageOf<Item>(
  connection: Connection<Item> | null | undefined,
  problem: Problem | undefined,
): Page<Item> {
  const next = connection?.pageInfo.hasNextPage ? (connection.pageInfo.endCursor ?? undefined) : undefined;
  return { items: connection?.nodes, next, problem };
}

/**
 * Reads the list that `key` identifies. Reads nothing if `key` is undefined. If a page cannot be read, the items
 * of the previous refresh stay. Without a previous refresh, the items of the pages before the failed page are returned.
 */
export function useWhole<Item>(
  key: string | undefined,
  read: (after: string | undefined) => Promise<Page<Item>>,
  mostPages: number,
): Whole<Item> | undefined {
  const [state, setState] = useState<Whole<Item> & { readonly key: string }>();
  const refresh = async (left?: AbortSignal) => {
    if (key === undefined) return;
    const items: Item[] = [];
    let page: Page<Item> = { items: [], next: undefined, problem: undefined };
    for (let pages = 0; pages < mostPages && (pages === 0 || page.next !== undefined); pages++) {
      page = await read(page.next);
      if (left?.aborted) return;
      if (!page.items) break;
      items.push(...page.items);
    }
    setState(before =>
      page.items
        ? { key, items, isPart: page.next !== undefined, problem: page.problem }
        : { ...(before?.key === key ? before : { key, items, isPart: true }), problem: page.problem },
    );
  };
  useEffect(() => {
    const leaving = new AbortController();
    void refresh(leaving.signal);
    return () => leaving.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key identifies the list
  }, [key]);
  useFollowing(() => refresh(), DETAILS_EVERY_MS);
  return state?.key === key ? state : undefined;
}
