import { describe, expect, it } from '@jest/globals';
import { callsOf, type Call, type CallSeries } from '../../../subgraphs/mesh/calls.ts';
import { calls, run, series, times, type SeriesParts } from './fixtures.ts';

const [WEB, CART] = ['east/shop/web=web:v1', 'west/shop/cart=cart:v2'];
const SERVICE = { service: 'shop/cart' };

/** A call as one line: `source → destination via service: protocol code flags rate`. */
function reported({ source, destination, service, protocol, code, flags, rate }: Call): string {
  const end = ({ cluster, namespace, workload, app, version }: Call['source']) =>
    `${cluster}/${namespace}/${workload}${app === '' ? '' : `=${app}:${version}`}`;
  return `${end(source)} → ${end(destination)} via ${service.cluster}/${service.namespace}/${service.name}: ${protocol} ${code} ${flags} ${rate}`;
}

const one = (source: string, destination: string, parts: SeriesParts = {}) =>
  calls([series(source, destination, parts)]).map(reported);

describe('a series that several answers contain', () => {
  const requests = [series(WEB, 'east/pay/api', { service: 'pay/api' })];
  const counted = (...clusters: string[]) =>
    run(
      callsOf(
        [
          { namespace: 'shop', clusters: new Set(clusters), requests: [] },
          { namespace: 'pay', requests },
        ],
        { idle: false, clusterIds: {} },
      ),
    ).length;

  it('counts for the first place that it begins or ends in', () => {
    expect(counted('west', 'east')).toBe(0);
    expect(counted('west')).toBe(1);
  });
});

describe('a call from a series', () => {
  it.each<[string, string, string, SeriesParts, string | undefined]>([
    ['both ends known', WEB, CART, SERVICE, `${WEB} → ${CART} via west/shop/cart: HTTP 200 - 1`],
    [
      'labels that are unknown',
      'unknown/unknown/unknown=unknown:unknown',
      CART,
      SERVICE,
      `// → ${CART} via west/shop/cart: HTTP 200 - 1`,
    ],
    [
      'a source of which only the cluster is known',
      'east//',
      CART,
      SERVICE,
      `// → ${CART} via west/shop/cart: HTTP 200 - 1`,
    ],
    ['a source namespace without workload and app', 'east/shop/', CART, SERVICE, undefined],
    ['a source namespace without cluster', '/shop/web', CART, SERVICE, undefined],
    [
      'a source app without workload',
      'east/shop/=web:v1',
      CART,
      SERVICE,
      `east/shop/=web:v1 → ${CART} via west/shop/cart: HTTP 200 - 1`,
    ],
    ['an IPv4 address without a workload', WEB, '//', { service: '/10.1.2.3' }, undefined],
    ['an IPv6 address without a workload', WEB, '//', { service: 'shop/fd00::1' }, undefined],
    [
      'an address with a workload',
      WEB,
      CART,
      { service: '/10.1.2.3' },
      `${WEB} → ${CART} via //10.1.2.3: HTTP 200 - 1`,
    ],
    [
      'a destination cluster that is not known',
      WEB,
      '/shop/cart',
      SERVICE,
      `${WEB} → east/shop/cart via east/shop/cart: HTTP 200 - 1`,
    ],
    ['only the service known', WEB, 'unknown//', SERVICE, `${WEB} → // via east/shop/cart: HTTP 200 - 1`],
    [
      'a destination workload without namespace',
      WEB,
      'west//cart',
      SERVICE,
      `${WEB} → // via west/shop/cart: HTTP 200 - 1`,
    ],
    ['no cluster at all', '//', '/shop/cart', SERVICE, '// → // via /shop/cart: HTTP 200 - 1'],
    [
      'a host outside the mesh',
      WEB,
      'west//',
      { service: '/api.example.com' },
      `${WEB} → // via //api.example.com: HTTP 200 - 1`,
    ],
    ['a service namespace without a name', WEB, CART, { service: 'shop/' }, `${WEB} → ${CART} via //: HTTP 200 - 1`],
    ['a reporter of waypoints', WEB, CART, { ...SERVICE, reporter: 'waypoint' }, undefined],
    ['a rate below the least', WEB, CART, { ...SERVICE, rate: 0.00049 }, undefined],
    [
      'the least rate',
      WEB,
      CART,
      { ...SERVICE, rate: 0.0005 },
      `${WEB} → ${CART} via west/shop/cart: HTTP 200 - 0.0005`,
    ],
  ])('reads %s', (_, source, destination, parts, expected) => {
    expect(one(source, destination, parts)).toEqual(expected === undefined ? [] : [expected]);
  });

  it.each<[string, string, string, string | undefined, string]>([
    ['http', '200', '-', undefined, 'HTTP 200 -'],
    ['http', '503', 'UF,URX', undefined, 'HTTP 503 UF,URX'],
    ['http', '0', 'DC', undefined, 'HTTP - DC'],
    ['http', '', '', undefined, 'HTTP - -'],
    ['http', 'unknown', 'unknown', undefined, 'HTTP - -'],
    ['tcp', '200', '-', undefined, 'HTTP 200 -'],
    ['http2', '200', '-', '5', 'HTTP 200 -'],
    ['', '200', '-', undefined, 'HTTP 200 -'],
    ['grpc', '200', '-', '0', 'GRPC 0 -'],
    ['grpc', '200', '-', '14', 'GRPC 14 -'],
    ['grpc', '503', '-', undefined, 'GRPC 503 -'],
    ['grpc', '0', 'DC', '', 'GRPC - DC'],
    ['grpc', '', '-', undefined, 'GRPC - -'],
  ])('has protocol %j with code %j, flags %j and gRPC status %j as %s', (protocol, code, flags, status, expected) => {
    const labels = status === undefined ? {} : { grpc_response_status: status };
    expect(one(WEB, CART, { ...SERVICE, protocol, code, flags, labels })).toEqual([
      `${WEB} → ${CART} via west/shop/cart: ${expected} 1`,
    ]);
  });

  it('is TCP without a code if its series count bytes', () => {
    const [call] = calls([], { tcp: [series(WEB, CART, { ...SERVICE, code: '200', flags: 'UF' })] });
    expect(reported(call!)).toBe(`${WEB} → ${CART} via west/shop/cart: TCP - UF 1`);
  });

  it('has registered names of clusters', () => {
    const clusterIds = { east: 'cluster-1', west: 'cluster-2', unknown: 'never' };
    const found = calls([series(WEB, CART, SERVICE), series('unknown//', CART, SERVICE)], { clusterIds }).map(
      ({ source, destination }) => [source.cluster, destination.cluster],
    );
    expect(found).toEqual([
      ['cluster-1', 'cluster-2'],
      ['', 'cluster-2'],
    ]);
  });
});

describe('the two reporters of a call', () => {
  const by = (reporter: string, rate: number, more: SeriesParts = {}) =>
    series(WEB, CART, { ...SERVICE, reporter, rate, ...more });

  it('give the greater rate', () => {
    expect(calls([by('source', 5), by('destination', 3)]).map(({ rate }) => rate)).toEqual([5]);
    expect(calls([by('source', 2), by('destination', 3)]).map(({ rate }) => rate)).toEqual([3]);
  });

  it('give two calls if their codes differ', () => {
    const found = calls([by('source', 1, { code: '0', flags: 'DC' }), by('destination', 1)]);
    expect(found.map(({ code, flags }) => `${code} ${flags}`)).toEqual(['- DC', '200 -']);
  });

  it('give two calls if one does not know the workload', () => {
    expect(calls([series(WEB, 'west//', SERVICE), by('destination', 1)])).toHaveLength(2);
  });

  it('sum their series that differ in security alone, and mTLS is of the destination', () => {
    const [call, ...others] = calls([
      by('source', 4, { mtls: false }),
      by('destination', 3, { mtls: true }),
      by('destination', 1, { mtls: false }),
      by('destination', 1, { labels: { connection_security_policy: 'unknown' } }),
    ]);
    expect(others).toEqual([]);
    expect(call).toMatchObject({ rate: 5, reported: 5, mutual: 3 });
  });

  it('give idle calls if these are wanted', () => {
    expect(calls([by('source', 0)])).toEqual([]);
    expect(calls([by('source', 0)], { idle: true })).toMatchObject([{ rate: 0 }]);
  });
});

describe('calls of several namespaces', () => {
  const inside = series('east/shop/web', 'east/pay/api', { service: 'pay/api', rate: 2 });
  it('count once where two namespaces have the series', () => {
    const answers = ['shop', 'pay'].map(namespace => ({ namespace, requests: [inside] }));
    expect(run(callsOf(answers, { idle: false, clusterIds: {} }))).toMatchObject([{ rate: 2 }]);
  });

  it('count once where the service is of a third namespace', () => {
    const third = series('east/shop/web', 'east/pay/api', { service: 'front/api', rate: 2 });
    const answers = ['front', 'shop', 'pay'].map(namespace => ({ namespace, requests: [third] }));
    expect(run(callsOf(answers, { idle: false, clusterIds: {} }))).toMatchObject([{ rate: 2 }]);
  });
});

describe('response times', () => {
  const by = (reporter: string, rate: number) => series(WEB, CART, { ...SERVICE, reporter, rate });
  const measured = (sums: CallSeries[], counts: CallSeries[]) =>
    times(sums, counts).map(({ milliseconds, count }) => [milliseconds, count]);

  it('are those of the destination, if it counted any', () => {
    expect(measured([by('source', 90), by('destination', 40)], [by('source', 3), by('destination', 2)])).toEqual([
      [40, 2],
    ]);
  });

  it('are those of the source otherwise', () => {
    expect(measured([by('source', 90), by('destination', 0)], [by('source', 3), by('destination', 0)])).toEqual([
      [90, 3],
    ]);
  });
});
