/** Compares the scanner with JSON.parse, for arbitrary bytes that arrive in arbitrary pieces. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ListScanner, type ListScannerLimits } from '../../kubernetes/list-scanner.ts';
import { anyText } from '../any-text.ts';

interface Scanned {
  readonly items: unknown[];
  readonly frame: Record<string, unknown>;
  readonly skipped: number;
}

function scan(bytes: Uint8Array, cuts: readonly number[] = [], limits: ListScannerLimits = {}): Scanned {
  const scanner = new ListScanner(limits);
  const items: unknown[] = [];
  const places = [0, ...cuts.map(cut => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (let i = 1; i < places.length; i += 1) items.push(...scanner.push(bytes.subarray(places[i - 1], places[i])));
  return { items, frame: Object.fromEntries(scanner.end()), skipped: scanner.skipped };
}

const list = (...items: string[]): string =>
  `{"kind":"PodList","metadata":{"resourceVersion":"7"},"items":[${items.join(',')}]}`;
const text = (value: string): Uint8Array => Buffer.from(value);

const someText = fc.oneof(
  anyText(),
  fc.constantFrom('"', '\\', '\\"', '{[', ']}', '\ud83d', 'é', '💡', '\u2028', 'items'),
);
// V8 has a bug (Node 24.21): after an object with the key \, JSON.parse reads the key " as the key \.
const anyKey = someText.filter(key => !key.startsWith('\\') && !key.startsWith('"'));
const anyValue = fc.letrec(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    someText,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(anyKey, tie('value'), { maxKeys: 4 }),
  ),
})).value;
const anyCuts = fc.array(fc.nat(), { maxLength: 8 });

describe('a list scanner', () => {
  it('finds what JSON.parse finds, however the text is spaced, escaped and cut', () => {
    fc.assert(
      fc.property(
        fc.dictionary(anyKey, anyValue, { maxKeys: 3 }),
        fc.array(anyValue, { maxLength: 5 }),
        fc.constantFrom(undefined, 1, '\t', '\r\n'),
        fc.boolean(),
        anyCuts,
        (frame, items, space, itemsFirst, cuts) => {
          const { items: _mine, ...rest } = frame;
          const written = JSON.stringify(itemsFirst ? { items, ...rest } : { ...rest, items }, undefined, space);
          const { items: expectedItems, ...expectedFrame } = JSON.parse(Buffer.from(written).toString()) as Record<
            string,
            unknown
          >;
          const found = scan(text(written), cuts);
          expect(found.items).toEqual(expectedItems);
          expect(found.frame).toEqual(expectedFrame);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('refuses what JSON.parse refuses, and takes what it takes', () => {
    const pieces = fc.constantFrom(
      ...'{}[]",:\\ue0-1.t \n'.split(''),
      'true',
      'null',
      '"items"',
      '"a"',
      '{"b":1}',
      '"items":[',
      '\u0000',
    );
    fc.assert(
      fc.property(
        list('{"a":"b\\u00e9\\""}', '[1,-2.5e3,"x"]', 'null')
          .split('')
          .reduce<fc.Arbitrary<string>>(
            (all, char, index) =>
              fc
                .tuple(all, fc.nat(60), pieces)
                .map(([done, dice, piece]) => done + (dice === index % 61 ? piece : char)),
            fc.constant(''),
          ),
        anyCuts,
        (written, cuts) => {
          let expected: unknown;
          try {
            expected = JSON.parse(written);
          } catch {
            expect(() => scan(text(written), cuts)).toThrow(SyntaxError);
            return;
          }
          const found = scan(text(written), cuts);
          expect({ ...found.frame, ...(found.frame['items'] === undefined && { items: found.items }) }).toEqual({
            items: [],
            ...(expected as object),
          });
        },
      ),
      { numRuns: 500 },
    );
  });

  it('puts together characters that are cut in the middle', () => {
    const bytes = text(list('{"name":"é💡\\ud83d\\ude00"}'));
    const everywhere = Array.from(bytes, (_, index) => index);
    expect(scan(bytes, everywhere).items).toEqual([{ name: 'é💡😀' }]);
  });

  it('holds no more of an item that comes byte by byte than the item', () => {
    const scanner = new ListScanner();
    const item = text(`"${'x'.repeat(2 * 1024 * 1024)}"`);
    scanner.push(text('{"items":['));
    const before = process.memoryUsage();
    for (let i = 0; i < item.length; i += 1) scanner.push(item.subarray(i, i + 1));
    const after = process.memoryUsage();
    // Keeping a list of all pieces would take hundreds of megabytes.
    expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(150e6);
    scanner.push(text(']}'));
    scanner.end();
  });

  it('hands an item over with the chunk that ends it', () => {
    const scanner = new ListScanner();
    expect(scanner.push(text('{"items":[{"a":1},{"b"'))).toEqual([{ a: 1 }]);
    expect(scanner.push(text(':2}'))).toEqual([{ b: 2 }]);
    expect(scanner.push(text(',3 ,'))).toEqual([3]);
    expect(scanner.push(text('4]'))).toEqual([4]);
    expect(scanner.push(text('}\n'))).toEqual([]);
    expect(scanner.end().size).toBe(0);
  });

  it.each([
    ['', 'the list ends too early'],
    ['{"items":[{}', 'the list ends too early'],
    ['{"items":[]', 'the list ends too early'],
    ['<html>', 'no list of objects: something else stands where the object should be'],
    ['[]', 'no list of objects: something else stands where the object should be'],
    ['{"items":[]} {}', 'something follows the list'],
    ['{"items":[],"items":[]}', 'the list has items twice'],
    ['{"items":[],}', 'no list of objects: something else stands where the key should be'],
    ['{"items":[1 2]}', 'no list of objects: something else stands where the item end should be'],
    ['\ufeff{"items":[]}', 'no list of objects: something else stands where the object should be'],
  ])('refuses %j', (written, message) => {
    expect(() => scan(text(written))).toThrow(new SyntaxError(message));
  });

  it.each(['{]', '[}', '{"a":[}]', '{"a" 1}', '"\n"', '01', 'nul', '{"a":tru}'])('refuses the item %j', item => {
    expect(() => scan(text(list(item)))).toThrow(SyntaxError);
  });

  it('reads items that are null, or no array, as any other field', () => {
    expect(scan(text('{"items":null}'))).toMatchObject({ items: [], frame: { items: null } });
    expect(scan(text('{"\\u0069tems":{"a":1}}'))).toMatchObject({ items: [], frame: { items: { a: 1 } } });
    expect(scan(text('{"\\u0069tems":[1]}'))).toMatchObject({ items: [1], frame: {} });
  });

  it('takes the last of a field that comes twice, and no key for more than a key', () => {
    expect(scan(text('{"a":1,"a":2,"items":[{"__proto__":{"x":1}}]}')).frame).toEqual({ a: 2 });
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  describe('with bounds', () => {
    const limits = { itemBytes: 64, depth: 8, weight: 80, frameBytes: 64 };
    const large = JSON.stringify({ data: 'x'.repeat(100) });
    const deep = '['.repeat(9) + ']'.repeat(9);
    /** Two texts with equal numbers of brackets. In the second text, the brackets are inside a string. */
    const [many, notMany] = [`[${'{},'.repeat(17)}[]]`, `["${'{},'.repeat(17)}[]"]`];

    it('skips items that are too large, too deep or of too many parts, and keeps the others', () => {
      fc.assert(
        fc.property(anyCuts, cuts => {
          const found = scan(
            text(`{"items":[1,${large},2,${deep},${many},${notMany},{"a":"]}"},${large.replace('x', '\\"')}]}`),
            cuts,
            limits,
          );
          expect(found).toEqual({ items: [1, 2, JSON.parse(notMany), { a: ']}' }], frame: {}, skipped: 4 });
        }),
      );
    });

    it.each([
      '{"items":[],"metadata":"' + 'x'.repeat(80) + '"}',
      `{"${'k'.repeat(80)}":1}`,
      `{"a":${'1'.repeat(80)}}`,
      `{"a":${deep}}`,
      `{"a":${many}}`,
    ])('ends a list whose frame is too large: %s', written => {
      expect(() => scan(text(written), [], limits)).toThrow('the list has too much beside its items');
    });

    it('ends a list of too many fields', () => {
      const fields = Array.from({ length: 40 }, (_, index) => `"a${index}":1`);
      expect(() => scan(text(`{${fields.join()}}`), [], limits)).toThrow('the list has too much beside its items');
    });
  });
});
