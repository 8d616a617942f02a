/**
 * Compares `candidates` with the choices of Open Cluster Management's placement controller, for each member. Members,
 * sets, taints and Placements are random. The Placements set no number of clusters, so that the controller chooses
 * every member that no filter refuses.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { KubernetesJson } from '../harness/apiserver-client.ts';
import { ocmObjects } from '../harness/ocm.ts';
import { lengthOf, SEED } from '../harness/sampling.ts';
import { eventually } from '../harness/fleetgraph.ts';
import { NAMESPACE, PlacedFleet, WITHIN } from './placed-fleet.ts';

const CLUSTER = 'cluster.open-cluster-management.io';
const PLACEMENTS = lengthOf({ part: 60, full: 150 });
const MEMBERS = 12;
/** Number of workloads per request. */
const PAGE = 25;

const key = fc.constantFrom('tier', 'zone', 'gpu');
const value = fc.constantFrom('a', 'b', '');
const taintKey = fc.constantFrom('maintenance', 'slow');

const requirement = fc.oneof(
  fc.record({
    key,
    operator: fc.constantFrom('In', 'NotIn'),
    values: fc.uniqueArray(value, { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ key, operator: fc.constantFrom('Exists', 'DoesNotExist') }),
);
const claimRequirement = fc.oneof(
  fc.record({
    key: fc.constant('region'),
    operator: fc.constantFrom('In', 'NotIn'),
    values: fc.uniqueArray(fc.constantFrom('eu', 'us'), { minLength: 1 }),
  }),
  fc.record({ key: fc.constantFrom('region', 'version'), operator: fc.constantFrom('Exists', 'DoesNotExist') }),
);
const memberName = (i: number) => `m-${String(i).padStart(2, '0')}`;
const names = Array.from({ length: MEMBERS }, (_, i) => memberName(i));

const predicate = fc.record(
  {
    labelSelector: fc.record(
      {
        matchLabels: fc.dictionary(key, value, { maxKeys: 1 }),
        matchExpressions: fc.array(requirement, { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
    claimSelector: fc.record({ matchExpressions: fc.array(claimRequirement, { minLength: 1, maxLength: 2 }) }),
    celSelector: fc
      .uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 8 })
      .map(of => ({ celExpressions: [`managedCluster.metadata.name in ${JSON.stringify(of)}`] })),
  },
  { requiredKeys: [] },
);
const toleration = fc.oneof(
  fc.record(
    { key: taintKey, operator: fc.constant('Exists'), effect: fc.constantFrom('NoSelect', 'NoSelectIfNew') },
    { requiredKeys: ['operator', 'key'] },
  ),
  fc.record({ key: taintKey, operator: fc.constant('Equal'), value: fc.constantFrom('x', 'y') }),
  fc.constant({ operator: 'Exists' }),
);
const rules = fc.record(
  {
    clusterSets: fc.uniqueArray(fc.constantFrom('blue', 'green', 'selected', 'unbound'), {
      minLength: 1,
      maxLength: 3,
    }),
    predicates: fc.array(
      predicate.map(requiredClusterSelector => ({ requiredClusterSelector })),
      { minLength: 1, maxLength: 2 },
    ),
    tolerations: fc.array(toleration, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const member = fc.record({
  labels: fc.dictionary(key, value),
  set: fc.constantFrom('blue', 'blue', 'green', 'green', 'unbound', undefined),
  taints: fc.oneof(
    fc.constant([]),
    fc.uniqueArray(
      fc.record({
        key: taintKey,
        value: fc.constantFrom('x', 'y'),
        effect: fc.constantFrom('NoSelect', 'NoSelectIfNew', 'PreferNoSelect'),
      }),
      { maxLength: 2, selector: taint => taint.key },
    ),
  ),
  region: fc.constantFrom('eu', 'us', undefined),
});

let fleet: PlacedFleet;
beforeAll(async () => {
  fleet = await PlacedFleet.start({ engine: 'ocm', members: [] });
}, 1_800_000);
afterAll(() => fleet?.[Symbol.asyncDispose]());

it('agrees with the placement controller about every member', async () => {
  const members = fc.sample(member, { numRuns: MEMBERS, seed: SEED });
  await fleet.hub.apply(clusterSets());
  await fleet.hub.apply(members.map((content, i) => managedCluster(memberName(i), content)));
  const placements = fc.sample(rules, { numRuns: PLACEMENTS, seed: SEED });
  for (const [i, spec] of placements.entries())
    await fleet.hub.apply([
      { apiVersion: `${CLUSTER}/v1beta1`, kind: 'Placement', metadata: { namespace: NAMESPACE, name: `p-${i}` }, spec },
      ocmObjects.workSet(NAMESPACE, `p-${i}`, `p-${i}`, [
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: NAMESPACE, name: `p-${i}` } },
      ]),
    ]);
  const decided = async () => {
    const { body } = await fleet.hub.request('GET', `/apis/${CLUSTER}/v1beta1/namespaces/${NAMESPACE}/placements`);
    return (body.items ?? []).filter(
      ({ status }) => ((status as { conditions?: object[] })?.conditions ?? []).length > 0,
    ).length;
  };
  await eventually(decided, count => count === PLACEMENTS, { ...WITHIN, what: 'all Placements decided' });
  const reported = await eventually(
    () => verdicts(),
    found => found.length === PLACEMENTS && found.every(({ phase }) => phase !== 'PENDING'),
    { ...WITHIN, what: 'all decisions in the index' },
  );
  let [assigned, rejected] = [0, 0];
  const engines = await decisions();
  for (const { name, candidates } of reported.answer) {
    expect(candidates).toMatchObject({ complete: true });
    const chosen = new Set(engines.get(name));
    for (const { member, verdict, rejections, unevaluated } of candidates.nodes) {
      const spec = placements[Number(name.slice(2))];
      const found = {
        name,
        member,
        verdict: rejections.length > 0 ? 'REFUSED' : 'TAKEN',
        unevaluated,
        why: rejections,
        spec,
        content: members[names.indexOf(member)],
      };
      expect(found).toMatchObject({ verdict: chosen.has(member) ? 'TAKEN' : 'REFUSED', unevaluated: [] });
      if (verdict === 'ASSIGNED') assigned++;
      else rejected++;
    }
  }
  expect(assigned).toBeGreaterThan(PLACEMENTS / 2);
  expect(rejected).toBeGreaterThan(PLACEMENTS);
}, 600_000);

interface Reported {
  readonly name: string;
  readonly phase: string;
  readonly candidates: {
    readonly nodes: readonly {
      member: string;
      verdict: string;
      rejections: readonly { filter: string }[];
      unevaluated: readonly string[];
    }[];
  };
}

async function verdicts(): Promise<Reported[]> {
  const found: Reported[] = [];
  for (let after: string | null = null; ;) {
    const { placedWorkloads }: any = await fleet.ask(
      `query($after: String) { placedWorkloads(first: ${PAGE}, after: $after) { pageInfo { hasNextPage endCursor } nodes { phase binding { name }
        candidates { complete nodes { member verdict rejections { filter detail } unevaluated } } } } }`,
      { after },
    );
    found.push(...placedWorkloads.nodes.map(({ binding, ...rest }: any) => ({ name: binding.name, ...rest })));
    if (!placedWorkloads.pageInfo.hasNextPage) return found;
    after = placedWorkloads.pageInfo.endCursor;
  }
}

/** Members that the engine has chosen, by Placement. */
async function decisions(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { body } = await fleet.hub.request(
    'GET',
    `/apis/${CLUSTER}/v1beta1/namespaces/${NAMESPACE}/placementdecisions`,
  );
  const chosen = new Map<string, string[]>();
  for (const { metadata, status } of body.items ?? []) {
    const of = metadata?.labels?.[`${CLUSTER}/placement`] ?? '';
    const { decisions = [] } = (status ?? {}) as { decisions?: { clusterName: string }[] };
    chosen.set(of, [...(chosen.get(of) ?? []), ...decisions.map(({ clusterName }) => clusterName)]);
  }
  return chosen;
}

/** Three sets that the namespace may use, one that it may not use, and a binding to a set that does not exist. */
function clusterSets(): KubernetesJson[] {
  const set = (name: string, clusterSelector: object) => ({
    apiVersion: `${CLUSTER}/v1beta2`,
    kind: 'ManagedClusterSet',
    metadata: { name },
    spec: { clusterSelector },
  });
  const bound = (name: string) => ({
    ...{
      apiVersion: `${CLUSTER}/v1beta2`,
      kind: 'ManagedClusterSetBinding',
      metadata: { namespace: NAMESPACE, name },
      spec: { clusterSet: name },
    },
  });
  return [
    ...['blue', 'green', 'unbound'].map(name => set(name, { selectorType: 'ExclusiveClusterSetLabel' })),
    set('selected', { selectorType: 'LabelSelector', labelSelector: { matchLabels: { tier: 'a' } } }),
    ...['blue', 'green', 'selected', 'gone'].map(bound),
  ];
}

function managedCluster(
  name: string,
  { labels, set, taints, region }: ReturnType<typeof fc.sample<any>>[number],
): KubernetesJson {
  const at = new Date().toISOString();
  return {
    ...{ apiVersion: `${CLUSTER}/v1`, kind: 'ManagedCluster' },
    metadata: { name, labels: { ...labels, ...(set && { [`${CLUSTER}/clusterset`]: set }) } },
    spec: { hubAcceptsClient: true, taints: taints.map((taint: object) => ({ ...taint, timeAdded: at })) },
    status: {
      clusterClaims: region === undefined ? [] : [{ name: 'region', value: region }],
      conditions: [
        { type: 'ManagedClusterConditionAvailable', status: 'True', reason: 'Up', message: '', lastTransitionTime: at },
      ],
    },
  };
}
