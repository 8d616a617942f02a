/** The API groups autoscaling and autoscaling.k8s.io: whether an autoscaler can work, and which workload it scales. */
import type { Relation } from '../store/attached.ts';
import type { Kind } from './kind.ts';
import { named, relationsByName } from './relations.ts';
import { condition, NOT_REPORTED, otherwise, tabled } from './table.ts';
import { at, groupOf, text } from './untrusted.ts';

/** Time in which new Pods may have no metrics yet. */
const METRICS_MS = 120_000;

/**
 * An autoscaler of a workload with zero replicas is disabled on purpose. An autoscaler that waits between two steps
 * works as intended.
 */
const autoscaler = tabled({
  source:
    'argoproj/gitops-engine: pkg/health/health_hpa.go; kubernetes/kubernetes: pkg/controller/podautoscaler/horizontal.go',
  lines: [
    condition('FAILED', 'AbleToScale', 'False', { except: ['BackoffBoth', 'BackoffDownscale', 'BackoffUpscale'] }),
    condition('FAILED', 'ScalingActive', 'False', { reasons: ['FailedGetResourceMetric'], afterMs: METRICS_MS }),
    condition('FAILED', 'ScalingActive', 'False', { except: ['ScalingDisabled'] }),
    condition('CURRENT', 'ScalingActive', 'True'),
    otherwise('CURRENT'),
  ],
});

const verticalAutoscaler = tabled({
  source:
    'kubernetes/autoscaler: vertical-pod-autoscaler/pkg/apis/autoscaling.k8s.io/v1/types.go (VerticalPodAutoscalerConditionType); argoproj/argo-cd: resource_customizations/autoscaling.k8s.io/VerticalPodAutoscaler/health.lua',
  lines: [
    condition('FAILED', 'ConfigUnsupported', 'True'),
    condition('FAILED', 'NoPodsMatched', 'True'),
    condition('CURRENT', 'RecommendationProvided', 'True'),
    NOT_REPORTED,
  ],
});

export const autoscaling: readonly Kind[] = [
  {
    group: 'autoscaling.k8s.io',
    kind: 'VerticalPodAutoscaler',
    ...verticalAutoscaler,
    relations: (object, namespace) => scales(at(object, 'spec', 'targetRef'), namespace),
    rules: 1,
  },
  {
    group: 'autoscaling',
    kind: 'HorizontalPodAutoscaler',
    indexedAs: 'horizontalpodautoscalers',
    ...autoscaler,
    relations: (object, namespace) => scales(at(object, 'spec', 'scaleTargetRef'), namespace),
  },
];

/** Relation of an autoscaler to the workload that it scales. The workload is in the autoscaler's namespace. */
export function scales(target: unknown, namespace: string): readonly Relation[] {
  const of = { group: groupOf(text(at(target, 'apiVersion'))), kind: text(at(target, 'kind')) };
  return relationsByName('REFERENCES', named([at(target, 'name')]), of, namespace);
}
