import { describe, expect, it } from '@jest/globals';
import { HEIGHT, lineOf, WIDTH } from '../../ui/src/object/usage-line.ts';

describe('a line of figures', () => {
  it.each<[string, (number | null)[], object | undefined]>([
    ['without figures there is none', [null, null], undefined],
    ['without points there is none', [], undefined],
    [
      'from 0 at the bottom to the largest at the top',
      [0, 5, 10],
      { path: `M0 ${HEIGHT - 1}L${WIDTH / 2} 16L${WIDTH} 1`, latest: 10, least: 0, most: 10 },
    ],
    ['has gaps, and dots between them', [1, 1, null, 1, null], { path: 'M0 1L60 1M180 1h0', latest: 1 }],
    ['of nothing but zeros is at the bottom', [0, 0], { path: `M0 ${HEIGHT - 1}L${WIDTH} ${HEIGHT - 1}`, most: 0 }],
    ['of one point is a dot', [3], { path: 'M0 1h0', latest: 3, least: 3, most: 3 }],
  ])('%s', (_, values, expected) => {
    if (expected) expect(lineOf(values)).toMatchObject(expected);
    else expect(lineOf(values)).toBeUndefined();
  });
});
