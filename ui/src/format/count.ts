/**
 * Numbers in the locale of the browser. The format is created once, because creating a format takes longer than drawing
 * the rest of a row. `toLocaleString` would create a format for each call.
 */
const COUNT = new Intl.NumberFormat();

export const counted = (count: number): string => COUNT.format(count);
