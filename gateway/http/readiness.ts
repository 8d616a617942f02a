/**
 * Decides when a gateway is ready: once the index speaks for every cluster for the first time, so that a rolling update
 * sends no request to an empty replica. Unreachable and closed clusters are not waited for. After `withinMs` the
 * process is ready regardless, and coverage reports what is missing. Once ready it stays so, until the process begins
 * to stop.
 *
 * Needs no credentials, so it shows counts without names, and computes them at most a few times per second.
 */

const KNOWN_FOR_MS = 250;

export interface IndexProgress {
  /** True if every source of clusters has been read. */
  readonly sourcesRead: boolean;
  readonly total: number;
  /** Number of clusters still being loaded. */
  readonly rebuilding: number;
  readonly unreachable: number;
  readonly closed: number;
}

export interface ReadinessOptions {
  readonly progress: () => IndexProgress;
  readonly withinMs: number;
  /** Monotonic milliseconds. @default performance.now */
  readonly now?: () => number;
}

export interface ReadinessState {
  readonly isReady: boolean;
  /** One line for people. */
  readonly short: string;
  /** Details for people. */
  readonly lines: readonly string[];
}

export class Readiness {
  readonly #options: Required<ReadinessOptions>;
  readonly #startedAt: number;
  #isReady = false;
  #isLeaving = false;
  #known: ReadinessState | undefined;
  #knownUntil = -Infinity;

  constructor({ now = () => performance.now(), ...options }: ReadinessOptions) {
    this.#options = { now, ...options };
    this.#startedAt = now();
  }

  /** True once the process has begun to stop. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** Marks the process as stopping: not ready from now on, so that load balancers send requests elsewhere. */
  leave(): void {
    this.#isLeaving = true;
  }

  get state(): ReadinessState {
    if (this.#isLeaving) return { isReady: false, short: 'the process stops', lines: ['not ready: the process stops'] };
    const now = this.#options.now();
    if (this.#known && now < this.#knownUntil) return this.#known;
    this.#knownUntil = now + KNOWN_FOR_MS;
    return (this.#known = this.#stateAt(now));
  }

  #stateAt(now: number): ReadinessState {
    const { progress, withinMs } = this.#options;
    const { sourcesRead, total, rebuilding, unreachable, closed } = progress();
    const waitMs = this.#startedAt + withinMs - now;
    this.#isReady ||= (sourcesRead && rebuilding === 0) || waitMs <= 0;
    const mark = (isGood: boolean) => (isGood ? '[+]' : '[-]');
    return {
      isReady: this.#isReady,
      short: this.#isReady ? 'ok' : 'the index is not complete yet: /readyz?verbose',
      lines: [
        `${mark(sourcesRead)} sources of clusters: ${sourcesRead ? 'all read' : 'not all read yet'}`,
        `${mark(rebuilding === 0)} index: ${total - rebuilding} of ${total} clusters known (${unreachable} unreachable, ${closed} closed)`,
        this.#isReady ? 'ready' : `not ready, for ${Math.ceil(waitMs / 1_000)} s more at the most`,
      ],
    };
  }
}
