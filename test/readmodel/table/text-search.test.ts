import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compileByteMatch, compileTextMatch } from '../../../readmodel/table/text-search.ts';

describe('a text match', () => {
  it.each([
    ['*', '', true],
    ['?', '', false],
    ['?', 'a', true],
    ['?', '💡', true],
    ['a?c', 'abc', true],
    ['a*c', 'abbbc', true],
    ['a*c', 'abbb', false],
    ['*a*b', 'xxaxxab', true],
    ['a.c', 'abc', false],
    ['[ab]', 'a', false],
    ['[ab]', '[ab]', true],
    ['a\\*', 'a\\xyz', true],
    ['a*\nb', 'ax\nb', true],
    ['**', 'anything', true],
    ['', '', true],
    ['', 'a', false],
  ])('glob %j on %j is %s', (glob, text, expected) => {
    expect(compileTextMatch({ glob, ignoreCase: false })(text)).toBe(expected);
  });

  it('matches a hostile glob in reasonable time', () => {
    expect(compileTextMatch({ glob: `${'*a'.repeat(400)}*b`, ignoreCase: false })('a'.repeat(1_000))).toBe(false);
  });

  it('means by a glob what a regular expression would', () => {
    const piece = fc.constantFrom('a', 'b', '-', '💡', '*', '?', '*', '?');
    const anyGlob = fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join(''));
    const anyText = fc.array(fc.constantFrom('a', 'b', '-', '💡'), { maxLength: 9 }).map(pieces => pieces.join(''));
    fc.assert(
      fc.property(anyGlob, anyText, (glob, text) => {
        const expected = new RegExp(`^${glob.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su').test(text);
        // After a star, the search proceeds by code units. A ? after the star may therefore match half of a surrogate
        // pair.
        if (expected) expect(compileTextMatch({ glob, ignoreCase: false })(text)).toBe(true);
        if (!text.includes('💡')) expect(compileTextMatch({ glob, ignoreCase: false })(text)).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('refuses a glob without bound', () => {
    expect(() => compileTextMatch({ glob: '*'.repeat(2_000), ignoreCase: false })).toThrow('at most 1024');
  });

  it('wants all its members', () => {
    const match = compileTextMatch({ prefix: 'web', contains: '-', glob: '*1', ignoreCase: false });
    expect(['web-1', 'web-2', 'web1', 'x-web-1'].filter(match)).toEqual(['web-1']);
  });

  it('ignores case only when asked to, and in no locale of its own', () => {
    expect(compileTextMatch({ equals: 'TITLE', ignoreCase: true })('title')).toBe(true);
    expect(compileTextMatch({ equals: 'TITLE', ignoreCase: false })('title')).toBe(false);
    expect(compileTextMatch({ contains: 'ÄPFEL', ignoreCase: true })('grüne äpfel')).toBe(true);
  });
});

describe('a match of bytes', () => {
  const latin = fc.string({
    maxLength: 9,
    unit: fc.constantFrom('a', 'A', 'b', '-', 'ä', 'Ä', 'ß', 'ÿ', '×', '÷', 'µ'),
  });
  const any = fc.oneof(latin, fc.string({ maxLength: 2, unit: fc.constantFrom('a', 'Ÿ', 'K', 'İ', 'Ā') }));
  const match = fc.record(
    { equals: any, prefix: any, contains: any, ignoreCase: fc.boolean() },
    { requiredKeys: ['ignoreCase'] },
  );

  it('says what a match of the text says', () => {
    fc.assert(
      fc.property(match, latin, latin, (match, text, other) => {
        const bytes = Buffer.from(other + text + other, 'latin1');
        const judged = compileByteMatch(match)!(bytes, other.length, other.length + text.length);
        expect(judged).toBe(compileTextMatch(match)(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not take globs', () => {
    expect(compileByteMatch({ glob: '*', ignoreCase: true })).toBeUndefined();
  });
});
