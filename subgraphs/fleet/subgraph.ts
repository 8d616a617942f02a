/**
 * The fleet subgraph: lists, totals, facets and names of the whole fleet from the index, each answer filtered by the leaf clusters' own RBAC.
 *
 * Resolvers only translate; what a caller may see is decided in enforcement.ts and behind it.
 */
import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse } from 'graphql';
import type { AccessReviews } from '../../identity/access-reviews.ts';
import type { ReadModel } from '../../readmodel/readmodel.ts';
import { subgraphSdl } from '../../schema/sdl.ts';
import { silentLogger, type Logger } from '../../telemetry/log.ts';
import type { RequestContext, Subgraph } from '../subgraph.ts';
import { clusterResolvers } from './clusters.ts';
import { coverageResolvers } from './coverage.ts';
import { VisibleRows } from '../../access/doors.ts';
import { Enforcement, type FleetContext, type GuardedResolvers } from '../../access/enforcement.ts';
import { explainResolvers } from './explain.ts';
import type { FailClosedRules } from '../../access/fail-closed.ts';
import { nameResolvers } from './names.ts';
import { objectResolvers } from './objects.ts';
import { DriftAuditor } from '../../access/reviews/drift-auditor.ts';
import { CallersQuestions, fairReviews, ReviewPlaces } from '../../access/reviews/fair-reviews.ts';
import { LiveAccess } from '../../access/reviews/live-access.ts';
import { DateTime, JSONObject } from './scalars.ts';
import { RequestAccess } from '../../access/request-access.ts';
import { viewerResolvers } from './viewer.ts';
import { CallerAccesses, type CallerAccessOptions } from '../../access/caller-access.ts';

export interface FleetSubgraphOptions {
  readonly readModel: ReadModel;
  /** How a cluster sees our callers; undefined where that is not known: the cluster is closed. */
  readonly policies: FailClosedRules['policies'];
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
  /** @default silent */
  readonly log?: Logger;
  /** Milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
}

export interface FleetSubgraph extends Subgraph<FleetContext> {
  /** Whether the caller sees a row of each id; for subgraphs whose answers lead to other objects. */
  visibleIds(ids: readonly string[], request: RequestContext): Promise<boolean[]>;
  /** For metrics. */
  readonly accesses: Pick<CallerAccesses, 'stats'>;
  /** Undefined when nothing is compared. */
  readonly audit: DriftAuditor | undefined;
  /** Ends what runs beside the requests. */
  close(): Promise<void>;
}

export function createFleetSubgraph(options: FleetSubgraphOptions): FleetSubgraph {
  const { readModel, policies, rbac, reviews, leafTimeoutMs = 5_000, log = silentLogger, now = Date.now } = options;
  const places = new ReviewPlaces();
  const access = reviews && new LiveAccess({ reviews: fairReviews(reviews, places), readModel, log });
  const questions = reviews && new CallersQuestions({ reviews, places, timeoutMs: leafTimeoutMs });
  const rules: FailClosedRules = {
    policies,
    maxAgeMs: rbac.maxAgeMs,
    ...(access && { reviewsFail: (cluster: string) => access.fails(cluster) }),
  };
  const accesses = new CallerAccesses(rbac.cache);
  const audit =
    reviews && rbac.auditPerMinute ? new DriftAuditor({ reviews, readModel, rules, log, perMinute: rbac.auditPerMinute }) : undefined;
  audit?.start();
  const sources = { readModel, rules, accesses, quarantine: audit?.quarantine, live: access };
  const frame = (request: RequestContext) => {
    const { identity, signal, deadline } = request;
    audit?.saw(identity);
    return {
      readModel,
      rules,
      view: new RequestAccess(identity, deadline, sources),
      identity,
      signal,
      now,
      questions,
      log: request.log,
    };
  };
  const enforcement = new Enforcement(frame);
  const sdl = subgraphSdl('fleet');
  const typeDefs = parse(sdl);
  return {
    name: 'fleet',
    sdl,
    schema: buildSubgraphSchema([{ typeDefs, resolvers: enforcement.guard(typeDefs, resolvers()) as never }]),
    context: request => enforcement.context(request),
    visibleIds: async (ids, request) => {
      const rows = new VisibleRows(frame(request));
      return (await Promise.all(ids.map(id => rows.find(id)))).map(row => row !== undefined);
    },
    accesses,
    audit,
    close: async () => {
      access?.close();
      await audit?.close();
    },
  };
}

function resolvers(): GuardedResolvers {
  const files = [objectResolvers, clusterResolvers, nameResolvers, coverageResolvers, viewerResolvers, explainResolvers];
  const merged: Record<string, GuardedResolvers[string]> = { DateTime, JSONObject };
  for (const file of files) {
    for (const [type, fields] of Object.entries(file)) merged[type] = { ...(merged[type] as object), ...(fields as object) };
  }
  return merged;
}
