/**
 * JSON whose numbers keep their original spelling and whose keys are read right, for the scalars JSON and JSONObject.
 * Also finds repeated keys, and texts with too many values.
 *
 * After JSON.parse(), JSON.stringify() would write 9007199254740993 as 9007199254740992, -0 as 0, and 1e400 as null.
 * This file calls such numbers unusual. parseExact() converts an unusual number to a JSON.rawJSON() object.
 * JSON.stringify() writes this object with the number's original spelling.
 *
 * The reviver of JSON.parse() could also keep the source of numbers, but takes 150 ms for a megabyte of numbers. So
 * unusual numbers are converted to marked texts before the text is parsed. The numbers are found without regular
 * expressions. A regular expression needs memory for each character of a long string, and may fail.
 *
 * JSON.parse() of Node 24 and 26 reads the key "\"" as "\\" if the process parsed a similar object with the key "\\"
 * before (https://github.com/nodejs/node/issues/63785). Only keys with escapes are misread. So these are marked, too, and
 * decoded one by one.
 */
interface RawJson {
  readonly rawJSON: string;
}

/** JSON in Node 24. The types of TypeScript 6 lack these functions. */
interface ExactJSON {
  readonly rawJSON: (text: string) => RawJson;
  readonly isRawJSON: (value: unknown) => value is RawJson;
}

const { rawJSON, isRawJSON } = JSON as unknown as ExactJSON;

/** Error for a JSON text with too many numbers that may be unusual, or too many keys with escapes. */
export class TooManyUnusual extends Error {
  override name = 'TooManyUnusual';

  constructor() {
    super(
      `The JSON has more than ${MAX_NUMBERS} numbers with a fraction, an exponent or more than 15 digits, or more than ${MAX_ESCAPED_KEYS} keys with escapes.`,
    );
  }
}

/**
 * Maximum count of numbers in one JSON text that have a fraction, an exponent or more than 15 digits, or are `-0`.
 * Checking and converting them takes some milliseconds.
 */
const MAX_NUMBERS = 20_000;

/** Maximum count of keys with escapes in one JSON text. Restoring them takes about ten milliseconds. */
const MAX_ESCAPED_KEYS = 5_000;

/**
 * Prefix of the marked text of a number or key. Each process generates its own prefix, so that a caller cannot guess
 * the prefix.
 */
const MARK = crypto.getRandomValues(new Uint32Array(4)).join('-');

/**
 * Parses JSON. In objects and lists, numbers that JavaScript would write differently become JSON.rawJSON() objects.
 * @throws SyntaxError, TooManyUnusual
 */
export function parseExact(text: string): unknown {
  return parseKeeping(text, rawJSON);
}

/**
 * Parses JSON. In objects and lists, `keep` converts the numbers that JavaScript would write differently. The Explorer
 * uses this function, because browsers may not support JSON.rawJSON().
 * @throws SyntaxError, TooManyUnusual
 */
export function parseKeeping(text: string, keep: (number: string) => unknown): unknown {
  return parsed(text, (container, key, source) => (container[key] = keep(source)));
}

/**
 * Parses like JSON.parse(), because GraphQL's Int and Float need values of the type number. Also notes the original
 * spelling of unusual numbers for restoreNumbers().
 * @throws SyntaxError, TooManyUnusual
 */
export function parseNoting(text: string): unknown {
  return parsed(text, (container, key, source) => {
    container[key] = Number(source);
    notes.set(container, (notes.get(container) ?? new Map<string | number, string>()).set(key, source));
  });
}

/** Original spelling of unusual numbers, by the object or list from parseNoting() that contains them. */
const notes = new WeakMap<object, Map<string | number, string>>();

/** Restores the original numbers that are direct values of `container`. Nested values are not changed. */
export function restoreNumbers(container: object): void {
  for (const [key, source] of notes.get(container) ?? []) (container as Container)[key] = rawJSON(source);
}

type Container = Record<string | number, unknown>;

function parsed(text: string, put: (container: Container, key: string | number, source: string) => void): unknown {
  const marked = markedText(text);
  if (marked === undefined) return JSON.parse(text);
  const value = parsedMarked(marked.text, text);
  const open: unknown[] = typeof value === 'object' && value !== null ? [value] : [];
  const visit = (container: Container, key: string | number): void => {
    const entry = container[key];
    if (typeof entry === 'object' && entry !== null) open.push(entry);
    else if (typeof entry === 'string' && isMarked(entry)) put(container, key, entry.slice(MARK.length));
  };
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const container = next as Container;
    if (Array.isArray(next)) for (let i = 0; i < next.length; i++) visit(container, i);
    else {
      if (marked.keys.length > 0) restoreKeys(container, marked.keys);
      for (const key of Object.keys(container)) visit(container, key);
    }
  }
  return value;
}

/** Replaces marked keys. All values are put again, so that they keep their order. */
function restoreKeys(container: Container, originals: readonly string[]): void {
  if (!Object.keys(container).some(isMarked)) return;
  const entries = Object.entries(container);
  for (const [key] of entries) delete container[key];
  for (const [key, value] of entries) {
    const name = isMarked(key) ? originals[Number(key.slice(MARK.length))]! : key;
    // An assignment to `__proto__` would not add a key.
    Object.defineProperty(container, name, { value, writable: true, enumerable: true, configurable: true });
  }
}

function isMarked(text: string): boolean {
  return text.startsWith(MARK);
}

function parsedMarked(marked: string, text: string): unknown {
  try {
    const value = JSON.parse(marked) as unknown;
    if (typeof value === 'object') return value;
  } catch {
    // Parse the original text below, so that the error shows it without marks.
  }
  return JSON.parse(text); // A single number has no container that could keep its spelling.
}

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20] as const;
const [QUOTE, BACKSLASH, COLON, PLUS, MINUS, DOT] = [0x22, 0x5c, 0x3a, 0x2b, 0x2d, 0x2e] as const;
const [ZERO, NINE, UPPER_E, LOWER_E] = [0x30, 0x39, 0x45, 0x65] as const;
const MAX_PLAIN_DIGITS = 15;
/** JavaScript writes no number with more characters than this. */
const MAX_PLAIN = 30;

interface Marked {
  readonly text: string;
  /** Decoded keys, by the number in their mark. */
  readonly keys: readonly string[];
}

/**
 * The text with marked texts in place of unusual numbers and keys with escapes. Undefined if there are none. The result
 * is valid JSON exactly if the original text is, since JSON allows a text wherever it allows a number. Numbers before a
 * colon stay unchanged, since JSON does not allow a number as a key. Keys with an invalid escape stay unchanged, too.
 */
function markedText(text: string): Marked | undefined {
  const pieces: string[] = [];
  const keys: string[] = [];
  let [from, numbers, escape] = [0, 0, -1];
  const replace = (start: number, end: number, mark: string): void => {
    pieces.push(text.slice(from, start), `"${MARK}${mark}"`);
    from = end;
  };
  const refuse = (): never => {
    JSON.parse(text); // The parser reports invalid JSON first.
    throw new TooManyUnusual();
  };
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = closingQuote(text, at) + 1;
      if (escape < at) escape = nextEscape(text, at);
      if (escape < end && isBeforeColon(text, end)) {
        if (keys.length === MAX_ESCAPED_KEYS) refuse();
        const key = decoded(text.slice(at, end));
        if (key !== undefined) replace(at, end, String(keys.push(key) - 1));
      }
      at = end;
    } else if (code !== MINUS && !isDigit(code)) at += 1;
    else {
      const end = endOfNumber(text, at);
      if (mayBeUnusual(text, at, end) && isNumber(text, at, end) && !isBeforeColon(text, end)) {
        if (++numbers > MAX_NUMBERS) refuse();
        const number = text.slice(at, end);
        if (!isPlain(number)) replace(at, end, number);
      }
      at = end;
    }
  }
  return pieces.length === 0 ? undefined : { text: pieces.join('') + text.slice(from), keys };
}

/** Position of the first backslash from `start` on. Infinity if there is none. */
function nextEscape(text: string, start: number): number {
  const at = text.indexOf('\\', start);
  return at === -1 ? Infinity : at;
}

/** Value of a JSON string. Undefined if it is invalid. */
function decoded(string: string): string | undefined {
  try {
    return JSON.parse(string) as string;
  } catch {
    return undefined;
  }
}

/** Position after all characters that may belong to the number that starts at `start`. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  for (; ; at += 1) {
    const code = text.charCodeAt(at);
    if (!isDigit(code) && code !== DOT && code !== LOWER_E && code !== UPPER_E && code !== PLUS && code !== MINUS)
      return at;
  }
}

/** True if the number needs a closer check. */
function mayBeUnusual(text: string, start: number, end: number): boolean {
  if (end - start > MAX_PLAIN_DIGITS || text.charCodeAt(start) === MINUS) return true;
  for (let at = start; at < end; at += 1) if (!isDigit(text.charCodeAt(at))) return true;
  return false;
}

/**
 * True if the characters are a valid JSON number that JavaScript may write differently. False for short whole
 * numbers, except -0.
 */
function isNumber(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start) === MINUS ? start + 1 : start;
  let at = endOfDigits(text, first);
  const startsWithZero = text.charCodeAt(first) === ZERO;
  if (at === first || (startsWithZero && at > first + 1)) return false;
  if (at === end) return at - first > MAX_PLAIN_DIGITS || (first > start && startsWithZero);
  if (text.charCodeAt(at) === DOT) {
    const fraction = at + 1;
    at = endOfDigits(text, fraction);
    if (at === fraction || at === end) return at > fraction;
  }
  const exponent = text.charCodeAt(at);
  if (exponent !== LOWER_E && exponent !== UPPER_E) return false;
  const sign = text.charCodeAt(at + 1);
  const digits = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
  at = endOfDigits(text, digits);
  return at > digits && at === end;
}

function endOfDigits(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isBeforeColon(text: string, start: number): boolean {
  return text.charCodeAt(afterSpace(text, start)) === COLON;
}

/** Position of the first character from `start` on that is not white space. */
function afterSpace(text: string, start: number): number {
  for (let at = start; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return at;
  }
}

/** True if JavaScript would write the number with the same characters. */
function isPlain(number: string): boolean {
  return number.length <= MAX_PLAIN && String(Number(number)) === number;
}

/** Text of a number or of a JSON.rawJSON() object. Undefined for any other value. */
export function numberText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return isExactNumber(value) ? value.rawJSON : undefined;
}

/** True if the value is a JSON.rawJSON() object, which stands for a number and not for a JSON object. */
export function isExactNumber(value: unknown): value is RawJson {
  return typeof value === 'object' && isRawJSON(value);
}

/** True if the number keeps its value when it is converted to a double and back to text, as for 1.0 and 1E2. */
export function isDouble(text: string): boolean {
  const value = Number(text);
  return text.length <= MAX_DOUBLE && Number.isFinite(value) && decimal(text) === decimal(String(value));
}

/** True if both texts spell the same number, such as 1.0 and 1. */
export function isSameNumber(one: string, other: string): boolean {
  return one === other || (Math.max(one.length, other.length) <= MAX_DOUBLE && decimal(one) === decimal(other));
}

/** Maximum length in characters of a number that is compared by value. A longer number counts as different. */
const MAX_DOUBLE = 1_000;

/** Normalized spelling of a number. Equal numbers have equal spellings. */
function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

interface Open {
  /** Keys read so far in an object. Undefined for a list. */
  readonly keys: Set<string> | undefined;
  /** Last key of an object, or last index of a list. */
  at: string | number;
}

/** Characters that start, end or separate values. */
const SIGNS: ReadonlySet<string> = new Set(['"', '{', '}', '[', ']', ',']);
const [COMMA, BRACKET, CLOSING_BRACKET, BRACE, CLOSING_BRACE] = [0x2c, 0x5b, 0x5d, 0x7b, 0x7d] as const;

/** Number of tokens that are read in about half a millisecond. */
const TOKENS_OF_PIECE = 2_048;

/**
 * Path of the first key that occurs twice in one object, such as `variables.manifests[0].data.port`. Undefined if there
 * is none. JSON.parse() would drop the first value, which may be the intended value.
 * @param json Valid JSON
 */
export function* repeatedKey(json: string): Generator<void, string | undefined, undefined> {
  const open: Open[] = [];
  let tokens = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code !== QUOTE && code !== COMMA && code < BRACKET) continue; // other characters below [ are not in SIGNS
    const sign = json.charAt(at);
    if (!SIGNS.has(sign)) continue;
    if (++tokens % TOKENS_OF_PIECE === 0) yield;
    const top = open.at(-1);
    if (sign === '{') open.push({ keys: new Set(), at: '' });
    else if (sign === '[') open.push({ keys: undefined, at: 0 });
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',') {
      if (typeof top?.at === 'number') top.at += 1;
    } else {
      const end = closingQuote(json, at);
      if (top?.keys && isBeforeColon(json, end + 1)) {
        const key = json.slice(at + 1, end);
        top.at = key.includes('\\') ? (JSON.parse(`"${key}"`) as string) : key;
        if (top.keys.size === top.keys.add(top.at).size) return printed(open.map(({ at }) => at));
      }
      at = end;
    }
  }
  return undefined;
}

/**
 * True if the objects and lists of a JSON text hold more than `most` values together. Takes no memory, so it can run
 * before JSON.parse(): a megabyte of JSON can become twenty megabytes of values.
 */
export function holdsMoreValues(json: string, most: number): boolean {
  let values = 0;
  for (let at = 0; at < json.length && values <= most; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = closingQuote(json, at);
    // A value follows a comma, or is the first of its object or list.
    else if (code === COMMA || ((code === BRACE || code === BRACKET) && !isEmpty(json, at))) values += 1;
  }
  return values > most;
}

/** True if the object or list that opens at `start` ends without a value. */
function isEmpty(json: string, start: number): boolean {
  const code = json.charCodeAt(afterSpace(json, start + 1));
  return code === CLOSING_BRACE || code === CLOSING_BRACKET;
}

function closingQuote(json: string, start: number): number {
  let at = start + 1;
  for (; at < json.length && json.charCodeAt(at) !== QUOTE; at += 1) if (json.charCodeAt(at) === BACKSLASH) at += 1;
  return at;
}

const MAX_STEPS = 20;
const MAX_KEY = 60;

function printed(path: readonly (string | number)[]): string {
  const steps = path.slice(0, MAX_STEPS).map((step, i) => {
    if (typeof step === 'number') return `[${step}]`;
    if (/^[\w-]{1,60}$/.test(step)) return i === 0 ? step : `.${step}`;
    return `[${JSON.stringify(step.length > MAX_KEY ? `${step.slice(0, MAX_KEY)}…` : step)}]`;
  });
  return `${steps.join('')}${path.length > MAX_STEPS ? '…' : ''}`;
}
