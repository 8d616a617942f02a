/** Levels of log lines, as one chooses the least of them. */
import type { LogLevel } from '../graph/graphql.ts';

/** The least level; '' for every line, with a level or without. */
export type LeastLevel = '' | LogLevel;

const LEVELS: readonly LogLevel[] = ['ERROR', 'WARN', 'INFO', 'DEBUG'];

/** Undefined for every line. */
export function levelsFrom(least: LeastLevel): readonly LogLevel[] | undefined {
  return least === '' ? undefined : LEVELS.slice(0, LEVELS.indexOf(least) + 1);
}
