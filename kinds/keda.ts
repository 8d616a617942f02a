/**
 * KEDA. A ScaledObject scales a Deployment unless its `scaleTargetRef` names another kind. Fallback means that a metric
 * cannot be read, so a fixed number of replicas applies.
 */
import type { Relation } from '../store/attached.ts';
import { scales } from './autoscaling.ts';
import { heldByAnnotation, heldByCondition, type Hold } from './status-result.ts';
import type { Kind } from './kind.ts';
import { condition, NOT_REPORTED, tabled } from './table.ts';
import { annotation, at, text } from './untrusted.ts';

const pausedReplicas: Hold = {
  reason: 'ScaledObjectPaused',
  when: 'has the annotation `autoscaling.keda.sh/paused-replicas`',
  holds: object => annotation(object, 'autoscaling.keda.sh/paused-replicas') !== undefined,
};

const scaled = tabled({
  source:
    'kedacore/keda: apis/keda/v1alpha1/condition_types.go, scaledobject_types.go (NeedToBePausedByAnnotation); argoproj/argo-cd: resource_customizations/keda.sh/ScaledObject/health.lua',
  holds: [
    heldByAnnotation('autoscaling.keda.sh/paused', 'ScaledObjectPaused'),
    pausedReplicas,
    heldByCondition('Paused', 'ScaledObjectPaused'),
  ],
  lines: [
    condition('FAILED', 'Ready', 'False'),
    condition('FAILED', 'Fallback', 'True'),
    condition('CURRENT', 'Ready', 'True'),
    condition('IN_PROGRESS', 'Ready', 'Unknown'),
    NOT_REPORTED,
  ],
});

export const keda: readonly Kind[] = [
  {
    group: 'keda.sh',
    kind: 'ScaledObject',
    ...scaled,
    relations: scaledWorkload,
    rules: 1,
  },
  { group: 'keda.sh', kind: 'ScaledJob', ...scaled },
];

function scaledWorkload(object: unknown, namespace: string): readonly Relation[] {
  const target = at(object, 'spec', 'scaleTargetRef');
  const apiVersion = text(at(target, 'apiVersion')) || 'apps/v1';
  const kind = text(at(target, 'kind')) || 'Deployment';
  return scales({ apiVersion, kind, name: at(target, 'name') }, namespace);
}
