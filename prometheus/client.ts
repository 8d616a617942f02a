/**
 * Sends instant and range queries to one Prometheus, or anything with its HTTP API (Thanos, Mimir, VictoriaMetrics).
 *
 * A query always has an answer: the series, or one word for why there are none. The text of Prometheus goes to the log
 * only, since it may quote names that a caller may not see. Redirects are not followed: the headers hold credentials.
 *
 * The package `prometheus-query` is not used. It asks with GET, so a long query does not fit; it follows redirects; and
 * it holds and parses each answer in one piece, without a bound on its bytes or series. What remains to write here is
 * one POST. undici makes the requests to clusters and subgraphs, too.
 */
import { readFile } from 'node:fs/promises';
import { Agent } from 'undici';
import { eventLoopTurns } from '../async/fair-turns.ts';
import { startDeadline, type Deadline } from '../async/deadline.ts';
import { subgraphConnector, type SubgraphTls } from '../gateway/data-sources/subgraph-tls.ts';
import { wholeAnswer, type WholeAnswer } from '../kubernetes/whole-answer.ts';
import { silentLogger, type Logger } from '../telemetry/log.ts';
import { readVector, type Series } from './vector.ts';

/** Why there is no answer. */
export type PrometheusCause =
  | 'UNREACHABLE' // no connection: network, DNS or TLS
  | 'TIMEOUT' // no answer in time
  | 'TOO_LARGE' // more than the limits allow, those of Prometheus included
  | 'REFUSED' // another status than 200
  | 'INVALID' // an answer that has another form, or other labels than expected
  | 'LIMITED'; // not sent: the caller's share is used up

export type PrometheusAnswer =
  { readonly series: readonly Series[]; readonly bytes: number } | { readonly cause: PrometheusCause };

/** Whole seconds. */
export interface QueryRange {
  /** Time of the first evaluation, in seconds since the epoch. */
  readonly from: number;
  readonly step: number;
}

/** One query. */
export interface InstantQuery {
  /** PromQL. */
  readonly query: string;
  /** Time of the evaluation, in seconds since the epoch. */
  readonly at: number;
  /** Makes it a range query, which is evaluated at `from` and after each step until `at`. @default an instant query */
  readonly range?: QueryRange;
  /** Labels that the series may have: those of the query's grouping. @default any */
  readonly labels?: readonly string[];
  /** Maximum bytes of the answer, decompressed. @default as in the options */
  readonly maxBytes?: number;
  /** Maximum number of series. @default as in the options */
  readonly maxSeries?: number;
}

export interface PrometheusOptions {
  /** Name in the configuration. */
  readonly name: string;
  /** Base URL; `/api/v1/query` or `/api/v1/query_range` is appended. */
  readonly url: string;
  /** A header has a value, or a file that holds it, which is read again for each query. */
  readonly headers?: readonly PrometheusHeader[];
  readonly tls?: SubgraphTls;
  /** Maximum time of a query. @default 10 s */
  readonly timeoutMs?: number;
  /** Concurrent queries, and so connections. @default 8 */
  readonly concurrency?: number;
  /** @default 16 MiB */
  readonly maxBytes?: number;
  /** @default 50 000 */
  readonly maxSeries?: number;
  readonly log?: Logger;
  /** Called for each query that was sent, with `ok` or the cause in lower case, and for each that was `limited`. */
  readonly count?: (outcome: PrometheusOutcome) => void;
}

export type PrometheusHeader = { readonly name: string } & ({ readonly value: string } | { readonly file: string });
export type PrometheusOutcome = 'ok' | Lowercase<PrometheusCause>;

const DEFAULTS = { timeoutMs: 10_000, concurrency: 8, maxBytes: 16 * 1024 * 1024, maxSeries: 50_000 };
/** A server that accepts no connection within this time is down. */
const CONNECT_MS = 2_000;
/** Enough for the text of an error. */
const ERROR_BYTES = 64 * 1024;
const MAX_LOGGED = 300;
/** Minimum time between two lines of the log about one cause. */
const LOG_EVERY_MS = 10_000;

export class PrometheusClient {
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly #name: string;
  readonly #origin: string;
  readonly #prefix: string;
  readonly #headers: readonly PrometheusHeader[];
  readonly #bounds: { readonly maxBytes: number; readonly maxSeries: number };
  readonly #agent: Agent;
  readonly #log: Logger;
  readonly #loggedAt = new Map<PrometheusCause, number>();

  /** @throws TypeError if the TLS files are unusable */
  constructor(options: PrometheusOptions) {
    const { name, url, headers = [], tls = {}, log = silentLogger } = options;
    const { timeoutMs, concurrency, maxBytes, maxSeries } = { ...DEFAULTS, ...defined(options) };
    const { origin, pathname } = new URL(url);
    this.#name = name;
    this.#origin = origin;
    this.#prefix = pathname.replace(/\/+$/, '');
    this.#headers = headers;
    this.#bounds = { maxBytes, maxSeries };
    this.#log = log;
    this.timeoutMs = timeoutMs;
    this.concurrency = concurrency;
    this.#agent = new Agent({
      ...{ connections: concurrency, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 }, // the deadline ends a query
      connect: subgraphConnector(tls, Math.min(timeoutMs, CONNECT_MS)),
    });
  }

  /** Runs the query within `timeoutMs`. Never rejects. */
  async ask(query: InstantQuery): Promise<PrometheusAnswer> {
    const { maxBytes, maxSeries } = { ...this.#bounds, ...defined(query) };
    using limit = startDeadline(undefined, this.timeoutMs);
    const exchange = await this.#exchange(query, maxBytes, limit);
    if ('cause' in exchange) return this.#failed(exchange.cause, exchange.text);
    const { statusCode, bytes, complete } = exchange;
    if (statusCode !== 200)
      return this.#failed(causeOfStatus(statusCode, bytes), `HTTP ${statusCode} ${textOf(bytes)}`);
    if (!complete) return this.#failed('TOO_LARGE', `more than ${maxBytes} bytes`);
    // The answer belongs to all who share it, so no single caller's turns pay for reading it.
    const read = await eventLoopTurns.run(
      `\0prometheus ${this.#name}`,
      readVector(bytes, { labels: query.labels, maxSeries, maxPoints: query.range && pointsOf(query.at, query.range) }),
    );
    if (typeof read === 'string')
      return this.#failed(read, read === 'INVALID' ? textOf(bytes) : `more than ${maxSeries} series`);
    return { series: read, bytes: bytes.length };
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #exchange(
    query: InstantQuery,
    maxBytes: number,
    limit: Deadline,
  ): Promise<WholeAnswer | { readonly cause: PrometheusCause; readonly text: string }> {
    /** Set once a part of the answer has come. */
    let status: number | undefined;
    const bounds = {
      signal: limit.signal,
      maxBytes: (code: number) => {
        status = code;
        return code === 200 ? maxBytes : ERROR_BYTES;
      },
    };
    try {
      const request = await this.#request(query);
      // A server may close an idle connection just when the next query goes out. A query changes nothing there.
      return await wholeAnswer(this.#agent, request, bounds).catch((error: unknown) => {
        if (isReset(error) && status === undefined && !limit.signal.aborted)
          return wholeAnswer(this.#agent, request, bounds);
        throw error;
      });
    } catch (error) {
      return { cause: limit.expired ? 'TIMEOUT' : causeOfError(error, status), text: wordsFor(error) };
    }
  }

  async #request({ query, at, range }: InstantQuery) {
    const headers: Record<string, string> = {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'content-type': 'application/x-www-form-urlencoded',
    };
    for (const header of this.#headers)
      headers[header.name] = 'file' in header ? await headerFrom(header.file) : header.value;
    const times = range ? { start: range.from, end: at, step: range.step } : { time: at };
    const form = { query, ...times, timeout: `${this.timeoutMs}ms` };
    const body = new URLSearchParams(Object.entries(form).map(([name, value]) => [name, String(value)])).toString();
    const path = `${this.#prefix}/api/v1/${range ? 'query_range' : 'query'}`;
    return { origin: this.#origin, path, method: 'POST' as const, headers, body };
  }

  #failed(cause: PrometheusCause, text: string): PrometheusAnswer {
    const now = performance.now();
    if (now - (this.#loggedAt.get(cause) ?? -Infinity) >= LOG_EVERY_MS) {
      this.#loggedAt.set(cause, now);
      this.#log.warn(
        { prometheus: this.#name, cause, text: text.slice(0, MAX_LOGGED) },
        'a query to Prometheus failed',
      );
    }
    return { cause };
  }
}

/** Evaluations of a range query. */
export function pointsOf(at: number, { from, step }: QueryRange): number {
  return Math.floor((at - from) / step) + 1;
}

/** A value from a file ends with a line break. */
async function headerFrom(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).trim();
}

function causeOfStatus(status: number, bytes: Buffer): PrometheusCause {
  if (status === 422) return 'TOO_LARGE';
  return status === 503 && errorOf(bytes)?.errorType === 'timeout' ? 'TIMEOUT' : 'REFUSED';
}

/** @param status Of the answer that ended too early; undefined if none had begun */
function causeOfError(error: unknown, status: number | undefined): PrometheusCause {
  if (status !== undefined) return status === 200 ? 'INVALID' : 'REFUSED';
  return (error as Error).name === 'HTTPParserError' ? 'INVALID' : 'UNREACHABLE';
}

interface PrometheusError {
  readonly errorType?: unknown;
  readonly error?: unknown;
}

function errorOf(bytes: Buffer): PrometheusError | undefined {
  if (bytes.length > ERROR_BYTES) return undefined;
  try {
    return (JSON.parse(bytes.toString()) ?? undefined) as PrometheusError | undefined;
  } catch {
    return undefined;
  }
}

/** Content of an answer, for the log. */
function textOf(bytes: Buffer): string {
  const { error } = errorOf(bytes) ?? {};
  return typeof error === 'string' ? error : bytes.toString('utf8', 0, MAX_LOGGED);
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? '';
const isReset = (error: unknown): boolean => ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error));

/** Reports a code rather than the message, which may quote a header. */
function wordsFor(error: unknown): string {
  return codeOf(error) || (error as Error).name;
}

/** Omits keys whose value is undefined, which would hide defaults. */
function defined<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
