/** Remembered results of actions with an idempotency key: their lifetime, their number and their callers. */
import { describe, expect, it } from '@jest/globals';
import { Repeats } from '../../../../subgraphs/live/actions/repeats.ts';
import { JANE } from '../graph.ts';

function repeats() {
  let [now, works] = [0, 0];
  const known = new Repeats(() => now);
  const once = (key: string, { as = JANE, size = 1, requested = 'x' } = {}) =>
    known.once({ identity: as, key, requested, size }, async () => (works++, []));
  return { known, once, pass: (ms: number) => (now += ms), works: () => works };
}

describe('results of an idempotency key', () => {
  it('are remembered for ten minutes', () => {
    const { once, pass, works, known } = repeats();
    const first = once('k');
    pass(599_999);
    expect(once('k')).toBe(first);
    pass(1);
    expect(once('k')).not.toBe(first);
    expect([works(), known.size]).toEqual([2, 1]);
  });

  it('are not for another question under the same key', () => {
    const { once } = repeats();
    void once('k');
    expect(once('k', { requested: 'y' })).toBe('other');
  });

  it('are for one identity, in whatever order and how often its groups and extras are named', () => {
    const { once, works } = repeats();
    const jane = (groups: string[], extra: Record<string, string[]>) => ({ as: { ...JANE, groups, extra } });
    const first = once('k', jane(['dev', 'ops'], { scopes: ['a', 'b'], team: ['x'] }));
    expect(once('k', jane(['ops', 'dev', 'ops'], { team: ['x', 'x'], scopes: ['b', 'a'] }))).toBe(first);
    void once('k', jane(['dev,ops'], { scopes: ['a', 'b'], team: ['x'] }));
    void once('k', jane(['dev', 'ops'], { scopes: ['a'], team: ['b', 'x'] }));
    void once('k', { as: { ...JANE, uid: 'u' } });
    void once('k', { as: JANE });
    expect(works()).toBe(5);
  });

  it('are kept while there is room, of which one caller gets half; what has no room is not begun', () => {
    const { once, works, pass } = repeats();
    void once('a', { size: 20_000 });
    expect(once('b')).toBe('full');
    expect(once('b', { as: { ...JANE, groups: ['another group is the same caller'] } })).toBe('full');
    void once('b', { as: { ...JANE, user: 'john' }, size: 10_000 });
    expect(works()).toBe(2);
    pass(600_000);
    void once('b');
    expect(works()).toBe(3);
  });

  it('that failed are remembered, too', async () => {
    const { known } = repeats();
    const repeatable = { identity: JANE, key: 'k', requested: 'x', size: 1 };
    const fails = known.once(repeatable, () => Promise.reject(new Error('broken')));
    await expect(fails).rejects.toThrow('broken');
    expect(known.once(repeatable, async () => [])).toBe(fails);
  });
});
