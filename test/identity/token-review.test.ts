/** Tokens that a cluster knows: accepted users, cached answers and their lifetime, and an unreachable cluster. */
import { describe, expect, it } from '@jest/globals';
import { UnsecuredJWT } from 'jose';
import { AuthenticationUnavailableError, BadCredentialsError, firstOf } from '../../identity/authenticator.ts';
import { identityOn } from '../../identity/identity.ts';
import { staticTokens } from '../../identity/static-tokens.ts';
import { tokenReviews, type TokenReviewOptions } from '../../identity/token-review.ts';
import type { KubernetesClient, RequestOptions } from '../../kubernetes/client.ts';
import { KubernetesError, type KubernetesErrorCode } from '../../kubernetes/errors.ts';
import { ClusterRegistry } from '../../clusters/registry.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { bearer, request } from './requests.ts';

const policy = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' } as const;
const account = 'system:serviceaccount:team-a:ci';
const local = `fleetgraph:cluster:hub:${account}`;

type Answer = object | KubernetesErrorCode | (() => Promise<object>);

/** A hub that gives this answer to every review, and an authenticator that uses the hub. */
function hub(answer: Answer, options: Partial<TokenReviewOptions> = {}, rules = {}) {
  const world = { answer, now: 1_000_000, requested: [] as RequestOptions[] };
  const client = {
    cluster: 'hub',
    request: async (_path: string, requested: RequestOptions) => {
      world.requested.push(requested);
      if (typeof world.answer === 'string') throw new KubernetesError(world.answer, 'hub: no', { cluster: 'hub' });
      return typeof world.answer === 'function' ? world.answer() : { status: world.answer };
    },
  } as Partial<KubernetesClient> as KubernetesClient;
  const registry = new ClusterRegistry();
  registry.add({ name: 'hub', client, identity: policy, authorization: 'rbac' });
  const authenticator = tokenReviews(
    { registry, cluster: 'hub', log: silentLogger, now: () => world.now, ...options },
    rules,
  );
  const ask = async (token = 'some-token', clientAddress = '192.0.2.1') =>
    authenticator.authenticate({ ...bearer(token), clientAddress }).then(
      identity => ({ user: identity?.user, groups: identity?.groups }),
      (error: Error) => `${error.name}: ${error.message}`,
    );
  return Object.assign(world, { authenticator, ask });
}

const known = (username: unknown, groups: unknown = []) => ({
  authenticated: true,
  user: { username, groups, uid: '7' },
});
const jwt = (claims: Record<string, unknown>) => new UnsecuredJWT(claims).encode();

describe('whom a cluster names', () => {
  it.each<[string, object, Partial<TokenReviewOptions>, object, unknown]>([
    ['a user', known('jane', ['dev', 'system:authenticated']), {}, {}, { user: 'jane', groups: ['dev'] }],
    [
      'a ServiceAccount of its own',
      known(account, ['system:serviceaccounts', 'system:serviceaccounts:team-a']),
      {},
      {},
      { user: local, groups: [] },
    ],
    [
      'a user of Kubernetes’ own',
      known('system:node:a', ['system:nodes']),
      {},
      {},
      { user: 'fleetgraph:cluster:hub:system:node:a', groups: ['fleetgraph:cluster:hub:system:nodes'] },
    ],
    ['masters', known('jane', ['system:masters', 'dev']), {}, {}, { user: 'jane', groups: ['dev'] }],
    [
      'masters, where they are allowed: of that cluster',
      known('jane', ['system:masters']),
      {},
      { allowSystemMasters: true },
      { groups: ['fleetgraph:cluster:hub:system:masters'] },
    ],
    [
      'a token for an audience',
      { ...known('jane'), audiences: ['x', 'fleetgraph'] },
      { audiences: ['fleetgraph'] },
      {},
      { user: 'jane' },
    ],
    [
      'a token for another audience',
      { ...known('jane'), audiences: ['x'] },
      { audiences: ['fleetgraph'] },
      {},
      'not for this service',
    ],
    ['an audience that it did not check', known('jane'), { audiences: ['fleetgraph'] }, {}, 'not for this service'],
    ['nobody', { authenticated: false, error: 'secret reason of the cluster' }, {}, {}, 'not known here'],
    ['no answer at all', {}, {}, {}, 'not known here'],
    ['yes, as a text', { authenticated: 'true', user: { username: 'jane' } }, {}, {}, 'not known here'],
    ['a user that is no text', known(7), {}, {}, 'does not say whose it is'],
    ['groups that are no texts', known('jane', [1]), {}, {}, 'does not say whose it is'],
    ['groups that are no list', known('jane', 'dev'), {}, {}, 'does not say whose it is'],
    ['a stranger', known('system:anonymous', ['system:unauthenticated']), {}, {}, 'nobody’s'],
    ['a user with a control character', known('ja\nne'), {}, {}, 'control characters'],
  ])('is taken as it should be: %s', async (_case, status, options, rules, expected) => {
    const answer = await hub(status, options, rules).ask();
    if (typeof expected === 'string') expect(answer).toContain(expected);
    else expect(answer).toMatchObject(expected as object);
  });

  it('is nobody but ServiceAccounts where it is believed no more', async () => {
    const token = jwt({ sub: account });
    expect(await hub(known('jane', ['platform-admins']), { users: 'serviceAccounts' }).ask(token)).toContain(
      'not that of a ServiceAccount',
    );
    const { authenticator } = hub(known(account, ['platform-admins']), { users: 'serviceAccounts' });
    const identity = (await authenticator.authenticate(bearer(token)))!;
    expect(identityOn({ ...policy, cluster: 'other' }, identity)).toMatchObject({
      user: local,
      groups: ['fleetgraph:cluster:hub:platform-admins', 'system:authenticated'],
    });
    expect(identityOn({ ...policy, cluster: 'hub' }, identity).user).toBe(account);
  });

  it('never hears of the cluster’s own words', async () => {
    expect(
      JSON.stringify(await hub({ authenticated: false, error: 'secret reason of the cluster' }).ask()),
    ).not.toContain('secret');
  });
});

describe('a cluster is asked', () => {
  it.each<[string, Partial<TokenReviewOptions>, string, number]>([
    ['about a ServiceAccount’s token', { users: 'serviceAccounts' }, jwt({ sub: account }), 1],
    ['about no other, which it could keep', { users: 'serviceAccounts' }, jwt({ sub: 'jane' }), 0],
    ['about none that is no JWT', { users: 'serviceAccounts' }, 'opaque', 0],
    ['about its issuer’s', { issuer: 'https://hub' }, jwt({ iss: 'https://hub' }), 1],
    ['about no other issuer’s', { issuer: 'https://hub' }, jwt({ iss: 'https://other' }), 0],
  ])('%s', async (_case, options, token, times) => {
    const { ask, requested } = hub({ authenticated: false }, options);
    await ask(token);
    expect(requested).toHaveLength(times);
  });

  it('as ourselves, with the token and the audiences, and a time limit', async () => {
    const { ask, requested } = hub(known('jane'), { audiences: ['fleetgraph'], timeoutMs: 1_234 });
    await ask('their-token');
    expect(requested[0]).toMatchObject({
      as: { type: 'self' },
      timeoutMs: 1_234,
      body: { spec: { token: 'their-token', audiences: ['fleetgraph'] } },
    });
  });

  it('once for many requests with one token at the same time', async () => {
    const { ask, requested } = hub(known('jane'));
    await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(requested).toHaveLength(1);
  });

  it('at most so often at the same time, whatever comes', async () => {
    let [running, most] = [0, 0];
    const { ask } = hub(async () => {
      most = Math.max(most, ++running);
      await new Promise(resolve => setImmediate(resolve));
      running--;
      return { status: known('jane') };
    });
    const answers = await Promise.all(Array.from({ length: 400 }, (_, i) => ask(`token-${i}`)));
    expect(most).toBeLessThanOrEqual(16);
    expect(
      answers.filter(answer => JSON.stringify(answer).includes('AuthenticationUnavailableError')).length,
    ).toBeGreaterThan(0);
  });

  it('or not at all, where its turn does not come in time', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const { ask } = hub(() => promise, { timeoutMs: 20 });
    // One address may use half of the 16 slots.
    const requested = Array.from({ length: 9 }, (_, i) => ask(`token-${i}`));
    expect(await requested[8]).toContain('AuthenticationUnavailableError');
    resolve({ status: known('jane') });
    expect(await Promise.all(requested.slice(0, 8))).toEqual(
      Array.from({ length: 8 }, () => ({ user: 'jane', groups: [] })),
    );
  });
});

describe('an answer', () => {
  /** Sends a request at the time `now`. Returns the total number of reviews, and the answer. */
  const requestedAt = async (world: ReturnType<typeof hub>, now: number, token?: string) => {
    world.now = now;
    const answer = await world.ask(token);
    await settled();
    return [world.requested.length, answer];
  };
  const JANE = { user: 'jane', groups: [] };

  it('holds for two minutes where it cannot be had anew, and a "no" for ten seconds', async () => {
    const world = hub(known('jane'));
    expect(await requestedAt(world, 0)).toEqual([1, JANE]);
    world.answer = 'BAD_REQUEST';
    expect(await requestedAt(world, 119_999)).toEqual([2, JANE]);
    expect(await requestedAt(world, 120_000)).toEqual([3, expect.stringContaining('AuthenticationUnavailableError')]);
    world.answer = { authenticated: false };
    expect((await requestedAt(world, 240_000))[0]).toBe(4);
    expect((await requestedAt(world, 249_999))[0]).toBe(4);
    expect((await requestedAt(world, 250_000))[0]).toBe(5);
  });

  it('is asked for anew in its last quarter, and holds until that is answered', async () => {
    const world = hub(known('jane'));
    expect(await requestedAt(world, 0)).toEqual([1, JANE]);
    expect(await requestedAt(world, 89_999)).toEqual([1, JANE]);
    const { promise, resolve } = Promise.withResolvers<object>();
    world.answer = () => promise;
    expect(await requestedAt(world, 90_000)).toEqual([2, JANE]);
    expect(await requestedAt(world, 119_999)).toEqual([2, JANE]);
    resolve({ status: known('jane', ['dev']) });
    await settled();
    expect(await requestedAt(world, 120_000)).toEqual([2, { user: 'jane', groups: ['dev'] }]);
  });

  it('that the token is not known any more ends it at once', async () => {
    const world = hub(known('jane'));
    await requestedAt(world, 0);
    world.answer = { authenticated: false };
    expect(await requestedAt(world, 90_000)).toEqual([2, JANE]);
    expect(await requestedAt(world, 90_001)).toEqual([2, expect.stringContaining('not known here')]);
  });

  it('is asked for again after five seconds where it was not given, and no sooner', async () => {
    const world = hub(known('jane'));
    await requestedAt(world, 0);
    world.answer = 'BAD_REQUEST';
    for (const [now, requested] of [
      [90_000, 2],
      [94_999, 2],
      [95_000, 3],
    ] as const)
      expect(await requestedAt(world, now)).toEqual([requested, JANE]);
  });

  it.each([
    { what: 'with few groups is kept, among those of many other tokens', groups: 3, again: 0 },
    { what: 'with many groups makes room for others', groups: 1_000, again: 1 },
  ])('$what', async ({ groups, again }) => {
    const world = hub(() => {
      const names = Array.from({ length: groups }, (_, i) => `${i}`.padEnd(250, 'x'));
      return Promise.resolve({ status: known('jane', names) });
    });
    const tokens = Array.from({ length: 200 }, (_, i) => `token-${i}`);
    for (const token of tokens) await world.ask(token);
    await world.ask(tokens[0]);
    expect(world.requested).toHaveLength(tokens.length + again);
  });

  it('holds no longer than the token says of itself', async () => {
    const world = hub(known('jane'));
    const token = jwt({ exp: 1_030 });
    const at = async (now: number) => (await requestedAt(world, now, token))[0];
    expect([await at(1_000_000), await at(1_029_999), await at(1_030_000)]).toEqual([1, 1, 2]);
    expect((await world.authenticator.authenticate(bearer(token)))?.expiresAt).toBe(1_030_000);
  });
});

describe('made-up tokens', () => {
  /**
   * A hub that answers reviews of real tokens at once, and reviews of invented tokens only after end(). Invented tokens
   * from one address occupy all slots of that address.
   */
  async function flooded() {
    const made = Promise.withResolvers<object>();
    const world = hub(known('jane'));
    await world.ask('known-before');
    world.answer = () => {
      const token = (world.requested.at(-1)!.body as { spec: { token: string } }).spec.token;
      return token.startsWith('made-up') ? made.promise : Promise.resolve({ status: known('jane') });
    };
    const flood = Array.from({ length: 300 }, (_, i) => world.ask(`made-up-${i}`, '203.0.113.66'));
    await settled();
    const end = async () => {
      made.resolve({ status: { authenticated: false } });
      return Promise.all(flood);
    };
    return { world, end };
  }

  it('keep nobody out who signs in for the first time from another address', async () => {
    const { world, end } = await flooded();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => world.ask(`new-${i}`, '198.51.100.1')));
    expect(new Set(answers.map(answer => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ user: 'jane', groups: [] })]),
    );
    expect(new Set(await end())).toEqual(
      new Set([expect.stringContaining('not known here'), expect.stringContaining('AuthenticationUnavailableError')]),
    );
  });

  it('keep the cluster from being asked anew about nobody who is known, even from their own address', async () => {
    const { world, end } = await flooded();
    const before = world.requested.length;
    world.now += 90_000;
    expect(await world.ask('known-before', '203.0.113.66')).toEqual({ user: 'jane', groups: [] });
    await settled();
    expect(world.requested).toHaveLength(before + 1);
    world.now += 60_000; // the first answer has expired
    expect(await world.ask('known-before', '203.0.113.66')).toEqual({ user: 'jane', groups: [] });
    await end();
  });
});

/** Waits until all answers that can arrive have arrived. */
async function settled(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise(resolve => setImmediate(resolve));
}

describe('a cluster that does not answer', () => {
  it.each<KubernetesErrorCode>(['UNREACHABLE', 'TIMEOUT', 'SERVER_ERROR', 'FORBIDDEN', 'THROTTLED'])(
    '(%s) makes it "not now", and has a pause after three failures in which nobody waits for it',
    async code => {
      const world = hub(code);
      for (let i = 0; i < 10; i++) expect(await world.ask(`t${i}`)).toContain('AuthenticationUnavailableError');
      expect(world.requested).toHaveLength(3);
      world.now += 60_000;
      world.answer = known('jane');
      expect(await world.ask('t')).toMatchObject({ user: 'jane' });
      expect(await world.ask('u')).toMatchObject({ user: 'jane' });
    },
  );

  it('after its pause is asked one question, while the others hear "not now"', async () => {
    const world = hub('UNREACHABLE');
    for (let i = 0; i < 3; i++) await world.ask(`t${i}`);
    world.now += 60_000;
    await Promise.all(Array.from({ length: 20 }, (_, i) => world.ask(`u${i}`)));
    expect(world.requested).toHaveLength(4);
  });

  it('is not paused by a token that it cannot read', async () => {
    const world = hub('BAD_REQUEST');
    for (let i = 0; i < 5; i++) await world.ask(`t${i}`);
    expect(world.requested).toHaveLength(5);
  });

  it('leaves those signed in who are known', async () => {
    const world = hub(known('jane'));
    await world.ask();
    world.answer = 'UNREACHABLE';
    for (let i = 0; i < 5; i++) await world.ask(`t${i}`);
    expect(await world.ask()).toMatchObject({ user: 'jane' });
  });

  it('does not stand before an authenticator that knows the token', async () => {
    const chain = firstOf([hub('UNREACHABLE').authenticator, staticTokens([{ token: 'dev', user: 'jane' }])]);
    expect(await chain.authenticate(bearer('dev'))).toMatchObject({ user: 'jane' });
    await expect(chain.authenticate(bearer('other'))).rejects.toThrow(AuthenticationUnavailableError);
  });
});

it('only the cluster that says which tokens are its own ends the search with its "no"', async () => {
  const chain = (options: Partial<TokenReviewOptions>, token: string) =>
    firstOf([
      hub({ authenticated: false }, options).authenticator,
      staticTokens([{ token, user: 'jane' }]),
    ]).authenticate(bearer(token));
  const token = jwt({ iss: 'https://hub' });
  await expect(chain({ issuer: 'https://hub' }, token)).rejects.toThrow(BadCredentialsError);
  expect(await chain({}, token)).toMatchObject({ user: 'jane' });
  expect(await hub(known('jane')).authenticator.authenticate(request())).toBeUndefined();
});
