/** The overview and the list of clusters, computed from answers of the server. */
import { describe, expect, it } from '@jest/globals';
import { environmentKey, environmentsOf, isProduction } from '../../ui/src/clusters/environment.ts';
import { directionOf, nextSort, parseSort, sorted, type ClusterLine } from '../../ui/src/clusters/sorting.ts';
import { bucketsOf, heatOf, laggingOf, standingsOf, teamKeyOf, type Deployment } from '../../ui/src/overview/health.ts';
import { overviewTexts as said } from '../../ui/src/overview/texts.ts';

describe('the environment of a cluster', () => {
  const cluster = (name: string, labels: Record<string, string> = {}) => ({ name, labels });

  it.each([
    [[{}], undefined],
    [[{ env: 'prod' }], 'env'],
    [[{ env: 'prod' }, { 'acme.example/environment': 'prod' }], 'acme.example/environment'],
    [[{ tier: 'gold', 'acme.example/stage': 'prod' }], 'acme.example/stage'],
    [[{ 'b/env': 'prod', 'a/env': 'prod' }], 'a/env'],
    [[{ mesh: 'acme', environments: 'prod' }], undefined],
  ] as const)('is named by the label that tells it: %j', (labels, key) =>
    expect(environmentKey(labels.map(it => ({ labels: it })))).toBe(key),
  );

  it('puts production first, and last what has no label', () => {
    const clusters = [
      cluster('d', {}),
      cluster('a', { env: 'dev' }),
      cluster('b', { env: 'prod' }),
      cluster('c', { env: 'prod' }),
    ];
    expect(environmentsOf(clusters).map(({ name, clusters }) => [name, clusters.map(({ name }) => name)])).toEqual([
      ['prod', ['b', 'c']],
      ['dev', ['a']],
      [undefined, ['d']],
    ]);
    expect(environmentsOf([cluster('a')])).toEqual([{ name: undefined, clusters: [cluster('a')] }]);
    expect(environmentsOf([])).toEqual([]);
  });

  it.each([
    ['prod', true],
    ['Production', true],
    ['prod-eu', true],
    ['live', true],
    ['preprod', false],
    ['non-prod', false],
    ['products', false],
    [undefined, false],
  ] as const)('%s is production: %s', (name, expected) => expect(isProduction(name)).toBe(expected));
});

describe('the heat of a cluster', () => {
  it.each([
    [0, 0, 0],
    [0, 500, 0],
    [1, 500, 1],
    [5, 500, 2],
    [25, 500, 3],
    [1, 1, 3],
    [3, 0, 3], // the two counts were read at different times
  ] as const)('of %d failed in %d is %d', (failed, all, heat) => expect(heatOf(failed, all)).toBe(heat));
});

describe('the changes of an hour', () => {
  const now = Date.parse('2026-01-31T12:03:00Z');
  const at = (time: string | null, status: 'FAILED' | 'CURRENT' = 'CURRENT') => ({
    status,
    transitionedAt: time === null ? null : `2026-01-31T${time}Z`,
  });

  it('are in twelve steps of the clock; what is older, later or without a time is in none', () => {
    const buckets = bucketsOf(
      [
        at('12:02:59'),
        at('12:00:00', 'FAILED'),
        at('11:59:59'),
        at('11:05:00'),
        at('11:04:59'),
        at('12:05:00'),
        at(null),
      ],
      now,
    );
    expect(buckets).toHaveLength(12);
    expect(buckets.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
    expect(new Date(buckets[0]!.from).toISOString()).toBe('2026-01-31T11:05:00.000Z');
    expect([...buckets[11]!.counts]).toEqual([
      ['CURRENT', 1],
      ['FAILED', 1],
    ]);
  });
});

it.each([
  [[], undefined],
  [['app.kubernetes.io/part-of', 'acme.example/team'], 'acme.example/team'],
  [['teams.example/size', 'steam'], undefined],
  [['owner', 'example.com/owner'], 'owner'],
] as const)('the label that names teams among %j is %s', (keys, expected) => expect(teamKeyOf(keys)).toBe(expected));

describe('packages that lag behind', () => {
  const deployment = (of: string | null, cluster: string | null, since: string | null): Deployment => ({
    package: of === null ? null : { id: of, address: 'https://git.example/a', directory: of },
    target: cluster === null ? null : { name: cluster },
    since,
  });

  it('come by the clusters they lag on, each cluster once, with the earliest time', () => {
    const lagging = laggingOf([
      deployment('web', 'b', '2026-01-02T00:00:00Z'),
      deployment('api', 'a', null),
      deployment('web', 'a', '2026-01-01T00:00:00Z'),
      deployment('web', 'a', '2026-01-03T00:00:00Z'),
      deployment(null, null, '2026-01-01T00:00:00Z'),
    ]);
    expect(lagging.map(({ package: of, clusters, since }) => [of?.id, clusters, since])).toEqual([
      ['web', ['a', 'b'], '2026-01-01T00:00:00Z'],
      ['api', ['a'], undefined],
      [undefined, [], '2026-01-01T00:00:00Z'],
    ]);
  });
});

it('policies that do not do what their authors wrote are counted, not those that are overridden', () => {
  const policy = (standing: 'ENFORCED' | 'OVERRIDDEN' | 'CONFLICTED') => ({ policy: { id: standing, standing } });
  const { count, broken } = standingsOf([
    policy('ENFORCED'),
    policy('OVERRIDDEN'),
    policy('CONFLICTED'),
    policy('CONFLICTED'),
    { policy: null },
  ]);
  expect([count, [...broken]]).toEqual([4, [['CONFLICTED', 2]]]);
});

describe('the words of the clusters', () => {
  it.each([
    [0, 1, 0, 'Nothing has failed on the cluster.'],
    [0, 3, 1, 'Nothing has failed on any of 3 clusters. 1 is not up to date: dashed.'],
    [1, 1, 0, 'The cluster has failed objects.'],
    [2, 5, 2, '2 of 5 clusters have failed objects. 2 are not up to date: dashed.'],
    [3, 3, 0, 'All 3 clusters have failed objects.'],
  ] as const)('of %d with failures in %d, %d not covered', (failures, all, uncovered, words) =>
    expect(said.healthWords(failures, all, uncovered)).toBe(words),
  );
});

describe('the order of the clusters', () => {
  const line = (name: string, failed: number, state: 'INDEXED' | 'STALE' = 'INDEXED', version = 'v1.34.0') =>
    ({
      name,
      objectCount: failed * 10,
      kubernetesVersion: version,
      coverage: { state, syncedAt: null },
      statusCounts: { failed },
      environment: undefined,
      nodes: undefined,
    }) as unknown as ClusterLine;
  const lines = [line('c', 1), line('b', 5, 'INDEXED', 'v1.9.0'), line('a', 1), line('d', 0, 'STALE')];

  it.each([
    [undefined, 'dbac'],
    ['name', 'abcd'],
    ['-name', 'dcba'],
    ['failing', 'bacd'],
    ['-failing', 'dacb'],
    ['version', 'bacd'],
    ['nodes', 'abcd'],
    ['no-column', 'dbac'],
    ['toString', 'dbac'],
  ] as const)('by %s is %s', (sort, names) =>
    expect(
      sorted(lines, parseSort(sort))
        .map(({ name }) => name)
        .join(''),
    ).toBe(names),
  );

  it.each([
    ['name', 'ascending'],
    ['-name', 'descending'],
    ['failing', 'descending'],
    ['-failing', 'ascending'],
  ] as const)('says of %s that it is %s', (sort, direction) => expect(directionOf(parseSort(sort)!)).toBe(direction));

  it('turns round with the second press on a header, and is by trouble with the third', () => {
    const pressed = (sort: string | undefined) => nextSort(parseSort(sort), 'name');
    expect([undefined, 'name', '-name', 'failing'].map(pressed)).toEqual(['name', '-name', undefined, 'name']);
  });
});
