/**
 * Packages on a real API server, with the CRDs of Flux and simple CRDs for Config Sync, kpt, Porch and Argo CD. The
 * test writes objects as their controllers do.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { leafObjects } from '../../../cli/register/leaf-rights.ts';
import { encodePackageId } from '../../../schema/package-id.ts';
import { binding } from '../../e2e/fixture.ts';
import { eventStream } from '../../harness/event-stream.ts';
import type { KubernetesJson } from '../../harness/apiserver-client.ts';
import { startApiServer, type ApiServer } from '../../harness/apiserver.ts';
import { eventually, Fleetgraph } from '../../harness/fleetgraph.ts';
import {
  application,
  commit,
  gitRepository,
  inventory,
  kptGroup,
  kustomization,
  packageRevision,
  REPO,
  sync,
  T1,
} from './objects.ts';
import type { Json } from './package-fleet.ts';

const ID = encodePackageId({ address: REPO, directory: 'apps/web' });
const RBAC = 'rbac.authorization.k8s.io';

let server: ApiServer;
let fleetgraph: Fleetgraph;
const stream = new AbortController();

/** A CRD that accepts any fields and has a status subresource. */
function crd(group: string, version: string, kind: string, plural: string): KubernetesJson {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      ...{ group, scope: 'Namespaced', names: { kind, plural, singular: kind.toLowerCase() } },
      versions: [{ name: version, served: true, storage: true, schema, subresources: { status: {} } }],
    },
  };
}

const CRDS = [
  crd('configsync.gke.io', 'v1beta1', 'RootSync', 'rootsyncs'),
  crd('configsync.gke.io', 'v1beta1', 'RepoSync', 'reposyncs'),
  crd('kpt.dev', 'v1alpha1', 'ResourceGroup', 'resourcegroups'),
  crd('argoproj.io', 'v1alpha1', 'Application', 'applications'),
  crd('porch.kpt.dev', 'v1alpha1', 'PackageRevision', 'packagerevisions'),
];

const plain = (object: Json): KubernetesJson => {
  // Removes the generation, because the API server counts generations itself.
  const { generation: _generation, ...metadata } = object['metadata'] as Json;
  return { ...object, metadata };
};
const observed = (object: Json): Json => ({ ...object, status: { ...object['status'], observedGeneration: 1 } });
const flux = (object: Json): KubernetesJson =>
  plain({ ...object, spec: { interval: '1m', prune: true, ...(object['spec'] as Json) } });

const SYNC = () => plain(observed(sync('shop/web', { applied: commit('b') })));
const INVENTORY = (...statuses: string[]) => plain(observed(inventory('shop/web', statuses)));
const HISTORY = [
  {
    ...{
      digest: 'sha256:d1',
      firstReconciled: T1,
      lastReconciled: T1,
      lastReconciledStatus: 'ReconciliationSucceeded',
    },
    ...{ lastReconciledDuration: '1s', totalReconciliations: 1, metadata: { revision: `main@sha1:${commit('a')}` } },
  },
];
const KUSTOMIZATION = (ready: Json = {}) =>
  flux(
    kustomization('shop/flux', './apps/db', {
      status: { observedGeneration: 1, history: HISTORY },
      ready: { observedGeneration: 1, ...ready },
    }),
  );

beforeAll(async () => {
  server = await startApiServer({ name: 'leaf', users: [{ name: 'collector' }] });
  await server.apply(CRDS);
  await server.installCrds(['kustomizations.kustomize.toolkit.fluxcd.io', 'gitrepositories.source.toolkit.fluxcd.io']);
  const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }];
  const some = [{ apiGroups: ['configsync.gke.io'], resources: ['rootsyncs'], verbs: ['list'] }];
  await eventually(
    () => server.request('GET', '/apis/porch.kpt.dev/v1alpha1/packagerevisions'),
    ({ status }) => status === 200,
    { what: 'the kinds' },
  );
  await server.apply([
    ...(leafObjects({ namespace: 'fleetgraph', allKinds: false, impersonate: 'anybody' }) as KubernetesJson[]),
    binding('ClusterRoleBinding', 'collector', undefined, 'fleetgraph-collector', { kind: 'User', name: 'collector' }),
    { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name: 'reader' }, rules },
    { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name: 'syncs' }, rules: some },
    binding('ClusterRoleBinding', 'reader', undefined, 'reader', { kind: 'User', name: 'ann' }),
    binding('ClusterRoleBinding', 'syncs', undefined, 'syncs', { kind: 'User', name: 'joe' }),
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
    ...[SYNC(), INVENTORY('Current', 'Current'), flux(gitRepository('shop/repo')), KUSTOMIZATION()],
    ...[
      plain(application('shop/argo', {})),
      plain(kptGroup('shop/kpt', ['Succeeded'])),
      plain(packageRevision('shop/web-1')),
    ],
  ]);
  const kubeconfig = join(server.directory, 'collector.kubeconfig');
  await server.writeKubeconfig(kubeconfig, 'collector');
  fleetgraph = await Fleetgraph.start({
    form: 'single',
    config: {
      clusters: [{ name: 'leaf', kubeconfig }],
      packages: { hubs: ['leaf'] },
      authentication: [{ type: 'static', tokens: ['ann', 'joe'].map(user => ({ token: `of-${user}`, user })) }],
    },
  });
  const all = () => fleetgraph.query('of-ann', '{ coverage { indexed } packageDeployments { totalCount } }');
  await eventually(all, ({ data }) => data?.coverage?.indexed === 1 && data.packageDeployments?.totalCount === 4, {
    ...{ within: 120_000, what: 'an index of the cluster' },
  });
});

afterAll(async () => {
  stream.abort();
  await fleetgraph?.stop();
  await server?.remove();
});

const DEPLOYMENTS = '{ packageDeployments { nodes { object { id name } engine phase detail package { id } } } }';

it('are joined over engines, with what is published', async () => {
  const { data, errors } = await fleetgraph.query(
    'of-ann',
    `{ packages { nodes { id publishedRevision phaseCounts { total ready outdated } } complete } }`,
  );
  expect(errors).toBeUndefined();
  const other = encodePackageId({ address: REPO, directory: 'apps/db' });
  expect(data.packages).toEqual({
    complete: true,
    nodes: [
      { id: other, publishedRevision: null, phaseCounts: { total: 1, ready: 1, outdated: 0 } },
      { id: ID, publishedRevision: commit('b'), phaseCounts: { total: 2, ready: 1, outdated: 1 } },
    ],
  });
  const listed = (await fleetgraph.query('of-ann', DEPLOYMENTS)).data.packageDeployments.nodes as Json[];
  expect(listed.map(({ object, engine, phase, detail }) => [object.name, engine, phase, detail])).toEqual([
    ['argo', 'ARGO_CD', 'OUTDATED', 'FULL'],
    ['web', 'CONFIG_SYNC', 'READY', 'FULL'],
    ['kpt', 'KPT_LIVE', 'READY', 'APPLIED'],
    ['flux', 'FLUX_KUSTOMIZATION', 'READY', 'AGGREGATED'],
  ]);
});

it('are nodes of the graph, and lead from objects and clusters', async () => {
  const { data, errors } = await fleetgraph.query(
    'of-ann',
    `{ node(id: ${JSON.stringify(ID)}) { __typename id ... on Package { directory intent { name status } deployments { totalCount nodes { target { name kubernetesVersion mechanism } } } } }
       none: node(id: ${JSON.stringify(ID + 'site')}) { id }
       objects(filter: { kinds: ["RootSync", "ResourceGroup", "GitRepository"] }) { nodes { name deployment { phase object { kind } } } }
       cluster(name: "leaf") { mechanism packagePhases { total ready outdated } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data.node).toMatchObject({
    ...{ __typename: 'Package', id: ID, directory: 'apps/web', intent: { name: 'web-1' } },
    deployments: { totalCount: 2, nodes: [{ target: { name: 'leaf', mechanism: 'PULL' } }, {}] },
  });
  expect(data.none).toBeNull();
  const of = (data.objects.nodes as Json[]).map(({ name, deployment }) => [
    name,
    deployment && `${deployment.object.kind} ${deployment.phase}`,
  ]);
  expect(of.sort()).toEqual([
    ['kpt', 'ResourceGroup READY'],
    ['repo', null],
    ['web', 'RootSync READY'],
    ['web', 'RootSync READY'],
  ]);
  expect(data.cluster).toEqual({ mechanism: 'PULL', packagePhases: { total: 4, ready: 3, outdated: 1 } });
});

it('tell as much as their readers may list', async () => {
  const { data } = await fleetgraph.query('of-joe', DEPLOYMENTS);
  expect(data.packageDeployments.nodes).toMatchObject([{ engine: 'CONFIG_SYNC', phase: 'READY', detail: 'APPLIED' }]);
});

it('break and are mended: the gate says so, and a live query within a second', async () => {
  const gate = async () => {
    const { data } = await fleetgraph.query(
      'of-ann',
      `{ packageGate(id: ${JSON.stringify(ID)}, clusters: ["leaf"]) { open blocks { cause deployment { object { name } phase } } } }`,
    );
    return data.packageGate;
  };
  await server.request('DELETE', '/apis/argoproj.io/v1alpha1/namespaces/shop/applications/argo');
  await eventually(gate, ({ open }) => open === true, { what: 'an open gate' });

  const list = await fleetgraph.query('of-ann', '{ objects(filter: { namespaces: ["shop"] }) { resume } }');
  const events = await subscribe(list.data.objects.resume);
  expect(await events.next()).toEqual([]); // the first payload has no change

  // Flux checks a revision again that is already applied. The subscription reports no change.
  const working = {
    status: 'Unknown',
    reason: 'Progressing',
    message: 'Reconciliation in progress',
    lastTransitionTime: '2026-01-31T11:00:00Z',
  };
  await server.apply([KUSTOMIZATION(working)]);
  const began = performance.now();
  await server.apply([INVENTORY('Current', 'Failed')]);
  const reported = await events.next();
  const tookMs = performance.now() - began;
  expect(reported).toEqual([
    {
      type: 'UPDATE',
      object: {
        id: 'leaf/kpt.dev/ResourceGroup/shop/web',
        deployment: { phase: 'FAILED', object: { name: 'web', kind: 'RootSync' } },
      },
    },
  ]);
  process.stderr.write(`  from the write to the phase in a live query: ${Math.round(tookMs)} ms\n`);
  expect(tookMs).toBeLessThan(5_000);
  expect(await gate()).toEqual({
    open: false,
    blocks: [{ cause: 'NOT_READY', deployment: { object: { name: 'web' }, phase: 'FAILED' } }],
  });

  await server.apply([INVENTORY('Current', 'Current')]);
  expect(await events.next()).toMatchObject([{ type: 'UPDATE', object: { deployment: { phase: 'READY' } } }]);
  expect(await gate()).toMatchObject({ open: true });
});

/** Subscribes to changes. next() returns the changes of one payload. */
async function subscribe(since: string): Promise<{ next(): Promise<Json[]> }> {
  const query = `subscription ($since: String) { objectChanges(filter: { namespaces: ["shop"] }, since: $since) {
    changes { type object { id deployment { phase object { name kind } } } } } }`;
  const answer = await fetch(`${fleetgraph.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: 'Bearer of-ann' },
    body: JSON.stringify({ query, variables: { since } }),
    signal: stream.signal,
  });
  expect(answer.status).toBe(200);
  const events = eventStream(answer);
  return { next: async () => (await events.next()).data.objectChanges.changes as Json[] };
}
