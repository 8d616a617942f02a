/**
 * Rights of the mover's user, in one place: `prepare-cluster --placement-mover` prints them. They belong to this user
 * and not to fleetgraph's account. The account gains only the right to impersonate the user.
 *
 * Who attacks: an attacker who takes over the process of the mover. What stops them: on a hub the user may patch
 * policies, bindings and member objects, and hold one Lease. On members it may only read. It can delete nothing and
 * create nothing. What remains: whoever can patch a policy can make its engine move the workloads of the policy.
 */
import { DEFAULT_KINDS } from '../../collector/kinds.ts';
import { LEASE_NAME } from '../../mover/lease.ts';
import { groupAndResource, RBAC_GROUP, role, rule, rulesByGroup, type Rule } from './leaf-rights.ts';

export interface MoverRights {
  readonly user: string;
  /** Namespace of the Lease on the hub. */
  readonly leaseNamespace: string;
  /** True if every kind may be placed. If false, only `kinds` and the default kinds except Secrets may be placed. */
  readonly allKinds: boolean;
  /** Additional kinds that may be placed, in the spelling of `kinds.include`. */
  readonly kinds: readonly string[];
}

const HUB = 'fleetgraph-mover-hub';
const MEMBER = 'fleetgraph-mover-member';
const READ = ['get', 'list'] as const;
const CHANGE = [...READ, 'patch'] as const;

const HUB_RULES: readonly Rule[] = [
  rule('cluster.open-cluster-management.io', ['placements', 'managedclusters'], CHANGE),
  rule(
    'cluster.open-cluster-management.io',
    ['placementdecisions', 'managedclustersets', 'managedclustersetbindings'],
    READ,
  ),
  rule('work.open-cluster-management.io', ['manifestworks', 'manifestworkreplicasets'], READ),
  rule('policy.karmada.io', ['propagationpolicies', 'clusterpropagationpolicies'], CHANGE),
  rule('work.karmada.io', ['resourcebindings', 'clusterresourcebindings'], CHANGE),
  rule('cluster.karmada.io', ['clusters'], CHANGE),
];

/**
 * Objects for a hub: two roles with their bindings, and the Lease. The Lease is included so that the user needs no
 * right to create it.
 */
export function hubObjects({ user, leaseNamespace: namespace }: MoverRights): object[] {
  const lease = { ...rule('coordination.k8s.io', ['leases'], ['get', 'patch']), resourceNames: [LEASE_NAME] };
  return [
    ...role('ClusterRole', undefined, HUB, HUB_RULES, account(user)),
    ...role('Role', namespace, LEASE_NAME, [lease], account(user)),
    { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: LEASE_NAME, namespace } },
  ];
}

/** Objects for a member: rights to read the kinds that may be placed, and the endpoints of Services. */
export function memberObjects({ user, allKinds, kinds }: MoverRights): object[] {
  const names = [
    ...new Set([...DEFAULT_KINDS.filter(name => name !== 'secrets'), ...kinds, 'endpointslices.discovery.k8s.io']),
  ];
  const rules = allKinds ? [rule('*', ['*'], READ)] : rulesByGroup(names.map(groupAndResource), READ);
  return role('ClusterRole', undefined, MEMBER, rules, account(user));
}

function account(user: string): object {
  return { apiGroup: RBAC_GROUP, kind: 'User', name: user };
}
