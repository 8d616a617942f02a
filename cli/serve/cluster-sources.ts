/** Creates the cluster sources of the configuration. clusters/sources/registry.ts lists the types of sources. */
import type { KeyedSource } from '../../clusters/follow-sources.ts';
import type { ClusterSource } from '../../clusters/source.ts';
import { configuredClusters, kubeconfigContexts } from '../../clusters/sources/kubeconfig-files.ts';
import type { SourceKind } from '../../clusters/source-kind.ts';
import { ownCluster } from '../../clusters/sources/own-cluster.ts';
import { SOURCES } from '../../clusters/sources/registry.ts';
import { undialledClusters, type UndialledSpec } from '../../clusters/sources/undialled-clusters.ts';
import type { MetricsPolicy, PushPolicy } from '../../clusters/registry.ts';
import type { ClusterConfig, ClusterSourceConfig, Config } from '../../config/schema.ts';
import { identityPolicyProblem } from '../../identity/identity.ts';
import { REPORTED_KINDS } from '../../schema/reported-kinds.ts';
import type { Logger } from '../../telemetry/log.ts';
import { UsageError } from '../usage-error.ts';

export interface SourceSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
}

/** Settings of the additional clusters (OwnClusters): the defaults of a configured cluster. */
const BY_DEFAULT = {
  identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
  authorization: 'rbac',
} as const;

/** Clusters in addition to the clusters of the configuration. */
export interface OwnClusters {
  /** One file or several, as in `$KUBECONFIG`. */
  readonly kubeconfig?: string | undefined;
  /** Contexts of the kubeconfig to use. Undefined means one context for each server. */
  readonly contexts?: readonly string[] | undefined;
  /** True to include the cluster that this process runs in. */
  readonly ownCluster?: boolean;
}

/** Sources in this order: `clusters` and `clusterSources` of the configuration, then the additional clusters. */
export function clusterSources(
  config: Pick<Config, 'clusters' | 'clusterSources'>,
  { kubeconfig, contexts, ownCluster: own = false }: OwnClusters,
  surroundings: SourceSurroundings,
): KeyedSource[] {
  const sources: KeyedSource[] = [];
  const add = (key: unknown, place: unknown, source: () => ClusterSource, names?: readonly string[]) =>
    sources.push({ key: JSON.stringify(key), place: JSON.stringify(place), source, ...(names && { names }) });
  const namesOf = (clusters: readonly { readonly name: string }[]) => clusters.map(({ name }) => name);
  const dialled = config.clusters.flatMap(({ kubeconfig, ...cluster }) =>
    kubeconfig === undefined ? [] : { ...cluster, kubeconfig },
  );
  const undialled = config.clusters.flatMap(cluster =>
    cluster.kubeconfig === undefined ? undialledSpec(cluster) : [],
  );
  if (dialled.length > 0) add(dialled, 'clusters', () => configuredClusters(dialled), namesOf(dialled));
  if (undialled.length > 0)
    add(undialled, 'clusters/undialled', () => undialledClusters(undialled), namesOf(undialled));
  for (const entry of config.clusterSources) add(entry, placeOf(entry), () => opened(entry, surroundings));
  if (kubeconfig !== undefined)
    add({ kubeconfig, contexts }, { kubeconfig }, () =>
      kubeconfigContexts(kubeconfig, BY_DEFAULT, { contexts, log: surroundings.log }),
    );
  if (own) add({ own }, { own }, () => ownCluster(surroundings.env, BY_DEFAULT));
  return sources;
}

function undialledSpec({ name, identity, authorization, labels, push, metrics, rbac }: ClusterConfig): UndialledSpec {
  return {
    ...{ name, identity, authorization, labels },
    ...(push && { push: pushPolicy(push) }),
    ...(metrics && { metrics: metricsPolicy(metrics, rbac) }),
  };
}

function pushPolicy({ tokens, interval: intervalMs, kinds, detail }: NonNullable<ClusterConfig['push']>): PushPolicy {
  return { tokens, intervalMs, kinds: kinds ?? REPORTED_KINDS, detail };
}

function metricsPolicy(
  { prometheus, label, interval: intervalMs, names, labels }: NonNullable<ClusterConfig['metrics']>,
  rbac: ClusterConfig['rbac'],
): MetricsPolicy {
  const [name = '', value = ''] = label.split('=');
  return { prometheus, label: [name, value], intervalMs, names, labels, ...(rbac && { rbac }) };
}

/**
 * Identifies what a source reads: its type, and its path or its hub, namespace and selector. Excludes settings such as
 * `identity` and `allow`, because these may change while the clusters keep their names.
 */
function placeOf(entry: ClusterSourceConfig): unknown {
  const { isOnHub, place } = kindOf(entry);
  const keys = isOnHub ? ['kubeconfig', 'context', 'namespace', ...place] : place;
  const values = entry as Readonly<Record<string, unknown>>;
  return [entry.type, ...keys.map(key => values[key] ?? null)];
}

function opened(entry: ClusterSourceConfig, surroundings: SourceSurroundings): ClusterSource {
  const policy = { identity: entry.identity, authorization: entry.authorization, collect: entry.collect };
  return kindOf(entry).open({ ...entry, ...surroundings, policy });
}

/** Source type of the entry. Always found, because the schema of entries is derived from the list of types. */
function kindOf({ type }: ClusterSourceConfig) {
  return SOURCES.find(source => source.type === type) as SourceKind;
}

/**
 * Refuses prefixes that could turn the name of a caller into a reserved name such as `system:…`. Without this check,
 * the product would start, but show nothing of the cluster (POLICY_UNUSABLE).
 * @throws UsageError
 */
export function checkPolicies({ clusters, clusterSources }: Pick<Config, 'clusters' | 'clusterSources'>): void {
  const named = [
    ...clusters.map(({ name, identity }) => ({ what: `cluster "${name}"`, identity })),
    ...clusterSources.map(({ identity }, i) => ({ what: `clusterSources[${i}]`, identity })),
  ];
  for (const { what, identity } of named) {
    const problem = identityPolicyProblem(identity);
    if (problem) throw new UsageError(`The identity policy of ${what} cannot be used: ${problem}`);
  }
}
