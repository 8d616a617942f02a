/**
 * Collects the bytes of a value that comes in pieces, copied so that no piece keeps its whole chunk alive. One buffer
 * that doubles: from a leaf that sends a value byte by byte, a list of pieces would cost a hundred times the value.
 */
const FIRST_BYTES = 4 * 1024;

export class GatheredBytes {
  #buffer: Buffer | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (!this.#buffer || this.#buffer.length < length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, 2 ** Math.ceil(Math.log2(length))));
      this.#buffer?.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.#length);
    this.#length = length;
  }

  /**
   * Returns the collected bytes and the last piece, and resets. With nothing collected it returns the last piece
   * itself, without a copy.
   */
  bytesWith(last: Uint8Array): Buffer {
    if (this.#length === 0) return Buffer.from(last.buffer, last.byteOffset, last.length);
    this.add(last);
    const bytes = this.#buffer?.subarray(0, this.#length) ?? Buffer.alloc(0);
    this.clear();
    return bytes;
  }

  clear(): void {
    this.#length = 0;
    this.#buffer = undefined; // thousands of watches wait for their next event and need no buffer
  }
}
