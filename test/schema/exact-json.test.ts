/** Numbers in JSON text keep their written form. Text that is not JSON is refused. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  isDouble,
  isExactNumber,
  numberText,
  parseExact,
  parseNoting,
  restoreNumbers,
  TooManyUnusual,
} from '../../schema/exact-json.ts';
import { HOSTILE_NUMBERS, hostileJson, numbersOf } from '../hostile-json.ts';

describe('a parsed text', () => {
  it.each(HOSTILE_NUMBERS)('writes %s as it was', text => {
    const document = `{"a":${text},"b":[${text},{"c":${text}}],"d":"${text}"}`;
    expect(JSON.stringify(parseExact(document))).toBe(document);
    expect(numberText((parseExact(document) as { a: unknown }).a)).toBe(text);
  });

  it('has the numbers that it was written with, whatever they are', () => {
    fc.assert(
      fc.property(hostileJson(), text => {
        expect(numbersOf(JSON.stringify(parseExact(text)))).toEqual(numbersOf(text));
      }),
      { numRuns: 500 },
    );
  });

  it('with whitespace is read alike', () => {
    expect(JSON.stringify(parseExact('{ "a" : 1.0 ,\n\t"b" : [ -0 , 1E2 ] }'))).toBe('{"a":1.0,"b":[-0,1E2]}');
  });

  it('has plain numbers where JavaScript writes them so', () => {
    expect(parseExact('{"a":[0,1,-1,0.5,1e+21,9007199254740991,"1.0, 2"]}')).toEqual({
      a: [0, 1, -1, 0.5, 1e21, 2 ** 53 - 1, '1.0, 2'],
    });
  });

  it('may have long strings and numbers', () => {
    for (const value of [`"${'\\n'.repeat(4_000_000)}"`, '1'.repeat(8_000_000), `1.${'0'.repeat(8_000_000)}`]) {
      const text = `{"a":1.50,"b":${value}}`;
      expect(JSON.stringify(parseExact(text)) === text).toBe(true);
    }
  });

  it('keeps a key that is called __proto__', () => {
    const text = '{"a":1.0,"__proto__":{"b":2.0}}';
    expect(JSON.stringify(parseExact(text))).toBe(text);
    expect(Object.getPrototypeOf(parseExact(text))).toBe(Object.prototype);
  });
});

describe('a key with escapes', () => {
  const KEYS = ['\\', '"', '\n', '\\n', '\na', '\\"', 'a\\', 'a"', 'a', '1', '', '__proto__', '\u0001', '\ud800'];

  it('is read right after similar objects', () => {
    const entries = fc.uniqueArray(
      fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom('1', '1.0', '"x"', '{"\\"":-0}')),
      {
        maxLength: 4,
        selector: ([key]) => key,
      },
    );
    fc.assert(
      fc.property(entries, each => {
        // JavaScript puts the integer keys of an object first.
        const expected = [...each].sort(([one], [other]) => Number(other === '1') - Number(one === '1'));
        expect(JSON.stringify(parseExact(objectOf(each)))).toBe(objectOf(expected));
        const noted = parseNoting(objectOf(each)) as object;
        restoreNumbers(noted);
        expect(Object.keys(noted)).toEqual(expected.map(([key]) => key));
        expect(Object.values(noted).map(value => numberText(value))).toEqual(
          expected.map(([, value]) => (value.startsWith('1') ? value : undefined)),
        );
      }),
      { numRuns: 500 },
    );
  });

  function objectOf(entries: readonly (readonly [string, string])[]): string {
    return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
  }

  it('may be written in several ways, and the last value counts', () => {
    const value = parseExact('{"a":1.0,"\\u0061":2,"b\\/":[{"\\u005f_proto__":3}]}');
    expect(JSON.stringify(value)).toBe('{"a":2,"b/":[{"__proto__":3}]}');
  });

  it.each(['{"\\x":1}', '{"\\u12":1}', '{"\\', '{"a\\":1}', '{"\\n\n":1}', '{"\\n" 1}'])('%j is refused', text => {
    expect(() => parseExact(text)).toThrow(SyntaxError);
  });

  it('may occur 5000 times', () => {
    const text = (keys: number): string => `{${Array.from({ length: keys }, (_, i) => `"\\n${i}":0`).join(',')}}`;
    expect(Object.keys(parseExact(text(5_000)) as object)[4_999]).toBe('\n4999');
    expect(() => parseExact(text(5_001))).toThrow(TooManyUnusual);
  });
});

describe('a text that is no JSON', () => {
  it.each([
    '{1.0:2}',
    '{ 1.0 :2}',
    '[1.0 2.0]',
    '[01.0]',
    '[1.0.0]',
    '[1.]',
    '[.5]',
    '[+1.0]',
    '[- 1.0]',
    '["a"1.0]',
    '[x1.0]',
    '[1.0',
    '{"a":1.0,}',
  ])('%s is refused', text => {
    expect(() => parseExact(text)).toThrow(SyntaxError);
  });

  it('is refused whatever it is', () => {
    const sign = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      ' ',
      '"',
      '\\',
      '-',
      '.',
      'e',
      '0',
      '1.0',
      '"a":',
      '-0',
      '+',
      '01.0',
      '1.e5',
      '-1e-',
      '12345678901234567890',
      'null',
    );
    const isJson = (parse: (text: string) => unknown, text: string): boolean => {
      try {
        return parse(text) !== undefined;
      } catch {
        return false;
      }
    };
    const any = fc.array(sign, { maxLength: 12 }).map(signs => signs.join(''));
    fc.assert(
      fc.property(any, text => expect(isJson(parseExact, text)).toBe(isJson(JSON.parse, text))),
      { numRuns: 5_000 },
    );
  });
});

describe('numbers', () => {
  it('of more than an object has are refused, but not in strings', () => {
    expect(() => parseExact(`[${'1.5,'.repeat(20_001)}1.0]`)).toThrow(TooManyUnusual);
    expect(JSON.stringify(parseExact(`{"a":"${':1.5,'.repeat(20_001)}","b":1.0}`))).toMatch(/"b":1[.]0}$/);
  });
});

describe('numbers that are noted', () => {
  it('are plain until they are restored', () => {
    const value = parseNoting('{"first":1.0,"more":[9007199254740993,1],"__proto__":-0}') as { more: object };
    expect(Object.entries(value)).toEqual([
      ['first', 1],
      ['more', [2 ** 53, 1]],
      ['__proto__', -0],
    ]);
    restoreNumbers(value);
    restoreNumbers(value.more);
    expect(JSON.stringify(value)).toBe('{"first":1.0,"more":[9007199254740993,1],"__proto__":-0}');
  });
});

describe('a number', () => {
  it.each([
    ['1.0', true],
    ['1E2', true],
    ['100e-2', true],
    ['-0', true],
    ['0e999', true],
    ['0.10', true],
    ['9007199254740992', true],
    ['100000000000000000000', true],
    ['9007199254740993', false],
    ['1e400', false],
    ['1e-400', false],
    ['0.1000000000000000055511151231257827', false],
    ['1'.repeat(100_000), false],
  ])('%s is a double: %s', (text, expected) => {
    expect(isDouble(text)).toBe(expected);
  });

  it('is an object of its own only where it must be', () => {
    const [plain, exact] = parseExact('[7,7.0]') as unknown[];
    expect(plain).toBe(7);
    expect(isExactNumber(exact)).toBe(true);
    expect(isExactNumber({ rawJSON: '7.0' })).toBe(false);
  });
});
