/** Queries and output of `fleetgraph get policies` and `fleetgraph policy`. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import { readFileSync } from 'node:fs';
import { explanationText, impactText, type Explanation, type ReportedImpact } from '../../../cli/commands/policy.ts';
import type { Ask } from '../../../cli/client/endpoint.ts';
import { gapsOfPolicies, listPolicies, printedPolicies, shortName } from '../../../cli/client/policies.ts';
import { gateway, gatewayClass, httpRoute, limits, policy, ref, rules } from '../../subgraphs/policy/cluster.ts';
import { everything, openGraph, type PolicyGraph } from '../../subgraphs/policy/graph.ts';

const schema = buildSchema(readFileSync(new URL('../../../schema/api.graphql', import.meta.url), 'utf8'));
const ROUTE = 'leaf/gateway.networking.k8s.io/HTTPRoute/apps/web';
const id = (kind: string, name: string) => ({ id: `leaf/kuadrant.io/${kind}/apps/${name}` });

let graph: PolicyGraph | undefined;
afterEach(() => graph?.close());

describe('get policies', () => {
  it('lists the policies of all kinds with their state', async () => {
    graph = await openGraph({
      clusters: {
        leaf: [
          gatewayClass('main'),
          gateway('gw'),
          httpRoute('web', [{ name: 'gw' }]),
          policy('RateLimitPolicy', 'upper', ref('Gateway', 'gw'), rules('da', 'x')),
          policy('RateLimitPolicy', 'lower', ref('HTTPRoute', 'web'), {
            ...limits('y'),
            status: { conditions: [{ type: 'Enforced', status: 'True', reason: 'E' }] },
          }),
        ],
      },
      grants: everything('root'),
    });
    const ask: Ask = async (query, variables = {}) => {
      expect(validate(schema, parse(query))).toEqual([]);
      return { data: await graph!.data('root', query, variables as Readonly<Record<string, unknown>>), errors: [] };
    };
    const listing = await listPolicies(ask, { clusters: [], namespaces: [] });
    expect(printedPolicies('wide', listing).split('\n')).toEqual([
      'CLUSTER   NAMESPACE   KIND                          NAME    TARGETS              STANDING     AGREES   STRATEGY          OVERRIDDEN BY',
      'leaf      apps        RateLimitPolicy.kuadrant.io   lower   HTTPRoute apps/web   ENFORCED     yes      ATOMIC_DEFAULTS',
      'leaf      apps        RateLimitPolicy.kuadrant.io   upper   Gateway apps/gw      OVERRIDDEN            ATOMIC_DEFAULTS   RateLimitPolicy apps/lower',
      '',
    ]);
    expect(printedPolicies('name', listing)).toBe(
      'leaf/kuadrant.io/RateLimitPolicy/apps/lower\nleaf/kuadrant.io/RateLimitPolicy/apps/upper\n',
    );
    expect(printedPolicies('table', listing, false).split('\n')).toHaveLength(3);
    expect((await listPolicies(ask, { clusters: ['leaf'], namespaces: ['other'] })).items).toEqual([]);
    expect(gapsOfPolicies(listing)).toEqual([]);
    // A cluster that does not exist looks like a hidden cluster.
    expect(gapsOfPolicies(await listPolicies(ask, { clusters: ['hidden'], namespaces: [] }))).toEqual([
      'A cluster shows you nothing at present, so policies may be missing.',
    ]);
    expect(gapsOfPolicies({ ready: false, waiting: [{ cluster: { name: 'leaf' }, kinds: ['Gateway'] }] })).toEqual([
      'Cluster leaf is still being listed: Gateway.',
    ]);
  });
});

describe('policy explain', () => {
  const effective: Explanation['effective'][number] = {
    ...{ kind: 'RateLimitPolicy.kuadrant.io', complete: false },
    path: {
      nodes: [{ id: 'leaf/gateway.networking.k8s.io/Gateway/apps/gw#web' }, { id: ROUTE }, { id: `${ROUTE}#rule-1` }],
      hostnames: [],
      open: false,
    },
    rules: [{ key: 'limits#x', path: 'limits.x', source: id('RateLimitPolicy', 'lower') }],
    displaced: [{ key: 'limits#y', source: id('RateLimitPolicy', 'upper'), by: [id('RateLimitPolicy', 'lower')] }],
  };

  it('tells the path, the rules in effect, and what they replace', () => {
    expect(explanationText(ROUTE, { node: { id: ROUTE, unresolved: [], above: [] }, effective: [effective] }))
      .toBe(`HTTPRoute apps/web
└─ Gateway apps/gw#web → HTTPRoute apps/web → HTTPRoute apps/web#rule-1
   any hostname
   └─ RateLimitPolicy.kuadrant.io (there may be more that you may not list)
      ├─ limits#x: RateLimitPolicy apps/lower
      └─ limits#y of RateLimitPolicy apps/upper: not in effect, replaced by RateLimitPolicy apps/lower
`);
  });

  it('tells why nothing is in effect', () => {
    const node = {
      id: ROUTE,
      unresolved: [{ kind: 'ROUTE', to: 'leaf/gateway.networking.k8s.io/Gateway/apps/no', absent: true }],
      above: [
        { kind: 'ROUTE', refusals: ['HOSTNAME'], from: { id: 'leaf/gateway.networking.k8s.io/Gateway/apps/gw#web' } },
      ],
    };
    expect(explanationText(ROUTE, { node, effective: [] }).split('\n')).toEqual([
      'HTTPRoute apps/web',
      '  ROUTE Gateway apps/no: does not exist',
      '  ROUTE Gateway apps/gw#web: does not hold (HOSTNAME)',
      '  No policy is in effect on its paths.',
      '',
    ]);
    expect(explanationText(ROUTE, { node: null, effective: [] })).toContain('you may not list it');
  });

  it('tells the impact', () => {
    const reported: ReportedImpact = {
      ...{
        node: { id: ROUTE },
        pathCount: 1,
        hostnames: ['a.test'],
        reaches: { totalCount: 1, nodes: [{ id: `${ROUTE}#rule-1` }] },
      },
      ...{
        orphaned: [{ ...id('AuthPolicy', 'a'), kind: 'AuthPolicy' }],
        ifDeleted: { totalCount: 1, nodes: [{ before: effective, after: null }] },
      },
    };
    expect(impactText(ROUTE, reported).split('\n')).toEqual([
      'HTTPRoute apps/web',
      '  1 path: a.test',
      '  reaches 1 node',
      '    HTTPRoute apps/web#rule-1',
      '  if it is deleted, 1 effective policy would change',
      '    RateLimitPolicy.kuadrant.io on HTTPRoute apps/web#rule-1',
      '      now: limits#x of RateLimitPolicy apps/lower',
      '      then: none',
      '  AuthPolicy apps/a would have no target',
      '',
    ]);
    expect(impactText(ROUTE, null)).toContain('does not exist');
  });

  it('names objects without control characters', () =>
    expect(shortName('leaf//Namespace//a%2Fb#x%20y')).toBe('Namespace a/b#x y'));
});
