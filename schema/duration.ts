/** Durations as people write them: `500ms`, `10s`, `5m`, `1h`. */
const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** Converts a duration to milliseconds. Undefined if `text` is not a duration. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m|h)$/.exec(text);
  return match ? Number(match[1]) * UNITS[match[2] as keyof typeof UNITS] : undefined;
}
