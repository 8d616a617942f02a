/**
 * Numbers as the reader writes them. Made once: `toLocaleString` makes a format each time, which takes longer than all
 * else of a row.
 */
const COUNT = new Intl.NumberFormat();

export const counted = (count: number): string => COUNT.format(count);
