/** Spans of one request, from HTTP to the leaf, in a process assembled like `serve`. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { assemble, type Running } from '../../cli/serve/assemble.ts';
import { ClusterRegistry } from '../../clusters/registry.ts';
import { configSchema } from '../../config/schema.ts';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import { parseKubeconfig } from '../../kubernetes/kubeconfig.ts';
import { simulatedKubeconfig } from '../../sim/kubeconfig.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { until } from '../kubernetes/until.ts';
import { grant, namespace, pod, ROBOT, startLeaf } from '../sim/fixtures.ts';
import { otlpReceiver, type OtlpReceiver, type ReceivedSpan } from './otlp-receiver.ts';

const TOKEN = 'the-secret-token-of-jane';
const TRACE = 'c'.repeat(32);

let receiver: OtlpReceiver;
let leaf: SimulatedLeaf;
let running: Running;

beforeAll(async () => {
  process.env['OTEL_BSP_SCHEDULE_DELAY'] = '20';
  [receiver, leaf] = await Promise.all([otlpReceiver(), startLeaf({ name: 'leaf-01' })]);
  leaf.objects.load([
    ...[namespace('the-namespace'), pod('the-namespace', 'the-pod', { labels: { app: 'the-label' } })],
    ...grant('collector', 'system:serviceaccount:fleetgraph:collector', [
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
    ]),
    ...grant('jane', 'jane', [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] }], 'the-namespace'),
  ]);
  const registry = new ClusterRegistry();
  const kubeconfig = parseKubeconfig(simulatedKubeconfig([leaf], ROBOT), { source: 'sim', directory: '/' });
  const client = createKubernetesClient(await kubeconfig.target('leaf-01'), { log: silentLogger });
  registry.add({
    name: 'leaf-01',
    client,
    identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
    authorization: 'rbac',
  });
  const config = configSchema.parse({
    server: { port: 0 },
    authentication: [{ type: 'static', tokens: [{ token: TOKEN, user: 'jane', groups: [] }] }],
    telemetry: { traces: { endpoint: receiver.endpoint, ratio: 0 } },
  });
  running = await assemble({ config, registry, log: silentLogger, env: {} });
  await until(async () => (await ask('{ objects { totalCount } }')).data.objects.totalCount === 1);
});
afterAll(async () => {
  await running?.close();
  await Promise.all([leaf?.close(), receiver?.[Symbol.asyncDispose]()]);
  delete process.env['OTEL_BSP_SCHEDULE_DELAY'];
});

async function ask(query: string, { headers = {}, variables = {}, token = TOKEN } = {}): Promise<any> {
  const answer = await fetch(`${running.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return answer.json();
}

const traced = { traceparent: `00-${TRACE}-${'d'.repeat(16)}-01`, tracestate: 'vendor=the-state' };

it('has the spans of one request from HTTP to the leaf, each below its step, and nothing of what was asked for', async () => {
  const query = `query TheOperation($pod: String!) { objects(filter: { text: $pod }) { nodes { name live { state yaml } } } }`;
  const { data } = await ask(query, { headers: traced, variables: { pod: 'the-pod' } });
  expect(data.objects.nodes).toEqual([
    { name: 'the-pod', live: { state: 'OK', yaml: expect.stringContaining('the-label') } },
  ]);
  await until(() => receiver.spans.some(({ name }) => name === 'POST /graphql'));

  const spans = receiver.spans.filter(({ traceId }) => traceId === TRACE);
  const byId = new Map(spans.map(span => [span.spanId, span]));
  const pathOf = ({ name, parentSpanId }: ReceivedSpan): string => {
    const parent = byId.get(parentSpanId ?? '');
    return parent ? `${pathOf(parent)} > ${name}` : name;
  };
  expect([...new Set(spans.map(pathOf))].sort()).toEqual([
    'POST /graphql',
    'POST /graphql > authenticate',
    'POST /graphql > fetch fleet',
    'POST /graphql > fetch fleet > index page',
    'POST /graphql > fetch live',
    'POST /graphql > fetch live > leaf get pods',
    'POST /graphql > plan',
  ]);
  expect(spans.find(({ name }) => name === 'POST /graphql')).toMatchObject({
    parentSpanId: 'd'.repeat(16),
    attributes: {
      'http.response.status_code': 200,
      'graphql.operation.type': 'query',
      'graphql.operation.name': 'TheOperation',
    },
  });
  expect(spans.find(({ name }) => name.startsWith('leaf'))?.attributes).toEqual({
    'fleetgraph.cluster': 'leaf-01',
    'fleetgraph.verb': 'get',
    'fleetgraph.resource': 'pods',
  });
  expect(receiver.text).not.toMatch(/the-|jane|127\.0\.0\.1|collector/);
});

it('tells why nobody was let in, without what they sent', async () => {
  const trace = 'e'.repeat(32);
  await ask('{ objects { totalCount } }', {
    token: 'the-wrong-token',
    headers: { traceparent: `00-${trace}-${'d'.repeat(16)}-01` },
  });
  const spans = () => receiver.spans.filter(({ traceId }) => traceId === trace);
  await until(() => spans().length === 2);
  expect(
    spans().map(({ name, attributes }) => [name, attributes['error.type'] ?? attributes['http.response.status_code']]),
  ).toEqual([
    ['authenticate', 'UnknownCredentialsError'],
    ['POST /graphql', 401],
  ]);
  expect(receiver.text).not.toContain('the-wrong-token');
});

it('ends the span of a stream where its answer begins', async () => {
  const trace = 'f'.repeat(32);
  const over = new AbortController();
  const answer = await fetch(`${running.url}/graphql`, {
    method: 'POST',
    signal: over.signal,
    headers: {
      ...{ 'content-type': 'application/json', authorization: `Bearer ${TOKEN}`, accept: 'text/event-stream' },
      traceparent: `00-${trace}-${'d'.repeat(16)}-01`,
    },
    body: JSON.stringify({ query: 'subscription { objectChanges { resume } }' }),
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  await until(() => receiver.spans.some(({ traceId, name }) => traceId === trace && name === 'POST /graphql'));
  over.abort();
});
