/**
 * Makes text from leaf clusters safe for a terminal. Replaces control and format characters, because a name with such
 * characters could rewrite the lines around it.
 */
export function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}');
}
