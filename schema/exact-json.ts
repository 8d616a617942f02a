/**
 * JSON whose numbers stay as they were written: the values of the scalars JSON and JSONObject.
 *
 * JSON.parse() makes doubles of numbers, and JSON.stringify() writes those: 9007199254740993 becomes 9007199254740992,
 * -0 becomes 0, and 1e400 becomes null. Here a number that JavaScript would write otherwise is a JSON.rawJSON() object,
 * which JSON.stringify() writes as it was read. All other numbers are plain.
 *
 * The reviver of JSON.parse() gives the source of numbers, too, but its time grows with all values: 150 ms for a
 * megabyte of numbers. Here such numbers become marked texts before the text is parsed, and few texts have any. No
 * regular expression looks for them: one needs memory for each character of a long string or number, and fails where
 * that is too much.
 *
 * The Explorer uses parseKeeping(): browsers may not know JSON.rawJSON().
 */
interface RawJson {
  readonly rawJSON: string;
}

/** As Node 24 has it. The types of TypeScript 6 do not know it. */
interface ExactJSON {
  readonly rawJSON: (text: string) => RawJson;
  readonly isRawJSON: (value: unknown) => value is RawJson;
}

const { rawJSON, isRawJSON } = JSON as unknown as ExactJSON;

/** The text has more unusual numbers than an object of a cluster. */
export class TooManyNumbers extends Error {
  override name = 'TooManyNumbers';

  constructor() {
    super(`The JSON has more than ${MAX_UNUSUAL} numbers with a fraction, an exponent or more than 15 digits.`);
  }
}

/** Maximum unusual numbers to convert: some milliseconds. */
const MAX_UNUSUAL = 20_000;

/** Before the text of a number. No other text begins so: it is made anew by each process. */
const MARK = crypto.getRandomValues(new Uint32Array(4)).join('-');

/** @throws SyntaxError; TooManyNumbers */
export function parseExact(text: string): unknown {
  return parseKeeping(text, rawJSON);
}

/** `keep` makes a value of each number that JavaScript would write otherwise. @throws as parseExact */
export function parseKeeping(text: string, keep: (number: string) => unknown): unknown {
  return parsed(text, (container, key, source) => (container[key] = keep(source)));
}

/**
 * As JSON.parse(): all numbers are plain, for readers of GraphQL's Int and Float. It notes how they were written, for
 * restoreNumbers().
 * @throws as parseExact
 */
export function parseNoting(text: string): unknown {
  return parsed(text, (container, key, source) => {
    container[key] = Number(source);
    notes.set(container, (notes.get(container) ?? new Map<string | number, string>()).set(key, source));
  });
}

/** By object or list of parseNoting(): its numbers that JavaScript would write otherwise. */
const notes = new WeakMap<object, Map<string | number, string>>();

/** Restores the original numbers in a value of parseNoting(), at one level: the values of `container` itself. */
export function restoreNumbers(container: object): void {
  for (const [key, source] of notes.get(container) ?? []) (container as Container)[key] = rawJSON(source);
}

type Container = Record<string | number, unknown>;

function parsed(text: string, put: (container: Container, key: string | number, source: string) => void): unknown {
  const marked = markedText(text);
  if (marked === undefined) return JSON.parse(text);
  const value = parsedMarked(marked, text);
  const open: unknown[] = typeof value === 'object' && value !== null ? [value] : [];
  const visit = (container: Container, key: string | number): void => {
    const entry = container[key];
    if (typeof entry === 'object' && entry !== null) open.push(entry);
    else if (typeof entry === 'string' && entry.startsWith(MARK)) put(container, key, entry.slice(MARK.length));
  };
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const container = next as Container;
    if (Array.isArray(next)) for (let i = 0; i < next.length; i++) visit(container, i);
    else for (const key of Object.keys(container)) visit(container, key);
  }
  return value;
}

function parsedMarked(marked: string, text: string): unknown {
  try {
    const value = JSON.parse(marked) as unknown;
    if (typeof value === 'object') return value;
  } catch {
    // The error is to show the text as it came.
  }
  return JSON.parse(text); // a number alone has no place in which it could be kept
}

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20] as const;
const [QUOTE, BACKSLASH, COLON, PLUS, MINUS, DOT] = [0x22, 0x5c, 0x3a, 0x2b, 0x2d, 0x2e] as const;
const [ZERO, NINE, UPPER_E, LOWER_E] = [0x30, 0x39, 0x45, 0x65] as const;
const MAX_PLAIN_DIGITS = 15;
/** JavaScript writes no number with more characters. */
const MAX_PLAIN = 30;

/**
 * The text with marks for numbers that JavaScript would write otherwise; undefined if there are none. It is valid JSON
 * exactly if the original text is: a text may stand wherever a number may. Before a colon, numbers stay unchanged.
 */
function markedText(text: string): string | undefined {
  const pieces: string[] = [];
  let [from, count] = [0, 0];
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code !== MINUS && !isDigit(code)) at += 1;
    else {
      const end = endOfNumber(text, at);
      if (mayBeUnusual(text, at, end) && isNumber(text, at, end) && !isBeforeColon(text, end)) {
        if (++count > MAX_UNUSUAL) {
          JSON.parse(text); // the parser reports invalid JSON
          throw new TooManyNumbers();
        }
        const number = text.slice(at, end);
        if (!isPlain(number)) {
          pieces.push(text.slice(from, at), `"${MARK}${number}"`);
          from = end;
        }
      }
      at = end;
    }
  }
  return pieces.length === 0 ? undefined : pieces.join('') + text.slice(from);
}

/** Position after its closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length && text.charCodeAt(at) !== QUOTE; at += 1) if (text.charCodeAt(at) === BACKSLASH) at += 1;
  return at + 1;
}

/** Position after all characters that may belong to the number that begins here. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  for (; ; at += 1) {
    const code = text.charCodeAt(at);
    if (!isDigit(code) && code !== DOT && code !== LOWER_E && code !== UPPER_E && code !== PLUS && code !== MINUS)
      return at;
  }
}

/** Most numbers are whole and short. */
function mayBeUnusual(text: string, start: number, end: number): boolean {
  if (end - start > MAX_PLAIN_DIGITS || text.charCodeAt(start) === MINUS) return true;
  for (let at = start; at < end; at += 1) if (!isDigit(text.charCodeAt(at))) return true;
  return false;
}

/** True for a JSON number of many digits, with a fraction or an exponent, or -0. */
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
  for (let at = start; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return code === COLON;
  }
}

/** True if JavaScript writes the number with the same characters. */
function isPlain(number: string): boolean {
  return number.length <= MAX_PLAIN && String(Number(number)) === number;
}

/** How the number was written; undefined for any other value. */
export function numberText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return isExactNumber(value) ? value.rawJSON : undefined;
}

/** True if the value is a number that JavaScript would write differently. It is an object without fields. */
export function isExactNumber(value: unknown): value is RawJson {
  return typeof value === 'object' && isRawJSON(value);
}

/** True if a double has exactly this value, such as for 1.0 and 1E2. */
export function isDouble(text: string): boolean {
  const value = Number(text);
  return text.length <= MAX_DOUBLE && Number.isFinite(value) && decimal(text) === decimal(String(value));
}

/** True if both texts are spellings of one number, such as 1.0 and 1. */
export function isSameNumber(one: string, other: string): boolean {
  return one === other || (Math.max(one.length, other.length) <= MAX_DOUBLE && decimal(one) === decimal(other));
}

/** Maximum characters. Longer spellings of a double have zeros that change nothing. */
const MAX_DOUBLE = 1_000;

/** One spelling for each value. */
function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/**
 * Where a JSON text has a key twice in one object. JSON.parse() takes the last one and drops the other, which may be
 * the one that was meant; kubectl refuses such a manifest, too.
 */

interface Open {
  /** Undefined for a list. */
  readonly keys: Set<string> | undefined;
  /** The key, or the index, that was read last. */
  at: string | number;
}

/** Characters that begin, end or separate values. */
const SIGNS: ReadonlySet<string> = new Set(['"', '{', '}', '[', ']', ',']);
const [COMMA, BRACKET] = [0x2c, 0x5b] as const;

/** Tokens that are read in about half a millisecond. */
const TOKENS_OF_PIECE = 2_048;

/**
 * The path of such a key: `variables.manifests[0].data.port`. A piece of the work ends at each `yield`.
 * @param json Valid JSON.
 */
export function* repeatedKey(json: string): Generator<void, string | undefined, undefined> {
  const open: Open[] = [];
  let tokens = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code !== QUOTE && code !== COMMA && code < BRACKET) continue; // mostly digits
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

/** No regular expression: it needs memory for each escape of a long string, and fails where that is too much. */
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
