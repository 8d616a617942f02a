/** Checks that an answer of the product or of a peer is correct, before the query is timed. */
import { isDeepStrictEqual } from 'node:util';

/** @throws an error that shows the expected and the actual value */
export function mustEqual(who: string, what: string, expected: unknown, answered: unknown): void {
  if (isDeepStrictEqual(expected, answered)) return;
  const text = (value: unknown) => JSON.stringify(value)?.slice(0, 2_000);
  throw new Error(
    `${who} answers ${what} wrongly, so nothing is measured. Expected ${text(expected)}, answered ${text(answered)}`,
  );
}
