/**
 * Rights of fleetgraph's account on a leaf, in one place. `prepare-cluster` prints them, `register` applies them, and
 * `clusters` checks them.
 *
 * Who attacks: an attacker who takes over the gateway's process or its token. What stops them: the account changes
 * nothing. It reads only collected kinds, RBAC objects and CustomResourceDefinitions. It can act as every user that it
 * may impersonate. So the rights name users and groups, unless the operator allows everybody.
 *
 * What remains: a right without names includes `system:masters`, and RBAC cannot exclude one name. The gateway removes
 * this group from its callers (identity/authenticator.ts). But an attacker who has the token can still use the group.
 */
import { DEFAULT_KINDS } from '../../collector/kinds.ts';
import { serviceAccountGroups, serviceAccountOf } from '../../identity/identity.ts';

/** Names of the users, groups and UIDs that the account may impersonate. */
export interface Names {
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly uids: readonly string[];
}

export interface LeafRights {
  /** Namespace of the ServiceAccount. */
  readonly namespace: string;
  /** True if the collector may read every kind. */
  readonly allKinds: boolean;
  /**
   * True if the collector may list Secrets. It reads only their metadata, but RBAC has no right for metadata alone.
   * @default true
   */
  readonly secrets?: boolean;
  /** Additional kinds that the collector may read, in the spelling of `kinds.include`. @default none */
  readonly kinds?: readonly string[];
  readonly impersonate: Names | 'anybody' | 'nobody';
  /** True if the account may send TokenReviews to the cluster. @default false */
  readonly tokenReviews?: boolean;
  /** True to add a Secret for the ServiceAccount, with a token that never expires. @default false */
  readonly tokenSecret?: boolean;
}

const SECRETS = 'secrets';
/**
 * Annotation of the ClusterRole with the kinds of `--kind`. If a later run omits one of these kinds, it removes the
 * rights to this kind.
 */
export const KINDS_ANNOTATION = 'fleetgraph.dev/kinds';
export const ACCOUNT = 'fleetgraph-collector';
export const RBAC_GROUP = 'rbac.authorization.k8s.io';
/** The collector lists and watches, and does not get single objects. */
export const COLLECTOR_VERBS = ['list', 'watch'] as const;
/** Resources that the collector reads independent of `kinds`. */
export const ALWAYS_READ = [
  ...['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'].map(resource => ({
    group: RBAC_GROUP,
    resource,
  })),
  { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' },
] as const;
/** `rbac.audit` uses these reviews to compare decisions of the index with decisions of the cluster. */
export const REVIEW = { group: 'authorization.k8s.io', resource: 'subjectaccessreviews' } as const;

/** `authentication` of type tokenReview uses these reviews to authenticate callers with tokens of the cluster. */
export const TOKEN_REVIEW = { group: 'authentication.k8s.io', resource: 'tokenreviews' } as const;

export interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames?: readonly string[];
}

/** The objects to apply: Namespace, ServiceAccount, roles with their bindings, and the Secret of `tokenSecret`. */
export function leafObjects(rights: LeafRights): object[] {
  const {
    namespace,
    allKinds,
    secrets = true,
    kinds = [],
    impersonate,
    tokenReviews = false,
    tokenSecret = false,
  } = rights;
  const reviews = [REVIEW, ...(tokenReviews ? [TOKEN_REVIEW] : [])].map(({ group, resource }) =>
    rule(group, [resource], ['create']),
  );
  const rules = [...readRules(allKinds, secrets, kinds), ...reviews, ...impersonateRules(impersonate)];
  const account = { kind: 'ServiceAccount', name: ACCOUNT, namespace };
  // The right covers only the account itself. A token of another account would carry the rights of the other account.
  const renew = { ...rule('', ['serviceaccounts/token'], ['create']), resourceNames: [ACCOUNT] };
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: ACCOUNT, namespace } },
    ...(tokenSecret ? [endlessToken(namespace)] : []),
    ...role(
      'ClusterRole',
      undefined,
      ACCOUNT,
      rules,
      account,
      kinds.length === 0 ? undefined : { [KINDS_ANNOTATION]: kinds.join(',') },
    ),
    ...(tokenSecret ? [] : role('Role', namespace, `${ACCOUNT}-token`, [renew], account)),
    ...impersonatedAccounts(impersonate).flatMap(([inNamespace, names]) =>
      role(
        'Role',
        inNamespace,
        `${ACCOUNT}-impersonate`,
        [{ ...rule('', ['serviceaccounts'], ['impersonate']), resourceNames: names }],
        account,
      ),
    ),
  ];
}

/**
 * Returns the rules that an administrator added to an existing role. Leaves out rights that fleetgraph can create, so
 * that a right disappears when the options no longer name it.
 */
export function foreignRules(role: {
  readonly rules?: unknown;
  readonly metadata: { readonly annotations?: object };
}): Rule[] {
  const annotations = (role.metadata.annotations ?? {}) as Readonly<Record<string, string>>;
  const own = ownRights((annotations[KINDS_ANNOTATION] ?? '').split(',').filter(Boolean));
  return ((role.rules ?? []) as Rule[]).flatMap(there => {
    const { apiGroups = [], resources = [], verbs = [], ...rest } = there;
    const isNamed = (rest.resourceNames?.length ?? 0) > 0;
    const parts = apiGroups.flatMap(group =>
      resources.map(resource => {
        const left = verbs.filter(verb => !own.has(rightKey(verb, group, resource)) || (isNamed && COLLECTS.has(verb)));
        return { apiGroups: [group], resources: [resource], verbs: left, ...rest };
      }),
    );
    if (parts.every(part => part.verbs.length === verbs.length)) return [there];
    return parts.filter(part => part.verbs.length > 0);
  });
}

const COLLECTS: ReadonlySet<string> = new Set(COLLECTOR_VERBS);

function rightKey(verb: string, group: string, resource: string): string {
  return `${verb} ${group}/${resource}`;
}

/** Every right that the account can have for these kinds, with any options. */
function ownRights(kinds: readonly string[]): ReadonlySet<string> {
  const read = [...DEFAULT_KINDS, ...kinds].map(groupAndResource);
  const reads = [{ group: '*', resource: '*' }, ...ALWAYS_READ, ...read].flatMap(({ group, resource }) =>
    COLLECTOR_VERBS.map(verb => rightKey(verb, group, resource)),
  );
  const creates = [REVIEW, TOKEN_REVIEW, { group: '', resource: 'serviceaccounts/token' }];
  return new Set([
    ...reads,
    ...creates.map(({ group, resource }) => rightKey('create', group, resource)),
    ...['users', 'groups', 'serviceaccounts'].map(resource => rightKey('impersonate', '', resource)),
    rightKey('impersonate', 'authentication.k8s.io', 'uids'),
  ]);
}

export function groupAndResource(name: string): { group: string; resource: string } {
  const [resource = '', ...group] = name.split('.');
  return { group: group.join('.'), resource };
}

function readRules(allKinds: boolean, secrets: boolean, kinds: readonly string[]): Rule[] {
  if (allKinds) return [rule('*', ['*'], COLLECTOR_VERBS)];
  const names = new Set([...DEFAULT_KINDS, ...kinds]);
  if (!secrets) names.delete(SECRETS);
  const collected = [...names].map(groupAndResource);
  return rulesByGroup([...collected, ...ALWAYS_READ], COLLECTOR_VERBS);
}

export function rulesByGroup(
  all: readonly { readonly group: string; readonly resource: string }[],
  verbs: readonly string[],
): Rule[] {
  return [...Map.groupBy(all, ({ group }) => group)].map(([group, some]) =>
    rule(
      group,
      some.map(({ resource }) => resource),
      verbs,
    ),
  );
}

function impersonateRules(impersonate: LeafRights['impersonate']): Rule[] {
  if (impersonate === 'nobody') return [];
  if (impersonate === 'anybody') return [rule('', ['users', 'groups', 'serviceaccounts'], ['impersonate'])];
  const users = impersonate.users.filter(user => !serviceAccountOf(user));
  // A leaf adds the standard groups of a ServiceAccount only if the request names no group. So fleetgraph sends these
  // groups together with other groups.
  const ownGroups = impersonate.groups.length > 0 ? impersonate.users.flatMap(serviceAccountGroups) : [];
  const named = (group: string, resource: string, names: readonly string[]) =>
    names.length === 0 ? [] : [{ ...rule(group, [resource], ['impersonate']), resourceNames: [...new Set(names)] }];
  return [
    ...named('', 'users', users),
    ...named('', 'groups', [...impersonate.groups, ...ownGroups]),
    ...named('authentication.k8s.io', 'uids', impersonate.uids),
  ];
}

/**
 * Names of the ServiceAccounts, by namespace. A rule for the whole cluster would allow the same name in every
 * namespace.
 */
function impersonatedAccounts(impersonate: LeafRights['impersonate']): [namespace: string, names: string[]][] {
  if (typeof impersonate === 'string') return [];
  const accounts = [...new Set(impersonate.users)].flatMap(user => serviceAccountOf(user) ?? []);
  return [...Map.groupBy(accounts, ({ namespace }) => namespace)].map(([namespace, some]) => [
    namespace,
    some.map(({ name }) => name),
  ]);
}

export function rule(group: string, resources: readonly string[], verbs: readonly string[]): Rule {
  return { apiGroups: [group], resources, verbs };
}

/** A role and its binding to one subject. */
export function role(
  kind: 'Role' | 'ClusterRole',
  namespace: string | undefined,
  name: string,
  rules: readonly Rule[],
  subject: object,
  annotations?: Readonly<Record<string, string>>,
): object[] {
  const metadata = { name, ...(namespace !== undefined && { namespace }) };
  return [
    { apiVersion: `${RBAC_GROUP}/v1`, kind, metadata: { ...metadata, ...(annotations && { annotations }) }, rules },
    {
      apiVersion: `${RBAC_GROUP}/v1`,
      kind: `${kind}Binding`,
      metadata,
      roleRef: { apiGroup: RBAC_GROUP, kind, name },
      subjects: [subject],
    },
  ];
}

function endlessToken(namespace: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'kubernetes.io/service-account-token',
    metadata: { name: ACCOUNT, namespace, annotations: { 'kubernetes.io/service-account.name': ACCOUNT } },
  };
}
