/**
 * Remembers whether a server answers, so that requests to a dead server are refused at once instead of timing out.
 *
 * Who attacks: a caller who sends requests that hang, in order to keep other callers from the server. Examples are a
 * conversion webhook that never answers, an object that takes a minute to read, and an endless query.
 *
 * What stops the attack: a failed request counts only for its caller and its scope, for example one kind of resource.
 * Failures count for all callers only if the server answered no request meanwhile. In addition, they must come from
 * enough callers or from fleetgraph itself, and from enough scopes (CircuitBreakerOptions). A missing connection or a
 * wrong certificate needs only the first condition, because no caller can cause these failures.
 *
 * What remains: several users who act together, on a server that answers no other caller at that time.
 *
 * fleetgraph records its own requests here, too, but sends them without calling admit(). So the circuit closes for all
 * callers at the first answer to fleetgraph, even if no user sends a request.
 */
import { LRUCache } from 'lru-cache';

export interface RequestKey {
  /** User who sent the request. Undefined for fleetgraph's own requests. */
  readonly caller: string | undefined;
  /** Kind of request, for example the resource that is requested. */
  readonly scope: string;
}

export interface CircuitBreakerOptions {
  /**
   * How long an open circuit first refuses requests, in milliseconds. The time grows with failed retries, up to
   * MAX_OPEN_MS.
   */
  readonly firstOpenMs: number;
  /**
   * Number of callers whose requests must fail before failures count for all callers. fleetgraph itself counts as
   * enough callers. Not required for failures that no caller can cause.
   */
  readonly callers: number;
  /**
   * Number of scopes in which requests must fail before failures count for all callers. Not required for failures that
   * no caller can cause.
   */
  readonly scopes: number;
  /** Monotonic clock in milliseconds. @default performance.now */
  readonly now?: () => number;
  /** Returns a number from 0 up to, but not including, 1. @default Math.random */
  readonly random?: () => number;
}

export interface CircuitState<Failure> {
  /** The last failure. Undefined if the circuit is closed. */
  readonly failure: Failure | undefined;
  /** Milliseconds since the first failure after the circuit was last closed. 0 if the circuit is closed. */
  readonly openForMs: number;
  /** Milliseconds until a request may be sent. 0 if the circuit is closed, or if the waiting time is over. */
  readonly retryInMs: number;
}

/** A refusal: the state of the circuit that refuses a request. */
export interface OpenCircuit<Failure> extends CircuitState<Failure> {
  readonly failure: Failure;
  /** True if the circuit is open for all callers, false if only for this caller and scope. */
  readonly toAll: boolean;
}

const FAILURES_TO_OPEN = 5;
const MAX_OPEN_MS = 30_000;
/**
 * Maximum number of circuits of single callers. If a circuit is evicted, its caller may wait for a few more timeouts.
 */
const MAX_OWN = 1_000;

export class CircuitBreaker<Failure> {
  readonly #options: Required<CircuitBreakerOptions>;
  readonly #all: Circuit<Failure>;
  /** Circuits by caller and scope. Holds only circuits with failures. */
  readonly #own = new LRUCache<string, Circuit<Failure>>({ max: MAX_OWN });
  /** Failures with `isProof` false since the last answer. The options limit the size of the sets. */
  #unproven = { count: 0, callers: new Set<string | undefined>(), scopes: new Set<string>() };
  #answeredAt = -Infinity;

  constructor(options: CircuitBreakerOptions) {
    this.#options = { now: () => performance.now(), random: Math.random, ...options };
    this.#all = new Circuit(this.#options);
  }

  /** Returns the refusal that a request would get now. Undefined if the request may be sent. */
  refusal(key: RequestKey): OpenCircuit<Failure> | undefined {
    const own = this.#own.get(mapKey(key));
    const refusing = [this.#all, own].find(circuit => circuit && !circuit.isReady());
    if (!refusing) return undefined;
    return { ...refusing.state(), failure: refusing.failure!, toAll: refusing === this.#all };
  }

  /**
   * Returns undefined if a user's request may be sent now, otherwise the refusal. After the waiting time, an open
   * circuit admits one request. The code that sends this request must report its outcome.
   */
  admit(key: RequestKey): OpenCircuit<Failure> | undefined {
    const refusal = this.refusal(key);
    if (refusal) return refusal;
    this.#all.probe();
    this.#own.get(mapKey(key))?.probe();
    return undefined;
  }

  /**
   * Records an answer. Do not call it for events of watches, because a server may keep sending events without answering
   * new requests.
   */
  succeeded(key: RequestKey): void {
    this.#answeredAt = this.#options.now();
    if (this.#own.size > 0) this.#own.delete(mapKey(key));
    if (this.#all.failures === 0 && this.#unproven.count === 0) return;
    if (this.#all.isOpen()) this.#own.clear(); // the server was down for all callers
    this.#all.close();
    this.#unproven = { count: 0, callers: new Set(), scopes: new Set() };
  }

  /**
   * Records a failed request.
   * @param isProof True if no caller can cause this failure, for example a missing connection
   * @param sentAt Time of the request, or of the last data of its stream, on the breaker's clock. @default now
   */
  failed(
    failure: Failure,
    key: RequestKey,
    { isProof, sentAt = this.#options.now() }: { isProof: boolean; sentAt?: number },
  ): void {
    this.undecided(key);
    if (!isProof) this.#failedFor(key, failure);
    if (this.#answeredAt > sentAt) return; // the server answered another request meanwhile
    if (isProof) this.#all.fail(failure);
    else if (this.#concernsAll(key)) this.#all.fail(failure, FAILURES_TO_OPEN);
  }

  #failedFor(key: RequestKey, failure: Failure): void {
    if (key.caller === undefined) return;
    const own = this.#own.get(mapKey(key)) ?? new Circuit<Failure>(this.#options);
    this.#own.set(mapKey(key), own);
    own.fail(failure);
  }

  /** Adds a failure. Returns true if there are enough failures, from enough callers and in enough scopes. */
  #concernsAll({ caller, scope }: RequestKey): boolean {
    const { callers, scopes } = this.#unproven;
    const needed = this.#options;
    this.#unproven.count += 1;
    if (callers.size < needed.callers || caller === undefined) callers.add(caller);
    if (scopes.size < needed.scopes) scopes.add(scope);
    const areEnough = scopes.size >= needed.scopes && (callers.size >= needed.callers || callers.has(undefined));
    return areEnough && this.#unproven.count >= FAILURES_TO_OPEN;
  }

  /**
   * Records a request whose outcome says nothing about the server, for example because the caller aborted the request.
   */
  undecided(key: RequestKey): void {
    this.#all.unprobe();
    this.#own.get(mapKey(key))?.unprobe();
  }

  /** State of the circuit for all callers. */
  state(): CircuitState<Failure> {
    return this.#all.state();
  }
}

function mapKey({ caller, scope }: RequestKey): string {
  return JSON.stringify([caller, scope]);
}

/** Counts consecutive failures, and computes how long to refuse requests after them. */
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

  /** @param count Number of failures that this failure counts as */
  fail(failure: Failure, count = 1): void {
    const { random, firstOpenMs } = this.#options;
    const now = this.#options.now();
    if (this.failures === 0) this.#firstFailureAt = now;
    this.failures += count;
    this.failure = failure;
    // Requests that were running when the circuit opened may fail as well. These failures do not prolong the wait.
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
