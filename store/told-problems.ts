/**
 * Problems of a store that were reported since it was last usable. The problem may change while the store is
 * unreachable: it restarts, and then refuses the password.
 */
export class ToldProblems {
  readonly #told = new Set<string>();

  /** True once for each problem, and only for the first few: an outage may cause many errors. */
  isNew(problem: string): boolean {
    if (this.#told.size >= MAX_TOLD || this.#told.has(problem)) return false;
    this.#told.add(problem);
    return true;
  }

  /** The store is usable again. */
  forget(): void {
    this.#told.clear();
  }
}

const MAX_TOLD = 5;
