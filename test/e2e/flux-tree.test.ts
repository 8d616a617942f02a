/**
 * The tree below a Kustomization on a real API server contains the collected objects of the inventory and the objects
 * that they own. For Secrets, only their existence is shown. The tests also cover trees above Pods, Services, and the
 * revisions of a repository.
 *
 * The tree also matches the output of flux 2.9.5 in flux-printed/. If FLUX is the path of a flux executable, the test
 * runs the command again. The objects have the form that Flux's controllers write.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { leafObjects } from '../../cli/register/leaf-rights.ts';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import type { KubernetesJson } from '../harness/apiserver-client.ts';
import { eventually, Fleetgraph } from '../harness/fleetgraph.ts';
import { binding } from './fixture.ts';

const KUSTOMIZE = 'kustomize.toolkit.fluxcd.io';
const HELM = 'helm.toolkit.fluxcd.io';
const REVISION = 'main@sha1:2222222222222222222222222222222222222222';
const OLD = 'main@sha1:1111111111111111111111111111111111111111';
const SECRET_VALUE = 'hunter2-in-the-cluster';
const AT = '2026-11-21T10:00:00Z';

let server: ApiServer;
let fleetgraph: Fleetgraph;

beforeAll(async () => {
  server = await startApiServer({
    name: 'leaf',
    users: ['reader', 'member', 'collector', 'careful'].map(name => ({ name })),
  });
  await server.installCrds();
  await server.apply(
    ['flux-system', 'team', 'other'].map(name => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
  );
  await server.apply(fluxObjects());
  await server.apply(appliedObjects());
  await applyOwned();
  await server.apply([
    ...(leafObjects({ namespace: 'fleetgraph', allKinds: false, impersonate: 'anybody' }) as KubernetesJson[]),
    ...bound('collector', 'fleetgraph-collector'),
  ]);
  // A second account without permission to list Secrets.
  const careful = leafObjects({
    namespace: 'fleetgraph',
    allKinds: false,
    secrets: false,
    impersonate: 'anybody',
  }) as KubernetesJson[];
  const role = careful.find(({ kind }) => kind === 'ClusterRole')!;
  await server.apply([{ ...role, metadata: { name: 'careful' } }, ...bound('careful', 'careful'), ...readers()]);
  const kubeconfigs = await Promise.all(
    ['collector', 'careful', 'reader'].map(async user => {
      const file = join(server.directory, `${user}.kubeconfig`);
      await writeFile(file, stringify(server.kubeconfig(user)), { mode: 0o600 });
      return file;
    }),
  );
  fleetgraph = await Fleetgraph.start({
    form: 'single',
    config: {
      duplicates: 'allow', // one API server is registered as two clusters
      clusters: [
        { name: 'leaf', kubeconfig: kubeconfigs[0] },
        { name: 'careful', kubeconfig: kubeconfigs[1] },
      ],
      authentication: [
        { type: 'static', tokens: ['reader', 'member'].map(user => ({ token: `token-of-${user}`, user })) },
      ],
    },
  });
  const indexed = () => fleetgraph.query('token-of-reader', '{ coverage { indexed } }');
  await eventually(indexed, ({ data }) => data?.coverage?.indexed === 2, {
    what: 'an index of both clusters',
  });
}, 900_000);
afterAll(async () => {
  await fleetgraph?.stop();
  await server?.remove();
});

function bound(user: string, role: string): KubernetesJson[] {
  return [binding('ClusterRoleBinding', `${user}-user`, undefined, role, { kind: 'User', name: user })];
}

function readers(): KubernetesJson[] {
  const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }];
  return [
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'reader' }, rules },
    binding('ClusterRoleBinding', 'reader', undefined, 'reader', { kind: 'User', name: 'reader' }),
    binding('RoleBinding', 'member', 'team', 'reader', { kind: 'User', name: 'member' }),
  ];
}

const ready = (status = 'True', reason = 'ReconciliationSucceeded') => [
  { type: 'Ready', status, reason, message: 'm', observedGeneration: 1, lastTransitionTime: AT },
];

/** Ids of the inventory in kustomize-controller's form: `namespace_name_group_kind`. */
const INVENTORY = [
  '_team-crb_rbac.authorization.k8s.io_ClusterRoleBinding',
  'team_web-settings__ConfigMap',
  'team_web-login__Secret',
  'team_web__Service',
  'team_web_apps_Deployment',
  'team_web_autoscaling_HorizontalPodAutoscaler',
  'team_backup_batch_CronJob',
  'team_web_networking.k8s.io_Ingress',
  `team_cache_${HELM}_HelmRelease`,
];

function fluxObjects(): KubernetesJson[] {
  const kustomization = (name: string, spec: object, status: object): KubernetesJson => ({
    apiVersion: `${KUSTOMIZE}/v1`,
    kind: 'Kustomization',
    metadata: { name, namespace: 'flux-system' },
    spec: { interval: '5m', path: './', prune: true, sourceRef: { kind: 'GitRepository', name: 'apps' }, ...spec },
    status: {
      observedGeneration: 1,
      conditions: ready(),
      lastAppliedRevision: REVISION,
      lastAttemptedRevision: REVISION,
      ...status,
    },
  });
  const source = (kind: string, name: string, url: string, revision: string): KubernetesJson => ({
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind,
    metadata: { name, namespace: 'flux-system' },
    spec: { interval: '1m', url },
    status: {
      observedGeneration: 1,
      conditions: ready(),
      artifact: {
        revision,
        digest: `sha256:${'0'.repeat(64)}`,
        lastUpdateTime: AT,
        path: 'p',
        url: 'http://source-controller/x',
      },
    },
  });
  return [
    source('GitRepository', 'apps', 'ssh://git@Git.example.org/org/apps.git', REVISION),
    source('GitRepository', 'apps-by-https', 'https://git.example.org/org/apps', REVISION),
    source('HelmRepository', 'charts', 'https://charts.example.org/stable/', `sha256:${'1'.repeat(64)}`),
    kustomization('apps', {}, { inventory: { entries: INVENTORY.map(id => ({ id, v: 'v1' })) } }),
    kustomization(
      'behind',
      { sourceRef: { kind: 'GitRepository', name: 'apps-by-https' }, dependsOn: [{ name: 'apps' }] },
      { lastAppliedRevision: OLD, conditions: ready('False', 'BuildFailed') },
    ),
  ];
}

function appliedObjects(): KubernetesJson[] {
  const labels = { [`${KUSTOMIZE}/name`]: 'apps', [`${KUSTOMIZE}/namespace`]: 'flux-system' };
  const applied = (
    apiVersion: string,
    kind: string,
    name: string,
    content: object,
    namespace: string | undefined = 'team',
  ) =>
    ({
      apiVersion,
      kind,
      metadata: { name, ...(namespace !== '' && { namespace }), labels },
      ...content,
    }) as KubernetesJson;
  const container = { name: 'main', image: 'web:1' };
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [container] } };
  const job = { template: { spec: { containers: [container], restartPolicy: 'Never' } } };
  const backend = { service: { name: 'web', port: { number: 80 } } };
  const helm = { [`${HELM}/name`]: 'cache', [`${HELM}/namespace`]: 'team' };
  return [
    applied('v1', 'ConfigMap', 'web-settings', { data: { password: SECRET_VALUE } }),
    applied('v1', 'Secret', 'web-login', { stringData: { password: SECRET_VALUE } }),
    applied('v1', 'Service', 'web', { spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } }),
    applied('apps/v1', 'Deployment', 'web', { spec: { selector: { matchLabels: { app: 'web' } }, template } }),
    applied('autoscaling/v2', 'HorizontalPodAutoscaler', 'web', {
      spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 3 },
    }),
    applied('batch/v1', 'CronJob', 'backup', { spec: { schedule: '0 3 * * *', jobTemplate: { spec: job } } }),
    applied('networking.k8s.io/v1', 'Ingress', 'web', {
      spec: { rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }] },
    }),
    applied(`${HELM}/v2`, 'HelmRelease', 'cache', {
      spec: {
        interval: '5m',
        chart: {
          spec: { chart: 'redis', sourceRef: { kind: 'HelmRepository', name: 'charts', namespace: 'flux-system' } },
        },
      },
      status: {
        observedGeneration: 1,
        conditions: ready(),
        history: [{ chartName: 'redis', chartVersion: '1.2.3', status: 'deployed' }],
      },
    }),
    // An object that the HelmRelease `cache` has installed, with the labels that helm-controller sets.
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'cache', namespace: 'team', labels: helm },
      spec: {
        serviceName: 'cache',
        selector: { matchLabels: { app: 'cache' } },
        template: { metadata: { labels: { app: 'cache' } }, spec: { containers: [container] } },
      },
    },
    // A Pod in another namespace, with labels that the Service `web` selects.
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web-elsewhere', namespace: 'other', labels: { app: 'web' } },
      spec: template.spec,
    },
  ];
}

interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly path: string;
}

/** Applies the objects that controllers of workloads would create, with the UIDs of their owners. */
async function applyOwned(): Promise<void> {
  const owned = async (owner: Owner, object: KubernetesJson) => {
    const { uid } = (await server.request('GET', owner.path)).body['metadata'] as { uid: string };
    const { apiVersion, kind, name } = owner;
    const ownerReferences = [{ apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }];
    await server.apply([{ ...object, metadata: { ...object.metadata, namespace: 'team', ownerReferences } }]);
  };
  const apps = '/apis/apps/v1/namespaces/team';
  const labels = { app: 'web', 'pod-template-hash': 'abc' };
  const spec = { containers: [{ name: 'main', image: 'web:1' }] };
  const template = { metadata: { labels }, spec };
  const ownerOf = (apiVersion: string, kind: string, name: string, path: string): Owner => ({
    apiVersion,
    kind,
    name,
    path,
  });
  const replicaSet = { spec: { replicas: 2, selector: { matchLabels: labels }, template } };
  await owned(ownerOf('apps/v1', 'Deployment', 'web', `${apps}/deployments/web`), {
    ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web-abc', labels } },
    ...replicaSet,
  });
  for (const name of ['web-abc-1', 'web-abc-2'])
    await owned(ownerOf('apps/v1', 'ReplicaSet', 'web-abc', `${apps}/replicasets/web-abc`), {
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, labels }, spec },
    });
  await owned(ownerOf('batch/v1', 'CronJob', 'backup', '/apis/batch/v1/namespaces/team/cronjobs/backup'), {
    ...{ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'backup-1' } },
    spec: { template: { spec: { ...spec, restartPolicy: 'Never' } } },
  });
  await owned(ownerOf('apps/v1', 'StatefulSet', 'cache', `${apps}/statefulsets/cache`), {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'cache-0', labels: { app: 'cache' } }, spec },
  });
}

const READER = 'token-of-reader';
const idOf = (group: string, kind: string, namespace: string, name: string) =>
  ['leaf', group, kind, namespace, name].join('/');
const APPS = idOf(KUSTOMIZE, 'Kustomization', 'flux-system', 'apps');
const TREE = `query ($id: ID!, $direction: TreeDirection!) { tree(id: $id, direction: $direction, depth: 8) {
  nodes { object { id revision } parentId relation } truncated } }`;

async function ask(token: string, query: string, variables: Record<string, unknown> = {}): Promise<any> {
  const { data, errors } = await fleetgraph.query(token, query, variables);
  expect(errors).toBeUndefined();
  return data;
}

/** The tree, with [parent, relation] by id. */
async function treeOf(
  id: string,
  direction: 'UP' | 'DOWN',
  token = READER,
): Promise<Map<string, [string | null, string | null]>> {
  const { tree } = await ask(token, TREE, { id, direction });
  expect(tree.truncated).toBe(false);
  return new Map(tree.nodes.map(({ object, parentId, relation }: any) => [object.id, [parentId, relation]]));
}

/**
 * Recorded output of `flux ...args` on the server of this test. If FLUX names an executable, the output is recorded
 * again first.
 */
async function fluxPrints(file: string, ...args: readonly string[]): Promise<string> {
  const recorded = new URL(`flux-printed/${file}`, import.meta.url);
  const flux = process.env['FLUX'];
  if (flux !== undefined) {
    const { stdout } = await promisify(execFile)(flux, [
      ...args,
      '--kubeconfig',
      join(server.directory, 'reader.kubeconfig'),
    ]);
    await writeFile(recorded, `${stdout.trim()}\n`);
  }
  return await readFile(recorded, 'utf8');
}

/** Objects in the output of `flux trace`, block by block: Kind/namespace/name, and the revision if it is printed. */
function traced(text: string): (readonly [name: string, revision: string | undefined])[] {
  return text.split('---\n').map(block => {
    const fields = new Map([...block.matchAll(/^([\w ]+): +(.*\S)/gm)].map(([, key, value]) => [key!, value!]));
    const [[kind, name]] = fields as unknown as [[string, string]];
    const named = kind === 'Object' ? name.split('/') : [kind, name];
    return [[named[0], fields.get('Namespace'), named[1]].join('/'), fields.get('Revision')] as const;
  });
}

/** Name of an object in the output of flux: kind, namespace and name, without the group. */
function fluxName(id: string): string {
  const [, , kind, ...names] = id.split('/');
  return [kind, ...names].join('/');
}

/** Ids of the Pods, ReplicaSets and Jobs on the server that have an owner, each with the owner's id. */
async function ownedOnServer(): Promise<[string, string][]> {
  const kinds = [
    ['/api/v1', '', 'Pod', 'pods'],
    ['/apis/apps/v1', 'apps', 'ReplicaSet', 'replicasets'],
    ['/apis/batch/v1', 'batch', 'Job', 'jobs'],
  ] as const;
  const all = await Promise.all(
    kinds.map(async ([root, group, kind, plural]) => {
      const items = ((await server.request('GET', `${root}/${plural}`)).body.items ?? []) as { metadata: any }[];
      return items.flatMap(({ metadata: { namespace, name, ownerReferences = [] } }) =>
        ownerReferences.map((owner: { apiVersion: string; kind: string; name: string }): [string, string] => [
          idOf(group, kind, namespace, name),
          idOf(owner.apiVersion.split('/')[0]!, owner.kind, namespace, owner.name),
        ]),
      );
    }),
  );
  return all.flat();
}

describe('the tree below a Kustomization', () => {
  it('names its inventory, and what is owned by that, as the objects themselves say', async () => {
    const tree = await treeOf(APPS, 'DOWN');
    const { body } = await server.request('GET', `/apis/${KUSTOMIZE}/v1/namespaces/flux-system/kustomizations/apps`);
    const { entries } = (body['status'] as { inventory: { entries: { id: string }[] } }).inventory;
    // ClusterRoleBindings are not collected by default.
    const applied = entries.map(({ id }) => id.split('_')).filter(parts => parts[3] !== 'ClusterRoleBinding');
    expect(applied).toHaveLength(INVENTORY.length - 1);
    for (const [namespace = '', name = '', group = '', kind = ''] of applied)
      expect([kind, tree.get(idOf(group, kind, namespace, name))]).toEqual([kind, [APPS, 'MANAGES']]);
    const owned = await ownedOnServer();
    expect(owned).toHaveLength(5);
    for (const [id, owner] of owned) expect([id, tree.get(id)]).toEqual([id, [owner, 'OWNS']]);
    const release = idOf(HELM, 'HelmRelease', 'team', 'cache');
    expect(tree.get(idOf('apps', 'StatefulSet', 'team', 'cache'))).toEqual([release, 'MANAGES']);
    const behind = idOf(KUSTOMIZE, 'Kustomization', 'flux-system', 'behind');
    expect(tree.get(behind)).toEqual([APPS, 'DEPENDS_ON']);
    // The tree has the Kustomization, its inventory, the objects that the inventory owns or has installed, and
    // dependants.
    expect(tree.size).toBe(1 + applied.length + owned.length + 1 + 1);
  });

  it('has the children that flux tree prints', async () => {
    const printed = await fluxPrints('tree-apps.txt', 'tree', 'kustomization', 'apps', '--namespace', 'flux-system');
    const [root, ...children] = printed.trim().split('\n');
    expect(root).toBe('Kustomization/flux-system/apps');
    const named = children
      .map(line => line.replace(/^[├└]── /, ''))
      .filter(name => !name.startsWith('ClusterRoleBinding/')); // ClusterRoleBindings are not collected by default
    expect(named).toHaveLength(INVENTORY.length - 1);
    const tree = await treeOf(APPS, 'DOWN');
    const managed = [...tree].flatMap(([id, [parent, relation]]) =>
      parent === APPS && relation === 'MANAGES' ? [fluxName(id)] : [],
    );
    expect(managed.sort()).toEqual(named.sort());
  });

  it('is left out for who may not see it, and so is what only it leads to', async () => {
    expect((await ask('token-of-member', TREE, { id: APPS, direction: 'DOWN' })).tree).toBeNull();
    const up = await treeOf(idOf('', 'Pod', 'team', 'web-abc-1'), 'UP', 'token-of-member');
    expect([...up.keys()].filter(id => id.includes('/flux-system/'))).toEqual([]);
  });
});

describe('the tree above a Pod', () => {
  it.each([
    ['what a Kustomization applied', 'trace-web.txt', 'web-abc-1'],
    ['what a release installed', 'trace-cache.txt', 'cache-0'],
  ])('names what flux trace prints, in its order, with the revisions: %s', async (_what, file, pod) => {
    const printed = traced(await fluxPrints(file, 'trace', 'pod', pod, '--namespace', 'team'));
    expect(printed).toHaveLength(3);
    const { tree } = await ask(READER, TREE, { id: idOf('', 'Pod', 'team', pod), direction: 'UP' });
    const reported: [string, string | null][] = tree.nodes.map(({ object }: any) => [
      fluxName(object.id),
      object.revision,
    ]);
    const printedNames = new Set(printed.map(([name]) => name));
    expect(reported.map(([name]) => name).filter(name => printedNames.has(name))).toEqual(
      printed.map(([name]) => name),
    );
    const revisions = new Map(reported);
    for (const [name, revision] of printed)
      if (revision !== undefined) expect([name, revisions.get(name)]).toEqual([name, revision]);
  });

  it('names its owners, the Kustomization, the source and the revision', async () => {
    const pod = idOf('', 'Pod', 'team', 'web-abc-1');
    const { tree } = await ask(READER, TREE, { id: pod, direction: 'UP' });
    const [set, deployment] = [
      idOf('apps', 'ReplicaSet', 'team', 'web-abc'),
      idOf('apps', 'Deployment', 'team', 'web'),
    ];
    const repository = idOf('source.toolkit.fluxcd.io', 'GitRepository', 'flux-system', 'apps');
    const reported = new Map(
      tree.nodes.map(({ object, parentId, relation }: any) => [object.id, [parentId, relation, object.revision]]),
    );
    expect([set, deployment, APPS, repository].map(id => reported.get(id))).toEqual([
      [pod, 'OWNS', null],
      [set, 'OWNS', null],
      [deployment, 'MANAGES', REVISION],
      [APPS, 'SOURCE', REVISION],
    ]);
  });

  it('goes from what a release installed to its repository', async () => {
    const up = await treeOf(idOf('', 'Pod', 'team', 'cache-0'), 'UP');
    expect(up.get(idOf('source.toolkit.fluxcd.io', 'HelmRepository', 'flux-system', 'charts'))).toEqual([
      idOf(HELM, 'HelmRelease', 'team', 'cache'),
      'SOURCE',
    ]);
  });
});

describe('a Service', () => {
  it('is found from its Ingress, and its Pods from it, in its namespace alone', async () => {
    const tree = await treeOf(idOf('networking.k8s.io', 'Ingress', 'team', 'web'), 'DOWN');
    const service = idOf('', 'Service', 'team', 'web');
    expect(tree.get(service)).toEqual([idOf('networking.k8s.io', 'Ingress', 'team', 'web'), 'REFERENCES']);
    expect([...tree].filter(([, [parent]]) => parent === service).map(([id, [, relation]]) => [id, relation])).toEqual(
      ['web-abc-1', 'web-abc-2'].map(name => [idOf('', 'Pod', 'team', name), 'SELECTS']),
    );
    const query =
      '{ object(id: "leaf//Pod/team/web-abc-1") { related(types: [SELECTS]) { edges { direction node { id } } } } }';
    expect((await ask(READER, query)).object.related.edges).toEqual([{ direction: 'UP', node: { id: service } }]);
  });
});

describe('revisions', () => {
  it('are those of one repository, however its address is written, with who lags behind', async () => {
    const query = `query ($url: String) { revisions(sourceUrl: $url) { nodes { sourceUrl revision attempted objectCount clusters { name } statusCounts { failed } laggingCount laggingSince sourceRevision firstSeenAt } } }`;
    const { revisions } = await ask(READER, query, { url: 'git@git.example.org:org/apps.git' });
    const clusters = [{ name: 'careful' }, { name: 'leaf' }]; // one server that is registered twice
    const since = new Date(AT).toISOString();
    const common = { sourceUrl: 'https://git.example.org/org/apps', clusters };
    expect(revisions.nodes).toEqual([
      {
        ...{ ...common, revision: REVISION, attempted: false, objectCount: 2, statusCounts: { failed: 0 } },
        ...{ laggingCount: 0, laggingSince: null, sourceRevision: null, firstSeenAt: since },
      },
      {
        ...{ ...common, revision: REVISION, attempted: true, objectCount: 2, statusCounts: { failed: 2 } },
        ...{ laggingCount: 0, laggingSince: null, sourceRevision: null, firstSeenAt: since },
      },
      {
        ...{ ...common, revision: OLD, attempted: false, objectCount: 2, statusCounts: { failed: 2 } },
        ...{ laggingCount: 2, laggingSince: since, sourceRevision: REVISION, firstSeenAt: null },
      },
    ]);
    // The team's HelmRelease has its source in another namespace.
    expect((await ask('token-of-member', query)).revisions.nodes).toEqual([]);
  });
});

describe('Secrets', () => {
  const SECRETS =
    '{ objects(filter: { kinds: ["Secret", "ConfigMap"], namespaces: ["team"] }) { nodes { id status labels message reason images } } }';

  it('are in the index by name, without a value', async () => {
    const { objects } = await ask(READER, SECRETS);
    expect(objects.nodes.map(({ id }: any) => id)).toEqual(
      expect.arrayContaining([idOf('', 'Secret', 'team', 'web-login'), idOf('', 'ConfigMap', 'team', 'web-settings')]),
    );
    expect(JSON.stringify(objects)).not.toContain(SECRET_VALUE);
    expect(JSON.stringify(objects)).not.toContain(Buffer.from(SECRET_VALUE).toString('base64'));
  });

  it('that the collector may not list cost that kind and nothing else, and coverage says so', async () => {
    const query = '{ cluster(name: "careful") { coverage { state cause kinds { kind state cause } } objectCount } }';
    const { cluster } = await ask(READER, query);
    expect(cluster.coverage).toMatchObject({ state: 'INDEXED', cause: 'FORBIDDEN' });
    const missing = cluster.coverage.kinds.filter(({ state }: any) => state === 'FORBIDDEN');
    expect(missing).toEqual([{ kind: 'Secret', state: 'FORBIDDEN', cause: 'FORBIDDEN' }]);
    expect(cluster.coverage.kinds.filter(({ cause }: any) => cause !== null)).toEqual(missing);
  });
});
