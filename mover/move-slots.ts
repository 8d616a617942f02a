/**
 * Slots of one hub for moves that are under way. An unproved move keeps its slot. Without shares, a namespace with
 * unproved moves would stop all moves of the hub, and so would a member in which no copy becomes healthy.
 *
 * A namespace may start a move only while it holds fewer slots than are free. This is the rule of async/fair-gate.ts.
 * So one namespace gets at most half of the slots, rounded up. Two namespaces leave one of five slots to others.
 *
 * A member that gets copies has a share, too: a move may start only while fewer namespaces move to the member than
 * slots are free. The share counts namespaces, not moves. Otherwise one namespace whose moves go to all members would
 * stop the moves of all other namespaces. With four or more slots, one namespace cannot stop the others.
 */
export interface SlottedMove {
  /** Namespace of the policy. Empty for all cluster-scoped policies together. */
  readonly namespace: string;
  /** Members that get copies. Empty for a drain, because the engine chooses these members only after the start. */
  readonly coming: readonly string[];
}

export class MoveSlots {
  #free: number;
  /** Number of slots that each namespace holds. */
  readonly #held = new Map<string, number>();
  /** For each member, the namespaces whose moves send copies to it. */
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
