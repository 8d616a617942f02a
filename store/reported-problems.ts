/**
 * Problems of a store that were reported since it was last usable. The problem may change while the store is
 * unreachable: it restarts, and then refuses the password.
 */
export class ReportedProblems {
  readonly #reported = new Set<string>();

  /** True once for each problem, and only for the first few: an outage may cause many errors. */
  isNew(problem: string): boolean {
    if (this.#reported.size >= MAX_TOLD || this.#reported.has(problem)) return false;
    this.#reported.add(problem);
    return true;
  }

  /** The store is usable again. */
  forget(): void {
    this.#reported.clear();
  }
}

const MAX_TOLD = 5;
