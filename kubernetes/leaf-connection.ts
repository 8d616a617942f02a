/**
 * How a request reaches one API server and what becomes of it: the place in the queue, the deadline, the credentials, at most one repetition, and
 * the memory of whether the server answers at all. What is asked and what the answer means is the client's.
 */
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { FairGate, GateFull } from '../async/fair-gate.ts';
import { callerHeaders } from './caller-headers.ts';
import { CircuitBreaker, type Asked } from './circuit-breaker.ts';
import { sharedBy, type Caller, type LeafTraffic, type RequestOptions } from './client.ts';
import { startDeadline, type Deadline } from '../async/deadline.ts';
import { KubernetesError } from './errors.ts';
import { raced } from '../async/raced.ts';
import { errorOfAnswer, errorOfCause, isConnectionLoss, timedOut } from './status-error.ts';
import { createTransport, type ClusterTarget, type Credentials, type Transport, type TransportRequest } from './transport.ts';

/** One request. */
export interface Exchange {
  readonly as: Caller;
  /** For messages: "list pods". */
  readonly doing: string;
  readonly method: NonNullable<RequestOptions['method']>;
  /** With its query. */
  readonly path: string;
  /** What the circuit breaker counts by, beside the caller. */
  readonly resource: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly maxBytes: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly contentType: string;
  readonly bytes: Buffer;
  /** The bytes as text. */
  readonly body: string;
}

export interface ConnectionLimits {
  /** Requests of users under way at the same time: each has a connection of its own, and one user alone gets half of them. */
  readonly concurrency: number;
  /** Requests of one user waiting for their turn; one more is refused as THROTTLED. */
  readonly queueLimit: number;
}

/** What became of a request that failed. */
export interface Failure {
  readonly error: unknown;
  readonly signal: AbortSignal | undefined;
  readonly deadline: Deadline;
  /** What the deadline allowed. */
  readonly budgetMs: number;
  /** When the server's time began, by performance.now(). */
  readonly sentAt: number;
  /** A time-out says something about the server when it had so much. @default 1 s */
  readonly fairChanceMs?: number;
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** A timeout below this says more about the caller than about the leaf. */
const FAIR_CHANCE_MS = 1_000;
/** Error answers are read only this far: enough for any Status. */
const MAX_ERROR_BYTES = 64 * 1024;

export class LeafConnection {
  /** Whoever streams feeds it too: an event is an answer. */
  readonly breaker = new CircuitBreaker();
  readonly #target: ClusterTarget;
  readonly #transport: Transport;
  readonly #gate: FairGate;

  constructor(target: ClusterTarget, { concurrency, queueLimit }: ConnectionLimits) {
    this.#target = target;
    this.#transport = createTransport(target, concurrency);
    this.#gate = new FairGate({ places: concurrency, waitingPerCaller: queueLimit });
  }

  /** One request with its deadline, its place in the queue and at most one repetition. */
  async exchange(
    exchange: Exchange,
    { signal, timeoutMs = DEFAULT_TIMEOUT_MS }: Pick<RequestOptions, 'timeoutMs'> & { signal?: AbortSignal | undefined },
  ): Promise<Answer> {
    using deadline = startDeadline(signal, timeoutMs);
    using _place = await this.place(exchange, signal, deadline, timeoutMs);
    const sentAt = performance.now();
    try {
      const answer = await this.#send(exchange, 'request', deadline, credentials => this.#ask(exchange, credentials, deadline));
      this.breaker.succeeded(askedBy(exchange));
      return answer;
    } catch (error) {
      throw this.failed(exchange, { error, signal, deadline, budgetMs: timeoutMs, sentAt });
    }
  }

  /**
   * Waits for a place among the users' requests, of which each user has a share; ourselves need none. Nothing has been sent yet, so nothing is learnt
   * about the leaf here.
   */
  async place(exchange: Exchange, signal: AbortSignal | undefined, deadline: Deadline, budgetMs: number): Promise<Disposable | undefined> {
    const { as, doing } = exchange;
    if (as.type === 'self') return undefined;
    const { cluster } = this.#target;
    let place: Disposable;
    try {
      place = await this.#gate.enter(sharedBy(as), deadline.signal);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (deadline.expired) throw timedOut(cluster, `${doing} (waiting for other requests)`, budgetMs);
      if (!(error instanceof GateFull)) throw error;
      const message = `${cluster}: ${doing}: too many requests of this user to this cluster are waiting already.`;
      throw new KubernetesError('THROTTLED', message, { cluster, retryAfterSeconds: 1 });
    }
    const refusal = this.breaker.admit(askedBy(exchange));
    if (!refusal) return place;
    place[Symbol.dispose]();
    const { openForMs, retryInMs, reason, toAll, code } = refusal;
    const what = toAll ? 'not answering' : `not answering this user about ${exchange.resource}`;
    throw new KubernetesError(toAll ? 'UNREACHABLE' : code, `${cluster}: ${what} since ${Math.round(openForMs / 1_000)} s: ${reason}`, {
      cluster,
      retryAfterSeconds: Math.max(1, Math.ceil(retryInMs / 1_000)),
    });
  }

  /** Opens a stream; resolves with a good answer whose body has not been read. */
  open(exchange: Exchange, use: 'request' | 'watch', deadline: Deadline): Promise<Dispatcher.ResponseData> {
    return this.#send(exchange, use, deadline, credentials => this.#open(exchange, use, credentials, deadline));
  }

  /** Sends, and repeats once what a server that restarts, is busy or does not know us any more may well answer the second time. */
  async #send<T>(
    exchange: Exchange,
    use: 'request' | 'watch',
    deadline: Deadline,
    attempt: (credentials: Credentials) => Promise<T>,
  ): Promise<T> {
    assertPlainPath(this.#target.cluster, exchange);
    const credentials = exchange.as.type === 'token' ? {} : await this.#credentials(deadline, false);
    try {
      return await attempt(credentials);
    } catch (error) {
      if (deadline.signal.aborted) throw error;
      if (error instanceof KubernetesError && error.code === 'UNAUTHORIZED' && exchange.as.type !== 'token') {
        const renewed = await this.#credentials(deadline, true);
        if (renewed.authorization === credentials.authorization && renewed.certificate?.cert === credentials.certificate?.cert) throw error;
        return attempt(renewed);
      }
      const waitMs = repeatAfter(error, exchange, use);
      if (waitMs === undefined || waitMs >= deadline.remainingMs()) throw error;
      await sleep(waitMs, undefined, { signal: deadline.signal });
      return attempt(credentials);
    }
  }

  async #credentials(deadline: Deadline, fresh: boolean): Promise<Credentials> {
    if (this.#target.credentials === undefined) return {};
    return raced(this.#target.credentials({ fresh }), deadline.signal);
  }

  /** The whole answer, once. */
  async #ask(exchange: Exchange, credentials: Credentials, { signal }: Deadline): Promise<Answer> {
    const { cluster } = this.#target;
    const { doing, maxBytes } = exchange;
    const { statusCode, headers, bytes, complete } = await this.#transport.ask(
      exchange.as.type,
      credentials,
      this.#request(exchange, 'request', credentials),
      { signal, maxBytes: status => (isGood(status) ? maxBytes : MAX_ERROR_BYTES) },
    );
    const answer = answerOf(statusCode, headers, bytes);
    if (!isGood(statusCode)) throw this.#refusal(exchange, answer);
    if (!complete)
      throw new KubernetesError('MALFORMED', `${cluster}: ${doing}: the answer is larger than ${maxBytes} bytes.`, { cluster });
    return answer;
  }

  /** The answer as it arrives, once. */
  async #open(
    exchange: Exchange,
    use: 'request' | 'watch',
    credentials: Credentials,
    { signal }: Deadline,
  ): Promise<Dispatcher.ResponseData> {
    const request = this.#request(exchange, use, credentials);
    const response = await this.#transport.open(exchange.as.type, use, credentials, request, signal);
    if (isGood(response.statusCode)) return response;
    throw this.#refusal(exchange, answerOf(response.statusCode, response.headers, await beginningOf(decoded(response))));
  }

  #request(exchange: Exchange, use: 'request' | 'watch', credentials: Credentials): TransportRequest {
    return {
      method: exchange.method,
      path: exchange.path,
      headers: {
        ...exchange.headers,
        'user-agent': 'fleetgraph',
        // API servers compress answers above 128 KiB, which matters across a WAN; watches they do not.
        ...(use === 'request' && exchange.method === 'GET' ? { 'accept-encoding': 'gzip' } : {}),
        ...callerHeaders(this.#target.cluster, exchange.as, credentials.authorization),
      },
      body: exchange.body ?? null,
    };
  }

  #refusal({ doing }: Exchange, answer: Answer): KubernetesError {
    return errorOfAnswer(this.#target.cluster, doing, { ...answer, retryAfter: header(answer.headers, 'retry-after') });
  }

  /** What to throw, after the circuit breaker has been told. */
  failed(exchange: Exchange, { error, signal, deadline, budgetMs, sentAt, fairChanceMs = FAIR_CHANCE_MS }: Failure): unknown {
    const asked = askedBy(exchange);
    if (signal?.aborted) {
      this.breaker.undecided(asked);
      return signal.reason;
    }
    if (deadline.expired) {
      const failure = timedOut(this.#target.cluster, exchange.doing, budgetMs);
      // A caller in a hurry, or one who spent the time in the queue, learns nothing about the leaf.
      if (performance.now() - sentAt < fairChanceMs) this.breaker.undecided(asked);
      else this.breaker.failed(failure, asked, sentAt);
      return failure;
    }
    const failure = errorOfCause(this.#target.cluster, exchange.doing, this.#target.server, error);
    // Refused here, before anything was sent: no answer, and no failure of the server either.
    if (failure.code === 'BAD_REQUEST' && failure.status === undefined) this.breaker.undecided(asked);
    else this.breaker.failed(failure, asked, sentAt);
    return failure;
  }

  traffic(): LeafTraffic {
    return this.#transport.traffic();
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }
}

/** By whom and by what the circuit breaker counts. */
export function askedBy({ as, resource }: Exchange): Asked {
  return { caller: as.type === 'self' ? undefined : sharedBy(as), resource };
}

function isGood(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304;
}

function answerOf(status: number, headers: Answer['headers'], bytes: Buffer): Answer {
  return {
    status,
    headers,
    contentType: header(headers, 'content-type') ?? '',
    bytes,
    get body() {
      return bytes.toString('utf8');
    },
  };
}

/** As much of a body as an error message needs. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_ERROR_BYTES) break;
  }
  return Buffer.concat(chunks);
}

/** The body without its compression. */
export function decoded({ headers, body }: Pick<Dispatcher.ResponseData, 'headers' | 'body'>): AsyncIterable<Buffer> {
  // Errors of either stream reach the reader through the last one.
  return header(headers, 'content-encoding') === 'gzip' ? pipeline(body, createGunzip(), () => undefined) : body;
}

/** Segments that proxies resolve would turn a request for one path into a request for another. No Kubernetes name is `.` or `..`. */
function assertPlainPath(cluster: string, { doing, path }: Exchange): void {
  const [pathname = ''] = path.split('?', 1);
  if (/^(\/[A-Za-z0-9._~!$&'()*+,;=:@%-]+)+$/.test(pathname) && !/\/\.{1,2}(\/|$)/.test(pathname)) return;
  throw new KubernetesError('BAD_REQUEST', `${cluster}: ${doing.slice(0, 300)}: not a path of a Kubernetes API.`, { cluster });
}

/** How long to wait before the one repetition; undefined: none. */
function repeatAfter(error: unknown, { method }: Exchange, use: 'request' | 'watch'): number | undefined {
  if (method !== 'GET' || use === 'watch') return undefined; // whoever watches has a backoff of its own
  if (!(error instanceof KubernetesError)) return isConnectionLoss(error) ? 0 : undefined;
  if (error.status !== 429 && error.status !== 503) return undefined;
  return error.retryAfterSeconds === undefined ? 100 + 200 * Math.random() : error.retryAfterSeconds * 1_000;
}

export function header(headers: Dispatcher.ResponseData['headers'], name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
