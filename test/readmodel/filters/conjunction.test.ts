import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hoisted } from '../../../readmodel/filters/conjunction.ts';
import type { Filter } from '../../../readmodel/query.ts';
import { anyFilter, anyRows } from '../arbitraries.ts';
import { matches } from '../reference.ts';

const POD = { kind: 'Pod', group: '' };
const PODS = { kind: 'pods', group: undefined, loosely: true };

describe('what a conjunction asks of places, kinds and states', () => {
  it.each<[string, Filter, Filter]>([
    [
      'comes to the top',
      { and: [{ clusters: ['a'] }, { kinds: [POD], suspended: false }] },
      { clusters: ['a'], kinds: [POD], suspended: false },
    ],
    ['from below, too', { and: [{ and: [{ namespaces: ['team'] }] }] }, { namespaces: ['team'] }],
    ['leaves the rest where it is', { and: [{ clusters: ['a'], names: ['web'] }] }, { clusters: ['a'], and: [{ names: ['web'] }] }],
    ['is what all of them ask', { clusters: ['a', 'b'], and: [{ clusters: ['b', 'c'] }] }, { clusters: ['b'] }],
    ['joins kinds of any group', { kinds: [{ kind: 'Pod', group: undefined }], and: [{ kinds: [POD] }] }, { kinds: [POD] }],
    ['joins kinds as people write them and one kind', { kinds: [PODS], and: [{ kinds: [POD] }] }, { kinds: [POD] }],
    [
      'leaves kinds of which nobody can say whether they are one',
      { kinds: [PODS], and: [{ kinds: [{ ...PODS, kind: 'pod' }] }] },
      { kinds: [PODS], and: [{ kinds: [{ ...PODS, kind: 'pod' }] }] },
    ],
    ['is nothing where both cannot be', { suspended: true, and: [{ suspended: false }] }, { statuses: [], suspended: false }],
    ['stays in or and not', { or: [{ clusters: ['a'] }], not: { kinds: [] } }, { or: [{ clusters: ['a'] }], not: { kinds: [] } }],
    ['is nothing in an empty one', { and: [] }, {}],
  ])('%s', (_, filter, expected) => {
    expect(hoisted(filter)).toEqual(expected);
  });

  it('matches the same rows there', () => {
    const anyAnd = fc
      .record({ some: anyFilter, and: fc.array(anyFilter, { maxLength: 3 }) })
      .map(({ some, and }): Filter => ({ ...some, and }));
    fc.assert(
      fc.property(anyRows(30), anyAnd, (rows, filter) => {
        const same = hoisted(filter);
        for (const row of rows) expect(matches(same, row)).toBe(matches(filter, row));
      }),
    );
  });
});
