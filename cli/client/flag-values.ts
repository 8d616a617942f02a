/** Values of flags that several commands take: lists and durations. */
import { UsageError } from '../usage-error.ts';

/** Adds the comma-separated words of a flag to the words of its earlier uses. */
export function commas(value: string, before: readonly string[]): string[] {
  return [...before, ...value.split(',').filter(Boolean)];
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** @throws UsageError */
export function milliseconds(flag: string, text: string): number {
  const [, count, unit = ''] = /^(\d+)(ms|s|m|h)$/.exec(text) ?? [];
  if (count === undefined)
    throw new UsageError(`${flag} takes a whole number and ms, s, m or h, such as 10m, not "${text}".`);
  return Number(count) * UNITS[unit]!;
}
