/** Spans as a receiver gets them, and receivers that refuse spans or hang. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { openTraces } from '../../cli/serve/open-traces.ts';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { openOtlpTraces, type OtlpTracesOptions } from '../../telemetry/otlp-traces.ts';
import { currentSpan, traced, traceFields, traceHeaders, withinSpan, type Traces } from '../../telemetry/traces.ts';
import { RecordedLog } from '../clusters/fixtures.ts';
import { otlpReceiver } from './otlp-receiver.ts';

beforeAll(() => {
  process.env['OTEL_BSP_SCHEDULE_DELAY'] = '20';
});
afterAll(() => {
  delete process.env['OTEL_BSP_SCHEDULE_DELAY'];
});

const open = (options: Partial<OtlpTracesOptions>): Traces =>
  openOtlpTraces({ version: '1.2.3', metrics: new Registry(), log: silentLogger, ...options });

/** Traces a request with one step. Returns the header that the step would send, and the fields that it would log. */
async function request(traces: Traces, traceparent?: string): Promise<{ sent: string | undefined; logged: object }> {
  const span = traces.begin('POST /graphql', traceparent);
  const seen = await withinSpan(span, () =>
    traced({ name: 'step' }, async () => ({ sent: traceHeaders().traceparent, logged: traceFields() })),
  );
  span.end();
  return seen;
}

const CLIENTS = `00-${'a'.repeat(32)}-${'b'.repeat(16)}`;

describe('a trace', () => {
  it('goes on from the client, through the steps, to whoever is asked', async () => {
    await using receiver = await otlpReceiver();
    const traces = open({ endpoint: receiver.endpoint });
    const { sent, logged } = await request(traces, `${CLIENTS}-01`);
    await traces.close();
    const [step, root] = receiver.spans;
    expect(root).toMatchObject({
      traceId: 'a'.repeat(32),
      parentSpanId: 'b'.repeat(16),
      name: 'POST /graphql',
      kind: 2,
    });
    expect(step).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: root!.spanId, name: 'step' });
    expect(sent).toBe(`00-${'a'.repeat(32)}-${step!.spanId}-01`);
    expect(logged).toEqual({ traceId: 'a'.repeat(32), spanId: step!.spanId });
    expect(receiver.text).toContain('"service.name","value":{"stringValue":"fleetgraph"}');
  });

  it.each([
    ['a client that says no', `${CLIENTS}-00`, 1, 0],
    ['a client that says yes', `${CLIENTS}-01`, 0, 2],
    ['a ratio of nothing', undefined, 0, 0],
    ['a ratio of all', undefined, 1, 2],
  ])('is sampled as %s has it', async (_who, traceparent, ratio, count) => {
    await using receiver = await otlpReceiver();
    const traces = open({ endpoint: receiver.endpoint, ratio });
    const { sent } = await request(traces, traceparent);
    await traces.close();
    expect(receiver.spans).toHaveLength(count);
    expect(sent).toMatch(count > 0 ? /-01$/ : /-00$/);
  });

  it.each([
    '',
    'garbage',
    `${CLIENTS}-01, ${CLIENTS}-01`,
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    'x'.repeat(60_000),
  ])('begins anew where a client sends %.60s', async traceparent => {
    await using receiver = await otlpReceiver();
    const traces = open({ endpoint: receiver.endpoint });
    const { sent } = await request(traces, traceparent);
    await traces.close();
    expect(sent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(receiver.spans.map(({ traceId }) => traceId)).not.toContain('a'.repeat(32));
  });

  it('has no part in what goes on behind the end of its request', async () => {
    await using receiver = await otlpReceiver();
    const traces = open({ endpoint: receiver.endpoint });
    const span = traces.begin('POST /graphql');
    const gate = Promise.withResolvers<void>();
    const behind = withinSpan(span, async () => {
      await gate.promise;
      return traced({ name: 'late' }, async () => [currentSpan(), traceHeaders()]);
    });
    span.end();
    gate.resolve();
    expect(await behind).toEqual([undefined, {}]);
    await traces.close();
    expect(receiver.spans.map(({ name }) => name)).toEqual(['POST /graphql']);
  });

  it('says a code where a step fails, and no message', async () => {
    await using receiver = await otlpReceiver();
    const traces = open({ endpoint: receiver.endpoint });
    const failing = (error: unknown) =>
      withinSpan(traces.begin('POST /graphql'), () => traced({ name: 'step' }, () => Promise.reject(error))).catch(
        () => undefined,
      );
    await failing(Object.assign(new Error('pods "hidden" is forbidden'), { code: 'FORBIDDEN' }));
    await failing(Object.assign(new Error('https://10.0.0.7'), { code: 'https://10.0.0.7', name: 'TypeError' }));
    await traces.close();
    expect(receiver.spans.map(({ attributes, status }) => [attributes['error.type'], status?.code])).toEqual([
      ['FORBIDDEN', 2],
      ['TypeError', 2],
    ]);
    expect(receiver.text).not.toMatch(/hidden|10\.0\.0\.7/);
  });
});

it('tells a leaf the trace, and of the request the cluster, the verb and the kind', async () => {
  await using receiver = await otlpReceiver();
  const heard: unknown[] = [];
  const server = createServer((requested, response) => {
    heard.push(requested.headers['traceparent']);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createKubernetesClient({ cluster: 'leaf-01', server: address }, { log: silentLogger });
  const traces = open({ endpoint: receiver.endpoint });
  const span = traces.begin('POST /graphql');
  const paths = [
    ['/api/v1/namespaces/hidden/pods/secret-name', 'get pods'],
    ['/api/v1/namespaces/hidden/pods', 'list pods'],
    ['/apis/apps/v1/deployments', 'list deployments.apps'],
    ['/api/v1/namespaces/hidden/pods/secret-name/log', 'get pods/log'],
    ['/openapi/v3/apis/secret-group/v1', 'get /openapi'],
  ] as const;
  for (const [path] of paths)
    await withinSpan(span, () =>
      client.request(path, { as: { type: 'self' }, query: { labelSelector: 'secret' } }),
    ).catch(() => undefined);
  // A request to the leaf outside of a traced request.
  await client.request('/version', { as: { type: 'self' } }).catch(() => undefined);
  span.end();
  await traces.close();
  await client.close();
  server.close();
  const leaf = receiver.spans.filter(({ name }) => name.startsWith('leaf '));
  expect(leaf.map(({ name }) => name)).toEqual(paths.map(([, what]) => `leaf ${what}`));
  expect(leaf[0]).toMatchObject({
    kind: 3,
    attributes: { 'fleetgraph.cluster': 'leaf-01', 'error.type': 'NOT_FOUND' },
  });
  expect(heard).toEqual([...leaf.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`), undefined]);
  expect(receiver.text).not.toMatch(/hidden|secret|127\.0\.0\.1/);
});

describe.each(['hang', 'refuse'] as const)('a receiver that would %s', behaviour => {
  it('is sent no more than the queue holds, and waited for two seconds at the end', async () => {
    await using receiver = await otlpReceiver(behaviour);
    const log = new RecordedLog();
    const traces = open({ endpoint: receiver.endpoint, log: log.logger });
    for (let i = 0; i < 5_000; i++) traces.begin('POST /graphql').end();
    const closing = performance.now();
    await traces.close();
    expect(performance.now() - closing).toBeLessThan(10_000);
    // A batch has 128 spans, and the queue holds 2 048 spans.
    expect(receiver.batches).toBeLessThanOrEqual(20);
    if (behaviour === 'refuse') expect(log.lines.map(({ words }) => words)).toEqual(['traces cannot be sent']);
  });
});

it.each([
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:9/v1/traces' }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_EXPORTER: 'none' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' }, false],
])('by the variables %j there are traces: %s', async (env, expected) => {
  const traces = await openTraces({}, { env, metrics: new Registry(), log: silentLogger });
  expect(traces !== undefined).toBe(expected);
  await traces?.close();
});
