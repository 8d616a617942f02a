/** Limits of variables. Without limits, code that reads variables could exhaust the stack or run too long. */
import { describe, expect, it } from '@jest/globals';
import { variablesProblem } from '../../../gateway/operation/run.ts';

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = {};
  for (let i = 1; i < levels; i++) value = wrap(value);
  return value;
}
const list = (inner: unknown) => [inner];
const object = (inner: unknown) => ({ inner });
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

const TOO_DEEP = 'The variables are nested deeper than 64 levels. Flatten them.';
const TOO_MANY = 'The variables hold more than 20000 values. Send fewer.';

describe('variables', () => {
  it.each<[what: string, variables: unknown, problem: string | undefined]>([
    ['that are not there', undefined, undefined],
    ['that are null', null, undefined],
    ['that are empty', {}, undefined],
    ['of plain values', { a: 1, b: 'x', c: null, d: true, e: [1, [2]] }, undefined],
    ['of 64 objects in each other', nested(64, object), undefined],
    ['of 65 objects in each other', nested(65, object), TOO_DEEP],
    ['of 64 lists in each other', nested(64, list), undefined],
    ['of 65 lists in each other', nested(65, list), TOO_DEEP],
    ['of more levels than a stack has', nested(1_000_000, list), TOO_DEEP],
    ['of 20 000 values in one list', { v: numbers(19_999) }, undefined],
    ['of 20 001 values in one list', { v: numbers(20_000) }, TOO_MANY],
    ['of 20 001 values in many lists', { v: Array.from({ length: 100 }, () => numbers(199)), w: 1 }, TOO_MANY],
    ['of 20 001 fields', Object.fromEntries(numbers(20_001).map(i => [`f${i}`, null])), TOO_MANY],
    [
      'with fields of the names of what objects have',
      JSON.parse('{"__proto__": {"length": 1}, "constructor": []}') as unknown,
      undefined,
    ],
    ['that are no object, which Apollo Server refuses', 'text', undefined],
    ['that are a number, which Apollo Server refuses', 7, undefined],
  ])('%s', (_what, variables, problem) => expect(variablesProblem(variables)).toBe(problem));

  it('are not gone through beyond the bound, however many there are', () => {
    let read = 0;
    const wide = new Proxy(numbers(100_000), { get: (target, key) => (read++, Reflect.get(target, key)) });
    expect(variablesProblem({ wide })).toBe(TOO_MANY);
    expect(read).toBeLessThan(30_000);
  });
});
