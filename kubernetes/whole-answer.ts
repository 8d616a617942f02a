/**
 * Collects an answer of an API server as a whole, from undici's events.
 *
 * undici's request() makes a stream of each body, which has two costs. First, the objects of a request survive
 * garbage collections of the young generation. At a thousand answers a second, each collection took tens of
 * milliseconds instead of a few. Second, a request that is aborted before its connection is made still waits for the
 * connection. This file avoids both costs. Answers that are read while they arrive (lists in parts, watches) are
 * streams.
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { GatheredBytes } from '../async/gathered-bytes.ts';

export interface WholeAnswer {
  readonly statusCode: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  /** Decompressed body. */
  readonly bytes: Buffer;
  /** False if the body is larger than allowed and was cut. `bytes` is then empty if the body was compressed. */
  readonly complete: boolean;
}

export interface Bounds {
  readonly signal: AbortSignal;
  /** Maximum bytes of an answer with this status, both compressed and decompressed. */
  readonly maxBytes: (statusCode: number) => number;
}

/** @throws the signal's reason, or the error of the connection or of the decompression */
export async function wholeAnswer(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { signal, maxBytes }: Bounds,
): Promise<WholeAnswer> {
  signal.throwIfAborted();
  const gathering = new Gathering(maxBytes);
  const abort = (): void => gathering.abort(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    dispatcher.dispatch(request, gathering);
    const answer = await gathering.answer;
    return answer.headers['content-encoding'] === 'gzip' ? await unzipped(answer, maxBytes(answer.statusCode)) : answer;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

class Gathering implements Dispatcher.DispatchHandler {
  readonly #maxBytes: Bounds['maxBytes'];
  readonly #settled = Promise.withResolvers<WholeAnswer>();
  readonly #gathered = new GatheredBytes();
  /** The last chunk, not yet in `#gathered`: most answers have only one chunk, which then needs no copy. */
  #last: Buffer | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #aborted: Error | undefined;
  #statusCode = 0;
  #headers: WholeAnswer['headers'] = {};

  constructor(maxBytes: Bounds['maxBytes']) {
    this.#maxBytes = maxBytes;
  }

  get answer(): Promise<WholeAnswer> {
    return this.#settled.promise;
  }

  /** Also works before there is a connection. The request is then never sent. */
  abort(reason: Error): void {
    this.#aborted = reason;
    this.#settled.reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#aborted) controller.abort(this.#aborted);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: WholeAnswer['headers'],
  ): void {
    this.#statusCode = statusCode;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#last) this.#gathered.add(this.#last);
    this.#last = chunk;
    if (this.#gathered.length + chunk.length <= this.#maxBytes(this.#statusCode)) return;
    this.#end(false);
    controller.abort(new Error('The answer is too large.'));
  }

  onResponseEnd(): void {
    this.#end(true);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#settled.reject(error);
  }

  #end(complete: boolean): void {
    const bytes = this.#gathered.bytesWith(this.#last ?? Buffer.alloc(0));
    this.#settled.resolve({ statusCode: this.#statusCode, headers: this.#headers, bytes, complete });
  }
}

const unzip = promisify(gunzip);

async function unzipped(answer: WholeAnswer, maxOutputLength: number): Promise<WholeAnswer> {
  const nothing = { ...answer, bytes: Buffer.alloc(0), complete: false };
  if (!answer.complete) return nothing;
  try {
    return { ...answer, bytes: await unzip(answer.bytes, { maxOutputLength }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return nothing;
    throw error;
  }
}
