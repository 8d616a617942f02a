/**
 * JSON texts that a hostile leaf may send: numbers that doubles cannot hold, or that JavaScript writes in another form.
 */
import fc from 'fast-check';

export const HOSTILE_NUMBERS = [
  ...'-0 0.0 -0.0 1.0 1E2 1e2 1.50 0.1e1 9007199254740991 9007199254740993 -9007199254740993 9223372036854775807 18446744073709551615'.split(
    ' ',
  ),
  ...'123456789012345678901234567890 1e21 1e+21 1e-7 1E-07 1.7976931348623157e308 5e-324 0.1000000000000000055511151231257827'.split(
    ' ',
  ),
];

/** Numbers outside the range of doubles. */
export const BEYOND_DOUBLES = ['1e400', '-1e400', '1E+309'];

const number = fc.oneof(
  fc.constantFrom(...HOSTILE_NUMBERS),
  fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,20})?([eE][+-]?\d{1,2})?$/),
  fc.integer().map(String),
);

/** A text without lone surrogates, which API servers would replace. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    'yes',
    'no',
    '~',
    '<<',
    '012',
    '0o17',
    '1_000',
    '2026-01-01',
    '1.0',
    '9007199254740993',
    'a\u2028b\u0085c\u007f',
  ),
  fc.string({ maxLength: 8 }).filter(it => it.isWellFormed()),
);

/**
 * Keys have no backslash, because JSON.parse() misreads other keys after it (see schema/exact-json.ts). Tests that
 * compare with JSON.parse() could fail.
 */
const key = text.filter(it => !it.includes('\\'));

/** The text of a JSON object. Its keys are unique. */
export function hostileJson(): fc.Arbitrary<string> {
  const { object } = fc.letrec<{ object: string; value: string }>(tie => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      number,
      text.map(it => JSON.stringify(it)),
      fc.constantFrom('null', 'true', 'false', '[]', '{}'),
      fc.array(tie('value'), { maxLength: 4 }).map(items => `[${items.join(',')}]`),
      tie('object'),
    ),
    object: fc
      .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 4, selector: ([name]) => name })
      .map(entries => `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
  }));
  return object;
}

/** The parsed value with each number replaced by `number ` and its original text. */
export function numbersOf(json: string): unknown {
  const reviver = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
    typeof value === 'number' ? `number ${source}` : value;
  return JSON.parse(json, reviver as (key: string, value: unknown) => unknown);
}

/** A value of numbersOf() in which equal numbers have equal texts. */
export function sameNumbers(value: unknown): unknown {
  const written = JSON.stringify(value, (_key, it: unknown) =>
    typeof it === 'string' && it.startsWith('number ') ? `number ${exactly(it.slice('number '.length))}` : it,
  );
  return JSON.parse(written);
}

/** A decimal number as its digits and its exponent, without redundant zeros. */
export function exactly(text: string): string {
  const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(text)!;
  let digits = BigInt(`${whole}${fraction}`);
  let power = Number(exponent) - fraction.length;
  if (digits === 0n) return '0';
  for (; digits % 10n === 0n; digits /= 10n) power += 1;
  return `${sign}${digits}e${power}`;
}
