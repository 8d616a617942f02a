/** Time for which a stream may outlive its credentials, with a clock that the test moves. */
import { describe, expect, it } from '@jest/globals';
import { OpenStreams, type StreamEnd } from '../../../gateway/streams/open-streams.ts';
import {
  acceptIdentity,
  AuthenticationUnavailableError,
  BadCredentialsError,
} from '../../../identity/authenticator.ts';
import type { Identity } from '../../../identity/identity.ts';
import { staticTokens } from '../../../identity/static-tokens.ts';
import { manualClock } from '../../identity/manual-clock.ts';
import { bearer } from '../../identity/requests.ts';

const jane = acceptIdentity({ user: 'jane', groups: ['dev', 'ops'] });
const session = (cookie: string) => ({ headers: { cookie }, rawHeaders: [], remoteAddress: '127.0.0.1' });
const away = () => {
  throw new AuthenticationUnavailableError('Not now.', { isOwn: false });
};
const refused = () => {
  throw new BadCredentialsError('No.', 'rejected');
};

function open() {
  const clock = manualClock();
  const world = {
    clock,
    now: 1_000_000,
    requested: [] as (string | undefined)[],
    answer: (): Identity | undefined => jane,
  };
  const authenticate = async ({ headers }: { headers: { cookie?: string } }) => (
    world.requested.push(headers.cookie),
    world.answer()
  );
  const streams = new OpenStreams({
    authenticator: { authenticate: authenticate as never },
    clock,
    now: () => world.now,
  });
  /** Moves the clock, and waits until the checks that are then due have run. */
  const pass = async (ms: number) => {
    world.now += ms;
    clock.advance(ms);
    for (let i = 0; i < 10; i++) await new Promise(resolve => setImmediate(resolve));
  };
  const watch = (identity: Identity = jane, credentials = bearer('t')) => {
    const ends: StreamEnd[] = [];
    return Object.assign(
      streams.watch({ identity, credentials }, how => ends.push(how)),
      { ends },
    );
  };
  return Object.assign(world, { streams, pass, watch });
}

describe('an open stream', () => {
  it('ends when its credentials are refused, at most ten seconds later', async () => {
    const world = open();
    const stream = world.watch();
    await world.pass(10_000);
    world.answer = refused;
    expect(stream.ends).toEqual([]);
    await world.pass(10_000);
    expect(stream.ends).toEqual(['refused']);
    expect(world.streams.size).toBe(0);
  });

  it('outlives a minute without an answer, and no more', async () => {
    const world = open();
    const stream = world.watch();
    await world.pass(10_000);
    world.answer = away;
    for (let passed = 0; passed < 50_000; passed += 10_000) await world.pass(10_000);
    expect(stream.ends).toEqual([]);
    world.answer = () => jane;
    await world.pass(10_000);
    world.answer = away;
    for (let passed = 0; passed < 50_000; passed += 10_000) await world.pass(10_000);
    expect(stream.ends).toEqual([]);
    await world.pass(10_000);
    expect(stream.ends).toEqual(['again']);
  });

  it('takes a fault of an authenticator for no answer', async () => {
    const world = open();
    const stream = world.watch();
    world.answer = () => {
      throw new TypeError('bug');
    };
    for (let passed = 0; passed < 50_000; passed += 10_000) await world.pass(10_000);
    expect(stream.ends).toEqual([]);
    await world.pass(10_000);
    expect(stream.ends).toEqual(['again']);
  });

  it('ends at the moment at which its credentials do, without asking anybody', async () => {
    const world = open();
    const stream = world.watch({ ...jane, expiresAt: world.now + 4_000 });
    await world.pass(3_999);
    expect(stream.ends).toEqual([]);
    await world.pass(1);
    expect([stream.ends, world.requested]).toEqual([['refused'], []]);
  });

  it('does not end because its credentials last for longer than a timer can', async () => {
    const clock = open();
    const stream = clock.watch({ ...jane, expiresAt: clock.now + 2 ** 40 });
    await clock.pass(10_000);
    expect([stream.ends, clock.requested.length]).toEqual([[], 1]);
  });

  it.each<[string, Identity, StreamEnd[]]>([
    ['the same groups in another order', acceptIdentity({ user: 'jane', groups: ['ops', 'dev'] }), []],
    ['fewer groups', acceptIdentity({ user: 'jane', groups: ['dev'] }), ['again']],
    ['more groups', acceptIdentity({ user: 'jane', groups: ['dev', 'ops', 'admins'] }), ['again']],
    ['another user', acceptIdentity({ user: 'joe', groups: ['dev', 'ops'] }), ['again']],
    ['another UID', acceptIdentity({ user: 'jane', groups: ['dev', 'ops'], uid: '7' }), ['again']],
    ['other extras', acceptIdentity({ user: 'jane', groups: ['dev', 'ops'], extra: { scopes: ['a'] } }), ['again']],
  ])('whose credentials now mean %s ends accordingly', async (_what, identity, ends) => {
    const world = open();
    const stream = world.watch();
    world.answer = () => identity;
    await world.pass(10_000);
    expect(stream.ends).toEqual(ends);
  });

  it('ends when the configuration loses its static token', async () => {
    const clock = manualClock();
    const tokens = staticTokens([{ token: 't', user: 'jane', groups: ['dev', 'ops'] }]);
    const streams = new OpenStreams({ authenticator: tokens, clock });
    const ends: StreamEnd[] = [];
    streams.watch({ identity: (await tokens.authenticate(bearer('t')))!, credentials: bearer('t') }, how =>
      ends.push(how),
    );
    tokens.exchange([{ token: 'other', user: 'jane' }]);
    clock.advance(10_000);
    await clock.until(() => ends.length > 0);
    expect(ends).toEqual(['refused']);
  });

  it('that its client has ended is looked at no more', async () => {
    const world = open();
    world.watch()[Symbol.dispose]();
    world.answer = refused;
    const stream = world.watch();
    stream[Symbol.dispose]();
    await world.pass(60_000);
    expect([stream.ends, world.requested, world.streams.size]).toEqual([[], [], 0]);
  });
});

describe('when a session was ended', () => {
  it('the streams of sessions are looked at at once, and no others', async () => {
    const world = open();
    const streams = Array.from({ length: 120 }, (_, i) => world.watch(jane, session(`s${i}`)));
    const other = world.watch();
    const withBoth = world.watch(jane, { ...session('s'), headers: { cookie: 's', authorization: 'Bearer t' } });
    world.answer = refused;
    await world.streams.lookAgain();
    expect(streams.map(({ ends }) => ends)).toEqual(Array(120).fill(['refused']));
    expect([other.ends, withBoth.ends, world.requested.length]).toEqual([[], [], 120]);
  });

  it('while they are being looked at, they are looked at once more', async () => {
    const world = open();
    world.watch(jane, session('s'));
    await Promise.all([1, 2, 3].map(() => world.streams.lookAgain()));
    expect(world.requested).toHaveLength(2);
    await world.streams.lookAgain();
    expect(world.requested).toHaveLength(3);
  });
});
