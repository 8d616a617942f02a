import { describe, expect, it } from '@jest/globals';
import { FairTurns } from '../../async/fair-turns.ts';

/** A clock that work moves, and the pieces of work that were done, a line for each turn of the event loop. */
class Loop {
  readonly lines: string[] = [];
  readonly turns: FairTurns;
  #now = 0;
  #line: string[] = [];

  constructor() {
    this.turns = new FairTurns({ clock: () => this.#now });
  }

  async work(cluster: string, pieces: number, ms: number): Promise<void> {
    for (let i = 0; i < pieces; i += 1) {
      const turn = this.turns.take(cluster);
      if (turn) await turn;
      this.#line.push(cluster);
      this.#now += ms;
    }
  }

  async run(...works: Promise<void>[]): Promise<string[]> {
    let done = false;
    void Promise.all(works).then(() => (done = true));
    while (!done) {
      await new Promise(setImmediate);
      if (this.#line.length > 0) this.lines.push(this.#line.splice(0).join(' '));
    }
    return this.lines;
  }
}

describe('turns', () => {
  it('let small work pass at once, without a promise', async () => {
    const turns = new FairTurns({ clock: () => 0 });
    for (let i = 0; i < 10; i += 1) expect(turns.take('a')).toBeUndefined();
    await new Promise(setImmediate);
  });

  it('do what fits, and the rest in the turns that follow', async () => {
    const loop = new Loop();
    const lines = await loop.run(loop.work('a', 30, 2));
    expect(lines.join(' ').split(' ')).toHaveLength(30);
    // The first look sees two turns at once.
    expect(lines[0]).toBe('a a a a a a');
    expect(lines.slice(1).every(line => line === 'a a a')).toBe(true);
  });

  it('serve one cluster after the other, however much one of them has', async () => {
    const loop = new Loop();
    const flood = Array.from({ length: 20 }, () => loop.work('flood', 5, 10));
    const lines = await loop.run(...flood, loop.work('calm', 3, 1), loop.work('quiet', 1, 1));
    const order = lines.join(' ').split(' ');
    // Between two pieces of one cluster there is at most one of each other.
    expect(order.indexOf('quiet')).toBeLessThan(4);
    expect(order.lastIndexOf('calm')).toBeLessThan(10);
    expect(order).toHaveLength(104);
  });

  it('end with the work: nothing is left that keeps a process alive', async () => {
    const loop = new Loop();
    await loop.run(loop.work('a', 3, 10));
    await new Promise(setImmediate);
    expect(loop.turns.take('a')).toBeUndefined();
    await new Promise(setImmediate);
  });

  describe('given work in pieces', () => {
    /** Pieces of work of the given length in milliseconds, each recorded with the turn in which it ran. */
    function pieces(clock: { now: number }, done: [string, number][], turn: () => number) {
      return function* (name: string, count: number, ms: number): Generator<void, string, undefined> {
        for (let i = 0; i < count; i += 1) {
          done.push([name, turn()]);
          clock.now += ms;
          yield;
        }
        return name;
      };
    }

    function loop() {
      const clock = { now: 0 };
      const done: [string, number][] = [];
      let [turn, over] = [0, false];
      const tick = (): void => void (over || (turn++, setImmediate(tick)));
      setImmediate(tick);
      return {
        turns: new FairTurns({ clock: () => clock.now }),
        work: pieces(clock, done, () => turn),
        done,
        clock,
        end: () => (over = true),
      };
    }

    it('do at once what fits, without a promise', () => {
      const { turns, work, end } = loop();
      expect(turns.run('a', work('small', 2, 1))).toBe('small');
      end();
    });

    it('do no more in a turn than fits, and as much as fits', async () => {
      const { turns, work, done, end } = loop();
      expect(await turns.run('a', work('a', 100, 1))).toBe('a');
      end();
      const perTurn = Map.groupBy(done.slice(10), ([, turn]) => turn);
      expect(new Set([...perTurn.values()].slice(0, -1).map(({ length }) => length))).toEqual(new Set([5]));
    });

    it('let one who comes late with little be done before one with much', async () => {
      const { turns, work, done, end } = loop();
      const much = Array.from({ length: 50 }, () => turns.run('greedy', work('greedy', 20, 1)));
      await turns.run('calm', work('calm', 3, 1));
      expect(done.filter(([name]) => name === 'greedy').length).toBeLessThan(20);
      for (const one of much) await one;
      end();
      expect(done).toHaveLength(1_003);
    });

    it('begin part of running work at once, and let others go on before its next piece', async () => {
      const { turns, work, done, end } = loop();
      const long = turns.run('long', work('long', 40, 1));
      // The slice is used up, and another caller waits.
      expect(done).toHaveLength(5);
      const part = turns.continue('part', work('part', 3, 1));
      expect(done.at(-1)?.[0]).toBe('part');
      expect(done).toHaveLength(6);
      expect(await part).toBe('part');
      expect(done.filter(([name]) => name === 'long').length).toBeLessThan(20);
      await long;
      end();
    });

    it('end with what the work throws, and between two pieces with the reason of its signal', async () => {
      const { turns, work, done, end } = loop();
      const leaving = new AbortController();
      const left = turns.run('a', work('a', 50, 1), leaving.signal);
      leaving.abort(new Error('left'));
      await expect(left).rejects.toThrow('left');
      expect(done.length).toBeLessThan(10);
      const failing = (function* (): Generator<void, never, undefined> {
        yield* work('b', 20, 1);
        throw new Error('broken');
      })();
      await expect(turns.run('a', failing)).rejects.toThrow('broken');
      end();
    });
  });
});
