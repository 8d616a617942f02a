/** Errors in the forms that clients report, and states that are not errors. */
import { describe, expect, it } from '@jest/globals';
import { problemsOf, retryDelayMs } from '../../clients/typescript/src/errors.ts';
import type { LiveState } from '../../subgraphs/live/live-state.ts';
import { coverageGap, liveOutcome } from '../../clients/typescript/src/states.ts';

const wrongArgument = {
  message: 'first: at most 500',
  path: ['objects'],
  extensions: { code: 'BAD_USER_INPUT', argument: 'first' },
};
const busy = { message: 'busy', extensions: { code: 'OVERLOADED' } };
const after3s = { status: 503, headers: new Headers({ 'retry-after': '3' }) };
const apollo = (bodyText: string) =>
  Object.assign(new Error('status 503'), { statusCode: 503, bodyText, response: after3s });

describe('problems', () => {
  it.each([
    ['nothing', undefined, []],
    ['null', null, []],
    [
      'an answer',
      { data: {}, errors: [wrongArgument] },
      [{ code: 'BAD_USER_INPUT', message: 'first: at most 500', path: ['objects'], argument: 'first' }],
    ],
    ['an error without a code', { errors: [{ message: 'x' }] }, [{ code: 'INTERNAL_SERVER_ERROR', message: 'x' }]],
    [
      'an error of a subscription',
      { errors: [{ message: 'x', extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 7 } }] },
      [{ code: 'RATE_LIMITED', message: 'x', retryAfterSeconds: 7 }],
    ],
    [
      'a refusal by Apollo Client',
      apollo(JSON.stringify({ errors: [busy] })),
      [{ code: 'OVERLOADED', message: 'busy', retryAfterSeconds: 3 }],
    ],
    ['an answer of a proxy', apollo('<html>'), [{ code: 'HTTP', message: 'status 503', retryAfterSeconds: 3 }]],
    ['JSON of a proxy', apollo('{"errors":"none"}'), [{ code: 'HTTP', message: 'status 503', retryAfterSeconds: 3 }]],
    [
      'a refusal by urql',
      { graphQLErrors: [busy], response: after3s },
      [{ code: 'OVERLOADED', message: 'busy', retryAfterSeconds: 3 }],
    ],
    [
      'a lost connection by urql',
      { message: '[Network] reset', graphQLErrors: [], networkError: new Error('reset') },
      [{ code: 'NETWORK', message: 'reset' }],
    ],
    ['a lost connection', new TypeError('fetch failed'), [{ code: 'NETWORK', message: 'fetch failed' }]],
    ['something else', { broken: true }, [{ code: 'NETWORK', message: '{"broken":true}' }]],
  ])('are read from %s', (_what, reported, expected) => {
    expect(problemsOf(reported)).toEqual(expected);
  });

  it.each([
    ['what passes', { graphQLErrors: [busy], response: after3s }, 3_000],
    ['what passes at an unknown time', new TypeError('fetch failed'), 1_000],
    ['what does not pass', { errors: [wrongArgument] }, undefined],
    ['what passes beside what does not', { errors: [busy, wrongArgument] }, undefined],
    ['no problem', undefined, undefined],
  ])('say when to ask again: %s', (_what, reported, expected) => {
    expect(retryDelayMs(reported)).toBe(expected);
  });
});

describe('states', () => {
  it('of an object say what to do, also those that are not known yet', () => {
    expect(
      ['OK', 'NOT_FOUND', 'FORBIDDEN', 'THROTTLED', 'TOO_LARGE', 'NEW'].map(state => liveOutcome(state as LiveState)),
    ).toEqual(['there', 'absent', 'refused', 'later', 'unusable', 'unknown']);
  });

  const whole = { total: 35, rebuilding: 0, stale: 0, unreachable: 0, closed: 0 };
  it.each([
    ['is whole', whole, undefined],
    ['has withheld none', { ...whole, withheld: [] }, undefined],
    ['lacks one', { ...whole, closed: 1 }, '1 of 35 clusters is not fully in this list: 1 closed'],
    [
      'lacks some',
      { ...whole, unreachable: 2, rebuilding: 1, withheld: [{ count: 1 }] },
      '3 of 35 clusters are not fully in this list: 1 being read, 2 unreachable. 1 of 35 clusters is hidden, because your permissions there are not known',
    ],
    [
      'hides one whose rules are not known',
      { ...whole, withheld: [{ count: 1 }] },
      '1 of 35 clusters is hidden, because your permissions there are not known',
    ],
  ])('of the fleet: an answer that %s', (_what, coverage, expected) => {
    expect(coverageGap(coverage)).toBe(expected);
  });
});
