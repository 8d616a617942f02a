/** The logs that this process follows: how many there may be, and by which bounds and times. */
import { FairGate } from '../../async/fair-gate.ts';
import type { SubgraphLimits } from '../parts.ts';

const CHECK_MS = 10_000;
const ASK_AGAIN_MS = 2_000;

export interface FollowedLogsOptions extends Pick<SubgraphLimits, 'followedLogs' | 'followedLogBytes' | 'logBytes'> {
  /** How long an answer about the reader's rights holds. @default 10 s */
  readonly checkMs?: number;
  /** When they are asked for again where there was none, or what became of a container is not known yet. @default 2 s */
  readonly askAgainMs?: number;
}

export class FollowedLogs {
  readonly options: Required<FollowedLogsOptions>;
  readonly #places: FairGate;

  constructor(options: FollowedLogsOptions) {
    this.options = { checkMs: CHECK_MS, askAgainMs: ASK_AGAIN_MS, ...options };
    this.#places = new FairGate({ places: options.followedLogs });
  }

  get size(): number {
    return this.#places.running;
  }

  enter(caller: string): Disposable | undefined {
    const place = this.#places.tryEnter(caller);
    return typeof place === 'string' ? undefined : place;
  }
}
