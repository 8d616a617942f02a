/** Tests that the sampler detects violations. */
import { describe, expect, it } from '@jest/globals';
import type { GraphQLAnswer } from '../harness/fleetgraph.ts';
import { until } from '../kubernetes/until.ts';
import type { ObjectPlace, Person } from './leaves.ts';
import { Sampler } from './sampler.ts';
import type { World } from './world.ts';

const OWN: ObjectPlace = { cluster: 'one', group: '', kind: 'Pod', namespace: 'mine', name: 'a' };
const HIDDEN: ObjectPlace = { cluster: 'two', group: '', kind: 'Pod', namespace: 'theirs', name: 'b' };

const person = (name: string, may: Person['may']): Person => ({ name, token: name, user: name, groups: [], may });
const PEOPLE = [
  person('admin', () => true),
  person('owner', ({ namespace }) => namespace === 'mine'),
  person('nobody', () => false),
];

interface Shown {
  readonly ids?: readonly string[];
  readonly facets?: Readonly<Record<string, readonly string[]>>;
  readonly coverage?: Readonly<Record<string, string>>;
  readonly clusters?: readonly string[];
}

function answer({ ids = [], facets = {}, coverage = {}, clusters = [] }: Shown): GraphQLAnswer {
  const objects = {
    totalCount: ids.length,
    nodes: ids.map(id => ({ id })),
    facets: Object.entries(facets).map(([field, values]) => ({ field, values: values.map(value => ({ value })) })),
    coverage: { clusters: { nodes: Object.entries(coverage).map(([name, state]) => ({ cluster: { name }, state })) } },
  };
  return { status: 200, data: { objects, clusters: { nodes: clusters.map(name => ({ name })) } }, errors: undefined };
}

const WELL: Shown = { ids: ['one//Pod/mine/a'], coverage: { one: 'INDEXED' } };

/** Runs the sampler on one gateway that gives these answers. Returns the violations that the sampler finds. */
async function sample(answers: (token: string) => GraphQLAnswer | Error): Promise<readonly string[]> {
  let requested = 0;
  const world = {
    leaves: { people: PEOPLE, sentinels: { filter: {}, is: () => true } },
    down: new Set(),
    product: {
      urls: ['here'],
      query: async (token: string) => {
        requested += 1;
        const given = answers(token);
        if (given instanceof Error) throw given;
        return given;
      },
    },
  } as unknown as World;
  const sampler = new Sampler(world, new Map([['one', ['one//Pod/mine/a']]]), [OWN, HIDDEN]);
  await until(() => requested >= 6);
  return (await sampler.stop()).violations;
}

const shows = (shown: Shown) => (token: string) => answer(token === 'owner' ? shown : token === 'admin' ? WELL : {});

describe('the sampler', () => {
  it('finds nothing wrong with what may be shown', async () => {
    expect(
      await sample(shows({ ...WELL, facets: { CLUSTER: ['one'], NAMESPACE: ['mine'] }, clusters: ['one'] })),
    ).toEqual([]);
  });

  it.each([
    ['a hidden object', shows({ ids: ['two//Pod/theirs/b'] }), /owner: was shown two\/Pod\/theirs\/b/],
    ['a hidden namespace', shows({ facets: { NAMESPACE: ['theirs'] } }), /owner: was told of namespace theirs/],
    ['a hidden cluster in a facet', shows({ facets: { CLUSTER: ['two'] } }), /owner: was told of cluster two/],
    ['a hidden cluster in coverage', shows({ coverage: { two: 'STALE' } }), /owner: was told of cluster two/],
    ['a hidden cluster in the list of clusters', shows({ clusters: ['two'] }), /owner: was told of cluster two/],
    [
      'anything at all that nobody is shown',
      (token: string) => answer(token === 'admin' || token === 'nobody' ? WELL : {}),
      /nobody: was/,
    ],
    [
      'an index that is called complete and is not',
      () => answer({ coverage: { one: 'INDEXED' } }),
      /admin: one is called indexed, and 1 of 1/,
    ],
    [
      'an error page',
      () => ({ status: 500, data: undefined, errors: [{ message: 'oops', extensions: {} }] }),
      /HTTP 500 .*oops/,
    ],
    [
      'a gateway that is gone',
      () => new Error('connect ECONNREFUSED'),
      /gateway 1 did not answer: connect ECONNREFUSED/,
    ],
  ])('sees %s', async (_what, answers, expected) => {
    expect((await sample(answers)).some(violation => expected.test(violation))).toBe(true);
  });

  it('lets an index that says that it is not complete be incomplete', async () => {
    expect(await sample(() => answer({ coverage: {} }))).toEqual([]);
    expect(await sample(token => answer(token === 'admin' ? { coverage: { one: 'REBUILDING' } } : {}))).toEqual([]);
  });
});
