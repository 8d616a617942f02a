/**
 * Counts values from leaves that were not kept, by reason. The reasons are these few, so that a leaf can invent no
 * label; coverage of the cluster shows the kind to those who may see it, and the log the details.
 */

/**
 * `shape`: no metadata, or not shaped like an object, or too slow to read. `kind`: another kind than requested. `name`,
 * `namespace`: invalid. `bounds`: refused by the store. `relations`, `records`: malformed or too many data beside the
 * row; the object itself is kept. `limit`: the cluster is at its limit.
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

/** An object that is not kept. The text is for the log. */
export interface Refusal {
  readonly refused: string;
  readonly reason: RefusalReason;
}

export class Refusals {
  readonly #counts = new Map<RefusalReason, number>();

  /** An object counts each time it arrives. */
  count(reason: RefusalReason, objects = 1): void {
    this.#counts.set(reason, this.of(reason) + objects);
  }

  of(reason: RefusalReason): number {
    return this.#counts.get(reason) ?? 0;
  }
}
