/** Rules for names of clusters. The name of a cluster is part of ids, keys and URLs. */
const CLUSTER_NAME = /^[A-Za-z0-9]([A-Za-z0-9_.@:/-]{0,251}[A-Za-z0-9])?$/;

/** Problem of a name, worded as the end of a sentence about the name. Undefined if the name is valid. */
export function clusterNameProblem(name: string): string | undefined {
  if (CLUSTER_NAME.test(name)) return undefined;
  return 'a cluster name has 1 to 253 letters, digits and _ . @ : / -, and begins and ends with a letter or digit';
}
