/**
 * The fleet subgraph: lists, totals, facets and names of the whole fleet from the index, each answer filtered by the leaf clusters' own RBAC.
 *
 * Resolvers only translate; what a caller may see is decided in enforcement.ts and behind it.
 */
import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse } from 'graphql';
import type { ReadModel } from '../../readmodel/readmodel.ts';
import { subgraphSdl } from '../../schema/sdl.ts';
import type { RequestContext, Subgraph } from '../subgraph.ts';
import { clusterResolvers } from './clusters.ts';
import { coverageResolvers } from './coverage.ts';
import { VisibleRows } from './doors.ts';
import { Enforcement, type FleetContext, type GuardedResolvers } from './enforcement.ts';
import { explainResolvers } from './explain.ts';
import type { FailClosedRules } from './fail-closed.ts';
import { nameResolvers } from './names.ts';
import { objectResolvers } from './objects.ts';
import { DateTime, JSONObject } from './scalars.ts';
import { RequestView } from './view.ts';
import { viewerResolvers } from './viewer.ts';
import { VisibilityCache, type VisibilityCacheOptions } from './visibility-cache.ts';

export interface FleetSubgraphOptions {
  readonly readModel: ReadModel;
  /** How a cluster sees our callers; undefined where that is not known: the cluster is closed. */
  readonly policies: FailClosedRules['policies'];
  readonly rbac: {
    /** Grants that the leaf has not confirmed for longer are not used. */
    readonly maxAgeMs: number;
    readonly cache?: VisibilityCacheOptions;
  };
  /** Milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
}

export interface FleetSubgraph extends Subgraph<FleetContext> {
  /** Whether the caller sees a row of each id; for subgraphs whose answers lead to other objects. */
  visibleIds(ids: readonly string[], request: RequestContext): Promise<boolean[]>;
  /** For metrics. */
  readonly visibilityCache: Pick<VisibilityCache, 'stats'>;
}

export function createFleetSubgraph({ readModel, policies, rbac, now = Date.now }: FleetSubgraphOptions): FleetSubgraph {
  const rules: FailClosedRules = { policies, maxAgeMs: rbac.maxAgeMs };
  const cache = new VisibilityCache(rbac.cache);
  const frame = ({ identity, signal }: RequestContext) => ({
    readModel,
    rules,
    view: new RequestView(identity, readModel, rules, cache),
    identity,
    signal,
    now,
  });
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
    visibilityCache: cache,
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
