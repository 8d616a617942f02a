/** The groups of the Explorer: their order, and the queries that their cells lead to. */
import { describe, expect, it } from '@jest/globals';
import { filterOfGroups, GROUPINGS, keyOf, termsOfGroup, titleOf, worstFirst, type Group } from '../../ui/src/groups/grouping.ts';
import { parseQuery, parseValues, printQuery, printValues } from '../../ui/src/query/language.ts';

const group = (title: string, failed: number, inProgress: number, current: number): Group => ({
  values: [{ value: title, title }],
  count: failed + inProgress + current,
  statusCounts: { failed, inProgress, current, terminating: 0, unknown: 0, suspended: 0 },
});

it('puts the groups with the most failed objects first, then those with the most that is not well, then the others by name', () => {
  const groups = [group('b', 0, 0, 9), group('a', 0, 0, 9), group('busy', 0, 5, 1), group('worse', 2, 0, 0), group('bad', 1, 9, 0)];
  expect(worstFirst(groups).map(titleOf)).toEqual(['worse', 'bad', 'busy', 'a', 'b']);
});

describe('a cell leads to', () => {
  it.each([
    ['cluster:eu-* kind:Pod', 'cluster', 'eu-1', 'kind:Pod cluster:eu-1'],
    ['status:current web', 'kind', 'Pod', 'status:current web kind:Pod'],
    ['-namespace:kube-system', 'namespace', 'web', 'namespace:web'],
    ['', 'namespace', null, '-namespace:*'],
    ['', 'reason', null, 'reason:""'],
    ['', 'reason', 'a,b', 'reason:"a,b"'],
  ] as const)('the objects of %j with the %s %s', (typed, grouping, value, query) => {
    expect(printQuery(termsOfGroup(parseQuery(typed), grouping, value))).toBe(query);
  });
});

it('asks for what is within the open groups alone', () => {
  expect(GROUPINGS.map(it => filterOfGroups({ kinds: ['Pod'] }, it, ['x']))).toEqual(
    ['clusters', 'kinds', 'namespaces', 'reasons'].map(field => ({ and: [{ kinds: ['Pod'] }, { [field]: ['x'] }] })),
  );
  expect(GROUPINGS.map(keyOf)).toEqual([{ field: 'CLUSTER' }, { field: 'KIND' }, { field: 'NAMESPACE' }, { field: 'REASON' }]);
});

it.each([[[]], [['eu-1']], [['eu-1', 'a,b', 'c d', '"', '']]])('the open groups %j are the same again from the URL', values =>
  expect(parseValues(printValues(values))).toEqual(values),
);
