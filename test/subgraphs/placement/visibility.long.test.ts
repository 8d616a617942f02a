/** Answers depend only on the rows that the caller sees. Removing hidden rows changes no answer. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lengthOf } from '../../harness/sampling.ts';
import { allow, grant } from '../fleet/scripted-fleet.ts';
import {
  binding,
  clusterSet,
  decision,
  deployment,
  karmadaCluster,
  managedCluster,
  manifest,
  marked,
  ownedBy,
  owner,
  placement,
  pod,
  policy,
  service,
  setBinding,
  work,
  workSet,
} from './objects.ts';
import { PlacementFleet, RESOURCES, type ClusterContent, type Json } from './placement-fleet.ts';

const some = fc.constantFrom;
const member = some('a', 'b', 'hub');
const name = some('x', 'y');
const place = fc.tuple(some('team', 'shop'), name).map(parts => parts.join('/'));
const MANIFESTS = [manifest('apps/v1', 'Deployment', 'shop/x'), manifest('v1', 'Service', 'shop/x')];
const annotations = some(
  {},
  { 'placement.fleetgraph.dev/clusters': 'a' },
  { 'placement.fleetgraph.dev/move': '{"phase":"BLOCKED"}' },
);

const hubObject: fc.Arbitrary<Json> = fc.oneof(
  fc.tuple(place, fc.subarray(['x', 'y'])).map(([place, placements]) => workSet(place, placements, MANIFESTS)),
  fc
    .tuple(place, fc.option(fc.nat(2)), annotations)
    .map(([place, n, annotations]) => placement(place, n ? { numberOfClusters: n } : {}, { annotations })),
  fc.tuple(place, name, fc.subarray(['a', 'b', 'hub'])).map(([place, of, members]) => decision(place, of, members)),
  fc
    .tuple(member, name, some(undefined, 'team.x', 'shop.x'))
    .map(([member, name, set]) => work(`${member}/${name}`, { ...(set && { set }), manifests: MANIFESTS })),
  fc
    .tuple(member, some({}, { env: 'prod' }), annotations)
    .map(([name, labels, annotations]) =>
      managedCluster(name, { labels, annotations: { ...annotations, 'placement.fleetgraph.dev/drain': 'true' } }),
    ),
  name.map(name => clusterSet(name, { clusterSelector: { selectorType: 'LabelSelector', labelSelector: {} } })),
  fc.tuple(some('team', 'shop'), name).map(([namespace, set]) => setBinding(namespace, set)),
  fc
    .tuple(
      name,
      fc.subarray(['a', 'b', 'hub']),
      some([], [{ fromCluster: 'b' }]),
      some([], [{ namespace: 'shop', name: 'y', clusters: [{ name: 'a' }] }]),
    )
    .map(([name, clusters, tasks, requiredBy]) =>
      binding(`shop/${name}`, {
        ...{ id: name, tasks, requiredBy, clusters: clusters.map(name => ({ name })), policy: 'shop/x' },
        template: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'x' },
      }),
    ),
  fc
    .tuple(name, annotations)
    .map(([name, annotations]) => policy(`shop/${name}`, { clusterAffinity: { clusterNames: ['a'] } }, annotations)),
  member.map(name => karmadaCluster(name)),
);
const leafObject: fc.Arbitrary<Json> = fc.oneof(
  fc
    .tuple(
      some('CURRENT', 'FAILED', 'IN_PROGRESS'),
      some(ownedBy('x'), marked('x'), marked('y'), {}, { ...ownedBy('x'), ...marked('x') }),
    )
    .map(([health, metadata]) => deployment('shop/x', health as never, metadata)),
  some(ownedBy('x'), {}).map(metadata => service('shop/x', metadata)),
  name.map(name => pod(`shop/${name}`, owner('apps/v1', 'Deployment', 'x'))),
);

/** A workload of each engine. In a test, any of these objects may be absent. */
const BASE: readonly Json[] = [
  workSet('team/x', ['x'], MANIFESTS),
  placement('team/x'),
  decision('team/x', 'x', ['a', 'b']),
  ...['a', 'b'].map(member => work(`${member}/x`, { set: 'team.x', manifests: MANIFESTS })),
  binding('shop/x', {
    id: 'x',
    clusters: [{ name: 'a' }, { name: 'b' }],
    policy: 'shop/x',
    template: { ...MANIFESTS[0], namespace: 'shop', name: 'x' },
  }),
  policy('shop/x'),
  ...['a', 'b', 'c'].flatMap(name => [managedCluster(name), karmadaCluster(name)]),
];
const PLURALS = RESOURCES.map(({ plural }) => plural);

/** Random grants: most kinds in all namespaces, and up to four kinds in one namespace each. */
const anyGrants = fc
  .tuple(
    fc.subarray(PLURALS, { minLength: PLURALS.length - 6 }),
    fc.array(fc.tuple(fc.constantFrom(...PLURALS), some('team', 'shop', 'a', 'b')), { maxLength: 4 }),
  )
  .map(([everywhere, somewhere]) => [
    ...grant('jane', allow('list', everywhere.join())),
    ...somewhere.flatMap(([plural, namespace]) => grant('jane', allow('list', plural), namespace)),
  ]);

const ASSIGNMENTS =
  'assignments { nodes { member cluster { name } state replicas applied reported status copies { nodes { id owned object { id } } totalCount } } }';
const WORKLOAD = `bindingId template { id } policies { id wanted assigned move { phase } } requiredBy { id } phase reason message wantedMembers
  status { status stale replicas copies { current inProgress failed missing untold } } ${ASSIGNMENTS} pods { nodes { id } }
  candidates { complete nodes { member memberObject { id } verdict rejections { filter detail } unevaluated score } }`;
const QUESTION = `query ($of: [_Any!]!) {
  placedWorkloads { nodes { ${WORKLOAD} } totalCount phaseCounts { phase count } }
  _entities(representations: $of) { ... on KubernetesObject { id placed { bindingId phase } placementPolicy { wanted assigned workloads { totalCount } }
    placementMember { available cluster { name } drain { remaining stuck { id } } workloads { totalCount nodes { bindingId } } } } } }`;

const NAMES = ['hub', 'a', 'b'];
const HUBS = {
  hubs: (['ocm', 'karmada'] as const).map(engine => ({ cluster: 'hub', engine, members: {} })),
  mover: { overdue: 600_000 },
};

describe('what a caller is told of placement', () => {
  it('is the same without the rows that they do not see', async () => {
    const objects = fc.tuple(
      fc.subarray([...BASE], { minLength: BASE.length - 3 }),
      fc.array(fc.oneof(hubObject, leafObject), { maxLength: 12 }),
    );
    const hub = fc.record({ objects: objects.map(parts => parts.flat()), grants: anyGrants });
    const leaf = fc.record({ objects: fc.array(leafObject, { maxLength: 4 }), grants: anyGrants });
    let reported = 0;
    await fc.assert(
      fc.asyncProperty(fc.tuple(hub, leaf, leaf), async contents => {
        const unique = contents.map(({ objects, grants }) => ({
          objects: [...new Map(objects.map(it => [keyOf(it), it])).values()],
          grants,
        }));
        const worlds = [
          unique,
          unique.map(({ objects, grants }) => ({ grants, objects: objects.filter(it => isSeen(it, grants)) })),
        ];
        const of = unique.flatMap(({ objects }, i) =>
          objects.map(it => ({ __typename: 'KubernetesObject', id: `${NAMES[i]}/${keyOf(it)}` })),
        );
        const [whole, seen] = await Promise.all(
          worlds.map(async world => {
            const clusters = Object.fromEntries(world.map((content, i) => [NAMES[i]!, content as ClusterContent]));
            await using fleet = await PlacementFleet.open(clusters, HUBS);
            return fleet.ask(QUESTION, { of }, 'jane');
          }),
        );
        expect(whole!.errors).toBeUndefined();
        reported += whole!.data.placedWorkloads.totalCount;
        expect(whole).toEqual(seen);
      }),
      { numRuns: lengthOf({ part: 40, full: 400 }) },
    );
    expect(reported).toBeGreaterThan(40);
  });
});

function keyOf({ apiVersion, kind, metadata }: Json): string {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
  return `${group}/${kind}/${metadata.namespace ?? ''}/${metadata.name}`;
}

function isSeen({ kind, metadata }: Json, grants: ClusterContent['grants']): boolean {
  // Rules in this test cover every API group, so each plural must belong to only one kind.
  const { plural } = RESOURCES.find(it => it.kind === kind)!;
  const roles = new Map(grants!.flatMap(it => ('rules' in it ? [[it.name, it] as const] : [])));
  return grants!.some(
    it =>
      'subjects' in it &&
      (it.namespace === '' || it.namespace === metadata.namespace) &&
      roles.get(it.roleRef.name)!.rules.some(({ resources }) => resources.includes(plural)),
  );
}
