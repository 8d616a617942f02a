/**
 * Who sees what, for every subgraph of a process: what decides, what is kept of the decisions, and the guard that hands them to resolvers. Nothing else
 * makes or keeps such a decision.
 */
import type { AccessReviews } from '../identity/access-reviews.ts';
import type { Resource } from '../rbac/types.ts';
import type { ReadModel } from '../readmodel/readmodel.ts';
import type { RequestContext } from '../identity/request.ts';
import { silentLogger, type Logger } from '../telemetry/log.ts';
import { Accessors } from './accessors.ts';
import { LiveQueries } from './changes/live-queries.ts';
import { ResumeTokens } from './changes/resume-token.ts';
import { RightsHistory } from './changes/rights-history.ts';
import type { Registrations } from './registrations.ts';
import type { AccessFrame } from './frame.ts';
import { closedClusters, countStates, stateCauses, type CauseCount, type CoverageNumbers } from './coverage.ts';
import { CallerAccesses, type CallerAccessOptions } from './caller-access.ts';
import type { FailClosedRules } from './fail-closed.ts';
import { Guard } from './guard.ts';
import { epochOf, RequestAccess } from './request-access.ts';
import { DriftAuditor } from './reviews/drift-auditor.ts';
import { CallersQuestions, fairReviews, ReviewPlaces } from './reviews/fair-reviews.ts';
import { LiveAccess } from './reviews/live-access.ts';
import { Quarantine } from './reviews/quarantine.ts';

export interface AccessOptions {
  readonly readModel: ReadModel;
  /** How a cluster sees our callers; undefined where that is not known: the cluster is closed. */
  readonly policies: FailClosedRules['policies'];
  readonly connections?: FailClosedRules['connections'];
  readonly rbac: {
    /** Grants that the leaf has not confirmed for longer are not used. */
    readonly maxAgeMs: number;
    readonly cache?: CallerAccessOptions;
    /** Decisions compared with the clusters' own in a minute; 0 compares none. @default 0 */
    readonly auditPerMinute?: number;
  };
  /** The clusters' own word on who may do what. Without it, `mixed` clusters are closed and nothing is compared. */
  readonly reviews?: AccessReviews;
  /** The longest that the questions of one request's explanations are waited for. @default 5 s */
  readonly leafTimeoutMs?: number;
  /** The most changes that are told at once. @default 10 000 */
  readonly changesAtOnce?: number;
  /** How clusters are registered, and whose RBAC says who beside the owner may know that. Without it, no caller may. */
  readonly registrations?: Registrations | undefined;
  /** @default silent */
  readonly log?: Logger;
  /** Milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
}

export interface Access {
  readonly guard: Guard;
  /** Whether the caller sees a row of each id; for subgraphs whose answers lead to other objects. */
  visibleIds(ids: readonly string[], request: RequestContext): Promise<boolean[]>;
  /** The kinds that the caller may name on these clusters, by cluster; a cluster that the caller may not name is not among them. */
  namedKinds(clusters: readonly string[], request: RequestContext): Promise<ReadonlyMap<string, readonly Resource[]>>;
  /** Another one whenever anything may have changed that answers from the index follow from, but for time that passes. */
  version(): string;
  /** How many clusters are in which state, without names: for operators. */
  coverage(): CoverageNumbers;
  /** Why the index does not simply speak for clusters: how many are in which state for which cause. */
  causes(): readonly CauseCount[];
  /** The clusters of which nothing is shown, by name: for operators. */
  closed(): ReadonlySet<string>;
  /** For metrics. */
  readonly stats: CallerAccesses['stats'];
  /** Live queries that are open. */
  readonly liveQueries: number;
  /** Undefined when nothing is compared. */
  readonly audit: DriftAuditor | undefined;
  /** Ends what runs beside the requests. */
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
    leafTimeoutMs = 5_000,
    changesAtOnce = 10_000,
    log = silentLogger,
    now = Date.now,
  } = options;
  const places = new ReviewPlaces();
  const live = reviews && new LiveAccess({ reviews: fairReviews(reviews, places), readModel, registrationOf: policies, log });
  const questions = reviews && new CallersQuestions({ reviews, places, timeoutMs: leafTimeoutMs });
  const rules: FailClosedRules = {
    policies,
    connections,
    maxAgeMs: rbac.maxAgeMs,
    ...(live && { reviewsFail: (cluster: string) => live.fails(cluster) }),
  };
  const accesses = new CallerAccesses(rbac.cache);
  const audit =
    reviews && rbac.auditPerMinute ? new DriftAuditor({ reviews, readModel, rules, log, perMinute: rbac.auditPerMinute }) : undefined;
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
    const access = new RequestAccess(identity, deadline, sources);
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
    } satisfies AccessFrame);
  };
  const circumstances = () => ({ rules, storeProblem: readModel.storeProblem !== undefined, now: now() });
  return {
    guard: new Guard(accessors),
    visibleIds: async (ids, request) => {
      const { rbacRows } = accessors(request);
      return (await Promise.all(ids.map(id => rbacRows.find(id)))).map(row => row !== undefined);
    },
    namedKinds: (clusters, request) => accessors(request).rbacNames.kindsOn(clusters),
    coverage: () => countStates(readModel.clusters(), circumstances()),
    causes: () => stateCauses(readModel.clusters(), circumstances()),
    closed: () => closedClusters(readModel.clusters(), circumstances()),
    version: () => `${readModel.position}/${epochOf(sources)}/${registrations?.revision() ?? 0}`,
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
