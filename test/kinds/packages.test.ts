/** Columns of the kinds that deploy packages, in addition to the status: revisions, messages, times and relations. */
import { describe, expect, it } from '@jest/globals';
import { resource, row } from './fixtures.ts';

type Json = Record<string, unknown>;

const at = (time: string) => Date.parse(time);
const metadata = (more: Json = {}) => ({ name: 'apps', namespace: 'shop', generation: 2, ...more });

describe('a RootSync', () => {
  const syncing = (status: string, more: Json = {}) => ({
    ...{
      type: 'Syncing',
      status,
      reason: 'Sync',
      message: 'Sync Completed',
      commit: 'c3',
      lastTransitionTime: '2026-11-20T03:00:00Z',
    },
    ...more,
  });
  const rootSync = (condition: Json, status: Json = {}, spec: Json = {}) =>
    row(resource('configsync.gke.io', 'RootSync'), {
      metadata: metadata(),
      spec,
      status: { observedGeneration: 2, conditions: [condition], ...status },
    });

  it.each<[string, Json, Json, string]>([
    ['of Syncing', syncing('False'), { sync: { commit: 'c2' }, lastSyncedCommit: 'c1' }, 'c3'],
    ['of the sync', syncing('False', { commit: '' }), { sync: { commit: 'c2' }, lastSyncedCommit: 'c1' }, 'c2'],
    ['synced last', syncing('False', { commit: undefined }), { lastSyncedCommit: 'c1' }, 'c1'],
    ['synced last, while it syncs', syncing('True'), { sync: { commit: 'c2' }, lastSyncedCommit: 'c1' }, 'c1'],
    [
      'synced last, after errors',
      syncing('False', { errorSummary: { totalCount: 1 } }),
      { lastSyncedCommit: 'c1' },
      'c1',
    ],
  ])('has the revision %s', (_what, condition, status, revision) => {
    const attemptedRevision = typeof condition['commit'] === 'string' ? condition['commit'] : '';
    expect(rootSync(condition, status)).toMatchObject({
      revision,
      attemptedRevision,
      transitionedAt: at('2026-11-20T03:00:00Z'),
    });
  });

  it('tells the first error, also while it syncs', () => {
    const errors = { errors: [{ code: '2004', errorMessage: 'KNV2004: no such branch' }] };
    const condition = { errorSourceRefs: ['SourceError'] };
    for (const status of ['True', 'False'])
      expect(
        rootSync(syncing(status, condition), { source: errors, sync: { errors: [{ errorMessage: 'later' }] } }).message,
      ).toBe('KNV2004: no such branch');
    expect(rootSync(syncing('False', condition)).message).toBe('Sync Completed');
  });

  it('leads to its inventory and to the Secrets it reads', () => {
    const { relations } = rootSync(
      syncing('False'),
      {},
      { git: { secretRef: { name: 'git-creds' } }, helm: { secretRef: { name: '' } } },
    );
    expect(relations).toEqual([
      { type: 'REFERENCES', to: 'kpt.dev/ResourceGroup/shop/apps' },
      { type: 'REFERENCES', to: '/Secret/shop/git-creds' },
    ]);
  });
});

describe('an object that Config Sync applied', () => {
  it.each([
    [':root', 'configsync.gke.io/RootSync/config-management-system/root-sync'],
    [':root_apps', 'configsync.gke.io/RootSync/config-management-system/apps'],
    ['shop', 'configsync.gke.io/RepoSync/shop/repo-sync'],
    ['shop_apps', 'configsync.gke.io/RepoSync/shop/apps'],
  ])('leads to what manages it: %s', (manager, to) => {
    const annotations = { 'configsync.gke.io/manager': manager };
    const { relations } = row(resource('', 'ConfigMap'), { metadata: metadata({ annotations }) });
    expect(relations).toEqual([{ type: 'MANAGES', to }]);
  });

  it.each(['', '_apps', 'a/b', 7])('leads nowhere by the annotation %j', manager => {
    const annotations = { 'configsync.gke.io/manager': manager };
    expect(row(resource('', 'ConfigMap'), { metadata: metadata({ annotations }) })).not.toHaveProperty('relations');
  });
});

describe('a ResourceGroup', () => {
  const entries = (count: number, status: string, from = 0) =>
    Array.from({ length: count }, (_, i) => ({
      group: '',
      kind: 'ConfigMap',
      namespace: 'shop',
      name: `c${from + i}`,
      status,
    }));
  const group = (more: Json) => row(resource('kpt.dev', 'ResourceGroup'), { metadata: metadata(), ...more });
  const labels = { 'cli-utils.sigs.k8s.io/inventory-id': 'shop_apps' };

  it('tells its counts', () => {
    const reported = (statuses: Json[]) =>
      group({ metadata: metadata({ labels }), status: { observedGeneration: 2, resourceStatuses: statuses } }).message;
    expect(reported([...entries(7, 'Current'), ...entries(2, 'InProgress', 7), ...entries(1, 'Failed', 9)])).toBe(
      '7 of 10 objects are current, 1 failed',
    );
    expect(reported([...entries(1, 'NotFound'), ...entries(2, 'Terminating', 1), ...entries(3, 'Odd', 3)])).toBe(
      '0 of 6 objects are current, 2 terminating, 1 not found, 3 unknown',
    );
  });

  it('has the time of Stalled, without it of Reconciling', () => {
    const condition = (type: string, lastTransitionTime: string) => ({ type, status: 'False', lastTransitionTime });
    const [stalled, reconciling] = [
      condition('Stalled', '2026-11-20T03:00:00Z'),
      condition('Reconciling', '2026-11-20T04:00:00Z'),
    ];
    expect(group({ status: { conditions: [reconciling, stalled] } }).transitionedAt).toBe(at('2026-11-20T03:00:00Z'));
    expect(group({ status: { conditions: [reconciling] } }).transitionedAt).toBe(at('2026-11-20T04:00:00Z'));
  });

  it('of kpt live leads to what it applied; the objects of Config Sync lead to theirs', () => {
    const spec = { resources: [{ group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' }] };
    expect(group({ spec }).relations).toEqual([{ type: 'APPLIES', to: 'apps/Deployment/shop/web' }]);
    expect(group({ spec, metadata: metadata({ labels }) })).not.toHaveProperty('relations');
  });
});

describe('a Kustomization with a history', () => {
  const REVISION = 'main@sha1:aa';
  const kustomization = (ready: Json, more: Json = {}) => {
    const latest = {
      ...{ digest: 'd1', firstReconciled: '2026-11-20T03:00:00Z', lastReconciled: '2026-11-21T11:00:00Z' },
      ...{ lastReconciledStatus: 'ReconciliationSucceeded', metadata: { revision: REVISION } },
    };
    return row(resource('kustomize.toolkit.fluxcd.io', 'Kustomization'), {
      metadata: metadata(),
      spec: {},
      status: {
        ...{ observedGeneration: 2, lastAppliedRevision: REVISION, lastAttemptedRevision: REVISION, history: [latest] },
        conditions: [{ type: 'Ready', lastTransitionTime: '2026-11-21T11:59:00Z', observedGeneration: 2, ...ready }],
        ...more,
      },
    });
  };
  const done = { status: 'True', reason: 'ReconciliationSucceeded', message: `Applied revision: ${REVISION}` };
  const checked = { status: 'Unknown', reason: 'Progressing', message: 'Reconciliation in progress' };

  it('has the same row while it is checked again', () => {
    expect(kustomization(checked)).toEqual(kustomization(done));
  });

  it('has its status since it was applied first, or since an earlier revision was left', () => {
    expect(kustomization(done).transitionedAt).toBe(at('2026-11-20T03:00:00Z'));
    const history = [
      {
        firstReconciled: '2026-11-19T03:00:00Z',
        lastReconciledStatus: 'ReconciliationSucceeded',
        metadata: { revision: REVISION },
      },
      { lastReconciled: '2026-11-20T05:00:00Z', lastReconciledStatus: 'HealthCheckFailed' },
      { lastReconciled: '2026-11-20T04:00:00Z', lastReconciledStatus: 'ReconciliationSucceeded' },
    ];
    expect(kustomization(done, { history }).transitionedAt).toBe(at('2026-11-20T05:00:00Z'));
  });

  it('has the time of Ready where its last apply failed, or no time is told', () => {
    const history = [{ firstReconciled: '2026-11-19T03:00:00Z', lastReconciledStatus: 'HealthCheckFailed' }];
    expect(kustomization(done, { history }).transitionedAt).toBe(at('2026-11-21T11:59:00Z'));
    expect(kustomization(done, { history: [{ lastReconciledStatus: 'ReconciliationSucceeded' }] }).transitionedAt).toBe(
      at('2026-11-21T11:59:00Z'),
    );
  });
});

describe('a PackageRevision', () => {
  it('has the commit of its own place, and leads to its repository', () => {
    const found = row(resource('porch.kpt.dev', 'PackageRevision'), {
      metadata: metadata(),
      spec: { lifecycle: 'Published', repository: 'deployments' },
      status: { selfLock: { git: { commit: 'aa' } } },
    });
    expect(found).toMatchObject({
      revision: 'aa',
      relations: [{ type: 'SOURCE', to: 'config.porch.kpt.dev/Repository/shop/deployments' }],
    });
  });
});
