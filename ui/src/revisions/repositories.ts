/** Revisions by repository, lagging ones first, and the queries for the objects that run them. */
import { WORST_FIRST } from '../format/status-counts.ts';
import type { RevisionsQuery } from '../graph/graphql.ts';
import { typedStatus } from '../query/filter.ts';
import type { Condition, Field } from '../query/language.ts';

export type Revision = NonNullable<RevisionsQuery['revisions']>['nodes'][number];

/** The newest revision of a branch that a source has fetched. */
export interface Newest {
  readonly revision: string;
  readonly since: string;
}

export interface RevisionRow extends Revision {
  /** The newer revision of its branch. Undefined if this is the newest, if it was not applied, or if unknown. */
  readonly behind: Newest | undefined;
  readonly isNewest: boolean;
}

export interface Repository {
  readonly url: string;
  readonly revisions: readonly RevisionRow[];
  /** Number of objects that lag behind their own source, and the start of the longest lag, if known. */
  readonly lagging: number;
  readonly laggingSince: string | undefined;
  /** Number of objects that tried a revision and did not apply it. */
  readonly notApplied: number;
}

/** Order: lagging first, longest lag first; then revisions that were not applied or are behind; then by address. */
export function repositoriesOf(revisions: readonly Revision[]): readonly Repository[] {
  return [...Map.groupBy(revisions, ({ sourceUrl }) => sourceUrl)]
    .map(([url, own]) => repository(url, own))
    .toSorted(
      (a, b) =>
        Number(b.lagging > 0) - Number(a.lagging > 0) ||
        byTime(a.laggingSince, b.laggingSince) ||
        Number(b.notApplied > 0) - Number(a.notApplied > 0) ||
        Number(b.revisions.some(isBehind)) - Number(a.revisions.some(isBehind)) ||
        (a.url < b.url ? -1 : 1),
    );
}

function repository(url: string, revisions: readonly Revision[]): Repository {
  const newest = newestOfBranches(revisions);
  const rows = revisions.map((it): RevisionRow => {
    const first = newest.get(branchOf(it.revision));
    const isNewest = first?.revision === it.revision;
    return { ...it, isNewest, behind: isNewest || it.attempted ? undefined : first };
  });
  return {
    url,
    revisions: rows.toSorted((a, b) => rank(a) - rank(b) || byTime(a.laggingSince, b.laggingSince)),
    lagging: sum(rows, ({ laggingCount }) => laggingCount),
    laggingSince: rows.flatMap(({ laggingSince }) => laggingSince ?? []).toSorted(byTime)[0],
    notApplied: sum(rows, ({ attempted, objectCount }) => (attempted ? objectCount : 0)),
  };
}

/** Order: lagging, tried, behind, others; within each in the order of the graph, newest first. */
function rank(row: RevisionRow): number {
  return row.laggingCount > 0 ? 0 : row.attempted ? 1 : isBehind(row) ? 2 : 3;
}

const isBehind = ({ behind }: RevisionRow): boolean => behind !== undefined;

/**
 * Revisions of one branch are compared by the time at which a source fetched them. Chart versions, and revisions that
 * no source has any more, have no such time.
 */
function newestOfBranches(revisions: readonly Revision[]): ReadonlyMap<string, Newest> {
  const newest = new Map<string, Newest>();
  for (const { revision, firstSeenAt } of revisions) {
    if (firstSeenAt === null) continue;
    const known = newest.get(branchOf(revision));
    if (!known || byTime(known.since, firstSeenAt) < 0)
      newest.set(branchOf(revision), { revision, since: firstSeenAt });
  }
  return newest;
}

/** `main` in Flux's `main@sha1:…`; empty if a revision is only a digest. */
function branchOf(revision: string): string {
  return revision.slice(0, Math.max(0, revision.lastIndexOf('@')));
}

/** Earlier first; unknown last. */
function byTime(a: string | null | undefined, b: string | null | undefined): number {
  return (a == null ? Infinity : Date.parse(a)) - (b == null ? Infinity : Date.parse(b)) || 0;
}

/** Sums over all repositories. */
export function totalsOf(
  repositories: readonly Repository[],
): Pick<Repository, 'lagging' | 'laggingSince' | 'notApplied'> & { readonly in: number } {
  return {
    lagging: sum(repositories, ({ lagging }) => lagging),
    laggingSince: repositories.flatMap(({ laggingSince }) => laggingSince ?? []).toSorted(byTime)[0],
    notApplied: sum(repositories, ({ notApplied }) => notApplied),
    in: repositories.filter(({ lagging }) => lagging > 0).length,
  };
}

/** Repositories whose address contains each of the words. */
export function matching(repositories: readonly Repository[], typed: string): readonly Repository[] {
  const words = typed.toLowerCase().split(/\s+/);
  return repositories.filter(({ url }) => words.every(word => url.toLowerCase().includes(word)));
}

/**
 * Query for the objects that run a revision, in one cluster or all. The tried revision is no field of a query. So the
 * query for a tried revision selects objects with another revision and with these statuses, and may include others.
 */
export function termsOf(
  { revision, attempted, clusters, clusterCount, statusCounts }: Revision,
  cluster?: string,
): readonly Condition[] {
  const statuses = WORST_FIRST.filter(({ of }) => of(statusCounts) > 0).map(({ status }) => typedStatus(status));
  const inClusters = clusterCount === clusters.length ? clusters.map(({ name }) => name) : [];
  const where = cluster === undefined ? (attempted ? inClusters : []) : [cluster];
  const condition = (field: Field, values: readonly string[], negated = false): Condition[] =>
    values.length > 0 ? [{ field, negated, values }] : [];
  return [
    ...condition('kind', ['Kustomization', 'HelmRelease']),
    ...condition('revision', [revision], attempted),
    ...(attempted ? condition('status', statuses) : []),
    ...condition('cluster', where),
  ];
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((all, item) => all + of(item), 0);
}
