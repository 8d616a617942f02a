/**
 * Requests that the transports of streams refuse: pages of other origins, wrong credentials, clients that send nothing
 * or too much.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import supertest from 'supertest';
import WebSocket from 'ws';
import { openStreaming, type StreamingGateway } from './streaming.ts';

let gateway: StreamingGateway;
beforeAll(async () => {
  gateway = await openStreaming({ origins: ['https://dashboard.example.org'], limits: { bodyBytes: 10_000 } });
});
afterAll(() => gateway.close());

const QUERY = 'subscription { objectChanges { reset } }';
const codeOf = ({ body }: supertest.Response): unknown => body.errors?.[0]?.extensions?.code;

describe('server-sent events', () => {
  const ask = (method: 'get' | 'post', headers: Record<string, string>) => {
    const agent = supertest(gateway.url);
    return (method === 'get' ? agent.get('/graphql') : agent.post('/graphql')).set({
      accept: 'text/event-stream',
      ...headers,
    });
  };
  const bearer = { authorization: 'Bearer admin' };
  const cookie = { cookie: 'session=1' };

  it.each<[string, 'get' | 'post', Record<string, string>, object | string, number]>([
    ['a GET that a page can make a browser send', 'get', cookie, { query: QUERY }, 401],
    ['a POST of a form', 'post', { ...bearer, 'content-type': 'text/plain' }, JSON.stringify({ query: QUERY }), 400],
    ['wrong credentials', 'post', { authorization: 'Basic x' }, { query: QUERY }, 401],
    ['a body without an operation', 'post', bearer, { subscription: QUERY }, 400],
    ['variables that are none', 'post', bearer, { query: QUERY, variables: 'x' }, 400],
    ['a body that is too large', 'post', bearer, { query: QUERY + ' '.repeat(10_000) }, 413],
    ['a document that does not parse', 'post', bearer, { query: 'subscription {' }, 400],
  ])('are refused by a plain answer for %s', async (_what, method, headers, body, status) => {
    const requested = method === 'get' ? ask('get', headers).query(body) : ask('post', headers).send(body as object);
    const answer = await requested;
    expect([answer.status, answer.type]).toEqual([status, 'application/json']);
  });

  it('are one answer for a GET with the preflight header, and for a query', async () => {
    const answer = await ask('get', { ...bearer, 'apollo-require-preflight': '1' }).query({
      query: '{ objects { totalCount } }',
    });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.text).toBe('event: next\ndata: {"data":{"objects":{"totalCount":0}}}\n\nevent: complete\ndata:\n\n');
  });

  it('are for subscriptions alone where the client takes JSON as well', async () => {
    // The Accept header that urql sends.
    const accept =
      'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed';
    const query = await ask('post', { ...bearer, accept }).send({ query: '{ objects { totalCount } }' });
    expect([query.status, query.type]).toEqual([200, 'application/graphql-response+json']);
    const malformed = 'subscription { objectChanges(coalesce: "never") { reset } }';
    const subscription = await ask('post', { ...bearer, accept }).send({ query: malformed });
    expect([codeOf(subscription), subscription.body.errors[0].extensions.argument]).toEqual([
      'BAD_USER_INPUT',
      'coalesce',
    ]);
  });

  it('are what a subscription needs: who takes JSON only is told so', async () => {
    const answer = await supertest(gateway.url).post('/graphql').set(bearer).send({ query: QUERY });
    expect([answer.status, codeOf(answer)]).toEqual([406, 'NOT_ACCEPTABLE']);
  });
});

describe('a WebSocket', () => {
  const connect = (headers: Record<string, string> = {}, path = '/graphql', protocol = 'graphql-transport-ws') =>
    new WebSocket(gateway.url.replace('http', 'ws') + path, protocol, { headers });
  const refusedWith = async (socket: WebSocket): Promise<unknown> => {
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
    return response.statusCode;
  };
  const closedWith = async (socket: WebSocket): Promise<unknown> => ((await once(socket, 'close')) as [number])[0];
  const opened = async (socket: WebSocket): Promise<WebSocket> => {
    await once(socket, 'open');
    return socket;
  };
  const say = (socket: WebSocket, message: object) => socket.send(JSON.stringify(message));

  it.each([
    ['a page of another origin', { origin: 'https://evil.example.org' }, '/graphql', 403],
    ['a page without an origin of its own', { origin: 'null' }, '/graphql', 403],
    ['wrong credentials', { authorization: 'Bearer system:anonymous' }, '/graphql', 401],
    ['another path', {}, '/elsewhere', 404],
  ])('is refused for %s', async (_what, headers, path, status) => {
    expect(await refusedWith(connect(headers, path))).toBe(status);
  });

  it.each([
    ['a configured origin', { origin: 'https://dashboard.example.org' }],
    ['our own', { origin: 'http://127.0.0.1' }],
    ['none', {}],
  ])(
    'is accepted with the headers of %s, and takes the credentials of them',
    async (_what, { origin }: { origin?: string }) => {
      const own = origin === 'http://127.0.0.1' ? gateway.url : origin;
      const socket = await opened(
        connect({ ...(own !== undefined && { origin: own }), authorization: 'Bearer admin' }),
      );
      const message = once(socket, 'message');
      say(socket, { type: 'connection_init' });
      expect(JSON.parse(String((await message)[0]))).toEqual({ type: 'connection_ack' });
      socket.close();
    },
  );

  it.each<[string, object[], number]>([
    ['whose connection_init has no credentials', [{ type: 'connection_init' }], 4401],
    [
      'whose connection_init has wrong credentials',
      [{ type: 'connection_init', payload: { authorization: 'Bearer system:anonymous' } }],
      4401,
    ],
    [
      'whose connection_init claims a proxy’s headers',
      [{ type: 'connection_init', payload: { 'x-remote-user': 'admin' } }],
      4401,
    ],
    ['that subscribes first', [{ type: 'subscribe', id: '1', payload: { query: QUERY } }], 4401],
    ['that sends no message of the protocol', [{ type: 'hello' }], 4400],
    ['that sends more than a body may have', [{ type: 'connection_init', payload: { x: 'x'.repeat(20_000) } }], 1009],
    ['that says nothing', [], 4408],
  ])('is closed for a client %s', async (_what, messages, code) => {
    const socket = await opened(connect());
    const closed = closedWith(socket);
    for (const message of messages) say(socket, message);
    expect(await closed).toBe(code);
  });

  it('is closed where one id is used twice at once', async () => {
    const socket = await opened(connect({ authorization: 'Bearer admin' }));
    const closed = closedWith(socket);
    say(socket, { type: 'connection_init' });
    await once(socket, 'message');
    for (let i = 0; i < 2; i++) say(socket, { type: 'subscribe', id: '1', payload: { query: QUERY } });
    expect(await closed).toBe(4409);
    while ((await gateway.metric('fleetgraph_subscriptions ')) > 0)
      await new Promise(resolve => setTimeout(resolve, 5));
    expect(gateway.fleet.access.liveQueries).toBe(0);
  });
});
