/**
 * Counts of the applied objects of a ResourceGroup (kpt.dev) by status: the one place that reads an entry of its
 * inventory. An agent that reports no identities sends these counts as `status.counts` instead of the entries.
 */
import { at, list, record } from './untrusted.ts';

export const OBJECT_COUNTS = ['total', 'current', 'inProgress', 'failed', 'terminating', 'notFound', 'unknown'] as const;
export type ObjectCounts = Readonly<Record<(typeof OBJECT_COUNTS)[number], number>>;
type CountedStatus = Exclude<keyof ObjectCounts, 'total'>;

const BY_STATUS: Readonly<Record<string, CountedStatus>> = {
  Current: 'current',
  InProgress: 'inProgress',
  Failed: 'failed',
  Terminating: 'terminating',
  NotFound: 'notFound',
};
/** For kpt live, whose entries have no status of their own without a controller. */
const BY_RECONCILE: Readonly<Record<string, CountedStatus>> = {
  Succeeded: 'current',
  Pending: 'inProgress',
  Timeout: 'inProgress',
  Failed: 'failed',
};

/** True if the inventory is Config Sync's, by its own labels. Any other one is that of `kpt live apply`. */
export function isInventoryOfConfigSync(group: unknown): boolean {
  const metadata = record(at(group, 'metadata'));
  const labels = record(metadata['labels']);
  return (
    labels['cli-utils.sigs.k8s.io/inventory-id'] === `${String(metadata['namespace'])}_${String(metadata['name'])}` ||
    labels['app.kubernetes.io/managed-by'] === 'configmanagement.gke.io'
  );
}

/** Undefined if the object tells neither entries nor counts. */
export function objectCounts(group: unknown): ObjectCounts | undefined {
  const status = record(at(group, 'status'));
  const entries = status['resourceStatuses'];
  if (!Array.isArray(entries)) return countsAsReported(status['counts']);
  const isOfConfigSync = isInventoryOfConfigSync(group);
  const seen = new Set<string>();
  const counts = { total: 0, current: 0, inProgress: 0, failed: 0, terminating: 0, notFound: 0, unknown: 0 };
  const count = (status: CountedStatus | undefined) => {
    if (!status) return;
    counts[status]++;
    counts.total++;
  };
  for (const entry of entries) {
    const identity = identityOf(entry);
    if (seen.has(identity)) continue;
    seen.add(identity);
    count(statusOf(record(entry), isOfConfigSync));
  }
  for (const resource of list(at(group, 'spec', 'resources'))) {
    const identity = identityOf(resource);
    if (seen.has(identity)) continue;
    seen.add(identity);
    count('inProgress');
  }
  return counts;
}

/** Undefined: the entry does not count. */
function statusOf(entry: Readonly<Record<string, unknown>>, isOfConfigSync: boolean): CountedStatus | undefined {
  const { strategy, actuation, status, reconcile } = entry;
  if (strategy === 'Delete') {
    if (status === 'NotFound') return undefined;
    if (status === 'Terminating') return 'terminating';
    return actuation === 'Failed' ? 'failed' : 'inProgress';
  }
  const isPresent = actuation !== undefined && actuation !== null && actuation !== '';
  if (isPresent && actuation !== 'Succeeded')
    return status === 'NotFound' ? 'notFound' : status === 'Terminating' ? 'terminating' : 'unknown';
  const isTold = status !== undefined && status !== null && status !== '' && status !== 'Unknown';
  if (!isOfConfigSync && !isTold) return known(BY_RECONCILE, reconcile);
  return known(BY_STATUS, status);
}

function known(table: Readonly<Record<string, CountedStatus>>, value: unknown): CountedStatus {
  return typeof value === 'string' && Object.hasOwn(table, value) ? table[value]! : 'unknown';
}

function identityOf(entry: unknown): string {
  const { group, kind, namespace, name } = record(entry);
  return JSON.stringify([group, kind, namespace, name].map(part => (typeof part === 'string' ? part : '')));
}

/** Counts that an agent sent: whole numbers only, and the total is their sum. */
function countsAsReported(value: unknown): ObjectCounts | undefined {
  const reported = record(value);
  const counts = { total: 0, current: 0, inProgress: 0, failed: 0, terminating: 0, notFound: 0, unknown: 0 };
  if (Object.keys(reported).length === 0) return undefined;
  for (const key of OBJECT_COUNTS) {
    const number = reported[key];
    if (key === 'total' || !Number.isSafeInteger(number) || (number as number) < 0) continue;
    counts[key] = Math.min(number as number, MAX_COUNT);
    counts.total += counts[key];
  }
  return counts;
}

/** More than one etcd holds. */
const MAX_COUNT = 10_000_000;
