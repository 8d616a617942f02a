/**
 * The core API group: kstatus' rules. Pods also show what their user would look up next (why a container waits, how the
 * last one ended), and have failed if they wait for the impossible; namespaces show what blocks their deletion.
 *
 * Beyond kstatus: a Node shows all its conditions, a lost volume has failed, and so has a load balancer without an
 * address after ten minutes. A Pod of phase Failed has failed, unless something runs it to its end: then its owner says
 * whether that is a failure.
 */
import type { Relation } from '../store/attached.ts';
import type { DelayedTransition } from './delayed-transition.ts';
import { heldByField } from './hold.ts';
import type { Kind, StatusRule } from './kind.ts';
import { always, KSTATUS, kstatus } from './kstatus.ts';
import { SECRET, usedByPods } from './pod-references.ts';
import { relationsByName, relationTo } from './relations.ts';
import type { StatusResult } from './status-result.ts';
import { malformed, result, terminating } from './status-result.ts';
import { condition, NOT_REPORTED, tabled, value } from './table.ts';
import type { Condition } from './untrusted.ts';
import { at, conditionOf, conditions, isRecord, list, text, time } from './untrusted.ts';

/** How long a Pod may wait for a node before it counts as failed. */
const SCHEDULE_WINDOW_MS = 15_000;
/**
 * How long a Pod may be not ready, and wait for what will not come without help, before it counts as failed. kstatus
 * would wait forever.
 */
const HOPE_MS = 60_000;
/** How long a Node that joins, or whose kubelet restarts, may be not ready. */
const NODE_WINDOW_MS = 120_000;
/** How long the infrastructure may take to give a load balancer its address. */
const ADDRESS_MS = 600_000;
const HOPELESS = [
  ...['ErrImagePull', 'ImagePullBackOff', 'ErrImageNeverPull', 'InvalidImageName', 'ImageInspectError'],
  ...['RegistryUnavailable', 'SignatureValidationFailed', 'CreateContainerConfigError', 'CreateContainerError'],
  ...['PreStartHookError', 'PostStartHookError', 'RunContainerError', 'CrashLoopBackOff'],
];

const CORDONED = heldByField('spec.unschedulable', 'SchedulingDisabled');
const NODE = tabled({
  source:
    'kubernetes/kubernetes: pkg/printers/internalversion/printers.go (printNode), staging/src/k8s.io/api/core/v1/types.go (NodeConditionType)',
  holds: [CORDONED],
  lines: [
    condition('FAILED', 'Ready', 'False', { reasons: ['KubeletNotReady'], afterMs: NODE_WINDOW_MS }),
    condition('FAILED', 'Ready', 'False'),
    condition('FAILED', 'Ready', 'Unknown'),
    ...['MemoryPressure', 'DiskPressure', 'PIDPressure'].map(type => condition('FAILED', type, 'True')),
    condition('FAILED', 'NetworkUnavailable', 'True', { reasons: ['NoRouteCreated'], afterMs: NODE_WINDOW_MS }),
    condition('FAILED', 'NetworkUnavailable', 'True'),
    condition('CURRENT', 'Ready', 'True'),
    NOT_REPORTED,
  ],
});

const PERSISTENT_VOLUME = tabled({
  source: 'kubernetes/kubernetes: staging/src/k8s.io/api/core/v1/types.go (PersistentVolumePhase)',
  lines: [
    {
      ...value('FAILED', 'status.phase', ['Failed']),
      finds: object => {
        if (text(at(object, 'status', 'phase')) !== 'Failed') return undefined;
        const [reason, message] = ['reason', 'message'].map(field => text(at(object, 'status', field)));
        return { reason: reason || 'Failed', message: message ?? '' };
      },
    },
    value('IN_PROGRESS', 'status.phase', ['', 'Pending'], { reason: 'Pending' }),
    value('CURRENT', 'status.phase', ['Available', 'Bound', 'Released']),
  ],
});

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
    relations: (object, namespace) => usedByPods(object, at(object, 'spec'), namespace),
    rules: 1,
    words: {
      source: `${KSTATUS}; argoproj/gitops-engine: pkg/health/health_pod.go; kubernetes/kubernetes: pkg/printers/internalversion/printers.go (printPod), pkg/kubelet/images/types.go, pkg/kubelet/kuberuntime/kuberuntime_container.go`,
      failed: [
        '`status.phase` is `Failed`, unless it runs to its end for an owner',
        'no node takes it for 15 seconds',
        'it is running, not ready, and a container waits in `CrashLoopBackOff`',
        `it is not ready for a minute, and a container waits in ${HOPELESS.map(reason => `\`${reason}\``).join(', ')}`,
      ],
      inProgress: ['it is pending, or running and not ready'],
      suspended: [],
    },
  },
  { group: '', kind: 'Node', indexedAs: 'nodes', ...NODE },
  { group: '', kind: 'PersistentVolume', ...PERSISTENT_VOLUME },
  {
    group: '',
    kind: 'PersistentVolumeClaim',
    indexedAs: 'persistentvolumeclaims',
    status: kstatus(persistentVolumeClaim),
    words: {
      source: `${KSTATUS}; argoproj/gitops-engine: pkg/health/health_pvc.go`,
      failed: ['`status.phase` is `Lost`'],
      inProgress: ['`status.phase` is any other than `Bound`'],
      suspended: [],
    },
    relations: volume,
  },
  {
    group: '',
    kind: 'Service',
    indexedAs: 'services',
    status: kstatus(service),
    words: {
      source: `${KSTATUS}; argoproj/gitops-engine: pkg/health/health_service.go`,
      failed: ['it is of type LoadBalancer, ten minutes old, and `status.loadBalancer.ingress` is empty'],
      inProgress: ['it is of type LoadBalancer, and `spec.clusterIP` or `status.loadBalancer.ingress` is empty'],
      suspended: [],
    },
    delayedTransitions: [
      { reason: 'AddressPending', afterMs: ADDRESS_MS, since: 'createdAt', becomes: { status: 'FAILED', reason: 'AddressPending' } },
    ],
  },
  { group: '', kind: 'Secret', indexedAs: 'secrets', metadataOnly: true, status: kstatus(always) },
  { group: '', kind: 'ConfigMap', indexedAs: 'configmaps', metadataOnly: true, status: kstatus(always) },
  {
    group: '',
    kind: 'ServiceAccount',
    status: kstatus(always),
    relations: (object, namespace) =>
      ['secrets', 'imagePullSecrets'].flatMap(field => relationsByName('REFERENCES', at(object, field), SECRET, namespace)),
  },
];

/**
 * The phase Terminating counts even before, or without, a deletionTimestamp in the answer, and the conditions of a
 * namespace that stays name the objects that block it.
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
      return result(runsToItsEnd(object) ? 'CURRENT' : 'FAILED', '', 'completed, but not successfully', ready);
    case 'Unknown': {
      const [reason, message] = ['reason', 'message'].map(field => text(at(object, 'status', field)));
      return result('UNKNOWN', reason || 'PodUnknown', message || 'its node does not tell of it', ready);
    }
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

/** True for a Pod of a Job, a workflow or a pipeline, which may retry. */
function runsToItsEnd(object: unknown): boolean {
  const owned = list(at(object, 'metadata', 'ownerReferences')).some(owner => at(owner, 'controller') === true);
  return owned && ['Never', 'OnFailure'].includes(text(at(object, 'spec', 'restartPolicy')));
}

/** Container states that say no more than "not yet". */
const PLAIN_WAITING: ReadonlySet<string> = new Set(['', 'ContainerCreating', 'PodInitializing']);

function withContainerReason(status: StatusRule): StatusRule {
  return (object, now) => explained(object, status(object, now), now);
}

function explained(object: unknown, found: StatusResult, now: number): StatusResult {
  const statuses = [...list(at(object, 'status', 'initContainerStatuses')), ...list(at(object, 'status', 'containerStatuses'))];
  const phase = text(at(object, 'status', 'phase'));
  if (phase === 'Failed' && found.status !== 'TERMINATING') {
    // Evicted, DeadlineExceeded: reasons of the Pod itself; otherwise the failed container's.
    const reason = text(at(object, 'status', 'reason'));
    if (reason !== '') return { ...found, reason, message: text(at(object, 'status', 'message')) || found.message };
    return { ...found, reason: 'PodFailed', ...(ending(statuses, 'state') ?? {}) };
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

/** How the first failed container has ended. */
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

/** The images of a Pod's containers, without init containers. */
export function imagesOf(podSpec: unknown): readonly string[] {
  return list(at(podSpec, 'containers'))
    .slice(0, 64)
    .map(container => text(at(container, 'image')));
}

function persistentVolumeClaim(object: unknown): StatusResult {
  const phase = text(at(object, 'status', 'phase')) || 'unknown';
  if (phase === 'Lost') return result('FAILED', 'Lost', `its volume ${text(at(object, 'spec', 'volumeName'))} is gone`);
  return phase === 'Bound' ? result('CURRENT', '', 'bound') : result('IN_PROGRESS', 'NotBound', `not bound, phase ${phase}`);
}

/** The PersistentVolume that a claim is bound to, or requests. */
function volume(object: unknown): readonly Relation[] {
  const name = text(at(object, 'spec', 'volumeName'));
  return name === '' ? [] : [relationTo('REFERENCES', { group: '', kind: 'PersistentVolume', namespace: '', name })];
}

function service(object: unknown, _found: readonly Condition[], now: number): StatusResult {
  if (at(object, 'spec', 'type') !== 'LoadBalancer') return result('CURRENT');
  if (text(at(object, 'spec', 'clusterIP')) === '') return result('IN_PROGRESS', 'NoIPAssigned', 'no cluster IP yet');
  if (list(at(object, 'status', 'loadBalancer', 'ingress')).length > 0) return result('CURRENT');
  const waiting = now - ADDRESS_MS < time(at(object, 'metadata', 'creationTimestamp'));
  return result(waiting ? 'IN_PROGRESS' : 'FAILED', 'AddressPending', 'the load balancer has no address');
}
