/** Rounds numbers for answers. */

/** Rounds half up, based on the decimal text of the number: rounded(1.0005, 3) is 1.001. */
export function rounded(value: number, decimals: number): number {
  const text = String(value);
  // JavaScript writes numbers below 1e-6 and from 1e21 with an exponent.
  if (text.includes('e')) return value < 1 ? 0 : value;
  return Number(`${Math.round(Number(`${text}e${decimals}`))}e-${decimals}`);
}

export const rateOf = (value: number): number => rounded(value, 3);
export const percentOf = (part: number, whole: number): number => rounded((part / whole) * 100, 1);
