/**
 * Converts the bytes of a log to text that is safe to display, as a terminal would display it.
 *
 * Progress bars write carriage returns without line breaks. So each line is replayed on one row of a terminal. Carriage
 * returns, backspaces, and sequences that erase or move within the row take effect. All other sequences (colours,
 * titles, links) are dropped.
 *
 * Security: the author of a container chooses the bytes, and readers view them in a terminal, a browser or a diff.
 * Control characters, and characters that change the direction of text, are replaced by visible characters.
 *
 * Sequences: ECMA-48, and XTerm Control Sequences for OSC.
 */

/**
 * Bytes processed before yielding. This takes some tenths of a millisecond, or up to two milliseconds for bytes that
 * are chosen to be slow.
 */
const PIECE = 16 * 1024;
const NEWLINE = 0x0a;
/** A sequence may move the cursor at most to the end of the row, or to this column in a shorter row. */
const MAX_COLUMNS = 512;

const ESC = '\\u001b';
/**
 * The parts of a line, in this order: operating system commands, other strings, control sequences, short sequences, one
 * control character, and plain text.
 */
const PARTS = new RegExp(
  [
    `${ESC}\\][^\\u0007\\u001b]*(?:\\u0007|${ESC}\\\\)`,
    `${ESC}[PX^_][^\\u001b]*${ESC}\\\\`,
    `${ESC}\\[(?<parameters>[0-?]*)[ -/]*(?<final>[@-~])`,
    `${ESC}[ -/]*[0-~]`,
    '(?<control>[\\u0007\\u001b\\r\\b])',
    '(?<text>[^\\u0007\\u001b\\r\\b]+)',
  ].join('|'),
  'gu',
);
const MOVES = /[\u0007\u001b\r\b]/;
const NOT_TEXT = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * Converts bytes to text, and yields between pieces. Invalid UTF-8 becomes U+FFFD. An incomplete character at the end
 * is dropped.
 */
export function* logText(bytes: Uint8Array): Generator<void, string, undefined> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const shown: string[] = [];
  let line = ''; // start of a line that continues in the next piece
  for (let start = 0; start < bytes.length;) {
    const end = endOfPiece(bytes, start);
    const text = line + decoder.decode(bytes.subarray(start, end), { stream: true });
    start = end;
    const isWhole = bytes[end - 1] === NEWLINE || end === bytes.length;
    line = isWhole ? '' : text;
    if (isWhole) shown.push(yield* shownLines(text));
    yield;
  }
  return shown.join('');
}

/** End of the next piece: after the last newline within PIECE bytes. A longer line is cut after PIECE bytes. */
function endOfPiece(bytes: Uint8Array, start: number): number {
  const most = start + PIECE;
  if (most >= bytes.length) return bytes.length;
  const newline = bytes.lastIndexOf(NEWLINE, most - 1);
  return newline < start ? most : newline + 1;
}

function* shownLines(text: string): Generator<void, string, undefined> {
  const lines = text.replaceAll('\r\n', '\n');
  if (!MOVES.test(lines)) return lines.replaceAll(NOT_TEXT, visible);
  const shown: string[] = [];
  for (const line of lines.split('\n'))
    shown.push(MOVES.test(line) ? yield* playedOnARow(line) : line.replaceAll(NOT_TEXT, visible));
  return shown.join('\n');
}

/** The content of a terminal row after this line was written to it. Every character counts as one column. */
function* playedOnARow(line: string): Generator<void, string, undefined> {
  let row: string[] = [];
  let column = 0;
  let work = 0;
  const put = (char: string) => {
    while (row.length < column) row.push(' ');
    row[column++] = char;
  };
  for (const { groups = {} } of line.matchAll(PARTS)) {
    const { control, text, final } = groups;
    if (control === '\r') column = 0;
    else if (control === '\b') column = Math.max(0, column - 1);
    else if (control === '\u001b') put(visible(control));
    else if (final === 'K') row = erased(row, column, groups['parameters']!);
    // With only one row, erasing the rest of the screen means erasing the rest of the row.
    else if (final === 'J' && /^0?$/.test(groups['parameters']!)) row = erased(row, column, '0');
    else if (final === 'G' || final === 'C' || final === 'D') column = moved(row, column, final, groups['parameters']!);
    else if (text !== undefined) {
      for (const char of text.replaceAll(NOT_TEXT, visible)) {
        put(char);
        if (++work % PIECE === 0) yield;
      }
    }
    if (++work % PIECE === 0) yield;
  }
  return row.join('');
}

/**
 * Erases a part of the row (EL). 0 or nothing: from the cursor to the end. 1: from the start to the cursor. 2: the
 * whole row.
 */
function erased(row: string[], column: number, what: string): string[] {
  if (what === '1') return row.fill(' ', 0, column + 1);
  row.length = what === '2' ? 0 : Math.min(row.length, column);
  return row;
}

/** Moves the cursor: to a column (CHA), forward (CUF) or back (CUB). */
function moved(row: readonly string[], column: number, final: 'G' | 'C' | 'D', parameter: string): number {
  const by = Math.max(1, Number.parseInt(parameter, 10) || 1);
  if (final === 'D') return Math.max(0, column - by);
  return Math.min(final === 'G' ? by - 1 : column + by, Math.max(row.length, MAX_COLUMNS));
}

/** The Unicode symbol for an ASCII control character. U+FFFD for all other characters. */
function visible(char: string): string {
  const code = char.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}
