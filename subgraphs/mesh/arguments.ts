/** Reads the arguments of the mesh's fields. */
import { parseDuration } from '../../schema/duration.ts';
import { decodeObjectId, decodeSegment, encodeSegment, type ObjectId } from '../../schema/object-id.ts';
import { badInput, decoded, quoted, cursorKey, isTexts, foreignCursor } from '../arguments.ts';
import type { InstanceType } from './health.ts';

const MINUTE_MS = 60_000;
const LONGEST_MS = 360 * MINUTE_MS;

/** Converts a window such as `5m` to minutes. */
function windowArgument(window: string): number {
  const ms = parseDuration(window);
  if (ms === undefined || ms % MINUTE_MS !== 0 || ms < MINUTE_MS || ms > LONGEST_MS)
    throw badInput(
      'window',
      `${quoted(window)} is not a number of whole minutes from 1m to 6h. Write it as "10m" or "1h".`,
    );
  return ms / MINUTE_MS;
}

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/**
 * The time `at`, or the current time if `at` is absent, in milliseconds since the epoch. Rounded down to a multiple of
 * `stepMs`, so that callers share answers.
 */
function atArgument(
  at: string | null | undefined,
  { now, stepMs }: { readonly now: number; readonly stepMs: number },
): number {
  if (at == null) return Math.floor(now / stepMs) * stepMs;
  const ms = RFC_3339.test(at) ? Date.parse(at.toUpperCase()) : NaN;
  if (Number.isNaN(ms))
    throw badInput(
      'at',
      `${quoted(at)} is not an instant. Write it in RFC 3339 with a time zone: 2026-01-31T12:00:00Z.`,
    );
  if (ms > now + MINUTE_MS)
    throw badInput('at', `${quoted(at)} is more than one minute in the future. Leave it out for the present.`);
  return Math.floor(ms / stepMs) * stepMs;
}

/** A time span: its length and its end. */
export interface Span {
  readonly minutes: number;
  /** End of the span, in milliseconds since the epoch. */
  readonly at: number;
}

export interface SpanArguments {
  readonly window: string;
  readonly at?: string | null;
}

export function spanArguments(
  { window, at }: SpanArguments,
  clock: { readonly now: number; readonly stepMs: number },
): Span {
  return { minutes: windowArgument(window), at: atArgument(at, clock) };
}

const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

export function namespacesArgument(namespaces: readonly string[], most: number): readonly string[] {
  distinct('namespaces', namespaces, most);
  const wrong = namespaces.findIndex(name => !DNS_LABEL.test(name));
  if (wrong >= 0)
    throw badInput(
      `namespaces[${wrong}]`,
      `${quoted(namespaces[wrong]!)} is no name of a namespace: 1 to 63 lower-case letters, digits and -.`,
    );
  return namespaces;
}

/** Checks that a list has between 1 and `most` values, without duplicates. */
export function distinct(argument: string, values: readonly string[], most: number): void {
  if (values.length === 0 || values.length > most)
    throw badInput(argument, `${values.length} were given. Give 1 to ${most}.`);
  const repeated = values.findIndex((value, i) => values.indexOf(value) !== i);
  if (repeated >= 0)
    throw badInput(`${argument}[${repeated}]`, `${quoted(values[repeated]!)} is given twice. Give each once.`);
}

const MAX_VALUES = 1_000;

/** Limits the length of each list in a filter. */
export function filterArgument<F extends Readonly<Record<string, readonly string[] | null | undefined>>>(
  filter: F | null | undefined,
): F | undefined {
  for (const [member, values] of Object.entries(filter ?? {})) {
    if (values && values.length > MAX_VALUES)
      throw badInput(`filter.${member}`, `${values.length} values were given. Give at most ${MAX_VALUES}.`);
  }
  return filter ?? undefined;
}

/**
 * Identifies an item: a Service, a workload or an app in all clusters of the mesh (items.ts). The id of the item
 * consists of these fields.
 */
export interface ItemKey {
  readonly type: InstanceType;
  readonly namespace: string;
  readonly name: string;
}

/** Id of an item, such as `///service/bookinfo/reviews`. */
export function itemId({ type, namespace, name }: ItemKey): string {
  return `///${type.toLowerCase()}/${encodeSegment(namespace)}/${encodeSegment(name)}`;
}

const MAX_ITEM_ID = 6_000;
const TYPES: ReadonlyMap<string, InstanceType> = new Map([
  ['service', 'SERVICE'],
  ['workload', 'WORKLOAD'],
  ['app', 'APP'],
]);

/** @param argument Path of the argument that holds the id, for error messages */
export function itemIdArgument(argument: string, id: string): ItemKey {
  const segments = id.length <= MAX_ITEM_ID ? id.split('/') : [];
  const type = TYPES.get(segments[3] ?? '');
  const [namespace, name] = segments.slice(4).map(decodeSegment);
  if (segments.length !== 6 || segments.slice(0, 3).join('') !== '' || !type || !namespace || !name)
    throw badInput(
      argument,
      `${quoted(id)} is not the id of a mesh item. It is ///service, ///workload or ///app, then /namespace/name, each percent-encoded: "///service/bookinfo/reviews".`,
    );
  return { type, namespace, name };
}

/** Decodes the id of an object or of an item. */
export function aroundArgument(argument: string, id: string): ObjectId | ItemKey {
  if (id.startsWith('///')) return itemIdArgument(argument, id);
  return decoded(argument, () => decodeObjectId(id));
}

export interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
}

const DEFAULT_PAGE = 50;
const MAX_PAGE = 500;

/**
 * Request for a page of a list. The list is sorted by a key of several texts. A cursor is the encoded key of a returned
 * item. So a cursor reveals only values that the caller has already received.
 */
export interface PageRequest {
  readonly first: number;
  readonly after: readonly string[] | undefined;
}

/** @param parts Number of texts in a key */
export function pageArguments({ first, after }: PageArguments, parts: number): PageRequest {
  const size = first ?? DEFAULT_PAGE;
  if (size < 0 || size > MAX_PAGE)
    throw badInput('first', `${size} is not from 0 to ${MAX_PAGE}. Ask for fewer at a time.`);
  return { first: size, after: after == null ? undefined : decodeCursor(after, parts) };
}

function decodeCursor(cursor: string, parts: number): readonly string[] {
  const key = cursorKey(cursor);
  if (!key || key.length !== parts || !isTexts(key)) throw foreignCursor(cursor);
  return key;
}
