/**
 * How much a text in JSON costs to parse, told before it is parsed: what takes long is not the bytes but the objects and arrays to be made, up to half a
 * microsecond each. Eight megabytes of brackets from one leaf would keep everybody waiting for more than half a second.
 */

/** The most that an API server takes in one request, three megabytes of a role's shortest rules, has 280 000. */
export const MAX_BRACKETS = 300_000;

const [QUOTE, BACKSLASH, BRACKET, BRACE] = [0x22, 0x5c, 0x5b, 0x7b] as const;

/** Counts those that open, outside strings. */
export function hasTooManyBrackets(text: string): boolean {
  if (text.length <= MAX_BRACKETS) return false;
  let brackets = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === BRACKET || code === BRACE) brackets += 1;
  }
  return brackets > MAX_BRACKETS;
}
