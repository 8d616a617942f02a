/**
 * Names that fleetgraph reserves for identities of a single cluster. No authenticator accepts such a name from outside,
 * in any claim. No cluster can use reserved names of another cluster.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { UnsecuredJWT } from 'jose';
import { authenticator as configured } from '../../config/authenticators.ts';
import {
  acceptIdentity,
  AUTHENTICATOR_TYPES,
  type AuthenticatorType,
  type ClaimedIdentity,
  type Naming,
} from '../../identity/authenticator.ts';
import {
  clusterName,
  identityOn,
  identityPolicyProblem,
  isClusterName,
  nameOnOwnCluster,
  type Identity,
} from '../../identity/identity.ts';
import { OidcIssuer } from '../../identity/oidc-issuer.ts';
import { oidcTokens, type OidcOptions } from '../../identity/oidc.ts';
import { sessionCookies, Sessions } from '../../identity/sessions.ts';
import { staticTokens } from '../../identity/static-tokens.ts';
import { tokenReviews, type TokenReviewOptions } from '../../identity/token-review.ts';
import { trustedHeaders } from '../../identity/trusted-headers.ts';
import { clusterNameProblem } from '../../schema/cluster-name.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { CLIENT_ID, TestIssuer } from '../harness/oidc-issuer.ts';
import { bearer, request } from './requests.ts';

const account = 'system:serviceaccount:team-a:ci';
const RESERVED = [
  'fleetgraph:cluster:alpha:system:masters',
  `fleetgraph:cluster:alpha:system:serviceaccount:kube-system:root-sa`,
  'fleetgraph:cluster:hub:system:masters', // `hub` is the cluster of the tokenReview authenticators
  'fleetgraph:cluster:alpha:dev',
  'fleetgraph:cluster:arn%3Aaws%3Aeks:system:masters',
  'fleetgraph:cluster:',
];
/** Names that look like reserved names. Kubernetes compares byte by byte, so they are different names. */
const LOOK_ALIKES = [
  'Fleetgraph:cluster:alpha:system:masters',
  'FLEETGRAPH:CLUSTER:alpha:system:masters',
  'fleetgraph:Cluster:alpha:system:masters',
  'fleetgraph\uff1acluster\uff1aalpha:system:masters', // with full-width colons
  'fl\u0435etgraph:cluster:alpha:system:masters', // with a Cyrillic letter
  '\ufb02eetgraph:cluster:alpha:system:masters', // with a ligature
  'fleetgraph:cluste\u0301r:alpha:system:masters',
  '\u200bfleetgraph:cluster:alpha:system:masters',
  'fleetgraph%3Acluster%3Aalpha:system:masters',
  'fleetgraph:cluster',
  'xfleetgraph:cluster:alpha:system:masters',
];

let provider: TestIssuer;
let issuer: OidcIssuer;
beforeAll(async () => {
  provider = await TestIssuer.start();
  issuer = new OidcIssuer({ issuer: provider.url, log: silentLogger });
});
afterAll(async () => {
  await issuer?.close();
  await provider?.stop();
});

type Door = (claim: ClaimedIdentity) => Promise<Identity | undefined>;

const oidc =
  (options: Partial<OidcOptions> = {}): Door =>
  async ({ user, groups = [] }) => {
    const token = await provider.token({ sub: user, groups: [...groups] });
    return oidcTokens({ issuer, audiences: [CLIENT_ID], ...options }).authenticate(bearer(token));
  };

const tokenReview =
  (options: Partial<TokenReviewOptions> = {}): Door =>
  async ({ user, groups = [], uid = '', extra = {} }) => {
    const client = {
      request: async () => ({ status: { authenticated: true, user: { username: user, groups, uid, extra } } }),
    };
    const registry = { get: () => ({ client }) } as never;
    const token = new UnsecuredJWT({ sub: account }).encode();
    return tokenReviews({ registry, cluster: 'hub', log: silentLogger, ...options }).authenticate(bearer(token));
  };

/**
 * Each type of authenticator, in configurations that affect names. Code with a new type compiles only with a new entry.
 */
const DOORS: Readonly<Record<AuthenticatorType, readonly Door[]>> = {
  static: [
    async ({ user, groups = [], uid = '' }) =>
      staticTokens([{ token: 't', user, groups, uid }]).authenticate(bearer('t')),
    async ({ user, groups = [], uid = '' }) => {
      const tokens = staticTokens([{ token: 'old', user: 'jane' }]);
      tokens.exchange([{ token: 't', user, groups, uid }]);
      return tokens.authenticate(bearer('t'));
    },
  ],
  header: [
    async ({ user, groups = [] }) => {
      const sent = groups.map((group): [string, string] => ['X-Remote-Group', group]);
      return trustedHeaders({ clientNames: ['proxy'] }).authenticate({
        ...request(['X-Remote-User', user], ...sent),
        clientName: () => 'proxy',
      });
    },
    async ({ user, groups = [] }) =>
      trustedHeaders({ clientNames: ['proxy'], groupSeparator: ',' }).authenticate({
        ...request(['X-Remote-User', user], ['X-Remote-Group', groups.join(' , ')]),
        clientName: () => 'proxy',
      }),
  ],
  oidc: [oidc(), oidc({ usernamePrefix: 'oidc:', groupPrefix: 'oidc:' })],
  tokenReview: [tokenReview(), tokenReview({ users: 'serviceAccounts' })],
  session: [
    async ({ user, groups = [] }) => {
      const idToken = await provider.token({ sub: user, groups: [...groups] });
      const sessions = new Sessions({ origin: 'https://fleet.example.org' });
      const cookie = (await sessions.keep({ id: Sessions.newId(), idToken, startedAt: Date.now() }))
        .map(text => text.split(';')[0])
        .join('; ');
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      return sessionCookies(sessions, oidcTokens({ issuer, audiences: [CLIENT_ID] })).authenticate({
        ...{ headers, rawHeaders: [], remoteAddress: undefined },
      });
    },
  ],
};
const ALL_DOORS = AUTHENTICATOR_TYPES.flatMap(type => DOORS[type].map((door, way) => ({ type, way, door })));

/** Claims that can contain a name: a function that makes the claim, and the authenticators that have the claim. */
const CLAIMS: readonly (readonly [string, (name: string) => ClaimedIdentity, readonly AuthenticatorType[]])[] = [
  ['user', name => ({ user: name }), AUTHENTICATOR_TYPES],
  ['only group', name => ({ user: account, groups: [name] }), AUTHENTICATOR_TYPES],
  ['last of many groups', name => ({ user: account, groups: ['dev', 'ops', '', 'dev', name] }), AUTHENTICATOR_TYPES],
  ['uid', name => ({ user: account, uid: name }), ['static']],
];
// Users of these types cannot have names that begin with system:.
const isMisnamed = (type: AuthenticatorType) => type === 'oidc' || type === 'session';

describe('a reserved name', () => {
  it.each(
    ALL_DOORS.flatMap(({ type, way, door }) =>
      CLAIMS.filter(([, , types]) => types.includes(type)).flatMap(([claim, claimed]) =>
        RESERVED.map(name => ({ type, way, claim, name, ask: () => door(claimedAs(type, claimed(name))) })),
      ),
    ),
  )('is refused by $type ($way) as $claim: $name', async ({ ask, type, claim }) => {
    const refusal = await ask().then(identity => JSON.stringify(identity), String);
    const isNoAccount = type === 'tokenReview' && claim === 'user' && refusal.includes('not that of a ServiceAccount');
    if (!isNoAccount) expect(refusal).toMatch(/a name that begins with fleetgraph:cluster:, which is reserved/);
  });

  it.each(ALL_DOORS)(
    'is no name that only looks like one, which $type ($way) takes as it is',
    async ({ type, way, door }) => {
      const prefix = type === 'oidc' && way === 1 ? 'oidc:' : '';
      for (const name of LOOK_ALIKES) {
        const identity = await door(claimedAs(type, { user: account, groups: [name] }));
        const [group] = identity!.groups;
        expect(group).toBe(type === 'tokenReview' && way === 1 ? clusterName('hub', name) : prefix + name);
        const onAlpha = identityOn(
          { mode: 'impersonate', usernamePrefix: '', groupPrefix: '', cluster: 'alpha' },
          identity!,
        );
        expect(
          onAlpha.groups.filter(it => it.startsWith('system:') && !it.startsWith('system:serviceaccounts')),
        ).toEqual(['system:authenticated']);
      }
    },
  );

  it.each<[string, ClaimedIdentity]>([
    ['a UID', { user: 'jane', uid: RESERVED[0]! }],
    ['the key of an extra', { user: 'jane', extra: { [RESERVED[0]!]: ['x'] } }],
    ['the value of an extra', { user: 'jane', extra: { scopes: ['x', RESERVED[0]!] } }],
  ])('is refused as %s, whoever claims it', (_what, claim) => {
    expect(() => acceptIdentity(claim)).toThrow(/which is reserved/);
  });

  it('is refused when only a prefix completes it', async () => {
    await expect(oidc({ usernamePrefix: 'fleetgraph:' })({ user: 'cluster:alpha:system:masters' })).rejects.toThrow(
      /which is reserved/,
    );
    await expect(
      oidc({ groupPrefix: 'fleet' })({ user: 'jane', groups: ['graph:cluster:alpha:system:masters'] }),
    ).rejects.toThrow(/which is reserved/);
    for (const prefix of ['f', 'fleet', 'fleetgraph:', 'fleetgraph:cluster:', 'fleetgraph:cluster:alpha:'])
      for (const policy of [
        { mode: 'impersonate', usernamePrefix: prefix, groupPrefix: '' } as const,
        { mode: 'impersonate', usernamePrefix: '', groupPrefix: prefix } as const,
      ])
        expect(identityPolicyProblem(policy)).toMatch(/names that begin with fleetgraph:cluster:/);
  });

  it('cannot come of a naming, but for those of the cluster that makes the claim', () => {
    const naming = (cluster: string, given: string): Naming => ({
      cluster,
      user: name => name,
      group: name => clusterName(given, name),
    });
    const claim = { user: 'jane', groups: ['system:masters'] };
    expect(() => acceptIdentity(claim, {}, naming('hub', 'alpha'))).toThrow(/which is reserved/);
    expect(acceptIdentity(claim, {}, naming('hub', 'hub')).groups).toEqual([clusterName('hub', 'system:masters')]);
  });

  it('has a door in this table for each authenticator that a configuration may name', () => {
    for (const { shape } of configured.options) expect(AUTHENTICATOR_TYPES).toContain(shape.type.value);
  });
});

/** The claim to test. Users of an issuer cannot have names that begin with system:, so the user is jane instead. */
function claimedAs(type: AuthenticatorType, claim: ClaimedIdentity): ClaimedIdentity {
  return isMisnamed(type) && claim.user === account ? { ...claim, user: 'jane' } : claim;
}

describe('the names of a cluster', () => {
  it('are none of a cluster whose name begins alike', async () => {
    const door = tokenReview({ cluster: 'a:system', users: 'serviceAccounts' });
    const identity = (await door({ user: account, groups: ['masters', 'system:serviceaccounts', 'admins'] }))!;
    const on = (cluster: string) =>
      identityOn({ mode: 'impersonate', usernamePrefix: '', groupPrefix: '', cluster }, identity);
    expect(on('a').groups.filter(group => !isClusterName(group))).toEqual(['system:authenticated']);
    expect(isClusterName(on('a').user)).toBe(true);
    expect(on('a:system').user).toBe(account);
  });

  it('are nobody’s elsewhere, whatever clusters and names are called', () => {
    const characters = fc.constantFrom(
      'a',
      'Z',
      '0',
      ':',
      '/',
      '@',
      '.',
      '_',
      '-',
      'system',
      'system:',
      ':system:',
      'masters',
      '3A',
    );
    const name = fc.array(characters, { minLength: 1, maxLength: 6 }).map(parts => parts.join(''));
    const cluster = name.filter(it => clusterNameProblem(it) === undefined);
    fc.assert(
      fc.property(cluster, cluster, name, (one, other, local) => {
        const outside = clusterName(one, `system:${local}`);
        expect(nameOnOwnCluster(one, outside)).toBe(`system:${local}`);
        if (one !== other) expect(nameOnOwnCluster(other, outside)).toBeUndefined();
        if (one !== other) expect(clusterName(other, local)).not.toBe(clusterName(one, local));
      }),
      { numRuns: 1_000 },
    );
  });
});
