/** Reads revisions page by page, so that what lags comes first among all of them: the graph has them by address. */
import type { RevisionsQuery } from '../graph/graphql.ts';
import type { Revision } from './repositories.ts';

export const PAGE = 500;
/** More than the first are read when somebody asks for them, one by one. */
export const MOST_PAGES = 20;

/** How many pages the address asks for. */
export function pagesOf(text: string | undefined): number {
  return /^\d{1,3}$/.test(text ?? '') ? Math.min(Math.max(1, Number(text)), MOST_PAGES) : 1;
}

export interface ReadRevisions<Problem> {
  readonly revisions: readonly Revision[];
  /** How many there are; undefined: it was not told. */
  readonly totalCount: number | undefined;
  /** Whether the graph has more than were read. */
  readonly hasMore: boolean;
  /** Why what was read ends where it does. */
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
    // What moves while pages are read may be on two of them.
    for (const it of found.nodes) revisions.set(JSON.stringify([it.sourceUrl, it.revision, it.attempted]), it);
    totalCount = found.totalCount;
    after = found.pageInfo.endCursor;
    const { hasNextPage } = found.pageInfo;
    if (problem || !hasNextPage || after === null) return read(hasNextPage, problem);
  }
  return read(true, undefined);
}
