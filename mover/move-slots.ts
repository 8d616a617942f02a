/**
 * Slots of one hub for moves that are under way. A move that cannot be proved keeps its slot, so that a namespace with
 * such moves, or a member in which no copy becomes healthy, would stop all moves of the hub.
 *
 * A move may start only while fewer slots are held by its namespace than are free. So one namespace gets half of the
 * slots, rounded up, and two leave one of five to others (async/fair-gate.ts has the same rule). A member that gets
 * copies counts the namespaces that move to it, and not their moves: otherwise one namespace whose moves go to all
 * members would stop the moves of all others. From four slots on, one namespace cannot stop the others.
 */
export interface SlottedMove {
  /** Namespace of the policy. Empty for all cluster-scoped policies together. */
  readonly namespace: string;
  /** Members that get copies. */
  readonly coming: readonly string[];
}

export class MoveSlots {
  #free: number;
  /** Number of slots that each namespace holds. */
  readonly #held = new Map<string, number>();
  /** Namespaces whose moves send copies to each member. */
  readonly #sending = new Map<string, Set<string>>();

  constructor(slots: number) {
    this.#free = slots;
  }

  mayStart({ namespace, coming }: SlottedMove): boolean {
    return (
      this.#heldBy(namespace) < this.#free &&
      coming.every(member => (this.#sending.get(member)?.size ?? 0) < this.#free)
    );
  }

  take({ namespace, coming }: SlottedMove): void {
    this.#free--;
    this.#held.set(namespace, this.#heldBy(namespace) + 1);
    for (const member of coming) {
      const sending = this.#sending.get(member);
      if (sending) sending.add(namespace);
      else this.#sending.set(member, new Set([namespace]));
    }
  }

  #heldBy(namespace: string): number {
    return this.#held.get(namespace) ?? 0;
  }
}
