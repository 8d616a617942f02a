/**
 * Numbers in the locale of the browser. The format is created once, because `toLocaleString` creates a format per call.
 * Creating a format takes longer than drawing the rest of a row.
 */
const COUNT = new Intl.NumberFormat();

export const counted = (count: number): string => COUNT.format(count);
