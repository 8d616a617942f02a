/** YAML that is written in small pieces. YAML 1.1 and YAML 1.2 read the text equally. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import { yamlPieces } from '../../../subgraphs/live/yaml.ts';
import { AMBIGUOUS } from './ambiguous-texts.ts';
import { anyText } from '../../any-text.ts';

const written = (value: unknown): string => [...yamlPieces(value)].join('');

const text = fc.oneof(
  fc.constantFrom(...AMBIGUOUS),
  fc.string({ maxLength: 20 }),
  anyText({ maxLength: 12 }),
  fc.stringMatching(/^[-+.0-9_:eExXobTZ, ]{1,10}$/),
  fc
    .array(fc.constantFrom('\n', ' ', 'a', '\t', '#', ': ', '- ', '\n\n'), { maxLength: 10 })
    .map(parts => parts.join('')),
);
const { json } = fc.letrec(tie => ({
  json: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(1e21, -1e-7, 1e300)),
    fc.constantFrom(null, true, false),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(text, tie('json'), { maxKeys: 4 }),
  ),
}));

describe.each(['1.1', '1.2'] as const)('read as YAML %s', version => {
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

  it('an object is what it was', () => {
    fc.assert(
      fc.property(fc.dictionary(text, json, { maxKeys: 5 }), object => {
        expect(JSON.parse(JSON.stringify(parse(written(object), { version, merge: true })))).toEqual(plain(object));
      }),
      { numRuns: 500 },
    );
  });

  it.each(AMBIGUOUS)('%j is a text, as a key and as a value', text => {
    const object = { a: text, [text]: [text, [text, { [text]: text }]] };
    expect(parse(written(object), { version, merge: true })).toEqual(plain(object));
  });

  it.each([[[]], [{}], ['a\nb'], ['no'], [7], [null], [[[[]], {}]]])('%j alone is itself', value => {
    expect(parse(written(value), { version })).toEqual(value);
  });
});

describe('the pieces', () => {
  const deep = (levels: number, inside: unknown): unknown =>
    Array.from({ length: levels }).reduce<unknown>((value, _, i) => (i % 2 ? { a: value } : [value]), inside);

  it.each([
    ['one that is wide', Array.from({ length: 50_000 }, (_, i) => i)],
    [
      'one that nests deeply',
      deep(
        300,
        Array.from({ length: 5_000 }, () => 1),
      ),
    ],
    ['a text of many lines, far to the right', deep(100, 'a\n'.repeat(50_000))],
    ['a long text', { a: '😀'.repeat(200_000) }],
    ['many texts', { a: Array.from({ length: 2_000 }, (_, i) => `line ${i}\n`.repeat(20)) }],
  ])('of %s are small', (_what, value) => {
    let [most, count] = [0, 0];
    for (const piece of yamlPieces(value)) [most, count] = [Math.max(most, piece.length), count + 1];
    expect(count).toBeGreaterThan(10);
    expect(most).toBeLessThan(100_000);
  });

  it('come one by one: what is not asked for is not written', () => {
    const object = { first: 'x'.repeat(20_000), get second() { throw new Error('too far'); } }; // prettier-ignore
    const pieces = yamlPieces(object);
    expect(pieces.next().value).toBe('first: ');
    expect(pieces.next().done).toBe(false);
  });

  it('are those of something that is nested very deep too', () => {
    expect(written(deep(5_000, 'x')).length).toBeGreaterThan(5_000);
  });
});
