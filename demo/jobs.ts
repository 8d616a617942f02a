/** CronJobs of the demo fleet and their last runs. */
import type { DemoCluster } from './cluster.ts';
import { pod, template, type WorkloadParts } from './pods.ts';
import { seededSuffix } from './random.ts';
import { condition, demoObject, time, type DemoObject } from './render.ts';

const JOB = ['batch/v1', 'Job'] as const;
const CRON_JOB = ['batch/v1', 'CronJob'] as const;

const HOUR = 3_600_000;
const RUNS = 2;

/** A CronJob and its last runs. The newest run may have failed. */
export function cronJob(cluster: DemoCluster, parts: WorkloadParts): readonly DemoObject[] {
  const { namespace, name, labels, createdAt, trouble } = parts;
  const lastRun = cluster.now - (cluster.now % HOUR);
  const itself = demoObject(cluster, CRON_JOB, namespace, name, () => ({
    labels,
    createdAt,
    generation: 1,
    content: {
      spec: {
        schedule: '0 * * * *',
        concurrencyPolicy: 'Forbid',
        suspend: trouble === 'suspended',
        successfulJobsHistoryLimit: RUNS,
        failedJobsHistoryLimit: 1,
        jobTemplate: { spec: { backoffLimit: 2, template: jobTemplate(parts) } },
      },
      status: {
        lastScheduleTime: time(lastRun),
        ...(trouble !== 'job-failed' && { lastSuccessfulTime: time(lastRun + 50_000) }),
      },
    },
  }));
  const runs = Array.from({ length: RUNS }, (_, index) => {
    const failed = trouble === 'job-failed' && index === RUNS - 1;
    return job(cluster, parts, lastRun - (RUNS - 1 - index) * HOUR, failed);
  });
  return [itself, ...runs.flat()];
}

function jobTemplate(parts: WorkloadParts): Record<string, unknown> {
  const { metadata, spec } = template(parts);
  return { metadata, spec: { ...(spec as object), restartPolicy: 'Never' } };
}

function job(cluster: DemoCluster, parts: WorkloadParts, startedAt: number, failed: boolean): readonly DemoObject[] {
  const { namespace, name, labels } = parts;
  const jobName = `${name}-${Math.floor(startedAt / 60_000)}`;
  const at = startedAt + 50_000;
  const itself = demoObject(cluster, JOB, namespace, jobName, () => {
    const stamp = { at };
    const outcome = failed
      ? ['FailureTarget', 'Failed'].map(type =>
          condition(type, true, 'BackoffLimitExceeded', 'Job has reached the specified backoff limit', stamp),
        )
      : ['SuccessCriteriaMet', 'Complete'].map(type =>
          condition(type, true, 'CompletionsReached', 'Reached expected number of succeeded pods', stamp),
        );
    const counts = failed ? { failed: 3 } : { succeeded: 1, completionTime: time(at) };
    return {
      labels,
      createdAt: startedAt,
      generation: 1,
      owner: { apiVersion: CRON_JOB[0], kind: CRON_JOB[1], name },
      content: {
        spec: { parallelism: 1, completions: 1, backoffLimit: 2, template: jobTemplate(parts) },
        status: { startTime: time(startedAt), conditions: outcome, ...counts, ready: 0 },
      },
    };
  });
  const owner = { apiVersion: JOB[0], kind: JOB[1], name: jobName };
  const podName = `${jobName}-${seededSuffix(5, cluster.name, jobName)}`;
  return [itself, pod(cluster, podName, { ...parts, at, owner, index: 0 }, failed ? 'failed' : 'succeeded')];
}
