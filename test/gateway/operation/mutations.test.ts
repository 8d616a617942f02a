/** Mutations through the gateway: allowed senders and transports, and the order in which they run. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { createClient } from 'graphql-ws';
import supertest from 'supertest';
import WebSocket from 'ws';
import { openGateway, type Gateway } from '../gateway.ts';

const TYPES =
  'type Query { a: Int } type Mutation { set(to: Int!): Thing } type Thing @key(fields: "id") { id: ID! value: Int }';
const SET = 'mutation { set(to: 7) { value } }';

let gateway: Gateway;
const done: number[] = [];
beforeAll(async () => {
  gateway = await openGateway({
    types: TYPES,
    resolvers: { a: () => 1 },
    mutations: {
      set: async (_: unknown, { to }: { to: number }) => {
        // The first mutation takes longest, so it would end last if mutations ran concurrently.
        await new Promise(resolve => setTimeout(resolve, 20 - to));
        done.push(to);
        return to < 0 ? null : { id: to, value: done.length };
      },
    },
  });
});
afterAll(() => gateway.server.close());
beforeEach(() => void done.splice(0));

describe('mutations', () => {
  it('run one after the other, in their order', async () => {
    const { body } = await gateway.ask({
      query: 'mutation { a: set(to: 1) { id value } b: set(to: 9) { value } c: set(to: 5) { value } }',
    });
    expect(body).toEqual({ data: { a: { id: '1', value: 1 }, b: { value: 2 }, c: { value: 3 } } });
    expect(done).toEqual([1, 9, 5]);
  });

  it('are done again each time, however alike they are', async () => {
    await Promise.all([gateway.ask({ query: SET }), gateway.ask({ query: SET })]);
    expect(done).toEqual([7, 7]);
  });

  it('take variables and fragments', async () => {
    const query = 'mutation M($to: Int!) { set(to: $to) { ...T } } fragment T on Thing { value } query Q { a }';
    expect((await gateway.ask({ query, operationName: 'M', variables: { to: 3 } })).body).toEqual({
      data: { set: { value: 1 } },
    });
  });

  it.each([
    ['a GET', {}],
    ['a GET with the hash of a document that is known', { persisted: true }],
    ['a GET of an event stream', { accept: 'text/event-stream' }],
  ])('are refused to %s', async (_what, { persisted, accept }: { persisted?: boolean; accept?: string }) => {
    const persistedQuery = { version: 1, sha256Hash: createHash('sha256').update(SET).digest('hex') };
    if (persisted) await gateway.ask({ query: SET, extensions: { persistedQuery } });
    done.splice(0);
    const params = persisted ? { extensions: JSON.stringify({ persistedQuery }) } : { query: SET };
    const answer = await supertest(gateway.url)
      .get('/graphql')
      .query(params)
      .set({ authorization: 'Bearer jane', 'apollo-require-preflight': '1', ...(accept !== undefined && { accept }) });
    expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([405, 'BAD_REQUEST']);
    expect(answer.headers['etag']).toBeUndefined();
    expect(done).toEqual([]);
  });

  it('are refused over a WebSocket, whose identity is that of its beginning', async () => {
    const client = createClient({
      url: `${gateway.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: class extends WebSocket {
        constructor(url: string, protocols: string) {
          super(url, protocols, { headers: { authorization: 'Bearer jane' } });
        }
      },
      retryAttempts: 0,
    });
    const refused = await new Promise<unknown>(resolve =>
      client.subscribe({ query: SET }, { next: resolve, error: resolve, complete: () => {} }),
    );
    expect(refused).toMatchObject([
      { message: expect.stringContaining('A mutation is sent by POST'), extensions: { code: 'BAD_REQUEST' } },
    ]);
    expect(done).toEqual([]);
    await client.dispose();
  });

  it('are answered as an event stream to who sends a POST for that', async () => {
    const answer = await gateway.ask({ query: SET }, 'jane', { accept: 'text/event-stream' });
    expect(answer.text).toBe('event: next\ndata: {"data":{"set":{"value":1}}}\n\nevent: complete\ndata:\n\n');
  });

  it('are never kept', async () => {
    const answer = await gateway.ask({ query: SET });
    expect([answer.headers['cache-control'], answer.headers['etag']]).toEqual(['no-store', undefined]);
  });
});
