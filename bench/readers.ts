/** RBAC objects that let these users list all objects of a cluster. */
import type { GrantObject } from '../rbac/types.ts';

export function readers(...users: readonly string[]): GrantObject[] {
  const group = 'rbac.authorization.k8s.io';
  const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['list'], resourceNames: [] }];
  return [
    { type: 'ClusterRole', namespace: '', name: 'reader', rules, aggregated: false, resourceVersion: '1' },
    {
      ...{ type: 'ClusterRoleBinding', namespace: '', name: 'readers', resourceVersion: '1' },
      roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'reader' },
      subjects: users.map(name => ({ kind: 'User', apiGroup: group, name, namespace: '' })),
    },
  ];
}
