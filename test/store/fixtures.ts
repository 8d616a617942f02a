/** Rows, grants and states with only the fields that a test is about. */
import type { BindingObject, RoleObject } from '../../rbac/types.ts';
import { encodeObjectKey } from '../../schema/object-id.ts';
import { targetOf, type SpelledRelations } from '../../store/relation-spelling.ts';
import type { ClusterState, IndexRow, Row, Store } from '../../store/store.ts';

export const CLUSTER = 'leaf-01';

/** Converts an IndexRow to plain values: texts to strings, and relations to objects. */
export function spelledOut({
  name,
  reason,
  message,
  revision,
  images,
  ...row
}: IndexRow): Omit<Row, (typeof STORED)[number]> {
  const {
    cluster,
    group,
    version,
    kind,
    namespace,
    status,
    suspended,
    createdAt,
    transitionedAt,
    syncedAt,
    labels,
    relations,
    records,
  } = row;
  const rest = {
    cluster,
    group,
    version,
    kind,
    namespace,
    status,
    suspended,
    createdAt,
    transitionedAt,
    syncedAt,
    labels,
    ...(relations !== undefined && {
      relations: 'text' in relations ? relationsOf(relations, row.namespace, String(name)) : relations,
    }),
    records,
  };
  return {
    ...rest,
    name: String(name),
    reason: String(reason),
    message: String(message),
    revision: String(revision),
    images: String(images),
  };
}

function relationsOf({ relations }: SpelledRelations, namespace: string, name: string): Row['relations'] {
  return relations.map(relation => ({
    type: relation.type,
    to: encodeObjectKey(targetOf(relation, { namespace, name })),
  }));
}

/** Fields of a row that an index does not hold. */
const STORED = ['uid', 'resourceVersion', 'attemptedRevision'] as const;

export function withoutStored(row: Row): Omit<Row, (typeof STORED)[number]> {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !STORED.includes(column as never))) as never;
}

export function role(name: string, fields: Partial<RoleObject> = {}): RoleObject {
  const rules = [{ verbs: ['list'], apiGroups: ['apps'], resources: ['deployments'], resourceNames: [] }];
  return { type: 'Role', namespace: 'team-a', name, rules, aggregated: false, resourceVersion: '1', ...fields };
}

export function binding(name: string, fields: Partial<BindingObject> = {}): BindingObject {
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' };
  const subjects = [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'jane', namespace: '' }];
  return { type: 'RoleBinding', namespace: 'team-a', name, roleRef, subjects, resourceVersion: '1', ...fields };
}

export function state(fields: Partial<ClusterState> = {}): ClusterState {
  return {
    phase: 'synced',
    reason: '',
    version: 'v1.36.0',
    authorization: 'rbac',
    answeredAgo: 5,
    kinds: [{ group: 'apps', kind: 'Deployment', state: 'watching', reason: '' }],
    resources: [{ group: 'apps', version: 'v1', kind: 'Deployment', plural: 'deployments', namespaced: true }],
    grants: { complete: true, confirmedAgo: 7, reason: '' },
    ...fields,
  };
}

/** All rows of a snapshot, by name. */
export async function readRows(store: Store, cluster = CLUSTER): Promise<Map<string, Row>> {
  const snapshot = await store.snapshot(cluster, new AbortController().signal);
  const rows = new Map<string, Row>();
  for await (const chunk of snapshot.rows) for (const row of chunk) rows.set(row.name, row);
  return rows;
}
