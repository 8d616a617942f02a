/**
 * A wait that can be cut short: after `wait(ms)` or at the next `ring()`, whichever comes first. One waiter at a time.
 */
export class Alarm {
  #ring: (() => void) | undefined;

  wait(ms: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(() => this.ring(), Math.min(Math.max(ms, 0), 2 ** 31 - 1));
      this.#ring = () => {
        clearTimeout(timer);
        this.#ring = undefined;
        resolve();
      };
    });
  }

  ring(): void {
    this.#ring?.();
  }
}
