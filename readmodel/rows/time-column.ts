/**
 * Times of rows in milliseconds since the epoch, exactly as the rows have them, so that cursors and filters agree with what is shown. The times of
 * Kubernetes objects are whole seconds and take four bytes here; where one is not, a second array keeps it as it is.
 */
import { grown } from '../containers/grown.ts';

/** Says that the time is not a whole second. */
const EXACT = 0xffffffff;

export class TimeColumn {
  #seconds: Uint32Array;
  #exact = new Float64Array(0);

  constructor(length: number) {
    this.#seconds = new Uint32Array(length);
  }

  get length(): number {
    return this.#seconds.length;
  }

  get(row: number): number {
    const seconds = this.#seconds[row]!;
    return seconds === EXACT ? this.#exact[row]! : seconds * 1000;
  }

  set(row: number, time: number): void {
    const seconds = time / 1000;
    if (seconds >= 0 && seconds < EXACT && Number.isInteger(seconds) && seconds * 1000 === time) {
      this.#seconds[row] = seconds;
      return;
    }
    this.#seconds[row] = EXACT;
    if (row >= this.#exact.length) this.#exact = grown(this.#exact, row + 1);
    this.#exact[row] = time;
  }

  grow(needed: number): void {
    this.#seconds = grown(this.#seconds, needed);
  }
}
