/** Tests FairTurns with a controlled clock and a real event loop, and sorting in steps. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FairTurns, finished, sorted, sortedBy } from '../../async/fair-turns.ts';

describe('fair turns', () => {
  /** Creates work of given durations and records its start. Also counts turns of the event loop. */
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
    /** Waits for the next turn of the event loop, and counts it. */
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
      // Joe's 15 ms take about as long as three pieces of the greedy caller. One more piece was already running.
      expect(order.lastIndexOf('joe') - 30).toBeLessThanOrEqual(5);
      expect(turns.waiting).toBe(0);
    });

    it('owe nothing to who comes late, and remember what one had who comes again at once', async () => {
      const { work, begun, turns, pass } = started(5);
      void work('greedy', 6);
      const all = Array.from({ length: 20 }, () => work('greedy', 6));
      while (turns.waiting > 10) await pass();
      const from = begun.length;
      // Runs pieces one after another, so that at most one of joe's pieces is queued.
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
      // Pieces of 2 ms start at 0, 2 and 4 ms of a slice of 5 ms. A pass of the test may be two turns of the event
      // loop, so six pieces are possible.
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
});

describe('turns', () => {
  /** A clock that advances with the work. Records pieces of work, about one line for each turn of the event loop. */
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
      // The first line covers two turns.
      expect(lines[0]).toBe('a a a a a a');
      expect(lines.slice(1).every(line => line === 'a a a')).toBe(true);
    });

    it('serve one cluster after the other, however much one of them has', async () => {
      const loop = new Loop();
      const flood = Array.from({ length: 20 }, () => loop.work('flood', 5, 10));
      const lines = await loop.run(...flood, loop.work('calm', 3, 1), loop.work('quiet', 1, 1));
      const order = lines.join(' ').split(' ');
      // The clusters share the time equally, so short work waits for only a few long pieces of another cluster.
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
      /**
       * Work of `count` pieces that take `ms` milliseconds each. Each piece is recorded with the turn in which it ran.
       */
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
});

describe('sorted', () => {
  describe('texts sorted in steps', () => {
    it('are in the order of their UTF-16 code units', () => {
      fc.assert(
        fc.property(fc.array(fc.string({ unit: 'binary' })), texts =>
          expect(finished(sorted(texts))).toEqual([...texts].sort()),
        ),
      );
    });

    it.each([0, 1, 4_096, 4_097, 20_000])('are sorted whatever their number: %i', count => {
      const texts = Array.from({ length: count }, (_, i) => `${(i * 7_919) % 10_007}`);
      expect(finished(sorted(texts))).toEqual([...texts].sort());
    });

    it('are sorted a run at a time', () => {
      const steps = sorted(Array.from({ length: 20_000 }, (_, i) => `${i}`));
      let count = 0;
      while (!steps.next().done) count++;
      expect(count).toBeGreaterThan(10);
    });
  });

  describe('items sorted in steps', () => {
    it('are sorted as sort() does, also equal items', () => {
      const items = fc.array(fc.record({ key: fc.nat(50), place: fc.nat() }), { maxLength: 5_000, size: 'max' });
      fc.assert(
        fc.property(items, all => {
          const byKey = (a: { readonly key: number }, b: { readonly key: number }) => a.key - b.key;
          expect(finished(sortedBy(all, byKey))).toEqual(all.toSorted(byKey));
        }),
        { numRuns: 20 },
      );
    });
  });
});
