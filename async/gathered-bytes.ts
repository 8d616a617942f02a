const FIRST_BYTES = 4 * 1024;
const NOTHING = new Uint8Array();

/**
 * Collects the bytes of a value that arrives in pieces. Copies the pieces, because a piece may be a small part of a
 * network chunk and would keep the whole chunk in memory. Uses one growing buffer, because a list of pieces would need
 * far more memory if the sender sends single bytes.
 */
export class GatheredBytes {
  #buffer: Buffer<ArrayBuffer> | undefined;
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
   * Returns the collected bytes followed by the last piece, and empties the buffer. If nothing was collected, returns
   * the last piece without copying it.
   */
  bytesWith(last: Uint8Array): Buffer<ArrayBuffer> {
    if (this.#length === 0) return Buffer.from(last.buffer as ArrayBuffer, last.byteOffset, last.length);
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

/**
 * Reads a body to its end, or until it has more than `maxBytes`.
 * @returns The bytes that were read. `complete` is false if the body has more than `maxBytes`.
 */
export async function gathered(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<{ readonly bytes: Buffer<ArrayBuffer>; readonly complete: boolean }> {
  const gathering = new GatheredBytes();
  for await (const piece of body) {
    gathering.add(piece);
    if (gathering.length > maxBytes) return { bytes: gathering.bytesWith(NOTHING), complete: false };
  }
  return { bytes: gathering.bytesWith(NOTHING), complete: true };
}
