/** Numbers in the locale of the browser. */
const COUNT = new Intl.NumberFormat();

export const counted = (count: number): string => COUNT.format(count);
