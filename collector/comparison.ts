/**
 * Compares a leaf with the store, one part (the rows of one kind, or one type of grants) at a time. The file does no
 * I/O: the caller passes the pages of the leaf's list, and gets the differences. Equal objects are not kept.
 *
 * A leaf and its index change during a comparison, so one comparison proves nothing. A difference counts only if a
 * later comparison finds it again, with leaf and store at the same versions. Differences whose versions have changed
 * need another comparison.
 */
import type { GrantObject } from '../rbac/types.ts';
import type { Row } from '../store/store.ts';

/** Fields with our own timestamps, which say nothing about the leaf. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['syncedAt']);

export interface Difference<T> {
  readonly type: 'missing' | 'extra' | 'different';
  readonly key: string;
  /** Object that the store should hold. Undefined for `extra`. */
  readonly leaf: T | undefined;
  /** Object that the store holds. Undefined for `missing`. */
  readonly stored: T | undefined;
  /** Names of the differing fields, for `different`. */
  readonly fields: readonly string[];
}

export type Differences<T> = ReadonlyMap<string, Difference<T>>;

export class Comparison<T extends Row | GrantObject> {
  readonly #unseen: Map<string, T>;
  readonly #differences = new Map<string, Difference<T>>();
  #compared = 0;

  /** @param stored Rows of one kind, or grants of one type, as the store holds them, by key */
  constructor(stored: ReadonlyMap<string, T>) {
    this.#unseen = new Map(stored);
  }

  /** Number of the leaf's objects compared so far. */
  get compared(): number {
    return this.#compared;
  }

  /** Compares one object of the leaf's list, in the form in which the collector would store it. */
  see(key: string, leaf: T): void {
    const stored = this.#unseen.get(key);
    this.#unseen.delete(key);
    this.#compared += 1;
    const fields = stored === undefined ? [] : differingFields(leaf, stored);
    if (stored === undefined) this.#differences.set(key, { type: 'missing', key, leaf, stored, fields });
    else if (fields.length > 0) this.#differences.set(key, { type: 'different', key, leaf, stored, fields });
  }

  /** Call when the list is complete. Objects that only the store holds become `extra` differences. */
  end(): Differences<T> {
    for (const [key, stored] of this.#unseen)
      this.#differences.set(key, { type: 'extra', key, leaf: undefined, stored, fields: [] });
    return this.#differences;
  }
}

/**
 * Differences that both comparisons found. `settled`: equal in both, with the same versions. `moved`: not equal, so
 * another comparison is needed. A difference that only the later comparison found may be a change on its way to the
 * store.
 */
export function agreement<T extends Row | GrantObject>(
  earlier: Differences<T>,
  later: Differences<T>,
): { readonly settled: Map<string, Difference<T>>; readonly moved: Map<string, Difference<T>> } {
  const settled = new Map<string, Difference<T>>();
  const moved = new Map<string, Difference<T>>();
  for (const [key, difference] of later) {
    const before = earlier.get(key);
    if (before) (sameSight(before, difference) ? settled : moved).set(key, difference);
  }
  return { settled, moved };
}

function sameSight<T extends Row | GrantObject>(a: Difference<T>, b: Difference<T>): boolean {
  return (
    a.type === b.type &&
    a.leaf?.resourceVersion === b.leaf?.resourceVersion &&
    a.stored?.resourceVersion === b.stored?.resourceVersion &&
    a.fields.join() === b.fields.join()
  );
}

/** Names of the differing fields. Ignores our own timestamps. */
export function differingFields<T extends Row | GrantObject>(leaf: T, stored: T): readonly string[] {
  const names = new Set([...Object.keys(leaf), ...Object.keys(stored)]);
  return [...names]
    .filter(name => !OWN_FIELDS.has(name) && !sameValue(leaf[name as keyof T], stored[name as keyof T]))
    .sort();
}

function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false;
  const [as, bs] = [a, b] as [Record<string, unknown>, Record<string, unknown>];
  const names = Object.keys(as);
  return (
    names.length === Object.keys(bs).length &&
    names.every(name => Object.hasOwn(bs, name) && sameValue(as[name], bs[name]))
  );
}
