/** The API group autoscaling: whether an autoscaler can scale, and what is scaled. */
import type { Relation } from '../store/attached.ts';
import type { Kind } from './kind.ts';
import { relationsByName } from './relations.ts';
import { condition, otherwise, tabled } from './table.ts';
import { at, groupOf, text } from './untrusted.ts';

/** How long the metrics of new Pods may take. */
const METRICS_MS = 120_000;

/** An autoscaler of no replicas is disabled on purpose, and one that waits between two steps works as it should. */
const autoscaler = tabled({
  source: 'argoproj/gitops-engine: pkg/health/health_hpa.go; kubernetes/kubernetes: pkg/controller/podautoscaler/horizontal.go',
  lines: [
    condition('FAILED', 'AbleToScale', 'False', { except: ['BackoffBoth', 'BackoffDownscale', 'BackoffUpscale'] }),
    condition('FAILED', 'ScalingActive', 'False', { reasons: ['FailedGetResourceMetric'], afterMs: METRICS_MS }),
    condition('FAILED', 'ScalingActive', 'False', { except: ['ScalingDisabled'] }),
    condition('CURRENT', 'ScalingActive', 'True'),
    otherwise('CURRENT'),
  ],
});

export const autoscaling: readonly Kind[] = [
  {
    group: 'autoscaling',
    kind: 'HorizontalPodAutoscaler',
    indexedAs: 'horizontalpodautoscalers',
    ...autoscaler,
    relations: scaled,
  },
];

function scaled(object: unknown, namespace: string): readonly Relation[] {
  const target = at(object, 'spec', 'scaleTargetRef');
  const of = { group: groupOf(text(at(target, 'apiVersion'))), kind: text(at(target, 'kind')) };
  return relationsByName('REFERENCES', [target], of, namespace);
}
