import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { GraphQLError, parse } from 'graphql';
import { serverAudits } from 'graphql-http';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import supertest from 'supertest';
import { createHttpServer, type HttpServer } from '../../../gateway/http/server.ts';
import { createGatewayRuntime } from '../../../gateway/runtime.ts';
import type { Steps } from '../../../async/fair-turns.ts';
import { ReadWriteTurns } from '../../../readmodel/gate.ts';
import { firstOf } from '../../../identity/authenticator.ts';
import { staticTokens } from '../../../identity/static-tokens.ts';
import { composeSupergraph } from '../../../schema/supergraph.ts';
import type { RequestContext } from '../../../identity/identity.ts';
import type { Subgraph } from '../../../subgraphs/subgraph.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { GENEROUS } from '../limits.ts';

const SDL = /* GraphQL */ `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
  type Query {
    hello(name: String): String
    who: String
    secretFailure: String
    badInput: String
    never: String
    endless: String
    node: Node
  }
  type Node {
    id: ID
    node: Node
  }
`;

let waiting: { context: RequestContext; aborted: Promise<unknown> } | undefined;
const turns = new ReadWriteTurns({ sliceMs: 0 });
/** Number of slices of the field `endless`. */
let slices = 0;
let server: HttpServer;
let url: string;

function testSubgraph(): Subgraph {
  const resolvers = {
    Query: {
      hello: (_: unknown, { name }: { name?: string }) => `hello ${name ?? 'world'}`,
      who: (_: unknown, __: unknown, context: RequestContext) => context.identity.user,
      secretFailure: () => {
        throw new Error('redis://:hunter2@10.0.0.1 said no');
      },
      badInput: () => {
        throw new GraphQLError('first: at most 500', {
          extensions: { code: 'BAD_USER_INPUT', argument: 'first', internal: 'hidden' },
        });
      },
      never: (_: unknown, __: unknown, context: RequestContext) => {
        const aborted = once(context.signal, 'abort');
        waiting = { context, aborted };
        return new Promise(() => undefined);
      },
      endless: (_: unknown, __: unknown, { signal }: RequestContext) => {
        function* count(): Steps<string> {
          for (;;) {
            slices++;
            yield;
          }
        }
        return turns.read(count, { signal });
      },
      node: () => ({ id: '1' }),
    },
  };
  return {
    name: 'test',
    sdl: SDL,
    schema: buildSubgraphSchema([{ typeDefs: parse(SDL), resolvers: resolvers as never }]),
    context: request => request,
  };
}

beforeAll(async () => {
  const subgraph = testSubgraph();
  server = await createHttpServer({
    runtime: createGatewayRuntime({
      supergraphSdl: composeSupergraph([subgraph]).supergraphSdl,
      subgraphs: [subgraph],
      log: silentLogger,
    }),
    authenticator: firstOf([
      staticTokens([
        { token: 'good', user: 'jane', groups: ['dev'] },
        { token: 'second', user: 'joe' },
        { token: 'third', user: 'jill' },
      ]),
    ]),
    log: silentLogger,
    metrics: createMetrics(),
    introspection: true,
    limits: {
      ...GENEROUS,
      depth: 5,
      tokens: 500,
      aliases: 5,
      directives: 5,
      requestTimeoutMs: 1_000,
      bodyBytes: 10_000,
      concurrentRequests: 3,
    },
  });
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

const ask = (query: string, token = 'good') =>
  supertest(url).post('/graphql').set('authorization', `Bearer ${token}`).send({ query });

describe('the HTTP server', () => {
  it('answers a query as the caller', async () => {
    const answer = await ask('{ hello(name: "fleet") who }');
    expect(answer.body).toEqual({ data: { hello: 'hello fleet', who: 'jane' } });
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]+$/);
  });

  it.each([
    ['without credentials', {}],
    ['with an unknown token', { authorization: 'Bearer nope' }],
  ])('says 401 UNAUTHENTICATED %s, for introspection too', async (_what, headers) => {
    const answer = await supertest(url)
      .post('/graphql')
      .set(headers)
      .send({ query: '{ __schema { queryType { name } } }' });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="fleetgraph"');
    expect(answer.body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    expect(JSON.stringify(answer.body)).not.toContain('nope');
  });

  it('serves introspection to the authenticated', async () => {
    const answer = await ask('{ __schema { queryType { name } } }');
    expect(answer.body.data.__schema.queryType.name).toBe('Query');
  });

  it('hides the message of a fault of ours and gives the request id instead', async () => {
    const answer = await ask('{ hello secretFailure }');
    expect(answer.body.data.hello).toBe('hello world');
    expect(JSON.stringify(answer.body)).not.toMatch(/hunter2|redis/);
    expect(answer.body.errors[0].extensions).toEqual({
      code: 'INTERNAL_SERVER_ERROR',
      requestId: answer.headers['x-request-id'],
    });
  });

  it('passes our own messages on, with the extensions that are meant for clients', async () => {
    const [error] = (await ask('{ badInput }')).body.errors;
    expect(error.message).toBe('first: at most 500');
    expect(error.extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'first' });
  });

  it('ends a request at its deadline with what it has', async () => {
    const answer = await ask('{ never }');
    expect(answer.body.errors[0].extensions.code).toBe('DEADLINE_EXCEEDED');
    expect((await waiting?.aborted) !== undefined).toBe(true);
  });

  function send(query: string): Socket {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname);
    const body = JSON.stringify({ query });
    socket.write(
      `POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    return socket;
  }

  it('ends the work of a client that goes away', async () => {
    waiting = undefined;
    const socket = send('{ never }');
    while (!waiting) await new Promise(resolve => setImmediate(resolve));
    const { aborted, context } = waiting as { aborted: Promise<unknown>; context: RequestContext };
    socket.destroy();
    await aborted;
    expect((context.signal.reason as Error).name).toBe('AbortError');
  });

  it('ends a question to the index of a client that goes away, at its next slice', async () => {
    const nextTurn = () => new Promise(resolve => setImmediate(resolve));
    const socket = send('{ endless }');
    while (slices < 100) await nextTurn();
    socket.destroy();
    for (let before = -1; before !== slices;) {
      before = slices;
      for (let turn = 0; turn < 10; turn++) await nextTurn();
    }
    expect(await turns.write(() => 'the gate is free')).toBe('the gate is free');
  });

  it.each([
    [
      'a document that is too deep',
      '{ node { node { node { node { node { node { id } } } } } } }',
      'Query depth limit of 5 exceeded, found 7',
      'depth',
    ],
    [
      'a document with too many aliases',
      `{ ${Array.from({ length: 9 }, (_, i) => `a${i}: hello`).join(' ')} }`,
      'Aliases limit of 5 exceeded, found 9',
      'aliases',
    ],
    [
      'a document with too many directives',
      `{ hello ${'@include(if: true) '.repeat(6)} }`,
      'Directives limit of 5 exceeded, found 6',
      'directives',
    ],
    [
      'a document with too many tokens',
      `{ ${'hello '.repeat(600)} }`,
      'Syntax Error: Document contains more that 500 tokens. Parsing aborted',
      'tokens',
    ],
  ])('refuses %s and names the setting', async (_what, query, words, limit) => {
    const answer = await ask(query);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].message).toBe(`${words}. Ask for less at once, or raise limits.${limit}.`);
    expect(answer.body.errors[0].extensions.code).toMatch(/^GRAPHQL_(VALIDATION|PARSE)_FAILED$/);
  });

  it('refuses a body that is too large, and one that is not JSON', async () => {
    const large = await ask(`{ hello } #${'x'.repeat(20_000)}`);
    expect(large.status).toBe(413);
    expect(large.body.errors[0].message).toContain('limits.bodyBytes');
    const broken = await supertest(url)
      .post('/graphql')
      .set('authorization', 'Bearer good')
      .set('content-type', 'application/json')
      .send('{"query');
    expect(broken.status).toBe(400);
    expect(broken.body.errors[0].extensions.code).toBe('BAD_REQUEST');
  });

  it('refuses what is over the share of a caller, and leaves the others their places', async () => {
    const greedy = Promise.all(Array.from({ length: 8 }, () => ask('{ never }')));
    const second = await ask('{ hello }', 'second');
    expect(second.body).toEqual({ data: { hello: 'hello world' } });
    const refused = (await greedy).filter(({ status }) => status === 429);
    expect(refused.length).toBe(6);
    expect(refused[0]?.headers['retry-after']).toBe('1');
    expect(refused[0]?.body.errors[0].extensions.code).toBe('RATE_LIMITED');
  });

  it('refuses what is over its bound at once, with Retry-After', async () => {
    const answers = await Promise.all(
      ['good', 'good', 'second', 'third', 'third'].map(token => ask('{ never }', token)),
    );
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBe(2);
    expect(refused[0]?.headers['retry-after']).toBe('1');
  });

  it('serves GraphiQL whole, compressed, and without an outside address to load from', async () => {
    const page = await supertest(url).get('/graphiql').set('accept-encoding', 'gzip');
    expect(page.status).toBe(200);
    expect(page.headers['content-encoding']).toBe('gzip');
    expect(page.text).toContain('token-box');
    expect(page.text).not.toMatch(/<(script|link|img)[^>]+(src|href)=["']?https?:/);
  });

  it('says what is where for any other path', async () => {
    const lost = await supertest(url).get('/graphq');
    expect(lost.status).toBe(404);
    expect(lost.body.errors[0].message).toContain('/graphql');
  });

  it('shows its health without credentials', async () => {
    expect((await supertest(url).get('/livez')).text).toBe('ok');
    expect((await supertest(url).get('/readyz')).text).toBe('ok');
  });

  it('has no metrics, and says where they are', async () => {
    const { status, text } = await supertest(url).get('/metrics');
    expect([status, text]).toEqual([404, expect.stringContaining('server.operations')]);
  });
});

describe('what would keep the process busy', () => {
  it.each([10, 30, 200])('is refused before it is planned: a literal of %i lists in lists', async levels => {
    const nested = `${'['.repeat(levels)}1${']'.repeat(levels)}`;
    const answer = await ask(`{ hello(name: ${nested}) }`);
    expect(answer.status).toBe(400);
    if (levels > 20)
      expect(answer.body.errors.map(({ message }: { message: string }) => message).join()).toContain(
        'nested deeper than 20 levels',
      );
  });

  it('is refused in fragments and directives, too', async () => {
    const nested = `${'['.repeat(30)}1${']'.repeat(30)}`;
    const answer = await ask(`query { ...F } fragment F on Query { hello @include(if: ${nested}) }`);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('nested deeper than 20 levels');
  });

  it('holds no place for bodies that come slowly, nor for callers without credentials', async () => {
    const { port, hostname } = new URL(url);
    const sockets = Array.from({ length: 10 }, (_, i) => {
      const socket = connect(Number(port), hostname);
      const credentials = i < 5 ? 'authorization: Bearer good\r\n' : '';
      socket.write(
        `POST /graphql HTTP/1.1\r\nhost: x\r\n${credentials}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
      );
      return socket;
    });
    // The clients without credentials connected last. They have their answers, so the server has received all requests.
    await Promise.all(sockets.slice(5).map(socket => once(socket, 'data')));
    expect((await ask('{ hello }')).body).toEqual({ data: { hello: 'hello world' } });
    for (const socket of sockets) socket.destroy();
  });
});

describe("a client's mistake", () => {
  it.each([
    ['a mutation where there is none', { query: 'mutation { __typename }' }],
    ['a subscription where there is none', { query: 'subscription { __typename }' }],
    ['an operation name that the document lacks', { query: 'query A { hello }', operationName: 'B' }],
    ['two operations and no name', { query: 'query A { hello } query B { hello }' }],
  ])('is a bad request and not a fault of ours: %s', async (_what, body) => {
    const answer = await supertest(url).post('/graphql').set('authorization', 'Bearer good').send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].extensions.code).not.toBe('INTERNAL_SERVER_ERROR');
    expect(answer.body.errors[0].message).toMatch(/operation|mutation|subscription/i);
  });

  it('is one where the body is compressed', async () => {
    const answer = await supertest(url)
      .post('/graphql')
      .set('authorization', 'Bearer good')
      .set('content-encoding', 'gzip')
      .set('content-type', 'application/json')
      .send('junk');
    expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([415, 'BAD_REQUEST']);
  });
});

describe('GraphQL over HTTP', () => {
  // Audits that give a warning, for reasons in docs/http.md. All other audits must pass.
  const WARNINGS = ['572B', 'FDE2', '7B9B'];
  const authorized: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...(init?.headers as object), authorization: 'Bearer good' } });
  it.each(
    serverAudits({ url: () => `${url}/graphql`, fetchFn: authorized }).map(audit => ({
      id: audit.id,
      name: audit.name,
      audit,
    })),
  )('$id $name', async ({ id, audit }) => {
    const result = await audit.fn();
    const expected = WARNINGS.includes(id) ? /^warn: / : /^ok: $/;
    expect(`${result.status}: ${'reason' in result ? result.reason : ''}`).toMatch(expected);
  });

  it('has every warning explained in docs/http.md', () => {
    const documentation = readFileSync(new URL('../../../docs/http.md', import.meta.url), 'utf8');
    expect(WARNINGS.filter(id => !documentation.includes(id))).toEqual([]);
    expect(documentation).toContain(`${serverAudits({ url }).length} audits`);
  });
});
