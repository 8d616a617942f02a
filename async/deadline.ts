/**
 * A time budget on top of the caller's signal. AbortSignal.any with AbortSignal.timeout would keep its timer after the
 * request, thousands of times a minute; this timer ends with the request.
 */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
  /** True if the budget ended the signal, not the caller. */
  readonly expired: boolean;
  remainingMs(): number;
  /** Restarts the budget from now, for waits between bytes. */
  restart(ms: number): void;
  /** Stops the budget until restarted. */
  pause(): void;
}

export function startDeadline(outer: AbortSignal | undefined, ms: number): Deadline {
  const controller = new AbortController();
  let expired = false;
  let paused = false;
  let endsAt = performance.now() + ms;
  const expire = (): void => {
    const left = paused ? ms : endsAt - performance.now();
    // Restarting only moves the mark; the timer checks it when it fires. Bytes arrive far more often than timeouts.
    if (left > 1) {
      timer = setTimeout(expire, left);
      return;
    }
    expired = true;
    controller.abort(new Error('The time budget is used up.'));
  };
  const abort = (): void => {
    clearTimeout(timer);
    controller.abort(outer?.reason);
  };
  let timer = setTimeout(expire, Math.max(0, ms));
  if (outer?.aborted) abort();
  else outer?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    get expired() {
      return expired;
    },
    remainingMs: () => endsAt - performance.now(),
    restart(next) {
      const before = endsAt;
      paused = false;
      endsAt = performance.now() + next;
      if (endsAt < before) {
        clearTimeout(timer);
        timer = setTimeout(expire, next);
      }
    },
    pause() {
      paused = true;
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
}

/** Settles with the promise, or rejects with the signal's reason if that comes first. */
export async function raced<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (abort) signal.removeEventListener('abort', abort);
  }
}
