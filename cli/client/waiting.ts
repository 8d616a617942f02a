/** Waits of commands: asks again until it is over, and says on standard error how far it is. */
import { setTimeout as delay } from 'node:timers/promises';
import { printable } from '../printable.ts';
import { UsageError } from '../usage-error.ts';

export interface Clock {
  now(): number;
  wait(ms: number): Promise<unknown>;
}

export interface Waiting<T> {
  readonly ask: () => Promise<T>;
  /** An answer that is there already. @default asked for */
  readonly first?: T;
  /** True: it is over, whatever came of it. */
  readonly isOver: (state: T) => boolean;
  /** What is said of a state, on standard error. Said again only if it differs. */
  readonly lines: (state: T) => readonly string[];
  readonly timeoutMs: number;
  /** The time between two questions doubles up to this while the same is said. @default it stays at 2 s */
  readonly maxWaitMs?: number;
  readonly say?: (line: string) => void;
  readonly clock?: Clock;
}

const CLOCK: Clock = { now: () => performance.now(), wait: ms => delay(ms) };
const WAIT_MS = 2_000;

/**
 * The first state that is the last, or the last one within the time. Failures on the way are asked again.
 * @throws the failure, if the last question had no answer
 */
export async function waitFor<T>(waiting: Waiting<T>): Promise<T> {
  const { ask, first, isOver, lines, timeoutMs, maxWaitMs = WAIT_MS, say = toStderr, clock = CLOCK } = waiting;
  const end = clock.now() + timeoutMs;
  let said = '';
  let state = first;
  for (let pause = WAIT_MS; ; pause = Math.min(2 * pause, maxWaitMs)) {
    let failure: UsageError | undefined;
    try {
      state ??= await ask();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      failure = error;
    }
    const reported = failure ? [`No answer: ${failure.message} It is asked again.`] : lines(state!);
    if (reported.join('\n') !== said) {
      for (const line of reported) say(line);
      said = reported.join('\n');
      pause = WAIT_MS;
    }
    const left = end - clock.now();
    if (!failure && (isOver(state!) || left <= 0)) return state!;
    if (failure && left <= 0) throw failure;
    await clock.wait(Math.min(pause, left));
    state = undefined;
  }
}

function toStderr(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}
