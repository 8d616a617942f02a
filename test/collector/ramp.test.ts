import { describe, expect, it } from '@jest/globals';
import { Ramp } from '../../collector/ramp.ts';

const NEVER = new AbortController().signal;

describe('the ramp', () => {
  it('lets in as many as it has places, and the next when one leaves', async () => {
    const ramp = new Ramp({ places: 2 });
    const [first, second] = [await ramp.enter(NEVER), await ramp.enter(NEVER)];
    let third: (() => void) | undefined;
    const entering = ramp.enter(NEVER).then(leave => (third = leave));
    await new Promise(setImmediate);
    expect(third).toBeUndefined();
    first();
    first(); // leaving twice frees one place, not two
    await entering;
    let fourth = false;
    const waiting = ramp.enter(NEVER).then(leave => {
      fourth = true;
      leave();
    });
    await new Promise(setImmediate);
    expect(fourth).toBe(false);
    second();
    await waiting;
    third?.();
  });

  it('takes a place back from who keeps it too long', async () => {
    const ramp = new Ramp({ places: 1, longestMs: 1 });
    await ramp.enter(NEVER);
    (await ramp.enter(NEVER))();
  });

  it('lets go of who no longer waits', async () => {
    const ramp = new Ramp({ places: 1 });
    const leave = await ramp.enter(NEVER);
    const impatience = new AbortController();
    const waiting = ramp.enter(impatience.signal);
    impatience.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    leave();
    (await ramp.enter(NEVER))();
  });
});
