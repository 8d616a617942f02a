import { describe, expect, it } from '@jest/globals';
import type { Dispatcher } from 'undici';
import { gathered } from '../../async/gathered-bytes.ts';
import { wholeAnswer } from '../../kubernetes/whole-answer.ts';
import { collectGarbage } from '../collect-garbage.ts';

/** Bytes in use after a garbage collection. */
function bytesInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** An API server that sends so many equal chunks. Each chunk is a Buffer of its own, as undici delivers it. */
class Chunks {
  sent = 0;
  /** Bytes in use after the last chunk. */
  bytesInUse = 0;
  readonly #chunk: Buffer;
  readonly #times: number;

  constructor(chunk: string, times: number) {
    this.#chunk = Buffer.from(chunk);
    this.#times = times;
  }

  dispatch(_: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    let isAborted = false;
    const controller = { abort: () => (isAborted = true) } as unknown as Dispatcher.DispatchController;
    handler.onRequestStart?.(controller, undefined);
    handler.onResponseStart?.(controller, 200, {}, 'OK');
    for (; this.sent < this.#times && !isAborted; this.sent += 1)
      handler.onResponseData?.(controller, this.#chunk.subarray());
    this.bytesInUse = bytesInUse();
    if (!isAborted) handler.onResponseEnd?.(controller, {});
    return true;
  }

  read(maxBytes = Infinity) {
    const { signal } = new AbortController();
    return wholeAnswer(
      this as unknown as Dispatcher,
      { path: '/', method: 'GET' },
      { signal, maxBytes: () => maxBytes },
    );
  }
}

describe('an answer that is read as a whole', () => {
  it.each([0, 1, 2, 5_000])('has the bytes of all %i chunks', async times => {
    const { bytes, complete } = await new Chunks('ab', times).read();
    expect([bytes.toString(), complete]).toEqual(['ab'.repeat(times), true]);
  });

  it('ends at its bound', async () => {
    const chunks = new Chunks('ab', 5_000);
    const { bytes, complete } = await chunks.read(5);
    expect([bytes.toString(), complete, chunks.sent]).toEqual(['ababab', false, 3]);
  });

  it('takes about as much memory as its bytes, however small the chunks are', async () => {
    const before = bytesInUse();
    const chunks = new Chunks('a', 300_000);
    expect((await chunks.read()).bytes).toHaveLength(300_000);
    expect(chunks.bytesInUse - before).toBeLessThan(5_000_000);
  });
});

describe('a body that is gathered', () => {
  it.each([
    ['is whole at its bound', 6, ['aabbcc', true]],
    ['is cut above its bound', 5, ['aabbcc', false]],
    ['is cut as soon as it is above its bound', 3, ['aabb', false]],
  ])('%s', async (_, maxBytes, expected) => {
    const { bytes, complete } = await gathered(['aa', 'bb', 'cc'].map(Buffer.from), maxBytes);
    expect([bytes.toString(), complete]).toEqual(expected);
  });

  it('takes about as much memory as its bytes, however small its pieces are', async () => {
    const before = bytesInUse();
    let after = 0;
    async function* pieces(): AsyncGenerator<Buffer> {
      const piece = Buffer.from('a');
      for (let i = 0; i < 300_000; i += 1) yield piece.subarray();
      after = bytesInUse();
    }
    expect((await gathered(pieces(), Infinity)).bytes).toHaveLength(300_000);
    expect(after - before).toBeLessThan(5_000_000);
  });
});
