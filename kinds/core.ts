/**
 * The core API group: kstatus' rules; for Pods with what their user would look up next (why a container waits, how the last one ended) and that what waits for
 * the impossible has failed, for namespaces with what holds back their deletion.
 */
import type { Relation } from '../store/attached.ts';
import type { DelayedTransition } from './delayed-transition.ts';
import type { Kind, StatusRule } from './kind.ts';
import { always, kstatus } from './kstatus.ts';
import { relationTo } from './relations.ts';
import type { StatusResult } from './status-result.ts';
import { malformed, result, terminating } from './status-result.ts';
import type { Condition } from './untrusted.ts';
import { at, conditionOf, conditions, isRecord, list, text, time } from './untrusted.ts';

/** How long a Pod may wait for a node before it counts as failed. */
const SCHEDULE_WINDOW_MS = 15_000;
/** How long a Pod may be not ready, and wait for what will not come without help, before it counts as failed. kstatus would wait for ever. */
const HOPE_MS = 60_000;
const HOPELESS = ['ErrImagePull', 'ImagePullBackOff', 'InvalidImageName', 'CreateContainerConfigError', 'CrashLoopBackOff'];

export const core: readonly Kind[] = [
  { group: '', kind: 'Namespace', indexedAs: 'namespaces', status: withDeletion(kstatus()) },
  {
    group: '',
    kind: 'Pod',
    indexedAs: 'pods',
    status: withContainerReason(kstatus(podPhase)),
    delayedTransitions: [
      {
        reason: 'PodNotScheduled',
        afterMs: SCHEDULE_WINDOW_MS,
        since: 'createdAt',
        becomes: { status: 'FAILED', reason: 'PodUnschedulable' },
      },
      ...HOPELESS.map((reason): DelayedTransition => ({
        reason,
        afterMs: HOPE_MS,
        since: 'transitionedAt',
        becomes: { status: 'FAILED', reason },
      })),
    ],
    images: object => imagesOf(at(object, 'spec')),
  },
  { group: '', kind: 'Node', indexedAs: 'nodes', status: kstatus() },
  {
    group: '',
    kind: 'PersistentVolumeClaim',
    indexedAs: 'persistentvolumeclaims',
    status: kstatus(persistentVolumeClaim),
    relations: volume,
  },
  { group: '', kind: 'Service', indexedAs: 'services', status: kstatus(service) },
  { group: '', kind: 'Secret', indexedAs: 'secrets', metadataOnly: true, status: kstatus(always) },
  { group: '', kind: 'ConfigMap', indexedAs: 'configmaps', metadataOnly: true, status: kstatus(always) },
];

/**
 * The phase Terminating counts even before, or without, a deletionTimestamp in the answer, and the conditions of a namespace that does not go away say
 * which objects hold it back.
 */
function withDeletion(status: StatusRule): StatusRule {
  return (object, now) => {
    const found = status(object, now);
    if (found.status !== 'TERMINATING' && at(object, 'status', 'phase') !== 'Terminating') return found;
    const held = conditions(object)?.find(condition => condition.status === 'True' && HELD_BACK.has(condition.type));
    const deletion = terminating(object);
    return held ? { ...deletion, reason: held.reason, message: held.message } : deletion;
  };
}

const HELD_BACK: ReadonlySet<string> = new Set([
  'NamespaceDeletionDiscoveryFailure',
  'NamespaceDeletionGroupVersionParsingFailure',
  'NamespaceDeletionContentFailure',
  'NamespaceContentRemaining',
  'NamespaceFinalizersRemaining',
]);

function podPhase(object: unknown, found: readonly Condition[], now: number): StatusResult {
  const ready = conditionOf(found, 'Ready');
  const phase = text(at(object, 'status', 'phase'));
  switch (phase) {
    case 'Succeeded':
      return result('CURRENT', '', 'completed', ready);
    case 'Failed':
      return result('CURRENT', '', 'completed, but not successfully', ready);
    case 'Running': {
      if (ready?.status === 'True') return result('CURRENT', '', '', ready);
      const looping = list(at(object, 'status', 'containerStatuses'))
        .filter(status => at(status, 'state', 'waiting', 'reason') === 'CrashLoopBackOff')
        .map(status => text(at(status, 'name')));
      if (looping.length > 0) return result('FAILED', 'ContainerCrashLooping', `crash-looping: ${looping.join(', ')}`, ready);
      return result('IN_PROGRESS', 'PodRunningNotReady', ready?.message || 'running, but not ready', ready);
    }
    case 'Pending': {
      const scheduled = found.find(({ type, status }) => type === 'PodScheduled' && status === 'False');
      if (scheduled?.reason !== 'Unschedulable') return result('IN_PROGRESS', 'PodPending', 'not started yet', ready);
      const created = time(at(object, 'metadata', 'creationTimestamp'));
      const message = scheduled.message || 'no node takes it';
      if (now - SCHEDULE_WINDOW_MS < created) return result('IN_PROGRESS', 'PodNotScheduled', message, scheduled);
      return result('FAILED', 'PodUnschedulable', message, scheduled);
    }
    case '':
      return result('IN_PROGRESS', 'PodNotObserved', 'no node has reported it yet');
    default:
      return malformed(`status.phase is "${phase}", which is no phase of a Pod`);
  }
}

/** Container states that say no more than "not yet". */
const PLAIN_WAITING: ReadonlySet<string> = new Set(['', 'ContainerCreating', 'PodInitializing']);

function withContainerReason(status: StatusRule): StatusRule {
  return (object, now) => explained(object, status(object, now), now);
}

function explained(object: unknown, found: StatusResult, now: number): StatusResult {
  const statuses = [...list(at(object, 'status', 'initContainerStatuses')), ...list(at(object, 'status', 'containerStatuses'))];
  const phase = text(at(object, 'status', 'phase'));
  if (phase === 'Failed' && found.status === 'CURRENT') {
    // Evicted, DeadlineExceeded: said by the Pod; otherwise the container that failed tells.
    const reason = text(at(object, 'status', 'reason'));
    if (reason !== '') return { ...found, reason, message: text(at(object, 'status', 'message')) || found.message };
    return { ...found, ...(ending(statuses, 'state') ?? {}) };
  }
  if (found.reason === 'ContainerCrashLooping') {
    const last = ending(statuses, 'lastState');
    return last ? { ...found, message: `${found.message}; ${last.message}` } : found;
  }
  if (found.reason !== 'PodPending' && found.reason !== 'PodRunningNotReady') return found;
  for (const status of statuses) {
    const reason = text(at(status, 'state', 'waiting', 'reason'));
    if (PLAIN_WAITING.has(reason)) continue;
    const message = text(at(status, 'state', 'waiting', 'message'));
    const since = found.transitionedAt || time(at(object, 'metadata', 'creationTimestamp'));
    const isLost = HOPELESS.includes(reason) && since <= now - HOPE_MS;
    return { ...found, ...(isLost && { status: 'FAILED' }), reason, message: `${text(at(status, 'name'))}: ${message || reason}` };
  }
  return found;
}

/** How the first container that failed has ended. */
function ending(statuses: readonly unknown[], state: 'state' | 'lastState'): Pick<StatusResult, 'reason' | 'message'> | undefined {
  for (const status of statuses) {
    const terminated = at(status, state, 'terminated');
    const code = at(terminated, 'exitCode');
    if (!isRecord(terminated) || typeof code !== 'number' || code === 0) continue;
    const reason = text(at(terminated, 'reason'));
    return { reason, message: `${text(at(status, 'name'))} ended with exit code ${code}${reason === '' ? '' : ` (${reason})`}` };
  }
  return undefined;
}

/** The images of a Pod's containers, init containers left out. */
export function imagesOf(podSpec: unknown): readonly string[] {
  return list(at(podSpec, 'containers'))
    .slice(0, 64)
    .map(container => text(at(container, 'image')));
}

function persistentVolumeClaim(object: unknown): StatusResult {
  const phase = text(at(object, 'status', 'phase')) || 'unknown';
  return phase === 'Bound' ? result('CURRENT', '', 'bound') : result('IN_PROGRESS', 'NotBound', `not bound, phase ${phase}`);
}

/** The PersistentVolume that a claim is bound to, or asks for. */
function volume(object: unknown): readonly Relation[] {
  const name = text(at(object, 'spec', 'volumeName'));
  return name === '' ? [] : [relationTo('REFERENCES', { group: '', kind: 'PersistentVolume', namespace: '', name })];
}

function service(object: unknown): StatusResult {
  return at(object, 'spec', 'type') === 'LoadBalancer' && text(at(object, 'spec', 'clusterIP')) === ''
    ? result('IN_PROGRESS', 'NoIPAssigned', 'no cluster IP yet')
    : result('CURRENT');
}
