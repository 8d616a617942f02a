/**
 * Sends a report to the hub. Reads only numbers, known words and a message from the response, all of limited size. So a
 * false response can do little more than delay reports, or put false text into the log.
 */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Agent, getGlobalDispatcher, request, type Dispatcher } from 'undici';
import { gathered } from '../async/gathered-bytes.ts';
import { messageOf } from '../kubernetes/errors.ts';

export interface HubOptions {
  /** URL of the hub, without the path for reports. */
  readonly url: URL;
  /** Token of the agent. A file is read again for each report. */
  readonly token: { readonly file: string } | { readonly text: string };
  /** PEM file with the authorities of the hub. @default the authorities that Node trusts */
  readonly caFile?: string | undefined;
  /** Timeout of a request, in milliseconds. @default 60 000 */
  readonly timeoutMs?: number;
}

export type Outcome =
  | { readonly code: 'ACCEPTED'; readonly nextMs: number }
  | {
      readonly code: 'FULL_REPORT_WANTED' | 'LEASED' | 'REFUSED' | 'BUSY';
      readonly retryMs: number | undefined;
      readonly message: string;
    }
  | { readonly code: 'STALE'; readonly lastSeq: number | undefined; readonly message: string }
  | { readonly code: 'FAILED'; readonly message: string };

const PATH = 'ingest/v1/report';
const TIMEOUT_MS = 60_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** Limits of the pause that a hub may request, in seconds. */
const MIN_PAUSE_S = 1;
const MAX_PAUSE_S = 900;
const compress = promisify(gzip);

export class Hub {
  readonly #options: HubOptions;
  readonly #url: URL;
  readonly #dispatcher: Dispatcher;
  readonly #own: Agent | undefined;

  private constructor(options: HubOptions, ca: string | undefined) {
    this.#options = options;
    this.#url = new URL(PATH, options.url.href.endsWith('/') ? options.url : `${options.url.href}/`);
    this.#own = ca === undefined ? undefined : new Agent({ connect: { ca } });
    this.#dispatcher = this.#own ?? getGlobalDispatcher();
  }

  /** @throws Error if the file with the authorities cannot be read */
  static async open(options: HubOptions): Promise<Hub> {
    return new Hub(options, options.caFile === undefined ? undefined : await readFile(options.caFile, 'utf8'));
  }

  /** Sends a report. Throws only the signal's reason. */
  async send(report: string, signal: AbortSignal): Promise<Outcome> {
    const { timeoutMs = TIMEOUT_MS, token } = this.#options;
    try {
      const bearer = 'text' in token ? token.text : (await readFile(token.file, 'utf8')).trim();
      const { statusCode, headers, body } = await request(this.#url, {
        method: 'POST',
        dispatcher: this.#dispatcher,
        headers: {
          authorization: `Bearer ${bearer}`,
          'content-type': 'application/x-ndjson',
          'content-encoding': 'gzip',
        },
        body: await compress(report),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      return outcomeOf(statusCode, headers['retry-after'], await answerOf(body));
    } catch (error) {
      signal.throwIfAborted();
      return { code: 'FAILED', message: messageOf(error) };
    }
  }

  async close(): Promise<void> {
    await this.#own?.close();
  }
}

/** The JSON object in a response. Undefined if the body is too large or not a JSON object. */
async function answerOf(body: AsyncIterable<Uint8Array>): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { bytes, complete } = await gathered(body, MAX_ANSWER_BYTES);
  if (!complete) return undefined;
  try {
    const answer: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function outcomeOf(
  status: number,
  retryAfter: unknown,
  answer: Readonly<Record<string, unknown>> | undefined,
): Outcome {
  const reported = typeof answer?.['message'] === 'string' ? `: ${answer['message'].slice(0, 500)}` : '';
  const message = `HTTP ${status}${reported}`;
  const retryMs = pauseMs(retryAfter);
  if (status === 200 && answer?.['accepted'] === true)
    return { code: 'ACCEPTED', nextMs: pauseMs(answer['nextReportAfterSeconds']) ?? 30_000 };
  if (status === 429 || status === 503) return { code: 'BUSY', retryMs, message };
  if (status === 409) {
    if (answer?.['code'] === 'STALE') return { code: 'STALE', lastSeq: whole(answer['lastSeq']), message };
    if (answer?.['code'] === 'LEASED') return { code: 'LEASED', retryMs, message };
    return { code: 'FULL_REPORT_WANTED', retryMs, message };
  }
  return { code: 'REFUSED', retryMs, message };
}

function pauseMs(seconds: unknown): number | undefined {
  const number = typeof seconds === 'string' ? Number(seconds) : seconds;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return undefined;
  return 1_000 * Math.min(Math.max(number, MIN_PAUSE_S), MAX_PAUSE_S);
}

function whole(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}
