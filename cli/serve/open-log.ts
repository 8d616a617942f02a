/** The log of a command: JSON lines on standard error, or lines for people on a terminal. */
import { createLogger, type Logger, type LogLevel } from '../../telemetry/log.ts';
import { printable } from '../printable.ts';

export function openLog(level: LogLevel): Logger {
  const { stderr } = process;
  return createLogger(
    level,
    stderr.isTTY ? { write: (line: string) => void stderr.write(`${CLEAR_LINE}${terminalLine(line)}\n`) } : undefined,
  );
}

/** Clears the terminal line, which may show the progress of the first index. */
const CLEAR_LINE = '\r\x1b[2K';

/**
 * Formats a line such as `04:01:12 WARN  the cluster does not answer  cluster=leaf-07 cause=CREDENTIALS`. The time is
 * UTC.
 */
export function terminalLine(json: string): string {
  const { time, level, msg, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const reported = Object.entries(fields).map(
    ([key, value]) => `${key}=${isPlain(value) ? value : JSON.stringify(value)}`,
  );
  return printable(
    `${String(time).slice(11, 19)} ${String(level).toUpperCase().padEnd(5)} ${String(msg)}  ${reported.join(' ')}`.trimEnd(),
  );
}

function isPlain(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.:/@+-]+$/.test(value);
}
