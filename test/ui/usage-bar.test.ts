/** Bars that show the usage of CPU and memory. */
import { describe, expect, it } from '@jest/globals';
import { amountText, barOf } from '../../ui/src/object/usage-bar.ts';

const NONE = { used: null, requested: null, limit: null, allocatable: null };

describe('a bar', () => {
  it.each([
    ['against the limit', { used: 1, requested: 2, limit: 4 }, [0.25, 0.5, 1, 25, undefined]],
    ['near the limit', { used: 3.4, requested: 2, limit: 4 }, [0.85, 0.5, 1, 85, 'unsure']],
    ['at the limit', { used: 4, requested: 4, limit: 4 }, [1, 1, 1, 100, 'bad']],
    ['over the request, without limit', { used: 2, requested: 1 }, [1, 0.5, undefined, undefined, undefined]],
    ['of a Node', { used: 1, requested: 6, limit: 20, allocatable: 8 }, [0.125, 0.75, 1, 13, undefined]],
    ['of an overcommitted Node', { used: 1, requested: 16, allocatable: 8 }, [0.0625, 1, 0.5, 13, undefined]],
    ['of nothing', {}, [undefined, undefined, undefined, undefined, undefined]],
    ['of zeros', { used: 0, requested: 0, limit: 0 }, [undefined, undefined, undefined, undefined, undefined]],
  ] as const)('%s', (_, amounts, [used, requested, limit, percent, tone]) => {
    expect(barOf({ ...NONE, ...amounts })).toEqual({ used, requested, limit, percent, tone });
  });
});

describe('an amount', () => {
  it.each([
    ['cpu', 0, '0'],
    ['cpu', 0.0001, '1m'],
    ['cpu', 0.25, '250m'],
    ['cpu', 1.26, '1.3'],
    ['cpu', 64, '64'],
    ['memory', 512, '512 B'],
    ['memory', 134_217_728, '128Mi'],
    ['memory', 1_610_612_736, '1.5Gi'],
  ] as const)('of %s: %d is %s', (resource, amount, text) => expect(amountText(resource, amount)).toBe(text));
});
