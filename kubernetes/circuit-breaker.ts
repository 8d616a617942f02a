/**
 * Remembers whether an API server answers, so that a dead one costs users nothing but the words "not answering".
 *
 * Who attacks: a user who owns objects that hang (a conversion webhook that never answers, an object that takes a minute to read) and wants nobody
 * else to read that cluster. What stops him: a request that was sent and got no good answer speaks of what it asked for, and is counted for that
 * caller and that kind alone. For everybody it counts only where nothing else was answered meanwhile, and it takes several kinds, and several callers
 * or ourselves. A server to which there is no connection, or whose certificate is wrong, is so for everybody, and nobody but its owner can make it
 * so. What remains: several users together, on a cluster that answers nobody else at that time.
 *
 * Everybody's requests feed it; only users are refused by it. The collector keeps asking at its own pace, and its first answer closes the
 * circuit, so users do not wait for a probe of their own.
 */
import { LRUCache } from 'lru-cache';
import type { LeafHealth } from './client.ts';
import type { KubernetesError, KubernetesErrorCode } from './errors.ts';
import { isBeforeConnection } from './status-error.ts';

/** Whose request it was, and for what. */
export interface Asked {
  /** Undefined: ourselves. */
  readonly caller: string | undefined;
  /** `pods`, `deployments.apps` */
  readonly resource: string;
}

/** Why a request may not go out. */
export interface OpenCircuit extends LeafHealth {
  readonly code: KubernetesErrorCode;
  /** Whether it is closed to everybody; else to this caller's requests for this kind. */
  readonly toAll: boolean;
}

const FAILURES_TO_OPEN = 5;
const FIRST_OPEN_MS = 5_000;
const MAX_OPEN_MS = 30_000;
/** Circuits of single callers that are remembered; a forgotten one costs its caller some more time-outs. */
const MAX_OWN = 1_000;

const FAILURES: ReadonlySet<KubernetesErrorCode> = new Set(['UNREACHABLE', 'TLS', 'TIMEOUT', 'SERVER_ERROR']);

export class CircuitBreaker {
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #all: Circuit;
  /** By caller and kind; only those that have failures. */
  readonly #own = new LRUCache<string, Circuit>({ max: MAX_OWN });
  /** What failed since the last answer without proving anything alone: how often, for whom and for what, two of each at most. */
  #unproven = { count: 0, callers: new Set<string | undefined>(), resources: new Set<string>() };
  #answeredAt = -Infinity;

  constructor(now: () => number = () => performance.now(), random: () => number = Math.random) {
    this.#now = now;
    this.#random = random;
    this.#all = new Circuit(now, random);
  }

  /** Undefined when a user's request may go out now. While a circuit is half open, only the first may, and must report how it went. */
  admit(asked: Asked): OpenCircuit | undefined {
    const own = this.#own.get(keyOf(asked));
    const refusing = [this.#all, own].find(circuit => circuit && !circuit.isReady());
    if (refusing) return { ...refusing.health(), code: refusing.code, toAll: refusing === this.#all };
    this.#all.probe();
    own?.probe();
    return undefined;
  }

  /** The server answered a request. Events of watches do not count: a server may go on sending them and answer nobody new. */
  succeeded(asked: Asked): void {
    this.#answeredAt = this.#now();
    if (this.#own.size > 0) this.#own.delete(keyOf(asked));
    if (this.#all.failures === 0 && this.#unproven.count === 0) return;
    if (this.#all.isOpen()) this.#own.clear(); // while it answered nobody, nobody's failures were his own
    this.#all.close();
    this.#unproven = { count: 0, callers: new Set(), resources: new Set() };
  }

  /** What was asked for did not come. `sentAt`: when the server was last known to have nothing but this to answer, on the breaker's clock. */
  failed(error: KubernetesError, asked: Asked, sentAt: number = this.#now()): void {
    if (!FAILURES.has(error.code)) return this.succeeded(asked);
    this.undecided(asked);
    const isProof = isBeforeConnection(error);
    if (!isProof) this.#failedFor(asked, error);
    if (this.#answeredAt > sentAt) return; // it answered somebody meanwhile
    if (isProof) this.#all.fail(error);
    else if (this.#concernsAll(asked)) this.#all.fail(error, FAILURES_TO_OPEN);
  }

  #failedFor(asked: Asked, error: KubernetesError): void {
    if (asked.caller === undefined) return;
    const key = keyOf(asked);
    const own = this.#own.get(key) ?? new Circuit(this.#now, this.#random);
    this.#own.set(key, own);
    own.fail(error);
  }

  /** Whether what failed so far, this too, is more than one caller's or one kind's. */
  #concernsAll({ caller, resource }: Asked): boolean {
    const { callers, resources } = this.#unproven;
    this.#unproven.count += 1;
    if (callers.size < 2 || caller === undefined) callers.add(caller);
    if (resources.size < 2) resources.add(resource);
    return this.#unproven.count >= FAILURES_TO_OPEN && resources.size > 1 && (callers.size > 1 || callers.has(undefined));
  }

  /** A request ended without telling anything about the server: its caller went away. */
  undecided(asked: Asked): void {
    this.#all.unprobe();
    this.#own.get(keyOf(asked))?.unprobe();
  }

  /** Of the server as a whole. */
  health(): LeafHealth {
    return this.#all.health();
  }
}

function keyOf({ caller, resource }: Asked): string {
  return JSON.stringify([caller, resource]);
}

/** Failures in a row, and how long to wait for them. */
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

  /** `count`: for how many failures it stands. */
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
