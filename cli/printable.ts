/** Text from leaf clusters for a terminal: control and format characters, with which a name could rewrite the lines around it, are shown as what they are not. */
export function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}');
}
