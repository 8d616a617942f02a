/**
 * The log: JSON lines on stderr, one logger per process, children by component. Secrets never come here: callers pass names and reasons,
 * never headers, tokens or manifests. Lines of a request that is traced have the ids of its trace and span.
 */
import { pino, type Logger as PinoLogger } from 'pino';
import { traceFields } from './traces.ts';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export function createLogger(level: LogLevel = 'info'): Logger {
  return pino({ level, base: null, mixin: traceFields, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}

/** For tests and for callers that print their own progress. */
export const silentLogger: Logger = pino({ level: 'silent' });
