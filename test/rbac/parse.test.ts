/** Parsing of a leaf's RBAC object, part by part. Malformed parts grant nothing. */
import { describe, expect, it } from '@jest/globals';
import { parseGrantObject } from '../../rbac/parse.ts';
import { allow } from './fixtures.ts';

const MAX_CHARACTERS = 2 * 1024 * 1024;
const NO_ROLE = { apiGroup: '', kind: '', name: '' };
const jane = { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'jane', namespace: '' };
const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'viewer' };
const wrong: readonly unknown[] = [null, 7, true, {}, [], ['jane']];

describe('the names of an object', () => {
  it('are read as they are', () => {
    const metadata = { namespace: 'team-a', name: 'b', resourceVersion: '42' };
    expect(parseGrantObject('RoleBinding', { metadata, roleRef, subjects: [jane] })).toEqual({
      ...metadata,
      type: 'RoleBinding',
      roleRef,
      subjects: [jane],
    });
  });

  it.each(wrong)('are empty where they are %j', value => {
    const metadata = { namespace: value, name: value, resourceVersion: value };
    expect(parseGrantObject('Role', { metadata })).toMatchObject({ namespace: '', name: '', resourceVersion: '' });
    expect(parseGrantObject('Role', { metadata: value })).toMatchObject({
      namespace: '',
      name: '',
      resourceVersion: '',
    });
  });
});

describe('a subject', () => {
  const subjectsOf = (...subjects: unknown[]) => {
    const binding = parseGrantObject('ClusterRoleBinding', { metadata: { name: 'b' }, roleRef, subjects });
    return 'subjects' in binding ? binding.subjects : undefined;
  };

  it('may leave out its group and namespace', () => {
    expect(subjectsOf({ kind: 'User', name: 'jane' })).toEqual([{ ...jane, apiGroup: '' }]);
  });

  it.each(
    wrong.flatMap(value => (['kind', 'apiGroup', 'name', 'namespace'] as const).map(part => [part, value] as const)),
  )('a subject whose %s is %j matches no identity, and the others stay', (part, value) => {
    expect(subjectsOf({ ...jane, [part]: value }, jane)).toEqual([jane]);
  });

  it.each([...wrong, undefined, 'jane', { kind: 'User' }, { name: 'jane' }, { kind: 'User', name: '' }])(
    'a subject that is %j matches no identity',
    value => {
      expect(subjectsOf(value, jane)).toEqual([jane]);
    },
  );
});

describe('a reference to a role', () => {
  const refOf = (value: unknown) => {
    const binding = parseGrantObject('ClusterRoleBinding', {
      metadata: { name: 'b' },
      roleRef: value,
      subjects: [jane],
    });
    return 'roleRef' in binding ? binding.roleRef : undefined;
  };

  it('may leave out its group', () => {
    expect(refOf({ kind: 'Role', name: 'r' })).toEqual({ apiGroup: '', kind: 'Role', name: 'r' });
  });

  it.each(wrong.flatMap(value => (['apiGroup', 'kind', 'name'] as const).map(part => [part, value] as const)))(
    'a reference whose %s is %j is to no role',
    (part, value) => {
      expect(refOf({ ...roleRef, [part]: value })).toEqual(NO_ROLE);
    },
  );

  it.each([...wrong, undefined, 'viewer', { kind: 'Role' }, { name: 'r' }, { kind: 'Role', name: '' }])(
    'a reference that is %j is to no role',
    value => {
      expect(refOf(value)).toEqual(NO_ROLE);
    },
  );
});

describe('an aggregated role', () => {
  it.each([
    ['ClusterRole', { clusterRoleSelectors: [] }, true],
    ['ClusterRole', {}, true],
    ...[undefined, null, 'x', 7, [], [{}]].map(value => ['ClusterRole', value, false] as const),
    ['Role', { clusterRoleSelectors: [] }, false],
  ] as const)('is a %s whose aggregationRule is %j: %s', (type, aggregationRule, expected) => {
    expect(
      parseGrantObject(type, { metadata: { name: 'r', namespace: 'a' }, aggregationRule, rules: [] }),
    ).toMatchObject({
      aggregated: expected,
    });
  });
});

describe('the labels and selectors of a ClusterRole', () => {
  const read = (labels: unknown, clusterRoleSelectors: unknown) => {
    const role = parseGrantObject('ClusterRole', {
      metadata: { name: 'r', labels },
      aggregationRule: { clusterRoleSelectors },
    });
    return 'rules' in role ? role.aggregation : undefined;
  };

  it('are read as they are, a label of a selector as what it stands for', () => {
    const matchExpressions = [
      { key: 'tier', operator: 'NotIn', values: ['a', 'b'] },
      { key: 'old', operator: 'DoesNotExist' },
    ];
    expect(read({ team: 'a' }, [{ matchLabels: { view: 'true' }, matchExpressions }, {}])).toEqual({
      labels: { team: 'a' },
      selectors: [
        [
          { key: 'view', operator: 'In', values: ['true'] },
          { key: 'tier', operator: 'NotIn', values: ['a', 'b'] },
          { key: 'old', operator: 'DoesNotExist', values: [] },
        ],
        [],
      ],
    });
  });

  it.each(wrong)('are none where a label is %j, and the others stay', value => {
    expect(read({ team: value, tier: 'x' }, [])).toEqual({ labels: { tier: 'x' }, selectors: [] });
    expect(read({ team: value }, [])).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ...wrong.map(value => ['a label', { matchLabels: { view: value } }] as [string, unknown]),
    ...wrong.map(value => ['a key', { matchExpressions: [{ key: value, operator: 'Exists' }] }] as [string, unknown]),
    ...[...wrong, undefined, 'exists', 'Gt'].map(
      value =>
        ['an operator', { matchExpressions: [{ key: 'view', operator: value, values: ['x'] }] }] as [string, unknown],
    ),
    ...[7, true, {}, [7], 'x'].map(
      value =>
        ['the values', { matchExpressions: [{ key: 'view', operator: 'In', values: value }] }] as [string, unknown],
    ),
    ...[null, 7, true, [], 'x'].map(value => ['an expression', { matchExpressions: [value] }] as [string, unknown]),
    ...[null, 7, true, [], 'x'].map(value => ['all of it', value] as [string, unknown]),
  ])('are not a selector of which %s is malformed, and the others stay: %j', (_part, selector) => {
    expect(read(undefined, [selector, { matchLabels: { view: 'true' } }])).toEqual({
      labels: {},
      selectors: [[{ key: 'view', operator: 'In', values: ['true'] }]],
    });
    expect(read(undefined, [selector])).toBeUndefined();
  });

  it.each([
    ['to the character', 0, true],
    ['and a character too many', 1, false],
  ])('have 4 096 characters, %s', (_case, more, expected) => {
    const room = 4_096 - JSON.stringify({ labels: { a: '' }, selectors: [] }).length;
    expect(read({ a: 'x'.repeat(room + more) }, []) !== undefined).toBe(expected);
  });
});

describe('the limit of an object', () => {
  // Each text counts with its length plus three characters.
  const overhead = (...texts: string[]) => texts.reduce((sum, text) => sum + text.length + 3, 0);

  it.each([
    ['to the character', 0, 2],
    ['and a character too many', 1, 0],
  ])('counts every text of every subject: %s', (_case, more, expected) => {
    const robot = { kind: 'ServiceAccount', apiGroup: 'core', namespace: 'team-a' };
    const room = MAX_CHARACTERS - overhead(...Object.values(jane)) - overhead(...Object.values(robot), '');
    const subjects = [jane, { ...robot, name: 'x'.repeat(room + more) }];
    expect(parseGrantObject('RoleBinding', { metadata: {}, roleRef, subjects })).toHaveProperty(
      'subjects.length',
      expected,
    );
  });

  it.each([
    ['to the character', 0, 2],
    ['and a character too many', 1, 0],
  ])('counts every text of every rule: %s', (_case, more, expected) => {
    const room = MAX_CHARACTERS - overhead('list', '', 'pods') - overhead('get', 'apps', 'deployments', 'web', '');
    const long = { ...allow('get', 'deployments.apps'), resourceNames: ['web', 'x'.repeat(room + more)] };
    expect(parseGrantObject('Role', { metadata: {}, rules: [allow('list', 'pods'), long] })).toHaveProperty(
      'rules.length',
      expected,
    );
  });
});
