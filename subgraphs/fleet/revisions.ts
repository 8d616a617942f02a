/**
 * Revisions: what runs where, by the repository that it comes from.
 */
import type { GuardedResolvers } from '../../access/guard.ts';
import type { Revision, RevisionPage, RevisionRequest } from '../../readmodel/query.ts';
import { asked, badInput, quoted } from './bad-input.ts';
import { objectFilter, type ObjectFilterInput } from './filter-input.ts';
import { throughLists } from './objects.ts';
import { decodeCursor, DEFAULT_PAGE, encodeCursor, size, type PageArguments } from './page-input.ts';
import { sourceUrl } from './source-url.ts';

interface RevisionsArguments extends Pick<PageArguments, 'first' | 'after'> {
  readonly filter?: ObjectFilterInput | null;
  readonly sourceUrl?: string | null;
}

export const revisionResolvers: GuardedResolvers = {
  Query: {
    revisions: throughLists(async (_: unknown, args: RevisionsArguments, { rbacRows: rows, rbacNames: names }) => {
      const request: RevisionRequest = {
        sourceUrl: args.sourceUrl == null ? undefined : addressOf(args.sourceUrl),
        first: size('first', args.first ?? DEFAULT_PAGE),
        after: args.after == null ? undefined : placeOf(args.after),
      };
      const filter = await objectFilter(args.filter, names);
      return asked(() => rows.revisions(filter, request));
    }),
  },
  RevisionConnection: {
    nodes: ({ revisions }: RevisionPage) => revisions,
    pageInfo: ({ revisions, hasNextPage, hasPreviousPage }: RevisionPage) => {
      const [first, last] = [revisions[0], revisions.at(-1)];
      return { hasNextPage, hasPreviousPage, startCursor: first && cursorOf(first), endCursor: last && cursorOf(last) };
    },
  },
  Revision: {
    clusterCount: ({ clusters }: Revision) => clusters.length,
    clusters: ({ clusters }: Revision, { first }: { readonly first: number | null }) =>
      clusters.slice(0, size('clusters.first', first ?? DEFAULT_PAGE)).map(name => ({ name })),
  },
};

function addressOf(text: string): string {
  const address = sourceUrl(text);
  if (address === undefined)
    throw badInput('sourceUrl', `${quoted(text)} is no address of a repository. Write it as in spec.url, such as "https://host/org/repo".`);
  return address;
}

function cursorOf({ sourceUrl, firstSeenAt, revision, attempted }: Revision): string {
  return encodeCursor([sourceUrl, firstSeenAt === undefined ? '' : String(firstSeenAt), revision, attempted ? 'attempted' : '']);
}

function placeOf(cursor: string): RevisionRequest['after'] {
  const [sourceUrl = '', since = '', revision = '', attempted = ''] = decodeCursor(cursor, 4);
  if (!/^\d{0,16}$/.test(since) || !['', 'attempted'].includes(attempted))
    throw badInput('after', `${quoted(cursor)} is not a cursor of this list. Use pageInfo.endCursor of an earlier page.`);
  return { sourceUrl, firstSeenAt: since === '' ? undefined : Number(since), revision, attempted: attempted !== '' };
}
