/** The graph of the policy subgraph, for callers with different permissions. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  at,
  backend,
  gateway,
  gatewayClass,
  httpRoute,
  limits,
  listener,
  policy,
  ref,
  rules,
  service,
  type Manifest,
} from './cluster.ts';
import { everything, listing, openGraph, stateOf, type GraphOptions, type PolicyGraph } from './graph.ts';

let graph: PolicyGraph;
afterEach(() => graph.close());
const open = async (
  clusters: GraphOptions['clusters'],
  grants = everything('root'),
  more: Partial<GraphOptions> = {},
) => (graph = await openGraph({ clusters, grants, ...more }));

const world = (name = 'web'): readonly Manifest[] => [
  gatewayClass('main'),
  gateway('infra/gw', [
    listener('web', { hostname: '*.example.test', allowedRoutes: { namespaces: { from: 'All' } } }),
  ]),
  httpRoute(name, [{ name: 'gw', namespace: 'infra' }], {
    hostnames: ['api.example.test'],
    rules: [{ backendRefs: [backend('app')] }],
  }),
  service('app', [{ name: 'http', port: 8080 }]),
  policy('RateLimitPolicy', 'infra/gw-limits', ref('Gateway', 'gw'), rules('da', 'xy')),
  policy('RateLimitPolicy', 'route-limits', ref('HTTPRoute', name), limits('x')),
];
const many = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, number) => make(number));
const ROUTE = 'leaf/gateway.networking.k8s.io/HTTPRoute/apps/web';
const names = (nodes: readonly { readonly id: string }[]) => nodes.map(({ id }) => id.split('/').slice(2).join('/'));

const TOPOLOGY = `query ($filter: PolicyFilter, $first: Int, $after: String) { policyTopology(filter: $filter) {
  ready waiting { cluster { name } kinds }
  nodes(first: $first, after: $after) { totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    nodes { id section hostnames port protocol object { id } cluster { name } unresolved { kind to absent } policy { kind standing } } } } }`;

describe('policyTopology', () => {
  it('pages through all nodes of all clusters in the order of ids', async () => {
    await open({ leaf: world(), 'leaf-2': world(), a: world() });
    const ids: string[] = [];
    let after: string | undefined;
    for (;;) {
      const { nodes, pageInfo, totalCount } = (await graph.data('root', TOPOLOGY, { first: 7, after })).policyTopology
        .nodes;
      ids.push(...nodes.map(({ id }: { id: string }) => id));
      expect(totalCount).toBe(27);
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    expect(ids).toHaveLength(27);
    expect(ids).toEqual(ids.toSorted());
  });

  it('pages through all edges, and tells both ends', async () => {
    await open({ leaf: world(), b: world() });
    const query = `query ($after: String) { policyTopology { edges(first: 5, after: $after) { totalCount pageInfo { hasNextPage endCursor }
      nodes { id kind refusals hostnames ports from { id } to { id above { id } } } } } }`;
    const edges: any[] = [];
    for (let after; ;) {
      const page: any = (await graph.data('root', query, { after })).policyTopology.edges;
      edges.push(...page.nodes);
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(edges.map(({ id }) => id)).toEqual(edges.map(({ id }) => id).toSorted());
    for (const { id, kind, from, to } of edges) {
      expect(id).toBe(`${kind} ${from.id} ${to.id}`);
      expect(to.above.map((edge: { id: string }) => edge.id)).toContain(id);
    }
    expect(edges.find(({ kind }) => kind === 'ROUTE')).toMatchObject({
      hostnames: ['api.example.test'],
      refusals: [],
      ports: [],
    });
    expect(edges.find(({ kind }) => kind === 'BACKEND')).toMatchObject({ ports: [80] });
  });

  it('shows only what the caller may list, and nothing of what hides behind', async () => {
    await open({ leaf: world() }, [
      ...everything('root'),
      ...listing('tom', 'httproutes,services,ratelimitpolicies', 'apps'),
    ]);
    const { nodes } = (await graph.data('tom', TOPOLOGY)).policyTopology.nodes;
    expect(names(nodes)).toEqual([
      'Service/apps/app',
      'Service/apps/app#http',
      'HTTPRoute/apps/web',
      'HTTPRoute/apps/web#rule-1',
      'RateLimitPolicy/apps/route-limits',
    ]);
    expect(nodes[2].unresolved).toEqual([
      { kind: 'ROUTE', to: 'leaf/gateway.networking.k8s.io/Gateway/infra/gw', absent: false },
    ]);
    expect((await graph.data('nobody', TOPOLOGY)).policyTopology).toMatchObject({
      ready: true,
      waiting: [],
      nodes: { totalCount: 0 },
    });
  });

  it.each<[string, object, readonly string[]]>([
    ['a cluster', { clusters: ['b', 'none'] }, ['b']],
    ['no cluster', { clusters: [] }, []],
    ['an unknown kind, which leaves the traffic', { kinds: ['NoSuch'], clusters: ['b'] }, ['b']],
    ['a node of another cluster', { clusters: ['b'], around: [ROUTE] }, []],
    ['a node', { around: [ROUTE] }, ['leaf']],
  ])('is filtered by %s', async (_what, filter, clusters) => {
    await open({ leaf: world(), b: world() });
    const { nodes } = (await graph.data('root', TOPOLOGY, { filter })).policyTopology.nodes;
    expect([...new Set(nodes.map((node: any) => node.cluster.name))]).toEqual(clusters);
  });

  it.each<[string, number]>([
    ['RateLimitPolicy', 2],
    ['ratelimitpolicies', 2],
    ['ratelimitpolicy.KUADRANT.io', 2],
    ['RateLimitPolicies.kuadrant.io', 2],
    ['AuthPolicy', 0],
    ['RateLimitPolicy.example.org', 0],
  ])('keeps policies of the kind %s', async (kind, count) => {
    await open({ leaf: world() });
    const { nodes } = (await graph.data('root', TOPOLOGY, { filter: { kinds: [kind] } })).policyTopology.nodes;
    expect(nodes.filter((node: any) => node.policy)).toHaveLength(count);
    expect(nodes).toHaveLength(7 + count);
  });

  it('says which clusters are still being listed, as far as the caller may list', async () => {
    await open({ leaf: world() }, [...everything('root'), ...listing('tom', 'httproutes', 'apps')], {
      state: { listing: ['Gateway', 'AuthPolicy', 'Pod'] },
    });
    expect((await graph.data('root', TOPOLOGY)).policyTopology).toMatchObject({
      ready: false,
      waiting: [{ cluster: { name: 'leaf' }, kinds: ['AuthPolicy.kuadrant.io', 'Gateway.gateway.networking.k8s.io'] }],
    });
    expect((await graph.data('tom', TOPOLOGY)).policyTopology).toMatchObject({ ready: true, waiting: [] });
  });

  it('is not ready if a cluster is closed, or if a requested cluster is hidden or absent', async () => {
    await open({ leaf: world(), other: world() }, everything('root'));
    const READY = `query ($filter: PolicyFilter) { policyTopology(filter: $filter) { ready waiting { kinds } }
      policyChanges(filter: $filter) { ready } }`;
    const ready = async (user: string, clusters?: readonly string[], around?: readonly string[]) => {
      const { policyTopology, policyChanges } = await graph.data(user, READY, { filter: { clusters, around } });
      expect(policyTopology.waiting).toEqual([]);
      expect(policyChanges.ready).toBe(policyTopology.ready);
      return policyTopology.ready;
    };
    expect(await ready('root')).toBe(true);
    expect(await ready('root', ['leaf', 'other'])).toBe(true);
    expect(await ready('root', ['leaf', 'absent'])).toBe(false);
    expect(await ready('root', undefined, [ROUTE])).toBe(true);
    expect(await ready('root', undefined, ['absent//Service/apps/app'])).toBe(false);
    expect(await ready('root', ['leaf', 'absent'], [ROUTE])).toBe(false);
    expect(await ready('root', ['leaf'], [ROUTE, 'absent//Service/apps/app'])).toBe(true);
    // A caller without rights learns the same of clusters that exist and of clusters that do not.
    expect([await ready('tom', ['leaf']), await ready('tom', ['absent'])]).toEqual([false, false]);
    expect(await ready('tom')).toBe(true);
    await graph.write('other', {
      state: { ...stateOf(), grants: { complete: true, confirmedAgo: 700_000, reason: '' } },
    });
    expect([await ready('root'), await ready('tom')]).toEqual([false, false]);
    expect(await ready('root', ['leaf'])).toBe(true);
    expect(await ready('root', ['other'])).toBe(false);
  });

  it('draws itself', async () => {
    await open({ leaf: world() });
    const { dot } = (await graph.data('root', '{ policyTopology { dot } }')).policyTopology;
    expect(dot).toMatch(/^digraph policy \{\n {2}subgraph "cluster_leaf" \{/);
    expect(dot.match(/ -> /g)).toHaveLength(8);
  });

  it.each<[string, string, object]>([
    ['a malformed id', 'filter.around[0]', { around: ['leaf/x'] }],
    ['a section that is not canonical', 'filter.around[0]', { around: [`${ROUTE}#a/b`] }],
    ['an empty section', 'filter.around[0]', { around: [`${ROUTE}#`] }],
    ['too many ids', 'filter.around', { around: Array.from({ length: 51 }, () => ROUTE) }],
    ['a hostname that is none', 'filter.hostname', { hostname: 'a_b.test' }],
    ['a second asterisk', 'filter.hostname', { hostname: '*.*.test' }],
    ['a long hostname', 'filter.hostname', { hostname: `${'a.'.repeat(130)}b` }],
    ['too many kinds', 'filter.kinds', { kinds: Array.from({ length: 1_001 }, () => 'A') }],
  ])('refuses %s', async (_what, argument, filter) => {
    await open({ leaf: world() });
    const { errors } = await graph.ask('root', TOPOLOGY, { filter });
    expect(errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument });
  });

  it.each([
    ['first', { first: 501 }],
    ['first', { first: -1 }],
    ['after', { after: 'x' }],
  ])('refuses a bad %s', async (argument, variables) => {
    await open({ leaf: world() });
    expect((await graph.ask('root', TOPOLOGY, variables)).errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument,
    });
    expect((await graph.data('root', TOPOLOGY, { first: 0 })).policyTopology.nodes).toMatchObject({
      nodes: [],
      totalCount: 9,
      pageInfo: { hasNextPage: true, startCursor: null },
    });
  });

  it('follows every change of what it was computed from, although it is kept', async () => {
    await open({ leaf: world() });
    const standings = async () =>
      Object.fromEntries(
        (await graph.data('root', TOPOLOGY)).policyTopology.nodes.nodes.flatMap(({ id, policy: it }: any) =>
          it ? [[id.split('/').at(-1), it.standing]] : [],
        ),
      );
    expect(await standings()).toEqual({ 'gw-limits': 'OVERRIDDEN', 'route-limits': 'ENFORCED' });
    await graph.put('leaf', policy('RateLimitPolicy', 'route-limits', ref('HTTPRoute', 'web')));
    expect(await standings()).toEqual({ 'gw-limits': 'ENFORCED', 'route-limits': 'NO_EFFECT' });
    await graph.remove('leaf', gateway('infra/gw'));
    expect(await standings()).toEqual({ 'gw-limits': 'TARGET_NOT_FOUND', 'route-limits': 'NO_EFFECT' });
  });
});

const EFFECTIVE = `query ($filter: PolicyFilter, $first: Int, $after: String) { effectivePolicies(filter: $filter, first: $first, after: $after) {
  totalCount leftOut { name } pageInfo { hasNextPage endCursor }
  nodes { id kind complete path { id open hostnames nodes { id } } policies { id } rules { key path source { id } } displaced { key source { id } by { id } } } } }`;

describe('effectivePolicies', () => {
  it('tell which policy defines each rule, and what is displaced', async () => {
    await open({ leaf: world() });
    const { nodes } = (await graph.data('root', EFFECTIVE)).effectivePolicies;
    expect(nodes).toHaveLength(1);
    expect(nodes[0]).toMatchObject({
      kind: 'RateLimitPolicy.kuadrant.io',
      complete: true,
      path: { open: false, hostnames: ['api.example.test'] },
      policies: [
        { id: 'leaf/kuadrant.io/RateLimitPolicy/infra/gw-limits' },
        { id: 'leaf/kuadrant.io/RateLimitPolicy/apps/route-limits' },
      ],
      rules: [
        { key: 'limits#x', path: 'limits.x', source: { id: 'leaf/kuadrant.io/RateLimitPolicy/apps/route-limits' } },
      ],
      displaced: [{ key: 'limits#x' }, { key: 'limits#y' }],
    });
    expect(nodes[0].id).toBe(`RateLimitPolicy.kuadrant.io ${nodes[0].path.id}`);
    expect(nodes[0].path.id).toBe(nodes[0].path.nodes.map(({ id }: any) => id).join(' '));
  });

  it('are open and not complete for a caller who does not see the Gateway', async () => {
    await open({ leaf: world() }, [...everything('root'), ...listing('tom', 'httproutes,ratelimitpolicies', 'apps')]);
    const { nodes } = (await graph.data('tom', EFFECTIVE)).effectivePolicies;
    expect(nodes).toMatchObject([
      { complete: false, path: { open: true, nodes: [{ id: ROUTE }, { id: `${ROUTE}#rule-1` }] }, displaced: [] },
    ]);
  });

  it('are sorted by cluster, kind and path, page by page', async () => {
    await open({ b: world(), a: [...world(), ...world('other').slice(2)], 'a-b': world() });
    const all: any[] = [];
    for (let after; ;) {
      const page: any = (await graph.data('root', EFFECTIVE, { first: 2, after })).effectivePolicies;
      all.push(...page.nodes);
      expect(page.totalCount).toBe(4);
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(all.map(({ path }) => path.nodes[0].id.split('/')[0])).toEqual(['a', 'a', 'a-b', 'b']);
  });

  it('leave out a cluster with too many paths, and no other', async () => {
    await open({ a: [...world(), ...world('other').slice(2)], b: world() }, everything('root'), { policyPaths: 1 });
    expect((await graph.data('root', EFFECTIVE)).effectivePolicies).toMatchObject({
      totalCount: 1,
      leftOut: [{ name: 'a' }],
    });
  });

  it.each([
    ['rules', 'rules { key }'],
    ['keys', 'policies { keys }'],
    ['hostnames of paths', 'path { hostnames }'],
    ['hostnames of nodes', 'path { nodes { hostnames } }'],
    ['conditions and targets', 'policies { reported { type } targets { id } }'],
  ])('are refused if they repeat too many %s', async (_what, fields) => {
    const letters = many(600, i => String.fromCodePoint(0x4e00 + i)).join('');
    const conditions = many(32, i => ({ type: `Type${i}`, status: 'True', reason: 'Fine', observedGeneration: 1 }));
    await open({
      leaf: [
        gatewayClass('main'),
        gateway(
          'gw',
          many(10, i => listener(`l${i}`)),
        ),
        httpRoute('web', [{ name: 'gw' }], {
          rules: many(48, () => ({})),
          hostnames: many(600, i => `h${i}.example.test`),
        }),
        policy('RateLimitPolicy', 'p-0', ref('Gateway', 'gw'), limits(letters)),
        ...many(17, i => policy('RateLimitPolicy', `q-${i}`, ref('Gateway', 'gw'), { status: { conditions } })),
      ],
    });
    const ask = (first: number) =>
      graph.ask('root', `{ effectivePolicies(first: ${first}) { totalCount nodes { ${fields} } } }`);
    const refused = await ask(480);
    expect(refused.data).toEqual({ effectivePolicies: null });
    expect(refused.errors).toEqual([
      expect.objectContaining({
        message: expect.stringContaining('more than 250000 entries together. Ask for fewer effective policies'),
        extensions: { code: 'ANSWER_TOO_LARGE' },
      }),
    ]);
    expect((await ask(10)).data.effectivePolicies.nodes).toHaveLength(10);
  });

  it('count each policy in overriddenBy once, however many paths override a policy', async () => {
    const [paths, overriding, lower] = [160, 11, 160];
    const onGateway = (name: string, second: number, type: string, letters: string) =>
      policy('RateLimitPolicy', { name, ...at(second) }, ref('Gateway', 'gw'), rules(type, letters));
    await open({
      leaf: [
        gatewayClass('main'),
        gateway('gw'),
        ...many(paths, i => httpRoute(`r${i}`, [{ name: 'gw' }])),
        ...many(paths, i => policy('RateLimitPolicy', `on-${i}`, ref('HTTPRoute', `r${i}`), limits('y'))),
        ...many(overriding - 1, i => onGateway(`upper-${i}`, i, 'om', String.fromCodePoint(0x4e00 + i))),
        onGateway('upper', overriding, 'oa', 'x'),
        ...many(lower, i => onGateway(`lower-${i}`, overriding + 1 + i, 'da', 'y')),
      ],
    });
    const query = `query ($all: [_Any!]!) { _entities(representations: $all) { ... on KubernetesObject {
      policyNode { policy { standing overriddenBy { id } } } } } }`;
    const all = many(lower, i => ({
      __typename: 'KubernetesObject',
      id: `leaf/kuadrant.io/RateLimitPolicy/apps/lower-${i}`,
    }));
    for (const { policyNode } of (await graph.data('root', query, { all }))._entities) {
      expect(policyNode.policy.standing).toBe('OVERRIDDEN');
      expect(policyNode.policy.overriddenBy).toHaveLength(overriding);
    }
  });

  it('of an object are those of the paths through it', async () => {
    await open({ leaf: [...world(), ...world('other').slice(2, 3)] });
    const query = `query ($reference: [_Any!]!, $kinds: [String!]) { _entities(representations: $reference) { ... on KubernetesObject {
      id policyNode { id policy { standing } } effectivePolicies(kinds: $kinds) { totalCount } } } }`;
    const of = async (user: string, id: string, kinds?: readonly string[]) => {
      const [object] = (await graph.data(user, query, { reference: [{ __typename: 'KubernetesObject', id }], kinds }))
        ._entities;
      return [object.policyNode?.id ?? null, object.effectivePolicies.totalCount];
    };
    const service = 'leaf//Service/apps/app';
    expect(await of('root', ROUTE)).toEqual([ROUTE, 1]);
    expect(await of('root', 'leaf/gateway.networking.k8s.io/Gateway/infra/gw')).toEqual([
      'leaf/gateway.networking.k8s.io/Gateway/infra/gw',
      2,
    ]);
    expect(await of('root', service)).toEqual([service, 2]);
    expect(await of('root', 'leaf/kuadrant.io/RateLimitPolicy/apps/route-limits')).toEqual([
      'leaf/kuadrant.io/RateLimitPolicy/apps/route-limits',
      1,
    ]);
    expect(await of('root', ROUTE, ['AuthPolicy'])).toEqual([ROUTE, 0]);
    expect(await of('root', 'leaf//Pod/apps/none')).toEqual([null, 0]);
    expect(await of('nobody', ROUTE)).toEqual([null, 0]);
    expect(await of('root', 'nowhere//Pod/apps/none')).toEqual([null, 0]);
  });

  it('of a page of objects are read in several questions, and fields with equal arguments share one', async () => {
    await open({ leaf: [...world(), ...many(99, i => httpRoute(`r${i}`, [{ name: 'gw', namespace: 'infra' }]))] });
    const ask = jest.spyOn(graph.model, 'ask');
    const query = (fields: string) => `query ($all: [_Any!]!) { _entities(representations: $all) {
      ... on KubernetesObject { ${fields} } } }`;
    const all = many(99, i => ({
      __typename: 'KubernetesObject',
      id: `leaf/gateway.networking.k8s.io/HTTPRoute/apps/r${i}`,
    }));
    const one = await graph.data('root', query('a: effectivePolicies { totalCount }'), { all });
    expect(one._entities).toEqual(all.map(() => ({ a: { totalCount: 1 } })));
    expect(ask).toHaveBeenCalledTimes(4);
    ask.mockClear();
    const both = 'a: effectivePolicies { totalCount } b: effectivePolicies(first: 1) { totalCount }';
    const two = await graph.data('root', query(both), { all });
    expect(two._entities).toEqual(all.map(() => ({ a: { totalCount: 1 }, b: { totalCount: 1 } })));
    expect(ask).toHaveBeenCalledTimes(4);
  });
});

describe('policyImpact', () => {
  const IMPACT = `query ($id: ID!) { policyImpact(id: $id) { node { id } pathCount hostnames orphaned { id }
    reaches { totalCount nodes { id } } ifDeleted { totalCount nodes { before { id } after { rules { key } } } } } }`;

  it('tells what depends on a node, and what its deletion would change', async () => {
    await open({ leaf: world() });
    const { policyImpact } = await graph.data('root', IMPACT, {
      id: 'leaf/kuadrant.io/RateLimitPolicy/apps/route-limits',
    });
    expect(policyImpact).toMatchObject({
      pathCount: 1,
      hostnames: ['api.example.test'],
      orphaned: [],
      reaches: { totalCount: 4 },
    });
    expect(policyImpact.ifDeleted.nodes[0].after.rules).toEqual([{ key: 'limits#x' }, { key: 'limits#y' }]);
    const gone = (await graph.data('root', IMPACT, { id: `${ROUTE}#rule-1` })).policyImpact;
    expect(gone.ifDeleted.nodes[0].after).toBeNull();
    expect(
      (await graph.data('root', `query { policyImpact(id: "${ROUTE}") { pathCount orphaned { id } } }`)).policyImpact,
    ).toEqual({
      pathCount: 1,
      orphaned: [{ id: 'leaf/kuadrant.io/RateLimitPolicy/apps/route-limits' }],
    });
  });

  it('is null for what is absent, hidden, or no part of the topology', async () => {
    await open({ leaf: world() }, [...everything('root'), ...listing('tom', 'pods')]);
    for (const [user, id] of [
      ['root', 'leaf//Service/apps/none'],
      ['root', `${ROUTE}#none`],
      ['tom', ROUTE],
      ['nobody', ROUTE],
      ['root', 'nowhere//Service/apps/app'],
    ] as const)
      expect((await graph.data(user, IMPACT, { id })).policyImpact).toBeNull();
    expect((await graph.ask('root', IMPACT, { id: 'x' })).errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });
});
