/** Nodes, edges and refusals of the topology of one cluster. */
import { describe, expect, it } from '@jest/globals';
import {
  backend,
  compute,
  gateway,
  gatewayClass,
  grant,
  httpRoute,
  listener,
  listenerSet,
  namespace,
  nodeOf,
  otherPolicy,
  policy,
  ref,
  route,
  service,
  short,
  type Manifest,
  type Rights,
} from './cluster.ts';

const main = gatewayClass('main');
const gw = (listeners: readonly unknown[] = [listener('web')], more = {}) => gateway('gw', listeners, more);
const at = (kind: string, manifests: readonly Manifest[], rights: Rights = {}) =>
  compute(manifests, rights).reported.filter(edge => edge.startsWith(kind));
const hostnamesOf = (manifests: readonly Manifest[]) =>
  compute(manifests).edges.find(({ kind }) => kind === 'ROUTE')?.hostnames;
const unresolved = (manifests: readonly Manifest[], id: string, rights: Rights = {}) =>
  nodeOf(compute(manifests, rights), id).unresolved.map(
    ({ kind, to, absent }) => `${kind} ${short(to)} ${absent ? 'absent' : 'unknown'}`,
  );
const status = (conditions: readonly unknown[]) => ({ status: { conditions } });
const said = (type: string, value: string, more = {}) => ({ type, status: value, reason: 'R', ...more });

describe('the topology', () => {
  it('joins classes, Gateways, ListenerSets, routes, Services and policies', () => {
    const { reported, nodes } = compute([
      main,
      gw([listener('web')], { allowedListeners: { namespaces: { from: 'Same' } } }),
      listenerSet('more', { name: 'gw' }, [listener('extra')]),
      httpRoute('web', [{ name: 'gw' }, { kind: 'ListenerSet', name: 'more' }], {
        rules: [{ backendRefs: [backend('app')] }, { name: 'api' }],
      }),
      service('app', [{ name: 'http', port: 80 }, { port: 81 }]),
      service('unused'),
      policy('AuthPolicy', 'auth', ref('HTTPRoute', 'web', { sectionName: 'api' })),
    ]);
    expect(reported).toEqual([
      'BACKEND HTTPRoute/apps/web#rule-1 -> Service/apps/app',
      'CLASS GatewayClass/main -> Gateway/apps/gw',
      'LISTENER_SET Gateway/apps/gw -> ListenerSet/apps/more',
      'POLICY AuthPolicy/apps/auth -> HTTPRoute/apps/web#api',
      'ROUTE Gateway/apps/gw#web -> HTTPRoute/apps/web',
      'ROUTE ListenerSet/apps/more#extra -> HTTPRoute/apps/web',
      'SECTION Service/apps/app -> Service/apps/app#http',
      'SECTION Gateway/apps/gw -> Gateway/apps/gw#web',
      'SECTION HTTPRoute/apps/web -> HTTPRoute/apps/web#api',
      'SECTION HTTPRoute/apps/web -> HTTPRoute/apps/web#rule-1',
      'SECTION ListenerSet/apps/more -> ListenerSet/apps/more#extra',
    ]);
    expect(nodes.map(({ id }) => id)).toEqual(nodes.map(({ id }) => id).sort());
    expect(nodes.map(({ id }) => short(id))).not.toContain('Service/apps/unused');
  });

  it('sorts edges by id', () => {
    const { edges } = compute([
      main,
      gw([listener('web'), listener('a')]),
      httpRoute('web', [{ name: 'gw' }]),
      httpRoute('a', [{ name: 'gw' }]),
    ]);
    expect(edges.map(({ id }) => id)).toEqual(edges.map(({ id }) => id).sort());
  });

  it('makes the target of a policy a node, whatever its kind', () => {
    const target = { group: '', kind: 'Namespace', name: 'apps' };
    const found = compute([namespace('apps', {}), otherPolicy('example.org', 'QuotaPolicy', 'quota', target)]);
    expect(found.reported).toEqual(['POLICY QuotaPolicy/apps/quota -> Namespace/apps']);
    expect(nodeOf(found, 'QuotaPolicy/apps/quota').policy).toMatchObject({
      class: 'DIRECT',
      strategy: 'UNKNOWN',
      standing: 'ATTACHED',
      rules: [],
    });
  });
});

describe('a policy', () => {
  it.each<[string, boolean, string, unknown]>([
    ['with a targetRef', true, 'example.org', { targetRef: ref('Gateway', 'gw') }],
    ['with targetRefs', true, 'example.org', { targetRefs: [ref('Gateway', 'gw')] }],
    ['of the core group', true, 'example.org', { targetRef: { group: '', kind: 'Service', name: 's' } }],
    [
      'without a group in its reference, as of VPA',
      false,
      'example.org',
      { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } },
    ],
    ['of a group of Kubernetes', false, 'autoscaling.k8s.io', { targetRef: ref('Gateway', 'gw') }],
    ['of a group without a dot', false, 'policies', { targetRef: ref('Gateway', 'gw') }],
    ['of no text', false, 'example.org', { targetRef: { group: 1, kind: 'Gateway', name: 'gw' } }],
    ['of none', false, 'example.org', { targetRefs: [] }],
  ])('%s: %s', (_what, isPolicy, group, spec) => {
    const object = otherPolicy(group, 'ThingPolicy', 'it', undefined, spec as Readonly<Record<string, unknown>>);
    expect(compute([object]).nodes.length).toBe(isPolicy ? 1 : 0);
  });

  it('is any object of that shape of a labelled kind, with the class of the label', () => {
    const object = otherPolicy('things.k8s.io', 'ThingPolicy', 'it', ref('Gateway', 'gw'));
    expect(compute([object], { labels: { ThingPolicy: 'Inherited' } }).nodes[0]?.policy).toMatchObject({
      class: 'INHERITED',
      strategy: 'UNKNOWN',
    });
    expect(compute([object], { labels: { ThingPolicy: 'direct' } }).nodes[0]?.policy).toMatchObject({
      class: 'DIRECT',
    });
    expect(compute([object]).nodes).toEqual([]);
  });

  it('counts both of its fields, equal references once, and sixteen at most', () => {
    const refs = Array.from({ length: 20 }, (_, i) => ref('Gateway', `g${i}`));
    const both = otherPolicy('example.org', 'ThingPolicy', 'it', ref('Gateway', 'g1'), { targetRefs: refs });
    const found = unresolved([both], 'ThingPolicy/apps/it');
    expect(found).toHaveLength(16);
    expect(found[0]).toBe('POLICY Gateway/apps/g1 absent');
  });
});

describe('sections', () => {
  it.each<[string, readonly unknown[], readonly string[]]>([
    ['names, and places where there is none', [{ name: 'api' }, {}], ['api', 'rule-2']],
    ['the first of two with one name', [{ name: 'api' }, { name: 'api' }], ['api']],
    ['a place whose name another rule has', [{ name: 'rule-2' }, {}], ['rule-2', 'rule-2.']],
  ])('of a route are %s', (_what, rules, sections) => {
    const { nodes } = compute([httpRoute('web', [], { rules })]);
    expect(nodes.flatMap(({ section }) => section ?? [])).toEqual(sections);
  });

  it.each<[string, readonly unknown[], string, string]>([
    ['the second rule, which has no name', [{}, {}], 'rule-2', '-> HTTPRoute/apps/web#rule-2'],
    [
      'the second rule, although the first one bears its place as its name',
      [{ name: 'rule-2' }, {}],
      'rule-2',
      '-> HTTPRoute/apps/web#rule-2.',
    ],
    [
      'the rule of that name, if the second one has a name',
      [{ name: 'rule-2' }, { name: 'x' }],
      'rule-2',
      '-> HTTPRoute/apps/web#rule-2',
    ],
    ['nothing, if the second rule has another name', [{}, { name: 'x' }], 'rule-2', ''],
    ['nothing, if there is none', [{}], 'api', ''],
  ])('a reference means %s', (_what, rules, sectionName, edge) => {
    const found = at('POLICY', [
      httpRoute('web', [], { rules }),
      policy('AuthPolicy', 'p', ref('HTTPRoute', 'web', { sectionName })),
    ]);
    expect(found.map(text => text.slice(text.indexOf('->')))).toEqual(edge === '' ? [] : [edge]);
  });

  it('that are missing are absent, and never the whole object', () => {
    const lost = policy('AuthPolicy', 'p', ref('HTTPRoute', 'web', { sectionName: 'a/b' }));
    expect(unresolved([httpRoute('web', []), lost], 'AuthPolicy/apps/p')).toEqual([
      'POLICY HTTPRoute/apps/web#a%2Fb absent',
    ]);
    expect(unresolved([gw(), httpRoute('web', [{ name: 'gw', sectionName: 'no' }])], 'HTTPRoute/apps/web')).toEqual([
      'ROUTE Gateway/apps/gw#no absent',
    ]);
    expect(
      compute([service('s'), policy('AuthPolicy', 'p', { group: '', kind: 'Service', name: 's', sectionName: 'no' })])
        .nodes,
    ).toHaveLength(1);
  });
});

describe('an edge to a route', () => {
  const joined = (part: object, spec: object = {}, refs: readonly unknown[] = [{ name: 'gw' }], kind = 'HTTPRoute') => [
    gw([listener('web', part as Readonly<Record<string, unknown>>)]),
    route(kind, 'web', refs, spec as Readonly<Record<string, unknown>>),
  ];
  const from = (value: string, selector?: unknown) => ({
    allowedRoutes: { namespaces: { from: value, ...(selector !== undefined && { selector }) } },
  });
  const other = (value: string, selector?: unknown) => [
    gateway('infra/gw', [listener('web', from(value, selector))]),
    httpRoute('web', [{ name: 'gw', namespace: 'infra' }]),
    namespace('apps', { team: 'a' }),
  ];

  it.each<[string, readonly Manifest[], string]>([
    ['holds', joined({}), ''],
    ['PORT: another port', joined({}, {}, [{ name: 'gw', port: 81 }]), 'PORT'],
    ['this port', joined({}, {}, [{ name: 'gw', port: 80 }]), ''],
    [
      'NAMESPACE: Same, by default',
      [gateway('infra/gw'), httpRoute('web', [{ name: 'gw', namespace: 'infra' }])],
      'NAMESPACE',
    ],
    ['All', other('All'), ''],
    ['another word', other('Some'), 'NAMESPACE'],
    ['a selector that matches', other('Selector', { matchLabels: { team: 'a' } }), ''],
    [
      'a selector that does not',
      other('Selector', { matchExpressions: [{ key: 'team', operator: 'NotIn', values: ['a'] }] }),
      'NAMESPACE',
    ],
    ['an empty selector', other('Selector', {}), ''],
    ['no selector', other('Selector'), 'NAMESPACE'],
    ['KIND: not among the kinds', joined({ allowedRoutes: { kinds: [{ kind: 'GRPCRoute' }] } }), 'KIND'],
    ['among the kinds', joined({ allowedRoutes: { kinds: [{ kind: 'HTTPRoute' }] } }), ''],
    ['a kind of another group', joined({ allowedRoutes: { kinds: [{ group: 'x.org', kind: 'HTTPRoute' }] } }), 'KIND'],
    [
      'a kind that the protocol does not take',
      joined({ allowedRoutes: { kinds: [{ kind: 'TCPRoute' }] } }, {}, undefined, 'TCPRoute'),
      'KIND',
    ],
    ['by protocol: TLS takes TCPRoutes', joined({ protocol: 'TLS' }, {}, undefined, 'TCPRoute'), ''],
    ['by protocol: UDP takes no HTTPRoute', joined({ protocol: 'UDP' }), 'KIND'],
    ['an unknown protocol takes all', joined({ protocol: 'example.com/x' }), ''],
    ['HOSTNAME: none in common', joined({ hostname: 'a.test' }, { hostnames: ['b.test'] }), 'HOSTNAME'],
    [
      'hostnames of a TCPRoute do not count',
      joined({ hostname: 'a.test', protocol: 'TCP' }, {}, undefined, 'TCPRoute'),
      '',
    ],
    [
      'DELETED: the route',
      [gw(), httpRoute({ name: 'web', deletionTimestamp: '2026-01-01T00:00:00Z' }, [{ name: 'gw' }])],
      'DELETED',
    ],
    [
      'several, in the order of the schema',
      joined({ hostname: 'a.test', protocol: 'UDP' }, { hostnames: ['b.test'] }, [{ name: 'gw', port: 1 }]),
      'PORT,KIND,HOSTNAME',
    ],
    ['another kind of parent: none', joined({}, {}, [{ group: '', kind: 'Service', name: 'gw' }]), 'none'],
    [
      'one of several references holds',
      joined({}, {}, [
        { name: 'gw', port: 1 },
        { name: 'gw', sectionName: 'web' },
      ]),
      '',
    ],
    [
      'none of them: those of the first',
      joined({}, {}, [
        { name: 'gw', port: 1 },
        { name: 'gw', port: 2 },
      ]),
      'PORT',
    ],
  ])('%s', (_what, manifests, refusals) => {
    const edges = at('ROUTE', manifests);
    expect(edges.map(edge => edge.split(' ')[4] ?? '')).toEqual(refusals === 'none' ? [] : [refusals]);
  });

  it('is REPORTED by current conditions about its own reference', () => {
    const parent = (value: string, more = {}, parentRef: unknown = { name: 'gw' }) => ({
      parentRef,
      conditions: [said('Accepted', value, more)],
    });
    const held = (parents: readonly unknown[], refs: readonly unknown[] = [{ name: 'gw' }]) =>
      at('ROUTE', [gw(), httpRoute('web', refs, { status: { parents } })])[0]!.endsWith('REPORTED');
    expect(held([parent('False')])).toBe(true);
    expect(
      held([
        parent('False', {}, { group: 'gateway.networking.k8s.io', kind: 'Gateway', namespace: 'apps', name: 'gw' }),
      ]),
    ).toBe(true);
    expect(held([parent('False'), parent('True')])).toBe(false);
    expect(held([parent('False', { observedGeneration: 0 })])).toBe(false);
    expect(held([parent('Unknown')])).toBe(false);
    expect(held([parent('False', {}, { name: 'gw', sectionName: 'web' })])).toBe(false);
  });

  it.each<[string, string | undefined, readonly string[], readonly string[] | undefined]>([
    ['the narrower', '*.a.test', ['x.y.a.test', '*.b.a.test'], ['*.b.a.test', 'x.y.a.test']],
    ['the suffix alone does not match', '*.a.test', ['a.test'], []],
    ['those of the listener', '*.a.test', [], ['*.a.test']],
    ['those of the route', undefined, ['b.test', 'a.test', 'b.test'], ['a.test', 'b.test']],
    ['any', undefined, [], []],
    ['a wider pattern of the route', 'x.a.test', ['*.test'], ['x.a.test']],
  ])('serves %s', (_what, hostname, hostnames, common) => {
    expect(
      hostnamesOf([
        gw([listener('web', hostname === undefined ? {} : { hostname })]),
        httpRoute('web', [{ name: 'gw' }], { hostnames }),
      ]),
    ).toEqual(common);
  });
});

describe('edges to Gateways, ListenerSets and listeners', () => {
  it.each<[string, readonly Manifest[], string]>([
    [
      'the class is not accepted',
      [gatewayClass('main', { conditions: [said('Accepted', 'False')] }), gw()],
      'REPORTED',
    ],
    ['the Gateway is not programmed', [main, gw(undefined, status([said('Programmed', 'False')]))], 'REPORTED'],
    [
      'an old condition does not count',
      [main, gw(undefined, status([said('Programmed', 'False', { observedGeneration: 0 })]))],
      '',
    ],
  ])('CLASS: %s', (_what, manifests, refusals) =>
    expect(at('CLASS', manifests)[0]!.split(' ')[4] ?? '').toBe(refusals),
  );

  it.each<[string, object, string, string]>([
    ['none are allowed by default', {}, 'apps', 'NAMESPACE'],
    ['Same', { allowedListeners: { namespaces: { from: 'Same' } } }, 'apps', ''],
    ['not Same', { allowedListeners: { namespaces: { from: 'Same' } } }, 'other', 'NAMESPACE'],
    ['All', { allowedListeners: { namespaces: { from: 'All' } } }, 'other', ''],
  ])('LISTENER_SET: %s', (_what, spec, place, refusals) => {
    const set = listenerSet(`${place}/more`, { name: 'gw', namespace: 'apps' }, [listener('x')]);
    expect(at('LISTENER_SET', [gw(undefined, spec), set])[0]!.split(' ')[4] ?? '').toBe(refusals);
  });

  it('SECTION: the controller refuses the listener', () => {
    const listeners = [{ name: 'web', conditions: [said('Programmed', 'False')] }];
    expect(at('SECTION', [gw([listener('web'), listener('b')], { status: { listeners } })])).toEqual([
      'SECTION Gateway/apps/gw -> Gateway/apps/gw#b',
      'SECTION Gateway/apps/gw -> Gateway/apps/gw#web REPORTED',
    ]);
  });

  it('a route that names the Gateway attaches to its own listeners only', () => {
    const set = listenerSet('more', { name: 'gw' }, [listener('x')]);
    expect(at('ROUTE', [gw(), set, httpRoute('web', [{ name: 'gw' }])])).toEqual([
      'ROUTE Gateway/apps/gw#web -> HTTPRoute/apps/web',
    ]);
  });
});

describe('references across namespaces', () => {
  const ask = (refs: readonly unknown[]) => httpRoute('web', [], { rules: [{ backendRefs: refs }] });
  const away = [ask([backend('db', { namespace: 'data' })]), service('data/db')];
  const FROM = { group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', namespace: 'apps' };
  const target = ref('Gateway', 'gw', { namespace: 'infra' });

  it.each<[string, readonly Manifest[], Rights, string]>([
    ['without a grant', away, {}, 'GRANT'],
    ['with one', [...away, grant('data/g', [FROM], [{ group: '', kind: 'Service' }])], {}, ''],
    [
      'with one for this name',
      [...away, grant('data/g', [FROM], [{ group: '', kind: 'Service', name: 'db' }])],
      {},
      '',
    ],
    [
      'with one for another name',
      [...away, grant('data/g', [FROM], [{ group: '', kind: 'Service', name: 'x' }])],
      {},
      'GRANT',
    ],
    [
      'with one for another namespace',
      [...away, grant('data/g', [{ ...FROM, namespace: 'x' }], [{ group: '', kind: 'Service' }])],
      {},
      'GRANT',
    ],
    [
      'with one in another namespace',
      [...away, grant('apps/g', [FROM], [{ group: '', kind: 'Service' }])],
      {},
      'GRANT',
    ],
    ['if grants may not be listed there', away, { unlisted: ['ReferenceGrant/data'] }, ''],
    ['if grants are not listed yet', away, { incomplete: ['ReferenceGrant'] }, ''],
  ])('to a Service %s', (_what, manifests, rights, refusals) =>
    expect(at('BACKEND', manifests, rights)[0]!.split(' ')[4] ?? '').toBe(refusals),
  );

  it('of policies need a grant, too', () => {
    const manifests = [gateway('infra/gw'), policy('AuthPolicy', 'p', target)];
    expect(at('POLICY', manifests)).toEqual(['POLICY AuthPolicy/apps/p -> Gateway/infra/gw GRANT']);
    const permits = grant(
      'infra/g',
      [{ group: 'kuadrant.io', kind: 'AuthPolicy', namespace: 'apps' }],
      [{ group: FROM.group, kind: 'Gateway' }],
    );
    expect(at('POLICY', [...manifests, permits])).toEqual(['POLICY AuthPolicy/apps/p -> Gateway/infra/gw']);
  });

  it('of parents need none', () => {
    const open = gateway('infra/gw', [listener('web', { allowedRoutes: { namespaces: { from: 'All' } } })]);
    expect(at('ROUTE', [open, httpRoute('web', [{ name: 'gw', namespace: 'infra' }])])).toEqual([
      'ROUTE Gateway/infra/gw#web -> HTTPRoute/apps/web',
    ]);
  });

  it('make one edge for several backends in one Service', () => {
    const found = compute([
      ask([backend('s', { port: 90 }), backend('s', { port: 80 }), backend('s', { port: 90 })]),
      service('s'),
    ]);
    expect(found.edges.find(({ kind }) => kind === 'BACKEND')?.ports).toEqual([80, 90]);
  });

  it('to other kinds than Services, and of mirrors, are none', () => {
    const mirror = { filters: [{ type: 'RequestMirror', requestMirror: { backendRef: backend('s') } }] };
    expect(
      at('BACKEND', [
        httpRoute('web', [], { rules: [{ ...mirror, backendRefs: [{ group: 'x.org', kind: 'Lambda', name: 's' }] }] }),
        service('s'),
      ]),
    ).toEqual([]);
  });
});

describe('what the caller does not see', () => {
  const world = [main, gw(), httpRoute('web', [{ name: 'gw' }], { rules: [{ backendRefs: [backend('app')] }] })];

  it.each<[string, string, Rights, readonly string[]]>([
    [
      'a Gateway that does not exist',
      'HTTPRoute/apps/web',
      { hidden: ['Gateway/apps/gw'] },
      ['ROUTE Gateway/apps/gw absent'],
    ],
    [
      'one that the caller may not list',
      'HTTPRoute/apps/web',
      { hidden: ['Gateway/apps/gw'], unlisted: ['Gateway/apps'] },
      ['ROUTE Gateway/apps/gw unknown'],
    ],
    [
      'one of a kind that is not listed yet',
      'HTTPRoute/apps/web',
      { hidden: ['Gateway/apps/gw'], incomplete: ['Gateway'] },
      ['ROUTE Gateway/apps/gw unknown'],
    ],
    ['a class', 'Gateway/apps/gw', { hidden: ['GatewayClass//main'] }, ['CLASS GatewayClass/main absent']],
    ['a Service', 'HTTPRoute/apps/web#rule-1', {}, ['BACKEND Service/apps/app absent']],
  ])('is unresolved: %s', (_what, id, rights, references) => expect(unresolved(world, id, rights)).toEqual(references));

  it('does not refuse by a selector while its Namespace is unknown, but does if it is absent', () => {
    const selector = { allowedRoutes: { namespaces: { from: 'Selector', selector: {} } } };
    const manifests = [
      gateway('infra/gw', [listener('web', selector)]),
      httpRoute('web', [{ name: 'gw', namespace: 'infra' }]),
    ];
    const refused = (rights: Rights) => at('ROUTE', manifests, rights)[0]!.endsWith('NAMESPACE');
    expect([refused({}), refused({ unlisted: ['Namespace'] })]).toEqual([true, false]);
  });
});
