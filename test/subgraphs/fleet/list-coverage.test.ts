/**
 * Coverage of a list. If the filter names no cluster, the numbers count the whole fleet. Otherwise they count the named
 * clusters that the caller may know.
 */
import { describe, expect, it } from '@jest/globals';
import { allow, grant, rowAt, ScriptedFleet } from './scripted-fleet.ts';
import { ScriptedReviews } from '../../access/reviews/scripted-reviews.ts';

const everything = grant('admin', allow('list', '*'));
const janes = grant('jane', allow('list', 'pods'), 'team-a');

/** jane may list in clusters a, b and c, and may not know of other clusters. */
const fleet = new ScriptedFleet({
  a: { rows: [rowAt('a', 'Pod', 'team-a/web')], grants: [...everything, ...janes] },
  b: { grants: [...everything, ...janes], state: { phase: 'unreachable' } },
  c: { grants: [...everything, ...janes], state: { phase: 'listing' } },
  hidden: { rows: [rowAt('hidden', 'Pod', 'team-a/web')], grants: everything },
  'hidden-stale': { grants: everything, index: { answeredAgo: 75_000 } },
  closed: { grants: [...everything, ...janes], policy: undefined },
});

const COVERAGE = `coverage { total indexed rebuilding stale unreachable closed withheld { cause count }
  clusters { nodes { cluster { id name } state } totalCount } }`;
const listOf = (name: string) => `query ($filter: ObjectFilter) { list: ${name}(filter: $filter) { ${COVERAGE} } }`;
const objects = listOf('objects');
const namespaces = `query ($filter: NamespaceFilter) { list: namespaces(filter: $filter) { ${COVERAGE} } }`;
const reported = async (query: string, filter?: object, user = 'jane') => {
  const { data, errors } = await fleet.ask(user, query, { filter });
  expect(errors).toBeUndefined();
  return (data as any).list.coverage;
};
const none = { total: 0, indexed: 0, rebuilding: 0, stale: 0, unreachable: 0, closed: 0, withheld: [] };
const entry = (name: string, state: string) => ({ cluster: { id: name, name }, state });
const a = entry('a', 'INDEXED');
const b = entry('b', 'UNREACHABLE');
const c = entry('c', 'REBUILDING');

describe.each([
  ['objects', objects],
  ['revisions', listOf('revisions')],
  ['restarts', listOf('restarts')],
  ['namespaces', namespaces],
])('the coverage of %s', (_list, query) => {
  it.each<[string, object | undefined]>([
    ['without a filter', undefined],
    ['by a filter that names no cluster', { names: ['web'] }],
  ])('is that of the fleet %s', async (_case, filter) => {
    expect(await reported(query, filter)).toEqual({
      ...none,
      ...{ total: 6, indexed: 2, rebuilding: 1, stale: 1, unreachable: 1, closed: 1 },
      clusters: { nodes: [a, b, c], totalCount: 3 },
    });
  });

  it('counts the clusters that a filter names, and no other', async () => {
    expect(await reported(query, { clusters: ['a', 'b', 'b'] })).toEqual({
      ...{ ...none, total: 2, indexed: 1, unreachable: 1 },
      clusters: { nodes: [a, b], totalCount: 2 },
    });
    expect(await reported(query, { clusters: [] })).toEqual({ ...none, clusters: { nodes: [], totalCount: 0 } });
  });

  it('is for a hidden cluster and a closed one what it is for one that is not there', async () => {
    const absent = await reported(query, { clusters: ['absent'] });
    expect(absent).toEqual({ ...none, clusters: { nodes: [], totalCount: 0 } });
    for (const name of ['hidden', 'hidden-stale', 'closed']) {
      expect(await reported(query, { clusters: [name] })).toEqual(absent);
      expect(await reported(query, { clusters: ['a', name] })).toEqual(
        await reported(query, { clusters: ['a', 'absent'] }),
      );
    }
    expect(await reported(query, { clusters: ['hidden', 'hidden-stale'] }, 'admin')).toMatchObject({
      total: 2,
      indexed: 1,
      stale: 1,
    });
  });
});

describe('the coverage of objects', () => {
  it.each<[string, object, string[]]>([
    ['and: those that both parts name', { and: [{ clusters: ['a', 'b'] }, { clusters: ['b', 'c'] }] }, ['b']],
    ['or: those that one part names', { or: [{ clusters: ['a'] }, { clusters: ['b'], names: ['web'] }] }, ['a', 'b']],
    ['not: it narrows nothing', { clusters: ['a', 'b'], not: { clusters: ['a'] } }, ['a', 'b']],
  ])('follows %s', async (_case, filter, names) => {
    const { total, clusters } = await reported(objects, filter);
    expect(total).toBe(names.length);
    expect(clusters.nodes.map((node: any) => node.cluster.name)).toEqual(names);
  });

  it('asks no cluster for the rights of the caller that the filter does not name', async () => {
    const reviews = new ScriptedReviews();
    reviews.grants.set('mixed', janes);
    const requested = new ScriptedFleet(
      { a: { grants: janes }, mixed: { grants: janes, state: { authorization: 'mixed' } } },
      { reviews },
    );
    const { data } = await requested.ask('jane', objects, { filter: { clusters: ['a'] } });
    expect(data).toMatchObject({ list: { coverage: { total: 1, clusters: { nodes: [a] } } } });
    expect(reviews.requested).toEqual([]);
    expect((await requested.ask('jane', objects, { filter: { clusters: ['mixed'] } })).data).toMatchObject({
      list: { coverage: { total: 1 } },
    });
    expect(reviews.requested).not.toEqual([]);
  });
});

describe('clusters of coverage', () => {
  const PAGE = `query ($states: [CoverageState!], $first: Int, $after: String) { coverage {
    clusters(states: $states, first: $first, after: $after) { nodes { cluster { name } state } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
  const page = async (variables: object) =>
    ((await fleet.ask('jane', PAGE, { ...variables })).data as any).coverage.clusters;

  it.each([
    [
      ['UNREACHABLE', 'REBUILDING'],
      ['b', 'c'],
    ],
    [['INDEXED'], ['a']],
    [['CLOSED'], []],
    [[], []],
    [null, ['a', 'b', 'c']],
  ])('are those in the states %j', async (states, names) => {
    const { nodes, totalCount } = await page({ states });
    expect(nodes.map((node: any) => node.cluster.name)).toEqual(names);
    expect(totalCount).toBe(names.length);
  });

  it('come in pages, by name', async () => {
    const first = await page({ first: 2 });
    expect(first).toMatchObject({ nodes: [{ cluster: { name: 'a' } }, { cluster: { name: 'b' } }], totalCount: 3 });
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const { nodes, pageInfo } = await page({ first: 2, after: first.pageInfo.endCursor });
    expect(nodes).toEqual([{ cluster: { name: 'c' }, state: 'REBUILDING' }]);
    expect(pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    // A cursor is a position in the order by name, so it also works with another filter on states.
    expect((await page({ states: ['REBUILDING'], after: first.pageInfo.startCursor })).nodes).toHaveLength(1);
  });

  it('are at most 500 a page', async () => {
    const { errors } = await fleet.ask('jane', PAGE, { first: 501 });
    expect(errors).toMatchObject([
      { message: expect.stringContaining('maximum of 500'), extensions: { argument: 'first' } },
    ]);
  });
});
