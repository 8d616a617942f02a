/**
 * Clusters whose objects are made to slow down the computation of a topology. The computation takes limited time, in
 * short steps.
 */
import { describe, expect, it } from '@jest/globals';
import { finished, Pace } from '../../../async/fair-turns.ts';
import { differenceOf, NOTHING_SENT } from '../../../subgraphs/policy/change-state.ts';
import { policyOf } from '../../../subgraphs/policy/cluster-policy.ts';
import { fromRecords } from '../../../subgraphs/policy/records.ts';
import { Part, partsOf, type PartFilter } from '../../../subgraphs/policy/part.ts';
import { processorTime } from '../../processor-time.ts';
import {
  at,
  backend,
  compute,
  gateway,
  gatewayClass,
  grant,
  httpRoute,
  limits,
  listener,
  policy,
  recordsOf,
  ref,
  service,
  viewOf,
  type Manifest,
} from './cluster.ts';

const many = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, number) => make(number));
const open = { allowedRoutes: { namespaces: { from: 'All' } } };
const routeKind = { group: 'gateway.networking.k8s.io', kind: 'HTTPRoute' };

const CLUSTERS: Readonly<Record<string, () => readonly Manifest[]>> = {
  'hundreds of grants that permit nothing of what is asked for': () => [
    gatewayClass('main'),
    gateway('gw', [listener('l', open)]),
    ...many(200, g =>
      grant(
        `target/g${g}`,
        many(16, f => ({ ...routeKind, namespace: `other-${f}` })),
        many(16, t => ({ group: '', kind: 'Service', name: `s${t}` })),
      ),
    ),
    ...many(100, s => service(`target/s${s}`)),
    ...many(100, r =>
      httpRoute(`r${r}`, [ref('Gateway', 'gw')], {
        rules: many(16, k => ({
          backendRefs: many(16, b => backend(`s${(r + k + b) % 100}`, { namespace: 'target' })),
        })),
      }),
    ),
  ],
  'routes with ten thousand hostnames on many listeners': () => [
    gatewayClass('main'),
    gateway(
      'gw',
      many(64, l => listener(`l${l}`, { hostname: `*.l${l % 2}.example.com` })),
    ),
    ...many(10, r =>
      httpRoute(`r${r}`, [ref('Gateway', 'gw')], { hostnames: many(10_000, h => `h${h}.l${h % 3}.example.com`) }),
    ),
  ],
  'rules with a thousand ports of a Service, and a thousand backends that do not exist': () => [
    gatewayClass('main'),
    gateway('gw', [listener('l')]),
    service('s'),
    ...many(60, r =>
      httpRoute(`r${r}`, [ref('Gateway', 'gw')], {
        rules: [
          {
            backendRefs: [
              ...many(1_000, b => backend('s', { port: 1_000 + b })),
              ...many(1_000, b => backend(`no-${b}`)),
            ],
          },
        ],
      }),
    ),
  ],
  'policies that target each other in a circle': () =>
    many(1_000, p =>
      policy(
        'RateLimitPolicy',
        `p${p}`,
        { group: 'kuadrant.io', kind: 'RateLimitPolicy', name: `p${(p + 1) % 1_000}` },
        limits('a'),
      ),
    ),
};

describe('a cluster with', () => {
  it.each(Object.entries(CLUSTERS))('%s is read in many short steps', (_name, manifests) => {
    const view = viewOf(manifests());
    const work = policyOf(view, { paths: 100_000 });
    const before = processorTime();
    const steps: number[] = [];
    for (let begun = before, ended = false; !ended;) {
      ended = work.next().done === true;
      const now = processorTime();
      steps.push(now - begun);
      begun = now;
    }
    expect(processorTime() - before).toBeLessThan(1_500);
    // The two longest steps are left out, since garbage collection may cause them.
    expect(steps.sort((a, b) => a - b).at(-3)).toBeLessThan(25);
    expect(steps.length).toBeGreaterThan(20);
  });
});

/** Policies that merge with each other. Each has many rules of its own. */
const merging = (count: number, rules: number, target: unknown): Manifest[] =>
  many(count, p =>
    policy('AuthPolicy', `p${p}`, target, {
      defaults: {
        strategy: 'merge',
        rules: { authentication: Object.fromEntries(many(rules, r => [`rule-${p}-${r}`, {}])) },
      },
    }),
  );

describe('merging', () => {
  const target = ref('HTTPRoute', 'r');
  const world = [gatewayClass('main'), gateway('gw'), httpRoute('r', [ref('Gateway', 'gw')])];
  /** Number of operations that the whole computation of a cluster counts. */
  const operationsOf = (manifests: readonly Manifest[]): number => {
    let operations = 0;
    const spent = (count = 1): boolean => (operations += count) < 0;
    finished(policyOf({ ...viewOf([...world, ...manifests]), spent }, { paths: 100_000 }));
    return operations;
  };

  it('takes work in proportion to the rules, however many policies a target has', () => {
    const [few, many] = [operationsOf(merging(20, 50, target)), operationsOf(merging(160, 50, target))];
    expect(many).toBeLessThan(10 * few);
  });

  it('shares the lists of policies that displace rules', () => {
    const one = (name: string, spec: Readonly<Record<string, unknown>>, second: number) =>
      policy('AuthPolicy', { name, ...at(second) }, target, spec);
    const rulesOf = (name: string, strategy: string) => ({ strategy, rules: { authentication: { [name]: {} } } });
    const count = 100;
    const { effective, nodes } = compute([
      ...world,
      ...many(count, p => one(`upper-${p}`, { overrides: rulesOf(`u${p}`, 'merge') }, p)),
      one('atom', { overrides: rulesOf('a', 'atomic') }, count),
      ...many(count, p => one(`lower-${p}`, { defaults: rulesOf(`l${p}`, 'merge') }, count + 1 + p)),
    ]);
    const { displaced } = effective[0]!.merged;
    expect(displaced.length).toBe(count);
    expect(new Set(displaced.map(({ by }) => by)).size).toBe(1);
    expect(displaced[0]!.by.length).toBe(count + 1);
    const lower = nodes.find(({ object }) => object.name === 'lower-7')!.policy!;
    expect([lower.standing, finished(lower.overriddenBy(new Pace()))]).toEqual(['OVERRIDDEN', displaced[0]!.by]);
    expect(lower.overriders[0]).toBe(displaced[0]!.by);
  });

  it('of too many rules leaves out the effective policies of the cluster, and says so', () => {
    const found = (paths: number) => compute([...world, ...merging(4, 10, target)], { paths });
    // Four policies with ten rules each count 44.
    expect(found(5)).toMatchObject({ isOverLimit: false, effective: [{ complete: true }] });
    expect(found(4)).toMatchObject({ isOverLimit: true, effective: [], toRules: [], toListeners: [] });
    expect(found(4).nodes.find(({ object }) => object.name === 'p0')!.policy!.standing).toBe('UNKNOWN');
  });
});

describe('the state of a change stream', () => {
  const paths = 5 * 8 * 16;
  const rules = 20 * 100;
  const whole = compute([
    gatewayClass('main'),
    gateway(
      'gw',
      many(5, l => listener(`l${l}`)),
    ),
    ...many(8, r => httpRoute(`r${r}`, [ref('Gateway', 'gw')], { rules: many(16, () => ({})) })),
    ...merging(20, 100, ref('Gateway', 'gw')),
  ]);
  const difference = (bytes: number) => {
    const pace = new Pace(1_000);
    const rows = { spent: (count?: number) => pace.spent(count), mayShow: () => true };
    return {
      found: finished(differenceOf(NOTHING_SENT, new Part(whole), rows, { changes: 10_000, bytes })),
      operations: pace.done,
    };
  };

  it('holds one short digest for each path, although all paths share thousands of rules', () => {
    expect(whole.effective.length).toBe(paths);
    expect(whole.effective[0]!.merged.rules.length).toBe(rules);
    const { found, operations } = difference(Infinity);
    expect(found!.now.effective.size).toBe(paths);
    expect(found!.now.bytes).toBeLessThan(1_000_000);
    // Reads the rules once. Once for each path would be a million rules.
    expect(operations).toBeLessThan(paths * rules);
  });

  it('is not built any further when it is too large', () => {
    const { found, operations } = difference(10_000);
    expect(found).toBeUndefined();
    expect(operations).toBeLessThan(difference(Infinity).operations / 10);
  });
});

describe('the parts of a cluster with ten thousand paths', () => {
  const routes = 40;
  const whole = compute([
    gatewayClass('main'),
    gateway(
      'gw',
      many(16, l => listener(`l${l}`)),
    ),
    ...many(routes, r => httpRoute(`r${r}`, [ref('Gateway', 'gw')], { rules: many(16, () => ({})) })),
    policy('AuthPolicy', 'p', ref('Gateway', 'gw'), { rules: { authentication: { a: {} } } }),
  ]);
  const aroundRoute = (r: number): PartFilter => ({
    around: [whole.nodes.find(({ object, section }) => object.name === `r${r}` && section === undefined)!.id],
  });
  const measured = (...filters: readonly PartFilter[]) => {
    const pace = new Pace(1_000);
    const work = partsOf(whole, filters, pace);
    let steps = 1;
    let result = work.next();
    for (; !result.done; result = work.next()) steps++;
    return { parts: result.value, steps, operations: pace.done };
  };

  it('are selected in short steps, and each kind of policy is tested once', () => {
    let tests = 0;
    const { parts, steps } = measured({ isKind: () => ++tests > 0 });
    expect(parts[0]!.effective.length).toBe(whole.effective.length);
    expect(tests).toBe(1);
    expect(steps).toBeGreaterThan(whole.effective.length / 1_000);
  });

  it('share one pass through the effective policies', () => {
    const one = measured(aroundRoute(0));
    const all = measured(...many(routes, aroundRoute));
    expect(all.parts.map(({ effective }) => effective)).toEqual(
      many(routes, r => measured(aroundRoute(r)).parts[0]!.effective),
    );
    expect(all.operations).toBeLessThan(3 * one.operations);
  });
});

describe('the records of a policy with sixty thousand rules', () => {
  it('have a digest only of rules that the store can keep, and are known to be partial', () => {
    let reads = 0;
    const count = 60_000;
    const rule = { toJSON: () => void reads++ };
    const huge = policy('RateLimitPolicy', 'p', ref('Gateway', 'gw'), {
      limits: Object.fromEntries(many(count, r => [`rule-${r}`, rule])),
    });
    const records = recordsOf(huge).get('policy')!;
    // The digest of the specification reads each rule once.
    expect(reads).toBeLessThan(1.1 * count);
    const { parts, isPartial } = fromRecords(records)!;
    expect([parts.length > 500, isPartial]).toEqual([true, true]);
  });
});
