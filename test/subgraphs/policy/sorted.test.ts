/** Sorting in steps gives what sorting at once gives. */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finish } from '../../../readmodel/gate.ts';
import { sortedInSteps } from '../../../subgraphs/policy/sorted.ts';

it('sorts as sort() does, also equal items', () => {
  const items = fc.array(fc.record({ key: fc.nat(50), place: fc.nat() }), { maxLength: 5_000, size: 'max' });
  fc.assert(
    fc.property(items, all => {
      const byKey = (a: { readonly key: number }, b: { readonly key: number }) => a.key - b.key;
      expect(finish(sortedInSteps(all, byKey))).toEqual(all.toSorted(byKey));
    }),
    { numRuns: 20 },
  );
});
