/** Reading a JSON text before it is parsed: a key that occurs twice in one object, and the number of values. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { holdsMoreValues, repeatedKey } from '../../schema/exact-json.ts';
import { hostileJson } from '../hostile-json.ts';

function found(json: string): string | undefined {
  const work = repeatedKey(json);
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

describe('a key that is there twice', () => {
  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"v":{"manifests":[{},{"data":{"a b":"{","x":[1,2],"a b" : 2}}]}}', 'v.manifests[1].data["a b"]'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a":{"__proto__":1,"__proto__":2}}', 'a.__proto__'],
    ['{"":{"":1,"":2}}', '[""][""]'],
    ['{"a":"\\"b\\":1,\\"b\\":2","c":[{"b":1},{"b":1}],"d":{"b":{"b":1}}}', undefined],
    ['"a"', undefined],
    [`${'['.repeat(30)}{"a":1,"a":2}${']'.repeat(30)}`, `${'[0]'.repeat(20)}…`],
  ])('in %s is %s', (json, path) => {
    expect(found(json)).toBe(path);
  });

  it('is found wherever it is, and no other', () => {
    fc.assert(
      fc.property(hostileJson(), fc.string(), (json, key) => {
        expect(found(json)).toBeUndefined();
        const pair = `${JSON.stringify(key)}:${json}`;
        expect(found(`{"a":[0,{${pair},${pair}}]}`)).toMatch(/^a\[1\]/);
      }),
    );
  });

  it('is found beside long strings', () => {
    const long = '\\n'.repeat(4_000_000);
    expect(found(`{"a":"${long}","b":1,"b":2}`)).toBe('b');
  });

  it('is looked for in pieces', () => {
    const pieces = [...repeatedKey(`{"a":[${'{"b":1},'.repeat(10_000)}1]}`)];
    expect(pieces.length).toBeGreaterThan(10);
  });
});

describe('the values of a JSON text', () => {
  /** Number of members of objects and items of lists. */
  const valuesIn = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, inner) => sum + 1 + valuesIn(inner), 0)
      : 0;

  it('are counted exactly, with and without white space', () => {
    fc.assert(
      fc.property(hostileJson(), fc.constantFrom(undefined, 2, '\t'), (json, space) => {
        const value: unknown = JSON.parse(json);
        for (const text of [json, JSON.stringify(value, undefined, space)])
          expect([holdsMoreValues(text, valuesIn(value)), holdsMoreValues(text, valuesIn(value) - 1)]).toEqual([
            false,
            true,
          ]);
      }),
    );
  });
});
