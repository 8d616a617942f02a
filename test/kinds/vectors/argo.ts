import { annotated, conditions, is, vectors } from './vector.ts';

const app = (health: string, sync: string, phase = 'Succeeded', more = {}) => ({
  status: {
    health: { status: health },
    sync: { status: sync, revision: '5e2a' },
    operationState: { phase, message: 'what the operation said' },
    ...more,
  },
});
/** An Application whose sync failed, with the result of a later comparison. */
const reverted = (health: string, sync: string, revision: string, state: object) =>
  app(health, sync, 'Failed', { sync: { status: sync, revision }, operationState: { phase: 'Failed', ...state } });
const error = {
  type: 'ComparisonError',
  message: 'repository cannot be read',
  lastTransitionTime: '2026-11-20T03:00:00Z',
};

export const argo = [
  ...vectors(
    'argoproj.io/Application',
    ['healthy and synced', app('Healthy', 'Synced'), 'CURRENT', 'Healthy'],
    ['never looked at', {}, 'IN_PROGRESS', 'NotCompared'],
    [
      'with an error condition',
      app('Degraded', 'OutOfSync', 'Failed', { conditions: [error] }),
      'FAILED',
      'ComparisonError',
    ],
    [
      'with an error condition, though healthy',
      app('Healthy', 'Synced', 'Succeeded', { conditions: [{ ...error, type: 'InvalidSpecError' }] }),
      'FAILED',
      'InvalidSpecError',
    ],
    [
      'with a warning',
      app('Healthy', 'Synced', 'Succeeded', { conditions: [{ type: 'SharedResourceWarning', message: 'two own it' }] }),
      'CURRENT',
      'Healthy',
    ],
    ['degraded', app('Degraded', 'Synced'), 'FAILED', 'Degraded'],
    ['degraded, in another case', app('degraded', 'synced'), 'FAILED', 'degraded'],
    ['whose sync failed', app('Healthy', 'OutOfSync', 'Failed'), 'FAILED', 'OperationFailed'],
    ['whose sync ended with an error', app('Missing', 'OutOfSync', 'Error'), 'FAILED', 'OperationError'],
    [
      'whose commit failed and was reverted',
      reverted('Healthy', 'Synced', 'b', { syncResult: { revision: 'a' } }),
      'CURRENT',
      'Healthy',
    ],
    [
      'whose commit failed before it was tried, and was reverted',
      reverted('Healthy', 'Synced', 'b', { operation: { sync: { revision: 'a' } } }),
      'CURRENT',
      'Healthy',
    ],
    [
      'of two sources, one of which was reverted',
      app('Healthy', 'Synced', 'Failed', {
        sync: { status: 'Synced', revisions: ['a', 'c'] },
        operationState: { phase: 'Failed', syncResult: { revisions: ['a', 'b'] } },
      }),
      'CURRENT',
      'Healthy',
    ],
    [
      'whose last commit failed, though it matches its source',
      reverted('Healthy', 'Synced', 'a', { syncResult: { revision: 'a' } }),
      'CURRENT',
      'Healthy',
    ],
    [
      'out of sync after a failure',
      reverted('Healthy', 'OutOfSync', 'b', { syncResult: { revision: 'a' } }),
      'FAILED',
      'OperationFailed',
    ],
    [
      'not healthy after a failure',
      reverted('Progressing', 'Synced', 'b', { syncResult: { revision: 'a' } }),
      'IN_PROGRESS',
      'Progressing',
    ],
    ['that syncs', app('Missing', 'OutOfSync', 'Running'), 'IN_PROGRESS', 'OperationRunning'],
    ['that progresses', app('Progressing', 'Synced'), 'IN_PROGRESS', 'Progressing'],
    ['that misses objects', app('Missing', 'Synced', ''), 'IN_PROGRESS', 'Missing'],
    ['that misses objects and differs from its source', app('Missing', 'OutOfSync', ''), 'IN_PROGRESS', 'OutOfSync'],
    ['degraded and out of sync', app('Degraded', 'OutOfSync'), 'IN_PROGRESS', 'OutOfSync'],
    ['whose health is not told', app('', 'Synced'), 'IN_PROGRESS', 'HealthNotTold'],
    ['out of sync', app('Healthy', 'OutOfSync'), 'IN_PROGRESS', 'OutOfSync'],
    ['of unknown health', app('Unknown', 'Synced'), 'UNKNOWN', 'Unknown'],
    ['of unknown sync', app('Healthy', 'Unknown'), 'UNKNOWN', 'SyncUnknown'],
    ['that holds something paused', app('Suspended', 'Synced'), 'IN_PROGRESS', 'Suspended'],
    [
      'that is skipped',
      annotated({ 'argocd.argoproj.io/skip-reconcile': 'true' }, app('Healthy', 'Synced')),
      'CURRENT',
      'Healthy',
    ],
    [
      'that is skipped and degraded',
      annotated({ 'argocd.argoproj.io/skip-reconcile': 'true' }, app('Degraded', 'Synced')),
      'FAILED',
      'Degraded',
    ],
    ['with a status of another shape', { status: { health: 'Healthy', sync: 7 } }, 'IN_PROGRESS', 'NotCompared'],
  ),
  ...vectors(
    'argoproj.io/ApplicationSet',
    [
      'up to date',
      conditions(is('ErrorOccurred', 'False', 'ApplicationSetUpToDate'), is('ResourcesUpToDate', 'True', 'Up')),
      'CURRENT',
      'Up',
    ],
    [
      'with an error',
      conditions(is('ErrorOccurred', 'True', 'ApplicationGenerationFromParamsError')),
      'FAILED',
      'ApplicationGenerationFromParamsError',
    ],
    ['not up to date', conditions(is('ResourcesUpToDate', 'False', 'ErrorOccurred')), 'FAILED', 'ErrorOccurred'],
    [
      'that rolls out',
      conditions(is('RolloutProgressing', 'True', 'ApplicationSetModified')),
      'IN_PROGRESS',
      'ApplicationSetModified',
    ],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'argoproj.io/Rollout',
    [
      'healthy',
      { status: { observedGeneration: '2', phase: 'Healthy', stableRS: 'a', currentPodHash: 'a' } },
      'CURRENT',
      'Healthy',
    ],
    [
      'degraded',
      { status: { observedGeneration: '2', phase: 'Degraded', message: 'ProgressDeadlineExceeded' } },
      'FAILED',
      'Degraded',
    ],
    [
      'that progresses',
      { status: { observedGeneration: '2', phase: 'Progressing', message: 'more replicas' } },
      'IN_PROGRESS',
      'Progressing',
    ],
    [
      'of an older generation, which is a text',
      { status: { observedGeneration: '1', phase: 'Healthy' } },
      'IN_PROGRESS',
      'LatestGenerationNotObserved',
    ],
    [
      'of a version that wrote a hash',
      {
        status: {
          abort: true,
          availableReplicas: 5,
          canary: { stableRS: '645d5dbc4c' },
          currentPodHash: '6758949f55',
          observedGeneration: '58b949649c',
          conditions: [is('Available', 'True', 'AvailableReason'), is('Progressing', 'False', 'RolloutAborted')],
        },
      },
      'FAILED',
      'RolloutAborted',
    ],
    ['with an invalid specification', conditions(is('InvalidSpec', 'True', 'InvalidSpec')), 'FAILED', 'InvalidSpec'],
    [
      'paused between two steps',
      {
        status: {
          phase: 'Paused',
          pauseConditions: [{ reason: 'CanaryPauseStep' }],
          stableRS: 'a',
          currentPodHash: 'b',
        },
      },
      'IN_PROGRESS',
      'RolloutPaused',
      'held',
    ],
    [
      'paused by hand',
      { spec: { paused: true }, status: { phase: 'Paused', stableRS: 'a', currentPodHash: 'a' } },
      'CURRENT',
      'RolloutPaused',
      'held',
    ],
    [
      'of an old version, available',
      conditions(is('Available', 'True', 'AvailableReason')),
      'CURRENT',
      'AvailableReason',
    ],
    ['never looked at', {}, 'IN_PROGRESS', 'NotReconciled'],
  ),
  ...vectors(
    'argoproj.io/Workflow',
    ['succeeded', { status: { phase: 'Succeeded' } }, 'CURRENT', 'Succeeded'],
    ['failed', { status: { phase: 'Failed', message: 'child failed' } }, 'FAILED', 'Failed'],
    ['ended with an error', { status: { phase: 'Error' } }, 'FAILED', 'Error'],
    ['running', { status: { phase: 'Running' } }, 'IN_PROGRESS', 'Running'],
    ['suspended', { spec: { suspend: true }, status: { phase: 'Running' } }, 'IN_PROGRESS', 'Suspended', 'held'],
  ),
  ...vectors(
    'argoproj.io/CronWorkflow',
    ['that runs', {}, 'CURRENT', ''],
    ['that cannot submit', conditions(is('SubmissionError', 'True')), 'FAILED', 'SubmissionError'],
    ['with a broken schedule', conditions(is('SpecError', 'True')), 'FAILED', 'SpecError'],
    ['suspended', { spec: { suspend: true } }, 'CURRENT', 'Suspended', 'held'],
  ),
  ...['AnalysisRun', 'Experiment'].flatMap(kind =>
    vectors(
      `argoproj.io/${kind}`,
      ['successful', { status: { phase: 'Successful' } }, 'CURRENT', 'Successful'],
      ['failed', { status: { phase: 'Failed', message: 'too many errors' } }, 'FAILED', 'Failed'],
      ['that tells nothing', { status: { phase: 'Inconclusive' } }, 'FAILED', 'Inconclusive'],
      ['running', { status: { phase: 'Running' } }, 'IN_PROGRESS', 'Running'],
    ),
  ),
];
