/**
 * Spelling of single values in Redis: texts without tabs and line feeds, and short forms of UIDs and times.
 *
 * A packed text holds no tab, no line feed and no `~`. Tabs separate the columns of a row. Line feeds separate the
 * lines of a log entry. `~` starts the id of a shared text. Values that do not fit the short spelling are written in
 * full. So every text is restored exactly, even a text that no API server would send.
 */

/** Columns of the same row that a packed text can refer to. One code stands for the whole column. */
export interface TextContext {
  readonly revision: string;
  readonly name: string;
  readonly namespace: string;
}

/** Spelling of an empty text in columns where an empty spelling means the default. */
export const EMPTY = '\\e';

const SPECIAL = /[\\\t\n~\ud800-\udfff]/;
const SPECIAL_PART = /[\\\t\n~,=\ud800-\udfff]/;
const CODES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '~': '\\w',
  ',': '\\c',
  '=': '\\q',
};

export function packText(text: string): string {
  if (!SPECIAL.test(text)) return text;
  // A lone surrogate has no form in UTF-8, so it is mapped to the private use area.
  return text
    .replace(/[\\\t\n~]/g, character => CODES[character] ?? character)
    .replace(/\p{Surrogate}/gu, half => `\\s${String.fromCharCode(half.charCodeAt(0) + 0x800)}`);
}

/**
 * Packs a key or a value for a list of pairs. The result also contains no `,` and no `=`, which separate the items and
 * the pairs.
 */
export function packPart(text: string): string {
  return SPECIAL_PART.test(text) ? packText(text).replace(/[,=]/g, character => CODES[character] ?? character) : text;
}

/**
 * Packs a message. Codes stand for texts that are in other columns of the row. So the message is shorter, and many rows
 * have an equal message, which they can share.
 */
export function packMessage(text: string, { revision, name, namespace }: TextContext): string {
  return packAround(text, [revision, name, namespace], 0);
}

const CONTEXT_CODES = ['\\r', '\\o', '\\m'];
/** Minimum length of a text that a code replaces. Shorter texts occur by chance inside many words. */
const MIN_CONTEXT_LENGTH = 4;

function packAround(text: string, known: readonly string[], from: number): string {
  for (let i = from; i < known.length; i++) {
    const part = known[i] ?? '';
    if (part.length >= MIN_CONTEXT_LENGTH && text.includes(part)) {
      return text
        .split(part)
        .map(piece => packAround(piece, known, i + 1))
        .join(CONTEXT_CODES[i]);
    }
  }
  return packText(text);
}

/** @throws RangeError for an unknown code. */
export function unpackText(packed: string, context?: TextContext): string {
  let at = packed.indexOf('\\');
  if (at < 0) return packed;
  let text = '';
  let from = 0;
  for (; at >= 0; at = packed.indexOf('\\', from)) {
    text += packed.slice(from, at);
    from = at + 2;
    const code = packed[at + 1];
    if (code === 'r' && context) text += context.revision;
    else if (code === 'o' && context) text += context.name;
    else if (code === 'm' && context) text += context.namespace;
    else if (code === '\\') text += '\\';
    else if (code === 't') text += '\t';
    else if (code === 'n') text += '\n';
    else if (code === 'w') text += '~';
    else if (code === 'c') text += ',';
    else if (code === 'q') text += '=';
    else if (code === 's') text += String.fromCharCode(packed.charCodeAt(from++) - 0x800);
    else if (code !== 'e') throw new RangeError('a text with an unknown code');
  }
  return text + packed.slice(from);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PACKED_UUID_LENGTH = 22;

/** Packs a lower-case UUID into 22 characters. '' stays ''. Any other UID becomes `!` and the text. */
export function packUid(uid: string): string {
  if (uid === '') return '';
  return UUID.test(uid) ? Buffer.from(uid.replaceAll('-', ''), 'hex').toString('base64url') : `!${packText(uid)}`;
}

/** @throws RangeError */
export function unpackUid(packed: string): string {
  if (packed === '') return '';
  if (packed.startsWith('!')) return unpackText(packed.slice(1));
  if (packed.length !== PACKED_UUID_LENGTH) throw new RangeError('a UID of the wrong length');
  // Decodes six bits at a time, and writes a hexadecimal digit for every four bits. Written for speed, because this
  // runs for millions of rows.
  let bits = 0;
  let held = 0;
  let out = 0;
  for (let i = 0; i < PACKED_UUID_LENGTH; i++) {
    const six = SIX_BITS[packed.charCodeAt(i)] ?? 255;
    if (six === 255) throw new RangeError('a UID with an unknown character');
    bits = ((bits << 6) | six) & 0xffff;
    for (held += 6; held >= 4 && out < 36; held -= 4) {
      if (out === 8 || out === 13 || out === 18 || out === 23) UUID_TEXT[out++] = DASH;
      UUID_TEXT[out++] = HEX.charCodeAt((bits >> (held - 4)) & 15);
    }
  }
  return UUID_TEXT.toString('latin1');
}

const HEX = '0123456789abcdef';
const DASH = '-'.charCodeAt(0);
const UUID_TEXT = Buffer.alloc(36);
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const SIX_BITS = new Uint8Array(65_536).fill(255);
for (let i = 0; i < 64; i++) SIX_BITS[BASE64URL.charCodeAt(i)] = i;

/** Number of characters that hold thirty bits. */
export const PACKED_BITS_LENGTH = 5;

export function packBits(bits: number): string {
  let packed = '';
  for (let shift = 0; shift < 30; shift += 6) packed += BASE64URL[(bits >>> shift) & 63];
  return packed;
}

/**
 * Reads thirty bits at an index of a text. Returns an arbitrary number if the text has no bits there. Makes no slice,
 * for speed.
 */
export function unpackBits(text: string, from: number): number {
  let bits = 0;
  for (let i = PACKED_BITS_LENGTH - 1; i >= 0; i--) bits = (bits << 6) | (SIX_BITS[text.charCodeAt(from + i)] ?? 0);
  return bits;
}

/** Like unpackBits(), for bytes. */
export function unpackBitsOf(bytes: Uint8Array, from: number): number {
  let bits = 0;
  for (let i = PACKED_BITS_LENGTH - 1; i >= 0; i--) bits = (bits << 6) | (SIX_BITS[bytes[from + i] ?? 0] ?? 0);
  return bits;
}

/**
 * Packs a time in milliseconds, relative to an earlier time. '' means the time 0. Other times become the difference in
 * base 36, in seconds, or in milliseconds after a `.`. A time without this form becomes `!` and decimal digits.
 */
export function packTime(time: number, since = 0): string {
  if (time === 0) return '';
  const elapsed = time - since;
  if (!Number.isSafeInteger(time) || !Number.isSafeInteger(since) || !Number.isSafeInteger(elapsed) || elapsed < 0)
    return `!${time}`;
  return elapsed % 1_000 === 0 ? (elapsed / 1_000).toString(36) : `.${elapsed.toString(36)}`;
}

/** @throws RangeError */
export function unpackTime(packed: string, since = 0): number {
  if (packed === '') return 0;
  const first = packed.charCodeAt(0);
  if (first === EXCLAMATION) return finite(Number(packed.slice(1)));
  const time = first === POINT ? since + digits(packed, 1) : since + digits(packed, 0) * 1_000;
  return finite(time);
}

function finite(time: number): number {
  if (!Number.isFinite(time)) throw new RangeError('a time that is no number');
  return time;
}

const EXCLAMATION = '!'.charCodeAt(0);
const POINT = '.'.charCodeAt(0);

/**
 * Parses base 36 from an index to the end of the text. Returns NaN if nothing follows the index, or if a character is
 * not a digit. Uses no slices and no parseInt, for speed.
 */
function digits(text: string, from: number): number {
  let number = from < text.length ? 0 : NaN;
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const digit = code >= 97 && code <= 122 ? code - 87 : code >= 48 && code <= 57 ? code - 48 : NaN;
    number = number * 36 + digit;
  }
  return number;
}
