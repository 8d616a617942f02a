/** What callers may spend: the clock is the test's. */
import { describe, expect, it } from '@jest/globals';
import { Budgets } from '../../../gateway/operation/budget.ts';

function opened() {
  const time = { now: 0 };
  return { time, budgets: new Budgets({ size: 1_000, windowMs: 10_000, clock: () => time.now }) };
}

describe('a budget', () => {
  it('is full at first, and refuses what is not there, with the time until it is', () => {
    const { budgets } = opened();
    expect([budgets.left('jane'), budgets.take('jane', 900), budgets.left('jane')]).toEqual([1_000, undefined, 100]);
    expect(budgets.take('jane', 300)).toBe(2_000);
    expect(budgets.left('jane')).toBe(100);
  });

  it('is there after the time that it gave', () => {
    const { budgets, time } = opened();
    budgets.take('jane', 900);
    time.now += budgets.take('jane', 300)!;
    expect([budgets.take('jane', 300), budgets.left('jane')]).toEqual([undefined, 0]);
  });

  it("leaves the others' alone", () => {
    const { budgets } = opened();
    budgets.take('jane', 1_000);
    expect([budgets.take('jane', 1), budgets.take('joe', 1_000)]).toEqual([10, undefined]);
  });

  it('does not grow for a caller who saves it', () => {
    const { budgets, time } = opened();
    budgets.take('jane', 1);
    time.now += 1e9;
    expect(budgets.left('jane')).toBe(1_000);
  });

  it('settles to what was due, in both directions', () => {
    const { budgets } = opened();
    budgets.take('jane', 500);
    budgets.settle('jane', -400);
    expect(budgets.left('jane')).toBe(900);
    budgets.settle('jane', 1_900);
    expect([budgets.left('jane'), budgets.take('jane', 0)]).toEqual([0, 10_000]);
  });

  it('is not filled beyond its size by what is given back', () => {
    const { budgets } = opened();
    budgets.settle('jane', -400);
    expect(budgets.left('jane')).toBe(1_000);
  });

  it('lets what costs more than a whole budget have a full one, and owe the rest', () => {
    const { budgets, time } = opened();
    expect(budgets.take('jane', 3_000)).toBeUndefined();
    expect(budgets.take('jane', 1)).toBe(20_010);
    time.now += 20_010;
    expect(budgets.take('jane', 1)).toBeUndefined();
  });

  it('gives one window and what fills up meanwhile, however often it is asked', () => {
    const { budgets, time } = opened();
    let spent = 0;
    for (; time.now < 20_000; time.now += 10) if (budgets.take('jane', 7) === undefined) spent += 7;
    expect(spent).toBeGreaterThan(2_900);
    expect(spent).toBeLessThanOrEqual(3_000);
  });
});
