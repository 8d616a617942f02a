import { afterEach, describe, expect, it } from '@jest/globals';
import type { Steps } from '../../../async/fair-turns.ts';
import type { RowReader } from '../../../readmodel/question.ts';
import { instancesIn, itemPage, itemsByKey } from '../../../subgraphs/mesh/items.ts';
import { allow, grant } from '../fleet/scripted-fleet.ts';
import { series } from './fixtures.ts';
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

const ITEMS = `query ($type: MeshItemType!, $filter: MeshItemFilter, $first: Int, $after: String) {
  meshItems(type: $type, filter: $filter, first: $first, after: $after) {
    nodes { id type namespace name instances { cluster { name } objects { id } stale app versions } }
    totalCount
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    incomplete { name }
  }
}`;

interface ReportedItem {
  readonly id: string;
  readonly instances: readonly {
    readonly cluster: { readonly name: string };
    readonly objects: readonly { readonly id: string }[];
  }[];
}

/** An item as `id: cluster[objects], …`. */
const reported = ({ id, instances }: ReportedItem): string =>
  `${id}: ${instances.map(({ cluster, objects }) => `${cluster.name}[${objects.map(object => object.id.split('/').slice(2).join('/')).join(' ')}]`).join(', ')}`;

const REVIEWS = { app: 'reviews', version: 'v1' };
const clusters = {
  east: {
    objects: [
      service('shop/reviews'),
      service('shop/cart'),
      workload('shop/reviews-v1', REVIEWS),
      workload('shop/reviews-v2', { 'app.kubernetes.io/name': 'reviews', app: 'other', version: 'v2' }),
      workload('shop/cart', {}),
      workload('shop/cart', {}, { kind: 'StatefulSet' }),
    ],
    grants: [...ADMIN, ...grant('jane', allow('list', '*'), 'shop')],
  },
  west: {
    objects: [
      service('shop/reviews'),
      service('pay/api'),
      workload('shop/reviews-v1', REVIEWS),
      workload('pay/api', { app: 'api' }),
    ],
    grants: ADMIN,
  },
};

describe('items', () => {
  const list = async (variables: Record<string, unknown>, user = 'admin') => {
    const { data, errors } = await (await open({ clusters })).ask(user, ITEMS, variables);
    expect(errors).toBeUndefined();
    return data.meshItems;
  };

  it.each([
    [
      'SERVICE',
      [
        '///service/pay/api: west[Service/pay/api]',
        '///service/shop/cart: east[Service/shop/cart]',
        '///service/shop/reviews: east[Service/shop/reviews], west[Service/shop/reviews]',
      ],
    ],
    [
      'WORKLOAD',
      [
        '///workload/pay/api: west[Deployment/pay/api]',
        '///workload/shop/cart: east[Deployment/shop/cart StatefulSet/shop/cart]',
        '///workload/shop/reviews-v1: east[Deployment/shop/reviews-v1], west[Deployment/shop/reviews-v1]',
        '///workload/shop/reviews-v2: east[Deployment/shop/reviews-v2]',
      ],
    ],
    [
      'APP',
      [
        '///app/pay/api: west[Deployment/pay/api]',
        '///app/shop/reviews: east[Deployment/shop/reviews-v1 Deployment/shop/reviews-v2], west[Deployment/shop/reviews-v1]',
      ],
    ],
  ])('of type %s are one for each namespace and name', async (type, expected) => {
    const { nodes, totalCount } = await list({ type });
    expect(nodes.map(reported)).toEqual(expected);
    expect(totalCount).toBe(expected.length);
  });

  it.each([
    [
      'clusters',
      { clusters: ['west', 'nowhere'] },
      ['///service/pay/api: west[Service/pay/api]', '///service/shop/reviews: west[Service/shop/reviews]'],
    ],
    ['namespaces', { namespaces: ['pay'] }, ['///service/pay/api: west[Service/pay/api]']],
    ['names', { names: ['cart', 'none'] }, ['///service/shop/cart: east[Service/shop/cart]']],
    ['an empty list', { names: [] }, []],
    ['an empty list of clusters', { clusters: [] }, []],
  ])('are selected by %s', async (_, filter, expected) => {
    expect((await list({ type: 'SERVICE', filter })).nodes.map(reported)).toEqual(expected);
  });

  it('of an app are selected by its label', async () => {
    expect(
      (await list({ type: 'APP', filter: { names: ['reviews'], clusters: ['east'] } })).nodes.map(reported),
    ).toEqual(['///app/shop/reviews: east[Deployment/shop/reviews-v1 Deployment/shop/reviews-v2]']);
  });

  it('have app and versions of their Pods', async () => {
    const { nodes } = await list({ type: 'APP', filter: { names: ['reviews'] } });
    expect(nodes[0].instances.map(({ app, versions }: { app: string; versions: string[] }) => [app, versions])).toEqual(
      [
        ['reviews', ['v1', 'v2']],
        ['reviews', ['v1']],
      ],
    );
    const services = await list({ type: 'SERVICE' });
    expect(services.nodes[0].instances[0]).toMatchObject({ app: null, versions: [] });
  });

  it('come in pages, each with its own cursors', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < 4; page++) {
      const { nodes, pageInfo, totalCount } = await list({ type: 'WORKLOAD', first: 1, after });
      expect({ count: nodes.length, totalCount }).toEqual({ count: 1, totalCount: 4 });
      expect(pageInfo).toMatchObject({
        hasNextPage: page < 3,
        hasPreviousPage: page > 0,
        startCursor: pageInfo.endCursor,
      });
      seen.push(nodes[0].id);
      after = pageInfo.endCursor;
    }
    expect(seen).toEqual([
      '///workload/pay/api',
      '///workload/shop/cart',
      '///workload/shop/reviews-v1',
      '///workload/shop/reviews-v2',
    ]);
    expect((await list({ type: 'WORKLOAD', first: 0 })).pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: null,
      endCursor: null,
    });
  });

  it('hold what the caller sees alone', async () => {
    const { nodes, totalCount } = await list({ type: 'SERVICE' }, 'jane');
    expect(nodes.map(reported)).toEqual([
      '///service/shop/cart: east[Service/shop/cart]',
      '///service/shop/reviews: east[Service/shop/reviews]',
    ]);
    expect(totalCount).toBe(2);
    expect((await list({ type: 'APP' }, 'nobody')).nodes).toEqual([]);
  });
});

describe('an item by its id', () => {
  const ITEM = 'query ($id: ID!) { meshItem(id: $id) { id name instances { cluster { name } } } }';

  it('is null where it is absent or hidden', async () => {
    const world = await open({ clusters });
    const find = async (user: string, id: string) => (await world.ask(user, ITEM, { id })).data.meshItem;
    expect(await find('admin', '///service/pay/api')).toMatchObject({
      name: 'api',
      instances: [{ cluster: { name: 'west' } }],
    });
    expect(await find('jane', '///service/pay/api')).toBeNull();
    expect(await find('jane', '///service/pay/none')).toBeNull();
    expect(await find('jane', '///app/shop/reviews')).toMatchObject({ instances: [{ cluster: { name: 'east' } }] });
  });

  it('is the items of a Service, and those of a workload', async () => {
    const world = await open({ clusters });
    const query =
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on KubernetesObject { meshItems { id } } } }';
    const ids = [
      'east//Service/shop/reviews',
      'east/apps/Deployment/shop/reviews-v1',
      'east/apps/Deployment/shop/cart',
      'west/apps/Deployment/pay/api',
    ];
    const of = ids.map(id => ({ __typename: 'KubernetesObject', id }));
    const { data } = await world.ask('jane', query, { of });
    const idsOf = (entity: { meshItems: { id: string }[] } | null) => entity && entity.meshItems.map(({ id }) => id);
    expect(data._entities.map(idsOf)).toEqual([
      ['///service/shop/reviews'],
      ['///workload/shop/reviews-v1', '///app/shop/reviews'],
      ['///workload/shop/cart'],
      null,
    ]);
  });
});

describe('differences', () => {
  const DIFFERENCES =
    'query ($id: ID!) { meshItem(id: $id) { differences { field values { value clusters { name } } } } }';
  const differ = async (id: string, ...objects: ReturnType<typeof sent>[]) => {
    const names = ['east', 'north', 'west'];
    const world = await open({
      clusters: Object.fromEntries(objects.map((object, i) => [names[i]!, { objects: [object] }])),
    });
    const { data } = await world.ask('admin', DIFFERENCES, { id });
    type Reported = { field: string; values: { value: string; clusters: { name: string }[] }[] };
    return data.meshItem.differences.map(
      ({ field, values }: Reported) =>
        `${field} ${values.map(({ value, clusters: of }) => `"${value}": ${of.map(({ name }) => name).join(' ')}`).join(', ')}`,
    );
  };

  it('are in ports, selector and type of a service', async () => {
    const ports = [{ port: 443, protocol: 'TCP' }, { port: 53, protocol: 'UDP' }, { port: 443 }];
    const other = service('a/b', { ports, selector: { z: '1', app: 'b' }, type: 'NodePort' });
    const same = service('a/b', { type: 'ClusterIP' });
    expect(await differ('///service/a/b', service('a/b'), same, other)).toEqual([
      'PORTS "443/TCP,53/UDP": west, "80/TCP": east north',
      'SELECTOR "": east north, "app=b,z=1": west',
      'TYPE "ClusterIP": east north, "NodePort": west',
    ]);
  });

  it('are in images and service account of a workload', async () => {
    const other = workload('a/b', {}, { images: ['z:1', 'app:1'], account: 'robot' });
    expect(await differ('///workload/a/b', workload('a/b', {}, { account: 'default' }), other)).toEqual([
      'IMAGES "app:1": east, "app:1,z:1": north',
      'SERVICE_ACCOUNT "default": east, "robot": north',
    ]);
  });

  it('are in versions of an app', async () => {
    expect(
      await differ('///app/a/b', workload('a/b', { app: 'b', version: '2' }), workload('a/b', { app: 'b' })),
    ).toEqual(['VERSIONS "": north, "2": east']);
  });

  it('are none where the instances are equal, or one is stale', async () => {
    expect(await differ('///service/a/b', service('a/b'), service('a/b'))).toEqual([]);
    const world = await open({
      clusters: {
        east: { objects: [service('a/b')] },
        west: {
          objects: [service('a/b', { type: 'NodePort' })],
          state: { phase: 'unreachable', reason: 'UNREACHABLE' },
        },
      },
    });
    const { data } = await world.ask(
      'admin',
      `{ meshItem(id: "///service/a/b") { differences { field } instances { stale } } meshItems(type: SERVICE) { incomplete { name } } }`,
    );
    expect(data.meshItem).toEqual({ differences: [], instances: [{ stale: false }, { stale: true }] });
    expect(data.meshItems.incomplete).toEqual([{ name: 'west' }]);
  });
});

it('an item of many objects is read in steps of at most 100 objects', () => {
  let read = 0;
  const reader = {
    // eslint-disable-next-line require-yield -- in steps, like the method that it stands for
    *matching(): Steps<readonly number[]> {
      return Array.from({ length: 1_000 }, (_, i) => i);
    },
    ...{ firstRecord: () => ({ labels: { app: 'web' } }), namespace: () => 'shop', text: () => '' },
    ...{
      cluster: () => 0,
      clusterName: () => 'east',
      stateOf: () => 'INDEXED',
      object: () => ({ kind: 'Deployment' }),
    },
    id: (row: number) => {
      read++;
      return `east/apps/Deployment/shop/w${row}`;
    },
  } as unknown as RowReader;
  const scope = { clusters: ['east'] };
  for (const work of [
    itemPage('APP', scope, { first: 1, after: undefined })(reader),
    itemsByKey([{ type: 'APP', namespace: 'shop', name: 'web' }], ['east'])(reader),
    instancesIn('APP', 'east', ['shop'])(reader),
  ]) {
    const steps: number[] = [];
    for (let isDone: boolean | undefined = false; !isDone; steps.push(read)) {
      read = 0;
      isDone = work.next().done;
    }
    expect(Math.max(...steps)).toBe(100);
  }
});

describe('clusters whose objects may be missing', () => {
  const COVERAGE = `{
    meshItems(type: SERVICE) { incomplete { name } unnamedIncomplete }
    meshValidations { incomplete { name } unnamedIncomplete }
    meshGraph(namespaces: ["shop"]) { incomplete { name } unnamedIncomplete }
  }`;
  const closed = { state: { authorization: 'mixed' } } as const;
  const leavingOut = (...left: string[]) => ({
    kinds: RESOURCES.map(({ group, kind }) => ({
      ...{ group, kind, state: 'watching' as const },
      reason: left.includes(kind) ? ('OVER_LIMIT' as const) : ('' as const),
    })),
  });

  it.each<[string, Record<string, MeshCluster>, string[], number]>([
    ['none, if everything is read', { east: {} }, [], 0],
    [
      'a cluster that does not answer',
      { east: { state: { phase: 'unreachable', reason: 'UNREACHABLE' } } },
      ['east'],
      0,
    ],
    [
      'a cluster of which only some namespaces are read',
      { east: { state: { reason: 'SOME_NAMESPACES' } } },
      ['east'],
      0,
    ],
    ['a cluster with a kind that is left out', { east: { state: leavingOut('DaemonSet') } }, ['east'], 0],
    ['no cluster with another kind that is left out', { east: { state: leavingOut('Pod') } }, [], 0],
    [
      'no cluster with a kind that is left out, and that the caller may not list',
      { east: { state: leavingOut('Gateway'), grants: grant('admin', allow('list', 'services')) } },
      [],
      0,
    ],
    [
      'a cluster with a kind that is not collected',
      {
        east: {
          state: {
            resources: RESOURCES.filter(({ kind }) => kind !== 'Gateway'),
            uncollected: RESOURCES.filter(({ kind }) => kind === 'Gateway'),
          },
        },
      },
      ['east'],
      0,
    ],
    ['the number of closed clusters', { east: {}, west: closed, north: closed }, [], 2],
    [
      'no cluster in which the caller has no rights',
      { east: {}, west: { grants: grant('tom', allow('list', '*')) } },
      [],
      0,
    ],
  ])('are %s', async (_, of, incomplete, unnamedIncomplete) => {
    const { data, errors } = await (await open({ clusters: of })).ask('admin', COVERAGE);
    expect(errors).toBeUndefined();
    const coverage = { incomplete: incomplete.map(name => ({ name })), unnamedIncomplete };
    expect(data).toEqual({ meshItems: coverage, meshValidations: coverage, meshGraph: coverage });
  });

  it('are clusters of the mesh', async () => {
    const world = await open({ clusters: { east: { labels: { mesh: 'a' } }, west: closed }, selector: 'mesh=a' });
    expect((await world.ask('admin', COVERAGE)).data.meshItems).toEqual({ incomplete: [], unnamedIncomplete: 0 });
  });
});

describe('health', () => {
  const HEALTH = `query ($id: ID!, $window: Duration! = "10m") {
    meshItem(id: $id) {
      health(window: $window)
      instances {
        cluster { name }
        health(window: $window) {
          status missing
          requests { direction protocol rate errorPercent status codes { code flags rate } }
          replicas { object { id } desired current available status }
        }
      }
    }
  }`;
  const traffic = [
    series('east/shop/web=web:v1', 'east/shop/reviews-v1=reviews:v1', { service: 'shop/reviews', rate: 9.5 }),
    series('east/shop/web=web:v1', 'east/shop/reviews-v1=reviews:v1', {
      service: 'shop/reviews',
      rate: 0.5,
      code: '503',
    }),
    series('west/secret/web', 'west/shop/reviews-v1=reviews:v1', { service: 'shop/reviews', rate: 3 }),
  ];
  const health = async (user: string, id: string, options: Partial<MeshOptions> = {}) => {
    const world = await open({ clusters, series: traffic, ...options });
    const { data, errors } = await world.ask(user, HEALTH, { id });
    expect(errors).toBeUndefined();
    return { ...data.meshItem, requested: world.requested };
  };

  it('is the worst of its instances, each by its own requests, whoever sends them', async () => {
    const { health: worst, instances, requested } = await health('admin', '///service/shop/reviews');
    expect(worst).toBe('DEGRADED');
    expect(instances).toEqual([
      {
        cluster: { name: 'east' },
        health: {
          ...{ status: 'DEGRADED', missing: null, replicas: [] },
          requests: [
            {
              ...{ direction: 'INBOUND', protocol: 'HTTP', rate: 10, errorPercent: 5, status: 'DEGRADED' },
              codes: [
                { code: '200', flags: '-', rate: 9.5 },
                { code: '503', flags: '-', rate: 0.5 },
              ],
            },
          ],
        },
      },
      { cluster: { name: 'west' }, health: expect.objectContaining({ status: 'HEALTHY', missing: null }) },
    ]);
    expect(requested).toHaveLength(1);
  });

  it('of a workload includes its replicas', async () => {
    const { instances } = await health('admin', '///workload/shop/cart');
    expect(instances[0].health).toEqual({
      ...{ status: 'HEALTHY', missing: null, requests: [] },
      replicas: ['Deployment', 'StatefulSet'].map(kind => ({
        ...{ object: { id: `east/apps/${kind}/shop/cart` }, desired: 1, current: 1, available: 1, status: 'HEALTHY' },
      })),
    });
  });

  it('of a Deployment, a StatefulSet and a DaemonSet counts the replicas that each has', async () => {
    const objects = [
      workload('a/d', {}, { replicas: 3, status: { replicas: 3, availableReplicas: 2, readyReplicas: 3 } }),
      workload(
        'a/s',
        {},
        { kind: 'StatefulSet', replicas: 3, status: { replicas: 3, availableReplicas: 3, readyReplicas: 1 } },
      ),
      sent(
        'DaemonSet',
        'a/n',
        { template: {} },
        { status: { desiredNumberScheduled: 4, currentNumberScheduled: 4, numberAvailable: 4 } },
      ),
      sent('DaemonSet', 'a/empty', { template: {} }),
      sent('Deployment', 'a/new', { template: {} }),
    ];
    const world = await open({ clusters: { east: { objects } } });
    const { data } = await world.ask(
      'admin',
      '{ meshItems(type: WORKLOAD) { nodes { name instances { health { replicas { desired current available status } } } } } }',
    );
    type Reported = {
      name: string;
      instances: { health: { replicas: { desired: number; current: number; available: number; status: string }[] } }[];
    };
    const lines = data.meshItems.nodes.map(({ name, instances: [first] }: Reported) => {
      const [{ desired, current, available, status }] = first!.health.replicas as [
        { desired: number; current: number; available: number; status: string },
      ];
      return `${name} ${desired} ${current} ${available} ${status}`;
    });
    expect(lines).toEqual([
      'd 3 3 2 DEGRADED',
      'empty 0 0 0 NOT_READY',
      'n 4 4 4 HEALTHY',
      'new 1 0 0 FAILURE',
      's 3 3 1 DEGRADED',
    ]);
  });

  it('has no requests where the caller may not list Services and Pods', async () => {
    const partial = {
      east: {
        ...clusters.east,
        grants: [
          ...grant('ann', allow('list', 'services'), 'shop'),
          ...grant('bob', allow('get', 'services', 'reviews'), 'shop'),
          ...ADMIN,
        ],
      },
    };
    for (const user of ['ann', 'bob']) {
      const {
        health: worst,
        instances,
        requested,
      } = await health(user, '///service/shop/reviews', { clusters: partial });
      expect(worst).toBe('NOT_AVAILABLE');
      expect(instances).toEqual([
        {
          cluster: { name: 'east' },
          health: { status: 'NOT_AVAILABLE', missing: 'FORBIDDEN', requests: [], replicas: [] },
        },
      ]);
      expect(requested).toEqual([]);
    }
  });

  it('says why requests are not known', async () => {
    expect(
      (await health('admin', '///service/shop/cart', { prometheus: undefined })).instances[0].health,
    ).toMatchObject({
      missing: 'NOT_CONFIGURED',
    });
    const world = await open({ clusters, series: traffic });
    world.answer = () => ({ cause: 'UNREACHABLE' });
    const { data } = await world.ask('admin', HEALTH, { id: '///workload/shop/reviews-v2' });
    expect(data.meshItem.instances[0].health).toMatchObject({
      missing: 'UNREACHABLE',
      status: 'HEALTHY',
      replicas: [{}],
    });
  });

  it('follows the annotation of the object', async () => {
    const rate = { 'health.kiali.io/rate': '503,0,1,http,inbound' };
    const annotated = {
      east: {
        objects: [service('shop/reviews', {}, rate), workload('shop/reviews-v1', REVIEWS, { annotations: rate })],
      },
    };
    for (const [id, status] of [
      ['///service/shop/reviews', 'FAILURE'],
      ['///workload/shop/reviews-v1', 'FAILURE'],
      ['///app/shop/reviews', 'DEGRADED'],
    ] as const)
      expect((await health('admin', id, { clusters: annotated })).health).toBe(status);
  });

  it('asks once for each namespace, and at most for 50', async () => {
    const objects = Array.from({ length: 60 }, (_, i) => service(`ns-${String(i).padStart(2, '0')}/a`));
    const world = await open({ clusters: { east: { objects }, west: { objects } } });
    const { data } = await world.ask(
      'admin',
      '{ meshItems(type: SERVICE, first: 60) { nodes { instances { health { missing } } } } }',
    );
    expect(world.requested).toHaveLength(50);
    const causes = data.meshItems.nodes.map(({ instances }: { instances: { health: { missing: string | null } }[] }) =>
      instances.map(it => it.health.missing),
    );
    expect(
      causes
        .slice(0, 50)
        .flat()
        .every((cause: unknown) => cause === null),
    ).toBe(true);
    expect(
      causes
        .slice(50)
        .flat()
        .every((cause: unknown) => cause === 'LIMITED'),
    ).toBe(true);
  });
});

describe('counts of health', () => {
  const COUNTS = `query ($of: [_Any!]!, $type: MeshItemType! = WORKLOAD) { _entities(representations: $of) {
    ... on Cluster { meshHealth(namespaces: ["shop", "pay", "none"], type: $type) { ...counts } }
    ... on Namespace { meshHealth(type: $type) { ...counts } }
  } }
  fragment counts on MeshHealthCounts { failure degraded notReady healthy notAvailable missing { namespace cause } }`;
  const cluster = (name: string) => ({ __typename: 'Cluster', name });
  const namespace = (id: string) => ({ __typename: 'Namespace', id });
  const none = { failure: 0, degraded: 0, notReady: 0, healthy: 0, notAvailable: 0, missing: [] };

  it('are of the instances of a cluster or namespace that the caller sees', async () => {
    const world = await open({ clusters });
    const of = [cluster('west'), namespace('west/shop'), namespace('east/shop')];
    expect(
      (await world.ask('admin', COUNTS, { of })).data._entities.map((it: { meshHealth: object }) => it.meshHealth),
    ).toEqual([
      { ...none, healthy: 2 },
      { ...none, healthy: 1 },
      { ...none, healthy: 3 },
    ]);
    expect((await world.ask('jane', COUNTS, { of })).data._entities).toEqual([
      null,
      null,
      { meshHealth: { ...none, healthy: 3 } },
    ]);
    expect(
      (await world.ask('admin', COUNTS, { of: [cluster('west')], type: 'SERVICE' })).data._entities[0].meshHealth,
    ).toEqual({
      ...none,
      notAvailable: 2,
    });
  });

  it('name the namespaces whose requests are not known', async () => {
    const rights = grant('ann', allow('list', 'services'), 'shop');
    const world = await open({ clusters: { ...clusters, west: { ...clusters.west, grants: [...ADMIN, ...rights] } } });
    const ask = async (user: string) =>
      (await world.ask(user, COUNTS, { of: [cluster('west')], type: 'SERVICE' })).data._entities[0].meshHealth;
    expect(await ask('ann')).toEqual({
      ...none,
      notAvailable: 1,
      missing: [{ namespace: 'shop', cause: 'FORBIDDEN' }],
    });
    world.answer = () => ({ cause: 'TIMEOUT' });
    expect((await ask('admin')).missing).toEqual(['pay', 'shop'].map(name => ({ namespace: name, cause: 'TIMEOUT' })));
  });

  it('are null outside the mesh', async () => {
    const world = await open({
      clusters: { east: { ...clusters.east, labels: { mesh: 'prod' } }, west: clusters.west },
      selector: 'mesh=prod',
    });
    const { data } = await world.ask('admin', COUNTS, { of: [cluster('west'), namespace('west/shop')] });
    expect(data._entities).toEqual([{ meshHealth: null }, { meshHealth: null }]);
    expect(
      (
        await world.ask(
          'admin',
          '{ meshItems(type: SERVICE) { nodes { id } } meshItem(id: "///service/pay/api") { id } }',
        )
      ).data,
    ).toEqual({
      meshItems: { nodes: [{ id: '///service/shop/cart' }, { id: '///service/shop/reviews' }] },
      meshItem: null,
    });
  });
});

describe('the address of traces', () => {
  it('is the template with the values of the instance', async () => {
    const world = await open({
      clusters,
      tracesUrl: 'https://traces.example/{cluster}/{type}?s={name}.{namespace}&app={app}',
    });
    const { data } = await world.ask(
      'admin',
      '{ a: meshItem(id: "///app/shop/reviews") { instances { tracesUrl } } s: meshItem(id: "///service/pay/api") { instances { tracesUrl } } }',
    );
    expect(data.a.instances[0].tracesUrl).toBe('https://traces.example/east/app?s=reviews.shop&app=reviews');
    expect(data.s.instances[0].tracesUrl).toBe('https://traces.example/west/service?s=api.pay&app=');
  });
});

describe('wrong arguments', () => {
  it.each([
    ['{ meshItems(type: SERVICE, first: 501) { totalCount } }', 'first'],
    ['{ meshItems(type: SERVICE, first: -1) { totalCount } }', 'first'],
    ['{ meshItems(type: SERVICE, after: "x") { totalCount } }', 'after'],
    ['{ meshItem(id: "east//Service/shop/reviews") { id } }', 'id'],
    ['{ meshItem(id: "///service/shop") { id } }', 'id'],
    ['{ meshItem(id: "///Service/shop/reviews") { id } }', 'id'],
    ['{ meshItem(id: "///service/shop/re%76iews") { id } }', 'id'],
    ['{ meshItem(id: "///service//reviews") { id } }', 'id'],
    ['{ meshItem(id: "///service/shop/reviews") { health(window: "90s") } }', 'window'],
    ['{ meshItem(id: "///service/shop/reviews") { health(window: "361m") } }', 'window'],
    ['{ meshItem(id: "///service/shop/reviews") { health(window: "0m") } }', 'window'],
    ['{ meshItem(id: "///service/shop/reviews") { health(at: "2999-01-01T00:00:00Z") } }', 'at'],
    ['{ meshItem(id: "///service/shop/reviews") { health(at: "yesterday") } }', 'at'],
    ['{ meshValidations(first: 501) { totalCount } }', 'first'],
    ['{ meshValidations(after: "W10") { totalCount } }', 'after'],
    [
      `{ meshValidations(filter: { clusters: [${Array(1_001).fill('"a"').join()}] }) { totalCount } }`,
      'filter.clusters',
    ],
  ])('%.80s names %s', async (query, argument) => {
    const { errors } = await (await open({ clusters })).ask('admin', query);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }]);
  });

  it('of a window are other spellings of whole minutes', async () => {
    const world = await open({ clusters });
    for (const window of ['600s', '10m', '1h', '6h', '60000ms'])
      expect(
        (await world.ask('admin', `{ meshItem(id: "///service/shop/reviews") { health(window: "${window}") } }`))
          .errors,
      ).toBeUndefined();
    expect(new Set(world.requested.map(({ query }) => /\[(\w+)\]/.exec(query)![1]))).toEqual(
      new Set(['10m', '60m', '360m', '1m']),
    );
  });
});
