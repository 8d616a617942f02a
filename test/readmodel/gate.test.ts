/** Questions and writes: each question sees one state, each write is whole, and neither keeps the other waiting for ever. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { finish, Gate, inTurns, type Steps } from '../../readmodel/gate.ts';

/** Reads a value in so many steps and returns what it saw at each. */
function* reading(steps: number, value: () => number): Steps<number[]> {
  const seen = [value()];
  for (let step = 0; step < steps; step++) {
    yield;
    seen.push(value());
  }
  return seen;
}

describe('a gate', () => {
  it('answers without a promise where the first slice is enough, and throws what goes wrong in it', () => {
    const gate = new Gate();
    expect(gate.readAtOnce(() => reading(2, () => 7))).toEqual([7, 7, 7]);
    expect(() => gate.readAtOnce(() => reading(3, () => 7), AbortSignal.abort(new Error('gone')))).toThrow('gone');
  });

  it('gives all that begin in one turn of the event loop one slice together, and each turn another', async () => {
    let now = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    try {
      const gate = new Gate(8);
      const begin = () => gate.readAtOnce(() => reading(5, () => now++));
      const isAtOnce = () => !(begin() instanceof Promise);
      expect(Array.from({ length: 4 }, isAtOnce)).toEqual([true, false, false, false]); // six of the eight milliseconds, then the rest
      await nextTurn();
      expect(isAtOnce()).toBe(true);
    } finally {
      clock.mockRestore();
    }
  });

  it('shows each question one state while others read and write', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(6), fc.nat(3)), { minLength: 1, maxLength: 30 }), async work => {
        const gate = new Gate(0);
        let value = 0;
        const results = await Promise.all(
          work.map(async ([steps, wait]) => {
            for (let turn = 0; turn < wait; turn++) await nextTurn();
            if (steps === 0) return gate.write(() => [++value]);
            const seen = await gate.read(() => reading(steps, () => value));
            expect(seen).toHaveLength(steps + 1);
            return seen;
          }),
        );
        for (const seen of results) expect(new Set(seen).size).toBe(1);
        expect(value).toBe(work.filter(([steps]) => steps === 0).length);
      }),
      { numRuns: 200 },
    );
  });

  it('lets all waiting writers go before the next long question, and a short question at once', async () => {
    const gate = new Gate(0);
    const order: string[] = [];
    let value = 0;
    const first = gate.read(() => reading(5, () => value)).then(() => order.push('first'));
    const second = gate.read(() => reading(5, () => value)).then(() => order.push('second'));
    const writes = ['a', 'b'].map(name => gate.write(() => (value++, order.push(name))));
    const short = gate.read(() => reading(0, () => value)).then(() => order.push('short'));
    await Promise.all([first, second, ...writes, short]);
    expect(order[0]).toBe('short');
    expect(Math.max(order.indexOf('a'), order.indexOf('b'))).toBeLessThan(order.indexOf('second'));
  });

  it('ends a question whose asker has gone, also one that waits, and goes on with the others', async () => {
    const gate = new Gate(0);
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = gate.read(() => reading(1e6, () => 0), running.signal);
    const second = gate.read(() => reading(1e6, () => 0), waiting.signal);
    const third = gate.read(() => reading(3, () => 0));
    await nextTurn();
    waiting.abort(new Error('second has gone'));
    await expect(second).rejects.toThrow('second has gone');
    running.abort(new Error('first has gone'));
    await expect(first).rejects.toThrow('first has gone');
    expect(await third).toHaveLength(4);
    await expect(gate.read(() => reading(0, () => 0), running.signal)).rejects.toThrow('first has gone');
    expect(await gate.write(() => 'written')).toBe('written');
  });

  it('is open again after a question that failed', async () => {
    const gate = new Gate(0);
    const failing = gate.read(function* (): Steps<void> {
      yield;
      throw new Error('a bad filter');
    });
    const write = gate.write(() => 'written');
    await expect(failing).rejects.toThrow('a bad filter');
    expect(await write).toBe('written');
  });
});

describe('steps', () => {
  it('are run to their end, or until nobody wants them any more', async () => {
    expect(finish(reading(2, () => 7))).toEqual([7, 7, 7]);
    const stop = new AbortController();
    let ran = 0;
    await inTurns(
      (function* (): Steps<void> {
        for (;;) {
          if (++ran === 1_000) stop.abort();
          yield;
        }
      })(),
      stop.signal,
    );
    expect(ran).toBeGreaterThanOrEqual(1_000);
  });
});
