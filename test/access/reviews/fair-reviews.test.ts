/** Whose questions a cluster is asked next, and which it is not asked at all. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ReviewError, type ReviewFailure } from '../../../identity/access-reviews.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import type { Identity } from '../../../identity/identity.ts';
import { CallersQuestions, fairReviews, ReviewPlaces } from '../../../access/reviews/fair-reviews.ts';
import { until } from '../../kubernetes/until.ts';
import { ScriptedReviews } from './scripted-reviews.ts';

const never = new AbortController().signal;
const who = (user: string): Identity => acceptIdentity({ user, groups: [] });
const QUESTION = { verb: 'list', group: '', resource: 'pods', namespace: '', name: '' };

let reviews: ScriptedReviews;
beforeEach(() => void (reviews = new ScriptedReviews()));

const askedBy = (user: string) => reviews.asked.filter(it => it.includes(` ${user} `)).length;

describe('reviews of one cluster', () => {
  it('are shared by caller: who has hundreds of namespaces to ask for leaves places to others', async () => {
    reviews.gate = new Promise(() => {});
    const fair = fairReviews(reviews, new ReviewPlaces());
    const ending = new AbortController();
    const ask = (user: string, i: number) => fair.rules('leaf', who(user), `ns-${i}`, ending.signal).catch(() => undefined);
    const asked = [...Array.from({ length: 64 }, (_, i) => ask('greedy', i)), ...[1, 2, 3].map(i => ask('joe', i))];
    await until(() => askedBy('joe') === 3);
    expect(askedBy('greedy')).toBe(8);
    ending.abort();
    await Promise.all(asked);
  });

  it('beyond what may wait are refused to who asks so much, and to nobody else', async () => {
    reviews.gate = new Promise(() => {});
    const fair = fairReviews(reviews, new ReviewPlaces());
    const ending = new AbortController();
    const asked = Array.from({ length: 8 + 64 }, (_, i) =>
      fair.rules('leaf', who('greedy'), `ns-${i}`, ending.signal).catch(() => undefined),
    );
    await expect(fair.may('leaf', who('greedy'), QUESTION, never)).rejects.toMatchObject({ name: 'ReviewError', code: 'THROTTLED' });
    const other = fair.may('leaf', who('joe'), QUESTION, ending.signal).catch(() => undefined);
    const elsewhere = fair.may('leaf-2', who('greedy'), QUESTION, ending.signal).catch(() => undefined);
    await until(() => askedBy('joe') === 1 && reviews.asked.some(it => it.startsWith('may leaf-2')));
    ending.abort();
    await Promise.all([...asked, other, elsewhere]);
  });
});

describe('questions for explanations', () => {
  let now = 0;
  const open = () => new CallersQuestions({ reviews, places: new ReviewPlaces(), timeoutMs: 20, clock: () => now });
  const code = (answer: Promise<unknown>) => answer.then(String, (error: unknown) => (error as ReviewError).code);

  it.each<[ReviewFailure, boolean]>([
    ['UNREACHABLE', true],
    ['SERVER_ERROR', true],
    ['TIMEOUT', true],
    ['REFUSED', false],
    ['THROTTLED', false],
    ['TOO_LARGE', false],
    ['FAILED', false],
  ])('that fail as %s: the next of the same caller is answered without the cluster: %s', async (failure, isRemembered) => {
    const questions = open();
    const ask = (user: string, cluster = 'leaf') => code(questions.may(cluster, who(user), QUESTION, never, never));
    reviews.failure = new ReviewError(failure, 'leaf: no');
    expect([await ask('jane'), await ask('jane')]).toEqual([failure, failure]);
    expect(askedBy('jane')).toBe(isRemembered ? 1 : 2);
    reviews.failure = undefined;
    expect([await ask('joe'), await ask('jane', 'leaf-2')]).toEqual(['false', 'false']);
    now += 3_000;
    expect(await ask('jane')).toBe('false');
  });

  it('end with the limit of their request, and with the request', async () => {
    reviews.gate = new Promise(() => {});
    const questions = open();
    expect(await code(questions.may('leaf', who('jane'), QUESTION, never, questions.limit()))).toBe('TIMEOUT');
    const gone = AbortSignal.abort(new Error('the request is gone'));
    await expect(questions.may('leaf', who('joe'), QUESTION, gone, never)).rejects.toThrow('the request is gone');
  });
});
