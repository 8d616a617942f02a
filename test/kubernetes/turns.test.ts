import { describe, expect, it } from '@jest/globals';
import { Turns } from '../../kubernetes/turns.ts';

/** A clock that work moves, and the pieces of work that were done, a line for each turn of the event loop. */
class Loop {
  readonly lines: string[] = [];
  readonly turns: Turns;
  #now = 0;
  #line: string[] = [];

  constructor() {
    this.turns = new Turns(() => this.#now);
  }

  async work(cluster: string, pieces: number, ms: number): Promise<void> {
    for (let i = 0; i < pieces; i += 1) {
      const turn = this.turns.enter(cluster);
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
    const turns = new Turns(() => 0);
    for (let i = 0; i < 10; i += 1) expect(turns.enter('a')).toBeUndefined();
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
    expect(loop.turns.enter('a')).toBeUndefined();
    await new Promise(setImmediate);
  });
});
