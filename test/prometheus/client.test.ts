import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { PrometheusClient, type InstantQuery, type PrometheusOptions } from '../../prometheus/client.ts';
import type { Logger } from '../../telemetry/log.ts';
import { fakePrometheus, says, vector } from './prometheus-server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function started(answer?: Parameters<typeof fakePrometheus>[0]) {
  const fake = await fakePrometheus(answer);
  closing.push(() => fake[Symbol.asyncDispose]());
  return fake;
}

function clientOf(url: string, options: Partial<PrometheusOptions> = {}) {
  const client = new PrometheusClient({ name: 'default', url, timeoutMs: 2_000, ...options });
  closing.push(() => client.close());
  return client;
}

const UP: InstantQuery = { query: 'up', at: 1_700_000_000 };
const ONE = vector([{ job: 'a' }, 1]);

describe('a query to Prometheus', () => {
  it('is a POST with its time and timeout, below the path of the URL', async () => {
    const fake = await started(says(ONE));
    const client = clientOf(`${fake.url}/prom/`, { headers: [{ name: 'Authorization', value: 'Bearer x' }] });
    expect(await client.ask(UP)).toEqual({ series: [{ labels: { job: 'a' }, value: 1 }], bytes: ONE.length });
    expect(fake.requested).toMatchObject([
      {
        method: 'POST',
        path: '/prom/api/v1/query',
        query: 'up',
        time: '1700000000',
        timeout: '2000ms',
        headers: { authorization: 'Bearer x' },
      },
    ]);
  });

  it('of a range is a POST with its times, and its answer has no more points than it asked for', async () => {
    const matrix = (...values: [number, string][]) =>
      JSON.stringify({ status: 'success', data: { resultType: 'matrix', result: [{ metric: {}, values }] } });
    const fake = await started(says(matrix([60, '1'], [120, '2'])));
    const client = clientOf(`${fake.url}/prom`);
    const query: InstantQuery = { query: 'up', at: 120, range: { from: 60, step: 60 } };
    expect(await client.ask(query)).toMatchObject({ series: [{ value: 2, points: [{ at: 60 }, { at: 120 }] }] });
    expect(fake.requested[0]).toMatchObject({ path: '/prom/api/v1/query_range', query: 'up', time: '' });
    expect(Object.fromEntries(fake.requested[0]!.form)).toMatchObject({ start: '60', end: '120', step: '60' });
    fake.answer = says(matrix([60, '1'], [90, '1'], [120, '2']));
    expect(await client.ask(query)).toEqual({ cause: 'INVALID' });
  });

  it('reads a header from its file for each query', async () => {
    const fake = await started(says(ONE));
    const file = join(tmpdir(), `fleetgraph-token-${process.pid}`);
    const client = clientOf(fake.url, { headers: [{ name: 'Authorization', file }] });
    for (const token of ['first', 'second']) {
      writeFileSync(file, `Bearer ${token}\n`);
      await client.ask(UP);
    }
    expect(fake.requested.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second']);
  });

  it('reads a compressed answer', async () => {
    const fake = await started(says(gzipSync(ONE), 200, { 'content-encoding': 'gzip' }));
    expect(await clientOf(fake.url).ask(UP)).toMatchObject({ series: [{ value: 1 }] });
  });

  const error = (errorType: string) => JSON.stringify({ status: 'error', errorType, error: 'secret text' });
  it.each<[string, string, Parameters<typeof fakePrometheus>[0]]>([
    ['a query that took too long there', 'TIMEOUT', says(error('timeout'), 503)],
    ['another 503', 'REFUSED', says(error('unavailable'), 503)],
    ['a 503 of a proxy', 'REFUSED', says('<html>', 503)],
    ['a query over its limits', 'TOO_LARGE', says(error('execution'), 422)],
    ['a bad query', 'REFUSED', says(error('bad_data'), 400)],
    ['wrong credentials', 'REFUSED', says('no', 401)],
    ['a redirect', 'REFUSED', says('', 302, { location: '/elsewhere' })],
    ['a status without a body', 'REFUSED', says('', 204)],
    ['a long error', 'REFUSED', says('x'.repeat(1_000_000), 500)],
    ['a failure with status 200', 'INVALID', says(error('bad_data'))],
    ['a page', 'INVALID', says('<html>')],
    ['a gzip that is none', 'INVALID', says('x', 200, { 'content-encoding': 'gzip' })],
    [
      'an answer that ends early',
      'INVALID',
      (_, response) => response.write(ONE.slice(0, 20), () => response.destroy()),
    ],
    ['too many bytes', 'TOO_LARGE', says(vector([{ job: 'a'.repeat(5_000) }, 1]))],
    [
      'too many bytes once they are unpacked',
      'TOO_LARGE',
      says(gzipSync(' '.repeat(5_000)), 200, { 'content-encoding': 'gzip' }),
    ],
    ['too many series', 'TOO_LARGE', says(vector([{ a: '1' }, 1], [{ a: '2' }, 1], [{ a: '3' }, 1]))],
    ['a connection that is closed without an answer', 'UNREACHABLE', (_, response) => response.destroy()],
    ['nothing in time', 'TIMEOUT', () => undefined],
    ['the beginning of an answer in time', 'TIMEOUT', (_, response) => response.write(ONE.slice(0, 20))],
  ])('calls %s %s', async (_, cause, answer) => {
    const fake = await started(answer);
    const client = clientOf(fake.url, { timeoutMs: 300, maxBytes: 2_000, maxSeries: 2 });
    expect(await client.ask(UP)).toEqual({ cause });
    expect(fake.requested.every(({ path }) => path === '/api/v1/query')).toBe(true);
  });

  it('calls no connection, no name and no TLS UNREACHABLE', async () => {
    const fake = await started();
    await fake[Symbol.asyncDispose]();
    expect(await clientOf(fake.url).ask(UP)).toEqual({ cause: 'UNREACHABLE' });
    expect(await clientOf('http://nowhere.invalid').ask(UP)).toEqual({ cause: 'UNREACHABLE' });
    const plain = await started();
    expect(await clientOf(plain.url.replace('http', 'https')).ask(UP)).toEqual({ cause: 'UNREACHABLE' });
  });

  it('calls a server of another protocol INVALID', async () => {
    const server = createServer(socket => socket.once('data', () => socket.write('220 smtp\r\n')));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    const { port } = server.address() as { port: number };
    expect(await clientOf(`http://127.0.0.1:${port}`).ask(UP)).toEqual({ cause: 'INVALID' });
  });

  it('has limits of its own where it needs others', async () => {
    const fake = await started(says(vector([{ a: '1' }, 1], [{ a: '2' }, 1], [{ a: '3' }, 1])));
    const client = clientOf(fake.url, { maxSeries: 2 });
    expect(await client.ask({ ...UP, maxSeries: 3 })).toMatchObject({ series: [{}, {}, {}] });
  });

  it('logs what Prometheus says, once for each cause', async () => {
    const fake = await started(says(error('bad_data'), 400));
    const lines: unknown[] = [];
    const log = { warn: (line: unknown) => lines.push(line) } as unknown as Logger;
    const client = clientOf(fake.url, { log });
    await client.ask(UP);
    await client.ask(UP);
    expect(lines).toEqual([{ prometheus: 'default', cause: 'REFUSED', text: 'HTTP 400 secret text' }]);
  });
});
