/**
 * Sends instant and range queries to one Prometheus, or to another server with its HTTP API (Thanos, Mimir,
 * VictoriaMetrics).
 *
 * A failed query returns the cause. Error texts of Prometheus are only logged, since they may contain names that a
 * caller may not see. Redirects are not followed, since the headers may contain credentials. The package
 * `prometheus-query` is not used, because it follows redirects and parses responses of any size.
 */
import { readFile } from 'node:fs/promises';
import { Agent } from 'undici';
import { eventLoopTurns } from '../async/fair-turns.ts';
import { startDeadline, type Deadline } from '../async/deadline.ts';
import { subgraphConnector, type SubgraphTls } from '../gateway/data-sources/subgraph-tls.ts';
import { wholeAnswer, type WholeAnswer } from '../kubernetes/whole-answer.ts';
import { silentLogger, type Logger } from '../telemetry/log.ts';
import { readVector, type Series } from './vector.ts';

/** Reason why a query has no series. */
export type PrometheusCause =
  | 'UNREACHABLE' // no connection, because of the network, DNS or TLS
  | 'TIMEOUT' // no response in time
  | 'TOO_LARGE' // the response exceeds our limits, or Prometheus answers 422
  | 'REFUSED' // a status other than 200, except 422 (TOO_LARGE) and a 503 for a timeout (TIMEOUT)
  | 'INVALID' // a response with an unexpected form or unexpected labels
  | 'LIMITED'; // not sent, because the caller exceeds a limit

export type PrometheusAnswer =
  | { readonly series: readonly Series[]; readonly bytes: number }
  | { readonly cause: PrometheusCause };

/** Times of a range query, in whole seconds. */
export interface QueryRange {
  /** Time of the first evaluation, in seconds since the epoch. */
  readonly from: number;
  readonly step: number;
}

/** A query, which is an instant query unless it has a range. */
export interface InstantQuery {
  /** The query in PromQL. */
  readonly query: string;
  /** Time of the evaluation, in seconds since the epoch. For a range query, the end of the range. */
  readonly at: number;
  /**
   * Makes the query a range query. It is evaluated at `from` and after each step until `at`. @default an instant query
   */
  readonly range?: QueryRange;
  /** Labels that the series may have, which are the labels of the query's grouping. @default any */
  readonly labels?: readonly string[];
  /** Maximum bytes of the decompressed response. @default the value in the options */
  readonly maxBytes?: number;
  /** Maximum number of series. @default the value in the options */
  readonly maxSeries?: number;
}

export interface PrometheusOptions {
  /** Name of the server in the configuration. */
  readonly name: string;
  /** Base URL, to which `/api/v1/query` or `/api/v1/query_range` is appended. */
  readonly url: string;
  /** Headers of each request. A header has a value, or a file with the value. The file is read for each query. */
  readonly headers?: readonly PrometheusHeader[];
  readonly tls?: SubgraphTls;
  /** Maximum time of a query, in milliseconds. @default 10 s */
  readonly timeoutMs?: number;
  /** Maximum number of concurrent queries, each on its own connection. @default 8 */
  readonly concurrency?: number;
  /** Maximum bytes of a response. @default 16 MiB */
  readonly maxBytes?: number;
  /** Maximum number of series in a response. @default 50 000 */
  readonly maxSeries?: number;
  readonly log?: Logger;
  /**
   * Called for each query that was sent, with `ok` or the cause in lower case. Also called with `limited` for each
   * query that was refused because its caller exceeds a limit.
   */
  readonly count?: (outcome: PrometheusOutcome) => void;
}

export type PrometheusHeader = { readonly name: string } & ({ readonly value: string } | { readonly file: string });
export type PrometheusOutcome = 'ok' | Lowercase<PrometheusCause>;

const DEFAULTS = { timeoutMs: 10_000, concurrency: 8, maxBytes: 16 * 1024 * 1024, maxSeries: 50_000 };
/** Timeout for connecting. A server that does not accept a connection in this time counts as unreachable. */
const CONNECT_MS = 2_000;
/** Maximum bytes of an error response. */
const ERROR_BYTES = 64 * 1024;
const MAX_LOGGED = 300;
/** Minimum time between two log lines with the same cause. */
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
      ...{ connections: concurrency, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 }, // each query has a timeout
      connect: subgraphConnector(tls, Math.min(timeoutMs, CONNECT_MS)),
    });
  }

  /** Runs the query. Returns a failure as its cause. */
  async ask(query: InstantQuery): Promise<PrometheusAnswer> {
    const { maxBytes, maxSeries } = { ...this.#bounds, ...defined(query) };
    using limit = startDeadline(undefined, this.timeoutMs);
    const exchange = await this.#exchange(query, maxBytes, limit);
    if ('cause' in exchange) return this.#failed(exchange.cause, exchange.text);
    const { statusCode, bytes, complete } = exchange;
    if (statusCode !== 200)
      return this.#failed(causeOfStatus(statusCode, bytes), `HTTP ${statusCode} ${textOf(bytes)}`);
    if (!complete) return this.#failed('TOO_LARGE', `more than ${maxBytes} bytes`);
    // All callers who wait for the response share the work of reading the response. So the work counts for no single
    // caller.
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
    /** HTTP status. Set once a part of the response has arrived. */
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
      // A server may close an idle connection at the moment of the next query. Repeating is safe, since queries change
      // nothing.
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

/** Number of evaluations of a range query. */
export function pointsOf(at: number, { from, step }: QueryRange): number {
  return Math.floor((at - from) / step) + 1;
}

/** Reads a header's value from a file, which usually ends with a line break. */
async function headerFrom(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).trim();
}

function causeOfStatus(status: number, bytes: Buffer): PrometheusCause {
  if (status === 422) return 'TOO_LARGE';
  return status === 503 && errorOf(bytes)?.errorType === 'timeout' ? 'TIMEOUT' : 'REFUSED';
}

/** @param status Status of a response that ended too early. Undefined if no response had started */
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

/** Text of a response for the log. */
function textOf(bytes: Buffer): string {
  const { error } = errorOf(bytes) ?? {};
  return typeof error === 'string' ? error : bytes.toString('utf8', 0, MAX_LOGGED);
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? '';
const isReset = (error: unknown): boolean => ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error));

/** Describes an error by its code or name. The message might quote a header. */
function wordsFor(error: unknown): string {
  return codeOf(error) || (error as Error).name;
}

/** Omits keys whose value is undefined, since they would override defaults. */
function defined<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
