/** Numbers in the locale of the browser. All calls share one number format, because creating a format is slow. */
const COUNT = new Intl.NumberFormat();

export const counted = (count: number): string => COUNT.format(count);
