/**
 * Queries and writes: each query sees one state, each write is applied completely, and neither can delay the other
 * forever.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finished, type Steps } from '../../async/fair-turns.ts';
import { ReadWriteTurns, inTurns } from '../../readmodel/gate.ts';

/** Reads a value once, and again after each of `steps` yields. Returns all values that were read. */
function* reading(steps: number, value: () => number): Steps<number[]> {
  const seen = [value()];
  for (let step = 0; step < steps; step++) {
    yield;
    seen.push(value());
  }
  return seen;
}

/** True if the gate answers a query synchronously. */
function answeredAtOnce(gate: ReadWriteTurns, begin: () => Steps<unknown>, caller = ''): boolean {
  let answered = false;
  function* steps(): Steps<void> {
    yield* begin();
    answered = true;
  }
  void gate.read(steps, { caller });
  return answered;
}

describe('a gate', () => {
  it('answers what its first slice can, and no request that is gone', async () => {
    const gate = new ReadWriteTurns();
    expect(await gate.read(() => reading(2, () => 7))).toEqual([7, 7, 7]);
    await expect(
      gate.read(() => reading(3, () => 7), { signal: AbortSignal.abort(new Error('gone')) }),
    ).rejects.toThrow('gone');
  });

  it('gives all that begin in one turn of the event loop one slice together, and each turn another', async () => {
    let now = 0;
    const gate = new ReadWriteTurns({ sliceMs: 8, now: () => now });
    const isAtOnce = (caller = '') => answeredAtOnce(gate, () => reading(5, () => now++), caller);
    // A caller may use at most six of a slice's eight milliseconds, and each of these reads takes six.
    expect(Array.from({ length: 4 }, () => isAtOnce())).toEqual([true, false, false, false]);
    await nextTurn();
    expect(isAtOnce('jane')).toBe(true);
  });

  it('shows each question one state while others read and write', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(6), fc.nat(3)), { minLength: 1, maxLength: 30 }), async work => {
        const gate = new ReadWriteTurns({ sliceMs: 0 });
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

  it('lets all waiting writers go before the next long question, and a short question of another caller at once', async () => {
    const gate = new ReadWriteTurns({ sliceMs: 0 });
    const order: string[] = [];
    let value = 0;
    const first = gate.read(() => reading(5, () => value)).then(() => order.push('first'));
    const second = gate.read(() => reading(5, () => value)).then(() => order.push('second'));
    const writes = ['a', 'b'].map(name => gate.write(() => (value++, order.push(name))));
    const short = gate.read(() => reading(0, () => value), { caller: 'other' }).then(() => order.push('short'));
    await Promise.all([first, second, ...writes, short]);
    expect(order[0]).toBe('short');
    expect(Math.max(order.indexOf('a'), order.indexOf('b'))).toBeLessThan(order.indexOf('second'));
  });

  it('ends a question whose asker has gone, also one that waits, and goes on with the others', async () => {
    const gate = new ReadWriteTurns({ sliceMs: 0 });
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = gate.read(() => reading(1e6, () => 0), { signal: running.signal });
    const second = gate.read(() => reading(1e6, () => 0), { signal: waiting.signal });
    const third = gate.read(() => reading(3, () => 0));
    await nextTurn();
    waiting.abort(new Error('second has gone'));
    await expect(second).rejects.toThrow('second has gone');
    running.abort(new Error('first has gone'));
    await expect(first).rejects.toThrow('first has gone');
    expect(await third).toHaveLength(4);
    await expect(gate.read(() => reading(0, () => 0), { signal: running.signal })).rejects.toThrow('first has gone');
    expect(await gate.write(() => 'written')).toBe('written');
  });

  it('is open again after a question that failed', async () => {
    const gate = new ReadWriteTurns({ sliceMs: 0 });
    const failing = gate.read(function* (): Steps<void> {
      yield;
      throw new Error('a bad filter');
    });
    const write = gate.write(() => 'written');
    await expect(failing).rejects.toThrow('a bad filter');
    expect(await write).toBe('written');
  });
});

/** Queries and writes with a simulated clock. Each step takes a millisecond. */
function world() {
  let now = 0;
  let turns = 0;
  let value = 0;
  const gate = new ReadWriteTurns({ sliceMs: 8, now: () => now });
  const order: string[] = [];
  /** Milliseconds that each started query has run, including repeated work. */
  const ran: Record<string, number> = {};
  const ask = async (name: string, caller: string, ms: number): Promise<number[]> => {
    const seen = await gate.read(
      () =>
        reading(ms - 1, () => {
          ran[name] = (ran[name] ?? 0) + 1;
          now++;
          return value;
        }),
      { caller },
    );
    order.push(name);
    return seen;
  };
  return {
    ...{ gate, order, ran, ask },
    turns: () => turns,
    /** Runs turns of the event loop until the condition holds. */
    async until(condition: () => boolean): Promise<void> {
      const most = turns + 10_000;
      for (; !condition(); turns++) {
        if (turns > most) throw new Error('it does not happen');
        await nextTurn();
      }
    },
    write: () => gate.write(() => ++value),
  };
}

describe('callers of a gate', () => {
  it('begin in one turn with a share each, whatever another has begun', () => {
    let now = 0;
    const gate = new ReadWriteTurns({ sliceMs: 8, now: () => now });
    const isAtOnce = (caller: string, ms: number) => answeredAtOnce(gate, () => reading(ms - 1, () => now++), caller);
    expect(Array.from({ length: 50 }, () => isAtOnce('greedy', 7)).includes(true)).toBe(false);
    const took = now;
    expect([isAtOnce('jane', 1), isAtOnce('tom', 1)]).toEqual([true, true]);
    expect(took).toBeLessThanOrEqual(8);
    expect(isAtOnce('greedy', 1)).toBe(false);
  });

  it('wait for one slice of a greedy one, not for what he asks', async () => {
    const { ask, order, ran, turns, until } = world();
    const greedy = Array.from({ length: 60 }, (_, i) => ask(`greedy ${i}`, 'greedy', 400));
    await until(() => (ran['greedy 0'] ?? 0) > 30);
    const [began, ranBefore] = [turns(), sum(ran)];
    const jane = ask('jane', 'jane', 14); // 14 ms take two slices of at most 8 ms
    await jane;
    expect(order).toEqual(['jane']);
    expect(turns() - began).toBeLessThanOrEqual(4);
    expect(sum(ran) - ranBefore - 14).toBeLessThanOrEqual(2 * 8);
    await Promise.all(greedy);
    // Each query repeats at most the work of its first slice.
    expect(sum(ran)).toBeLessThanOrEqual(60 * 400 + 14 + 60 * 8);
  });

  it('try a question that comes beside a long one of theirs for a millisecond, and do no more of it in vain', async () => {
    const { ask, order, ran, until } = world();
    const long = ask('long', 'jane', 300);
    await until(() => (ran['long'] ?? 0) > 30);
    const short = ask('short', 'jane', 1);
    expect(ran['short']).toBe(1);
    await nextTurn();
    const second = ask('second', 'jane', 100);
    expect(ran['second']).toBeLessThanOrEqual(2);
    await Promise.all([long, short, second]);
    expect(order).toEqual(['short', 'long', 'second']);
    expect(ran['second']).toBeLessThanOrEqual(102);
  });

  it('have their slices in turn when each asks long questions', async () => {
    const { ask, order, ran, until } = world();
    const greedy = Array.from({ length: 9 }, (_, i) => ask(`greedy ${i}`, 'greedy', 200));
    const others = ['jane', 'tom'].map(caller => ask(caller, caller, 200));
    await until(() => order.includes('jane'));
    expect(order.filter(name => name.startsWith('greedy')).length).toBeLessThanOrEqual(1);
    const [jane = 0, tom = 0] = [ran['jane'], ran['tom']];
    expect(Math.abs(jane - tom)).toBeLessThanOrEqual(16);
    await Promise.all([...greedy, ...others]);
  });

  it('see one state each, and writers get their turn though long questions never end to come', async () => {
    const { ask, gate, order, ran, until } = world();
    let isOver = false;
    const asking = ['greedy', 'jane', 'tom'].map(async caller => {
      for (let i = 0; !isOver; i++) expect(new Set(await ask(`${caller} ${i}`, caller, 300)).size).toBe(1);
    });
    await until(() => Object.keys(ran).length >= 3 && sum(ran) > 100);
    const waited: number[] = [];
    // Queries end although writes keep coming.
    while (order.length < 10 && waited.length < 1_000) {
      const began = sum(ran);
      await gate.write(() => void waited.push(sum(ran) - began));
      await nextTurn();
    }
    isOver = true;
    await Promise.all(asking);
    expect(order.length).toBeGreaterThanOrEqual(10);
    expect(waited.length).toBeGreaterThanOrEqual(10);
    // At worst, a write waits for three queries that may not be interrupted again, and for queries that have just
    // started.
    expect(Math.max(...waited)).toBeLessThanOrEqual(3 * 300 * 2);
  });

  it('begin anew for a write a few times and are then finished', async () => {
    const { ask, ran, until, write } = world();
    const long = ask('long', 'jane', 500);
    await until(() => (ran['long'] ?? 0) > 20);
    let writes = 0;
    let isDone = false;
    const writing = (async () => {
      for (; !isDone; writes++) await write();
    })();
    expect(new Set(await long).size).toBe(1);
    isDone = true;
    await writing;
    expect(ran['long']).toBeLessThanOrEqual(500 + 4 * (50 + 2 * 8));
    expect(writes).toBeGreaterThanOrEqual(3);
  });

  it('hold nothing of a question that waits behind another of theirs', async () => {
    const gate = new ReadWriteTurns({ sliceMs: 0 });
    let begun = 0;
    const ask = () =>
      gate.read(function* (): Steps<void> {
        begun++;
        yield;
        yield;
      });
    const requested = [ask(), ask(), ask()];
    expect(begun).toBe(1);
    await Promise.all(requested);
    expect(begun).toBe(3);
  });
});

function sum(ran: Readonly<Record<string, number>>): number {
  return Object.values(ran).reduce((sum, ms) => sum + ms, 0);
}

describe('steps', () => {
  it('are run to their end, or until nobody wants them any more', async () => {
    expect(finished(reading(2, () => 7))).toEqual([7, 7, 7]);
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
