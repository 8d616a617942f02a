/**
 * The Prometheus servers of a configuration. The process opens each server once, so that all parts of the process
 * share its limits.
 */
import { Counter, type Registry } from 'prom-client';
import type { Config, PrometheusConfig } from '../../config/schema.ts';
import type { PrometheusHeader } from '../../prometheus/client.ts';
import { answerCache, Prometheus } from '../../prometheus/prometheus.ts';
import type { Logger } from '../../telemetry/log.ts';
import { headerValue, type Environment } from './header-value.ts';
import { UsageError } from '../usage-error.ts';

interface PrometheusParts {
  readonly env: Environment;
  readonly metrics: Registry;
  readonly log: Logger;
}

/**
 * Returns the servers by name.
 * @throws UsageError
 */
export function openPrometheus(
  { prometheus, limits }: Pick<Config, 'prometheus' | 'limits'>,
  { env, metrics, log }: PrometheusParts,
): ReadonlyMap<string, Prometheus> {
  if (prometheus.length === 0) return new Map();
  const queries = new Counter({
    name: 'fleetgraph_prometheus_queries_total',
    help: 'Queries sent to Prometheus by outcome: ok, unreachable, timeout, too_large, refused, invalid; and limited for those not sent.',
    labelNames: ['prometheus', 'outcome'],
    registers: [metrics],
  });
  const cache = answerCache(limits.meshBytes);
  return new Map(
    prometheus.map(config => [
      config.name,
      opened(
        config,
        server =>
          new Prometheus(
            { ...server, log, count: outcome => queries.inc({ prometheus: config.name, outcome }) },
            cache,
          ),
        env,
      ),
    ]),
  );
}

type Server = Pick<PrometheusConfig, 'name' | 'url' | 'concurrency' | 'maxBytes' | 'maxSeries'> & {
  readonly timeoutMs: number;
  readonly headers: readonly PrometheusHeader[];
  readonly tls: Pick<PrometheusConfig, 'caFile' | 'certFile' | 'keyFile'>;
};

function opened(
  { name, url, timeout, concurrency, maxBytes, maxSeries, headers, caFile, certFile, keyFile }: PrometheusConfig,
  open: (server: Server) => Prometheus,
  env: Environment,
): Prometheus {
  // config/load.ts ensures that each header has either `file` or `env`.
  const values = headers.map((header): PrometheusHeader =>
    header.file === undefined
      ? { name: header.name, value: headerValue('prometheus', name, { name: header.name, env: header.env! }, env) }
      : { name: header.name, file: header.file },
  );
  try {
    return open({
      name,
      url,
      timeoutMs: timeout,
      concurrency,
      maxBytes,
      maxSeries,
      headers: values,
      tls: { caFile, certFile, keyFile },
    });
  } catch (error) {
    throw new UsageError(`prometheus: ${name}: ${(error as Error).message}.`);
  }
}
