/**
 * JSON whose numbers stay as they were written: the values of the scalars JSON and JSONObject.
 *
 * JSON.parse() makes doubles of numbers, and JSON.stringify() writes those: 9007199254740993 becomes 9007199254740992, -0 becomes 0, and 1e400
 * becomes null. Here a number that JavaScript would write otherwise is a JSON.rawJSON() object, which JSON.stringify() writes as it was read.
 * All other numbers are plain.
 *
 * The reviver of JSON.parse() gives the source of numbers, too, but its time grows with all values: 150 ms for a megabyte of numbers. Here such
 * numbers become marked texts before the text is parsed, and few texts have any.
 */
import { randomUUID } from 'node:crypto';

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

/** Unusual numbers that are looked at: some milliseconds. */
const MAX_UNUSUAL = 20_000;

/** What looks like an unusual number, also inside of strings: -0, one of many digits, one with a fraction or an exponent. */
const UNUSUAL = /[:,[]\s*(-0|-?\d{16,}|-?\d+(?=[.eE])[\d.eE+-]*)\s*(?=[,}\]])/g;
/** A string, or such a number where JSON has a value. */
const TOKEN =
  /"[^"\\]*(?:\\.[^"\\]*)*"|(?<=[:,[\s])(?:-0|-?[1-9]\d{15,}|-?(?:0|[1-9]\d*)(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+))(?=\s*[,}\]])/g;
/** Before the text of a number. No other text begins so: it is made anew by each process. */
const MARK = randomUUID();

/** @throws SyntaxError; TooManyNumbers */
export function parseExact(text: string): unknown {
  return parsed(text, (container, key, source) => (container[key] = rawJSON(source)));
}

/**
 * As JSON.parse(): all numbers are plain, for readers of GraphQL's Int and Float. It notes how they were written, for restoreNumbers().
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

/** Makes numbers in a value of parseNoting() what they were written as, at one level: those of `container` itself. */
export function restoreNumbers(container: object): void {
  for (const [key, source] of notes.get(container) ?? []) (container as Container)[key] = rawJSON(source);
}

type Container = Record<string | number, unknown>;

function parsed(text: string, put: (container: Container, key: string | number, source: string) => void): unknown {
  const plain = JSON.parse(text) as unknown; // first: in what is no JSON the end of a string may be looked for again and again
  if (!hasUnusual(text)) return plain;
  let [count, marks] = [0, 0];
  const marked = text.replace(TOKEN, token => {
    if (token.startsWith('"')) return token;
    if (++count > MAX_UNUSUAL) throw new TooManyNumbers();
    if (isPlain(token)) return token;
    marks += 1;
    return `"${MARK}${token}"`;
  });
  const value = JSON.parse(marked) as unknown;
  const open: unknown[] = [value];
  const visit = (container: Container, key: string | number): void => {
    const entry = container[key];
    if (typeof entry === 'object' && entry !== null) open.push(entry);
    else if (typeof entry === 'string' && entry.startsWith(MARK)) put(container, key, entry.slice(MARK.length));
  };
  for (let next = marks === 0 ? undefined : open.pop(); next !== undefined; next = open.pop()) {
    const container = next as Container;
    if (Array.isArray(next)) for (let i = 0; i < next.length; i++) visit(container, i);
    else for (const key of Object.keys(container)) visit(container, key);
  }
  return value;
}

/** Also true for a text whose strings look as if there were one. */
function hasUnusual(text: string): boolean {
  let count = 0;
  for (const [, number = ''] of text.matchAll(UNUSUAL)) if (++count > MAX_UNUSUAL || !isPlain(number)) return true;
  return false;
}

/** Whether JavaScript writes the number so. */
function isPlain(number: string): boolean {
  return String(Number(number)) === number;
}

/** How the number was written; undefined for any other value. */
export function numberText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return isExactNumber(value) ? value.rawJSON : undefined;
}

/** Whether the value is a number that JavaScript would write otherwise. It is an object, but none with fields. */
export function isExactNumber(value: unknown): value is RawJson {
  return typeof value === 'object' && isRawJSON(value);
}

/** Whether a double is this very number, as in 1.0 and 1E2, and not the one next to it. */
export function isDouble(text: string): boolean {
  const value = Number(text);
  return text.length <= MAX_DOUBLE && Number.isFinite(value) && decimal(text) === decimal(String(value));
}

/** More characters have only doubles that are written with zeros that say nothing. */
const MAX_DOUBLE = 1_000;

/** One spelling for each value. */
function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
