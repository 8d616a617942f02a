/**
 * Finds the end of a name, which stays visible in narrow places. Names differ most at their ends: clusters by `prod`
 * or `staging`, Pods by a generated suffix.
 */

/** Number of characters that are kept at the end of most names. */
const SHORT = 6;
/**
 * Maximum length of the last part of a name to keep whole, in characters with the `-`. If the part is longer, only its
 * last 6 characters are kept.
 */
const LONG = 12;

/** Approximate width of the text, in widths of a digit. Rather too large than too small, so that the text fits. */
export function widthInDigits(text: string): number {
  return [...text].reduce(
    (sum, letter) => sum + (/[-.:fijlrt]/.test(letter) ? 0.7 : /[mwMW]/.test(letter) ? 1.6 : 1.02),
    0,
  );
}

/** The part of a name that must not be cut. */
export function endOfName(name: string): string {
  const lastPart = name.slice(name.lastIndexOf('-'));
  return lastPart.length > SHORT && lastPart.length <= LONG ? lastPart : name.slice(-SHORT);
}
