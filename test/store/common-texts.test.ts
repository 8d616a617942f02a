import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CommonTexts } from '../../store/common-texts.ts';

describe('what clusters say alike', () => {
  it('is an id with the text with which it came first, and with no other', () => {
    const common = new CommonTexts();
    expect([common.agree(1, 'a=1'), common.agree(1, 'a=1'), common.agree(1, 'a=2'), common.agree(1, 'a=1')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  it('is bounded: when it is full no other text becomes common, and those that are stay so', () => {
    const common = new CommonTexts();
    const long = 'x'.repeat(100_000);
    const agreed = Array.from({ length: 1_000 }, (_, id) => common.agree(id, long)).filter(agrees => agrees).length;
    expect(agreed).toBeGreaterThan(100);
    expect(agreed).toBeLessThan(500);
    expect([common.agree(agreed, 'short'), common.agree(0, long), common.agree(0, 'short')]).toEqual([false, true, false]);
  });

  it('is a word as its bytes say it, whatever words came before', () => {
    const common = new CommonTexts();
    fc.assert(
      fc.property(fc.oneof(fc.stringMatching(/^[a-z]{0,2}$/), fc.string({ maxLength: 300, unit: 'grapheme-ascii' })), text => {
        expect(common.word(Buffer.from(`/${text}/`), 1, 1 + text.length)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});
