/**
 * ResourceGroup: the inventory of a RootSync or RepoSync of Config Sync, or the inventory that `kpt live apply` writes.
 * `kpt live` has no controller, so the observed generation of its groups lags behind. Objects that kpt could not apply
 * may be missing in the group.
 */
import type { Relation } from '../store/attached.ts';
import { firstCondition, saying, statusOfDeployment, type Health, type Said } from './deployment.ts';
import type { Kind, StatusRule } from './kind.ts';
import {
  actuationOf,
  aggregatedCounts,
  entriesOf,
  isInventoryOfConfigSync,
  isToDelete,
  objectCounts,
  type ObjectCounts,
} from './object-counts.ts';
import { references, relationTo } from './relations.ts';
import { isDeleted, terminating } from './status-result.ts';
import { at, integer, text } from './untrusted.ts';

export const RESOURCE_GROUP = { group: 'kpt.dev', kind: 'ResourceGroup' };

/**
 * Health of the group's objects. RECONCILING instead of READY if the controller has not seen the latest generation.
 */
export function healthOf(group: unknown): Health {
  const health = healthByCounts(objectCounts(group));
  return health === 'READY' && isBehind(group) ? 'RECONCILING' : health;
}

function healthByCounts(counts: ObjectCounts): Health {
  if (counts.failed > 0) return 'FAILED';
  if (counts.unknown > 0) return 'UNKNOWN';
  return counts.current < counts.total ? 'RECONCILING' : 'READY';
}

/**
 * True if the controller has not seen the latest generation. False for groups of kpt live, which have no controller.
 */
function isBehind(group: unknown): boolean {
  if (!isInventoryOfConfigSync(group)) return false;
  const observed = integer(at(group, 'status', 'observedGeneration'));
  return observed === undefined || observed !== integer(at(group, 'metadata', 'generation'));
}

/** State of a group. For groups of kpt live it includes the progress of the apply. */
export function saidOfGroup(group: unknown): Said {
  if (isDeleted(group)) {
    const { reason, message } = terminating(group);
    return saying('TERMINATING', reason, message);
  }
  return (isInventoryOfConfigSync(group) ? undefined : unfinished(group)) ?? byHealth(group);
}

/** State of a group of kpt live whose apply is unfinished or has failed. Otherwise undefined. */
function unfinished(group: unknown): Said | undefined {
  const entries = entriesOf(group);
  if (!entries)
    return aggregatedCounts(group) ? undefined : saying('SYNCING', 'NotObserved', 'nothing is said of its objects yet');
  const all = [...entries.values()];
  const toApply = all.filter(entry => !isToDelete(entry));
  const having = (some: readonly unknown[], actuation: string) =>
    some.filter(entry => actuationOf(entry) === actuation);
  const [failed, pending, skipped] = [having(toApply, 'Failed'), having(all, 'Pending'), having(toApply, 'Skipped')];
  if (failed.length > 0) return saying('SYNC_FAILED', 'ActuationFailed', about(failed, 'could not be applied'));
  if (pending.length > 0)
    return saying('SYNCING', 'ActuationPending', about(pending, 'waits to be applied or deleted'));
  return skipped.length > 0 ? saying('SYNC_FAILED', 'ActuationSkipped', about(skipped, 'was not applied')) : undefined;
}

function about(entries: readonly unknown[], what: string): string {
  const [first] = entries;
  const more = entries.length > 1 ? `, and ${entries.length - 1} more` : '';
  return `${text(at(first, 'kind'))} ${text(at(first, 'name'))} ${what}${more}`;
}

function byHealth(group: unknown): Said {
  const counts = objectCounts(group);
  const health = healthOf(group);
  return saying('DONE', reasonOf(health, isBehind(group)), messageOf(counts), health);
}

function reasonOf(health: Health, behind: boolean): string {
  if (health === 'FAILED') return 'ObjectsFailed';
  if (health === 'UNKNOWN') return 'ObjectsUnknown';
  if (health === 'READY') return '';
  return behind ? 'InventoryNotObserved' : 'ObjectsNotReady';
}

/** Counts as text. Omits objects in progress, which are the rest of the total. */
function messageOf({ current, total, failed, terminating, notFound, unknown }: ObjectCounts): string {
  const others = [
    [failed, 'failed'],
    [terminating, 'terminating'],
    [notFound, 'not found'],
    [unknown, 'unknown'],
  ] as const;
  const reported = others.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []));
  return [`${current} of ${total} objects are current`, ...reported].join(', ');
}

const status: StatusRule = group => {
  const time = (firstCondition(group, 'Stalled') ?? firstCondition(group, 'Reconciling'))?.lastTransitionTime ?? 0;
  return statusOfDeployment(saidOfGroup(group), time);
};

/**
 * Relations to the applied objects. Empty for inventories of Config Sync, because the objects themselves name their
 * RootSync or RepoSync (relations.ts).
 */
function applied(group: unknown): readonly Relation[] {
  if (isInventoryOfConfigSync(group)) return [];
  return references(at(group, 'spec', 'resources')).map(resource => {
    const [apiGroup, kind, namespace, name] = ['group', 'kind', 'namespace', 'name'].map(field =>
      text(at(resource, field)),
    ) as Parts;
    return relationTo('APPLIES', { group: apiGroup, kind, namespace, name });
  });
}

type Parts = [group: string, kind: string, namespace: string, name: string];

export const resourceGroup: readonly Kind[] = [
  {
    ...RESOURCE_GROUP,
    indexedAs: 'resourcegroups',
    status,
    relations: applied,
    words: {
      source:
        'GoogleContainerTools/kpt-config-sync: pkg/api/kpt.dev/v1alpha1/resourcegroup_types.go; kubernetes-sigs/cli-utils: pkg/apis/actuation',
      failed: [
        'of `kpt live`: an object to apply has the actuation `Failed`, or `Skipped` while none is `Pending`',
        'an object has failed',
      ],
      inProgress: [
        'of `kpt live`: `status.resourceStatuses` is absent, or an object has the actuation `Pending`',
        'an object is in progress, is being deleted or is not found',
        'of Config Sync: `status.observedGeneration` is not `metadata.generation`',
      ],
      suspended: [],
    },
  },
];
