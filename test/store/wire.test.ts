/** The reader of a Redis log does not trust the content of the log. */
import { describe, expect, it } from '@jest/globals';
import { encodeObjectKey } from '../../schema/object-id.ts';
import { encodeField } from '../../store/built-in-kinds.ts';
import type { Past } from '../../store/store.ts';
import { decodeChange, pastInSteps } from '../../store/wire.ts';
import { row } from '../fixtures.ts';
import { CLUSTER } from './fixtures.ts';

function pastOf(entry: string): { past: Pick<Past, 'rows' | 'grants'>; steps: number } {
  const reading = pastInSteps(CLUSTER, entry);
  for (let steps = 1; ; steps++) {
    const { done, value } = reading.next();
    if (done) return { past: value, steps };
  }
}

describe('counts of a log entry', () => {
  it.each(['2 -2 0', '1 0 -1', '0.5 -0.5 0', '+0 0 0', '0 0', '1 0 0', '', '1000000000 -1000000000 0'])(
    'that cannot be are no past: "%s"',
    counts => {
      expect(() => pastOf(counts)).toThrow('a log entry of another length than it says');
    },
  );

  it.each(['0 0 -1 0 0 1', '0 0 2 0 -2 0', '1e0 -1 0 0 0 0', '1000000000 -1000000000 0 0 0 0'])(
    'that cannot be are no change: "%s"',
    counts => {
      expect(() => decodeChange(CLUSTER, counts, 0, () => undefined)).toThrow(
        'a log entry of another length than it says',
      );
    },
  );

  it('that are those of nothing are a past in which nothing was', () => {
    expect(pastOf('0 0 0').past).toEqual({ rows: [], grants: [] });
  });
});

it('reads a long past in many steps', () => {
  const lines = Array.from({ length: 5_000 }, (_, i) => [encodeField(encodeObjectKey(row({ name: `web-${i}` }))), '']);
  const { past, steps } = pastOf(['0 5000 0', ...lines.flat()].join('\n'));
  expect([past.rows.length, steps >= 50]).toEqual([5_000, true]);
});
