import { describe, expect, it } from '@jest/globals';
import { explainVerb } from '../../rbac/explain.ts';
import { authorize, rulesFor } from '../../rbac/authorize.ts';
import { ruleAllows } from '../../rbac/rules.ts';
import { compileVisibility, emptyVisibility, listsSomewhere, sees } from '../../rbac/visibility.ts';
import { Pace } from '../../async/fair-turns.ts';
import { parseGrantObject } from '../../rbac/parse.ts';
import { compileScope } from '../../rbac/scope.ts';
import type { GrantObject, LeafIdentity, Resource, RoleObject } from '../../rbac/types.ts';
import {
  allow,
  clusterRole,
  clusterRoleBinding,
  DEPLOYMENTS,
  EVENTS,
  EVENTS_GROUP,
  found,
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
  serviceAccount,
  user,
} from './fixtures.ts';

const jane = identity('jane', 'dev');
const why = (...requested: Parameters<typeof explainVerb>) => found(explainVerb(...requested));
const robot = identity('system:serviceaccount:team-a:robot', 'system:serviceaccounts', 'system:serviceaccounts:team-a');

/** A case. `yes` and `no` are visible and hidden rows, as [resource, namespace, name]. */
interface Case {
  readonly what: string;
  readonly grants: readonly GrantObject[];
  readonly as?: LeafIdentity;
  readonly yes?: readonly Row[];
  readonly no?: readonly Row[];
}
type Row = readonly [resource: Resource, namespace: string, name: string];

const web: Row = [PODS, 'team-a', 'web'];
const webElsewhere: Row = [PODS, 'team-b', 'web'];
const listPods = allow('list', 'pods');
const viewer = clusterRole('viewer', listPods);
const everywhere = (...rules: Parameters<typeof clusterRole>[1][]) => [
  clusterRole('r', ...rules),
  clusterRoleBinding('b', 'ClusterRole/r', user('jane')),
];
const inTeamA = (...rules: Parameters<typeof clusterRole>[1][]) => [
  role('team-a', 'r', ...rules),
  roleBinding('team-a', 'b', 'Role/r', user('jane')),
];

const cases: readonly Case[] = [
  { what: 'a User subject', grants: [viewer, clusterRoleBinding('b', 'ClusterRole/viewer', user('jane'))], yes: [web] },
  {
    what: 'a Group subject',
    grants: [viewer, clusterRoleBinding('b', 'ClusterRole/viewer', group('dev'))],
    yes: [web],
  },
  {
    what: "a group of the user's name is not the user",
    grants: [viewer, clusterRoleBinding('b', 'ClusterRole/viewer', group('jane'))],
    no: [web],
  },
  {
    what: 'a ServiceAccount subject',
    as: robot,
    grants: [viewer, clusterRoleBinding('b', 'ClusterRole/viewer', serviceAccount('team-a', 'robot'))],
    yes: [web],
  },
  {
    what: "a ServiceAccount without a namespace in a RoleBinding is the binding's own",
    as: robot,
    grants: [
      viewer,
      roleBinding('team-a', 'b', 'ClusterRole/viewer', serviceAccount('', 'robot')),
      roleBinding('team-b', 'b', 'ClusterRole/viewer', serviceAccount('', 'robot')),
    ],
    yes: [web],
    no: [webElsewhere],
  },
  {
    what: 'a ServiceAccount without a namespace in a ClusterRoleBinding is nobody',
    as: robot,
    grants: [viewer, clusterRoleBinding('b', 'ClusterRole/viewer', serviceAccount('', 'robot'))],
    no: [web],
  },
  {
    what: 'a ServiceAccount bound by its user name',
    as: robot,
    grants: [viewer, clusterRoleBinding('b', 'ClusterRole/viewer', user(robot.user))],
    yes: [web],
  },
  {
    what: "a ServiceAccount bound by its namespace's group",
    as: robot,
    grants: [viewer, clusterRoleBinding('b', 'ClusterRole/viewer', group('system:serviceaccounts:team-a'))],
    yes: [web],
  },
  {
    what: 'a group whose name holds a separator',
    as: identity('x', 'a,b', 'c/d'),
    grants: [viewer, roleBinding('team-a', 'b', 'ClusterRole/viewer', group('a,b'))],
    yes: [web],
  },
  {
    what: 'groups are not split at separators',
    as: identity('x', 'a', 'b'),
    grants: [viewer, roleBinding('team-a', 'b', 'ClusterRole/viewer', group('a,b'))],
    no: [web],
  },
  {
    what: 'names keep their case',
    as: identity('Jane', 'Dev'),
    grants: [viewer, clusterRoleBinding('b', 'ClusterRole/viewer', user('jane'), group('dev'))],
    no: [web],
  },
  {
    what: 'unicode names',
    as: identity('jörg'),
    grants: [viewer, clusterRoleBinding('b', 'ClusterRole/viewer', user('jörg'))],
    yes: [web],
  },
  {
    what: 'one of five hundred groups',
    as: identity('x', ...Array.from({ length: 500 }, (_, i) => `g${i}`)),
    grants: [viewer, clusterRoleBinding('b', 'ClusterRole/viewer', group('g499'))],
    yes: [web],
  },
  {
    what: "a user called like an object's prototype",
    as: identity('__proto__', 'constructor'),
    grants: [viewer, clusterRoleBinding('b', 'ClusterRole/viewer', user('jane'))],
    no: [web],
  },
  {
    what: "a user whose name is only nearly a ServiceAccount's",
    as: identity('system:serviceaccount::robot'),
    grants: [viewer, clusterRoleBinding('b', 'ClusterRole/viewer', serviceAccount('', 'robot'))],
    no: [web],
  },
  {
    what: 'a subject without a name',
    as: identity('', ''),
    grants: [viewer, clusterRoleBinding('b', 'ClusterRole/viewer', user(''), group(''))],
    no: [web],
  },
  {
    what: 'an unknown subject kind',
    grants: [viewer, clusterRoleBinding('b', 'ClusterRole/viewer', { kind: 'user', name: 'jane' })],
    no: [web],
  },
  {
    what: 'system:masters passes before any rule',
    as: identity('x', 'system:masters'),
    grants: [],
    yes: [web, [NODES, '', 'n1']],
  },

  {
    what: 'a ClusterRole through a RoleBinding counts in that namespace',
    grants: [viewer, roleBinding('team-a', 'b', 'ClusterRole/viewer', user('jane'))],
    yes: [web],
    no: [webElsewhere],
  },
  {
    what: 'a ClusterRole through a ClusterRoleBinding counts in all',
    grants: everywhere(listPods, allow('list', 'nodes')),
    yes: [web, webElsewhere, [NODES, '', 'n1']],
  },
  {
    what: 'a Role of the same name in another namespace',
    grants: [role('team-b', 'r', listPods), roleBinding('team-a', 'b', 'Role/r', user('jane'))],
    no: [web, webElsewhere],
  },
  {
    what: 'a ClusterRoleBinding to a Role',
    grants: [role('', 'r', listPods), role('team-a', 'r', listPods), clusterRoleBinding('b', 'Role/r', user('jane'))],
    no: [web],
  },
  {
    what: 'a dangling reference does not block another grant',
    grants: [roleBinding('team-a', 'a', 'Role/gone', user('jane')), ...inTeamA(listPods)],
    yes: [web],
  },
  { what: 'a role without rules', grants: inTeamA(), no: [web] },
  { what: 'a binding without subjects', grants: [viewer, clusterRoleBinding('b', 'ClusterRole/viewer')], no: [web] },
  {
    what: 'a RoleBinding without a namespace',
    grants: [viewer, roleBinding('', 'b', 'ClusterRole/viewer', user('jane'))],
    no: [web],
  },

  { what: '* verbs', grants: everywhere(allow('*', 'pods')), yes: [web], no: [[EVENTS, 'team-a', 'e']] },
  {
    what: '* groups',
    grants: everywhere({ verbs: ['list'], apiGroups: ['*'], resources: ['events'] }),
    yes: [
      [EVENTS, 'a', 'e'],
      [EVENTS_GROUP, 'a', 'e'],
    ],
    no: [web],
  },
  {
    what: '* resources',
    grants: everywhere({ verbs: ['list'], apiGroups: [''], resources: ['*'] }),
    yes: [web, [NODES, '', 'n']],
    no: [[DEPLOYMENTS, 'a', 'd']],
  },
  ...[0, 1, 2].map(position => ({
    what: `the core group at position ${position} of several`,
    grants: everywhere({
      verbs: ['list'],
      apiGroups: ['apps', 'batch'].toSpliced(position, 0, ''),
      resources: ['pods'],
    }),
    yes: [web],
  })),
  {
    what: 'the same plural in another group',
    grants: everywhere(allow('list', 'events.events.k8s.io')),
    yes: [[EVENTS_GROUP, 'a', 'e']],
    no: [[EVENTS, 'a', 'e']],
  },
  {
    what: "the group's name for the core group",
    grants: everywhere({ verbs: ['list'], apiGroups: ['core'], resources: ['pods'] }),
    no: [web],
  },
  ...['pods/status', '*/status', 'pods/*', '*/*', 'pod*', 'Pods', 'pods/'].map(pattern => ({
    what: `the resource pattern ${pattern}`,
    grants: everywhere({ verbs: ['*'], apiGroups: ['*'], resources: [pattern] }),
    no: [web],
  })),
  ...['list', 'get'].map(verb => ({
    what: `${verb} by name`,
    grants: inTeamA(allow(verb, 'pods', 'web', 'db')),
    yes: [web],
    no: [[PODS, 'team-a', 'other'], webElsewhere] as Row[],
  })),
  {
    what: '* as a name is literal',
    grants: inTeamA(allow('list', 'pods', '*')),
    yes: [[PODS, 'team-a', '*']],
    no: [web],
  },
  {
    what: 'a name with a comma',
    grants: inTeamA(allow('get', 'pods', 'a,b')),
    yes: [[PODS, 'team-a', 'a,b']],
    no: [[PODS, 'team-a', 'a']],
  },
  { what: 'list of the empty name is unrestricted', grants: inTeamA(allow('list', 'pods', '')), yes: [web] },
  { what: 'get of the empty name shows nothing', grants: inTeamA(allow('get', 'pods', '')), no: [web] },
  { what: 'names beside an unrestricted rule', grants: inTeamA(allow('list', 'pods', 'db'), listPods), yes: [web] },
  {
    what: 'names of a cluster-scoped kind',
    grants: everywhere(allow('get', 'nodes', 'n1')),
    yes: [[NODES, '', 'n1']],
    no: [[NODES, '', 'n2']],
  },
  {
    what: 'a name in every namespace',
    grants: everywhere(allow('get', 'pods', 'web')),
    yes: [web, webElsewhere],
    no: [[PODS, 'team-a', 'db']],
  },
  ...['get', 'watch', 'create', 'update', 'delete', 'List', 'LIST', ''].map(verb => ({
    what: `the verb "${verb}" alone`,
    grants: everywhere(allow(verb, 'pods')),
    no: [web],
  })),
  { what: 'watch by name', grants: everywhere(allow('watch', 'pods', 'web')), no: [web] },
  {
    what: 'rules are judged one by one: list here, the name there',
    grants: inTeamA(allow('watch', 'pods', 'web'), allow('list', 'events')),
    no: [web],
  },
  {
    what: 'a rule without verbs, groups or resources',
    grants: everywhere({ ...listPods, verbs: [] }, { ...listPods, apiGroups: [] }, { ...listPods, resources: [] }),
    no: [web],
  },
  {
    what: 'a plural that the leaf does not serve',
    grants: everywhere(allow('list', 'widgets.example.com')),
    no: [web],
  },

  {
    what: 'a cluster-scoped kind through a RoleBinding',
    grants: [clusterRole('r', allow('*', 'nodes')), roleBinding('team-a', 'b', 'ClusterRole/r', user('jane'))],
    no: [
      [NODES, '', 'n1'],
      [NODES, 'team-a', 'n1'],
    ],
  },
  {
    what: 'get namespaces through a RoleBinding shows that namespace',
    grants: inTeamA(allow('get', 'namespaces')),
    yes: [[NAMESPACES, '', 'team-a']],
    no: [[NAMESPACES, '', 'team-b']],
  },
  {
    what: 'get namespaces by its own name through a RoleBinding',
    grants: inTeamA(allow('get', 'namespaces', 'team-a', 'team-b')),
    yes: [[NAMESPACES, '', 'team-a']],
    no: [[NAMESPACES, '', 'team-b']],
  },
  {
    what: 'get namespaces by another name through a RoleBinding',
    grants: inTeamA(allow('get', 'namespaces', 'team-b')),
    no: [
      [NAMESPACES, '', 'team-a'],
      [NAMESPACES, '', 'team-b'],
    ],
  },
  {
    what: 'list namespaces through a RoleBinding',
    grants: inTeamA(allow('list', 'namespaces'), allow('list', 'namespaces', 'team-a')),
    no: [[NAMESPACES, '', 'team-a']],
  },
  {
    what: 'get namespaces without names through a ClusterRoleBinding',
    grants: everywhere(allow('get', 'namespaces')),
    no: [[NAMESPACES, '', 'team-a']],
  },
  {
    what: 'list namespaces through a ClusterRoleBinding',
    grants: everywhere(allow('list', 'namespaces')),
    yes: [[NAMESPACES, '', 'team-a']],
  },
  {
    what: 'a namespace whose name begins alike',
    grants: inTeamA(listPods),
    no: [
      [PODS, 'team-a-2', 'web'],
      [PODS, 'team', 'web'],
    ],
  },
  {
    what: 'a namespaced kind without a namespace, and the reverse',
    grants: everywhere(allow('*', ['pods', 'nodes'])),
    no: [
      [PODS, '', 'web'],
      [NODES, 'team-a', 'n1'],
    ],
  },
];

describe('a row is visible exactly by the rule', () => {
  it.each(cases)('$what', ({ grants, as = jane, yes = [], no = [] }) => {
    const all = grantsOf(...grants);
    const visibility = compileVisibility(all, as, RESOURCES);
    for (const [rows, expected] of [
      [yes, true],
      [no, false],
    ] as const) {
      for (const [resource, namespace, name] of rows) {
        const seen = sees(visibility, RESOURCES.indexOf(resource), namespace, name);
        expect(`${resource.plural}/${namespace}/${name}: ${seen}`).toBe(
          `${resource.plural}/${namespace}/${name}: ${expected}`,
        );
      }
    }
  });
});

describe('a role', () => {
  it.each([
    ['lists', [], allow('list', '*')],
    ['gets other kinds', [], allow('get', ['pods', 'nodes'])],
    ['gets namespaces', ['namespaces'], allow('get', '*')],
    ['gets one by name', ['namespaces'], allow('get', ['namespaces', 'pods'], 'team-a')],
  ])('that %s is looked at once more for the namespace that it is given in: of %j', (_what, expected, ...rules) => {
    const steps = compileScope(clusterRole('r', ...rules) as RoleObject, RESOURCES, new Pace());
    let step = steps.next();
    while (!step.done) step = steps.next();
    expect(step.value.readsOwn.map(number => RESOURCES[number]!.plural)).toEqual(expected);
  });
});

describe('a visibility', () => {
  it('is empty, and equal to the empty one, without grants', () => {
    expect(compileVisibility(grantsOf(viewer), jane, RESOURCES)).toEqual(emptyVisibility(RESOURCES));
    expect(emptyVisibility(RESOURCES).empty).toBe(true);
  });

  it.each([
    ['a get of the empty name', inTeamA(allow('get', 'pods', ''))],
    ['a RoleBinding without a namespace', [viewer, roleBinding('', 'b', 'ClusterRole/viewer', user('jane'))]],
    ['an unrestricted get', everywhere(allow('get', 'pods'))],
    ['a RoleBinding for names of a cluster-scoped kind', inTeamA(allow('get', 'nodes', 'n1'))],
  ])('is empty, and says so, with %s', (_, grants) => {
    expect(compileVisibility(grantsOf(...grants), jane, RESOURCES)).toEqual(emptyVisibility(RESOURCES));
  });

  it('a visibility of one user does not grow when the same roles are united for another', () => {
    const roles = ['a', 'b', 'c'].map(name => clusterRole(name, allow('get', ['pods', 'events'], name)));
    const held = (name: string, ...names: string[]) =>
      names.flatMap(role => [
        clusterRoleBinding(`${name}-${role}`, `ClusterRole/${role}`, user(name)),
        roleBinding('team-a', `${name}-${role}`, `ClusterRole/${role}`, user(name)),
      ]);
    const grants = grantsOf(...roles, ...held('tom', 'a'), ...held('jane', 'a', 'b', 'c'));
    const seen = (who: string) => {
      const visibility = compileVisibility(grants, identity(who), RESOURCES);
      return [visibility.cluster, ...visibility.namespaces.values()].map(({ names }) =>
        [...names.values()].map(set => [...set].join('')),
      );
    };
    const expected = {
      tom: [
        ['a', 'a'],
        ['a', 'a'],
      ],
      jane: [
        ['abc', 'abc'],
        ['abc', 'abc'],
      ],
    };
    expect({ tom: seen('tom'), jane: seen('jane') }).toEqual(expected);
    expect({ tom: seen('tom'), jane: seen('jane') }).toEqual(expected);
  });

  it('holds no single names of what is visible as a whole', () => {
    const visibility = compileVisibility(
      grantsOf(...everywhere(allow('list', 'pods', 'web'), listPods)),
      jane,
      RESOURCES,
    );
    expect(visibility.cluster.names).toEqual(new Map());
  });

  it('shows nothing of a resource it was not compiled for', () => {
    const visibility = compileVisibility(grantsOf(...everywhere(allow('*', '*'))), jane, [PODS]);
    expect(sees(visibility, 1, '', 'n1')).toBe(false);
    expect(sees(visibility, -1, 'a', 'b')).toBe(false);
    expect(listsSomewhere(visibility, 1)).toBe(false);
  });

  it('starts to show when the role of a binding appears, and stops when its rules are emptied', () => {
    const binding = roleBinding('team-a', 'b', 'ClusterRole/viewer', user('jane'));
    const seen = (...objects: GrantObject[]) =>
      sees(compileVisibility(grantsOf(...objects), jane, RESOURCES), 0, 'team-a', 'web');
    expect([seen(binding), seen(binding, viewer), seen(binding, clusterRole('viewer'))]).toEqual([false, true, false]);
  });

  it('follows a new revision of grants that are changed in place', () => {
    const objects = new Map(grantsOf(viewer, roleBinding('team-a', 'b', 'ClusterRole/viewer', user('jane'))).objects);
    const grants = { revision: 1, objects };
    expect(compileVisibility(grants, jane, RESOURCES).empty).toBe(false);
    objects.delete('RoleBinding/team-a/b');
    grants.revision = 2;
    expect(compileVisibility(grants, jane, RESOURCES).empty).toBe(true);
  });

  it('shares one scope among namespaces in which the same roles are held', () => {
    const other = clusterRole('other', allow('list', 'events'));
    const views = (namespace: string) => roleBinding(namespace, '1', 'ClusterRole/viewer', user('jane'));
    const others = (namespace: string) => roleBinding(namespace, '2', 'ClusterRole/other', user('jane'));
    const bindings = [views('a'), others('a'), others('b'), views('b'), views('c')];
    const { namespaces } = compileVisibility(grantsOf(viewer, other, ...bindings), jane, RESOURCES);
    expect(namespaces.get('a')).toBe(namespaces.get('b'));
    expect(namespaces.get('a')).not.toBe(namespaces.get('c'));
  });

  it('lists a kind somewhere by an unrestricted list, not by a name', () => {
    const visibility = compileVisibility(
      grantsOf(...inTeamA(listPods, allow('list', 'events', 'e'), allow('get', 'namespaces'))),
      jane,
      RESOURCES,
    );
    expect(RESOURCES.filter((_, number) => listsSomewhere(visibility, number))).toEqual([PODS]);
  });

  it('uses the stored rules of an aggregated ClusterRole only', () => {
    const filled = parseGrantObject('ClusterRole', {
      metadata: { name: 'viewer' },
      aggregationRule: { clusterRoleSelectors: [{}] },
      rules: [listPods],
    });
    const unfilled = parseGrantObject('ClusterRole', {
      metadata: { name: 'viewer' },
      aggregationRule: { clusterRoleSelectors: [{}] },
      rules: null,
    });
    const binding = clusterRoleBinding('b', 'ClusterRole/viewer', user('jane'));
    expect(compileVisibility(grantsOf(filled, binding), jane, RESOURCES).empty).toBe(false);
    expect(compileVisibility(grantsOf(unfilled, binding, clusterRole('other', listPods)), jane, RESOURCES).empty).toBe(
      true,
    );
  });
});

describe('authorize', () => {
  const attributes = { verb: 'get', group: '', resource: 'pods', namespace: 'team-a', name: 'web' };

  it.each([
    ['pods/log', 'log', true],
    ['*/log', 'log', true],
    ['*', 'log', true],
    ['pods', 'log', false],
    ['pods/*', 'log', false],
    ['*/*', 'log', false],
    ['*/g', 'log', false],
    ['pods/log', undefined, false],
  ])('a rule for %s, asked for the subresource %s: %s', (pattern, subresource, expected) => {
    const grants = grantsOf(...everywhere({ verbs: ['get'], apiGroups: [''], resources: [pattern] }));
    expect(authorize(grants, jane, { ...attributes, ...(subresource && { subresource }) })).toBe(expected);
  });

  it('a rule with names does not allow a request without one, unless it names the empty name', () => {
    const list = { ...attributes, verb: 'list', name: '' };
    expect(authorize(grantsOf(...everywhere(allow('list', 'pods', 'web'))), jane, list)).toBe(false);
    expect(authorize(grantsOf(...everywhere(allow('list', 'pods', 'web', ''))), jane, list)).toBe(true);
  });

  it('a RoleBinding does not count for a request over all namespaces', () => {
    const grants = grantsOf(...inTeamA(listPods));
    expect(authorize(grants, jane, { ...attributes, verb: 'list', name: '', namespace: '' })).toBe(false);
    const nowhere = grantsOf(viewer, roleBinding('', 'b', 'ClusterRole/viewer', user('jane')));
    expect(authorize(nowhere, jane, { ...attributes, verb: 'list', name: '', namespace: '' })).toBe(false);
  });
});

describe('an explanation', () => {
  it('names the chain, and of the names of a rule the matched one only', () => {
    const grants = grantsOf(
      clusterRole('secretive', allow('get', 'pods', 'web', 'hidden-1', 'hidden-2')),
      roleBinding('team-a', 'b', 'ClusterRole/secretive', group('ops'), group('dev')),
      roleBinding('team-a', 'theirs', 'ClusterRole/secretive', user('john')),
    );
    const explanation = why(grants, jane, { resource: PODS, namespace: 'team-a', name: 'web' }, 'get');
    expect(
      explanation.grants.map(({ binding, role, rule, subject }) => [
        binding.name,
        role.name,
        rule.resourceNames,
        subject.name,
      ]),
    ).toEqual([['b', 'secretive', ['web'], 'dev']]);
    expect(explanation.reason).toBe(
      'RoleBinding "b" in namespace "team-a", which gives ClusterRole "secretive" to Group "dev", lets you get pods "web" in namespace "team-a".',
    );
  });

  it('an explanation of a refusal names nothing but what was asked', () => {
    const { allowed, reason, grants } = why(
      grantsOf(viewer),
      jane,
      { resource: DEPLOYMENTS, namespace: 'a', name: 'd' },
      'delete',
    );
    expect({ allowed, reason, grants }).toEqual({
      allowed: false,
      reason: 'No grant that reaches you lets you delete deployments.apps "d" in namespace "a".',
      grants: [],
    });
  });

  it('evaluates a request for a namespace in that namespace, and a list of them in none', () => {
    const grants = grantsOf(...inTeamA(allow(['get', 'list'], 'namespaces')));
    const object = { resource: NAMESPACES, namespace: '', name: 'team-a' };
    expect(why(grants, jane, object, 'get').allowed).toBe(true);
    expect(why(grants, jane, object, 'list').allowed).toBe(false);
  });

  it('allows a list that may be narrowed to the name', () => {
    const grants = grantsOf(...inTeamA(allow('list', 'pods', 'web')));
    expect(why(grants, jane, { resource: PODS, namespace: 'team-a', name: 'web' }, 'list').allowed).toBe(true);
    expect(why(grants, jane, { resource: PODS, namespace: 'team-a', name: 'db' }, 'list').allowed).toBe(false);
  });

  it('judges a create without a name, since the name is not in the request', () => {
    const grants = grantsOf(...inTeamA(allow('create', 'pods', 'web')));
    expect(why(grants, jane, { resource: PODS, namespace: 'team-a', name: 'web' }, 'create').allowed).toBe(false);
  });
});

describe('an irregular plural', () => {
  it("is the leaf's own, never derived from the kind", () => {
    const endpoints = resource('endpoints', 'Endpoints');
    const visibility = compileVisibility(grantsOf(...everywhere(allow('list', 'endpoints'))), jane, [endpoints]);
    expect(sees(visibility, 0, 'a', 'b')).toBe(true);
  });
});

describe('a cluster-wide object that claims a namespace', () => {
  it.each(['ClusterRole', 'ClusterRoleBinding'] as const)('is a %s like any other', type => {
    expect(parseGrantObject(type, { metadata: { name: 'x', namespace: 'team-a' } })).toMatchObject({
      name: 'x',
      namespace: '',
    });
  });
});

describe('the rules of an identity', () => {
  const grants = grantsOf(
    role('team-a', 'r', allow('get', 'pods')),
    roleBinding('team-a', 'b', 'Role/r', user('jane')),
    viewer,
    clusterRoleBinding('c', 'ClusterRole/viewer', group('dev')),
    clusterRoleBinding('theirs', 'ClusterRole/viewer', user('john')),
  );

  it.each([
    ['team-a', ['list', 'get']],
    ['team-b', ['list']],
    ['', ['list']],
  ])('the rules in the scope "%s" are those that reach the identity there', (namespace, verbs) => {
    expect(rulesFor(grants, jane, namespace).flatMap(rule => rule.verbs)).toEqual(verbs);
  });

  it('the rules of system:masters allow everything', () => {
    const [first] = rulesFor(grants, identity('x', 'system:masters'), '');
    expect(
      first &&
        ruleAllows(first, {
          verb: 'delete',
          group: 'apps',
          resource: 'deployments',
          subresource: 'scale',
          name: 'web',
        }),
    ).toBe(true);
  });
});

describe('an object larger than etcd could hold', () => {
  it('grants nothing', () => {
    const subjects = Array.from({ length: 100_000 }, (_, i) => user(`user-${i}`));
    expect(
      parseGrantObject('ClusterRoleBinding', {
        metadata: { name: 'b' },
        roleRef: { kind: 'ClusterRole', name: 'viewer' },
        subjects,
      }),
    ).toHaveProperty('subjects.length', 0);
    const rules = Array.from({ length: 10_000 }, () => allow('list', 'p'.repeat(300)));
    expect(clusterRole('r', ...rules)).toHaveProperty('rules.length', 0);
    expect(clusterRole('r', ...rules.slice(0, 5_000))).toHaveProperty('rules.length', 5_000);
  });
});
