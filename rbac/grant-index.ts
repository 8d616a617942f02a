/**
 * The bindings of a cluster by whom they mean, so that an identity's grants are found without walking everybody's.
 *
 * A cluster's GrantTable keeps its index with every change, so that nobody who asks waits for it; of other grants it is built once per revision, by the
 * first who asks. The index also knows when the grants of each user and group last changed, so that what was derived from them for somebody outlives
 * all changes that do not concern them.
 */
import { principalOf } from './subjects.ts';
import { grantKey } from './types.ts';
import type { BindingObject, ClusterGrants, GrantObject, LeafIdentity, RoleObject, RoleRef } from './types.ts';

/** A binding that means the asking identity, and the role it gives. */
export interface Reach {
  readonly binding: BindingObject;
  readonly role: RoleObject;
}

/** All grants that reach the identity, once each: through ClusterRoleBindings first, as the API server walks them. */
export function grantsReaching(grants: ClusterGrants, identity: LeafIdentity): readonly Reach[] {
  const reaches = new Map<BindingObject, Reach>();
  for (const reach of reaching(grants, identity)) reaches.set(reach.binding, reach);
  return ['ClusterRoleBinding', 'RoleBinding'].flatMap(type => [...reaches.values()].filter(({ binding }) => binding.type === type));
}

/**
 * The same in any order, and twice where two of the identity's names are bound: one by one, for work that is done in steps. A binding whose role does
 * not exist reaches nobody and hides nothing: it grants from the moment the role appears.
 */
export function* reaching(grants: ClusterGrants, { user, groups }: LeafIdentity): Generator<Reach, void> {
  const index = indexGrants(grants);
  // References are shared between bindings (sharing.ts), so most roles are looked up once.
  const clusterRoles = new Map<RoleRef, RoleObject | undefined>();
  const clusterRole = (ref: RoleRef) => {
    if (!clusterRoles.has(ref)) clusterRoles.set(ref, roleOf(grants, 'ClusterRole', '', ref.name));
    return clusterRoles.get(ref);
  };
  const roleGiven = ({ type, namespace, roleRef }: BindingObject) => {
    if (roleRef.kind === 'ClusterRole') return clusterRole(roleRef);
    return roleRef.kind === 'Role' && type === 'RoleBinding' ? roleOf(grants, 'Role', namespace, roleRef.name) : undefined;
  };
  for (const bindings of [index.users.of(user), ...groups.map(group => index.groups.of(group))]) {
    for (const binding of bindings) {
      const role = roleGiven(binding);
      if (role) yield { binding, role };
    }
  }
}

/**
 * The revision at which what reaches this identity last changed. While it is the same, so is all that follows from the grants for them: of a binding that
 * gives them what it gave, whom else it means.
 */
export function reachRevision(grants: ClusterGrants, { user, groups }: LeafIdentity): number {
  const { users, groups: indexed, rolesChangedAt } = indexGrants(grants);
  return groups.reduce((latest, group) => Math.max(latest, indexed.changedAt(group)), Math.max(rolesChangedAt, users.changedAt(user)));
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
  /** Of the grants it is of; what changes from now on changes at this revision. */
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
   * `after` comes in the place of `before`, which has the same key. Nothing changes for those to whom a binding goes on giving the same role, and they may
   * be tens of thousands.
   */
  replace(before: GrantObject, after: GrantObject): void {
    if (before === after) return;
    const goesOn = 'roleRef' in after && isSameRole((before as BindingObject).roleRef, after.roleRef);
    if (goesOn) this.#eachHolder(after, (holders, name) => holders.exchange(name, before as BindingObject, after, this.revision));
    this.remove(before);
    if (!goesOn) this.add(after);
  }

  #eachHolder(binding: BindingObject, visit: (holders: Holders, name: string) => void): void {
    // A RoleBinding without a namespace is in no namespace, hence in no scope.
    if (binding.type === 'RoleBinding' && binding.namespace === '') return;
    for (const subject of binding.subjects) {
      const principal = principalOf(subject, binding);
      if (principal) visit(principal.type === 'user' ? this.users : this.groups, principal.name);
    }
  }
}

/** Most subjects have one binding in a cluster, and a set for each of those would be half of the index. */
type Bindings = BindingObject | Set<BindingObject>;

/** Beyond this many changed names it is forgotten which they were: then all of them are taken for changed. */
const MAX_CHANGED = 10_000;

/** The bindings of users, or of groups, by name. */
class Holders {
  readonly #bindings = new Map<string, Bindings>();
  readonly #changedAt = new Map<string, number>();
  #allChangedAt: number;

  constructor(revision: number) {
    this.#allChangedAt = revision;
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

  /** Of those who do not hold it nothing changes. */
  remove(name: string, binding: BindingObject, revision: number): void {
    const bindings = this.#bindings.get(name);
    if (bindings instanceof Set ? !bindings.has(binding) : bindings !== binding) return;
    if (!(bindings instanceof Set) || (bindings.delete(binding) && bindings.size === 0)) this.#bindings.delete(name);
    this.#changed(name, revision);
  }

  /** `after` takes the place of `before`, or is new where that is not held. */
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

function roleOf(grants: ClusterGrants, type: RoleObject['type'], namespace: string, name: string): RoleObject | undefined {
  return grants.objects.get(grantKey({ type, namespace, name })) as RoleObject | undefined;
}
