import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  CodeRates,
  DEFAULT_TOLERANCES,
  HEALTH_STATUSES,
  RatesOfInstances,
  replicaStatus,
  requestStatus,
  tolerancesOf,
  worstOf,
  type Direction,
  type HealthStatus,
} from '../../../subgraphs/mesh/health.ts';
import { rounded } from '../../../subgraphs/mesh/numbers.ts';
import { calls, run, series } from './fixtures.ts';

type Requests = Readonly<Record<string, number>>;

function ratesOf(requests: Requests): CodeRates {
  const rates = new CodeRates();
  for (const [code, rate] of Object.entries(requests)) rates.add(code, '-', rate);
  return rates;
}

describe('requests', () => {
  it.each<[string, 'HTTP' | 'GRPC' | 'TCP', Requests, HealthStatus]>([
    ['none', 'HTTP', {}, 'NOT_AVAILABLE'],
    ['idle', 'HTTP', { 200: 0 }, 'NOT_AVAILABLE'],
    ['bytes', 'TCP', { '-': 100 }, 'NOT_AVAILABLE'],
    ['without errors', 'HTTP', { 200: 1, 302: 1 }, 'HEALTHY'],
    ['with a single 5xx', 'HTTP', { 200: 9_999, 500: 1 }, 'DEGRADED'],
    ['with just below 10 % of 5xx', 'HTTP', { 200: 90.1, 503: 9.9 }, 'DEGRADED'],
    ['with 10 % of 5xx', 'HTTP', { 200: 90, 500: 5, 503: 5 }, 'FAILURE'],
    ['with just below 10 % of 4xx', 'HTTP', { 200: 90.1, 404: 9.9 }, 'HEALTHY'],
    ['with 10 % of 4xx', 'HTTP', { 200: 90, 404: 10 }, 'DEGRADED'],
    ['with 20 % of 4xx', 'HTTP', { 200: 80, 404: 20 }, 'FAILURE'],
    ['with 4xx and 5xx, each judged alone', 'HTTP', { 200: 82, 404: 9, 503: 9 }, 'DEGRADED'],
    ['without any answer', 'HTTP', { '-': 1 }, 'FAILURE'],
    ['with some that have no answer', 'HTTP', { 200: 99, '-': 1 }, 'DEGRADED'],
    ['of gRPC without errors', 'GRPC', { 0: 1 }, 'HEALTHY'],
    ['of gRPC with a status', 'GRPC', { 0: 99, 14: 1 }, 'DEGRADED'],
    ['of gRPC with 10 % of a status', 'GRPC', { 0: 90, 16: 10 }, 'FAILURE'],
    ['of gRPC with an unknown status', 'GRPC', { 0: 1, 17: 1 }, 'HEALTHY'],
    ['of gRPC with HTTP codes', 'GRPC', { 503: 1 }, 'HEALTHY'],
    ['of gRPC without an answer', 'GRPC', { '-': 1 }, 'FAILURE'],
    ['of HTTP with a code of gRPC', 'HTTP', { 14: 1 }, 'HEALTHY'],
  ])('%s', (_, protocol, requests, expected) => {
    for (const direction of ['INBOUND', 'OUTBOUND'] as const)
      expect(requestStatus(protocol, direction, ratesOf(requests), DEFAULT_TOLERANCES)).toBe(expected);
  });
});

describe('the annotation', () => {
  const judged = (annotation: string, protocol: 'HTTP' | 'GRPC', direction: Direction, requests: Requests) =>
    requestStatus(protocol, direction, ratesOf(requests), tolerancesOf(annotation) ?? DEFAULT_TOLERANCES);

  it.each<[string, 'HTTP' | 'GRPC', Direction, Requests, HealthStatus]>([
    ['5XX,10,20,http,inbound', 'HTTP', 'INBOUND', { 200: 100, 500: 2 }, 'HEALTHY'],
    ['5XX,10,20,http,inbound', 'HTTP', 'INBOUND', { 200: 100, 500: 15 }, 'DEGRADED'],
    ['5XX,10,20,http,inbound', 'HTTP', 'INBOUND', { 200: 100, 500: 30 }, 'FAILURE'],
    ['5XX,10,20,http,inbound', 'HTTP', 'OUTBOUND', { 500: 1 }, 'HEALTHY'],
    ['5XX,10,20,http,inbound', 'GRPC', 'INBOUND', { 14: 1 }, 'HEALTHY'],
    ['5xx,2,5,http,inbound', 'HTTP', 'INBOUND', { 200: 100, 503: 3 }, 'DEGRADED'],
    ['404,0,1,,', 'HTTP', 'OUTBOUND', { 404: 1 }, 'FAILURE'],
    ['404,0,1,.*,.*', 'GRPC', 'INBOUND', { 404: 1 }, 'FAILURE'],
    ['14,0,1,grpc|http,inbound|outbound', 'GRPC', 'OUTBOUND', { 14: 1 }, 'FAILURE'],
    ['4XX|5XX,0,100,http,inbound', 'HTTP', 'INBOUND', { 404: 1 }, 'FAILURE'],
    ['^[45]0[0-9]$,10,90,http,inbound', 'HTTP', 'INBOUND', { 200: 1, 404: 1 }, 'DEGRADED'],
    ['(40|50)4,10,90,http,inbound', 'HTTP', 'INBOUND', { 404: 1 }, 'FAILURE'],
    ['4|5,0,1,http,inbound', 'HTTP', 'INBOUND', { 404: 1 }, 'HEALTHY'], // the pattern must match the whole code
    ['-,0,1,http,inbound', 'HTTP', 'INBOUND', { '-': 1 }, 'FAILURE'],
    [' 404 , 0 , 0.5 , http , inbound ; 503,1,2,http,inbound ; ', 'HTTP', 'INBOUND', { 200: 199, 404: 1 }, 'FAILURE'],
    ['503,10,100,http,inbound;404,0,100,http,inbound', 'HTTP', 'INBOUND', { 200: 1, 503: 1, 404: 1 }, 'DEGRADED'],
  ])('%s judges %s %s %j as %s', (annotation, protocol, direction, requests, expected) => {
    expect(tolerancesOf(annotation)).toBeDefined();
    expect(judged(annotation, protocol, direction, requests)).toBe(expected);
  });

  it.each([
    '',
    ';',
    '5XX',
    '5XX,10,20,http',
    '5XX,10,20,http,inbound,x',
    '5XX,20,10,http,inbound',
    '5XX,-1,10,http,inbound',
    '5XX,10,101,http,inbound',
    '5XX,1e1,20,http,inbound',
    '5XX,a,20,http,inbound',
    '5XX,,20,http,inbound',
    ',10,20,http,inbound',
    '5X+,10,20,http,inbound',
    '5..,10,20,http,inbound',
    '(5XX,10,20,http,inbound',
    `${'5|'.repeat(33)}5,10,20,http,inbound`,
    '5XX,10,20,tcp,inbound',
    '5XX,10,20,http|,inbound',
    '5XX,10,20,HTTP,inbound',
    '5XX,10,20,http,sideways',
    '5XX,10,20,http,inbound;;404,0,1,http,inbound',
    '404,0,1,http,inbound;5XX,20,10,http,inbound',
    Array(17).fill('404,0,1,http,inbound').join(';'),
    `404,0,1,http,inbound;${' '.repeat(500)}`,
  ])('does not count if it is %j', annotation => {
    expect(tolerancesOf(annotation)).toBeUndefined();
  });

  it('is read in no time, whatever it says', () => {
    const piece = fc.constantFrom(
      ...'0123456789Xx-|^$()[],;. *+'.split(''),
      'http',
      'grpc',
      'inbound',
      ',0,10,http,inbound',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
        for (const { code } of tolerancesOf(pieces.join('')) ?? []) code.test('5'.repeat(100));
      }),
    );
  });
});

describe('replicas', () => {
  it.each<[number, number, number, HealthStatus]>([
    [0, 0, 0, 'NOT_READY'],
    [0, 3, 3, 'NOT_READY'],
    [3, 3, 3, 'HEALTHY'],
    [3, 3, 1, 'DEGRADED'],
    [3, 2, 2, 'DEGRADED'],
    [3, 2, 3, 'DEGRADED'],
    [3, 3, 0, 'FAILURE'],
    [3, 0, 0, 'FAILURE'],
    [3, 5, 3, 'FAILURE'],
    [3, 0, 3, 'FAILURE'],
    [3, 5, 2, 'DEGRADED'],
    [3, 5, 4, 'DEGRADED'],
    [3, 0, 2, 'DEGRADED'],
    [1, 0, 0, 'FAILURE'],
  ])('%i desired, %i current, %i available: %s', (desired, current, available, expected) => {
    expect(replicaStatus({ desired, current, available })).toBe(expected);
  });
});

describe('the worst health', () => {
  it('follows the order of the enum, and nothing is NOT_AVAILABLE', () => {
    expect(worstOf([])).toBe('NOT_AVAILABLE');
    for (const [i, status] of HEALTH_STATUSES.entries()) expect(worstOf(HEALTH_STATUSES.slice(i))).toBe(status);
  });
});

describe('requests of instances', () => {
  const web = 'east/shop/web-v1=web:v1';
  const cart = 'west/shop/cart-v2=cart:v2';
  const rates = new RatesOfInstances();
  run(
    rates.count(
      calls(
        [
          series(web, cart, { service: 'shop/cart', rate: 9 }),
          series(web, cart, { service: 'shop/cart', rate: 1, code: '503', flags: 'UF' }),
          series(web, 'unknown//', { service: 'shop/cart', rate: 2, code: '503' }),
          series(web, web, { service: 'shop/web', rate: 1, protocol: 'grpc', labels: { grpc_response_status: '0' } }),
        ],
        { tcp: [series(web, cart, { service: 'shop/cart', rate: 500 })] },
      ),
    ),
  );
  const health = (type: 'SERVICE' | 'WORKLOAD' | 'APP', cluster: string, name: string) =>
    rates
      .of(type, cluster, 'shop', name)
      .health(DEFAULT_TOLERANCES)
      .map(
        ({ direction, protocol, rate, errorPercent, status }) =>
          `${direction} ${protocol} ${rate} ${errorPercent} % ${status}`,
      );

  it('of a service are those to it in its cluster, failed ones without a workload in that of the caller', () => {
    expect(health('SERVICE', 'west', 'cart')).toEqual(['INBOUND HTTP 10 10 % FAILURE']);
    expect(health('SERVICE', 'east', 'cart')).toEqual(['INBOUND HTTP 2 100 % FAILURE']);
  });

  it('of a workload are those to it and from it', () => {
    expect(health('WORKLOAD', 'west', 'cart-v2')).toEqual(['INBOUND HTTP 10 10 % FAILURE']);
    expect(health('WORKLOAD', 'east', 'web-v1')).toEqual([
      'INBOUND GRPC 1 0 % HEALTHY',
      'OUTBOUND HTTP 12 25 % FAILURE',
      'OUTBOUND GRPC 1 0 % HEALTHY',
    ]);
  });

  it('of an app are those of its label', () => {
    expect(health('APP', 'west', 'cart')).toEqual(['INBOUND HTTP 10 10 % FAILURE']);
    expect(health('APP', 'west', 'cart-v2')).toEqual([]);
  });

  it('are told by code, then flags', () => {
    const [inbound] = rates.of('SERVICE', 'west', 'shop', 'cart').health(DEFAULT_TOLERANCES);
    expect(inbound!.codes).toEqual([
      { code: '200', flags: '-', rate: 9 },
      { code: '503', flags: 'UF', rate: 1 },
    ]);
  });
});

describe('numbers', () => {
  it.each([
    [1.0005, 3, 1.001],
    [1.0004, 3, 1],
    [0.0005, 3, 0.001],
    [2.675, 2, 2.68],
    [33.25, 1, 33.3],
    [100 / 3, 1, 33.3],
    [1e-9, 3, 0],
    [0, 3, 0],
    [1e21, 3, 1e21],
    [123_456_789.1235, 3, 123_456_789.124],
  ])('%d is rounded half up to %i decimals: %d', (value, decimals, expected) => {
    expect(rounded(value, decimals)).toBe(expected);
  });
});
