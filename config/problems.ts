/**
 * Describes problems of a configuration in sentences. Quotes only short words and texts that resemble known ones,
 * because other texts may be secrets.
 */
import type { z } from 'zod';
import { nearest } from '../schema/nearest.ts';
import { configSchema } from './schema.ts';

/**
 * Lines for one issue, with its path and the problem.
 * @param value Value at the path of the issue
 */
export function explain(issue: z.core.$ZodIssue, value: unknown): string[] {
  const at =
    issue.path.reduce<string>(
      (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)),
      '',
    ) || '(top level)';
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => {
      const near = nearest(key, knownKeys(issue.path));
      // A short word, and a text that resembles a known key, may be shown. Other text may be a secret.
      const shown = near || isWord(key) || nearest(key, allKeys()) ? key : `${/^\w{0,12}/.exec(key)?.[0]}…`;
      return `${at === '(top level)' ? shown : `${at}.${shown}`}: unknown key.${near ? ` Did you mean "${near}"?` : ''}`;
    });
  }
  return [`${at}: ${reasonOf(issue, value)}`];
}

function reasonOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'invalid_union' && issue.discriminator !== undefined && value !== undefined)
    return `${given(value)} not a known type: ${issue.message}`;
  if (issue.code === 'invalid_union' && issue.message === 'Invalid input') return reasonOfUnion(issue, value);
  // Messages that this project wrote itself are not changed.
  if (!/^(Too big|Too small|Invalid input|Invalid option): /.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'too_big':
      return typeof value === 'number'
        ? `${value} is too large. The maximum is ${issue.maximum}.`
        : `this is too long. The maximum length is ${issue.maximum}.`;
    case 'too_small':
      return typeof value === 'number'
        ? `${value} is too small. ${issue.inclusive === false ? `It must be greater than ${issue.minimum}` : `The minimum is ${issue.minimum}`}.`
        : `this is too short. The minimum length is ${issue.minimum}.`;
    case 'invalid_type':
      return value === undefined
        ? 'this key is required.'
        : `expected ${KINDS[issue.expected] ?? issue.expected}, got ${kindOf(value)}.${wayOut(issue, value)}`;
    case 'invalid_value': {
      const words = issue.values.map(String);
      const near = typeof value === 'string' ? nearest(value, words) : undefined;
      return `${given(value, near)} not one of ${words.join(', ')}.${near ? ` Did you mean "${near}"?` : ''}`;
    }
    default:
      return issue.message;
  }
}

/**
 * Reason why a value fits no accepted type. If the value has an accepted type, returns the problem inside the value.
 */
function reasonOfUnion({ errors }: z.core.$ZodIssueInvalidUnion, value: unknown): string {
  if (value === undefined) return 'this key is required.';
  const expected = errors.map(([first]) =>
    first?.code === 'invalid_type' && first.path.length === 0 ? first.expected : undefined,
  );
  const [inside] = errors[expected.indexOf(undefined)] ?? [];
  if (!inside)
    return `expected ${expected.map(type => KINDS[String(type)] ?? type).join(' or ')}, got ${kindOf(value)}.`;
  const at = inside.path.map(key => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  const found = inside.path.reduce<unknown>(
    (from, key) => (from as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  );
  return `${at === '' ? '' : `${at}: `}${reasonOf(inside, found)}`;
}

const given = (value: unknown, near?: string): string =>
  typeof value === 'string' && (near || isWord(value)) ? `"${value}" is` : 'this is';

function wayOut({ expected, path }: z.core.$ZodIssueInvalidType, value: unknown): string {
  if (expected === 'string' && ['number', 'boolean'].includes(typeof value)) return ' Put it in quotes.';
  const bytes = /bytes$/i.test(String(path.at(-1))) ? bytesOf(value) : undefined;
  return bytes === undefined ? '' : ` Write bytes: ${bytes}.`;
}

const UNITS = ['', 'k', 'm', 'g', 't'];

/** Number of bytes of a quantity such as 512Mi. */
function bytesOf(quantity: unknown): number | undefined {
  const [, digits, unit = '', binary] = /^(\d{1,9})([kmgt]?)(i?)b?$/i.exec(String(quantity)) ?? [];
  if (digits === undefined) return undefined;
  return Number(digits) * (binary ? 1_024 : 1_000) ** UNITS.indexOf(unit.toLowerCase());
}

const KINDS: Readonly<Record<string, string>> = {
  ...{ string: 'a text', number: 'a number', int: 'a whole number', boolean: 'true or false' },
  ...{ array: 'a list', object: 'a mapping', record: 'a mapping' },
};

function kindOf(value: unknown): string {
  if (value === null) return 'nothing';
  return KINDS[Array.isArray(value) ? 'array' : typeof value] ?? typeof value;
}

/** True for a single short word. Other text may be a token, if the user forgot the key or the colon before it. */
function isWord(text: string): boolean {
  return /^[\w-]{1,12}$/.test(text);
}

/** Keys that the configuration may have at a path. Where several types are accepted, the keys of all types. */
function knownKeys(path: readonly PropertyKey[]): string[] {
  const at = path.reduce<readonly unknown[]>(
    (schemas, key) => schemas.flatMap(schema => inside(schema, key)),
    [configSchema],
  );
  return at.flatMap(schema => objectsIn(schema).flatMap(Object.keys));
}

let everyKey: readonly string[] | undefined;

/** All keys that the configuration may have at any path. */
function allKeys(): readonly string[] {
  const keys = new Set<string>();
  const collect = (schema: unknown): void => {
    for (const shape of objectsIn(schema)) {
      for (const [key, value] of Object.entries(shape)) {
        keys.add(key);
        collect(value);
      }
    }
    for (const item of itemsIn(schema)) collect(item);
  };
  if (!everyKey) collect(configSchema);
  return (everyKey ??= [...keys]);
}

function inside(schema: unknown, key: PropertyKey): unknown[] {
  if (typeof key === 'number') return itemsIn(schema);
  return objectsIn(schema).flatMap(shape => (Object.hasOwn(shape, key) ? [shape[String(key)]] : []));
}

/** Fields of Zod's definitions that contain inner schemas. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, unknown>>;
  readonly element?: unknown;
  readonly options?: readonly unknown[];
  readonly innerType?: unknown;
  /** Input schema of a transformation. */
  readonly in?: unknown;
}

/** Schemas by key, for each mapping that a schema accepts. */
function objectsIn(schema: unknown): Readonly<Record<string, unknown>>[] {
  return plainOf(schema).flatMap(({ shape }) => (shape ? [shape] : []));
}

/** Item schemas of the lists that a schema accepts. */
function itemsIn(schema: unknown): unknown[] {
  return plainOf(schema).flatMap(({ element }) => (element === undefined ? [] : [element]));
}

/** The plain schemas inside a schema. Defaults, alternatives and transformations are unwrapped. */
function plainOf(schema: unknown): Definition[] {
  const { def } = (schema ?? {}) as { readonly def?: Definition };
  if (!def) return [];
  const around = [...(def.options ?? []), ...[def.innerType, def.in].filter(it => it !== undefined)];
  return around.length > 0 ? around.flatMap(plainOf) : [def];
}
