/** Parts of a topology selected by filter, the impact of a node, and the drawing in DOT. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finished, Pace } from '../../../async/fair-turns.ts';
import { dotOf } from '../../../subgraphs/policy/dot.ts';
import { impactOf, effectsOf } from '../../../subgraphs/policy/impact.ts';
import { kindsTest } from '../../../subgraphs/policy/filter.ts';
import { narrower, serves } from '../../../subgraphs/policy/hostnames.ts';
import { partsOf, type PartFilter } from '../../../subgraphs/policy/part.ts';
import {
  backend,
  compute,
  gateway,
  gatewayClass,
  httpRoute,
  listener,
  nodeOf,
  policy,
  ref,
  rules,
  service,
  short,
  viewOf,
  type Computed,
  type Manifest,
} from './cluster.ts';

const limit = (name: string, target: unknown, letters = 'x') =>
  policy('RateLimitPolicy', name, target, rules('da', letters));
/** Two Gateways and three routes. The second route is attached to both Gateways. */
const world = [
  gatewayClass('main'),
  gateway('g1', [listener('web', { hostname: '*.one.test' })]),
  gateway('g2', [listener('web', { hostname: '*.two.test' })]),
  httpRoute('r1', [{ name: 'g1' }], {
    hostnames: ['a.one.test'],
    rules: [{ backendRefs: [backend('s1')] }, { backendRefs: [backend('s2')] }],
  }),
  httpRoute('r2', [{ name: 'g1' }, { name: 'g2' }], { rules: [{ backendRefs: [backend('s2')] }] }),
  httpRoute('r3', [{ name: 'g2' }], { hostnames: ['c.two.test'] }),
  service('s1', [{ name: 'http', port: 8080 }]),
  service('s2'),
  limit('p1', ref('Gateway', 'g1')),
  limit('p3', ref('HTTPRoute', 'r3')),
  policy('AuthPolicy', 'a2', ref('HTTPRoute', 'r2')),
  policy('AuthPolicy', 'lost', ref('HTTPRoute', 'no')),
];
const whole = compute(world);
const id = (name: string) => nodeOf(whole, name).id;
const part = (filter: PartFilter, of: Computed = whole) => finished(partsOf(of, [filter], new Pace()))[0]!;
const nodesOf = (filter: PartFilter) => part(filter).nodes.map(node => short(node.id));
const around = (...names: readonly string[]): PartFilter => ({ around: names.map(id) });
const effectiveOf = (filter: PartFilter) =>
  part(filter).effective.map(({ kind, path }) => `${kind.split('.')[0]} ${short(path.rule!.id)}`);

describe('a part', () => {
  it('without a filter is the whole', () => {
    expect(part({}).nodes).toBe(whole.nodes);
    expect(part({}).edges).toBe(whole.edges);
  });

  it('around a route has what is above and below it, and the policies there', () => {
    expect(nodesOf(around('HTTPRoute/apps/r1'))).toEqual(
      [
        'GatewayClass/main Gateway/apps/g1 Gateway/apps/g1#web HTTPRoute/apps/r1 HTTPRoute/apps/r1#rule-1 HTTPRoute/apps/r1#rule-2',
        'Service/apps/s1 Service/apps/s1#http Service/apps/s2 RateLimitPolicy/apps/p1',
      ]
        .flatMap(text => text.split(' '))
        .sort((a, b) => whole.nodes.findIndex(n => short(n.id) === a) - whole.nodes.findIndex(n => short(n.id) === b)),
    );
    expect(effectiveOf(around('HTTPRoute/apps/r1'))).toEqual([
      'RateLimitPolicy HTTPRoute/apps/r1#rule-1',
      'RateLimitPolicy HTTPRoute/apps/r1#rule-2',
    ]);
  });

  it('around a Service or port has the paths whose rule leads there', () => {
    expect(effectiveOf(around('Service/apps/s1'))).toEqual(['RateLimitPolicy HTTPRoute/apps/r1#rule-1']);
    expect(effectiveOf(around('Service/apps/s1#http'))).toEqual(['RateLimitPolicy HTTPRoute/apps/r1#rule-1']);
    expect(nodesOf(around('Service/apps/s1#http'))).not.toContain('HTTPRoute/apps/r1#rule-2');
  });

  it('around a policy has what is around its targets', () => {
    expect(nodesOf(around('AuthPolicy/apps/a2'))).toEqual(
      expect.arrayContaining([
        'AuthPolicy/apps/a2',
        'Gateway/apps/g1',
        'Gateway/apps/g2',
        'Service/apps/s2',
        'RateLimitPolicy/apps/p1',
      ]),
    );
    expect(nodesOf(around('AuthPolicy/apps/a2'))).not.toContain('HTTPRoute/apps/r1');
    expect(effectiveOf(around('RateLimitPolicy/apps/p3'))).toEqual(['RateLimitPolicy HTTPRoute/apps/r3#rule-1']);
  });

  it('around nothing, or nothing the caller sees, is empty', () => {
    expect(part({ around: [] }).nodes).toEqual([]);
    expect(part({ around: ['leaf//Service/apps/none'] }).nodes).toEqual([]);
    expect(part({ around: [] }).effective).toEqual([]);
  });

  it('of a kind keeps all traffic', () => {
    const isKind = ({ kind }: { readonly kind: string }) => kind === 'AuthPolicy';
    expect(part({ isKind }).nodes.flatMap(({ policy: it, object }) => (it ? object.name : []))).toEqual(['a2', 'lost']);
    expect(part({ isKind }).nodes.filter(({ policy: it }) => !it)).toEqual(whole.nodes.filter(({ policy: it }) => !it));
    expect(part({ isKind: () => false }).effective).toEqual([]);
  });

  it.each<[string, boolean]>([
    ['AuthPolicy', true],
    ['authpolicies', true],
    ['authpolicys', true],
    ['AUTHPOLICY.Kuadrant.IO', true],
    ['authpolicies.kuadrant.io', true],
    ['AuthPolicy.example.org', false],
    ['AuthPolicy.', false],
    ['Auth', false],
    ['kuadrant.io', false],
  ])('of kinds takes %s for a policy: %s', (text, fits) =>
    expect(kindsTest(['Other', text], 'kinds')({ group: 'kuadrant.io', kind: 'AuthPolicy' })).toBe(fits),
  );

  it('of a hostname has the paths that serve it', () => {
    expect(
      nodesOf({ hostname: 'c.two.test' }).filter(name => name.startsWith('HTTPRoute') && !name.includes('#')),
    ).toEqual(['HTTPRoute/apps/r2', 'HTTPRoute/apps/r3']);
    expect(nodesOf({ hostname: 'c.two.test' })).not.toContain('Gateway/apps/g1');
    expect(nodesOf({ hostname: '*.one.test' })).toEqual(
      expect.arrayContaining(['HTTPRoute/apps/r1', 'HTTPRoute/apps/r2', 'Service/apps/s1', 'RateLimitPolicy/apps/p1']),
    );
    expect(nodesOf({ hostname: 'x.three.test' })).toEqual([]);
    expect(effectiveOf({ hostname: 'c.two.test' })).toEqual([
      'AuthPolicy HTTPRoute/apps/r2#rule-1',
      'RateLimitPolicy HTTPRoute/apps/r3#rule-1',
    ]);
    expect(nodesOf({ hostname: 'a.one.test', ...around('HTTPRoute/apps/r3') })).toEqual(['GatewayClass/main']);
  });

  it.each<[string, string, string | undefined]>([
    ['a.test', 'a.test', 'a.test'],
    ['*.a.test', 'a.test', undefined],
    ['*.a.test', 'x.y.a.test', 'x.y.a.test'],
    ['*.a.test', '*.b.a.test', '*.b.a.test'],
    ['*.a.test', '*.test', '*.a.test'],
    ['*.a.test', '*.b.test', undefined],
    ['a.test', 'b.test', undefined],
  ])('%s and %s have %s in common', (a, b, common) =>
    expect([narrower(a, b), narrower(b, a)]).toEqual([common, common]),
  );

  it('serves a hostname exactly if the pattern does', () => {
    const label = fc.constantFrom('a', 'b', 'c');
    const name = fc.array(label, { minLength: 1, maxLength: 4 }).map(labels => labels.join('.'));
    fc.assert(
      fc.property(name, name, (suffix, host) =>
        expect(serves([`*.${suffix}`], host)).toBe(host.endsWith(`.${suffix}`)),
      ),
    );
  });
});

describe('the impact', () => {
  const impact = (name: string, of = whole) => {
    const { pathCount, hostnames, reaches, orphaned } = finished(impactOf(of, nodeOf(of, name), new Pace()));
    return {
      pathCount,
      hostnames,
      reaches: reaches.map(node => short(node.id)),
      orphaned: orphaned.map(({ object }) => object.name),
    };
  };

  it('of a Gateway is its paths, what is below, and the policies that target nothing else', () => {
    expect(impact('Gateway/apps/g2')).toEqual({
      pathCount: 2,
      hostnames: ['*.two.test', 'c.two.test'],
      reaches: [
        'Service/apps/s2',
        'Gateway/apps/g2#web',
        'HTTPRoute/apps/r2',
        'HTTPRoute/apps/r2#rule-1',
        'HTTPRoute/apps/r3',
        'HTTPRoute/apps/r3#rule-1',
      ],
      orphaned: [],
    });
    expect(impact('Gateway/apps/g1').orphaned).toEqual(['p1']);
    expect(impact('HTTPRoute/apps/r3')).toMatchObject({ pathCount: 1, orphaned: ['p3'] });
  });

  it('of a Service, a port or a policy is that of the rules that lead there', () => {
    expect(impact('Service/apps/s2')).toMatchObject({ pathCount: 3, reaches: [] });
    expect(impact('Service/apps/s1#http')).toMatchObject({ pathCount: 1, hostnames: ['a.one.test'] });
    expect(impact('RateLimitPolicy/apps/p3')).toMatchObject({
      pathCount: 1,
      reaches: ['HTTPRoute/apps/r3', 'HTTPRoute/apps/r3#rule-1'],
    });
    expect(impact('AuthPolicy/apps/lost')).toEqual({ pathCount: 0, hostnames: [], reaches: [], orphaned: [] });
  });

  it('is any hostname if one path serves any', () => {
    const any = compute([gatewayClass('main'), gateway('gw'), httpRoute('r', [{ name: 'gw' }])]);
    expect(impact('Gateway/apps/gw', any).hostnames).toEqual([]);
  });

  const deleted = (name: string, manifests: readonly Manifest[] = world, rights = {}) => {
    const before = compute(manifests, rights);
    return finished(
      effectsOf(before, compute(manifests, { ...rights, without: nodeOf(before, name).id }), new Pace()),
    ).map(
      ({ before: was, after }) =>
        `${short(was.path.rule!.id)} ${was.merged.rules.map(({ key }) => key).join()} → ${after ? after.merged.rules.map(({ key, source }) => `${key}<${source.object.name}`).join() : 'gone'}`,
    );
  };

  it('of a deletion are the effective policies that are gone or have other rules', () => {
    const manifests = [...world, limit('p2', ref('HTTPRoute', 'r2'), 'y')];
    expect(deleted('RateLimitPolicy/apps/p2', manifests)).toEqual([
      'HTTPRoute/apps/r2#rule-1 limits#y → limits#x<p1',
      'HTTPRoute/apps/r2#rule-1 limits#y → gone',
    ]);
    expect(deleted('HTTPRoute/apps/r1#rule-1')).toEqual(['HTTPRoute/apps/r1#rule-1 limits#x → gone']);
    expect(deleted('HTTPRoute/apps/r1#rule-2')).toEqual(['HTTPRoute/apps/r1#rule-2 limits#x → gone']);
    expect(deleted('GatewayClass/main').length).toBe(whole.effective.length);
    expect(deleted('Service/apps/s1')).toEqual([]);
  });

  it('of a deletion that the caller could not tell from a hidden object is unknown', () => {
    expect(
      compute(world, { without: id('Gateway/apps/g1'), unlisted: ['Gateway/apps'] }).toRules.some(
        ({ isOpen }) => isOpen,
      ),
    ).toBe(true);
    expect(compute(world, { without: id('Gateway/apps/g1') }).toRules.some(({ isOpen }) => isOpen)).toBe(false);
    expect(compute(world, { without: id('Gateway/apps/g1') }).nodes.some(node => node.object.name === 'g1')).toBe(
      false,
    );
  });
});

describe('the picture', () => {
  it('has a line for each node and edge, in one box for each cluster', () => {
    const { nodes, edges } = compute([
      gatewayClass('main'),
      gateway('gw', [listener('web', { protocol: 'UDP' })]),
      httpRoute('r', [{ name: 'gw' }]),
      policy('AuthPolicy', 'a', ref('HTTPRoute', 'r')),
    ]);
    const reported = dotOf([{ cluster: 'leaf', nodes }], edges).split('\n');
    expect(reported[0]).toBe('digraph policy {');
    expect(reported).toContain('  subgraph "cluster_leaf" {');
    expect(reported).toContain(
      '    "leaf/gateway.networking.k8s.io/Gateway/apps/gw#web" [label="Gateway\\napps/gw#web", shape=box, style=filled, fillcolor="#e5e5e5"];',
    );
    expect(reported).toContain(
      '    "leaf/kuadrant.io/AuthPolicy/apps/a" [label="AuthPolicy\\napps/a", shape=note, style=dashed];',
    );
    expect(reported).toContain(
      '  "leaf/gateway.networking.k8s.io/Gateway/apps/gw#web" -> "leaf/gateway.networking.k8s.io/HTTPRoute/apps/r" [comment="ROUTE", color="#999999", tooltip="KIND"];',
    );
    expect(reported).toContain(
      '  "leaf/kuadrant.io/AuthPolicy/apps/a" -> "leaf/gateway.networking.k8s.io/HTTPRoute/apps/r" [comment="POLICY", style=dashed];',
    );
    expect(reported.filter(line => line.includes(' -> ')).length).toBe(edges.length);
  });
});

describe('an answer', () => {
  const seen = ({ nodes, edges, effective, reported }: Computed) => ({
    nodes: nodes.map(({ id: of, unresolved, policy: it }) => [of, unresolved, it?.standing, it?.agrees]),
    edges: [reported, edges.map(({ hostnames, ports }) => [hostnames, ports])],
    effective: effective.map(({ kind, path, merged, complete }) => [
      kind,
      path.id,
      merged.rules.map(({ key, source }) => [key, source.id]),
      complete,
    ]),
  });

  it('is a function of what the caller sees: neither the order of objects nor hidden objects matter', () => {
    const hideable = world.filter(({ kind }) => kind !== 'Namespace');
    fc.assert(
      fc.property(fc.shuffledSubarray(hideable), fc.boolean(), (visible, listable) => {
        const kinds = [...new Set(world.map(({ kind }) => kind))];
        const rights = listable ? {} : { unlisted: kinds };
        const hidden = world
          .filter(it => !visible.includes(it))
          .map(({ kind, metadata: { namespace = '', name } }) => `${kind}/${namespace}/${name}`);
        expect(seen(compute(visible, rights))).toEqual(seen(compute(world, { ...rights, hidden })));
      }),
      { numRuns: 60 },
    );
  });

  it('has ids that lead back to what they name', () => {
    const odd = compute([
      gateway({ name: 'gw' }, [listener('a/b#c d')]),
      httpRoute('r', [], { rules: [{ name: 'é%' }] }),
    ]);
    for (const node of odd.nodes) {
      const [object = '', section] = node.id.split('#');
      expect(object).toBe(node.object.id);
      expect(section === undefined ? undefined : decodeURIComponent(section)).toBe(node.section);
    }
    for (const edge of whole.edges) expect(edge.id.split(' ')).toEqual([edge.kind, edge.from.id, edge.to.id]);
    expect(new Set(viewOf(world).objects.map(({ name }) => name)).size).toBeGreaterThan(5);
  });
});
