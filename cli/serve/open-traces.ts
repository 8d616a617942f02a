/**
 * Starts tracing if the configuration names a target, or if the standard OpenTelemetry variables name a target and do
 * not disable tracing. Otherwise, no OpenTelemetry package is loaded.
 */
import type { Registry } from 'prom-client';
import type { Config } from '../../config/schema.ts';
import type { Logger } from '../../telemetry/log.ts';
import type { Traces } from '../../telemetry/traces.ts';
import { version } from '../commands/version.ts';

export async function openTraces(
  { endpoint, ratio }: Config['telemetry']['traces'],
  { env, metrics, log }: { env: Readonly<Record<string, string | undefined>>; metrics: Registry; log: Logger },
): Promise<Traces | undefined> {
  if (endpoint === undefined && !isWantedBy(env)) return undefined;
  const { openOtlpTraces } = await import('../../telemetry/otlp-traces.ts');
  return openOtlpTraces({ endpoint, ratio, version: version(), metrics, log });
}

function isWantedBy(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none') return false;
  return Boolean(env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_ENDPOINT']);
}
