/** Reviews of a cluster: how callers share the slots, and how long failures are remembered. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ReviewError, type ReviewFailure } from '../../../identity/access-reviews.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import type { Identity } from '../../../identity/identity.ts';
import { leafRules } from '../../../access/reviews/leaf-rules.ts';
import { CallersQuestions, fairReviews, ReviewSlots } from '../../../access/reviews/fair-reviews.ts';
import { until } from '../../kubernetes/until.ts';
import { RESOURCES } from '../../subgraphs/fleet/scripted-fleet.ts';
import { ScriptedReviews } from './scripted-reviews.ts';

const never = new AbortController().signal;
const who = (user: string): Identity => acceptIdentity({ user, groups: [] });
const QUESTION = { verb: 'list', group: '', resource: 'pods', namespace: '', name: '' };

let reviews: ScriptedReviews;
beforeEach(() => void (reviews = new ScriptedReviews()));

const requestedBy = (user: string) => reviews.requested.filter(it => it.includes(` ${user} `)).length;

describe('reviews of one cluster', () => {
  it('are shared by caller: who has hundreds of namespaces to ask for leaves places to others', async () => {
    reviews.gate = new Promise(() => {});
    const fair = fairReviews(reviews, new ReviewSlots());
    const ending = new AbortController();
    const ask = (user: string, i: number) =>
      fair.rules('leaf', who(user), `ns-${i}`, ending.signal).catch(() => undefined);
    const requested = [...Array.from({ length: 64 }, (_, i) => ask('greedy', i)), ...[1, 2, 3].map(i => ask('joe', i))];
    await until(() => requestedBy('joe') === 3);
    expect(requestedBy('greedy')).toBe(8);
    ending.abort();
    await Promise.all(requested);
  });

  it('are not refused to a caller with four live reviews, on a cluster that cannot list its rules', async () => {
    reviews.webhook = () => undefined;
    const cluster = {
      cluster: 'leaf',
      resources: RESOURCES,
      namespaces: Array.from({ length: 20 }, (_, i) => `ns-${i}`),
    };
    const fair = fairReviews(reviews, new ReviewSlots());
    const ask = () => leafRules(cluster, { reviews: fair, caller: who('jane'), user: 'jane', signal: never });
    const answers = await Promise.all(Array.from({ length: 4 }, ask));
    expect(answers.map(({ objects }) => objects.size)).toEqual([0, 0, 0, 0]);
  });

  it('beyond what may wait are refused to who asks so much, and to nobody else', async () => {
    reviews.gate = new Promise(() => {});
    const fair = fairReviews(reviews, new ReviewSlots());
    const ending = new AbortController();
    const requested = Array.from({ length: 8 + 512 }, (_, i) =>
      fair.rules('leaf', who('greedy'), `ns-${i}`, ending.signal).catch(() => undefined),
    );
    await expect(fair.may('leaf', who('greedy'), QUESTION, never)).rejects.toMatchObject({
      ...{
        name: 'ReviewError',
        code: 'THROTTLED',
        message: 'leaf: too many reviews of this caller are waiting already',
      },
    });
    const other = fair.may('leaf', who('joe'), QUESTION, ending.signal).catch(() => undefined);
    const elsewhere = fair.may('leaf-2', who('greedy'), QUESTION, ending.signal).catch(() => undefined);
    await until(() => requestedBy('joe') === 1 && reviews.requested.some(it => it.startsWith('may leaf-2')));
    ending.abort();
    await Promise.all([...requested, other, elsewhere]);
  });
});

describe('the places of a cluster', () => {
  it('are counted on while somebody has one, whoever else comes and goes', async () => {
    const slots = new ReviewSlots({ slots: 2 });
    const running = new Map<string, PromiseWithResolvers<void>>();
    const enter = (user: string) =>
      slots.inside('leaf', who(user), never, () => {
        const done = Promise.withResolvers<void>();
        running.set(user, done);
        return done.promise.finally(() => running.delete(user));
      });
    const [jane, joe] = [enter('jane'), enter('joe')];
    await until(() => running.size === 2, 2_000);
    running.get('joe')!.resolve();
    await joe;
    const others = ['ada', 'tom'].map(enter);
    await until(() => running.size === 2, 2_000);
    await new Promise(resolve => setImmediate(resolve));
    expect([...running.keys()]).toEqual(['jane', 'ada']);
    running.get('jane')!.resolve();
    await until(() => running.has('tom'), 2_000);
    for (const { resolve } of running.values()) resolve();
    await Promise.all([jane, ...others]);
  });

  it('are not taken for a request that is over', async () => {
    const gone = AbortSignal.abort(new Error('the request is gone'));
    await expect(fairReviews(reviews, new ReviewSlots()).may('leaf', who('jane'), QUESTION, gone)).rejects.toThrow(
      'the request is gone',
    );
    expect(reviews.requested).toEqual([]);
  });
});

describe('questions for explanations', () => {
  let now = 0;
  const open = () => new CallersQuestions({ reviews, slots: new ReviewSlots(), timeoutMs: 20, clock: () => now });
  const code = (answer: Promise<unknown>) => answer.then(String, (error: unknown) => (error as ReviewError).code);

  it.each<[ReviewFailure, boolean]>([
    ['UNREACHABLE', true],
    ['SERVER_ERROR', true],
    ['TIMEOUT', true],
    ['REFUSED', false],
    ['THROTTLED', false],
    ['TOO_LARGE', false],
    ['FAILED', false],
  ])(
    'that fail as %s: the next of the same caller is answered without the cluster: %s',
    async (failure, isRemembered) => {
      const questions = open();
      const ask = (user: string, cluster = 'leaf') => code(questions.may(cluster, who(user), QUESTION, never, never));
      reviews.failure = new ReviewError(failure, 'leaf: no');
      expect([await ask('jane'), await ask('jane')]).toEqual([failure, failure]);
      expect(requestedBy('jane')).toBe(isRemembered ? 1 : 2);
      reviews.failure = undefined;
      expect([await ask('joe'), await ask('jane', 'leaf-2')]).toEqual(['false', 'false']);
      now += 3_000;
      expect(await ask('jane')).toBe('false');
    },
  );

  it('that waited while the cluster fell silent are answered without it', async () => {
    const failure = Promise.withResolvers<void>();
    reviews.gate = failure.promise;
    reviews.failure = new ReviewError('TIMEOUT', 'leaf: timeout');
    const questions = new CallersQuestions({
      reviews,
      slots: new ReviewSlots({ slots: 2 }),
      timeoutMs: 20,
      clock: () => now,
    });
    const requested = [1, 2, 3].map(() => code(questions.may('leaf', who('jane'), QUESTION, never, never)));
    await until(() => requestedBy('jane') === 1);
    failure.resolve();
    expect(await Promise.all(requested)).toEqual(['TIMEOUT', 'TIMEOUT', 'TIMEOUT']);
    expect(requestedBy('jane')).toBe(1);
  });

  it('that are answered from memory do not make it last longer', async () => {
    const questions = open();
    const ask = () => code(questions.may('leaf', who('jane'), QUESTION, never, never));
    reviews.failure = new ReviewError('TIMEOUT', 'leaf: timeout');
    await ask();
    now += 2_999;
    expect([await ask(), requestedBy('jane')]).toEqual(['TIMEOUT', 1]);
    now += 1;
    expect([await ask(), requestedBy('jane')]).toEqual(['TIMEOUT', 2]);
    now += 2_999;
    expect([await ask(), requestedBy('jane')]).toEqual(['TIMEOUT', 2]);
  });

  it('that waited do not make it last longer either', async () => {
    const failure = Promise.withResolvers<void>();
    reviews.gate = failure.promise;
    reviews.failure = new ReviewError('TIMEOUT', 'leaf: timeout');
    // Each read of the clock advances the clock by a second. The clock is read three times: for the failure, for the
    // waiting review, and to check if the failure must be recorded again.
    let looks = 0;
    const slots = new ReviewSlots({ slots: 2 });
    const questions = new CallersQuestions({ reviews, slots, timeoutMs: 20, clock: () => ++looks * 1_000 });
    const ask = () => code(questions.may('leaf', who('jane'), QUESTION, never, never));
    const requested = [ask(), ask()];
    await until(() => requestedBy('jane') === 1, 2_000);
    failure.resolve();
    await Promise.all(requested);
    expect([looks, requestedBy('jane')]).toEqual([3, 1]);
    await ask();
    expect(requestedBy('jane')).toBe(2);
  });

  it('do not take a place while the cluster is silent', async () => {
    const slots = new ReviewSlots({ slots: 2, waitingPerCaller: 0 });
    const questions = new CallersQuestions({ reviews, slots, timeoutMs: 20, clock: () => now });
    const ask = () => code(questions.may('leaf', who('jane'), QUESTION, never, never));
    reviews.failure = new ReviewError('UNREACHABLE', 'leaf: gone');
    await ask();
    const done = Promise.withResolvers<void>();
    const holding = slots.inside('leaf', who('jane'), never, () => done.promise);
    expect(await ask()).toBe('UNREACHABLE');
    done.resolve();
    await holding;
  });

  it('are remembered of a thousand callers, the oldest are asked again first', async () => {
    const questions = open();
    const ask = (user: string) => code(questions.may('leaf', who(user), QUESTION, never, never));
    reviews.failure = new ReviewError('TIMEOUT', 'leaf: timeout');
    for (let i = 0; i < 1_000; i++) await ask(`user-${i}`);
    await ask('user-0');
    expect(requestedBy('user-0')).toBe(1);
    await ask('one-more');
    await ask('user-1');
    expect(requestedBy('user-1')).toBe(1);
    await ask('user-0');
    expect(requestedBy('user-0')).toBe(2);
    now += 3_000;
    await ask('user-2');
    await ask('another');
    await ask('user-2');
    expect(requestedBy('user-2')).toBe(2);
  });

  it('that fail as nothing of the cluster are passed on as they are, and asked again', async () => {
    const questions = open();
    const failure = Object.assign(new Error('not of the cluster'), { code: 'TIMEOUT' });
    reviews.failure = failure as never;
    for (const times of [1, 2]) {
      await expect(questions.may('leaf', who('jane'), QUESTION, never, never)).rejects.toBe(failure);
      expect(requestedBy('jane')).toBe(times);
    }
  });

  it('are timed by a clock of the process', async () => {
    const questions = new CallersQuestions({ reviews, slots: new ReviewSlots(), timeoutMs: 20 });
    reviews.failure = new ReviewError('TIMEOUT', 'leaf: timeout');
    for (const _again of [1, 2]) await code(questions.may('leaf', who('jane'), QUESTION, never, never));
    expect(requestedBy('jane')).toBe(1);
  });

  it('about groups that are refused ask like others, and know nothing where that cannot be asked', async () => {
    const questions = open();
    const ask = (limit = never) => questions.refusedGroups('leaf', who('jane'), never, limit);
    expect(await ask()).toBeUndefined();
    const asked: unknown[] = [];
    Object.assign(reviews, { refusedGroups: async (...of: unknown[]) => (asked.push(of), ['dev']) });
    expect(await ask()).toEqual(['dev']);
    expect(asked).toEqual([['leaf', who('jane')]]);
    Object.assign(reviews, { refusedGroups: () => new Promise(() => {}) });
    expect(await code(ask(AbortSignal.abort()))).toBe('TIMEOUT');
    expect(await code(questions.may('leaf', who('jane'), QUESTION, never, never))).toBe('TIMEOUT');
  });

  it('of a request that is gone say nothing of the cluster, though its limit has passed, too', async () => {
    reviews.gate = new Promise(() => {});
    const questions = open();
    const [gone, limit] = [new AbortController(), new AbortController()];
    const requested = questions.may('leaf', who('joe'), QUESTION, gone.signal, limit.signal);
    const refused = expect(requested).rejects.toThrow('the request is gone');
    await until(() => requestedBy('joe') === 1);
    gone.abort(new Error('the request is gone'));
    limit.abort();
    await refused;
    reviews.gate = Promise.resolve();
    expect(await code(questions.may('leaf', who('joe'), QUESTION, never, never))).toBe('false');
  });

  it('say that the cluster does not answer in time once the limit has passed', async () => {
    reviews.gate = new Promise(() => {});
    const questions = open();
    await expect(questions.may('leaf', who('jane'), QUESTION, never, questions.limit())).rejects.toThrow(
      'leaf: does not answer in time',
    );
  });

  it('end with the limit of their request, and with the request', async () => {
    reviews.gate = new Promise(() => {});
    const questions = open();
    expect(await code(questions.may('leaf', who('jane'), QUESTION, never, questions.limit()))).toBe('TIMEOUT');
    const gone = AbortSignal.abort(new Error('the request is gone'));
    await expect(questions.may('leaf', who('joe'), QUESTION, gone, never)).rejects.toThrow('the request is gone');
  });
});
