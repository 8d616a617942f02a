/** Clusters that the caller may know of, and their fields. */
import type { NamedCluster } from '../../access/visible-names.ts';
import { because } from '../../access/coverage.ts';
import { coverageOfList, type Reach } from './objects.ts';
import { nameConditions, type ClusterFilterInput } from './filter-input.ts';
import { nameTest } from './names.ts';
import { throughNames, throughRows, type GuardedResolvers } from '../../access/guard.ts';
import { encodeClusterId } from '../../schema/node-id.ts';
import { nameConnection, type NameConnection, type PageArguments, nodeIdOf } from '../arguments.ts';

/**
 * Parent value of the fields of a Cluster. Further queries resolve the other fields, so a reference reveals nothing
 * but the name.
 */
export interface ClusterReference {
  readonly name: string;
}

interface ClustersArguments extends PageArguments {
  readonly filter?: ClusterFilterInput | null;
}

export const clusterResolvers: GuardedResolvers = {
  Query: {
    clusters: throughNames(
      async (_: unknown, args: ClustersArguments, names): Promise<NameConnection<NamedCluster> & Reach> => {
        const conditions = nameConditions(args.filter);
        const { clusterLabels, ...ofName } = conditions;
        const isNarrowed = Object.keys(conditions).length > 0;
        const [all, labelled] = await Promise.all([
          names.clusters(),
          clusterLabels && names.clustersLabelled(clusterLabels),
        ]);
        const [fits, wanted] = [nameTest(ofName), labelled && new Set(labelled)];
        const clusters = all.filter(({ name }) => (wanted?.has(name) ?? true) && fits(name));
        return {
          ...nameConnection(clusters, args, ({ name }) => [name]),
          reached: isNarrowed ? clusters.map(({ name }) => name) : undefined,
        };
      },
    ),
    cluster: throughNames((_: unknown, { name }: { name: string }, names) => names.cluster(name)),
  },
  ClusterConnection: { coverage: coverageOfList },
  Cluster: {
    __resolveReference: throughNames((reference: ClusterReference | { readonly id: string }, _: unknown, names) => {
      const name = 'name' in reference ? reference.name : nodeIdOf(reference.id, 'Cluster')?.cluster;
      return name === undefined ? null : names.cluster(name);
    }),
    id: ({ name }: ClusterReference) => encodeClusterId(name),
    kubernetesVersion: throughNames(
      async ({ name }: ClusterReference, _: unknown, names) => (await names.cluster(name))?.version || null,
    ),
    labels: throughNames(
      async ({ name }: ClusterReference, _: unknown, names) => (await names.cluster(name))?.labels ?? {},
    ),
    coverage: throughNames(
      async ({ name }: ClusterReference, _: unknown, names) =>
        (await names.coverageOfCluster(name)) ?? goneCluster(name),
    ),
    objectCount: throughRows(({ name }: ClusterReference, _: unknown, rows) =>
      rows.countsBy('CLUSTER').then(counts => counts.get(name) ?? 0),
    ),
  },
};

/** Coverage of a cluster that became CLOSED for the caller during the request. */
function goneCluster(cluster: string) {
  return { cluster, state: 'CLOSED', ...because('CLOSED_MEANWHILE'), kinds: [] };
}
