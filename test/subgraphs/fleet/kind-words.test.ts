/** Categories of kinds in filters. */
import { describe, expect, it } from '@jest/globals';
import type { Filter, KindMatch } from '../../../readmodel/query.ts';
import { objectFilter, type ObjectFilterInput } from '../../../subgraphs/fleet/filter-input.ts';

const named = (count: number): KindMatch[] =>
  Array.from({ length: count }, (_, i) => ({ group: 'a.io', kind: `Kind${i}` }));

/** The resulting filter if the category `all` stands for this many kinds. */
function filterWhere(all: number, input: ObjectFilterInput): Promise<Filter> {
  return objectFilter(input, {
    clustersLabelled: async () => [],
    kindsByWord: async () => new Map([['all', named(all)]]),
  });
}

describe('a category in a filter', () => {
  it('means each of its kinds once, however often it is given', async () => {
    const kinds = Array<string>(1_000).fill('all');
    const { or } = await filterWhere(60, { or: Array.from({ length: 4 }, () => ({ kinds })) });
    expect(or?.map(({ kinds }) => kinds)).toEqual(
      Array(4).fill([{ kind: 'all', group: undefined, loosely: true }, ...named(60)]),
    );
  });

  it('counts as the entries that it means', async () => {
    const or = Array.from({ length: 10 }, () => ({ kinds: ['Pod', 'all'] }));
    expect((await filterWhere(490, { or })).or).toHaveLength(10);
    await expect(filterWhere(500, { or })).rejects.toMatchObject({
      message: expect.stringContaining(
        'filter.or[9].kinds[1]: up to here the filter has 5020 entries in all its lists',
      ),
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });
});
