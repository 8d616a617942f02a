/** Turns of callers: the clock is the test's, the event loop is real. */
import { describe, expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairTurns } from '../../async/fair-turns.ts';

/** Work that takes this long each, noted when it begins; turns of the event loop are counted. */
function started(sliceMs = 5) {
  const time = { now: 0 };
  const turns = new FairTurns({ sliceMs, clock: () => time.now });
  const begun: { caller: string; loop: number; at: number }[] = [];
  let loop = 0;
  const work = (caller: string, ms: number): Promise<void> => {
    const run = (): void => {
      begun.push({ caller, loop, at: time.now });
      time.now += ms;
    };
    const turn = turns.take(caller);
    if (turn) return turn.then(run);
    run();
    return Promise.resolve();
  };
  /** Each pass of the loop takes a moment of its own. */
  const pass = async (): Promise<void> => {
    await nextTurn();
    loop++;
  };
  return { turns, begun, work, pass, time };
}

describe('turns', () => {
  it('are had at once where little is asked', () => {
    const { turns, work, begun } = started();
    void work('jane', 1);
    void work('joe', 1);
    expect([turns.waiting, begun.length, turns.take('jane')]).toEqual([0, 2, undefined]);
  });

  it('are waited for where the slice is used up', async () => {
    const { turns, work } = started();
    void work('jane', 6);
    const waiting = work('joe', 1);
    expect(turns.waiting).toBe(1);
    await waiting;
    expect(turns.waiting).toBe(0);
  });

  it('go round the callers: who comes late does not wait for all that a greedy one has sent', async () => {
    const { work, begun } = started();
    const all = Array.from({ length: 100 }, () => work('greedy', 6));
    all.push(work('joe', 1), work('jill', 1));
    await Promise.all(all);
    const order = begun.map(({ caller }) => caller);
    expect(order).toHaveLength(102);
    expect(order.indexOf('joe')).toBeLessThanOrEqual(2);
    expect(order.indexOf('jill')).toBeLessThanOrEqual(3);
  });

  it('are counted in milliseconds: who has much work in short pieces does not wait for a long piece of another before each', async () => {
    const { turns, work, begun } = started(5);
    void work('greedy', 6);
    const all = Array.from({ length: 60 }, () => work('greedy', 6));
    all.push(...Array.from({ length: 30 }, () => work('joe', 0.5)));
    await Promise.all(all);
    const order = begun.map(({ caller }) => caller);
    // Joe's 15 ms are no more than three pieces of the greedy one, and one that is just under way.
    expect(order.lastIndexOf('joe') - 30).toBeLessThanOrEqual(5);
    expect(turns.waiting).toBe(0);
  });

  it('owe nothing to who comes late, and remember what one had who comes again at once', async () => {
    const { work, begun, turns, pass } = started(5);
    void work('greedy', 6);
    const all = Array.from({ length: 20 }, () => work('greedy', 6));
    while (turns.waiting > 10) await pass();
    const from = begun.length;
    // One piece after another, each of which waits: never two at once.
    const again = async (): Promise<void> => {
      for (let i = 0; i < 6; i++) await work('joe', 6);
    };
    await Promise.all([...all, again()]);
    const order = begun.slice(from, from + 10).map(({ caller }) => caller);
    expect(order.filter(caller => caller === 'greedy').length).toBeGreaterThanOrEqual(4);
    expect(order.filter(caller => caller === 'joe').length).toBeGreaterThanOrEqual(4);
  });

  it('keep the order of one caller', async () => {
    const { turns, work } = started();
    void work('jane', 6);
    const order: number[] = [];
    const note = async (i: number): Promise<void> => {
      await turns.take('jane');
      order.push(i);
    };
    await Promise.all(Array.from({ length: 20 }, (_, i) => note(i)));
    expect(order).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  it('begin no more in a turn of the event loop than its slice has room for', async () => {
    const { work, begun, pass, turns } = started(5);
    for (let i = 0; i < 40; i++) void work(`caller ${i % 4}`, 2);
    while (turns.waiting > 0) await pass();
    const byLoop = new Map<number, number>();
    for (const { loop } of begun) byLoop.set(loop, (byLoop.get(loop) ?? 0) + 1);
    // 0, 2 and 4 ms are within 5 ms; the fourth would begin at 6. A pass that the test counts may be two of the event loop's.
    for (const count of byLoop.values()) expect(count).toBeLessThanOrEqual(6);
    expect(begun).toHaveLength(40);
    expect(byLoop.size).toBeGreaterThanOrEqual(7);
  });

  it('begin the next piece when what the last one does at once is done', async () => {
    const { turns, work } = started();
    void work('jane', 6);
    const steps: string[] = [];
    const piece = async (name: string): Promise<void> => {
      await turns.take(name);
      for (let i = 0; i < 3; i++) {
        steps.push(name);
        await Promise.resolve();
      }
    };
    await Promise.all([piece('a'), piece('b')]);
    expect(steps.join('')).toBe('aaabbb');
  });

  it('give way to what comes once in a turn, and are had again when it ends', async () => {
    const { turns, work, begun, pass } = started();
    void work('jane', 6);
    void work('jane', 1);
    for (let i = 0; i < 5; i++) {
      turns.giveWay();
      await pass();
    }
    expect(begun).toHaveLength(1);
    while (turns.waiting > 0) await pass();
    expect(begun).toHaveLength(2);
  });

  it('give way for a while only: what comes without end does not end all work', async () => {
    const { turns, work, begun, time, pass } = started();
    const all = Array.from({ length: 10 }, () => work('jane', 4));
    while (turns.waiting > 0) {
      turns.giveWay();
      time.now += 1;
      await pass();
    }
    await Promise.all(all);
    const gaps = begun.slice(1).map(({ at }, i) => at - begun[i]!.at);
    expect(Math.max(...gaps)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(30);
  });

  it('need not give way while nothing has been done lately', () => {
    const { turns } = started();
    turns.giveWay();
    expect(turns.take('jane')).toBeUndefined();
  });
});
