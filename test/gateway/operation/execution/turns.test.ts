import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FairTurns, finished, Pace } from '../../../../async/fair-turns.ts';
import { ClientGone } from '../../../../gateway/operation/execute-plan.ts';
import { merge } from '../../../../gateway/operation/shape-answer.ts';
import { both, type AnswerOf, type Both } from './both.ts';
import { SHOP } from './shop.ts';

let shop: Both;
beforeAll(async () => {
  shop = await both(SHOP);
});
afterAll(() => shop.stop());

/** Turns whose time is always used up. Counts the steps after which the executor would wait. */
function noTimeLeft() {
  const turns = {
    requested: 0,
    continue<T>(_caller: string, work: Iterator<unknown, T>): T {
      for (;;) {
        const { done, value } = work.next();
        if (done) return value;
        turns.requested++;
      }
    },
  };
  return turns;
}

const many = <T>(length: number, make: (i: number) => T): T[] => Array.from({ length }, (_, i) => make(i));
const products = (count: number) =>
  many(count, i => ({ __typename: 'Product', id: `${i}`, title: 't', tags: ['a'], price: i }));

const ANSWERS: AnswerOf = ({ service, variables }) => {
  const representations = (variables['representations'] ?? []) as object[];
  if (service === 'products') return { data: { products: products(2_000) } };
  const errors = many(100, i => ({ message: 'no', path: ['_entities', i, 'inStock'] }));
  return { data: { _entities: representations.map(() => ({ inStock: 1 })) }, errors };
};

describe('an operation that is run in turns', () => {
  it('lets others have their turns while a large answer is put together', async () => {
    const turns = noTimeLeft();
    const { data } = await shop.ours('{ products { id title tags price inStock } }', undefined, ANSWERS, { turns });
    expect((data as { products: object[] }).products).toHaveLength(2_000);
    // The operation reads, merges and shapes more than 20,000 values.
    expect(turns.requested).toBeGreaterThan(100);
  });

  it('goes on at once while an answer is small', async () => {
    const turns = noTimeLeft();
    await shop.ours('{ products { id title } }', undefined, () => ({ data: { products: products(10) } }), { turns });
    expect(turns.requested).toBe(0);
  });

  it.each([
    ['a list of scalars', '{ needed { tags } }', { needed: { tags: many(20_000, () => 'a') } }],
    ['lists of lists', '{ needed { matrix } }', { needed: { matrix: many(200, () => many(100, i => i)) } }],
    ['values that are wrong', '{ needed { tags } }', { needed: { tags: many(20_000, () => 7) } }],
    ['places that are not asked about', '{ products { inStock } }', { products: many(20_000, () => null) }],
  ])('takes turns over %s', async (_what, query, data) => {
    const turns = noTimeLeft();
    await shop.ours(query, undefined, () => ({ data }), { turns });
    expect(turns.requested).toBeGreaterThan(50);
  });

  it('takes turns over errors', async () => {
    const turns = noTimeLeft();
    const errors = many(2_000, () => ({ message: 'no' }));
    expect(
      (await shop.ours('{ me { name } }', undefined, () => ({ data: null, errors }), { turns })).errors,
    ).toHaveLength(2_000);
    expect(turns.requested).toBeGreaterThan(50);
  });

  it('ends when its client has gone away', async () => {
    const client = new AbortController();
    let now = 0;
    const turns = new FairTurns({ sliceMs: 5, clock: () => now++ });
    setImmediate(() => client.abort(new DOMException('The client went away.', 'AbortError')));
    const pace = { turns, signal: client.signal };
    await expect(shop.ours('{ products { id title } }', undefined, ANSWERS, pace)).rejects.toThrow(ClientGone);
  });

  it('answers what it has at its deadline', async () => {
    const pace = { signal: AbortSignal.abort(new DOMException('The request reached its deadline.', 'TimeoutError')) };
    const { data } = await shop.ours('{ products { id title } }', undefined, ANSWERS, pace);
    expect((data as { products: object[] }).products).toHaveLength(2_000);
  });
});

describe('merging', () => {
  const pace = new Pace();
  const nested = (levels: number, leaf: object): object =>
    many(levels, i => i).reduce<object>(inner => ({ inner }), leaf);

  it('goes as deep as a subgraph nests', () => {
    const into = nested(50_000, { a: 1 });
    finished(merge(into as never, nested(50_000, { b: 2 }) as never, pace));
    let at = into as { inner?: object };
    while (at.inner) at = at.inner;
    expect(at).toEqual({ a: 1, b: 2 });
  });

  it('keeps names that objects inherit to the object', () => {
    const into = JSON.parse('{"constructor": {"a": 1}}') as Record<string, unknown>;
    const from = JSON.parse(
      '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "toString": {"polluted": 1}}',
    );
    finished(merge(into, from as never, pace));
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(into)).toBe(Object.prototype);
    expect(JSON.stringify(into)).toBe(
      '{"constructor":{"a":1,"prototype":{"polluted":1}},"__proto__":{"polluted":1},"toString":{"polluted":1}}',
    );
  });

  it.each([
    [{ list: [1, { a: 1 }] }, { list: [2, { b: 2 }] }, { list: [2, { a: 1, b: 2 }] }],
    [{ list: [{ a: 1 }] }, { list: [{ b: 2 }, { b: 3 }] }, { list: [{ b: 2 }, { b: 3 }] }],
    [{ lists: [[{ a: 1 }]] }, { lists: [[{ b: 2 }]] }, { lists: [[{ a: 1, b: 2 }]] }],
    [
      { a: { b: 1 }, c: 1 },
      { a: null, c: undefined },
      { a: null, c: 1 },
    ],
    [
      { a: null, b: 'text' },
      { a: { b: 1 }, b: { c: 1 } },
      { a: { b: 1 }, b: { c: 1 } },
    ],
    [{ a: many(300, i => ({ a: i })) }, { a: many(300, i => ({ b: i })) }, { a: many(300, i => ({ a: i, b: i })) }],
  ])('merges %j and %j', (into, from, merged) => {
    finished(merge(into, from, pace));
    expect(into).toEqual(merged);
  });
});
