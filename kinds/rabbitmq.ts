/** The cluster operator of RabbitMQ. */
import type { Kind } from './kind.ts';
import { condition, NOT_REPORTED, tabled } from './table.ts';

/** Time that the first Pod may take to answer before the object counts as failed. */
const START_MS = 300_000;

const cluster = tabled({
  source:
    'rabbitmq/cluster-operator: internal/status; argoproj/argo-cd: resource_customizations/rabbitmq.com/RabbitmqCluster/health.lua',
  lines: [
    condition('FAILED', 'ReconcileSuccess', 'False'),
    condition('FAILED', 'ClusterAvailable', 'False', { reasons: ['NoEndpointsAvailable'], afterMs: START_MS }),
    condition('IN_PROGRESS', 'ClusterAvailable', 'False'),
    condition('IN_PROGRESS', 'ClusterAvailable', 'Unknown'),
    condition('IN_PROGRESS', 'AllReplicasReady', 'False', { except: ['ScaledToZero'] }),
    condition('IN_PROGRESS', 'AllReplicasReady', 'Unknown'),
    condition('CURRENT', 'ClusterAvailable', 'True'),
    NOT_REPORTED,
  ],
});

export const rabbitmq: readonly Kind[] = [{ group: 'rabbitmq.com', kind: 'RabbitmqCluster', ...cluster }];
