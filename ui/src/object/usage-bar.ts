/** Bar of CPU or memory: usage compared with requests and limits. */
import type { AmountsFragment } from '../graph/graphql.ts';

export type ResourceName = 'cpu' | 'memory';

/**
 * `used`, `requested` and `limit` are positions on the bar, from 0 to 1. Undefined for unknown amounts, or if all
 * amounts are 0. For a Node, `limit` is the allocatable amount.
 */
export interface Bar {
  readonly used: number | undefined;
  readonly requested: number | undefined;
  readonly limit: number | undefined;
  /**
   * Usage in percent of the limit, or of the allocatable amount of a Node. Undefined if the usage is unknown, or if
   * this limit or amount is unknown or 0.
   */
  readonly percent: number | undefined;
  readonly tone: 'bad' | 'unsure' | undefined;
}

/** Percentages from which the tone is `unsure` (NEAR) or `bad` (FULL). */
const NEAR = 80;
const FULL = 95;

export function barOf({ used, requested, limit, allocatable }: AmountsFragment): Bar {
  const most = allocatable ?? limit;
  const whole = Math.max(used ?? 0, requested ?? 0, most ?? 0);
  const place = (amount: number | null) => (amount === null || whole === 0 ? undefined : Math.min(1, amount / whole));
  const percent = used !== null && most !== null && most > 0 ? Math.round((100 * used) / most) : undefined;
  const tone = percent === undefined || percent < NEAR ? undefined : percent < FULL ? 'unsure' : 'bad';
  return { used: place(used), requested: place(requested), limit: place(most), percent, tone };
}

const UNITS = ['B', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'] as const;

/** Amount in words: CPU as `250m` or `1.5` cores, memory as `128Mi`. */
export function amountText(resource: ResourceName, amount: number): string {
  if (resource === 'cpu')
    return amount > 0 && amount < 1 ? `${Math.max(1, Math.round(amount * 1_000))}m` : rounded(amount);
  let [value, unit] = [amount, 0];
  while (value >= 1_024 && unit < UNITS.length - 1) [value, unit] = [value / 1_024, unit + 1];
  return unit === 0 ? `${Math.round(value)} B` : `${rounded(value)}${UNITS[unit]}`;
}

const rounded = (value: number): string => String(value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
