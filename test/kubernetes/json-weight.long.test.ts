/** JSON texts that count as slow to parse, and texts that do not. */
import { describe, expect, it } from '@jest/globals';
import { parsesSlowly } from '../../kubernetes/json-weight.ts';

const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join();
const name = (index: number): string => `k${index.toString(36)}`;
/** A sequence of n and \\n that follows the bits of the index. */
const escapes = (index: number): string =>
  index.toString(2).padStart(19, '0').replaceAll('1', '\\n').replaceAll('0', 'n');
const slow = (text: string, maxWeight?: number): boolean => parsesSlowly(Buffer.from(text), maxWeight);

/** Text of a schema property, in the form that generators of CustomResourceDefinitions write. */
const property = (index: number): string =>
  `"property${index % 50}":{"description":"What this is about, in a sentence or two ${index}","type":"object","properties":{"value${index % 90}":{"type":"integer"}},"required":["a"]}`;

describe('the weight of a JSON text', () => {
  it('is found with every seed of the hashes', async () => {
    const text = Buffer.from(
      `[${many(60_000, index => `{"k${index % 7}":0,"k${7 + (index % 11)}":0,"k${index % 601}a":0}`)}]`,
    );
    for (let process = 0; process < 20; process++) {
      const another = (await import(`../../kubernetes/json-weight.ts?process=${process}`)) as {
        parsesSlowly: typeof parsesSlowly;
      };
      expect(another.parsesSlowly(text)).toBe(true);
    }
  });

  it.each([
    ['arrays', `[${many(600_000, () => '[]')}]`],
    ['objects', `[${many(600_000, () => '{}')}]`],
    ['objects with a key', `[${many(600_000, () => '{"k":0}')}]`],
    ['different keys of small objects', `[${many(60_000, index => `{"${name(index)}":0}`)}]`],
    ['different keys of one object', `{${many(300_000, index => `"${name(index)}":0`)}}`],
    [
      'the same keys in ever different order',
      `[${many(60_000, index => `{"k${index % 7}":0,"k${7 + (index % 11)}":0,"k${index % 601}a":0}`)}]`,
    ],
    ['different texts', `[${many(600_000, index => `"${name(index)}"`)}]`],
    ['texts that differ in what is escaped', `[${many(400_000, index => `"${escapes(index)}"`)}]`],
    ['brackets within brackets', '['.repeat(3_000_000)],
    ['one text that is larger than any object', `"${'x'.repeat(21 * 1024 * 1024)}"`],
  ])('is too large for: %s', (_what, text) => {
    expect(slow(text)).toBe(true);
  });

  it.each([
    [
      'a definition of two megabytes',
      `{"spec":{"versions":[${many(200, v => `{"schema":{${many(50, index => property(index + v * 50))}}}`)}]}}`,
    ],
    [
      'the most rules that one request takes',
      `{"rules":[${many(54_000, () => '{"verbs":["get"],"apiGroups":[""],"resources":["pods"]}')}]}`,
    ],
    ['brackets and colons in a text', `["${'[{:,'.repeat(1_000_000)}"]`],
    ['a text of escapes', `["${'\\u003c'.repeat(1_300_000)}"]`],
    ['twenty thousand different labels', `{${many(20_000, index => `"example.com/${name(index)}":"${name(index)}"`)}}`],
    ['what is small, whatever it is', `[${many(8_000, index => `{"${name(index)}":0}`)}]`],
  ])('is small enough for: %s', (_what, text) => {
    expect(slow(text)).toBe(false);
  });

  it.each(['', '"', '"\\', ']]]]', '{"a":1}}}', ':::', '["a', '\\"'])('exists for a text that is no JSON: %j', text => {
    expect(slow(text, 1_000)).toBe(false);
  });
});
