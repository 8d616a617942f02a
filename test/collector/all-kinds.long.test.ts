/**
 * Collects as many kinds as allowed (`*`) from a real API server with more kinds than the limit: kinds without watch,
 * Events in two groups, a kind with a hyphen, and a CRD with an unreachable conversion webhook. Then a collector
 * collects with an account that may list in only one namespace.
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { MAX_KINDS } from '../../collector/kinds.ts';
import type { KubernetesJson } from '../harness/apiserver-client.ts';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import { eventually, Fleetgraph } from '../harness/fleetgraph.ts';

const EXECUTABLE = new URL('../../bin/fleetgraph', import.meta.url).pathname;
const RBAC = 'rbac.authorization.k8s.io';
const ADA = { token: 'token-of-the-operator', user: 'ada', groups: [] };
/** A user who may list ConfigMaps in the namespace `other`. */
const BOB = { token: 'token-of-a-developer', user: 'bob', groups: [] };
/** A user who may list ConfigMaps in the namespace `shop`. */
const CAROL = { token: 'token-of-another-developer', user: 'carol', groups: [] };
const CRDS = 450;
/** Long timeout in milliseconds, because other tests may run on this machine. */
const PATIENCE_MS = 240_000;
jest.setTimeout(300_000);
const ANYTHING = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };

function crd(group: string, kind: string, plural: string, versions = ['v1']): KubernetesJson {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase() },
      versions: versions.map((name, i) => ({ name, served: true, storage: i === 0, schema: ANYTHING })),
    },
  };
}

const object = (
  apiVersion: string,
  kind: string,
  namespace: string,
  name: string,
  more: object = {},
): KubernetesJson => ({
  ...{ apiVersion, kind, metadata: { namespace, name } },
  ...more,
});

const rule = (apiGroups: string[], resources: string[], verbs = ['list', 'watch']) => ({ apiGroups, resources, verbs });

/** A role and its binding to a user, in one namespace or in all namespaces. */
function granted(name: string, user: string, rules: object[], namespace?: string): KubernetesJson[] {
  const kind = namespace === undefined ? 'ClusterRole' : 'Role';
  const metadata = { name, ...(namespace !== undefined && { namespace }) };
  return [
    { apiVersion: `${RBAC}/v1`, kind, metadata, rules },
    {
      ...{ apiVersion: `${RBAC}/v1`, kind: `${kind}Binding`, metadata },
      ...{ roleRef: { apiGroup: RBAC, kind, name }, subjects: [{ apiGroup: RBAC, kind: 'User', name: user }] },
    },
  ];
}

interface KindCoverage {
  readonly group: string;
  readonly kind: string;
  readonly state: string;
  readonly cause: string | null;
  readonly reason: string | null;
}

interface Coverage {
  readonly state: string;
  readonly cause: string | null;
  readonly reason: string | null;
  readonly kindsListed: number;
  readonly kindsTotal: number;
  readonly kinds: readonly KindCoverage[];
}

const COVERAGE =
  '{ coverage { clusters { nodes { state cause reason kindsListed kindsTotal kinds { group kind state cause reason } } } } }';

async function coverageOf(fleetgraph: Fleetgraph, token = ADA.token): Promise<Coverage | undefined> {
  const { data } = await fleetgraph.query(token, COVERAGE);
  return data?.coverage.clusters.nodes[0];
}

const ofKind = (coverage: Coverage | undefined, group: string, kind: string) =>
  coverage?.kinds.find(it => it.group === group && it.kind === kind);

const isNotFollowed = ({ state }: KindCoverage) => state !== 'WATCHING' && state !== 'UNCOLLECTED';

function run(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise(resolve => {
    execFile(
      EXECUTABLE,
      args,
      { env: { ...process.env, NODE_OPTIONS: '', ...env }, timeout: PATIENCE_MS },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer({ name: 'leaf', users: [{ name: 'narrow' }] });
  const many = Array.from({ length: CRDS }, (_, i) => crd('many.example.org', `Thing${i}`, `thing${i}s`));
  const odd = crd('odd.example.org', 'Foo-Bar', 'foo-bars');
  const legacy = crd('conv.example.org', 'Legacy', 'legacies', ['v1', 'v2']);
  await server.apply([
    ...['shop', 'other'].map(name => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
    ...many,
    odd,
    legacy,
    ...granted('everything', 'ada', [rule(['*'], ['*'], ['get', 'list'])]),
  ]);
  const isServed = async () => {
    const last = await server.request('GET', `/apis/many.example.org/v1/thing${CRDS - 1}s`);
    const others = await Promise.all([
      server.request('GET', '/apis/odd.example.org/v1/foo-bars'),
      server.request('GET', '/apis/conv.example.org/v2/legacies'),
    ]);
    return [last, ...others].every(({ status }) => status === 200);
  };
  await eventually(isServed, Boolean, { within: PATIENCE_MS, what: 'CRDs that are served' });
  await server.apply([
    object('odd.example.org/v1', 'Foo-Bar', 'shop', 'x'),
    object('conv.example.org/v1', 'Legacy', 'shop', 'old'),
    object('v1', 'Event', 'shop', 'classic', {
      involvedObject: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'ok', namespace: 'shop' },
      ...{ reason: 'Classic', message: 'one event', type: 'Warning', count: 3 },
    }),
    ...['shop', 'other'].map(namespace => object('v1', 'ConfigMap', namespace, 'settings')),
  ]);
}, 600_000);
afterAll(() => server?.remove());

describe('every kind of a real API server', () => {
  let fleetgraph: Fleetgraph;
  let config: Record<string, unknown>;
  beforeAll(async () => {
    const kubeconfig = join(server.directory, 'admin.kubeconfig');
    await server.writeKubeconfig(kubeconfig);
    config = {
      clusters: [{ name: 'leaf', kubeconfig }],
      kinds: { include: ['*', 'foo-bars.odd.example.org'] },
      authentication: [{ type: 'static', tokens: [ADA] }],
    };
    fleetgraph = await Fleetgraph.start({ form: 'single', config });
    await eventually(
      () => coverageOf(fleetgraph),
      coverage => coverage?.state === 'INDEXED' && !coverage.kinds.some(isNotFollowed),
      { within: PATIENCE_MS, what: 'an indexed cluster' },
    );
  });
  afterAll(() => fleetgraph?.stop());

  it('is indexed, but for kinds that are left out and named', async () => {
    const coverage = await coverageOf(fleetgraph);
    expect(coverage).toMatchObject({
      state: 'INDEXED',
      cause: 'TOO_MANY_KINDS',
      kindsTotal: MAX_KINDS,
      kindsListed: MAX_KINDS,
    });
    expect(ofKind(coverage, '', 'ComponentStatus')).toMatchObject({ state: 'UNCOLLECTED', cause: 'UNWATCHABLE' });
    expect(ofKind(coverage, 'events.k8s.io', 'Event')).toMatchObject({
      state: 'UNCOLLECTED',
      cause: 'SHOWN_ELSEWHERE',
    });
    expect(coverage?.kinds.filter(({ cause }) => cause === 'TOO_MANY_KINDS').length).toBeGreaterThan(0);
    expect(coverage?.kinds.filter(isNotFollowed)).toEqual([]);
  });

  it('has the default kinds and those that are named, though others come before them by name', async () => {
    const coverage = await coverageOf(fleetgraph);
    const watched = (group: string, kind: string) =>
      expect(ofKind(coverage, group, kind)).toMatchObject({ state: 'WATCHING', cause: null });
    watched('networking.k8s.io', 'Ingress');
    watched('odd.example.org', 'Foo-Bar');
  });

  it('has an Event of two groups once', async () => {
    const { data } = await fleetgraph.query(
      ADA.token,
      `{
        events: objects(filter: { kinds: ["Event"], names: ["classic"] }) {
          totalCount
          nodes { group }
          facets(fields: [GROUP]) { values { value count } }
        }
        named: objects(filter: { names: ["classic"] }) { totalCount }
        twin: objects(filter: { kinds: ["Event.events.k8s.io"] }) { totalCount }
      }`,
    );
    expect(data).toEqual({
      events: { totalCount: 1, nodes: [{ group: '' }], facets: [{ values: [{ value: '', count: 1 }] }] },
      named: { totalCount: 1 },
      twin: { totalCount: 0 },
    });
  });

  it('has a kind with a hyphen in lists, by its id and in the shell', async () => {
    const { data, errors } = await fleetgraph.query(
      ADA.token,
      `{
        objects(filter: { kinds: ["Foo-Bar.odd.example.org"] }) { totalCount nodes { id kind } }
        object(id: "leaf/odd.example.org/Foo-Bar/shop/x") { name }
        liveObject(id: "leaf/odd.example.org/Foo-Bar/shop/x") { state manifest }
      }`,
    );
    expect(errors).toBeUndefined();
    expect(data.objects).toEqual({
      totalCount: 1,
      nodes: [{ id: 'leaf/odd.example.org/Foo-Bar/shop/x', kind: 'Foo-Bar' }],
    });
    expect(data.object).toEqual({ name: 'x' });
    expect(data.liveObject).toMatchObject({ state: 'OK', manifest: { kind: 'Foo-Bar', metadata: { name: 'x' } } });
    const { stdout } = await run({ FLEETGRAPH_TOKEN: ADA.token }, 'get', 'foo-bars', '--server', fleetgraph.url);
    expect(stdout).toMatch(/^leaf +shop +Foo-Bar +x /m);
  });

  it('names what it leaves out in the check of the clusters', async () => {
    const file = join(server.directory, 'fleetgraph.yaml');
    await writeFile(file, stringify(config), { mode: 0o600 });
    const { stdout } = await run({}, 'clusters', '--config', file);
    expect(stdout).toMatch(
      /^ok +leaf .*left out: componentstatuses: cannot be watched; events\.events\.k8s\.io: another kind shows the same objects; .* more: at most 500 kinds are collected/m,
    );
  });

  it('does not call a kind overloaded whose CRD was just made', async () => {
    const states = new Set<string>();
    await server.apply([crd('aaa.example.org', 'Fresh', 'freshes')]);
    await eventually(
      async () => {
        const kind = ofKind(await coverageOf(fleetgraph), 'aaa.example.org', 'Fresh');
        if (kind) states.add(`${kind.state} ${kind.cause}`);
        return kind;
      },
      kind => kind?.state === 'WATCHING',
      { within: PATIENCE_MS, what: 'the new kind' },
    );
    expect([...states].filter(state => state.includes('THROTTLED'))).toEqual([]);
  });

  it('says of a kind whose conversion webhook is down that its cluster cannot read it, and follows all others', async () => {
    const conversion = {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://127.0.0.1:9/convert' } },
    };
    await server.request('PATCH', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/legacies.conv.example.org', {
      spec: { conversion },
    });
    const causes = new Set<string | null | undefined>();
    const { answer } = await eventually(
      async () => {
        const coverage = await coverageOf(fleetgraph);
        causes.add(ofKind(coverage, 'conv.example.org', 'Legacy')?.cause);
        return coverage;
      },
      coverage =>
        coverage?.kinds
          .filter(isNotFollowed)
          .map(({ cause }) => cause)
          .join() === 'UNREADABLE',
      { within: PATIENCE_MS, what: 'the cause of the broken kind' },
    );
    expect(causes).not.toContain('THROTTLED');
    expect(ofKind(answer, 'conv.example.org', 'Legacy')?.reason).toMatch(/^its API server cannot read its objects/);
    expect(answer?.kinds.filter(isNotFollowed).map(({ kind }) => kind)).toEqual(['Legacy']);
  });

  it('says so, too, where the webhook is down when the collector starts', async () => {
    await fleetgraph.kill('fleetgraph-1');
    await fleetgraph.start('fleetgraph-1');
    const causes = new Set<string | null | undefined>();
    await eventually(
      async () => {
        const coverage = await coverageOf(fleetgraph);
        causes.add(ofKind(coverage, 'conv.example.org', 'Legacy')?.cause);
        return coverage?.kinds.filter(isNotFollowed).map(({ kind, cause }) => `${kind} ${cause}`);
      },
      kinds => kinds?.join() === 'Legacy UNREADABLE',
      { within: PATIENCE_MS, what: 'all kinds but the broken one' },
    );
    expect(causes).not.toContain('THROTTLED');
  });
});

describe('a cluster of which one namespace is collected', () => {
  let fleetgraph: Fleetgraph;
  let config: Record<string, unknown>;
  beforeAll(async () => {
    await server.apply([
      ...granted('narrow', 'narrow', [rule(['*'], ['*'])], 'shop'),
      ...granted('narrow', 'narrow', [rule([RBAC], ['clusterroles', 'clusterrolebindings'])]),
      ...granted('bob', 'bob', [rule([''], ['configmaps'])], 'other'),
      ...granted('carol', 'carol', [rule([''], ['configmaps'])], 'shop'),
    ]);
    const kubeconfig = join(server.directory, 'narrow.kubeconfig');
    await server.writeKubeconfig(kubeconfig, 'narrow');
    config = {
      clusters: [{ name: 'leaf', kubeconfig, collect: { namespaces: ['shop'] } }],
      authentication: [{ type: 'static', tokens: [ADA, BOB, CAROL] }],
    };
    fleetgraph = await Fleetgraph.start({ form: 'single', config });
    await eventually(
      () => coverageOf(fleetgraph),
      coverage => coverage?.state === 'INDEXED',
      { within: PATIENCE_MS, what: 'an indexed cluster' },
    );
  });
  afterAll(() => fleetgraph?.stop());

  const CONFIG_MAPS = '{ objects(filter: { kinds: ["ConfigMap"], names: ["settings", "later"] }) { nodes { id } } }';
  const ids = async (token: string): Promise<string[]> =>
    ((await fleetgraph.query(token, CONFIG_MAPS)).data?.objects.nodes ?? []).map(({ id }: { id: string }) => id);

  it('says so in coverage, and which kinds its account may not list at all', async () => {
    const coverage = await coverageOf(fleetgraph);
    expect(coverage).toMatchObject({ state: 'INDEXED', cause: 'SOME_NAMESPACES' });
    expect(coverage?.reason).toMatch(
      /^only the namespaces of collect\.namespaces are collected; \d+ kinds: forbidden to the collector$/,
    );
    expect(ofKind(coverage, '', 'ConfigMap')).toMatchObject({ state: 'WATCHING' });
    expect(ofKind(coverage, '', 'Node')).toMatchObject({ state: 'FORBIDDEN', cause: 'FORBIDDEN' });
  });

  it('shows the objects of that namespace, as they come and go, and none of another', async () => {
    expect(await ids(ADA.token)).toEqual(['leaf//ConfigMap/shop/settings']);
    await server.apply([object('v1', 'ConfigMap', 'shop', 'later'), object('v1', 'ConfigMap', 'other', 'later')]);
    await eventually(
      () => ids(ADA.token),
      found => found.length === 2,
      { within: PATIENCE_MS, what: 'the new object' },
    );
    await server.request('DELETE', '/api/v1/namespaces/shop/configmaps/later');
    await eventually(
      () => ids(ADA.token),
      found => found.length === 1,
      { within: PATIENCE_MS, what: 'the end of the object' },
    );
  });

  it('shows callers what their RoleBindings there let them list, and nothing where they have none', async () => {
    expect(await ids(CAROL.token)).toEqual(['leaf//ConfigMap/shop/settings']);
    expect(await ids(BOB.token)).toEqual([]);
    await server.request('DELETE', `/apis/${RBAC}/v1/namespaces/shop/rolebindings/carol`);
    await eventually(
      () => ids(CAROL.token),
      found => found.length === 0,
      { within: PATIENCE_MS, what: 'the end of her right' },
    );
  });

  it.each([
    [['shop'], /^ok +leaf /m],
    [
      ['shop', 'other'],
      /^FAIL +leaf .*may not list and watch roles in namespace other, list and watch rolebindings in /m,
    ],
  ])('is judged by the rights that it needs in %j', async (namespaces, line) => {
    const file = join(server.directory, 'narrow.yaml');
    const [cluster] = config['clusters'] as object[];
    const clusters = [{ ...cluster, identity: { mode: 'passthrough' }, collect: { namespaces } }];
    await writeFile(file, stringify({ ...config, clusters, rbac: { audit: { perMinute: 0 } } }), { mode: 0o600 });
    expect((await run({}, 'clusters', '--config', file)).stdout).toMatch(line);
  });
});
