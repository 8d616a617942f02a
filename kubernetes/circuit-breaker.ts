/**
 * Remembers whether an API server answers, so that users of a dead one get "not answering" at once.
 *
 * Who attacks: a user who owns objects that hang (a conversion webhook that never answers, an object that takes a
 * minute to read) and wants to keep other users from reading that cluster. What stops them: a request that was sent and
 * got no good answer counts for that caller and that kind alone. It counts for all callers only if the server answered
 * nothing else meanwhile, and if several kinds failed, for several callers or for ourselves. A server without a
 * connection, or with a wrong certificate, fails for all callers, and only its owner can cause that. What remains:
 * several users together, on a cluster that answers no other user at that time.
 *
 * Requests of users and of the collector feed it; it refuses only users. The collector keeps asking at its own pace,
 * and its first answer closes the circuit, so users do not wait for a probe of their own.
 */
import { LRUCache } from 'lru-cache';
import type { LeafHealth } from './client.ts';
import type { KubernetesError, KubernetesErrorCode } from './errors.ts';
import { isBeforeConnection } from './status-error.ts';

/** Key for counting a request: its caller and resource. */
export interface RequestKey {
  /** Undefined for the collector. */
  readonly caller: string | undefined;
  /** `pods`, `deployments.apps` */
  readonly resource: string;
}

/** Why a request may not be sent. */
export interface OpenCircuit extends LeafHealth {
  readonly code: KubernetesErrorCode;
  /** True if it is open for all callers; else only for this caller and resource. */
  readonly toAll: boolean;
}

const FAILURES_TO_OPEN = 5;
const FIRST_OPEN_MS = 5_000;
const MAX_OPEN_MS = 30_000;
/** Maximum circuits of single callers; a forgotten one costs its caller some more timeouts. */
const MAX_OWN = 1_000;

const FAILURES: ReadonlySet<KubernetesErrorCode> = new Set(['UNREACHABLE', 'TLS', 'TIMEOUT', 'SERVER_ERROR']);

export class CircuitBreaker {
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #all: Circuit;
  /** By caller and kind; only those with failures. */
  readonly #own = new LRUCache<string, Circuit>({ max: MAX_OWN });
  /**
   * Failures since the last answer that prove nothing alone: their number, and the callers and kinds, at most two each.
   */
  #unproven = { count: 0, callers: new Set<string | undefined>(), resources: new Set<string>() };
  #answeredAt = -Infinity;

  constructor(now: () => number = () => performance.now(), random: () => number = Math.random) {
    this.#now = now;
    this.#random = random;
    this.#all = new Circuit(now, random);
  }

  /**
   * Undefined if a user's request may be sent now. While a circuit is half open, only the first may, and its caller
   * must report the outcome.
   */
  admit(key: RequestKey): OpenCircuit | undefined {
    const own = this.#own.get(mapKey(key));
    const refusing = [this.#all, own].find(circuit => circuit && !circuit.isReady());
    if (refusing) return { ...refusing.health(), code: refusing.code, toAll: refusing === this.#all };
    this.#all.probe();
    own?.probe();
    return undefined;
  }

  /** Records an answer. Events of watches do not count: a server may keep sending them and answer no new request. */
  succeeded(key: RequestKey): void {
    this.#answeredAt = this.#now();
    if (this.#own.size > 0) this.#own.delete(mapKey(key));
    if (this.#all.failures === 0 && this.#unproven.count === 0) return;
    if (this.#all.isOpen()) this.#own.clear(); // while it answered no caller, no failure was the caller's own
    this.#all.close();
    this.#unproven = { count: 0, callers: new Set(), resources: new Set() };
  }

  /**
   * Records a request without a good answer.
   * @param sentAt Time since which the server could have answered, on the breaker's clock
   */
  failed(error: KubernetesError, key: RequestKey, sentAt: number = this.#now()): void {
    if (!FAILURES.has(error.code)) return this.succeeded(key);
    this.undecided(key);
    const isProof = isBeforeConnection(error);
    if (!isProof) this.#failedFor(key, error);
    if (this.#answeredAt > sentAt) return; // it answered another request meanwhile
    if (isProof) this.#all.fail(error);
    else if (this.#concernsAll(key)) this.#all.fail(error, FAILURES_TO_OPEN);
  }

  #failedFor(key: RequestKey, error: KubernetesError): void {
    if (key.caller === undefined) return;
    const own = this.#own.get(mapKey(key)) ?? new Circuit(this.#now, this.#random);
    this.#own.set(mapKey(key), own);
    own.fail(error);
  }

  /** True if the failures so far, including this one, concern more than one caller or kind. */
  #concernsAll({ caller, resource }: RequestKey): boolean {
    const { callers, resources } = this.#unproven;
    this.#unproven.count += 1;
    if (callers.size < 2 || caller === undefined) callers.add(caller);
    if (resources.size < 2) resources.add(resource);
    return this.#unproven.count >= FAILURES_TO_OPEN && resources.size > 1 && (callers.size > 1 || callers.has(undefined));
  }

  /** Records a request that says nothing about the server: its caller left. */
  undecided(key: RequestKey): void {
    this.#all.unprobe();
    this.#own.get(mapKey(key))?.unprobe();
  }

  /** State of the whole server. */
  health(): LeafHealth {
    return this.#all.health();
  }
}

function mapKey({ caller, resource }: RequestKey): string {
  return JSON.stringify([caller, resource]);
}

/** Counts consecutive failures, and computes the wait after them. */
class Circuit {
  readonly #now: () => number;
  readonly #random: () => number;
  failures = 0;
  code: KubernetesErrorCode = 'UNREACHABLE';
  #reason = '';
  #firstFailureAt = 0;
  #retryAt: number | undefined;
  #openings = 0;
  #probing = false;

  constructor(now: () => number, random: () => number) {
    this.#now = now;
    this.#random = random;
  }

  isOpen(): boolean {
    return this.#retryAt !== undefined;
  }

  isReady(): boolean {
    return this.#retryAt === undefined || (!this.#probing && this.#now() >= this.#retryAt);
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

  /** @param count Number of failures that this one stands for */
  fail(error: KubernetesError, count = 1): void {
    if (this.failures === 0) this.#firstFailureAt = this.#now();
    this.failures += count;
    this.#reason = error.message;
    this.code = error.code;
    if (this.failures < FAILURES_TO_OPEN) return;
    if (this.#retryAt !== undefined && this.#now() < this.#retryAt) return;
    const ceiling = Math.min(MAX_OPEN_MS, FIRST_OPEN_MS * 2 ** Math.min(this.#openings, 10));
    this.#openings += 1;
    this.#retryAt = this.#now() + Math.max(FIRST_OPEN_MS, ceiling * (0.5 + this.#random() / 2));
  }

  health(): LeafHealth {
    if (this.#retryAt === undefined) return { state: 'closed', reason: '', openForMs: 0, retryInMs: 0 };
    return {
      state: 'open',
      reason: this.#reason,
      openForMs: this.#now() - this.#firstFailureAt,
      retryInMs: Math.max(0, this.#retryAt - this.#now()),
    };
  }
}
