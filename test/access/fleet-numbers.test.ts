/** How many clusters are in which state. */
import { expect, it } from '@jest/globals';
import { coverageContext, FleetNumbers } from '../../access/fleet-numbers.ts';
import type { AccessFrame } from '../../access/frame.ts';

it('is counted once a request, and tells what it is judged by', () => {
  let asked = 0;
  const readModel = { clusters: () => (asked++, []), storeProblem: undefined as string | undefined };
  const rules = {};
  const frame = { readModel, rules, now: () => 7 } as unknown as AccessFrame;
  const numbers = new FleetNumbers(frame);
  expect(numbers.coverage()).toMatchObject({ total: 0 });
  expect([numbers.coverage(), asked]).toEqual([numbers.coverage(), 1]);
  expect(coverageContext(frame)).toEqual({ rules, storeProblem: false, now: 7 });
  readModel.storeProblem = 'ECONNREFUSED';
  expect(coverageContext(frame)).toEqual({ rules, storeProblem: true, now: 7 });
});
