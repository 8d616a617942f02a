/** Checks an answer before it is timed: it must equal the truth exactly, from any system. */
import { isDeepStrictEqual } from 'node:util';

/** @throws an error that shows both values */
export function mustEqual(who: string, what: string, expected: unknown, answered: unknown): void {
  if (isDeepStrictEqual(expected, answered)) return;
  const text = (value: unknown) => JSON.stringify(value)?.slice(0, 2_000);
  throw new Error(
    `${who} answers ${what} wrongly, so nothing is measured. Expected ${text(expected)}, answered ${text(answered)}`,
  );
}
