/**
 * Slots of one hub for moves that are under way. A move that cannot be proved keeps its slot, so that a namespace with
 * such moves, or a member in which no copy becomes healthy, would stop all moves of the hub.
 *
 * A move may start only while its namespace, and each member that gets copies, hold fewer slots than are free. This is
 * the rule of async/fair-gate.ts: one namespace or member gets half of the slots, rounded up, and two leave one of five
 * to others.
 */
export interface SlottedMove {
  /** Namespace of the policy. Empty for all cluster-scoped policies together. */
  readonly namespace: string;
  /** Members that get copies. */
  readonly coming: readonly string[];
}

export class MoveSlots {
  #free: number;
  readonly #held = new Map<string, number>();

  constructor(slots: number) {
    this.#free = slots;
  }

  mayStart(move: SlottedMove): boolean {
    return holdersOf(move).every(holder => this.#heldBy(holder) < this.#free);
  }

  take(move: SlottedMove): void {
    this.#free--;
    for (const holder of holdersOf(move)) this.#held.set(holder, this.#heldBy(holder) + 1);
  }

  #heldBy(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }
}

function holdersOf({ namespace, coming }: SlottedMove): string[] {
  return [`namespace/${namespace}`, ...coming.map(member => `member/${member}`)];
}
