/**
 * Makes rows of a cluster from its series in Prometheus. Metrics of Config Sync give RootSyncs and RepoSyncs, metrics
 * of Flux give Kustomizations and HelmReleases. metricsRows() is pure.
 *
 * Rows have no labels, no creation time and no uid, because series do not contain them. A series that does not name an
 * object of these kinds makes no row. Anybody who can write series with the label of a cluster can invent objects of
 * this cluster, but of no other cluster.
 */
import type { MetricsPolicy } from '../clusters/registry.ts';
import { isName, line } from '../kinds/untrusted.ts';
import type { Series } from '../prometheus/vector.ts';
import type { Resource } from '../rbac/types.ts';
import { encodeObjectKey, type ObjectKey } from '../schema/object-id.ts';
import { blankRow } from '../store/blank-row.ts';
import { MAX_REVISION_LENGTH } from '../store/limits.ts';
import { ROW_COLUMNS } from '../store/row-columns.ts';
import type { ObjectStatus, Row } from '../store/store.ts';

const resource = (group: string, version: string, kind: string, plural: string): Resource => ({
  group,
  version,
  kind,
  plural,
  namespaced: true,
});

const CONFIG_SYNC: Readonly<Record<string, Resource>> = {
  RootSync: resource('configsync.gke.io', 'v1beta1', 'RootSync', 'rootsyncs'),
  RepoSync: resource('configsync.gke.io', 'v1beta1', 'RepoSync', 'reposyncs'),
};
const FLUX: Readonly<Record<string, Resource>> = {
  Kustomization: resource('kustomize.toolkit.fluxcd.io', 'v1', 'Kustomization', 'kustomizations'),
  HelmRelease: resource('helm.toolkit.fluxcd.io', 'v2', 'HelmRelease', 'helmreleases'),
};
export const METRICS_RESOURCES: readonly Resource[] = [...Object.values(CONFIG_SYNC), ...Object.values(FLUX)];

/**
 * Record of the projection `package`: data about a deployment that has no column. Absent fields mean step DONE, health
 * READY and detail APPLIED.
 */
interface Reported {
  step?: 'SYNC_FAILED' | 'SYNCING';
  health?: 'FAILED' | 'RECONCILING';
  detail?: 'AGGREGATED';
}

export type ClusterSeries = Readonly<Record<keyof MetricsPolicy['names'], readonly Series[]>>;

/** Number of series that are read before yielding. */
const AT_ONCE = 500;

/**
 * Rows by key. Yields after each piece of work, so that the caller can pause.
 * @param now Milliseconds since the epoch
 */
export function* metricsRows(
  cluster: string,
  series: ClusterSeries,
  policy: MetricsPolicy,
  now: number,
): Generator<undefined, ReadonlyMap<ObjectKey, Row>> {
  const rows = new Map<ObjectKey, Row>();
  const add = (of: Resource, namespace: string, name: string, columns: Partial<Row>, reported: Reported) => {
    const { group, version, kind } = of;
    const row: Row = {
      ...blankRow(ROW_COLUMNS),
      ...{ cluster, group, version, kind, namespace, name, syncedAt: now, status: statusOf(reported) },
      ...columns,
      records: { package: [{ ...reported }] },
    };
    const key = encodeObjectKey(row);
    if (!rows.has(key)) rows.set(key, row);
  };
  const syncs = yield* configSyncs(series, policy);
  for (const sync of syncs)
    add(sync.resource, sync.namespace, sync.name, { revision: sync.commit }, reportedBySync(sync));
  const { fluxKind, fluxNamespace, fluxName } = policy.labels;
  for (const [i, { labels }] of series.fluxResource.entries()) {
    if (i % AT_ONCE === 0) yield;
    const named = objectNamed(FLUX, labels[fluxKind], labels[fluxNamespace], labels[fluxName]);
    if (!named) continue;
    const { ready = '', suspended = '', revision = '' } = labels;
    const reported: Reported = ready === 'True' ? {} : { step: ready === 'False' ? 'SYNC_FAILED' : 'SYNCING' };
    const columns = { suspended: suspended.toLowerCase() === 'true', revision: line(revision, MAX_REVISION_LENGTH) };
    add(named.resource, named.namespace, named.name, columns, reported);
  }
  return rows;
}

function statusOf({ step }: Reported): ObjectStatus {
  return step === 'SYNC_FAILED' ? 'FAILED' : step === 'SYNCING' ? 'IN_PROGRESS' : 'CURRENT';
}

interface Named {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
}

/** A RootSync or RepoSync, combined from all of its series. */
interface Sync extends Named {
  /** Time of the latest successful sync, in seconds since the epoch. */
  syncedAt: number | undefined;
  /** Commit of the latest successful sync. '' if unknown. */
  commit: string;
  hasFailed: boolean;
  isUnready: boolean;
  /** Number of all objects, ready or not. */
  objects: number | undefined;
  /** Number of ready objects. */
  ready: number | undefined;
}

function reportedBySync({ syncedAt, hasFailed, isUnready, objects, ready }: Sync): Reported {
  const reported: Reported = {};
  if (hasFailed) reported.step = 'SYNC_FAILED';
  else if (syncedAt === undefined) reported.step = 'SYNCING';
  if (isUnready) reported.health = 'FAILED';
  else if (objects !== undefined && ready !== undefined && ready < objects) reported.health = 'RECONCILING';
  if (objects !== undefined && ready !== undefined) reported.detail = 'AGGREGATED';
  return reported;
}

function* configSyncs(
  { lastSync, pipelineError, resources, readyResources }: ClusterSeries,
  { labels: names }: MetricsPolicy,
): Generator<undefined, Iterable<Sync>> {
  const syncs = new Map<string, Sync>();
  const syncOf = ({ labels }: Series): Sync | undefined => {
    const named = objectNamed(CONFIG_SYNC, labels[names.syncKind], labels[names.syncNamespace], labels[names.syncName]);
    if (!named) return undefined;
    const key = `${named.resource.kind}/${named.namespace}/${named.name}`;
    const known = syncs.get(key);
    if (known) return known;
    const sync = {
      ...named,
      syncedAt: undefined,
      commit: '',
      hasFailed: false,
      isUnready: false,
      objects: undefined,
      ready: undefined,
    };
    syncs.set(key, sync);
    return sync;
  };
  for (const [i, one] of lastSync.entries()) {
    if (i % AT_ONCE === 0) yield;
    const sync = syncOf(one);
    if (!sync || one.labels['status'] !== 'success' || one.value < (sync.syncedAt ?? -Infinity)) continue;
    sync.syncedAt = one.value;
    sync.commit = line(one.labels['commit'] ?? '', MAX_REVISION_LENGTH);
  }
  for (const [i, one] of pipelineError.entries()) {
    if (i % AT_ONCE === 0) yield;
    const sync = syncOf(one);
    if (!sync || one.value !== 1) continue;
    // If the scrape target has a label `component`, Prometheus renames the label of the series to `exported_component`.
    const component = one.labels['exported_component'] ?? one.labels['component'];
    if (component === 'readiness') sync.isUnready = true;
    else if (component === 'source' || component === 'rendering' || component === 'sync') sync.hasFailed = true;
  }
  const groups = Map.groupBy(syncs.values(), ({ namespace, name }) => `${namespace}/${name}`);
  for (const [column, of] of [
    ['objects', resources],
    ['ready', readyResources],
  ] as const) {
    for (const [i, { labels, value }] of of.entries()) {
      if (i % AT_ONCE === 0) yield;
      for (const sync of groups.get(labels['resourcegroup'] ?? '') ?? [])
        sync[column] = Math.max(sync[column] ?? 0, value);
    }
  }
  return syncs.values();
}

function objectNamed(
  kinds: Readonly<Record<string, Resource>>,
  kind: string | undefined,
  namespace: string | undefined,
  name: string | undefined,
): Named | undefined {
  if (kind === undefined || !Object.hasOwn(kinds, kind) || !isName(namespace) || !isName(name)) return undefined;
  return { resource: kinds[kind]!, namespace, name };
}

/** Groups series by the value of a label. Yields after each piece of work, so that the caller can pause. */
export function* sharedOut(
  series: readonly Series[],
  label: string,
): Generator<undefined, ReadonlyMap<string, readonly Series[]>> {
  const shares = new Map<string, Series[]>();
  for (const [i, one] of series.entries()) {
    if (i % AT_ONCE === 0) yield;
    const value = one.labels[label] ?? '';
    const share = shares.get(value);
    if (share) share.push(one);
    else shares.set(value, [one]);
  }
  return shares;
}
