/** Tests of the functions that compare a data structure with the simpler structure that it replaces. */
import { describe, expect, it } from '@jest/globals';
import { timesInTurns } from '../../bench/structures/compare.ts';

describe('a comparison', () => {
  it('tells no times where the two sides do not answer the same', async () => {
    const { signal } = new AbortController();
    await expect(timesInTurns({ ours: () => [1, 2], plain: () => [2, 1] }, signal)).rejects.toThrow(
      'do not answer the same',
    );
  });

  it('ends when the run is interrupted', async () => {
    const same = () => Promise.resolve(1);
    await expect(
      timesInTurns({ ours: same, plain: same }, AbortSignal.abort(new Error('interrupted'))),
    ).rejects.toThrow('interrupted');
  });
});
