/** A number that JavaScript would print differently: 9007199254740993, 1.0. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** The original text of the number; undefined for any other value. */
export function numberText(value: unknown): string | undefined {
  return typeof value === 'number' || value instanceof ExactNumber ? String(value) : undefined;
}
