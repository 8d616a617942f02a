/**
 * Creates a metric registry for /metrics, with the default metrics of the process. Each call creates its own registry,
 * so that two servers in one process do not share counters.
 */
import { collectDefaultMetrics, Registry } from 'prom-client';

export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
