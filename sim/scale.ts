/** The scale subresource of workloads: their replicas, as read and written by autoscalers and `kubectl scale`. */
import type { KubernetesObject } from '../kubernetes/client.ts';
import type { SimulatedResource } from './resources.ts';

const SCALED = new Set(['deployments', 'replicasets', 'statefulsets']);

export function hasScale({ group, plural }: Pick<SimulatedResource, 'group' | 'plural'>): boolean {
  return group === 'apps' && SCALED.has(plural);
}

export function scaleOf({ metadata, spec, status }: KubernetesObject): KubernetesObject {
  const { name, namespace, uid, resourceVersion } = metadata;
  return {
    ...{ apiVersion: 'autoscaling/v1', kind: 'Scale' },
    metadata: { name, namespace, uid, resourceVersion } as KubernetesObject['metadata'],
    spec: { replicas: spec?.['replicas'] ?? 1 },
    status: { replicas: status?.['replicas'] ?? 0 },
  };
}
