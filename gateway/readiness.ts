/**
 * Whether a gateway should get requests yet: when the index speaks for every cluster for the first time, so that a rolling update sends no
 * request to a replica that knows nothing. It does not wait for a cluster that cannot be reached, or is closed; and after `withinMs` the
 * process is ready whatever is missing, which is data from then on (coverage). Once ready it stays so, until the process begins to stop.
 *
 * Anybody may ask, so it tells counts and no names, and counts them a few times in a second at most.
 */

const KNOWN_FOR_MS = 250;

export interface IndexProgress {
  /** Whether every source of clusters has said which there are. */
  readonly sourcesRead: boolean;
  readonly total: number;
  /** Clusters that the index does not speak for yet. */
  readonly rebuilding: number;
  readonly unreachable: number;
  readonly closed: number;
}

export interface ReadinessOptions {
  readonly progress: () => IndexProgress;
  readonly withinMs: number;
  /** Monotonic, in milliseconds. @default performance.now */
  readonly now?: () => number;
}

export interface ReadinessState {
  readonly isReady: boolean;
  /** One line for people. */
  readonly short: string;
  /** The details for people. */
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

  /** The process stops: it is not ready from now on, so that load balancers send requests elsewhere. */
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
