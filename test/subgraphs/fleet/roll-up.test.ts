import { describe, expect, it } from '@jest/globals';
import { allow, grant, rowAt, ScriptedFleet } from './scripted-fleet.ts';

const STATUS_COUNTS = 'statusCounts { current inProgress failed terminating unknown suspended }';
const NONE = { current: 0, inProgress: 0, failed: 0, terminating: 0, unknown: 0, suspended: 0 };

/**
 * Clusters with two namespaces. Each namespace has a failed Kustomization and a Pod. One namespace also has a suspended
 * Kustomization.
 */
function fleetOf(clusters: number): ScriptedFleet {
  const names = Array.from({ length: clusters }, (_, i) => `leaf-${String(i + 1).padStart(2, '0')}`);
  return new ScriptedFleet(
    Object.fromEntries(
      names.map(name => [
        name,
        {
          rows: [
            rowAt(name, 'Namespace', 'team-a'),
            ...['team-a', 'team-b'].flatMap(namespace => [
              rowAt(name, 'Kustomization', `${namespace}/apps`, { status: 'FAILED', reason: 'BuildFailed' }),
              rowAt(name, 'Pod', `${namespace}/web`),
            ]),
            rowAt(name, 'Kustomization', 'team-a/old', { suspended: true }),
          ],
          grants: [...grant('admin', allow('list', '*')), ...grant('tom', allow('list', 'pods'), 'team-b')],
        },
      ]),
    ),
  );
}

describe('counts by status', () => {
  it.each([
    [
      'clusters',
      `{ clusters(first: 60) { nodes { ${STATUS_COUNTS} } } }`,
      60,
      { ...NONE, current: 4, failed: 2, suspended: 1 },
    ],
    ['kinds', `{ kinds { ${STATUS_COUNTS} } }`, 5, undefined],
    [
      'clusters of objects',
      `{ objects(first: 60) { nodes { cluster { ${STATUS_COUNTS} } } } }`,
      60,
      { ...NONE, current: 4, failed: 2, suspended: 1 },
    ],
  ])('of a page of %s are one question', async (_, query, length, counts) => {
    const fleet = fleetOf(60);
    const { data, errors } = (await fleet.ask('admin', query)) as any;
    expect(errors).toBeUndefined();
    const list = data.kinds ?? (data.clusters ?? data.objects).nodes;
    expect(list).toHaveLength(length);
    if (counts) for (const item of list) expect((item.cluster ?? item).statusCounts).toEqual(counts);
    expect(fleet.requested.groups).toBe(1);
  });

  it('of a page of namespaces are a few questions', async () => {
    const fleet = fleetOf(60);
    const { data } = (await fleet.ask(
      'admin',
      `{ namespaces(first: 120) { nodes { name ${STATUS_COUNTS} } } }`,
    )) as any;
    for (const { name, statusCounts } of data.namespaces.nodes)
      expect(statusCounts).toEqual({
        ...NONE,
        failed: 1,
        ...(name === 'team-a' ? { current: 2, suspended: 1 } : { current: 1 }),
      });
    expect(fleet.requested.groups).toBe(3);
  });

  it('of one filter are one question, and those of another are another', async () => {
    const fleet = fleetOf(3);
    const query = `query ($some: ObjectFilter) { clusters { nodes { failed: statusCounts(filter: { statuses: [FAILED] }) { failed current } some: statusCounts(filter: $some) { failed current } } } }`;
    const { data } = (await fleet.ask('admin', query, { some: { namespaces: ['team-b'] } })) as any;
    expect(data.clusters.nodes).toEqual(
      Array(3).fill({ failed: { failed: 2, current: 0 }, some: { failed: 1, current: 1 } }),
    );
    expect(fleet.requested.groups).toBe(2);
  });

  it('count what the caller may see, and nothing is zero', async () => {
    const fleet = fleetOf(2);
    const query = `{ clusters { nodes { all: ${STATUS_COUNTS} none: statusCounts(filter: { namespaces: ["team-a"] }) { current failed } } } }`;
    const { data } = (await fleet.ask('tom', query)) as any;
    expect(data.clusters.nodes).toEqual(
      Array(2).fill({ all: { ...NONE, current: 1 }, none: { current: 0, failed: 0 } }),
    );
  });

  it.each([
    ['counts by status', 'statusCounts(filter: { labelSelector: "a in (" }) { current }'],
    ['objects', 'objects(filter: { labelSelector: "a in (" }) { totalCount }'],
  ])('say what cannot be meant, each in its own place, and so do %s', async (_, field) => {
    const { data, errors } = (await fleetOf(2).ask('admin', `{ clusters { nodes { name ${field} } } }`)) as any;
    expect(errors).toHaveLength(2);
    expect(errors[0].extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'filter.labelSelector' });
    expect(data.clusters.nodes.map(({ name }: { name: string }) => name)).toEqual(['leaf-01', 'leaf-02']);
  });
});

describe('labels of clusters', () => {
  const fleet = labelled();

  /** `tom` may list Pods in team-b of every cluster except leaf-03. Only `admin` may know of leaf-03. */
  function labelled(): ScriptedFleet {
    const fleet = fleetOf(3);
    fleet.set('leaf-01', { index: { labels: { env: 'prod', region: 'eu' } } });
    fleet.set('leaf-02', { index: { labels: { env: 'dev' } } });
    fleet.set('leaf-03', {
      index: { labels: { env: 'prod', constructor: 'x' } },
      grants: grant('admin', allow('list', '*')),
    });
    return fleet;
  }

  it.each([
    ['admin', 'env=prod', ['leaf-01', 'leaf-03']],
    ['admin', 'env in (dev,prod),!region', ['leaf-02', 'leaf-03']],
    ['admin', 'constructor', ['leaf-03']],
    ['admin', 'env=test', []],
    ['tom', 'env=prod', ['leaf-01']],
    ['tom', 'constructor', []],
    ['tom', 'env!=dev', ['leaf-01']],
  ])('filter what %s sees by %s, on every surface and with their coverage', async (user, clusterLabels, clusters) => {
    const { data, errors } = (await fleet.ask(
      user,
      `query ($labels: String!) {
        clusters(filter: { clusterLabels: $labels }) { totalCount nodes { name } coverage { total } }
        namespaces(filter: { clusterLabels: $labels, names: ["team-b"] }) { nodes { cluster { name } } coverage { total } }
        objects(filter: { kinds: ["Pod"], namespaces: ["team-b"], clusterLabels: $labels }) { nodes { cluster { name } } totalCount coverage { total clusters { nodes { cluster { name } } } } }
        nested: objects(filter: { kinds: ["Pod"], namespaces: ["team-b"], and: [{ clusterLabels: $labels }] }) { totalCount }
      }`,
      { labels: clusterLabels },
    )) as any;
    expect(errors).toBeUndefined();
    const names = (nodes: { cluster: { name: string } }[]) => nodes.map(({ cluster }) => cluster.name);
    expect(data.clusters).toEqual({
      totalCount: clusters.length,
      nodes: clusters.map(name => ({ name })),
      coverage: { total: clusters.length },
    });
    expect([names(data.namespaces.nodes), data.namespaces.coverage.total]).toEqual([clusters, clusters.length]);
    expect([names(data.objects.nodes).sort(), data.objects.totalCount, data.nested.totalCount]).toEqual([
      clusters,
      clusters.length,
      clusters.length,
    ]);
    expect([data.objects.coverage.total, names(data.objects.coverage.clusters.nodes)]).toEqual([
      clusters.length,
      clusters,
    ]);
  });

  it('are told of clusters that the caller may know of', async () => {
    const { data } = (await fleet.ask(
      'tom',
      '{ clusters { nodes { name labels } } hidden: cluster(name: "leaf-03") { labels } }',
    )) as any;
    expect(data).toEqual({
      clusters: {
        nodes: [
          { name: 'leaf-01', labels: { env: 'prod', region: 'eu' } },
          { name: 'leaf-02', labels: { env: 'dev' } },
        ],
      },
      hidden: null,
    });
  });

  it('are of clusters beside the other conditions on them', async () => {
    const { data } = (await fleet.ask(
      'admin',
      '{ clusters(filter: { names: ["leaf-01", "leaf-02"], name: { glob: "*-0?" }, clusterLabels: "env=prod" }) { nodes { name } } all: clusters(filter: {}) { coverage { total } } }',
    )) as any;
    expect(data).toEqual({ clusters: { nodes: [{ name: 'leaf-01' }] }, all: { coverage: { total: 3 } } });
  });

  it.each([
    [
      'objects',
      '{ objects(filter: { or: [{ clusterLabels: "env in (" }] }) { totalCount } }',
      'filter.or[0].clusterLabels',
    ],
    ['clusters', '{ clusters(filter: { clusterLabels: "env in (" }) { totalCount } }', 'filter.clusterLabels'],
    ['namespaces', '{ namespaces(filter: { clusterLabels: "env in (" }) { totalCount } }', 'filter.clusterLabels'],
    ['changes', '{ objectChanges(since: "x", filter: { clusterLabels: "env" }) { resume } }', 'filter'],
    [
      'changes by when they were told',
      '{ objectChanges(since: "x", filter: { or: [{ synced: { after: "2026-01-01T00:00:00Z" } }] }) { resume } }',
      'filter',
    ],
    [
      'changes of a span that moves',
      '{ objectChanges(since: "x", filter: { not: { or: [{ created: { within: "5m" } }] } }) { resume } }',
      'filter',
    ],
  ])('say what cannot be meant: of %s', async (_, query, argument) => {
    expect((await fleet.ask('admin', query)).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', argument } },
    ]);
  });
});

describe('groups', () => {
  const one = fleetOf(1);
  const GROUPS = `query ($by: [GroupKey!]!, $first: Int, $after: String, $filter: ObjectFilter) { objects(filter: $filter) {
    totalCount groups(by: $by, first: $first, after: $after) { totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { values { value title } count statusCounts { failed } } } } }`;

  it('are a matrix of two keys, page by page', async () => {
    const fleet = fleetOf(2);
    const by = [{ field: 'CLUSTER' }, { field: 'NAMESPACE' }];
    const seen: unknown[] = [];
    for (let after: string | null = null, more = true; more;) {
      const { data } = (await fleet.ask('admin', GROUPS, { by, first: 2, after })) as any;
      const { groups, totalCount } = data.objects;
      expect([totalCount, groups.totalCount, groups.pageInfo.hasPreviousPage]).toEqual([12, 6, after !== null]);
      seen.push(
        ...groups.nodes.map((it: any) => [
          ...it.values.map(({ value }: { value: string }) => value),
          it.count,
          it.statusCounts.failed,
        ]),
      );
      ({ hasNextPage: more, endCursor: after } = groups.pageInfo);
    }
    expect(seen).toEqual(
      ['leaf-01', 'leaf-02'].flatMap(cluster => [
        [cluster, 'team-a', 3, 1],
        [cluster, 'team-b', 2, 1],
        [cluster, null, 1, 0],
      ]),
    );
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    [
      'nothing to group by',
      { by: [] },
      'groups.by',
      'there is nothing to group by. Give a field: [{ field: CLUSTER }].',
    ],
    [
      'more keys than are taken',
      { by: ['CLUSTER', 'KIND', 'STATUS', 'REASON', 'GROUP'].map(field => ({ field })) },
      'groups.by',
      'there are 5 keys; at most 4 are taken.',
    ],
    [
      'a key twice',
      { by: [{ field: 'KIND' }, { field: 'KIND' }] },
      'groups.by[1]',
      'KIND is there already; name each key once.',
    ],
    [
      'LABEL without a label',
      { by: [{ field: 'LABEL' }] },
      'groups.by[0].labelKey',
      'LABEL needs the label whose values make the groups.',
    ],
    [
      'a label without LABEL',
      { by: [{ field: 'KIND', labelKey: 'app' }] },
      'groups.by[0].labelKey',
      'it belongs to LABEL, not to KIND. Leave it out.',
    ],
    [
      'keys of labels',
      { by: [{ field: 'LABEL_KEY' }] },
      'groups.by[0].field',
      'an object can have many labels, and is in one group. Use facets for LABEL_KEY.',
    ],
    [
      'more than a page',
      { by: [{ field: 'KIND' }], first: 501 },
      'groups.first',
      '501 is more than the maximum of 500. Ask for 500 or fewer at a time.',
    ],
    [
      'a cursor of other keys',
      { by: [{ field: 'KIND' }], after: Buffer.from('["a","b"]').toString('base64url') },
      'after',
      '"WyJhIiwiYiJd" is not a cursor of this list. Use pageInfo.endCursor or edges.cursor of an earlier page.',
    ],
  ])('do not take %s', async (_, variables, argument, problem) => {
    const { data, errors } = (await one.ask('admin', GROUPS, variables)) as any;
    expect(errors).toMatchObject([
      { message: `${argument}: ${problem}`, extensions: { code: 'BAD_USER_INPUT', argument } },
    ]);
    expect(data.objects.groups).toBeNull();
  });

  it('take one label twice only under two keys', async () => {
    const by = [
      { field: 'LABEL', labelKey: 'app' },
      { field: 'LABEL', labelKey: 'tier' },
    ];
    expect(((await one.ask('admin', GROUPS, { by })) as any).data.objects.groups.totalCount).toBe(1);
  });
});
