/**
 * Compares the last applied manifest of an object with the object. Fields that are not in the manifest are left out,
 * such as defaults, the status, and fields that controllers set. A list in the manifest is compared with all items of
 * the live list. List items are matched by an identifying field, such as the name.
 */

import { isSameNumber } from '../../../schema/exact-json.ts';
import { ExactNumber, numberText } from './exact-number.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Metadata fields that the API server sets itself. */
export const SERVERS_OWN = ['creationTimestamp', 'generation', 'managedFields', 'resourceVersion', 'selfLink', 'uid'];

export function appliedAndLive(applied: Fields, live: Fields): { readonly applied: unknown; readonly live: unknown } {
  const { status: _status, ...manifest } = applied;
  const metadata = isFields(manifest['metadata']) ? without(manifest['metadata'], SERVERS_OWN) : {};
  const [left, right] = compared({ ...manifest, metadata }, live, '');
  return { applied: left, live: right };
}

/** Applied value and live value to show beside each other. `key`: name of the field. */
function compared(applied: unknown, live: unknown, key: string): readonly [applied: unknown, live: unknown] {
  if (isFields(applied) && isFields(live)) return comparedFields(applied, live, key);
  if (Array.isArray(applied) && Array.isArray(live)) return comparedLists(applied, live, key);
  const [one, other] = [numberText(applied), numberText(live)];
  if (one !== undefined && other !== undefined && isSameNumber(one, other)) return [live, live];
  return AMOUNTS.has(key) && amountOf(applied) === amountOf(live) ? [live, live] : [applied, live];
}

function comparedFields(applied: Fields, live: Fields, key: string): readonly [Fields, Fields] {
  const left: Record<string, unknown> = {};
  const right: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(applied)) {
    const isThere = Object.hasOwn(live, name);
    // Null fields mean the default, so they are left out, like empty fields that the live object does not have.
    if (value === null || (!isThere && isEmpty(value))) continue;
    if (!isThere) left[name] = value;
    else [left[name], right[name]] = compared(value, live[name], AMOUNTS.has(key) ? key : name);
  }
  return [left, right];
}

function comparedLists(
  applied: readonly unknown[],
  live: readonly unknown[],
  key: string,
): readonly [unknown[], unknown[]] {
  const name = NAMES.find(it => areNamed(applied, it) && areNamed(live, it));
  const left: unknown[] = [];
  const right: unknown[] = [];
  const rest = [...live];
  for (const [index, item] of applied.entries()) {
    const at =
      name === undefined
        ? index < live.length
          ? 0
          : -1
        : rest.findIndex(it => nameOf(it, name) === nameOf(item, name));
    if (at < 0) left.push(item);
    else {
      const [is] = rest.splice(at, 1);
      const [one, other] = compared(item, is, key);
      left.push(one);
      right.push(other);
    }
  }
  return [left, [...right, ...rest]];
}

/**
 * Fields that identify list items, in the order to try them. If no field identifies all items, the items are matched by
 * position.
 */
const NAMES = ['name', 'mountPath', 'containerPort', 'port', 'key', 'type', 'ip'];

function areNamed(items: readonly unknown[], name: string): boolean {
  const names = new Set(items.map(item => nameOf(item, name)));
  return names.size === items.length && !names.has(undefined);
}

function nameOf(item: unknown, name: string): string | number | undefined {
  const value = isFields(item) ? item[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** Fields that hold quantities. The API server rewrites quantities, for example 1000m as 1 and 1024Mi as 1Gi. */
const AMOUNTS = new Set(['limits', 'requests', 'hard', 'capacity', 'sizeLimit', 'divisor', 'averageValue']);

const UNITS: Readonly<Record<string, number>> = {
  ...{ n: 1e-9, u: 1e-6, m: 1e-3, '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 },
  ...Object.fromEntries(['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map((unit, index) => [unit, 1024 ** (index + 1)])),
};

/** Number that a quantity stands for. Any other value is returned unchanged. */
function amountOf(value: unknown): unknown {
  const [, number, unit = ''] = /^([+-]?[\d.]+)([a-zA-Z]{0,2})$/.exec(String(value)) ?? [];
  const size = UNITS[unit];
  return number === undefined || size === undefined ? value : Number((Number(number) * size).toPrecision(12));
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

function isEmpty(value: unknown): boolean {
  return (Array.isArray(value) || isFields(value)) && Object.keys(value).length === 0;
}

export function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
