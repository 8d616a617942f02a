/**
 * The audit lines of requests: one line per authenticated request or stream, with the caller and the operation, but
 * without variables and answers.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { hash } from 'node:crypto';
import { createClient } from 'graphql-ws';
import supertest from 'supertest';
import { WebSocket } from 'ws';
import type { RequestContext } from '../../../identity/identity.ts';
import type { Logger } from '../../../telemetry/log.ts';
import { until } from '../../kubernetes/until.ts';
import { openGateway, type Gateway } from '../gateway.ts';

let gateway: Gateway;
let lines: Record<string, unknown>[] = [];
const logger = (bound: object): Logger =>
  ({
    debug: () => undefined,
    info: (line: object) => lines.push({ ...bound, ...line }),
    warn: () => undefined,
    error: () => undefined,
    child: (more: object) => logger({ ...bound, ...more }),
  }) as unknown as Logger;

beforeAll(async () => {
  gateway = await openGateway({
    types: 'type Query { hello(name: String): String @cost(weight: 7) live: String fail: String }',
    resolvers: {
      hello: (_: unknown, { name }: { name?: string }) => `hello ${name}`,
      live: (_: unknown, __: unknown, context: RequestContext) => {
        for (const cluster of ['leaf-02', 'leaf-01', 'leaf-02']) context.leavesRequested?.add(cluster);
        return 'secret state';
      },
      fail: () => {
        throw new Error('secret failure');
      },
    },
    logRequests: true,
    log: logger({}),
  });
});
afterEach(() => {
  lines = [];
});
afterAll(() => gateway.server.close());

/** Waits until this many audit lines exist, and returns them. */
async function reported(count = 1): Promise<Record<string, unknown>[]> {
  const audited = () => lines.filter(({ audit }) => audit === 'request');
  await until(() => audited().length >= count);
  expect(audited()).toHaveLength(count);
  return audited();
}

describe('a request', () => {
  it('is one line: who, which operation, what it cost, how it went', async () => {
    const query = 'query Greet($name: String) { hello(name: $name) }';
    await gateway.ask({ query, variables: { name: 'hunter2' } }, 'jane', { 'x-request-id': 'r-1' });
    const [line] = await reported();
    expect(line).toMatchObject({
      audit: 'request',
      requestId: 'r-1',
      user: 'jane',
      transport: 'http',
      operation: 'query',
      name: 'Greet',
      document: hash('sha256', query),
      status: 200,
      outcome: 'OK',
      cost: { estimated: expect.any(Number), actual: expect.any(Number) },
      ms: expect.any(Number),
    });
    expect(line).not.toHaveProperty('clusters');
    expect(JSON.stringify(lines)).not.toMatch(/hunter2|Bearer/);
  });

  it('names the clusters that it was asked of live, each once', async () => {
    await gateway.ask('{ live }');
    const [line] = await reported();
    expect(line).toMatchObject({ clusters: ['leaf-01', 'leaf-02'] });
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it.each([
    ['that fails', '{ fail }', { status: 200, outcome: 'INTERNAL_SERVER_ERROR' }],
    ['that is no document', '{ nothing', { status: 400, outcome: 'GRAPHQL_PARSE_FAILED' }],
    ['that asks for what is not there', '{ nothing }', { status: 400, outcome: 'GRAPHQL_VALIDATION_FAILED' }],
  ])('%s says so by a code', async (_what, query, expected) => {
    await gateway.ask(query);
    expect(await reported()).toMatchObject([{ user: 'jane', ...expected }]);
  });

  it('that is refused before its operation begins has its status', async () => {
    await supertest(gateway.url)
      .post('/graphql')
      .set({ authorization: 'Bearer jane', 'content-type': 'application/json' })
      .send('{');
    const [line] = await reported();
    expect(line).toMatchObject({ user: 'jane', transport: 'http', status: 400 });
    expect(line).not.toHaveProperty('operation');
  });

  it.each([
    ['parameters that Apollo Server refuses', { query: '{ hello }', variables: 'none' }, undefined],
    ['no query', { query: '' }, 'BAD_REQUEST'],
  ])('of %s has its status', async (_what, body, outcome) => {
    await gateway.ask(body);
    expect(await reported()).toMatchObject([
      { user: 'jane', transport: 'http', status: 400, ...(outcome && { outcome }) },
    ]);
  });

  it('without good credentials is none of these lines', async () => {
    await gateway.ask('{ hello }', 'mallory');
    await gateway.ask('{ hello }');
    expect(await reported()).toMatchObject([{ user: 'jane' }]);
  });
});

describe('a stream', () => {
  it('over server-sent events is one line when it begins, or is refused', async () => {
    const ask = (query: string) =>
      supertest(gateway.url)
        .post('/graphql')
        .set({ authorization: 'Bearer jane', 'content-type': 'application/json', accept: 'text/event-stream' })
        .send({ query, operationName: 'Greet' });
    await ask('query Greet { hello }');
    await ask('query Greet { nothing }');
    expect(await reported(2)).toMatchObject([
      {
        transport: 'event-stream',
        name: 'Greet',
        status: 200,
        outcome: 'OK',
        document: hash('sha256', 'query Greet { hello }'),
      },
      { transport: 'event-stream', name: 'Greet', status: 400, outcome: 'GRAPHQL_VALIDATION_FAILED' },
    ]);
  });

  it('over a WebSocket is one line as well', async () => {
    const client = createClient({
      url: `${gateway.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: 'Bearer joe' },
    });
    for await (const answer of client.iterate({ query: '{ hello }' }))
      expect(answer.data).toEqual({ hello: 'hello undefined' });
    await client.dispose();
    expect(await reported()).toMatchObject([{ user: 'joe', transport: 'websocket', status: 200, outcome: 'OK' }]);
  });
});
