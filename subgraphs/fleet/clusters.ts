/**
 * Clusters: those the caller may know of, and the fields of one.
 */
import type { NamedCluster } from '../../access/visible-names.ts';
import { because } from '../../access/coverage-causes.ts';
import { fleetCoverage } from './coverage.ts';
import { throughNames, throughRows, type GuardedResolvers } from '../../access/guard.ts';
import type { PageArguments } from './page-input.ts';
import { encodeClusterId } from '../../schema/node-id.ts';
import { nodeIdOf } from './bad-input.ts';
import { nameConnection, type NameConnection } from './name-connection.ts';

/** What a Cluster is made of. Its other fields ask again, so that a reference made anywhere shows no more than its name. */
export interface ClusterReference {
  readonly name: string;
}

export const clusterResolvers: GuardedResolvers = {
  Query: {
    clusters: throughNames(async (_: unknown, args: PageArguments, names): Promise<NameConnection<NamedCluster>> => {
      const clusters = await names.clusters();
      return nameConnection(clusters, args, ({ name }) => [name]);
    }),
    cluster: throughNames((_: unknown, { name }: { name: string }, names) => names.cluster(name)),
  },
  ClusterConnection: { coverage: fleetCoverage },
  Cluster: {
    __resolveReference: throughNames((reference: ClusterReference | { readonly id: string }, _: unknown, names) => {
      const name = 'name' in reference ? reference.name : nodeIdOf(reference.id, 'Cluster')?.cluster;
      return name === undefined ? null : names.cluster(name);
    }),
    id: ({ name }: ClusterReference) => encodeClusterId(name),
    kubernetesVersion: throughNames(async ({ name }: ClusterReference, _: unknown, names) => (await names.cluster(name))?.version || null),
    coverage: throughNames(
      async ({ name }: ClusterReference, _: unknown, names) => (await names.coverageOfCluster(name)) ?? goneCluster(name),
    ),
    objectCount: throughRows(({ name }: ClusterReference, _: unknown, rows) =>
      rows.countsBy('CLUSTER').then(counts => counts.get(name) ?? 0),
    ),
  },
};

/** The answer for a cluster that was closed to the caller while the request was under way. */
function goneCluster(cluster: string) {
  return { cluster, state: 'CLOSED', ...because('CLOSED_MEANWHILE'), kinds: [] };
}
