/**
 * Filters the lines of a log by a text that they contain and by their level. Removed lines are still read and counted,
 * so positions in the log do not depend on the filter.
 */
import { inputError } from '../arguments.ts';
import { continues, levelOf, type LogLevel } from './log-level.ts';

export interface LogFilterArguments {
  readonly search?: string | null;
  readonly levels?: readonly LogLevel[] | null;
}

export interface LogFilter {
  /** Text to search for, in lower case. */
  readonly search: string;
  readonly levels: ReadonlySet<LogLevel> | undefined;
}

const MAX_SEARCH = 200;

/** @throws BAD_USER_INPUT */
export function logFilterOf({ search, levels }: LogFilterArguments, field: string): LogFilter {
  if (search && search.length > MAX_SEARCH)
    throw inputError(`${field}(search:): give at most ${MAX_SEARCH} characters.`, 'search');
  return {
    search: (search ?? '').toLowerCase(),
    levels: levels && levels.length > 0 ? new Set(levels) : undefined,
  };
}

/** @param before Level of the previous line. A line that continues the previous line has the same level */
export function levelBehind(line: string, before: LogLevel | undefined): LogLevel | undefined {
  return levelOf(line) ?? (continues(line) ? before : undefined);
}

export function isWanted({ search, levels }: LogFilter, line: string, level: LogLevel | undefined): boolean {
  if (levels && (level === undefined || !levels.has(level))) return false;
  return search === '' || line.toLowerCase().includes(search);
}
