/** Levels of log lines. The user chooses a minimum level. */
import type { LogLevel } from '../graph/graphql.ts';

/** Minimum level. An empty text stands for all lines, also lines without a level. */
export type LeastLevel = '' | LogLevel;

const LEVELS: readonly LogLevel[] = ['ERROR', 'WARN', 'INFO', 'DEBUG'];

/** Levels to request. Undefined for all lines. */
export function levelsFrom(least: LeastLevel): readonly LogLevel[] | undefined {
  return least === '' ? undefined : LEVELS.slice(0, LEVELS.indexOf(least) + 1);
}
