/** Login with a browser at a real issuer, and use of the session. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SignIn } from '../../../gateway/http/sign-in.ts';
import { firstOf } from '../../../identity/authenticator.ts';
import { EndedSessions } from '../../../identity/ended-sessions.ts';
import { OidcIssuer } from '../../../identity/oidc-issuer.ts';
import { oidcTokens } from '../../../identity/oidc.ts';
import { sessionCookies, Sessions } from '../../../identity/sessions.ts';
import { staticTokens } from '../../../identity/static-tokens.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { Browser } from '../../harness/browser.ts';
import { CLIENT_ID, CLIENT_SECRET, TestIssuer } from '../../harness/oidc-issuer.ts';
import { openGateway, type Gateway } from '../gateway.ts';

let provider: TestIssuer;
let issuer: OidcIssuer;
let gateway: Gateway;
let at = 0;
const now = () => Date.now() + at;

beforeAll(async () => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  provider = await TestIssuer.start({ redirectUris: [`${origin}/auth/callback`], idTokenSeconds: 600 });
  issuer = new OidcIssuer({ issuer: provider.url, log: silentLogger });
  const tokens = oidcTokens({ issuer, audiences: [CLIENT_ID], usernameClaim: 'email', now });
  const sessions = new Sessions({ origin, ended: new EndedSessions({ keepMs: 12 * 3_600_000, log: silentLogger }) });
  const signIn: SignIn = {
    tokens,
    sessions,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    scopes: ['openid', 'offline_access'],
  };
  gateway = await openGateway({
    types: 'type Query { hello: String }',
    resolvers: { hello: () => 'world' },
    port,
    authenticator: firstOf([staticTokens([{ token: 'dev', user: 'dev' }]), tokens, sessionCookies(sessions, tokens)]),
    signIn,
  });
});
afterAll(async () => {
  await gateway?.server.close();
  await issuer?.close();
  await provider?.stop();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

const page = { 'sec-fetch-site': 'same-origin' };
const hello = (browser: Browser, headers: Record<string, string> = page) =>
  browser.fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: '{ hello }' }),
  });
const codeOf = async (answer: Response) => (await answer.json()).errors?.[0]?.extensions?.code;

async function signedIn(account = 'alice', returnTo = '/'): Promise<Browser> {
  provider.account = account;
  const browser = new Browser();
  await browser.follow(
    `${gateway.url}/auth/login?returnTo=${encodeURIComponent(returnTo)}`,
    url => !url.includes('/interaction/') && isOurs(url),
  );
  return browser;
}
const isOurs = (url: string) => url.startsWith(gateway.url) && !url.includes('/auth/');

describe('signing in', () => {
  it('leads to the issuer and back to the same place, and the session is the user', async () => {
    const browser = new Browser();
    provider.account = 'bob';
    const place = '/graphiql?query=%7B__typename%7D';
    expect(await browser.follow(`${gateway.url}/auth/login?returnTo=${encodeURIComponent(place)}`, isOurs)).toBe(
      gateway.url + place,
    );
    const who = await (await browser.fetch(`${gateway.url}/auth/session`, { headers: page })).json();
    expect(who).toMatchObject({ user: 'bob@example.org', groups: ['team-a'], signIn: '/auth/login' });
    expect(Date.parse(who.expiresAt)).toBeGreaterThan(Date.now());
    expect(await (await hello(browser)).json()).toEqual({ data: { hello: 'world' } });
  });

  it.each([
    'https://evil.example.org/',
    '//evil.example.org',
    '/\\evil.example.org',
    'javascript:alert(1)',
    '/\t/evil.example.org',
    '/.//evil.example.org',
  ])('never leads elsewhere afterwards: %j', async returnTo => {
    const browser = new Browser();
    const end = await browser.follow(`${gateway.url}/auth/login?returnTo=${encodeURIComponent(returnTo)}`, isOurs);
    expect(new URL(end).origin).toBe(gateway.url);
  });

  it('counts only in the browser that began it', async () => {
    const mallory = new Browser();
    const callback = await mallory.follow(`${gateway.url}/auth/login`, url => url.includes('/auth/callback'));
    const victim = new Browser();
    const answer = await victim.fetch(callback);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('not begun in this browser');
    expect(await codeOf(await hello(victim))).toBe('UNAUTHENTICATED');
  });

  it('counts once: the same way back is worth nothing again', async () => {
    const browser = new Browser();
    const callback = await browser.follow(`${gateway.url}/auth/login`, url => url.includes('/auth/callback'));
    const cookies = browser.cookies(gateway.url);
    expect((await browser.fetch(callback)).status).toBe(303);
    const again = await fetch(callback, { headers: { cookie: cookies }, redirect: 'manual' });
    expect(again.status).toBe(400);
  });

  it('by somebody in too many groups for a token says so, and what to do', async () => {
    provider.account = 'ada';
    const browser = new Browser();
    const callback = await browser.follow(`${gateway.url}/auth/login`, url => url.includes('/auth/callback'));
    const answer = await browser.fetch(callback);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toMatch(/does not hold your groups.*too many.*app roles/);
    provider.account = 'alice';
  });

  it('that the issuer refuses shows none of the text of the link', async () => {
    const browser = new Browser();
    await browser.fetch(`${gateway.url}/auth/login`);
    const answer = await browser.fetch(
      `${gateway.url}/auth/callback?error=access_denied&error_description=<script>alert(1)</script>`,
    );
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain('script');
  });
});

describe('a session', () => {
  it('counts from our own pages alone', async () => {
    const browser = await signedIn();
    for (const site of ['cross-site', 'same-site', 'none']) {
      const answer = await hello(browser, { 'sec-fetch-site': site });
      expect([answer.status, await codeOf(answer)]).toEqual([401, 'UNAUTHENTICATED']);
    }
    expect((await hello(browser, {})).status).toBe(401);
  });

  it('gives way to credentials that are sent on purpose', async () => {
    const browser = await signedIn();
    const who = await browser.fetch(`${gateway.url}/auth/session`, {
      headers: { ...page, authorization: 'Bearer dev' },
    });
    expect((await who.json()).user).toBe('dev');
    expect((await hello(browser, { ...page, authorization: 'Bearer wrong' })).status).toBe(401);
  });

  it('that is over says so, is renewed, and several tabs may do that at once', async () => {
    const browser = await signedIn();
    at = 700_000;
    try {
      const answer = await hello(browser);
      expect([answer.status, await codeOf(answer)]).toEqual([401, 'SESSION_EXPIRED']);
      at = 0;
      const tabs = await Promise.all(
        [1, 2, 3].map(() => browser.fetch(`${gateway.url}/auth/session`, { method: 'POST', headers: page })),
      );
      expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await hello(browser)).status).toBe(200);
    } finally {
      at = 0;
    }
  });

  it('cannot be renewed or ended by a page of another origin', async () => {
    const browser = await signedIn();
    for (const path of ['/auth/session', '/auth/logout']) {
      const answer = await browser.fetch(gateway.url + path, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'cross-site' },
      });
      expect(answer.status).toBe(403);
    }
    expect((await hello(browser)).status).toBe(200);
  });

  it('ends here and at the issuer', async () => {
    const browser = await signedIn();
    const kept = browser.cookies(gateway.url);
    const answer = await browser.fetch(`${gateway.url}/auth/logout`, { method: 'POST', headers: page });
    expect((await answer.json()).endSession).toContain(`${provider.url}/session/end`);
    expect(await codeOf(await hello(browser))).toBe('UNAUTHENTICATED');
    const renewal = await fetch(`${gateway.url}/auth/session`, { method: 'POST', headers: { ...page, cookie: kept } });
    expect([renewal.status, await codeOf(renewal)]).toEqual([401, 'SESSION_EXPIRED']);
  });

  it('that was ended counts no more from a copy of its cookie, while another one of the same user does', async () => {
    const [browser, other] = [await signedIn(), await signedIn()];
    const kept = browser.cookies(gateway.url);
    const requested = async (cookie: string) => {
      const headers = { 'content-type': 'application/json', ...page, cookie };
      const answer = await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body: '{"query":"{ hello }"}' });
      return [answer.status, await codeOf(answer)];
    };
    expect(await requested(kept)).toEqual([200, undefined]);
    provider.answerWith((_req, res) => res.writeHead(503).end());
    try {
      await browser.fetch(`${gateway.url}/auth/logout`, { method: 'POST', headers: page });
      expect(await requested(kept)).toEqual([401, 'SESSION_EXPIRED']);
      const who = await fetch(`${gateway.url}/auth/session`, { headers: { ...page, cookie: kept } });
      expect((await who.json()).user).toBeNull();
    } finally {
      provider.answerWith(undefined);
    }
    const renewal = await fetch(`${gateway.url}/auth/session`, { method: 'POST', headers: { ...page, cookie: kept } });
    expect([renewal.status, await codeOf(renewal)]).toEqual([401, 'SESSION_EXPIRED']);
    expect((await hello(other)).status).toBe(200);
  });
});

describe('without a session', () => {
  it('one is told that nobody is signed in, and where to', async () => {
    const answer = await fetch(`${gateway.url}/auth/session`);
    expect([answer.status, await answer.json()]).toEqual([200, { user: null, signIn: '/auth/login' }]);
  });

  it('nothing else is at /auth', async () => {
    expect((await fetch(`${gateway.url}/auth/other`)).status).toBe(404);
  });
});
