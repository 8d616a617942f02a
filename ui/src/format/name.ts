/** Names differ at their ends: those of clusters by `prod` and `staging`, those of Pods by what a controller added. */

/** Of most names. */
const SHORT = 6;
/** A last part of a name that is longer is cut, too. */
const LONG = 12;

/** About as wide as the text is, in widths of a digit, and never less. */
export function widthInDigits(text: string): number {
  return [...text].reduce(
    (sum, letter) => sum + (/[-.:fijlrt]/.test(letter) ? 0.7 : /[mwMW]/.test(letter) ? 1.6 : 1.02),
    0,
  );
}

/** What of a name is shown in any case. */
export function endOfName(name: string): string {
  const lastPart = name.slice(name.lastIndexOf('-'));
  return lastPart.length > SHORT && lastPart.length <= LONG ? lastPart : name.slice(-SHORT);
}
