/** The four RBAC kinds of a leaf: how the collector reads them, and what the state of the cluster says about them. */
import type { ServedResource } from '../kubernetes/client.ts';
import { parseGrantObject } from '../rbac/parse.ts';
import type { GrantObject, Resource } from '../rbac/types.ts';
import { grantKey } from '../rbac/types.ts';
import { MAX_GRANT_NAME_LENGTH } from '../store/limits.ts';
import type { StateReason } from '../store/causes.ts';
import type { ClusterState } from '../store/store.ts';
import type { KindStatus } from './kind-status.ts';
import type { Item } from './item.ts';
import { isCollectable } from './kinds.ts';
import { claimsOtherKind, isName, isNameOfAnyLength } from '../kinds/untrusted.ts';

const RBAC_GROUP = 'rbac.authorization.k8s.io';
export const GRANT_TYPES = [
  'ClusterRole',
  'ClusterRoleBinding',
  'Role',
  'RoleBinding',
] as const satisfies readonly GrantObject['type'][];
const PLURALS: Readonly<Record<GrantObject['type'], string>> = {
  ClusterRole: 'clusterroles',
  ClusterRoleBinding: 'clusterrolebindings',
  Role: 'roles',
  RoleBinding: 'rolebindings',
};

/** The resource of a type of grants. Undefined if the leaf does not serve the resource as Kubernetes does. */
export function grantResource(served: readonly ServedResource[], type: GrantObject['type']): Resource | undefined {
  return served.find(
    resource =>
      resource.group === RBAC_GROUP &&
      resource.plural === PLURALS[type] &&
      resource.namespaced === !type.startsWith('Cluster') &&
      isCollectable(resource),
  );
}

export function grantItem(type: GrantObject['type'], object: unknown): Item<GrantObject> {
  if (claimsOtherKind(object, { group: RBAC_GROUP, kind: type }))
    return { refused: 'it is of another kind than was asked for', reason: 'kind' };
  const value = parseGrantObject(type, object);
  const namespaced = !type.startsWith('Cluster');
  const isCalledWell = isNameOfAnyLength(value.name) && value.name.length <= MAX_GRANT_NAME_LENGTH;
  if (!isCalledWell || (namespaced && !isName(value.namespace)))
    return { refused: 'its name or namespace is malformed', reason: isCalledWell ? 'namespace' : 'name' };
  return { key: grantKey(value), version: value.resourceVersion.length <= 128 ? value.resourceVersion : '', value };
}

/**
 * @param kinds Status by type of grants. Types whose collection has not started are absent
 * @param carried State in the store when this collector took over, with current ages. Used until the leaf has confirmed
 * its grants to this collector, so that a cluster stays visible when its collector changes. The ages keep growing, so
 * that the cluster is closed if its leaf stays silent
 */
export function grantsState(
  kinds: ReadonlyMap<GrantObject['type'], Pick<KindStatus, 'listed' | 'confirmedAt' | 'reason'>>,
  carried: ClusterState['grants'] | undefined,
  now: number,
): ClusterState['grants'] {
  let complete = true;
  let confirmedAgo: number | undefined = 0;
  let reason: StateReason = '';
  for (const type of GRANT_TYPES) {
    const kind = kinds.get(type);
    const own = kind?.listed ? kind.confirmedAt : undefined;
    const ago = own === undefined ? (carried?.complete ? carried.confirmedAgo : undefined) : now - own;
    complete &&= ago !== undefined;
    confirmedAgo = confirmedAgo === undefined || ago === undefined ? undefined : Math.max(confirmedAgo, ago);
    reason ||= reasonOf(kind);
  }
  return { complete, confirmedAgo, reason };
}

function reasonOf(kind: Pick<KindStatus, 'listed' | 'reason'> | undefined): StateReason {
  return kind?.reason || (kind?.listed ? '' : 'RBAC_NOT_READ');
}
