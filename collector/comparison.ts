/**
 * What a leaf has against what the store holds of it, one part (a kind's rows, or one type of grants) at a time. Pure: pages of the leaf's list go in,
 * differences come out; of objects that are equal nothing is kept.
 *
 * A leaf and its index move while they are looked at, so one look proves nothing: a difference counts when a later look finds the very same one,
 * with both sides at the versions they had. What has moved in between is looked at again.
 */
import type { GrantObject } from '../rbac/types.ts';
import type { Row } from '../store/store.ts';

/** Both can be missing from the store or be left in it. Times of our own say nothing about the leaf. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['syncedAt']);

export interface Difference<T> {
  readonly type: 'missing' | 'extra' | 'different';
  readonly key: string;
  /** What the store should hold; undefined for `extra`. */
  readonly leaf: T | undefined;
  /** What it holds; undefined for `missing`. */
  readonly stored: T | undefined;
  /** Of `different`: the fields that differ. */
  readonly fields: readonly string[];
}

export type Differences<T> = ReadonlyMap<string, Difference<T>>;

export class Comparison<T extends Row | GrantObject> {
  readonly #unseen: Map<string, T>;
  readonly #differences = new Map<string, Difference<T>>();
  #compared = 0;

  /** @param stored By key, what the store holds of the part. */
  constructor(stored: ReadonlyMap<string, T>) {
    this.#unseen = new Map(stored);
  }

  /** Objects of the leaf that were compared so far. */
  get compared(): number {
    return this.#compared;
  }

  /** One object of the leaf's list, as its collector would store it. */
  see(key: string, leaf: T): void {
    const stored = this.#unseen.get(key);
    this.#unseen.delete(key);
    this.#compared += 1;
    const fields = stored === undefined ? [] : differingFields(leaf, stored);
    if (stored === undefined) this.#differences.set(key, { type: 'missing', key, leaf, stored, fields });
    else if (fields.length > 0) this.#differences.set(key, { type: 'different', key, leaf, stored, fields });
  }

  /** The list is complete: what it did not show should not be stored. */
  end(): Differences<T> {
    for (const [key, stored] of this.#unseen) this.#differences.set(key, { type: 'extra', key, leaf: undefined, stored, fields: [] });
    return this.#differences;
  }
}

/**
 * The differences that two looks agree on, and those that were there in both but had moved: of them only another look can tell. What only the later
 * look found was equal at the earlier one, so it is on its way.
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

/** The fields that differ; empty when a reader could tell no difference. */
export function differingFields<T extends Row | GrantObject>(leaf: T, stored: T): readonly string[] {
  const names = new Set([...Object.keys(leaf), ...Object.keys(stored)]);
  return [...names].filter(name => !OWN_FIELDS.has(name) && !sameValue(leaf[name as keyof T], stored[name as keyof T])).sort();
}

function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  const [as, bs] = [a, b] as [Record<string, unknown>, Record<string, unknown>];
  const names = Object.keys(as);
  return names.length === Object.keys(bs).length && names.every(name => Object.hasOwn(bs, name) && sameValue(as[name], bs[name]));
}
