/** SVG line through values at equal intervals of time. The bottom is 0, and the top is the largest value. */
export const [WIDTH, HEIGHT] = [240, 32];

export interface Line {
  /** Path of the SVG element. Missing values leave a gap. */
  readonly path: string;
  readonly latest: number;
  readonly least: number;
  readonly most: number;
}

/** Undefined if there are no values. */
export function lineOf(values: readonly (number | null)[]): Line | undefined {
  const known = values.filter(value => value !== null);
  const latest = known.at(-1);
  if (latest === undefined) return undefined;
  const most = Math.max(...known);
  const x = (i: number) => rounded((WIDTH * i) / Math.max(1, values.length - 1));
  const y = (value: number) => rounded(HEIGHT - 1 - (most > 0 ? ((HEIGHT - 2) * value) / most : 0));
  const steps = values.flatMap((value, i) => {
    if (value === null) return [];
    // Draws a value without neighbours as a dot: a line of length 0 with round ends.
    const isAlone = (values[i - 1] ?? null) === null && (values[i + 1] ?? null) === null;
    return `${(values[i - 1] ?? null) === null ? 'M' : 'L'}${x(i)} ${y(value)}${isAlone ? 'h0' : ''}`;
  });
  return { path: steps.join(''), latest, least: Math.min(...known), most };
}

const rounded = (place: number): number => Math.round(place * 10) / 10;
