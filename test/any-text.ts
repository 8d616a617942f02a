/** Texts of arbitrary characters, for property tests. */
import fc from 'fast-check';

const SURROGATES = { from: 0xd800, count: 0x800 };

/**
 * Any code point except surrogates. This replaces fast-check's unit "binary", whose table of all code points takes long
 * to build in each test file.
 */
const character = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map(at => String.fromCodePoint(at < SURROGATES.from ? at : at + SURROGATES.count), placeOf);

/**
 * Integer that the mapping above turns into this character. fast-check needs the inverse to use dangerous texts
 * (`__proto__`) as examples.
 */
function placeOf(text: unknown): number {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (point === undefined || text !== String.fromCodePoint(point)) throw new Error('It is not one character.');
  return point < SURROGATES.from ? point : point - SURROGATES.count;
}

export function anyText(constraints: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: character });
}
