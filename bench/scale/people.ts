/**
 * Users with different permissions, from none to all. The rows that a user may see are computed from the user's scope,
 * without an evaluator of permissions.
 *
 * A user with 3 000 grants has the grants through groups. Each group may read the namespaces of one name on all
 * clusters. There are TENANTS such users with different sets of groups, so that no cache entry of one user answers for
 * another.
 */
import type { GrantObject } from '../../rbac/types.ts';
import { binding, clusterName, namespaceName, ROLES, type FleetShape, type PlannedRow } from './fleet.ts';

export interface Person {
  readonly name: string;
  /** Text about the person for the report. */
  readonly description: string;
  readonly token: string;
  readonly user: string;
  readonly groups: readonly string[];
  readonly scope: Scope;
}

/** The places where a person has rights. The bound roles grant all kinds. */
export type Scope =
  | { readonly type: 'everything' }
  | { readonly type: 'clusters'; readonly clusters: readonly number[] }
  | { readonly type: 'places'; readonly places: readonly BoundNamespace[] };

export interface BoundNamespace {
  readonly cluster: number;
  readonly namespace: number;
}

const TENANT_GRANTS = 3_000;
/** Number of people with 3 000 grants. */
const TENANTS = 32;
const THIRTY = 30;
/** Index of the namespace in which people with few grants have their grants. */
const FEW_NAMESPACE = 7;

export interface People {
  readonly nobody: Person;
  readonly one: Person;
  readonly thirty: Person;
  readonly tenants: readonly Person[];
  /**
   * A person with a RoleBinding in every namespace and no other binding. Sees everything without being an
   * administrator.
   */
  readonly auditor: Person;
  readonly half: Person;
  readonly admin: Person;
}

export function peopleOf(shape: FleetShape): People {
  const all = (count: number) => Array.from({ length: count }, (_, i) => i);
  const places = (clusters: readonly number[], namespaces: readonly number[]): Scope => ({
    type: 'places',
    places: clusters.flatMap(cluster => namespaces.map(namespace => ({ cluster, namespace }))),
  });
  const [clusters, namespaces] = [all(shape.clusters), all(shape.namespaces)];
  return {
    nobody: person('nobody', 'no grants', [], places([], [])),
    one: person('one', '1 grant', [], places([0], [FEW_NAMESPACE])),
    thirty: person('thirty', '30 grants', [], places(clusters.slice(0, THIRTY), [FEW_NAMESPACE])),
    tenants: all(TENANTS).map(number => {
      const theirs = tenantNamespaces(shape, number);
      return person(`tenant-${number}`, '3 000 grants', theirs.map(readersOf), places(clusters, theirs));
    }),
    auditor: person('auditor', 'non-admin with everything', [], places(clusters, namespaces)),
    half: person('half', 'half of the clusters', ['regional-auditors'], {
      type: 'clusters',
      clusters: clusters.filter(isOfRegion),
    }),
    admin: person('admin', 'cluster-admin', ['platform-admins'], { type: 'everything' }),
  };
}

/**
 * Namespaces in which the tenant has grants: 3 000 grants over all clusters, if the fleet has enough namespaces. Takes
 * every 7th or every 11th namespace, so that the grants are spread over the names.
 */
function tenantNamespaces({ clusters, namespaces }: FleetShape, tenant: number): number[] {
  const each = Math.min(TENANT_GRANTS / clusters, namespaces);
  const chosen = new Set<number>();
  for (let next = tenant * 3; chosen.size < each; next += tenant % 2 === 0 ? 7 : 11) chosen.add(next % namespaces);
  return [...chosen].sort((a, b) => a - b);
}

const isOfRegion = (cluster: number) => cluster % 2 === 0;
const readersOf = (namespace: number) => `readers-of-${namespaceName(namespace)}`;

function person(name: string, description: string, groups: readonly string[], scope: Scope): Person {
  return { name, description, token: `bench-${name}`, user: `${name}@acme.example`, groups, scope };
}

/** RBAC objects on one cluster for the people of peopleOf(). */
export function fleetGrants({ namespaces }: FleetShape, cluster: number): readonly GrantObject[] {
  const grants: GrantObject[] = [
    ...ROLES,
    binding('', 'platform-admins', 'cluster-admin', ['Group', 'platform-admins']),
  ];
  if (isOfRegion(cluster)) grants.push(binding('', 'regional-auditors', 'reader', ['Group', 'regional-auditors']));
  for (let namespace = 0; namespace < namespaces; namespace++) {
    const name = namespaceName(namespace);
    grants.push(binding(name, 'readers', 'reader', ['Group', readersOf(namespace)]));
    grants.push(binding(name, 'auditors', 'reader', ['User', 'auditor@acme.example']));
  }
  const few = namespaceName(FEW_NAMESPACE);
  if (cluster < THIRTY) grants.push(binding(few, 'thirty', 'reader', ['User', 'thirty@acme.example']));
  if (cluster === 0) grants.push(binding(few, 'one', 'reader', ['User', 'one@acme.example']));
  return grants;
}

/** Returns a function that is true for rows that the person sees. */
export function sightOf({ scope }: Person, { clusters, namespaces }: FleetShape): (row: PlannedRow) => boolean {
  if (scope.type === 'everything') return () => true;
  const seen = new Uint8Array(clusters * namespaces);
  if (scope.type === 'clusters')
    for (const cluster of scope.clusters) seen.fill(1, cluster * namespaces, (cluster + 1) * namespaces);
  else for (const { cluster, namespace } of scope.places) seen[cluster * namespaces + namespace] = 1;
  return ({ cluster, namespace }) => seen[cluster * namespaces + namespace] === 1;
}

/** SQL parameters: clusters and namespaces, with one element per grant. */
export function placeColumns(places: readonly BoundNamespace[]): {
  readonly clusters: string[];
  readonly namespaces: string[];
} {
  return {
    clusters: places.map(({ cluster }) => clusterName(cluster)),
    namespaces: places.map(({ namespace }) => namespaceName(namespace)),
  };
}
