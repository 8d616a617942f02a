/**
 * Workloads: status by kstatus to the letter; reason and message improved with what its user would look up next (why a container waits, how
 * the last one ended), the images as the revision, and `suspended` for Jobs and CronJobs.
 */
import type { Row } from '../store/store.ts';
import { SCHEDULE_WINDOW_MS, kstatus } from './kstatus.ts';
import { at, isRecord, list, text, time } from './untrusted.ts';
import type { Normaliser, Verdict } from './verdict.ts';

/** Deployment, StatefulSet, DaemonSet, ReplicaSet. */
export const replicated: Normaliser = (object, subject) => ({
  ...kstatus(object, subject),
  revision: images(at(object, 'spec', 'template', 'spec')),
});

export const job: Normaliser = (object, subject) => {
  const suspended = at(object, 'spec', 'suspend') === true;
  return { ...kstatus(object, subject), suspended, revision: images(at(object, 'spec', 'template', 'spec')) };
};

export const cronJob: Normaliser = (object, subject) => {
  const suspended = at(object, 'spec', 'suspend') === true;
  const last = time(at(object, 'status', 'lastScheduleTime'));
  const found = kstatus(object, subject);
  const message = last === 0 ? 'not run yet' : `last run ${new Date(last).toISOString()}`;
  return {
    ...(found.status === 'CURRENT' ? { ...found, message } : found),
    suspended,
    revision: images(at(object, 'spec', 'jobTemplate', 'spec', 'template', 'spec')),
  };
};

export const pod: Normaliser = (object, subject) => ({
  ...withContainerReason(object, kstatus(object, subject)),
  revision: images(at(object, 'spec')),
});

/**
 * What a row becomes by the passing of time alone: a Pod that no node takes fails after kstatus' window, and no event tells of it.
 * Undefined for all other rows.
 */
export function ripe(row: Row): { readonly at: number; readonly row: Row } | undefined {
  if (row.kind !== 'Pod' || row.group !== '' || row.reason !== 'PodNotScheduled') return undefined;
  return { at: row.createdAt + SCHEDULE_WINDOW_MS, row: { ...row, status: 'FAILED', reason: 'PodUnschedulable' } };
}

/** Container states that say no more than "not yet". */
const PLAIN_WAITING: ReadonlySet<string> = new Set(['', 'ContainerCreating', 'PodInitializing']);

function withContainerReason(object: unknown, found: Verdict): Verdict {
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
    return { ...found, reason, message: `${text(at(status, 'name'))}: ${message || reason}` };
  }
  return found;
}

/** How the first container that failed has ended. */
function ending(statuses: readonly unknown[], state: 'state' | 'lastState'): Pick<Verdict, 'reason' | 'message'> | undefined {
  for (const status of statuses) {
    const terminated = at(status, state, 'terminated');
    const code = at(terminated, 'exitCode');
    if (!isRecord(terminated) || typeof code !== 'number' || code === 0) continue;
    const reason = text(at(terminated, 'reason'));
    return { reason, message: `${text(at(status, 'name'))} ended with exit code ${code}${reason === '' ? '' : ` (${reason})`}` };
  }
  return undefined;
}

/** The distinct images of a Pod's containers, init containers left out. */
function images(podSpec: unknown): string {
  const found = list(at(podSpec, 'containers'))
    .slice(0, 64)
    .map(container => text(at(container, 'image')))
    .filter(image => image !== '');
  return [...new Set(found)].join(', ');
}
