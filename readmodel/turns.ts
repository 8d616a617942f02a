/**
 * Fair work by key: each rung key gets its turn in the order of ringing, a few at a time, never two turns of one key at
 * once. Rings before a turn starts are merged; a ring during a turn queues another.
 */
export class Turns {
  readonly #concurrency: number;
  readonly #turn: (key: string) => Promise<void>;
  readonly #waiting = new Set<string>();
  readonly #running = new Set<string>();
  readonly #again = new Set<string>();
  #closed = false;

  /** @param turn Must not reject */
  constructor(concurrency: number, turn: (key: string) => Promise<void>) {
    this.#concurrency = concurrency;
    this.#turn = turn;
  }

  /** Number of keys running or waiting. */
  get size(): number {
    return this.#waiting.size + this.#running.size;
  }

  ring(key: string): void {
    if (this.#closed) return;
    if (this.#running.has(key)) this.#again.add(key);
    else this.#waiting.add(key);
    this.#begin();
  }

  close(): void {
    this.#closed = true;
    this.#waiting.clear();
    this.#again.clear();
  }

  #begin(): void {
    for (const key of this.#waiting) {
      if (this.#running.size >= this.#concurrency) return;
      this.#waiting.delete(key);
      this.#running.add(key);
      void this.#turn(key).then(() => this.#ended(key));
    }
  }

  #ended(key: string): void {
    this.#running.delete(key);
    if (this.#again.delete(key)) this.#waiting.add(key);
    this.#begin();
  }
}
