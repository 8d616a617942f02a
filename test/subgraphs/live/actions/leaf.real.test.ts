/** Actions on a real API server: its RBAC, validation, admission, dry run, server-side apply and preconditions. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createKubernetesClient } from '../../../../kubernetes/api-client.ts';
import type { Identity } from '../../../../identity/identity.ts';
import type { KubernetesClient } from '../../../../kubernetes/client.ts';
import { parseKubeconfig } from '../../../../kubernetes/kubeconfig.ts';
import { silentLogger } from '../../../../telemetry/log.ts';
import { startApiServer, type ApiServer } from '../../../harness/apiserver.ts';
import type { KubernetesJson } from '../../../harness/apiserver-client.ts';
import { until } from '../../../kubernetes/until.ts';
import { graphOver, JANE } from '../graph.ts';

const KUSTOMIZE = 'kustomize.toolkit.fluxcd.io';
const SOURCE = 'source.toolkit.fluxcd.io';
const RBAC = 'rbac.authorization.k8s.io';
/** A user who may do everything in namespace team-a. */
const OPS: Identity = { ...JANE, user: 'olga', groups: ['ops'] };
/** A user who may do everything on the cluster. */
const ADMIN: Identity = { ...JANE, user: 'ada', groups: ['admins'] };
/** A user who may change objects, but not read them. */
const WRITER: Identity = { ...JANE, user: 'wanda', groups: [] };

let server: ApiServer;
let client: KubernetesClient;
let graph: ReturnType<typeof graphOver>;

const CLUSTER = 'leaf-01';
const WEB = `${CLUSTER}/apps/Deployment/team-a/web`;
const APPS = `${CLUSTER}/${KUSTOMIZE}/Kustomization/team-a/apps`;
const CONFIG = `${CLUSTER}//ConfigMap/team-a/config`;
const RESULT =
  'id outcome message reason warnings created preview conflicts { field manager } source { id outcome } object { id live { state spec(path: ".suspend") } }';

const DEPLOYMENT = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'team-a' },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
  },
};
const configMap = (data: Record<string, string>, name = 'config') => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap' },
  ...{ metadata: { name, namespace: 'team-a' }, data },
});
const KUSTOMIZATION = {
  apiVersion: `${KUSTOMIZE}/v1`,
  kind: 'Kustomization',
  metadata: { name: 'apps', namespace: 'team-a' },
  spec: { interval: '10m', prune: true, sourceRef: { kind: 'GitRepository', name: 'repo' } },
};
const REPOSITORY = {
  apiVersion: `${SOURCE}/v1`,
  kind: 'GitRepository',
  metadata: { name: 'repo', namespace: 'team-a' },
  spec: { interval: '10m', url: 'https://example.org/repo' },
};

beforeAll(async () => {
  server = await startApiServer({ name: CLUSTER });
  const kubeconfig = parseKubeconfig(JSON.stringify(server.kubeconfig()), { source: 'harness', directory: '/' });
  client = createKubernetesClient(await kubeconfig.target(CLUSTER), { log: silentLogger });
  graph = graphOver([client]);
  await server.installCrds([`kustomizations.${KUSTOMIZE}`, `gitrepositories.${SOURCE}`]);
  const named = (kind: string, name: string, more: object): KubernetesJson => ({
    ...{ apiVersion: `${RBAC}/v1`, kind, metadata: { name, namespace: 'team-a' } },
    ...more,
  });
  const bound = (name: string, subject: object) =>
    named('RoleBinding', name, {
      roleRef: { apiGroup: RBAC, kind: 'Role', name },
      subjects: [{ apiGroup: RBAC, ...subject }],
    });
  await server.apply([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-a' } },
    named('Role', 'ops', { rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] }),
    named('Role', 'writer', { rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['patch', 'delete'] }] }),
    named('Role', 'reader', { rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list'] }] }),
    {
      ...{ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata: { name: 'admins' } },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup: RBAC, kind: 'Group', name: 'admins' }],
    },
    bound('ops', { kind: 'Group', name: 'ops' }),
    bound('writer', { kind: 'User', name: 'wanda' }),
    bound('reader', { kind: 'User', name: 'jane' }),
  ]);
}, 600_000);

afterAll(async () => {
  await client?.close();
  await server?.remove();
});

beforeEach(async () => {
  for (const path of Object.values(PATHS)) await server.request('DELETE', path);
  await server.apply([DEPLOYMENT, configMap({ key: 'value' }), KUSTOMIZATION, REPOSITORY]);
});

const inputType = (name: string) => {
  const shared = { resume: 'suspend', uncordon: 'cordon' }[name] ?? name;
  return `${shared[0]!.toUpperCase()}${shared.slice(1)}Input`;
};

/** Runs one mutation and returns its results. */
async function act(name: string, input: object, as = OPS): Promise<any[]> {
  const type = inputType(name);
  const { data, errors } = await graph.run(
    `mutation ($input: ${type}!) { ${name}(input: $input) { results { ${RESULT} } } }`,
    { input },
    { as },
  );
  expect(errors).toEqual([]);
  return data[name].results;
}

const PATHS: Readonly<Record<string, string>> = {
  [WEB]: '/apis/apps/v1/namespaces/team-a/deployments/web',
  [APPS]: `/apis/${KUSTOMIZE}/v1/namespaces/team-a/kustomizations/apps`,
  [CONFIG]: '/api/v1/namespaces/team-a/configmaps/config',
};
const stored = async (id: string): Promise<any> => (await server.request('GET', PATHS[id]!)).body;

const EVERY: readonly (readonly [name: string, id: string, input: object])[] = [
  ['reconcile', APPS, { ids: [APPS] }],
  ['suspend', APPS, { ids: [APPS] }],
  ['resume', APPS, { ids: [APPS] }],
  ['restart', WEB, { ids: [WEB] }],
  ['scale', WEB, { ids: [WEB], replicas: 2 }],
  ['apply', CONFIG, { cluster: CLUSTER, manifests: [configMap({ more: 'value' })], force: true }],
  ['delete', CONFIG, { objects: [{ id: CONFIG }] }],
];

describe('every action', () => {
  it.each(EVERY)('%s is refused where the leaf refuses', async (name, id, input) => {
    const before = await stored(id);
    const [result] = await act(name, input, JANE);
    expect(result).toMatchObject({ id, outcome: 'FORBIDDEN', reason: null, object: { id, live: { state: 'OK' } } });
    expect(result.message).toMatch(
      /^Cluster "leaf-01" does not let you (patch|delete) \S+ "(apps|web|config)" in namespace "team-a"\.$/,
    );
    expect(await stored(id)).toEqual(before);
  });

  it.each(EVERY)('%s changes nothing in a dry run, and is refused there, too', async (name, id, input) => {
    const before = await stored(id);
    expect(await act(name, { ...input, dryRun: true })).toMatchObject([
      { outcome: name === 'resume' ? 'UNCHANGED' : 'WOULD_DO' },
    ]);
    expect(await act(name, { ...input, dryRun: true }, JANE)).toMatchObject([{ outcome: 'FORBIDDEN' }]);
    expect(await stored(id)).toEqual(before);
  });

  it.each(EVERY)('%s is done where the leaf lets the caller', async (name, id, input) => {
    const before = await stored(id);
    expect(await act(name, input)).toMatchObject([
      { id, outcome: name === 'resume' ? 'UNCHANGED' : 'DONE', message: null },
    ]);
    const after = await stored(id);
    const seen = {
      reconcile: after.metadata?.annotations?.['reconcile.fluxcd.io/requestedAt'] !== undefined,
      suspend: after.spec?.suspend === true,
      resume: after.spec?.suspend === false,
      restart: after.spec?.template?.metadata.annotations?.['kubectl.kubernetes.io/restartedAt'] !== undefined,
      scale: after.spec?.replicas === 2,
      apply: after.data?.more === 'value' && after.data.key === 'value',
      delete: after.kind === 'Status' && before.kind === 'ConfigMap',
    }[name];
    expect(seen).toBe(true);
  });

  it.each(EVERY)('%s is done for who may write and not read', async (name, _id, input) => {
    // Only a caller who may read the object learns that the object was already in this state.
    expect(await act(name, input, WRITER)).toMatchObject([{ outcome: 'DONE' }]);
  });

  it.each(EVERY)('%s of what is hidden says as much as of what is not there', async (name, id, input) => {
    const hiding = graphOver([client], { hidden: [id, `${CLUSTER}//ConfigMap`] });
    const nowhere = graphOver([]);
    const type = inputType(name);
    const document = `mutation ($input: ${type}!) { ${name}(input: $input) { results { ${RESULT} } } }`;
    const nobody = { ...JANE, user: 'nobody', groups: [] };
    const [hidden, absent] = await Promise.all(
      [hiding, nowhere].map(it => it.run(document, { input }, { as: nobody })),
    );
    expect(hidden).toEqual(absent);
    expect(hidden!.data[name].results).toMatchObject([{ outcome: 'NOT_FOUND', object: null }]);
  });
});

describe('reconcile', () => {
  it('with source asks the source first', async () => {
    const source = `${CLUSTER}/${SOURCE}/GitRepository/team-a/repo`;
    expect(await act('reconcile', { ids: [APPS], withSource: true })).toMatchObject([
      { outcome: 'DONE', source: { id: source, outcome: 'DONE' } },
    ]);
    const { body } = await server.request('GET', `/apis/${SOURCE}/v1/namespaces/team-a/gitrepositories/repo`);
    const requested = (await stored(APPS)).metadata.annotations['reconcile.fluxcd.io/requestedAt'];
    expect(body.metadata?.annotations?.['reconcile.fluxcd.io/requestedAt']).toBe(requested);
  });
});

describe('suspend', () => {
  it('tells what was so before, and answers with the object as it is then', async () => {
    expect(await act('suspend', { ids: [APPS] })).toMatchObject([
      { outcome: 'DONE', object: { live: { spec: true } } },
    ]);
    expect(await act('suspend', { ids: [APPS] })).toMatchObject([{ outcome: 'UNCHANGED' }]);
    expect(await act('resume', { ids: [APPS] })).toMatchObject([
      { outcome: 'DONE', object: { live: { spec: false } } },
    ]);
  });
});

describe('scale', () => {
  it('tells that it was so, that a kind has no scale, and what is not there', async () => {
    const absent = WEB.replace('web', 'absent');
    const results = await act('scale', { ids: [WEB, CONFIG, absent], replicas: 1 });
    expect(results.map(({ outcome }) => outcome)).toEqual(['UNCHANGED', 'UNSUPPORTED', 'NOT_FOUND']);
  });
});

describe('apply', () => {
  const apply = (manifest: object, more: object = {}) =>
    act('apply', { cluster: CLUSTER, manifests: [manifest], ...more });

  it('makes an object, sets fields of it, and tells when nothing changes', async () => {
    const made = configMap({ a: '1' }, `made-${Date.now()}`);
    expect(await apply(made, { dryRun: true })).toMatchObject([
      { outcome: 'WOULD_DO', object: { live: { state: 'NOT_FOUND' } } },
    ]);
    expect(await apply(made)).toMatchObject([{ outcome: 'DONE', object: { live: { state: 'OK' } } }]);
    expect(await apply(made)).toMatchObject([{ outcome: 'UNCHANGED' }]);
    expect(await apply(made, { dryRun: true })).toMatchObject([{ outcome: 'UNCHANGED' }]);
    expect(await apply({ ...made, data: { a: '2' } }, { dryRun: true })).toMatchObject([{ outcome: 'WOULD_DO' }]);
  });

  it('tells of other managers as data, and takes over by force', async () => {
    const manifest = { ...DEPLOYMENT, spec: { ...DEPLOYMENT.spec, replicas: 5 } };
    expect(await apply(manifest)).toMatchObject([
      { outcome: 'CONFLICT', reason: null, conflicts: [{ field: '.spec.replicas', manager: 'test' }] },
    ]);
    expect(await apply(manifest, { force: true, fieldManager: 'olga' })).toMatchObject([
      { outcome: 'DONE', conflicts: null },
    ]);
  });

  it.each([
    [
      'an invalid value',
      configMap({ 'no/key': '1' }),
      /^ConfigMap "config" is invalid: data\[no\/key\]: Invalid value/,
    ],
    ['a field that the kind does not have', { ...configMap({}), bogus: 1 }, /bogus/],
  ])('says why the leaf refuses %s', async (_what, manifest, reason) => {
    expect(await apply(manifest)).toMatchObject([
      {
        outcome: 'INVALID',
        message: expect.stringContaining('does not take this'),
        reason: expect.stringMatching(reason),
      },
    ]);
  });

  it('says why a policy of the cluster refuses', async () => {
    await server.apply([
      {
        ...{
          apiVersion: 'admissionregistration.k8s.io/v1',
          kind: 'ValidatingAdmissionPolicy',
          metadata: { name: 'no-secrets' },
        },
        spec: {
          failurePolicy: 'Fail',
          matchConstraints: {
            resourceRules: [
              { apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE', 'UPDATE'] },
            ],
          },
          validations: [{ expression: '!("password" in object.data)', message: 'put passwords into Secrets' }],
        },
      },
      {
        ...{
          apiVersion: 'admissionregistration.k8s.io/v1',
          kind: 'ValidatingAdmissionPolicyBinding',
          metadata: { name: 'no-secrets' },
        },
        spec: { policyName: 'no-secrets', validationActions: ['Deny'] },
      },
    ]);
    const manifest = configMap({ password: 'x' });
    await until(async () => (await apply(manifest, { dryRun: true, force: true }))[0].outcome === 'FORBIDDEN');
    expect(await apply(manifest, { force: true })).toMatchObject([
      {
        ...{ outcome: 'FORBIDDEN', message: 'A policy of cluster "leaf-01" does not allow this.' },
        reason: expect.stringContaining('put passwords into Secrets'),
      },
    ]);
  });

  it.each([
    ['a namespace that is not there', { ...configMap({}), metadata: { name: 'x', namespace: 'absent' } }, 'FORBIDDEN'],
    ['a version that is not served', { ...configMap({}), apiVersion: 'v9' }, 'NOT_FOUND'],
    ['no namespace for a namespaced kind', { ...configMap({}), metadata: { name: 'x' } }, 'NOT_FOUND'],
    ['a kind that is not served', { ...configMap({}), kind: 'Bogus' }, 'NOT_FOUND'],
  ])('of %s is not done', async (_what, manifest, outcome) => {
    expect(await apply(manifest)).toMatchObject([{ outcome }]);
  });
});

describe('apply of several manifests', () => {
  const GIZMOS = 'late.example.org';
  const crd = {
    ...{
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `gizmos.${GIZMOS}` },
    },
    spec: {
      ...{ group: GIZMOS, scope: 'Namespaced', names: { kind: 'Gizmo', plural: 'gizmos', singular: 'gizmo' } },
      versions: [
        {
          ...{ name: 'v1', served: true, storage: true },
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  };
  const gizmo = { apiVersion: `${GIZMOS}/v1`, kind: 'Gizmo', metadata: { name: 'g', namespace: 'late' }, spec: {} };
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'late' } };
  // Output of Helm charts may contain `namespace: null`.
  const nothing = { ...namespace, metadata: { ...namespace.metadata, namespace: null } };
  const list = { apiVersion: 'v1', kind: 'List', items: [configMap({ a: '1' }, 'listed'), nothing] };

  it('makes CRDs and namespaces before what needs them, in whatever order they come, and takes Lists', async () => {
    const manifests = [gizmo, list, crd];
    const [dry] = await act('apply', { cluster: CLUSTER, manifests, dryRun: true }, ADMIN);
    expect(dry).toMatchObject({
      outcome: 'WOULD_DO',
      warnings: [expect.stringContaining('CustomResourceDefinition of this request')],
    });
    const results = await act('apply', { cluster: CLUSTER, manifests }, ADMIN);
    expect(results).toMatchObject([
      { id: `${CLUSTER}/${GIZMOS}/Gizmo/late/g`, outcome: 'DONE', warnings: [] },
      { id: `${CLUSTER}//ConfigMap/team-a/listed`, outcome: 'DONE' },
      { id: `${CLUSTER}//Namespace//late`, outcome: 'DONE' },
      { id: `${CLUSTER}/apiextensions.k8s.io/CustomResourceDefinition//gizmos.${GIZMOS}`, outcome: 'DONE' },
    ]);
    const { body } = await server.request('GET', `/apis/${GIZMOS}/v1/namespaces/late/gizmos/g`);
    expect(body.metadata?.name).toBe('g');
  });

  it('names the item of a List that is no object', async () => {
    const { errors } = await graph.run(
      'mutation ($input: ApplyInput!) { apply(input: $input) { results { id } } }',
      { input: { cluster: CLUSTER, manifests: [namespace, { ...list, items: [namespace, { kind: 'ConfigMap' }] }] } },
      { as: ADMIN },
    );
    expect(errors.map(({ message }: { message: string }) => message)).toEqual([
      'input.manifests[1].items[1]: it has no metadata.',
    ]);
  });

  it('checks a Namespace and what is in it in one dry run, and says what the cluster could not check', async () => {
    const unborn = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'unborn' } };
    const inside = { ...configMap({ a: '1' }), metadata: { name: 'inside', namespace: 'unborn' } };
    expect(await act('apply', { cluster: CLUSTER, manifests: [inside, unborn], dryRun: true }, ADMIN)).toMatchObject([
      {
        outcome: 'WOULD_DO',
        warnings: ['It needs Namespace "unborn" of this request: the cluster can check it only once that is applied.'],
      },
      { outcome: 'WOULD_DO', warnings: [] },
    ]);
    expect(await act('apply', { cluster: CLUSTER, manifests: [inside], dryRun: true }, ADMIN)).toMatchObject([
      { outcome: 'NOT_FOUND' },
    ]);
    expect((await server.request('GET', '/api/v1/namespaces/unborn')).status).toBe(404);
  });

  it('makes what admission asks for before what needs it', async () => {
    const urgent = {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'urgent' },
      value: 1_000,
    };
    const pod = {
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'hurries', namespace: 'team-a' } },
      spec: { containers: [{ name: 'c', image: 'c:1' }], priorityClassName: 'urgent' },
    };
    const outcomes = async (manifests: object[], dryRun = false) =>
      (await act('apply', { cluster: CLUSTER, manifests, dryRun }, ADMIN)).map(({ outcome, reason, warnings }) => [
        outcome,
        reason,
        ...warnings,
      ]);
    expect(await outcomes([pod, urgent], true)).toEqual([
      [
        'WOULD_DO',
        null,
        'It needs PriorityClass "urgent" of this request: the cluster can check it only once that is applied.',
      ],
      ['WOULD_DO', null],
    ]);
    expect(await outcomes([pod])).toEqual([
      ['FORBIDDEN', expect.stringContaining('no PriorityClass with name urgent was found')],
    ]);
    expect(await outcomes([pod, urgent])).toEqual([
      ['DONE', null],
      ['DONE', null],
    ]);
  });
});

describe('manifests as people have them', () => {
  const apply = (manifest: object, more: object = {}) =>
    act('apply', { cluster: CLUSTER, manifests: [manifest], ...more }, ADMIN);

  it('may name a namespace for a kind that has none', async () => {
    const role = {
      apiVersion: `${RBAC}/v1`,
      kind: 'ClusterRole',
      metadata: { name: 'lost', namespace: 'team-a' },
      rules: [],
    };
    const kinds = [{ group: RBAC, version: 'v1', kind: 'ClusterRole', plural: 'clusterroles', namespaced: false }];
    const naming = graphOver([client], { named: { [CLUSTER]: kinds } });
    const document = `mutation ($input: ApplyInput!) { apply(input: $input) { results { id outcome } } }`;
    const input = { cluster: CLUSTER, manifests: [role] };
    const { data, errors } = await naming.run(document, { input }, { as: ADMIN });
    expect([errors, data.apply.results]).toEqual([
      [],
      [{ id: `${CLUSTER}/${RBAC}/ClusterRole//lost`, outcome: 'DONE' }],
    ]);
    expect(
      (await server.request('GET', `/apis/${RBAC}/v1/clusterroles/lost`)).body.metadata?.namespace,
    ).toBeUndefined();
    const twice = await naming.run(
      document,
      { input: { ...input, manifests: [role, { ...role, metadata: { name: 'lost' } }] } },
      { as: ADMIN },
    );
    expect(twice.errors.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining('is there twice'),
    ]);
  });

  it.each([
    [
      'what kubectl create --dry-run writes',
      { metadata: { creationTimestamp: null }, status: {}, spec: { strategy: {} } },
    ],
    ['the status', { status: { replicas: 7, observedGeneration: 3 } }],
    [
      'the annotation of kubectl',
      { metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' } } },
    ],
  ])('may hold %s', async (_what, { metadata, spec, ...more }: any) => {
    const manifest = {
      ...DEPLOYMENT,
      metadata: { ...DEPLOYMENT.metadata, ...metadata },
      spec: { ...DEPLOYMENT.spec, ...spec },
      ...more,
    };
    expect(await apply(manifest, { force: true })).toMatchObject([
      { outcome: expect.stringMatching(/^(DONE|UNCHANGED)$/), reason: null },
    ]);
    expect((await stored(WEB)).status?.replicas).toBeUndefined();
  });

  it('may be a list of one kind, whose items do not say what they are', async () => {
    const item = { metadata: { name: 'item', namespace: 'team-a' }, data: { a: '1' } };
    const typed = { apiVersion: 'v1', kind: 'ConfigMapList', metadata: { resourceVersion: '' }, items: [item] };
    const nested = {
      apiVersion: 'v1',
      kind: 'List',
      items: [
        { apiVersion: 'v1', kind: 'List', items: [typed] },
        { kind: 'List', items: null },
      ],
    };
    expect(await apply(nested)).toMatchObject([{ id: `${CLUSTER}//ConfigMap/team-a/item`, outcome: 'DONE' }]);
  });

  it('may be a Secret whose values are texts', async () => {
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'texts', namespace: 'team-a' },
      stringData: { key: 'value' },
    };
    expect(await apply(secret)).toMatchObject([{ outcome: 'DONE', reason: null }]);
    expect(await apply(secret)).toMatchObject([{ outcome: 'UNCHANGED' }]);
    const { body } = await server.request('GET', '/api/v1/namespaces/team-a/secrets/texts');
    expect(body['data']).toEqual({ key: Buffer.from('value').toString('base64') });
  });

  it('shows in a dry run what would be stored, exactly, as its own reader sees it', async () => {
    await apply(configMap({ a: '1' }, 'shown'));
    const [shown] = await apply(configMap({ a: '9007199254740993' }, 'shown'), { dryRun: true });
    expect(shown).toMatchObject({ outcome: 'WOULD_DO', preview: expect.stringContaining('  a: "9007199254740993"\n') });
    expect(shown.preview.split('\n').slice(0, 2)).toEqual(['apiVersion: v1', 'kind: ConfigMap']);
    expect(shown.preview).not.toMatch(/managedFields/);
    expect(await apply(configMap({ a: '2' }, 'shown'), { dryRun: true, idempotencyKey: 'shown' })).toMatchObject([
      { preview: null },
    ]);
    expect(await apply(configMap({ a: '2' }, 'unborn'), { dryRun: true })).toMatchObject([
      { outcome: 'WOULD_DO', preview: null },
    ]);
    expect(await apply(configMap({ a: '3' }, 'shown'))).toMatchObject([{ outcome: 'DONE', preview: null }]);
  });

  it('shows no values of Secrets, and nothing to who may change an object and not read it', async () => {
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'shown', namespace: 'team-a' },
      stringData: { key: 'hidden value' },
    };
    await apply(secret);
    const [shown] = await apply({ ...secret, metadata: { ...secret.metadata, labels: { a: 'b' } } }, { dryRun: true });
    expect(shown).toMatchObject({ outcome: 'WOULD_DO', preview: expect.stringContaining('bytes: 12') });
    expect(shown.preview).not.toMatch(new RegExp(`hidden value|${Buffer.from('hidden value').toString('base64')}`));
    const input = { cluster: CLUSTER, manifests: [DEPLOYMENT], dryRun: true, force: true };
    const { data } = await graph.run(
      'mutation ($input: ApplyInput!) { apply(input: $input) { results { outcome preview } } }',
      { input },
      { as: WRITER },
    );
    expect(data).toEqual({ apply: { results: [{ outcome: 'WOULD_DO', preview: null }] } });
  });

  it('may hold characters that YAML takes for line breaks', async () => {
    const text = 'a\u0085 b\u2028c\u2029 d\u007fe\ufefff\uffff \u{1f600}';
    expect(await apply(configMap({ text }, 'breaks'))).toMatchObject([{ outcome: 'DONE' }]);
    const { body } = await server.request('GET', '/api/v1/namespaces/team-a/configmaps/breaks');
    expect(body['data']).toEqual({ text });
  });

  it.each([
    [
      'managed fields',
      { metadata: { managedFields: [{ manager: 'x' }] } },
      'INVALID',
      /metadata[.]managedFields must be nil/,
    ],
    ['an old version', { metadata: { resourceVersion: '1' } }, 'CONFLICT', null],
    ['a number for a text', { data: { port: 80 } }, 'INVALID', /[.]data[.]port: expected string/],
    [
      'more than an object may hold',
      { data: { big: 'x'.repeat(1_100_000) } },
      'INVALID',
      /Too long: may not be more than 1048576 bytes/,
    ],
  ])('are refused for %s, in the words of the API server', async (_what, { metadata, data }: any, outcome, reason) => {
    const manifest = { ...configMap({}), metadata: { ...configMap({}).metadata, ...metadata }, ...(data && { data }) };
    const reported = reason === null ? null : expect.stringMatching(reason);
    expect(await apply(manifest, { force: true })).toMatchObject([{ outcome, reason: reported }]);
  });

  it('names the variable of a container whose value is a number', async () => {
    const container = { name: 'web', image: 'web:1', env: [{ name: 'PORT', value: 80 }] };
    const template = { ...DEPLOYMENT.spec.template, spec: { containers: [container] } };
    const reason = expect.stringMatching(/containers\[name="web"\][.]env\[name="PORT"\][.]value: expected string/);
    expect(await apply({ ...DEPLOYMENT, spec: { ...DEPLOYMENT.spec, template } }, { force: true })).toMatchObject([
      { outcome: 'INVALID', reason },
    ]);
  });

  it.each([
    [
      { metadata: { generateName: 'a-', namespace: 'team-a' } },
      'it has metadata.generateName, but apply needs metadata.name.',
    ],
    [{ data: { a: '\ud800' } }, '.data.a holds half of a character (a lone surrogate).'],
  ])('are refused before the cluster is asked: %j', async (part, problem) => {
    const { errors } = await graph.run(
      'mutation ($input: ApplyInput!) { apply(input: $input) { results { id } } }',
      { input: { cluster: CLUSTER, manifests: [{ ...configMap({}), ...part }] } },
      { as: ADMIN },
    );
    expect(errors.map(({ message }: { message: string }) => message)).toEqual([`input.manifests[0]: ${problem}`]);
  });
});

describe('warnings of the API server', () => {
  it('are part of the result, also of a dry run', async () => {
    const labels = { 'pod-security.kubernetes.io/warn': 'restricted' };
    await server.apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'warned', labels } }]);
    const manifest = { ...DEPLOYMENT, metadata: { name: 'web', namespace: 'warned' } };
    for (const dryRun of [true, false])
      expect(await act('apply', { cluster: CLUSTER, manifests: [manifest], dryRun }, ADMIN)).toMatchObject([
        {
          outcome: dryRun ? 'WOULD_DO' : 'DONE',
          warnings: [expect.stringMatching(/^would violate PodSecurity "restricted:latest": /)],
        },
      ]);
  });

  it('are part of a refusal, but only for those whom the cluster lets do it', async () => {
    const apiVersion = 'admissionregistration.k8s.io/v1';
    const bound = (action: string) => ({
      ...{ apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata: { name: `odd-${action.toLowerCase()}` } },
      spec: { policyName: 'odd', validationActions: [action] },
    });
    const resourceRules = [
      { apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE', 'UPDATE'] },
    ];
    const policy = {
      ...{ apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name: 'odd' } },
      spec: {
        matchConstraints: { resourceRules },
        validations: [{ expression: '!("odd" in object.data)', message: 'it is odd' }],
      },
    };
    await server.apply([policy, bound('Deny'), bound('Warn')]);
    const input = { cluster: CLUSTER, manifests: [configMap({ odd: 'x' })], force: true, dryRun: true };
    const isBoth = (result: any) => result.outcome === 'FORBIDDEN' && result.warnings.length === 1;
    await until(async () => isBoth((await act('apply', input, ADMIN))[0]));
    expect(await act('apply', { ...input, dryRun: false }, ADMIN)).toMatchObject([
      {
        outcome: 'FORBIDDEN',
        reason: expect.stringContaining('it is odd'),
        warnings: [expect.stringContaining('it is odd')],
      },
    ]);
    expect(await act('apply', input, JANE)).toMatchObject([{ outcome: 'FORBIDDEN', reason: null, warnings: [] }]);
  });
});

describe('what holds an object', () => {
  it('is named where scaling would be set back', async () => {
    const hpa = {
      ...{
        apiVersion: 'autoscaling/v2',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: 'web', namespace: 'team-a' },
      },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 2,
        maxReplicas: 9,
      },
    };
    await server.apply([hpa]);
    const message = expect.stringContaining('HorizontalPodAutoscaler "web" sets its replicas, from 2 to 9');
    for (const dryRun of [true, false])
      expect(await act('scale', { ids: [WEB], replicas: 5, dryRun })).toMatchObject([
        { outcome: 'NO_EFFECT', message },
      ]);
    expect((await stored(WEB)).spec.replicas).toBe(1);
    // Without metrics, the autoscaler keeps the number of replicas if it is within the bounds.
    const blind = {
      conditions: [
        {
          type: 'ScalingActive',
          status: 'False',
          reason: 'FailedGetResourceMetric',
          message: '',
          lastTransitionTime: '2026-01-01T00:00:00Z',
        },
      ],
      desiredReplicas: 1,
      currentReplicas: 1,
    };
    await server.apply([{ ...hpa, status: blind }]);
    expect(await act('scale', { ids: [WEB], replicas: 5 })).toMatchObject([{ outcome: 'DONE' }]);
    expect(await act('scale', { ids: [WEB], replicas: 50 })).toMatchObject([{ outcome: 'NO_EFFECT' }]);
    // With 0 replicas, the autoscaler is inactive.
    expect(await act('scale', { ids: [WEB], replicas: 0 })).toMatchObject([{ outcome: 'DONE' }]);
    expect(await act('scale', { ids: [WEB], replicas: 3 })).toMatchObject([{ outcome: 'DONE' }]);
    await server.request('DELETE', '/apis/autoscaling/v2/namespaces/team-a/horizontalpodautoscalers/web');
  });

  it('is told of what is being deleted already', async () => {
    const made = configMap({ a: '1' }, 'going');
    await server.apply([{ ...made, metadata: { ...made.metadata, finalizers: ['example.org/hold'] } }]);
    const objects = [{ id: `${CLUSTER}//ConfigMap/team-a/going` }];
    expect(await act('delete', { objects })).toMatchObject([{ outcome: 'DONE' }]);
    expect(await act('delete', { objects })).toMatchObject([
      { outcome: 'UNCHANGED', message: expect.stringContaining('finalizers: example.org/hold') },
    ]);
  });
});

describe('run', () => {
  it('makes a Job of a CronJob, which owns it', async () => {
    const container = { name: 'c', image: 'backup:1' };
    const cronJob = {
      ...{ apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'backup', namespace: 'team-a' } },
      spec: {
        ...{ schedule: '0 3 * * *', suspend: true },
        jobTemplate: {
          metadata: { labels: { app: 'backup' } },
          spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } } },
        },
      },
    };
    await server.apply([cronJob]);
    const ids = [`${CLUSTER}/batch/CronJob/team-a/backup`];
    expect(await act('run', { ids, dryRun: true })).toMatchObject([{ outcome: 'WOULD_DO', created: null }]);
    const [result] = await act('run', { ids });
    expect(result).toMatchObject({
      outcome: 'DONE',
      created: expect.stringMatching(/^leaf-01\/batch\/Job\/team-a\/backup-manual-.{5}$/),
    });
    const { body } = await server.request(
      'GET',
      `/apis/batch/v1/namespaces/team-a/jobs/${result.created.split('/').at(-1)}`,
    );
    expect(body.metadata).toMatchObject({
      labels: { app: 'backup' },
      annotations: { 'cronjob.kubernetes.io/instantiate': 'manual' },
      ownerReferences: [{ kind: 'CronJob', name: 'backup', controller: true }],
    });
    expect(await act('run', { ids }, JANE)).toMatchObject([{ outcome: 'FORBIDDEN', created: null }]);
  });
});

describe('undo', () => {
  const template = (image: string) => ({
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'web', image }] },
  });
  const owned = (uid: string, kind: string) => ({
    namespace: 'team-a',
    labels: { app: 'web' },
    ownerReferences: [{ apiVersion: 'apps/v1', kind, name: 'web', uid, controller: true }],
  });

  it('gives a Deployment the template of an earlier ReplicaSet', async () => {
    const { uid } = (await stored(WEB)).metadata;
    const replicaSet = (revision: number, image: string) => {
      const labels = { app: 'web', 'pod-template-hash': `h${revision}` };
      return {
        ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet' },
        metadata: {
          ...{ ...owned(uid, 'Deployment'), name: `web-${revision}`, labels },
          annotations: {
            'deployment.kubernetes.io/revision': String(revision),
            ...(revision === 10 && { 'kubernetes.io/change-cause': 'mend' }),
          },
        },
        spec: {
          replicas: 0,
          selector: { matchLabels: labels },
          template: { ...template(image), metadata: { labels } },
        },
      };
    };
    await server.apply([replicaSet(9, 'web:0.9'), replicaSet(10, 'web:0.10'), replicaSet(11, 'web:1')]);
    const image = async () => (await stored(WEB)).spec.template.spec.containers[0].image;
    expect(await act('undo', { ids: [WEB], dryRun: true })).toMatchObject([{ outcome: 'WOULD_DO' }]);
    expect(await image()).toBe('web:1');
    expect(await act('undo', { ids: [WEB], toRevision: 11 })).toMatchObject([{ outcome: 'UNCHANGED' }]);
    expect(await act('undo', { ids: [WEB], toRevision: 4 })).toMatchObject([
      { outcome: 'NO_EFFECT', message: 'It has no revision 4. It has: 9, 10, 11.' },
    ]);
    expect(await act('undo', { ids: [WEB] })).toMatchObject([{ outcome: 'DONE' }]);
    expect(await image()).toBe('web:0.10');
    expect((await stored(WEB)).metadata.annotations).toEqual({ 'kubernetes.io/change-cause': 'mend' });
    expect((await stored(WEB)).spec.template.metadata.labels).toEqual({ app: 'web' });
    expect(await act('undo', { ids: [WEB], toRevision: 9 })).toMatchObject([{ outcome: 'DONE' }]);
    expect(await image()).toBe('web:0.9');
    expect((await stored(WEB)).metadata.annotations).toBeUndefined();
  });

  it('gives a StatefulSet what an earlier ControllerRevision holds', async () => {
    const spec = {
      serviceName: 'web',
      replicas: 1,
      selector: { matchLabels: { app: 'web' } },
      template: template('web:2'),
    };
    const metadata = { name: 'web', namespace: 'team-a' };
    await server.apply([{ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata, spec }]);
    const path = '/apis/apps/v1/namespaces/team-a/statefulsets/web';
    const { uid } = (await server.request('GET', path)).body.metadata!;
    const revision = (number: number, image: string) => ({
      ...{ apiVersion: 'apps/v1', kind: 'ControllerRevision', revision: number },
      metadata: { ...owned(uid as string, 'StatefulSet'), name: `web-r${number}` },
      data: { spec: { template: { ...template(image), $patch: 'replace' } } },
    });
    await server.apply([revision(1, 'web:1'), revision(2, 'web:2')]);
    expect(await act('undo', { ids: [`${CLUSTER}/apps/StatefulSet/team-a/web`] })).toMatchObject([{ outcome: 'DONE' }]);
    expect(((await server.request('GET', path)).body as any).spec.template.spec.containers).toMatchObject([
      { name: 'web', image: 'web:1' },
    ]);
  });
});

describe('cordon', () => {
  it('marks a Node as unschedulable, and uncordon takes that back', async () => {
    await server.apply([{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } }]);
    const ids = [`${CLUSTER}//Node//n1`];
    const unschedulable = async () =>
      ((await server.request('GET', '/api/v1/nodes/n1')).body as any).spec.unschedulable;
    expect(await act('cordon', { ids }, ADMIN)).toMatchObject([{ outcome: 'DONE' }]);
    expect(await unschedulable()).toBe(true);
    expect(await act('cordon', { ids }, ADMIN)).toMatchObject([{ outcome: 'UNCHANGED' }]);
    expect(await act('uncordon', { ids }, ADMIN)).toMatchObject([{ outcome: 'DONE' }]);
    expect(await unschedulable()).toBeUndefined();
    expect(await act('cordon', { ids }, JANE)).toMatchObject([{ outcome: 'FORBIDDEN' }]);
  });
});

describe('delete', () => {
  it.each([
    ['a wrong uid', { uid: '00000000-0000-0000-0000-000000000000' }],
    ['an old version', { resourceVersion: '1' }],
  ])('of %s is a conflict, and nothing is deleted', async (_what, condition) => {
    const [result] = await act('delete', { objects: [{ id: CONFIG, ...condition }] });
    expect(result).toMatchObject({ outcome: 'CONFLICT', reason: null, conflicts: null });
    expect((await stored(CONFIG)).kind).toBe('ConfigMap');
  });

  it('of the object that is meant is done', async () => {
    const { uid, resourceVersion } = (await stored(CONFIG)).metadata;
    const objects = [{ id: CONFIG, uid, resourceVersion }];
    expect(await act('delete', { objects, propagation: 'BACKGROUND', dryRun: true })).toMatchObject([
      { outcome: 'WOULD_DO' },
    ]);
    expect(await act('delete', { objects, propagation: 'BACKGROUND' })).toMatchObject([
      { outcome: 'DONE', object: { live: { state: 'NOT_FOUND' } } },
    ]);
    expect(await act('delete', { objects })).toMatchObject([{ outcome: 'NOT_FOUND' }]);
  });
});
