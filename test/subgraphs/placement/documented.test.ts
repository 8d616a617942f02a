/** Every query of docs/placement.md runs through the gateway, over a workload that is placed. */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'graphql';
import { createHttpServer } from '../../../gateway/http/server.ts';
import { createGatewayRuntime } from '../../../gateway/runtime.ts';
import { staticTokens } from '../../../identity/static-tokens.ts';
import { ClusterRegistry } from '../../../clusters/registry.ts';
import { ACTIONS } from '../../../schema/actions.ts';
import { kindsSdl, subgraphSdl } from '../../../schema/sdl.ts';
import { composeSupergraph } from '../../../schema/supergraph.ts';
import { openSubgraph as openFleet } from '../../../subgraphs/fleet/subgraph.ts';
import { openSubgraph as openLive } from '../../../subgraphs/live/subgraph.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { GENEROUS } from '../../gateway/limits.ts';
import { FakeCluster } from '../../mover/world.ts';
import { LIMITS } from '../live/graph.ts';
import { decision, deployment, managedCluster, manifest, ownedBy, placement, work, workSet } from './objects.ts';
import { PlacementFleet, SETTINGS } from './placement-fleet.ts';

const page = readFileSync(new URL('../../../docs/placement.md', import.meta.url), 'utf8');
const queries = [...page.matchAll(/```graphql\n([^`]+)```/g)].map(([, query]) => query!);
const nameOf = (query: string) => /(?:query|mutation) (\w+)/.exec(query)![1]!;

const POLICY = 'hub/cluster.open-cluster-management.io/Placement/team/where';
const MEMBER = 'hub/cluster.open-cluster-management.io/ManagedCluster//edge-1';
const VARIABLES: Readonly<Record<string, object>> = {
  Workloads: { filter: { members: ['edge-1'], phases: ['RUNNING'] } },
  Why: { members: ['edge-1'] },
  Policy: { id: POLICY },
  Member: { id: MEMBER },
  Move: { policies: [POLICY] },
  Drain: { members: [MEMBER] },
};
/** Expected part of each answer, by operation. */
const ANSWERS: Readonly<Record<string, object>> = {
  Workloads: { placedWorkloads: { nodes: [{ phase: 'RUNNING' }], phaseCounts: [{ phase: 'RUNNING', count: 1 }] } },
  Copies: {
    placedWorkloads: {
      nodes: [
        {
          binding: { name: 'web' },
          assignments: {
            nodes: [{ cluster: { name: 'store-berlin' }, copies: { nodes: [{ object: { status: 'CURRENT' } }] } }],
          },
        },
      ],
    },
  },
  OfRows: { objects: { nodes: [{ id: 'store-berlin/apps/Deployment/shop/web', placed: { phase: 'RUNNING' } }] } },
  Why: { placedWorkloads: { nodes: [{ candidates: { nodes: [{ member: 'edge-1', verdict: 'ASSIGNED' }] } }] } },
  Policy: { object: { placementPolicy: { assigned: ['edge-1'], workloads: { totalCount: 1 } } } },
  Member: {
    object: { placementMember: { cluster: { name: 'store-berlin' }, available: true, workloads: { totalCount: 1 } } },
  },
  Move: { move: { results: [{ id: POLICY, outcome: 'WOULD_DO' }] } },
  Drain: { drain: { results: [{ outcome: 'WOULD_DO' }] }, bound: { results: [{ outcome: 'WOULD_DO' }] } },
};

const ACTIONS_ALLOWED = { allow: ACTIONS, counted: () => undefined };

describe('the queries of docs/placement.md', () => {
  it('are those that are answered here', () => {
    expect(queries.map(nameOf).sort()).toEqual(Object.keys(ANSWERS).sort());
  });

  it('have the answers that the page speaks of', async () => {
    const objects = [
      workSet('team/web', ['where'], [manifest('apps/v1', 'Deployment', 'shop/web')]),
      placement('team/where'),
      decision('team/where-1', 'where', ['edge-1']),
      work('edge-1/web', { set: 'team.web' }),
      managedCluster('edge-1'),
    ];
    await using fleet = await PlacementFleet.open(
      { hub: { objects }, 'store-berlin': { objects: [deployment('shop/web', 'CURRENT', ownedBy('web'))] } },
      { ...SETTINGS, hubs: [{ cluster: 'hub', engine: 'ocm', members: { 'edge-1': 'store-berlin' } }] },
    );
    const { access } = fleet;
    const hub = new FakeCluster('hub');
    for (const object of objects) hub.put(object);
    const registry = new ClusterRegistry();
    const identity = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' } as const;
    registry.add({ name: 'hub', client: hub, identity, authorization: 'rbac' });
    const liveSdl = subgraphSdl('live').replace(kindsSdl(), '');
    const subgraphs = [
      { name: 'fleet', sdl: subgraphSdl('fleet'), ...openFleet(parse(subgraphSdl('fleet')), { access }) },
      { name: 'placement', sdl: subgraphSdl('placement'), ...fleet.subgraph },
      {
        name: 'live',
        sdl: liveSdl,
        ...openLive(parse(liveSdl), { access, clusters: registry, actions: ACTIONS_ALLOWED, limits: LIMITS }),
      },
    ];
    const server = await createHttpServer({
      runtime: createGatewayRuntime({
        supergraphSdl: composeSupergraph(subgraphs).supergraphSdl,
        subgraphs,
        log: silentLogger,
      }),
      authenticator: staticTokens([{ token: 'token-root', user: 'root', groups: [] }]),
      log: silentLogger,
      metrics: createMetrics(),
      introspection: true,
      limits: GENEROUS,
    });
    try {
      const url = await server.listen({ host: '127.0.0.1', port: 0 });
      const ask = async (query: string) => {
        const body = JSON.stringify({ query, variables: VARIABLES[nameOf(query)] ?? {} });
        const headers = { 'content-type': 'application/json', authorization: 'Bearer token-root' };
        return (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).json();
      };
      const answers = await Promise.all(queries.map(async query => [nameOf(query), await ask(query)] as const));
      expect(Object.fromEntries(answers)).toMatchObject(
        Object.fromEntries(Object.entries(ANSWERS).map(([name, data]) => [name, { data }])),
      );
      expect(answers.filter(([, answer]) => 'errors' in (answer as object))).toEqual([]);
    } finally {
      await server.close();
    }
  });
});
