/** The Prometheus operator. Its workloads are available, degraded (some Pods are not ready), or not available. */
import { heldByField } from './status-result.ts';
import type { Kind } from './kind.ts';
import { condition, NOT_REPORTED, tabled } from './table.ts';

/** Time that the first Pod may take to be ready before the object counts as failed. */
const START_MS = 300_000;

const server = tabled({
  source:
    'prometheus-operator/prometheus-operator: pkg/apis/monitoring/v1/types.go (ConditionType, ConditionStatus), pkg/prometheus/operator.go (StatusReporter)',
  holds: [heldByField('spec.paused', 'Paused')],
  lines: [
    condition('FAILED', 'Reconciled', 'False'),
    condition('FAILED', 'Available', 'False', { reasons: ['NoPodReady'], afterMs: START_MS }),
    condition('FAILED', 'Available', 'False'),
    condition('IN_PROGRESS', 'Available', 'Degraded'),
    condition('CURRENT', 'Available', 'True'),
    NOT_REPORTED,
  ],
});

export const monitoring: readonly Kind[] = ['Prometheus', 'PrometheusAgent', 'Alertmanager', 'ThanosRuler'].map(
  kind => ({
    group: 'monitoring.coreos.com',
    kind,
    ...server,
  }),
);
