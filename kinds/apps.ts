/**
 * The API group apps, and the group `extensions`, which had some of the kinds of apps earlier. The status is based on
 * kstatus.
 *
 * The status of a Deployment also shows why Pods cannot be created. A paused Deployment may be current without reported
 * progress, because its controller reports none during a pause.
 *
 * With the update strategy OnDelete, people update Pods by deleting them, at any time. So an old Pod is not work in
 * progress.
 */
import { imagesOf } from './core.ts';
import type { Kind } from './kind.ts';
import { KSTATUS, kstatus } from './kstatus.ts';
import { usedByPods } from './relations.ts';
import { heldByField, type StatusResult, byCondition, malformed, result } from './status-result.ts';
import type { Condition } from './untrusted.ts';
import { at, conditionOf, integer, integerAt, text } from './untrusted.ts';

const templateSpec = (object: unknown) => at(object, 'spec', 'template', 'spec');
/** Fields that are read from the Pod template. */
const TEMPLATE = {
  images: (object: unknown) => imagesOf(templateSpec(object)),
  relations: (object: unknown, namespace: string) => usedByPods(object, templateSpec(object), namespace),
  rules: 1,
};

const PAUSED = heldByField('spec.paused', 'DeploymentPaused');
const DEPLOYMENT = {
  status: kstatus(deployment),
  holds: [PAUSED],
  words: {
    source: `${KSTATUS}; kubernetes/kubernetes: pkg/controller/deployment/util/deployment_util.go (ReplicaFailure, DeploymentPaused)`,
    failed: ['`Progressing` has the reason `ProgressDeadlineExceeded`'],
    inProgress: [
      'fewer replicas are updated, available or ready than wanted, or more are there; `ReplicaFailure` gives the reason, where it is True',
    ],
    suspended: [PAUSED.when],
  },
};

const STATEFUL_SET = {
  status: kstatus(statefulSet),
  words: {
    source: KSTATUS,
    failed: [],
    neverFails: 'its controller reports no failure, and its Pods have a status of their own',
    inProgress: [
      'fewer replicas are there or ready than wanted, or more; unless the update strategy is `OnDelete`: fewer are updated',
    ],
    suspended: [],
  },
};
const DAEMON_SET = {
  status: kstatus(daemonSet),
  words: {
    source: KSTATUS,
    failed: [],
    neverFails: 'its controller reports no failure, and its Pods have a status of their own',
    inProgress: [
      'fewer Pods are there, updated (unless the update strategy is `OnDelete`), available or ready than nodes want',
    ],
    suspended: [],
  },
};
const REPLICA_SET = {
  status: kstatus(replicaSet),
  words: {
    source: KSTATUS,
    failed: [],
    neverFails: 'its controller tries again for ever, and its Deployment fails after its deadline',
    inProgress: [
      '`ReplicaFailure` is True, with its reason',
      'fewer replicas are labelled, available or ready than wanted, or more are there',
    ],
    suspended: [],
  },
};

export const apps: readonly Kind[] = [
  { group: 'apps', kind: 'Deployment', indexedAs: 'deployments', ...DEPLOYMENT, ...TEMPLATE },
  { group: 'apps', kind: 'StatefulSet', indexedAs: 'statefulsets', ...STATEFUL_SET, ...TEMPLATE },
  { group: 'apps', kind: 'DaemonSet', indexedAs: 'daemonsets', ...DAEMON_SET, ...TEMPLATE },
  { group: 'apps', kind: 'ReplicaSet', indexedAs: 'replicasets', ...REPLICA_SET, ...TEMPLATE },
  { group: 'extensions', kind: 'Deployment', ...DEPLOYMENT },
  { group: 'extensions', kind: 'DaemonSet', ...DAEMON_SET },
  { group: 'extensions', kind: 'ReplicaSet', ...REPLICA_SET },
];

function deployment(object: unknown, found: readonly Condition[]): StatusResult {
  const status = rollout(object, found);
  const failure = found.find(({ type, status }) => type === 'ReplicaFailure' && status === 'True');
  if (!failure || status.status === 'CURRENT') return status;
  const message = failure.message || 'Pods cannot be created or deleted';
  if (status.status === 'FAILED') return { ...status, message: `${status.message}; ${message}` };
  return { ...status, reason: failure.reason || 'ReplicaFailure', message: `${status.message}; ${message}` };
}

function rollout(object: unknown, found: readonly Condition[]): StatusResult {
  const deadline = integerAt(object, 2_147_483_647, 'spec', 'progressDeadlineSeconds');
  // This maximum value means no deadline. The controller then writes no Progressing condition. While the Deployment is
  // paused, the condition shows no progress.
  let progressing = deadline === 2_147_483_647 || PAUSED.holds(object);
  let available = false;
  for (const condition of found) {
    if (condition.type === 'Progressing') {
      if (condition.reason === 'ProgressDeadlineExceeded') return byCondition('FAILED', condition);
      if (condition.status === 'True' && condition.reason === 'NewReplicaSetAvailable') progressing = true;
    }
    if (condition.type === 'Available' && condition.status === 'True') available = true;
  }
  const availability = conditionOf(found, 'Available');
  // Counters have no time. So while the Deployment is not available, the time of the Available condition is used.
  const since = availability?.status === 'False' ? availability : undefined;
  const wanted = integerAt(object, 1, 'spec', 'replicas');
  const replicas = integerAt(object, 0, 'status', 'replicas');
  const updated = integerAt(object, 0, 'status', 'updatedReplicas');
  const ready = integerAt(object, 0, 'status', 'readyReplicas');
  const availableReplicas = integerAt(object, 0, 'status', 'availableReplicas');
  if (wanted > replicas)
    return result('IN_PROGRESS', 'LessReplicas', `${replicas} of ${wanted} replicas created`, since);
  if (wanted > updated) return result('IN_PROGRESS', 'LessUpdated', `${updated} of ${wanted} replicas updated`, since);
  if (replicas > wanted)
    return result('IN_PROGRESS', 'ExtraPods', `${replicas - wanted} replicas to be removed`, since);
  if (updated > availableReplicas)
    return result('IN_PROGRESS', 'LessAvailable', `${availableReplicas} of ${updated} replicas available`, since);
  if (wanted > ready) return result('IN_PROGRESS', 'LessReady', `${ready} of ${wanted} replicas ready`, since);
  if (!progressing) {
    return result(
      'IN_PROGRESS',
      'ReplicaSetNotAvailable',
      'the new ReplicaSet is not available',
      conditionOf(found, 'Progressing'),
    );
  }
  if (!available)
    return result(
      'IN_PROGRESS',
      'DeploymentNotAvailable',
      availability?.message || 'the Deployment is not available',
      availability,
    );
  return result('CURRENT', '', `${ready} of ${wanted} replicas ready`, availability);
}

function statefulSet(object: unknown): StatusResult {
  const wanted = integerAt(object, 1, 'spec', 'replicas');
  const replicas = integerAt(object, 0, 'status', 'replicas');
  const ready = integerAt(object, 0, 'status', 'readyReplicas');
  const current = integerAt(object, 0, 'status', 'currentReplicas');
  const updated = integerAt(object, 0, 'status', 'updatedReplicas');
  const partition = integerAt(object, -1, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
  if (wanted > replicas) return result('IN_PROGRESS', 'LessReplicas', `${replicas} of ${wanted} replicas created`);
  if (wanted > ready) return result('IN_PROGRESS', 'LessReady', `${ready} of ${wanted} replicas ready`);
  if (replicas > wanted) return result('IN_PROGRESS', 'ExtraPods', `${replicas - wanted} replicas to be removed`);
  if (isUpdatedByHand(object)) return result('CURRENT', '', `${ready} of ${wanted} replicas ready, ${BY_HAND}`);
  if (partition !== -1) {
    const due = wanted - partition;
    if (updated < due)
      return result('IN_PROGRESS', 'PartitionRollout', `${updated} of ${due} replicas of the partition updated`);
    return result('CURRENT', '', `${ready} of ${wanted} replicas ready, partition ${partition} held back`);
  }
  if (wanted > current)
    return result('IN_PROGRESS', 'LessCurrent', `${current} of ${wanted} replicas of the current revision`);
  if (text(at(object, 'status', 'currentRevision')) !== text(at(object, 'status', 'updateRevision'))) {
    return result('IN_PROGRESS', 'RevisionMismatch', 'the updated revision is not the current one yet');
  }
  return result('CURRENT', '', `${ready} of ${wanted} replicas ready`);
}

const BY_HAND = 'updated by hand (update strategy OnDelete)';

function isUpdatedByHand(object: unknown): boolean {
  return at(object, 'spec', 'updateStrategy', 'type') === 'OnDelete';
}

function daemonSet(object: unknown): StatusResult {
  // Unlike in the general rule of kstatus, a DaemonSet without a generation is in progress.
  const generation = at(object, 'metadata', 'generation') ?? undefined;
  if (generation === undefined) return result('IN_PROGRESS', 'NoGeneration', 'it has no generation yet');
  if (integer(generation) === undefined) return malformed('metadata.generation is not an integer');
  const observed = at(object, 'status', 'observedGeneration') ?? undefined;
  if (observed === undefined)
    return result('IN_PROGRESS', 'NoObservedGeneration', 'its controller has not seen it yet');
  const desired = integerAt(object, -1, 'status', 'desiredNumberScheduled');
  if (desired === -1) return result('IN_PROGRESS', 'NoDesiredNumber', 'its controller has not counted the nodes yet');
  const current = integerAt(object, 0, 'status', 'currentNumberScheduled');
  const updated = integerAt(object, 0, 'status', 'updatedNumberScheduled');
  const available = integerAt(object, 0, 'status', 'numberAvailable');
  const ready = integerAt(object, 0, 'status', 'numberReady');
  if (desired > current) return result('IN_PROGRESS', 'LessCurrent', `${current} of ${desired} nodes have it`);
  const byHand = isUpdatedByHand(object);
  if (desired > updated && !byHand)
    return result('IN_PROGRESS', 'LessUpdated', `${updated} of ${desired} nodes updated`);
  if (desired > available) return result('IN_PROGRESS', 'LessAvailable', `${available} of ${desired} nodes available`);
  if (desired > ready) return result('IN_PROGRESS', 'LessReady', `${ready} of ${desired} nodes ready`);
  return result('CURRENT', '', `${ready} of ${desired} nodes ready${byHand ? `, ${BY_HAND}` : ''}`);
}

function replicaSet(object: unknown, found: readonly Condition[]): StatusResult {
  const failure = found.find(({ type, status }) => type === 'ReplicaFailure' && status === 'True');
  if (failure)
    return result(
      'IN_PROGRESS',
      failure.reason || 'ReplicaFailure',
      failure.message || 'Pods cannot be created or deleted',
      failure,
    );
  const wanted = integerAt(object, 1, 'spec', 'replicas');
  const labelled = integerAt(object, 0, 'status', 'fullyLabeledReplicas');
  const available = integerAt(object, 0, 'status', 'availableReplicas');
  const ready = integerAt(object, 0, 'status', 'readyReplicas');
  const replicas = integerAt(object, 0, 'status', 'replicas');
  if (wanted > labelled) return result('IN_PROGRESS', 'LessLabelled', `${labelled} of ${wanted} replicas labelled`);
  if (wanted > available) return result('IN_PROGRESS', 'LessAvailable', `${available} of ${wanted} replicas available`);
  if (wanted > ready) return result('IN_PROGRESS', 'LessReady', `${ready} of ${wanted} replicas ready`);
  if (replicas > wanted) return result('IN_PROGRESS', 'ExtraPods', `${replicas - wanted} replicas to be removed`);
  return result('CURRENT', '', `${ready} of ${wanted} replicas ready`);
}
