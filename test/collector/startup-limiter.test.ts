import { describe, expect, it } from '@jest/globals';
import { StartupLimiter } from '../../collector/startup-limiter.ts';

const NEVER = new AbortController().signal;

describe('the startup limiter', () => {
  it('lets in as many as it has places, and the next when one leaves', async () => {
    const limiter = new StartupLimiter({ places: 2 });
    const [first, second] = [await limiter.enter('a', NEVER), await limiter.enter('b', NEVER)];
    let third: (() => void) | undefined;
    const entering = limiter.enter('c', NEVER).then(leave => (third = leave));
    await new Promise(setImmediate);
    expect(third).toBeUndefined();
    first();
    first(); // leaving twice frees one place, not two
    await entering;
    let fourth = false;
    const waiting = limiter.enter('d', NEVER).then(leave => {
      fourth = true;
      leave();
    });
    await new Promise(setImmediate);
    expect(fourth).toBe(false);
    second();
    await waiting;
    third?.();
  });

  it('takes a place back from a cluster that keeps it too long', async () => {
    const limiter = new StartupLimiter({ places: 1, longestMs: 1 });
    await limiter.enter('a', NEVER);
    (await limiter.enter('b', NEVER))();
  });

  it('drops a cluster that no longer waits', async () => {
    const limiter = new StartupLimiter({ places: 1 });
    const leave = await limiter.enter('a', NEVER);
    const impatience = new AbortController();
    const waiting = limiter.enter('b', impatience.signal);
    impatience.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    leave();
    (await limiter.enter('c', NEVER))();
  });
});
