import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ByteBudget } from '../../../subgraphs/live/byte-budget.ts';
import { graphOver, JANE } from './graph.ts';
import { leafWithPods, podIds, ScriptedLeaf } from './scripted-leaf.ts';

/** A leaf with `count` Pods, each of about `bytes` bytes. */
function leafWithLargePods(count: number, bytes: number): ScriptedLeaf {
  const leaf = leafWithPods(count);
  for (const [path, object] of leaf.objects) leaf.objects.set(path, { ...object, spec: { text: 'x'.repeat(bytes) } });
  return leaf;
}

const states = (lives: readonly { state: string }[]) => lives.map(({ state }) => state);

describe('the bytes of live objects in one request', () => {
  it.each([
    { what: 'read one by one', count: 8 },
    { what: 'read by a list', count: 40 },
  ])('are bounded when they are $what: what does not fit says so, the rest is there', async ({ count }) => {
    const leaf = leafWithLargePods(count, 10_000);
    const { lives, errors } = await graphOver([leaf], { liveBytes: 45_000 }).ask(podIds(count), 'state message spec');
    expect(errors).toEqual([]);
    expect(states(lives).filter(state => state === 'OK')).toHaveLength(4);
    const refused = lives.filter(({ state }) => state !== 'OK');
    expect(new Set(states(refused))).toEqual(new Set(['TOO_LARGE']));
    expect(refused[0].spec).toBeNull();
    expect(refused[0].message).toContain('limits.liveBytes');
  });

  it('are bounded over all leaves together', async () => {
    const leaves = ['a', 'b', 'c'].map(name => {
      const leaf = new ScriptedLeaf(name);
      return leaf.put('pods', { metadata: { namespace: 'n', name: 'p' }, spec: { text: 'x'.repeat(1_000) } });
    });
    const ids = leaves.map(({ cluster }) => `${cluster}//Pod/n/p`);
    const { lives } = await graphOver(leaves, { liveBytes: 2_500 }).ask(ids, 'state manifest');
    expect(states(lives).sort()).toEqual(['OK', 'OK', 'TOO_LARGE']);
  });

  it('are not asked for once they are spent', async () => {
    const leaf = new ScriptedLeaf('leaf');
    const scopes = ['a', 'b', 'c'];
    const names = ['1', '2', '3', '4', '5', '6', '7', '8'];
    for (const namespace of scopes) {
      for (const name of names) leaf.put('pods', { metadata: { namespace, name }, spec: { text: 'x'.repeat(1_000) } });
    }
    const ids = scopes.flatMap(namespace => names.map(name => `leaf//Pod/${namespace}/${name}`));
    const { lives } = await graphOver([leaf], { liveBytes: 500 }).ask(ids, 'state spec');
    expect(new Set(states(lives))).toEqual(new Set(['TOO_LARGE']));
    expect(leaf.requested).toHaveLength(8); // maximum number of concurrent requests of one query to a leaf
  });

  it('count little when only metadata is asked for', async () => {
    const leaf = leafWithLargePods(8, 10_000);
    const { lives } = await graphOver([leaf], { liveBytes: 5_000 }).ask(podIds(8), 'state metadata { name }');
    expect(new Set(states(lives))).toEqual(new Set(['OK']));
  });

  it('say nothing of an object that the index would not show', async () => {
    const leaf = leafWithLargePods(2, 10_000);
    const { lives } = await graphOver([leaf], { liveBytes: 1_000, hidden: podIds(2) }).ask(podIds(2), 'state');
    expect(new Set(states(lives))).toEqual(new Set(['OK']));
    const whole = await graphOver([leaf], { liveBytes: 1_000, hidden: podIds(2) }).ask(podIds(2), 'state manifest');
    expect(new Set(states(whole.lives))).toEqual(new Set(['NOT_FOUND']));
  });
});

/** Counts a value without pauses between the steps. Returns whether the value fits, and the number of steps. */
function take(budget: ByteBudget, value: unknown): { fits: boolean; pieces: number } {
  const counting = budget.take(value);
  for (let pieces = 1; ; pieces += 1) {
    const { done, value: fits } = counting.next();
    if (done) return { fits, pieces };
  }
}

describe('a byte budget', () => {
  it('takes about what JSON would need', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const length = JSON.stringify(value).length;
        expect(take(new ByteBudget(4 * length + 40), value).fits).toBe(true);
        expect(take(new ByteBudget(Math.floor(length / 6) - 20), value).fits).toBe(false);
      }),
    );
  });

  it('is not felled by a value that is nested very deep', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    expect(take(new ByteBudget(1_000_000), deep).fits).toBe(true);
    expect(take(new ByteBudget(1_000), deep).fits).toBe(false);
  });

  it.each([
    ['wide', Array.from({ length: 100_000 }, () => 1)],
    ['of many keys', Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i]))],
    ['of small parts', Array.from({ length: 50_000 }, () => [1])],
  ])('counts a value that is %s in pieces, and not to its end when it is too large', (_what, value) => {
    expect(take(new ByteBudget(10_000_000), value)).toEqual({ fits: true, pieces: expect.any(Number) });
    expect(take(new ByteBudget(10_000_000), value).pieces).toBeGreaterThan(10);
    expect(take(new ByteBudget(1_000), value)).toEqual({ fits: false, pieces: 1 });
  });

  it('is spent for good with the first value that does not fit', () => {
    const budget = new ByteBudget(100);
    expect([
      take(budget, 'x'.repeat(200)).fits,
      take(budget, 'small').fits,
      budget.takeBytes(1),
      budget.isSpent,
    ]).toEqual([false, false, false, true]);
  });

  it('takes room a mebibyte at a time, and says that there is none', () => {
    const mebibyte = 1024 * 1024;
    const requested: number[] = [];
    const budget = new ByteBudget(100 * mebibyte, { room: bytes => requested.push(bytes) < 3 });
    const fits = Array.from({ length: 8 }, () => budget.takeBytes(mebibyte / 2));
    expect(fits).toEqual([true, true, true, true, true, false, false, false]);
    expect(requested).toEqual([mebibyte, mebibyte, mebibyte]);
    expect([budget.isSpent, budget.refusal.state]).toEqual([true, 'THROTTLED']);
  });
});

describe('the bytes of live objects in all requests of one caller', () => {
  it('are bounded, leave room for other callers, and count until each request is over', async () => {
    const leaf = leafWithLargePods(8, 1_500_000);
    const { subgraph, request } = graphOver([leaf], { liveBytes: 128 * 1024 * 1024 });
    const begin = async (user: string) => {
      const atEnd = new DisposableStack();
      const context = subgraph.context({ ...request({ as: { ...JANE, user } }), atEnd });
      const reads = await Promise.all(podIds(8).map(id => context.readAny(id)));
      return { states: new Set(reads.map(({ read }) => read.state)), atEnd };
    };
    const begun: DisposableStack[] = [];
    let last = await begin('jane');
    for (; !last.states.has('THROTTLED'); last = await begin('jane')) begun.push(last.atEnd);
    // The limit of 128 MiB holds eleven requests of 12 MB each.
    expect(begun.length).toBe(11);
    const other = await begin('joe');
    expect(other.states).toEqual(new Set(['OK']));
    for (const stack of [...begun, last.atEnd, other.atEnd]) stack.dispose();
    expect((await begin('jane')).states).toEqual(new Set(['OK']));
  });
});
