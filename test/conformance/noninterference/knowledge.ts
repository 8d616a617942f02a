/**
 * Everything that an asker may know about a world, by the visibility rule alone. The tests compare the product with
 * this definition.
 *
 * Two worlds with equal knowledge for an asker must give that asker equal answers, byte for byte. The rule is written
 * again here, in its plainest form (test/rbac/oracle.ts), so that the product does not judge itself. By design
 * everybody may know how many clusters are in each state. Askers may also know the version and phase of each cluster
 * that they may name.
 */
import type {
  BindingObject,
  ClusterGrants,
  LeafIdentity,
  PolicyRule,
  Resource,
  RoleObject,
  Subject,
} from '../../../rbac/types.ts';
import {
  decodeObjectId,
  decodeObjectKey,
  encodeObjectId,
  encodeObjectKey,
  type ObjectKey,
} from '../../../schema/object-id.ts';
import type { Row } from '../../../store/store.ts';
import { oracleAllows, oracleSees } from '../../rbac/oracle.ts';
import { ASKERS, HUBS, type Asker } from './vocabulary.ts';
import { isClosed, type Cluster, type LeafEvent, type World } from './world.ts';
import { leafObject, METRICS, withSubresource } from './leaf.ts';

export interface ClusterKnowledge {
  /** True if the asker may know the cluster's name. */
  readonly named: boolean;
  readonly rows: readonly Row[];
  /** Kinds whose names the asker may know. */
  readonly kinds?: readonly Resource[];
  readonly [more: string]: unknown;
}

export type Knowledge = Readonly<Record<string, ClusterKnowledge>>;

export function knowledge(world: World, asker: Asker): Knowledge {
  const known: Record<string, ClusterKnowledge> = {};
  for (const [name, cluster] of [...world].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const what = ofCluster(cluster, asker);
    if (
      Object.values(what).some(part => (Array.isArray(part) ? part.length > 0 : part !== undefined && part !== false))
    )
      known[name] = what;
  }
  return known;
}

/**
 * Sorted states of all clusters. Every caller may know how many clusters are in each state, hidden clusters included.
 */
export function countedStates(world: World): string {
  return JSON.stringify([...world.values()].map(cluster => (isClosed(cluster) ? 'closed' : cluster.phase)).sort());
}

/**
 * State of each configured hub. Every caller may know whether a hub is missing or closed, because then nobody knows
 * what should run: gates of packages stay closed, and lists are incomplete.
 */
export function hubStates(world: World): string {
  const states = HUBS.map(name => {
    const hub = world.get(name);
    return hub === undefined ? 'missing' : isClosed(hub) ? 'closed' : 'open';
  });
  return JSON.stringify(states);
}

function ofCluster(cluster: Cluster, asker: Asker): ClusterKnowledge {
  const identity = identityOn(cluster, asker);
  const grants: ClusterGrants = { revision: 0, objects: cluster.grants };
  // Live reads go to the leaf, whatever the state of the index.
  const atTheLeaf = { readable: readable(cluster, grants, identity), events: events(cluster, grants, identity) };
  if (isClosed(cluster)) return { named: false, rows: [], ...atTheLeaf };
  const reach = reaching(cluster, identity);
  const sees = (row: Row): boolean => {
    const resource = cluster.resources.find(({ group, kind }) => group === row.group && kind === row.kind);
    return (
      resource?.namespaced === (row.namespace !== '') && oracleSees(grants, identity, resource, row.namespace, row.name)
    );
  };
  const visible = [...cluster.rows.values()].filter(sees);
  const ids = new Set(visible.map(encodeObjectKey));
  const held = new Set([...cluster.rows.values()].map(encodeObjectKey));
  // A caller who may list the kind of a relation's target knows if the target exists. This caller therefore also sees
  // relations to absent targets.
  const mayListEnd = (to: ObjectKey): boolean => {
    const { group, kind, namespace } = decodeObjectKey(to);
    const resource = [...cluster.resources, ...cluster.uncollected].find(it => it.group === group && it.kind === kind);
    if (resource?.namespaced !== (namespace !== '')) return false;
    return oracleAllows(grants, identity, { verb: 'list', group, resource: resource.plural, namespace, name: '' });
  };
  const scopes = reach.map(({ binding }) => binding.namespace);
  const kinds = cluster.resources.filter(
    ({ group, kind, plural, namespaced }) =>
      visible.some(row => row.group === group && row.kind === kind) ||
      (namespaced ? ['', ...scopes] : ['']).some(namespace =>
        oracleAllows(grants, identity, { verb: 'list', group, resource: plural, namespace, name: '' }),
      ),
  );
  return {
    named: kinds.length > 0,
    rows: visible
      .map(row => ({
        ...row,
        relations: row.relations?.filter(({ to }) => ids.has(to) || (!held.has(to) && mayListEnd(to))) ?? [],
      }))
      .sort((a, b) => (encodeObjectId(a) < encodeObjectId(b) ? -1 : 1)),
    kinds: sorted(kinds),
    states: sorted(
      cluster.kinds.filter(state => kinds.some(({ group, kind }) => group === state.group && kind === state.kind)),
    ),
    phase: kinds.length > 0 ? cluster.phase : undefined,
    labels: kinds.length > 0 ? cluster.labels : undefined,
    policy: kinds.length > 0 ? cluster.policy : undefined,
    // The explanation of the caller's own permissions: the grants in the leaf's order, and the resources that they
    // cover.
    reach,
    about: sorted(
      cluster.resources.filter(resource => reach.some(({ role }) => role.rules.some(rule => isAbout(rule, resource)))),
    ),
    // A caller who may impersonate users or groups may query the permissions of any user.
    others: mayImpersonate(reach) ? sorted([...cluster.grants]) : [],
    ...atTheLeaf,
  };
}

function mayImpersonate(reach: readonly Reach[]): boolean {
  const fits = (patterns: readonly string[], value: string) => patterns.includes('*') || patterns.includes(value);
  return reach.some(({ role }) =>
    role.rules.some(
      ({ verbs, resources }) =>
        fits(verbs, 'impersonate') && ['users', 'groups'].some(plural => fits(resources, plural)),
    ),
  );
}

/** Identity of the asker on a cluster. */
export function identityOn({ policy }: Cluster, asker: Asker): LeafIdentity {
  const { user, groups } = ASKERS[asker];
  return {
    user: policy.usernamePrefix + user,
    groups: [...groups.map(group => policy.groupPrefix + group), 'system:authenticated'],
  };
}

interface Reach {
  readonly binding: BindingObject;
  readonly role: RoleObject;
}

/** Bindings that have the identity as a subject, with the roles they give. Other subjects are left out. */
function reaching({ grants }: Cluster, identity: LeafIdentity): Reach[] {
  const means = ({ kind, name }: Subject) =>
    kind === 'User' ? name === identity.user : kind === 'Group' && identity.groups.includes(name);
  return [...grants.values()].flatMap(binding => {
    if (!('subjects' in binding)) return [];
    const subjects = binding.subjects.filter(means);
    const { kind, name } = binding.roleRef;
    const role = grants.get(`${kind}/${kind === 'Role' ? binding.namespace : ''}/${name}`) as RoleObject | undefined;
    return subjects.length > 0 && role ? [{ binding: { ...binding, subjects }, role }] : [];
  });
}

function isAbout(rule: PolicyRule, { group, plural }: Resource): boolean {
  const fits = (patterns: readonly string[], value: string) => patterns.includes('*') || patterns.includes(value);
  return rule.verbs.length > 0 && fits(rule.apiGroups, group) && fits(rule.resources, plural);
}

/**
 * Objects that the leaf would return to the identity, each with three permissions: to read its events, to read its log,
 * and to delete it. Objects of kinds with Pods also come with the Pods of their namespace.
 */
function readable(cluster: Cluster, grants: ClusterGrants, identity: LeafIdentity): unknown[] {
  return sorted(
    [...cluster.rows.keys()].flatMap(id => {
      const { group, kind, namespace, name } = decodeObjectId(id);
      const resource = cluster.resources.find(it => it.group === group && it.kind === kind);
      if (resource?.namespaced !== (namespace !== '')) return [];
      const scope = resource.plural === 'namespaces' ? name : namespace;
      const may = (verb: string, subresource = ''): boolean =>
        oracleAllows(grants, identity, {
          verb,
          group,
          resource: withSubresource(resource.plural, subresource),
          namespace: scope,
          name,
        });
      const pods = HAVE_PODS.has(kind)
        ? podsIn(cluster, grants, identity, kind === 'Namespace' ? name : namespace)
        : [];
      return may('get')
        ? [
            [
              resource,
              leafObject(cluster, id),
              mayListEvents(grants, identity, namespace || 'default'),
              may('get', 'log'),
              may('delete'),
              pods,
            ],
          ]
        : [];
    }),
  );
}

const HAVE_PODS: ReadonlySet<string> = new Set(['Pod', 'Deployment', 'Service', 'Namespace', 'Node']);

/**
 * Pods that the leaf would list in a namespace, with their logs and measurements. An empty list differs from a refusal.
 */
function podsIn(cluster: Cluster, grants: ClusterGrants, identity: LeafIdentity, namespace: string): unknown[] {
  const may = (verb: string, group: string, resource: string, name = ''): boolean =>
    oracleAllows(grants, identity, { verb, group, resource, namespace, name });
  const [lists, listsMetrics] = [may('list', '', 'pods'), may('list', METRICS.group, 'pods')];
  const pods = [...cluster.rows].flatMap(([id, row]) => {
    if (row.group !== '' || row.kind !== 'Pod' || row.namespace !== namespace) return [];
    const isMeasured = listsMetrics || may('get', METRICS.group, 'pods', row.name);
    const hasLog = lists && may('get', '', 'pods/log', row.name);
    if (!lists && !isMeasured) return [];
    return [[lists || isMeasured ? leafObject(cluster, id) : '', isMeasured, hasLog]];
  });
  return [lists, listsMetrics, may('get', '', 'pods/log'), may('get', METRICS.group, 'pods'), sorted(pods)];
}

function events(cluster: Cluster, grants: ClusterGrants, identity: LeafIdentity): LeafEvent[] {
  return sorted([...cluster.events.values()].filter(({ namespace }) => mayListEvents(grants, identity, namespace)));
}

function mayListEvents(grants: ClusterGrants, identity: LeafIdentity, namespace: string): boolean {
  return oracleAllows(grants, identity, { verb: 'list', group: '', resource: 'events', namespace, name: '' });
}

function sorted<T>(items: readonly T[]): T[] {
  return items
    .map(item => ({ item, text: JSON.stringify(item) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ item }) => item);
}
