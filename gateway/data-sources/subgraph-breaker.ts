/**
 * Remembers whether a subgraph answers, so that a dead one costs nobody a time-out.
 *
 * It counts by caller, because what a caller asks decides how long a subgraph takes: who sends questions that never come back is refused, and
 * the others go on. Everybody is refused only for what no question can cause (there is no connection), or when three callers or more have
 * failed and nobody has succeeded in between. An answer for anybody opens the way for everybody. What remains: three accounts that send
 * such questions close a subgraph while nobody else uses it, and until one question of somebody else comes back.
 */
const FAILURES_TO_OPEN = 5;
const CALLERS_TO_OPEN = 3;
const FIRST_OPEN_MS = 2_000;
const MAX_OPEN_MS = 30_000;
/** Callers whose failures are remembered; the oldest is forgotten. */
const MAX_CALLERS = 1_000;

export class SubgraphBreaker {
  readonly #now: () => number;
  readonly #byCaller = new Map<string, Circuit>();
  readonly #failing = new Set<string>();
  #shared = new Circuit();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether a question of this caller would be refused now. */
  refuses(caller: string): boolean {
    const now = this.#now();
    return this.#shared.refuses(now) || (this.#byCaller.get(caller)?.refuses(now) ?? false);
  }

  /** Lets a question out, or not. After a pause only the first goes out; how it went must be reported. */
  admit(caller: string): boolean {
    if (this.refuses(caller)) return false;
    this.#shared.probe();
    this.#byCaller.get(caller)?.probe();
    return true;
  }

  succeeded(caller: string): void {
    this.#byCaller.delete(caller);
    this.#failing.clear();
    this.#shared = new Circuit();
  }

  /** `disconnected`: the subgraph could not be reached at all, which is no question's doing. */
  failed(caller: string, { disconnected }: { disconnected: boolean }): void {
    const now = this.#now();
    const own = this.#byCaller.get(caller) ?? new Circuit();
    this.#byCaller.delete(caller);
    this.#byCaller.set(caller, own); // behind the others: the first is the oldest
    if (this.#byCaller.size > MAX_CALLERS) this.#byCaller.delete(this.#byCaller.keys().next().value!);
    own.failed(now, true);
    if (this.#failing.size < CALLERS_TO_OPEN) this.#failing.add(caller);
    this.#shared.failed(now, disconnected || this.#failing.size >= CALLERS_TO_OPEN);
  }

  /** The question ended without telling anything about the subgraph. */
  undecided(caller: string): void {
    this.#shared.undecided();
    this.#byCaller.get(caller)?.undecided();
  }
}

class Circuit {
  #failures = 0;
  #openings = 0;
  #retryAt: number | undefined;
  #probing = false;

  refuses(now: number): boolean {
    return this.#retryAt !== undefined && (this.#probing || now < this.#retryAt);
  }

  probe(): void {
    this.#probing = this.#retryAt !== undefined;
  }

  undecided(): void {
    this.#probing = false;
  }

  failed(now: number, mayOpen: boolean): void {
    this.#probing = false;
    this.#failures += 1;
    // What was under way when it opened fails as well, and tells nothing new.
    if (!mayOpen || this.#failures < FAILURES_TO_OPEN || (this.#retryAt !== undefined && now < this.#retryAt)) return;
    this.#retryAt = now + Math.min(MAX_OPEN_MS, FIRST_OPEN_MS * 2 ** Math.min(this.#openings, 10));
    this.#openings += 1;
  }
}
