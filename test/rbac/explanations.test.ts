/** The sentences of explanations, the requests that count for a verb, and the contributors of aggregated roles. */
import { describe, expect, it } from '@jest/globals';
import { contributorsOf } from '../../rbac/aggregation.ts';
import { explainRequest, explainVerb } from '../../rbac/explain.ts';
import { finished, Pace } from '../../async/fair-turns.ts';
import { parseGrantObject } from '../../rbac/parse.ts';
import type { RoleObject } from '../../rbac/types.ts';
import {
  allow,
  clusterRole,
  clusterRoleBinding,
  found,
  grantsOf,
  identity,
  NODES,
  PODS,
  role,
  roleBinding,
  user,
} from './fixtures.ts';

const jane = identity('jane');
const web = { resource: PODS, namespace: 'team-a', name: 'web' };
const why = (...requested: Parameters<typeof explainVerb>) => found(explainVerb(...requested));

describe('the sentence of an explanation', () => {
  it('names a cluster-wide grant on a cluster-scoped object', () => {
    const grants = grantsOf(
      clusterRole('nodes', allow('list', 'nodes')),
      clusterRoleBinding('b', 'ClusterRole/nodes', user('jane')),
    );
    expect(why(grants, jane, { resource: NODES, namespace: '', name: 'n1' }, 'list')).toMatchObject({
      allowed: true,
      reason: 'ClusterRoleBinding "b", which gives ClusterRole "nodes" to User "jane", lets you list nodes "n1".',
      grants: [{ rule: { resourceNames: [] } }],
    });
  });

  it('says of a role that it is aggregated', () => {
    const aggregated = parseGrantObject('ClusterRole', {
      metadata: { name: 'view' },
      aggregationRule: { clusterRoleSelectors: [{}] },
      rules: [allow('get', 'pods')],
    });
    const grants = grantsOf(aggregated, roleBinding('team-a', 'b', 'ClusterRole/view', user('jane')));
    expect(why(grants, jane, web, 'get').reason).toBe(
      'RoleBinding "b" in namespace "team-a", which gives aggregated ClusterRole "view" to User "jane", lets you get pods "web" in namespace "team-a".',
    );
  });

  it('the sentence for system:masters says that no rule was read', () => {
    expect(why(grantsOf(), identity('root', 'system:masters'), web, 'delete')).toEqual({
      allowed: true,
      reason:
        'Group system:masters lets you delete pods "web" in namespace "team-a": its members pass before any rule is read.',
      grants: [],
      size: 0,
    });
  });

  it('the sentence names a subresource as a rule does', () => {
    const grants = grantsOf(
      role('team-a', 'r', allow('get', 'pods/log')),
      roleBinding('team-a', 'b', 'Role/r', user('jane')),
    );
    expect(why(grants, jane, { ...web, subresource: 'log' }, 'get').reason).toBe(
      'RoleBinding "b" in namespace "team-a", which gives Role "r" to User "jane", lets you get pods/log "web" in namespace "team-a".',
    );
  });

  it('speaks of another user by name', () => {
    const grants = grantsOf(
      role('team-a', 'r', allow('list', 'pods')),
      roleBinding('team-a', 'b', 'Role/r', user('jane')),
    );
    const who = 'User "jane"';
    expect([
      why(grants, jane, web, 'list', who).reason,
      why(grants, jane, web, 'get', who).reason,
      why(grants, identity('root', 'system:masters'), web, 'get', who).reason,
    ]).toEqual([
      `RoleBinding "b" in namespace "team-a", which gives Role "r" to User "jane", lets ${who} list pods "web" in namespace "team-a".`,
      `No grant that reaches ${who} lets ${who} get pods "web" in namespace "team-a".`,
      `Group system:masters lets ${who} get pods "web" in namespace "team-a": its members pass before any rule is read.`,
    ]);
  });

  it('names a subresource', () => {
    const grants = grantsOf(
      role('team-a', 'r', allow('get', 'pods/log')),
      roleBinding('team-a', 'b', 'Role/r', user('jane')),
    );
    expect(why(grants, jane, { ...web, subresource: 'log' }, 'get').reason).toBe(
      'RoleBinding "b" in namespace "team-a", which gives Role "r" to User "jane", lets you get pods/log "web" in namespace "team-a".',
    );
  });

  it('shows fifty grants and no more', () => {
    const bindings = (count: number) =>
      Array.from({ length: count }, (_, i) => roleBinding('team-a', `b${i}`, 'Role/r', user('jane')));
    const explained = (count: number) =>
      why(grantsOf(role('team-a', 'r', allow('list', 'pods')), ...bindings(count)), jane, web, 'list').grants.length;
    expect([explained(50), explained(51)]).toEqual([50, 50]);
  });
});

describe('one request', () => {
  it('is allowed by the grants of its own scope and of the whole cluster', () => {
    const grants = grantsOf(
      clusterRole('viewer', allow('list', 'pods')),
      roleBinding('team-a', 'here', 'ClusterRole/viewer', user('jane')),
      roleBinding('team-b', 'elsewhere', 'ClusterRole/viewer', user('jane')),
      clusterRoleBinding('everywhere', 'ClusterRole/viewer', user('jane')),
      clusterRoleBinding('theirs', 'ClusterRole/viewer', user('tom')),
    );
    const bindings = (verb: string, namespace: string) =>
      found(explainRequest(grants, jane, { verb, group: '', resource: 'pods', namespace, name: '' })).map(
        ({ binding }) => binding.name,
      );
    expect([bindings('list', 'team-a'), bindings('list', ''), bindings('get', 'team-a')]).toEqual([
      ['everywhere', 'here'],
      ['everywhere'],
      [],
    ]);
  });
});

describe('a verb', () => {
  it.each([
    ['list', '', true],
    ['list', 'web', true],
    ['list', 'db', false],
    ['watch', '', true],
    ['watch', 'web', true],
    ['watch', 'db', false],
    ['get', '', false],
    ['get', 'web', true],
    ['delete', '', false],
  ])('%s is allowed by a rule for the name "%s": %s', (verb, name, expected) => {
    const grants = grantsOf(
      role('team-a', 'r', allow(verb, 'pods', name)),
      roleBinding('team-a', 'b', 'Role/r', user('jane')),
    );
    const { allowed, grants: chains } = why(grants, jane, web, verb);
    expect(allowed).toBe(expected);
    expect(chains.map(({ rule }) => rule.resourceNames)).toEqual(expected ? [[name]] : []);
  });
});

describe('an aggregated role', () => {
  const labelled = (name: string, labels: Record<string, unknown>, rules: object[], selectors?: unknown) =>
    parseGrantObject('ClusterRole', {
      metadata: { name, labels },
      rules,
      ...(selectors !== undefined && { aggregationRule: { clusterRoleSelectors: selectors } }),
    });
  const getPods = allow('get', 'pods');
  const toView = [{ matchLabels: { 'to-view': 'true' } }];
  const bound = roleBinding('team-a', 'b', 'ClusterRole/view', user('jane'));
  const contributors = (...objects: ReturnType<typeof labelled>[]) =>
    why(grantsOf(bound, ...objects), jane, web, 'get').grants.map(chain => chain.contributors);

  it('names the roles that it has the rule from, and in the sentence, too', () => {
    const grants = grantsOf(
      bound,
      labelled('view', {}, [getPods, allow('get', 'nodes')], [...toView, { matchLabels: { extra: 'yes' } }]),
      labelled('pods', { 'to-view': 'true' }, [getPods]),
      labelled('more-pods', { extra: 'yes', other: 'x' }, [allow('list', 'events'), getPods]),
      labelled('nodes', { 'to-view': 'true' }, [allow('get', 'nodes')]),
      labelled('unlabelled', {}, [getPods]),
      labelled('other-value', { 'to-view': 'false' }, [getPods]),
    );
    const explained = why(grants, jane, web, 'get');
    expect(explained.grants.map(chain => chain.contributors)).toEqual([['pods', 'more-pods']]);
    expect(explained.reason).toBe(
      'RoleBinding "b" in namespace "team-a", which gives aggregated ClusterRole "view" (put together from "pods", "more-pods") to User "jane", lets you get pods "web" in namespace "team-a".',
    );
  });

  it('names those in between, and itself never', () => {
    expect(
      contributors(
        labelled('view', { 'to-view': 'true' }, [getPods], toView),
        labelled('edit', { 'to-view': 'true' }, [getPods], [{ matchLabels: { 'to-edit': 'true' } }]),
        labelled('pods', { 'to-edit': 'true' }, [getPods], toView),
      ),
    ).toEqual([['edit', 'pods']]);
  });

  it('names no contributor where its objects do not tell', () => {
    expect(contributors(labelled('view', {}, [getPods], toView))).toEqual([[]]);
    expect(contributors(labelled('view', {}, [getPods], []), labelled('pods', { a: 'b' }, [getPods]))).toEqual([[]]);
    expect(contributors(labelled('view', {}, [getPods]), labelled('pods', { 'to-view': 'true' }, [getPods]))).toEqual([
      [],
    ]);
    const named = { ...getPods, resourceNames: ['web'] };
    expect(
      contributors(labelled('view', {}, [getPods], toView), labelled('pods', { 'to-view': 'true' }, [named])),
    ).toEqual([[]]);
  });

  it.each([
    ['fewer verbs', { verbs: ['get'] }],
    ['more verbs', { verbs: ['get', 'list', 'watch'] }],
    ['other verbs', { verbs: ['get', 'watch'] }],
    ['other groups', { apiGroups: ['', 'apps'] }],
    ['other resources', { resources: ['pods', 'pods/log'] }],
    ['names', { resourceNames: ['web'] }],
  ])('does not name a role whose rule has %s', (_what, more) => {
    const rule = { ...getPods, verbs: ['get', 'list'] };
    expect(
      contributors(
        labelled('view', {}, [rule], toView),
        labelled('pods', { 'to-view': 'true' }, [{ ...rule, ...more }]),
      ),
    ).toEqual([[]]);
    expect(contributors(labelled('view', {}, [rule], toView), labelled('pods', { 'to-view': 'true' }, [rule]))).toEqual(
      [['pods']],
    );
  });

  it('names the roles of a rule with resourceNames, and shows only the matched name', () => {
    const named = allow('get', 'pods', 'web', 'secret');
    const objects = [labelled('view', {}, [named], toView), labelled('pods', { 'to-view': 'true' }, [named])];
    const { grants, reason } = why(grantsOf(bound, ...objects), jane, web, 'get');
    expect(grants).toMatchObject([{ contributors: ['pods'], rule: { resourceNames: ['web'] } }]);
    expect(reason).toContain('aggregated ClusterRole "view" (put together from "pods") to User "jane"');
  });

  it('looks at no other role where it selects none', () => {
    let looks = 0;
    const other = Object.defineProperty(clusterRole('other', allow('get', 'pods')), 'rules', {
      get: () => (looks++, []),
    }) as RoleObject;
    const itself = parseGrantObject('ClusterRole', {
      metadata: { name: 'view', labels: { a: 'b' } },
      aggregationRule: {},
    }) as RoleObject;
    const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: [] };
    expect([finished(contributorsOf(itself, rule, [other], new Pace())), looks]).toEqual([[], 0]);
  });

  it('names twenty and no more', () => {
    const parts = Array.from({ length: 25 }, (_, i) => labelled(`part-${i}`, { 'to-view': 'true' }, [getPods]));
    expect(contributors(labelled('view', {}, [getPods], toView), ...parts)[0]).toHaveLength(20);
  });

  it.each<[string, object, readonly string[]]>([
    ['everything', {}, ['a', 'b', 'none']],
    ['a label', { matchLabels: { x: 'a' } }, ['a']],
    ['two labels', { matchLabels: { x: 'a', y: 'a' } }, []],
    ['In', { matchExpressions: [{ key: 'x', operator: 'In', values: ['b', 'c'] }] }, ['b']],
    ['NotIn', { matchExpressions: [{ key: 'x', operator: 'NotIn', values: ['b'] }] }, ['a', 'none']],
    ['Exists', { matchExpressions: [{ key: 'x', operator: 'Exists' }] }, ['a', 'b']],
    ['Exists of a label that is no text', { matchExpressions: [{ key: 'n', operator: 'Exists' }] }, []],
    ['DoesNotExist', { matchExpressions: [{ key: 'x', operator: 'DoesNotExist' }] }, ['none']],
    ['Exists of what every object has', { matchExpressions: [{ key: 'toString', operator: 'Exists' }] }, []],
    [
      'a label and an expression',
      { matchLabels: { x: 'a' }, matchExpressions: [{ key: 'x', operator: 'NotIn', values: ['a'] }] },
      [],
    ],
    ['an unknown operator', { matchExpressions: [{ key: 'x', operator: 'in', values: ['a'] }] }, []],
    ['an expression without a key', { matchExpressions: [{ operator: 'Exists' }] }, []],
    ['values that are none', { matchExpressions: [{ key: 'x', operator: 'In', values: 'a' }] }, []],
    ['a label that is no text', { matchLabels: { x: 7 } }, []],
  ])('is put together by %s', (_case, selector, expected) => {
    const parts = [
      labelled('a', { x: 'a' }, [getPods]),
      labelled('b', { x: 'b', n: 7 }, [getPods]),
      labelled('none', { z: 'z' }, [getPods]),
    ];
    expect(contributors(labelled('view', {}, [getPods], [selector]), ...parts)).toEqual([expected]);
  });

  it.each([null, 7, 'all', [[]], [null], ['x'], {}])('has no contributors when its selectors are %j', selectors => {
    const parts = labelled('a', { x: 'a' }, [getPods]);
    expect(contributors(labelled('view', {}, [getPods], selectors), parts)).toEqual([[]]);
  });

  it('has no contributors, and the same rules, when its labels and selectors are too large to keep', () => {
    const long = (length: number) => labelled('view', { long: 'x'.repeat(length) }, [getPods], toView);
    const part = labelled('pods', { 'to-view': 'true' }, [getPods]);
    expect([contributors(long(3_900), part), contributors(long(4_096), part)]).toEqual([[['pods']], [[]]]);
  });

  it('is a ClusterRole: labels of a Role are not kept', () => {
    const metadata = { namespace: 'team-a', name: 'r', labels: { a: 'b' } };
    expect(parseGrantObject('Role', { metadata, aggregationRule: { clusterRoleSelectors: [{}] } })).not.toHaveProperty(
      'aggregation',
    );
    expect(parseGrantObject('ClusterRole', { metadata })).toMatchObject({
      aggregation: { labels: { a: 'b' }, selectors: [] },
    });
    expect(parseGrantObject('ClusterRole', { metadata: { name: 'r' } })).not.toHaveProperty('aggregation');
  });
});
