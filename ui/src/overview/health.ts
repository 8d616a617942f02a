/**
 * Figures of the overview, computed from answers of the server: heat of a cluster, times of changes, the label that
 * names teams, lag, and standings of policies.
 */
import type { AttentionQuery, ObjectStatus, OverviewQuery } from '../graph/graphql.ts';

export type ClusterHealth = NonNullable<OverviewQuery['clusters']>['nodes'][number];

/**
 * Colour level of a cluster, by its share of failed objects. 0: none. 1: less than 1 %. 2: less than 5 %. 3: 5 % or
 * more.
 */
type Heat = 0 | 1 | 2 | 3;

export function heatOf(failed: number, all: number): Heat {
  if (failed === 0) return 0;
  const share = failed / Math.max(failed, all);
  return share < 0.01 ? 1 : share < 0.05 ? 2 : 3;
}

type Counts = NonNullable<ClusterHealth['statusCounts']>;

export const allOf = ({ failed, inProgress, terminating, unknown, current }: Counts): number =>
  failed + inProgress + terminating + unknown + current;

/** Maximum number of tiles that have space for names. */
export const MOST_NAMED = 40;

export interface Bucket {
  /** Start of the bucket, in milliseconds since 1970. */
  readonly from: number;
  readonly counts: ReadonlyMap<ObjectStatus, number>;
  readonly count: number;
}

const HOUR_MS = 3_600_000;
export const BUCKETS = 12;
const BUCKET_MS = HOUR_MS / BUCKETS;

interface Changed {
  readonly transitionedAt: string | null;
  readonly status: ObjectStatus;
}

/**
 * Status changes of the last hour, in steps of five minutes, earliest first. Steps begin at full multiples of five
 * minutes.
 */
export function bucketsOf(changed: readonly Changed[], now: number): readonly Bucket[] {
  const end = Math.floor(now / BUCKET_MS) * BUCKET_MS + BUCKET_MS;
  const byStep = Map.groupBy(changed, ({ transitionedAt }) =>
    Math.floor((Date.parse(transitionedAt ?? '') - (end - HOUR_MS)) / BUCKET_MS),
  );
  return Array.from({ length: BUCKETS }, (_, step) => {
    const own = byStep.get(step) ?? [];
    return {
      from: end - HOUR_MS + step * BUCKET_MS,
      counts: new Map([...Map.groupBy(own, ({ status }) => status)].map(([status, those]) => [status, those.length])),
      count: own.length,
    };
  });
}

const TEAM_NAMES = ['team', 'owner', 'squad', 'part-of'];

/** Key of the label that names teams. Undefined if no key names teams. `keys`: keys of labels, most frequent first. */
export function teamKeyOf(keys: readonly string[]): string | undefined {
  const nameOf = (key: string) => key.slice(key.lastIndexOf('/') + 1).toLowerCase();
  return TEAM_NAMES.flatMap(name => keys.filter(key => nameOf(key) === name))[0];
}

export type Deployment = NonNullable<AttentionQuery['behind']>['nodes'][number];

interface Lagging {
  /** Undefined for deployments whose package is unknown. */
  readonly package: NonNullable<Deployment['package']> | undefined;
  readonly clusters: readonly string[];
  /** Start of the longest lag. Undefined if unknown. */
  readonly since: string | undefined;
}

/** Groups deployments by package. Sorts by the number of clusters, highest first, then by lag, longest first. */
export function laggingOf(deployments: readonly Deployment[]): readonly Lagging[] {
  return [...Map.groupBy(deployments, it => it.package?.id)]
    .map(([, own]) => ({
      package: own[0]?.package ?? undefined,
      clusters: [...new Set(own.flatMap(({ target }) => (target ? [target.name] : [])))].sort(),
      since: own.flatMap(({ since }) => (since === null ? [] : [since])).sort()[0],
    }))
    .toSorted((a, b) => b.clusters.length - a.clusters.length || ((a.since ?? '~') < (b.since ?? '~') ? -1 : 1));
}

type PolicyNodes = NonNullable<AttentionQuery['policyTopology']>['nodes']['nodes'];
type Standing = NonNullable<PolicyNodes[number]['policy']>['standing'];

/**
 * Standings in which a policy does not do what its author wrote. OVERRIDDEN is left out, because overriding may be
 * intended.
 */
export const BROKEN: readonly Standing[] = ['CONFLICTED', 'TARGET_NOT_FOUND', 'NOT_ACCEPTED', 'NO_EFFECT'];

/** Number of policies, and number of policies in each broken standing. */
export function standingsOf(nodes: PolicyNodes): {
  readonly count: number;
  readonly broken: ReadonlyMap<Standing, number>;
} {
  const policies = nodes.flatMap(({ policy }) => (policy ? [policy.standing] : []));
  const all = Map.groupBy(policies, it => it);
  return {
    count: policies.length,
    broken: new Map(BROKEN.flatMap(it => (all.has(it) ? [[it, all.get(it)!.length] as const] : []))),
  };
}
