/**
 * JSON values from subgraphs, and how they are merged. A foreign subgraph may send any value in any place, under any
 * name.
 */
import { isExactNumber } from '../../schema/exact-json.ts';
import type { Pace } from './pace.ts';

export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined for inherited properties such as `constructor`. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Assigns under any name, including `__proto__`. */
export function put(object: JsonObject, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}

/** Type name of an object, if it has one. */
export function typenameOf(object: JsonObject): string | undefined {
  const name = own(object, '__typename');
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Two values of the same place, and how far they are merged. */
type Open =
  | { readonly keys: readonly string[]; readonly into: JsonObject; readonly from: JsonObject; at: number }
  | { readonly keys: undefined; readonly into: unknown[]; readonly from: readonly unknown[]; at: number };

/**
 * Merges a subgraph's answer into the data so far, in place. Objects gain missing fields, lists of equal length merge
 * by item, everything else is replaced. New objects are moved, not copied, so the work grows only with what both sides
 * have.
 *
 * Uses its own stack: subgraphs decide how deep values nest.
 */
export async function merge(into: JsonObject, from: JsonObject, pace: Pace): Promise<void> {
  const open: Open[] = [objects(into, from)];
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const inner = mergeUntilNested(last);
    if (inner) open.push(inner);
    else if (isMerged(last)) open.pop();
    const turn = pace.after(1);
    if (turn) await turn;
  }
}

/** Members merged without yielding. */
const AT_A_TIME = 100;

/** Merges a few members. Stops at a nested value that both sides have, and returns it. */
function mergeUntilNested(open: Open): Open | undefined {
  for (const until = open.at + AT_A_TIME; open.at < until && !isMerged(open);) {
    const i = open.at++;
    if (open.keys) {
      const key = open.keys[i]!;
      const received = open.from[key];
      if (received === undefined) continue;
      const inner = both(own(open.into, key), received);
      if (inner) return inner;
      put(open.into, key, received);
    } else {
      const received = open.from[i];
      const inner = both(open.into[i], received);
      if (inner) return inner;
      open.into[i] = received;
    }
  }
  return undefined;
}

function isMerged({ keys, from, at }: Open): boolean {
  return at === (keys ?? from).length;
}

function both(known: unknown, received: unknown): Open | undefined {
  if (known === received) return undefined;
  if (isJsonObject(known)) return isJsonObject(received) && !isExactNumber(known) ? objects(known, received) : undefined;
  return Array.isArray(known) && Array.isArray(received) && known.length === received.length
    ? { keys: undefined, into: known, from: received, at: 0 }
    : undefined;
}

function objects(into: JsonObject, from: JsonObject): Open {
  return { keys: Object.keys(from), into, from, at: 0 };
}
