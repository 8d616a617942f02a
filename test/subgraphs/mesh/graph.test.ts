import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { graphOf, type GraphType, type GraphView } from '../../../subgraphs/mesh/graph.ts';
import { calls, edgesOf, graph, idsOf, OPEN, run, series, times, viewOf, type SeriesParts } from './fixtures.ts';
import { REFERENCE_EDGES, REFERENCE_SERIES } from './reference-graph.ts';

const [WEB, CART, DB] = ['east/shop/web-v1=web:v1', 'west/shop/cart-v2=cart:v2', 'east/data/db=db:1'];
const CALL = series(WEB, CART, { service: 'shop/cart' });

describe('the reference graph over two clusters', () => {
  const found = calls(REFERENCE_SERIES, { idle: true });
  const made = graph(found, { type: 'VERSIONED_APP', serviceNodes: true, namespaces: new Set(['bookinfo']) });

  it('has its 15 nodes and 13 edges, each counted once', () => {
    expect(edgesOf(made)).toEqual(
      REFERENCE_EDGES.map(([source, target, rate]) => `${source} → ${target}: ${rate}`).sort(),
    );
    expect(made.nodes).toHaveLength(15);
  });

  it('is outside at the gateway alone', () => {
    expect(made.nodes.filter(({ outside }) => outside).map(({ name }) => name)).toEqual(['istio-ingressgateway']);
  });

  it('crosses clusters to the services of the other one', () => {
    const crossing = made.edges
      .filter(({ crossCluster }) => crossCluster)
      .map(({ source, target }) => `${source} ${target}`);
    expect(crossing).toEqual([
      'APP/kukulcan/bookinfo/productpage/v1 SERVICE/tzotz/bookinfo/reviews',
      'APP/kukulcan/bookinfo/reviews/v2 SERVICE/tzotz/bookinfo/ratings',
    ]);
  });

  it('has every workload instead of versions in a graph of workloads', () => {
    expect(idsOf(graph(found, { type: 'WORKLOAD' }))).toContain('WORKLOAD/tzotz/bookinfo/kiali%234488-dest-v1');
  });

  it('sums versions in a graph of apps', () => {
    const edges = edgesOf(graph(found, { type: 'APP' }));
    expect(edges).toContain('APP/kukulcan/bookinfo/productpage → APP/tzotz/bookinfo/reviews: 200');
    expect(edges).toHaveLength(6);
  });

  it('leads from service to service in a graph of services', () => {
    expect(edgesOf(graph(found, { type: 'SERVICE' }))).toEqual([
      'SERVICE/kukulcan/bookinfo/productpage → SERVICE/kukulcan/bookinfo/details: 100',
      'SERVICE/kukulcan/bookinfo/productpage → SERVICE/kukulcan/bookinfo/reviews: 200',
      'SERVICE/kukulcan/bookinfo/productpage → SERVICE/tzotz/bookinfo/reviews: 200',
      'SERVICE/kukulcan/bookinfo/reviews → SERVICE/tzotz/bookinfo/ratings: 100',
      'WORKLOAD/kukulcan/istio-system/istio-ingressgateway → SERVICE/kukulcan/bookinfo/productpage: 100',
      'WORKLOAD/tzotz/bookinfo/kiali%234488-source-v1 → WORKLOAD/tzotz/bookinfo/kiali%234488-dest-v1: 100',
    ]);
  });
});

describe('an edge', () => {
  const edges = (source: string, destination: string, parts: SeriesParts, view: Partial<GraphView>) =>
    edgesOf(graph(calls([series(source, destination, parts)]), view)).map(text => text.replace(/: 1$/, ''));

  it.each<[string, string, string, SeriesParts, Partial<GraphView>, string[]]>([
    [
      'of workloads',
      WEB,
      CART,
      { service: 'shop/cart' },
      {},
      ['WORKLOAD/east/shop/web-v1 → WORKLOAD/west/shop/cart-v2'],
    ],
    ['of apps', WEB, CART, {}, { type: 'APP' }, ['APP/east/shop/web → APP/west/shop/cart']],
    ['of versions', WEB, CART, {}, { type: 'VERSIONED_APP' }, ['APP/east/shop/web/v1 → APP/west/shop/cart/v2']],
    [
      'of an unknown version',
      'east/shop/web=web:',
      CART,
      {},
      { type: 'VERSIONED_APP' },
      ['APP/east/shop/web/ → APP/west/shop/cart/v2'],
    ],
    ['of an unknown app', 'east/shop/web', CART, {}, { type: 'APP' }, ['WORKLOAD/east/shop/web → APP/west/shop/cart']],
    ['of an unknown workload', 'east/shop/=web:v1', CART, {}, {}, ['APP/east/shop/web → WORKLOAD/west/shop/cart-v2']],
    ['from nobody', '//', CART, {}, {}, ['UNKNOWN → WORKLOAD/west/shop/cart-v2']],
    ['to nobody', WEB, '//', {}, {}, ['WORKLOAD/east/shop/web-v1 → UNKNOWN']],
    [
      'to a service alone',
      WEB,
      '//',
      { service: 'shop/cart' },
      {},
      ['WORKLOAD/east/shop/web-v1 → SERVICE/east/shop/cart'],
    ],
    [
      'to a host outside',
      WEB,
      '//',
      { service: '/a.example.com:443' },
      {},
      ['WORKLOAD/east/shop/web-v1 → SERVICE///a.example.com%3A443'],
    ],
    [
      'through a service',
      ...([WEB, CART, { service: 'shop/cart' }, { serviceNodes: true }] as const),
      ['SERVICE/west/shop/cart → WORKLOAD/west/shop/cart-v2', 'WORKLOAD/east/shop/web-v1 → SERVICE/west/shop/cart'],
    ],
    [
      'through PassthroughCluster',
      ...([WEB, CART, { service: '/PassthroughCluster' }, { serviceNodes: true }] as const),
      ['WORKLOAD/east/shop/web-v1 → WORKLOAD/west/shop/cart-v2'],
    ],
    [
      'to PassthroughCluster',
      WEB,
      '//',
      { service: '/PassthroughCluster' },
      { serviceNodes: true },
      ['WORKLOAD/east/shop/web-v1 → SERVICE///PassthroughCluster'],
    ],
    [
      'to BlackHoleCluster',
      WEB,
      '//',
      { service: '/BlackHoleCluster' },
      { serviceNodes: true },
      ['WORKLOAD/east/shop/web-v1 → SERVICE///BlackHoleCluster'],
    ],
    ['to itself', WEB, WEB, {}, {}, ['WORKLOAD/east/shop/web-v1 → WORKLOAD/east/shop/web-v1']],
    [
      'to itself through a service',
      ...([WEB, WEB, { service: 'shop/web' }, { serviceNodes: true }] as const),
      ['SERVICE/east/shop/web → WORKLOAD/east/shop/web-v1', 'WORKLOAD/east/shop/web-v1 → SERVICE/east/shop/web'],
    ],
  ])('%s', (_, source, destination, parts, view, expected) => {
    expect(edges(source, destination, parts, view)).toEqual(expected);
  });

  it('has its traffic by protocol, with codes by code and flags', () => {
    const by = (parts: SeriesParts) => series(WEB, CART, { reporter: 'destination', ...parts });
    const grpc = { protocol: 'grpc', labels: { grpc_response_status: '0' } };
    const requests = [
      by({ rate: 2, mtls: true }),
      by({ rate: 0.25, code: '503', flags: 'UF', mtls: false }),
      by({ rate: 0.25, code: '503', flags: '-', mtls: true }),
      by({ rate: 3, ...grpc, mtls: true }),
    ];
    const [edge] = graph(calls(requests, { tcp: [by({ rate: 1_000, mtls: false })] })).edges;
    const unknown = { responseTimeMs: undefined };
    expect(edge).toMatchObject({ crossCluster: true, health: 'FAILURE' });
    expect(edge!.traffic).toEqual([
      {
        ...{ protocol: 'HTTP', rate: 2.5, errorPercent: 20, mtlsPercent: 90, ...unknown },
        codes: [
          { code: '200', flags: '-', rate: 2 },
          { code: '503', flags: '-', rate: 0.25 },
          { code: '503', flags: 'UF', rate: 0.25 },
        ],
      },
      {
        protocol: 'GRPC',
        rate: 3,
        errorPercent: 0,
        mtlsPercent: 100,
        ...unknown,
        codes: [{ code: '0', flags: '-', rate: 3 }],
      },
      {
        protocol: 'TCP',
        rate: 1_000,
        errorPercent: undefined,
        mtlsPercent: 0,
        ...unknown,
        codes: [{ code: '-', flags: '-', rate: 1_000 }],
      },
    ]);
  });

  it('has no mTLS if only the source reports, and no health if it is idle', () => {
    const [edge] = graph(calls([series(WEB, CART, { rate: 0, mtls: true })], { idle: true })).edges;
    expect(edge).toMatchObject({ health: 'NOT_AVAILABLE' });
    expect(edge!.traffic).toEqual([
      {
        protocol: 'HTTP',
        rate: 0,
        errorPercent: undefined,
        codes: [{ code: '200', flags: '-', rate: 0 }],
        mtlsPercent: undefined,
        responseTimeMs: undefined,
      },
    ]);
  });

  it('has the response time of all its calls together', () => {
    const other = 'east/shop/web-v2=web:v2';
    const requests = [series(WEB, CART), series(other, CART)];
    const sums = [series(WEB, CART, { rate: 100 }), series(other, CART, { rate: 500 })];
    const counts = [series(WEB, CART, { rate: 10 }), series(other, CART, { rate: 5 })];
    const made = run(graphOf(calls(requests), times(sums, counts), { ...OPEN, type: 'APP' }));
    expect(made).toMatchObject({ edges: [{ traffic: [{ responseTimeMs: 40 }] }] });
  });
});

describe('a node', () => {
  it('has the names that it stands for', () => {
    const [service, app] = graph(calls([CALL]), {
      type: 'VERSIONED_APP',
      serviceNodes: true,
      namespaces: new Set(['other']),
    })
      .nodes.filter(({ cluster }) => cluster === 'west')
      .reverse();
    expect(service).toEqual({
      id: 'SERVICE/west/shop/cart',
      type: 'SERVICE',
      cluster: 'west',
      namespace: 'shop',
      name: 'cart',
      version: undefined,
      outside: true,
    });
    expect(app).toEqual({
      id: 'APP/west/shop/cart/v2',
      type: 'APP',
      cluster: 'west',
      namespace: 'shop',
      name: 'cart',
      version: 'v2',
      outside: true,
    });
  });

  it('is not outside without a namespace', () => {
    const made = graph(calls([series('//', WEB), series(WEB, '//', { service: '/a.example' })]));
    expect(made.nodes.filter(({ outside }) => outside)).toEqual([]);
  });
});

describe('a graph of services', () => {
  const services = (...requests: ReturnType<typeof series>[]) => edgesOf(graph(calls(requests), { type: 'SERVICE' }));

  it('keeps a workload that is also called without a service', () => {
    const direct = series(DB, CART);
    expect(services(CALL, direct)).toContain('SERVICE/west/shop/cart → WORKLOAD/west/shop/cart-v2: 1');
  });

  it('counts the calls of a workload behind two services for both', () => {
    const second = series(WEB, CART, { service: 'shop/basket' });
    const onward = series(CART, DB, { service: 'data/db', rate: 3 });
    expect(services(CALL, second, onward)).toEqual([
      'SERVICE/west/shop/basket → SERVICE/east/data/db: 3',
      'SERVICE/west/shop/cart → SERVICE/east/data/db: 3',
      'WORKLOAD/east/shop/web-v1 → SERVICE/west/shop/basket: 1',
      'WORKLOAD/east/shop/web-v1 → SERVICE/west/shop/cart: 1',
    ]);
  });

  it('calls itself where a workload calls itself through its service', () => {
    const self = series(CART, CART, { service: 'shop/cart', rate: 2 });
    expect(services(CALL, self)).toEqual([
      'SERVICE/west/shop/cart → SERVICE/west/shop/cart: 2',
      'WORKLOAD/east/shop/web-v1 → SERVICE/west/shop/cart: 1',
    ]);
  });
});

describe('what a caller may not list', () => {
  const shop = viewOf(['east/shop', 'west/shop'], ['shop'], { serviceNodes: true });
  const see = (view: GraphView, ...requests: ReturnType<typeof series>[]) => edgesOf(graph(calls(requests), view));

  it('is one node for each cluster', () => {
    const hidden = ['east/pay/api', 'east/pay/db', 'east/stock/api'].map(from =>
      series(from, WEB, { service: 'shop/web' }),
    );
    expect(see(shop, ...hidden)).toEqual([
      'HIDDEN/east → SERVICE/east/shop/web: 3',
      'SERVICE/east/shop/web → WORKLOAD/east/shop/web-v1: 3',
    ]);
  });

  it('is one node without a cluster for clusters that the caller may not name', () => {
    const mayName = (cluster: string) => cluster === 'east';
    const requests = ['nobody/pay/api', 'north/pay/api', 'east/pay/api'].map(from => series(from, WEB));
    const made = graph(calls(requests), { ...shop, mayName });
    expect(edgesOf(made)).toEqual([
      'HIDDEN → WORKLOAD/east/shop/web-v1: 2',
      'HIDDEN/east → WORKLOAD/east/shop/web-v1: 1',
    ]);
    expect(made.edges.map(({ crossCluster }) => crossCluster)).toEqual([undefined, false]);
    expect(made.nodes[0]).toEqual({
      id: 'HIDDEN',
      type: 'HIDDEN',
      cluster: undefined,
      namespace: undefined,
      name: undefined,
      version: undefined,
      outside: false,
    });
  });

  it('is one edge if both the service and the workload are hidden', () => {
    expect(see(shop, series(WEB, 'east/pay/api', { service: 'pay/api' }))).toEqual([
      'WORKLOAD/east/shop/web-v1 → HIDDEN/east: 1',
    ]);
  });

  it('stands between two open workloads if only the service is hidden', () => {
    expect(see(shop, series(WEB, CART, { service: 'pay/api' }))).toEqual([
      'HIDDEN/west → WORKLOAD/west/shop/cart-v2: 1',
      'WORKLOAD/east/shop/web-v1 → HIDDEN/west: 1',
    ]);
  });

  it('stands at both ends of an open service', () => {
    expect(see(shop, series('east/pay/api', 'west/stock/db', { service: 'shop/cart' }))).toEqual([
      'HIDDEN/east → SERVICE/west/shop/cart: 1',
      'SERVICE/west/shop/cart → HIDDEN/west: 1',
    ]);
  });

  it('is left out with all that two hidden ends tell each other', () => {
    const hidden = [
      series('east/pay/api', 'west/pay/db', { service: 'pay/db' }),
      series('//', 'west/pay/db', { service: 'pay/db' }),
      series('east/pay/api', '//', { service: '/a.example' }),
    ];
    expect(see(shop, ...hidden)).toEqual([]);
    expect(idsOf(graph(calls(hidden), shop))).toEqual([]);
  });

  it('does not count because an open end is in a namespace that was not asked for', () => {
    const view = viewOf(['east/shop', 'east/front'], ['shop', 'pay']);
    expect(see(view, series('east/front/web', 'east/pay/api'))).toEqual([]);
    expect(see(view, series('east/front/web', 'east/shop/cart'))).toEqual([
      'WORKLOAD/east/front/web → WORKLOAD/east/shop/cart: 1',
    ]);
  });

  it('has no name in any type of graph', () => {
    const requests = [
      series(WEB, 'east/secret/secret-w=secret-a:secret-v', { service: 'secret/secret-s' }),
      series('secret-c/secret/x', WEB),
    ];
    for (const type of ['APP', 'VERSIONED_APP', 'WORKLOAD', 'SERVICE'] satisfies GraphType[]) {
      const view = { ...shop, type, mayName: (cluster: string) => cluster !== 'secret-c' };
      expect(JSON.stringify(graph(calls(requests), view))).not.toContain('secret');
    }
  });

  const place = fc.constantFrom('east/shop', 'west/shop', 'east/pay', 'west/pay', 'north/pay');
  const workload = fc
    .tuple(place, fc.constantFrom('a=a:v1', 'b=b:v1', 'b=b:v2'))
    .map(([where, name]) => `${where}/${name}`);
  const someCall = fc
    .record({
      from: workload,
      to: workload,
      service: fc.constantFrom('shop/s', 'pay/s', '/host.example', '/'),
      rate: fc.integer({ min: 1, max: 9 }),
    })
    .map(({ from, to, service, rate }) => ({ from, to, service, series: series(from, to, { service, rate }) }));
  const someView = fc.record({
    type: fc.constantFrom<GraphType>('APP', 'VERSIONED_APP', 'WORKLOAD', 'SERVICE'),
    serviceNodes: fc.boolean(),
  });

  it('changes no answer: calls between hidden ends can come and go', () => {
    fc.assert(
      fc.property(fc.array(someCall, { maxLength: 12 }), someView, (found, options) => {
        const view = viewOf(['east/shop', 'west/shop'], ['shop', 'pay'], {
          ...options,
          mayName: cluster => cluster !== 'north',
        });
        const isHidden = (namespace: string) => namespace !== 'shop';
        const reported = found.filter(
          ({ from, to, service }) =>
            !isHidden(from.split('/')[1]!) || !isHidden(to.split('/')[1]!) || !isHidden(service.split('/')[0]!),
        );
        const seen = graph(calls(found.map(it => it.series)), view);
        expect(seen).toEqual(graph(calls(reported.map(it => it.series)), view));
        const open = new Set(seen.nodes.filter(({ namespace }) => namespace === 'shop').map(({ id }) => id));
        for (const { source, target } of seen.edges) expect(open.has(source) || open.has(target)).toBe(true);
        for (const { namespace } of seen.nodes) expect(namespace ?? 'shop').toBe('shop');
      }),
    );
  });

  it('shows the same whatever hidden ends are called', () => {
    fc.assert(
      fc.property(fc.array(someCall, { maxLength: 12 }), someView, (found, options) => {
        const view = viewOf(['east/shop', 'west/shop'], ['shop'], options);
        const renamed = (text: string) => text.replace(/\/pay\/.*/, '/stock/other=app:x');
        const others = found.map(({ from, to, service, series: { value } }) =>
          series(renamed(from), renamed(to), { service: service.replace('pay/s', 'stock/t'), rate: value }),
        );
        expect(graph(calls(others), view)).toEqual(graph(calls(found.map(it => it.series)), view));
      }),
    );
  });
});

describe('a graph that is too large', () => {
  const many = (count: number, to: (i: number) => string) =>
    calls(Array.from({ length: count }, (_, i) => series(`east/shop/w${i % 150}`, to(i))));

  it('is none: more than 2 000 nodes', () => {
    expect(
      run(
        graphOf(
          many(1_999, i => `east/shop/x${i}`),
          [],
          OPEN,
        ),
      ),
    ).toBe('TOO_LARGE');
    expect(
      run(
        graphOf(
          many(1_850, i => `east/shop/x${i}`),
          [],
          OPEN,
        ),
      ),
    ).toMatchObject({ nodes: { length: 2_000 } });
  });

  it('is none: more than 10 000 edges', () => {
    const edges = (count: number) => many(count, i => `east/shop/x${Math.floor(i / 150)}`);
    expect(run(graphOf(edges(10_001), [], OPEN))).toBe('TOO_LARGE');
    expect(run(graphOf(edges(10_000), [], OPEN))).toMatchObject({ edges: { length: 10_000 } });
  });
});
