/** Environment of a cluster, by the label that names it. Whoever registers clusters chooses the key of the label. */

export type Labels = Readonly<Record<string, string>>;

/** Names of the label without its prefix, the most telling first. */
const NAMES = ['environment', 'env', 'stage', 'tier'];
const PRODUCTION = /^(prod|prd|production|live)\b/i;

const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1).toLowerCase();

/** Key of the label that names environments; undefined if no cluster has one. */
export function environmentKey(clusters: readonly { readonly labels: Labels }[]): string | undefined {
  const keys = new Set(clusters.flatMap(({ labels }) => Object.keys(labels)));
  return NAMES.flatMap(name => [...keys].filter(key => nameOf(key) === name).sort())[0];
}

/** Environment of a cluster by its own labels alone. */
export function environmentOf(cluster: { readonly labels: Labels }): string | undefined {
  const key = environmentKey([cluster]);
  return key === undefined ? undefined : cluster.labels[key];
}

export const isProduction = (environment: string | undefined): boolean =>
  environment !== undefined && PRODUCTION.test(environment);

export interface Environment<Cluster> {
  /** Undefined for the clusters that are in none. */
  readonly name: string | undefined;
  readonly clusters: readonly Cluster[];
}

/** Clusters by environment, production first, and last those without one. Within an environment the order stays. */
export function environmentsOf<Cluster extends { readonly labels: Labels }>(
  clusters: readonly Cluster[],
): readonly Environment<Cluster>[] {
  const key = environmentKey(clusters);
  const rank = (name: string | undefined) => (name === undefined ? 2 : isProduction(name) ? 0 : 1);
  return [...Map.groupBy(clusters, ({ labels }) => (key === undefined ? undefined : labels[key]))]
    .map(([name, clusters]) => ({ name, clusters }))
    .toSorted((a, b) => rank(a.name) - rank(b.name) || ((a.name ?? '') < (b.name ?? '') ? -1 : 1));
}
