/**
 * Tokens of an OIDC issuer: accepted tokens, refused tokens with their reasons, rotation of keys, and an unreachable
 * issuer.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { base64url, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import {
  AuthenticationUnavailableError,
  BadCredentialsError,
  UnknownCredentialsError,
  type AcceptanceRules,
} from '../../identity/authenticator.ts';
import { OidcIssuer } from '../../identity/oidc-issuer.ts';
import { oidcTokens, type OidcOptions, type OidcAuthenticator } from '../../identity/oidc.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { TestIssuer } from '../harness/oidc-issuer.ts';
import { authority, issue } from '../kubernetes/certificates.ts';
import { manualClock } from './manual-clock.ts';
import { bearer, request } from './requests.ts';

let provider: TestIssuer;
let issuer: OidcIssuer;
beforeAll(async () => {
  provider = await TestIssuer.start();
  issuer = new OidcIssuer({ issuer: provider.url, log: silentLogger });
});
afterAll(async () => {
  await issuer.close();
  await provider.stop();
});

const open = (options: Partial<OidcOptions> = {}, rules: AcceptanceRules = {}) =>
  oidcTokens({ issuer, audiences: ['fleetgraph'], ...options }, rules);
const refusal = async (authenticator: OidcAuthenticator, token: string): Promise<string> =>
  authenticator.authenticate(bearer(token)).then(
    identity => `accepted ${identity?.user}`,
    (error: unknown) => {
      if (error instanceof BadCredentialsError) return error.reason;
      if (error instanceof AuthenticationUnavailableError) return 'unavailable';
      throw error;
    },
  );
const seconds = () => Math.floor(Date.now() / 1_000);

describe('a token of the issuer', () => {
  it('names the user and the groups, ends with it, and may be forwarded to leaves', async () => {
    const exp = seconds() + 600;
    const token = await provider.token({ sub: 'jane', groups: ['dev', 'ops'], exp });
    const identity = await open().authenticate(bearer(token));
    expect(identity).toMatchObject({ user: 'jane', groups: ['dev', 'ops'], uid: '', expiresAt: exp * 1_000 });
    expect(identity!.token).toBe(token);
  });

  it.each<[string, object, Partial<OidcOptions>, object]>([
    [
      'other claims',
      { email: 'j@x', roles: ['dev'] },
      { usernameClaim: 'email', groupsClaim: 'roles' },
      { user: 'j@x', groups: ['dev'] },
    ],
    ['one group, not in a list', { groups: 'dev' }, {}, { groups: ['dev'] }],
    ['no groups', {}, {}, { groups: [] }],
    ['no groups, as null', { groups: null }, {}, { groups: [] }],
    [
      'prefixes',
      { groups: ['dev', ''] },
      { usernamePrefix: 'oidc:', groupPrefix: 'oidc:' },
      { user: 'oidc:jane', groups: ['oidc:dev'] },
    ],
    ['one of several audiences', { aud: ['x', 'cli'] }, { audiences: ['fleetgraph', 'cli'] }, { user: 'jane' }],
    ['a confirmed address', { email: 'j@x', email_verified: true }, { usernameClaim: 'email' }, { user: 'j@x' }],
    [
      'a confirmed address in another claim',
      { email_verified: false, profile: { email: 'j@x', email_verified: true } },
      { usernameClaim: 'profile.email' },
      { user: 'j@x' },
    ],
    ['groups of Kubernetes’ own', { groups: ['system:masters', 'system:nodes', 'dev'] }, {}, { groups: ['dev'] }],
    ['a clock a little behind ours', { exp: seconds() - 20 }, {}, { user: 'jane' }],
    ['a clock a little ahead of ours', { nbf: seconds() + 20 }, {}, { user: 'jane' }],
  ])('with %s is taken', async (_case, claims, options, expected) => {
    expect(await open(options).authenticate(bearer(await provider.token({ ...claims })))).toMatchObject(expected);
  });

  it('keeps system:masters where the configuration allows it', async () => {
    const token = await provider.token({ groups: ['system:masters', 'system:nodes'] });
    expect((await open({}, { allowSystemMasters: true }).authenticate(bearer(token)))?.groups).toEqual([
      'system:masters',
    ]);
  });

  it.each<[string, object, Partial<OidcOptions>, string]>([
    ['for another audience', { aud: 'other' }, {}, 'audience'],
    ['for nobody', { aud: undefined }, {}, 'audience'],
    ['for a number', { aud: 7 }, {}, 'audience'],
    ['expired', { exp: seconds() - 60 }, {}, 'expired'],
    ['without an end', { exp: undefined }, {}, 'claims'],
    ['whose end is a text', { exp: 'tomorrow' }, {}, 'claims'],
    ['not valid yet', { nbf: seconds() + 60 }, {}, 'notYetValid'],
    ['without a user', { sub: undefined }, {}, 'claims'],
    ['whose user is a number', { sub: 7 }, {}, 'claims'],
    ['whose user is a list', { email: ['a', 'b'] }, { usernameClaim: 'email' }, 'claims'],
    ['whose user would be what every object has', {}, { usernameClaim: 'constructor' }, 'claims'],
    ['whose user is empty', { sub: '' }, {}, 'claims'],
    ['whose user is Kubernetes’ own', { sub: 'system:serviceaccount:kube-system:admin' }, {}, 'claims'],
    ['whose user becomes Kubernetes’ own', { sub: 'tem:admin' }, { usernamePrefix: 'sys' }, 'claims'],
    [
      'whose user is one that a cluster alone knows',
      { sub: 'fleetgraph:cluster:a:system:serviceaccount:a:b' },
      {},
      'claims',
    ],
    ['whose address is not confirmed', { email: 'j@x', email_verified: false }, { usernameClaim: 'email' }, 'claims'],
    [
      'whose address in another claim is not confirmed there',
      { profile: { email: 'j@x', email_verified: false } },
      { usernameClaim: 'profile.email' },
      'claims',
    ],
    [
      'whose address of a namespace is not confirmed',
      { 'https://x.org/email': 'j@x', 'https://x.org/email_verified': 'false' },
      { usernameClaim: 'https://x.org/email' },
      'claims',
    ],
    ['whose groups are numbers', { groups: [1, 2] }, {}, 'claims'],
    ['whose groups are an object', { groups: { dev: true } }, {}, 'claims'],
    ['whose groups are too many', { groups: Array.from({ length: 1_001 }, (_, i) => `g${i}`) }, {}, 'claims'],
    [
      'whose clock is off by hours',
      { iat: seconds() + 7_200, nbf: seconds() + 7_200, exp: seconds() + 9_000 },
      {},
      'notYetValid',
    ],
  ])('%s is refused', async (_case, claims, options, reason) => {
    expect(await refusal(open(options), await provider.token({ ...claims }))).toBe(reason);
  });

  it('says in the refusal what it was, and never repeats the token', async () => {
    const token = await provider.token({ aud: 'other' });
    await expect(open().authenticate(bearer(token))).rejects.toThrow('audience (aud) must be fleetgraph');
    const said = await open()
      .authenticate(bearer(token))
      .then(() => '', String);
    expect(said).not.toContain(token.slice(0, 30));
  });
});

describe('the groups', () => {
  it.each<[string, object, string, string[]]>([
    ['roles of a Keycloak realm', { realm_access: { roles: ['dev'] } }, 'realm_access.roles', ['dev']],
    [
      'roles of a Keycloak client',
      { resource_access: { 'fleet.example.org': { roles: ['ops'] } } },
      'resource_access.fleet.example.org.roles',
      ['ops'],
    ],
    ['a claim that is a URL', { 'https://example.org/groups': ['dev'] }, 'https://example.org/groups', ['dev']],
    [
      'a claim in a claim that is a URL',
      { 'https://example.org/claims': { groups: 'dev' } },
      'https://example.org/claims.groups',
      ['dev'],
    ],
    [
      'a claim whose name has dots',
      { 'realm_access.roles': ['exact'], realm_access: { roles: ['inside'] } },
      'realm_access.roles',
      ['exact'],
    ],
    ['the longest name that is there', { a: { 'b.c': ['outer'] }, 'a.b': { c: ['inner'] } }, 'a.b.c', ['inner']],
    ['a path that leads nowhere', { realm_access: { other: ['dev'] } }, 'realm_access.roles', []],
    ['a path through a text', { realm_access: 'roles' }, 'realm_access.roles', []],
    ['a path through what every object has', {}, 'constructor.name', []],
    ['one text with commas and blanks', { groups: 'dev,ops team' }, 'groups', ['dev,ops team']],
    ['a list that is empty', { groups: [] }, 'groups', []],
  ])('are found as %s', async (_case, claims, groupsClaim, groups) => {
    expect((await open({ groupsClaim }).authenticate(bearer(await provider.token({ ...claims }))))?.groups).toEqual(
      groups,
    );
  });

  it('and the user are found in the same way', async () => {
    const token = await provider.token({ profile: { login: 'ada' } });
    expect((await open({ usernameClaim: 'profile.login' }).authenticate(bearer(token)))?.user).toBe('ada');
  });

  const elsewhere = (name: string) => ({
    _claim_names: { [name]: 'src1' },
    _claim_sources: { src1: { endpoint: 'https://graph.example.org/x' } },
  });

  it.each<[string, object, string]>([
    ['the list is elsewhere', elsewhere('groups'), 'groups'],
    ['the list is elsewhere, and an empty one is here', { ...elsewhere('groups'), groups: [] }, 'groups'],
    ['the claim that holds the list is elsewhere', elsewhere('realm_access'), 'realm_access.roles'],
    ['the token says only that there are groups', { hasgroups: true }, 'groups'],
    ['the token says so in a text', { hasgroups: 'true' }, 'groups'],
  ])(
    'that the issuer left out because they are too many are a refusal that says what to do: %s',
    async (_case, claims, groupsClaim) => {
      const token = await provider.token({ sub: 's', email: 'ada@example.org', ...claims });
      await expect(open({ groupsClaim }).authenticate(bearer(token))).rejects.toMatchObject({
        reason: 'claims',
        message: expect.stringMatching(
          new RegExp(`does not hold your groups \\(claim ${groupsClaim}\\).*too many.*app roles`),
        ),
      });
    },
  );

  it.each<[string, object, string, string[]]>([
    ['another claim is elsewhere', elsewhere('address'), 'groups', []],
    ['the list is here, too', { ...elsewhere('groups'), groups: ['dev'] }, 'groups', ['dev']],
    [
      'roles are used, and groups are elsewhere',
      { ...elsewhere('groups'), hasgroups: true, roles: ['dev'] },
      'roles',
      ['dev'],
    ],
    ['nobody has roles, and groups are elsewhere', { ...elsewhere('groups'), hasgroups: true }, 'roles', []],
  ])('are taken where %s', async (_case, claims, groupsClaim, groups) => {
    expect((await open({ groupsClaim }).authenticate(bearer(await provider.token({ ...claims }))))?.groups).toEqual(
      groups,
    );
  });

  it.each<[string, unknown, string]>([
    ['numbers', [1], 'it holds something that is of type number'],
    ['objects', [{ name: 'dev' }], 'it holds something that is of type object'],
    ['an object', { roles: ['dev'] }, 'it is of type object. Name the list in it'],
  ])('that are %s are refused, and the refusal says what came', async (_case, groups, message) => {
    await expect(open().authenticate(bearer(await provider.token({ groups })))).rejects.toThrow(message);
  });

  it('that do not count are left out before they are judged and numbered', async () => {
    const many = Array.from({ length: 1_050 }, (_, i) => `m${i}`);
    const groups = { include: ['team-*', '*admins', 'a*b*c'], exclude: ['team-x*', 'no-admins'] };
    const claimed = [
      ...many,
      ' odd ',
      'team-a',
      'team-xy',
      'admins',
      'no-admins',
      'dev-admins',
      'abc',
      'aXbYc',
      'acb',
      'ab',
      'Team-a',
      'system:masters',
    ];
    const token = await provider.token({ groups: claimed });
    expect((await open({}, { groups }).authenticate(bearer(token)))?.groups).toEqual([
      'team-a',
      'admins',
      'dev-admins',
      'abc',
      'aXbYc',
    ]);
    const prefixed = open({ groupPrefix: 'corp:' }, { groups: { include: ['corp:team-a'], exclude: [] } });
    expect((await prefixed.authenticate(bearer(token)))?.groups).toEqual(['corp:team-a']);
  });
});

describe('a signature', () => {
  it('by another key under the issuer’s key id is refused', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    expect(await refusal(open(), await provider.token({}, { key: privateKey }))).toBe('signature');
  });

  it('by a key that the issuer does not publish is refused', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    expect(await refusal(open(), await provider.token({}, { key: privateKey, kid: 'mine' }))).toBe('key');
  });

  it('that is none (alg: none) is refused', async () => {
    const token = new UnsecuredJWT({ iss: provider.url, aud: 'fleetgraph', sub: 'jane', exp: seconds() + 60 }).encode();
    expect(await refusal(open(), token)).toBe('algorithm');
  });

  it('by HMAC with the public key as its secret is refused', async () => {
    const answer = await fetch(`${provider.url}/jwks`);
    const { keys } = (await answer.json()) as { keys: { n: string; kid: string }[] };
    for (const secret of [keys[0]!.n, JSON.stringify(keys[0])]) {
      const token = await new SignJWT({ iss: provider.url, aud: 'fleetgraph', sub: 'jane', exp: seconds() + 60 })
        .setProtectedHeader({ alg: 'HS256', kid: keys[0]!.kid })
        .sign(new TextEncoder().encode(secret));
      expect(await refusal(open(), token)).toBe('algorithm');
    }
  });

  it('by an algorithm that is not on the list is refused', async () => {
    expect(await refusal(open({ algorithms: ['ES256'] }), await provider.token())).toBe('algorithm');
  });
});

describe('what is not the issuer’s', () => {
  it.each([
    ['a token of another kind', 'some-token'],
    ['a token that only looks like one', 'a.b.c'],
    [
      'a token of another issuer',
      `${base64url.encode('{"alg":"RS256"}')}.${base64url.encode('{"iss":"https://other"}')}.x`,
    ],
  ])('may be another’s: %s', async (_case, token) => {
    await expect(open().authenticate(bearer(token))).rejects.toThrow(UnknownCredentialsError);
  });

  it('is no opinion without a bearer token', async () => {
    expect(await open().authenticate(request())).toBeUndefined();
  });

  it('is a token of more than 16 KiB', async () => {
    const token = await provider.token({ junk: 'x'.repeat(20_000) });
    await expect(open().authenticate(bearer(token))).rejects.toThrow('bytes long');
  });
});

describe('keys', () => {
  it('that are new are fetched when a token names them, and made-up ones cost the issuer one look in five seconds', async () => {
    const clock = manualClock();
    await using own = await TestIssuer.start();
    const watched = new OidcIssuer({ issuer: own.url, log: silentLogger, clock });
    const authenticator = open({ issuer: watched });
    const before = await own.token();
    expect(await refusal(authenticator, before)).toBe('accepted jane');
    await own.rotate();
    clock.advance(6_000);
    expect(await refusal(authenticator, await own.token())).toBe('accepted jane');
    expect(await refusal(authenticator, before)).toBe('key'); // the cached acceptance no longer counts
    const looks = () => own.requested.filter(path => path === '/jwks').length;
    const { privateKey } = await generateKeyPair('RS256');
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, i) => own.token({}, { key: privateKey, kid: `made-up-${i}` })),
    );
    clock.advance(6_000);
    const seen = looks();
    expect(new Set(await Promise.all(made.map(token => refusal(authenticator, token))))).toEqual(new Set(['key']));
    expect(looks() - seen).toBe(1);
    await watched.close();
  });

  it('stay in use while the issuer is away', async () => {
    const clock = manualClock();
    const own = await TestIssuer.start();
    const watched = new OidcIssuer({ issuer: own.url, log: silentLogger, clock });
    const authenticator = open({ issuer: watched });
    expect(await refusal(authenticator, await own.token())).toBe('accepted jane');
    await own.stop();
    expect(await refusal(authenticator, await own.token({ sub: 'joe' }))).toBe('accepted joe');
    clock.advance(6_000);
    expect(await refusal(authenticator, await own.token({}, { kid: 'new' }))).toBe('unavailable');
    await watched.close();
  });

  it.each<[string, unknown]>([
    ['no list', { keys: 'all' }],
    ['no object', [1, 2]],
    ['no keys', { keys: [] }],
    ['more than a hundred', { keys: Array.from({ length: 101 }, () => ({ kty: 'RSA', n: 'AQ', e: 'AQAB' })) }],
    ['secrets alone', { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] }],
    ['one as long as a book', { keys: [{ kty: 'RSA', n: 'A'.repeat(100_000), e: 'AQAB' }] }],
    ['half a megabyte and more', { keys: [], junk: 'x'.repeat(600_000) }],
  ])('that are %s leave the old ones as they are', async (_case, jwks) => {
    const clock = manualClock();
    await using own = await TestIssuer.start();
    const watched = new OidcIssuer({ issuer: own.url, log: silentLogger, clock });
    const authenticator = open({ issuer: watched });
    expect(await refusal(authenticator, await own.token())).toBe('accepted jane');
    own.answerWith((req, res) => {
      const metadata = { issuer: own.url, jwks_uri: `${own.url}/jwks` };
      res.end(JSON.stringify(req.url === '/jwks' ? jwks : metadata));
    });
    clock.advance(6_000);
    expect(await refusal(authenticator, await own.token({}, { kid: 'other' }))).toBe('unavailable');
    expect(watched.problem).toBeDefined();
    expect(await refusal(authenticator, await own.token({ sub: 'joe' }))).toBe('accepted joe');
    await watched.close();
  });
});

describe('an issuer', () => {
  it('whose certificate is from an unknown authority is told with the key that names one', async () => {
    const own = await TestIssuer.start({
      certificate: await issue(await authority('nobody knows it'), 'issuer', { addresses: ['127.0.0.1'] }),
    });
    const watched = new OidcIssuer({ issuer: own.url, log: silentLogger });
    expect(await refusal(open({ issuer: watched }), await own.token())).toBe('unavailable');
    expect(watched.problem).toMatch(/is not from an authority that is trusted here .*; name its authority in caFile/);
    await watched.close();
    await own.stop();
  });

  it('that is away at the start is tried again in the background; until then its tokens are refused for now', async () => {
    const clock = manualClock();
    const own = await TestIssuer.start();
    const token = await own.token();
    await own.stop();
    const watched = new OidcIssuer({ issuer: own.url, log: silentLogger, clock });
    const authenticator = open({ issuer: watched });
    expect(await refusal(authenticator, token)).toBe('unavailable');
    expect(watched.problem).toContain('cannot be reached');
    await own.listen();
    clock.advance(1_000);
    await clock.until(() => watched.problem === undefined);
    expect(await refusal(authenticator, token)).toBe('accepted jane');
    await watched.close();
    await own.stop();
  });

  it.each<[string, (url: string) => object, string]>([
    ['names another issuer', url => ({ issuer: `${url}/`, jwks_uri: `${url}/jwks` }), 'metadata are of issuer'],
    ['has no place for its keys', url => ({ issuer: url }), 'no jwks_uri'],
    ['has a file for its keys', url => ({ issuer: url, jwks_uri: 'file:///etc/passwd' }), 'no jwks_uri'],
  ])('that %s is said', async (_case, metadata, problem) => {
    const clock = manualClock();
    await using own = await TestIssuer.start();
    own.answerWith((_req, res) => res.end(JSON.stringify(metadata(own.url))));
    const watched = new OidcIssuer({ issuer: own.url, log: silentLogger, clock });
    expect(await refusal(open({ issuer: watched }), await own.token())).toBe('unavailable');
    expect(watched.problem).toContain(problem);
    await watched.close();
  });

  it('that leads elsewhere is not followed', async () => {
    const clock = manualClock();
    await using own = await TestIssuer.start();
    own.answerWith((_req, res) => res.writeHead(302, { location: 'http://169.254.169.254/' }).end());
    const watched = new OidcIssuer({ issuer: own.url, log: silentLogger, clock });
    expect(await refusal(open({ issuer: watched }), await own.token())).toBe('unavailable');
    expect(watched.problem).toContain('status 302');
    await watched.close();
  });
});

it('a token that was checked is not checked again until it expires', async () => {
  let now = Date.now();
  const authenticator = open({ now: () => now });
  const token = await provider.token({ exp: Math.floor(now / 1_000) + 60 });
  await authenticator.authenticate(bearer(token)); // loads the first keys
  const first = await authenticator.authenticate(bearer(token));
  expect(await authenticator.authenticate(bearer(token))).toBe(first);
  now += 120_000;
  expect(await refusal(authenticator, token)).toBe('expired');
});
