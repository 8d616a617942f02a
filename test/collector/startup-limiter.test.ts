/** Slots that the startup limiter gives to starting clusters, with a clock that the test moves. */
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Clock } from '../../async/clock.ts';
import { FAST_OBJECTS, PACE_MS, StartupLimiter, type StartingCluster } from '../../collector/startup-limiter.ts';

const NEVER = new AbortController().signal;

class TurnedClock implements Clock {
  #now = 0;
  readonly #sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { until: this.#now + ms, wake: resolve };
      this.#sleepers.add(sleeper);
      signal.addEventListener('abort', () => {
        this.#sleepers.delete(sleeper);
        reject(signal.reason as Error);
      });
    });
  }

  async pass(ms: number): Promise<void> {
    this.#now += ms;
    for (const sleeper of this.#sleepers) {
      if (sleeper.until > this.#now) continue;
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
    await turn();
  }
}

function limiterOf(slots: number, longestMs = 1_000_000) {
  const clock = new TurnedClock();
  const limiter = new StartupLimiter({ slots, longestMs, clock });
  return { clock, start: (source: string, signal = NEVER) => limiter.starting(source, signal) };
}

/** Delivers a page and stores it at once. */
async function deliver(cluster: StartingCluster, objects = FAST_OBJECTS): Promise<void> {
  (await cluster.deliver(objects))[Symbol.dispose]();
}

/** True if the promise has already resolved. */
async function isDone(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  void promise.then(() => (done = true));
  await turn();
  return done;
}

describe('the startup limiter', () => {
  it('gives a source half of the places while no other source has any, and the next one when a cluster leaves', async () => {
    const { start } = limiterOf(4);
    const [a, b, c, d] = [start('hub'), start('hub'), start('hub'), start('hub')];
    await a.enter();
    await b.enter();
    const third = c.enter();
    const fourth = d.enter();
    expect(await isDone(third)).toBe(false);
    a.end();
    a.end(); // ending twice must free only one slot
    await third;
    expect(await isDone(fourth)).toBe(false);
  });

  it('lets in a cluster of another source though three hundred clusters of one source wait', async () => {
    const { start } = limiterOf(16);
    for (let i = 0; i < 300; i += 1) void start('hub').enter();
    await start('configuration').enter();
  });

  it('takes the place of a cluster that delivers nothing, and takes it in again at the end of the line when it delivers', async () => {
    const { clock, start } = limiterOf(2);
    const [hanging, first, second] = [start('hub'), start('hub'), start('hub')];
    await hanging.enter();
    const firstIn = first.enter();
    void second.enter();
    await clock.pass(PACE_MS);
    await firstIn;
    const delivered = deliver(hanging);
    first.end();
    await turn();
    expect([second.isInside, await isDone(delivered)]).toEqual([true, false]);
    second.end();
    await delivered;
    expect(hanging.isInside).toBe(true);
  });

  it('keeps the place of a cluster that delivers fast, until it has had it for as long as any may', async () => {
    const { clock, start } = limiterOf(2, 10 * PACE_MS);
    const [fast, next] = [start('hub'), start('hub')];
    await fast.enter();
    const entered = next.enter();
    for (let i = 0; i < 9; i += 1) {
      await deliver(fast);
      await clock.pass(PACE_MS);
      expect(fast.isInside).toBe(true);
    }
    await deliver(fast);
    await clock.pass(PACE_MS);
    await entered;
    await deliver(fast, 100 * FAST_OBJECTS); // the cluster continues without a slot
    expect([fast.isInside, next.isInside]).toEqual([false, true]);
  });

  it('takes the place of a cluster that delivers one object every now and then, and lets these pass', async () => {
    const { clock, start } = limiterOf(2);
    const [dripping, next] = [start('hub'), start('hub')];
    await dripping.enter();
    const entered = next.enter();
    await deliver(dripping, 1);
    await clock.pass(PACE_MS);
    await entered;
    for (let i = 0; i < 3 * FAST_OBJECTS; i += 1) {
      await deliver(dripping, 1);
      await clock.pass(PACE_MS / 10);
    }
    expect(dripping.isInside).toBe(false);
  });

  it('gives each of many slow clusters its pages, one after the other, while as many hang', async () => {
    const { clock, start } = limiterOf(4);
    const slow = Array.from({ length: 5 }, () => ({ cluster: start('hub'), pages: 0 }));
    for (let i = 0; i < 20; i += 1) void start('hub').enter();
    for (const entry of slow)
      void (async () => {
        await entry.cluster.enter();
        for (; entry.pages < 3; entry.pages += 1) {
          await clock.sleep(3 * PACE_MS, NEVER);
          await deliver(entry.cluster, 500);
        }
        entry.cluster.end();
      })();
    for (let i = 0; i < 60; i += 1) await clock.pass(PACE_MS);
    expect(slow.map(({ pages }) => pages)).toEqual([3, 3, 3, 3, 3]);
  });

  it('takes no place from a cluster whose objects wait for the store', async () => {
    const { clock, start } = limiterOf(2);
    const cluster = start('hub');
    await cluster.enter();
    await clock.pass(0);
    const busy = await cluster.deliver(1);
    await clock.pass(PACE_MS);
    expect(cluster.isInside).toBe(true);
    busy[Symbol.dispose]();
    await clock.pass(PACE_MS);
    expect(cluster.isInside).toBe(false);
  });

  it('takes in again a cluster that left because it could not be reached', async () => {
    const { start } = limiterOf(2);
    const [away, other] = [start('hub'), start('hub')];
    await away.enter();
    away.leave();
    await other.enter();
    const delivered = deliver(away);
    expect(await isDone(delivered)).toBe(false);
    other.end();
    await delivered;
  });

  it('drops a cluster that no longer waits, and makes none of its pages wait', async () => {
    const { start } = limiterOf(2);
    const [inside, next] = [start('hub'), start('hub')];
    await inside.enter();
    const impatience = new AbortController();
    const waiting = start('hub', impatience.signal);
    const entering = waiting.enter();
    const delivering = deliver(waiting);
    impatience.abort(new Error('enough'));
    await expect(entering).rejects.toThrow('enough');
    await delivering;
    inside.end();
    await next.enter();
  });
});
