/**
 * Checks an answer before it is timed. It must equal the truth exactly, whether it comes from the product or from a
 * peer.
 */
import { isDeepStrictEqual } from 'node:util';

/** @throws an error that shows the expected and the actual value */
export function mustEqual(who: string, what: string, expected: unknown, answered: unknown): void {
  if (isDeepStrictEqual(expected, answered)) return;
  const text = (value: unknown) => JSON.stringify(value)?.slice(0, 2_000);
  throw new Error(
    `${who} answers ${what} wrongly, so nothing is measured. Expected ${text(expected)}, answered ${text(answered)}`,
  );
}
