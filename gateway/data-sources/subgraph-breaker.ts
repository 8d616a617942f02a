/**
 * Circuit breaker of a subgraph, so that callers do not wait for a dead one.
 *
 * It counts by caller, because a caller's request determines how long a subgraph takes: it refuses the caller whose
 * requests never return, and others continue. It refuses all callers only for what no request can cause (no
 * connection), or when three or more callers have failed without a success in between. One answer to any caller resets
 * it for all. What remains: three accounts that send such requests close a subgraph while no other caller uses it,
 * until a request of another caller is answered.
 */
const FAILURES_TO_OPEN = 5;
const CALLERS_TO_OPEN = 3;
const FIRST_OPEN_MS = 2_000;
const MAX_OPEN_MS = 30_000;
/** Maximum callers with remembered failures; the oldest is dropped. */
const MAX_CALLERS = 1_000;

export class SubgraphBreaker {
  readonly #now: () => number;
  readonly #byCaller = new Map<string, Circuit>();
  readonly #failing = new Set<string>();
  #shared = new Circuit();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** True if it would refuse a request of this caller now. */
  refuses(caller: string): boolean {
    const now = this.#now();
    return this.#shared.refuses(now) || (this.#byCaller.get(caller)?.refuses(now) ?? false);
  }

  /** Admits a request, or not. After a pause only the first is admitted; the caller must report its result. */
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

  /** @param disconnected No connection to the subgraph, which no request can cause */
  failed(caller: string, { disconnected }: { disconnected: boolean }): void {
    const now = this.#now();
    const own = this.#byCaller.get(caller) ?? new Circuit();
    this.#byCaller.delete(caller);
    this.#byCaller.set(caller, own); // move behind the others: the first is the oldest
    if (this.#byCaller.size > MAX_CALLERS) this.#byCaller.delete(this.#byCaller.keys().next().value!);
    own.failed(now, true);
    if (this.#failing.size < CALLERS_TO_OPEN) this.#failing.add(caller);
    this.#shared.failed(now, disconnected || this.#failing.size >= CALLERS_TO_OPEN);
  }

  /** The request ended and says nothing about the subgraph. */
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
    // Requests that were running when it opened fail as well, and carry no news.
    if (!mayOpen || this.#failures < FAILURES_TO_OPEN || (this.#retryAt !== undefined && now < this.#retryAt)) return;
    this.#retryAt = now + Math.min(MAX_OPEN_MS, FIRST_OPEN_MS * 2 ** Math.min(this.#openings, 10));
    this.#openings += 1;
  }
}
