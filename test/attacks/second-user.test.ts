import { expect, it } from '@jest/globals';
import { longestSilence } from './second-user.ts';

it.each([
  ['no request', [], 0],
  ['a request', [{ due: 10, at: 15 }], 5],
  [
    'requests one after the other, without the pause between them',
    [
      { due: 0, at: 3 },
      { due: 10, at: 14 },
    ],
    4,
  ],
  [
    'a queue that moves, however long it is',
    [
      { due: 0, at: 20 },
      { due: 1, at: 25 },
      { due: 2, at: 30 },
    ],
    20,
  ],
  [
    'an early request that is answered last',
    [
      { due: 0, at: 30 },
      { due: 5, at: 6 },
      { due: 7, at: 8 },
    ],
    22,
  ],
  [
    'a stop in the middle of a queue',
    [
      { due: 0, at: 2 },
      { due: 1, at: 42 },
      { due: 3, at: 43 },
    ],
    40,
  ],
])('the longest silence of %s', (_name, answers, silence) => {
  expect(longestSilence(answers)).toBe(silence);
});
