/**
 * The bytes of a log as text that is safe to show. The author of a container chooses the bytes, and readers look at them in a terminal, in a
 * browser or in a diff: control characters, and those that turn the direction of text, are replaced by something visible. Colours are left out.
 */

/** Some tenths of a millisecond, and a millisecond or two for bytes that somebody chose for that. */
const PIECE = 16 * 1024;
const NEWLINE = 0x0a;

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;:]*m`, 'g');
const NOT_TEXT = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/** Ends a piece of the work at each `yield`. Bytes that are no UTF-8, and half a character at the end, are U+FFFD or left out. */
export function* logText(bytes: Uint8Array): Generator<void, string, undefined> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = endOfPiece(bytes, start);
    const text = decoder.decode(bytes.subarray(start, end), { stream: true });
    pieces.push(text.replaceAll(COLOURS, '').replaceAll('\r\n', '\n').replaceAll(NOT_TEXT, visible));
    start = end;
    yield;
  }
  return pieces.join('');
}

/** Behind the last whole line that fits, so that no sequence is cut in two; a longer line is cut anywhere. */
function endOfPiece(bytes: Uint8Array, start: number): number {
  const most = start + PIECE;
  if (most >= bytes.length) return bytes.length;
  const newline = bytes.lastIndexOf(NEWLINE, most - 1);
  return newline < start ? most : newline + 1;
}

/** The picture that Unicode has of a control character of ASCII. */
function visible(char: string): string {
  const code = char.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}
