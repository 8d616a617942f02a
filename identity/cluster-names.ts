/**
 * Names known only to one cluster: `system:serviceaccount:team-a:ci` of leaf-01 is another account than the one of that
 * name on leaf-02.
 *
 * Who attacks: an administrator of one leaf, who creates a ServiceAccount named like a powerful one of another leaf,
 * and signs in with its token. What stops them: for fleetgraph the account is
 * `fleetgraph:cluster:leaf-01:system:serviceaccount:team-a:ci`. On leaf-01 it has its own name; everywhere else it has
 * this one, to which nobody has bound a right by accident. acceptIdentity() refuses such names from every
 * authenticator, before it maps any, so that nobody can claim one. Being part of the name, the cluster is part of every
 * cache key.
 *
 * Names of clusters may hold ":" (those of EKS contexts do). Here they are spelled with "%3A", and no name of a cluster
 * can hold "%". So no cluster, `a:system` for example, has names that belong to another one, `a`.
 */
export const RESERVED_PREFIX = 'fleetgraph:cluster:';

/** The name outside its cluster. */
export function clusterName(cluster: string, name: string): string {
  return `${prefixOf(cluster)}${name}`;
}

function prefixOf(cluster: string): string {
  return `${RESERVED_PREFIX}${cluster.replaceAll(':', '%3A')}:`;
}

export function isClusterName(name: string): boolean {
  return name.startsWith(RESERVED_PREFIX);
}

/** The name on its own cluster; undefined for a name that is not that cluster's. */
export function nameOnOwnCluster(cluster: string, name: string): string | undefined {
  const prefix = prefixOf(cluster);
  // Other names are claims of its API server, which give no rights there.
  return name.startsWith(`${prefix}system:`) ? name.slice(prefix.length) : undefined;
}
