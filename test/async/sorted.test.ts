import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finished } from '../../async/pace.ts';
import { sorted, sortedBy } from '../../async/sorted.ts';

describe('texts sorted in steps', () => {
  it('are in the order of their UTF-16 code units', () => {
    fc.assert(fc.property(fc.array(fc.string({ unit: 'binary' })), texts => expect(finished(sorted(texts))).toEqual([...texts].sort())));
  });

  it.each([0, 1, 4_096, 4_097, 20_000])('are sorted whatever their number: %i', count => {
    const texts = Array.from({ length: count }, (_, i) => `${(i * 7_919) % 10_007}`);
    expect(finished(sorted(texts))).toEqual([...texts].sort());
  });

  it('are sorted a run at a time', () => {
    const steps = sorted(Array.from({ length: 20_000 }, (_, i) => `${i}`));
    let count = 0;
    while (!steps.next().done) count++;
    expect(count).toBeGreaterThan(10);
  });
});

describe('items sorted in steps', () => {
  it('are sorted as sort() does, also equal items', () => {
    const items = fc.array(fc.record({ key: fc.nat(50), place: fc.nat() }), { maxLength: 5_000, size: 'max' });
    fc.assert(
      fc.property(items, all => {
        const byKey = (a: { readonly key: number }, b: { readonly key: number }) => a.key - b.key;
        expect(finished(sortedBy(all, byKey))).toEqual(all.toSorted(byKey));
      }),
      { numRuns: 20 },
    );
  });
});
