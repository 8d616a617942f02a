/** Operations at a complete gateway: their price, their documents, their answers. */
import { afterAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import supertest from 'supertest';
import type { HttpLimits, HttpServer } from '../../../gateway/http/server.ts';
import type { RequestContext } from '../../../identity/identity.ts';
import { silentLogger, type Logger } from '../../../telemetry/log.ts';
import { codeOf, openGateway, type Gateway } from '../gateway.ts';

const TYPES = /* GraphQL */ `
  type Query {
    hello(mood: Mood, any: [String]): String
    items(first: Int, there: Int = 2): [Item]
      @cost(weight: 100)
      @listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)
    text(length: Int!): String
  }
  type Item {
    id: ID
  }
  enum Mood {
    GLAD
    SAD
  }
`;

interface Opened extends Gateway {
  /** Names of the resolved fields. */
  readonly ran: string[];
  /** Log lines about internal errors. */
  readonly faults: unknown[];
}

const servers: HttpServer[] = [];
afterAll(() => Promise.all(servers.map(it => it.close())));

/** Tests with equal options share a gateway, because starting a gateway takes longer than most tests. */
const shared = new Map<string, Promise<Opened>>();

async function opened(
  limits: Partial<HttpLimits> = {},
  { introspection = true, graphiql = true } = {},
): Promise<Opened> {
  const key = JSON.stringify([limits, introspection, graphiql]);
  const made = shared.get(key) ?? open(limits, introspection, graphiql);
  shared.set(key, made);
  const { ran, faults } = await made;
  ran.length = faults.length = 0;
  return made;
}

async function open(limits: Partial<HttpLimits>, introspection: boolean, graphiql: boolean): Promise<Opened> {
  const ran: string[] = [];
  const faults: unknown[] = [];
  const log = Object.create(silentLogger, {
    error: { value: (...words: unknown[]) => faults.push(words) },
    child: { value: () => log },
  }) as Logger;
  const resolvers = {
    hello: () => (ran.push('hello'), 'world'),
    items: (_: unknown, { there }: { there: number }) => (
      ran.push('items'),
      Array.from({ length: there }, (_, id) => ({ id }))
    ),
    text: (_: unknown, { length }: { length: number }) => 'x'.repeat(length),
  };
  const gateway = await openGateway({ types: TYPES, resolvers, limits, introspection, graphiql, log });
  servers.push(gateway.server);
  return { ...gateway, ran, faults };
}

const COST = { 'x-graphql-cost': '1' };

describe('an operation above the ceiling', () => {
  it('is refused before anything runs, with what it costs and what to do', async () => {
    const { ask, ran } = await opened({ operationCost: 150 });
    const answer = await ask('{ items(first: 100) { id } }');
    expect([answer.status, codeOf(answer), ran]).toEqual([400, 'COST_LIMIT_EXCEEDED', []]);
    expect(answer.body.errors[0].message).toMatch(
      /may cost 300, and one operation at most 150 \(limits\.operationCost\)/,
    );
    expect((await ask('{ items(first: 10) { id } }')).body.data.items).toHaveLength(2);
  });

  it('is so by its variables, too', async () => {
    const { ask } = await opened({ operationCost: 150 });
    const query = 'query ($n: Int = 10) { items(first: $n) { id } }';
    expect((await ask({ query })).status).toBe(200);
    expect(codeOf(await ask({ query, variables: { n: 100 } }))).toBe('COST_LIMIT_EXCEEDED');
  });
});

describe('a budget', () => {
  it('refuses its own caller with the time to wait, and no other caller', async () => {
    const { ask, ran } = await opened({ costBudget: 2_000, costWindowMs: 1_000_000 });
    const query = '{ items(first: 400) { id } }';
    const answers = [];
    for (let i = 0; i < 15; i++) answers.push(await ask({ query, variables: {} }));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(codeOf(refused[0]!)).toBe('RATE_LIMITED');
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(10);
    expect(ran).toHaveLength(15 - refused.length);
    expect((await ask(query, 'joe')).status).toBe(200);
  });

  it('is charged what an operation came to', async () => {
    const { ask } = await opened({ costBudget: 10_000, costWindowMs: 1e9 });
    const query = '{ items(first: 400) { id } }';
    const cost = async () => (await ask(query, 'jane', COST)).body.extensions.cost;
    const first = await cost();
    expect(first).toMatchObject({ estimated: 100 + 400 * 2, actual: 100 + 2 * 2, budget: { limit: 10_000 } });
    const [second, third] = [await cost(), await cost()];
    // In addition to the operation, a request costs 200, and a little for its body.
    const other = second.budget.remaining - third.budget.remaining - 104;
    expect(other).toBeGreaterThanOrEqual(199);
    expect(other).toBeLessThanOrEqual(220);
  });

  it('is charged what resolvers find that an operation costs beyond its price', async () => {
    const gateway = await openGateway({
      types: 'type Query { large: String }',
      resolvers: { large: (_: unknown, _args: object, { extra }: RequestContext) => void (extra!.cost += 1_000.5) },
      limits: { costBudget: 10_000, costWindowMs: 1e9 },
    });
    servers.push(gateway.server);
    const cost = async () => (await gateway.ask('{ a: large b: large }', 'jane', COST)).body.extensions.cost;
    const [first, second] = [await cost(), await cost()];
    expect(first).toMatchObject({ estimated: 2, actual: 2_003 });
    expect(first.budget.remaining - second.budget.remaining).toBeGreaterThan(2_003);
  });

  it('is not charged for what is refused, but for the reading of it', async () => {
    const { ask } = await opened({ costBudget: 100_000, costWindowMs: 1e9 });
    await ask('{ items(first: 20000) { nothing } }');
    const { budget } = (await ask('{ hello }', 'jane', COST)).body.extensions.cost;
    expect(budget.remaining).toBeGreaterThan(99_000);
  });

  it('is shown only to callers who ask for it', async () => {
    const { ask } = await opened();
    expect((await ask('{ hello }')).body).toEqual({ data: { hello: 'world' } });
  });
});

describe('unreadable variables', () => {
  const nested = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
  it.each([
    [
      'nested 20 000 deep',
      `{"query":"query ($v: [String]) { hello(any: $v) }","variables":{"v":${nested(20_000)}}}`,
      'nested deeper than 64',
    ],
    [
      'of 20 001 values',
      JSON.stringify({
        query: 'query ($v: [String]) { hello(any: $v) }',
        variables: { v: Array.from({ length: 20_001 }, () => 1) },
      }),
      'more than 20000 values',
    ],
  ])('are a bad input and not a fault of ours: %s', async (_what, body, words) => {
    const { url, faults, ran } = await opened();
    const answer = await supertest(url)
      .post('/graphql')
      .set({ authorization: 'Bearer jane', 'content-type': 'application/json' })
      .send(body);
    expect([answer.status, codeOf(answer), faults, ran]).toEqual([400, 'BAD_USER_INPUT', [], []]);
    expect(answer.body.errors[0].message).toContain(words);
  });
});

describe('a variable that does not fit', () => {
  it('is reported once and in short, however large it is', async () => {
    const { ask, faults } = await opened();
    const m = { junk: 'x'.repeat(100_000), ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`b${i}`, 1])) };
    for (let i = 0; i < 2; i++) {
      const answer = await ask({ query: 'query ($m: Mood) { hello(mood: $m) }', variables: { m } });
      expect([codeOf(answer), answer.body.errors.length <= 2, faults]).toEqual(['BAD_USER_INPUT', true, []]);
      expect(JSON.stringify(answer.body).length).toBeLessThan(3_000);
    }
  });
});

describe('a persisted query', () => {
  const query = '{ hello } # persisted';
  const sha256Hash = createHash('sha256').update(query).digest('hex');
  const persisted = (changes: object) => ({ persistedQuery: { version: 1, sha256Hash, ...changes } });
  const get = (url: string, extensions: unknown, query?: string) =>
    supertest(url)
      .get('/graphql')
      .set({ authorization: 'Bearer jane', 'apollo-require-preflight': '1' })
      .query({ extensions: JSON.stringify(extensions), ...(query !== undefined && { query }) });

  it('is not found, is registered, and is found, by POST and by GET', async () => {
    const { ask, url } = await opened();
    expect(codeOf(await ask({ extensions: persisted({}) }))).toBe('PERSISTED_QUERY_NOT_FOUND');
    expect((await ask({ query, extensions: persisted({}) })).body).toEqual({ data: { hello: 'world' } });
    expect((await ask({ extensions: persisted({}) })).body).toEqual({ data: { hello: 'world' } });
    expect((await get(url, persisted({}))).body).toEqual({ data: { hello: 'world' } });
  });

  it.each<[what: string, extensions: object]>([
    ['is no object', { persistedQuery: 'x' }],
    ['has another version', persisted({ version: 2 })],
    ['has a hash that is none', persisted({ sha256Hash: '__proto__' })],
    ['has a hash that is no text', persisted({ sha256Hash: ['a'.repeat(64)] })],
    ["has another query's hash", persisted({ sha256Hash: 'a'.repeat(64) })],
  ])('is a bad request when it %s', async (_what, extensions) => {
    const { ask, url, faults } = await opened();
    for (const answer of [await ask({ query, extensions }), await get(url, extensions, query)])
      expect([answer.status, codeOf(answer)]).toEqual([400, 'BAD_REQUEST']);
    expect(faults).toEqual([]);
  });
});

describe('a document that is wrong', () => {
  it.each([
    [
      'its syntax',
      '{ hello',
      [
        {
          message: 'Syntax Error: Expected Name, found <EOF>.',
          locations: [{ line: 1, column: 8 }],
          extensions: { code: 'GRAPHQL_PARSE_FAILED' },
        },
      ],
    ],
    [
      'several fields',
      '{ helo itms { id } }',
      [
        {
          message: 'Cannot query field "helo" on type "Query". Did you mean "hello"?',
          locations: [{ line: 1, column: 3 }],
          extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
        },
        {
          message: 'Cannot query field "itms" on type "Query". Did you mean "items"?',
          locations: [{ line: 1, column: 8 }],
          extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
        },
      ],
    ],
  ])('is refused with all that is wrong, the second time, too: %s', async (_what, query, errors) => {
    const { ask, faults } = await opened();
    for (let i = 0; i < 2; i++) {
      const answer = await ask(query);
      expect([answer.status, answer.body]).toEqual([400, { errors }]);
    }
    expect(faults).toEqual([]);
  });

  it.each([3_900, 9_000])('is refused where %i lists are nested, and is no fault of ours', async levels => {
    const { ask, faults } = await opened();
    const answer = await ask(`{ hello(any: ${'['.repeat(levels)}`);
    expect([answer.status, codeOf(answer), faults]).toEqual([400, 'GRAPHQL_PARSE_FAILED', []]);
  });
});

describe('where introspection is off', () => {
  it('errors name neither the schema nor a name that is like a guessed one', async () => {
    const { ask, ran } = await opened({}, { introspection: false, graphiql: false });
    for (const query of ['{ __schema { types { name } } }', '{ __type(name: "Query") { name } }']) {
      const answer = await ask(query);
      expect([answer.status, codeOf(answer), answer.body.data]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED', undefined]);
    }
    const coerced = 'query ($m: Mood) { hello(mood: $m) }';
    for (const body of [
      { query: '{ helo }' },
      { query: '{ hello(mod: SAD) }' },
      { query: coerced, variables: { m: 'GLAT' } },
    ])
      for (let i = 0; i < 2; i++) {
        const { text, status } = await ask(body);
        expect([status, text]).toEqual([400, expect.not.stringMatching(/Did you mean|GLAD/)]);
      }
    expect(ran).toEqual([]);
    expect((await ask('{ hello __typename }')).body.data).toEqual({ hello: 'world', __typename: 'Query' });
  });

  it('GraphiQL may be off, too: there is no page, and nothing leads there', async () => {
    const { url } = await opened({}, { introspection: false, graphiql: false });
    for (const path of ['/', '/graphiql']) {
      const answer = await supertest(url).get(path);
      expect([answer.status, answer.body.errors[0].message]).toEqual([
        404,
        expect.stringContaining('GraphiQL is switched off (graphql.graphiql)'),
      ]);
    }
  });

  it('with introspection on, both are shown', async () => {
    const { ask } = await opened();
    expect((await ask('{ __schema { queryType { name } } }')).body.data).toEqual({
      __schema: { queryType: { name: 'Query' } },
    });
    const coerced = await ask({ query: 'query ($m: Mood) { hello(mood: $m) }', variables: { m: 'GLAT' } });
    expect(coerced.text).toContain('Did you mean');
  });
});

describe('an answer', () => {
  it.each([5_000, 500_000])('becomes an error when it is above its bound: %i characters', async length => {
    const { ask } = await opened({ answerBytes: 4_000 });
    const { body } = await ask(`{ text(length: ${length}) }`);
    expect(body).toEqual({
      errors: [{ message: expect.stringContaining('limits.answerBytes'), extensions: { code: 'ANSWER_TOO_LARGE' } }],
    });
    expect((await ask('{ text(length: 100) }')).body.data.text).toHaveLength(100);
  });

  it('loses its connection and its place when its client does not read it', async () => {
    const { begin, ask } = await opened({ answerTimeoutMs: 300, concurrentRequests: 2, answerBytes: 64 * 1024 * 1024 });
    const body = JSON.stringify({ query: '{ text(length: 30000000) }' });
    const socket = begin({ 'content-length': body.length }, body);
    socket.pause();
    // One caller gets only one of the two slots. The unread answer holds this slot, so further requests are refused.
    let refusals = 0;
    for (;;) {
      const { status } = await ask('{ hello }');
      if (status === 429) refusals++;
      else if (refusals > 0) break;
      await wait(20);
    }
    let read = 0;
    socket.on('data', chunk => (read += chunk.length));
    const closed = once(socket, 'close');
    socket.resume();
    await closed;
    expect(read).toBeLessThan(30_000_000);
  });
});
