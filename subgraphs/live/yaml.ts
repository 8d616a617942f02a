/**
 * Writes JSON as YAML, in pieces. A library would write an object in one step, which could block the process. The
 * caller pulls one piece at a time and stops when the text is too long. Uses no recursion, because objects may nest
 * deeply.
 *
 * The result means the same in YAML 1.2, and in YAML 1.1 as kubectl reads it. A text that YAML 1.1 or YAML 1.2 would
 * read as another value (`no`, `1_000`, `12:30:45`, `2026-01-01`, `0o14`) is quoted. Numbers keep their spelling,
 * except where YAML 1.1 needs another (`1e21` becomes `1.0e+21`). Values that YAML cannot represent are refused.
 */
import { jsonAsYaml } from '../../kubernetes/json-as-yaml.ts';
import { isExactNumber, numberText } from '../../schema/exact-json.ts';
import { printFieldPath } from './field-path.ts';

/** Approximate characters of a piece. Writing a piece takes some tenths of a millisecond. */
const PIECE = 16 * 1024;
/** Maximum characters of an unquoted text. */
const MAX_PLAIN = 1_024;
/** Maximum characters of a block scalar, because the text must be scanned before it is written. */
const MAX_BLOCK = 1024 * 1024;
/**
 * Maximum characters of a simple key. YAML readers search only 1 024 characters for the colon after a key. A longer key
 * needs a `?` before it.
 */
const MAX_SIMPLE_KEY = 1_000;

/** Matches texts that need no quotes if ENDS_EARLY, WORD and NUMBERLIKE do not match. */
const PLAIN = /^(?:[A-Za-z0-9_./]|-{1,2}[A-Za-z])(?:[!-~]| (?!#))*$/;
const ENDS_EARLY = /:(?: |$)| $/;
const WORD = /^(?:y|yes|n|no|true|false|on|off|null|\.nan|\.inf)$/i;
/**
 * Matches texts that PLAIN accepts and that YAML 1.1 or YAML 1.2 could read as a number or a timestamp. Also matches IP
 * addresses and some version numbers, where quotes do no harm.
 */
const NUMBERLIKE = /^-?[.0-9e][-+.,_:0-9a-foxtz ]*$/i;
/**
 * Characters that a block scalar must not contain: line breaks other than \n, characters that YAML refuses, and
 * characters that change the direction of text.
 */
const NOT_IN_BLOCK =
  /[^\t\n\x20-\x7e\xa0-\u061b\u061d-\u200d\u2010-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

/** Error for a value that YAML cannot represent. */
export class NotInYaml extends Error {
  override name = 'NotInYaml';
}

/** A map or list that is being written. */
interface Open {
  readonly values: Readonly<Record<string | number, unknown>>;
  /** Keys of a map. Undefined for a list. */
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  readonly indent: number;
  next: number;
}

/**
 * Yields the text of the document, piece by piece.
 * @param value A result of parseExact
 * @throws NotInYaml
 */
export function* yamlPieces(value: unknown): Generator<string, void, undefined> {
  const stack: Open[] = [];
  try {
    yield* piecesOf(value, stack);
  } catch (error) {
    if (!(error instanceof NotInYaml)) throw error;
    throw new NotInYaml(
      `${printFieldPath(stack.map(({ keys, next }) => keys?.[next - 1] ?? next - 1))} ${error.message}`,
    );
  }
}

/** @param stack Open maps and lists, outermost first */
function* piecesOf(value: unknown, stack: Open[]): Generator<string, void, undefined> {
  let piece = '';
  /** True if the next entry is written after the dash of its list, on the same line. */
  let inline = false;
  const root = opened(value, 0);
  if (root) stack.push(root);
  else yield `${scalar(value)}\n`;
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    if (top.next === top.length) {
      stack.pop();
      continue;
    }
    if (piece.length >= PIECE) {
      yield piece;
      piece = '';
    }
    const at = top.next++;
    const key = top.keys?.[at];
    const entry = top.values[key ?? at];
    if (!inline) piece += ' '.repeat(top.indent);
    piece += key === undefined ? '-' : keyOf(key, top.indent);
    const inner = opened(entry, top.indent + 2);
    inline = inner !== undefined && key === undefined;
    if (inner) {
      piece += inline ? ' ' : '\n';
      stack.push(inner);
    } else if (typeof entry === 'string' && isBlock(entry)) {
      yield piece;
      yield* blockPieces(entry, top.indent + 2);
      piece = '';
    } else if (typeof entry === 'string' && entry.length > PIECE) {
      yield `${piece} `;
      yield* quotedPieces(entry);
      piece = '\n';
    } else piece += ` ${scalar(entry)}\n`;
  }
  if (piece !== '') yield piece;
}

/** State for writing a map or list. Undefined for values that follow their key on the same line. */
function opened(value: unknown, indent: number): Open | undefined {
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return undefined;
  const keys = Array.isArray(value) ? undefined : Object.keys(value);
  const { length } = keys ?? (value as readonly unknown[]);
  return length === 0 ? undefined : { values: value as Open['values'], keys, length, indent, next: 0 };
}

function keyOf(key: string, indent: number): string {
  const written = scalar(key);
  return written.length <= MAX_SIMPLE_KEY ? `${written}:` : `? ${written}\n${' '.repeat(indent)}:`;
}

function scalar(value: unknown): string {
  if (typeof value === 'string') return isPlain(value) ? value : quoted(value);
  const number = numberText(value);
  if (number !== undefined) return numberOf(number);
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return '[]';
  return value === null ? 'null' : '{}';
}

function isPlain(text: string): boolean {
  return (
    text.length <= MAX_PLAIN && PLAIN.test(text) && !ENDS_EARLY.test(text) && !WORD.test(text) && !NUMBERLIKE.test(text)
  );
}

/**
 * The YAML spelling of a number. YAML 1.1 reads 1e+21 and 1.0e21 as texts, and only 1.0e+21 as a number. kubectl would
 * read -0 as 0, so -0 becomes -0.0.
 */
function numberOf(text: string): string {
  if (!Number.isFinite(Number(text)))
    throw new NotInYaml(`is the number ${shortened(text)}, which is beyond those that readers of YAML know`);
  if (text === '-0') return '-0.0';
  return text.replace(/^(-?\d+)(?=[eE])/, '$1.0').replace(/([eE])(?=\d)/, '$1+');
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/**
 * True for a text that can be a block scalar. The text must not start with white space, because readers take the
 * indentation from the first line.
 */
function isBlock(text: string): boolean {
  return text.length <= MAX_BLOCK && text.includes('\n') && !/^[ \t\n]/.test(text) && !NOT_IN_BLOCK.test(text);
}

/** The pieces of a block scalar, including the header after the key. */
function* blockPieces(text: string, indent: number): Generator<string, void, undefined> {
  const margin = ' '.repeat(indent);
  // The header says which line breaks at the end are kept: `-` none, `+` all, and no sign one.
  const end = text.endsWith('\n') ? text.length - 1 : text.length;
  let piece = end === text.length ? ' |-\n' : text[end - 1] === '\n' ? ' |+\n' : ' |\n';
  for (let start = 0; start <= end;) {
    const found = text.indexOf('\n', start);
    const stop = found < 0 || found > end ? end : found;
    piece += stop === start ? '\n' : `${margin}${text.slice(start, stop)}\n`;
    start = stop + 1;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function quoted(text: string): string {
  if (!text.isWellFormed())
    throw new NotInYaml('holds half of a character (a lone surrogate), which YAML cannot write');
  return jsonAsYaml(text);
}

function* quotedPieces(text: string): Generator<string, void, undefined> {
  yield '"';
  for (let start = 0; start < text.length;) {
    let end = start + PIECE;
    if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end += 1; // not between the two halves of a surrogate pair
    yield quoted(text.slice(start, end)).slice(1, -1);
    start = end;
  }
  yield '"';
}
