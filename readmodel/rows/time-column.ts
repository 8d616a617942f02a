/**
 * Times of rows in milliseconds since the epoch, exact, so that cursors and filters agree with what is shown.
 * Kubernetes times are whole seconds and take four bytes. For others, a second array holds the milliseconds in two
 * more, and a third array holds any other value (fractions of a millisecond, times before 1970 or far off).
 */
import { grown } from '../containers/grown.ts';

/** The third array has the time. */
const EXACT = 0xffffffff;

export class TimeColumn {
  #seconds: Uint32Array;
  #milliseconds = new Uint16Array(0);
  #exact = new Float64Array(0);

  constructor(length: number) {
    this.#seconds = new Uint32Array(length);
  }

  get(row: number): number {
    const seconds = this.#seconds[row]!;
    if (seconds === EXACT) return this.#exact[row]!;
    return row < this.#milliseconds.length ? seconds * 1000 + this.#milliseconds[row]! : seconds * 1000;
  }

  set(row: number, time: number): void {
    const seconds = Math.floor(time / 1000);
    const milliseconds = time - seconds * 1000;
    if (seconds < 0 || seconds >= EXACT || !Number.isInteger(milliseconds)) {
      this.#seconds[row] = EXACT;
      if (row >= this.#exact.length) this.#exact = grown(this.#exact, row + 1);
      this.#exact[row] = time;
      return;
    }
    this.#seconds[row] = seconds;
    if (row >= this.#milliseconds.length) {
      if (milliseconds === 0) return;
      this.#milliseconds = grown(this.#milliseconds, row + 1);
    }
    this.#milliseconds[row] = milliseconds;
  }

  /** Makes room for rows below this number. */
  grow(length: number): void {
    if (length > this.#seconds.length) this.#seconds = grown(this.#seconds, length);
  }
}
