/**
 * The sealed cookie of a browser session, and the requests for which it is valid. Without the secret, nobody can create
 * or change a cookie.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { IncomingHttpHeaders } from 'node:http';
import { acceptIdentity, AuthenticationUnavailableError, BadCredentialsError } from '../../identity/authenticator.ts';
import { EndedSessions } from '../../identity/ended-sessions.ts';
import { sessionCookies, Sessions, SessionTooLargeError } from '../../identity/sessions.ts';
import { silentLogger } from '../../telemetry/log.ts';

const origin = 'https://fleet.example.org';
const secret = 'a-secret-of-more-than-thirty-two-characters';
const startedAt = 1_800_000_000_000;
const session = { id: 'the-session', idToken: 'the-id-token', refreshToken: 'the-refresh-token', startedAt };
const sameOrigin = { 'sec-fetch-site': 'same-origin' };

function open(options: Partial<ConstructorParameters<typeof Sessions>[0]> = {}) {
  let now = startedAt;
  const sessions = new Sessions({ origin, secret, now: () => now, ...options });
  const tokens = {
    identityOf: async (token: string) => {
      if (token === 'expired') throw new BadCredentialsError('The token has expired.', 'expired');
      return acceptIdentity({ user: `owner of ${token}` });
    },
  };
  const authenticator = sessionCookies(sessions, tokens);
  const ask = (headers: IncomingHttpHeaders) =>
    authenticator.authenticate({ headers, rawHeaders: [], remoteAddress: undefined }).then(
      identity => identity?.user,
      (error: BadCredentialsError) => error.reason,
    );
  return { sessions, ask, at: (ms: number) => (now = startedAt + ms) };
}

/** The cookies in the form in which a browser returns them. */
const cookieOf = (setCookies: readonly string[]) =>
  setCookies
    .filter(text => !text.includes('Max-Age=0;'))
    .map(text => text.split(';')[0])
    .join('; ');

describe('the cookie of a session', () => {
  it('can be read by no script, sent by no other site, and set by no other host', async () => {
    const { sessions } = open();
    const [first, ...others] = await sessions.keep(session);
    expect(first).toMatch(/^__Host-fleetgraph=[\w.-]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/);
    expect(others).toEqual(
      expect.arrayContaining(['__Host-fleetgraph-1=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure']),
    );
    expect(first).not.toContain('the-id-token');
  });

  it('below a path is sent to that path alone, by a name that browsers take there', async () => {
    const { sessions, ask } = open({ path: '/tools/fleet' });
    const cookies = await sessions.keep(session);
    expect(cookies[0]).toMatch(
      /^__Secure-fleetgraph=[\w.-]+; Path=\/tools\/fleet; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(await ask({ cookie: cookieOf(cookies), ...sameOrigin })).toBe('owner of the-id-token');
  });

  it.each([
    ['as long', ''],
    ['longer', 'x'.repeat(9_000)],
  ])(
    'is the one of the own path where a gateway at a shorter path of the origin has one that is %s',
    async (_what, idToken) => {
      const [outer, inner] = [open({ path: '/a' }), open({ path: '/a/b', secret: `${secret}!` })];
      const outers = cookieOf(await outer.sessions.keep({ ...session, idToken }));
      const pending = { state: 's', nonce: 'n', verifier: 'v', returnTo: '/' };
      const kept = await Promise.all([inner, outer].map(({ sessions }) => sessions.keepPending(pending)));
      // Browsers send cookies with longer paths first.
      const cookie = `${cookieOf(await inner.sessions.keep(session))}; ${outers}; ${cookieOf(kept)}`;
      expect(await inner.sessions.of({ cookie })).toEqual(session);
      expect(await inner.sessions.pendingOf({ cookie })).toMatchObject(pending);
    },
  );

  it('is read by every replica with the same secret, and by no other', async () => {
    const cookie = cookieOf(await open().sessions.keep(session));
    expect(await open().sessions.of({ cookie })).toEqual(session);
    expect(await open({ secret: undefined }).sessions.of({ cookie })).toBe('over');
    expect(await open({ secret: `${secret}!` }).sessions.of({ cookie })).toBe('over');
  });

  it('is read by every gateway on one store that shares its secret, also after the store has made another', async () => {
    const shared = { secret: Buffer.alloc(32, 1) };
    const gateway = () => open({ secret: () => shared.secret }).sessions;
    const [one, other] = [gateway(), gateway()];
    const cookie = cookieOf(await one.keep(session));
    expect(await other.of({ cookie })).toEqual(session);
    shared.secret = Buffer.alloc(32, 2);
    const later = cookieOf(await other.keep(session));
    for (const gateway of [one, other])
      expect(await Promise.all([cookie, later].map(cookie => gateway.of({ cookie })))).toEqual([session, session]);
    expect(await gateway().of({ cookie })).toBe('over');
  });

  it('is neither taken nor over while the secret of the store is not known', async () => {
    const store: { secret?: Buffer } = {};
    const { sessions, ask } = open({ secret: () => store.secret });
    const cookie = cookieOf(await open({ secret: () => Buffer.alloc(32, 1) }).sessions.keep(session));
    expect(sessions.isReady).toBe(false);
    await expect(sessions.of({ cookie })).rejects.toThrow(AuthenticationUnavailableError);
    await expect(sessions.keep(session)).rejects.toThrow(AuthenticationUnavailableError);
    store.secret = Buffer.alloc(32, 1);
    expect(sessions.isReady).toBe(true);
    expect(await ask({ ...sameOrigin, cookie })).toBe('owner of the-id-token');
  });

  it('may be several, for a large token; one that fits into none is refused', async () => {
    const { sessions } = open();
    const large = { ...session, idToken: 'x'.repeat(9_000) };
    expect(await sessions.of({ cookie: cookieOf(await sessions.keep(large)) })).toEqual(large);
    await expect(sessions.keep({ ...session, idToken: 'x'.repeat(20_000) })).rejects.toThrow(SessionTooLargeError);
  });

  it('is not what is kept on the way to the issuer, nor the other way round', async () => {
    const { sessions } = open();
    const pending = { state: 's', nonce: 'n', verifier: 'v', returnTo: '/' };
    const kept = await sessions.keepPending(pending);
    expect(kept).toContain('SameSite=Lax');
    expect(await sessions.pendingOf({ cookie: cookieOf([kept]) })).toMatchObject(pending);
    expect(await sessions.of({ cookie: cookieOf([kept]).replace('-sign-in', '') })).toBe('over');
    const swapped = cookieOf(await sessions.keep(session)).replace('fleetgraph=', 'fleetgraph-sign-in=');
    expect(await sessions.pendingOf({ cookie: swapped })).toBeUndefined();
  });

  it('cannot be changed: no other text opens', async () => {
    const { sessions } = open();
    const cookie = cookieOf(await sessions.keep(session));
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 19, max: cookie.length - 2 }),
        fc.constantFrom('', 'A', '.', '%', 'é'),
        async (at, by) => {
          const other = cookie.slice(0, at) + by + cookie.slice(at + 1);
          if (other !== cookie) expect(await sessions.of({ cookie: other })).toBe('over');
        },
      ),
      { numRuns: 500 },
    );
  });

  it('needs a secret of 32 characters', () => {
    expect(() => open({ secret: 'short' })).toThrow('fewer than 32 characters');
  });
});

describe('a request with the cookie', () => {
  it.each<[string, IncomingHttpHeaders, string | undefined]>([
    ['from a page of ours', sameOrigin, 'owner of the-id-token'],
    ['from a page of ours, by an old browser', { origin }, 'owner of the-id-token'],
    ['from a page of another site', { 'sec-fetch-site': 'cross-site', origin }, 'origin'],
    ['from a page of a sister host', { 'sec-fetch-site': 'same-site' }, 'origin'],
    ['from nowhere (a typed address)', { 'sec-fetch-site': 'none' }, 'origin'],
    ['that says it twice', { 'sec-fetch-site': 'same-origin, cross-site' }, 'origin'],
    ['from another origin, by an old browser', { origin: 'https://evil.example.org' }, 'origin'],
    ['from no page at all', {}, 'origin'],
    ['and credentials of its own', { ...sameOrigin, authorization: 'Bearer x' }, undefined],
  ])('%s', async (_case, headers, expected) => {
    const { sessions, ask } = open();
    expect(await ask({ cookie: cookieOf(await sessions.keep(session)), ...headers })).toBe(expected);
  });

  it('is one without credentials when the cookie is another’s', async () => {
    expect(await open().ask({ cookie: 'theme=dark; other=x', ...sameOrigin })).toBeUndefined();
    expect(await open().ask(sameOrigin)).toBeUndefined();
  });

  it('counts no more once its session was ended, at any replica that knows it, and those of other sessions do', async () => {
    const ended = new EndedSessions({ keepMs: 12 * 3_600_000, log: silentLogger });
    const [one, other, apart] = [open({ ended }), open({ ended }), open()];
    const cookie = cookieOf(await one.sessions.keep(session));
    const renewed = cookieOf(await one.sessions.keep({ ...session, idToken: 'a-later-token' }));
    const another = cookieOf(await one.sessions.keep({ ...session, id: 'another' }));
    expect(await other.ask({ cookie, ...sameOrigin })).toBe('owner of the-id-token');
    let reported = 0;
    other.sessions.onEnd(() => reported++);
    one.sessions.end(session);
    one.sessions.end(session);
    expect(reported).toBe(1);
    for (const copy of [cookie, renewed]) {
      expect(await one.sessions.of({ cookie: copy })).toBe('over');
      expect(await other.ask({ cookie: copy, ...sameOrigin })).toBe('expired');
    }
    expect(await other.ask({ cookie: another, ...sameOrigin })).toBe('owner of the-id-token');
    expect(await apart.ask({ cookie, ...sameOrigin })).toBe('owner of the-id-token');
  });

  it('says that the session is over: by its token, by its age, by another secret', async () => {
    const { sessions, ask, at } = open();
    const cookie = cookieOf(await sessions.keep(session));
    expect(
      await ask({ cookie: cookieOf(await sessions.keep({ ...session, idToken: 'expired' })), ...sameOrigin }),
    ).toBe('expired');
    at(12 * 3_600_000 - 1_000);
    expect(await ask({ cookie, ...sameOrigin })).toBe('owner of the-id-token');
    at(12 * 3_600_000);
    expect(await ask({ cookie, ...sameOrigin })).toBe('expired');
    expect(await open({ secret: undefined }).ask({ cookie, ...sameOrigin })).toBe('expired');
  });
});
