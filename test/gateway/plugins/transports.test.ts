/**
 * A plugin sees the operations of all transports through one hook, including refused operations. The tests use the
 * plugin requestMetrics().
 */
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createClient } from 'graphql-ws';
import supertest from 'supertest';
import { WebSocket } from 'ws';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { openGateway, type Gateway } from '../gateway.ts';

const metrics = createMetrics();
let gateway: Gateway;
beforeAll(async () => {
  gateway = await openGateway({ types: 'type Query { hello: String }', resolvers: { hello: () => 'world' }, metrics });
});
afterAll(() => gateway.server.close());
beforeEach(() => metrics.resetMetrics());

async function counted(): Promise<string[]> {
  const text = await metrics.getSingleMetricAsString('fleetgraph_graphql_requests_total');
  return text
    .split('\n')
    .flatMap(line => (line.startsWith('#') ? [] : [line.replace('fleetgraph_graphql_requests_total', '')]));
}

const GREETED = ['{operation="query",outcome="OK"} 1'];

it('over HTTP', async () => {
  await gateway.ask('{ hello }');
  expect(await counted()).toEqual(GREETED);
});

it('over HTTP by GET', async () => {
  await supertest(gateway.url)
    .get('/graphql')
    .query({ query: '{ hello }' })
    .set({ authorization: 'Bearer jane', 'apollo-require-preflight': '1' });
  expect(await counted()).toEqual(GREETED);
});

it('over server-sent events', async () => {
  await gateway.ask('{ hello }', 'jane', { accept: 'text/event-stream' });
  expect(await counted()).toEqual(GREETED);
});

it('over a WebSocket', async () => {
  const url = `${gateway.url.replace('http', 'ws')}/graphql`;
  const client = createClient({ url, webSocketImpl: WebSocket, connectionParams: { authorization: 'Bearer jane' } });
  for await (const answer of client.iterate({ query: '{ hello }' })) expect(answer.data).toEqual({ hello: 'world' });
  await client.dispose();
  expect(await counted()).toEqual(GREETED);
});

it.each([
  ['that run() refuses', { query: '{' }, 'GRAPHQL_PARSE_FAILED'],
  ['that Apollo Server refuses', { query: '' }, 'BAD_REQUEST'],
  [
    'whose persisted query is not known',
    { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } },
    'PERSISTED_QUERY_NOT_FOUND',
  ],
])('one %s', async (_what, body, outcome) => {
  await gateway.ask(body);
  expect(await counted()).toEqual([
    expect.stringMatching(new RegExp(`^\\{operation="none",outcome="${outcome}"\\} 1$`)),
  ]);
});
