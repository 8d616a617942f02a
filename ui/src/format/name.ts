/** Names differ at their ends: names of clusters by `prod` and `staging`, names of Pods by generated suffixes. */

/** Length of the end of most names. */
const SHORT = 6;
/** Maximum length of the end; a longer end is cut, too. */
const LONG = 12;

/** Approximate width of the text in digits, never too small. */
export function widthInDigits(text: string): number {
  return [...text].reduce(
    (sum, letter) => sum + (/[-.:fijlrt]/.test(letter) ? 0.7 : /[mwMW]/.test(letter) ? 1.6 : 1.02),
    0,
  );
}

/** The end of a name that is always shown. */
export function endOfName(name: string): string {
  const lastPart = name.slice(name.lastIndexOf('-'));
  return lastPart.length > SHORT && lastPart.length <= LONG ? lastPart : name.slice(-SHORT);
}
