/** The fleet subgraph over the real read model and a store, for behaviour that the scripted fleet only simulates. */
import { sourced } from '../../fixtures.ts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { graphql, parse } from 'graphql';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import { grantKey } from '../../../rbac/types.ts';
import type { Resource } from '../../../rbac/types.ts';
import { openReadModel } from '../../../readmodel/model.ts';
import type { ReadModel } from '../../../readmodel/readmodel.ts';
import { MemoryStore } from '../../../store/memory.ts';
import type { Batch, ClusterState, Lease, Store } from '../../../store/store.ts';
import { openAccess } from '../../../access/access.ts';
import { subgraphSdl } from '../../../schema/sdl.ts';
import { openSubgraph } from '../../../subgraphs/fleet/subgraph.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { allow, grant, RESOURCES, rowAt } from './scripted-fleet.ts';
import { until } from '../../readmodel/fixtures.ts';
import { policiesOf } from '../../../access/coverage.ts';

/**
 * Resources as discovery returns them. Short names collide: `x` means Pods on all clusters, and also Namespaces on
 * leaf-02. `pods` is also a short name of Kustomizations.
 */
const named = (cluster: string): readonly Resource[] =>
  RESOURCES.map(resource => {
    if (resource.kind === 'Pod') return { ...resource, shortNames: ['po', 'x'], categories: ['all'] };
    if (resource.kind === 'Kustomization') return { ...resource, shortNames: ['ks', 'pods'] };
    return resource.kind === 'Namespace' && cluster === 'leaf-02'
      ? { ...resource, shortNames: ['spaces', 'x'] }
      : resource;
  });
const state: ClusterState = {
  ...{ phase: 'synced', reason: '', version: 'v1.36.0', authorization: 'rbac', answeredAgo: 0, resources: RESOURCES },
  kinds: RESOURCES.map(({ group, kind }) => ({ group, kind, state: 'watching', reason: '' })),
  grants: { complete: true, confirmedAgo: 0, reason: '' },
};
const teamGrants = grant('group:team-a', allow('list', 'pods,kustomizations'), 'team-a');

let store: Store;
let model: ReadModel;
let fleet: ReturnType<typeof openSubgraph>;
const leases = new Map<string, Lease>();

async function write(cluster: string, batch: Batch): Promise<void> {
  const lease = leases.get(cluster) ?? (await store.acquire(cluster, 'test', 60_000));
  if (!lease) throw new Error('no lease');
  leases.set(cluster, lease);
  await store.apply(lease, batch);
}

async function ask(user: string, source: string, variableValues: Record<string, unknown> = {}) {
  const identity = acceptIdentity({ user, groups: user === 'tom' ? ['team-a'] : [] });
  const contextValue = fleet.context({
    identity,
    signal: AbortSignal.timeout(240_000),
    deadline: performance.now() + 20_000,
    requestId: 'test',
    log: silentLogger,
  });
  return JSON.parse(JSON.stringify(await graphql({ schema: fleet.schema, source, variableValues, contextValue })));
}

beforeEach(async () => {
  store = new MemoryStore();
  leases.clear();
  for (const cluster of ['leaf-01', 'leaf-02']) {
    const namespaces = ['team-a', 'team-b'];
    const puts = namespaces.flatMap(namespace => [
      rowAt(cluster, 'Namespace', namespace),
      rowAt(cluster, 'Kustomization', `${namespace}/apps`, {
        status: namespace === 'team-a' ? 'FAILED' : 'CURRENT',
        labels: { team: namespace },
        ...sourced(`/Pod/${namespace}/pod-0`),
      }),
      ...Array.from({ length: 10 }, (_, i) =>
        rowAt(cluster, 'Pod', `${namespace}/pod-${i}`, { labels: { team: namespace, tier: i < 3 ? 'front' : 'back' } }),
      ),
    ]);
    await write(cluster, {
      puts,
      grantPuts: [...grant('admin', allow('list', '*')), ...(cluster === 'leaf-01' ? teamGrants : [])],
      state: { ...state, resources: named(cluster) },
    });
  }
  model = await openReadModel({ store, log: silentLogger });
  const access = openAccess({
    readModel: model,
    policies: policiesOf(() => ({ mode: 'impersonate', usernamePrefix: '', groupPrefix: '' })),
    rbac: { maxAgeMs: 600_000 },
  });
  fleet = openSubgraph(parse(subgraphSdl('fleet')), { access });
  await until(model, async () => model.clusters().length === 2 && model.clusters().every(({ loading }) => !loading));
});

afterEach(async () => {
  await model.close();
  await store.close();
});

it.each([
  ['ids, of any cluster', 'admin', { ids: ['leaf-02//Namespace//team-a', 'leaf-01//Pod/team-b/pod-1'] }, 2, 1, 2],
  [
    'ids of one cluster, one of them twice',
    'admin',
    { ids: ['leaf-01//Pod/team-b/pod-1', 'leaf-01//Pod/team-b/pod-1'] },
    1,
    0,
    1,
  ],
  [
    'ids that the caller may not see, or nobody has',
    'tom',
    { ids: ['leaf-01//Pod/team-b/pod-1', 'leaf-01//Pod/team-a/pod-99'] },
    0,
    0,
    1,
  ],
  ['no ids', 'admin', { ids: [] }, 0, 0, 0],
  [
    'ids that the rest of the filter leaves out',
    'admin',
    { kinds: ['Pod'], ids: ['leaf-02//Namespace//team-a'] },
    0,
    0,
    1,
  ],
  ['all but ids', 'tom', { not: { ids: ['leaf-01//Pod/team-a/pod-1'] } }, 10, 0, 2],
  ['what is in a namespace', 'admin', { namespaced: true }, 44, 0, 2],
  ['what is in none', 'admin', { namespaced: false }, 4, 4, 2],
  ['a short name', 'admin', { kinds: ['po'] }, 40, 0, 2],
  ['a short name that another kind has as its plural', 'admin', { kinds: ['pods'] }, 40, 0, 2],
  ['a short name with its group', 'admin', { kinds: ['ks.kustomize.toolkit.fluxcd.io'] }, 4, 0, 2],
  ['a short name that means another kind on another cluster', 'admin', { kinds: ['x'] }, 44, 4, 2],
  ['a short name of a kind that the caller may not know of', 'tom', { kinds: ['spaces'] }, 0, 0, 2],
  ['a category, on one cluster', 'admin', { kinds: ['all'], clusters: ['leaf-01'] }, 20, 0, 1],
  ['all but a short name', 'tom', { not: { kinds: ['ks'] } }, 10, 0, 2],
  ['a kind with its version', 'admin', { kinds: ['kustomizations.v1.kustomize.toolkit.fluxcd.io'] }, 4, 0, 2],
  ['a time at which the cluster told', 'admin', { synced: { after: '2000-01-01T00:00:00Z' } }, 48, 4, 2],
  ['a time at which it did not', 'admin', { synced: { before: '2000-01-01T00:00:00Z' } }, 0, 0, 2],
])('lists by %s', async (_, user, filter, count, inNoNamespace, clusters) => {
  const list = `query ($filter: ObjectFilter) {
    objects(filter: $filter, first: 500) { nodes { id } totalCount coverage { total } facets(fields: [NAMESPACE]) { missingCount } } }`;
  const { data, errors } = await ask(user, list, { filter });
  expect(errors).toBeUndefined();
  const { nodes, totalCount, coverage, facets } = data.objects;
  expect([nodes.length, totalCount, facets[0].missingCount, coverage.total]).toEqual([
    count,
    count,
    inNoNamespace,
    clusters,
  ]);
});

it.each([
  ['admin', { Namespace: ['spaces', 'x'], Pod: ['po', 'x'], Kustomization: ['ks'] }],
  ['tom', { Pod: ['po', 'x'], Kustomization: ['ks'] }],
])('tells %s the short names of kinds that mean them somewhere', async (user, expected) => {
  const { data } = await ask(user, '{ kinds { name shortNames categories } }');
  const kinds: { name: string; shortNames: string[]; categories: string[] }[] = data.kinds;
  const reported = kinds.filter(({ shortNames }) => shortNames.length > 0);
  expect(Object.fromEntries(reported.map(({ name, shortNames }) => [name, shortNames]))).toEqual(expected);
  expect(kinds.find(({ name }) => name === 'Pod')?.categories).toEqual(['all']);
});

describe('changes', () => {
  const changes = `query ($kinds: [String!], $since: String!) {
    objectChanges(filter: { kinds: $kinds }, since: $since) { changes { id } reset } }`;

  it('are followed by names and plurals of kinds', async () => {
    const kinds = ['pods', 'Kustomization.kustomize.toolkit.fluxcd.io'];
    const { data } = await ask(
      'admin',
      'query ($kinds: [String!]) { objects(filter: { kinds: $kinds }, first: 0) { resume } }',
      { kinds },
    );
    const since = data.objects.resume;
    await write('leaf-01', { puts: [rowAt('leaf-01', 'Pod', 'team-a/new'), rowAt('leaf-01', 'Namespace', 'team-c')] });
    await until(
      model,
      async () => (await ask('admin', changes, { kinds, since })).data.objectChanges.changes.length > 0,
    );
    const reported = await ask('admin', changes, { kinds, since });
    expect(reported.data.objectChanges).toEqual({ changes: [{ id: 'leaf-01//Pod/team-a/new' }], reset: null });
  });

  it.each([
    ['a short name', 'ks'],
    ['a short name with its group', 'ks.kustomize.toolkit.fluxcd.io'],
    ['a category', 'all'],
    ['a word that means nothing yet', 'vs'],
  ])('are not followed by %s, whose meaning may change', async (_, word) => {
    const { data } = await ask('admin', '{ objects(filter: { kinds: ["Pod"] }, first: 0) { resume } }');
    for (const user of ['admin', 'tom']) {
      const { errors } = await ask(user, changes, { kinds: ['Pod', word], since: data.objects.resume });
      expect(errors).toMatchObject([
        {
          message: expect.stringContaining(`not followed by "${word}"`),
          extensions: { code: 'BAD_USER_INPUT', argument: 'filter' },
        },
      ]);
    }
  });
});

describe('the fleet subgraph over its read model', () => {
  it.each([
    ['admin', 48, ['leaf-01', 'leaf-02'], 4],
    ['tom', 11, ['leaf-01'], 1],
    ['nobody', 0, [], 0],
  ])('shows %s what is theirs, everywhere', async (user, rows, clusters, namespaces) => {
    const { data, errors } = await ask(
      user,
      '{ objects(first: 500) { nodes { id cluster { name } } totalCount facets(fields: [CLUSTER]) { values { value count } } } clusters { nodes { name } } namespaces { totalCount } kinds { name objectCount } coverage { total indexed clusters { nodes { cluster { name } state } } } }',
    );
    expect(errors).toBeUndefined();
    expect(data.objects.nodes).toHaveLength(rows);
    expect(data).toMatchObject({
      objects: {
        totalCount: rows,
        facets: [{ values: clusters.map(value => ({ value, count: rows / clusters.length })) }],
      },
      clusters: { nodes: clusters.map(name => ({ name })) },
      namespaces: { totalCount: namespaces },
      coverage: {
        total: 2,
        indexed: 2,
        clusters: { nodes: clusters.map(name => ({ cluster: { name }, state: 'INDEXED' })) },
      },
    });
    expect(data.kinds.reduce((sum: number, kind: { objectCount: number }) => sum + kind.objectCount, 0)).toBe(rows);
  });

  it.each([
    ['as they are called', 'labels', ''],
    ['under another name', 'labels: labels', ''],
    ['by a named fragment', '...Labels', 'fragment Labels on KubernetesObject { labels }'],
    ['by an inline fragment', '... on KubernetesObject { labels }', ''],
    ['under a condition', 'labels @include(if: $yes)', ''],
    ['on an edge alone', 'name', '', 'edges { node { labels } }'],
  ])('has the labels of a list however they are asked for: %s', async (_, field, fragment, edges = '') => {
    const source = `query ($yes: Boolean! = true) { yes: __typename @include(if: $yes) objects(filter: { names: ["pod-0"] }, first: 1) { nodes { ${field} } ${edges} } } ${fragment}`;
    const { data } = await ask('admin', source);
    const [shown] = edges ? data.objects.edges.map(({ node }: { node: object }) => node) : data.objects.nodes;
    expect(shown).toEqual({ labels: { team: 'team-a', tier: 'front' } });
  });

  it.each([
    ['a name', 'admin', 'checkout', ['checkout']],
    ['a part of a message', 'admin', 'no such FILE', ['broken']],
    ['a reason', 'admin', 'buildfailed', ['broken']],
    ['an image', 'admin', 'registry/pay:1', ['checkout']],
    ['the key of a label', 'admin', 'example.com/tier', ['checkout']],
    ['the value of a label', 'admin', 'gold', ['checkout']],
    ['words in several places', 'admin', ' gold   side-car ', ['checkout']],
    ['words of which one is nowhere', 'admin', 'gold nowhere', []],
    ['what is in a namespace that the caller does not see', 'tom', 'gold', []],
    ['what the caller sees', 'tom', 'file', ['broken']],
  ])('finds by text %s', async (_what, user, text, expected) => {
    await write('leaf-01', {
      puts: [
        rowAt('leaf-01', 'Pod', 'team-b/checkout', {
          images: 'registry/pay:1\nside-car:2',
          labels: { 'example.com/tier': 'gold' },
        }),
        rowAt('leaf-01', 'Kustomization', 'team-a/broken', { reason: 'BuildFailed', message: 'No such file: x' }),
      ],
    });
    await until(model, () => model.cluster('leaf-01')!.rowCount === 26);
    const { data } = await ask(
      user,
      'query ($text: String) { objects(filter: { text: $text }) { totalCount nodes { name } } }',
      { text },
    );
    expect(data.objects).toEqual({ totalCount: expected.length, nodes: expected.map(name => ({ name })) });
  });

  const suggest = async (user: string, text: string, more = '') =>
    (
      await ask(user, `query ($text: String!) { suggestions(text: $text${more}) { field value title count } }`, {
        text,
      })
    ).data.suggestions;

  it.each<[string, string, string, string, string[]]>([
    ['kinds by their plurals', 'admin', 'kustomizations', '', ['KIND Kustomization.kustomize.toolkit.fluxcd.io 4']],
    ['clusters, of those that are seen', 'tom', 'leaf-0', '', ['CLUSTER leaf-01 11']],
    [
      'namespaces, label values, by how many have them',
      'admin',
      'team-a',
      '',
      ['NAMESPACE team-a 22', 'LABEL team=team-a 22', 'NAME team-a 2'],
    ],
    [
      'what the caller sees alone',
      'tom',
      'team',
      '',
      ['LABEL_KEY team 11', 'NAMESPACE team-a 11', 'LABEL team=team-a 11'],
    ],
    ['names', 'tom', 'pod-3', '', ['NAME pod-3 1']],
    [
      'kinds and names by the same words',
      'admin',
      'pod',
      ', limit: 3',
      ['KIND Pod 40', 'NAME pod-0 4', 'NAME pod-1 4'],
    ],
    ['only of the fields that are asked for', 'admin', 'team', ', fields: [LABEL_KEY]', ['LABEL_KEY team 44']],
    ['among the objects of a filter', 'admin', 'front', ', filter: { clusters: ["leaf-02"] }', ['LABEL tier=front 6']],
    ['nothing for nothing', 'admin', '  ', '', []],
    ['nothing to those who see nothing', 'nobody', 'pod', '', []],
    ['nothing for words that no value has together', 'admin', 'pod team', '', []],
  ])('suggests %s', async (_what, user, text, more, expected) => {
    const found = (await suggest(user, text, more)) as { field: string; value: string; count: number }[];
    expect(found.map(({ field, value, count }) => `${field} ${value} ${count}`)).toEqual(expected);
  });

  it.each([
    ['its name', ['Pod'], 40],
    ['its name in small letters', ['pod'], 40],
    ['its plural', ['pods'], 40],
    ['its plural and group', ['kustomizations.kustomize.toolkit.fluxcd.io'], 4],
    ['its plural and another group', ['kustomizations.apps'], 0],
    ['what no cluster serves', ['gadgets'], 0],
  ])('takes a kind by %s', async (_what, kinds, count) => {
    const { data } = await ask(
      'admin',
      'query ($kinds: [String!]) { objects(filter: { kinds: $kinds }) { totalCount } }',
      { kinds },
    );
    expect(data.objects.totalCount).toBe(count);
  });

  it('counts a time back from now', async () => {
    const now = Date.now();
    const since = { 'pod-just-now': 60_000, 'pod-today': 7_200_000, 'pod-unknown': now };
    const puts = Object.entries(since).map(([name, ago]) =>
      rowAt('leaf-01', 'Pod', `team-a/${name}`, { transitionedAt: now - ago }),
    );
    await write('leaf-01', { puts });
    await until(model, () => model.cluster('leaf-01')!.rowCount === 27);
    const found = async (filter: string) => {
      const { data } = await ask(
        'admin',
        `{ objects(filter: { names: ["pod-just-now", "pod-today", "pod-unknown"], ${filter} }) { nodes { name } } }`,
      );
      return data.objects.nodes.map(({ name }: { name: string }) => name);
    };
    expect(await found('transitioned: { within: "15m" }')).toEqual(['pod-just-now']);
    expect(await found('transitioned: { within: "24h" }')).toEqual(['pod-just-now', 'pod-today']);
    expect(await found('transitioned: { within: "24h" }, not: { transitioned: { within: "15m" } }')).toEqual([
      'pod-today',
    ]);
    const hourAgo = new Date(now - 3_600_000).toISOString();
    expect(await found(`transitioned: { within: "24h", before: "${hourAgo}" }`)).toEqual(['pod-today']);
    expect(await found(`transitioned: { within: "24h", after: "${hourAgo}" }`)).toEqual(['pod-just-now']);
  });

  it('takes a blank text for none', async () => {
    const { data } = await ask(
      'admin',
      '{ all: objects { totalCount } blank: objects(filter: { text: "  " }) { totalCount } }',
    );
    expect(data.blank).toEqual(data.all);
  });

  it('filters, orders and pages', async () => {
    const query =
      'query ($after: String) { objects(filter: { kinds: ["Pod"], labelSelector: "tier in (front)", clusters: ["leaf-01"], not: { names: ["pod-1"] } }, orderBy: [{ field: NAME, direction: DESC }, { field: NAMESPACE }], first: 3, after: $after) { nodes { name namespace } totalCount pageInfo { hasNextPage endCursor } } }';
    const first = (await ask('admin', query)).data.objects;
    expect(first).toMatchObject({
      totalCount: 4,
      pageInfo: { hasNextPage: true },
      nodes: [
        { name: 'pod-2', namespace: 'team-a' },
        { name: 'pod-2', namespace: 'team-b' },
        { name: 'pod-0', namespace: 'team-a' },
      ],
    });
    const second = (await ask('admin', query, { after: first.pageInfo.endCursor })).data.objects;
    expect(second).toMatchObject({ pageInfo: { hasNextPage: false }, nodes: [{ name: 'pod-0', namespace: 'team-b' }] });
    const tampered = await ask('admin', query, { after: `${first.pageInfo.endCursor.slice(0, -2)}xx` });
    expect(tampered.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument: 'after' } }]);
  });

  it.each(['admin', 'tom', 'nobody'])('finds everything that it lists to %s again by its id', async user => {
    const FIELDS = `fragment O on KubernetesObject { objectName: name uid labels source { id } } fragment C on Cluster { rows: objectCount kubernetesVersion }
      fragment N on Namespace { rows: objectCount object { id } } fragment K on Kind { rows: objectCount versions }`;
    const { data } = await ask(
      user,
      `{ objects(first: 500) { nodes { __typename id ...O } } clusters { nodes { __typename id ...C } } namespaces { nodes { __typename id ...N } } kinds { __typename id ...K } } ${FIELDS}`,
    );
    const listed = [...data.objects.nodes, ...data.clusters.nodes, ...data.namespaces.nodes, ...data.kinds];
    const ids = listed.map(({ id }: { id: string }) => id);
    const again = await ask(
      user,
      `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ...O ...C ...N ...K } } ${FIELDS}`,
      { ids },
    );
    expect(again).toEqual({ data: { nodes: listed } });
    const all = ['leaf-01//Pod/team-b/pod-0', 'leaf-02', 'leaf-01/team-b', '//Namespace', 'leaf-01//Namespace//team-b'];
    const hidden = all.filter(id => !ids.includes(id));
    expect(hidden).toHaveLength(user === 'admin' ? 0 : 5);
    expect((await ask(user, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: hidden })).data.nodes).toEqual(
      hidden.map(() => null),
    );
  });

  it('resolves entities and sources', async () => {
    const query =
      'query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on KubernetesObject { status source { name } } ... on Cluster { name } } }';
    const representations = [
      { __typename: 'KubernetesObject', id: 'leaf-01/kustomize.toolkit.fluxcd.io/Kustomization/team-a/apps' },
      { __typename: 'KubernetesObject', id: 'leaf-01/kustomize.toolkit.fluxcd.io/Kustomization/team-b/apps' },
      { __typename: 'Cluster', name: 'leaf-02' },
    ];
    expect((await ask('tom', query, { representations })).data._entities).toEqual([
      { status: 'FAILED', source: { name: 'pod-0' } },
      null,
      null,
    ]);
  });

  it.each([
    ['admin', [24, 11, 2]],
    ['tom', [11, 11, 1]],
    ['nobody', [undefined, undefined, undefined]],
  ])('lists and counts for %s what is in a cluster, a namespace and of a kind', async (user, counts) => {
    const FIELDS = `objects(first: 500, filter: { clusters: ["leaf-01"] }) { totalCount nodes { id } facets(fields: [CLUSTER]) { values { value count } } groups(by: [{ field: STATUS }]) { nodes { count } } }
      statusCounts(filter: { clusters: ["leaf-01"] }) { current failed suspended }`;
    const { data, errors } = await ask(
      user,
      `{ nodes(ids: ["leaf-01", "leaf-01/team-a", "/kustomize.toolkit.fluxcd.io/Kustomization"]) { ... on Cluster { ${FIELDS} } ... on Namespace { ${FIELDS} } ... on Kind { ${FIELDS} } } }`,
    );
    expect(errors).toBeUndefined();
    for (const [i, node] of data.nodes.entries()) {
      if (node === null) expect(counts[i]).toBeUndefined();
      else {
        const { objects, statusCounts } = node;
        expect([objects.totalCount, objects.nodes.length, statusCounts.current + statusCounts.failed]).toEqual(
          Array(3).fill(counts[i]),
        );
        expect(objects.groups.nodes.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(
          counts[i],
        );
        // The facet by cluster ignores the filter on clusters, so the list of the Kind also counts leaf-02. The lists
        // of the Cluster and of the Namespace contain only leaf-01.
        const others = i === 2 && user === 'admin' ? [{ value: 'leaf-02', count: 2 }] : [];
        expect(objects.facets).toEqual([{ values: [{ value: 'leaf-01', count: counts[i] }, ...others] }]);
      }
    }
  });

  it('says of a list in a cluster how far the index speaks for that cluster', async () => {
    const { data } = await ask(
      'admin',
      '{ cluster(name: "leaf-02") { objects { coverage { total clusters { nodes { cluster { name } } } } } } }',
    );
    expect(data.cluster.objects.coverage).toEqual({
      total: 1,
      clusters: { nodes: [{ cluster: { name: 'leaf-02' } }] },
    });
  });

  it('takes a right away with the next question after the collector told of it', async () => {
    const count = async () => (await ask('tom', '{ objects { totalCount } }')).data.objects.totalCount;
    expect(await count()).toBe(11);
    await write('leaf-01', { grantDeletes: teamGrants.filter(({ type }) => type === 'RoleBinding').map(grantKey) });
    await until(model, async () => (await count()) === 0);
    await write('leaf-01', { grantPuts: teamGrants });
    await until(model, async () => (await count()) === 11);
  });

  it('names namespaces by what there is now and may be seen now, with the objects of each', async () => {
    const reported = async (user: string) => {
      const { data } = await ask(user, '{ namespaces { nodes { name cluster { name } objectCount } } }');
      return data.namespaces.nodes.map(
        ({ name, cluster, objectCount }: { name: string; cluster: { name: string }; objectCount: number }) => [
          `${cluster.name}/${name}`,
          objectCount,
        ],
      );
    };
    const both = async () => JSON.stringify([await reported('tom'), await reported('admin')]);
    const [one, two] = ['leaf-01', 'leaf-02'];
    const untold: [string, number][] = [
      [`${one}/team-a`, 11],
      [`${two}/team-a`, 11],
    ];
    const others: [string, number][] = [
      [`${one}/team-b`, 11],
      [`${two}/team-b`, 11],
    ];
    const tells = (tom: unknown, admin: unknown) =>
      until(model, async () => (await both()) === JSON.stringify([tom, admin]));
    await tells([untold[0]], [...untold, ...others]);
    await write(one, { puts: [rowAt(one, 'Pod', 'fresh/pod')] });
    await tells([untold[0]], [[`${one}/fresh`, 1], ...untold, ...others]);
    await write(one, { deletes: ['/Pod/fresh/pod'] });
    await tells([untold[0]], [...untold, ...others]);
    await write(one, { grantDeletes: teamGrants.filter(({ type }) => type === 'RoleBinding').map(grantKey) });
    await tells([], [...untold, ...others]);
    await write(one, { grantPuts: teamGrants });
    await tells([untold[0]], [...untold, ...others]);
  });

  it('names a Namespace that is visible as a row, over more pages than one', async () => {
    for (const half of ['a', 'b'])
      await write('leaf-01', {
        puts: Array.from({ length: 3_000 }, (_, i) => rowAt('leaf-01', 'Namespace', `${half}-${i}`)),
      });
    await until(
      model,
      async () => (await ask('admin', '{ namespaces { totalCount } }')).data.namespaces.totalCount === 6_004,
    );
  });
});
