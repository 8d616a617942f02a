import { afterEach, describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { openPrometheus } from '../../../cli/serve/open-prometheus.ts';
import { configSchema } from '../../../config/schema.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { fakePrometheus, says, vector } from '../../prometheus/prometheus-server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function open(servers: readonly object[], env: Record<string, string> = {}) {
  const metrics = new Registry();
  const opened = openPrometheus(configSchema.parse({ prometheus: servers }), { env, metrics, log: silentLogger });
  for (const server of opened.values()) closing.push(() => server.close());
  return { opened, metrics };
}

describe('the Prometheus servers of a configuration', () => {
  it('send headers of the environment, and count their queries by outcome', async () => {
    const fake = await fakePrometheus(says(vector()));
    closing.push(() => fake[Symbol.asyncDispose]());
    const { opened, metrics } = open(
      [{ name: 'p', url: fake.url, headers: [{ name: 'Authorization', env: 'AUTH' }] }],
      {
        AUTH: 'Bearer x\n',
      },
    );
    const asking = { caller: 'jane', signal: new AbortController().signal };
    await opened.get('p')!.query({ query: 'up', at: 1 }, asking);
    await opened.get('p')!.query({ query: 'up', at: 1 }, asking);
    fake.answer = says('no', 500);
    await opened.get('p')!.query({ query: 'up', at: 2 }, asking);
    expect(fake.requested[0]!.headers.authorization).toBe('Bearer x');
    expect(await metrics.getSingleMetricAsString('fleetgraph_prometheus_queries_total')).toContain(
      'fleetgraph_prometheus_queries_total{prometheus="p",outcome="ok"} 1\nfleetgraph_prometheus_queries_total{prometheus="p",outcome="refused"} 1',
    );
  });

  it.each<[string, object, string]>([
    [
      'a header without its variable',
      { headers: [{ name: 'A', env: 'NOT_THERE' }] },
      'prometheus: the header A of p names NOT_THERE',
    ],
    [
      'a header that would be two',
      { headers: [{ name: 'A', env: 'TWO' }] },
      'prometheus: what TWO holds cannot be the header A of p',
    ],
    [
      'a file that is not there',
      { caFile: '/nowhere/ca.pem' },
      'prometheus: p: caFile: /nowhere/ca.pem cannot be read (ENOENT)',
    ],
  ])('are refused with %s', (_, keys, words) => {
    expect(() => open([{ name: 'p', url: 'https://h', ...keys }], { TWO: 'secret\nB: c' })).toThrow(words);
    expect(() => open([{ name: 'p', url: 'https://h', ...keys }], { TWO: 'secret\nB: c' })).not.toThrow('secret');
  });
});
