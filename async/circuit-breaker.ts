/**
 * Remembers whether a server answers, so that callers of a dead one get their refusal at once.
 *
 * Who attacks: a caller whose requests hang (a conversion webhook that never answers, an object that takes a minute to
 * read, a query that takes forever) and who wants to keep others from the server. What stops them: a request that was
 * sent and got no good answer counts for that caller and that scope alone (a kind of an API server). It counts for all
 * callers only if the server answered nothing else meanwhile, and if several scopes and several callers failed, or our
 * own requests. A server without a connection, or with a wrong certificate, fails for all callers, and only its owner
 * can cause that. What remains: several users together, on a server that answers no other caller at that time.
 *
 * Requests of users and our own feed it; it refuses only users. Our own continue at their own pace, and their first
 * answer closes the circuit, so users do not wait for a probe of their own.
 */
import { LRUCache } from 'lru-cache';

/** Key for counting a request. */
export interface RequestKey {
  /** Undefined for our own requests. */
  readonly caller: string | undefined;
  /** Kind of request: its failures say nothing about other kinds. */
  readonly scope: string;
}

export interface CircuitBreakerOptions {
  /** First time for which it refuses; each further one is longer. */
  readonly firstOpenMs: number;
  /** Callers and scopes that must fail before requests that were sent count for all callers. */
  readonly callers: number;
  readonly scopes: number;
  /** Monotonic clock in milliseconds. @default performance.now */
  readonly now?: () => number;
  /** @default Math.random */
  readonly random?: () => number;
}

export interface CircuitState<Failure> {
  /** The last failure; undefined if requests are let through. */
  readonly failure: Failure | undefined;
  /** How long it has been open, and how long it will still refuse. 0 if closed. */
  readonly openForMs: number;
  readonly retryInMs: number;
}

/** Why a request may not be sent. */
export interface OpenCircuit<Failure> extends CircuitState<Failure> {
  readonly failure: Failure;
  /** True if it is open for all callers; else only for this caller and scope. */
  readonly toAll: boolean;
}

const FAILURES_TO_OPEN = 5;
const MAX_OPEN_MS = 30_000;
/** Maximum circuits of single callers; a forgotten one costs its caller some more timeouts. */
const MAX_OWN = 1_000;

export class CircuitBreaker<Failure> {
  readonly #options: Required<CircuitBreakerOptions>;
  readonly #all: Circuit<Failure>;
  /** By caller and scope; only those with failures. */
  readonly #own = new LRUCache<string, Circuit<Failure>>({ max: MAX_OWN });
  /**
   * Failures since the last answer that prove nothing alone: their number, and as many callers and scopes as matter.
   */
  #unproven = { count: 0, callers: new Set<string | undefined>(), scopes: new Set<string>() };
  #answeredAt = -Infinity;

  constructor(options: CircuitBreakerOptions) {
    this.#options = { now: () => performance.now(), random: Math.random, ...options };
    this.#all = new Circuit(this.#options);
  }

  /** Why a request would be refused now; undefined if it may be sent. */
  refusal(key: RequestKey): OpenCircuit<Failure> | undefined {
    const own = this.#own.get(mapKey(key));
    const refusing = [this.#all, own].find(circuit => circuit && !circuit.isReady());
    if (!refusing) return undefined;
    return { ...refusing.state(), failure: refusing.failure!, toAll: refusing === this.#all };
  }

  /**
   * Undefined if a user's request may be sent now. While a circuit is half open, only the first may, and its caller
   * must report the outcome.
   */
  admit(key: RequestKey): OpenCircuit<Failure> | undefined {
    const refusal = this.refusal(key);
    if (refusal) return refusal;
    this.#all.probe();
    this.#own.get(mapKey(key))?.probe();
    return undefined;
  }

  /** Records an answer. Events of watches do not count: a server may keep sending them and answer no new request. */
  succeeded(key: RequestKey): void {
    this.#answeredAt = this.#options.now();
    if (this.#own.size > 0) this.#own.delete(mapKey(key));
    if (this.#all.failures === 0 && this.#unproven.count === 0) return;
    if (this.#all.isOpen()) this.#own.clear(); // while it answered no caller, no failure was the caller's own
    this.#all.close();
    this.#unproven = { count: 0, callers: new Set(), scopes: new Set() };
  }

  /**
   * Records a request without a good answer.
   * @param isProof True if no request can cause the failure: there is no connection
   * @param sentAt Time since which the server could have answered, on the breaker's clock. @default now
   */
  failed(
    failure: Failure,
    key: RequestKey,
    { isProof, sentAt = this.#options.now() }: { isProof: boolean; sentAt?: number },
  ): void {
    this.undecided(key);
    if (!isProof) this.#failedFor(key, failure);
    if (this.#answeredAt > sentAt) return; // it answered another request meanwhile
    if (isProof) this.#all.fail(failure);
    else if (this.#concernsAll(key)) this.#all.fail(failure, FAILURES_TO_OPEN);
  }

  #failedFor(key: RequestKey, failure: Failure): void {
    if (key.caller === undefined) return;
    const own = this.#own.get(mapKey(key)) ?? new Circuit<Failure>(this.#options);
    this.#own.set(mapKey(key), own);
    own.fail(failure);
  }

  /** True if the failures so far, including this one, concern enough callers and scopes. */
  #concernsAll({ caller, scope }: RequestKey): boolean {
    const { callers, scopes } = this.#unproven;
    const needed = this.#options;
    this.#unproven.count += 1;
    if (callers.size < needed.callers || caller === undefined) callers.add(caller);
    if (scopes.size < needed.scopes) scopes.add(scope);
    const areEnough = scopes.size >= needed.scopes && (callers.size >= needed.callers || callers.has(undefined));
    return areEnough && this.#unproven.count >= FAILURES_TO_OPEN;
  }

  /** Records a request that says nothing about the server: its caller left. */
  undecided(key: RequestKey): void {
    this.#all.unprobe();
    this.#own.get(mapKey(key))?.unprobe();
  }

  /** State of the whole server. */
  state(): CircuitState<Failure> {
    return this.#all.state();
  }
}

function mapKey({ caller, scope }: RequestKey): string {
  return JSON.stringify([caller, scope]);
}

/** Counts consecutive failures, and computes the wait after them. */
class Circuit<Failure> {
  readonly #options: Required<CircuitBreakerOptions>;
  failures = 0;
  failure: Failure | undefined;
  #firstFailureAt = 0;
  #retryAt: number | undefined;
  #openings = 0;
  #probing = false;

  constructor(options: Required<CircuitBreakerOptions>) {
    this.#options = options;
  }

  isOpen(): boolean {
    return this.#retryAt !== undefined;
  }

  isReady(): boolean {
    return this.#retryAt === undefined || (!this.#probing && this.#options.now() >= this.#retryAt);
  }

  probe(): void {
    this.#probing = this.isOpen();
  }

  unprobe(): void {
    this.#probing = false;
  }

  close(): void {
    this.failures = 0;
    this.#retryAt = undefined;
    this.#openings = 0;
    this.#probing = false;
  }

  /** @param count Number of failures that this failure represents */
  fail(failure: Failure, count = 1): void {
    const { random, firstOpenMs } = this.#options;
    const now = this.#options.now();
    if (this.failures === 0) this.#firstFailureAt = now;
    this.failures += count;
    this.failure = failure;
    // Requests that were running when it opened fail as well, and carry no news.
    if (this.failures < FAILURES_TO_OPEN || (this.#retryAt !== undefined && now < this.#retryAt)) return;
    const ceiling = Math.min(MAX_OPEN_MS, firstOpenMs * 2 ** Math.min(this.#openings, 10));
    this.#openings += 1;
    this.#retryAt = now + Math.max(firstOpenMs, ceiling * (0.5 + random() / 2));
  }

  state(): CircuitState<Failure> {
    if (this.#retryAt === undefined) return { failure: undefined, openForMs: 0, retryInMs: 0 };
    const now = this.#options.now();
    return {
      failure: this.failure,
      openForMs: now - this.#firstFailureAt,
      retryInMs: Math.max(0, this.#retryAt - now),
    };
  }
}
