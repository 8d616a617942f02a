/**
 * Reads revisions page by page. The Explorer shows lagging revisions first, but the server sorts revisions by the URL
 * of the repository. Lagging revisions may therefore be on any page.
 */
import type { RevisionsQuery } from '../graph/graphql.ts';
import type { Revision } from './repositories.ts';

export const PAGE = 500;
/** Maximum number of pages to read. Pages after the first are read on request, one by one. */
export const MOST_PAGES = 20;

/** Number of pages to read, from the parameter `pages` of the URL. */
export function pagesOf(text: string | undefined): number {
  return /^\d{1,3}$/.test(text ?? '') ? Math.min(Math.max(1, Number(text)), MOST_PAGES) : 1;
}

export interface ReadRevisions<Problem> {
  readonly revisions: readonly Revision[];
  /** Total number of revisions. Undefined if no page could be read. */
  readonly totalCount: number | undefined;
  /** True if the server has more revisions than were read. False if no page could be read. */
  readonly hasMore: boolean;
  /** Error of the last request. Undefined if all requested pages were read. */
  readonly problem: Problem | undefined;
}

type AskPage<Problem> = (
  first: number,
  after: string | null,
) => Promise<{ readonly data: RevisionsQuery | undefined; readonly problem: Problem | undefined }>;

export async function readRevisions<Problem>(
  askPage: AskPage<Problem>,
  pages: number,
): Promise<ReadRevisions<Problem>> {
  const revisions = new Map<string, Revision>();
  let totalCount: number | undefined;
  let after: string | null = null;
  const read = (hasMore: boolean, problem: Problem | undefined) => ({
    revisions: [...revisions.values()],
    totalCount,
    hasMore,
    problem,
  });
  for (let page = 0; page < pages; page++) {
    const { data, problem } = await askPage(PAGE, after);
    const found = data?.revisions;
    if (!found) return read(revisions.size > 0, problem);
    // The key removes duplicates. A revision that moves while pages are read may be on two pages.
    for (const it of found.nodes) revisions.set(JSON.stringify([it.sourceUrl, it.revision, it.attempted]), it);
    totalCount = found.totalCount;
    after = found.pageInfo.endCursor;
    const { hasNextPage } = found.pageInfo;
    if (problem || !hasNextPage || after === null) return read(hasNextPage, problem);
  }
  return read(true, undefined);
}
