import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answerCache, Prometheus } from '../../prometheus/prometheus.ts';
import { startSimulatedPrometheus, type SeriesSource, type SimulatedPrometheus } from '../../sim/prometheus.ts';
import { OperationTelemetry } from '../../subgraphs/mesh/telemetry.ts';

const labels = (more: Readonly<Record<string, string>>) => ({
  ...{ reporter: 'source', source_cluster: 'east', source_workload_namespace: 'shop', source_workload: 'web' },
  ...{ destination_service_namespace: 'pay', destination_service_name: 'api', response_code: '200', pod: 'web-1' },
  ...more,
});
const SERIES: SeriesSource = (metric, at) => {
  if (metric === 'istio_tcp_received_bytes_total') return [{ labels: labels({ app: 'ztunnel' }), rate: 5 }];
  if (metric !== 'istio_requests_total') return [];
  return [
    { labels: labels({}), rate: at / 1_000 },
    { labels: labels({ pod: 'web-2' }), rate: 1 },
    { labels: labels({ response_code: '503', mesh_id: 'other' }), rate: 7 },
    { labels: labels({ reporter: 'waypoint' }), rate: 9 },
  ];
};

let server: SimulatedPrometheus;
let prometheus: Prometheus;
beforeAll(async () => {
  server = await startSimulatedPrometheus(SERIES);
  prometheus = new Prometheus({ name: 'simulated', url: server.url, timeoutMs: 5_000 }, answerCache(1_000_000));
});
afterAll(async () => {
  await prometheus.close();
  await server.close();
});

const MESH = new Set(['east', 'west']);
const telemetry = (matchers: Readonly<Record<string, string>> = {}) =>
  new OperationTelemetry({
    ...{
      prometheus,
      clusters: MESH,
      clusterIds: {},
      matchers,
      caller: 'jane',
      signal: new AbortController().signal,
      deadline: performance.now() + 10_000,
    },
  });
const ask = (query: string, path = '/api/v1/query') =>
  fetch(server.url + path, { method: 'POST', body: new URLSearchParams({ query, time: '60' }) });

describe('the simulated Prometheus', () => {
  it('answers what the mesh asks: sums by the labels of the query, a series of several terms once', async () => {
    const answer = await telemetry().of('shop', MESH, { minutes: 10, at: 60_000 }, { tcp: true, times: true });
    if ('cause' in answer) throw new Error(answer.cause);
    const { pod: _pod, ...reported } = labels({});
    expect(answer.requests.map(series => [series.labels, series.value])).toEqual([
      [reported, 1.06],
      [{ ...reported, response_code: '503' }, 7],
    ]);
    expect(answer.tcp).toEqual([]);
    expect(answer.times).toEqual({ sums: [], counts: [] });
  });

  it('keeps to the matchers, and to the namespace', async () => {
    const of = async (namespace: string, matchers = {}) => {
      const answer = await telemetry(matchers).of(
        namespace,
        MESH,
        { minutes: 1, at: 60_000 },
        { tcp: false, times: false },
      );
      return 'cause' in answer ? answer.cause : answer.requests.map(({ value }) => value);
    };
    expect(await of('shop', { mesh_id: 'other' })).toEqual([7]);
    expect(await of('pay')).toEqual([1.06, 7]);
    expect(await of('other')).toEqual([]);
  });

  it.each(['up', 'sum by (a) (rate(up[5m])) or up', 'sum by (a) (rate(up{a="b}[5m]))', ''])(
    'refuses %j, and says what it reads',
    async query => {
      const answer = await ask(query);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        status: 'error',
        errorType: 'bad_data',
        error: expect.stringContaining('sum by'),
      });
    },
  );

  it('answers what usage asks: a sum of the largest, another only without it, at each step of a range', async () => {
    const usage = await startSimulatedPrometheus((metric, at) =>
      ['web-1', 'web-1', 'web-2'].map((pod, i) => ({
        labels: { cluster: 'east', pod, container: 'app', replica: String(i) },
        rate: metric === 'memory' ? i + 1 : at,
      })),
    );
    const of = async (query: string) => {
      const body = new URLSearchParams({ query, start: '60', end: '180', step: '60' });
      const answer = await fetch(`${usage.url}/api/v1/query_range`, { method: 'POST', body });
      return ((await answer.json()) as { data?: unknown }).data;
    };
    const sum = 'sum by () (max by (pod, container) (memory{cluster="east"}))';
    const values = (...all: string[]) => ({
      resultType: 'matrix',
      result: [{ metric: {}, values: all.map((value, i) => [60 + 60 * i, value]) }],
    });
    expect(await of(sum)).toEqual(values('5', '5', '5'));
    expect(await of(`sum by (id) (memory{id="/"}) or on () ${sum}`)).toEqual(values('5', '5', '5'));
    expect(await of(`sum by (pod) (rate(cpu{replica="2"}[300s])) or on () ${sum}`)).toEqual({
      resultType: 'matrix',
      result: [
        {
          metric: { pod: 'web-2' },
          values: [
            [60, '60'],
            [120, '120'],
            [180, '180'],
          ],
        },
      ],
    });
    await usage.close();
    expect((await ask(sum, '/api/v1/query_range')).status).toBe(400); // a range query without its times
  });

  it('knows no other path', async () => {
    expect((await ask('up', '/api/v1/labels')).status).toBe(404);
  });
});
