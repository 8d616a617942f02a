/**
 * Counts of applied objects by status, and the counts of a ResourceGroup. A ResourceGroup is the inventory of a
 * RootSync or RepoSync of Config Sync, or the inventory of `kpt live apply`.
 *
 * The controller of Config Sync writes the status of each object into an entry of the group. `kpt live` has no
 * controller, so its entries only say if the apply and the reconciliation succeeded.
 */
import { oncePerObject } from './once.ts';
import { at, integer, isRecord, list, text } from './untrusted.ts';

export const OBJECT_COUNTS = ['current', 'inProgress', 'failed', 'terminating', 'notFound', 'unknown'] as const;
type Counted = (typeof OBJECT_COUNTS)[number];
export type ObjectCounts = Readonly<Record<Counted | 'total', number>>;

/**
 * True for the inventory of a RootSync or RepoSync. Only the labels of the group decide. The RootSync or RepoSync may
 * be gone.
 */
export function isInventoryOfConfigSync(group: unknown): boolean {
  const labels = at(group, 'metadata', 'labels');
  const [namespace, name] = [text(at(group, 'metadata', 'namespace')), text(at(group, 'metadata', 'name'))];
  return (
    at(labels, 'cli-utils.sigs.k8s.io/inventory-id') === `${namespace}_${name}` ||
    at(labels, 'app.kubernetes.io/managed-by') === 'configmanagement.gke.io'
  );
}

export const isToDelete = (entry: unknown) => at(entry, 'strategy') === 'Delete';
export const actuationOf = (entry: unknown) => text(at(entry, 'actuation'));

/** Returns the entries, with each identity once. Undefined if the group has no list of entries. */
export const entriesOf = oncePerObject((group): ReadonlyMap<string, unknown> | undefined => {
  const statuses = at(group, 'status', 'resourceStatuses');
  if (!Array.isArray(statuses)) return undefined;
  const entries = new Map<string, unknown>();
  for (const entry of statuses) {
    const identity = identityOf(entry);
    if (!entries.has(identity)) entries.set(identity, entry);
  }
  return entries;
});

function identityOf(entry: unknown): string {
  return ['group', 'kind', 'namespace', 'name'].map(part => text(at(entry, part))).join('\n');
}

/** Maximum of each count, so that the total of all counts fits into an Int of GraphQL. */
const MOST_OBJECTS = 100_000_000;

/** Counts that an agent sends instead of the entries. */
export function aggregatedCounts(group: unknown): ObjectCounts | undefined {
  const counts = at(group, 'status', 'counts');
  return isRecord(counts)
    ? totalled(name => Math.min(MOST_OBJECTS, Math.max(0, integer(counts[name]) ?? 0)))
    : undefined;
}

export const objectCounts = oncePerObject(count);

function count(group: unknown): ObjectCounts {
  const entries = entriesOf(group);
  const aggregated = entries ? undefined : aggregatedCounts(group);
  if (aggregated) return aggregated;
  const counts = new Map<Counted, number>();
  const add = (as: Counted | undefined) => as !== undefined && counts.set(as, (counts.get(as) ?? 0) + 1);
  const statusOf = isInventoryOfConfigSync(group) ? byStatus : byReconcile;
  for (const entry of entries?.values() ?? []) add(isToDelete(entry) ? ofDeletion(entry) : ofApply(entry, statusOf));
  const missing = new Set(list(at(group, 'spec', 'resources')).map(identityOf));
  for (const identity of missing) if (entries?.has(identity) !== true) add('inProgress');
  return totalled(name => counts.get(name) ?? 0);
}

/**
 * Number of applied objects by health. Argo CD lists each object in the Application. The list has no health with
 * `resourceHealthSource: appTree`. An agent may send counts instead of the list.
 */
export function countsOfApplication(application: unknown): ObjectCounts | undefined {
  const resources = list(at(application, 'status', 'resources'));
  if (resources.length === 0) return aggregatedCounts(application);
  if (at(application, 'status', 'resourceHealthSource') === 'appTree') return undefined;
  const counts = new Map<Counted, number>();
  for (const resource of resources) {
    const as = COUNTED_AS.get(text(at(resource, 'health', 'status'))) ?? 'unknown';
    counts.set(as, (counts.get(as) ?? 0) + 1);
  }
  return totalled(name => counts.get(name) ?? 0);
}

const COUNTED_AS: ReadonlyMap<string, Counted> = new Map([
  ['', 'current'],
  ['Healthy', 'current'],
  ['Progressing', 'inProgress'],
  ['Suspended', 'inProgress'],
  ['Degraded', 'failed'],
  ['Missing', 'notFound'],
]);

function totalled(countOf: (name: Counted) => number): ObjectCounts {
  const [current, inProgress, failed, terminating, notFound, unknown] = OBJECT_COUNTS.map(countOf) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const total = current + inProgress + failed + terminating + notFound + unknown;
  return { total, current, inProgress, failed, terminating, notFound, unknown };
}

/** Returns undefined if the object is gone. It was deleted as requested, so it is not counted. */
function ofDeletion(entry: unknown): Counted | undefined {
  const status = at(entry, 'status');
  if (status === 'NotFound') return undefined;
  if (status === 'Terminating') return 'terminating';
  return actuationOf(entry) === 'Failed' ? 'failed' : 'inProgress';
}

function ofApply(entry: unknown, statusOf: (entry: unknown) => Counted): Counted {
  if (['', 'Succeeded'].includes(actuationOf(entry))) return statusOf(entry);
  const status = at(entry, 'status');
  if (status === 'NotFound') return 'notFound';
  return status === 'Terminating' ? 'terminating' : 'unknown';
}

const BY_STATUS: Readonly<Record<string, Counted>> = {
  Current: 'current',
  InProgress: 'inProgress',
  Failed: 'failed',
  Terminating: 'terminating',
  NotFound: 'notFound',
};
const BY_RECONCILE: Readonly<Record<string, Counted>> = {
  Succeeded: 'current',
  Pending: 'inProgress',
  Timeout: 'inProgress',
  Failed: 'failed',
};

function byStatus(entry: unknown): Counted {
  return named(BY_STATUS, at(entry, 'status'));
}

/** For groups without a controller. If `status` is absent or Unknown, the state is in the field `reconcile`. */
function byReconcile(entry: unknown): Counted {
  const status = text(at(entry, 'status'));
  return status === '' || status === 'Unknown' ? named(BY_RECONCILE, at(entry, 'reconcile')) : byStatus(entry);
}

function named(words: Readonly<Record<string, Counted>>, word: unknown): Counted {
  return typeof word === 'string' && Object.hasOwn(words, word) ? words[word]! : 'unknown';
}
