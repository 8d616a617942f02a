/** Gateways, mesh, placement and past use in `fleetgraph demo`, queried through the product's graph. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startDemo, type Demo } from '../harness/demo.ts';
import { eventually } from '../harness/fleetgraph.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

async function ask(query: string, identity: Parameters<Demo['token']>[0] = 'platform-admin'): Promise<any> {
  const response = await fetch(`${demo.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${demo.token(identity)}` },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

describe('gateways and policies', () => {
  const TOPOLOGY = `{ policyTopology { ready
    nodes(first: 500) { nodes { id policy { standing agrees overriddenBy { id } } unresolved { kind absent } } }
    edges(first: 500) { nodes { id kind refusals } } } }`;
  const read = async (identity?: 'team-developer') => {
    const { answer } = await eventually(
      () => ask(TOPOLOGY, identity),
      ({ policyTopology }) => policyTopology.ready,
      { what: 'the whole topology' },
    );
    return answer;
  };

  it('have each standing that people meet, a target that is gone, and an edge without a grant', async () => {
    const { policyTopology } = await read();
    const standings = policyTopology.nodes.nodes.flatMap(({ policy }: any) => policy?.standing ?? []);
    expect([...new Set(standings)].sort()).toEqual([
      'ATTACHED',
      'CONFLICTED',
      'ENFORCED',
      'PARTIAL',
      'TARGET_NOT_FOUND',
    ]);
    const disagreeing = policyTopology.nodes.nodes.filter(({ policy }: any) => policy?.agrees === false);
    expect(disagreeing.map(({ id }: any) => id)).toEqual([
      'us-east-1-prod/kuadrant.io/RateLimitPolicy/storefront/storefront',
    ]);
    expect(policyTopology.nodes.nodes.flatMap(({ unresolved }: any) => unresolved)).toEqual([
      { kind: 'POLICY', absent: true },
    ]);
    const refused = policyTopology.edges.nodes.filter(({ refusals }: any) => refusals.length > 0);
    expect(refused).toMatchObject([{ kind: 'BACKEND', refusals: ['GRANT'] }]);
    expect(
      policyTopology.edges.nodes.some(
        ({ kind, id }: any) => kind === 'BACKEND' && /storefront#pay .*payments-api/.test(id),
      ),
    ).toBe(true);
  });

  it('show the developer what is in the team, with what it does not cover', async () => {
    const { policyTopology } = await read('team-developer');
    const ids = policyTopology.nodes.nodes.map(({ id }: any) => id.split('/')[3]);
    expect(new Set(ids)).toEqual(new Set(['payments']));
    const { effectivePolicies } = await ask(
      '{ effectivePolicies { nodes { complete path { open } } } }',
      'team-developer',
    );
    expect(effectivePolicies.nodes.length).toBeGreaterThan(0);
    for (const node of effectivePolicies.nodes) expect(node).toEqual({ complete: false, path: { open: true } });
  });
});

describe('the mesh', () => {
  const EDGES = `{ meshGraph(namespaces: ["storefront", "payments", "checkout"], type: WORKLOAD, serviceNodes: false, idle: true) {
    missing { namespace } nodes { id type } edges { id source target crossCluster health traffic { protocol rate mtlsPercent responseTimeMs } } } }`;

  it('has a failing edge, an idle one, one between clusters, one in part without mTLS, and TCP', async () => {
    const { meshGraph } = await ask(EDGES);
    expect(meshGraph.missing).toEqual([]);
    const edges: any[] = meshGraph.edges;
    const between = (from: string, to: string) =>
      edges.filter(it => it.source.includes(from) && it.target.includes(to));
    expect(between('eu-west-1-prod/storefront/cart-v1', 'eu-west-1-prod/payments/payments-api')).toMatchObject([
      { health: 'FAILURE' },
    ]);
    expect(between('cart-v1', 'identity-api').map(it => it.traffic[0].rate)).toEqual([0, 0]);
    expect(between('us-east-1-prod/storefront/storefront-v1', 'cart-v1')).toMatchObject([
      { crossCluster: true, health: 'HEALTHY' },
    ]);
    expect(between('eu-west-1-staging/checkout/checkout-web', 'checkout-api')[0].traffic[0].mtlsPercent).toBe(50);
    expect(between('payments-api', 'payments.db').map(it => it.traffic[0].protocol)).toEqual(['TCP', 'TCP', 'TCP']);
    expect(meshGraph.nodes.filter(({ type }: any) => type === 'HIDDEN').map(({ id }: any) => id)).toEqual(['HIDDEN']);
  });

  it('shows the developer the edges of the team, and names no other end', async () => {
    const { meshGraph } = await ask(EDGES, 'team-developer');
    expect(meshGraph.edges.length).toBeGreaterThan(1);
    expect(JSON.stringify(meshGraph)).not.toMatch(/storefront|checkout|cart|us-east/);
  });

  it('has a fault of each code', async () => {
    const { meshValidations } = await ask('{ meshValidations(first: 100) { nodes { code } } }');
    const codes: string[] = meshValidations.nodes.map(({ code }: any) => code);
    expect([...new Set(codes)].sort()).toEqual(
      ['0106', '0107', '0201', '0202', '0203', '0302', '1101', '1102', '1104', '1106', '1107'].map(
        code => `KIA${code}`,
      ),
    );
  });
});

describe('past use of CPU and memory', () => {
  const HISTORY = 'usageHistory { state message newestAt cpu memory }';
  const PLACES = {
    ...{ Pod: 'namespaces: ["payments"]', Deployment: 'namespaces: ["payments"]' },
    ...{ Node: 'namespaces: [""]', Namespace: 'names: ["payments"]' },
  };
  const kinds = Object.keys(PLACES) as (keyof typeof PLACES)[];
  const last = async (kind: keyof typeof PLACES, identity?: 'team-developer') => {
    const { objects } = await ask(
      `{ objects(filter: { kinds: ["${kind}"], statuses: [CURRENT], ${PLACES[kind]} }, first: 1) {
        nodes { cluster { name } ${HISTORY} } } }`,
      identity,
    );
    return objects.nodes[0];
  };

  it.each(kinds)('of a %s is known to the administrator', async kind => {
    const { usageHistory } = (await last(kind)) ?? {};
    expect(usageHistory).toMatchObject({ state: 'OK' });
    expect(usageHistory.cpu).toHaveLength(61);
    expect(usageHistory.cpu.at(-1)).toBeGreaterThan(0);
    expect(usageHistory.memory.at(-1)).toBeGreaterThan(1_000_000);
  });

  it('is known to the developer in namespaces whose metrics they may list', async () => {
    expect(await last('Pod', 'team-developer')).toMatchObject({ usageHistory: { state: 'OK' } });
  });
});

describe('placed workloads', () => {
  it('run on two members, fail on one, and are nowhere for a reason', async () => {
    const { placedWorkloads } = await ask(`{ placedWorkloads { nodes { phase reason wantedMembers
      assignments { nodes { member status copies { nodes { owned object { status } } } } }
      candidates { complete nodes { member verdict rejections { filter } } } } } }`);
    const [cache, lookup, trainer] = placedWorkloads.nodes;
    expect(cache).toMatchObject({ phase: 'RUNNING', wantedMembers: 2 });
    expect(cache.assignments.nodes.map(({ member }: any) => member)).toEqual(['eu-west-1-prod', 'us-east-1-prod']);
    expect(lookup).toMatchObject({
      phase: 'FAILED',
      assignments: { nodes: [{ member: 'us-east-1-prod', status: 'FAILED' }] },
    });
    expect(trainer).toMatchObject({
      phase: 'UNSCHEDULABLE',
      reason: 'NoManagedClusterMatched',
      candidates: { complete: true },
    });
    const refused = trainer.candidates.nodes.map(({ verdict, rejections }: any) => [
      verdict,
      ...rejections.map((it: any) => it.filter),
    ]);
    expect(new Set(refused.flat())).toEqual(new Set(['REJECTED', 'CLUSTER_SET', 'PREDICATE', 'TAINT']));
  });
});
