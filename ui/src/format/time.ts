/** Durations and times in a short form for dense lists. The clock is an argument. */

const UNITS = [
  ['y', 365 * 86_400],
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** Duration in one unit: `45s`, `12m`, `3h`, `5d`, `2y`. Not negative, even if clocks differ. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? (['s', 1] as const);
  return `${Math.floor(seconds / size)}${unit}`;
}

/** Time since a timestamp of the server. Undefined without a timestamp. */
export function age(since: string | null | undefined, now: number): string | undefined {
  const at = since == null ? NaN : Date.parse(since);
  return Number.isNaN(at) ? undefined : span(now - at);
}

const INSTANT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** Date and time in the time zone of the browser, to the second. */
export function instant(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : INSTANT.format(at);
}
