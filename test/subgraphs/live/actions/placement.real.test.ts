/**
 * The actions move, drain and bound on a real API server, with the kinds of both engines: annotations, dry runs, RBAC,
 * admission.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createKubernetesClient } from '../../../../kubernetes/api-client.ts';
import type { Identity } from '../../../../identity/identity.ts';
import type { KubernetesClient } from '../../../../kubernetes/client.ts';
import { parseKubeconfig } from '../../../../kubernetes/kubeconfig.ts';
import type { Resource } from '../../../../rbac/types.ts';
import { silentLogger } from '../../../../telemetry/log.ts';
import { startApiServer, type ApiServer } from '../../../harness/apiserver.ts';
import type { KubernetesJson } from '../../../harness/apiserver-client.ts';
import { until } from '../../../kubernetes/until.ts';
import { graphOver, JANE } from '../graph.ts';

const HUB = 'hub';
const OCM = 'cluster.open-cluster-management.io';
const KARMADA = 'policy.karmada.io';
const RBAC = 'rbac.authorization.k8s.io';
const ADMIN: Identity = { ...JANE, user: 'ada', groups: ['admins'] };

const resource = (group: string, version: string, kind: string, plural: string, namespaced: boolean): Resource => ({
  ...{ group, version, kind, plural, namespaced },
});
const RESOURCES = [
  resource(OCM, 'v1beta1', 'Placement', 'placements', true),
  resource(OCM, 'v1', 'ManagedCluster', 'managedclusters', false),
  resource(KARMADA, 'v1alpha1', 'PropagationPolicy', 'propagationpolicies', true),
  resource(KARMADA, 'v1alpha1', 'ClusterPropagationPolicy', 'clusterpropagationpolicies', false),
  resource('cluster.karmada.io', 'v1alpha1', 'Cluster', 'clusters', false),
  resource('argoproj.io', 'v1alpha1', 'ApplicationSet', 'applicationsets', true),
];

const crd = ({ group, version, kind, plural, namespaced }: Resource): KubernetesJson => ({
  ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
  metadata: {
    name: `${plural}.${group}`,
    annotations: { 'api-approved.kubernetes.io': 'https://github.com/kubernetes/kubernetes/pull/1111' },
  },
  spec: {
    ...{ group, scope: namespaced ? 'Namespaced' : 'Cluster', names: { kind, plural, singular: kind.toLowerCase() } },
    versions: [
      {
        ...{ name: version, served: true, storage: true },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
});

let server: ApiServer;
let client: KubernetesClient;
let graph: ReturnType<typeof graphOver>;

const PLACEMENT = `${HUB}/${OCM}/Placement/team/where`;
const POLICY = `${HUB}/${KARMADA}/PropagationPolicy/team/where`;
const MANAGED = `${HUB}/${OCM}/ManagedCluster//a`;
const CLUSTER = `${HUB}/cluster.karmada.io/Cluster//a`;
const PATHS: Readonly<Record<string, string>> = {
  [PLACEMENT]: `/apis/${OCM}/v1beta1/namespaces/team/placements/where`,
  [POLICY]: `/apis/${KARMADA}/v1alpha1/namespaces/team/propagationpolicies/where`,
  [MANAGED]: `/apis/${OCM}/v1/managedclusters/a`,
  [CLUSTER]: '/apis/cluster.karmada.io/v1alpha1/clusters/a',
};
const LABELS = { labelSelector: { matchLabels: { env: 'prod' } } };
const OBJECTS: readonly KubernetesJson[] = [
  {
    ...{ apiVersion: `${OCM}/v1beta1`, kind: 'Placement', metadata: { name: 'where', namespace: 'team' } },
    spec: { numberOfClusters: 1, predicates: [{ requiredClusterSelector: LABELS }] },
  },
  {
    ...{ apiVersion: `${KARMADA}/v1alpha1`, kind: 'PropagationPolicy', metadata: { name: 'where', namespace: 'team' } },
    spec: { placement: { clusterAffinity: { clusterNames: ['a'] } } },
  },
  { apiVersion: `${OCM}/v1`, kind: 'ManagedCluster', metadata: { name: 'a' }, spec: {} },
  { apiVersion: 'cluster.karmada.io/v1alpha1', kind: 'Cluster', metadata: { name: 'a' }, spec: {} },
];

beforeAll(async () => {
  server = await startApiServer({ name: HUB });
  const kubeconfig = parseKubeconfig(JSON.stringify(server.kubeconfig()), { source: 'harness', directory: '/' });
  client = createKubernetesClient(await kubeconfig.target(HUB), { log: silentLogger });
  graph = graphOver([client], { named: { [HUB]: RESOURCES } });
  await server.apply(RESOURCES.map(crd));
  for (const { group, version, plural } of RESOURCES)
    await until(async () => (await server.request('GET', `/apis/${group}/${version}/${plural}`)).status === 200);
  await server.apply([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } },
    {
      ...{ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata: { name: 'admins' } },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup: RBAC, kind: 'Group', name: 'admins' }],
    },
    {
      ...{ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name: 'reader' } },
      rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list'] }],
    },
    {
      ...{ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata: { name: 'reader' } },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'reader' },
      subjects: [{ apiGroup: RBAC, kind: 'User', name: 'jane' }],
    },
  ]);
}, 600_000);

afterAll(async () => {
  await client?.close();
  await server?.remove();
});

beforeEach(async () => {
  for (const path of Object.values(PATHS)) await server.request('DELETE', path);
  await server.apply(OBJECTS);
});

async function ask(name: 'move' | 'drain' | 'bound', input: object, as = ADMIN) {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { results { id outcome message reason warnings object { id } } } }`;
  return graph.run(document, { input }, { as });
}

async function act(name: 'move' | 'drain' | 'bound', input: object, as = ADMIN): Promise<any[]> {
  const { data, errors } = await ask(name, input, as);
  expect(errors).toEqual([]);
  return data[name].results;
}

const stored = async (id: string): Promise<any> => (await server.request('GET', PATHS[id]!)).body;
const annotations = async (id: string) => (await stored(id)).metadata.annotations ?? {};

describe('move', () => {
  it('writes the list of members, and leaves the specification to the mover', async () => {
    for (const id of [PLACEMENT, POLICY]) {
      const { spec } = await stored(id);
      expect(await act('move', { ids: [id], clusters: ['b', 'a'] })).toMatchObject([
        { id, outcome: 'DONE', object: { id } },
      ]);
      expect(await annotations(id)).toEqual({ 'placement.fleetgraph.dev/clusters': 'b,a' });
      expect(await act('move', { ids: [id], clusters: ['a', 'b'] })).toMatchObject([{ outcome: 'UNCHANGED' }]);
      expect((await stored(id)).spec).toEqual(spec);
    }
  });

  it('says that volumes may be left, and takes both back', async () => {
    await act('move', { ids: [PLACEMENT], clusters: ['b'], volumes: 'LEAVE' });
    expect(await annotations(PLACEMENT)).toEqual({
      ...{ 'placement.fleetgraph.dev/clusters': 'b', 'placement.fleetgraph.dev/volumes': 'leave' },
    });
    expect(await act('move', { ids: [PLACEMENT], clusters: null })).toMatchObject([{ outcome: 'DONE' }]);
    expect(await annotations(PLACEMENT)).toEqual({});
  });

  it('lets the cluster check, and changes nothing', async () => {
    expect(await act('move', { ids: [PLACEMENT], clusters: ['b'], dryRun: true })).toMatchObject([
      { outcome: 'WOULD_DO' },
    ]);
    expect(await annotations(PLACEMENT)).toEqual({});
  });

  it('says in a dry run who else follows a Placement', async () => {
    const generator = (name: string) => ({
      clusterDecisionResource: { labelSelector: { matchLabels: { [`${OCM}/placement`]: name } } },
    });
    const set = (name: string, of: string): KubernetesJson => ({
      ...{ apiVersion: 'argoproj.io/v1alpha1', kind: 'ApplicationSet', metadata: { name, namespace: 'team' } },
      spec: { generators: [{ list: {} }, generator(of)] },
    });
    await server.apply([set('follows', 'where'), set('other', 'elsewhere')]);
    expect(await act('move', { ids: [PLACEMENT], clusters: ['b'], dryRun: true })).toMatchObject([
      { warnings: ['ApplicationSet "follows" reads this Placement, too, and follows the move without a proof.'] },
    ]);
  });

  it('is refused where the caller may not patch, and does not say more to others', async () => {
    expect(await act('move', { ids: [PLACEMENT], clusters: ['b'] }, JANE)).toMatchObject([
      {
        outcome: 'FORBIDDEN',
        message:
          'Cluster "hub" does not let you patch placements.cluster.open-cluster-management.io "where" in namespace "team".',
      },
    ]);
    expect(await annotations(PLACEMENT)).toEqual({});
  });

  it('is refused by admission that refuses the end of it', async () => {
    const metadata = { name: 'not-b' };
    const names = `object.spec.predicates.all(p, p.requiredClusterSelector.celSelector.celExpressions.all(e, !e.contains('"b"')))`;
    await server.apply([
      {
        ...{ apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicy', metadata },
        spec: {
          matchConstraints: {
            resourceRules: [
              { apiGroups: [OCM], apiVersions: ['*'], resources: ['placements'], operations: ['UPDATE'] },
            ],
          },
          matchConditions: [
            {
              name: 'pinned',
              expression: 'object.spec.predicates.exists(p, has(p.requiredClusterSelector.celSelector))',
            },
          ],
          validations: [{ expression: names, message: 'nothing goes to b' }],
        },
      },
      {
        ...{ apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicyBinding', metadata },
        spec: { policyName: metadata.name, validationActions: ['Deny'] },
      },
    ]);
    await until(
      async () => (await act('move', { ids: [PLACEMENT], clusters: ['b'], dryRun: true }))[0].outcome === 'FORBIDDEN',
    );
    expect(await act('move', { ids: [PLACEMENT], clusters: ['b'] })).toMatchObject([
      {
        ...{ outcome: 'FORBIDDEN', message: 'A policy of cluster "hub" does not allow this.' },
        reason: expect.stringContaining('nothing goes to b'),
      },
    ]);
    expect(await annotations(PLACEMENT)).toEqual({});
    expect(await act('move', { ids: [PLACEMENT], clusters: ['c'] })).toMatchObject([{ outcome: 'DONE' }]);
  });

  it.each([
    ['no name', []],
    ['a name twice', ['a', 'a']],
    ['a name that is none', ['a b']],
    ['too many names', Array.from({ length: 101 }, (_, i) => `m${i}`)],
  ])('takes no list with %s', async (_what, clusters) => {
    const { errors } = await ask('move', { ids: [PLACEMENT], clusters });
    expect(errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT' }, message: expect.stringMatching(/^input\.clusters/) },
    ]);
    expect(await annotations(PLACEMENT)).toEqual({});
  });
});

describe('drain and bound', () => {
  it.each([MANAGED, CLUSTER])('annotate %s, and take that back', async id => {
    expect(await act('drain', { ids: [id] })).toMatchObject([{ outcome: 'DONE' }]);
    expect(await act('drain', { ids: [id] })).toMatchObject([{ outcome: 'UNCHANGED' }]);
    expect(await act('bound', { ids: [id], pods: 200 })).toMatchObject([{ outcome: 'DONE' }]);
    expect(await act('bound', { ids: [id], pods: 100, dryRun: true })).toMatchObject([{ outcome: 'WOULD_DO' }]);
    expect(await annotations(id)).toEqual({
      ...{ 'placement.fleetgraph.dev/drain': 'true', 'placement.fleetgraph.dev/bound': 'pods=200' },
    });
    expect(await act('drain', { ids: [id], drained: false })).toMatchObject([{ outcome: 'DONE' }]);
    expect(await act('bound', { ids: [id], pods: null })).toMatchObject([{ outcome: 'DONE' }]);
    expect(await annotations(id)).toEqual({});
    expect(await act('drain', { ids: [id] }, JANE)).toMatchObject([{ outcome: 'FORBIDDEN' }]);
  });

  it('take no bound below 1, and no objects of other kinds', async () => {
    expect((await ask('bound', { ids: [MANAGED], pods: 0 })).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT' } },
    ]);
    expect(await act('drain', { ids: [PLACEMENT] })).toMatchObject([{ outcome: 'UNSUPPORTED' }]);
    expect(await act('bound', { ids: [POLICY], pods: 1 })).toMatchObject([{ outcome: 'UNSUPPORTED' }]);
    expect(await act('move', { ids: [MANAGED], clusters: ['b'] })).toMatchObject([{ outcome: 'UNSUPPORTED' }]);
  });
});
