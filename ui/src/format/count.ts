/**
 * Numbers in the reader's locale. The format is created once: `toLocaleString` creates one per call, which takes longer
 * than the rest of a row.
 */
const COUNT = new Intl.NumberFormat();

export const counted = (count: number): string => COUNT.format(count);
