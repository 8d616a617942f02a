/** Number as its cluster wrote it. JavaScript would change some numbers, for example 9007199254740993 or 1.0. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** Text of the number as it was written. Undefined for any value that is not a number. */
export function numberText(value: unknown): string | undefined {
  return typeof value === 'number' || value instanceof ExactNumber ? String(value) : undefined;
}
