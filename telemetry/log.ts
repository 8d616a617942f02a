/**
 * The log: JSON lines on stderr. Requests, clusters and some components use child loggers with further fields. Code
 * must not log secrets: it logs names and reasons, never headers, tokens or manifests. Lines of a traced request have
 * the ids of its trace and span.
 */
import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { traceFields } from './traces.ts';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export function createLogger(level: LogLevel = 'info', destination: DestinationStream = pino.destination(2)): Logger {
  const formatters = { level: (label: string) => ({ level: label }) };
  return pino(
    { level, base: null, mixin: traceFields, formatters, timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  );
}

/** Logger that writes nothing. */
export const silentLogger: Logger = pino({ level: 'silent' });
