/** What a log in Redis says of itself is not believed. */
import { describe, expect, it } from '@jest/globals';
import { decodeChange } from '../../store/wire.ts';
import { CLUSTER } from './fixtures.ts';

describe('counts of a log entry', () => {
  it.each(['0 0 -1 0 0 1', '0 0 2 0 -2 0', '1e0 -1 0 0 0 0', '1000000000 -1000000000 0 0 0 0'])(
    'that cannot be are no change: "%s"',
    counts => {
      expect(() => decodeChange(CLUSTER, counts, 0, () => undefined)).toThrow('a log entry of another length than it says');
    },
  );
});
