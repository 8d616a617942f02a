/**
 * JSON whose numbers stay as they were written: the values of the scalars JSON and JSONObject.
 *
 * JSON.parse() makes doubles of numbers, and JSON.stringify() writes those: 9007199254740993 becomes 9007199254740992, -0 becomes 0, and 1e400
 * becomes null. Here a number that JavaScript would write otherwise is a JSON.rawJSON() object, which JSON.stringify() writes as it was read.
 * All other numbers are plain.
 */

interface RawJson {
  readonly rawJSON: string;
}

/** As Node 24 has it. The types of TypeScript 6 do not know it. */
interface ExactJSON {
  readonly rawJSON: (text: string) => RawJson;
  readonly isRawJSON: (value: unknown) => value is RawJson;
  readonly parse: (text: string, reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown) => unknown;
}

const { rawJSON, isRawJSON, parse } = JSON as unknown as ExactJSON;

/** Numbers that may be written otherwise: of many digits, with a fraction or an exponent, and -0. Each stands between two of JSON's signs. */
const UNUSUAL = /(?:^|[:,[])\s*(-0|-?\d{16,}|-?\d+(?=[.eE])[\d.eE+-]*)\s*(?=[,}\]]|$)/g;

/** @throws SyntaxError; RangeError where a text with such numbers nests too deep */
export function parseExact(text: string): unknown {
  // A reviver makes parsing several times as slow, and few texts have such a number.
  return hasInexact(text) ? parse(text, asWritten) : (JSON.parse(text) as unknown);
}

/** Also true for a text whose strings look as if there were one. */
function hasInexact(text: string): boolean {
  for (const [, number] of text.matchAll(UNUSUAL)) if (String(Number(number)) !== number) return true;
  return false;
}

function asWritten(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && source !== undefined ? exactNumber(source) : value;
}

/**
 * As JSON.parse(): all numbers are plain, for readers of GraphQL's Int and Float. It notes how they were written, for restoreNumbers().
 * @throws as parseExact
 */
export function parseNoting(text: string): unknown {
  return hasInexact(text) ? parse(text, noting) : (JSON.parse(text) as unknown);
}

/** By object or list of parseNoting(): its numbers that JavaScript would write otherwise. */
const written = new WeakMap<object, Map<string, string>>();

function noting(this: object, key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value === 'number' && source !== undefined && String(value) !== source)
    written.set(this, (written.get(this) ?? new Map<string, string>()).set(key, source));
  return value;
}

/** Makes numbers in a value of parseNoting() what they were written as, at one level: those of `container` itself. */
export function restoreNumbers(container: object): void {
  for (const [key, source] of written.get(container) ?? []) (container as Record<string, unknown>)[key] = exactNumber(source);
}

/** A number, from its text in JSON. */
export function exactNumber(text: string): unknown {
  const value = Number(text);
  return String(value) === text ? value : rawJSON(text);
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
  return Number.isFinite(value) && decimal(text) === decimal(String(value));
}

/** One spelling for each value. */
function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
