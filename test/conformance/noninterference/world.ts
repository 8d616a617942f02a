/** A world: the content of a fleet as plain data, and the small changes that lead from one world to another. */
import {
  grantKey,
  type BindingObject,
  type GrantObject,
  type PolicyRule,
  type Resource,
  type RoleObject,
} from '../../../rbac/types.ts';
import { encodeObjectId, type ObjectId } from '../../../schema/object-id.ts';
import type { IdentityPolicy } from '../../../identity/identity.ts';
import type { Relation } from '../../../store/attached.ts';
import type { KindState, Row } from '../../../store/store.ts';
import { ASKERS, COMMON } from './vocabulary.ts';

/** An event on a leaf, about an object in the namespace of the event. */
export interface LeafEvent {
  readonly namespace: string;
  readonly name: string;
  readonly about: Pick<ObjectId, 'kind' | 'name'>;
  readonly message: string;
}

export type OwnerName = Pick<ObjectId, 'group' | 'kind' | 'name'>;

export interface Cluster {
  readonly policy: IdentityPolicy;
  /** True if the cluster's grants are not completely known. With authorization `rbac`, the cluster is then closed. */
  readonly closed: boolean;
  /**
   * `mixed`: the cluster's own reviews decide permissions. `incomplete`: like `mixed`, but reviews cannot list the
   * rules. `webhook`: like `incomplete`, and the index knows no grant, since another authorizer gives all permissions.
   */
  readonly authorization: 'rbac' | 'mixed' | 'incomplete' | 'webhook';
  /**
   * True if all callers are in quarantine. The cluster then reviews each decision, like a mixed cluster, but its grants
   * still have to be complete.
   */
  readonly quarantined: boolean;
  readonly phase: 'synced' | 'listing';
  /** Labels of the cluster's registration. */
  readonly labels: Readonly<Record<string, string>>;
  readonly resources: readonly Resource[];
  readonly kinds: readonly KindState[];
  /** Further kinds that the cluster serves. The index has no rows of these kinds. */
  readonly uncollected: readonly Resource[];
  /** Rows by id. */
  readonly rows: ReadonlyMap<string, Row>;
  readonly grants: ReadonlyMap<string, GrantObject>;
  /** Owners of objects, by object id. */
  readonly owners: ReadonlyMap<string, OwnerName>;
  /** Events by namespace and name. */
  readonly events: ReadonlyMap<string, LeafEvent>;
}

export type World = ReadonlyMap<string, Cluster>;

/**
 * True if the cluster contributes nothing to answers. Unknown grants close a cluster only with authorization `rbac`.
 */
export function isClosed({ closed, authorization }: Cluster): boolean {
  return closed && authorization === 'rbac';
}

/** A change of one cluster. `pick` selects one of its rows, grants or kinds. */
export type Edit =
  | { readonly do: 'put a row'; readonly row: Row }
  | { readonly do: 'drop a row'; readonly cluster: string; readonly pick: number }
  | { readonly do: 'relate a row'; readonly cluster: string; readonly pick: number; readonly relation: Relation }
  | { readonly do: 'put grants'; readonly cluster: string; readonly grants: readonly GrantObject[] }
  | { readonly do: 'drop a grant'; readonly cluster: string; readonly pick: number }
  | {
      readonly do: 'serve a kind';
      readonly cluster: string;
      readonly resource: Resource;
      readonly state: KindState['state'];
      /** Other kind under which the objects of this kind are collected. */
      readonly shownAs?: string;
    }
  | { readonly do: 'withdraw a kind'; readonly cluster: string; readonly pick: number }
  | { readonly do: 'own an object'; readonly cluster: string; readonly pick: number; readonly owner: OwnerName }
  | { readonly do: 'label'; readonly cluster: string; readonly labels: Cluster['labels'] }
  | { readonly do: 'put an event'; readonly cluster: string; readonly event: LeafEvent }
  | { readonly do: 'put a cluster'; readonly name: string; readonly cluster: Cluster }
  | { readonly do: 'drop a cluster'; readonly name: string };

const REASONS: Readonly<Partial<Record<KindState['state'], KindState['reason']>>> = {
  forbidden: 'FORBIDDEN',
  uncollected: 'TOO_MANY_KINDS',
};

export function inState({ group, kind }: Resource, state: KindState['state']): KindState {
  return { group, kind, state, reason: REASONS[state] ?? '' };
}

/** State of a kind whose objects are collected under the kind `shownAs`. */
export function shownElsewhere({ group, kind }: Resource, shownAs: string): KindState {
  return { group, kind, state: 'uncollected', reason: 'SHOWN_ELSEWHERE', shownAs };
}

export function edited(world: World, edit: Edit): World {
  const next = new Map(world);
  switch (edit.do) {
    case 'put a cluster':
      return next.set(edit.name, edit.cluster);
    case 'drop a cluster':
      next.delete(edit.name);
      return next;
    default: {
      const name = edit.do === 'put a row' ? edit.row.cluster : edit.cluster;
      const cluster = world.get(name);
      return cluster ? next.set(name, { ...cluster, ...change(cluster, edit) }) : world;
    }
  }
}

function change(cluster: Cluster, edit: Exclude<Edit, { do: 'put a cluster' | 'drop a cluster' }>): Partial<Cluster> {
  const { rows, grants, resources, kinds, owners, events } = cluster;
  switch (edit.do) {
    case 'put a row':
      return { rows: new Map(rows).set(encodeObjectId(edit.row), edit.row) };
    case 'drop a row':
      return { rows: without(rows, [...rows.keys()][edit.pick % rows.size] ?? '') };
    case 'relate a row': {
      const [id, row] = [...rows][edit.pick % rows.size] ?? [];
      return id && row ? { rows: new Map(rows).set(id, withRelations(row, [edit.relation])) } : {};
    }
    case 'put grants':
      return { grants: new Map([...grants, ...edit.grants.map(grant => [grantKey(grant), grant] as const)]) };
    case 'drop a grant':
      return { grants: without(grants, [...grants.keys()][edit.pick % grants.size] ?? '') };
    case 'serve a kind': {
      const { group, kind } = edit.resource;
      const others = <T extends { group: string; kind: string }>(list: readonly T[]) =>
        list.filter(it => it.group !== group || it.kind !== kind);
      return {
        resources: [edit.resource, ...others(resources)],
        kinds: [
          edit.shownAs === undefined ? inState(edit.resource, edit.state) : shownElsewhere(edit.resource, edit.shownAs),
          ...others(kinds),
        ],
      };
    }
    case 'withdraw a kind': {
      const { group, kind } = resources[edit.pick % resources.length]!;
      const stays = (it: { group: string; kind: string }) => it.group !== group || it.kind !== kind;
      return { resources: resources.filter(stays), kinds: kinds.filter(stays) };
    }
    case 'own an object':
      return { owners: new Map(owners).set([...rows.keys()][edit.pick % rows.size] ?? '', edit.owner) };
    case 'label':
      return { labels: edit.labels };
    case 'put an event':
      return { events: new Map(events).set(`${edit.event.namespace}/${edit.event.name}`, edit.event) };
  }
}

/** Adds relations, each at most once. */
export function withRelations(row: Row, more: readonly Relation[]): Row {
  const all = [...(row.relations ?? []), ...more];
  return { ...row, relations: [...new Map(all.map(relation => [relation.type + relation.to, relation])).values()] };
}

function without<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

/**
 * A role and its binding to a user or, as `group:dev`, to a group. With a namespace, the binding is a RoleBinding, else
 * a ClusterRoleBinding.
 */
export function grant(who: string, rule: PolicyRule, namespace = ''): readonly [RoleObject, BindingObject] {
  const name = [who, rule.verbs, rule.resources, rule.resourceNames].join('-').replaceAll('/', '.');
  const [kind, subject] = who.startsWith('group:') ? ['Group', who.slice(6)] : ['User', who];
  const apiGroup = 'rbac.authorization.k8s.io';
  return [
    { type: 'ClusterRole', namespace: '', name, rules: [rule], aggregated: false, resourceVersion: '1' },
    {
      type: namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding',
      namespace,
      name,
      roleRef: { apiGroup, kind: 'ClusterRole', name },
      subjects: [{ kind, apiGroup, name: subject, namespace: '' }],
      resourceVersion: '1',
    },
  ];
}

export const EVERYTHING: PolicyRule = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [] };

/** A cluster with defaults for everything that `more` leaves out. */
export function newCluster(more: Partial<Cluster> = {}): Cluster {
  const policy = more.policy ?? { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' };
  const resources = more.resources ?? COMMON;
  const root = grant(policy.usernamePrefix + ASKERS.root.user, EVERYTHING);
  return {
    policy,
    closed: false,
    authorization: 'rbac',
    quarantined: false,
    phase: 'synced',
    labels: {},
    resources,
    kinds: resources.map(resource => inState(resource, 'watching')),
    uncollected: [],
    rows: new Map(),
    owners: new Map(),
    events: new Map(),
    ...more,
    grants: new Map([...root.map(object => [grantKey(object), object] as const), ...(more.grants ?? [])]),
  };
}
