/**
 * Nodes of the graph are found by their id: through `node`, through `nodes`, and as entities of another subgraph.
 * Absent and hidden nodes are both null.
 */
import { describe, expect, it } from '@jest/globals';
import { allow, grant, rowAt, ScriptedFleet } from './scripted-fleet.ts';

const NODE = `__typename id
  ... on KubernetesObject { objectName: name uid cluster { name } }
  ... on Cluster { clusterName: name kubernetesVersion }
  ... on Namespace { namespaceName: name on: cluster { id } objectCount object { id } }
  ... on Kind { group kindName: name clusterCount }`;
const ONE = `query ($id: ID!) { node(id: $id) { ${NODE} } }`;
const MANY = `query ($ids: [ID!]!) { nodes(ids: $ids) { ${NODE} } }`;

const everything = grant('admin', allow('list', '*'));
const open = () =>
  new ScriptedFleet({
    'leaf-01': {
      rows: [
        rowAt('leaf-01', 'Namespace', 'team-a'),
        rowAt('leaf-01', 'Pod', 'team-a/web'),
        rowAt('leaf-01', 'Pod', 'team-b/db'),
        rowAt('leaf-01', 'Deployment', 'team-b/db'),
      ],
      grants: [
        ...everything,
        ...grant('jane', allow('list', 'pods'), 'team-a'),
        ...grant('jane', allow('list', 'pods'), 'empty'),
      ],
    },
    'leaf-02': { rows: [rowAt('leaf-02', 'Pod', 'secret/job')], grants: everything },
  });
/** A fleet for all tests that do not count queries, because opening a fleet takes longer than the queries. */
const fleet = open();

const SHOWN = [
  [
    'an object',
    'leaf-01//Pod/team-a/web',
    { __typename: 'KubernetesObject', objectName: 'web', uid: 'uid-web', cluster: { name: 'leaf-01' } },
  ],
  ['a cluster', 'leaf-01', { __typename: 'Cluster', clusterName: 'leaf-01', kubernetesVersion: 'v1.36.0' }],
  [
    'a namespace',
    'leaf-01/team-a',
    { __typename: 'Namespace', namespaceName: 'team-a', on: { id: 'leaf-01' }, objectCount: 1, object: null },
  ],
  [
    'an empty namespace',
    'leaf-01/empty',
    { __typename: 'Namespace', namespaceName: 'empty', on: { id: 'leaf-01' }, objectCount: 0, object: null },
  ],
  ['a kind', '//Pod', { __typename: 'Kind', group: '', kindName: 'Pod', clusterCount: 1 }],
] as const;

const HIDDEN = [
  ['an object', 'leaf-01//Pod/team-b/db'],
  ['an object of a hidden cluster', 'leaf-02//Pod/secret/job'],
  ['a cluster', 'leaf-02'],
  ['a namespace', 'leaf-01/team-b'],
  ['a namespace of a hidden cluster', 'leaf-02/secret'],
  ['a kind', '/apps/Deployment'],
] as const;

const ABSENT = [
  ['an object', 'leaf-01//Pod/team-a/absent'],
  ['a cluster', 'leaf-77'],
  ['a namespace', 'leaf-01/absent'],
  ['a namespace of an absent cluster', 'leaf-77/secret'],
  ['a kind', '/x.io/Widget'],
] as const;

describe('node', () => {
  it.each(SHOWN)('finds %s', async (_what, id, shown) => {
    expect(await fleet.ask('jane', ONE, { id })).toEqual({ data: { node: { id, ...shown } } });
  });

  it.each([
    ...HIDDEN.map(([what, id]) => [`hidden: ${what}`, id]),
    ...ABSENT.map(([what, id]) => [`absent: ${what}`, id]),
  ])('is null for what is %s', async (_what, id) => {
    expect(await fleet.ask('jane', ONE, { id })).toEqual({ data: { node: null } });
  });

  it('finds what the hidden is for those who may see it', async () => {
    const ids = HIDDEN.map(([, id]) => id);
    const { data } = await fleet.ask('admin', MANY, { ids });
    expect((data as any).nodes.map((node: { id: string } | null) => node?.id)).toEqual(ids);
  });

  it.each([
    [''],
    ['/'],
    ['a/'],
    ['/b'],
    ['//'],
    ['a//b'],
    ['a/b/c/d'],
    ['a/b/c/d/e/f'],
    ['le%61f-01'],
    ['leaf-01/team a'],
  ])('refuses %j and names the argument', async id => {
    const { data, errors } = await fleet.ask('jane', ONE, { id });
    expect(data).toEqual({ node: null });
    expect(errors).toMatchObject([
      { message: expect.stringMatching(/^id: ".*" is not an/), extensions: { code: 'BAD_USER_INPUT', argument: 'id' } },
    ]);
  });

  it('shows no more of an id that is too long than of any other', async () => {
    const { errors } = await fleet.ask('jane', ONE, { id: 'x'.repeat(20_000) });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument: 'id' } }]);
    expect(errors![0]!.message.length).toBeLessThan(300);
  });

  it.each([
    ['cluster { node }', '{ cluster(name: "leaf-01") { id } }', { cluster: { id: 'leaf-01' } }],
    [
      'namespaces',
      '{ namespaces { nodes { id } } }',
      { namespaces: { nodes: [{ id: 'leaf-01/empty' }, { id: 'leaf-01/team-a' }] } },
    ],
    ['kinds', '{ kinds { id } }', { kinds: [{ id: '//Pod' }] }],
  ])('takes the ids that lists show: %s', async (_what, query, data) => {
    expect(await fleet.ask('jane', query)).toEqual({ data });
  });
});

describe('nodes', () => {
  it('finds several in the order of their ids, the same one twice, with null for what is not for the caller', async () => {
    const shown = SHOWN.map(([, id, node]) => ({ id, ...node }));
    const ids = [...SHOWN.map(([, id]) => id), 'leaf-02', 'leaf-77', ...SHOWN.map(([, id]) => id)];
    expect(await fleet.ask('jane', MANY, { ids })).toEqual({ data: { nodes: [...shown, null, null, ...shown] } });
  });

  it('finds none of none', async () => {
    expect(await fleet.ask('jane', MANY, { ids: [] })).toEqual({ data: { nodes: [] } });
  });

  it('takes 500 ids and no more', async () => {
    const ids = (length: number) => Array.from({ length }, (_, i) => `leaf-01/ns-${i}`);
    expect((await fleet.ask('jane', MANY, { ids: ids(500) })).errors).toBeUndefined();
    const { data, errors } = await fleet.ask('jane', MANY, { ids: ids(501) });
    expect(data).toEqual({ nodes: null });
    expect(errors).toMatchObject([
      { message: 'ids: 501 ids were given, and at most 500 are taken at a time.', extensions: { argument: 'ids' } },
    ]);
  });

  it('reads nothing where one id is malformed', async () => {
    const requested = open();
    const { errors } = await requested.ask('jane', MANY, { ids: ['leaf-01//Pod/team-a/web', 'a/b/c'] });
    expect(errors).toMatchObject([
      { message: expect.stringMatching(/^ids\[1\]: "a\/b\/c"/), extensions: { argument: 'ids[1]' } },
    ]);
    expect(requested.requested.find).toBe(0);
  });

  it('looks for the objects together, and for one namespace not at all others', async () => {
    const requested = open();
    await requested.ask('jane', 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: ['leaf-01//Pod/team-a/web', 'leaf-01//Pod/team-b/db', 'leaf-01/team-a'],
    });
    expect(requested.requested).toMatchObject({ find: 1, namespaces: 0 });
  });
});

describe('entities that another subgraph leads to', () => {
  const ENTITIES = `query ($representations: [_Any!]!) { _entities(representations: $representations) { ${NODE} } }`;
  const representations = [
    { __typename: 'Cluster', name: 'leaf-01' },
    { __typename: 'Cluster', id: 'leaf-01' },
    { __typename: 'Namespace', id: 'leaf-01/team-a' },
    { __typename: 'Kind', id: '//Pod' },
  ];

  it('are found by each of their keys', async () => {
    const { data, errors } = await fleet.ask('jane', ENTITIES.replace('__typename id', '__typename'), {
      representations,
    });
    expect(errors).toBeUndefined();
    expect((data as any)._entities).toMatchObject([
      { __typename: 'Cluster', clusterName: 'leaf-01' },
      { __typename: 'Cluster', clusterName: 'leaf-01' },
      { __typename: 'Namespace', namespaceName: 'team-a', objectCount: 1 },
      { __typename: 'Kind', kindName: 'Pod' },
    ]);
  });

  it('are null for somebody who sees nothing, as they are where there is nothing', async () => {
    const query = ENTITIES.replace('__typename id', '__typename');
    const nothing = { data: { _entities: [null, null, null, null] } };
    expect(await fleet.ask('nobody', query, { representations })).toEqual(nothing);
    expect(await new ScriptedFleet({}).ask('nobody', query, { representations })).toEqual(nothing);
  });

  it('are null where the id is that of another type', async () => {
    const crossed = [
      { __typename: 'Cluster', id: 'leaf-01/team-a' },
      { __typename: 'Namespace', id: '//Pod' },
      { __typename: 'Kind', id: 'leaf-01' },
      { __typename: 'Kind', id: 'leaf-01//Pod/team-a/web' },
    ];
    const { data } = await fleet.ask('admin', ENTITIES.replace('__typename id', '__typename'), {
      representations: crossed,
    });
    expect(data).toEqual({ _entities: [null, null, null, null] });
  });
});
