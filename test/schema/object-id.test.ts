/** The quick test of keys agrees with decoding. */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeObjectKey, encodeObjectKey, isObjectKey } from '../../schema/object-id.ts';

/** Characters with a meaning in keys, and others that are escaped or cannot be. */
const CHARACTERS = [..."aZ0-_.~!*'()/%2Ff é\n\ud800"];

const decodes = (key: string): boolean => {
  try {
    decodeObjectKey(key);
    return true;
  } catch {
    return false;
  }
};

it('takes a text for a key if it can be decoded', () => {
  const part = fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 4 });
  const texts = fc.array(part, { minLength: 3, maxLength: 5 }).map(parts => parts.join('/'));
  const found = { true: 0, false: 0 };
  fc.assert(
    fc.property(texts, text => {
      found[`${decodes(text)}`]++;
      expect(isObjectKey(text)).toBe(decodes(text));
    }),
    { numRuns: 2_000 },
  );
  expect(Math.min(found.true, found.false)).toBeGreaterThan(10);
});

it('takes keys of any names, up to the greatest length', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'é', '%', '/'), minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(name, name, name, name, (group, kind, namespace, name) => {
      expect(isObjectKey(encodeObjectKey({ group, kind, namespace, name }))).toBe(true);
    }),
  );
  for (const length of [11_990, 11_992, 11_993, 11_994, 11_995, 11_996, 12_100]) {
    const key = `/Pod//${'x'.repeat(length)}`;
    expect(isObjectKey(key)).toBe(decodes(key));
  }
});
