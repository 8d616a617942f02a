/**
 * Aborts a signal when a time budget is used up, or when the caller's signal is aborted. Disposing the deadline stops
 * its timer. AbortSignal.timeout() inside AbortSignal.any() would keep its timer after the request, and there are
 * thousands of requests a minute.
 */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
  /** True if the time budget aborted the signal. False before, and if the caller's signal was aborted first. */
  readonly expired: boolean;
  remainingMs(): number;
  /** Starts a new budget of `ms` milliseconds. */
  restart(ms: number): void;
  /** The budget does not abort the signal until restart() is called. */
  pause(): void;
}

export function startDeadline(outer: AbortSignal | undefined, ms: number): Deadline {
  const controller = new AbortController();
  let expired = false;
  let paused = false;
  let endsAt = performance.now() + ms;
  const expire = (): void => {
    const left = paused ? ms : endsAt - performance.now();
    // The timer is not set anew for each restart(), because restart() may be called very often. When the timer fires
    // too early, it is set again for the rest of the time.
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

/** Settles as the promise does. Rejects with the signal's reason if the signal is aborted first. */
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
