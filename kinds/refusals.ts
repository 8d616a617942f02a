/**
 * What leaves sent that was not kept, counted by why. The reasons are these few, so that a leaf can make up no label; of which kind it was is in the
 * coverage of its cluster, for those who may see it, and why in the log.
 */

/**
 * `shape`: it has no metadata, or not the shape of an object, or takes too long to read. `kind`: it is of another kind than was asked for. `name`,
 * `namespace`: no object can have this one. `bounds`: the store does not take it. `relations`, `records`: what an object has beside its row, malformed or more
 * than is kept; the object itself is. `limit`: its cluster has as much as it may have.
 */
export const REFUSAL_REASONS = ['shape', 'kind', 'name', 'namespace', 'bounds', 'relations', 'records', 'limit'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** An object that is not kept. The words are for the log. */
export interface Refusal {
  readonly refused: string;
  readonly reason: RefusalReason;
}

export class Refusals {
  readonly #counts = new Map<RefusalReason, number>();

  /** An object counts each time it comes. */
  count(reason: RefusalReason, objects = 1): void {
    this.#counts.set(reason, this.of(reason) + objects);
  }

  of(reason: RefusalReason): number {
    return this.#counts.get(reason) ?? 0;
  }
}
