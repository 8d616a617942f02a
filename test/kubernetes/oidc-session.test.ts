/** Renewal of the ID tokens of kubeconfigs, as in kubectl. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as oidc from 'openid-client';
import { parseKubeconfig } from '../../kubernetes/kubeconfig.ts';
import { OidcSession, oidcSession, type OidcLogin } from '../../kubernetes/oidc-session.ts';
import { untrustedTarget } from '../../kubernetes/untrusted-kubeconfig.ts';
import { COMMAND_LINE_CLIENT_ID, TestIssuer } from '../harness/oidc-issuer.ts';
import { authority, issue, type Certificate } from './certificates.ts';
import { startHttpProxy } from './loopback-proxies.ts';
import { json, startScriptedServer, type ScriptedServer } from './scripted-server.ts';

/** A name that only the proxies of these tests can resolve. */
const ELSEWHERE = 'issuer.proxied.invalid';
let ca: Certificate;
let certificate: Certificate;
let directory: string;
beforeAll(async () => {
  ca = await authority('issuers');
  certificate = await issue(ca, 'issuer', { addresses: ['127.0.0.1'], names: [ELSEWHERE] });
});
const open: (() => PromiseLike<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** Counter in each token, so that no two tokens are equal. */
let made = 0;
function jwt(claims: object, endsInMs = 3_600_000): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Date.now();
  const payload = {
    sub: 'jane',
    iat: Math.floor(now / 1_000),
    exp: Math.floor((now + endsInMs) / 1_000),
    jti: `${++made}`,
    ...claims,
  };
  return `${part({ alg: 'RS256' })}.${part(payload)}.c2lnbmF0dXJl`;
}
const ENDED = () => jwt({}, -60_000);

interface IssuerOptions {
  /** True if a refresh token is valid only once, and each answer contains a new one. @default false */
  readonly rotates?: boolean;
  /** The only client authentication method that the issuer accepts. @default 'none' */
  readonly way?: 'none' | 'basic' | 'post';
  readonly idTokenLasts?: number;
  /** Members that replace members of the usual token answer. */
  readonly tokens?: object;
  readonly metadata?: object;
}

interface Issuer {
  url: string;
  /** Refresh tokens that the issuer received, earliest first. */
  readonly came: string[];
  readonly server: ScriptedServer;
  next: string;
}

async function startIssuer({
  rotates = false,
  way = 'none',
  idTokenLasts,
  tokens = {},
  metadata = {},
}: IssuerOptions = {}): Promise<Issuer> {
  const issuer = { url: '', came: [] as string[], next: 'refresh-1', server: undefined as unknown as ScriptedServer };
  issuer.server = await startScriptedServer(
    (request, response) => {
      if (request.method === 'GET')
        return json(response, 200, {
          issuer: issuer.url,
          token_endpoint: `${issuer.url}/token`,
          jwks_uri: `${issuer.url}/keys`,
          ...metadata,
        });
      const form = new URLSearchParams(request.body);
      const header = issuer.server.lines('authorization', request)[0];
      const shown = header?.startsWith('Basic ') ? 'basic' : form.has('client_secret') ? 'post' : 'none';
      if (shown !== way) return json(response, 401, { error: 'invalid_client' });
      const token = form.get('refresh_token') ?? '';
      issuer.came.push(token);
      if (token !== issuer.next) return json(response, 400, { error: 'invalid_grant', error_description: 'sesame' });
      if (rotates) issuer.next = `refresh-${issuer.came.length + 1}`;
      const id_token = jwt({ iss: issuer.url, aud: 'kubectl' }, idTokenLasts);
      const refresh = rotates ? { refresh_token: issuer.next } : {};
      return json(response, 200, { access_token: 'a', token_type: 'bearer', id_token, ...refresh, ...tokens });
    },
    { tls: certificate },
  );
  issuer.url = issuer.server.url;
  open.push(() => issuer.server[Symbol.asyncDispose]().catch(() => undefined));
  return issuer;
}

const loginOf = (issuer: string, more: Partial<OidcLogin> = {}): OidcLogin => ({
  ...{ issuer, clientId: 'kubectl', clientSecret: '', idToken: ENDED(), refreshToken: 'refresh-1' },
  ...{ authorities: '', ca: async () => ca.cert, localAddresses: true, isOfHub: false, ...more },
});

/** A session whose clock the test moves. */
function sessionOf(login: OidcLogin) {
  let passed = 0;
  const session = new OidcSession(login, () => Date.now() + passed);
  return { session, pass: (ms: number) => void (passed += ms) };
}

describe('an OIDC login', () => {
  it('uses its ID token while that is good, and renews it ten seconds before its end', async () => {
    const issuer = await startIssuer();
    const idToken = jwt({}, 60_000);
    const { session, pass } = sessionOf(loginOf(issuer.url, { idToken }));
    expect(await session.token()).toBe(idToken);
    pass(45_000);
    expect(await session.token()).toBe(idToken);
    expect(issuer.came).toEqual([]);
    pass(10_000);
    expect(await session.token()).not.toBe(idToken);
    expect(issuer.came).toEqual(['refresh-1']);
  });

  it.each([
    ['fixed', false, ['refresh-1', 'refresh-1', 'refresh-1']],
    ['rotating', true, ['refresh-1', 'refresh-2', 'refresh-3']],
  ])('renews again and again with %s refresh tokens', async (_what, rotates, came) => {
    const issuer = await startIssuer({ rotates, idTokenLasts: 60_000 });
    const { session, pass } = sessionOf(loginOf(issuer.url));
    const tokens = new Set<string>();
    for (let i = 0; i < 3; i += 1) {
      tokens.add(await session.token());
      tokens.add(await session.token());
      pass(60_000);
    }
    expect(tokens.size).toBe(3);
    expect(issuer.came).toEqual(came);
  });

  it('keeps a rotated refresh token that comes with no ID token', async () => {
    const tokens: { id_token?: undefined } = { id_token: undefined };
    const issuer = await startIssuer({ rotates: true, tokens });
    const { session, pass } = sessionOf(loginOf(issuer.url));
    await expect(session.token()).rejects.toThrow(/sent no id_token/);
    delete tokens.id_token;
    pass(11_000);
    expect(await session.token()).toMatch(/^eyJ/);
    expect(issuer.came).toEqual(['refresh-1', 'refresh-2']);
  });

  it('sends its refresh token to no plain HTTP beyond loopback, also where its issuer is plain HTTP on loopback', async () => {
    const server = await startScriptedServer((_request, response) =>
      json(response, 200, { issuer: server.url, token_endpoint: 'http://id.proxied.invalid/token' }),
    );
    open.push(() => server[Symbol.asyncDispose]());
    const { session } = sessionOf(loginOf(server.url, { ca: async () => undefined }));
    await expect(session.token()).rejects.toThrow(/its metadata name a URL without https/);
  });

  it('needs no ID token to begin with', async () => {
    const issuer = await startIssuer();
    expect(await sessionOf(loginOf(issuer.url, { idToken: '' })).session.token()).toMatch(/^eyJ/);
  });

  it('renews once for all that wait', async () => {
    const issuer = await startIssuer({ rotates: true });
    const { session } = sessionOf(loginOf(issuer.url));
    expect(new Set(await Promise.all([session.token(), session.token({ fresh: true }), session.token()])).size).toBe(1);
    expect(issuer.came).toHaveLength(1);
  });

  it('renews a token that an API server refuses, at most once in ten seconds', async () => {
    const issuer = await startIssuer({ rotates: true });
    const { session, pass } = sessionOf(loginOf(issuer.url, { idToken: jwt({}) }));
    const first = await session.token({ fresh: true });
    expect(await session.token({ fresh: true })).toBe(first);
    pass(11_000);
    expect(await session.token({ fresh: true })).not.toBe(first);
    expect(issuer.came).toEqual(['refresh-1', 'refresh-2']);
  });

  it('asks an issuer no more than once in ten seconds whose tokens have ended when they come', async () => {
    const issuer = await startIssuer({ idTokenLasts: 5_000 });
    const { session, pass } = sessionOf(loginOf(issuer.url));
    for (let i = 0; i < 5; i += 1) await session.token();
    expect(issuer.came).toHaveLength(1);
    pass(11_000);
    await session.token();
    expect(issuer.came).toHaveLength(2);
  });

  it.each(['basic', 'post'] as const)(
    'shows the secret of the client in the way that the issuer takes: %s',
    async way => {
      const issuer = await startIssuer({ way, idTokenLasts: 60_000 });
      const { session, pass } = sessionOf(loginOf(issuer.url, { clientSecret: 'a secret: 1' }));
      await session.token();
      const requested = issuer.server.requests.length;
      pass(60_000);
      await session.token();
      // Two requests, for metadata and token, because the authentication method is known.
      expect(issuer.server.requests.length - requested).toBe(2);
    },
  );

  it('tries again after a failure, when some time has passed', async () => {
    const issuer = await startIssuer();
    issuer.next = 'another';
    const { session, pass } = sessionOf(loginOf(issuer.url));
    await expect(session.token()).rejects.toThrow(/takes the refresh-token no more/);
    await expect(session.token()).rejects.toThrow(/takes the refresh-token no more/);
    expect(issuer.came).toHaveLength(1);
    issuer.next = 'refresh-1';
    pass(11_000);
    expect(await session.token()).toMatch(/^eyJ/);
  });

  it.each<[string, Partial<OidcLogin>, RegExp]>([
    [
      'an ID token that has ended and no refresh token',
      { refreshToken: '' },
      /^the id-token ended at 20.*Z, and there is no refresh-token to renew it with\. Sign in again/,
    ],
    ['neither token', { idToken: '', refreshToken: '' }, /^there is no id-token, and there is no refresh-token/],
    [
      'an ID token that is none',
      { idToken: 'opaque', refreshToken: '' },
      /^the id-token is not a JWT that says when it ends/,
    ],
  ])('says what is wrong with %s, and asks nobody', async (_what, more, words) => {
    const issuer = await startIssuer();
    await expect(sessionOf(loginOf(issuer.url, more)).session.token()).rejects.toThrow(words);
    expect(issuer.server.requests).toEqual([]);
  });

  it.each<[string, IssuerOptions, Partial<OidcLogin>, RegExp]>([
    ['a refresh token that is used up', {}, { refreshToken: 'old' }, /takes the refresh-token no more/],
    ['a client that it does not know', { way: 'basic' }, {}, /does not know the client/],
    ['no ID token in the answer', { tokens: { id_token: undefined } }, {}, /sent no id_token/],
    ['an ID token of another client', { tokens: { id_token: jwt({ aud: 'other' }) } }, {}, /cannot be used \(OAUTH_/],
    ['an answer without end', { tokens: { more: 'x'.repeat(300_000) } }, {}, /sent more than 262144 bytes/],
    [
      'metadata of another issuer',
      { metadata: { issuer: 'https://other.example' } },
      {},
      /another issuer than idp-issuer-url/,
    ],
    [
      'a token endpoint in plain text',
      { metadata: { token_endpoint: 'http://127.0.0.1:1/token' } },
      {},
      /cannot be used \(/,
    ],
    ['an authority that is not known', {}, { ca: async () => undefined }, /Set idp-certificate-authority-data/],
    ['an issuer in plain text', {}, { issuer: 'http://id.example' }, /is no https:\/\/ URL/],
    ['an issuer that is no URL', {}, { issuer: 'sesame' }, /is no https:\/\/ URL/],
    [
      'an address of this machine, where that is forbidden',
      {},
      { localAddresses: false },
      /address of this machine or its link/,
    ],
  ])('says what is wrong with %s, in words that hold no secret', async (_what, options, more, words) => {
    const issuer = await startIssuer(options);
    const failure = (await sessionOf(loginOf(issuer.url, more))
      .session.token()
      .catch((error: unknown) => error)) as Error;
    expect(failure.name).toBe('KubeconfigError');
    expect(failure.message).toMatch(words);
    expect(failure.message).not.toMatch(/sesame|refresh-1|eyJ/);
  });

  it('follows a hostile issuer to no address of this machine, whatever its metadata name', async () => {
    const inner = await startIssuer();
    const outer = await startIssuer({ metadata: { token_endpoint: `${inner.url}/token` } });
    outer.url = outer.url.replace('127.0.0.1', ELSEWHERE);
    const proxy = await startHttpProxy({ [ELSEWHERE]: '127.0.0.1' });
    open.push(() => proxy[Symbol.asyncDispose]());
    const before = process.env['HTTPS_PROXY'];
    process.env['HTTPS_PROXY'] = `http://127.0.0.1:${proxy.port}`;
    open.push(
      async () =>
        void (before === undefined ? delete process.env['HTTPS_PROXY'] : (process.env['HTTPS_PROXY'] = before)),
    );
    await expect(sessionOf(loginOf(outer.url, { localAddresses: false })).session.token()).rejects.toThrow(
      /address of this machine/,
    );
    expect([outer.server.requests.length, inner.server.requests.length]).toEqual([1, 0]);
  });

  it('says when the issuer is away', async () => {
    const issuer = await startIssuer();
    await issuer.server[Symbol.asyncDispose]();
    await expect(sessionOf(loginOf(issuer.url)).session.token()).rejects.toThrow(
      `${issuer.url}: it cannot be used (ECONNREFUSED).`,
    );
  });

  it('ends when its ID token ends, if nothing renews that', async () => {
    const idToken = jwt({ exp: 2_000_000_000 });
    expect(sessionOf(loginOf('https://x.invalid', { idToken, refreshToken: '' })).session.expiresAt).toBe(
      2_000_000_000_000,
    );
    expect(sessionOf(loginOf('https://x.invalid', { idToken })).session.expiresAt).toBeUndefined();
  });
});

it('a real issuer whose public clients have rotating refresh tokens renews again and again', async () => {
  const issuer = await TestIssuer.start({ certificate, idTokenSeconds: 60 });
  open.push(() => issuer[Symbol.asyncDispose]());
  const { fetch: fetchWith, Agent } = await import('undici');
  const dispatcher = new Agent({ connect: { ca: ca.cert } });
  open.push(() => dispatcher.destroy());
  const client = await oidc.discovery(new URL(issuer.url), COMMAND_LINE_CLIENT_ID, undefined, oidc.None(), {
    [oidc.customFetch]: ((url: string, init: object) => fetchWith(url, { ...init, dispatcher })) as never,
  });
  const device = await oidc.initiateDeviceAuthorization(client, { scope: 'openid offline_access' });
  await issuer.enterCode(device.user_code);
  const { refresh_token: refreshToken = '' } = await oidc.pollDeviceAuthorizationGrant(client, {
    ...device,
    interval: 0,
  });
  const { session, pass } = sessionOf(
    loginOf(issuer.url, { clientId: COMMAND_LINE_CLIENT_ID, idToken: '', refreshToken }),
  );
  const renewals = () => issuer.requested.filter(path => path === '/token').length;
  const before = renewals();
  expect(await session.token()).toMatch(/^eyJ/);
  pass(11_000);
  expect(await session.token({ fresh: true })).toMatch(/^eyJ/);
  expect(renewals() - before).toBe(2);
  const used = sessionOf(loginOf(issuer.url, { clientId: COMMAND_LINE_CLIENT_ID, idToken: '', refreshToken })).session;
  await expect(used.token()).rejects.toThrow(/takes the refresh-token no more/);
});

describe('a kubeconfig with an OIDC login', () => {
  beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), 'fleetgraph-oidc-'))));
  afterAll(() => rm(directory, { recursive: true }));
  const kubeconfig = (config: object, contexts = ['c']) =>
    JSON.stringify({
      clusters: contexts.map(name => ({ name, cluster: { server: `https://${name}.example` } })),
      users: [{ name: 'u', user: { 'auth-provider': { name: 'oidc', config } } }],
      contexts: contexts.map(name => ({ name, context: { cluster: name, user: 'u' } })),
    });
  const config = (url: string, more: object = {}) => ({
    ...{ 'idp-issuer-url': url, 'client-id': 'kubectl', 'id-token': ENDED(), 'refresh-token': 'refresh-1' },
    'idp-certificate-authority-data': Buffer.from(ca.cert).toString('base64'),
    ...more,
  });
  const authorizationOf = async (text: string, context = 'c') =>
    (await (await parseKubeconfig(text, { source: 'kc', directory }).target(context)).credentials?.())?.authorization;

  it('renews it in memory, and leaves the file as it is', async () => {
    const issuer = await startIssuer({ rotates: true });
    const text = kubeconfig(config(issuer.url));
    await writeFile(join(directory, 'kc'), text);
    expect(await authorizationOf(text)).toMatch(/^Bearer eyJ/);
    expect(await readFile(join(directory, 'kc'), 'utf8')).toBe(text);
  });

  it('renews it once for all contexts that have it, and when the file is read again', async () => {
    const issuer = await startIssuer({ rotates: true });
    const text = kubeconfig(config(issuer.url), ['a', 'b', 'c']);
    const [first, ...others] = await Promise.all(['a', 'b', 'c', 'a'].map(context => authorizationOf(text, context)));
    expect(others).toEqual([first, first, first]);
    expect(issuer.came).toEqual(['refresh-1']);
  });

  it('of a hub shares no session with one of the operator, nor with one of another hub that may reach other addresses', async () => {
    const issuer = await startIssuer();
    const login = loginOf(issuer.url);
    const ofHub = oidcSession({ ...login, isOfHub: true });
    expect(oidcSession({ ...login, isOfHub: true })).toBe(ofHub);
    expect(oidcSession(login)).not.toBe(ofHub);
    expect(oidcSession({ ...login, isOfHub: true, localAddresses: false })).not.toBe(ofHub);
  });

  it('pushes out none of the operator where a hub that may reach local addresses has a thousand', async () => {
    const issuer = await startIssuer({ rotates: true });
    const text = kubeconfig(config(issuer.url));
    const first = await authorizationOf(text);
    const ofHub = (clientId: string) =>
      untrustedTarget(kubeconfig(config(issuer.url, { 'client-id': clientId })), {
        ...{ source: 'Secret team/leaf', cluster: 'leaf', allow: ['local-addresses'] },
      });
    for (let i = 0; i < 1_000; i += 1) await ofHub(`client-${i}`);
    expect(await authorizationOf(text)).toBe(first);
    expect(issuer.came).toEqual(['refresh-1']);
  });

  it('takes the authority of the issuer from a file beside it', async () => {
    const issuer = await startIssuer();
    await writeFile(join(directory, 'issuer.crt'), ca.cert);
    const own = { 'idp-certificate-authority': 'issuer.crt', 'idp-certificate-authority-data': undefined };
    expect(await authorizationOf(kubeconfig(config(issuer.url, own)))).toMatch(/^Bearer eyJ/);
  });

  it.each([
    [
      'an ended token alone',
      { 'refresh-token': undefined },
      /^kc: user "u": auth-provider oidc: the id-token ended at/,
    ],
    [
      'no issuer',
      { 'idp-issuer-url': undefined },
      /^kc: user "u": auth-provider\.config has a refresh-token, and no idp-issuer-url/,
    ],
    ['no client', { 'client-id': null }, /auth-provider\.config has a refresh-token, and no client-id/],
    ['a number', { 'client-secret': 17 }, /auth-provider\.config\.client-secret: expected a text/],
    [
      'an authority that is none',
      { 'idp-certificate-authority-data': 'c2VzYW1l' },
      /idp-certificate-authority: not a PEM certificate/,
    ],
    [
      'a file that is not there',
      { 'idp-certificate-authority-data': undefined, 'idp-certificate-authority': 'gone' },
      /idp-certificate-authority: .*gone cannot be read/,
    ],
  ])('says what is wrong with %s', async (_what, more, words) => {
    await expect(authorizationOf(kubeconfig(config('https://127.0.0.1:1', more)))).rejects.toThrow(words);
  });
});
