/**
 * Index of a cluster's bindings by subject, so that an identity's grants are found without reading all bindings.
 *
 * A cluster's GrantTable updates its index with every change, so no caller waits for the index. For other grants, the
 * index is built once per revision, at the first use. The index also records when the grants of each user and group
 * last changed. So results for an identity usually stay valid when bindings of other identities change.
 */
import { Pace, type Steps } from '../async/fair-turns.ts';
import {
  grantKey,
  type BindingObject,
  type ClusterGrants,
  type GrantObject,
  type LeafIdentity,
  type RoleObject,
  type RoleRef,
  type GivenUp,
  type Subject,
} from './types.ts';

/** A binding that has the identity among its subjects, and the role of this binding. */
export interface Reach {
  readonly binding: BindingObject;
  readonly role: RoleObject;
}

/** True if the grant applies to requests in this scope. The namespace '' means cluster scope. */
export function countsIn({ binding }: Reach, namespace: string): boolean {
  return binding.type === 'ClusterRoleBinding' || binding.namespace === namespace;
}

/**
 * The identity's grants that apply in a scope, without duplicates. ClusterRoleBindings come first, as in the API
 * server.
 */
export function* reachesIn(
  namespace: string,
  grants: ClusterGrants,
  identity: LeafIdentity,
  pace: Pace,
): Steps<readonly Reach[]> {
  const clusterWide = new Map<BindingObject, Reach>();
  const own = new Map<BindingObject, Reach>();
  for (const reach of reaching(grants, identity)) {
    if (pace.spent()) yield;
    if (!countsIn(reach, namespace)) continue;
    (reach.binding.type === 'ClusterRoleBinding' ? clusterWide : own).set(reach.binding, reach);
  }
  return [...clusterWide.values(), ...own.values()];
}

/**
 * Yields the identity's grants one by one, in no particular order, for work in steps. A binding that names the identity
 * several times, for example by user and by group, may be yielded several times. A binding whose role is missing is
 * skipped until the role exists.
 */
export function* reaching(grants: ClusterGrants, { user, groups }: LeafIdentity): Generator<Reach, void> {
  const index = indexGrants(grants);
  // Bindings share equal references (sharing.ts), so this map saves lookups of roles.
  const clusterRoles = new Map<RoleRef, RoleObject | undefined>();
  const clusterRole = (ref: RoleRef) => {
    if (!clusterRoles.has(ref)) clusterRoles.set(ref, roleOf(grants, 'ClusterRole', '', ref.name));
    return clusterRoles.get(ref);
  };
  const roleGiven = ({ type, namespace, roleRef }: BindingObject) => {
    if (roleRef.kind === 'ClusterRole') return clusterRole(roleRef);
    return roleRef.kind === 'Role' && type === 'RoleBinding'
      ? roleOf(grants, 'Role', namespace, roleRef.name)
      : undefined;
  };
  for (const bindings of [index.users.of(user), ...groups.map(group => index.groups.of(group))]) {
    for (const binding of bindings) {
      const role = roleGiven(binding);
      if (role) yield { binding, role };
    }
  }
}

/**
 * Revision at which the grants of this identity last changed. Results derived from these grants stay valid until the
 * next change. A change of any role counts for all identities.
 */
export function reachRevision(grants: ClusterGrants, { user, groups }: LeafIdentity): number {
  const { users, groups: indexed, rolesChangedAt } = indexGrants(grants);
  return groups.reduce(
    (latest, group) => Math.max(latest, indexed.changedAt(group)),
    Math.max(rolesChangedAt, users.changedAt(user)),
  );
}

/** The groups that bindings name. */
export function boundGroups(grants: ClusterGrants): Iterable<string> {
  return indexGrants(grants).groups.names();
}

const indexes = new WeakMap<ClusterGrants, GrantIndex>();

export function indexGrants(grants: ClusterGrants): GrantIndex {
  const known = indexes.get(grants);
  if (known?.revision === grants.revision) return known;
  const index = new GrantIndex(grants.revision);
  for (const object of grants.objects.values()) index.add(object);
  indexes.set(grants, index);
  return index;
}

export class GrantIndex {
  /** Current revision of the grants. */
  revision: number;
  rolesChangedAt: number;
  readonly users: Holders;
  readonly groups: Holders;

  constructor(revision: number) {
    this.revision = revision;
    this.rolesChangedAt = revision;
    this.users = new Holders(revision);
    this.groups = new Holders(revision);
  }

  add(object: GrantObject): void {
    if ('rules' in object) this.rolesChangedAt = this.revision;
    else this.#eachHolder(object, (holders, name) => holders.add(name, object, this.revision));
  }

  remove(object: GrantObject): void {
    if ('rules' in object) this.rolesChangedAt = this.revision;
    else this.#eachHolder(object, (holders, name) => holders.remove(name, object, this.revision));
  }

  /**
   * Replaces `before` by `after`, which must have the same key. Subjects that keep the same role from the binding do
   * not count as changed. There may be tens of thousands of such subjects.
   */
  replace(before: GrantObject, after: GrantObject): void {
    if (before === after) return;
    const goesOn = 'roleRef' in after && isSameRole((before as BindingObject).roleRef, after.roleRef);
    if (goesOn)
      this.#eachHolder(after, (holders, name) => holders.exchange(name, before as BindingObject, after, this.revision));
    this.remove(before);
    if (!goesOn) this.add(after);
  }

  #eachHolder(binding: BindingObject, visit: (holders: Holders, name: string) => void): void {
    // A RoleBinding without a namespace applies in no scope.
    if (binding.type === 'RoleBinding' && binding.namespace === '') return;
    for (const subject of binding.subjects) {
      const principal = principalOf(subject, binding);
      if (principal) visit(principal.type === 'user' ? this.users : this.groups, principal.name);
    }
  }
}

/**
 * The bindings of one subject. Most subjects have only one binding, and a set for each would double the size of the
 * index.
 */
type Bindings = BindingObject | Set<BindingObject>;

/**
 * Maximum number of names with a recorded change. Above this number, the records are dropped and all names count as
 * changed.
 */
const MAX_CHANGED = 10_000;

/** The bindings of users or of groups, by name. */
class Holders {
  readonly #bindings = new Map<string, Bindings>();
  readonly #changedAt = new Map<string, number>();
  #allChangedAt: number;

  constructor(revision: number) {
    this.#allChangedAt = revision;
  }

  names(): Iterable<string> {
    return this.#bindings.keys();
  }

  of(name: string): Iterable<BindingObject> {
    const bindings = this.#bindings.get(name);
    return bindings instanceof Set ? bindings : bindings ? [bindings] : [];
  }

  changedAt(name: string): number {
    return this.#changedAt.get(name) ?? this.#allChangedAt;
  }

  add(name: string, binding: BindingObject, revision: number): void {
    const bindings = this.#bindings.get(name);
    if (bindings instanceof Set) bindings.add(binding);
    else if (!bindings) this.#bindings.set(name, binding);
    else this.#bindings.set(name, new Set([bindings, binding]));
    this.#changed(name, revision);
  }

  /** Removes a binding. Has no effect if the subject does not have the binding. */
  remove(name: string, binding: BindingObject, revision: number): void {
    const bindings = this.#bindings.get(name);
    if (bindings instanceof Set ? !bindings.has(binding) : bindings !== binding) return;
    if (!(bindings instanceof Set) || (bindings.delete(binding) && bindings.size === 0)) this.#bindings.delete(name);
    this.#changed(name, revision);
  }

  /** Replaces `before` by `after`. Adds `after` if the subject does not have `before`. */
  exchange(name: string, before: BindingObject, after: BindingObject, revision: number): void {
    const bindings = this.#bindings.get(name);
    if (bindings === before) this.#bindings.set(name, after);
    else if (bindings instanceof Set && bindings.delete(before)) bindings.add(after);
    else this.add(name, after, revision);
  }

  #changed(name: string, revision: number): void {
    if (this.changedAt(name) === revision) return;
    if (this.#changedAt.size >= MAX_CHANGED && !this.#changedAt.has(name)) {
      this.#changedAt.clear();
      this.#allChangedAt = revision;
    } else this.#changedAt.set(name, revision);
  }
}

function isSameRole(one: RoleRef, other: RoleRef): boolean {
  return one.kind === other.kind && one.name === other.name;
}

function roleOf(
  grants: ClusterGrants,
  type: RoleObject['type'],
  namespace: string,
  name: string,
): RoleObject | undefined {
  return grants.objects.get(grantKey({ type, namespace, name })) as RoleObject | undefined;
}

/**
 * Maximum number of operations for one result, because one leaf could slow down all callers. This maximum is enough for
 * about 250 000 names.
 */
export const MAX_WORK = 2_000_000;

export function* steadily<T>(
  grants: ClusterGrants,
  identity: LeafIdentity,
  begin: (pace: Pace) => Steps<T>,
): Steps<T | GivenUp> {
  const pace = new Pace();
  for (let givenUp: GivenUp = 'too-large'; ; givenUp = 'changing') {
    const revision = reachRevision(grants, identity);
    const steps = begin(pace);
    for (let step = steps.next(); reachRevision(grants, identity) === revision; step = steps.next()) {
      if (step.done) return step.value;
      if (pace.done > MAX_WORK) return givenUp;
      yield;
    }
  }
}

/**
 * Members of this group bypass every authorizer of an API server. Authenticators remove the group unless the
 * configuration allows it.
 */
const PRIVILEGED_GROUP = 'system:masters';

export function isPrivileged(identity: LeafIdentity): boolean {
  return identity.groups.includes(PRIVILEGED_GROUP);
}

/** The user name or group name of a subject. */
export type Principal = { readonly type: 'user' | 'group'; readonly name: string };

/**
 * The user or group that a subject names, as Kubernetes' RBAC authorizer matches it (k8s.io/kubernetes
 * pkg/registry/rbac/validation/rule.go, appliesToUser). Undefined for a subject that matches no identity.
 *
 * Only the subject's kind matters, not its apiGroup. The API server stores no subject with another group, and its
 * authorizer ignores the group. A ServiceAccount is also a user, so a User subject with the account's user name
 * matches.
 */
export function principalOf(subject: Subject, binding: BindingObject): Principal | undefined {
  switch (subject.kind) {
    case 'User':
      return { type: 'user', name: subject.name };
    case 'Group':
      return { type: 'group', name: subject.name };
    case 'ServiceAccount': {
      // In a RoleBinding, the namespace defaults to the binding's namespace. A ClusterRoleBinding has no namespace, so
      // there is no default.
      const namespace = subject.namespace || binding.namespace;
      return namespace === ''
        ? undefined
        : { type: 'user', name: `system:serviceaccount:${namespace}:${subject.name}` };
    }
    default:
      return undefined;
  }
}

/** The first subject of the binding that matches this identity. */
export function* matchingSubject(
  binding: BindingObject,
  { user, groups }: LeafIdentity,
  pace: Pace,
): Steps<Subject | undefined> {
  const memberOf = new Set(groups);
  for (const subject of binding.subjects) {
    const principal = principalOf(subject, binding);
    if (principal?.type === 'user' ? principal.name === user : principal && memberOf.has(principal.name))
      return subject;
    if (pace.spent()) yield;
  }
  return undefined;
}
