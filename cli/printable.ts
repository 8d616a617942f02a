/**
 * Makes text from leaf clusters safe for a terminal. Replaces control and format characters, because a name with such
 * characters could rewrite the lines around it.
 */
export function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}');
}

/** Text of several lines, each of which is safe for a terminal and ends with a line feed. */
export function printableLines(lines: readonly string[]): string {
  return lines.map(line => `${printable(line)}\n`).join('');
}
