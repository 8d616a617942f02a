/** Merging policies of one kind along a path: worked examples, and algebraic properties of the merge. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finished, Pace } from '../../../async/fair-turns.ts';
import { merged, type Attached } from '../../../subgraphs/policy/merge.ts';
import type { PolicyRule, PolicyState, Strategy } from '../../../subgraphs/policy/policy-state.ts';
import { at, compute, effects, gateway, gatewayClass, httpRoute, policy, ref, rules, stateOf } from './cluster.ts';

const GATEWAY = ref('Gateway', 'gw');
const LISTENER = ref('Gateway', 'gw', { sectionName: 'web' });
const ROUTE = ref('HTTPRoute', 'web');
const RULE = ref('HTTPRoute', 'web', { sectionName: 'rule-1' });
const world = [gatewayClass('main'), gateway('gw'), httpRoute('web', [{ name: 'gw' }])];
const limit = (name: string, target: unknown, spec: object, second = 0) =>
  policy('RateLimitPolicy', { name, ...at(second) }, target, spec as Readonly<Record<string, unknown>>);
const light = { defaults: { when: [{ predicate: 'true' }] } };

describe('rules in effect', () => {
  it.each<[string, readonly ReturnType<typeof limit>[], string]>([
    [
      'da{x,y} · da{x}: the lower',
      [limit('u', GATEWAY, rules('da', 'xy')), limit('l', ROUTE, rules('da', 'x'))],
      'x<l -x<u>l -y<u>l',
    ],
    [
      'da{x,y} · light alone: the upper',
      [limit('u', GATEWAY, rules('da', 'xy')), limit('l', ROUTE, light)],
      'x<u y<u -<l>u',
    ],
    [
      'oa{x} · da{y}: the upper',
      [limit('u', GATEWAY, rules('oa', 'x')), limit('l', ROUTE, rules('da', 'y'))],
      'x<u -y<l>u',
    ],
    [
      'dm{x,y} · da{x}: both',
      [limit('u', GATEWAY, rules('dm', 'xy')), limit('l', ROUTE, rules('da', 'x'))],
      'x<l y<u -x<u>l',
    ],
    [
      'om{x,y} · da{x,z}: both',
      [limit('u', GATEWAY, rules('om', 'xy')), limit('l', ROUTE, rules('da', 'xz'))],
      'x<u y<u z<l -x<l>u',
    ],
    [
      'oa{x} · om{y} · da{z}: the first',
      [limit('a', GATEWAY, rules('oa', 'x')), limit('b', ROUTE, rules('om', 'y')), limit('c', RULE, rules('da', 'z'))],
      'x<a -y<b>a -z<c>a',
    ],
    [
      'da{x} · om{y} · da{z}: the second and third',
      [limit('a', GATEWAY, rules('da', 'x')), limit('b', ROUTE, rules('om', 'y')), limit('c', RULE, rules('da', 'z'))],
      'y<b z<c -x<a>b+c',
    ],
    [
      'dm{x} · oa{y} · da{x}: the second and first',
      [limit('a', GATEWAY, rules('dm', 'x')), limit('b', ROUTE, rules('oa', 'y')), limit('c', RULE, rules('da', 'x'))],
      'x<a y<b -x<c>a',
    ],
    [
      'two da on one target: the newest',
      [limit('old', ROUTE, rules('da', 'x'), 0), limit('new', ROUTE, rules('da', 'y'), 5)],
      'y<new -x<old>new',
    ],
    [
      'two oa on one target: the oldest',
      [limit('old', ROUTE, rules('oa', 'x'), 0), limit('new', ROUTE, rules('oa', 'y'), 5)],
      'x<old -y<new>old',
    ],
    [
      'one age: by namespace and name',
      [limit('a', ROUTE, rules('oa', 'x')), limit('b', ROUTE, rules('oa', 'y'))],
      'x<a -y<b>a',
    ],
    ['of one policy without rules: none', [limit('l', ROUTE, {})], ''],
    [
      'neither defaults nor overrides: atomic defaults',
      [limit('u', GATEWAY, rules('da', 'x')), limit('l', ROUTE, { limits: { y: {} } })],
      'y<l -x<u>l',
    ],
    ['on several nodes of a path: once for each', [limit('u', [GATEWAY, ROUTE], rules('da', 'x'))], 'x<u'],
  ])('%s', (_what, policies, reported) => {
    const found = compute([...world, ...policies]);
    expect(effects(found)).toEqual([`rule ${reported}`]);
  });

  it('lists a policy on two nodes of a path twice, and its displaced keys once', () => {
    const { effective } = compute([
      ...world,
      limit('u', [GATEWAY, ROUTE], rules('da', 'x')),
      limit('l', RULE, rules('da', 'y')),
    ]);
    expect(effective[0]!.merged.policies.map(({ object }) => object.name)).toEqual(['u', 'u', 'l']);
    expect(effects({ effective })).toEqual(['rule y<l -x<u>l']);
  });

  it('give the nearest DNSPolicy, the oldest of one listener', () => {
    const dns = (name: string, target: unknown, second: number) => policy('DNSPolicy', { name, ...at(second) }, target);
    const found = compute([...world, dns('gw', GATEWAY, 0), dns('older', LISTENER, 1), dns('newer', LISTENER, 2)]);
    expect(effects(found)).toEqual(['listener *<older -*<gw>older -*<newer>older']);
    expect(stateOf(found, 'DNSPolicy/apps/newer')).toMatchObject({ standing: 'CONFLICTED' });
    expect(stateOf(found, 'DNSPolicy/apps/older')).toMatchObject({ standing: 'ENFORCED' });
    expect(stateOf(found, 'DNSPolicy/apps/gw')).toMatchObject({ standing: 'OVERRIDDEN' });
  });

  it('name the place of a rule in its policy', () => {
    const auth = policy('AuthPolicy', 'auth', ROUTE, {
      overrides: {
        rules: {
          authentication: { oidc: {}, 'a.b': {} },
          response: { success: { filters: { m: {} } }, unauthorized: {} },
        },
        when: [{}],
      },
    });
    expect(
      stateOf(compute([...world, auth]), 'AuthPolicy/apps/auth').rules.map(({ key, path }) => [key, path]),
    ).toEqual([
      ['authentication#a.b', 'overrides.rules.authentication["a.b"]'],
      ['authentication#oidc', 'overrides.rules.authentication.oidc'],
      ['conditions#', 'overrides.when'],
      ['response.success.metadata#m', 'overrides.rules.response.success.filters.m'],
      ['response.unauthorized#', 'overrides.rules.response.unauthorized'],
    ]);
  });
});

describe('the fold', () => {
  const strategies: readonly Strategy[] = ['ATOMIC_DEFAULTS', 'ATOMIC_OVERRIDES', 'RULE_DEFAULTS', 'RULE_OVERRIDES'];
  let made = 0;
  const anyPolicy = (among: readonly Strategy[] = strategies) =>
    fc
      .record({
        strategy: fc.constantFrom(...among),
        keys: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')),
        light: fc.boolean(),
      })
      .map(({ strategy, keys, light: isLight }) => {
        const id = `p${made++}`;
        const rules: PolicyRule[] = [];
        const source = { id, strategy, rules } as unknown as PolicyState;
        for (const key of keys) rules.push({ key, path: key, digest: key, isLight: isLight && key === 'a', source });
        return source;
      });
  const path = (policies: readonly PolicyState[]) => policies.map((it, i): Attached<number> => ({ policy: it, at: i }));
  const mergedOf = (policies: readonly PolicyState[]) => finished(merged(path(policies), new Pace()));
  const table = (policies: readonly PolicyState[]) =>
    mergedOf(policies).rules.map(({ key, source }) => `${key}<${source.id}`);

  it('accounts for every key of every policy once: in effect, or displaced', () => {
    fc.assert(
      fc.property(fc.array(anyPolicy(), { minLength: 1, maxLength: 6 }), policies => {
        const result = mergedOf(policies);
        const reported = [...result.rules, ...result.displaced].map(({ key, source }) => `${key} ${source.id}`).sort();
        expect(reported).toEqual(policies.flatMap(({ id, rules: own }) => own.map(({ key }) => `${key} ${id}`)).sort());
      }),
    );
  });

  it('is associative where rules are merged: a run of policies of one merge strategy is as good as one policy', () => {
    const one = (policies: readonly PolicyState[]): PolicyState => {
      const result = mergedOf(policies);
      return { ...policies[0]!, rules: result.rules } as unknown as PolicyState;
    };
    for (const strategy of ['RULE_DEFAULTS', 'RULE_OVERRIDES'] as const)
      fc.assert(
        fc.property(fc.tuple(anyPolicy([strategy]), anyPolicy([strategy]), anyPolicy()), ([a, b, c]) => {
          const keys = (policies: readonly PolicyState[]) =>
            mergedOf(policies).rules.map(({ key, path: place }) => [key, place]);
          expect(keys([one([a, b]), c])).toEqual(keys([a, b, c]));
        }),
      );
  });

  it('does not see what is below an atomic override', () => {
    fc.assert(
      fc.property(anyPolicy(['ATOMIC_OVERRIDES']), fc.array(anyPolicy(), { maxLength: 4 }), (upper, below) => {
        expect(table([upper, ...below])).toEqual(table([upper]));
      }),
    );
  });
});
