/**
 * The packages subgraph: published packages, their deployments, and the state of these deployments. Deployments are
 * rows of the index. This subgraph joins them with packages by address and directory.
 */
import { buildSubgraphSchema } from '@apollo/subgraph';
import type { DocumentNode } from 'graphql';
import type { GuardedContext, GuardedResolvers } from '../../access/guard.ts';
import { packageProjection } from '../../kinds/package-projection.ts';
import type { Projection } from '../../kinds/projection.ts';
import type { Question } from '../../readmodel/question.ts';
import { encodePackageId } from '../../schema/package-id.ts';
import type { MetricParts, NodeFinders, OpenedSubgraph, SubgraphParts } from '../parts.ts';
import { historyResolvers } from './history.ts';
import type { Surroundings } from './joins.ts';
import { mechanismOf } from './mechanism.ts';
import { deploymentMetrics } from './metrics.ts';
import { PackageFinder, packageResolvers, type ResolverParts } from './resolvers.ts';
import { DateTime, Duration } from '../arguments.ts';

export const projections: readonly Projection[] = [packageProjection];

type PackageParts = Pick<SubgraphParts, 'clusters' | 'packages'> & {
  readonly access: Pick<SubgraphParts['access'], 'guard'>;
  /** Returns milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
};

export function openSubgraph(typeDefs: DocumentNode, parts: PackageParts): OpenedSubgraph<GuardedContext> {
  const { guard } = parts.access;
  const resolverParts = resolverPartsOf(parts);
  const packaged = packageResolvers(resolverParts, new PackageFinder(resolverParts));
  const history = historyResolvers(resolverParts.now);
  const KubernetesObject = { ...packaged['KubernetesObject'], ...history['KubernetesObject'] };
  const resolvers: GuardedResolvers = { ...packaged, ...history, KubernetesObject, DateTime, Duration };
  return {
    schema: buildSubgraphSchema([{ typeDefs, resolvers: guard.guard(typeDefs, resolvers) as never }]),
    context: guard.context,
  };
}

/** Function by which `Query.node` finds packages. */
export function nodes(parts: PackageParts): NodeFinders {
  const finder = new PackageFinder(resolverPartsOf(parts));
  return {
    Package: async (id, { rbacRows: rows }) =>
      (await finder.find(id, rows)) ? { id: encodePackageId(id) } : undefined,
  };
}

/** Metric of deployments, computed from all rows of the index (metrics.ts). */
export function metrics(parts: MetricParts): Question<string> {
  const { around } = resolverPartsOf(parts);
  return rows => deploymentMetrics(rows, around());
}

function resolverPartsOf({ clusters, packages, now = Date.now }: Omit<PackageParts, 'access'>): ResolverParts {
  const hubs = new Set(packages?.hubs);
  let known: { readonly revision: number; readonly around: Surroundings } | undefined;
  return {
    around: () => {
      if (known?.revision !== clusters.revision)
        known = { revision: clusters.revision, around: { hubs, clustersAt: addressesOf(clusters) } };
      return known.around;
    },
    mechanismOf: cluster => mechanismOf(clusters.get(cluster)),
    now,
  };
}

function addressesOf(clusters: Pick<SubgraphParts['clusters'], 'list'>): Surroundings['clustersAt'] {
  const byServer = Map.groupBy(clusters.list(), ({ target }) => target && withoutSlash(target.server));
  return server => (byServer.get(withoutSlash(server)) ?? []).map(({ name }) => name).sort();
}

function withoutSlash(server: string): string {
  let end = server.length;
  while (server[end - 1] === '/') end--;
  return server.slice(0, end);
}
