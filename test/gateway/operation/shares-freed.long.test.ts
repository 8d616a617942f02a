/**
 * The shares that a caller holds at a gateway, and the time when they are freed: places for requests, memory for
 * uploads, and memory for answers that the client has not read.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { GraphQLError } from 'graphql';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as tick } from 'node:timers/promises';
import { FairGate } from '../../../async/fair-gate.ts';
import type { RequestContext } from '../../../identity/identity.ts';
import { readBody } from '../../../gateway/http/steps.ts';
import { codeOf, openGateway, type Gateway } from '../gateway.ts';

const TYPES = /* GraphQL */ `
  type Query {
    hello: String
    never: String @cost(weight: 5000)
    refused(times: Int!): [String] @listSize(slicingArguments: ["times"])
    must: String!
  }
`;
const WORDS = 'x'.repeat(900);
const COST = { 'x-graphql-cost': '1' };
const MEBIBYTE = 1024 * 1024;

let gateway: Gateway;
/** Requests for the field `never` that have started. */
const running: RequestContext[] = [];

beforeAll(async () => {
  const refuse = (): never => {
    throw new GraphQLError(WORDS, { extensions: { code: 'BAD_USER_INPUT' } });
  };
  const resolvers = {
    hello: () => 'world',
    never: (_: unknown, __: unknown, context: RequestContext) => (running.push(context), new Promise(() => undefined)),
    refused: (_: unknown, { times }: { times: number }) =>
      Array.from({ length: times }, () => Promise.resolve().then(refuse)),
    must: refuse,
  };
  const limits = {
    concurrentRequests: 3,
    bodyBytes: 16 * MEBIBYTE,
    costBudget: 1e9,
    costWindowMs: 1e15,
    answerBytes: 64 * MEBIBYTE,
  };
  gateway = await openGateway({ types: TYPES, resolvers, limits });
});
afterAll(() => gateway.server.close());

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  running.length = 0;
  jest.restoreAllMocks();
});

function post(query: string): Socket {
  const body = JSON.stringify({ query });
  const socket = gateway.begin({ 'content-length': body.length }, body);
  sockets.push(socket);
  return socket;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await tick();
}

/** Repeats a request until the caller is admitted. */
async function letIn(token: string): Promise<void> {
  while ((await gateway.ask('{ hello }', token)).status === 429);
}

async function budgetOf(token: string): Promise<number> {
  return (await gateway.ask('{ hello }', token, COST)).body.extensions.cost.budget.remaining as number;
}

describe('a client that hangs up', () => {
  it('gets back the places that its requests held', async () => {
    const greedy = [post('{ never }'), post('{ never }')];
    await until(() => running.length === 2);
    const refused = await gateway.ask('{ hello }');
    expect([refused.status, codeOf(refused)]).toEqual([429, 'RATE_LIMITED']);
    expect((await gateway.ask('{ hello }', 'joe')).status).toBe(200);
    for (const socket of greedy) socket.destroy();
    await letIn('jane');
    expect(running.map(({ signal }) => (signal.reason as Error).name)).toEqual(['AbortError', 'AbortError']);
  });

  it('has paid for what was begun, so that hanging up does not make the gateway work for free', async () => {
    await letIn('jane');
    const before = await budgetOf('jane');
    const other = before - (await budgetOf('jane'));
    post('{ never }');
    await until(() => running.length === 1);
    sockets[0]!.destroy();
    await letIn('jane');
    const after = await budgetOf('jane');
    expect(before - after).toBeGreaterThan(5_000);
    expect(before - after).toBeLessThan(5_000 + 10 * other + 1_000);
  });
});

describe('large bodies that are arriving', () => {
  const whole = { query: '{ hello }', padding: 'x'.repeat(5 * MEBIBYTE) };

  it.each<[what: string, head: Record<string, string | number>]>([
    ['that say how long they are', { 'content-length': 16 * MEBIBYTE }],
    ['that say nothing, and so may be as long as any', { 'transfer-encoding': 'chunked' }],
  ])('leave room for bodies of other callers: bodies %s', async (_what, head) => {
    const entered = jest.spyOn(FairGate.prototype, 'tryEnter');
    const uploads = () =>
      entered.mock.calls.filter(([caller, bytes]) => caller === 'jane' && bytes === 16 * MEBIBYTE).length;
    for (let i = 0; i < 2; i++) sockets.push(gateway.begin(head, ''));
    await until(() => uploads() === 2);
    const third = gateway.begin(head, '');
    sockets.push(third);
    const [answer] = (await once(third, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer.toString()).toMatch(/retry-after: 1\r\n/i);
    expect(answer.toString()).toContain('You have too many large requests on their way. Try again in a second.');

    const others = await gateway.ask(whole, 'joe');
    expect([others.status, others.body]).toEqual([200, { data: { hello: 'world' } }]);

    for (const socket of sockets.splice(0)) socket.destroy();
    for (let answer = await gateway.ask(whole); answer.status !== 200; answer = await gateway.ask(whole))
      expect(answer.status).toBe(429);
  });
});

describe('a large answer that waits to be read', () => {
  /** Records the memory that the gateway reserves for large answers. `released` is true once the memory is freed. */
  function watchHeld(): { caller: string; bytes: number; released: boolean }[] {
    const held: { caller: string; bytes: number; released: boolean }[] = [];
    const tryEnter = FairGate.prototype.tryEnter;
    jest.spyOn(FairGate.prototype, 'tryEnter').mockImplementation(function (this: FairGate, caller, bytes = 1) {
      const places = tryEnter.call(this, caller, bytes);
      if (bytes < 64 * 1024 || typeof places === 'string') return places;
      const entry = { caller, bytes, released: false };
      held.push(entry);
      return { [Symbol.dispose]: () => ((entry.released = true), places[Symbol.dispose]()) };
    });
    return held;
  }

  async function heldWhileNotRead(held: ReturnType<typeof watchHeld>): Promise<void> {
    await until(() => held.reduce((sum, { bytes }) => sum + bytes, 0) > 10_000_000);
    await gateway.ask('{ hello }');
    expect(held.filter(({ caller, released }) => caller === 'jane' && !released)).toEqual(held);
  }

  it.each([
    ['with data', '{ hello refused(times: 500) }', { hello: 'world', refused: Array(500).fill(null) }],
    ['without data, by its errors', '{ refused(times: 500) must }', null],
  ])('counts for its caller until the request is closed: %s', async (_what, query, data) => {
    const held = watchHeld();
    const answer = await gateway.ask(query, 'joe');
    expect(answer.body.data ?? null).toEqual(data);
    expect(answer.body.errors.length).toBeGreaterThanOrEqual(500);
    expect(held).toMatchObject([{ caller: 'joe', bytes: answer.text.trimEnd().length }]);
    await until(() => held[0]!.released);
  });

  it('counts while its client does not read it, also without data, and no longer than the client is there', async () => {
    const held = watchHeld();
    const socket = post('{ refused(times: 12000) must }');
    socket.pause();
    await heldWhileNotRead(held);
    socket.destroy();
    await until(() => held.every(({ released }) => released));
  });

  it('counts over a stream, too, until the client has it', async () => {
    const held = watchHeld();
    const body = JSON.stringify({ query: '{ refused(times: 12000) hello }' });
    const socket = gateway.begin({ 'content-length': body.length, accept: 'text/event-stream' }, body);
    sockets.push(socket);
    socket.pause();
    await heldWhileNotRead(held);
    socket.resume();
    await until(() => held.every(({ released }) => released));
  });
});

describe('a body', () => {
  it('is kept by its parameters alone, while it is answered', () => {
    const persistedQuery = { version: 1, sha256Hash: 'a'.repeat(64) };
    const body = {
      query: '{ hello }',
      variables: { a: 1 },
      filler: [[]],
      extensions: { persistedQuery: null, more: [[]] },
    };
    const read = (value: object) => {
      const req = { method: 'POST', body: Buffer.from(JSON.stringify(value)) };
      readBody(undefined)(req as never, { locals: {} } as never, () => undefined);
      return req.body as unknown;
    };
    expect(read(body)).toEqual({ query: '{ hello }', variables: { a: 1 }, extensions: { persistedQuery: null } });
    expect(read({ extensions: { persistedQuery, more: 1 } })).toEqual({ extensions: { persistedQuery } });
    expect(read({ query: '{ hello }', extensions: 'text' })).toEqual({ query: '{ hello }', extensions: 'text' });
    expect(read({ filler: [[]] })).toEqual({});
  });
});
