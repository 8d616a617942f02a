/**
 * Counts and times requests to subgraphs over HTTP. The label is a name of the supergraph, so the configuration bounds
 * the number of labels.
 */
import { Counter, Histogram, type Registry } from 'prom-client';

export type Outcome = 'ok' | 'errors' | 'unavailable' | 'timeout' | 'refused' | 'ended';

/** Records one request. */
export type SubgraphMetrics = (subgraph: string, outcome: Outcome, seconds: number) => void;

export function subgraphMetrics(registry: Registry): SubgraphMetrics {
  const requests = new Counter({
    name: 'fleetgraph_subgraph_requests_total',
    help: 'Questions to subgraphs over HTTP, by what came of them.',
    labelNames: ['subgraph', 'outcome'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'fleetgraph_subgraph_request_duration_seconds',
    help: 'Time from a question to a subgraph over HTTP to its answer, waiting for a place included.',
    labelNames: ['subgraph'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return (subgraph, outcome, duration) => {
    requests.inc({ subgraph, outcome });
    seconds.observe({ subgraph }, duration);
  };
}
