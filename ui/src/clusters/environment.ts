/** Environment of a cluster, taken from one of its labels. Operators choose the key of this label. */

export type Labels = Readonly<Record<string, string>>;

/** Names of labels for the environment, without the prefix before `/`. An earlier name takes precedence. */
const NAMES = ['environment', 'env', 'stage', 'tier'];
const PRODUCTION = /^(prod|prd|production|live)\b/i;

const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1).toLowerCase();

/** Key of the label that names environments. Undefined if no cluster has a label with one of NAMES. */
export function environmentKey(clusters: readonly { readonly labels: Labels }[]): string | undefined {
  const keys = new Set(clusters.flatMap(({ labels }) => Object.keys(labels)));
  return NAMES.flatMap(name => [...keys].filter(key => nameOf(key) === name).sort())[0];
}

/** Environment of a cluster, taken from the labels of this cluster only. Undefined if no label has one of NAMES. */
export function environmentOf(cluster: { readonly labels: Labels }): string | undefined {
  const key = environmentKey([cluster]);
  return key === undefined ? undefined : cluster.labels[key];
}

export const isProduction = (environment: string | undefined): boolean =>
  environment !== undefined && PRODUCTION.test(environment);

export interface Environment<Cluster> {
  /** Undefined for the group of clusters without an environment. */
  readonly name: string | undefined;
  readonly clusters: readonly Cluster[];
}

/**
 * Groups clusters by environment. Production comes first, clusters without an environment last. Keeps the order of the
 * clusters within each group.
 */
export function environmentsOf<Cluster extends { readonly labels: Labels }>(
  clusters: readonly Cluster[],
): readonly Environment<Cluster>[] {
  const key = environmentKey(clusters);
  const rank = (name: string | undefined) => (name === undefined ? 2 : isProduction(name) ? 0 : 1);
  return [...Map.groupBy(clusters, ({ labels }) => (key === undefined ? undefined : labels[key]))]
    .map(([name, clusters]) => ({ name, clusters }))
    .toSorted((a, b) => rank(a.name) - rank(b.name) || ((a.name ?? '') < (b.name ?? '') ? -1 : 1));
}
