/** Policies in the Explorer: routes by hostname, their policies, faults, and the diagram. */
import { describe, expect, it } from '@jest/globals';
import {
  diagramOf,
  effectiveOf,
  faultsOf,
  hostnamesOf,
  nameOf,
  policiesOf,
  wordsOf,
  type Effective,
  type TopologyEdge,
  type TopologyNode,
} from '../../ui/src/policies/topology.ts';

const ID = (kind: string, name: string, section?: string) =>
  `c/gateway.networking.k8s.io/${kind}/apps/${name}${section === undefined ? '' : `#${section}`}`;
const GATEWAY = ID('Gateway', 'edge');
const WEB = ID('Gateway', 'edge', 'web');
const ROUTE = ID('HTTPRoute', 'shop');
const [ONE, TWO] = [ID('HTTPRoute', 'shop', 'rule-1'), ID('HTTPRoute', 'shop', 'pay')];
const SERVICE = 'c//Service/apps/shop';
const LIMITS = 'c/kuadrant.io/RateLimitPolicy/apps/limits';

const node = (id: string, more: Partial<TopologyNode> = {}): TopologyNode => ({
  ...{
    id,
    section: nameOf(id).section ?? null,
    hostnames: [],
    port: null,
    protocol: null,
    policy: null,
    unresolved: [],
  },
  ...more,
});
const edge = (
  kind: TopologyEdge['kind'],
  from: string,
  to: string,
  more: Partial<TopologyEdge> = {},
): TopologyEdge => ({
  ...{ id: `${kind} ${from} ${to}`, kind, from: { id: from }, to: { id: to }, refusals: [], hostnames: [], ports: [] },
  ...more,
});
const effective = (path: readonly string[], key: string, more: Partial<Effective> = {}): Effective => ({
  ...{ id: `RateLimitPolicy ${path.join(' ')}`, kind: 'RateLimitPolicy.kuadrant.io', complete: true },
  path: { id: path.join(' '), hostnames: ['shop.test'], open: false, nodes: path.map(id => ({ id })) },
  policies: [{ id: LIMITS }],
  rules: [{ key, path: key, source: { id: LIMITS } }],
  displaced: [],
  ...more,
});
const policy = (id: string, standing: NonNullable<TopologyNode['policy']>['standing']) => ({
  ...{
    id,
    kind: 'RateLimitPolicy.kuadrant.io',
    class: 'INHERITED' as const,
    strategy: 'RULE_DEFAULTS' as const,
    keys: [],
    standing,
  },
  ...{ agrees: null, targets: [], overriddenBy: [], reported: [] },
});
const TOPOLOGY = {
  nodes: [
    node(GATEWAY),
    node(WEB, { port: 80, protocol: 'HTTP' }),
    node(ROUTE, { hostnames: ['shop.test'] }),
    ...[ONE, TWO].map(id => node(id)),
    node(SERVICE),
    node(LIMITS, { policy: policy(LIMITS, 'PARTIAL') }),
  ],
  edges: [
    edge('SECTION', GATEWAY, WEB),
    edge('ROUTE', WEB, ROUTE, { hostnames: ['shop.test', '*.shop.test'] }),
    edge('SECTION', ROUTE, ONE),
    edge('SECTION', ROUTE, TWO),
    edge('BACKEND', ONE, SERVICE),
    edge('POLICY', LIMITS, GATEWAY),
  ],
};
const path = (rule: string) => [GATEWAY, WEB, ROUTE, rule];

it('reads the parts of an id', () => {
  expect(nameOf('a%2Fb/g.x/Kind//n%23m#s%20t')).toEqual({
    ...{
      objectId: 'a%2Fb/g.x/Kind//n%23m',
      cluster: 'a/b',
      group: 'g.x',
      kind: 'Kind',
      namespace: '',
      name: 'n#m',
      section: 's t',
    },
  });
  expect(wordsOf(ONE)).toBe('rule-1 of HTTPRoute apps/shop');
});

describe('routes by hostname', () => {
  it('have one row for each hostname, and one group of rules to which the same applies', () => {
    const hostnames = hostnamesOf(TOPOLOGY, [effective(path(ONE), 'limits#x'), effective(path(TWO), 'limits#x')]);
    expect(hostnames.map(({ name }) => name)).toEqual(['shop.test', '*.shop.test']);
    const [{ attachments }] = hostnames as [(typeof hostnames)[number]];
    expect(attachments).toHaveLength(1);
    expect(attachments[0]).toMatchObject({ routeId: ROUTE, listenerId: WEB });
    expect(attachments[0]!.groups.map(({ rules }) => rules)).toEqual([[ONE, TWO]]);
  });

  it('tell rules apart to which different rules of policies apply', () => {
    const [first] = hostnamesOf(TOPOLOGY, [effective(path(ONE), 'limits#x'), effective(path(TWO), 'limits#y')]);
    expect(first!.attachments[0]!.groups.map(({ rules }) => rules)).toEqual([[ONE], [TWO]]);
  });

  it('leave out what applies on another listener', () => {
    const other = ID('Gateway', 'edge', 'tls');
    const [first] = hostnamesOf(TOPOLOGY, [effective([GATEWAY, other, ROUTE, ONE], 'limits#x')]);
    expect(first!.attachments[0]!.groups[0]!.effective).toEqual([]);
  });

  it('show a route that is refused below its own hostnames', () => {
    const edges = TOPOLOGY.edges.map(it =>
      it.kind === 'ROUTE' ? { ...it, hostnames: [], refusals: ['HOSTNAME' as const] } : it,
    );
    expect(hostnamesOf({ ...TOPOLOGY, edges }, []).map(({ name }) => name)).toEqual(['shop.test']);
  });

  it('show a route whose Gateway the reader may not list', () => {
    const open = effective([ROUTE, ONE], 'limits#x');
    const edges = TOPOLOGY.edges.filter(({ kind }) => kind !== 'ROUTE');
    const [first] = hostnamesOf({ ...TOPOLOGY, edges }, [{ ...open, path: { ...open.path, open: true } }]);
    expect(first!.attachments[0]).toMatchObject({ routeId: ROUTE, listenerId: undefined });
  });
});

describe('the picture', () => {
  it('draws a Service once, rules that differ each, and policies with dashed edges', () => {
    const { nodes, edges, boxes } = diagramOf(TOPOLOGY);
    expect(nodes.map(({ title }) => title).sort()).toEqual(['edge', 'limits', 'pay', 'rule-1', 'shop', 'shop', 'web']);
    expect(edges.find(({ from }) => from === LIMITS)).toMatchObject({ dashed: true, to: GATEWAY });
    expect(boxes.map(({ id }) => id)).toEqual(['c', 'c/apps']);
  });

  it('lets a route stand for its only rule', () => {
    const topology = {
      nodes: TOPOLOGY.nodes.filter(({ id }) => id !== TWO),
      edges: TOPOLOGY.edges.filter(({ to }) => to.id !== TWO),
    };
    const { nodes, edges } = diagramOf(topology);
    expect(nodes.map(({ id }) => id)).not.toContain(ONE);
    expect(edges).toContainEqual(expect.objectContaining({ from: ROUTE, to: SERVICE }));
  });

  it('draws what is missing, and what is not seen, as such', () => {
    const lost = node(ID('HTTPRoute', 'lost'), {
      unresolved: [{ kind: 'ROUTE', to: ID('Gateway', 'gone'), absent: true }],
    });
    const { nodes, edges } = diagramOf({ nodes: [lost], edges: [] });
    expect(nodes.map(({ title, faint, status }) => [title, faint, status])).toEqual([
      ['lost', undefined, 'FAILED'],
      ['gone', true, 'FAILED'],
    ]);
    expect(edges).toEqual([
      expect.objectContaining({ from: ID('Gateway', 'gone'), to: lost.id, status: 'FAILED', dashed: true }),
    ]);
  });

  it('strikes through a policy that is overridden', () => {
    const overridden = node(LIMITS, { policy: policy(LIMITS, 'OVERRIDDEN') });
    expect(diagramOf({ nodes: [overridden], edges: [] }).nodes[0]).toMatchObject({
      struck: true,
      status: 'IN_PROGRESS',
    });
  });
});

it('lists policies in trouble first', () => {
  const [a, b] = [LIMITS, 'c/kuadrant.io/RateLimitPolicy/apps/orphan'];
  const nodes = [node(a, { policy: policy(a, 'ENFORCED') }), node(b, { policy: policy(b, 'TARGET_NOT_FOUND') })];
  expect(policiesOf({ nodes, edges: [] }).map(({ id }) => id)).toEqual([b, a]);
});

it('lists faults, those that are certain first', () => {
  const nodes = [
    node(ROUTE, { unresolved: [{ kind: 'ROUTE', to: GATEWAY, absent: false }] }),
    node(LIMITS, { unresolved: [{ kind: 'POLICY', to: ROUTE, absent: true }] }),
  ];
  const edges = [edge('ROUTE', WEB, ROUTE, { refusals: ['PORT', 'KIND'] })];
  expect(faultsOf({ nodes, edges }).map(({ of, certain }) => [of, certain])).toEqual([
    [ROUTE, true],
    [LIMITS, true],
    [ROUTE, false],
  ]);
});

it('finds what applies to a node, and what a policy takes part in', () => {
  const all = [effective(path(ONE), 'limits#x'), effective(path(TWO), 'limits#y')];
  expect(effectiveOf(TWO, all)).toEqual([all[1]]);
  expect(effectiveOf(LIMITS, all)).toEqual(all);
});
