/**
 * The core API group: the rules of kstatus, with additions.
 *
 * A Pod also shows why a container waits, and how a crashed container ended. The Pod has failed if a container cannot
 * start, for example without its image. A Namespace shows what blocks its deletion.
 *
 * A Node also fails under memory, disk or PID pressure. A claim fails if its volume is lost. A load balancer without an
 * address fails after ten minutes. A Pod of phase Failed has failed, except if an owner runs it to completion. The
 * owner's status then shows the failure.
 */
import type { Relation } from '../store/attached.ts';
import type { Kind, StatusRule } from './kind.ts';
import { always, KSTATUS, kstatus } from './kstatus.ts';
import { SECRET, usedByPods, relationsByName, relationTo } from './relations.ts';
import {
  heldByField,
  type Hold,
  type DelayedTransition,
  type StatusResult,
  malformed,
  result,
  terminating,
} from './status-result.ts';
import { condition, NOT_REPORTED, tabled, value } from './table.ts';
import type { Condition } from './untrusted.ts';
import {
  at,
  conditionAt,
  conditionOf,
  conditions,
  integer,
  integerAt,
  isRecord,
  list,
  text,
  time,
} from './untrusted.ts';

/** Time for which a Pod may wait for a node before it counts as failed. */
const SCHEDULE_WINDOW_MS = 15_000;
/**
 * Time for which a container may wait with a reason of `HOPELESS` before its Pod counts as failed. kstatus has no such
 * limit.
 */
const HOPE_MS = 60_000;
/**
 * Time for which a Node may be not ready before it counts as failed. The Node may be joining, or its kubelet may
 * restart.
 */
const NODE_WINDOW_MS = 120_000;
/** Time that the infrastructure may take to assign an address to a load balancer. */
const ADDRESS_MS = 600_000;
const HOPELESS = [
  ...['ErrImagePull', 'ImagePullBackOff', 'ErrImageNeverPull', 'InvalidImageName', 'ImageInspectError'],
  ...['RegistryUnavailable', 'SignatureValidationFailed', 'CreateContainerConfigError', 'CreateContainerError'],
  ...['PreStartHookError', 'PostStartHookError', 'RunContainerError'],
];
const CRASH_LOOP = 'CrashLoopBackOff';
/**
 * If a container ran for longer than this time, kubelet restarts it without a wait. The time is twice the
 * MaxContainerBackOff of kubelet.
 */
const BACK_OFF_RESET_MS = 600_000;

const CORDONED: Hold = {
  ...heldByField('spec.unschedulable', 'SchedulingDisabled'),
  message: 'cordoned: new Pods are not scheduled on it',
};
const GATED: Hold = {
  reason: 'SchedulingGated',
  when: '`PodScheduled` is False, reason `SchedulingGated`',
  holds: object => {
    const scheduled = conditionAt(object, 'PodScheduled');
    return scheduled?.status === 'False' && scheduled.reason === 'SchedulingGated';
  },
};
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
    holds: [GATED],
    rules: 1,
    words: {
      source: `${KSTATUS}; argoproj/gitops-engine: pkg/health/health_pod.go; kubernetes/kubernetes: pkg/printers/internalversion/printers.go (printPod), pkg/kubelet/images/types.go, pkg/kubelet/kuberuntime/kuberuntime_container.go, pkg/kubelet/kuberuntime/kuberuntime_manager.go (doBackOff)`,
      failed: [
        '`status.phase` is `Failed`, unless it runs to its end for an owner',
        'no node takes it for 15 seconds',
        'it is pending or running, not ready, and a container waits in `CrashLoopBackOff`, or ended after less than ten minutes and was restarted before',
        'it is pending or running, not ready, and an init container ended with another exit code than 0, or any container that is never restarted, unless it runs to its end for an owner',
        `it is not ready for a minute, and a container waits in ${HOPELESS.map(reason => `\`${reason}\``).join(', ')}`,
      ],
      inProgress: ['it is pending, or running and not ready'],
      suspended: [GATED.when],
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
      {
        reason: 'AddressPending',
        afterMs: ADDRESS_MS,
        since: 'createdAt',
        becomes: { status: 'FAILED', reason: 'AddressPending' },
      },
    ],
  },
  { group: '', kind: 'Secret', indexedAs: 'secrets', metadataOnly: true, status: kstatus(always) },
  { group: '', kind: 'ConfigMap', indexedAs: 'configmaps', metadataOnly: true, status: kstatus(always) },
  {
    group: '',
    kind: 'ServiceAccount',
    status: kstatus(always),
    relations: (object, namespace) =>
      ['secrets', 'imagePullSecrets'].flatMap(field =>
        relationsByName('REFERENCES', at(object, field), SECRET, namespace),
      ),
  },
];

/**
 * Adds the deletion of a namespace. The phase Terminating counts as deletion, even without a deletionTimestamp. The
 * conditions name the objects that block the deletion.
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
    case 'Running':
      if (ready?.status === 'True') return result('CURRENT', '', resizing(found), ready);
      return (
        crashing(object, ready) ??
        result('IN_PROGRESS', 'PodRunningNotReady', ready?.message || 'running, but not ready', ready)
      );
    case 'Pending': {
      const scheduled = found.find(({ type, status }) => type === 'PodScheduled' && status === 'False');
      if (!scheduled) return crashing(object, ready) ?? starting(object, found, ready);
      const message = scheduled.message || 'no node takes it';
      if (scheduled.reason !== 'Unschedulable')
        return result('IN_PROGRESS', scheduled.reason || 'PodPending', message, scheduled);
      const created = time(at(object, 'metadata', 'creationTimestamp'));
      if (now - SCHEDULE_WINDOW_MS < created) return result('IN_PROGRESS', 'PodNotScheduled', message, scheduled);
      return result('FAILED', 'PodUnschedulable', message, scheduled);
    }
    case '':
      return result('IN_PROGRESS', 'PodNotObserved', 'no node has reported it yet');
    default:
      return malformed(`status.phase is "${phase}", which is no phase of a Pod`);
  }
}

/**
 * Result for a Pod with a container that crashes repeatedly, or that has failed so that the Pod cannot become ready.
 * Undefined for other Pods.
 */
function crashing(object: unknown, ready: Condition | undefined): StatusResult | undefined {
  const looping = STATUS_FIELDS.flatMap(field =>
    list(at(object, 'status', field)).filter(status => isLooping(object, status, field)),
  );
  if (looping.length > 0) {
    const why = (status: unknown) => text(at(status, 'state', 'waiting', 'message')) || CRASH_LOOP;
    const messages = looping
      .slice(0, 8)
      .map(
        status => ended(status, 'state') ?? ended(status, 'lastState') ?? `${text(at(status, 'name'))}: ${why(status)}`,
      );
    return result('FAILED', CRASH_LOOP, messages.join('; '), ready);
  }
  // Containers that never restart stay failed. A Pod does not start before its init containers have succeeded.
  const fatal =
    at(object, 'spec', 'restartPolicy') === 'Never'
      ? containerStatuses(object)
      : list(at(object, 'status', 'initContainerStatuses'));
  const failed = runsToItsEnd(object) ? undefined : failure(fatal);
  return failed && result('FAILED', failed.reason || 'Error', failed.message, ready);
}

/**
 * True if a container waits for its restart after a crash, or has crashed and will wait. Between the crash and the
 * wait, kubelet reports only that the container has ended. A container that should run forever has crashed when it
 * ends, with any exit code.
 */
function isLooping(object: unknown, status: unknown, field: (typeof STATUS_FIELDS)[number]): boolean {
  if (at(status, 'state', 'waiting', 'reason') === CRASH_LOOP) return true;
  const terminated = at(status, 'state', 'terminated');
  if (!isRecord(terminated) || integerAt(status, 0, 'restartCount') === 0) return false;
  const mayEnd = field === 'initContainerStatuses' || at(object, 'spec', 'restartPolicy') !== 'Always';
  if (mayEnd && integerAt(terminated, 0, 'exitCode') === 0) return false;
  return time(terminated['finishedAt']) - time(terminated['startedAt']) < BACK_OFF_RESET_MS;
}

/**
 * Result for a pending Pod that the scheduler has not reported as unschedulable. Includes the reason why the Pod does
 * not run yet.
 */
function starting(object: unknown, found: readonly Condition[], ready: Condition | undefined): StatusResult {
  const init = list(at(object, 'status', 'initContainerStatuses'));
  const initialized = conditionOf(found, 'Initialized');
  if (init.length > 0 && initialized?.status === 'False') {
    const done = init.filter(isInitialized).length;
    const message = `Init:${done}/${init.length}: ${initialized.message || 'init containers have not ended yet'}`;
    return result('IN_PROGRESS', 'PodInitializing', message, initialized);
  }
  if (list(at(object, 'status', 'containerStatuses')).length === 0)
    return result('IN_PROGRESS', 'PodPending', 'not started yet', ready);
  const message =
    conditionOf(found, 'ContainersReady')?.message || ready?.message || 'its containers are being created';
  return result('IN_PROGRESS', 'ContainerCreating', message, ready);
}

/** True for an init container that ended successfully, and for a sidecar that has started. */
function isInitialized(status: unknown): boolean {
  return (
    at(status, 'state', 'terminated', 'exitCode') === 0 ||
    (at(status, 'started') === true && isRecord(at(status, 'state', 'running')))
  );
}

/** Text about why a Pod cannot get its changed CPU or memory requests. Empty if nothing prevents the change. */
function resizing(found: readonly Condition[]): string {
  const pending = found.find(({ type, status, reason }) => {
    return status === 'True' && (type === 'PodResizePending' || (type === 'PodResizeInProgress' && reason === 'Error'));
  });
  return pending ? `resize ${pending.reason}: ${pending.message}` : '';
}

/**
 * True if a controller runs the Pod to completion, such as a Job or a workflow. The controller may create another Pod.
 */
function runsToItsEnd(object: unknown): boolean {
  const owned = list(at(object, 'metadata', 'ownerReferences')).some(owner => at(owner, 'controller') === true);
  return owned && ['Never', 'OnFailure'].includes(text(at(object, 'spec', 'restartPolicy')));
}

/** Waiting reasons that only say that the container has not started yet. */
const PLAIN_WAITING: ReadonlySet<string> = new Set(['', 'ContainerCreating', 'PodInitializing']);

/** Reasons that are replaced by the more exact reason of a waiting container. */
const EXPLAINED: ReadonlySet<string> = new Set([
  'PodPending',
  'PodInitializing',
  'ContainerCreating',
  'PodRunningNotReady',
]);

function withContainerReason(status: StatusRule): StatusRule {
  return (object, now) => explained(object, status(object, now), now);
}

function explained(object: unknown, found: StatusResult, now: number): StatusResult {
  const statuses = containerStatuses(object);
  const phase = text(at(object, 'status', 'phase'));
  if (phase === 'Failed' && found.status !== 'TERMINATING') {
    // Evicted and DeadlineExceeded are reasons of the Pod itself. If the Pod has no reason, the failed container gives
    // the reason.
    const reason = text(at(object, 'status', 'reason'));
    if (reason !== '') return { ...found, reason, message: text(at(object, 'status', 'message')) || found.message };
    return { ...found, reason: 'PodFailed', ...(failure(statuses) ?? {}) };
  }
  if (!EXPLAINED.has(found.reason)) return found;
  for (const status of statuses) {
    const reason = text(at(status, 'state', 'waiting', 'reason'));
    if (PLAIN_WAITING.has(reason)) continue;
    const message = text(at(status, 'state', 'waiting', 'message'));
    const since = found.transitionedAt || time(at(object, 'metadata', 'creationTimestamp'));
    const isLost = HOPELESS.includes(reason) && since <= now - HOPE_MS;
    return {
      ...found,
      ...(isLost && { status: 'FAILED' }),
      reason,
      message: `${text(at(status, 'name'))}: ${message || reason}`,
    };
  }
  return found;
}

const STATUS_FIELDS = ['initContainerStatuses', 'containerStatuses'] as const;

function containerStatuses(object: unknown): readonly unknown[] {
  return STATUS_FIELDS.flatMap(field => list(at(object, 'status', field)));
}

/** Reason and message of the first failed container. */
function failure(statuses: readonly unknown[]): Pick<StatusResult, 'reason' | 'message'> | undefined {
  const failed = statuses.find(status => (integer(at(status, 'state', 'terminated', 'exitCode')) ?? 0) !== 0);
  const message = ended(failed, 'state');
  return message === undefined ? undefined : { reason: text(at(failed, 'state', 'terminated', 'reason')), message };
}

function ended(status: unknown, state: 'state' | 'lastState'): string | undefined {
  const code = integer(at(status, state, 'terminated', 'exitCode'));
  if (code === undefined) return undefined;
  const reason = text(at(status, state, 'terminated', 'reason'));
  return `${text(at(status, 'name'))}: ended with exit code ${code}${reason === '' ? '' : ` (${reason})`}`;
}

/** Images of the containers and sidecars of a Pod, at most 64. Other init containers are omitted. */
export function imagesOf(podSpec: unknown): readonly string[] {
  const sidecars = list(at(podSpec, 'initContainers')).filter(container => at(container, 'restartPolicy') === 'Always');
  return [...list(at(podSpec, 'containers')), ...sidecars].slice(0, 64).map(container => text(at(container, 'image')));
}

function persistentVolumeClaim(object: unknown, found: readonly Condition[]): StatusResult {
  const phase = text(at(object, 'status', 'phase')) || 'unknown';
  if (phase === 'Lost') return result('FAILED', 'Lost', `its volume ${text(at(object, 'spec', 'volumeName'))} is gone`);
  if (phase !== 'Bound') return result('IN_PROGRESS', 'NotBound', `not bound, phase ${phase}`);
  const resize = found.find(({ type, status }) => status === 'True' && RESIZES.has(type));
  return result('CURRENT', '', resize ? `${resize.type}: ${resize.message || 'bound'}` : 'bound');
}

/** Conditions that say why a claim does not have the requested size or attributes. */
const RESIZES: ReadonlySet<string> = new Set([
  ...['ControllerResizeError', 'NodeResizeError', 'FileSystemResizePending', 'Resizing'],
  ...['ModifyVolumeError', 'ModifyingVolume'],
]);

/** Relation to the PersistentVolume that the claim is bound to or requests. */
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
