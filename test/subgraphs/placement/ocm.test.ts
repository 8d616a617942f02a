/** Workloads of Open Cluster Management over the real read model: joins, phases and candidates, through the graph. */
import { describe, expect, it } from '@jest/globals';
import { allow, grant } from '../fleet/scripted-fleet.ts';
import {
  clusterSet,
  decision,
  deployment,
  managedCluster,
  manifest,
  ownedBy,
  owner,
  placement,
  pod,
  replicaSet,
  service,
  setBinding,
  work,
  workSet,
} from './objects.ts';
import { HEALTHY, PlacementFleet, ROOT, SETTINGS, type ClusterContent, type Json } from './placement-fleet.ts';

const SET = 'hub/work.open-cluster-management.io/ManifestWorkReplicaSet/team/web';
const POLICY = 'hub/cluster.open-cluster-management.io/Placement/team/where';
const DEPLOYMENT = manifest('apps/v1', 'Deployment', 'shop/web');

const WORKLOAD = `bindingId engine binding { id } template { id } policies { id } phase reason message wantedMembers
  status { status stale replicas updatedReplicas readyReplicas availableReplicas copies { current inProgress failed terminating unknown missing untold } }
  assignments { totalCount nodes { member state cluster { name } replicas applied reported status
    copies { nodes { id group kind namespace name owned object { id } } } } }`;
const QUERY = `query ($filter: PlacementFilter, $first: Int, $after: String) { placedWorkloads(filter: $filter, first: $first, after: $after) {
  nodes { ${WORKLOAD} } totalCount phaseCounts { phase count } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

/** A ManifestWorkReplicaSet on two members, with one Deployment on each member. */
function world({
  hub = [],
  a = [],
  b = [],
  members = ['a', 'b'],
}: { hub?: Json[]; a?: Json[]; b?: Json[]; members?: string[] } = {}) {
  const set = [workSet('team/web', ['where'], [DEPLOYMENT]), placement('team/where', { numberOfClusters: 2 })];
  const copies = [deployment('shop/web', 'CURRENT', ownedBy('web'))];
  return {
    hub: {
      objects: [
        ...set,
        decision('team/where-1', 'where', members),
        ...['a', 'b'].map(member => work(`${member}/web`, { set: 'team.web' })),
        ...['a', 'b', 'c'].map(member => managedCluster(member)),
        ...hub,
      ],
    },
    a: { objects: [...copies, ...a] },
    b: { objects: [...copies, ...b] },
    c: { objects: [] },
  } satisfies Record<string, ClusterContent>;
}

async function only(clusters: Record<string, ClusterContent>, user = 'root', settings = SETTINGS): Promise<any> {
  await using fleet = await PlacementFleet.open(clusters, settings);
  const { data, errors } = await fleet.ask(QUERY, {}, user);
  expect(errors).toBeUndefined();
  const { nodes } = data.placedWorkloads;
  expect(data.placedWorkloads.totalCount).toBe(nodes.length);
  expect(nodes).toHaveLength(1);
  return nodes[0];
}

describe('a workload of Open Cluster Management', () => {
  it('runs on the decided members, with the sums of its copies', async () => {
    expect(await only(world())).toEqual({
      bindingId: SET,
      engine: 'OCM',
      binding: { id: SET },
      template: { id: SET },
      policies: [{ id: POLICY }],
      phase: 'RUNNING',
      reason: '',
      message: 'PlacementSatisfied is True',
      wantedMembers: 2,
      status: {
        status: 'CURRENT',
        stale: false,
        ...{ replicas: 4, updatedReplicas: 4, readyReplicas: 4, availableReplicas: 4 },
        copies: { current: 2, inProgress: 0, failed: 0, terminating: 0, unknown: 0, missing: 0, untold: 0 },
      },
      assignments: {
        totalCount: 2,
        nodes: ['a', 'b'].map(member => ({
          ...{
            member,
            state: 'ASSIGNED',
            cluster: { name: member },
            replicas: null,
            applied: true,
            reported: 'HEALTHY',
            status: 'CURRENT',
          },
          copies: {
            nodes: [
              {
                id: `${member}/apps/Deployment/shop/web`,
                ...{ group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web', owned: true },
                object: { id: `${member}/apps/Deployment/shop/web` },
              },
            ],
          },
        })),
      },
    });
  });

  it.each<[string, Record<string, ClusterContent>, Json]>([
    [
      'without a visible sign of a decision',
      { hub: { objects: [workSet('team/web', ['where'], [DEPLOYMENT])] } },
      { phase: 'PENDING', reason: 'NotDecided' },
    ],
    [
      'whose Placement is not decided',
      {
        ...world(),
        hub: { objects: [...world().hub.objects.slice(0, 1), placement('team/where', {}, { satisfied: null })] },
      },
      { phase: 'PENDING', reason: 'NotDecided' },
    ],
    [
      'without a member',
      {
        hub: {
          objects: [workSet('team/web', ['where'], [DEPLOYMENT]), placement('team/where', {}, { satisfied: 'False' })],
        },
      },
      { phase: 'UNSCHEDULABLE', reason: 'PlacementSatisfiedFalse' },
    ],
    [
      'with a failed copy',
      world({ a: [deployment('shop/web', 'FAILED', ownedBy('web'))] }),
      { phase: 'FAILED', reason: 'ProgressDeadlineExceeded' },
    ],
    [
      'with a copy in progress',
      world({ b: [deployment('shop/web', 'IN_PROGRESS', ownedBy('web'))] }),
      { phase: 'PROGRESSING' },
    ],
    [
      'that is decided on a member without a copy',
      world({ members: ['a', 'b', 'c'] }),
      { phase: 'PROGRESSING', reason: 'CopyMissing' },
    ],
    [
      'that is decided on no registered cluster',
      world({ members: ['a', 'nowhere'] }),
      { phase: 'UNKNOWN', reason: 'CopyUntold' },
    ],
    [
      'whose copy somebody else made',
      world({ b: [deployment('shop/web', 'CURRENT', ownedBy('other'))] }),
      { phase: 'PROGRESSING', reason: 'CopyMissing' },
    ],
    [
      'under way of a move',
      world({
        hub: [
          placement(
            'team/where',
            {},
            { annotations: { 'placement.fleetgraph.dev/move': '{"v":1,"phase":"EXTENDED"}' } },
          ),
        ],
      }),
      { phase: 'MOVING', reason: 'Extended' },
    ],
    [
      'that is deleted',
      world({ hub: [workSet('team/web', ['where'], [DEPLOYMENT], { deletionTimestamp: '2026-01-01T00:00:00Z' })] }),
      { phase: 'DELETING', reason: 'Deleting' },
    ],
  ])('%s', async (_, clusters, expected) => {
    expect(await only(clusters)).toMatchObject(expected);
  });

  it('counts a foreign object as missing, and shows it', async () => {
    const { status, assignments } = await only(world({ b: [deployment('shop/web')] }));
    expect(status).toMatchObject({ replicas: 2, copies: { current: 1, missing: 1, untold: 0 } });
    expect(assignments.nodes[1].copies.nodes[0]).toMatchObject({
      owned: false,
      object: { id: 'b/apps/Deployment/shop/web' },
    });
  });

  it('counts a row whose work is hidden, and does not say whose it is', async () => {
    const grants = [...grant('jane', allow('list', 'manifestworkreplicasets,placements,placementdecisions'))];
    const clusters = { ...world(), hub: { ...world().hub, grants: [...ROOT, ...grants] } };
    for (const name of ['a', 'b'] as const)
      Object.assign(clusters[name], { grants: grant('jane', allow('list', 'deployments')) });
    const reported = await only(clusters, 'jane');
    expect(reported).toMatchObject({ phase: 'RUNNING', status: { copies: { current: 2 } } });
    expect(reported.assignments.nodes[0]).toMatchObject({
      applied: null,
      reported: 'UNKNOWN',
      copies: { nodes: [{ owned: null }] },
    });
  });

  it('tells hidden and absent copies alike', async () => {
    const grants = grant('jane', allow('list', '*'));
    const clusters = (b: Json[]) => ({
      ...world(),
      ...{
        hub: { ...world().hub, grants },
        a: { ...world().a, grants },
        b: { objects: b, grants: grant('jane', allow('list', 'services')) },
      },
    });
    const hidden = await only(clusters(world().b.objects), 'jane');
    expect(hidden).toMatchObject({
      phase: 'UNKNOWN',
      reason: 'CopyUntold',
      status: { status: 'CURRENT', copies: { current: 1, untold: 1 } },
    });
    expect(hidden.assignments.nodes[1]).toMatchObject({
      status: null,
      cluster: { name: 'b' },
      copies: { nodes: [{ object: null }] },
    });
    expect(await only(clusters([]), 'jane')).toEqual(hidden);
  });

  it('names no cluster that the caller may not name', async () => {
    const grants = grant('jane', allow('list', '*'));
    const reported = await only({ ...world(), hub: { ...world().hub, grants } }, 'jane');
    expect(
      reported.assignments.nodes.map(({ member, cluster, copies }: any) => [member, cluster, copies.nodes[0].id]),
    ).toEqual([
      ['a', null, null],
      ['b', null, null],
    ]);
  });

  it('has a removing member while its work is there, which counts nowhere', async () => {
    const reported = await only(world({ members: ['a'] }));
    expect(reported).toMatchObject({ phase: 'RUNNING', status: { replicas: 2, copies: { current: 1 } } });
    expect(reported.assignments.nodes.map(({ member, state }: any) => [member, state])).toEqual([
      ['a', 'ASSIGNED'],
      ['b', 'REMOVING'],
    ]);
  });

  it('is unknown in a cluster that is not indexed', async () => {
    const clusters = { ...world(), b: { ...world().b, state: { phase: 'unreachable', reason: 'TIMEOUT' } as never } };
    expect(await only(clusters)).toMatchObject({
      phase: 'UNKNOWN',
      status: { status: 'UNKNOWN', stale: true, copies: { current: 2 } },
    });
  });

  it('is out of date if its hub is', async () => {
    const clusters = {
      ...world(),
      hub: { ...world().hub, state: { phase: 'unreachable', reason: 'TIMEOUT' } as const },
    };
    expect(await only(clusters)).toMatchObject({ phase: 'RUNNING', status: { status: 'CURRENT', stale: true } });
  });

  it('is out of date for a caller who may list single copies by name', async () => {
    const grants = grant('jane', allow('list', '*'));
    const byName = { grants: grant('jane', allow('list', 'deployments', 'web')) };
    const state = { phase: 'unreachable', reason: 'TIMEOUT' } as const;
    const clusters = {
      hub: { ...world().hub, grants },
      a: { ...world().a, ...byName },
      b: { ...world().b, ...byName, state },
    };
    expect(await only(clusters, 'jane')).toMatchObject({
      phase: 'UNKNOWN',
      reason: 'ClusterUnreachable',
      status: { status: 'UNKNOWN', stale: true, copies: { current: 2 } },
    });
  });

  it('can be a single work, whose member is its namespace', async () => {
    const single = work('a/solo', { manifests: [DEPLOYMENT, DEPLOYMENT, manifest('v1', 'Service', 'shop/web')] });
    const reported = await only({
      hub: { objects: [single] },
      a: { objects: [deployment('shop/web', 'CURRENT', ownedBy('solo')), service('shop/web', ownedBy('solo'))] },
    });
    expect(reported).toMatchObject({
      phase: 'RUNNING',
      wantedMembers: 1,
      policies: [],
      message: null,
      status: { copies: { current: 2 } },
    });
  });

  it('asks for all clusters if a Placement does', async () => {
    expect(await only(world({ hub: [placement('team/where')] }))).toMatchObject({ wantedMembers: null });
  });

  it('has members under the names of the configuration', async () => {
    const { a, hub } = world({ members: ['a'] });
    const settings = { ...SETTINGS, hubs: [{ cluster: 'hub', engine: 'ocm' as const, members: { a: 'leaf-a' } }] };
    const reported = await only({ hub, 'leaf-a': a }, 'root', settings);
    expect(reported).toMatchObject({ phase: 'RUNNING' });
    expect(reported.assignments.nodes[0]).toMatchObject({ member: 'a', cluster: { name: 'leaf-a' } });
  });

  it('is unknown if a manifest without a namespace needs one', async () => {
    const set = workSet('team/web', ['where'], [manifest('apps/v1', 'Deployment', 'web')]);
    expect(await only(world({ hub: [set], members: ['a'] }))).toMatchObject({
      phase: 'UNKNOWN',
      status: { copies: { untold: 1 } },
    });
  });

  it('misses a copy of a kind that the member serves in another scope', async () => {
    const set = workSet('team/web', ['where'], [manifest('v1', 'Namespace', 'shop/web')]);
    expect(await only(world({ hub: [set], members: ['a'] }))).toMatchObject({
      phase: 'PROGRESSING',
      reason: 'CopyMissing',
    });
  });

  it('places nothing on a cluster that is no hub', async () => {
    await using fleet = await PlacementFleet.open(world(), { ...SETTINGS, hubs: [] });
    const { data } = await fleet.ask(QUERY);
    expect(data.placedWorkloads).toMatchObject({ nodes: [], totalCount: 0, phaseCounts: [] });
  });

  it('has the Pods that its copies own', async () => {
    const pods = [
      replicaSet('shop/web-1', owner('apps/v1', 'Deployment', 'web')),
      pod('shop/web-1-x', owner('apps/v1', 'ReplicaSet', 'web-1')),
      pod('shop/other', owner('apps/v1', 'ReplicaSet', 'gone')),
    ];
    await using fleet = await PlacementFleet.open(world({ a: pods }));
    const { data } = await fleet.ask('{ placedWorkloads { nodes { pods { nodes { id } totalCount } } } }');
    expect(data.placedWorkloads.nodes[0].pods).toEqual({ nodes: [{ id: 'a//Pod/shop/web-1-x' }], totalCount: 1 });
  });
});

describe('what an object says of placement', () => {
  const OF = `query ($of: [_Any!]!) { _entities(representations: $of) { ... on KubernetesObject { placed { bindingId phase }
    placementPolicy { id engine wanted assigned move { phase reason member from to drain startedAt since overdue } workloads { totalCount nodes { bindingId } } }
    placementMember { id engine cluster { name } available taints capacity { cpu memory pods allocatedCpu } bound { pods full } drain { done remaining stuck { id } } workloads { totalCount } } } } }`;
  const of = (id: string) => ({ of: [{ __typename: 'KubernetesObject', id }] });

  it('a drain is done for nobody who may not see what could be left', async () => {
    const drained = managedCluster('c', { annotations: { 'placement.fleetgraph.dev/drain': 'true' } });
    const hub = { objects: [drained], grants: [...ROOT, ...grant('jane', allow('list', 'managedclusters'))] };
    await using fleet = await PlacementFleet.open({ hub });
    const query = of('hub/cluster.open-cluster-management.io/ManagedCluster//c');
    const drainFor = async (user: string) => (await fleet.ask(OF, query, user)).data._entities[0].placementMember.drain;
    expect(await drainFor('root')).toEqual({ done: true, remaining: 0, stuck: [] });
    expect(await drainFor('jane')).toEqual({ done: false, remaining: 0, stuck: [] });
    await fleet.write('hub', { state: { phase: 'unreachable', reason: 'UNREACHABLE' } });
    expect(await drainFor('root')).toMatchObject({ done: false, remaining: 0 });
  });

  it('a drain is not done while a decision names more members than the index keeps', async () => {
    const drained = managedCluster('m-280', { annotations: { 'placement.fleetgraph.dev/drain': 'true' } });
    const members = Array.from({ length: 300 }, (_, i) => `m-${i}`);
    await using fleet = await PlacementFleet.open({ hub: { objects: [...world({ members }).hub.objects, drained] } });
    const { data } = await fleet.ask(OF, of('hub/cluster.open-cluster-management.io/ManagedCluster//m-280'));
    expect(data._entities[0].placementMember.drain).toEqual({ done: false, remaining: 0, stuck: [] });
  });

  it('a drain is done although more manifests or rules are set than the index keeps', async () => {
    const drained = managedCluster('c', { annotations: { 'placement.fleetgraph.dev/drain': 'true' } });
    const manifests = Array.from({ length: 257 }, (_, i) => manifest('v1', 'ConfigMap', `shop/c${i}`));
    const predicates = Array.from({ length: 257 }, () => ({ requiredClusterSelector: { labelSelector: {} } }));
    const hub = [
      ...[drained, workSet('team/large', ['rules'], manifests), work('a/large', { manifests })],
      placement('team/rules', { predicates }),
    ];
    const others = world().hub.objects.filter(({ metadata }: Json) => metadata.name !== 'c');
    await using fleet = await PlacementFleet.open({ hub: { objects: [...others, ...hub] } });
    const { data } = await fleet.ask(OF, of('hub/cluster.open-cluster-management.io/ManagedCluster//c'));
    expect(data._entities[0].placementMember.drain).toEqual({ done: true, remaining: 0, stuck: [] });
    const list = await fleet.ask('{ placedWorkloads(filter: { members: ["c"] }) { complete } }');
    expect(list.data.placedWorkloads).toEqual({ complete: true });
  });

  it('a list of the workloads of a policy is complete unless a set has more policies than the index keeps', async () => {
    const names = Array.from({ length: 33 }, (_, i) => `p-${i + 10}`);
    const objects = [
      workSet('team/many', names, [DEPLOYMENT]),
      ...[...names, 'free'].map(name => placement(`team/${name}`)),
      placement('else/free'),
    ];
    await using fleet = await PlacementFleet.open({ hub: { objects } });
    const listBy = async (place: string, more: Json = {}) => {
      const policies = [`hub/cluster.open-cluster-management.io/Placement/${place}`];
      const { data } = await fleet.ask(
        'query ($f: PlacementFilter) { placedWorkloads(filter: $f) { complete totalCount } }',
        { f: { policies, ...more } },
      );
      return data.placedWorkloads;
    };
    expect(await listBy('team/p-10')).toEqual({ complete: true, totalCount: 1 });
    expect(await listBy('team/p-42')).toEqual({ complete: false, totalCount: 0 });
    expect(await listBy('team/p-42', { members: ['a'] })).toEqual({ complete: false, totalCount: 0 });
    expect(await listBy('team/p-42', { namespaces: ['other'] })).toEqual({ complete: true, totalCount: 0 });
    expect(await listBy('else/free')).toEqual({ complete: true, totalCount: 0 });
  });

  it.each([
    ['a binding', SET, SET],
    ['a copy', 'a/apps/Deployment/shop/web', SET],
    ['a work of a set', 'hub/work.open-cluster-management.io/ManifestWork/a/web', undefined],
    ['any other object', 'hub/cluster.open-cluster-management.io/ManagedCluster//a', undefined],
    ['an absent object', 'a/apps/Deployment/shop/none', undefined],
    ['a malformed id', 'a', undefined],
  ])('placed of %s', async (_, id, expected) => {
    await using fleet = await PlacementFleet.open(world());
    const { data, errors } = await fleet.ask(OF, of(id));
    expect(errors).toBeUndefined();
    expect(data._entities[0].placed?.bindingId).toBe(expected);
  });

  it('tells a policy with its wish and its move', async () => {
    const move = {
      ...{ v: 1, phase: 'BLOCKED', reason: 'REJECTED', member: 'c', from: ['b', 'a'], to: ['c'], drain: false },
      ...{ startedAt: '2026-01-31T11:00:00Z', since: '2026-01-31T11:30:00Z', was: { secret: 'x' }, wrote: 'y' },
    };
    const annotations = {
      'placement.fleetgraph.dev/clusters': ' c , b',
      'placement.fleetgraph.dev/move': JSON.stringify(move),
    };
    await using fleet = await PlacementFleet.open(world({ hub: [placement('team/where', {}, { annotations })] }));
    const { data } = await fleet.ask(OF, of(POLICY));
    expect(data._entities[0].placementPolicy).toEqual({
      ...{ id: POLICY, engine: 'OCM', wanted: ['b', 'c'], assigned: ['a', 'b'] },
      move: {
        ...{
          phase: 'BLOCKED',
          reason: 'REJECTED',
          member: 'c',
          from: ['a', 'b'],
          to: ['c'],
          drain: false,
          overdue: true,
        },
        ...{ startedAt: '2026-01-31T11:00:00.000Z', since: '2026-01-31T11:30:00.000Z' },
      },
      workloads: { totalCount: 1, nodes: [{ bindingId: SET }] },
    });
  });

  it('tells a member with its capacity, bound and drain', async () => {
    const member = managedCluster('a', {
      annotations: { 'placement.fleetgraph.dev/drain': 'true', 'placement.fleetgraph.dev/bound': 'pods=200' },
      spec: {
        taints: [
          { key: 'placement.fleetgraph.dev/full', effect: 'NoSelectIfNew' },
          { key: 'k', value: 'v', effect: 'NoSelect' },
        ],
      },
      status: { allocatable: { cpu: '8', memory: '16Gi' }, conditions: [] },
    });
    await using fleet = await PlacementFleet.open(world({ hub: [member] }));
    const { data } = await fleet.ask(OF, of('hub/cluster.open-cluster-management.io/ManagedCluster//a'));
    expect(data._entities[0].placementMember).toEqual({
      ...{
        id: 'hub/cluster.open-cluster-management.io/ManagedCluster//a',
        engine: 'OCM',
        cluster: { name: 'a' },
        available: null,
      },
      taints: ['placement.fleetgraph.dev/full:NoSelectIfNew', 'k=v:NoSelect'],
      capacity: { cpu: '8', memory: '16Gi', pods: null, allocatedCpu: null },
      ...{
        bound: { pods: 200, full: true },
        drain: { done: false, remaining: 1, stuck: [] },
        workloads: { totalCount: 1 },
      },
    });
  });
});

describe('the candidates of a workload of Open Cluster Management', () => {
  const CANDIDATES = `query ($members: [String!]) { placedWorkloads { nodes { candidates(members: $members) { complete totalCount
    nodes { member memberObject { id } verdict rejections { filter detail } unevaluated score } } } } }`;
  const candidates = async (clusters: Record<string, ClusterContent>, user = 'root', variables: Json = {}) => {
    await using fleet = await PlacementFleet.open(clusters);
    const { data, errors } = await fleet.ask(CANDIDATES, variables, user);
    expect(errors).toBeUndefined();
    return data.placedWorkloads.nodes[0].candidates;
  };
  const sets = [
    clusterSet('all', { clusterSelector: { selectorType: 'LabelSelector', labelSelector: {} } }),
    setBinding('team', 'all'),
  ];
  const member = (found: any, name: string) => found.nodes.find((it: any) => it.member === name);

  it('are assigned, outranked and eligible', async () => {
    const found = await candidates(world({ hub: sets }));
    expect(found.complete).toBe(true);
    expect(found.nodes.map((it: any) => [it.member, it.verdict, it.rejections, it.unevaluated])).toEqual([
      ['a', 'ASSIGNED', [], []],
      ['b', 'ASSIGNED', [], []],
      ['c', 'OUTRANKED', [], []],
    ]);
    const more = await candidates(world({ hub: [...sets, placement('team/where', { numberOfClusters: 3 })] }));
    expect(member(more, 'c').verdict).toBe('ELIGIBLE');
  });

  it.each<[string, Json[], Json]>([
    ['no bound set', [], { verdict: 'REJECTED', rejections: [{ filter: 'CLUSTER_SET' }] }],
    [
      'a set that is gone',
      [setBinding('team', 'gone')],
      { verdict: 'REJECTED', rejections: [{ filter: 'CLUSTER_SET' }] },
    ],
    [
      'another exclusive set',
      [clusterSet('prod'), setBinding('team', 'prod')],
      { verdict: 'REJECTED', rejections: [{ filter: 'CLUSTER_SET' }] },
    ],
    [
      'a predicate on labels',
      [
        ...sets,
        placement('team/where', {
          predicates: [{ requiredClusterSelector: { labelSelector: { matchLabels: { env: 'prod' } } } }],
        }),
      ],
      { verdict: 'REJECTED', rejections: [{ filter: 'PREDICATE', detail: 'label env in (prod)' }] },
    ],
    [
      'a predicate on claims',
      [
        ...sets,
        placement('team/where', {
          predicates: [
            { requiredClusterSelector: { claimSelector: { matchExpressions: [{ key: 'v', operator: 'Exists' }] } } },
          ],
        }),
      ],
      { verdict: 'REJECTED', rejections: [{ filter: 'PREDICATE', detail: 'claim v' }] },
    ],
    [
      'CEL',
      [
        ...sets,
        placement('team/where', {
          predicates: [{ requiredClusterSelector: { celSelector: { celExpressions: ['managedCluster.x == 1'] } } }],
        }),
      ],
      { verdict: 'UNKNOWN', rejections: [], unevaluated: ['PREDICATE'] },
    ],
    [
      'CEL that names members',
      [
        ...sets,
        placement('team/where', {
          predicates: [
            {
              requiredClusterSelector: {
                celSelector: { celExpressions: ['managedCluster.metadata.name in ["a","b"]'] },
              },
            },
          ],
        }),
      ],
      {
        verdict: 'REJECTED',
        rejections: [{ filter: 'PREDICATE', detail: 'managedCluster.metadata.name in ["a","b"]' }],
      },
    ],
    [
      'a taint',
      [...sets, managedCluster('c', { spec: { taints: [{ key: 'k', value: 'v', effect: 'NoSelectIfNew' }] } })],
      { verdict: 'REJECTED', rejections: [{ filter: 'TAINT', detail: 'k=v:NoSelectIfNew' }] },
    ],
    [
      'its deletion, and everything else that refuses it',
      [
        managedCluster('c', {
          metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' },
          spec: { taints: [{ key: 'k', effect: 'NoSelect' }] },
        }),
      ],
      {
        verdict: 'REJECTED',
        rejections: [{ filter: 'DELETING' }, { filter: 'CLUSTER_SET' }, { filter: 'TAINT', detail: 'k:NoSelect' }],
      },
    ],
  ])('are refused by %s', async (_, hub, expected) => {
    expect(member(await candidates(world({ hub })), 'c')).toMatchObject(expected);
  });

  it('leave a filter open that reads what the caller may not list', async () => {
    const grants = grant(
      'jane',
      allow('list', 'manifestworkreplicasets,placements,placementdecisions,managedclusters,managedclustersets'),
    );
    const found = await candidates({ ...world({ hub: sets }), hub: { ...world({ hub: sets }).hub, grants } }, 'jane');
    expect(found.complete).toBe(false);
    expect(member(found, 'c')).toMatchObject({ verdict: 'UNKNOWN', rejections: [], unevaluated: ['CLUSTER_SET'] });
  });

  it('name a member that only a decision names', async () => {
    const grants = grant('jane', allow('list', 'manifestworkreplicasets,placementdecisions'));
    const hub = {
      ...world().hub,
      grants,
      objects: [
        ...world().hub.objects,
        decision('team/where-2', 'where', [{ clusterName: 'a', score: 7 }, { clusterName: '' }]),
      ],
    };
    const found = await candidates({ ...world(), hub }, 'jane', { members: ['a', 'unknown'] });
    expect(found.nodes).toMatchObject([{ member: 'a', memberObject: null, verdict: 'ASSIGNED' }]);
    expect(found.complete).toBe(false);
  });
});

describe('a list of workloads', () => {
  const LIST = `query ($filter: PlacementFilter) { placedWorkloads(filter: $filter) { complete totalCount } }`;
  const jane = grant('jane', allow('list', '*'));
  const everywhere = (hub: Partial<ClusterContent> = {}): Record<string, ClusterContent> => ({
    hub: { ...world().hub, grants: [...ROOT, ...jane], ...hub },
    a: { ...world().a, grants: [...ROOT, ...jane] },
  });
  const UNREACHABLE = { phase: 'unreachable', reason: 'TIMEOUT' } as const;
  const isUnread = (kind: string) => ({
    kinds: HEALTHY.kinds.map(it => (it.kind === kind ? { ...it, state: 'listing' as const } : it)),
  });
  const UNKNOWN_RIGHTS = { grants: { complete: false, confirmedAgo: 0, reason: 'FORBIDDEN' } } as const;

  it.each<[string, Record<string, ClusterContent>, Json, { complete: boolean; totalCount: number }]>([
    ['is complete', everywhere(), {}, { complete: true, totalCount: 1 }],
    ['is incomplete while the hub is away', everywhere({ state: UNREACHABLE }), {}, { complete: false, totalCount: 1 }],
    [
      'is incomplete while the rights in the hub are unknown',
      everywhere({ state: UNKNOWN_RIGHTS }),
      {},
      { complete: false, totalCount: 0 },
    ],
    [
      'is incomplete while decisions are not read',
      everywhere({ state: isUnread('PlacementDecision') }),
      {},
      { complete: false, totalCount: 1 },
    ],
    [
      'is complete while other kinds of the hub are not read',
      everywhere({ state: isUnread('Job') }),
      {},
      { complete: true, totalCount: 1 },
    ],
    [
      'is complete while a member is away',
      { ...everywhere(), a: { ...everywhere()['a'], state: UNREACHABLE } },
      {},
      { complete: true, totalCount: 1 },
    ],
    [
      'is complete without a hub in which the caller has no rights',
      everywhere({ grants: ROOT }),
      {},
      { complete: true, totalCount: 0 },
    ],
    [
      'is incomplete if it names such a hub',
      everywhere({ grants: ROOT }),
      { hubs: ['hub'] },
      { complete: false, totalCount: 0 },
    ],
    [
      'is incomplete if it names a cluster that does not exist',
      everywhere(),
      { hubs: ['none'] },
      { complete: false, totalCount: 0 },
    ],
    [
      'is complete if it names a cluster that is no hub',
      everywhere({ state: UNREACHABLE }),
      { hubs: ['a'] },
      { complete: true, totalCount: 0 },
    ],
    [
      'is incomplete if it names a policy on a hub that is away',
      everywhere({ state: UNREACHABLE }),
      { policies: [POLICY] },
      { complete: false, totalCount: 1 },
    ],
  ])('%s', async (_, clusters, filter, expected) => {
    await using fleet = await PlacementFleet.open(clusters);
    const { data, errors } = await fleet.ask(LIST, { filter }, 'jane');
    expect(errors).toBeUndefined();
    expect(data.placedWorkloads).toEqual(expected);
  });
});
