/** Equality of JSON values of any size. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { isEqual } from '../../../../subgraphs/live/actions/apply.ts';

function steps(one: unknown, other: unknown): { readonly isSame: boolean; readonly taken: number } {
  const work = isEqual(one, other);
  for (let taken = 1; ; taken++) {
    const { done, value } = work.next();
    if (done) return { isSame: value, taken };
  }
}

const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('equality', () => {
  it('is that of parsed JSON', () => {
    const text = fc.jsonValue({ maxDepth: 3 }).map(value => JSON.stringify(value));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [a, b] = [JSON.parse(one) as unknown, JSON.parse(other) as unknown];
        expect(steps(a, b).isSame).toBe(isDeepStrictEqual(a, b));
        expect(steps(a, JSON.parse(one)).isSame).toBe(true);
      }),
      { examples: [['[]', '{}'], ['{"__proto__":{"a":1}}', '{"a":1}'], ['{"a":null}', '{"b":null}'], ['[1,[2]]', '[1,[3]]']] }, // prettier-ignore
    );
  });

  it('is found in short steps', () => {
    const large = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`key-${i}`, i]));
    const { isSame, taken } = steps(large, copy(large));
    expect(isSame).toBe(true);
    expect(taken).toBeGreaterThan(40);
  });
});
