/** The operators of Spark and Flink. They write the state of an application in capital letters. */
import { heldByField, heldByValue } from './status-result.ts';
import type { Kind } from './kind.ts';
import { NOT_REPORTED, tabled, value } from './table.ts';

const STATE = 'status.applicationState.state';
const WHY = {
  messages: ['status.applicationState.errorMessage'],
  since: ['status.terminationTime', 'status.lastSubmissionAttemptTime'],
};

/** FAILING: the last run failed and may be repeated. Counts as failed. */
const sparkApplication = tabled({
  source:
    'kubeflow/spark-operator: api/v1beta2/sparkapplication_types.go (ApplicationStateType), internal/controller/sparkapplication/controller.go; argoproj/argo-cd: resource_customizations/sparkoperator.k8s.io/SparkApplication/health.lua',
  holds: [heldByField('spec.suspend', 'Suspended')],
  lines: [
    value('FAILED', STATE, ['FAILED', 'SUBMISSION_FAILED', 'FAILING'], WHY),
    value('CURRENT', STATE, ['RUNNING', 'COMPLETED', 'SUSPENDED'], WHY),
    value(
      'IN_PROGRESS',
      STATE,
      ['SUBMITTED', 'PENDING_RERUN', 'INVALIDATING', 'SUCCEEDING', 'SUSPENDING', 'RESUMING'],
      WHY,
    ),
    value('UNKNOWN', STATE, ['UNKNOWN'], WHY),
    NOT_REPORTED,
  ],
});

const LIFECYCLE = 'status.lifecycleState';
const JOB = 'status.jobStatus.state';
const ERROR = { messages: ['status.error'] };

/** ROLLED_BACK: the upgrade failed, and the job runs with an older specification. Counts as failed. */
const flink = tabled({
  source:
    'apache/flink-kubernetes-operator: flink-kubernetes-operator-api/src/main/java/org/apache/flink/kubernetes/operator/api (lifecycle/ResourceLifecycleState.java, status/JobManagerDeploymentStatus.java, status/CommonStatus.java)',
  holds: [heldByValue('spec.job.state', 'Suspended', 'suspended')],
  lines: [
    value('FAILED', LIFECYCLE, ['FAILED', 'ROLLED_BACK'], ERROR),
    value('FAILED', 'status.jobManagerDeploymentStatus', ['ERROR'], ERROR),
    value('FAILED', JOB, ['FAILED'], ERROR),
    value('IN_PROGRESS', LIFECYCLE, ['CREATED', 'UPGRADING', 'DEPLOYED', 'ROLLING_BACK'], ERROR),
    value('TERMINATING', LIFECYCLE, ['DELETING', 'DELETED'], ERROR),
    value('IN_PROGRESS', JOB, ['RESTARTING', 'FAILING'], ERROR),
    value('CURRENT', LIFECYCLE, ['STABLE', 'SUSPENDED'], ERROR),
    NOT_REPORTED,
  ],
});

export const streamAndBatch: readonly Kind[] = [
  { group: 'sparkoperator.k8s.io', kind: 'SparkApplication', ...sparkApplication, rules: 1 },
  { group: 'flink.apache.org', kind: 'FlinkDeployment', ...flink },
  { group: 'flink.apache.org', kind: 'FlinkSessionJob', ...flink },
];
