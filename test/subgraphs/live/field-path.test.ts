import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FieldPathError, parseFieldPath, valueAt } from '../../../subgraphs/live/field-path.ts';
import { anyText } from '../../any-text.ts';

describe('a field path', () => {
  it.each([
    ['', []],
    ['.', []],
    ['a', ['a']],
    ['.a.b', ['a', 'b']],
    ['[0]', [0]],
    ['.a[10].b', ['a', 10, 'b']],
    ['a["b.c/d"]', ['a', 'b.c/d']],
    ["a['it\\'s']", ['a', "it's"]],
    ['["say \\"x\\" \\\\"]', ['say "x" \\']],
    ['.a-b_c/d', ['a-b_c/d']],
  ])('%j has the steps %j', (text, steps) => {
    expect(parseFieldPath(text)).toEqual(steps);
  });

  it('leads to every value of any JSON, and only there', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), root => {
        for (const { steps, value } of everyValue(root)) {
          const text = steps
            .map(step => (typeof step === 'number' ? `[${step}]` : `["${step.replace(/["\\]/g, '\\$&')}"]`))
            .join('');
          if (text.length <= 1_024) expect(valueAt(root, parseFieldPath(text))).toBe(value);
          expect(valueAt(root, [...steps, 'absent-key'])).toBeUndefined();
        }
      }),
    );
  });

  it('is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.string({ unit: fc.constantFrom(...'.[]"\'\\a0 ') })), text => {
        try {
          expect(parseFieldPath(text).every(step => typeof step === 'number' || typeof step === 'string')).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(FieldPathError);
        }
      }),
    );
  });
});

function* everyValue(
  value: unknown,
  steps: readonly (string | number)[] = [],
): Iterable<{ steps: readonly (string | number)[]; value: unknown }> {
  yield { steps, value };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value))
    yield* everyValue(item, [...steps, Array.isArray(value) ? Number(key) : key]);
}
