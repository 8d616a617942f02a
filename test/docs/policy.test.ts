/** Runs every query of docs/policy.md on the objects of the picture at the top of the page. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse, print, visit } from 'graphql';
import { readFileSync } from 'node:fs';
import {
  backend,
  gateway,
  gatewayClass,
  httpRoute,
  limits,
  policy,
  ref,
  service,
  type Manifest,
} from '../subgraphs/policy/cluster.ts';
import { everything, openGraph, type PolicyGraph } from '../subgraphs/policy/graph.ts';

const route = (name: string, ...gateways: readonly string[]) =>
  httpRoute(
    name,
    gateways.map(it => ({ name: it })),
    { rules: [{ backendRefs: [backend('app')] }] },
  );
const limit = (name: string, kind: string, target: string) =>
  policy('RateLimitPolicy', name, ref(kind, target), limits('x'));
const world: readonly Manifest[] = [
  ...[gatewayClass('main'), gateway('gw-1'), gateway('gw-2'), service('app')],
  ...[route('route-1', 'gw-1'), route('route-2', 'gw-1'), route('route-3', 'gw-1', 'gw-2'), route('route-4', 'gw-2')],
  ...[
    limit('rlp-1', 'Gateway', 'gw-1'),
    limit('rlp-2', 'HTTPRoute', 'route-1'),
    limit('rlp-3', 'HTTPRoute', 'route-3'),
    limit('rlp-4', 'HTTPRoute', 'route-4'),
  ],
];
const id = (kind: string, name: string) => `leaf/gateway.networking.k8s.io/${kind}/apps/${name}`;
const page = readFileSync(new URL('../../docs/policy.md', import.meta.url), 'utf8');
const queries = [...page.matchAll(/```graphql\n(?:query|subscription) (\w+)[^`]+```/g)].map(
  ([text, name]) => [name!, text.slice(11, -3)] as const,
);

let graph: PolicyGraph;
beforeAll(async () => {
  graph = await openGraph({ clusters: { leaf: world }, grants: everything('root') });
});
afterAll(() => graph.close());

/** The operation as a query, without the argument `coalesce`, which only subscriptions have. */
function requested(text: string): string {
  return print(
    visit(parse(text), {
      OperationDefinition: node => ({ ...node, operation: 'query' as never }),
      Argument: ({ name }) => (name.value === 'coalesce' ? null : undefined),
    }),
  );
}

describe('docs/policy.md', () => {
  const reported: Readonly<Record<string, (data: any) => void>> = {
    Topology: ({ policyTopology: { ready, nodes } }) => {
      expect(ready).toBe(true);
      expect(nodes.totalCount).toBe(18);
    },
    Refused: ({ policyTopology: { edges } }) =>
      expect(
        edges.nodes.filter(
          (edge: { kind: string; refusals: string[] }) => edge.kind === 'ROUTE' && edge.refusals.length === 0,
        ),
      ).toHaveLength(2),
    Picture: ({ policyTopology: { dot } }) => expect(dot.match(/shape=note/g)).toHaveLength(4),
    InEffect: ({ effectivePolicies: { nodes } }) => {
      expect(nodes).toHaveLength(2);
      for (const { rules } of nodes)
        expect(rules).toMatchObject([{ source: { id: 'leaf/kuadrant.io/RateLimitPolicy/apps/rlp-3' } }]);
    },
    Standings: ({ policyTopology: { nodes } }) => {
      const policies = nodes.nodes.flatMap((node: any) => node.policy ?? []);
      expect(Object.fromEntries(policies.map((it: any) => [it.id.split('/').at(-1), it.standing]))).toEqual({
        ...{ 'rlp-1': 'PARTIAL', 'rlp-2': 'ENFORCED', 'rlp-3': 'ENFORCED', 'rlp-4': 'ENFORCED' },
      });
    },
    Impact: ({ policyImpact }) =>
      expect(policyImpact).toMatchObject({ pathCount: 3, orphaned: [{ id: expect.stringContaining('rlp-1') }] }),
    Follow: ({ policyChanges }) => expect(policyChanges).toMatchObject({ ready: true, reset: null }),
  };

  it('has the queries of this test, and no others', () =>
    expect(queries.map(([name]) => name).sort()).toEqual([...Object.keys(reported), 'OfObject'].sort()));

  it.each(queries.filter(([name]) => name !== 'OfObject'))('%s', async (name, text) => {
    reported[name]!(
      await graph.data('root', requested(text), { route: id('HTTPRoute', 'route-3'), id: id('Gateway', 'gw-1') }),
    );
  });

  it('OfObject, as the part of it that this subgraph answers', async () => {
    let selection = '';
    visit(parse(queries.find(([name]) => name === 'OfObject')![1]), {
      Field: node => {
        if (node.name.value === 'object') selection = print(node.selectionSet!).replace('name', '');
      },
    });
    const object = `{ __typename: "KubernetesObject", id: "${id('HTTPRoute', 'route-1')}" }`;
    const query = `{ _entities(representations: [${object}]) { ... on KubernetesObject ${selection} } }`;
    expect((await graph.data('root', query))._entities).toEqual([
      { policyNode: { unresolved: [] }, effectivePolicies: { totalCount: 1 } },
    ]);
  });
});
