/** Workloads of Karmada over the real read model: assignments, holds, phases and candidates, through the graph. */
import { describe, expect, it } from '@jest/globals';
import { allow, grant } from '../fleet/scripted-fleet.ts';
import { binding, deployment, karmadaCluster, marked, policy, service, type BindingOptions } from './objects.ts';
import { PlacementFleet, type ClusterContent, type Json } from './placement-fleet.ts';

const SETTINGS = { hubs: [{ cluster: 'hub', engine: 'karmada' as const, members: {} }], mover: { overdue: 600_000 } };
const BINDING = 'hub/work.karmada.io/ResourceBinding/shop/web-deployment';
const WORKLOAD = `bindingId engine template { id } policies { id } requiredBy { id } phase reason message wantedMembers
  status { status replicas readyReplicas copies { current missing untold } }
  assignments { nodes { member state replicas applied reported status copies { nodes { owned object { id } } } } }`;
const QUERY = `query ($filter: PlacementFilter) { placedWorkloads(filter: $filter) { nodes { ${WORKLOAD} } totalCount } }`;

interface World extends BindingOptions {
  readonly hub?: readonly Json[];
  readonly a?: readonly Json[];
  readonly b?: readonly Json[];
}

const COPY = deployment('shop/web', 'CURRENT', marked());

function world({ hub = [], a = [COPY], b = [COPY], ...options }: World = {}): Record<string, ClusterContent> {
  const clusters = options.clusters ?? [
    { name: 'a', replicas: 2 },
    { name: 'b', replicas: 2 },
  ];
  const reported = ['a', 'b'].map(clusterName => ({ clusterName, applied: true, health: 'Healthy' }));
  return {
    hub: {
      objects: [
        binding('shop/web-deployment', { replicas: 2, reported, ...options, clusters }),
        policy('shop/policy'),
        deployment('shop/web'),
        ...['a', 'b', 'c'].map(name => karmadaCluster(name)),
        ...hub,
      ],
    },
    a: { objects: a },
    b: { objects: b },
    c: { objects: [] },
  };
}

async function only(clusters: Record<string, ClusterContent>, user = 'root'): Promise<any> {
  await using fleet = await PlacementFleet.open(clusters, SETTINGS);
  const { data, errors } = await fleet.ask(QUERY, {}, user);
  expect(errors).toBeUndefined();
  return data.placedWorkloads.nodes.find((it: any) => it.bindingId === BINDING);
}

const states = ({ assignments }: any) =>
  assignments.nodes.map(({ member, state, replicas }: any) => [member, state, replicas]);

describe('a workload of Karmada', () => {
  it('runs on the members of its binding', async () => {
    expect(await only(world())).toMatchObject({
      ...{ engine: 'KARMADA', template: { id: 'hub/apps/Deployment/shop/web' }, requiredBy: [] },
      policies: [{ id: 'hub/policy.karmada.io/PropagationPolicy/shop/policy' }],
      ...{ phase: 'RUNNING', reason: '', message: 'Scheduled is True', wantedMembers: null },
      status: { status: 'CURRENT', replicas: 4, readyReplicas: 4, copies: { current: 2 } },
      assignments: {
        nodes: [
          {
            member: 'a',
            state: 'ASSIGNED',
            replicas: 2,
            applied: true,
            reported: 'HEALTHY',
            copies: { nodes: [{ owned: true }] },
          },
          { member: 'b' },
        ],
      },
    });
  });

  it.each<[string, World, Json]>([
    ['that is not scheduled', { scheduled: null }, { phase: 'PENDING', reason: 'NotDecided' }],
    ['that is scheduled for an older generation', { observed: 0 }, { phase: 'PENDING', reason: 'NotDecided' }],
    ['that no member fits', { clusters: [], scheduled: 'False' }, { phase: 'UNSCHEDULABLE', reason: 'ScheduledFalse' }],
    [
      'that nobody requires',
      { clusters: [], scheduled: null, policy: null, requiredBy: [{ namespace: 'shop', name: 'app', clusters: [] }] },
      { phase: 'UNSCHEDULABLE', reason: 'NotRequired' },
    ],
    [
      'that follows what requires it',
      {
        clusters: [],
        scheduled: null,
        policy: null,
        requiredBy: [{ namespace: 'shop', name: 'app', clusters: [{ name: 'a' }] }],
      },
      {
        phase: 'RUNNING',
        policies: [],
        assignments: {
          nodes: [
            { member: 'a', state: 'ASSIGNED' },
            { member: 'b', state: 'REMOVING' },
          ],
        },
      },
    ],
    [
      'with an unmarked copy',
      { b: [deployment('shop/web', 'CURRENT', marked('other'))] },
      { phase: 'PROGRESSING', reason: 'CopyMissing' },
    ],
    ['without a copy', { b: [] }, { phase: 'PROGRESSING', reason: 'CopyMissing', status: { copies: { missing: 1 } } }],
    [
      'spread over groups',
      { spec: { placement: { spreadConstraints: [{ spreadByField: 'cluster', maxGroups: 3 }] } } },
      { wantedMembers: 3 },
    ],
  ])('%s', async (_, options, expected) => {
    expect(await only(world(options))).toMatchObject(expected);
  });

  it.each<[string, World, unknown]>([
    [
      'keeps a copy that a task holds, and counts its replicas',
      {
        clusters: [{ name: 'a', replicas: 2 }],
        tasks: [{ fromCluster: 'b', purgeMode: 'Gracefully', replicas: 2, producer: 'x' }],
      },
      {
        states: [
          ['a', 'ASSIGNED', 2],
          ['b', 'HELD', 2],
        ],
        replicas: 4,
        current: 1,
      },
    ],
    [
      'removes at once if the task says so',
      { clusters: [{ name: 'a', replicas: 2 }], tasks: [{ fromCluster: 'b', purgeMode: 'Directly' }] },
      {
        states: [
          ['a', 'ASSIGNED', 2],
          ['b', 'REMOVING', null],
        ],
        replicas: 2,
        current: 1,
      },
    ],
    [
      'is assigned although a task names the member',
      { tasks: [{ fromCluster: 'b' }] },
      {
        states: [
          ['a', 'ASSIGNED', 2],
          ['b', 'ASSIGNED', 2],
        ],
        replicas: 4,
        current: 2,
      },
    ],
    [
      'is being removed where a marked copy is left',
      { clusters: [{ name: 'a', replicas: 2 }] },
      {
        states: [
          ['a', 'ASSIGNED', 2],
          ['b', 'REMOVING', null],
        ],
        replicas: 2,
        current: 1,
      },
    ],
    [
      'may be assigned no replicas',
      { clusters: [{ name: 'a', replicas: 2 }, { name: 'b' }] },
      {
        states: [
          ['a', 'ASSIGNED', 2],
          ['b', 'ASSIGNED', 0],
        ],
        replicas: 4,
        current: 2,
      },
    ],
    [
      'has no replicas if its kind has none',
      { replicas: 0, clusters: [{ name: 'a' }, { name: 'b' }] },
      {
        states: [
          ['a', 'ASSIGNED', null],
          ['b', 'ASSIGNED', null],
        ],
        replicas: 4,
        current: 2,
      },
    ],
  ])('%s', async (_, options, expected) => {
    const reported = await only(world(options));
    expect({
      states: states(reported),
      replicas: reported.status.replicas,
      current: reported.status.copies.current,
    }).toEqual(expected);
  });

  it('names the bindings that require it, if the caller sees them', async () => {
    const requiredBy = ['app', 'gone'].map(name => ({ namespace: 'shop', name, clusters: [{ name: 'a' }] }));
    const template = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'app' };
    const reported = await only(world({ requiredBy, hub: [binding('shop/app', { template, id: 'id-2' })] }));
    expect(reported.requiredBy).toEqual([{ id: 'hub/work.karmada.io/ResourceBinding/shop/app' }]);
  });

  it('is found by its template and by its copies', async () => {
    await using fleet = await PlacementFleet.open(world({ b: [deployment('shop/web')] }), SETTINGS);
    const ids = ['hub/apps/Deployment/shop/web', 'a/apps/Deployment/shop/web', 'b/apps/Deployment/shop/web', BINDING];
    const { data } = await fleet.ask(
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on KubernetesObject { placed { bindingId } } } }',
      { of: ids.map(id => ({ __typename: 'KubernetesObject', id })) },
    );
    expect(data._entities.map(({ placed }: any) => placed?.bindingId ?? null)).toEqual([
      BINDING,
      BINDING,
      null,
      BINDING,
    ]);
  });

  it('is no workload if its template cannot be read', async () => {
    expect(await only(world({ spec: { resource: { apiVersion: 'v1', kind: 'a/b', name: 'x' } } }))).toBeUndefined();
  });

  it('can be cluster-scoped, and is then in no namespace', async () => {
    const object = binding('-/all', { template: { apiVersion: 'v1', kind: 'Namespace', name: 'shop' }, policy: null });
    const { namespace: _namespace, ...metadata } = object['metadata'];
    const id = { 'clusterresourcebinding.karmada.io/permanent-id': 'id-9' };
    const copy = {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'shop', labels: id },
      status: { phase: 'Active' },
    };
    const all = {
      ...object,
      kind: 'ClusterResourceBinding',
      metadata: { ...metadata, labels: id },
      spec: { ...object['spec'], clusters: [{ name: 'a' }] },
    };
    await using fleet = await PlacementFleet.open({ hub: { objects: [all] }, a: { objects: [copy] } }, SETTINGS);
    const { data } = await fleet.ask(QUERY);
    expect(data.placedWorkloads.nodes).toMatchObject([
      {
        bindingId: 'hub/work.karmada.io/ClusterResourceBinding//all',
        phase: 'RUNNING',
        assignments: { nodes: [{ copies: { nodes: [{ owned: true }] } }] },
      },
    ]);
    const none = await fleet.ask(QUERY, { filter: { namespaces: ['', 'shop'] } });
    expect(none.data.placedWorkloads.totalCount).toBe(0);
  });

  it('is not found by a copy whose name or namespace differs', async () => {
    await using fleet = await PlacementFleet.open(
      world({ a: [deployment('shop/copied', 'CURRENT', marked())] }),
      SETTINGS,
    );
    const { data } = await fleet.ask(
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on KubernetesObject { placed { bindingId } } } }',
      { of: [{ __typename: 'KubernetesObject', id: 'a/apps/Deployment/shop/copied' }] },
    );
    expect(data._entities).toEqual([{ placed: null }]);
  });

  it('gives its policy all assignments of its visible bindings', async () => {
    const second = binding('shop/second', {
      id: 'id-2',
      clusters: [{ name: 'c' }],
      template: { apiVersion: 'v1', kind: 'Service', namespace: 'shop', name: 'web' },
    });
    await using fleet = await PlacementFleet.open(world({ hub: [second] }), SETTINGS);
    const id = 'hub/policy.karmada.io/PropagationPolicy/shop/policy';
    const { data } = await fleet.ask(
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on KubernetesObject { placementPolicy { engine assigned wanted move { phase } workloads(first: 1) { totalCount nodes { bindingId } pageInfo { hasNextPage } } } } } }',
      { of: [{ __typename: 'KubernetesObject', id }] },
    );
    expect(data._entities[0].placementPolicy).toEqual({
      ...{ engine: 'KARMADA', assigned: ['a', 'b', 'c'], wanted: null, move: null },
      workloads: {
        totalCount: 2,
        nodes: [{ bindingId: 'hub/work.karmada.io/ResourceBinding/shop/second' }],
        pageInfo: { hasNextPage: true },
      },
    });
  });
});

describe('a binding with more members than the index keeps', () => {
  const clusters = Array.from({ length: 300 }, (_, i) => ({ name: `m-${i}` }));
  const drained = ['m-100', 'm-280', 'other'].map(name =>
    karmadaCluster(name, { metadata: { annotations: { 'placement.fleetgraph.dev/drain': 'true' } } }),
  );
  const many = clusters.slice(0, 200);
  const open = () => PlacementFleet.open(world({ clusters, hub: drained }), SETTINGS);

  it('keeps the drains of all members open', async () => {
    await using fleet = await open();
    const drainOf = async (name: string) => {
      const { data } = await fleet.ask(
        'query ($of: [_Any!]!) { _entities(representations: $of) { ... on KubernetesObject { placementMember { drain { done remaining } workloads { complete totalCount } } } } }',
        { of: [{ __typename: 'KubernetesObject', id: `hub/cluster.karmada.io/Cluster//${name}` }] },
      );
      return data._entities[0].placementMember;
    };
    expect(await drainOf('m-100')).toEqual({
      drain: { done: false, remaining: 1 },
      workloads: { complete: true, totalCount: 1 },
    });
    const cut = { drain: { done: false, remaining: 0 }, workloads: { complete: false, totalCount: 0 } };
    expect(await drainOf('m-280')).toEqual(cut);
    expect(await drainOf('other')).toEqual(cut);
  });

  it.each<[string, World, boolean]>([
    ['tasks', { tasks: Array.from({ length: 300 }, (_, i) => ({ fromCluster: `m-${i}` })) }, false],
    [
      'reports',
      { reported: Array.from({ length: 300 }, (_, i) => ({ clusterName: `m-${i}`, health: 'Healthy' })) },
      true,
    ],
    [
      'requirers',
      { requiredBy: Array.from({ length: 12 }, (_, i) => ({ namespace: 'shop', name: `app-${i}`, clusters: many })) },
      true,
    ],
  ])('keeps drains open only if members may be missing: %s', async (_, options, isDone) => {
    await using fleet = await PlacementFleet.open(world({ ...options, hub: drained }), SETTINGS);
    const { data } = await fleet.ask(
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on KubernetesObject { placementMember { drain { done remaining } workloads { complete } } } } }',
      { of: [{ __typename: 'KubernetesObject', id: 'hub/cluster.karmada.io/Cluster//other' }] },
    );
    expect(data._entities[0].placementMember).toEqual({
      drain: { done: isDone, remaining: 0 },
      workloads: { complete: isDone },
    });
  });

  it('makes a list incomplete only under a condition on members', async () => {
    await using fleet = await open();
    const completeOf = async (filter: Json) =>
      (await fleet.ask('query ($f: PlacementFilter) { placedWorkloads(filter: $f) { complete } }', { f: filter })).data
        .placedWorkloads.complete;
    expect(await completeOf({})).toBe(true);
    expect(await completeOf({ members: ['m-280'] })).toBe(false);
    expect(await completeOf({ members: ['m-280'], namespaces: ['other'] })).toBe(true);
  });
});

describe('the candidates of a workload of Karmada', () => {
  const CANDIDATES = `{ placedWorkloads { nodes { bindingId candidates { complete nodes { member verdict rejections { filter detail } unevaluated } } } } }`;
  const candidates = async (clusters: Record<string, ClusterContent>, user = 'root') => {
    await using fleet = await PlacementFleet.open(clusters, SETTINGS);
    const { data, errors } = await fleet.ask(CANDIDATES, {}, user);
    expect(errors).toBeUndefined();
    return data.placedWorkloads.nodes.find((it: any) => it.bindingId === BINDING).candidates;
  };
  const member = (found: any, name: string) => found.nodes.find((it: any) => it.member === name);

  it.each<[string, World, string, Json]>([
    [
      'names that leave it out',
      { hub: [policy('shop/policy', { clusterAffinity: { clusterNames: ['a'] } })] },
      'c',
      { verdict: 'REJECTED', rejections: [{ filter: 'AFFINITY' }] },
    ],
    [
      'an exclusion',
      { hub: [policy('shop/policy', { clusterAffinity: { exclude: ['c'] } })] },
      'c',
      { verdict: 'REJECTED', rejections: [{ filter: 'AFFINITY' }] },
    ],
    [
      'a label',
      { hub: [policy('shop/policy', { clusterAffinity: { labelSelector: { matchLabels: { env: 'prod' } } } })] },
      'c',
      { verdict: 'REJECTED', rejections: [{ filter: 'AFFINITY', detail: 'label env in (prod)' }] },
    ],
    [
      'a field',
      {
        hub: [
          policy('shop/policy', {
            clusterAffinity: {
              fieldSelector: { matchExpressions: [{ key: 'region', operator: 'In', values: ['eu'] }] },
            },
          }),
        ],
      },
      'c',
      { verdict: 'REJECTED', rejections: [{ filter: 'AFFINITY', detail: 'field region in (eu)' }] },
    ],
    [
      'the group of affinities that the scheduler has used',
      {
        hub: [
          policy('shop/policy', {
            clusterAffinities: [
              { affinityName: 'one', clusterNames: ['c'] },
              { affinityName: 'two', clusterNames: ['b'] },
            ],
          }),
        ],
        status: { schedulerObservingAffinityName: 'two' },
      },
      'c',
      { verdict: 'REJECTED', rejections: [{ filter: 'AFFINITY' }] },
    ],
    [
      'a taint',
      { hub: [karmadaCluster('c', { spec: { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] } })] },
      'c',
      { verdict: 'REJECTED', rejections: [{ filter: 'TAINT', detail: 'k=v:NoSchedule' }] },
    ],
    [
      'no taint that the policy tolerates',
      {
        hub: [
          karmadaCluster('c', { spec: { taints: [{ key: 'k', effect: 'NoExecute' }] } }),
          policy('shop/policy', { clusterTolerations: [{ key: 'k', operator: 'Exists' }] }),
        ],
      },
      'c',
      { verdict: 'ELIGIBLE', rejections: [] },
    ],
    [
      'no taint where it is assigned',
      { hub: [karmadaCluster('a', { spec: { taints: [{ key: 'k', effect: 'NoExecute' }] } })] },
      'a',
      { verdict: 'ASSIGNED', rejections: [] },
    ],
    [
      'an API',
      { hub: [karmadaCluster('c', { status: { apiEnablements: [] } })] },
      'c',
      { verdict: 'REJECTED', rejections: [{ filter: 'API', detail: 'apps/v1 Deployment' }] },
    ],
    [
      'a field to spread by',
      { hub: [policy('shop/policy', { spreadConstraints: [{ spreadByField: 'region' }] })] },
      'c',
      { verdict: 'REJECTED', rejections: [{ filter: 'SPREAD', detail: 'region' }] },
    ],
    [
      'its eviction, while it is held',
      { clusters: [{ name: 'a' }], tasks: [{ fromCluster: 'b' }] },
      'b',
      { verdict: 'HELD', rejections: [{ filter: 'EVICTION' }] },
    ],
    [
      'the number of members',
      { spec: { placement: { spreadConstraints: [{ spreadByField: 'cluster', maxGroups: 2 }] } } },
      'c',
      { verdict: 'OUTRANKED', rejections: [] },
    ],
  ])('are refused by %s', async (_, options, name, expected) => {
    const found = await candidates(world(options));
    expect(found.complete).toBe(true);
    expect(member(found, name)).toMatchObject(expected);
  });

  it('leave open what a hidden policy says', async () => {
    const clusters = world();
    const grants = grant('jane', allow('list', 'resourcebindings,clusters'));
    const found = await candidates({ ...clusters, hub: { ...clusters['hub']!, grants } }, 'jane');
    expect(found.complete).toBe(false);
    expect(member(found, 'c')).toEqual({
      member: 'c',
      verdict: 'UNKNOWN',
      rejections: [],
      unevaluated: ['AFFINITY', 'TAINT', 'SPREAD'],
    });
  });
});

describe('lists of workloads', () => {
  const many = () => {
    const names = Array.from({ length: 7 }, (_, i) => `w${i}`);
    const bindings = names.map((name, i) =>
      binding(`shop/${name}`, {
        ...{
          id: name,
          template: { apiVersion: 'v1', kind: 'Service', namespace: 'shop', name },
          policy: `shop/${i % 2 ? 'odd' : 'even'}`,
        },
        clusters: [{ name: i % 2 ? 'a' : 'b' }],
      }),
    );
    const copies = (odd: number) =>
      names.flatMap((name, i) => (i % 2 === odd && i < 5 ? [service(`shop/${name}`, marked(name))] : []));
    return {
      hub: { objects: [...bindings, policy('shop/odd'), policy('shop/even')] },
      ...{ a: { objects: copies(1) }, b: { objects: copies(0) } },
    };
  };
  const LIST = `query ($filter: PlacementFilter, $first: Int, $after: String) { placedWorkloads(filter: $filter, first: $first, after: $after) {
    nodes { bindingId } totalCount phaseCounts { phase count } pageInfo { hasNextPage hasPreviousPage endCursor } } }`;
  const names = (data: any) => data.placedWorkloads.nodes.map(({ bindingId }: any) => bindingId.split('/').at(-1));

  it('are paged by the id of the binding', async () => {
    await using fleet = await PlacementFleet.open(many(), SETTINGS);
    const seen: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const { data, errors } = await fleet.ask(LIST, { first: 3, after });
      expect(errors).toBeUndefined();
      expect(data.placedWorkloads.totalCount).toBe(7);
      expect(data.placedWorkloads.pageInfo.hasPreviousPage).toBe(after !== null);
      seen.push(...names(data));
      after = data.placedWorkloads.pageInfo.endCursor;
      more = data.placedWorkloads.pageInfo.hasNextPage;
    }
    expect(seen).toEqual(['w0', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6']);
  });

  it.each<[string, Json, string[]]>([
    ['a hub', { hubs: ['hub'] }, ['w0', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6']],
    ['another cluster', { hubs: ['a'] }, []],
    ['no hub', { hubs: [] }, []],
    ['a namespace', { namespaces: ['other'] }, []],
    ['a member', { members: ['a', 'unknown'] }, ['w1', 'w3', 'w5']],
    ['no member', { members: [] }, []],
    ['a policy', { policies: ['hub/policy.karmada.io/PropagationPolicy/shop/odd'] }, ['w1', 'w3', 'w5']],
    ['an object that is no policy', { policies: ['hub/apps/Deployment/shop/w1'] }, []],
    ['a phase', { phases: ['PROGRESSING'] }, ['w5', 'w6']],
    ['all of them', { members: ['b'], phases: ['RUNNING'], namespaces: ['shop'] }, ['w0', 'w2', 'w4']],
  ])('match %s', async (_, filter, expected) => {
    await using fleet = await PlacementFleet.open(many(), SETTINGS);
    const { data, errors } = await fleet.ask(LIST, { filter });
    expect(errors).toBeUndefined();
    expect(names(data)).toEqual(expected);
    expect(data.placedWorkloads.totalCount).toBe(expected.length);
  });

  it('count phases without the condition on phases', async () => {
    await using fleet = await PlacementFleet.open(many(), SETTINGS);
    const { data } = await fleet.ask(LIST, { first: 0, filter: { phases: ['RUNNING'] } });
    expect(data.placedWorkloads).toMatchObject({
      nodes: [],
      totalCount: 5,
      phaseCounts: [
        { phase: 'PROGRESSING', count: 2 },
        { phase: 'RUNNING', count: 5 },
      ],
    });
  });

  it.each<[Json, string]>([
    [{ first: -1 }, 'first: -1 is not from 0 to 500'],
    [{ first: 501 }, 'first: 501 is not from 0 to 500'],
    [{ after: 'x' }, 'after: "x" is not a cursor of this list'],
    [{ filter: { policies: ['hub'] } }, 'filter.policies[0]: "hub" is no id of an object'],
    [{ filter: { members: Array(1_001).fill('a') } }, 'filter.members: 1001 values were given'],
  ])('refuse %j', async (variables, message) => {
    await using fleet = await PlacementFleet.open({}, SETTINGS);
    const { errors } = await fleet.ask(LIST, variables);
    expect(errors).toMatchObject([
      { message: expect.stringContaining(message), extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });
});
