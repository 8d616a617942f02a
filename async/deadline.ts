/**
 * One time budget on top of the caller's own signal. AbortSignal.any with AbortSignal.timeout would do the same, but its timer lives on after
 * the request, thousands of times a minute; this one ends with the line that ends the request.
 */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
  /** Whether it was the budget that ended the signal, not the caller. */
  readonly expired: boolean;
  remainingMs(): number;
  /** Starts the budget again from now: for waits between bytes. */
  restart(ms: number): void;
  /** Does not expire until restarted. */
  pause(): void;
}

export function startDeadline(outer: AbortSignal | undefined, ms: number): Deadline {
  const controller = new AbortController();
  let expired = false;
  let paused = false;
  let endsAt = performance.now() + ms;
  const expire = (): void => {
    const left = paused ? ms : endsAt - performance.now();
    // Restarting moves only the mark; the timer finds out when it fires. Bytes come far more often than timeouts.
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
