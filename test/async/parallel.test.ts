import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { inParallel } from '../../async/parallel.ts';

describe('work in parallel', () => {
  it('has its results in the order of the items, with no more at a time than it may', async () => {
    let [running, most] = [0, 0];
    const results = await inParallel([3, 1, 2, 0], 2, async turns => {
      most = Math.max(most, ++running);
      for (let i = 0; i < turns; i++) await setImmediate();
      running--;
      return turns * 10;
    });
    expect({ results, most }).toEqual({ results: [30, 10, 20, 0], most: 2 });
  });

  it('begins no more after the first failure', async () => {
    const begun: number[] = [];
    const work = async (item: number) => {
      begun.push(item);
      await setImmediate();
      if (item === 1) throw new Error('no');
    };
    await expect(inParallel([0, 1, 2, 3, 4], 2, work)).rejects.toThrow('no');
    await setImmediate();
    expect(begun).toEqual([0, 1, 2]);
  });

  it('has nothing to do without items', async () => {
    expect(await inParallel([], 4, item => Promise.resolve(item))).toEqual([]);
  });
});
