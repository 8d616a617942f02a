/**
 * Creates the metrics of one process, for /metrics. Each call creates its own registry, so that two servers in one
 * process never share counters.
 */
import { collectDefaultMetrics, Registry } from 'prom-client';

export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
