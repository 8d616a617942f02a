/** Texts are judged once each, however many rows say them, and never for longer than the allowance. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  onceEach,
  onceEachCandidate,
  onceEachOfFew,
  PAUSED,
  type Allowance,
  type Judge,
  type Narrowing,
} from '../../../readmodel/filters/narrowings.ts';

const CAPACITY = 40;
const COST = 3;
const EVERY = Uint32Array.of(0xffffffff, 0xffffffff);

type Make = (column: Uint8Array, judge: Judge, allowance: Allowance) => Narrowing;

describe.each<[name: string, make: Make]>([
  ['onceEach()', (column, judge, allowance) => onceEach(column, CAPACITY, judge, allowance)],
  ['onceEachOfFew()', onceEachOfFew],
  [
    'onceEachCandidate() of candidates that are all numbers',
    (column, judge, allowance) => onceEachCandidate(column, EVERY, judge, allowance),
  ],
])('%s', (_, make) => {
  it('keeps the rows whose number fits, judges each number once, and none when the allowance is used up', () => {
    const anyColumn = fc.uint8Array({ min: 1, max: CAPACITY - 1, minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(
        anyColumn,
        fc.uniqueArray(fc.integer({ min: 1, max: CAPACITY - 1 })),
        fc.integer({ min: 1, max: 50 }),
        (column, fitting, each) => {
          const judged: number[] = [];
          const judge: Judge = { fits: id => (judged.push(id), fitting.includes(id)), cost: () => COST };
          const allowance: Allowance = { left: 0 };
          const narrow = make(column, judge, allowance);
          const rows = [...column.keys()];
          for (let turn = 0; turn < 2; turn++) {
            let [block, kept] = [Uint32Array.from(rows), PAUSED];
            while (kept === PAUSED) {
              allowance.left = each;
              const before = judged.length;
              block = Uint32Array.from(rows);
              kept = narrow(block, block.length);
              expect(judged.length - before).toBeLessThanOrEqual(Math.ceil(each / COST));
              expect(allowance.left).toBe(each - (judged.length - before) * COST);
            }
            expect([...block.subarray(0, kept)]).toEqual(rows.filter(row => fitting.includes(column[row]!)));
          }
          expect(judged.toSorted()).toEqual([...new Set(column)].toSorted());
        },
      ),
    );
  });
});
