/**
 * Explanations and decisions over many and large grants. This work yields often, evaluates each role once, and ends.
 */
import { describe, expect, it } from '@jest/globals';
import { authorize, authorizeInSteps } from '../../rbac/authorize.ts';
import { clusterRolesOf, contributorsOf } from '../../rbac/aggregation.ts';
import { explainRequest, explainVerb } from '../../rbac/explain.ts';
import { GrantTable } from '../../rbac/grant-table.ts';
import { Pace, type Steps } from '../../async/fair-turns.ts';
import type { GrantObject, RoleObject } from '../../rbac/types.ts';
import { allow, found, grantsOf, identity, PODS, role, roleBinding, user } from './fixtures.ts';

const jane = identity('jane');
const web = { resource: PODS, namespace: 'team-a', name: 'web' };
const get = { verb: 'get', group: '', resource: 'pods', namespace: 'team-a', name: 'web' };
const rules = (count: number, ...last: ReturnType<typeof allow>[]) => [
  ...Array.from({ length: count }, (_, i) => allow('get', 'pods', `pod-${i}`)),
  ...last,
];
const bindings = (count: number, ref = 'Role/large') =>
  Array.from({ length: count }, (_, i) => roleBinding('team-a', `b${i}`, ref, user('jane')));

/** A role that counts how often its rules are read. */
function watched(large: GrantObject): { role: GrantObject; looks: () => number } {
  let count = 0;
  const its = (large as RoleObject).rules.map(rule =>
    Object.defineProperty({ ...rule }, 'verbs', { get: () => (count++, rule.verbs), enumerable: true }),
  );
  return { role: { ...(large as RoleObject), rules: its }, looks: () => count };
}

function steps<T>(work: Steps<T>): { yields: number; value: T } {
  for (let yields = 0; ; yields++) {
    const step = work.next();
    if (step.done) return { yields, value: step.value };
  }
}

describe('300 bindings of one role of 10 000 rules', () => {
  it('are explained in at least one step for each 500 entries of the role, which is judged once', () => {
    const { role: large, looks } = watched(role('team-a', 'large', ...rules(10_000)));
    const once = looks();
    const { yields, value } = steps(explainVerb(grantsOf(large, ...bindings(300)), jane, web, 'get'));
    expect(value).toMatchObject({ allowed: false, grants: [] });
    // Each of the 10 000 rules counts as five: itself and its four entries. Each of the 300 bindings counts as one.
    expect(value).toHaveProperty('size', 50_300);
    expect(yields).toBeGreaterThanOrEqual(100);
    expect(looks() - once).toBeLessThan(10_000 * 5);
  });

  it('are decided in at least one step for each 500 entries of the role, which is judged once', () => {
    const { role: large, looks } = watched(role('team-a', 'large', ...rules(10_000)));
    const once = looks();
    const { yields, value } = steps(authorizeInSteps(grantsOf(large, ...bindings(300)), jane, get));
    expect(value).toBe(false);
    expect(yields).toBeGreaterThanOrEqual(100);
    expect(looks() - once).toBeLessThan(10_000 * 5);
  });

  it('end with the last chain that is shown', () => {
    const { role: large, looks } = watched(role('team-a', 'large', allow('get', 'pods'), ...rules(10_000)));
    const twice = watched(role('team-a', 'other', ...rules(10_000)));
    const before = looks() + twice.looks();
    const reached = [...bindings(300), roleBinding('team-a', 'z', 'Role/other', user('jane'))];
    const { value } = steps(explainVerb(grantsOf(large, twice.role, ...reached), jane, web, 'get'));
    expect(value).toMatchObject({ allowed: true, grants: { length: 50 } });
    expect(looks() + twice.looks() - before).toBeLessThan(10_000 * 5);
    expect(twice.looks()).toBe(0);
  });

  it('end with the last chain that is shown, also within a role', () => {
    const large = role('team-a', 'large', ...Array.from({ length: 1_000 }, () => allow('get', 'pods')));
    const { value } = steps(explainVerb(grantsOf(large, ...bindings(1)), jane, web, 'get'));
    // The binding counts as one. Each of fifty rules counts as four: itself and its three entries.
    expect(value).toMatchObject({ grants: { length: 50 }, size: 1 + 50 * 4 });
  });
});

describe('one step is taken for each 500', () => {
  const long = allow('get', 'pods', ...Array.from({ length: 600 }, (_, i) => `pod-${i}`));

  it.each([
    // An explanation first gathers the bindings, so they count twice.
    ['bindings', [allow('get', 'pods', 'db')], 5_000, { decided: 5_000, explained: 10_000 }],
    ['rules and entries', rules(10_000), 1, { decided: 50_000, explained: 50_000 }],
    ['entries of long rules', Array.from({ length: 250 }, () => long), 1, { decided: 151_000, explained: 151_000 }],
  ])('%s', (_what, its, count, { decided, explained }) => {
    const grants = grantsOf(role('team-a', 'large', ...its), ...bindings(count));
    expect(steps(authorizeInSteps(grants, jane, get))).toEqual({ yields: decided / 500, value: false });
    const { yields, value } = steps(explainVerb(grants, jane, web, 'get'));
    expect(value).toMatchObject({ allowed: false });
    expect(yields).toBe(explained / 500);
  });
});

describe('a rule of very many entries', () => {
  const names = Array.from({ length: 50_000 }, (_, i) => `pod-${i}`);

  it('is judged in steps, and the explanation shows of it what matched', () => {
    const verbs = [...names, 'get', 'delete'];
    const grants = grantsOf(role('team-a', 'large', allow(verbs, 'pods', ...names, 'web')), ...bindings(1));
    const { yields, value } = steps(explainVerb(grants, jane, web, 'get'));
    expect(yields).toBeGreaterThanOrEqual(200);
    const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: ['web'] };
    expect(value).toMatchObject({ allowed: true, grants: [{ rule }] });
  });

  it.each([
    [500, 498],
    [501, 1],
  ])('%d entries is shown with %d verbs', (size, shown) => {
    const rule = allow(['get', ...names.slice(0, size - 4), 'delete'], 'pods');
    const { grants } = found(explainVerb(grantsOf(role('team-a', 'large', rule), ...bindings(1)), jane, web, 'get'));
    expect(grants[0]?.rule.verbs).toHaveLength(shown);
  });

  it.each([
    ['the verb', allow([...names, 'get'], 'pods'), true],
    ['every group', { ...allow([...names, 'get'], 'pods'), apiGroups: ['*'] }, true],
    ['no such group', { ...allow([...names, 'get'], 'pods'), apiGroups: ['apps'] }, false],
    ['every verb', allow([...names, '*'], 'pods'), true],
    ['no such verb', allow([...names, 'list'], 'pods'), false],
    ['no such name', allow('get', 'pods', ...names), false],
    ['the resource', allow('get', [...names, 'pods']), true],
    ['no such resource', allow('get', [...names, 'pods/log']), false],
  ])('allows by %s', (_what, rule, expected) => {
    const grants = grantsOf(role('team-a', 'large', rule), ...bindings(1));
    expect(authorize(grants, jane, get)).toBe(expected);
    expect(found(explainVerb(grants, jane, web, 'get')).allowed).toBe(expected);
  });
});

it('a subject is looked for in steps among the many of its binding', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => user(`user-${i}`));
  const bound = roleBinding('team-a', 'b', 'Role/r', ...many, user('jane'));
  const { yields, value } = steps(
    explainVerb(grantsOf(role('team-a', 'r', allow('get', 'pods')), bound), jane, web, 'get'),
  );
  expect(yields).toBe(20_000 / 500);
  expect(value).toMatchObject({ grants: [{ subject: { name: 'jane' } }] });
});

describe('contributors are looked for in one step for each 500 rules, entries or roles', () => {
  const aggregated = (aggregation: RoleObject['aggregation'], from: RoleObject): RoleObject => ({
    ...{ ...from, type: 'ClusterRole', name: 'view', aggregated: true },
    aggregation,
  });
  const large = role('', 'large', ...rules(10_000)) as RoleObject;

  it('among all rules of a cluster, and all entries of rules of equal length', () => {
    const view = aggregated({ labels: {}, selectors: [[]] }, large);
    const { yields, value } = steps(contributorsOf(view, large.rules.at(-1)!, [large, view], new Pace()));
    expect(value).toEqual(['large']);
    expect(yields).toBe((2 * 10_000 * 5) / 500);
    const [other] = (role('', 'other', allow('get', 'pods')) as RoleObject).rules;
    const others = steps(contributorsOf(view, other!, [large, view], new Pace()));
    expect(others).toEqual({ yields: (2 * 10_000) / 500, value: [] });
  });

  it('among all roles that have the rule, for each aggregated one', () => {
    const selectors = [[{ key: 'x', operator: 'DoesNotExist' as const, values: [] }]];
    const view = aggregated({ labels: {}, selectors }, role('', 'view') as RoleObject);
    const plain = role('', 'plain', allow('get', 'pods', 'web')) as RoleObject;
    const others = Array.from({ length: 9_999 }, () => ({
      ...plain,
      aggregation: { labels: { x: '' }, selectors: [] },
    }));
    const { yields, value } = steps(contributorsOf(view, plain.rules[0]!, [...others, plain], new Pace()));
    expect(value).toEqual(['plain']);
    // Operations for each role: five for its rule and entries, two to compare it with the selector of `view`, and one
    // to compare it with `plain`, which has no selector.
    expect(yields).toBe((10_000 * 5 + 10_000 * 2 + 10_000) / 500);
  });

  it('once for a rule, however many bindings give it', () => {
    const view = aggregated(
      { labels: {}, selectors: [[]] },
      role('', 'view', allow('get', 'pods', 'web')) as RoleObject,
    );
    const part: RoleObject = { ...large, type: 'ClusterRole', name: 'part', rules: [...large.rules, ...view.rules] };
    const yieldsOf = (count: number) => {
      const grants = grantsOf(view, part, ...bindings(count, 'ClusterRole/view'));
      const { yields, value } = steps(explainVerb(grants, jane, web, 'get'));
      expect(value).toMatchObject({ grants: Array.from({ length: count }, () => ({ contributors: ['part'] })) });
      return yields;
    };
    expect(yieldsOf(50)).toBe(yieldsOf(1));
  });

  it('after the ClusterRoles among all grants', () => {
    const roles = Array.from({ length: 5_000 }, (_, i) => ({ ...large, type: 'ClusterRole' as const, name: `r${i}` }));
    const { yields, value } = steps(clusterRolesOf(grantsOf(...roles, ...bindings(5_000)), new Pace()));
    expect(value).toEqual(roles);
    expect(yields).toBe(10_000 / 500);
  });
});

describe('grants that change between two steps', () => {
  const start = (): { grants: GrantTable; revoke: () => void } => {
    const grants = new GrantTable(1);
    const its = bindings(1);
    grants.change(1, [role('team-a', 'large', ...rules(2_000, allow('get', 'pods'))), ...its]);
    return { grants, revoke: () => grants.change(grants.revision + 1, [], [`RoleBinding/team-a/b0`]) };
  };

  it('are read anew, so that a right that was revoked meanwhile explains and allows nothing', () => {
    for (const work of [
      ({ grants }: { grants: GrantTable }) => explainVerb(grants, jane, web, 'get'),
      ({ grants }: { grants: GrantTable }) => authorizeInSteps(grants, jane, get),
    ]) {
      const scene = start();
      const running = work(scene) as Steps<unknown>;
      expect(running.next().done).toBe(false);
      scene.revoke();
      const { value } = steps(running);
      expect(typeof value === 'object' ? value : { allowed: value }).toMatchObject({ allowed: false });
    }
  });

  it.each([
    ['an explanation', (grants: GrantTable) => explainVerb(grants, jane, web, 'get')],
    ['the grants that allow a request', (grants: GrantTable) => explainRequest(grants, jane, get)],
    ['a decision', (grants: GrantTable) => authorizeInSteps(grants, jane, get)],
  ])('all the time are given up by %s', (_what, work) => {
    const { grants } = start();
    const running: Steps<unknown> = work(grants);
    for (;;) {
      const step = running.next();
      if (step.done) {
        expect(step.value).toBe('changing');
        return;
      }
      grants.change(grants.revision + 1, [role('team-a', 'another', allow('get', 'nodes'))]);
    }
  });
});
