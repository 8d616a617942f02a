/** Fields of rows of Argo's kinds, in addition to the status. */
import { describe, expect, it } from '@jest/globals';
import { resource, row } from './fixtures.ts';

const [OLD, NEW] = ['a'.repeat(40), 'b'.repeat(40)];
const application = (status: object) =>
  row(resource('argoproj.io', 'Application'), { metadata: { name: 'web', namespace: 'argocd' }, status });

describe('the revisions of an Application', () => {
  const succeeded = { phase: 'Succeeded', syncResult: { revision: OLD } };
  const failed = { phase: 'Failed', syncResult: { revision: NEW } };

  it.each<[string, object, string, string]>([
    ['are one where it is synced', { sync: { status: 'Synced', revision: OLD }, operationState: succeeded }, OLD, OLD],
    [
      'are those of the last sync where git has moved on',
      { sync: { status: 'OutOfSync', revision: NEW }, operationState: succeeded },
      OLD,
      OLD,
    ],
    [
      'are the last of its history, and the one that failed',
      {
        sync: { status: 'OutOfSync', revision: NEW },
        operationState: failed,
        history: [{ revision: 'older' }, { revision: OLD }],
      },
      OLD,
      NEW,
    ],
    [
      'are what it tries, before its first sync',
      { operationState: { phase: 'Running', operation: { sync: { revision: NEW } } } },
      '',
      NEW,
    ],
    ['are those of the first of its sources', { sync: { status: 'Synced', revisions: ['1.2.3', OLD] } }, '1.2.3', ''],
    ['are none where it was never synced', { sync: { status: 'OutOfSync' }, history: [] }, '', ''],
    ['are none of another shape', { sync: 7, operationState: [failed], history: { revision: OLD } }, '', ''],
  ])('%s', (_what, status, revision, attemptedRevision) => {
    expect(application(status)).toMatchObject({ revision, attemptedRevision });
  });
});

describe('the message of an Application that is degraded', () => {
  const web = {
    kind: 'Deployment',
    name: 'web',
    health: { status: 'Degraded', message: 'exceeded its progress deadline' },
  };
  const operationState = { phase: 'Succeeded', message: 'successfully synced' };
  const degraded = (health: object, resources: unknown) =>
    application({ health: { status: 'Degraded', ...health }, sync: { status: 'Synced' }, operationState, resources })
      .message;

  it('is that of the first of its objects that is', () => {
    const healthy = { kind: 'Service', name: 'web', health: { status: 'Healthy' } };
    expect(degraded({}, [healthy, web])).toBe('Deployment web: exceeded its progress deadline');
    expect(degraded({}, [{ ...web, health: { status: 'Degraded' } }])).toBe('Deployment web is Degraded');
  });

  it('is its own where it has one, and that of its operation where no object tells', () => {
    expect(degraded({ message: 'web is down' }, [web])).toBe('web is down');
    for (const resources of [[], undefined, 'x', [7, null]])
      expect(degraded({}, resources)).toBe('successfully synced');
  });
});

describe('the images of', () => {
  const template = { spec: { containers: [{ image: 'web:1' }] } };

  it.each([
    ['argoproj.io', 'Rollout', { template }],
    ['serving.knative.dev', 'Service', { template }],
    ['serving.knative.dev', 'Revision', template.spec],
    ['apps.openshift.io', 'DeploymentConfig', { template }],
  ])('%s/%s are those of its containers', (group, kind, spec) => {
    expect(row(resource(group, kind), { metadata: { name: 'web', namespace: 'shop' }, spec }).images).toBe('web:1');
  });
});
