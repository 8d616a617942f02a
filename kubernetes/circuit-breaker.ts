/**
 * Remembers whether an API server answers, so that a dead one costs users nothing but the words "not answering".
 *
 * Everybody's requests feed it; only users are refused by it. The collector keeps asking at its own pace, and its first answer closes the
 * circuit, so users do not wait for a probe of their own.
 */
import type { LeafHealth } from './client.ts';
import type { KubernetesError } from './errors.ts';

const FAILURES_TO_OPEN = 5;
const FIRST_OPEN_MS = 5_000;
const MAX_OPEN_MS = 30_000;

export class CircuitBreaker {
  readonly #now: () => number;
  readonly #random: () => number;
  #failures = 0;
  #failing = new Set<string>();
  #firstFailureAt = 0;
  #retryAt: number | undefined;
  #openings = 0;
  #probing = false;
  #reason = '';

  constructor(now: () => number = () => performance.now(), random: () => number = Math.random) {
    this.#now = now;
    this.#random = random;
  }

  /** Whether a user's request may go out now. While half open, only the first may, and must report how it went. */
  admit(): boolean {
    if (this.#retryAt === undefined) return true;
    if (this.#probing || this.#now() < this.#retryAt) return false;
    this.#probing = true;
    return true;
  }

  /** The server answered a request. Events of watches do not count: a server may go on sending them and answer nobody new. */
  succeeded(): void {
    if (this.#failures === 0 && this.#retryAt === undefined) return;
    this.#failures = 0;
    this.#failing.clear();
    this.#retryAt = undefined;
    this.#openings = 0;
    this.#probing = false;
    this.#reason = '';
  }

  /**
   * What was asked for did not come. `resource` tells one broken kind (a dead conversion webhook answers 500 for its own kind alone) from a
   * server that is broken: 5xx answers open the circuit only when they hit more than one.
   */
  failed(error: KubernetesError, resource: string): void {
    this.#probing = false;
    if (!['UNREACHABLE', 'TLS', 'TIMEOUT', 'SERVER_ERROR'].includes(error.code)) {
      this.succeeded();
      return;
    }
    if (this.#failures === 0) this.#firstFailureAt = this.#now();
    this.#failures += 1;
    if (this.#failing.size < FAILURES_TO_OPEN) this.#failing.add(error.code === 'SERVER_ERROR' ? resource : error.code);
    this.#reason = error.message;
    if (this.#failures < FAILURES_TO_OPEN || (error.code === 'SERVER_ERROR' && this.#failing.size < 2)) return;
    if (this.#retryAt !== undefined && this.#now() < this.#retryAt) return;
    const ceiling = Math.min(MAX_OPEN_MS, FIRST_OPEN_MS * 2 ** Math.min(this.#openings, 10));
    this.#openings += 1;
    this.#retryAt = this.#now() + Math.max(FIRST_OPEN_MS, ceiling * (0.5 + this.#random() / 2));
  }

  /** A request ended without telling anything about the server: its caller went away. */
  undecided(): void {
    this.#probing = false;
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
