/**
 * Attributes of a request for an object, as the authorizer sees them. Also tests system:masters, lists, and what the
 * evaluator shares between identities.
 */
import { describe, expect, it } from '@jest/globals';
import { authorize, rulesFor } from '../../rbac/authorize.ts';
import { boundGroups } from '../../rbac/grant-index.ts';
import { objectAttributes } from '../../rbac/rules.ts';
import type { GrantObject, Resource } from '../../rbac/types.ts';
import { compileVisibility, emptyVisibility, listsScope, listsWherever, sees } from '../../rbac/visibility.ts';
import {
  allow,
  clusterRole,
  clusterRoleBinding,
  DEPLOYMENTS,
  EVENTS,
  grantsOf,
  group,
  identity,
  NAMESPACES,
  NODES,
  PODS,
  RESOURCES,
  resource,
  role,
  roleBinding,
  user,
} from './fixtures.ts';

const jane = identity('jane');
const viewer = clusterRole('viewer', allow('list', 'pods'));

describe('the request for one object', () => {
  const tenants = resource('namespaces', 'Namespace', { group: 'tenancy.example.com', namespaced: false });
  const notTheKind = resource('namespaces', 'Namespace', { group: 'spaces.example.com' });

  it.each<[string, Resource, scope: string, name: string]>([
    ['get', PODS, 'team-a', 'x'],
    ['list', PODS, 'team-a', 'x'],
    ['create', PODS, 'team-a', ''],
    ['deletecollection', PODS, 'team-a', ''],
    ['get', NODES, '', 'x'],
    ['create', NODES, '', ''],
    ['get', NAMESPACES, 'x', 'x'],
    ['delete', NAMESPACES, 'x', 'x'],
    ['list', NAMESPACES, '', 'x'],
    ['watch', NAMESPACES, '', 'x'],
    ['create', NAMESPACES, '', ''],
    ['deletecollection', NAMESPACES, '', ''],
    ['get', tenants, 'x', 'x'],
    ['get', notTheKind, 'team-a', 'x'],
  ])('to %s has its own scope and name: %j', (verb, resource, namespace, name) => {
    const { group, plural } = resource;
    expect(objectAttributes(verb, resource, 'team-a', 'x')).toStrictEqual({
      verb,
      group,
      resource: plural,
      namespace,
      name,
    });
  });

  it.each<[string, Resource, subresource: string, scope: string]>([
    ['create', PODS, 'exec', 'team-a'],
    ['get', PODS, 'log', 'team-a'],
    ['create', NAMESPACES, 'finalize', 'x'],
  ])('to %s a subresource of it names the object: %j, %s', (verb, resource, subresource, namespace) => {
    const { group, plural } = resource;
    const request = { verb, group, resource: plural, subresource, namespace, name: 'x' };
    expect(objectAttributes(verb, resource, 'team-a', 'x', subresource)).toStrictEqual(request);
  });
});

describe('system:masters', () => {
  const master = identity('root', 'system:masters');

  it('may do anything without a grant', () => {
    const request = { verb: 'delete', group: 'apps', resource: 'deployments', namespace: 'team-a', name: 'web' };
    expect(authorize(grantsOf(), master, request)).toBe(true);
    expect(authorize(grantsOf(), jane, request)).toBe(false);
  });

  it('has its own rules beside', () => {
    const grants = grantsOf(viewer, clusterRoleBinding('b', 'ClusterRole/viewer', user('root')));
    expect(rulesFor(grants, master, '').map(rule => rule.verbs)).toEqual([['*'], ['list']]);
  });
});

describe('a list', () => {
  it('is allowed in its own namespace, or in all by a ClusterRoleBinding', () => {
    const grants = grantsOf(
      clusterRole('nodes', allow('list', ['nodes', 'events'])),
      viewer,
      clusterRoleBinding('b', 'ClusterRole/nodes', user('jane')),
      roleBinding('team-a', 'b', 'ClusterRole/viewer', user('jane')),
    );
    const visibility = compileVisibility(grants, jane, RESOURCES);
    const scopes = (of: Resource, given = visibility) =>
      ['', 'team-a', 'team-b'].filter(namespace => listsScope(given, RESOURCES.indexOf(of), namespace));
    expect([scopes(NODES), scopes(EVENTS), scopes(PODS), scopes(DEPLOYMENTS)]).toEqual([
      ['', 'team-a', 'team-b'],
      ['', 'team-a', 'team-b'],
      ['team-a'],
      [],
    ]);
    expect(scopes(PODS, emptyVisibility(RESOURCES))).toEqual([]);
  });

  const everywhere = (plural: string) => [
    clusterRole(plural, allow('list', plural)),
    clusterRoleBinding(plural, `ClusterRole/${plural}`, user('jane')),
  ];
  const within = (namespace: string, plural: string) => [
    role(namespace, plural, allow('list', plural)),
    roleBinding(namespace, plural, `Role/${plural}`, user('jane')),
  ];

  it.each([
    ['both nowhere', [], true],
    ['both everywhere', [everywhere('pods'), everywhere('events')], true],
    ['the first nowhere', [within('a', 'events')], true],
    ['the second nowhere', [within('a', 'pods')], false],
    ['only the first everywhere', [everywhere('pods'), within('a', 'events')], false],
    ['only the second everywhere', [within('a', 'pods'), everywhere('events')], true],
    ['both in one namespace', [within('a', 'pods'), within('a', 'events')], true],
    [
      'both in one namespace, neither in another',
      [within('a', 'pods'), within('a', 'events'), within('b', 'deployments.apps')],
      true,
    ],
    ['each in its own namespace', [within('a', 'pods'), within('b', 'events')], false],
    ['the second in fewer namespaces', [within('a', 'pods'), within('b', 'pods'), within('b', 'events')], false],
    ['the second in more namespaces', [within('a', 'pods'), within('a', 'events'), within('b', 'events')], true],
  ])('of a second resource is allowed wherever that of the first is: %s', (_what, grants, expected) => {
    const visibility = compileVisibility(grantsOf(...grants.flat()), jane, RESOURCES);
    expect(listsWherever(visibility, RESOURCES.indexOf(PODS), RESOURCES.indexOf(EVENTS))).toBe(expected);
  });
});

it('the groups that bindings name are known', () => {
  const subjects = [group('dev'), group('ops'), user('jane')];
  const grants = grantsOf(viewer, clusterRoleBinding('b', 'ClusterRole/viewer', ...subjects));
  expect([...boundGroups(grants)]).toEqual(['dev', 'ops']);
});

describe('what is kept', () => {
  it('walks the bindings of one revision once for all identities', () => {
    let walks = 0;
    const objects = new (class extends Map<string, GrantObject> {
      override values() {
        walks++;
        return super.values();
      }
    })(grantsOf(viewer, clusterRoleBinding('b', 'ClusterRole/viewer', user('jane'))).objects);
    const grants = { revision: 1, objects };
    for (const name of ['jane', 'tom', 'jane']) compileVisibility(grants, identity(name), RESOURCES);
    expect(walks).toBe(1);
    grants.revision = 2;
    compileVisibility(grants, jane, RESOURCES);
    expect(walks).toBe(2);
  });

  it('is one scope for all holders of one role in a namespace', () => {
    const grants = grantsOf(
      viewer,
      roleBinding('a', 'b', 'ClusterRole/viewer', user('jane')),
      roleBinding('a', 'again', 'ClusterRole/viewer', user('jane')),
      roleBinding('b', 'b', 'ClusterRole/viewer', user('tom')),
    );
    const [janes, toms] = ['jane', 'tom'].map(name => compileVisibility(grants, identity(name), RESOURCES).namespaces);
    expect(janes?.get('a')).toBeDefined();
    expect(janes?.get('a')).toBe(toms?.get('b'));
  });

  it('is never the scope of other roles, however many are held', () => {
    const roles = ['pods', 'events', 'deployments.apps'].map(it => clusterRole(it, allow('list', it)));
    const held = (namespace: string, ...names: string[]) =>
      names.map(name => roleBinding(namespace, name, `ClusterRole/${name}`, user('jane')));
    const grants = grantsOf(
      ...roles,
      ...held('a', 'pods', 'events'),
      ...held('b', 'pods', 'deployments.apps'),
      ...held('c', 'events', 'deployments.apps'),
    );
    const visibility = compileVisibility(grants, jane, RESOURCES);
    const shown = ['a', 'b', 'c'].map(namespace =>
      [PODS, EVENTS, DEPLOYMENTS].map(it => sees(visibility, RESOURCES.indexOf(it), namespace, 'x')),
    );
    expect(shown).toEqual([
      [true, true, false],
      [true, false, true],
      [false, true, true],
    ]);
  });

  it('holds no namespace for what is granted everywhere', () => {
    const rules = [allow('list', 'pods'), allow('get', 'namespaces')];
    const grants = grantsOf(clusterRole('r', ...rules), clusterRoleBinding('b', 'ClusterRole/r', user('jane')));
    const visibility = compileVisibility(grants, jane, RESOURCES);
    expect(visibility.namespaces).toEqual(new Map());
    expect(visibility.cluster.names).toEqual(new Map());
  });
});
