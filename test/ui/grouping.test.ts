/** Grouped lists of the Explorer: the order of the groups, and the queries that the cells link to. */
import { describe, expect, it } from '@jest/globals';
import {
  asGrouping,
  filterOfGroups,
  GROUPINGS,
  joinedByLabel,
  keyOf,
  labelValueOf,
  pivotOf,
  termsOfGroup,
  titleOf,
  withoutLabel,
  worstFirst,
  type Group,
} from '../../ui/src/groups/grouping.ts';
import { parseQuery, parseValues, printQuery, printValues } from '../../ui/src/query/language.ts';

const group = (title: string, failed: number, inProgress: number, current: number): Group => ({
  values: [{ value: title, title }],
  count: failed + inProgress + current,
  statusCounts: { failed, inProgress, current, terminating: 0, unknown: 0, suspended: 0 },
});

it('puts the groups with the most failed objects first, then those with the most that is not well, then the others by name', () => {
  const groups = [
    group('b', 0, 0, 9),
    group('a', 0, 0, 9),
    group('busy', 0, 5, 1),
    group('worse', 2, 0, 0),
    group('bad', 1, 9, 0),
  ];
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
    ['', 'revision', '1.4', 'revision:=1.4'],
    ['revision:1.4', 'revision', null, 'revision:""'],
    ['', 'image', 'quay.io/team/api:1.4', 'image:=quay.io/team/api:1.4'],
    ['image:api', 'image', null, 'image:""'],
    ['kind:Pod', 'imagerepository', 'docker.io/library/nginx', 'kind:Pod imagerepository:docker.io/library/nginx'],
    ['', 'imagerepository', null, 'imagerepository:""'],
    ['suspended:true', 'suspended', 'false', 'suspended:false'],
    ['label:team=a,app', 'label:team', 'b', 'label:app,team=b'],
    ['label:team=a', 'label:app', 'web', 'label:team=a,app=web'],
    ['-label:team=a web', 'label:team', null, '-label:team=a web label:!team'],
    ['', 'clusterlabel:env', 'prod', 'clusterlabel:env=prod'],
  ] as const)('the objects of %j with the %s %s', (typed, grouping, value, query) => {
    expect(printQuery(termsOfGroup(parseQuery(typed), grouping, value))).toBe(query);
  });
});

it.each([
  ['cluster', { field: 'CLUSTER' }, { clusters: ['x'] }],
  ['kind', { field: 'KIND' }, { kinds: ['x'] }],
  ['namespace', { field: 'NAMESPACE' }, { namespaces: ['x'] }],
  ['reason', { field: 'REASON' }, { reasons: ['x'] }],
  ['revision', { field: 'REVISION' }, { or: [{ revision: { equals: 'x' } }] }],
  ['image', { field: 'IMAGE' }, { images: ['x'] }],
  ['imagerepository', { field: 'IMAGE_REPOSITORY' }, { imageRepositories: ['x'] }],
  [
    'label:acme.example/team',
    { field: 'LABEL', labelKey: 'acme.example/team' },
    { labelSelector: 'acme.example/team in (x)' },
  ],
  ['clusterlabel:env', { field: 'CLUSTER' }, { clusterLabels: 'env in (x)' }],
] as const)('asks for what is within the open groups of %s alone', (grouping, key, condition) => {
  expect(keyOf(grouping)).toEqual(key);
  expect(filterOfGroups({ kinds: ['Pod'] }, grouping, ['x'])).toEqual({ and: [{ kinds: ['Pod'] }, condition] });
});

it('asks for what is suspended, what is not, or both', () => {
  const requested = [['true'], ['false'], ['true', 'false']].map(
    values => filterOfGroups({}, 'suspended', values).and?.[1],
  );
  expect(requested).toEqual([{ suspended: true }, { suspended: false }, {}]);
});

it('takes only groupings that there are from the URL', () => {
  const known = [...GROUPINGS, 'label:team', 'clusterlabel:topology.kubernetes.io/region'];
  expect(known.map(asGrouping)).toEqual(known);
  expect([undefined, '', 'label:', 'label:a b', 'label:a,b', 'color', 'uid'].map(asGrouping)).toEqual(
    Array(7).fill(undefined),
  );
});

it('knows which value of a label is asked for, and takes it away without the others', () => {
  const terms = parseQuery('label:team=a,app=web -label:team=b');
  expect([labelValueOf(terms, 'label', 'team'), labelValueOf(terms, 'label', 'tea')]).toEqual(['a', undefined]);
  expect(printQuery(withoutLabel(terms, 'label', 'team'))).toBe('label:app=web -label:team=b');
  expect(printQuery(withoutLabel(parseQuery('label:team=a x'), 'label', 'team'))).toBe('x');
});

const inTwo = (row: string, column: string | null, current: number, failed = 0): Group => ({
  ...group('', failed, 0, current),
  values: [
    { value: row, title: row },
    { value: column, title: column ?? '' },
  ],
});

describe('groups by cluster', () => {
  const labelsOf = new Map([
    ['a', { env: 'prod' }],
    ['b', { env: 'prod' }],
    ['c', {}],
  ]);

  it('are joined by a label of the clusters, and clusters without it are one group', () => {
    const joined = joinedByLabel(
      [group('a', 1, 0, 2), group('b', 0, 0, 3), group('c', 0, 0, 1), group('d', 0, 0, 1)],
      labelsOf,
      'clusterlabel:env',
      0,
    );
    expect(joined.map(({ values, count, statusCounts: { failed } }) => [values[0]?.value, count, failed])).toEqual([
      ['prod', 6, 1],
      [null, 2, 0],
    ]);
  });

  it('stay as they are for other groupings', () => {
    const groups = [group('a', 0, 0, 1)];
    expect(joinedByLabel(groups, labelsOf, 'cluster', 0)).toBe(groups);
  });

  it('are joined in the second key, within the first one', () => {
    const joined = joinedByLabel(
      [inTwo('Pod', 'a', 1), inTwo('Pod', 'b', 2), inTwo('Node', 'a', 4)],
      labelsOf,
      'clusterlabel:env',
      1,
    );
    expect(joined.map(({ values, count }) => [...values.map(({ value }) => value), count])).toEqual([
      ['Pod', 'prod', 3],
      ['Node', 'prod', 4],
    ]);
  });
});

it('makes a matrix of two keys, with the columns that most objects have, and one for the others', () => {
  const { columns, hasOthers, cells } = pivotOf(
    [inTwo('x', 'b', 5), inTwo('x', 'a', 2, 1), inTwo('y', null, 9), inTwo('y', 'rare', 1), inTwo('x', 'seldom', 1)],
    3,
  );
  expect(columns.map(({ value }) => value)).toEqual(['a', 'b', null]);
  expect(hasOthers).toBe(true);
  expect(cells.get('x')?.map(({ count, failed }) => [count, failed])).toEqual([
    [3, 1],
    [5, 0],
    [0, 0],
    [1, 0],
  ]);
  expect(cells.get('y')?.map(({ count }) => count)).toEqual([0, 0, 9, 1]);
});

it.each([[[]], [['eu-1']], [['eu-1', 'a,b', 'c d', '"', '']]])(
  'the open groups %j are the same again from the URL',
  values => expect(parseValues(printValues(values))).toEqual(values),
);
