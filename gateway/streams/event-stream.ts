/**
 * Server-sent events, as in the distinct connections mode of graphql-sse: one operation per request, a `next` event
 * for each payload, and `complete` after the last payload.
 *
 * A refused operation gets a plain HTTP answer instead of a stream. A stream cannot continue if the process stops, if
 * its maximum duration is over, if the caller's groups have changed, or if too many bytes are unread. Such a stream is
 * closed without `complete`, so that its client reconnects.
 */
import type { Response } from 'express';
import { once } from 'node:events';
import type { FormattedExecutionResult } from 'graphql';
import { callerKey, type Identity } from '../../identity/identity.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import type { OperationParams, Refusal } from '../context.ts';
import { type Caller, headerBytes, type OpenStreams } from './open-streams.ts';
import { type KeepMemory, type Payloads, refusalOf } from './subscriptions.ts';

const TOO_MANY_HEADERS = 'You have too many streams with large headers. Close one, or send smaller headers.';
/** Interval in milliseconds of comments that keep proxies from closing a silent connection. */
const KEEP_ALIVE_MS = 15_000;

/**
 * Writes a payload as JSON. Reserves memory for the text until the result is disposed. Resolves with undefined if there
 * is no memory left for the text.
 */
export type WritePayload = (
  payload: FormattedExecutionResult,
  identity: Identity,
) => Promise<(Disposable & { readonly text: string }) | undefined>;

export interface EventStreamsOptions {
  readonly start: (params: OperationParams, identity: Identity, giveUp: () => void) => Promise<Refusal | Payloads>;
  readonly write: WritePayload;
  readonly keep: KeepMemory;
  readonly streams: Pick<OpenStreams, 'watch'>;
  readonly durationMs: number;
}

export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #open = new Set<Response>();

  constructor(options: EventStreamsOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the stream has ended.
   * @param uploaded Memory of the body. Freed when the stream has begun. What the stream keeps is reserved by `keep`
   * @param refuse Sends a refusal as the answer
   */
  async serve(
    params: OperationParams,
    caller: Caller,
    res: Response,
    uploaded: Disposable,
    refuse: (refusal: Refusal) => void,
  ): Promise<void> {
    using _ = uploaded;
    const { start, keep } = this.#options;
    const headers = keep(callerKey(caller.identity), headerBytes(caller));
    if (!headers) return refuse(refusalOf(429, 'OVERLOADED', TOO_MANY_HEADERS, 5));
    res.once('close', () => headers[Symbol.dispose]());
    const begun = await start(params, caller.identity, () => res.destroy());
    // The promise is returned and not awaited. Otherwise this function would keep the parameters in memory while the
    // stream is open, and `uploaded` would not be freed before its end.
    return 'status' in begun ? refuse(begun) : this.#serve(begun, caller, res);
  }

  async #serve(begun: Payloads, caller: Caller, res: Response): Promise<void> {
    const { streams, durationMs } = this.#options;
    const { identity } = caller;
    const timers = [setInterval(() => res.write(':\n\n'), KEEP_ALIVE_MS), setTimeout(() => res.end(), durationMs)];
    using _ = streams.watch(caller, how => (how === 'refused' ? this.#unauthenticated(res) : res.end()));
    this.#open.add(res);
    res.once('close', () => void begun.return());
    try {
      await this.#send(begun, identity, res);
    } finally {
      timers.forEach(clearTimeout);
      this.#open.delete(res);
      await begun.return();
    }
  }

  close(): void {
    for (const res of this.#open) res.end();
  }

  async #send(payloads: Payloads, identity: Identity, res: Response): Promise<void> {
    res.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    });
    res.flushHeaders();
    for await (const payload of payloads) {
      using written = await this.#options.write(payload, identity);
      if (!written) return void res.destroy();
      if (res.closed || res.writableEnded) return;
      if (!res.write(`event: next\ndata: ${written.text.trimEnd()}\n\n`)) await drained(res);
    }
    if (!res.closed && !res.writableEnded) res.end('event: complete\ndata:\n\n');
  }

  #unauthenticated(res: Response): void {
    const code: ErrorCode = 'UNAUTHENTICATED';
    const message =
      'Your credentials have expired or were revoked. Connect again with new ones; your resume token stays good.';
    const errors = [{ message, extensions: { code } }];
    res.end(`event: next\ndata: ${JSON.stringify({ errors })}\n\nevent: complete\ndata:\n\n`);
  }
}

async function drained(res: Response): Promise<void> {
  const over = new AbortController();
  await Promise.race([once(res, 'drain', { signal: over.signal }), once(res, 'close', { signal: over.signal })]).catch(
    () => undefined,
  );
  over.abort();
}
