/** Packages over the real read model: joins, phases, lists and their pages, through the graph. */
import { describe, expect, it } from '@jest/globals';
import { encodePackageId } from '../../../schema/package-id.ts';
import { allow, grant } from '../fleet/scripted-fleet.ts';
import {
  application,
  commit,
  fluxSource,
  gitRepository,
  helmRelease,
  inventory,
  kptGroup,
  kustomization,
  packageRevision,
  REPO,
  repository,
  sync,
  T1,
  T2,
} from './objects.ts';
import { PackageFleet, ROOT, type ClusterContent, type Json } from './package-fleet.ts';

const ID = encodePackageId({ address: REPO, directory: 'apps/web' });
const DEPLOYMENT = `object { id } package { id } engine scope target { name } phase reason message revision expectedRevision detail
  objectCounts { total current inProgress failed terminating notFound unknown } stale since mechanism`;
const COUNTS = 'phaseCounts { total failed syncFailed unknown terminating outdated syncing reconciling ready stale }';

/** Deployments by the name of their deploying object. */
async function deploymentsOf(
  objects: readonly Json[],
  hubs: readonly string[] = [],
  more: Record<string, ClusterContent> = {},
  user = 'root',
) {
  await using fleet = await PackageFleet.open({ leaf: { objects }, ...more }, hubs);
  const { data, errors } = await fleet.ask(`{ packageDeployments(first: 500) { nodes { ${DEPLOYMENT} } } }`, {}, user);
  expect(errors).toBeUndefined();
  return new Map<string, Json>(
    data.packageDeployments.nodes.map((it: Json) => [it['object'].id.split('/').at(-1), it]),
  );
}

const deploymentOf = async (...objects: readonly Json[]) => [...(await deploymentsOf(objects)).values()][0]!;

describe('the package of a deployment', () => {
  const idOf = (address: string, directory: string) => encodePackageId({ address, directory });

  it.each<[string, Json[], string | null]>([
    ['a RootSync', [sync('a/x')], ID],
    ['a RepoSync', [sync('a/x', { kind: 'RepoSync' })], ID],
    ['a RootSync at no address', [sync('a/x', { repo: '/srv/repo' })], null],
    [
      'a Kustomization of a GitRepository',
      [kustomization('a/x', './apps/web'), gitRepository('a/repo', 'git@git.example:org/repo')],
      ID,
    ],
    ['a Kustomization without its source', [kustomization('a/x', './apps/web')], null],
    [
      'a Kustomization of a source without an address',
      [kustomization('a/x', 'apps'), gitRepository('a/repo', '/srv')],
      null,
    ],
    [
      'a Kustomization of an OCIRepository',
      [
        kustomization('a/x', './', { spec: { sourceRef: { kind: 'OCIRepository', name: 'repo' } } }),
        fluxSource('OCIRepository', 'a/repo', { url: 'oci://reg.example/web' }),
      ],
      idOf('oci://reg.example/web', ''),
    ],
    [
      'a Kustomization of a Bucket',
      [
        kustomization('a/x', 'apps', { spec: { sourceRef: { kind: 'Bucket', name: 'repo' } } }),
        fluxSource('Bucket', 'a/repo', { endpoint: 'minio.example', bucketName: 'b' }),
      ],
      idOf('https://minio.example/b', 'apps'),
    ],
    [
      'a HelmRelease of a HelmRepository',
      [
        helmRelease('a/x', {
          chart: { spec: { chart: './web', sourceRef: { kind: 'HelmRepository', name: 'charts' } } },
        }),
        fluxSource('HelmRepository', 'a/charts', { url: 'https://charts.example' }),
      ],
      idOf('https://charts.example', './web'),
    ],
    [
      'a HelmRelease of a GitRepository',
      [
        helmRelease('a/x', {
          chart: { spec: { chart: './charts/web', sourceRef: { kind: 'GitRepository', name: 'repo' } } },
        }),
        gitRepository('a/repo'),
      ],
      idOf(REPO, 'charts/web'),
    ],
    [
      'a HelmRelease with a chartRef to an OCIRepository',
      [
        helmRelease('a/x', { chartRef: { kind: 'OCIRepository', name: 'web' } }),
        fluxSource('OCIRepository', 'a/web', { url: 'oci://reg.example/charts/web' }),
      ],
      idOf('oci://reg.example/charts/web', ''),
    ],
    [
      'a HelmRelease with a chartRef to a HelmChart',
      [
        helmRelease('a/x', { chartRef: { kind: 'HelmChart', name: 'web' } }),
        fluxSource('HelmChart', 'a/web', { chart: 'web', sourceRef: { kind: 'HelmRepository', name: 'charts' } }),
        fluxSource('HelmRepository', 'a/charts', { url: 'https://charts.example' }),
      ],
      idOf('https://charts.example', 'web'),
    ],
    [
      'a HelmRelease whose HelmChart has no source',
      [
        helmRelease('a/x', { chartRef: { kind: 'HelmChart', name: 'web' } }),
        fluxSource('HelmChart', 'a/web', { chart: 'web', sourceRef: { kind: 'HelmRepository', name: 'charts' } }),
      ],
      null,
    ],
    ['an Application', [application('a/x', {})], ID],
    ['kpt live', [kptGroup('a/x', ['Succeeded'])], null],
  ])('is that of %s', async (_what, objects, id) => {
    const found = (await deploymentsOf(objects)).get('x')!;
    expect(found['package']?.id ?? null).toBe(id);
    expect(found).toMatchObject({ scope: 'PACKAGE', mechanism: 'PULL', target: { name: 'leaf' }, stale: false });
  });
});

describe('a RootSync', () => {
  const place = 'a/x';

  it.each<[string, Json[], Json]>([
    [
      'without an inventory',
      [sync(place)],
      { phase: 'READY', detail: 'APPLIED', objectCounts: null, since: T1.replace('Z', '.000Z'), reason: 'Sync' },
    ],
    [
      'whose objects are current',
      [sync(place), inventory(place, ['Current', 'Current'])],
      {
        phase: 'READY',
        detail: 'FULL',
        objectCounts: { total: 2, current: 2 },
        since: T2.replace('Z', '.000Z'),
        reason: 'Sync',
      },
    ],
    [
      'with an object that failed',
      [sync(place), inventory(place, ['Current', 'Failed'])],
      { phase: 'FAILED', reason: 'ObjectsFailed', message: '1 of 2 objects are current, 1 failed' },
    ],
    [
      'with an object that waits',
      [sync(place), inventory(place, ['InProgress'])],
      { phase: 'RECONCILING', reason: 'ObjectsNotReady' },
    ],
    [
      'with an object nobody knows',
      [sync(place), inventory(place, ['Odd'])],
      { phase: 'UNKNOWN', reason: 'ObjectsUnknown' },
    ],
    [
      'whose inventory lags',
      [sync(place), inventory(place, ['Current'], { metadata: { generation: 3 } })],
      { phase: 'RECONCILING', reason: 'InventoryNotObserved' },
    ],
    [
      'whose inventory does not count',
      [sync(place, { spec: { override: { statusMode: 'disabled' } } }), inventory(place, ['Failed'])],
      { phase: 'READY', detail: 'APPLIED', objectCounts: null },
    ],
    [
      'that syncs, with its counts',
      [sync(place, { syncing: { status: 'True' } }), inventory(place, ['Failed'])],
      { phase: 'SYNCING', detail: 'FULL', objectCounts: { total: 1, failed: 1 }, since: T1.replace('Z', '.000Z') },
    ],
    [
      'with errors',
      [sync(place, { syncing: { errorSummary: { totalCount: 1 } } })],
      { phase: 'SYNC_FAILED', reason: 'SyncErrors' },
    ],
    ['that is deleted', [sync(place, { metadata: { deletionTimestamp: T1 } })], { phase: 'TERMINATING' }],
    [
      'behind its source',
      [sync(place, { source: commit('c') })],
      { phase: 'OUTDATED', reason: 'OtherRevision', revision: commit('a'), expectedRevision: commit('c') },
    ],
    ['without a source', [sync(place, { source: '' })], { phase: 'READY', expectedRevision: null }],
    [
      'with nothing applied',
      [sync(place, { applied: '', source: commit('c') })],
      { phase: 'OUTDATED', revision: null },
    ],
  ])('%s', async (_what, objects, expected) => expect((await deploymentsOf(objects)).get('x')).toMatchObject(expected));

  it('does not count what kpt left under its name, which is another deployment', async () => {
    await using fleet = await PackageFleet.open({ leaf: { objects: [sync(place), kptGroup(place, ['Failed'])] } });
    const { data } = await fleet.ask(`{ packageDeployments { nodes { engine phase detail objectCounts { total } } } }`);
    expect(data.packageDeployments.nodes).toEqual([
      { engine: 'CONFIG_SYNC', phase: 'READY', detail: 'APPLIED', objectCounts: null },
      { engine: 'KPT_LIVE', phase: 'FAILED', detail: 'APPLIED', objectCounts: { total: 1 } },
    ]);
  });

  it('has no second deployment in its inventory', async () => {
    expect((await deploymentsOf([sync(place), inventory(place, ['Current'])])).size).toBe(1);
    expect((await deploymentsOf([inventory(place, ['Current'])])).size).toBe(0);
  });

  it('tells as much as its rows that the caller sees', async () => {
    const grants = [...ROOT, ...grant('jane', allow('list', 'rootsyncs'))];
    const found = await deploymentsOf(
      [],
      [],
      { other: { objects: [sync(place), inventory(place, ['Failed'])], grants } },
      'jane',
    );
    expect(found.get('x')).toMatchObject({ phase: 'READY', detail: 'APPLIED', objectCounts: null });
  });
});

describe('a Kustomization', () => {
  const source = gitRepository('a/repo');
  const newer = gitRepository('a/repo', REPO, `main@sha1:${commit('b')}`);
  const attempted = { status: { lastAttemptedRevision: `main@sha1:${commit('b')}` } };
  const failed = (revision: string) =>
    kustomization('a/x', 'apps', {
      ready: { status: 'False', reason: 'HealthCheckFailed' },
      status: { lastAttemptedRevision: revision },
    });
  const checking = [
    { type: 'Ready', status: 'Unknown', reason: 'Progressing', message: '', lastTransitionTime: T1 },
    { type: 'Healthy', status: 'Unknown', reason: 'Progressing', message: '', lastTransitionTime: T1 },
  ];

  it.each<[string, Json[], Json]>([
    [
      'that is ready',
      [kustomization('a/x', 'apps'), source],
      { phase: 'READY', detail: 'AGGREGATED', reason: 'ReconciliationSucceeded' },
    ],
    [
      'that looks at nothing',
      [kustomization('a/x', 'apps', { spec: { wait: false } }), source],
      { phase: 'READY', detail: 'APPLIED' },
    ],
    [
      'behind its source',
      [kustomization('a/x', 'apps'), gitRepository('a/repo', REPO, `main@sha1:${commit('B')}`)],
      { phase: 'OUTDATED', expectedRevision: `main@sha1:${commit('B')}`, revision: `main@sha1:${commit('a')}` },
    ],
    [
      'at the revision of its source in another spelling',
      [
        kustomization('a/x', 'apps', { applied: `main/${commit('a')}` }),
        gitRepository('a/repo', REPO, `dev@sha1:${commit('A')}`),
      ],
      { phase: 'READY' },
    ],
    ['without a source', [kustomization('a/x', 'apps')], { phase: 'READY', expectedRevision: null, package: null }],
    [
      'whose dependency is not ready',
      [kustomization('a/x', 'apps', { ready: { status: 'False', reason: 'DependencyNotReady' } }), source],
      { phase: 'SYNCING', reason: 'DependencyNotReady' },
    ],
    [
      'whose objects are broken',
      [kustomization('a/x', 'apps', { ready: { status: 'False', reason: 'HealthCheckFailed' } }), source],
      { phase: 'FAILED', reason: 'HealthCheckFailed' },
    ],
    [
      'whose objects of a new revision are broken: the revision counts as applied once they are healthy',
      [failed(`main@sha1:${commit('b')}`), newer],
      {
        phase: 'FAILED',
        reason: 'HealthCheckFailed',
        revision: `main@sha1:${commit('a')}`,
        expectedRevision: `main@sha1:${commit('b')}`,
      },
    ],
    [
      'whose objects of a new revision are being checked',
      [
        kustomization('a/x', 'apps', {
          status: { lastAttemptedRevision: `main@sha1:${commit('b')}`, conditions: checking },
        }),
        newer,
      ],
      { phase: 'RECONCILING' },
    ],
    [
      'whose broken objects are not of the newest revision',
      [failed(`main@sha1:${commit('c')}`), newer],
      { phase: 'OUTDATED' },
    ],
    [
      'that attempts a revision and does not say that it failed',
      [kustomization('a/x', 'apps', attempted), newer],
      { phase: 'OUTDATED' },
    ],
    [
      'that has something newer to apply',
      [kustomization('a/x', 'apps', { ready: { status: 'False', reason: 'HealthCheckCanceled' } }), newer],
      { phase: 'SYNCING', reason: 'HealthCheckCanceled' },
    ],
    [
      'that cannot be built',
      [kustomization('a/x', 'apps', { ready: { status: 'False', reason: 'BuildFailed' } }), source],
      { phase: 'SYNC_FAILED', reason: 'BuildFailed' },
    ],
    ['that is suspended', [kustomization('a/x', 'apps', { spec: { suspend: true } }), source], { phase: 'READY' }],
  ])('%s', async (_what, objects, expected) => expect((await deploymentsOf(objects)).get('x')).toMatchObject(expected));
});

describe('other engines', () => {
  it.each<[string, Json, Json]>([
    [
      'a HelmRelease',
      helmRelease('a/x', {}),
      { phase: 'READY', revision: '1.2.3', expectedRevision: null, detail: 'AGGREGATED', engine: 'FLUX_HELMRELEASE' },
    ],
    [
      'an Application',
      application('a/x', {}),
      { phase: 'READY', detail: 'FULL', objectCounts: { total: 1, current: 1 }, engine: 'ARGO_CD', reason: 'Healthy' },
    ],
    [
      'an Application that differs',
      application('a/x', {}, { sync: { status: 'OutOfSync', revision: commit('a') }, health: { status: 'Degraded' } }),
      { phase: 'OUTDATED', reason: 'OutOfSync' },
    ],
    [
      'an Application that is degraded',
      application('a/x', {}, { health: { status: 'Degraded' } }),
      { phase: 'FAILED', reason: 'Degraded' },
    ],
    [
      'an Application that is suspended',
      application('a/x', {}, { health: { status: 'Suspended' } }),
      { phase: 'RECONCILING' },
    ],
    [
      'an Application with a failed operation, out of sync',
      application('a/x', {}, { sync: { status: 'OutOfSync' }, operationState: { phase: 'Failed', message: 'boom' } }),
      { phase: 'SYNC_FAILED', reason: 'OperationFailed', message: 'boom' },
    ],
    [
      'an Application whose sync is unknown',
      application('a/x', {}, { sync: { status: 'Odd' } }),
      { phase: 'UNKNOWN', reason: 'SyncUnknown' },
    ],
    [
      'kpt live',
      kptGroup('a/x', ['Succeeded', 'Succeeded']),
      { phase: 'READY', detail: 'APPLIED', objectCounts: { total: 2, current: 2 }, revision: null, since: null },
    ],
    ['kpt live with a failure', kptGroup('a/x', ['Succeeded', 'Failed']), { phase: 'FAILED', reason: 'ObjectsFailed' }],
    [
      'kpt live that applies',
      kptGroup('a/x', ['Pending'], { actuation: 'Pending' }),
      { phase: 'SYNCING', reason: 'ActuationPending' },
    ],
  ])('%s', async (_what, object, expected) => expect(await deploymentOf(object)).toMatchObject(expected));
});

describe('the target of an Application', () => {
  const clusters = { 'leaf-1': { server: 'https://leaf-1.example:6443/' } };

  it.each<[string, Json, string | null]>([
    ['itself', {}, 'hub'],
    ['itself by name', { name: 'in-cluster' }, 'hub'],
    ['itself by server', { server: 'https://kubernetes.default.svc' }, 'hub'],
    ['another by name', { name: 'leaf-1' }, 'leaf-1'],
    ['another by server', { server: 'https://leaf-1.example:6443' }, 'leaf-1'],
    ['one that is not registered', { name: 'leaf-9' }, null],
    ['a server of none', { server: 'https://leaf-9.example' }, null],
  ])('of a hub is %s', async (_what, destination, target) => {
    const found = await deploymentsOf([], ['hub'], {
      ...clusters,
      hub: { objects: [application('a/x', { destination })] },
    });
    expect(found.get('x')!['target']?.name ?? null).toBe(target);
  });

  it('of another cluster is itself or nothing', async () => {
    const found = await deploymentsOf([], ['hub'], {
      ...clusters,
      edge: { objects: [application('a/x', { destination: { name: 'leaf-1' } }), application('a/y', {})] },
    });
    expect([found.get('x')!['target'], found.get('y')!['target']]).toEqual([null, { name: 'edge' }]);
  });

  it('is nothing where the caller may not know the cluster', async () => {
    const objects = [application('a/x', { destination: { name: 'leaf-1' } })];
    const grants = [...ROOT, ...grant('jane', allow('list', 'applications'))];
    const found = await deploymentsOf([], ['hub'], { ...clusters, hub: { objects, grants } }, 'jane');
    expect(found.get('x')).toMatchObject({ target: null, phase: 'READY' });
  });

  it.each<[string, string[], Json]>([
    ['knows it by one object alone, as for the gate', ['tls'], { totalCount: 1, cause: 'OTHER_REVISION' }],
    ['sees no object of it, as for the gate', ['other'], { totalCount: 0, cause: 'NOT_KNOWN' }],
  ])('counts for a caller who %s', async (_what, names, { totalCount, cause }) => {
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'tls', namespace: 'shop', uid: 'u' } };
    const objects = [application('a/x', { destination: { name: 'leaf' } })];
    const grants = [...ROOT, ...grant('jane', allow('list', '*'))];
    const leaf = { objects: [secret], grants: [...ROOT, ...grant('jane', allow('get', 'secrets', ...names))] };
    await using fleet = await PackageFleet.open({ leaf, hub: { objects, grants } }, ['hub']);
    const { data } = await fleet.ask(
      `query ($id: ID!) {
        packageGate(id: $id, clusters: ["leaf"], revision: "main@sha1:${'c'.repeat(40)}") { blocks { cause } }
        packageDeployments(filter: { clusters: ["leaf"] }) { totalCount }
      }`,
      { id: ID },
      'jane',
    );
    expect(data).toEqual({ packageGate: { blocks: [{ cause }] }, packageDeployments: { totalCount } });
  });
});

describe('an intent', () => {
  const hub = (...objects: Json[]) => ({ hub: { objects } });
  const phase = async (object: Json, ...published: Json[]) => {
    const found = (await deploymentsOf([object], ['hub'], hub(...published))).get('x')!;
    return [found['phase'], found['expectedRevision']];
  };
  const revision = packageRevision('p/web-1');
  const atBranch = repository('p/deployments');

  it.each<[string, Json, Json[], [string, string | null]]>([
    ['that is applied', sync('a/x', { applied: commit('b') }), [revision], ['READY', commit('b')]],
    ['that is not', sync('a/x'), [revision], ['OUTDATED', commit('b')]],
    [
      'that a later commit of the branch covers',
      sync('a/x', { sourceTime: T2 }),
      [revision, atBranch],
      ['READY', commit('b')],
    ],
    [
      'that an earlier commit does not cover',
      sync('a/x', { sourceTime: '2026-01-30T09:59:59Z' }),
      [revision, atBranch],
      ['OUTDATED', commit('b')],
    ],
    [
      'that a commit of another branch does not cover',
      sync('a/x', { branch: 'dev' }),
      [revision, atBranch],
      ['OUTDATED', commit('b')],
    ],
    ['of a repository that is hidden', sync('a/x'), [revision], ['OUTDATED', commit('b')]],
    [
      'that a fixed revision does not cover',
      sync('a/x', { revision: 'main' }),
      [revision, atBranch],
      ['OUTDATED', commit('b')],
    ],
    [
      'that a source not yet applied does not cover',
      sync('a/x', { source: commit('c') }),
      [revision, atBranch],
      ['OUTDATED', commit('b')],
    ],
    [
      'without a time',
      sync('a/x'),
      [packageRevision('p/web-1', { publishedAt: undefined }), atBranch],
      ['OUTDATED', commit('b')],
    ],
    [
      'without a commit',
      sync('a/x'),
      [packageRevision('p/web-1', { sha: undefined }), atBranch],
      ['READY', commit('a')],
    ],
    [
      'that is a draft',
      sync('a/x'),
      [packageRevision('p/web-1', { spec: { lifecycle: 'Draft' } })],
      ['READY', commit('a')],
    ],
    [
      'that is to be deleted',
      sync('a/x'),
      [packageRevision('p/web-1', { spec: { lifecycle: 'DeletionProposed' } })],
      ['READY', commit('a')],
    ],
    [
      'that is no deployment',
      sync('a/x'),
      [packageRevision('p/web-1', { status: { deployment: false } })],
      ['READY', commit('a')],
    ],
    [
      'of the highest revision, as a number',
      sync('a/x', { applied: commit('e') }),
      [
        packageRevision('p/web-1', { revision: 'v9', sha: commit('d') }),
        packageRevision('p/web-2', { revision: 'v10', sha: commit('e') }),
        packageRevision('p/web-3', { revision: 'main', sha: commit('f'), publishedAt: T2 }),
      ],
      ['READY', commit('e')],
    ],
    [
      'of the latest time',
      sync('a/x', { applied: commit('e') }),
      [
        packageRevision('p/web-1', { sha: commit('e'), publishedAt: T2 }),
        packageRevision('p/web-2', { sha: commit('d') }),
      ],
      ['READY', commit('e')],
    ],
    [
      'of the greatest id',
      sync('a/x', { applied: commit('e') }),
      [packageRevision('p/web-1', { sha: commit('d') }), packageRevision('p/web-2', { sha: commit('e') })],
      ['READY', commit('e')],
    ],
    [
      'with the place of its repository',
      sync('a/x', { applied: commit('e'), directory: 'deploy/web' }),
      [
        packageRevision('p/web-1', { status: { selfLock: undefined } }),
        repository('p/deployments', { repo: REPO, directory: '/deploy' }),
        packageRevision('p/web-2', { revision: 2, directory: 'deploy/web', sha: commit('e') }),
      ],
      ['READY', commit('e')],
    ],
  ])('%s', async (_what, object, published, expected) => expect(await phase(object, ...published)).toEqual(expected));

  it('counts on hubs alone', async () => {
    const found = await deploymentsOf([sync('a/x'), revision], ['hub'], hub());
    expect(found.get('x')).toMatchObject({ phase: 'READY', expectedRevision: commit('a') });
  });

  it('is told with its package, also where nothing deploys it', async () => {
    await using fleet = await PackageFleet.open(
      { leaf: { objects: [sync('a/x', { directory: 'apps' })] }, ...hub(revision) },
      ['hub'],
    );
    const { data } = await fleet.ask(
      `query ($id: ID!) { package(id: $id) { id address directory intent { id } publishedRevision ${COUNTS}
         deployments { totalCount nodes { scope phase object { id } } } } }`,
      { id: ID },
    );
    expect(data.package).toMatchObject({
      ...{ id: ID, address: REPO, directory: 'apps/web', publishedRevision: commit('b') },
      intent: { id: 'hub/porch.kpt.dev/PackageRevision/p/web-1' },
      phaseCounts: { total: 1, outdated: 1 },
      deployments: { totalCount: 1, nodes: [{ scope: 'WIDER', phase: 'OUTDATED' }] },
    });
    const alone = await fleet.ask(
      '{ packages(filter: { names: ["none"] }) { totalCount } all: packages { totalCount nodes { directory } } }',
    );
    expect(alone.data).toEqual({
      packages: { totalCount: 0 },
      all: { totalCount: 2, nodes: [{ directory: 'apps' }, { directory: 'apps/web' }] },
    });
  });

  it('makes deployments of directories above its own, of Config Sync from git alone', async () => {
    const objects = [
      sync('a/root', { directory: '/' }),
      sync('a/apps', { directory: 'apps' }),
      sync('a/own'),
      sync('a/website', { directory: 'apps/we' }),
      sync('a/below', { directory: 'apps/web/db' }),
      kustomization('a/flux', 'apps'),
      gitRepository('a/repo'),
      application('a/argo', { source: { repoURL: REPO, path: 'apps' } }),
    ];
    await using fleet = await PackageFleet.open({ leaf: { objects }, ...hub(revision) }, ['hub']);
    const { data } = await fleet.ask(
      'query ($id: ID!) { package(id: $id) { deployments { nodes { scope object { id } } } } }',
      { id: ID },
    );
    const scopes = data.package.deployments.nodes.map(({ scope, object }: Json) => [
      object.id.split('/').at(-1),
      scope,
    ]);
    expect(scopes).toEqual([
      ['apps', 'WIDER'],
      ['own', 'PACKAGE'],
      ['root', 'WIDER'],
    ]);
  });
});

describe('the list of packages', () => {
  const objects = [
    sync('a/one'),
    sync('a/two', { directory: 'apps/db', source: commit('c') }),
    sync('b/three', { repo: 'https://git.example/org/another' }),
    kptGroup('b/four', ['Failed']),
  ];
  const open = () =>
    PackageFleet.open({ leaf: { objects }, edge: { objects: [sync('a/one'), application('a/five', {})] } });
  const LIST = `query ($filter: PackageFilter, $first: Int, $after: String) { packages(filter: $filter, first: $first, after: $after) {
    nodes { address directory ${COUNTS} deployments { totalCount } } totalCount hasNextPage endCursor ${COUNTS} complete } }`;

  it('is sorted by address and directory, and counts phases', async () => {
    await using fleet = await open();
    const { data } = await fleet.ask(LIST);
    expect(data.packages).toMatchObject({
      nodes: [
        {
          address: 'https://git.example/org/another',
          directory: 'apps/web',
          phaseCounts: { total: 1, ready: 1 },
          deployments: { totalCount: 1 },
        },
        { address: REPO, directory: 'apps/db', phaseCounts: { total: 1, outdated: 1 } },
        { address: REPO, directory: 'apps/web', phaseCounts: { total: 3, ready: 3 }, deployments: { totalCount: 3 } },
      ],
      ...{ totalCount: 3, hasNextPage: false, complete: true },
      phaseCounts: { total: 6, ready: 4, outdated: 1, failed: 1 },
    });
  });

  it('comes in pages', async () => {
    await using fleet = await open();
    const walked: string[] = [];
    for (let after: string | null = null; ;) {
      const { packages }: Json = (await fleet.ask(LIST, { first: 2, after })).data;
      expect(packages.totalCount).toBe(3);
      walked.push(...packages.nodes.map(({ address, directory }: Json) => `${address} ${directory}`));
      if (!packages.hasNextPage) break;
      after = packages.endCursor;
    }
    expect(walked).toEqual(['https://git.example/org/another apps/web', `${REPO} apps/db`, `${REPO} apps/web`]);
    const none = (await fleet.ask(LIST, { first: 0 })).data.packages;
    expect(none).toMatchObject({ nodes: [], totalCount: 3, hasNextPage: true, endCursor: null });
  });

  it.each<[string, Json, string[], number]>([
    ['targets', { clusters: ['edge'] }, ['apps/web'], 2],
    ['no targets', { clusters: [] }, [], 0],
    ['a target that is nowhere', { clusters: ['nowhere'] }, [], 0],
    ['namespaces', { namespaces: ['b'] }, ['apps/web'], 2],
    ['names', { names: ['two', 'five'] }, ['apps/db', 'apps/web'], 2],
    ['engines', { engines: ['ARGO_CD'] }, ['apps/web'], 1],
    ['no engines', { engines: [] }, [], 0],
    ['phases', { phases: ['OUTDATED', 'FAILED'] }, ['apps/db'], 2],
    ['what is stale', { stale: true }, [], 0],
    ['what is not', { stale: false }, ['apps/web', 'apps/db', 'apps/web'], 6],
    ['an address', { address: 'git@git.example:org/another' }, ['apps/web'], 1],
    ['a directory', { directory: '/apps/db/' }, ['apps/db'], 1],
    ['the root', { directory: '' }, [], 0],
    ['all of them', { clusters: ['leaf'], engines: ['CONFIG_SYNC'], names: ['one'], address: REPO }, ['apps/web'], 1],
  ])('is narrowed by %s', async (_what, filter, directories, total) => {
    await using fleet = await open();
    const { data, errors } = await fleet.ask(
      `query ($filter: PackageFilter) { packages(filter: $filter) { nodes { directory } ${COUNTS} } packageDeployments(filter: $filter) { totalCount ${COUNTS} } }`,
      { filter },
    );
    expect(errors).toBeUndefined();
    expect(data.packages.nodes.map(({ directory }: Json) => directory)).toEqual(directories);
    expect(data.packages.phaseCounts.total).toBe(total);
    expect(data.packageDeployments.totalCount).toBe(total);
    expect(data.packageDeployments.phaseCounts).toEqual(data.packages.phaseCounts);
  });

  it('hands its filter to the deployments of each package, unless they have their own', async () => {
    await using fleet = await open();
    const { data } = await fleet.ask(`{ packages(filter: { clusters: ["edge"] }) { nodes {
      ofList: deployments { totalCount } nulled: deployments(filter: null) { totalCount } all: deployments(filter: {}) { totalCount }
      own: deployments(filter: { engines: [ARGO_CD] }) { totalCount nodes { object { id } } } } } }`);
    expect(data.packages.nodes).toMatchObject([
      { ofList: { totalCount: 2 }, nulled: { totalCount: 2 }, all: { totalCount: 3 }, own: { totalCount: 1 } },
    ]);
  });

  it('counts the stale, whose phase stays', async () => {
    await using fleet = await open();
    await fleet.write('edge', { state: { phase: 'unreachable', reason: 'TIMEOUT' } });
    const { data } = await fleet.ask(LIST, { filter: { stale: true } });
    expect(data.packages).toMatchObject({ complete: false, phaseCounts: { total: 2, ready: 2, stale: 2 } });
  });

  it('is complete where it names what is', async () => {
    await using fleet = await open();
    await fleet.write('edge', { state: { phase: 'unreachable', reason: 'TIMEOUT' } });
    const complete = async (clusters: string[] | null) =>
      (await fleet.ask(LIST, { filter: { clusters } })).data.packages.complete;
    expect([
      await complete(['leaf']),
      await complete(['edge']),
      await complete(['nowhere']),
      await complete(null),
      await complete([]),
    ]).toEqual([...[true, false, false, false, true]]);
  });

  it('shows nothing to whom nothing is shown', async () => {
    await using fleet = await open();
    const { data } = await fleet.ask(LIST, {}, 'nobody');
    expect(data.packages).toMatchObject({ nodes: [], totalCount: 0, phaseCounts: { total: 0 } });
    expect(
      (await fleet.ask('query ($id: ID!) { package(id: $id) { id } }', { id: ID }, 'nobody')).data.package,
    ).toBeNull();
  });
});

describe('the deployment of an object', () => {
  it('is that of the object, or of the RootSync whose inventory it is', async () => {
    const objects = [
      sync('a/x'),
      inventory('a/x', ['Failed']),
      kptGroup('b/x', ['Succeeded']),
      gitRepository('a/repo'),
    ];
    await using fleet = await PackageFleet.open({ leaf: { objects } });
    const representations = ['configsync.gke.io/RootSync/a/x', 'kpt.dev/ResourceGroup/a/x', 'kpt.dev/ResourceGroup/b/x']
      .concat(['source.toolkit.fluxcd.io/GitRepository/a/repo', 'configsync.gke.io/RootSync/a/none', 'x'])
      .map(key => ({ __typename: 'KubernetesObject', id: `leaf/${key}` }));
    const { data } = await fleet.ask(
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on KubernetesObject { deployment { phase engine object { id } } } } }',
      { of: representations },
    );
    const ofSync = {
      deployment: { phase: 'FAILED', engine: 'CONFIG_SYNC', object: { id: 'leaf/configsync.gke.io/RootSync/a/x' } },
    };
    expect(data._entities).toEqual([
      ...[ofSync, ofSync],
      { deployment: { phase: 'READY', engine: 'KPT_LIVE', object: { id: 'leaf/kpt.dev/ResourceGroup/b/x' } } },
      ...[{ deployment: null }, { deployment: null }, { deployment: null }],
    ]);
  });

  it('is counted with its target', async () => {
    const hub = { objects: [application('a/x', { destination: { name: 'leaf' } }), application('a/y', {})] };
    await using fleet = await PackageFleet.open({ leaf: { objects: [sync('a/x')] }, hub, empty: {} }, ['hub']);
    const names = ['leaf', 'hub', 'empty', 'nowhere'];
    const { data } = await fleet.ask(
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Cluster { mechanism packagePhases { total ready } } } }',
      { of: names.map(name => ({ __typename: 'Cluster', name })) },
    );
    expect(data._entities.map((it: Json) => it['packagePhases'].total)).toEqual([2, 1, 0, 0]);
    expect(data._entities[0].mechanism).toBe('PULL');
  });

  it('is one question for all rows of a list', async () => {
    await using fleet = await PackageFleet.open({ leaf: { objects: [sync('a/x'), sync('a/y')] } });
    const of = ['x', 'y'].map(name => ({
      __typename: 'KubernetesObject',
      id: `leaf/configsync.gke.io/RootSync/a/${name}`,
    }));
    let requested = 0;
    const ask = fleet.model.ask.bind(fleet.model);
    fleet.model.ask = (...args) => (requested++, ask(...args));
    await fleet.ask(
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on KubernetesObject { deployment { phase } } } }',
      {
        of,
      },
    );
    expect(requested).toBe(1);
  });
});

describe('a package by id', () => {
  it('is found as an entity and as a node, and hidden like an absent one', async () => {
    const objects = [sync('a/x')];
    const grants = [...ROOT, ...grant('jane', allow('list', 'rootsyncs'), 'b')];
    await using fleet = await PackageFleet.open({ leaf: { objects, grants } });
    const absent = encodePackageId({ address: REPO, directory: 'none' });
    const of = [ID, absent].map(id => ({ __typename: 'Package', id }));
    const ENTITIES = 'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Package { directory } } }';
    expect((await fleet.ask(ENTITIES, { of })).data._entities).toEqual([{ directory: 'apps/web' }, null]);
    expect((await fleet.ask(ENTITIES, { of }, 'jane')).data._entities).toEqual([null, null]);
  });

  it.each([
    '',
    'leaf//Pod/a/b',
    '//https%3A%2F%2Fgit.example%2Fa',
    '//https%3a%2F%2Fgit.example%2Fa/b',
    '//git.example/a',
    '//https%3A%2F%2Fgit.example%2Fa.git/b',
  ])('is not %j', async id => {
    await using fleet = await PackageFleet.open({});
    for (const question of ['package(id: $id) { id }', 'packageGate(id: $id, clusters: ["a"]) { open }'])
      expect((await fleet.ask(`query ($id: ID!) { ${question} }`, { id })).errors).toMatchObject([
        { extensions: { code: 'BAD_USER_INPUT', argument: 'id' } },
      ]);
  });
});

describe('bad input', () => {
  const many = Array.from({ length: 1_001 }, (_, i) => `n${i}`);

  it.each<[string, Json, string]>([
    ['too many clusters', { filter: { clusters: many } }, 'filter.clusters'],
    ['too many namespaces', { filter: { namespaces: many } }, 'filter.namespaces'],
    ['too many names', { filter: { names: many } }, 'filter.names'],
    ['no address', { filter: { address: '' } }, 'filter.address'],
    ['a path for an address', { filter: { address: '/srv/repo' } }, 'filter.address'],
    ['a directory above', { filter: { directory: 'a/../b' } }, 'filter.directory'],
    ['a long directory', { filter: { directory: 'a'.repeat(1_025) } }, 'filter.directory'],
    ['too large a page', { first: 501 }, 'first'],
    ['a negative page', { first: -1 }, 'first'],
    ['a broken cursor', { after: 'x' }, 'after'],
    ['the cursor of another list', { after: Buffer.from('["a","b","c"]').toString('base64url') }, 'after'],
  ])('is %s', async (_what, variables, argument) => {
    await using fleet = await PackageFleet.open({ leaf: { objects: [sync('a/x')] } });
    for (const list of ['packages', 'packageDeployments']) {
      const { errors } = await fleet.ask(
        `query ($filter: PackageFilter, $first: Int, $after: String) { ${list}(filter: $filter, first: $first, after: $after) { totalCount } }`,
        variables,
      );
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }]);
    }
  });
});

describe('what a question costs', () => {
  const [team, others] = [[sync('a/x'), sync('a/y')], Array.from({ length: 50 }, (_, i) => sync(`b/z${i}`))];
  const grants = [...ROOT, ...grant('joe', allow('list', '*'), 'a')];
  const costOf = async (objects: readonly Json[], query: string, user: string) => {
    await using fleet = await PackageFleet.open({ leaf: { objects, grants } });
    const extra = { cost: 0 };
    expect((await fleet.ask(query, {}, user, extra)).errors).toBeUndefined();
    return extra.cost;
  };

  it.each([
    '{ packages { totalCount } }',
    '{ packageDeployments { totalCount } }',
    `{ package(id: "${ID}") { id } }`,
    `{ packageGate(id: "${ID}", clusters: ["leaf"]) { open } }`,
  ])('%s: one for each row that its caller sees of it, and nothing for hidden ones', async query => {
    expect(await costOf([...team, ...others], query, 'root')).toBeGreaterThanOrEqual(52);
    const seen = await costOf([...team, ...others], query, 'joe');
    expect(seen).toBe(await costOf(team, query, 'joe'));
    expect(seen).toBeGreaterThanOrEqual(2);
    expect(seen).toBeLessThan(10);
  });
});
