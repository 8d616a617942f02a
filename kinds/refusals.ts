/**
 * Counts the refused values of leaves, by reason. The set of reasons is fixed, so a leaf cannot add labels to the
 * metrics.
 */

/**
 * Reasons. `shape`: no metadata, not an object, too large to read, or the rules of its kind fail. `kind`: not the
 * requested kind. `name`, `namespace`: invalid. `bounds`: refused by the store. `limit`: the cluster has reached its
 * limit.
 *
 * `relations`, `records`: the data beside the row is malformed or too large. In this case the object itself is stored.
 */
export const REFUSAL_REASONS = [
  'shape',
  'kind',
  'name',
  'namespace',
  'bounds',
  'relations',
  'records',
  'limit',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** An object that is not stored. The text `refused` is for the log. */
export interface Refusal {
  readonly refused: string;
  readonly reason: RefusalReason;
}

export class Refusals {
  readonly #counts = new Map<RefusalReason, number>();

  /** Counts objects. An object that arrives again is counted again. */
  count(reason: RefusalReason, objects = 1): void {
    this.#counts.set(reason, this.of(reason) + objects);
  }

  of(reason: RefusalReason): number {
    return this.#counts.get(reason) ?? 0;
  }
}
