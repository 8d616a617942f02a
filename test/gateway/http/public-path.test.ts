/** A gateway below a path of an origin that others share, behind a proxy that strips the path, and behind one that passes it on. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from 'graphql-ws';
import supertest from 'supertest';
import WebSocket from 'ws';
import { openGateway, type Gateway } from '../gateway.ts';
import { withoutPublicPath } from '../../../gateway/http/public-path.ts';

const PATH = '/tools/fleet';

it.each([
  ['/tools/fleet/graphql?a=b', '/graphql?a=b'],
  ['/tools/fleet/', '/'],
  ['/tools/fleet', '/'],
  ['/tools/fleet?a=b', '/?a=b'],
  ['/tools/fleet/tools/fleet/x', '/tools/fleet/x'],
  ['/tools/fleets/graphql', '/tools/fleets/graphql'],
  ['/graphql', '/graphql'],
  ['*', '*'],
])('of %s the gateway serves %s', (url, expected) => {
  expect(withoutPublicPath(PATH, url)).toBe(expected);
  expect(withoutPublicPath('', url)).toBe(url);
});

describe.each([
  ['passes the path on', PATH],
  ['strips the path', ''],
])('behind a proxy that %s', (_what, before) => {
  let gateway: Gateway;
  beforeAll(async () => {
    const types = 'type Query { hello: String }';
    gateway = await openGateway({ types, resolvers: { hello: () => 'world' }, publicPath: PATH });
  });
  afterAll(() => gateway.server.close());

  const ask = (headers: Record<string, string> = {}) =>
    supertest(gateway.url)
      .post(`${before}/graphql`)
      .set({ authorization: 'Bearer jane', ...headers })
      .send({ query: '{ hello }' });

  it('the graph answers', async () => {
    expect((await ask()).body).toEqual({ data: { hello: 'world' } });
  });

  it('an event stream comes', async () => {
    const { text } = await ask({ accept: 'text/event-stream' });
    expect(text).toContain('data: {"data":{"hello":"world"}}');
  });

  it('a WebSocket is accepted', async () => {
    const client = createClient({
      ...{ url: `${gateway.url.replace('http', 'ws')}${before}/graphql`, webSocketImpl: WebSocket, retryAttempts: 0 },
      connectionParams: { authorization: 'Bearer jane' },
    });
    const answer = await new Promise((resolve, reject) => {
      client.subscribe({ query: '{ hello }' }, { next: resolve, error: reject, complete: () => undefined });
    });
    expect(answer).toEqual({ data: { hello: 'world' } });
    await client.dispose();
  });

  it.each(['/readyz', '/auth/session'])('%s is there', async path => {
    expect((await supertest(gateway.url).get(`${before}${path}`)).status).toBe(200);
  });

  it('GraphiQL asks the graph below the path, and signs in there', async () => {
    const { text } = await supertest(gateway.url).get(`${before}/graphiql`);
    expect(text).toContain('const root = "/tools/fleet";');
    expect(text).toContain('/tools/fleet/graphql');
  }, 30_000);
});
