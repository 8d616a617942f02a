/** Rows made from series of metrics. */
import { describe, expect, it } from '@jest/globals';
import { metricsRows, METRICS_RESOURCES, sharedOut, type ClusterSeries } from '../../collector/metrics-rows.ts';
import type { Series } from '../../prometheus/vector.ts';
import { encodeObjectKey } from '../../schema/object-id.ts';
import { validateBatch } from '../../store/validate.ts';
import { POLICY } from './metrics-policy.ts';

const NOTHING: ClusterSeries = { lastSync: [], pipelineError: [], resources: [], readyResources: [], fluxResource: [] };
const series = (labels: Record<string, string>, value = 1): Series => ({ labels, value });
const SYNC = {
  configsync_sync_kind: 'RootSync',
  configsync_sync_namespace: 'config-management-system',
  configsync_sync_name: 'root-sync',
};
const GROUP = { resourcegroup: 'config-management-system/root-sync' };
const synced = (status: string, commit: string, at: number) => series({ ...SYNC, status, commit }, at);
const error = (component: string, value = 1, label = 'component') => series({ ...SYNC, [label]: component }, value);
const flux = (labels: Record<string, string>) =>
  series({ customresource_kind: 'Kustomization', exported_namespace: 'apps', name: 'web', ready: 'True', ...labels });

function finished<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

const rowsOf = (of: Partial<ClusterSeries>) => [
  ...finished(metricsRows('leaf-7', { ...NOTHING, ...of }, POLICY, 5_000)).values(),
];
const reported = (of: Partial<ClusterSeries>) =>
  rowsOf(of).map(({ kind, status, revision, suspended, records }) => ({
    kind,
    status,
    revision,
    suspended,
    ...records?.['package']?.[0],
  }));

describe('rows of Config Sync', () => {
  const base = { kind: 'RootSync', status: 'CURRENT', revision: 'abc', suspended: false };
  const cases: Record<string, [Partial<ClusterSeries>, object]> = {
    'a successful sync': [{ lastSync: [synced('success', 'abc', 10)] }, base],
    'of several commits, the one that was synced last': [
      { lastSync: [synced('success', 'old', 10), synced('success', 'abc', 20), synced('success', 'older', 5)] },
      base,
    ],
    'a later sync that failed: the commit is that of the last success': [
      { lastSync: [synced('success', 'abc', 10), synced('error', 'new', 20)] },
      base,
    ],
    'no successful sync': [
      { lastSync: [synced('error', 'new', 20)] },
      { ...base, status: 'IN_PROGRESS', revision: '', step: 'SYNCING' },
    ],
    'an error of the source': [
      { lastSync: [synced('success', 'abc', 10)], pipelineError: [error('source')] },
      { ...base, status: 'FAILED', step: 'SYNC_FAILED' },
    ],
    'an error of rendering': [
      { pipelineError: [error('rendering')] },
      { ...base, status: 'FAILED', revision: '', step: 'SYNC_FAILED' },
    ],
    'an error of the sync, where Prometheus has renamed the label': [
      { pipelineError: [series({ ...SYNC, component: 'otel-collector', exported_component: 'sync' })] },
      { ...base, status: 'FAILED', revision: '', step: 'SYNC_FAILED' },
    ],
    'an error that has passed': [
      { lastSync: [synced('success', 'abc', 10)], pipelineError: [error('source', 0)] },
      base,
    ],
    'objects that have failed': [
      { lastSync: [synced('success', 'abc', 10)], pipelineError: [error('readiness')] },
      { ...base, health: 'FAILED' },
    ],
    'another component': [{ lastSync: [synced('success', 'abc', 10)], pipelineError: [error('cosmic rays')] }, base],
    'all objects ready': [
      { lastSync: [synced('success', 'abc', 10)], resources: [series(GROUP, 3)], readyResources: [series(GROUP, 3)] },
      { ...base, detail: 'AGGREGATED' },
    ],
    'some objects not ready': [
      { lastSync: [synced('success', 'abc', 10)], resources: [series(GROUP, 3)], readyResources: [series(GROUP, 2)] },
      { ...base, detail: 'AGGREGATED', health: 'RECONCILING' },
    ],
    'one of both counts only': [{ lastSync: [synced('success', 'abc', 10)], resources: [series(GROUP, 3)] }, base],
    'counts of another group': [
      {
        lastSync: [synced('success', 'abc', 10)],
        resources: [series({ resourcegroup: 'a/b' }, 3)],
        readyResources: [series({}, 2)],
      },
      base,
    ],
  };
  for (const [what, [given, expected]] of Object.entries(cases))
    it(what, () => expect(reported(given)).toEqual([expected]));

  it('distinguishes RootSyncs and RepoSyncs of one name', () => {
    const repo = series({ ...SYNC, configsync_sync_kind: 'RepoSync', status: 'success', commit: 'def' }, 10);
    expect(
      reported({ lastSync: [repo, synced('success', 'abc', 10)] }).map(({ kind, revision }) => [kind, revision]),
    ).toEqual([
      ['RepoSync', 'def'],
      ['RootSync', 'abc'],
    ]);
  });
});

describe('rows of Flux', () => {
  const base = { kind: 'Kustomization', status: 'CURRENT', revision: '', suspended: false };
  const cases: Record<string, [Record<string, string>, object]> = {
    ready: [{ revision: 'main@sha1:ab' }, { ...base, revision: 'main@sha1:ab' }],
    'not ready': [{ ready: 'False' }, { ...base, status: 'FAILED', step: 'SYNC_FAILED' }],
    unknown: [{ ready: 'Unknown' }, { ...base, status: 'IN_PROGRESS', step: 'SYNCING' }],
    'not told': [{ ready: '' }, { ...base, status: 'IN_PROGRESS', step: 'SYNCING' }],
    suspended: [{ suspended: 'true' }, { ...base, suspended: true }],
    'not suspended': [{ suspended: 'False' }, base],
    'a HelmRelease': [{ customresource_kind: 'HelmRelease' }, { ...base, kind: 'HelmRelease' }],
  };
  for (const [what, [given, expected]] of Object.entries(cases))
    it(what, () => expect(reported({ fluxResource: [flux(given)] })).toEqual([expected]));

  it('makes one row of two series of one object', () => {
    expect(rowsOf({ fluxResource: [flux({ pod: 'a' }), flux({ pod: 'b' })] })).toHaveLength(1);
  });
});

describe('series', () => {
  it('make nothing if they name no such object', () => {
    const odd = [
      flux({ customresource_kind: 'GitRepository' }),
      flux({ customresource_kind: '__proto__' }),
      flux({ name: '' }),
      flux({ name: '../secret' }),
      flux({ exported_namespace: '' }),
      flux({ exported_namespace: 'a\nb' }),
      series({}),
    ];
    expect(
      rowsOf({
        fluxResource: odd,
        lastSync: [series({ ...SYNC, configsync_sync_kind: 'Secret', status: 'success' }), series({})],
      }),
    ).toEqual([]);
  });

  it('make rows that every store takes, whatever their texts', () => {
    const long = 'x'.repeat(10_000);
    const rows = rowsOf({
      fluxResource: [flux({ revision: `${long}\u0000\ud800` })],
      lastSync: [synced('success', long, 1)],
    });
    const lease = { cluster: 'leaf-7', holder: 'a', epoch: 1 };
    expect(validateBatch(lease, { puts: rows }).puts.size).toBe(2);
    expect(
      rows.map(row => [row.uid, row.createdAt, row.transitionedAt, row.labels, row.relations, row.syncedAt]),
    ).toEqual([
      ['', 0, 0, {}, undefined, 5_000],
      ['', 0, 0, {}, undefined, 5_000],
    ]);
    expect(rows.every(row => METRICS_RESOURCES.some(({ kind }) => kind === row.kind))).toBe(true);
    expect(new Set(rows.map(encodeObjectKey)).size).toBe(2);
  });

  it('are shared out by the value of a label', () => {
    const [a, b, none] = [series({ cluster: 'a' }), series({ cluster: 'b' }), series({})];
    const shares = finished(sharedOut([a, b, none, a], 'cluster'));
    expect([shares.get('a'), shares.get('b'), shares.get('c')]).toEqual([[a, a], [b], undefined]);
  });
});
