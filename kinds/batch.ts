/**
 * The API group batch: kstatus' rules, the last run of a CronJob, the images, and whether it is suspended.
 *
 * A CronJob has failed if its last run did. Without lastSuccessfulTime its status does not tell whether a finished
 * first run succeeded, so a CronJob that never succeeded does not count as failed; its Job does.
 */
import { imagesOf } from './core.ts';
import { HELD_BY_SUSPEND } from './hold.ts';
import type { Kind, StatusRule } from './kind.ts';
import { always, KSTATUS, kstatus } from './kstatus.ts';
import { usedByPods } from './pod-references.ts';
import type { StatusResult } from './status-result.ts';
import { result } from './status-result.ts';
import type { Condition } from './untrusted.ts';
import { at, integerAt, isSuspended, list, text, time } from './untrusted.ts';

export const batch: readonly Kind[] = [
  {
    group: 'batch',
    kind: 'Job',
    indexedAs: 'jobs',
    status: kstatus(job),
    words: {
      source: KSTATUS,
      failed: ['`Failed` is True'],
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
      source: 'argoproj/argo-cd: resource_customizations/batch/CronJob/health.lua',
      failed: ['`status.lastSuccessfulTime` is before `status.lastScheduleTime`, no run is active, and it is not suspended'],
      inProgress: [],
      suspended: [HELD_BY_SUSPEND.when],
    },
    holds: [HELD_BY_SUSPEND],
    images: object => imagesOf(at(object, 'spec', 'jobTemplate', 'spec', 'template', 'spec')),
    relations: (object, namespace) => usedByPods(object, at(object, 'spec', 'jobTemplate', 'spec', 'template', 'spec'), namespace),
    rules: 1,
  },
];

function job(object: unknown, found: readonly Condition[]): StatusResult {
  for (const condition of found) {
    if (condition.status !== 'True') continue;
    if (condition.type === 'Complete') return result('CURRENT', condition.reason, condition.message || 'completed', condition);
    if (condition.type === 'Failed') return result('FAILED', 'JobFailed', condition.message || condition.reason || 'failed', condition);
    if (condition.type === 'Suspended' && isSuspended(object)) return result('CURRENT', condition.reason, 'suspended', condition);
  }
  if (text(at(object, 'status', 'startTime')) === '') return result('IN_PROGRESS', 'JobNotStarted', 'not started yet');
  const counts = ['active', 'succeeded', 'failed'].map(count => `${integerAt(object, 0, 'status', count)} ${count}`);
  return result('CURRENT', '', `running: ${counts.join(', ')}`);
}

function withLastRun(status: StatusRule): StatusRule {
  return (object, now) => {
    const found = status(object, now);
    if (found.status !== 'CURRENT') return found;
    const last = time(at(object, 'status', 'lastScheduleTime'));
    const succeeded = time(at(object, 'status', 'lastSuccessfulTime'));
    const running = list(at(object, 'status', 'active')).length > 0;
    if (succeeded !== 0 && succeeded < last && !running && !isSuspended(object)) {
      const message = `the run of ${new Date(last).toISOString()} did not succeed; the last that did ended ${new Date(succeeded).toISOString()}`;
      return { status: 'FAILED', reason: 'LastRunFailed', message, transitionedAt: last };
    }
    return { ...found, message: last === 0 ? 'not run yet' : `last run ${new Date(last).toISOString()}` };
  };
}
