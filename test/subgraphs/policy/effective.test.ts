/** Paths, effective policies and the state of policies. */
import { describe, expect, it } from '@jest/globals';
import { finished, Pace } from '../../../async/fair-turns.ts';
import type { ClusterPolicy } from '../../../subgraphs/policy/cluster-policy.ts';
import { effectiveId } from '../../../subgraphs/policy/effective.ts';
import {
  at,
  compute,
  effects,
  gateway,
  gatewayClass,
  grant,
  httpRoute,
  idsOf,
  listener,
  listenerSet,
  policy,
  otherPolicy,
  ref,
  rules,
  service,
  short,
  stateOf,
  type Manifest,
  type Rights,
} from './cluster.ts';

const GATEWAY = ref('Gateway', 'gw');
const ROUTE = ref('HTTPRoute', 'web');
const main = gatewayClass('main');
const world = [main, gateway('gw'), httpRoute('web', [{ name: 'gw' }])];
const limit = (name: string, target: unknown = ROUTE, spec: object = rules('da', 'x'), named: object = {}) =>
  policy('RateLimitPolicy', { name, ...named }, target, spec as Readonly<Record<string, unknown>>);
const dns = (name: string, target: unknown = GATEWAY, named: object = {}) =>
  policy('DNSPolicy', { name, ...named }, target);
const pathsOf = (manifests: readonly Manifest[], rights: Rights = {}) =>
  compute(manifests, rights).toRules.map(
    ({ nodes, isOpen }) => `${nodes.map(({ id }) => short(id)).join(' ')}${isOpen ? ' open' : ''}`,
  );
const overriddenBy = (found: ClusterPolicy, id: string) =>
  finished(stateOf(found, id).overriddenBy(new Pace())).map(({ object }) => object.name);
const RULE = 'HTTPRoute/apps/web HTTPRoute/apps/web#rule-1';

describe('paths', () => {
  const gw = 'Gateway/apps/gw Gateway/apps/gw#web';
  const set = (more = {}) => [
    main,
    gateway('gw', [], { allowedListeners: { namespaces: { from: 'Same' } }, ...more }),
    listenerSet('more', { name: 'gw' }, [listener('x')]),
    httpRoute('web', [{ kind: 'ListenerSet', name: 'more' }]),
  ];
  const ofSet = `ListenerSet/apps/more ListenerSet/apps/more#x ${RULE}`;

  it.each<[string, readonly Manifest[], Rights, readonly string[]]>([
    ['from the class', world, {}, [`GatewayClass/main ${gw} ${RULE}`]],
    [
      'from the Gateway, if the class is unknown',
      world,
      { hidden: ['GatewayClass//main'], unlisted: ['GatewayClass'] },
      [`${gw} ${RULE}`],
    ],
    ['none, if the class is absent', world, { hidden: ['GatewayClass//main'] }, []],
    ['through a ListenerSet', set(), {}, [`GatewayClass/main Gateway/apps/gw ${ofSet}`]],
    [
      'from a ListenerSet whose Gateway is unknown',
      set(),
      { hidden: ['Gateway/apps/gw'], unlisted: ['Gateway'] },
      [`${ofSet} open`],
    ],
    ['none from a ListenerSet whose Gateway is absent', set(), { hidden: ['Gateway/apps/gw'] }, []],
    [
      'from the route, if its Gateway is unknown',
      world,
      { hidden: ['Gateway/apps/gw'], unlisted: ['Gateway'] },
      [`${RULE} open`],
    ],
    [
      'one from the route, however many parents are unknown, beside the others',
      [
        ...world.slice(0, 2),
        httpRoute('web', [{ name: 'gw' }, { name: 'b', namespace: 'x' }, { name: 'c', namespace: 'x' }]),
      ],
      { unlisted: ['Gateway/x'] },
      [`GatewayClass/main ${gw} ${RULE}`, `${RULE} open`],
    ],
    [
      'none of a route without rules',
      [...world.slice(0, 2), httpRoute('web', [{ name: 'gw' }], { rules: [] })],
      {},
      [],
    ],
    [
      'none over an edge that does not hold',
      [main, gateway('gw', [listener('web', { protocol: 'UDP' })]), world[2]!],
      {},
      [],
    ],
  ])('are %s', (_what, manifests, rights, paths) => expect(pathsOf(manifests, rights)).toEqual(paths));

  it('serve the hostnames of their edge, and open ones those of the route', () => {
    const manifests = [
      main,
      gateway('gw', [listener('web', { hostname: '*.a.test' })]),
      httpRoute('web', [{ name: 'gw' }], { hostnames: ['x.a.test', 'b.test'] }),
    ];
    expect(compute(manifests).toRules[0]?.hostnames).toEqual(['x.a.test']);
    expect(compute(manifests, { hidden: ['Gateway/apps/gw'], unlisted: ['Gateway'] }).toRules[0]?.hostnames).toEqual([
      'b.test',
      'x.a.test',
    ]);
    expect(compute(manifests).toListeners[0]?.hostnames).toEqual(['*.a.test']);
  });

  it('beyond the limit are none at all, and standings that depend on them are unknown', () => {
    const manifests = [
      main,
      gateway('gw', [listener('a'), listener('b')]),
      world[2]!,
      limit('it'),
      otherPolicy('example.org', 'XPolicy', 'x', GATEWAY),
      limit('lost', ref('HTTPRoute', 'no')),
    ];
    const found = compute(manifests, { paths: 1 });
    expect(found).toMatchObject({ isOverLimit: true, effective: [], toRules: [], toListeners: [] });
    expect(found.nodes.flatMap(({ policy: it }) => it?.standing ?? [])).toEqual([
      'ATTACHED',
      'UNKNOWN',
      'TARGET_NOT_FOUND',
    ]);
    expect(compute(manifests, { paths: 2 }).isOverLimit).toBe(false);
  });
});

describe('effective policies', () => {
  it('are sorted by kind and id, and each id tells kind and path', () => {
    const routes = ['b', 'a', 'a-b', 'a.b', 'a~b'].map(name =>
      httpRoute(name, [{ name: 'gw' }], { rules: [{}, { name: 'r' }] }),
    );
    const found = compute([
      main,
      gateway('gw', [listener('web'), listener('web-2')]),
      ...routes,
      limit('l', GATEWAY),
      policy('AuthPolicy', 'a', GATEWAY),
      dns('d'),
    ]);
    const ids = idsOf(found.effective);
    expect(ids).toHaveLength(42);
    const byKind = (kind: string) => ids.filter(id => id.startsWith(kind));
    for (const kind of ['AuthPolicy.kuadrant.io', 'DNSPolicy.kuadrant.io', 'RateLimitPolicy.kuadrant.io'])
      expect(byKind(kind)).toEqual(byKind(kind).sort());
    expect([...new Set(found.effective.map(({ kind }) => kind))]).toEqual([
      'AuthPolicy.kuadrant.io',
      'DNSPolicy.kuadrant.io',
      'RateLimitPolicy.kuadrant.io',
    ]);
    expect(effectiveId(found.effective[0]!)).toBe(
      'AuthPolicy.kuadrant.io leaf/gateway.networking.k8s.io/GatewayClass//main leaf/gateway.networking.k8s.io/Gateway/apps/gw leaf/gateway.networking.k8s.io/Gateway/apps/gw#web leaf/gateway.networking.k8s.io/HTTPRoute/apps/a leaf/gateway.networking.k8s.io/HTTPRoute/apps/a#r',
    );
  });

  it('of level listener exist without routes', () => {
    const found = compute([main, gateway('gw'), dns('d'), limit('l', GATEWAY)]);
    expect(effects(found)).toEqual(['listener *<d']);
    expect(stateOf(found, 'DNSPolicy/apps/d').standing).toBe('ENFORCED');
    expect(stateOf(found, 'RateLimitPolicy/apps/l').standing).toBe('NO_EFFECT');
  });

  it('act on the listeners of ListenerSets below the Gateway', () => {
    const found = compute([
      main,
      gateway('gw', [], { allowedListeners: { namespaces: { from: 'All' } } }),
      listenerSet('more', { name: 'gw' }, [listener('x')]),
      dns('d'),
    ]);
    expect(effects(found)).toEqual(['listener *<d']);
  });

  it.each<[string, Manifest, readonly string[]]>([
    ['that is being deleted', limit('p', ROUTE, rules('da', 'x'), { deletionTimestamp: '2026-01-01T00:00:00Z' }), []],
    [
      'that is not accepted',
      limit('p', ROUTE, {
        ...rules('da', 'x'),
        status: { conditions: [{ type: 'Accepted', status: 'False', reason: 'Invalid' }] },
      }),
      [],
    ],
    [
      'that conflicts',
      limit('p', ROUTE, {
        ...rules('da', 'x'),
        status: { conditions: [{ type: 'Accepted', status: 'False', reason: 'Conflicted' }] },
      }),
      ['rule x<p'],
    ],
    [
      'that was not accepted before',
      limit('p', ROUTE, {
        ...rules('da', 'x'),
        status: { conditions: [{ type: 'Accepted', status: 'False', reason: 'Invalid', observedGeneration: 0 }] },
      }),
      ['rule x<p'],
    ],
    ['whose edge does not hold', limit('p', ref('Gateway', 'gw', { namespace: 'other' })), []],
  ])('include or leave out a policy %s', (_what, object, reported) =>
    expect(effects(compute([...world, gateway('other/gw'), object]))).toEqual(reported),
  );

  it.each<[string, boolean, Rights, readonly Manifest[]]>([
    ['all is listed', true, {}, []],
    ['classes are hidden', true, { unlisted: ['GatewayClass'], hidden: ['GatewayClass//main'] }, []],
    ['policies of the kind may not be listed there', false, { unlisted: ['RateLimitPolicy/apps'] }, []],
    ['another kind may not', true, { unlisted: ['AuthPolicy'] }, []],
    ['the kind is not listed yet', false, { incomplete: ['RateLimitPolicy'] }, []],
    ['Gateways are not listed yet', false, { incomplete: ['Gateway'] }, []],
    ['the path is open', false, { unlisted: ['Gateway'], hidden: ['Gateway/apps/gw'] }, []],
    [
      'a policy of another namespace is visible by its name alone',
      false,
      { unlisted: ['RateLimitPolicy/other'] },
      [
        limit('other/p', ref('HTTPRoute', 'web', { namespace: 'apps' })),
        grant(
          'g',
          [{ group: 'kuadrant.io', kind: 'RateLimitPolicy', namespace: 'other' }],
          [{ group: ROUTE.group, kind: 'HTTPRoute' }],
        ),
      ],
    ],
  ])('are complete: if %s, %s', (_what, complete, rights, more) => {
    const found = compute([...world, limit('p'), ...more], rights);
    expect(found.effective.map(it => it.complete)).toEqual([complete]);
  });

  it('are not complete if records of an object were left out', () => {
    const backendRefs = Array.from({ length: 16 }, (_, i) => ({ name: `${'service'.repeat(12)}-${i}` }));
    const many = Array.from({ length: 64 }, (_, i) => ({ name: `r${i}`, backendRefs }));
    const found = compute([main, gateway('gw'), httpRoute('web', [{ name: 'gw' }], { rules: many }), limit('p')]);
    expect(found.effective.length).toBeGreaterThan(10);
    expect(found.effective.length).toBeLessThan(64);
    expect(found.effective.some(it => it.complete)).toBe(false);
  });
});

describe('the standing of a policy', () => {
  const CONDITIONS = (...conditions: readonly [string, string, string?][]) => ({
    status: { conditions: conditions.map(([type, status, reason = 'R']) => ({ type, status, reason })) },
  });
  const spec = (more: object) => ({ ...rules('da', 'x'), ...more });
  const twoRoutes = [...world, httpRoute('other', [{ name: 'gw' }])];

  it.each<[string, string, readonly Manifest[], Rights?]>([
    ['TARGET_NOT_FOUND', 'the target is absent', [limit('p', ref('HTTPRoute', 'no'))]],
    [
      'UNKNOWN',
      'the target may not be listed',
      [limit('p', ref('HTTPRoute', 'no', { namespace: 'x' }))],
      { unlisted: ['HTTPRoute/x'] },
    ],
    [
      'NOT_ACCEPTED',
      'a controller refuses it',
      [...world, limit('p', ROUTE, spec(CONDITIONS(['Accepted', 'False', 'Invalid'])))],
    ],
    [
      'NOT_ACCEPTED',
      'it is being deleted',
      [...world, limit('p', ROUTE, spec({}), { deletionTimestamp: '2026-01-01T00:00:00Z' })],
    ],
    ['NOT_ACCEPTED', 'no edge holds', [gateway('other/gw'), limit('p', ref('Gateway', 'gw', { namespace: 'other' }))]],
    ['ATTACHED', 'its merge rule is unknown', [...world, otherPolicy('example.org', 'RateLimitPolicy', 'p', ROUTE)]],
    ['NO_EFFECT', 'it has no rules', [...world, limit('p', ROUTE, {})]],
    ['NO_EFFECT', 'it is on no path', [httpRoute('web', []), limit('p')]],
    ['OVERRIDDEN', 'another one replaces all its rules', [...world, limit('p', GATEWAY), limit('q')]],
    ['PARTIAL', 'on some paths another one does', [...twoRoutes, limit('p', GATEWAY), limit('q')]],
    ['ENFORCED', 'all its rules are in effect', [...twoRoutes, limit('p', GATEWAY)]],
  ])('is %s if %s', (standing, _what, manifests, rights = {}) => {
    const found = compute(manifests, rights);
    expect(found.nodes.find(({ object, policy: it }) => it && object.name === 'p')?.policy?.standing).toBe(standing);
  });

  it('of a BackendTLSPolicy is ATTACHED, or CONFLICTED beside an older one', () => {
    const tls = (name: string, second: number) =>
      otherPolicy(
        'gateway.networking.k8s.io',
        'BackendTLSPolicy',
        { name, ...at(second) },
        { group: '', kind: 'Service', name: 's' },
      );
    const found = compute([service('s'), tls('old', 0), tls('new', 1)]);
    expect(stateOf(found, 'BackendTLSPolicy/apps/old').standing).toBe('ATTACHED');
    expect(stateOf(found, 'BackendTLSPolicy/apps/new')).toMatchObject({ standing: 'CONFLICTED' });
    expect(overriddenBy(found, 'BackendTLSPolicy/apps/new')).toEqual(['old']);
  });

  it('of a DNSPolicy is not CONFLICTED if the controller refuses the older one', () => {
    const found = compute([
      main,
      gateway('gw'),
      dns('new', GATEWAY, at(1)),
      policy('DNSPolicy', { name: 'old', ...at(0) }, GATEWAY, CONDITIONS(['Accepted', 'False', 'Invalid'])),
    ]);
    expect(stateOf(found, 'DNSPolicy/apps/new').standing).toBe('ENFORCED');
  });

  it('names whose rules are in effect instead', () => {
    const found = compute([
      ...world,
      limit('p', GATEWAY, rules('da', 'xy')),
      limit('q', ROUTE, rules('om', 'y')),
      limit('r', ref('HTTPRoute', 'web', { sectionName: 'rule-1' }), rules('da', 'z')),
    ]);
    expect(overriddenBy(found, 'RateLimitPolicy/apps/p')).toEqual(['q', 'r']);
    expect(overriddenBy(found, 'RateLimitPolicy/apps/r')).toEqual([]);
  });

  it.each<[string, boolean | undefined, readonly [string, string, string?][]]>([
    ['ENFORCED', true, [['Enforced', 'True']]],
    ['ENFORCED', true, [['Programmed', 'True']]],
    [
      'ENFORCED',
      false,
      [
        ['Enforced', 'True'],
        ['Programmed', 'False'],
      ],
    ],
    ['ENFORCED', undefined, [['Accepted', 'True']]],
    ['OVERRIDDEN', true, [['Enforced', 'False', 'Overridden']]],
    ['OVERRIDDEN', undefined, [['Enforced', 'False', 'Other']]],
    ['OVERRIDDEN', false, [['Enforced', 'True']]],
    ['NO_EFFECT', true, [['Enforced', 'False']]],
    ['NO_EFFECT', false, [['Enforced', 'True']]],
    ['TARGET_NOT_FOUND', true, [['Accepted', 'False', 'TargetNotFound']]],
    ['TARGET_NOT_FOUND', false, [['Accepted', 'True']]],
    ['NOT_ACCEPTED', true, [['Accepted', 'False', 'Invalid']]],
    ['CONFLICTED', true, [['Accepted', 'False', 'Conflicted']]],
    ['CONFLICTED', false, [['Accepted', 'True']]],
    [
      'ATTACHED',
      undefined,
      [
        ['Accepted', 'True'],
        ['Enforced', 'True'],
      ],
    ],
  ])('%s agrees: %s with %j', (standing, agrees, conditions) => {
    const more = CONDITIONS(...conditions);
    const makers: Readonly<Record<string, readonly Manifest[]>> = {
      ENFORCED: [...world, limit('p', ROUTE, spec(more))],
      OVERRIDDEN: [...world, limit('p', GATEWAY, spec(more)), limit('q')],
      NO_EFFECT: [...world, limit('p', ROUTE, more)],
      TARGET_NOT_FOUND: [limit('p', ref('HTTPRoute', 'no'), more)],
      NOT_ACCEPTED: [...world, limit('p', ROUTE, more)],
      CONFLICTED: [
        main,
        gateway('gw'),
        dns('q', GATEWAY, at(0)),
        policy('DNSPolicy', { name: 'p', ...at(1) }, GATEWAY, more),
      ],
      ATTACHED: [...world, otherPolicy('example.org', 'XPolicy', 'p', ROUTE, more)],
    };
    const found = compute(makers[standing]!).nodes.find(({ object, policy: it }) => it && object.name === 'p')!.policy!;
    expect([found.standing, found.agrees]).toEqual([standing, agrees]);
  });

  it('does not say whether it agrees while an effective policy is not complete', () => {
    const manifests = [...world, limit('p', ROUTE, spec(CONDITIONS(['Enforced', 'True'])))];
    const hidden = { unlisted: ['Gateway'], hidden: ['Gateway/apps/gw'] };
    expect(stateOf(compute(manifests, hidden), 'RateLimitPolicy/apps/p')).toMatchObject({
      standing: 'ENFORCED',
      agrees: undefined,
    });
  });

  it('reads conditions of ancestors, with their defaults', () => {
    const ancestors = [
      {
        ancestorRef: { name: 'gw' },
        controllerName: 'x',
        conditions: [{ type: 'Accepted', status: 'True', reason: 'A' }],
      },
    ];
    const object = limit('p', ROUTE, {
      status: { conditions: [{ type: 'Enforced', status: 'True', reason: 'E', observedGeneration: 0 }], ancestors },
    });
    expect(stateOf(compute([object]), 'RateLimitPolicy/apps/p').reported).toEqual([
      { type: 'Enforced', status: 'True', reason: 'E', current: false, ancestor: undefined },
      {
        type: 'Accepted',
        status: 'True',
        reason: 'A',
        current: true,
        ancestor: 'leaf/gateway.networking.k8s.io/Gateway/apps/gw',
      },
    ]);
  });
});
