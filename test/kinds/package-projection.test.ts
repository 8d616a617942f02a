/** The projection `package`: records of objects in the form that their controllers write. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aggregated } from '../../kinds/aggregated.ts';
import { packageProjection, type PackageRecord } from '../../kinds/package-projection.ts';
import { MAX_RECORD_LENGTH } from '../../store/limits.ts';

type Json = Record<string, unknown>;

const GROUPS: Readonly<Record<string, string>> = {
  RootSync: 'configsync.gke.io',
  RepoSync: 'configsync.gke.io',
  ResourceGroup: 'kpt.dev',
  Kustomization: 'kustomize.toolkit.fluxcd.io',
  HelmRelease: 'helm.toolkit.fluxcd.io',
  Application: 'argoproj.io',
  PackageRevision: 'porch.kpt.dev',
  Repository: 'config.porch.kpt.dev',
};

function recordOf(kind: string, object: Json): PackageRecord | undefined {
  const group = GROUPS[kind] ?? 'source.toolkit.fluxcd.io';
  const metadata = { name: 'web', namespace: 'shop', generation: 2, ...(object['metadata'] as Json) };
  return packageProjection.project({ ...object, metadata }, { group, kind })[0];
}

const synced = { observedGeneration: 2, conditions: [{ type: 'Syncing', status: 'False', reason: 'Sync' }] };
const ready = { conditions: [{ type: 'Ready', status: 'True', reason: 'ReconciliationSucceeded' }] };
const compared = { sync: { status: 'Synced', revision: 'aa' }, health: { status: 'Healthy' } };
const TIME = '2026-01-31T12:00:00Z';

describe('the package that a deployment names', () => {
  const git = { repo: 'git@git.example:org/repo.git', dir: '/apps//web/' };
  const at = { place: 'https://git.example/org/repo apps/web' };

  it.each<[string, string, Json, PackageRecord]>([
    ['RootSync', 'git', { git }, { ...at, deep: true, branch: 'master' }],
    [
      'RepoSync',
      'git, said so',
      { sourceType: 'git', git: { ...git, branch: 'main' } },
      { ...at, deep: true, branch: 'main' },
    ],
    [
      'RootSync',
      'git at HEAD',
      { git: { ...git, branch: 'main', revision: 'HEAD' } },
      { ...at, deep: true, branch: 'main' },
    ],
    ['RootSync', 'git at a revision', { git: { ...git, branch: 'main', revision: 'main' } }, { ...at, deep: true }],
    [
      'RootSync',
      'git without a directory',
      { git: { repo: git.repo } },
      { place: 'https://git.example/org/repo ', deep: true, branch: 'master' },
    ],
    ['RootSync', 'git above its root', { git: { ...git, dir: '../x' } }, { deep: true, branch: 'master' }],
    ['RootSync', 'git at no address', { git: { ...git, repo: '/srv/repo' } }, { deep: true, branch: 'master' }],
    [
      'RootSync',
      'oci',
      { sourceType: 'oci', oci: { image: 'reg.example/a/b:v1', dir: '.' } },
      { place: 'oci://reg.example/a/b ' },
    ],
    [
      'RootSync',
      'helm',
      { sourceType: 'helm', helm: { repo: 'https://charts.example', chart: 'web' } },
      { place: 'https://charts.example web' },
    ],
    ['RootSync', 'something else', { sourceType: 'svn', git }, {}],
  ])('%s of %s', (kind, _what, spec, expected) => expect(recordOf(kind, { spec, status: synced })).toEqual(expected));

  it.each<[string, Json, PackageRecord]>([
    ['a path', { source: { repoURL: git.repo, path: './apps/./web' } }, at],
    [
      'a path and a branch',
      { source: { repoURL: git.repo, path: 'apps/web', targetRevision: 'main' } },
      { ...at, branch: 'main' },
    ],
    ['a path at HEAD', { source: { repoURL: git.repo, path: 'apps/web', targetRevision: 'HEAD' } }, at],
    [
      'a chart of a registry',
      { source: { repoURL: 'reg.example/charts', chart: './web', targetRevision: '1.2.3' } },
      { place: 'oci://reg.example/charts ./web', branch: '1.2.3' },
    ],
    [
      'a chart of a repository',
      { source: { repoURL: 'https://charts.example', chart: 'web' } },
      { place: 'https://charts.example web' },
    ],
    [
      'the first of several',
      {
        sources: [
          { repoURL: git.repo, path: 'apps/web' },
          { repoURL: 'https://x/y', path: 'z' },
        ],
      },
      at,
    ],
    ['a registry without a chart', { source: { repoURL: 'reg.example/x', path: 'a' } }, {}],
    ['nothing', {}, {}],
  ])('Application of %s', (_what, spec, expected) => {
    const record = { detail: 'AGGREGATED', revision: 'aa', ...expected };
    expect(recordOf('Application', { spec, status: compared })).toEqual(record);
  });

  it.each<[string, Json, PackageRecord | undefined]>([
    ['Kustomization', { path: './apps/web' }, { place: ' apps/web' }],
    ['Kustomization', {}, { place: ' ' }],
    ['Kustomization', { path: '../web' }, {}],
    ['Kustomization', { wait: true }, { place: ' ', detail: 'AGGREGATED' }],
    ['Kustomization', { healthChecks: [{ kind: 'Deployment' }] }, { place: ' ', detail: 'AGGREGATED' }],
    ['Kustomization', { healthCheckExprs: [{ kind: 'Deployment' }] }, { place: ' ', detail: 'AGGREGATED' }],
    ['Kustomization', { healthChecks: [] }, { place: ' ' }],
    ['HelmRelease', { chart: { spec: { chart: 'web' } } }, { detail: 'AGGREGATED', place: ' web' }],
    [
      'HelmRelease',
      { chart: { spec: { chart: './charts/web' } } },
      { detail: 'AGGREGATED', place: ' charts/web', chart: './charts/web' },
    ],
    ['HelmRelease', { chart: { spec: { chart: 'web' } }, install: { disableWait: true } }, { place: ' web' }],
    ['HelmRelease', { chart: { spec: { chart: 'web' } }, upgrade: { disableWait: true } }, { place: ' web' }],
    ['HelmRelease', { chartRef: { kind: 'OCIRepository', name: 'web' } }, { detail: 'AGGREGATED', place: ' ' }],
    ['HelmRelease', { chartRef: { kind: 'HelmChart', name: 'web' } }, { detail: 'AGGREGATED', place: 'chartRef' }],
  ])('%s of %j', (kind, spec, expected) => expect(recordOf(kind, { spec, status: ready })).toEqual(expected));

  it.each<[string, Json, PackageRecord | undefined]>([
    [
      'GitRepository',
      { url: 'ssh://git@git.example/org/repo' },
      { address: 'https://git.example/org/repo', branch: 'master' },
    ],
    [
      'GitRepository',
      { url: git.repo, ref: { branch: 'main' } },
      { address: 'https://git.example/org/repo', branch: 'main' },
    ],
    [
      'GitRepository',
      { url: git.repo, ref: { branch: 'main', commit: 'aa' } },
      { address: 'https://git.example/org/repo' },
    ],
    ['GitRepository', { url: git.repo, ref: { tag: 'v1' } }, { address: 'https://git.example/org/repo' }],
    ['GitRepository', { url: git.repo, ref: { semver: '1.x' } }, { address: 'https://git.example/org/repo' }],
    ['GitRepository', { url: git.repo, ref: { name: 'refs/heads/main' } }, { address: 'https://git.example/org/repo' }],
    ['GitRepository', { url: '/srv/repo' }, undefined],
    ['OCIRepository', { url: 'oci://reg.example/web' }, { address: 'oci://reg.example/web' }],
    ['HelmRepository', { url: 'https://charts.example/' }, { address: 'https://charts.example' }],
    ['Bucket', { endpoint: 'minio.example', bucketName: 'apps' }, { address: 'https://minio.example/apps' }],
    ['Bucket', { endpoint: 'minio.example' }, undefined],
    ['HelmChart', { chart: 'web', sourceRef: { kind: 'HelmRepository', name: 'charts' } }, { chart: 'web' }],
    ['HelmChart', {}, undefined],
  ])('a %s of %j', (kind, spec, expected) => expect(recordOf(kind, { spec })).toEqual(expected));

  it('a source with the time of its artifact', () => {
    const status = { artifact: { lastUpdateTime: TIME } };
    expect(recordOf('OCIRepository', { spec: { url: 'oci://reg.example/web' }, status })).toEqual({
      address: 'oci://reg.example/web',
      time: Date.parse(TIME),
    });
  });
});

describe('what an engine says', () => {
  it.each<[string, string, Json, PackageRecord]>([
    ['RootSync', 'that is done', synced, {}],
    ['RootSync', 'that is not', {}, { step: 'SYNCING' }],
    [
      'RootSync',
      'with its source',
      { ...synced, source: { commit: 'aa', lastUpdate: TIME } },
      { revision: 'aa', time: Date.parse(TIME) },
    ],
    ['Kustomization', 'that is ready', ready, {}],
    ['Kustomization', 'that waits for another', failed('DependencyNotReady'), { step: 'SYNCING' }],
    ['Kustomization', 'whose objects are broken', failed('HealthCheckFailed'), { health: 'FAILED' }],
    ['HelmRelease', 'whose tests failed', failed('TestFailed'), { health: 'FAILED' }],
    ['HelmRelease', 'that cannot be installed', failed('InstallFailed'), { step: 'SYNC_FAILED' }],
    ['Kustomization', 'that works', working(), { step: 'SYNCING' }],
    [
      'Kustomization',
      'that waits for its objects',
      working({ type: 'Healthy', status: 'Unknown' }),
      { health: 'RECONCILING' },
    ],
    ['Kustomization', 'that cannot be read', { conditions: 7 }, { step: 'UNKNOWN' }],
    ['Application', 'that is degraded', { ...compared, health: { status: 'Degraded' } }, { health: 'FAILED' }],
    ['Application', 'that is suspended', { ...compared, health: { status: 'Suspended' } }, { health: 'RECONCILING' }],
    ['Application', 'whose health is not told', { ...compared, health: {} }, { health: 'RECONCILING' }],
    ['Application', 'of unknown health', { ...compared, health: { status: 'Odd' } }, { health: 'UNKNOWN' }],
    ['Application', 'that differs', { ...compared, sync: { status: 'OutOfSync', revision: 'aa' } }, { differs: true }],
    ['Application', 'of unknown sync', { ...compared, sync: { status: 'Odd' } }, { step: 'UNKNOWN' }],
    ['Application', 'with a failed operation', { ...compared, operationState: { phase: 'Failed' } }, {}],
    [
      'Application',
      'with a failed operation that differs',
      { sync: { status: 'OutOfSync' }, operationState: { phase: 'Error' } },
      { step: 'SYNC_FAILED', differs: true },
    ],
  ])('of a %s %s', (kind, _what, status, expected) => {
    const {
      detail: _detail,
      place: _place,
      deep: _deep,
      branch: _branch,
      ...said
    } = recordOf(kind, { spec: {}, status })!;
    const source =
      kind === 'Application' && 'sync' in status && 'revision' in (status['sync'] as Json) ? { revision: 'aa' } : {};
    expect(said).toEqual({ ...source, ...expected });
  });

  function failed(reason: string): Json {
    return { conditions: [{ type: 'Ready', status: 'False', reason }] };
  }

  function working(...more: Json[]): Json {
    return { conditions: [{ type: 'Ready', status: 'Unknown', reason: 'Progressing' }, ...more] };
  }

  it('of a deployment that is deleted', () => {
    const metadata = { deletionTimestamp: TIME };
    for (const kind of ['RootSync', 'Kustomization', 'HelmRelease', 'Application', 'ResourceGroup'])
      expect(recordOf(kind, { metadata, spec: {}, status: {} })).toMatchObject({ step: 'TERMINATING' });
  });

  it('of a RootSync whose status mode is disabled', () => {
    expect(recordOf('RootSync', { spec: { override: { statusMode: 'disabled' } }, status: synced })).toMatchObject({
      unlisted: true,
    });
  });

  it.each<[string, Json, PackageRecord]>([
    [
      'all of them',
      { resources: [{ health: { status: 'Healthy' } }, {}, { health: { status: 'Missing' } }] },
      { detail: 'FULL', counts: [2, 0, 0, 0, 1, 0] },
    ],
    [
      'states of all kinds',
      { resources: ['Progressing', 'Suspended', 'Degraded', 'Odd'].map(status => ({ health: { status } })) },
      { detail: 'FULL', counts: [0, 2, 1, 0, 0, 1] },
    ],
    ['no object', { resources: [] }, { detail: 'AGGREGATED' }],
    [
      'objects whose health is kept elsewhere',
      { resources: [{}], resourceHealthSource: 'appTree' },
      { detail: 'AGGREGATED' },
    ],
  ])('of an Application with %s', (_what, status, expected) => {
    const application = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', spec: {}, status: { ...compared, ...status } }; // prettier-ignore
    for (const reported of [application, aggregated(application)]) {
      const { detail, counts } = recordOf('Application', reported)!;
      expect({ detail, ...(counts && { counts }) }).toEqual(expected);
    }
  });

  it.each<[string, Json, Json]>([
    ['here by its server', { server: 'https://kubernetes.default.svc/' }, {}],
    ['here by its name', { name: 'in-cluster' }, {}],
    ['here, unsaid', {}, {}],
    ['elsewhere by name', { name: 'leaf-1', server: '' }, { cluster: 'leaf-1' }],
    ['elsewhere by server', { server: 'https://leaf-1.example:6443' }, { server: 'https://leaf-1.example:6443' }],
  ])('of an Application that applies %s', (_what, destination, expected) => {
    const { cluster, server } = recordOf('Application', { spec: { destination }, status: compared })!;
    expect({ ...(cluster !== undefined && { cluster }), ...(server !== undefined && { server }) }).toEqual(expected);
  });
});

describe('the inventory of a RootSync', () => {
  const labels = { 'cli-utils.sigs.k8s.io/inventory-id': 'shop_web' };
  const entry = (name: string, more: Json) => ({ group: '', kind: 'ConfigMap', namespace: 'shop', name, ...more });
  const group = (statuses: Json[], resources: Json[] = []) => ({
    metadata: { labels },
    spec: { resources },
    status: { observedGeneration: 2, resourceStatuses: statuses },
  });

  it.each<[string, Json, number[]]>([
    ['current', { status: 'Current' }, [1, 0, 0, 0, 0, 0]],
    ['in progress', { status: 'InProgress' }, [0, 1, 0, 0, 0, 0]],
    ['failed', { status: 'Failed' }, [0, 0, 1, 0, 0, 0]],
    ['terminating', { status: 'Terminating' }, [0, 0, 0, 1, 0, 0]],
    ['not found', { status: 'NotFound' }, [0, 0, 0, 0, 1, 0]],
    ['of another word', { status: 'constructor' }, [0, 0, 0, 0, 0, 1]],
    ['without a status', { reconcile: 'Succeeded' }, [0, 0, 0, 0, 0, 1]],
    ['not applied', { status: 'Current', actuation: 'Failed' }, [0, 0, 0, 0, 0, 1]],
    ['not applied and not found', { status: 'NotFound', actuation: 'Skipped' }, [0, 0, 0, 0, 1, 0]],
    ['not applied and terminating', { status: 'Terminating', actuation: 'Pending' }, [0, 0, 0, 1, 0, 0]],
    ['deleted', { status: 'NotFound', strategy: 'Delete' }, [0, 0, 0, 0, 0, 0]],
    ['being deleted', { status: 'Terminating', strategy: 'Delete' }, [0, 0, 0, 1, 0, 0]],
    ['not deleted', { status: 'Current', strategy: 'Delete', actuation: 'Failed' }, [0, 0, 1, 0, 0, 0]],
    ['to be deleted', { status: 'Current', strategy: 'Delete', actuation: 'Succeeded' }, [0, 1, 0, 0, 0, 0]],
  ])('counts an object that is %s', (_what, more, counts) => {
    expect(recordOf('ResourceGroup', group([entry('a', more)]))).toMatchObject({ inventory: true, counts });
  });

  it('counts an identity once, by its first entry, and what has no entry as in progress', () => {
    const statuses = [entry('a', { status: 'Current' }), entry('a', { status: 'Failed' })];
    expect(recordOf('ResourceGroup', group(statuses, [entry('a', {}), entry('b', {}), entry('b', {})]))).toEqual({
      inventory: true,
      health: 'RECONCILING',
      counts: [1, 1, 0, 0, 0, 0],
    });
  });

  it('of no objects is ready where its controller has seen it', () => {
    expect(recordOf('ResourceGroup', group([]))).toEqual({ inventory: true, counts: [0, 0, 0, 0, 0, 0] });
    expect(recordOf('ResourceGroup', { metadata: { labels } })).toMatchObject({ health: 'RECONCILING' });
  });

  it('takes no count that is none, or that is more than an answer can hold', () => {
    const counts = {
      current: 1e15,
      inProgress: -1,
      failed: 'x',
      terminating: 1.5,
      notFound: null,
      unknown: 2_147_483_648,
    };
    const found = recordOf('ResourceGroup', { ...group([]), status: { counts } })!['counts'] as number[];
    expect(found.map(count => count > 0)).toEqual([true, false, false, false, false, true]);
    expect(found.length * Math.max(...found)).toBeLessThan(2 ** 31);
  });

  it.each<[string, Json, number[]]>([
    ['Succeeded', { status: 'Unknown', reconcile: 'Succeeded' }, [1, 0, 0, 0, 0, 0]],
    ['Pending', { reconcile: 'Pending' }, [0, 1, 0, 0, 0, 0]],
    ['Timeout', { status: 'Unknown', reconcile: 'Timeout' }, [0, 1, 0, 0, 0, 0]],
    ['Failed', { status: 'Unknown', reconcile: 'Failed' }, [0, 0, 1, 0, 0, 0]],
    ['Skipped', { status: 'Unknown', reconcile: 'Skipped' }, [0, 0, 0, 0, 0, 1]],
  ])('of kpt live counts by reconcile: %s', (_what, more, counts) => {
    expect(recordOf('ResourceGroup', { status: { resourceStatuses: [entry('a', more)] } })).toMatchObject({ counts });
    expect(recordOf('ResourceGroup', { status: { resourceStatuses: [entry('a', more)] } })).not.toHaveProperty(
      'inventory',
    );
  });
});

describe('what Porch publishes', () => {
  const git = { repo: 'https://git.example/org/repo.git', directory: 'apps/web', commit: 'aa' };
  const published = (spec: Json, status: Json) =>
    recordOf('PackageRevision', {
      spec: { lifecycle: 'Published', packageName: 'web', repository: 'deployments', ...spec },
      status: { deployment: true, ...status },
    });

  it.each<[string, Json, Json, PackageRecord | undefined]>([
    [
      'with its place',
      { revision: 3 },
      { selfLock: { git }, publishedAt: TIME },
      {
        ...{ number: 3, publishedAt: Date.parse(TIME), commit: 'aa', name: 'web' },
        ...{ address: 'https://git.example/org/repo', directory: 'apps/web' },
      },
    ],
    [
      'of an older version',
      { revision: 'v12' },
      { publishTimestamp: TIME },
      { number: 12, publishedAt: Date.parse(TIME), name: 'web' },
    ],
    ['with the revision of its status', { revision: 'v1' }, { revision: 'v2' }, { number: 2, name: 'web' }],
    ['without a number', { revision: 'main' }, {}, { number: 0, name: 'web' }],
    [
      'at no address',
      {},
      { selfLock: { git: { ...git, repo: '/srv' } } },
      { number: 0, commit: 'aa', address: '', directory: 'apps/web', name: 'web' },
    ],
    ['as a draft', { lifecycle: 'Draft' }, { selfLock: { git } }, undefined],
    ['to be deleted', { lifecycle: 'DeletionProposed' }, { selfLock: { git } }, undefined],
    ['as a blueprint', {}, { deployment: false }, undefined],
  ])('%s', (_what, spec, status, expected) => expect(published(spec, status)).toEqual(expected));

  it('leads to a repository', () => {
    expect(recordOf('Repository', { spec: { git: { repo: git.repo, directory: '/apps' } } })).toEqual({
      ...{ address: 'https://git.example/org/repo', directory: 'apps', branch: 'main' },
    });
  });
});

describe('any JSON', () => {
  const anything = fc.json().map(text => JSON.parse(text) as unknown);
  const words = fc.constantFrom(
    'git',
    'oci',
    'helm',
    'https://git.example/x',
    'oci://r/a:1@b',
    'a/../b',
    '\ud800',
    'x'.repeat(5_000),
    '"'.repeat(900),
  );
  const value = fc.oneof(anything, words);
  const inner = fc.dictionary(
    fc.constantFrom('repo', 'dir', 'image', 'chart', 'url', 'path', 'repoURL', 'status', 'spec', 'git', 'branch'),
    value,
  );

  it('gives one record within its bounds, or none', () => {
    const spec = fc.dictionary(
      fc.constantFrom('git', 'oci', 'helm', 'source', 'sources', 'sourceType', 'path', 'chart', 'url', 'resources'),
      fc.oneof(value, inner),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...(packageProjection.from as { group: string; kind: string }[])),
        spec,
        anything,
        (kind, spec, status) => {
          const records = packageProjection.project({ metadata: { name: 'a', namespace: 'b' }, spec, status }, kind);
          expect(records.length).toBeLessThanOrEqual(1);
          for (const record of records) expect(JSON.stringify(record).length).toBeLessThanOrEqual(MAX_RECORD_LENGTH);
        },
      ),
      { numRuns: 500 },
    );
  });
});
