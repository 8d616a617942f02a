/**
 * Random RBAC, objects and identities. The vocabularies are small, so that rules and objects often match. They include
 * wildcards, subresources, shared plurals, absent roles, aggregation, odd names and odd casing. A seed reproduces its
 * sequence.
 */
import fc from 'fast-check';
import type { LeafIdentity, Resource } from '../../../rbac/types.ts';
import { RBAC_GROUP, type RbacManifest, type RuleManifest, type SubjectManifest } from '../../rbac/manifests.ts';
import { keyOf, type World } from './world.ts';

const resource = (group: string, kind: string, plural: string, namespaced = true): Resource => ({
  group,
  version: 'v1',
  kind,
  plural,
  namespaced,
});

/**
 * Custom kinds: some share a plural with another group, one has an irregular plural, and some have a plural that the
 * API server treats specially.
 */
export const CUSTOM_RESOURCES: readonly Resource[] = [
  resource('alpha.example.com', 'Widget', 'widgets'),
  resource('beta.example.com', 'Widget', 'widgets'),
  resource('alpha.example.com', 'Index', 'indices'),
  resource('metrics.example.com', 'Pod', 'pods'),
  resource('tenancy.example.com', 'Namespace', 'namespaces', false),
  resource('spaces.example.com', 'Namespace', 'namespaces'),
];

/**
 * Resources that are collected and compared. Events of events.k8s.io are left out, since they are also events of the
 * core group. Roles are included, because their names may contain characters that other kinds do not allow.
 */
export const RESOURCES: readonly Resource[] = [
  resource('', 'Namespace', 'namespaces', false),
  resource('', 'Node', 'nodes', false),
  resource('', 'ConfigMap', 'configmaps'),
  resource('', 'Pod', 'pods'),
  resource('', 'Event', 'events'),
  resource('apps', 'Deployment', 'deployments'),
  resource(RBAC_GROUP, 'Role', 'roles'),
  ...CUSTOM_RESOURCES,
];

export const NAMESPACES = ['team-a', 'team-a-2', 'team-b', 'empty', 'default', 'kube-system'];
const OBJECT_NAMES = ['web', 'db', 'web.db', 'team-a', 'team-b'];
/** Names that hardly any object has. Some are invalid as names. The evaluator must decide on these names, too. */
const GHOST_NAMES = ['*', 'a,b', 'absent', 'Web'];

/** Draws mostly from the likely values, and sometimes from the rest. */
const some = <T>(likely: readonly T[], rest: readonly T[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...likely) }, { weight: 1, arbitrary: fc.constantFrom(...rest) });
const few = <T>(item: fc.Arbitrary<T>, minLength = 1, maxLength = 3) => fc.uniqueArray(item, { minLength, maxLength });

const USERS = ['jane', 'system:serviceaccount:team-a:robot', 'system:serviceaccount:team-b:robot'];
const ODD_USERS = [
  'Jane',
  'dev',
  'jörg',
  'a,b',
  '*',
  'constructor',
  'system:serviceaccount:team-a',
  'system:serviceaccount:team-a:Robot',
];
const GROUPS = ['dev', 'ops', 'team-a'];
const ODD_GROUPS = ['Dev', 'jane', 'a,b', 'a/b', 'a', '*', 'gruppe ü'];
const IMPLIED_GROUPS = [
  'system:serviceaccounts',
  'system:serviceaccounts:team-a',
  'system:authenticated',
  'system:unauthenticated',
];

const ROLE_NAMES = ['viewer', 'editor', 'tenant', 'on-call', 'view:all'];
const ODD_ROLE_NAMES = ['Viewer', 'a,b', '*', 'rôle', 'with space', 'team-a', 'web'];
/**
 * Exceeds the maximum length of a row's name (253 characters). Only ClusterRoles have this name, because their rows are
 * not compared.
 */
const LONG_NAME = 'x'.repeat(300);
/** Labels that aggregated roles select, and names of aggregated roles. These roles may have such a label themselves. */
const AGGREGATED = ['aggregate-1', 'aggregate-2'];

export const identities: fc.Arbitrary<LeafIdentity[]> = fc.uniqueArray(
  fc.record({
    user: some(USERS, ODD_USERS),
    groups: few(some(GROUPS, [...ODD_GROUPS, ...IMPLIED_GROUPS.slice(0, 2)]), 0),
  }),
  { minLength: 12, maxLength: 12, selector: ({ user, groups }) => JSON.stringify([user, groups]) },
);

const OTHER_GROUPS = [
  'metrics.example.com',
  'tenancy.example.com',
  'spaces.example.com',
  RBAC_GROUP,
  'core',
  'Apps',
  'example.com',
];
const PATTERNS = ['pods/log', 'pods/status', 'pods/*', '*/status', '*/*', 'pod*', 'Pods', 'pods/', 'gadgets', 'index'];

const verbs = few(some(['list', 'list', 'get', 'watch'], ['*', '*', 'List', 'create', 'delete', '']));
const groups = few(
  some(['', 'apps', 'alpha.example.com', 'beta.example.com', 'events.k8s.io'], ['*', '*', '*', ...OTHER_GROUPS]),
);
const plurals = few(
  some(
    ['pods', 'configmaps', 'widgets', 'events', 'namespaces', 'deployments'],
    ['*', '*', '*', 'nodes', 'roles', 'indices', ...PATTERNS],
  ),
);
const names = few(some(OBJECT_NAMES, ['', '*', 'a,b', 'Web', ...ODD_ROLE_NAMES, ...NAMESPACES]));

const rule: fc.Arbitrary<RuleManifest> = fc
  .record({
    verbs,
    apiGroups: groups,
    resources: plurals,
    resourceNames: fc.option(names, { nil: undefined, freq: 2 }),
  })
  .map(({ resourceNames, ...rest }) => ({ ...rest, ...(resourceNames && { resourceNames }) }));
/** A rule of a ClusterRole. A few rules cover no resource at all. */
const clusterRule: fc.Arbitrary<RuleManifest> = fc.oneof(
  { weight: 9, arbitrary: rule },
  { weight: 1, arbitrary: fc.constant<RuleManifest>({ verbs: ['get', 'list'], nonResourceURLs: ['*', '/api/*'] }) },
);

const rules = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[] | null> =>
  fc.option(fc.array(item, { minLength: 0, maxLength: 4 }), { nil: null, freq: 12 });
const roleName = some(ROLE_NAMES, ODD_ROLE_NAMES);
const namespace = some(NAMESPACES.slice(0, 3), NAMESPACES);
const label = fc.option(fc.constantFrom(...AGGREGATED), { nil: undefined, freq: 1 });

const role: fc.Arbitrary<RbacManifest> = fc
  .record({ namespace, name: roleName, rules: rules(rule) })
  .map(({ namespace, name, rules }) => ({ kind: 'Role', metadata: { namespace, name }, rules }));

const clusterRole: fc.Arbitrary<RbacManifest> = fc
  .record({
    name: fc.oneof({ weight: 9, arbitrary: roleName }, { weight: 1, arbitrary: fc.constant(LONG_NAME) }),
    rules: rules(clusterRule),
    label,
  })
  .map(({ name, rules, label }) => ({
    kind: 'ClusterRole',
    metadata: { name, labels: label ? { [label]: 'true' } : {} },
    rules,
  }));

const aggregated: fc.Arbitrary<RbacManifest> = fc
  .record({ name: fc.constantFrom(...AGGREGATED), selects: fc.constantFrom(...AGGREGATED), label })
  .map(({ name, selects, label }) => ({
    kind: 'ClusterRole',
    metadata: { name, labels: label ? { [label]: 'true' } : {} },
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [selects]: 'true' } }] },
  }));

const userSubject = (name: fc.Arbitrary<string>) => name.map(name => ({ kind: 'User', apiGroup: RBAC_GROUP, name }));
const groupSubject = (name: fc.Arbitrary<string>) => name.map(name => ({ kind: 'Group', apiGroup: RBAC_GROUP, name }));
const subject: fc.Arbitrary<SubjectManifest> = fc.oneof(
  { weight: 3, arbitrary: userSubject(some(USERS, ODD_USERS)) },
  { weight: 3, arbitrary: groupSubject(some(GROUPS, [...ODD_GROUPS, ...IMPLIED_GROUPS])) },
  {
    weight: 2,
    arbitrary: fc
      .record({
        name: some(['robot'], ['other']),
        namespace: fc.option(some(['team-a', 'team-b'], NAMESPACES), { nil: undefined }),
      })
      .map(({ name, namespace }) => ({ kind: 'ServiceAccount', name, ...(namespace && { namespace }) })),
  },
);
const subjects = fc.array(subject, { minLength: 0, maxLength: 4 });
const bindingName = fc.oneof(
  fc.integer({ min: 1, max: 60 }).map(number => `binding-${number}`),
  fc.constantFrom('Binding', 'a,b', 'view:all', '*'),
);
const reference = (kinds: readonly string[]) =>
  fc.record({
    apiGroup: fc.constant(RBAC_GROUP),
    kind: fc.constantFrom(...kinds),
    name: some([...ROLE_NAMES, ...AGGREGATED], [...ODD_ROLE_NAMES, 'gone', 'view', LONG_NAME]),
  });

const roleBinding: fc.Arbitrary<RbacManifest> = fc
  .record({ namespace, name: bindingName, roleRef: reference(['Role', 'ClusterRole']), subjects })
  .map(({ namespace, name, roleRef, subjects }) => ({
    kind: 'RoleBinding',
    metadata: { namespace, name },
    roleRef,
    subjects,
  }));

const clusterRoleBinding: fc.Arbitrary<RbacManifest> = fc
  .record({ name: bindingName, roleRef: reference(['ClusterRole']), subjects })
  .map(({ name, roleRef, subjects }) => ({ kind: 'ClusterRoleBinding', metadata: { name }, roleRef, subjects }));

export const rbacObject: fc.Arbitrary<RbacManifest> = fc.oneof(
  { weight: 4, arbitrary: role },
  { weight: 4, arbitrary: clusterRole },
  { weight: 1, arbitrary: aggregated },
  { weight: 8, arbitrary: roleBinding },
  { weight: 4, arbitrary: clusterRoleBinding },
);

export interface Place {
  readonly resource: Resource;
  /** '' for a cluster-scoped resource. */
  readonly namespace: string;
  readonly name: string;
}

const placeIn = (resources: readonly Resource[], name: fc.Arbitrary<string>): fc.Arbitrary<Place> =>
  fc
    .record({
      resource: fc.constantFrom(...resources),
      namespace: some(NAMESPACES.slice(0, 3), ['default', 'kube-system']),
      name,
    })
    .map(place => (place.resource.namespaced ? place : { ...place, namespace: '' }));

/** A place of an object that a test may create. Namespaces and RBAC objects come with the world. */
export const objectPlace = placeIn(
  RESOURCES.filter(({ group, kind }) => group !== RBAC_GROUP && !(group === '' && kind === 'Namespace')),
  fc.constantFrom(...OBJECT_NAMES),
);
/** A place of an object that may or may not exist. */
export const ghostPlace = placeIn(RESOURCES, fc.constantFrom(...OBJECT_NAMES, ...GHOST_NAMES, ...NAMESPACES));

/** A change of one existing RBAC object, or a new object. */
export type Change = 'remove' | 'add' | 'empty' | 're-create';

/** The world after some random changes. `draw` takes a sample of an arbitrary under the run's seed. */
export function changed(world: World, changes: number, draw: <T>(arbitrary: fc.Arbitrary<T>) => T): World {
  const next = new Map(world);
  const pick = () => draw(fc.constantFrom(...next.keys()));
  for (let i = 0; i < changes; i++) {
    const change: Change =
      next.size === 0 ? 'add' : draw(fc.constantFrom<Change>('remove', 'add', 'add', 'empty', 're-create'));
    if (change === 'remove') next.delete(pick());
    else if (change === 'add') {
      const manifest = draw(rbacObject);
      next.set(keyOf(manifest), manifest);
    } else {
      const key = pick();
      const old = next.get(key)!;
      next.set(key, change === 'empty' ? emptied(old, draw(fc.boolean())) : draw(likeness(old)));
    }
  }
  return next;
}

function emptied(manifest: RbacManifest, toNull: boolean): RbacManifest {
  if (manifest.subjects) return { ...manifest, subjects: [] };
  return manifest.aggregationRule ? manifest : { ...manifest, rules: toNull ? null : [] };
}

/** An object with the kind and name of `old`, and random content. */
function likeness(old: RbacManifest): fc.Arbitrary<RbacManifest> {
  const arbitrary = {
    Role: role,
    ClusterRole: clusterRole,
    RoleBinding: roleBinding,
    ClusterRoleBinding: clusterRoleBinding,
  }[old.kind];
  return arbitrary.map(manifest => ({ ...manifest, metadata: { ...manifest.metadata, ...withoutLabels(old) } }));
}

function withoutLabels({ metadata: { name, namespace } }: RbacManifest): { name: string; namespace?: string } {
  return { name, ...(namespace !== undefined && { namespace }) };
}
