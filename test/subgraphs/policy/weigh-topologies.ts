/**
 * Prints, as JSON, the estimated and the actual bytes of kept topologies, for several kinds of clusters. Runs as a
 * separate process, so that garbage of other code is not counted.
 */
import { finished } from '../../../async/fair-turns.ts';
import type { ClusterPolicy } from '../../../subgraphs/policy/cluster-policy.ts';
import { weightOf } from '../../../subgraphs/policy/weight.ts';
import {
  backend,
  compute,
  gateway,
  gatewayClass,
  httpRoute,
  limits,
  listener,
  policy,
  ref,
  rules,
  service,
  type Manifest,
} from './cluster.ts';
import { collectGarbage } from '../../collect-garbage.ts';

const many = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, number) => make(number));
const long = (name: string) => `${name}-${'n'.repeat(200)}`;
const conditions = [
  { type: 'Accepted', status: 'True', reason: 'Accepted' },
  { type: 'Enforced', status: 'True', reason: 'Enforced' },
];

const SHAPES: Readonly<Record<string, () => readonly Manifest[]>> = {
  'an ordinary cluster': () => [
    gatewayClass('main'),
    ...many(9, g => gateway(`gw-${g}`, [listener('web', { hostname: `*.g${g}.example.com` }), listener('api')])),
    ...many(150, r =>
      httpRoute(`route-${r}`, [ref('Gateway', `gw-${r % 9}`)], {
        hostnames: [`app${r}.g${r % 9}.example.com`],
        rules: [{ backendRefs: [backend(`svc-${r}`)] }, { backendRefs: [backend(`svc-${r + 1}`)] }],
      }),
    ),
    ...many(220, s => service(`svc-${s}`, [{ name: 'http', port: 80 }])),
    ...many(20, p =>
      policy(
        p % 2 ? 'AuthPolicy' : 'RateLimitPolicy',
        `policy-${p}`,
        ref('Gateway', `gw-${p % 9}`),
        rules('dm', 'abc'),
      ),
    ),
  ],
  'many hostnames': () => [
    gatewayClass('main'),
    gateway(
      'gw',
      many(20, l => listener(`l${l}`, { hostname: l % 2 ? '*.example.com' : '*.r1.example.com' })),
    ),
    ...many(30, r =>
      httpRoute(`r${r}`, [ref('Gateway', 'gw')], { hostnames: many(200, h => `h${h}.r${r % 3}.example.com`) }),
    ),
  ],
  'long names': () => [
    gatewayClass('main'),
    gateway(
      long('gw'),
      many(10, l => listener(long(`l${l}`))),
    ),
    ...many(100, r =>
      httpRoute(long(`r${r}`), [ref('Gateway', long('gw'))], {
        rules: [{ name: long('a'), backendRefs: [backend(long(`s${r}`))] }],
      }),
    ),
    ...many(100, r => service(long(`s${r}`), [])),
  ],
  'many rules': () => [
    gatewayClass('main'),
    gateway('gw'),
    ...many(60, r => httpRoute(`r${r}`, [ref('Gateway', 'gw')])),
    ...many(60, r =>
      policy('RateLimitPolicy', `p${r}`, ref('HTTPRoute', `r${r}`), {
        limits: Object.fromEntries(many(100, k => [`limit-${k}-${r}`, { rates: [k] }])),
        status: { conditions },
      }),
    ),
  ],
  'many displaced rules': () => [
    gatewayClass('main'),
    gateway('gw'),
    ...many(60, r => httpRoute(`r${r}`, [ref('Gateway', 'gw')])),
    ...many(10, p =>
      policy('RateLimitPolicy', `gw-${p}`, ref('Gateway', 'gw'), {
        defaults: { limits: Object.fromEntries(many(20, k => [`limit-${k}-${p}`, { rates: [k] }])) },
      }),
    ),
    ...many(60, r => policy('RateLimitPolicy', `p${r}`, ref('HTTPRoute', `r${r}`), limits('ab'))),
  ],
  'many listeners and routes': () => [
    gatewayClass('main'),
    gateway(
      'gw',
      many(63, l => listener(`l${l}`)),
    ),
    ...many(63, r => httpRoute(`r${r}`, [ref('Gateway', 'gw')])),
    policy('RateLimitPolicy', 'p', ref('Gateway', 'gw'), limits('ab')),
  ],
};

const COPIES = 12;

function measured(manifests: () => readonly Manifest[]): { estimated: number; taken: number } {
  const made = (cluster: string): ClusterPolicy => {
    const { reported: _reported, ...kept } = compute(manifests(), { cluster });
    return kept;
  };
  for (let i = 0; i < 4; i++) made(`warm-up-${i}`);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const kept = many(COPIES, number => made(`cluster-${number}`));
  collectGarbage();
  const taken = process.memoryUsage().heapUsed - before;
  return { estimated: kept.reduce((sum, policy) => sum + finished(weightOf(policy)), 0), taken };
}

console.log(
  JSON.stringify(Object.fromEntries(Object.entries(SHAPES).map(([name, manifests]) => [name, measured(manifests)]))),
);
