/**
 * Positions of times on a line from the past to now. The scale is logarithmic, so that events of the last minute and of
 * the last month are visible.
 */

/** Position of a time, from 0 for the oldest to 1 for now. */
export type Scale = (at: number) => number;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TICKS = [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY, 180 * DAY, 365 * DAY] as const;
/** Minimum time that the line covers. */
const LEAST = HOUR;

export function scaleOf(moments: readonly number[], now: number): { scale: Scale; ticks: readonly number[] } {
  const longest = Math.max(LEAST, ...moments.map(at => now - at));
  const whole = Math.log1p(longest / MINUTE);
  const scale: Scale = at => 1 - Math.log1p(Math.max(0, now - at) / MINUTE) / whole;
  // No ticks at the ends of the line, because the ends have labels of their own.
  return {
    scale,
    ticks: TICKS.filter(ago => ago < longest)
      .map(ago => now - ago)
      .filter(at => scale(at) > 0.08 && scale(at) < 0.93),
  };
}
