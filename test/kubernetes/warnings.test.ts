/** Warnings of an API server, read from the headers of its responses. */
import { describe, expect, it } from '@jest/globals';
import { warningsOf } from '../../kubernetes/warnings.ts';

const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

describe('a Warning header', () => {
  it.each<[string, string | string[] | undefined, string[]]>([
    ['none', undefined, []],
    ['one', '299 - "deprecated"', ['deprecated']],
    ['several in one', '299 - "a", 299 - "b"', ['a', 'b']],
    ['several headers', ['299 - "a"', '299 - "b"'], ['a', 'b']],
    ['the same twice', ['299 - "a"', '299 - "a"'], ['a']],
    [
      'quotes and backslashes',
      String.raw`299 - "would violate \"restricted\": C:\\x"`,
      [String.raw`would violate "restricted": C:\x`],
    ],
    ['commas inside', '299 kube "a, b", 299 - "c"', ['a, b', 'c']],
    ['a date', '299 - "a" "Sat, 25 Aug 2012 23:34:45 GMT"', ['a']],
    ['UTF-8', utf8('299 - "größe"'), ['größe']],
    ['another code', '199 - "cached", 110 - "stale"', []],
    ['control characters and those that turn text', utf8('299 - "a\u001b[31m\u202eb"'), ['a [31m b']],
    ['no warning', 'watch out', []],
    ['a quote that never ends', '299 - "abc', []],
  ])('of %s', (_what, header, texts) => {
    expect(warningsOf(header === undefined ? {} : { warning: header })).toEqual(texts);
  });

  it('is bounded in number and length', () => {
    const many = Array.from({ length: 100 }, (_, i) => `299 - "${i} ${'x'.repeat(2_000)}"`);
    const texts = warningsOf({ warning: many });
    expect(texts).toHaveLength(16);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(501);
    expect(warningsOf({ warning: `299 - "${'x'.repeat(70_000)}"` })).toEqual([]);
  });
});
