/** Which clusters a filter can reach: never too few, since a question waits for no others. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Filter } from '../../readmodel/query.ts';
import { clustersOf } from '../../access/reached-clusters.ts';

describe('the clusters that a filter reaches', () => {
  it.each<[string, Filter, readonly string[] | undefined]>([
    ['all, without a condition', {}, undefined],
    ['all, with a condition on something else', { namespaces: ['a'], not: { clusters: ['a'] } }, undefined],
    ['those it names', { clusters: ['a', 'b'], namespaces: ['x'] }, ['a', 'b']],
    ['none, where it names none', { clusters: [] }, []],
    ['those that all parts name', { clusters: ['a', 'b'], and: [{ clusters: ['b', 'c'] }, { names: ['x'] }] }, ['b']],
    ['those that any part names', { or: [{ clusters: ['a'] }, { and: [{ clusters: ['b'] }] }] }, ['a', 'b']],
    ['all, where one part names none', { or: [{ clusters: ['a'] }, { names: ['x'] }] }, undefined],
    ['its own, where one part names none', { clusters: ['a'], or: [{ clusters: ['b'] }, { names: ['x'] }] }, ['a']],
    ['none, where there are no parts of which one must hold', { or: [] }, []],
  ])('are %s', (_which, filter, reached) => expect(clustersOf(filter)).toEqual(reached));

  it('are among them every cluster of which a row can match', () => {
    const names = ['a', 'b', 'c'];
    const { filter } = fc.letrec<{ filter: Filter }>(tie => ({
      filter: fc.record(
        {
          clusters: fc.subarray(names),
          and: fc.array(tie('filter'), { maxLength: 2 }),
          or: fc.array(tie('filter'), { maxLength: 2 }),
          not: tie('filter'),
        },
        { requiredKeys: [] },
      ),
    }));
    const matches = (cluster: string, { clusters, and, or, not }: Filter): boolean =>
      (clusters?.includes(cluster) ?? true) &&
      (and?.every(part => matches(cluster, part)) ?? true) &&
      (or?.some(part => matches(cluster, part)) ?? true) &&
      !(not && matches(cluster, not));
    fc.assert(
      fc.property(filter, fc.constantFrom(...names), (filter, cluster) => {
        if (matches(cluster, filter)) expect(clustersOf(filter) ?? names).toContain(cluster);
      }),
      { numRuns: 500 },
    );
  });
});
