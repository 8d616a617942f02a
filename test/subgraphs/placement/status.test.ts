/** The rules for the status of copies and for the phase of a workload. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  CopySummary,
  phasedOf,
  plusReplicas,
  type CopyState,
  type Decision,
} from '../../../subgraphs/placement/status.ts';

const copy = (
  place: string,
  status: CopyState['status'] | 'MISSING' | 'UNTOLD',
  more: Partial<CopyState> = {},
): CopyState =>
  status === 'MISSING' || status === 'UNTOLD'
    ? { place, standing: status, ...more }
    : { place, standing: 'COUNTED', ...(status && { status }), reason: `Of${place}`, ...more };
function summaryOf(copies: readonly CopyState[]): CopySummary {
  const summary = new CopySummary();
  for (const one of copies) summary.add(one);
  return summary;
}
const DECIDED: Decision = { isDeleting: false, isDecided: true, moves: [], assigned: 1, reason: 'Why', isCut: false };

describe('the status of copies together', () => {
  it.each<[string, CopyState[], string | null]>([
    ['none', [], null],
    ['an untold one alone', [copy('a', 'UNTOLD')], null],
    ['current ones', [copy('a', 'CURRENT'), copy('b', 'CURRENT')], 'CURRENT'],
    ['a current and an untold one', [copy('a', 'CURRENT'), copy('b', 'UNTOLD')], 'CURRENT'],
    ['one in progress', [copy('a', 'CURRENT'), copy('b', 'IN_PROGRESS')], 'IN_PROGRESS'],
    ['one that is deleted', [copy('a', 'TERMINATING')], 'IN_PROGRESS'],
    ['a missing one', [copy('a', 'CURRENT'), copy('b', 'MISSING')], 'IN_PROGRESS'],
    ['an unknown one', [copy('a', 'IN_PROGRESS'), copy('b', 'UNKNOWN')], 'UNKNOWN'],
    ['a current one in a stale cluster', [copy('a', 'CURRENT', { stale: 'Stale' })], 'UNKNOWN'],
    ['a missing one in a stale cluster', [copy('a', 'MISSING', { stale: 'Stale' })], 'UNKNOWN'],
    ['a failed one in a stale cluster', [copy('a', 'FAILED', { stale: 'Stale' }), copy('b', 'UNKNOWN')], 'FAILED'],
  ])('%s', (_, copies, expected) => {
    expect(summaryOf(copies).tally.status).toBe(expected);
  });
});

describe('the phase', () => {
  it.each<[string, Partial<Decision>, CopyState[], string, string]>([
    ['deleted before all', { isDeleting: true, isDecided: false }, [copy('a', 'FAILED')], 'DELETING', 'Deleting'],
    ['not decided', { isDecided: false, moves: ['EXTENDED'] }, [copy('a', 'FAILED')], 'PENDING', 'NotDecided'],
    ['moved', { moves: ['DONE', 'NARROWED'], assigned: 0 }, [], 'MOVING', 'Narrowed'],
    ['moved no longer', { moves: ['DONE', 'BLOCKED', 'PENDING'] }, [copy('a', 'CURRENT')], 'RUNNING', ''],
    ['without a member', { assigned: 0 }, [], 'UNSCHEDULABLE', 'Why'],
    ['failed, by the first copy', {}, [copy('b', 'FAILED'), copy('a', 'FAILED'), copy('0', 'UNTOLD')], 'FAILED', 'Ofa'],
    ['unknown', {}, [copy('a', 'UNKNOWN'), copy('b', 'CURRENT')], 'UNKNOWN', 'Ofa'],
    ['in a stale cluster', {}, [copy('a', 'CURRENT', { stale: 'Unreachable' })], 'UNKNOWN', 'ClusterUnreachable'],
    ['with an untold copy', {}, [copy('a', 'UNTOLD'), copy('b', 'IN_PROGRESS')], 'UNKNOWN', 'CopyUntold'],
    ['of which nothing is told', {}, [copy('a', 'UNTOLD')], 'UNKNOWN', 'CopyUntold'],
    ['with more than is kept', { isCut: true }, [copy('a', 'CURRENT')], 'UNKNOWN', 'TooManyCopies'],
    ['with more than is kept, and failed', { isCut: true }, [copy('a', 'FAILED')], 'FAILED', 'Ofa'],
    ['in progress', {}, [copy('a', 'IN_PROGRESS'), copy('b', 'CURRENT')], 'PROGRESSING', 'Ofa'],
    ['with a missing copy', {}, [copy('a', 'MISSING'), copy('b', 'IN_PROGRESS')], 'PROGRESSING', 'CopyMissing'],
    ['running', {}, [copy('a', 'CURRENT')], 'RUNNING', ''],
  ])('%s', (_, decision, copies, phase, reason) => {
    expect(phasedOf({ ...DECIDED, ...decision }, summaryOf(copies))).toEqual({ phase, reason });
  });
});

const anyCopy = fc
  .tuple(
    fc.string(),
    fc.constantFrom('CURRENT', 'IN_PROGRESS', 'FAILED', 'TERMINATING', 'UNKNOWN', 'MISSING', 'UNTOLD'),
    fc.boolean(),
  )
  .map(([place, status, isStale]) => copy(place, status as never, isStale ? { stale: 'Stale' } : {}));

describe('sums of copies', () => {
  it('count each copy once', () => {
    fc.assert(
      fc.property(fc.array(anyCopy), copies => {
        expect(Object.values(summaryOf(copies).counts).reduce((sum, count) => sum + count, 0)).toBe(copies.length);
      }),
    );
  });

  it('never get better by another copy', () => {
    const RANK = [null, 'CURRENT', 'IN_PROGRESS', 'UNKNOWN', 'FAILED'];
    fc.assert(
      fc.property(fc.array(anyCopy), anyCopy, (copies, more) => {
        const rankOf = (of: readonly CopyState[]) => RANK.indexOf(summaryOf(of).tally.status);
        expect(rankOf([...copies, more])).toBeGreaterThanOrEqual(rankOf(copies));
      }),
    );
  });

  it('have replicas only from counted copies with some', () => {
    const replicasOf = (copies: readonly CopyState[]) => copies.reduce(plusReplicas, undefined);
    expect(replicasOf([copy('a', 'CURRENT')])).toBeUndefined();
    expect(
      replicasOf([
        copy('a', 'CURRENT', { replicas: [3, 2, 1, 0] }),
        copy('b', 'FAILED', { replicas: [1, 1, 1, 1] }),
        copy('c', 'MISSING', { replicas: [9, 9, 9, 9] }),
      ]),
    ).toEqual([4, 3, 2, 1]);
  });
});
