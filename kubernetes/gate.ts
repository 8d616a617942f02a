/**
 * How many requests of users one cluster gets at the same time. One dashboard must not use up an API server's fair-queueing share, and one slow
 * cluster must not collect every waiting request of the process: the queue is bounded, and what does not fit is refused at once.
 */
export class GateFull extends Error {}

export class Gate {
  readonly #concurrency: number;
  readonly #queueLimit: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(concurrency: number, queueLimit: number) {
    this.#concurrency = concurrency;
    this.#queueLimit = queueLimit;
  }

  /** Resolves when it is this request's turn, with the function that ends its turn. Rejects with the signal's reason, or GateFull. */
  async enter(signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted();
    if (this.#running < this.#concurrency) this.#running += 1;
    else if (this.#waiting.size >= this.#queueLimit) throw new GateFull();
    else await this.#turn(signal);
    let left = false;
    return {
      [Symbol.dispose]: () => {
        if (left) return;
        left = true;
        this.#leave();
      },
    };
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = (): void => {
        signal.removeEventListener('abort', give);
        resolve();
      };
      const give = (): void => {
        this.#waiting.delete(take);
        reject(signal.reason);
      };
      this.#waiting.add(take);
      signal.addEventListener('abort', give, { once: true });
    });
  }

  /** The turn passes straight to the longest waiting request, so nobody can slip in between. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#running -= 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
