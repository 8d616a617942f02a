/**
 * Argo CD, Argo Rollouts and Argo Workflows.
 *
 * An Application has three states: the health of its objects, whether they match git, and the result of the last
 * operation. It is FAILED where the pages of Argo CD show red: an error condition, health Degraded, or a failed
 * operation, unless git has moved on and the objects follow it. Objects that differ from git, or are missing, are not
 * red there; such an Application does not match its specification, and so is in progress.
 */
import type { Relation } from '../store/attached.ts';
import { imagesOf } from './core.ts';
import { HELD_BY_SUSPEND, heldByAnnotation, heldByField, type Hold } from './hold.ts';
import type { Kind, Line } from './kind.ts';
import { usedByPods } from './pod-references.ts';
import { references, relationTo } from './relations.ts';
import { condition, firstText, inItsWords, NOT_REPORTED, otherwise, tabled, value } from './table.ts';
import { at, list, record, text } from './untrusted.ts';

const GROUP = 'argoproj.io';

const OPERATION = {
  messages: ['status.operationState.message', 'status.health.message'],
  since: ['status.operationState.finishedAt', 'status.operationState.startedAt'],
};
const HEALTH = { since: ['status.health.lastTransitionTime'] };
const RUN = { messages: ['status.message'], since: ['status.finishedAt', 'status.startedAt'] };

const errorConditions: Line = {
  then: 'FAILED',
  when: 'a condition whose type ends in `Error`',
  finds: (_object, all) => {
    const error = all.find(({ type }) => type.endsWith('Error'));
    return error && { reason: error.type, message: error.message, condition: error };
  },
};

const healthSuspended: Hold = {
  reason: 'Suspended',
  when: '`status.health.status` is `Suspended`',
  holds: object => text(at(object, 'status', 'health', 'status')).toLowerCase() === 'suspended',
};

const operationFailed = value('FAILED', 'status.operationState.phase', ['Failed', 'Error'], { reason: 'SyncFailed', ...OPERATION });

/**
 * The operation of a commit that could not be applied stays when the commit is reverted: if everything is in sync, no
 * other follows.
 */
const failedOperation: Line = {
  ...operationFailed,
  when: `${operationFailed.when}, unless it is Healthy and Synced to another revision`,
  finds: (object, all) => (isOutlived(object) ? undefined : operationFailed.finds(object, all)),
};

function isOutlived(object: unknown): boolean {
  const [health, sync] = ['status.health.status', 'status.sync.status'].map(path => firstText(object, [path]).toLowerCase());
  if (health !== 'healthy' || sync !== 'synced') return false;
  const now = revisionsOf(at(object, 'status', 'sync'));
  const operation = at(object, 'status', 'operationState');
  const then = revisionsOf(at(operation, 'syncResult')) || revisionsOf(at(operation, 'operation', 'sync'));
  return now !== '' && then !== '' && now !== then;
}

/** By its health; the message tells of the first of its objects whose health is so. */
function health(then: Line['then'], values: readonly string[], reason?: string): Line {
  const line = value(then, 'status.health.status', values, { ...HEALTH, ...(reason !== undefined && { reason }) });
  return {
    ...line,
    finds: (object, all) => {
      const found = line.finds(object, all);
      if (!found) return undefined;
      const message = firstText(object, ['status.health.message']) || firstOfHealth(object) || firstText(object, OPERATION.messages);
      return { ...found, message };
    },
  };
}

function firstOfHealth(object: unknown): string {
  const wanted = firstText(object, ['status.health.status']);
  const found = list(at(object, 'status', 'resources')).find(resource => text(at(resource, 'health', 'status')) === wanted);
  if (found === undefined) return '';
  const message = text(at(found, 'health', 'message'));
  return `${text(at(found, 'kind'))} ${text(at(found, 'name'))}${message === '' ? ` is ${wanted}` : `: ${message}`}`;
}

/** The commit or chart version that is applied; of several sources that of the first. */
function appliedRevision(object: unknown): string {
  const operation = at(object, 'status', 'operationState');
  const ended = at(operation, 'phase') === 'Succeeded' ? firstRevision(at(operation, 'syncResult')) : '';
  const isSynced = at(object, 'status', 'sync', 'status') === 'Synced';
  return (isSynced && firstRevision(at(object, 'status', 'sync'))) || ended || firstRevision(list(at(object, 'status', 'history')).at(-1));
}

function attemptedRevision(object: unknown): string {
  const operation = at(object, 'status', 'operationState');
  return firstRevision(at(operation, 'syncResult')) || firstRevision(at(operation, 'operation', 'sync'));
}

function firstRevision(value: unknown): string {
  return text(at(value, 'revision')) || text(list(at(value, 'revisions'))[0]);
}

/** One revision, or one of each source. */
function revisionsOf(value: unknown): string {
  return text(at(value, 'revision')) || list(at(value, 'revisions')).map(text).join(' ');
}

const application = tabled({
  source:
    'argoproj/argo-cd: pkg/apis/application/v1alpha1/types.go (ApplicationCondition.IsError, HealthStatus, SyncStatusCode, OperationPhase)',
  holds: [heldByAnnotation('argocd.argoproj.io/skip-reconcile', 'ReconcileSkipped', 'true'), healthSuspended],
  lines: [
    errorConditions,
    health('FAILED', ['Degraded']),
    failedOperation,
    value('IN_PROGRESS', 'status.operationState.phase', ['Running', 'Terminating'], { reason: 'Syncing', ...OPERATION }),
    health('IN_PROGRESS', ['Progressing', 'Missing']),
    value('IN_PROGRESS', 'status.sync.status', ['OutOfSync'], OPERATION),
    health('UNKNOWN', ['Unknown'], 'HealthUnknown'),
    value('UNKNOWN', 'status.sync.status', ['Unknown'], { reason: 'SyncUnknown', ...OPERATION }),
    value('CURRENT', 'status.health.status', ['Healthy', 'Suspended'], OPERATION),
    NOT_REPORTED,
  ],
});

const applicationSet = tabled({
  source: 'argoproj/argo-cd: resource_customizations/argoproj.io/ApplicationSet/health.lua',
  lines: [
    condition('FAILED', 'ErrorOccurred', 'True'),
    condition('FAILED', 'ResourcesUpToDate', 'False'),
    condition('IN_PROGRESS', 'RolloutProgressing', 'True'),
    condition('CURRENT', 'ResourcesUpToDate', 'True'),
    NOT_REPORTED,
  ],
});

const paused: Hold = {
  reason: 'RolloutPaused',
  when: '`status.pauseConditions` has an item',
  holds: object => list(at(object, 'status', 'pauseConditions')).length > 0,
};

/** Since 1.0 the controller writes the phase; before, only conditions. */
const rollout = tabled({
  source: 'argoproj/argo-rollouts: utils/rollout/rolloututil.go (GetRolloutPhase, CalculateRolloutPhase)',
  holds: [heldByField('spec.paused', 'RolloutPaused'), paused],
  lines: [
    {
      then: 'FAILED',
      when: '`InvalidSpec` is there',
      finds: (_object, all) => {
        const invalid = all.find(({ type, status }) => type === 'InvalidSpec' && status !== 'False');
        return invalid && { ...inItsWords(invalid, 'FAILED'), reason: 'InvalidSpec' };
      },
    },
    value('FAILED', 'status.phase', ['Degraded'], { messages: ['status.message'] }),
    condition('FAILED', 'Progressing', 'False', { reasons: ['RolloutAborted', 'ProgressDeadlineExceeded'] }),
    value('IN_PROGRESS', 'status.phase', ['Progressing'], { messages: ['status.message'] }),
    {
      then: 'IN_PROGRESS',
      when: '`status.currentPodHash` is not `status.stableRS`',
      finds: object => {
        const [current, stable] = [
          text(at(object, 'status', 'currentPodHash')),
          firstText(object, ['status.stableRS', 'status.canary.stableRS']),
        ];
        if (current === stable || stable === '') return undefined;
        return { reason: 'RollingOut', message: firstText(object, ['status.message']) };
      },
    },
    value('CURRENT', 'status.phase', ['Healthy', 'Paused'], { messages: ['status.message'] }),
    condition('CURRENT', 'Available', 'True'),
    NOT_REPORTED,
  ],
});

const workflow = tabled({
  source: 'argoproj/argo-workflows: pkg/apis/workflow/v1alpha1/workflow_types.go (WorkflowPhase)',
  holds: [HELD_BY_SUSPEND],
  lines: [
    value('FAILED', 'status.phase', ['Failed', 'Error'], RUN),
    value('CURRENT', 'status.phase', ['Succeeded'], RUN),
    otherwise('IN_PROGRESS', 'Running', 'not ended yet'),
  ],
});

const cronWorkflow = tabled({
  source: 'argoproj/argo-workflows: pkg/apis/workflow/v1alpha1/cron_workflow_types.go (ConditionType)',
  holds: [HELD_BY_SUSPEND],
  lines: [condition('FAILED', 'SubmissionError', 'True'), condition('FAILED', 'SpecError', 'True'), otherwise('CURRENT')],
});

const analysis = tabled({
  source: 'argoproj/argo-rollouts: pkg/apis/rollouts/v1alpha1/analysis_types.go (AnalysisPhase)',
  lines: [
    value('FAILED', 'status.phase', ['Failed', 'Error', 'Inconclusive'], RUN),
    value('CURRENT', 'status.phase', ['Successful'], RUN),
    otherwise('IN_PROGRESS', 'Running', 'not ended yet'),
  ],
});

export const argo: readonly Kind[] = [
  {
    ...{ group: GROUP, kind: 'Application', ...application, rules: 1 },
    ...{ revision: appliedRevision, attemptedRevision, relations: applied },
  },
  { group: GROUP, kind: 'ApplicationSet', ...applicationSet },
  {
    ...{ group: GROUP, kind: 'Rollout', ...rollout, rules: 1 },
    images: object => imagesOf(at(object, 'spec', 'template', 'spec')),
    relations: (object, namespace) => usedByPods(object, at(object, 'spec', 'template', 'spec'), namespace),
  },
  { group: GROUP, kind: 'Workflow', ...workflow },
  { group: GROUP, kind: 'CronWorkflow', ...cronWorkflow },
  { group: GROUP, kind: 'AnalysisRun', ...analysis },
  { group: GROUP, kind: 'Experiment', ...analysis },
];

/**
 * Objects that an Application says it applied. Relations are within a cluster, so an Application with another
 * destination cluster has none.
 */
function applied(object: unknown): readonly Relation[] {
  const { server, name } = record(at(object, 'spec', 'destination'));
  const isOwnCluster = text(name) === '' ? text(server) === 'https://kubernetes.default.svc' : name === 'in-cluster';
  if (!isOwnCluster) return [];
  return references(at(object, 'status', 'resources')).map(resource => {
    const [group, kind, namespace, name] = ['group', 'kind', 'namespace', 'name'].map(field => text(at(resource, field))) as Parts;
    return relationTo('APPLIES', { group, kind, namespace, name });
  });
}

type Parts = [group: string, kind: string, namespace: string, name: string];
