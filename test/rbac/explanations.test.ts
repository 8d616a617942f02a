/** The words of an explanation, and which requests it takes a verb for. */
import { describe, expect, it } from '@jest/globals';
import { explainRequest, explainRow, explainVerb } from '../../rbac/explain.ts';
import { parseGrantObject } from '../../rbac/parse.ts';
import { allow, clusterRole, clusterRoleBinding, grantsOf, identity, NODES, PODS, role, roleBinding, user } from './fixtures.ts';

const jane = identity('jane');
const web = { resource: PODS, namespace: 'team-a', name: 'web' };

describe('the sentence of an explanation', () => {
  it('names a cluster-wide grant on a cluster-scoped object', () => {
    const grants = grantsOf(clusterRole('nodes', allow('list', 'nodes')), clusterRoleBinding('b', 'ClusterRole/nodes', user('jane')));
    expect(explainRow(grants, jane, { resource: NODES, namespace: '', name: 'n1' })).toMatchObject({
      allowed: true,
      reason: 'ClusterRoleBinding "b", which gives ClusterRole "nodes" to User "jane", lets you see nodes "n1".',
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
    expect(explainVerb(grants, jane, web, 'get').reason).toBe(
      'RoleBinding "b" in namespace "team-a", which gives aggregated ClusterRole "view" to User "jane", lets you get pods "web" in namespace "team-a".',
    );
  });

  it('of system:masters says that no rule was read', () => {
    expect(explainVerb(grantsOf(), identity('root', 'system:masters'), web, 'delete')).toEqual({
      allowed: true,
      reason: 'Group system:masters lets you delete pods "web" in namespace "team-a": its members pass before any rule is read.',
      grants: [],
    });
  });

  it('speaks of somebody else by name', () => {
    const grants = grantsOf(role('team-a', 'r', allow('list', 'pods')), roleBinding('team-a', 'b', 'Role/r', user('jane')));
    const who = 'User "jane"';
    expect([
      explainRow(grants, jane, web, who).reason,
      explainVerb(grants, jane, web, 'get', who).reason,
      explainVerb(grants, identity('root', 'system:masters'), web, 'get', who).reason,
    ]).toEqual([
      `RoleBinding "b" in namespace "team-a", which gives Role "r" to User "jane", lets ${who} see pods "web" in namespace "team-a".`,
      `No grant that reaches ${who} lets ${who} get pods "web" in namespace "team-a".`,
      `Group system:masters lets ${who} get pods "web" in namespace "team-a": its members pass before any rule is read.`,
    ]);
  });

  it('tells of fifty grants and no more', () => {
    const bindings = (count: number) => Array.from({ length: count }, (_, i) => roleBinding('team-a', `b${i}`, 'Role/r', user('jane')));
    const explained = (count: number) =>
      explainRow(grantsOf(role('team-a', 'r', allow('list', 'pods')), ...bindings(count)), jane, web).grants.length;
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
      explainRequest(grants, jane, { verb, group: '', resource: 'pods', namespace, name: '' }).map(({ binding }) => binding.name);
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
    const grants = grantsOf(role('team-a', 'r', allow(verb, 'pods', name)), roleBinding('team-a', 'b', 'Role/r', user('jane')));
    const { allowed, grants: chains } = explainVerb(grants, jane, web, verb);
    expect(allowed).toBe(expected);
    expect(chains.map(({ rule }) => rule.resourceNames)).toEqual(expected ? [[name]] : []);
  });
});
