/** Repeats a query until its answer is a final state or the time is over. Prints progress on standard error. */
import { setTimeout as delay } from 'node:timers/promises';
import { printable } from '../printable.ts';
import { UsageError } from '../usage-error.ts';

export interface Clock {
  now(): number;
  wait(ms: number): Promise<unknown>;
}

export interface Waiting<T> {
  readonly ask: () => Promise<T>;
  /** First state, if the caller already has it. Otherwise `ask` is called first. */
  readonly first?: T;
  /** True if the state is final, whether success or failure. */
  readonly isOver: (state: T) => boolean;
  /** Lines that describe a state on standard error. They are printed again only if they have changed. */
  readonly lines: (state: T) => readonly string[];
  readonly timeoutMs: number;
  /**
   * Maximum interval between queries, in milliseconds. The interval starts at 2 s, and doubles while `lines` returns
   * equal lines. @default 2 000
   */
  readonly maxWaitMs?: number;
  readonly say?: (line: string) => void;
  readonly clock?: Clock;
}

const CLOCK: Clock = { now: () => performance.now(), wait: ms => delay(ms) };
const WAIT_MS = 2_000;

/**
 * Resolves with the first final state, or with the state at the timeout. Repeats queries that fail with a UsageError.
 * @throws UsageError if the query at the timeout failed
 * @throws any other error of a query at once
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
