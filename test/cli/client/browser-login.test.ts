/**
 * Login in the browser, against a real issuer (oidc-provider): requests that the loopback port accepts, and requests
 * that it refuses.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { decodeJwt } from 'jose';
import { signInWithBrowser } from '../../../cli/client/browser-login.ts';
import { hasBrowser } from '../../../cli/client/open-browser.ts';
import { Browser } from '../../harness/browser.ts';
import { COMMAND_LINE_CLIENT_ID, TestIssuer } from '../../harness/oidc-issuer.ts';

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await TestIssuer.start();
});
afterAll(() => issuer?.stop());
beforeEach(() => issuer.answerWith(undefined));

/** Starts a login. Returns the login and the URL printed for the user. */
async function begin(waitMs?: number) {
  const reported = Promise.withResolvers<URL>();
  const client = { issuer: issuer.url, clientId: COMMAND_LINE_CLIENT_ID, scopes: ['openid', 'offline_access'] };
  const tokens = signInWithBrowser(client, url => reported.resolve(new URL(url)), waitMs);
  tokens.catch(reported.reject);
  const address = await reported.promise;
  const callback = new URL(address.searchParams.get('redirect_uri')!);
  const state = address.searchParams.get('state')!;
  return { tokens, address, callback, state };
}

/** URL to which the issuer redirects a browser after the login. The URL is not requested. */
function answerOf(address: URL): Promise<string> {
  return new Browser().follow(address.href, url => url.startsWith(address.searchParams.get('redirect_uri')!));
}

async function visit(address: URL): Promise<string> {
  return (await fetch(await answerOf(address))).text();
}

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly host?: string;
}

/** Sends a request to the loopback port and returns the status. */
async function send(
  callback: URL,
  { path = callback.pathname, method = 'GET', host = callback.host }: Sent,
): Promise<number | undefined> {
  const sent = request({ host: callback.hostname, port: callback.port, path, method, headers: { host } }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

describe('signing in with the browser', () => {
  it('asks with PKCE, a state and a nonce, back to 127.0.0.1, and returns the tokens of who signed in', async () => {
    const { tokens, address, callback } = await begin();
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', code_challenge: expect.stringMatching(/^[\w-]{43}$/) },
      ...{ state: expect.stringMatching(/^[\w-]{43}$/), nonce: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect([callback.hostname, callback.pathname]).toEqual(['127.0.0.1', '/callback']);
    expect(await visit(address)).toContain('You are signed in. Close this page and go back to the terminal.');
    const { idToken, refreshToken } = await tokens;
    expect([decodeJwt(idToken)['email'], typeof refreshToken]).toEqual(['alice@example.org', 'string']);
  });

  it('lets nothing count but one GET of its own address with its own state', async () => {
    const { tokens, address, callback, state } = await begin();
    const ours = `/callback?code=theirs&state=${state}`;
    const sent: readonly Sent[] = [
      { path: '/callback' },
      { path: '/callback?code=theirs' },
      { path: '/callback?code=theirs&state=theirs' },
      { path: `/callback?code=theirs&state=theirs&state=${state}` },
      { path: `/other?code=theirs&state=${state}` },
      { path: `/callback/x?code=theirs&state=${state}` },
      { path: '/' },
      { path: `//evil.example${ours}` },
      { path: `http://evil.example${ours}` },
      { path: ours, method: 'POST' },
      { path: ours, method: 'OPTIONS' },
      { path: ours, host: 'evil.example' },
      { path: ours, host: `evil.example:${callback.port}` },
      { path: ours, host: `localhost:${callback.port}` },
      { path: ours, host: '127.0.0.1' },
    ];
    for (const each of sent) expect([each, await send(callback, each)]).toEqual([each, 404]);
    await visit(address);
    expect(decodeJwt((await tokens).idToken)['email']).toBe('alice@example.org');
  });

  it('takes one answer: a second one finds nothing while the first is used, and nobody listens after it', async () => {
    const { tokens, address, callback } = await begin();
    const answer = await answerOf(address);
    const second = Promise.withResolvers<number | undefined>();
    issuer.answerWith((_req, res) => {
      issuer.answerWith(undefined);
      second.resolve(
        send(callback, { path: answer.slice(callback.origin.length) }).finally(() => res.writeHead(503).end()),
      );
    });
    expect(await (await fetch(answer)).text()).toContain('You are not signed in. The terminal says why.');
    await expect(tokens).rejects.toThrow('cannot be used');
    expect(await second.promise).toBe(404);
    await expect(fetch(answer)).rejects.toThrow('fetch failed');
  });

  it('does not take a code that was made for another login', async () => {
    const [theirs, ours] = [await begin(), await begin()];
    const code = new URL(await answerOf(theirs.address)).searchParams.get('code')!;
    const path = `/callback?${new URLSearchParams({ code, state: ours.state, iss: issuer.url }).toString()}`;
    const [, status] = await Promise.all([
      expect(ours.tokens).rejects.toThrow('no longer accepts this login'),
      send(ours.callback, { path }),
    ]);
    expect(status).toBe(400);
    await fetch(`${theirs.callback.href}?error=access_denied&state=${theirs.state}&iss=${issuer.url}`);
    await expect(theirs.tokens).rejects.toThrow('denied access');
  });

  it.each([
    ['says no', { error: 'access_denied' }, 'denied access'],
    [
      'says no in words of its own',
      { error: 'x', error_description: '<script>alert(1)</script>\u001b[2J' },
      'cannot be used (x)',
    ],
    ['is another one', { code: 'x', iss: 'https://evil.example' }, 'cannot be used'],
    ['sends no code', {}, 'cannot be used'],
  ])(
    'ends with the reason where the issuer %s, and shows nothing of what it sent',
    async (_what, parameters, message) => {
      const { tokens, callback, state } = await begin();
      const sent = new URLSearchParams({ state, iss: issuer.url, ...parameters });
      const [, answer] = await Promise.all([
        expect(tokens).rejects.toThrow(message),
        fetch(`${callback.href}?${sent.toString()}`),
      ]);
      expect([answer.status, await answer.text()]).toEqual([
        400,
        '<!doctype html><html lang="en"><title>fleetgraph</title><p>You are not signed in. The terminal says why.</p></html>\n',
      ]);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        ...{
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
          'referrer-policy': 'no-referrer',
        },
        ...{ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
      });
    },
  );

  it('gives up when nobody comes, also beside a connection that sends nothing', async () => {
    const { tokens, callback } = await begin(300);
    const silent = connect(Number(callback.port), '127.0.0.1');
    const closed = once(silent, 'close');
    silent.resume();
    await expect(tokens).rejects.toThrow('The sign-in took too long.');
    await closed;
    await expect(fetch(callback)).rejects.toThrow('fetch failed');
  });

  it.each(['file:///etc/passwd', 'http://evil.example/auth', 'javascript:alert(1)'])(
    'opens nothing where the issuer would have people sign in at %s',
    async authorization_endpoint => {
      issuer.answerWith((_req, res) => res.end(JSON.stringify({ issuer: issuer.url, authorization_endpoint })));
      await expect(begin()).rejects.toThrow('names no https:// address to sign in at');
    },
  );

  it.each([
    ['a terminal', true, {}, true],
    ['a terminal over ssh', true, { SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 22' }, false],
    ['a pipeline', false, {}, false],
  ])('takes %s for one with a browser or not', (_what, isTTY, env, expected) => {
    expect(hasBrowser({ isTTY }, env)).toBe(expected);
  });
});
