/**
 * The API group batch: kstatus' rules, the last run of a CronJob, the images, and whether it is suspended.
 */
import { imagesOf } from './core.ts';
import type { Kind, StatusRule } from './kind.ts';
import { always, kstatus } from './kstatus.ts';
import type { StatusResult } from './status-result.ts';
import { result } from './status-result.ts';
import type { Condition } from './untrusted.ts';
import { at, integerAt, isSuspended, text, time } from './untrusted.ts';

export const batch: readonly Kind[] = [
  {
    group: 'batch',
    kind: 'Job',
    indexedAs: 'jobs',
    status: kstatus(job),
    suspended: isSuspended,
    images: object => imagesOf(at(object, 'spec', 'template', 'spec')),
  },
  {
    group: 'batch',
    kind: 'CronJob',
    indexedAs: 'cronjobs',
    status: withLastRun(kstatus(always)),
    suspended: isSuspended,
    images: object => imagesOf(at(object, 'spec', 'jobTemplate', 'spec', 'template', 'spec')),
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
    return { ...found, message: last === 0 ? 'not run yet' : `last run ${new Date(last).toISOString()}` };
  };
}
