/** Nothing is timed before it is right: an answer must equal the truth to the letter, whoever gave it. */
import { isDeepStrictEqual } from 'node:util';

/** @throws showing both. */
export function mustEqual(who: string, what: string, expected: unknown, answered: unknown): void {
  if (isDeepStrictEqual(expected, answered)) return;
  const text = (value: unknown) => JSON.stringify(value)?.slice(0, 2_000);
  throw new Error(`${who} answers ${what} wrongly, so nothing is measured. Expected ${text(expected)}, answered ${text(answered)}`);
}
