/**
 * Names that one cluster alone knows: `system:serviceaccount:team-a:ci` of leaf-01 is another account than the one of that name on leaf-02.
 *
 * Who attacks: an administrator of one leaf, who makes a ServiceAccount that is called like a powerful one of another leaf, and signs in with
 * its token. What stops them: for fleetgraph the account is `fleetgraph:cluster:leaf-01:system:serviceaccount:team-a:ci`. On leaf-01 it has
 * its own name; everywhere else it has this one, to which nobody has bound a right by accident. No other authenticator can give out such a
 * name (acceptIdentity), so it cannot be spelled from outside. Being part of the name, it is part of every key by which anything is kept.
 */
const PREFIX = 'fleetgraph:cluster:';

/** The name outside its cluster. */
export function clusterName(cluster: string, name: string): string {
  return `${PREFIX}${cluster}:${name}`;
}

export function isClusterName(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** The name on its own cluster; undefined for a name that is not that cluster's. */
export function nameOnOwnCluster(cluster: string, name: string): string | undefined {
  const prefix = `${PREFIX}${cluster}:`;
  // What a cluster alone knows begins with `system:`, so that cluster "a" does not own the names of a cluster "a:b".
  return name.startsWith(`${prefix}system:`) ? name.slice(prefix.length) : undefined;
}
