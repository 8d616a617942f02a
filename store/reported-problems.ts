/** Problems of a store that were reported since the store was last usable. */
export class ReportedProblems {
  readonly #reported = new Set<string>();

  /**
   * Returns true if the problem was not reported before, and if fewer than MAX_TOLD problems were reported. The number
   * is limited, because an outage may cause many different errors.
   */
  isNew(problem: string): boolean {
    if (this.#reported.size >= MAX_TOLD || this.#reported.has(problem)) return false;
    this.#reported.add(problem);
    return true;
  }

  /** Call when the store is usable again. */
  forget(): void {
    this.#reported.clear();
  }
}

const MAX_TOLD = 5;
