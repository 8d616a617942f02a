import { afterEach, describe, expect, it } from '@jest/globals';
import { generate } from 'selfsigned';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { simulatedKubeconfig } from '../../sim/kubeconfig.ts';
import type { SimulatedLeaf, SimulatedLeafOptions } from '../../sim/leaf.ts';
import { simulatedResource } from '../../sim/resources.ts';
import { ADMIN, grant, JANE, LeafCaller, namespace, pod, ROBOT, startLeaf, type Call } from './fixtures.ts';
import { until } from '../kubernetes/until.ts';

const open: { leaf: SimulatedLeaf; caller: LeafCaller }[] = [];

async function leafWith(objects: readonly KubernetesObject[], options: Partial<SimulatedLeafOptions> = {}) {
  const leaf = await startLeaf(options);
  leaf.objects.load(objects);
  const caller = new LeafCaller(leaf);
  open.push({ leaf, caller });
  return { leaf, caller, call: (path: string, how?: Call) => caller.call(path, how) };
}

afterEach(async () => {
  for (const { leaf, caller } of open.splice(0)) {
    await caller.close();
    await leaf.close();
  }
});

const PODS = '/api/v1/namespaces/shop/pods';
const namesIn = (list: { items: KubernetesObject[] }) => list.items.map(({ metadata }) => metadata.name);
const crew = (count: number) => Array.from({ length: count }, (_, index) => pod('shop', `pod-${index}`));
const widgets = simulatedResource('example.org/v1', 'Widget', 'widgets');

async function take<T>(events: AsyncGenerator<T>, count: number): Promise<T[]> {
  const taken: T[] = [];
  for (let index = 0; index < count; index += 1) {
    const { value, done } = await events.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

describe('lists of a simulated leaf', () => {
  it('come in chunks of one consistent snapshot', async () => {
    const { leaf, call } = await leafWith(crew(5));
    const first = await call(`${PODS}?limit=2`);
    leaf.objects.remove(pod('shop', 'pod-4'));
    leaf.objects.put(pod('shop', 'pod-9'));
    const second = await call(`${PODS}?limit=2&continue=${first.body.metadata.continue}`);
    const third = await call(`${PODS}?limit=2&continue=${second.body.metadata.continue}`);
    expect([first, second, third].map(({ body }) => namesIn(body))).toEqual([
      ['pod-0', 'pod-1'],
      ['pod-2', 'pod-3'],
      ['pod-4'],
    ]);
    expect([first, second, third].map(({ body }) => body.metadata.remainingItemCount)).toEqual([3, 1, undefined]);
    expect(new Set([first, second, third].map(({ body }) => body.metadata.resourceVersion)).size).toBe(1);
  });

  it('answer 410 for a continue token whose snapshot has expired', async () => {
    const { leaf, call } = await leafWith(crew(5));
    const first = await call(`${PODS}?limit=2`);
    leaf.expireHistory();
    const second = await call(`${PODS}?limit=2&continue=${first.body.metadata.continue}`);
    expect(second).toMatchObject({ code: 410, body: { kind: 'Status', reason: 'Expired' } });
  });

  it.each([
    ['labelSelector=tier%3Dweb', ['a']],
    ['labelSelector=tier!%3Dweb', ['b', 'c']],
    ['labelSelector=tier%20in%20(web,db)', ['a', 'b']],
    ['labelSelector=!tier', ['c']],
    ['labelSelector=tier', ['a', 'b']],
    ['fieldSelector=metadata.name%3Db', ['b']],
    ['fieldSelector=status.phase!%3DRunning', ['c']],
  ])('are filtered by %s', async (query, expected) => {
    const objects = [
      pod('shop', 'a', { labels: { tier: 'web' } }),
      pod('shop', 'b', { labels: { tier: 'db' } }),
      pod('shop', 'c', { phase: 'Pending' }),
    ];
    const { call } = await leafWith(objects);
    expect(namesIn((await call(`/api/v1/pods?${query}`)).body)).toEqual(expected);
  });

  it('refuse a field that is no selector', async () => {
    const { call } = await leafWith([]);
    expect(await call('/api/v1/pods?fieldSelector=spec.colour%3Dred')).toMatchObject({
      code: 400,
      body: { message: 'field label not supported: spec.colour' },
    });
  });

  it('show an earlier version exactly, and say when it is too new or too old', async () => {
    const { leaf, call } = await leafWith(crew(2));
    const then = (await call(PODS)).body.metadata.resourceVersion;
    leaf.objects.remove(pod('shop', 'pod-0'));
    leaf.objects.put(pod('shop', 'pod-7'));
    const exact = `${PODS}?resourceVersionMatch=Exact&resourceVersion=`;
    expect(namesIn((await call(exact + then)).body)).toEqual(['pod-0', 'pod-1']);
    expect((await call(`${PODS}?resourceVersion=999999`)).code).toBe(504);
    leaf.expireHistory();
    expect((await call(exact + then)).code).toBe(410);
  });

  it('hold metadata only where that is asked for', async () => {
    const { call } = await leafWith(crew(1));
    const list = await call(PODS, {
      headers: { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json' },
    });
    expect(list.body).toMatchObject({
      kind: 'PartialObjectMetadataList',
      items: [{ kind: 'PartialObjectMetadata', metadata: { name: 'pod-0' } }],
    });
    expect(list.body.items[0].spec).toBeUndefined();
    const single = await call(`${PODS}/pod-0`, {
      headers: { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' },
    });
    expect(Object.keys(single.body)).toEqual(['kind', 'apiVersion', 'metadata']);
    expect((await call(PODS, { headers: { accept: 'application/vnd.kubernetes.protobuf' } })).code).toBe(406);
  });

  it('hold what an API server adds: uid, times, versions and managed fields, the same each time', async () => {
    const { leaf, call } = await leafWith([]);
    leaf.objects.load([
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'made', namespace: 'shop' },
        render: () => pod('shop', 'made'),
      },
    ]);
    const [first, again] = [await call(`${PODS}/made`), await call(`${PODS}/made`)];
    expect(first.body.metadata).toEqual({
      name: 'made',
      namespace: 'shop',
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      resourceVersion: expect.stringMatching(/^\d+$/),
      generation: 1,
      creationTimestamp: expect.stringMatching(/Z$/),
      managedFields: [
        expect.objectContaining({ operation: 'Apply' }),
        expect.objectContaining({ subresource: 'status' }),
      ],
    });
    expect(again.text).toBe(first.text);
  });
});

describe('watches of a simulated leaf', () => {
  it('resume from a version and tell every change once', async () => {
    const { leaf, caller, call } = await leafWith(crew(1));
    const from = (await call(PODS)).body.metadata.resourceVersion;
    leaf.objects.put(pod('shop', 'pod-1'));
    const events = caller.watch(`${PODS}?watch=1&resourceVersion=${from}`);
    expect((await take(events, 1)).map(({ type, object }) => [type, object.metadata.name])).toEqual([
      ['ADDED', 'pod-1'],
    ]);
    leaf.objects.put(pod('shop', 'pod-1', { phase: 'Failed' }));
    leaf.objects.put(pod('other', 'elsewhere'));
    leaf.objects.remove(pod('shop', 'pod-0'));
    const later = await take(events, 2);
    expect(later.map(({ type, object }) => [type, object.metadata.name])).toEqual([
      ['MODIFIED', 'pod-1'],
      ['DELETED', 'pod-0'],
    ]);
    const versions = later.map(({ object }) => Number(object.metadata.resourceVersion));
    expect(versions[1]).toBeGreaterThan(versions[0] ?? Infinity);
    await events.return(undefined);
  });

  it('answer 410 in the stream when their version is compacted', async () => {
    const { leaf, caller } = await leafWith(crew(1));
    leaf.expireHistory();
    const events = await take(caller.watch(`${PODS}?watch=1&resourceVersion=1`), 5);
    expect(events).toEqual([
      { type: 'ERROR', object: expect.objectContaining({ kind: 'Status', code: 410, reason: 'Expired' }) },
    ]);
  });

  it('forget no more history than their bound', async () => {
    const { leaf, caller, call } = await leafWith([], { historyLimit: 4 });
    const from = (await call(PODS)).body.metadata.resourceVersion;
    for (const object of crew(10)) leaf.objects.put(object);
    expect(await take(caller.watch(`${PODS}?watch=1&resourceVersion=${from}`), 2)).toMatchObject([
      { type: 'ERROR', object: { code: 410 } },
    ]);
  });

  it('stream what exists first and close it with a bookmark, then go on', async () => {
    const { leaf, caller } = await leafWith(crew(2));
    const events = caller.watch(
      `${PODS}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
    );
    const initial = await take(events, 3);
    expect(initial.map(({ type }) => type)).toEqual(['ADDED', 'ADDED', 'BOOKMARK']);
    expect(initial[2]?.object.metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' });
    leaf.objects.put(pod('shop', 'new'));
    expect(await take(events, 1)).toMatchObject([{ type: 'ADDED', object: { metadata: { name: 'new' } } }]);
    await events.return(undefined);
  });

  it.each([
    ['the match is missing', 'sendInitialEvents=true', {}, /NotOlderThan/],
    [
      'the server is too old',
      'sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
      { watchList: false },
      /WatchList feature gate/,
    ],
  ])('refuse to stream what exists when %s', async (_why, query, options, message) => {
    const { call } = await leafWith([], options);
    expect(await call(`${PODS}?watch=1&${query}`)).toMatchObject({
      code: 422,
      body: { reason: 'Invalid', message: expect.stringMatching(message) },
    });
  });

  it('send bookmarks to those who asked', async () => {
    const { leaf, caller, call } = await leafWith(crew(1), { bookmarkEveryMs: 5 });
    const from = (await call(PODS)).body.metadata.resourceVersion;
    const events = caller.watch(`${PODS}?watch=1&resourceVersion=${from}&allowWatchBookmarks=true`);
    expect(await take(events, 1)).toEqual([{ type: 'BOOKMARK', object: expect.objectContaining({ kind: 'Pod' }) }]);
    expect(leaf.objects.resourceVersion).toBe(Number(from));
    await events.return(undefined);
  });

  it('turn a lost label into a deletion', async () => {
    const { leaf, caller, call } = await leafWith([pod('shop', 'a', { labels: { tier: 'web' } })]);
    const from = (await call(PODS)).body.metadata.resourceVersion;
    const events = caller.watch(`${PODS}?watch=1&resourceVersion=${from}&labelSelector=tier%3Dweb`);
    leaf.objects.put(pod('shop', 'a'));
    expect(await take(events, 1)).toMatchObject([{ type: 'DELETED', object: { metadata: { name: 'a' } } }]);
    await events.return(undefined);
  });

  it('end in good order when their time is up', async () => {
    const { caller, call } = await leafWith([]);
    const from = (await call(PODS)).body.metadata.resourceVersion;
    expect(await take(caller.watch(`${PODS}?watch=1&resourceVersion=${from}&timeoutSeconds=1`), 1)).toEqual([]);
  });
});

describe('writes to a simulated leaf', () => {
  const body = (object: KubernetesObject, method: 'POST' | 'PUT' = 'POST') => ({ method, body: object });

  it('create in a namespace that exists, once, without the status that only controllers write', async () => {
    const { call } = await leafWith([namespace('shop')]);
    const created = await call(PODS, body(pod('shop', 'a')));
    expect(created).toMatchObject({ code: 201, body: { kind: 'Pod', metadata: { name: 'a', generation: 1 } } });
    expect(created.body.status).toBeUndefined();
    expect(await call(PODS, body(pod('shop', 'a')))).toMatchObject({
      code: 409,
      body: { reason: 'AlreadyExists', message: 'pods "a" already exists' },
    });
    expect(await call('/api/v1/namespaces/none/pods', body(pod('none', 'a')))).toMatchObject({
      code: 404,
      body: { message: 'namespaces "none" not found' },
    });
  });

  it('refuse an update of an older version', async () => {
    const { leaf, call } = await leafWith([pod('shop', 'a')]);
    const { body: read } = await call(`${PODS}/a`);
    leaf.objects.put(pod('shop', 'a', { phase: 'Failed' }));
    expect(await call(`${PODS}/a`, body(read, 'PUT'))).toMatchObject({ code: 409, body: { reason: 'Conflict' } });
  });

  it('patch the spec on the object, moving its generation, and the status on its own path', async () => {
    const { call } = await leafWith([pod('shop', 'a')]);
    const headers = { 'content-type': 'application/merge-patch+json' };
    const patched = await call(`${PODS}/a`, {
      method: 'PATCH',
      headers,
      body: { spec: { nodeName: 'node-1' }, status: { phase: 'Lost' } },
    });
    expect(patched.body).toMatchObject({
      metadata: { generation: 2 },
      spec: { nodeName: 'node-1' },
      status: { phase: 'Running' },
    });
    const status = await call(`${PODS}/a/status`, {
      method: 'PATCH',
      headers,
      body: { spec: { nodeName: 'x' }, status: { phase: 'Failed' } },
    });
    expect(status.body).toMatchObject({
      metadata: { generation: 2, uid: patched.body.metadata.uid },
      spec: { nodeName: 'node-1' },
      status: { phase: 'Failed' },
    });
    const text = { 'content-type': 'text/plain' };
    expect((await call(`${PODS}/a`, { method: 'PATCH', headers: text, body: [] })).code).toBe(415);
  });

  it('patch by the operations of a JSON patch, all or none of them', async () => {
    const { call } = await leafWith([pod('shop', 'a')]);
    const headers = { 'content-type': 'application/json-patch+json' };
    const patch = (...body: readonly object[]) => call(`${PODS}/a`, { method: 'PATCH', headers, body });
    const annotations = '/metadata/annotations';
    const patched = await patch(
      { op: 'add', path: annotations, value: { 'example.org/cause': 'a', 'b~c': '1' } },
      { op: 'replace', path: `${annotations}/example.org~1cause`, value: 'b' },
      { op: 'test', path: `${annotations}/b~0c`, value: '1' },
      { op: 'remove', path: `${annotations}/b~0c` },
      { op: 'add', path: '/spec/tolerations', value: ['x', 'z'] },
      { op: 'add', path: '/spec/tolerations/1', value: 'y' },
      { op: 'add', path: '/spec/tolerations/-', value: 'last' },
    );
    expect(patched.body).toMatchObject({
      metadata: { annotations: { 'example.org/cause': 'b' } },
      spec: { tolerations: ['x', 'y', 'z', 'last'] },
    });
    for (const wrong of [
      { op: 'replace', path: '/spec/none', value: 1 },
      { op: 'remove', path: `${annotations}/none` },
      { op: 'add', path: '/spec/none/within', value: 1 },
      { op: 'test', path: `${annotations}/example.org~1cause`, value: 'c' },
    ])
      expect((await patch({ op: 'add', path: '/spec/nodeName', value: 'n' }, wrong)).code).toBe(422);
    expect((await patch({ op: 'move', from: '/spec', path: '/status' })).code).toBe(400);
    expect((await call(`${PODS}/a`)).body).toEqual(patched.body);
  });

  it('change nothing in a dry run, and answer as if', async () => {
    const { call } = await leafWith([namespace('shop'), pod('shop', 'a')]);
    const headers = { 'content-type': 'application/merge-patch+json' };
    const patch = { method: 'PATCH', headers, body: { spec: { nodeName: 'n2' } } } as const;
    expect((await call(`${PODS}/a?dryRun=All`, patch)).body).toMatchObject({
      metadata: { name: 'a' },
      spec: { nodeName: 'n2' },
    });
    expect((await call(`${PODS}?dryRun=All`, body(pod('shop', 'b')))).code).toBe(201);
    expect((await call(`${PODS}/a`, { method: 'DELETE', body: { dryRun: ['All'] } })).code).toBe(200);
    const { body: list } = await call(PODS);
    expect(list.items.map(({ metadata, spec }: KubernetesObject) => [metadata.name, spec?.['nodeName']])).toEqual([
      ['a', undefined],
    ]);
  });

  it('delete what has the uid and the version that are asked for, and nothing else', async () => {
    const { call } = await leafWith([pod('shop', 'a')]);
    const { uid, resourceVersion } = (await call(`${PODS}/a`)).body.metadata;
    const deleted = (preconditions: object) => call(`${PODS}/a`, { method: 'DELETE', body: { preconditions } });
    expect((await deleted({ uid: 'another' })).code).toBe(409);
    expect((await deleted({ uid, resourceVersion: '0' })).code).toBe(409);
    expect((await deleted({ uid, resourceVersion })).code).toBe(200);
  });

  it('apply a manifest to an object, or make it', async () => {
    const { call } = await leafWith([namespace('shop')]);
    const headers = { 'content-type': 'application/apply-patch+yaml' };
    const applied = (spec: object) =>
      call(`${PODS}/a?fieldManager=m`, { method: 'PATCH', headers, body: { ...pod('shop', 'a'), spec } });
    expect((await applied({ nodeName: 'n1' })).code).toBe(201);
    expect(await applied({ priority: 1 })).toMatchObject({
      code: 200,
      body: { spec: { nodeName: 'n1', priority: 1 } },
    });
  });

  it('scale workloads by their own path', async () => {
    const path = '/apis/apps/v1/namespaces/shop/deployments/web';
    const web = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { namespace: 'shop', name: 'web' },
      spec: { replicas: 1, paused: true },
    };
    const { call } = await leafWith([web]);
    const headers = { 'content-type': 'application/merge-patch+json' };
    expect((await call(`${path}/scale`)).body).toMatchObject({ kind: 'Scale', spec: { replicas: 1 } });
    const scaled = await call(`${path}/scale`, { method: 'PATCH', headers, body: { spec: { replicas: 3 } } });
    expect(scaled.body).toMatchObject({ kind: 'Scale', spec: { replicas: 3 } });
    expect((await call(path)).body.spec).toEqual({ replicas: 3, paused: true });
    expect((await call(`${PODS}/a/scale`)).code).toBe(404);
  });

  it('keep an object with finalizers until they are gone', async () => {
    const finalized = pod('shop', 'a');
    const { call } = await leafWith([
      { ...finalized, metadata: { ...finalized.metadata, finalizers: ['example.org/wait'] } },
    ]);
    expect((await call(`${PODS}/a`, { method: 'DELETE' })).code).toBe(200);
    expect((await call(`${PODS}/a`)).body.metadata.deletionTimestamp).toBeDefined();
    await call(`${PODS}/a`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { metadata: { finalizers: null } },
    });
    expect(await call(`${PODS}/a`)).toMatchObject({
      code: 404,
      body: { reason: 'NotFound', message: 'pods "a" not found' },
    });
  });

  it('take a deleted namespace with all it holds', async () => {
    const { call } = await leafWith([namespace('shop'), namespace('shop-2'), ...crew(2), pod('shop-2', 'stays')]);
    await call('/api/v1/namespaces/shop', { method: 'DELETE' });
    expect(namesIn((await call('/api/v1/pods')).body)).toEqual(['stays']);
  });
});

describe('the resources of a simulated leaf', () => {
  const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

  it('are discovered in the aggregated form where the server knows it, and one by one otherwise', async () => {
    const modern = await leafWith([], { resources: [{ ...widgets, olderVersions: ['v1beta1'] }] });
    const { headers, body } = await modern.call('/apis', { headers: { accept: aggregated } });
    expect(headers['content-type']).toBe('application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList');
    const group = body.items.find((item: KubernetesObject) => item.metadata.name === 'example.org');
    expect(group.versions.map(({ version }: { version: string }) => version)).toEqual(['v1', 'v1beta1']);
    expect(group.versions[0].resources[0]).toMatchObject({
      resource: 'widgets',
      scope: 'Namespaced',
      responseKind: { kind: 'Widget' },
    });
    const old = await leafWith([], { resources: [widgets], aggregatedDiscovery: false });
    expect((await old.call('/apis', { headers: { accept: aggregated } })).body.kind).toBe('APIGroupList');
    expect((await old.call('/apis/example.org/v1')).body.resources).toMatchObject([
      { name: 'widgets', namespaced: true },
      { name: 'widgets/status' },
    ]);
    expect((await old.call('/api/v1')).body.resources.map(({ name }: { name: string }) => name)).toContain('pods');
  });

  it('come and go at run time with their definition', async () => {
    const { leaf, caller, call } = await leafWith([]);
    expect((await call('/apis/example.org/v1/widgets')).code).toBe(404);
    leaf.serve(widgets);
    leaf.objects.put({
      apiVersion: 'example.org/v1',
      kind: 'Widget',
      metadata: { name: 'w', namespace: 'shop' },
      spec: {},
    });
    const list = (await call('/apis/example.org/v1/widgets')).body;
    expect(list.items).toMatchObject([{ kind: 'Widget', apiVersion: 'example.org/v1' }]);
    const events = caller.watch(
      `/apis/example.org/v1/widgets?watch=1&resourceVersion=${list.metadata.resourceVersion}`,
    );
    const first = events.next();
    await call('/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.org', { method: 'DELETE' });
    expect([(await first).value?.type, (await events.next()).done]).toEqual(['DELETED', true]);
    expect((await call('/apis/example.org/v1/widgets')).code).toBe(404);
    expect((await call('/apis/example.org/v1')).text).toBe('404 page not found\n');
  });
});

describe('the access rules of a simulated leaf', () => {
  const readPods = [{ verbs: ['get', 'list'], resources: ['pods'] }];

  it.each([
    ['an unknown token', { token: 'nobody' }, 401, 'Unauthorized'],
    [
      'no token',
      { token: '' },
      403,
      'pods is forbidden: User "system:anonymous" cannot list resource "pods" in API group "" in the namespace "shop"',
    ],
    [
      'a user without rights',
      { token: JANE },
      403,
      'pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "shop"',
    ],
  ])('refuse %s in the words of Kubernetes', async (_who, how, code, message) => {
    const { call } = await leafWith([]);
    expect(await call(PODS, how)).toMatchObject({ code, body: { kind: 'Status', status: 'Failure', message } });
  });

  it('follow the RBAC objects of the leaf as they change', async () => {
    const grants = grant('reader', 'jane', readPods, 'shop');
    const { leaf, call } = await leafWith([...crew(1), ...grants]);
    expect((await call(PODS, { token: JANE })).code).toBe(200);
    expect((await call('/api/v1/pods', { token: JANE })).body.message).toMatch(/at the cluster scope$/);
    for (const object of grants) leaf.objects.remove(object);
    expect((await call(PODS, { token: JANE })).code).toBe(403);
  });

  it('authorize a list that pins a name as one that names the object', async () => {
    const named = grant('one', 'jane', [{ verbs: ['list'], resources: ['pods'], resourceNames: ['pod-1'] }], 'shop');
    const { call } = await leafWith([...crew(2), ...named]);
    expect((await call(PODS, { token: JANE })).code).toBe(403);
    expect(namesIn((await call(`${PODS}?fieldSelector=metadata.name%3Dpod-1`, { token: JANE })).body)).toEqual([
      'pod-1',
    ]);
  });

  it('read a namespace in its own scope', async () => {
    const own = grant('own', 'jane', [{ verbs: ['get'], resources: ['namespaces'] }], 'shop');
    const { call } = await leafWith([namespace('shop'), namespace('other'), ...own]);
    const codes = await Promise.all(
      ['shop', 'other'].map(async name => (await call(`/api/v1/namespaces/${name}`, { token: JANE })).code),
    );
    expect(codes).toEqual([200, 403]);
  });

  describe('with impersonation', () => {
    const robot = 'system:serviceaccount:fleetgraph:collector';
    const may = (...resources: string[]) => grant('impersonator', robot, [{ verbs: ['impersonate'], resources }]);
    const as = (user: string, ...groups: string[]) => ({
      token: ROBOT,
      headers: { 'Impersonate-User': user, 'Impersonate-Group': groups },
    });

    it('decide for the impersonated user and each of the groups, also one with a comma', async () => {
      const { call } = await leafWith([...may('users', 'groups'), ...grant('reader', 'group:a,b', readPods)]);
      expect((await call(PODS, as('jane', 'x', 'a,b'))).code).toBe(200);
      expect((await call(PODS, as('jane', 'a', 'b'))).body.message).toMatch(/^pods is forbidden: User "jane"/);
    });

    it('refuse those who may not', async () => {
      const { call } = await leafWith([...may('users'), ...grant('reader', 'jane', readPods)]);
      expect((await call(PODS, as('jane'))).code).toBe(200);
      expect(await call(PODS, as('jane', 'dev'))).toMatchObject({
        code: 403,
        body: {
          message: `groups "dev" is forbidden: User "${robot}" cannot impersonate resource "groups" in API group "" at the cluster scope`,
        },
      });
      expect((await call(PODS, { token: ROBOT, headers: { 'Impersonate-Group': 'dev' } })).code).toBe(500);
    });

    it('imply the groups of a ServiceAccount only when none is sent', async () => {
      const { call } = await leafWith([
        ...may('serviceaccounts', 'groups'),
        ...grant('reader', 'group:system:serviceaccounts:shop', readPods),
      ]);
      expect((await call(PODS, as('system:serviceaccount:shop:web'))).code).toBe(200);
      expect((await call(PODS, as('system:serviceaccount:shop:web', 'other'))).code).toBe(403);
    });

    it('read user names as UTF-8', async () => {
      const { call } = await leafWith([...may('users'), ...grant('reader', 'zoë', readPods)]);
      const { code } = await call(PODS, as(Buffer.from('zoë').toString('latin1')));
      expect(code).toBe(200);
    });
  });

  it('answer reviews', async () => {
    const { call } = await leafWith(grant('reader', 'group:dev', readPods, 'shop'));
    const review = (kind: string, spec: unknown, token = ADMIN) =>
      call(`/apis/authorization.k8s.io/v1/${kind.toLowerCase()}s`, { token, method: 'POST', body: { kind, spec } });
    const resourceAttributes = { verb: 'list', resource: 'pods', namespace: 'shop' };
    expect((await review('SelfSubjectAccessReview', { resourceAttributes }, JANE)).body.status.allowed).toBe(true);
    expect(
      (await review('SelfSubjectAccessReview', { resourceAttributes: { ...resourceAttributes, namespace: '' } }, JANE))
        .body.status.allowed,
    ).toBe(false);
    expect(
      (await review('SubjectAccessReview', { user: 'x', groups: ['dev'], resourceAttributes })).body.status.allowed,
    ).toBe(true);
    expect((await review('SubjectAccessReview', { user: 'x', groups: ['dev'], resourceAttributes }, JANE)).code).toBe(
      403,
    );
    expect((await review('SelfSubjectRulesReview', { namespace: 'shop' }, JANE)).body.status).toMatchObject({
      resourceRules: [{ verbs: ['get', 'list'], resources: ['pods'] }],
      incomplete: false,
    });
    const tokenReview = await call('/apis/authentication.k8s.io/v1/tokenreviews', {
      method: 'POST',
      body: { spec: { token: JANE } },
    });
    expect(tokenReview.body.status).toEqual({
      authenticated: true,
      user: { username: 'jane', groups: ['dev', 'system:authenticated'] },
    });
  });
});

describe('the faults of a simulated leaf', () => {
  it.each([
    [{ answer: 'error' as const }, { code: 500, body: { reason: 'InternalError' } }],
    [{ answer: 'html' as const }, { code: 200, headers: { 'content-type': 'text/html; charset=utf-8' } }],
    [
      { answer: { throttleSeconds: 7 } },
      { code: 429, headers: { 'retry-after': '7' }, body: { reason: 'TooManyRequests' } },
    ],
    [{ latencyMs: 5 }, { code: 200 }],
    [{ slowBodyMs: 1 }, { code: 200, body: { kind: 'PodList' } }],
    [{ answer: 'error' as const, matching: /deployments/ }, { code: 200 }],
  ])('answer %j', async (fault, expected) => {
    const { leaf, call } = await leafWith(crew(3));
    leaf.fail(fault);
    expect(await call(PODS)).toMatchObject(expected);
    leaf.fail({});
    expect((await call(PODS)).code).toBe(200);
  });

  it.each(['reset', 'truncated'] as const)('break the connection: %s', async answer => {
    const { leaf, call } = await leafWith(crew(3));
    leaf.fail({ answer });
    await expect(call(PODS)).rejects.toThrow();
  });

  it('hang for ever', async () => {
    const { leaf, call } = await leafWith([]);
    leaf.fail({ answer: 'hang' });
    await expect(call(PODS, { signal: AbortSignal.timeout(50) })).rejects.toThrow(/aborted/);
  });

  it('refuse connections while stopped, and come back on the same address', async () => {
    const { leaf, caller, call } = await leafWith(crew(1));
    const url = leaf.url;
    const watch = caller.watch(`${PODS}?watch=1`);
    await take(watch, 1);
    await leaf.stop();
    await expect(watch.next()).rejects.toThrow();
    await expect(call(PODS)).rejects.toThrow(/ECONNREFUSED/);
    await leaf.start();
    expect([leaf.url, (await call(PODS)).code]).toEqual([url, 200]);
  });

  it('flap: away for a while, then back', async () => {
    const { leaf, call } = await leafWith(crew(1));
    const answers = () =>
      call(PODS).then(
        () => true,
        () => false,
      );
    leaf.flap({ upMs: 20, downMs: 20 });
    await until(async () => !(await answers()));
    await until(answers);
    leaf.flap(undefined);
    expect(await answers()).toBe(true);
  });

  it('drop open watches', async () => {
    const { leaf, caller } = await leafWith(crew(1));
    const watch = caller.watch(`${PODS}?watch=1`);
    await take(watch, 1);
    leaf.dropWatches();
    await expect(watch.next()).rejects.toThrow();
  });
});

describe('a simulated leaf with TLS', () => {
  it('serves lists and watches, and its kubeconfig names what to trust', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'leaf' }]);
    const { leaf, caller, call } = await leafWith(crew(1), { tls: { key, cert, ca: cert } });
    expect(namesIn((await call(PODS)).body)).toEqual(['pod-0']);
    const watch = caller.watch(`${PODS}?watch=1`);
    expect(await take(watch, 1)).toMatchObject([{ type: 'ADDED' }]);
    leaf.dropWatches();
    await expect(watch.next()).rejects.toThrow();
    const { clusters } = JSON.parse(simulatedKubeconfig([leaf], ADMIN));
    expect(clusters[0].cluster).toEqual({
      server: leaf.url,
      'certificate-authority-data': Buffer.from(cert).toString('base64'),
    });
  });
});
