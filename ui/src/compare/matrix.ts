/** Comparison of one object over several clusters: the usual value of a column, replicas, and cluster labels. */
import type { ObjectParts } from '../format/object-id.ts';

/** Most frequent value of a column. If several values are equally frequent, returns the value that occurs first. */
export function usualOf(values: readonly (string | undefined)[]): string | undefined {
  const counts = countsOf(values);
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0];
}

/** Number of different values. Rows without a value do not count. */
export const variety = (values: readonly (string | undefined)[]): number => countsOf(values).size;

function countsOf(values: readonly (string | undefined)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

export interface Replicas {
  readonly ready: number;
  readonly desired: number;
}

/** True for the kinds whose replicas the page compares. */
export const hasReplicas = ({ group, kind }: Pick<ObjectParts, 'group' | 'kind'>): boolean =>
  (group === 'apps' && ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet'].includes(kind)) ||
  (group === 'argoproj.io' && kind === 'Rollout');

/**
 * Ready and desired replicas. Undefined without a spec or a status. A missing count is 0. A missing `spec.replicas` is
 * 1, the default of Kubernetes.
 */
export function replicasOf(kind: string, spec: unknown, status: unknown): Replicas | undefined {
  if (!isFields(spec) || !isFields(status)) return undefined;
  if (kind === 'DaemonSet')
    return { ready: countAt(status, 'numberReady') ?? 0, desired: countAt(status, 'desiredNumberScheduled') ?? 0 };
  return { ready: countAt(status, 'readyReplicas') ?? 0, desired: countAt(spec, 'replicas') ?? 1 };
}

/** Keys of cluster labels that name an environment or a region. */
const TELLING = [/(^|[./-])(env|environment|stage)$/i, /(^|[./-])region$/i];

/** Label keys to show: at most one for the environment, and one for the region. */
export function tellingLabels(labels: readonly Readonly<Record<string, string>>[]): readonly string[] {
  const keys = [...new Set(labels.flatMap(it => Object.keys(it)))].sort();
  return TELLING.flatMap(pattern => keys.find(key => pattern.test(key)) ?? []);
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function countAt(fields: Readonly<Record<string, unknown>>, key: string): number | undefined {
  const value = fields[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
