/** The caller, and the caller's identity on each cluster that the caller may know. */
import type { ClusterReference } from './clusters.ts';
import { throughNames, throughSelf, type GuardedResolvers } from '../../access/guard.ts';
import { nameConnection, type PageArguments } from '../arguments.ts';

export const viewerResolvers: GuardedResolvers = {
  Query: {
    viewer: throughSelf((_: unknown, _args: unknown, self) => ({
      user: self.identity.user,
      groups: self.identity.groups,
    })),
  },
  Viewer: {
    clusters: throughNames(async (_: unknown, _args: unknown, names) =>
      (await names.clusters()).map(({ name }) => ({ cluster: { name } })),
    ),
    access: throughNames(async (_: unknown, args: Pick<PageArguments, 'first' | 'after'>, names) => {
      const clusters = await names.clusters();
      const connection = nameConnection(clusters, args, ({ name }) => [name]);
      return { ...connection, nodes: await names.access(connection.nodes) };
    }),
  },
  ViewerOnCluster: {
    user: throughSelf(
      ({ cluster }: { cluster: ClusterReference }, _: unknown, self) =>
        self.on(cluster.name)?.user ?? self.identity.user,
    ),
    groups: throughSelf(
      ({ cluster }: { cluster: ClusterReference }, _: unknown, self) => self.on(cluster.name)?.groups ?? [],
    ),
    refusedGroups: throughSelf(
      async ({ cluster }: { cluster: ClusterReference }, _: unknown, self) =>
        (await self.refusedGroups(cluster.name)) ?? null,
    ),
  },
};
