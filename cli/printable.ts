/**
 * Text from leaf clusters for a terminal: replaces control and format characters, with which a name could rewrite the
 * lines around it.
 */
export function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}');
}
