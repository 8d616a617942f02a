/**
 * Argo CD, Argo Rollouts and Argo Workflows.
 *
 * An Application has three states: the health of its objects, whether the objects match the source, and the result of
 * the last operation. sayingOf() combines the three states.
 */
import type { Relation } from '../store/attached.ts';
import { imagesOf } from './core.ts';
import { firstCondition, saying, statusOfDeployment, type Health, type Said } from './deployment.ts';
import type { Kind } from './kind.ts';
import { oncePerObject } from './once.ts';
import { usedByPods, references, relationTo } from './relations.ts';
import { HELD_BY_SUSPEND, heldByField, type Hold, isDeleted, terminating, type StatusResult } from './status-result.ts';
import { condition, firstText, inItsWords, NOT_REPORTED, otherwise, tabled, value } from './table.ts';
import { at, list, text, time, type Condition } from './untrusted.ts';

const GROUP = 'argoproj.io';

const RUN = { messages: ['status.message'], since: ['status.finishedAt', 'status.startedAt'] };

export const APPLICATION = { group: GROUP, kind: 'Application' };

/** State of an Application. The first matching check decides. */
export const saidOfApplication = oncePerObject(sayingOf);

function sayingOf(object: unknown): Said {
  if (isDeleted(object)) {
    const { reason, message } = terminating(object);
    return saying('TERMINATING', reason, message);
  }
  const error = errorCondition(object);
  if (error) return saying('SYNC_FAILED', error.type, error.message);
  const [health, sync, phase] = ['health.status', 'sync.status', 'operationState.phase'].map(path =>
    firstText(object, [`status.${path}`]),
  );
  const [comparison, operation] = [sync!.toLowerCase(), phase!.toLowerCase()];
  const message = firstText(object, ['status.operationState.message', 'status.health.message']);
  if (comparison === '') return saying('SYNCING', 'NotCompared', message || 'it has not been compared with its source');
  if (['running', 'terminating'].includes(operation)) return saying('SYNCING', `Operation${phase}`, message);
  if (['failed', 'error'].includes(operation) && comparison !== 'synced')
    return saying('SYNC_FAILED', `Operation${phase}`, message);
  if (!['synced', 'outofsync'].includes(comparison)) return saying('UNKNOWN', 'SyncUnknown', message);
  const ofObjects = firstText(object, ['status.health.message']) || firstOfHealth(object) || message;
  return saying('DONE', health || 'HealthNotTold', ofObjects, HEALTH_BY_WORD.get(health!.toLowerCase()) ?? 'UNKNOWN');
}

/** Health of the objects by Argo CD's word. `suspended` counts as reconciling: a paused rollout waits for a person. */
const HEALTH_BY_WORD: ReadonlyMap<string, Health> = new Map([
  ['healthy', 'READY'],
  ['degraded', 'FAILED'],
  ...['progressing', 'missing', 'suspended', ''].map(word => [word, 'RECONCILING'] as const),
]);

/** The first condition whose type ends in `Error`. */
function errorCondition(object: unknown): Condition | undefined {
  const type = list(at(object, 'status', 'conditions'))
    .map(it => text(at(it, 'type')))
    .find(type => type.endsWith('Error'));
  return type === undefined ? undefined : firstCondition(object, type);
}

export function isOutOfSync(object: unknown): boolean {
  return firstText(object, ['status.sync.status']).toLowerCase() === 'outofsync';
}

/** An applied Application that differs from its source is in progress, independent of the health of its objects. */
function applicationStatus(object: unknown): StatusResult {
  const said = saidOfApplication(object);
  const transitionedAt = time(at(object, 'status', 'health', 'lastTransitionTime'));
  if (said.step !== 'DONE' || !isOutOfSync(object)) return statusOfDeployment(said, transitionedAt);
  const message = firstText(object, ['status.operationState.message', 'status.health.message']);
  return { status: 'IN_PROGRESS', reason: 'OutOfSync', message, transitionedAt };
}

/** Text about the first object that has the same health as the Application. */
function firstOfHealth(object: unknown): string {
  const wanted = firstText(object, ['status.health.status']);
  if (wanted === '' || HEALTH_BY_WORD.get(wanted.toLowerCase()) === 'READY') return '';
  const found = list(at(object, 'status', 'resources')).find(
    resource => text(at(resource, 'health', 'status')) === wanted,
  );
  if (found === undefined) return '';
  const message = text(at(found, 'health', 'message'));
  return `${text(at(found, 'kind'))} ${text(at(found, 'name'))}${message === '' ? ` is ${wanted}` : `: ${message}`}`;
}

/** The applied commit or chart version. With several sources, the revision of the first source. */
function appliedRevision(object: unknown): string {
  const operation = at(object, 'status', 'operationState');
  const ended = at(operation, 'phase') === 'Succeeded' ? firstRevision(at(operation, 'syncResult')) : '';
  const isSynced = at(object, 'status', 'sync', 'status') === 'Synced';
  return (isSynced && comparedRevision(object)) || ended || firstRevision(list(at(object, 'status', 'history')).at(-1));
}

/** Revision of the source with which Argo CD last compared the objects. */
export function comparedRevision(object: unknown): string {
  return firstRevision(at(object, 'status', 'sync'));
}

function attemptedRevision(object: unknown): string {
  const operation = at(object, 'status', 'operationState');
  return firstRevision(at(operation, 'syncResult')) || firstRevision(at(operation, 'operation', 'sync'));
}

function firstRevision(value: unknown): string {
  return text(at(value, 'revision')) || text(list(at(value, 'revisions'))[0]);
}

/** True if the Application deploys to the cluster that stores the Application. */
export function isInOwnCluster(object: unknown): boolean {
  const destination = at(object, 'spec', 'destination');
  const [server, name] = [text(at(destination, 'server')).replace(/\/+$/, ''), text(at(destination, 'name'))];
  return name === 'in-cluster' || server === 'https://kubernetes.default.svc' || (name === '' && server === '');
}

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

/** The controller writes a phase since version 1.0. Older versions write only conditions. */
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
  lines: [
    condition('FAILED', 'SubmissionError', 'True'),
    condition('FAILED', 'SpecError', 'True'),
    otherwise('CURRENT'),
  ],
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
    ...APPLICATION,
    indexedAs: 'applications',
    status: applicationStatus,
    rules: 2,
    ...{ revision: appliedRevision, attemptedRevision, relations: applied },
    words: {
      source:
        'argoproj/argo-cd: pkg/apis/application/v1alpha1/types.go (ApplicationCondition.IsError, HealthStatus, SyncStatusCode, OperationPhase)',
      failed: [
        'a condition whose type ends in `Error`',
        '`status.operationState.phase` is `Failed` or `Error`, unless `status.sync.status` is `Synced`',
        '`status.health.status` is `Degraded`, unless `status.sync.status` is `OutOfSync`',
      ],
      inProgress: [
        '`status.sync.status` is absent or `OutOfSync`',
        '`status.operationState.phase` is `Running` or `Terminating`',
        '`status.health.status` is absent, `Progressing`, `Missing` or `Suspended`',
      ],
      suspended: [],
    },
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
 * Relations to the objects that the Application has applied. Empty for an Application that deploys to another cluster,
 * because relations stay within a cluster.
 */
function applied(object: unknown): readonly Relation[] {
  if (!isInOwnCluster(object)) return [];
  return references(at(object, 'status', 'resources')).map(resource => {
    const [group, kind, namespace, name] = ['group', 'kind', 'namespace', 'name'].map(field =>
      text(at(resource, field)),
    ) as Parts;
    return relationTo('APPLIES', { group, kind, namespace, name });
  });
}

type Parts = [group: string, kind: string, namespace: string, name: string];
