/**
 * kstatus: the status of any object by the rules that kpt, Config Sync and Flux share (sigs.k8s.io/cli-utils pkg/kstatus), to the letter.
 *
 * First what holds for every kind (deletion, generations, the Reconciling and Stalled conditions), then the rule of a built-in kind, looked up
 * by group and kind, then the Ready condition, and CURRENT where nothing speaks against it. Reasons are kstatus' own; messages are ours.
 */
import type { Condition } from './untrusted.ts';
import { at, conditionOf, conditions, integer, list, text, time } from './untrusted.ts';
import type { Subject, Verdict } from './verdict.ts';
import { byCondition, malformed, terminating, verdict } from './verdict.ts';

/** How long a Pod may wait for a node before it counts as failed. Nothing tells when this time is over, so workloads.ts `ripe` does. */
export const SCHEDULE_WINDOW_MS = 15_000;

export function kstatus(object: unknown, { group, kind, now }: Pick<Subject, 'group' | 'kind' | 'now'>): Verdict {
  const general = generalRule(object);
  if ('status' in general) return general;
  const found = general.conditions;
  const rule = RULES.get(group === '' ? kind : `${group}/${kind}`);
  if (rule) return rule(object, found, now);
  const ready = found.find(({ type, status }) => type === 'Ready' && ['True', 'False', 'Unknown'].includes(status));
  if (ready) return byCondition(ready.status === 'True' ? 'CURRENT' : 'IN_PROGRESS', ready);
  return verdict('CURRENT');
}

/** The verdict where the properties common to all kinds decide, else the conditions for the rules that follow. */
function generalRule(object: unknown): Verdict | { readonly conditions: readonly Condition[] } {
  const deletion = at(object, 'metadata', 'deletionTimestamp') ?? '';
  if (typeof deletion !== 'string') return malformed('metadata.deletionTimestamp is not a string');
  if (deletion !== '') return terminating(object);

  const generation = at(object, 'metadata', 'generation') ?? undefined;
  const observed = at(object, 'status', 'observedGeneration') ?? undefined;
  if (generation !== undefined && observed !== undefined) {
    const [current, seen] = [integer(generation), integer(observed)];
    if (current === undefined) return malformed('metadata.generation is not an integer');
    if (seen === undefined) return malformed('status.observedGeneration is not an integer');
    if (current !== seen)
      return verdict('IN_PROGRESS', 'LatestGenerationNotObserved', `generation ${current} is not observed yet, only ${seen}`);
  }

  const found = conditions(object);
  if (!found) return malformed('status.conditions is not a list of conditions');
  for (const condition of found) {
    if (condition.type === 'Reconciling' && condition.status === 'True') return byCondition('IN_PROGRESS', condition);
    if (condition.type === 'Stalled' && condition.status === 'True') return byCondition('FAILED', condition);
  }
  return { conditions: found };
}

type Rule = (object: unknown, conditions: readonly Condition[], now: number) => Verdict;

const always: Rule = () => verdict('CURRENT');

const deployment: Rule = (object, found) => {
  const deadline = number(object, 2_147_483_647, 'spec', 'progressDeadlineSeconds');
  // Without a deadline the controller writes no Progressing condition.
  let progressing = deadline === 2_147_483_647;
  let available = false;
  for (const condition of found) {
    if (condition.type === 'Progressing') {
      if (condition.reason === 'ProgressDeadlineExceeded') return byCondition('FAILED', condition);
      if (condition.status === 'True' && condition.reason === 'NewReplicaSetAvailable') progressing = true;
    }
    if (condition.type === 'Available' && condition.status === 'True') available = true;
  }
  const availability = conditionOf(found, 'Available');
  // A counter has no time of its own; while the Deployment is not available, that condition tells since when.
  const since = availability?.status === 'False' ? availability : undefined;
  const wanted = number(object, 1, 'spec', 'replicas');
  const replicas = number(object, 0, 'status', 'replicas');
  const updated = number(object, 0, 'status', 'updatedReplicas');
  const ready = number(object, 0, 'status', 'readyReplicas');
  const availableReplicas = number(object, 0, 'status', 'availableReplicas');
  if (wanted > replicas) return verdict('IN_PROGRESS', 'LessReplicas', `${replicas} of ${wanted} replicas created`, since);
  if (wanted > updated) return verdict('IN_PROGRESS', 'LessUpdated', `${updated} of ${wanted} replicas updated`, since);
  if (replicas > wanted) return verdict('IN_PROGRESS', 'ExtraPods', `${replicas - wanted} replicas to be removed`, since);
  if (updated > availableReplicas)
    return verdict('IN_PROGRESS', 'LessAvailable', `${availableReplicas} of ${updated} replicas available`, since);
  if (wanted > ready) return verdict('IN_PROGRESS', 'LessReady', `${ready} of ${wanted} replicas ready`, since);
  if (!progressing) {
    return verdict('IN_PROGRESS', 'ReplicaSetNotAvailable', 'the new ReplicaSet is not available', conditionOf(found, 'Progressing'));
  }
  if (!available)
    return verdict('IN_PROGRESS', 'DeploymentNotAvailable', availability?.message || 'the Deployment is not available', availability);
  return verdict('CURRENT', '', `${ready} of ${wanted} replicas ready`, availability);
};

const statefulSet: Rule = object => {
  if (at(object, 'spec', 'updateStrategy', 'type') === 'OnDelete')
    return verdict('CURRENT', '', 'updated by hand (update strategy OnDelete)');
  const wanted = number(object, 1, 'spec', 'replicas');
  const replicas = number(object, 0, 'status', 'replicas');
  const ready = number(object, 0, 'status', 'readyReplicas');
  const current = number(object, 0, 'status', 'currentReplicas');
  const updated = number(object, 0, 'status', 'updatedReplicas');
  const partition = number(object, -1, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
  if (wanted > replicas) return verdict('IN_PROGRESS', 'LessReplicas', `${replicas} of ${wanted} replicas created`);
  if (wanted > ready) return verdict('IN_PROGRESS', 'LessReady', `${ready} of ${wanted} replicas ready`);
  if (replicas > wanted) return verdict('IN_PROGRESS', 'ExtraPods', `${replicas - wanted} replicas to be removed`);
  if (partition !== -1) {
    const due = wanted - partition;
    if (updated < due) return verdict('IN_PROGRESS', 'PartitionRollout', `${updated} of ${due} replicas of the partition updated`);
    return verdict('CURRENT', '', `${ready} of ${wanted} replicas ready, partition ${partition} held back`);
  }
  if (wanted > current) return verdict('IN_PROGRESS', 'LessCurrent', `${current} of ${wanted} replicas of the current revision`);
  if (text(at(object, 'status', 'currentRevision')) !== text(at(object, 'status', 'updateRevision'))) {
    return verdict('IN_PROGRESS', 'RevisionMismatch', 'the updated revision is not the current one yet');
  }
  return verdict('CURRENT', '', `${ready} of ${wanted} replicas ready`);
};

const replicaSet: Rule = (object, found) => {
  const failure = found.find(({ type, status }) => type === 'ReplicaFailure' && status === 'True');
  if (failure) return verdict('IN_PROGRESS', 'ReplicaFailure', failure.message || 'Pods cannot be created or deleted', failure);
  const wanted = number(object, 1, 'spec', 'replicas');
  const labelled = number(object, 0, 'status', 'fullyLabeledReplicas');
  const available = number(object, 0, 'status', 'availableReplicas');
  const ready = number(object, 0, 'status', 'readyReplicas');
  const replicas = number(object, 0, 'status', 'replicas');
  if (wanted > labelled) return verdict('IN_PROGRESS', 'LessLabelled', `${labelled} of ${wanted} replicas labelled`);
  if (wanted > available) return verdict('IN_PROGRESS', 'LessAvailable', `${available} of ${wanted} replicas available`);
  if (wanted > ready) return verdict('IN_PROGRESS', 'LessReady', `${ready} of ${wanted} replicas ready`);
  if (replicas > wanted) return verdict('IN_PROGRESS', 'ExtraPods', `${replicas - wanted} replicas to be removed`);
  return verdict('CURRENT', '', `${ready} of ${wanted} replicas ready`);
};

const daemonSet: Rule = object => {
  // The general rule lets absent generations pass; a DaemonSet whose controller has seen it always has both.
  const generation = at(object, 'metadata', 'generation') ?? undefined;
  if (generation === undefined) return verdict('IN_PROGRESS', 'NoGeneration', 'it has no generation yet');
  if (integer(generation) === undefined) return malformed('metadata.generation is not an integer');
  const observed = at(object, 'status', 'observedGeneration') ?? undefined;
  if (observed === undefined) return verdict('IN_PROGRESS', 'NoObservedGeneration', 'its controller has not seen it yet');
  const desired = number(object, -1, 'status', 'desiredNumberScheduled');
  if (desired === -1) return verdict('IN_PROGRESS', 'NoDesiredNumber', 'its controller has not counted the nodes yet');
  const current = number(object, 0, 'status', 'currentNumberScheduled');
  const updated = number(object, 0, 'status', 'updatedNumberScheduled');
  const available = number(object, 0, 'status', 'numberAvailable');
  const ready = number(object, 0, 'status', 'numberReady');
  if (desired > current) return verdict('IN_PROGRESS', 'LessCurrent', `${current} of ${desired} nodes have it`);
  if (desired > updated) return verdict('IN_PROGRESS', 'LessUpdated', `${updated} of ${desired} nodes updated`);
  if (desired > available) return verdict('IN_PROGRESS', 'LessAvailable', `${available} of ${desired} nodes available`);
  if (desired > ready) return verdict('IN_PROGRESS', 'LessReady', `${ready} of ${desired} nodes ready`);
  return verdict('CURRENT', '', `${ready} of ${desired} nodes ready`);
};

const persistentVolumeClaim: Rule = object => {
  const phase = text(at(object, 'status', 'phase')) || 'unknown';
  return phase === 'Bound' ? verdict('CURRENT', '', 'bound') : verdict('IN_PROGRESS', 'NotBound', `not bound, phase ${phase}`);
};

const pod: Rule = (object, found, now) => {
  const ready = conditionOf(found, 'Ready');
  const phase = text(at(object, 'status', 'phase'));
  switch (phase) {
    case 'Succeeded':
      return verdict('CURRENT', '', 'completed', ready);
    case 'Failed':
      return verdict('CURRENT', '', 'completed, but not successfully', ready);
    case 'Running': {
      if (ready?.status === 'True') return verdict('CURRENT', '', '', ready);
      const looping = list(at(object, 'status', 'containerStatuses'))
        .filter(status => at(status, 'state', 'waiting', 'reason') === 'CrashLoopBackOff')
        .map(status => text(at(status, 'name')));
      if (looping.length > 0) return verdict('FAILED', 'ContainerCrashLooping', `crash-looping: ${looping.join(', ')}`, ready);
      return verdict('IN_PROGRESS', 'PodRunningNotReady', ready?.message || 'running, but not ready', ready);
    }
    case 'Pending': {
      const scheduled = found.find(({ type, status }) => type === 'PodScheduled' && status === 'False');
      if (scheduled?.reason !== 'Unschedulable') return verdict('IN_PROGRESS', 'PodPending', 'not started yet', ready);
      const created = time(at(object, 'metadata', 'creationTimestamp'));
      const message = scheduled.message || 'no node takes it';
      if (now - SCHEDULE_WINDOW_MS < created) return verdict('IN_PROGRESS', 'PodNotScheduled', message, scheduled);
      return verdict('FAILED', 'PodUnschedulable', message, scheduled);
    }
    case '':
      return verdict('IN_PROGRESS', 'PodNotObserved', 'no node has reported it yet');
    default:
      return malformed(`status.phase is "${phase}", which is no phase of a Pod`);
  }
};

const job: Rule = (object, found) => {
  for (const condition of found) {
    if (condition.status !== 'True') continue;
    if (condition.type === 'Complete') return verdict('CURRENT', condition.reason, condition.message || 'completed', condition);
    if (condition.type === 'Failed') return verdict('FAILED', 'JobFailed', condition.message || condition.reason || 'failed', condition);
    if (condition.type === 'Suspended' && at(object, 'spec', 'suspend') === true)
      return verdict('CURRENT', condition.reason, 'suspended', condition);
  }
  if (text(at(object, 'status', 'startTime')) === '') return verdict('IN_PROGRESS', 'JobNotStarted', 'not started yet');
  const counts = ['active', 'succeeded', 'failed'].map(count => `${number(object, 0, 'status', count)} ${count}`);
  return verdict('CURRENT', '', `running: ${counts.join(', ')}`);
};

const service: Rule = object =>
  at(object, 'spec', 'type') === 'LoadBalancer' && text(at(object, 'spec', 'clusterIP')) === ''
    ? verdict('IN_PROGRESS', 'NoIPAssigned', 'no cluster IP yet')
    : verdict('CURRENT');

const customResourceDefinition: Rule = (_object, found) => {
  for (const condition of found) {
    if (condition.type === 'NamesAccepted' && condition.status === 'False') return byCondition('FAILED', condition);
    if (condition.type === 'Established' && condition.status === 'False' && condition.reason !== 'Installing')
      return byCondition('FAILED', condition);
    if (condition.type === 'Established' && condition.status === 'True') return byCondition('CURRENT', condition);
  }
  return verdict('IN_PROGRESS', 'Installing', 'not established yet', conditionOf(found, 'Established'));
};

/** By group and kind; versions do not matter, and what once lived in `extensions` follows the same rule. */
const RULES: ReadonlyMap<string, Rule> = new Map([
  ['Secret', always],
  ['ConfigMap', always],
  ['batch/CronJob', always],
  ['policy/PodDisruptionBudget', always],
  ['apps/Deployment', deployment],
  ['extensions/Deployment', deployment],
  ['apps/StatefulSet', statefulSet],
  ['apps/ReplicaSet', replicaSet],
  ['extensions/ReplicaSet', replicaSet],
  ['apps/DaemonSet', daemonSet],
  ['extensions/DaemonSet', daemonSet],
  ['PersistentVolumeClaim', persistentVolumeClaim],
  ['Pod', pod],
  ['batch/Job', job],
  ['Service', service],
  ['apiextensions.k8s.io/CustomResourceDefinition', customResourceDefinition],
]);

function number(object: unknown, absent: number, ...path: readonly string[]): number {
  return integer(at(object, ...path)) ?? absent;
}
