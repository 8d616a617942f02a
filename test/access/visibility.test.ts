/**
 * Visibility on each surface of the fleet subgraph for each caller: no row without a grant, no row of a closed cluster,
 * and never a hidden name.
 */
import { sourced } from '../fixtures.ts';
import { describe, expect, it } from '@jest/globals';
import { Kind, parse } from 'graphql';
import { type Accessors, Guard, fieldRules, throughRows } from '../../access/guard.ts';
import type { RequestContext } from '../../identity/identity.ts';
import { allow, grant, rowAt, ScriptedFleet } from '../subgraphs/fleet/scripted-fleet.ts';

const everywhere = grant('admin', allow('get,list,watch', '*'));
const inTeamA = grant('group:team-a', allow('get,list', 'pods,kustomizations'), 'team-a');

function fleet(): ScriptedFleet {
  return new ScriptedFleet({
    'leaf-01': {
      rows: [
        rowAt('leaf-01', 'Namespace', 'team-a'),
        rowAt('leaf-01', 'Namespace', 'team-b'),
        rowAt('leaf-01', 'Pod', 'team-a/web'),
        rowAt('leaf-01', 'Pod', 'team-b/db'),
        rowAt('leaf-01', 'Kustomization', 'team-a/apps', {
          status: 'FAILED',
          ...sourced('source.toolkit.fluxcd.io/GitRepository/flux-system/fleet'),
        }),
      ],
      grants: [...everywhere, ...inTeamA, ...grant('nadia', allow('get', 'pods', 'db'), 'team-b')],
    },
    'leaf-02': {
      rows: [rowAt('leaf-02', 'Namespace', 'secret-project'), rowAt('leaf-02', 'Pod', 'secret-project/job')],
      grants: everywhere,
    },
  });
}

/** A query of all surfaces of the fleet subgraph. */
const EVERYTHING = `{
  objects { nodes { id } edges { cursor node { name } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount
    facets(fields: [CLUSTER, NAMESPACE, KIND, STATUS, REASON, GROUP, SUSPENDED]) { values { value count } } coverage { clusters { nodes { cluster { name } } } } }
  objectChanges(since: "AAAA") { totalCount }
  suggestions(text: "a") { value count }
  object(id: "leaf-02//Pod/secret-project/job") { name }
  tree(id: "leaf-02//Pod/secret-project/job") { nodes { object { id } } truncated }
  clusters { nodes { name kubernetesVersion objectCount coverage { state } } edges { cursor } totalCount coverage { clusters { nodes { cluster { name } } } } }
  cluster(name: "leaf-02") { name }
  namespaces { nodes { name cluster { name } object { id } objectCount } totalCount }
  kinds { name clusterCount objectCount }
  coverage { clusters { nodes { cluster { name } reason } } }
  revisions { nodes { sourceUrl revision objectCount } totalCount }
  restarts { nodes { object { id } restarts } totalCount }
  administration { registrations { nodes { name } } }
  views { name query }
  savedViews { mine { name } everybody { name } }
  viewer { user clusters { cluster { name } user groups } }
  node(id: "leaf-02") { id }
  nodes(ids: ["leaf-02", "leaf-02/secret-project", "//Pod", "leaf-02//Pod/secret-project/job"]) { id }
  explainAccess(id: "leaf-02//Pod/secret-project/job") { visible allowed basis reason grants { cluster { name } } }
  _entities(representations: [{ __typename: "KubernetesObject", id: "leaf-02//Pod/secret-project/job" }, { __typename: "Cluster", name: "leaf-02" },
    { __typename: "Cluster", id: "leaf-02" }, { __typename: "Namespace", id: "leaf-02/secret-project" }, { __typename: "Kind", id: "//Pod" }]) {
    ... on KubernetesObject { name } ... on Cluster { name } ... on Namespace { name } ... on Kind { name } }
}`;

/** The expected text for every object that the caller may not know of, whether or not the object exists. */
const notKnown = (object: string) =>
  `It is not known whether the cluster lets you list ${object}: that kind is not collected there or not known to you, or Kubernetes has no such verb. Ask the cluster (kubectl auth can-i).`;

const NOTHING = {
  objects: {
    nodes: [],
    edges: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    totalCount: 0,
    facets: Array.from({ length: 7 }, () => ({ values: [] })),
    coverage: { clusters: { nodes: [] } },
  },
  objectChanges: null,
  suggestions: [],
  object: null,
  tree: null,
  clusters: { nodes: [], edges: [], totalCount: 0, coverage: { clusters: { nodes: [] } } },
  cluster: null,
  namespaces: { nodes: [], totalCount: 0 },
  kinds: [],
  coverage: { clusters: { nodes: [] } },
  revisions: { nodes: [], totalCount: 0 },
  restarts: { nodes: [], totalCount: 0 },
  administration: null,
  views: [],
  savedViews: { mine: [], everybody: [] },
  viewer: { user: 'nobody', clusters: [] },
  node: null,
  nodes: [null, null, null, null],
  explainAccess: {
    visible: false,
    allowed: null,
    basis: 'UNKNOWN',
    reason: notKnown('Pod "job" in namespace "secret-project"'),
    grants: [],
  },
  _entities: [null, null, null, null, null],
};

/** The message for an invalid token. It is equal for all invalid tokens. */
const NO_TOKEN = [
  expect.objectContaining({ path: ['objectChanges'], extensions: { code: 'BAD_USER_INPUT', argument: 'since' } }),
];

describe('somebody without a grant', () => {
  it('is asked about on every surface there is', () => {
    const [query] = parse(EVERYTHING).definitions;
    const requested =
      query?.kind === Kind.OPERATION_DEFINITION
        ? query.selectionSet.selections.map(field => (field.kind === Kind.FIELD ? field.name.value : ''))
        : [];
    const offered = Object.keys(fleet().subgraph.schema.getQueryType()?.getFields() ?? {}).filter(
      field => field !== '_service',
    );
    expect(requested.sort()).toEqual(offered.sort());
  });

  it('gets the literal nothing on every surface', async () => {
    expect(await fleet().ask('nobody', EVERYTHING)).toEqual({ data: NOTHING, errors: NO_TOKEN });
  });

  it('gets the same as from an empty fleet, so that nothing can be concluded', async () => {
    expect(await new ScriptedFleet({}).ask('nobody', EVERYTHING)).toEqual({ data: NOTHING, errors: NO_TOKEN });
  });

  it('is told the same numbers of coverage as everybody', async () => {
    const numbers = '{ coverage { total indexed rebuilding stale unreachable closed } }';
    const expected = {
      data: { coverage: { total: 2, indexed: 2, rebuilding: 0, stale: 0, unreachable: 0, closed: 0 } },
    };
    expect(await fleet().ask('nobody', numbers)).toEqual(expected);
    expect(await fleet().ask('admin', numbers)).toEqual(expected);
  });
});

describe('a member of a team', () => {
  const ask = (query: string) => fleet().ask('tom', query, {}, ['team-a']);

  it('sees the team’s rows and nothing of another', async () => {
    expect(await ask('{ objects { nodes { id } totalCount } }')).toEqual({
      data: {
        objects: {
          nodes: [
            { id: 'leaf-01/kustomize.toolkit.fluxcd.io/Kustomization/team-a/apps' },
            { id: 'leaf-01//Pod/team-a/web' },
          ],
          totalCount: 2,
        },
      },
    });
  });

  it('knows the names that follow from that', async () => {
    expect(
      await ask(
        '{ clusters { nodes { name objectCount } } namespaces { nodes { name cluster { name } objectCount object { id } } } kinds { value clusterCount objectCount } viewer { clusters { cluster { name } user groups } } }',
      ),
    ).toEqual({
      data: {
        clusters: { nodes: [{ name: 'leaf-01', objectCount: 2 }] },
        namespaces: { nodes: [{ name: 'team-a', cluster: { name: 'leaf-01' }, objectCount: 2, object: null }] },
        kinds: [
          { value: 'Kustomization.kustomize.toolkit.fluxcd.io', clusterCount: 1, objectCount: 1 },
          { value: 'Pod', clusterCount: 1, objectCount: 1 },
        ],
        viewer: {
          clusters: [{ cluster: { name: 'leaf-01' }, user: 'tom', groups: ['team-a', 'system:authenticated'] }],
        },
      },
    });
  });

  it('learns through which grant, and no other', async () => {
    const { data } = await ask(
      '{ explainAccess(id: "leaf-01//Pod/team-a/absent") { visible allowed reason grants { cluster { name } binding { kind namespace } role { kind } rule { verbs resourceNames } subject { kind name } } } }',
    );
    expect(data?.['explainAccess']).toMatchObject({
      visible: true,
      allowed: true,
      grants: [
        {
          cluster: { name: 'leaf-01' },
          binding: { kind: 'RoleBinding', namespace: 'team-a' },
          role: { kind: 'ClusterRole' },
          rule: { verbs: ['get', 'list'], resourceNames: [] },
          subject: { kind: 'Group', name: 'team-a' },
        },
      ],
    });
  });

  const objectAndWhy =
    'query ($id: ID!) { object(id: $id) { name } explainAccess(id: $id) { visible allowed basis reason grantsSyncedAt grants { cluster { name } } } }';

  it.each([
    ['an absent object', 'leaf-01//Pod/team-b/absent', 'absent'],
    ['a hidden object', 'leaf-01//Pod/team-b/db', 'db'],
  ])('cannot tell %s from any other of a kind that they may know', async (_case, id, name) => {
    const { data } = await fleet().ask('tom', objectAndWhy, { id }, ['team-a']);
    expect(data).toEqual({
      object: null,
      explainAccess: {
        visible: false,
        allowed: false,
        basis: 'GRANTS',
        reason: `No grant that reaches you lets you list Pod "${name}" in namespace "team-b".`,
        grantsSyncedAt: '2026-01-31T11:59:59.900Z',
        grants: [],
      },
    });
  });

  it.each([
    ['a kind that they may not know', 'leaf-01/apps/Deployment/team-a/web'],
    ['a hidden cluster', 'leaf-02//Pod/secret-project/job'],
    ['an absent cluster', 'leaf-77//Pod/secret-project/job'],
    ['a kind that is not served', 'leaf-01/x.io/Widget/team-a/w'],
    ['a namespaced kind without a namespace', 'leaf-01//Pod//web'],
  ])('cannot tell %s from any other that is not for them', async (_case, id) => {
    const { data } = await fleet().ask('tom', objectAndWhy, { id }, ['team-a']);
    const [, group, kind, namespace, name] = id.split('/');
    expect(data).toEqual({
      object: null,
      explainAccess: {
        visible: false,
        allowed: null,
        basis: 'UNKNOWN',
        grantsSyncedAt: null,
        reason: notKnown(
          `${kind}${group ? `.${group}` : ''} "${name}"${namespace ? ` in namespace "${namespace}"` : ''}`,
        ),
        grants: [],
      },
    });
  });
});

describe('somebody with one name only', () => {
  it('sees that row, its namespace, kind and cluster', async () => {
    expect(
      await fleet().ask(
        'nadia',
        '{ objects { nodes { id } } clusters { nodes { name } } namespaces { nodes { name } } kinds { name } }',
      ),
    ).toEqual({
      data: {
        objects: { nodes: [{ id: 'leaf-01//Pod/team-b/db' }] },
        clusters: { nodes: [{ name: 'leaf-01' }] },
        namespaces: { nodes: [{ name: 'team-b' }] },
        kinds: [{ name: 'Pod' }],
      },
    });
  });

  it('does not know the cluster when there is no such row', async () => {
    const scripted = fleet();
    scripted.set('leaf-01', { rows: [] });
    expect(
      await scripted.ask('nadia', '{ clusters { nodes { name } } namespaces { nodes { name } } kinds { name } }'),
    ).toEqual({
      data: { clusters: { nodes: [] }, namespaces: { nodes: [] }, kinds: [] },
    });
  });
});

describe('names', () => {
  it('include a namespace in which a RoleBinding lets one list, though it is empty', async () => {
    const scripted = new ScriptedFleet({ a: { grants: grant('tom', allow('list', 'pods'), 'empty') } });
    expect(
      await scripted.ask(
        'tom',
        '{ namespaces { nodes { name objectCount } } clusters { nodes { name } } kinds { name objectCount } }',
      ),
    ).toEqual({
      data: {
        namespaces: { nodes: [{ name: 'empty', objectCount: 0 }] },
        clusters: { nodes: [{ name: 'a' }] },
        kinds: [{ name: 'Pod', objectCount: 0 }],
      },
    });
  });

  it('include a Namespace row that is visible, and none by a ClusterRoleBinding alone', async () => {
    const scripted = new ScriptedFleet({
      a: {
        rows: [rowAt('a', 'Namespace', 'one'), rowAt('a', 'Namespace', 'two')],
        grants: [...grant('nina', allow('get', 'namespaces', 'two')), ...grant('paul', allow('list', 'pods'))],
      },
    });
    expect(await scripted.ask('nina', '{ namespaces { nodes { name object { id } } } }')).toEqual({
      data: { namespaces: { nodes: [{ name: 'two', object: { id: 'a//Namespace//two' } }] } },
    });
    expect(await scripted.ask('paul', '{ namespaces { nodes { name } } clusters { nodes { name } } }')).toEqual({
      data: { namespaces: { nodes: [] }, clusters: { nodes: [{ name: 'a' }] } },
    });
  });

  it('are none when a RoleBinding names a kind that is not in namespaces, which lets nobody list it', async () => {
    const scripted = new ScriptedFleet({
      a: { rows: [rowAt('a', 'Namespace', 'x')], grants: grant('tom', allow('list', 'namespaces'), 'x') },
    });
    expect(
      await scripted.ask(
        'tom',
        '{ clusters { nodes { name } } kinds { name } namespaces { nodes { name } } objects { totalCount } }',
      ),
    ).toEqual({
      data: { clusters: { nodes: [] }, kinds: [], namespaces: { nodes: [] }, objects: { totalCount: 0 } },
    });
  });

  it('include a Namespace that a RoleBinding in it lets one get', async () => {
    const scripted = new ScriptedFleet({
      a: {
        rows: [rowAt('a', 'Namespace', 'x'), rowAt('a', 'Namespace', 'y')],
        grants: grant('tom', allow('get', 'namespaces'), 'x'),
      },
    });
    expect(
      await scripted.ask(
        'tom',
        '{ clusters { nodes { name } } kinds { name } namespaces { nodes { name } } objects { totalCount } }',
      ),
    ).toEqual({
      data: {
        clusters: { nodes: [{ name: 'a' }] },
        kinds: [{ name: 'Namespace' }],
        namespaces: { nodes: [{ name: 'x' }] },
        objects: { totalCount: 1 },
      },
    });
  });

  it('of one spelling in two clusters are two', async () => {
    const rows = (cluster: string) => [rowAt(cluster, 'Pod', 'shared/web')];
    const scripted = new ScriptedFleet({
      a: { rows: rows('a'), grants: grant('tom', allow('list', 'pods'), 'shared') },
      b: { rows: rows('b'), grants: [] },
    });
    expect(
      await scripted.ask('tom', '{ namespaces { nodes { name cluster { name } } } objects { totalCount } }'),
    ).toEqual({
      data: { namespaces: { nodes: [{ name: 'shared', cluster: { name: 'a' } }] }, objects: { totalCount: 1 } },
    });
  });
});

describe('a cluster contributes nothing, to the admin too,', () => {
  it.each([
    [
      'when its grants are not complete',
      { state: { grants: { complete: false, confirmedAgo: 100, reason: '' as const } } },
    ],
    ['when its RBAC was never confirmed', { index: { grantsConfirmedAgo: undefined } }],
    ['when its RBAC was last confirmed too long ago', { index: { grantsConfirmedAgo: 600_001 } }],
    ['when that age is not a number', { index: { grantsConfirmedAgo: NaN } }],
    ['when the collector has said nothing', { state: undefined }],
    ['when it has authorizers other than RBAC', { state: { authorization: 'mixed' as const } }],
    ['when it is not registered', { policy: undefined }],
    [
      'when its prefixes could make system: names',
      { policy: { mode: 'impersonate' as const, usernamePrefix: 'system:', groupPrefix: '' } },
    ],
  ])('%s', async (_case, change) => {
    const scripted = fleet();
    scripted.set('leaf-02', change);
    const { data, errors } = await scripted.ask(
      'admin',
      '{ objects { nodes { id } } cluster(name: "leaf-02") { name } coverage { clusters { nodes { cluster { name } } } } explainAccess(id: "leaf-02//Pod/secret-project/job") { allowed } }',
    );
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).not.toContain('leaf-02');
    expect(data).toMatchObject({
      objects: { nodes: { length: 5 } },
      coverage: { clusters: { nodes: [{ cluster: { name: 'leaf-01' } }] } },
      explainAccess: { allowed: null },
    });
  });
});

describe('a right that changes', () => {
  it('counts with the next question, also for somebody who has asked before', async () => {
    const scripted = fleet();
    const count = async () =>
      (await scripted.ask('tom', '{ objects { totalCount } }', {}, ['team-a'])).data?.['objects'];
    expect(await count()).toEqual({ totalCount: 2 });
    scripted.set('leaf-01', { grants: everywhere });
    expect(await count()).toEqual({ totalCount: 0 });
    scripted.set('leaf-01', { grants: [...everywhere, ...inTeamA] });
    expect(await count()).toEqual({ totalCount: 2 });
  });

  it('is judged for each cluster by the name the caller has there', async () => {
    const scripted = new ScriptedFleet({
      a: {
        rows: [rowAt('a', 'Pod', 'x/one')],
        grants: grant('corp:tom', allow('list', 'pods')),
        policy: { mode: 'impersonate', usernamePrefix: 'corp:', groupPrefix: '' },
      },
      b: { rows: [rowAt('b', 'Pod', 'x/two')], grants: grant('corp:tom', allow('list', 'pods')) },
    });
    expect(await scripted.ask('tom', '{ objects { nodes { name } } viewer { clusters { user } } }')).toEqual({
      data: { objects: { nodes: [{ name: 'one' }] }, viewer: { clusters: [{ user: 'corp:tom' }] } },
    });
    expect(await scripted.ask('corp:tom', '{ objects { nodes { name } } }')).toEqual({
      data: { objects: { nodes: [{ name: 'two' }] } },
    });
  });
});

describe('entities', () => {
  const representations = ['web', 'absent'].map(name => ({
    __typename: 'KubernetesObject',
    id: `leaf-01//Pod/team-a/${name}`,
  }));
  const query =
    'query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on KubernetesObject { name cluster { name } } } }';

  it('are looked up together and checked again', async () => {
    const scripted = fleet();
    const requested = [
      ...representations,
      { __typename: 'KubernetesObject', id: 'leaf-02//Pod/secret-project/job' },
      { __typename: 'KubernetesObject', id: 'no id' },
    ];
    expect(await scripted.ask('tom', query, { representations: requested }, ['team-a'])).toEqual({
      data: { _entities: [{ name: 'web', cluster: { name: 'leaf-01' } }, null, null, null] },
    });
    expect(scripted.requested.find).toBe(1);
  });

  it('that another subgraph leads to are told apart by visibleIds', async () => {
    const scripted = fleet();
    const ids = ['leaf-01//Pod/team-a/web', 'leaf-01//Pod/team-b/db', 'leaf-02//Pod/secret-project/job', 'no id'];
    expect(await scripted.access.visibleIds(ids, scripted.request('tom', ['team-a']))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('the guard', () => {
  const guard = new Guard(() => {
    throw new Error('not used');
  });

  it('builds no schema in which a field has no rule', () => {
    expect(() => fieldRules(parse('type Query { open: Int secret: Int @rbacRows } type T { a: Int }'))).toThrow(
      'Query.open, T.a',
    );
  });

  it('builds no schema in which a resolver wants another accessor than its field’s rule gives', () => {
    const sdl = parse('type Query { numbers: Int @rbacPublic }');
    expect(() => guard.guard(sdl, { Query: { numbers: throughRows(() => 1) } })).toThrow(
      'Query.numbers wants @rbacRows, but the schema says @rbacPublic',
    );
  });

  it('answers nothing outside a request', () => {
    const sdl = parse('type Query { rows: Int @rbacRows }');
    const { Query } = guard.guard(sdl, { Query: { rows: throughRows(() => 1) } }) as {
      Query: { rows: (...args: unknown[]) => unknown };
    };
    expect(() => Query.rows({}, {}, {}, {})).toThrow('outside a request');
  });

  it('answers nothing in the context of another subgraph, and nobody can add to a context', () => {
    const { Query } = guard.guard(parse('type Query { rows: Int @rbacRows }'), {
      Query: { rows: throughRows(() => 1) },
    }) as {
      Query: { rows: (...args: unknown[]) => unknown };
    };
    const context = new Guard(() => ({}) as Accessors).context({} as RequestContext);
    expect(() => Query.rows({}, {}, context, {})).toThrow('outside a request');
    expect(() => Object.assign(context, { user: 'somebody else' })).toThrow(TypeError);
  });
});
