/** Pages of lists whose items are in any order. */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeCursor } from '../../../subgraphs/arguments.ts';
import { FirstAfter, paged, pageOf } from '../../../subgraphs/placement/arguments.ts';

const key = fc.string({ maxLength: 3 });

it('a page of items in any order is that of the sorted list', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(key, { maxLength: 40 }),
      fc.nat(12),
      fc.option(key, { nil: undefined }),
      (keys, first, after) => {
        const request = pageOf({ first, after: after === undefined ? null : encodeCursor([after]) });
        const page = new FirstAfter<string>(request, item => item);
        for (const item of keys) page.offer(item);
        const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        expect(page.page()).toEqual(paged(sorted, request, item => item));
      },
    ),
  );
});
