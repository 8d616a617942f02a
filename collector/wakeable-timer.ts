/** Waits until something is due. Waking it recomputes the time. One waiter at a time. */
export class WakeableTimer {
  #wake: (() => void) | undefined;

  /** @param dueIn Milliseconds from now; at once if none are left */
  async wait(dueIn: () => number): Promise<void> {
    for (let ms = dueIn(); ms > 0; ms = dueIn()) await this.#sleep(ms);
  }

  wake(): void {
    this.#wake?.();
  }

  #sleep(ms: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(() => this.wake(), Math.min(ms, 2 ** 31 - 1));
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
    });
  }
}
