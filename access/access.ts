/**
 * Access decisions for the subgraphs of a process. This file connects the parts that make decisions, the cache of
 * decisions, and the guard that passes accessors to resolvers.
 */
import type { AccessReviews } from '../identity/access-reviews.ts';
import type { Resource } from '../rbac/types.ts';
import type { ReadModel } from '../readmodel/readmodel.ts';
import type { RequestContext } from '../identity/identity.ts';
import { silentLogger, type Logger } from '../telemetry/log.ts';
import { LiveQueries } from './changes/live-queries.ts';
import { ResumeTokens, RightsHistory } from './changes/resume-token.ts';
import type { ViewShelves } from '../store/saved-views.ts';
import type { AccessFrame, Registrations } from './frame.ts';
import {
  closedClusters,
  countStates,
  stateCauses,
  type CauseCount,
  type CoverageNumbers,
  type FailClosedRules,
  Quarantine,
} from './coverage.ts';
import { CallerAccesses, type CallerAccessOptions, RequestView } from './request-access.ts';
import { Accessors, Guard } from './guard.ts';
import { DriftAuditor } from './reviews/drift-auditor.ts';
import { CallersQuestions, fairReviews, ReviewSlots } from './reviews/fair-reviews.ts';
import { LiveAccess } from './reviews/live-access.ts';
import type { VisibleRows } from './visible-rows.ts';

export interface AccessOptions {
  readonly readModel: ReadModel;
  /** How each cluster identifies our callers. A cluster without a policy is closed. */
  readonly policies: FailClosedRules['policies'];
  readonly connections?: FailClosedRules['connections'];
  readonly rbac: {
    /** Maximum age, in milliseconds, of the last confirmation of a leaf cluster's grants. Older grants are not used. */
    readonly maxAgeMs: number;
    readonly cache?: CallerAccessOptions;
    /** Maximum number of decisions per minute to compare with the clusters' own reviews. @default 0 */
    readonly auditPerMinute?: number;
  };
  /**
   * Access reviews by the clusters themselves. Without reviews, `mixed` clusters are closed and no decisions are
   * compared.
   */
  readonly reviews?: AccessReviews;
  /**
   * Maximum time in milliseconds that one request waits for the reviews of its explanations. Also limits the review
   * that decides whether the caller is an administrator. @default 5 s
   */
  readonly leafTimeoutMs?: number;
  /** Maximum number of changes in one answer to `objectChanges`. @default 10 000 */
  readonly changesAtOnce?: number;
  /**
   * The registrations of clusters, and the cluster whose RBAC decides who the administrators are. If absent, no caller
   * sees registrations.
   */
  readonly registrations?: Registrations | undefined;
  /** Saved views of callers. If absent, no view can be saved. */
  readonly views?: ViewShelves | undefined;
  /** If absent, nothing is logged. */
  readonly log?: Logger;
  /** Returns milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
}

export interface Access {
  readonly guard: Guard;
  /** The rows that the caller may see, for code that runs outside GraphQL, such as the mover. */
  rowsOf(request: RequestContext): VisibleRows;
  /**
   * One boolean per id: true if the caller sees the row of this id. Used by subgraphs whose answers contain ids of
   * other objects.
   */
  visibleIds(ids: readonly string[], request: RequestContext): Promise<boolean[]>;
  /**
   * The kinds that the caller may name on these clusters, by cluster. Clusters that the caller may not name are
   * absent.
   */
  namedKinds(clusters: readonly string[], request: RequestContext): Promise<ReadonlyMap<string, readonly Resource[]>>;
  /** Number of clusters in each state, for operators. Contains no names. */
  coverage(): CoverageNumbers;
  /** Number of clusters that the index does not fully cover, by state and cause. Contains no names. */
  causes(): readonly CauseCount[];
  /** Names of the closed clusters, for operators. A closed cluster shows no rows. */
  closed(): ReadonlySet<string>;
  /** Counters of the cache of decisions, for metrics. */
  readonly stats: CallerAccesses['stats'];
  /** Number of open live queries in this process. */
  readonly liveQueries: number;
  /** Compares decisions with the clusters' own reviews. Undefined if no decisions are compared. */
  readonly audit: DriftAuditor | undefined;
  /** Stops the background work. */
  close(): Promise<void>;
}

export function openAccess(options: AccessOptions): Access {
  const {
    readModel,
    policies,
    connections,
    rbac,
    reviews,
    registrations,
    views,
    leafTimeoutMs = 5_000,
    changesAtOnce = 10_000,
    log = silentLogger,
    now = Date.now,
  } = options;
  const slots = new ReviewSlots();
  const live =
    reviews && new LiveAccess({ reviews: fairReviews(reviews, slots), readModel, registrationOf: policies, log });
  const questions = reviews && new CallersQuestions({ reviews, slots, timeoutMs: leafTimeoutMs });
  const rules: FailClosedRules = {
    policies,
    connections,
    maxAgeMs: rbac.maxAgeMs,
    ...(live && { reviewsFail: (cluster: string) => live.fails(cluster) }),
  };
  const accesses = new CallerAccesses(rbac.cache);
  const audit =
    reviews && rbac.auditPerMinute
      ? new DriftAuditor({ reviews, readModel, rules, log, perMinute: rbac.auditPerMinute })
      : undefined;
  audit?.start();
  const sources = { readModel, rules, accesses, quarantine: audit?.quarantine ?? new Quarantine(), live };
  const changes = {
    tokens: new ResumeTokens(() => readModel.shared?.secret),
    history: new RightsHistory(),
    queries: new LiveQueries(sources),
    limit: changesAtOnce,
  };
  const accessors = (request: RequestContext): Accessors => {
    const { identity, signal, deadline, liveQuery, extra } = request;
    audit?.saw(identity);
    const access = new RequestView(identity, deadline, sources);
    return new Accessors({
      readModel,
      rules,
      access,
      identity,
      signal,
      now,
      questions,
      get log() {
        return request.log;
      },
      changes,
      liveQuery,
      extra,
      registrations,
      views,
    } satisfies AccessFrame);
  };
  const circumstances = () => ({ rules, storeProblem: readModel.storeProblem !== undefined, now: now() });
  return {
    guard: new Guard(accessors),
    rowsOf: request => accessors(request).rbacRows,
    visibleIds: async (ids, request) => {
      const { rbacRows } = accessors(request);
      return (await Promise.all(ids.map(id => rbacRows.find(id)))).map(row => row !== undefined);
    },
    namedKinds: (clusters, request) => accessors(request).rbacNames.kindsOn(clusters),
    coverage: () => countStates(readModel.clusters(), circumstances()),
    causes: () => stateCauses(readModel.clusters(), circumstances()),
    closed: () => closedClusters(readModel.clusters(), circumstances()),
    get stats() {
      return accesses.stats;
    },
    get liveQueries() {
      return changes.queries.size;
    },
    audit,
    close: async () => {
      changes.queries.close();
      live?.close();
      await audit?.close();
    },
  };
}
