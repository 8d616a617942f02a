/**
 * Guesses the level of a log line. Knows the usual formats: JSON, logfmt, klog, and a word near the start of the line.
 * A line may have no level.
 */

export type LogLevel = 'ERROR' | 'WARN' | 'INFO' | 'DEBUG';

/** Number of characters to search at the start of a line. */
const START_LENGTH = 120;
/** Number of characters to search in a JSON line. */
const JSON_LENGTH = 4_096;

/** Levels by word. The map has no prototype, so that a word such as `constructor` has no level. */
const WORDS: Readonly<Record<string, LogLevel>> = {
  __proto__: null!,
  ...{
    fatal: 'ERROR',
    panic: 'ERROR',
    crit: 'ERROR',
    critical: 'ERROR',
    alert: 'ERROR',
    emerg: 'ERROR',
    emergency: 'ERROR',
  },
  ...{ severe: 'ERROR', error: 'ERROR', err: 'ERROR', eror: 'ERROR', warn: 'WARN', warning: 'WARN', wrn: 'WARN' },
  ...{ info: 'INFO', inf: 'INFO', notice: 'INFO', information: 'INFO', log: 'INFO' },
  ...{ debug: 'DEBUG', dbg: 'DEBUG', trace: 'DEBUG', trc: 'DEBUG', fine: 'DEBUG', verbose: 'DEBUG' },
};

const KLOG: Readonly<Record<string, LogLevel>> = { I: 'INFO', W: 'WARN', E: 'ERROR', F: 'ERROR' };
/** Lowest number of each level, as in pino and bunyan. */
const NUMBERS: readonly (readonly [from: number, LogLevel])[] = [
  [50, 'ERROR'],
  [40, 'WARN'],
  [30, 'INFO'],
  [10, 'DEBUG'],
];

const IN_JSON = /"(?:level|severity|lvl|log\.level|levelname)"\s*:\s*(?:"([A-Za-z]{3,11})"|(\d{2}))/i;
const IN_LOGFMT = /(?:^|\s)(?:level|lvl|severity)=["']?([A-Za-z]{3,11})\b/i;
/**
 * Patterns for the level as a word: in capitals between separators, after a timestamp, or at the start before a colon.
 */
const CAPITALS =
  /(?:^|[\s[(|<>:])(FATAL|PANIC|CRITICAL|CRIT|SEVERE|ERROR|ERR|WARNING|WARN|WRN|NOTICE|INFO|INF|DEBUG|DBG|TRACE|TRC)(?=$|[\s\])|>:,])/;
const AFTER_TIME = /^\S*\d\S*(?:\s\d\S*)?\s+(?:\[)?([a-z]{3,9})(?:\])?\s/;
const FIRST_WORD = /^([a-z]{3,9}):\s/i;

/** The level of a line. Undefined if no level is found. */
export function levelOf(line: string): LogLevel | undefined {
  if (line.startsWith('{')) return levelInJson(line.slice(0, JSON_LENGTH));
  const start = line.slice(0, START_LENGTH);
  const klog = /^([IWEF])\d{4}\s/.exec(start)?.[1];
  if (klog !== undefined) return KLOG[klog];
  const word = (IN_LOGFMT.exec(start) ?? CAPITALS.exec(start) ?? AFTER_TIME.exec(start) ?? FIRST_WORD.exec(start))?.[1];
  return word === undefined ? undefined : WORDS[word.toLowerCase()];
}

/** True if the line looks like a continuation of the previous line, as in a stack trace. */
export function continues(line: string): boolean {
  return /^(?:\s|Caused by: |\.{3} \d+ more)/.test(line);
}

function levelInJson(start: string): LogLevel | undefined {
  const [, word, number] = IN_JSON.exec(start) ?? [];
  if (word !== undefined) return WORDS[word.toLowerCase()];
  return number === undefined ? undefined : NUMBERS.find(([from]) => Number(number) >= from)?.[1];
}
