import { afterEach, describe, expect, it } from '@jest/globals';
import { istioHost } from '../../../schema/istio-host.ts';
import { longestStep } from '../../processor-time.ts';
import { allow, grant } from '../fleet/scripted-fleet.ts';
import {
  ADMIN,
  openMeshWorld,
  RESOURCES,
  sent,
  service,
  workload,
  type MeshCluster,
  type MeshOptions,
  type MeshWorld,
  type SentObject,
} from './mesh-world.ts';

const closing: MeshWorld[] = [];
afterEach(async () => {
  for (const world of closing.splice(0)) await world[Symbol.asyncDispose]();
});

async function open(options: MeshOptions): Promise<MeshWorld> {
  const world = await openMeshWorld(options);
  closing.push(world);
  return world;
}

const VALIDATIONS = `query ($filter: MeshValidationFilter, $first: Int, $after: String) {
  meshValidations(filter: $filter, first: $first, after: $after) {
    nodes { object { id } code severity path certain references { id } }
    totalCount
    pageInfo { hasNextPage hasPreviousPage endCursor }
    incomplete { name }
  }
}`;

interface ReportedValidation {
  readonly object: { readonly id: string };
  readonly code: string;
  readonly path: string;
  readonly certain: boolean;
  readonly references: readonly { readonly id: string }[];
}

/**
 * A validation as `cluster namespace/name: code path`, then references, then a question mark if the validation is not
 * certain.
 */
const reported = ({ object, code, path, certain, references }: ReportedValidation): string => {
  const [cluster, , , namespace, name] = object.id.split('/');
  const others = references.map(({ id }) =>
    id
      .split('/')
      .filter((_, i) => i === 0 || i > 2)
      .join('/'),
  );
  return `${cluster} ${namespace}/${name}: ${code} ${path}${others.length > 0 ? ` (${others.join(', ')})` : ''}${certain ? '' : '?'}`;
};

async function validate(
  clusters: Record<string, MeshCluster | SentObject[]>,
  user = 'admin',
  more: Partial<MeshOptions> = {},
): Promise<string[]> {
  const entries = Object.entries(clusters).map(
    ([name, of]) => [name, Array.isArray(of) ? { objects: of } : of] as const,
  );
  const { data, errors } = await (
    await open({ clusters: Object.fromEntries(entries), ...more })
  ).ask(user, VALIDATIONS, { first: 500 });
  expect(errors).toBeUndefined();
  return data.meshValidations.nodes.map(reported);
}

const route = (host: string, more: { subset?: string; weight?: number } = {}) => {
  const { subset, weight } = more;
  return { destination: { host, ...(subset && { subset }) }, ...(weight !== undefined && { weight }) };
};
const virtualService = (place: string, spec: object = {}) => sent('VirtualService', place, spec);
const routed = (...destinations: object[]) =>
  virtualService('shop/vs', { hosts: ['web'], http: [{ route: destinations }] });
const rule = (place: string, host: string, more: object = {}) => sent('DestinationRule', place, { host, ...more });
const gateway = (place: string, selector?: object) =>
  sent('Gateway', place, { ...(selector && { selector }), servers: [] });
const entry = (place: string, ...hosts: string[]) => sent('ServiceEntry', place, { hosts });
const policy = (place: string, ...principals: string[]) =>
  sent('AuthorizationPolicy', place, { rules: [{ from: [{ source: { principals } }] }] });

describe('names of hosts', () => {
  it.each<[string, string, string | undefined, boolean, boolean]>([
    ['web', 'web.shop.svc.cluster.local', 'shop/web', false, false],
    ['web.pay', 'web.pay.svc.cluster.local', 'pay/web', true, false],
    ['WEB.pay', 'web.pay.svc.cluster.local', 'pay/web', true, false],
    ['web.pay.svc', 'web.pay.svc.cluster.local', 'pay/web', false, false],
    ['web.pay.svc.cluster.local', 'web.pay.svc.cluster.local', 'pay/web', false, false],
    ['example.com', 'example.com.svc.cluster.local', 'com/example', true, false],
    ['api.example.com', 'api.example.com', undefined, true, false],
    ['web.pay.svc.other', 'web.pay.svc.other', undefined, true, false],
    ['.pay', '.pay', undefined, true, false],
    ['*.example.com', '*.example.com', undefined, false, true],
    ['*', '*', undefined, false, true],
  ])('%s is %s', (text, full, of, mayBeExternal, isWild) => {
    const { service: found, ...host } = istioHost(text, 'shop');
    expect(host).toEqual({ full, text: text.toLowerCase(), mayBeExternal, isWild });
    expect(found && `${found.namespace}/${found.name}`).toBe(of);
  });
});

describe('routes of a VirtualService (KIA1101)', () => {
  it.each<[string, string, SentObject[], SentObject[], string[]]>([
    ['a Service of its namespace', 'web', [service('shop/web')], [], []],
    ['no Service of its namespace', 'web', [service('pay/web')], [], ['KIA1101']],
    ['a Service of another namespace', 'web.pay', [service('pay/web')], [], []],
    ['a full name', 'web.pay.svc.cluster.local', [service('pay/web')], [], []],
    ['a Service of another cluster', 'web.pay', [], [service('pay/web')], []],
    ['a host of a ServiceEntry', 'api.example.com', [entry('shop/e', 'API.example.com')], [], []],
    ['a pattern of a ServiceEntry', 'api.example.com', [entry('pay/e', '*.example.com')], [], []],
    ['no ServiceEntry', 'api.example.com', [entry('shop/e', 'example.com', '*.other.com')], [], ['KIA1101']],
    ['a ServiceEntry of another cluster', 'api.example.com', [], [entry('shop/e', 'api.example.com')], ['KIA1101']],
    ['one dot, a ServiceEntry', 'example.com', [entry('shop/e', 'example.com')], [], []],
    ['one dot, a full name of a ServiceEntry', 'a.b', [entry('shop/e', 'a.b.svc.cluster.local')], [], []],
    ['a ServiceEntry for the name of a Service', 'web.pay.svc', [entry('shop/e', 'web.pay.svc')], [], ['KIA1101']],
    ['a pattern', '*.example.com', [], [], []],
    ['nothing', '', [], [], []],
  ])('lead to %s', async (_, host, objects, others, expected) => {
    const found = await validate({ east: [routed(route(host)), ...objects], west: others });
    expect(found).toEqual(expected.map(code => `east shop/vs: ${code} spec/http[0]/route[0]/destination/host`));
  });

  it('are named by protocol, match and place', async () => {
    const spec = {
      http: [{ route: [route('a')] }, { route: [route('web'), route('b')] }, { mirror: { host: 'm' } }],
      tcp: [{ route: [route('c')] }],
      tls: [{ route: [route('web'), route('d')] }],
    };
    expect(await validate({ east: [virtualService('shop/vs', spec), service('shop/web')] })).toEqual(
      ['http[0]/route[0]', 'http[1]/route[1]', 'tcp[0]/route[0]', 'tls[0]/route[1]'].map(
        at => `east shop/vs: KIA1101 spec/${at}/destination/host`,
      ),
    );
  });
});

describe('gateways of a VirtualService (KIA1102)', () => {
  it.each<[string, unknown, SentObject[], SentObject[], string[]]>([
    ['the mesh', ['mesh'], [], [], []],
    ['none', [], [], [], []],
    ['one of its namespace', ['gw'], [gateway('shop/gw')], [], []],
    ['one of another namespace by its name alone', ['gw'], [gateway('pay/gw')], [], ['spec/gateways[0]']],
    ['one of another namespace', ['pay/gw', 'mesh'], [gateway('pay/gw')], [], []],
    ['one of another cluster', ['mesh', 'pay/gw'], [], [gateway('pay/gw')], ['spec/gateways[1]']],
    ['something else', [1, null, 'gw'], [], [], ['spec/gateways[2]']],
  ])('are %s', async (_, gateways, objects, others, paths) => {
    const found = await validate({ east: [virtualService('shop/vs', { gateways }), ...objects], west: others });
    expect(found).toEqual(paths.map(path => `east shop/vs: KIA1102 ${path}`));
  });
});

describe('weights (KIA1104)', () => {
  it.each<[string, object[], boolean]>([
    ['the only one, below 100', [route('web', { weight: 50 })], true],
    ['the only one, 1', [route('web', { weight: 1 })], true],
    ['the only one, 100', [route('web', { weight: 100 })], false],
    ['the only one, 0', [route('web', { weight: 0 })], false],
    ['the only one without', [route('web')], false],
    ['two', [route('web', { weight: 50 }), route('web', { weight: 50 })], false],
  ])('are %s: reported %s', async (_, destinations, isReported) => {
    const found = await validate({ east: [routed(...destinations), service('shop/web')] });
    expect(found).toEqual(isReported ? ['east shop/vs: KIA1104 spec/http[0]/route[0]/weight'] : []);
  });
});

describe('hosts of two VirtualServices (KIA1106)', () => {
  const pair = async (one: object, other: object, place = 'shop/b') =>
    validate({
      east: [virtualService('shop/a', { hosts: ['web'], ...one }), virtualService(place, { hosts: ['web'], ...other })],
    });
  const both = ['east shop/a: KIA1106 spec/hosts (east/shop/b)', 'east shop/b: KIA1106 spec/hosts (east/shop/a)'];

  it.each<[string, object, object, boolean]>([
    ['are the same', {}, {}, true],
    ['are the same by their full names', {}, { hosts: ['other', 'WEB.shop.svc.cluster.local'] }, true],
    ['are different', {}, { hosts: ['other'] }, false],
    ['are the same for the same gateway', { gateways: ['gw', 'mesh'] }, { gateways: ['shop/gw'] }, true],
    ['are the same for other gateways', { gateways: ['mesh'] }, { gateways: ['gw'] }, false],
    ['are the same for the mesh, which is the default', { gateways: [] }, { gateways: ['mesh'] }, true],
    ['have no common importer', { exportTo: ['.'] }, { exportTo: ['pay', 'x'] }, false],
    ['have a common importer', { exportTo: ['.'] }, { exportTo: ['shop'] }, true],
    ['have a common importer, since one is for all', { exportTo: ['*', 'x'] }, { exportTo: ['pay'] }, true],
    ['have a common importer by default', { exportTo: [] }, { exportTo: ['.'] }, true],
    ['are equal patterns', { hosts: ['*.a.com'] }, { hosts: ['*.A.com'] }, true],
    ['are a pattern and a host', { hosts: ['*.a.com'] }, { hosts: ['b.a.com'] }, false],
    ['are none', { hosts: [] }, { hosts: [] }, false],
  ])('%s', async (_, one, other, isReported) => {
    const found = (await pair(one, other)).filter(line => line.includes('KIA1106'));
    expect(found).toEqual(isReported ? both : []);
  });

  it('differ in another namespace, and in another cluster', async () => {
    expect(await pair({}, {}, 'pay/b')).toEqual([]);
    expect(
      await validate({
        east: [virtualService('shop/a', { hosts: ['web'] })],
        west: [virtualService('shop/b', { hosts: ['web'] })],
      }),
    ).toEqual([]);
  });
});

describe('subsets of routes (KIA1107)', () => {
  const subsets = (...names: string[]) => ({ subsets: names.map(name => ({ name })) });
  it.each<[string, string, SentObject[], SentObject[], boolean]>([
    ['is in a DestinationRule of the host', 'web', [rule('shop/r', 'web', subsets('v1', 'v2'))], [], false],
    ['is in one by the full name, of another namespace', 'web', [rule('pay/r', 'web.shop', subsets('v2'))], [], false],
    ['is in one of a pattern', 'web', [rule('pay/r', '*.shop.svc.cluster.local', subsets('v2'))], [], false],
    ['is in none', 'web', [], [], true],
    ['is in one of another host', 'web', [rule('pay/r', 'web', subsets('v2'))], [], true],
    ['is in one of another cluster', 'web', [], [rule('shop/r', 'web', subsets('v2'))], true],
    ['is another one', 'web', [rule('shop/r', 'web', subsets('v1'))], [], true],
  ])('%s', async (_, host, objects, others, isReported) => {
    const shared = [service('shop/web'), service('pay/web')];
    const found = await validate({
      east: [routed(route(host, { subset: 'v2' })), ...shared, ...objects],
      west: others,
    });
    expect(found.filter(line => line.includes('KIA1107'))).toEqual(
      isReported ? ['east shop/vs: KIA1107 spec/http[0]/route[0]/destination'] : [],
    );
  });
});

describe('two DestinationRules (KIA0201)', () => {
  const pair = async (one: object, other: object, host = 'web') =>
    (await validate({ east: [service('shop/web'), rule('shop/a', 'web', one), rule('shop/b', host, other)] })).filter(
      line => line.includes('KIA0201'),
    );
  const both = ['east shop/a: KIA0201 spec/host (east/shop/b)', 'east shop/b: KIA0201 spec/host (east/shop/a)'];
  const named = (...names: string[]) => ({ subsets: names.map(name => ({ name })) });

  it.each<[string, object, object, string, boolean]>([
    ['have no subsets', {}, {}, 'web', true],
    ['have a common subset', named('v1', 'v2'), named('v2'), 'web.shop', true],
    ['have other subsets', named('v1'), named('v2'), 'web', false],
    ['have subsets in one of them', named('v1'), {}, 'web', true],
    ['have other hosts', {}, {}, 'web.pay', false],
    ['have no common importer', { exportTo: ['.'] }, { exportTo: ['pay'] }, 'web', false],
  ])('%s', async (_, one, other, host, isReported) => {
    expect(await pair(one, other, host)).toEqual(isReported ? both : []);
  });
});

describe('the host of a DestinationRule (KIA0202)', () => {
  it('is looked up like that of a route', async () => {
    const objects = [
      rule('shop/a', 'none'),
      rule('shop/b', 'web'),
      rule('shop/c', 'x.example.com'),
      rule('shop/d', '*.example.com'),
      rule('shop/e', ''),
    ];
    expect(await validate({ east: objects, west: [service('shop/web')] })).toEqual([
      'east shop/a: KIA0202 spec/host',
      'east shop/c: KIA0202 spec/host',
    ]);
  });
});

describe('labels of subsets (KIA0203)', () => {
  const subset = (labels?: object) => ({ subsets: [{ name: 'v', ...(labels && { labels }) }] });
  const web = service('shop/web', { selector: { app: 'web' } });
  it.each<[string, object, Record<string, SentObject[]>, boolean]>([
    [
      'match a workload of the Service',
      subset({ version: '1' }),
      { east: [web, workload('shop/w', { app: 'web', version: '1' })] },
      false,
    ],
    [
      'match one of another Service',
      subset({ version: '1' }),
      { east: [web, workload('shop/w', { app: 'other', version: '1' })] },
      true,
    ],
    [
      'match one of another namespace',
      subset({ version: '1' }),
      { east: [web, workload('pay/w', { app: 'web', version: '1' })] },
      true,
    ],
    ['match none', subset({ version: '2' }), { east: [web, workload('shop/w', { app: 'web', version: '1' })] }, true],
    [
      'match one of another cluster with the Service',
      subset({ version: '1' }),
      { east: [web], west: [web, workload('shop/w', { app: 'web', version: '1' })] },
      false,
    ],
    [
      'match one of another cluster without the Service',
      subset({ version: '1' }),
      { east: [web], west: [workload('shop/w', { app: 'web', version: '1' })] },
      true,
    ],
    [
      'match one of a Service without selector',
      subset({ version: '1' }),
      { east: [service('shop/web'), workload('shop/w', { version: '1' })] },
      false,
    ],
    ['are none', subset(), { east: [web] }, false],
    ['are those of a host that is not found', subset({ version: '1' }), { east: [] }, false],
  ])('%s', async (_, spec, { east = [], ...others }, isReported) => {
    const found = await validate({ east: [rule('shop/r', 'web', spec), ...east], ...others });
    expect(found.filter(line => line.includes('KIA0203'))).toEqual(
      isReported ? ['east shop/r: KIA0203 spec/subsets[0]'] : [],
    );
  });
});

describe('the selector of a Gateway (KIA0302)', () => {
  it.each<[string, object | undefined, SentObject[], boolean]>([
    [
      'matches a workload of any namespace and cluster',
      { istio: 'gw', a: 'b' },
      [workload('istio/gw', { istio: 'gw', a: 'b', c: 'd' })],
      false,
    ],
    ['matches none', { istio: 'gw', a: 'b' }, [workload('istio/gw', { istio: 'gw', a: 'c' })], true],
    ['matches none, though it is the usual one', { istio: 'ingressgateway' }, [], true],
    ['is empty', {}, [], false],
    ['is absent', undefined, [], false],
  ])('%s', async (_, selector, objects, isReported) => {
    expect(await validate({ east: [gateway('shop/gw', selector)], west: objects })).toEqual(
      isReported ? ['east shop/gw: KIA0302 spec/selector'] : [],
    );
  });
});

describe('principals (KIA0106, KIA0107)', () => {
  const bot = 'cluster.local/ns/pay/sa/bot';
  it.each<[string, string[], SentObject[], SentObject[], string[]]>([
    [
      'in use in its cluster',
      [bot],
      [workload('pay/a', {}, { account: 'bot' })],
      [workload('pay/b', {}, { account: 'bot' })],
      [],
    ],
    ['in use by default', ['cluster.local/ns/pay/sa/default'], [workload('pay/a')], [], []],
    [
      'in use in another cluster',
      [bot],
      [workload('pay/a'), workload('shop/a', {}, { account: 'bot' })],
      [workload('pay/b', {}, { account: 'bot', kind: 'StatefulSet' }), workload('pay/a', {}, { account: 'bot' })],
      ['KIA0107 spec/rules[0]/from[0]/source/principals[0] (west/pay/a, west/pay/b)'],
    ],
    ['in use nowhere', ['*', bot], [workload('pay/a')], [], ['KIA0106 spec/rules[0]/from[0]/source/principals[1]']],
    ['of another trust domain', ['other/ns/pay/sa/bot'], [], [], []],
    ['of another form', ['cluster.local/ns/pay/sa/*', 'cluster.local/ns/pay', 'x', '/ns/pay/sa/bot'], [], [], []],
  ])('are %s', async (_, principals, objects, others, expected) => {
    const found = await validate({ east: [policy('shop/p', ...principals), ...objects], west: others });
    expect(found).toEqual(expected.map(line => `east shop/p: ${line}`));
  });

  it('are of the trust domains of the configuration, and many of one rule are all judged', async () => {
    const principals = Array.from({ length: 150 }, (_, i) => `td/ns/pay/sa/a-long-name-of-a-service-account-${i}`);
    expect(
      await validate({ east: [policy('shop/p', ...principals)] }, 'admin', { trustDomains: ['cluster.local', 'td'] }),
    ).toHaveLength(150);
  });
});

describe('a validation is certain', () => {
  const listing = (user: string, ...kinds: string[]) => kinds.flatMap(kind => grant(user, allow('list', kind)));
  const istio = 'virtualservices,destinationrules,gateways,serviceentries,authorizationpolicies';
  const workloads = 'deployments,statefulsets,daemonsets';
  const judged = [
    policy('shop/p', 'cluster.local/ns/pay/sa/none'),
    rule('shop/r', 'gone.pay'),
    gateway('shop/g', { a: 'b' }),
    virtualService('shop/v', { gateways: ['pay/gw'], http: [{ route: [route('gone', { subset: 'x', weight: 5 })] }] }),
    virtualService('shop/w', { http: [{ route: [route('x.example.com')] }] }),
  ];
  const codes = async (user: string, clusters: Record<string, MeshCluster>, more: Partial<MeshOptions> = {}) =>
    (await validate(clusters, user, more)).map(line => line.replace(/^.*(KIA\d+).*?(\??)$/, '$1$2'));

  it.each<[string, string[], string[], string[]]>([
    [
      'if the caller may list all that it looked for, in every cluster',
      [istio, workloads, 'services'],
      [workloads, 'services'],
      ['KIA0202', 'KIA0302', 'KIA1101', 'KIA1102', 'KIA1104', 'KIA1107', 'KIA1101', 'KIA0106'],
    ],
    [
      'not without Services of another cluster',
      [istio, workloads, 'services'],
      [workloads],
      ['KIA0202?', 'KIA0302', 'KIA1101?', 'KIA1102', 'KIA1104', 'KIA1107', 'KIA1101', 'KIA0106'],
    ],
    [
      'not without a kind of workloads of another cluster, even one that the caller may not name',
      [istio, workloads, 'services'],
      [],
      ['KIA0202?', 'KIA0302?', 'KIA1101?', 'KIA1102', 'KIA1104', 'KIA1107', 'KIA1101', 'KIA0106?'],
    ],
    [
      'not without ServiceEntries and Gateways of its own cluster',
      ['virtualservices,destinationrules,authorizationpolicies', workloads, 'services'],
      [workloads, 'services'],
      ['KIA0202?', 'KIA1101', 'KIA1102?', 'KIA1104', 'KIA1107', 'KIA1101?', 'KIA0106'],
    ],
  ])('%s', async (_, east, west, expected) => {
    const clusters = {
      east: { objects: judged, grants: [...ADMIN, ...listing('jane', ...east)] },
      west: { grants: [...ADMIN, ...listing('jane', ...west)] },
    };
    expect(await codes('jane', clusters)).toEqual(expected);
  });

  it('not while a cluster of the mesh is not indexed; others do not matter', async () => {
    const west = { state: { phase: 'unreachable' as const, reason: 'UNREACHABLE' as const }, labels: { mesh: 'no' } };
    const clusters = { east: { objects: judged, labels: { mesh: 'yes' } }, west };
    expect(await codes('admin', clusters)).toEqual([
      'KIA0202?',
      'KIA0302?',
      'KIA1101?',
      'KIA1102',
      'KIA1104',
      'KIA1107',
      'KIA1101',
      'KIA0106?',
    ]);
    expect(await codes('admin', clusters, { selector: 'mesh=yes' })).not.toContainEqual(expect.stringContaining('?'));
  });

  it.each<[string, string, string]>([
    ['Services', 'Service', 'KIA1101?'],
    ['workloads', 'StatefulSet', 'KIA0302?'],
    ['Gateways', 'Gateway', 'KIA1102?'],
  ])('not while some %s of an indexed cluster are left out', async (_, left, uncertain) => {
    const kinds = RESOURCES.map(({ group, kind }) => ({
      ...{ group, kind, state: 'watching' as const },
      reason: kind === left ? ('OVER_LIMIT' as const) : ('' as const),
    }));
    const found = await codes('admin', { east: { objects: judged, state: { kinds } } });
    expect(found).toContain(uncertain);
    expect(found).toContain('KIA1107');
  });

  it('not by the names of resourceNames', async () => {
    const clusters = {
      east: {
        objects: [gateway('shop/g', { a: 'b' })],
        grants: [
          ...grant('jane', allow('list', 'gateways')),
          ...grant('jane', allow('get', 'deployments', 'x')),
          ...grant('jane', allow('list', 'statefulsets,daemonsets')),
        ],
      },
    };
    expect(await codes('jane', clusters)).toEqual(['KIA0302?']);
  });
});

describe('what a caller may not list', () => {
  const clusters = (hidden: SentObject[]) => ({
    east: {
      objects: [
        virtualService('shop/a', { hosts: ['web'], gateways: ['pay/gw'], http: [{ route: [route('web')] }] }),
        ...hidden,
      ],
      grants: [...ADMIN, ...grant('jane', allow('list', '*'), 'shop')],
    },
  });

  it('counts as absent', async () => {
    const hidden = [virtualService('pay/b', { hosts: ['web.shop'] }), gateway('pay/gw'), service('pay/x')];
    expect(await validate(clusters(hidden), 'jane')).toEqual(await validate(clusters([]), 'jane'));
    expect(await validate(clusters(hidden), 'jane')).toEqual([
      'east shop/a: KIA1101 spec/http[0]/route[0]/destination/host',
      'east shop/a: KIA1102 spec/gateways[0]?',
    ]);
  });
});

describe('the list', () => {
  const clusters = {
    east: { objects: [routed(route('a'), route('b')), rule('pay/r', 'none'), gateway('shop/g', { a: 'b' })] },
    west: { objects: [rule('shop/r', 'none')] },
  };
  const list = async (variables: Record<string, unknown>) =>
    (await (await open({ clusters })).ask('admin', VALIDATIONS, variables)).data.meshValidations;
  const all = [
    'east pay/r: KIA0202 spec/host',
    'east shop/g: KIA0302 spec/selector',
    'east shop/vs: KIA1101 spec/http[0]/route[0]/destination/host',
    'east shop/vs: KIA1101 spec/http[0]/route[1]/destination/host',
    'west shop/r: KIA0202 spec/host',
  ];

  it('is ordered by object, code and path, and comes in pages', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < 3; page++) {
      const { nodes, pageInfo, totalCount } = await list({ first: 2, after });
      expect(totalCount).toBe(5);
      expect(pageInfo).toMatchObject({ hasNextPage: page < 2, hasPreviousPage: page > 0 });
      seen.push(...nodes.map(reported));
      after = pageInfo.endCursor;
    }
    expect(seen).toEqual(all);
  });

  it.each<[object, number]>([
    [{ clusters: ['west'] }, 1],
    [{ namespaces: ['shop'] }, 4],
    [{ codes: ['KIA1101', 'KIA0302'] }, 3],
    [{ severities: ['WARNING'] }, 1],
    [{ severities: ['ERROR'], clusters: ['east'] }, 3],
    [{ codes: [] }, 0],
    [{ namespaces: [] }, 0],
    [{ clusters: ['nowhere'] }, 0],
  ])('is selected by %j', async (filter, count) => {
    const { totalCount, nodes } = await list({ filter });
    expect([totalCount, nodes.length]).toEqual([count, count]);
  });

  it('has the severities of its codes', async () => {
    const { nodes } = await list({});
    const severities = new Map(nodes.map(({ code, severity }: { code: string; severity: string }) => [code, severity]));
    expect(Object.fromEntries(severities)).toEqual({ KIA0202: 'ERROR', KIA0302: 'WARNING', KIA1101: 'ERROR' });
  });

  it('of an object has its own, by code and path', async () => {
    const query =
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on KubernetesObject { meshValidations { code path } } } }';
    const ids = [
      'east/networking.istio.io/VirtualService/shop/vs',
      'west/networking.istio.io/DestinationRule/shop/r',
      'east/networking.istio.io/Gateway/shop/none',
    ];
    const { data } = await (
      await open({ clusters })
    ).ask('admin', query, { of: ids.map(id => ({ __typename: 'KubernetesObject', id })) });
    const lines = data._entities.map(
      (it: { meshValidations: { code: string; path: string }[] } | null) =>
        it && it.meshValidations.map(({ code, path }) => `${code} ${path}`),
    );
    expect(lines).toEqual([
      ['KIA1101 spec/http[0]/route[0]/destination/host', 'KIA1101 spec/http[0]/route[1]/destination/host'],
      ['KIA0202 spec/host'],
      null,
    ]);
  });

  it('judges objects that are being deleted, and names those that are there', async () => {
    const metadata = { deletionTimestamp: '2026-01-31T12:00:00Z' };
    const ending = [
      sent('VirtualService', 'shop/v', { http: [{ route: [route('web'), route('gone')] }] }, { metadata }),
      sent('Service', 'shop/web', {}, { metadata }),
    ];
    expect(await validate({ east: ending })).toEqual(['east shop/v: KIA1101 spec/http[0]/route[1]/destination/host']);
  });
});

describe('validations leave time for other callers', () => {
  const times = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));
  const workloads = (count: number) => times(count, i => workload(`shop/w${i}`, { app: 'web', version: `${i}` }));

  it.each<[string, SentObject[], SentObject[]]>([
    [
      'VirtualServices with many common hosts and different gateways',
      times(120, i =>
        virtualService(`shop/v${i}`, {
          hosts: times(100, j => `h${j}.x.y.com`),
          gateways: times(100, j => `g${i}-${j}`),
        }),
      ),
      [],
    ],
    [
      'subsets of a Service with many workloads',
      [
        service('shop/web', { selector: { app: 'web' } }),
        ...times(10, i =>
          rule(`shop/r${i}`, 'web', {
            subsets: times(80, j => ({ name: `v${j}`, labels: { version: `${i}-${j}` } })),
          }),
        ),
        ...workloads(2_000),
      ],
      [],
    ],
    [
      'routes with many patterns of DestinationRules',
      [
        ...times(2_000, i => rule(`shop/r${i}`, `*.w${i}.com`)),
        ...times(20, i =>
          virtualService(`shop/v${i}`, { http: [{ route: times(250, j => route(`s${j}`, { subset: 'v1' })) }] }),
        ),
      ],
      [],
    ],
    [
      'routes with many patterns of ServiceEntries',
      [
        ...times(500, i => entry(`shop/e${i}`, ...times(50, j => `*.w${i}-${j}.com`))),
        ...times(10, i => virtualService(`shop/v${i}`, { http: [{ route: times(250, j => route(`s${j}.x.y.com`)) }] })),
      ],
      [],
    ],
    [
      'principals that many workloads of another cluster have',
      times(100, i => policy(`shop/p${i}`, ...times(250, () => 'cluster.local/ns/shop/sa/default'))),
      workloads(2_000),
    ],
  ])('%s', async (_, east, west) => {
    const world = await open({ clusters: { east: { objects: east }, west: { objects: west } } });
    const ask = () => world.ask('admin', '{ meshValidations(first: 500) { totalCount } }');
    expect((await ask()).errors).toBeUndefined();
    expect(await longestStep(ask)).toBeLessThan(50);
  });
});

describe('references', () => {
  const REFERENCES = '{ meshValidations(first: 500) { nodes { referenceCount references { id } } } }';

  it('are the first 50, with the number of all', async () => {
    const services = Array.from({ length: 60 }, (_, i) => virtualService(`shop/v${i}`, { hosts: ['web'] }));
    const world = await open({ clusters: { east: { objects: services } } });
    const { data } = await world.ask('admin', REFERENCES);
    const { nodes } = data.meshValidations;
    expect(nodes).toHaveLength(60);
    const ids = services.map(({ metadata: { name } }) => `east/networking.istio.io/VirtualService/shop/${name}`).sort();
    expect(nodes[0]).toEqual({ referenceCount: 59, references: ids.slice(1, 51).map(id => ({ id })) });
  });

  it('are counted without being listed, and are none for most faults', async () => {
    const world = await open({ clusters: { east: { objects: [rule('shop/a', 'gone'), rule('shop/b', 'gone')] } } });
    const { data } = await world.ask('admin', '{ meshValidations { nodes { code referenceCount } } }');
    expect(data.meshValidations.nodes).toEqual([
      { code: 'KIA0201', referenceCount: 1 },
      { code: 'KIA0202', referenceCount: 0 },
      { code: 'KIA0201', referenceCount: 1 },
      { code: 'KIA0202', referenceCount: 0 },
    ]);
  });
});

describe('the cost of a query', () => {
  const costOf = async (user: string, query: string, clusters: Record<string, MeshCluster>) => {
    const world = await open({ clusters });
    const { errors } = await world.ask(user, query);
    expect(errors).toBeUndefined();
    return world.extra.cost;
  };

  it.each([
    ['validations', '{ meshValidations { nodes { code certain } } }'],
    ['health', '{ meshItems(type: WORKLOAD) { nodes { instances { health { status } } } } }'],
  ])('of %s does not depend on the number of clusters that the caller may not name', async (_, query) => {
    const objects = [
      service('shop/web'),
      workload('shop/web', { a: 'b' }),
      gateway('shop/g', { c: 'd' }),
      ...Array.from({ length: 20 }, (_each, i) =>
        virtualService(`shop/v${i}`, { hosts: [`v${i}`], http: [{ route: [route(`none-${i}`)] }] }),
      ),
    ];
    const jane = grant('jane', allow('list', '*'));
    const withHidden = (count: number) =>
      costOf('jane', query, {
        ...Object.fromEntries(Array.from({ length: count }, (_each, i) => [`hidden-${i}`, {}])),
        east: { objects, grants: [...ADMIN, ...jane] },
      });
    const [few, more] = [await withHidden(1), await withHidden(60)];
    expect(few).toBeGreaterThan(0);
    expect(more).toBe(few);
  });

  it('of many subsets with the same labels is hardly more than that of one', async () => {
    const objects = [
      service('shop/web'),
      ...Array.from({ length: 300 }, (_, i) => workload(`shop/w${i}`, { a: 'b', other: 'c' })),
      ...Array.from({ length: 300 }, (_, i) => workload(`shop/x${i}`, { d: 'e', other: 'c' })),
    ];
    const withSubsets = (count: number) => {
      const subsets = Array.from({ length: count }, (_, i) => ({ name: `s${i}`, labels: { a: 'b', d: 'e' } }));
      const clusters = { east: { objects: [...objects, rule('shop/r', 'web', { subsets })] } };
      return costOf('admin', '{ meshValidations { nodes { code } totalCount } }', clusters);
    };
    expect(await withSubsets(40)).toBeLessThan(2 * (await withSubsets(1)));
  });
});
