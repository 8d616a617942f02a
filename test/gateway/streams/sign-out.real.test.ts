/** Sign-out at one gateway ends the session's SSE and WebSocket streams at every gateway that uses this Redis. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import WebSocket from 'ws';
import { firstOf } from '../../../identity/authenticator.ts';
import { EndedSessions } from '../../../identity/ended-sessions.ts';
import { OidcIssuer } from '../../../identity/oidc-issuer.ts';
import { oidcTokens } from '../../../identity/oidc.ts';
import { sessionCookies, Sessions } from '../../../identity/sessions.ts';
import { openRedisStore } from '../../../store/redis.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { Browser } from '../../harness/browser.ts';
import { CLIENT_ID, CLIENT_SECRET, TestIssuer } from '../../harness/oidc-issuer.ts';
import { freePort } from '../../harness/processes.ts';
import { startRedis, type RedisServer } from '../../harness/redis.ts';
import { openStreaming, Stream, type StreamingGateway } from './streaming.ts';

const LIVE = 'subscription { objectChanges(coalesce: "50ms") { reset resume } }';
const SECRET = 'a-secret-of-more-than-thirty-two-characters';
const page = { 'sec-fetch-site': 'same-origin' };

type Listen = (gateway: StreamingGateway, cookie: string) => Stream;

const listenBySse: Listen = ({ url }, cookie) => {
  const stream = new Stream();
  const client = createSseClient({ url: `${url}/graphql`, headers: { ...page, cookie }, retryAttempts: 0 });
  client.subscribe({ query: LIVE }, stream.sink as never);
  stream.stop = () => client.dispose();
  return stream;
};

const listenByWebSocket: Listen = ({ url }, cookie) => {
  const stream = new Stream();
  class Page extends WebSocket {
    constructor(address: string, protocols: string) {
      super(address, protocols, { headers: { ...page, cookie } });
    }
  }
  const client = createWsClient({ url: `${url.replace('http', 'ws')}/graphql`, webSocketImpl: Page, retryAttempts: 0 });
  client.subscribe({ query: LIVE }, stream.sink);
  stream.stop = () => void client.dispose();
  return stream;
};

describe('signing out', () => {
  const open = new AsyncDisposableStack();
  const gateways: StreamingGateway[] = [];
  let provider: TestIssuer;
  let redis: RedisServer;
  let origin: string;

  beforeAll(async () => {
    redis = await startRedis();
    open.defer(() => redis.remove());
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    provider = open.use(await TestIssuer.start({ redirectUris: [`${origin}/auth/callback`] }));
    open.defer(() => provider.stop());
    for (const at of [port, 0]) gateways.push(await gateway(at));
  });
  afterAll(() => open.disposeAsync());

  /**
   * A gateway with a separate store connection and session manager, like a replica. Only messages from Redis make it
   * check its streams again.
   */
  async function gateway(port: number): Promise<StreamingGateway> {
    const store = await openRedisStore({ url: redis.url });
    const issuer = new OidcIssuer({ issuer: provider.url, log: silentLogger });
    open.defer(() => issuer.close());
    const ended = new EndedSessions({ shared: store.shared, keepMs: 12 * 3_600_000, log: silentLogger });
    open.defer(() => ended.close());
    const tokens = oidcTokens({ issuer, audiences: [CLIENT_ID], usernameClaim: 'email' });
    const sessions = new Sessions({ origin, secret: SECRET, ended });
    const opened = await openStreaming({
      ...{ store, port, authenticator: firstOf([sessionCookies(sessions, tokens)]), recheck: { everyMs: 3_600_000 } },
      signIn: {
        tokens,
        sessions,
        clientId: CLIENT_ID,
        clientSecret: CLIENT_SECRET,
        scopes: ['openid', 'offline_access'],
      },
    });
    open.defer(() => opened.close());
    return opened;
  }

  async function signedIn(): Promise<Browser> {
    const browser = new Browser();
    await browser.follow(`${origin}/auth/login`, url => url.startsWith(origin) && !url.includes('/auth/'));
    return browser;
  }

  it.each([
    ['server-sent events', listenBySse],
    ['a WebSocket', listenByWebSocket],
  ])('ends all streams of the session over %s, and no other’s', async (_transport, listen) => {
    const [browser, other] = [await signedIn(), await signedIn()];
    const cookie = browser.cookies(origin);
    const streams = gateways.map(gateway => listen(gateway, cookie));
    const others = gateways.map(gateway => listen(gateway, other.cookies(origin)));
    for (const stream of [...streams, ...others]) await stream.has(1);
    await browser.fetch(`${origin}/auth/logout`, { method: 'POST', headers: page });
    for (const stream of streams) {
      await stream.ended();
      const code = (stream.end as { error?: { code?: number } }).error?.code;
      expect(JSON.stringify([stream.payloads.at(-1), code])).toMatch(/UNAUTHENTICATED|4401/);
    }
    for (const { url } of gateways) {
      const headers = { 'content-type': 'application/json', ...page, cookie };
      const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: '{"query":"{ __typename }"}' });
      expect([answer.status, (await answer.json()).errors[0].extensions.code]).toEqual([401, 'SESSION_EXPIRED']);
    }
    expect(others.map(({ end }) => end)).toEqual([undefined, undefined]);
    for (const stream of others) stream.stop();
  });
});
