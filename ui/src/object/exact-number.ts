/** A number that JavaScript would write otherwise than it was written: 9007199254740993, 1.0. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** How the number was written; undefined for any other value. */
export function numberText(value: unknown): string | undefined {
  return typeof value === 'number' || value instanceof ExactNumber ? String(value) : undefined;
}
