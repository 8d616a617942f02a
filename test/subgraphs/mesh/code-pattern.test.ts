import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { processorTime } from '../../processor-time.ts';
import { codePattern } from '../../../subgraphs/mesh/code-pattern.ts';

const oracle = (text: string): RegExp | undefined => {
  try {
    const { source } = new RegExp(text.replace(/x/gi, '\\d'));
    return new RegExp(`^(?:${source})$`);
  } catch {
    return undefined;
  }
};

describe('patterns of codes', () => {
  it('match as regular expressions do, and are refused where those are', () => {
    const piece = fc.constantFrom(
      '5',
      '0',
      '-',
      'X',
      'x',
      '|',
      '(',
      ')',
      '()',
      '(|5)',
      '^',
      '$',
      '[',
      ']',
      '[45]',
      '[^5]',
      '[1-4]',
      '[]',
      '[^]',
      '[X-]',
    );
    const code = fc.constantFrom('', '-', '0', '5', '50', '500', '503', '4', '45', '55-', '\n', '(');
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 9 }), code, (pieces, code) => {
        const text = pieces.join('');
        expect(codePattern(text)?.test(code)).toBe(oracle(text)?.test(code));
      }),
      { numRuns: 3_000 },
    );
  });

  it.each(['', '5'.repeat(65), '5+', '5{2}', '.*', '\\d', '(?:5)', '5XX ', '(', '[5', '[9-1]'])(
    'do not exist for %j',
    text => {
      expect(codePattern(text)).toBeUndefined();
    },
  );

  it.each([
    '(|)'.repeat(21),
    '(()|())'.repeat(9),
    '(5|5|5)'.repeat(9),
    '((|)|(|)|(|)|(|))((|)|(|)|(|)|(|))((|)|(|)|(|))',
  ])('answer at once for %s', pattern => {
    const before = processorTime();
    for (const code of ['200', '5'.repeat(60), '5'.repeat(1_000_000)]) codePattern(pattern)!.test(code);
    expect(processorTime() - before).toBeLessThan(50);
  });
});
