/** Revisions by repository, lagging repositories first. Also builds the queries for the objects that run a revision. */
import { WORST_FIRST } from '../format/status-counts.ts';
import type { RevisionsQuery } from '../graph/graphql.ts';
import { typedStatus } from '../query/filter.ts';
import type { Condition, Field } from '../query/language.ts';

export type Revision = NonNullable<RevisionsQuery['revisions']>['nodes'][number];

/** Newest revision that a source has fetched from a branch. */
export interface Newest {
  readonly revision: string;
  readonly since: string;
}

export interface RevisionRow extends Revision {
  /**
   * Newest revision of the branch. Undefined if this revision is the newest or was not applied, or if no newest
   * revision is known.
   */
  readonly behind: Newest | undefined;
  readonly isNewest: boolean;
}

export interface Repository {
  readonly url: string;
  readonly revisions: readonly RevisionRow[];
  /** Number of objects that lag behind their own source. `laggingSince`: start of the longest lag, if known. */
  readonly lagging: number;
  readonly laggingSince: string | undefined;
  /** Number of objects that tried a revision but did not apply it. */
  readonly notApplied: number;
}

/**
 * Sorts repositories. Lagging repositories come first, longest lag first. Then come repositories with revisions that
 * were not applied, then with revisions that are behind. Otherwise, the URL of the repository decides.
 */
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

/**
 * Rank of a revision: 0 lagging, 1 tried, 2 behind, 3 others. Revisions with equal rank and lag stay in the order of
 * the server, newest first.
 */
function rank(row: RevisionRow): number {
  return row.laggingCount > 0 ? 0 : row.attempted ? 1 : isBehind(row) ? 2 : 3;
}

const isBehind = ({ behind }: RevisionRow): boolean => behind !== undefined;

/**
 * Newest revision of each branch, by the time when a source first fetched the revision. Leaves out revisions without
 * this time, for example chart versions.
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

/** Branch of a Flux revision: `main` in `main@sha1:…`. Empty for a digest or a chart version. */
function branchOf(revision: string): string {
  return revision.slice(0, Math.max(0, revision.lastIndexOf('@')));
}

/** Sorts earlier times first, and unknown times last. */
function byTime(a: string | null | undefined, b: string | null | undefined): number {
  return (a == null ? Infinity : Date.parse(a)) - (b == null ? Infinity : Date.parse(b)) || 0;
}

/** Totals of the repositories. `in`: number of repositories with lagging objects. */
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

/** Repositories whose URL contains all typed words. */
export function matching(repositories: readonly Repository[], typed: string): readonly Repository[] {
  const words = typed.toLowerCase().split(/\s+/);
  return repositories.filter(({ url }) => words.every(word => url.toLowerCase().includes(word)));
}

/**
 * Query for the objects of a revision, in one cluster or in all clusters. Queries have no field for a tried revision,
 * so this query may also select other objects.
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
