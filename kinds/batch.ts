/**
 * The API group batch: the rules of kstatus, the last run of a CronJob, the images, and suspension.
 *
 * A CronJob that neither runs nor is suspended has failed if its last run failed, or if it has run and never succeeded.
 * Its controller writes lastSuccessfulTime shortly after a successful run, since Kubernetes 1.21 (batch/v1). The
 * controller does not write this time if the Job is deleted immediately. So a missing time is no failure of a CronJob
 * with such short-lived Jobs.
 */
import { imagesOf } from './core.ts';
import type { Kind, StatusRule } from './kind.ts';
import { always, KSTATUS, kstatus } from './kstatus.ts';
import { usedByPods } from './relations.ts';
import { HELD_BY_SUSPEND, type StatusResult, result } from './status-result.ts';
import type { Condition } from './untrusted.ts';
import { at, integerAt, isSuspended, list, text, time } from './untrusted.ts';

/** Time that the CronJob controller may take to report the end of a short run. */
const REPORT_MS = 120_000;
/** Minimum time for which a finished Job must be kept, in seconds, so that the CronJob controller sees its result. */
const SEEN_SECONDS = 60;

export const batch: readonly Kind[] = [
  {
    group: 'batch',
    kind: 'Job',
    indexedAs: 'jobs',
    status: kstatus(job),
    words: {
      source: KSTATUS,
      failed: ['`Failed` is True, with its reason'],
      inProgress: ['`status.startTime` is absent'],
      suspended: [HELD_BY_SUSPEND.when],
    },
    holds: [HELD_BY_SUSPEND],
    images: object => imagesOf(at(object, 'spec', 'template', 'spec')),
    relations: (object, namespace) => usedByPods(object, at(object, 'spec', 'template', 'spec'), namespace),
    rules: 1,
  },
  {
    group: 'batch',
    kind: 'CronJob',
    indexedAs: 'cronjobs',
    status: withLastRun(kstatus(always)),
    words: {
      source:
        'argoproj/argo-cd: resource_customizations/batch/CronJob/health.lua; kubernetes/kubernetes: pkg/controller/cronjob/cronjob_controllerv2.go (syncCronJob)',
      failed: [
        '`status.lastSuccessfulTime` is before `status.lastScheduleTime`, no run is active, and it is not suspended',
        '`status.lastSuccessfulTime` is absent, `status.lastScheduleTime` is two minutes ago, no run is active, it is not suspended, and its Jobs are kept for a minute',
      ],
      inProgress: [],
      suspended: [HELD_BY_SUSPEND.when],
    },
    holds: [HELD_BY_SUSPEND],
    delayedTransitions: [
      {
        reason: 'NeverSucceeded',
        afterMs: REPORT_MS,
        since: 'transitionedAt',
        becomes: { status: 'FAILED', reason: 'NeverSucceeded' },
      },
    ],
    images: object => imagesOf(at(object, 'spec', 'jobTemplate', 'spec', 'template', 'spec')),
    relations: (object, namespace) =>
      usedByPods(object, at(object, 'spec', 'jobTemplate', 'spec', 'template', 'spec'), namespace),
    rules: 1,
  },
];

function job(object: unknown, found: readonly Condition[]): StatusResult {
  for (const condition of found) {
    if (condition.status !== 'True') continue;
    if (condition.type === 'Complete')
      return result('CURRENT', condition.reason, condition.message || 'completed', condition);
    if (condition.type === 'Failed')
      return result(
        'FAILED',
        condition.reason || 'JobFailed',
        condition.message || condition.reason || 'failed',
        condition,
      );
    if (condition.type === 'Suspended' && isSuspended(object))
      return result('CURRENT', condition.reason, 'suspended', condition);
  }
  if (text(at(object, 'status', 'startTime')) === '') return result('IN_PROGRESS', 'JobNotStarted', 'not started yet');
  const counts = ['active', 'succeeded', 'failed'].map(count => `${integerAt(object, 0, 'status', count)} ${count}`);
  return result('CURRENT', '', `running: ${counts.join(', ')}`);
}

function withLastRun(status: StatusRule): StatusRule {
  return (object, now, version) => {
    const found = status(object, now);
    if (found.status !== 'CURRENT') return found;
    const last = time(at(object, 'status', 'lastScheduleTime'));
    const succeeded = time(at(object, 'status', 'lastSuccessfulTime'));
    const running = list(at(object, 'status', 'active')).length > 0;
    if (succeeded !== 0 && succeeded < last && !running && !isSuspended(object)) {
      const message = `the run of ${new Date(last).toISOString()} did not succeed; the last that did ended ${new Date(succeeded).toISOString()}`;
      return { status: 'FAILED', reason: 'LastRunFailed', message, transitionedAt: last };
    }
    if (succeeded === 0 && last !== 0 && !running && !isSuspended(object) && tellsSuccess(object, version)) {
      const message = `no run has succeeded yet; the last was that of ${new Date(last).toISOString()}`;
      return {
        status: now - REPORT_MS < last ? 'IN_PROGRESS' : 'FAILED',
        reason: 'NeverSucceeded',
        message,
        transitionedAt: last,
      };
    }
    return { ...found, message: last === 0 ? 'not run yet' : `last run ${new Date(last).toISOString()}` };
  };
}

/** True if the controller is expected to write lastSuccessfulTime after a successful run. */
function tellsSuccess(object: unknown, version = 'v1'): boolean {
  const keepsJobs = integerAt(object, 3, 'spec', 'successfulJobsHistoryLimit') > 0;
  const ttl = integerAt(object, SEEN_SECONDS, 'spec', 'jobTemplate', 'spec', 'ttlSecondsAfterFinished');
  return version === 'v1' && keepsJobs && ttl >= SEEN_SECONDS;
}
