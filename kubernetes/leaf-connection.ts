/**
 * Sends requests to one API server. Handles the slot, the deadline, the credentials, at most one retry, and the circuit
 * breaker. The client (api-client.ts) decides what to request and how to read the answer.
 */
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { CircuitBreaker, type CircuitBreakerOptions, type RequestKey } from '../async/circuit-breaker.ts';
import { FairGate, GateFull } from '../async/fair-gate.ts';
import { sharedBy, type Caller, type LeafHealth, type LeafTraffic, type RequestOptions } from './client.ts';
import { gathered } from '../async/gathered-bytes.ts';
import { type Deadline, raced, startDeadline } from '../async/deadline.ts';
import { KubernetesError, type KubernetesErrorCode } from './errors.ts';
import { errorOfAnswer, errorOfCause, isBeforeConnection, isConnectionLoss, timedOut } from './status-error.ts';
import { traced, traceHeaders, type Step } from '../telemetry/traces.ts';
import { proxyName } from './dispatchers.ts';
import {
  createTransport,
  proxyOf,
  type ClusterTarget,
  type Credentials,
  type Transport,
  type TransportRequest,
} from './transport.ts';
import { warningsOf } from './warnings.ts';

export interface LeafRequest {
  readonly as: Caller;
  /** Name of the request, for messages: "list pods". */
  readonly doing: string;
  readonly method: NonNullable<RequestOptions['method']>;
  /** RBAC verb of the request. */
  readonly verb: string;
  /** URL path with the query. */
  readonly path: string;
  /** Name of the resource, or else a path. The circuit breaker counts failures by `resource` and caller. */
  readonly resource: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly maxBytes: number;
  /** Return the first `maxBytes` of a longer answer, instead of failing. @default false */
  readonly mayBeCut?: boolean;
}

export interface LeafResponse {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly contentType: string;
  readonly bytes: Buffer;
  /** False if the body is longer than `maxBytes` and was cut. */
  readonly complete: boolean;
  readonly body: string;
}

export interface ConnectionLimits {
  /**
   * Maximum concurrent requests of users. Each request has its own connection. One user gets at most half of the slots,
   * rounded up.
   */
  readonly concurrency: number;
  /** Maximum requests of one user that wait for a slot. Further requests are refused as THROTTLED. */
  readonly queueLimit: number;
  /** Receives the output of a credential plugin that takes long. */
  readonly says: (line: string) => void;
}

/** Data about a failed request, for LeafConnection.failed(). */
export interface Failure {
  readonly error: unknown;
  readonly signal: AbortSignal | undefined;
  readonly deadline: Deadline;
  /** Time that the deadline allowed, in milliseconds. */
  readonly budgetMs: number;
  /** Earliest time at which the server could begin to answer, by performance.now(). */
  readonly sentAt: number;
  /** A timeout counts against the server only if the server had at least this time to answer. @default 1 s */
  readonly fairChanceMs?: number;
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** Default of `fairChanceMs`. After less time, the caller's short deadline may be the cause of a timeout. */
const FAIR_CHANCE_MS = 1_000;
/** Maximum bytes of an error answer to read. A Status is usually much shorter. */
const MAX_ERROR_BYTES = 64 * 1024;

export class LeafConnection {
  /** Circuit breaker of the API server. The code that opens a stream must report the outcome to it. */
  readonly breaker = leafBreaker();
  readonly #target: ClusterTarget;
  readonly #transport: Transport;
  readonly #gate: FairGate;
  readonly #says: (line: string) => void;

  constructor(target: ClusterTarget, { concurrency, queueLimit, says }: ConnectionLimits) {
    this.#says = says;
    this.#target = target;
    this.#transport = createTransport(target, concurrency);
    this.#gate = new FairGate({ slots: concurrency, waitingPerCaller: queueLimit });
  }

  /** Runs one request with its deadline, its slot and at most one retry. */
  request(
    request: LeafRequest,
    options: Pick<RequestOptions, 'timeoutMs'> & { signal?: AbortSignal | undefined },
  ): Promise<LeafResponse> {
    return traced(this.#step(request), () => this.#request(request, options));
  }

  async #request(
    request: LeafRequest,
    {
      signal,
      timeoutMs = DEFAULT_TIMEOUT_MS,
    }: Pick<RequestOptions, 'timeoutMs'> & { signal?: AbortSignal | undefined },
  ): Promise<LeafResponse> {
    using deadline = startDeadline(signal, timeoutMs);
    using _slot = await this.slot(request, signal, deadline, timeoutMs);
    const sentAt = performance.now();
    try {
      const answer = await this.#send(request, 'request', deadline, credentials =>
        this.#ask(request, credentials, deadline),
      );
      this.breaker.succeeded(requestKey(request));
      return answer;
    } catch (error) {
      throw this.failed(request, { error, signal, deadline, budgetMs: timeoutMs, sentAt });
    }
  }

  /**
   * Waits for one of the slots that users share. The collector needs no slot. Failures are not reported to the circuit
   * breaker, because nothing was sent.
   */
  async slot(
    request: LeafRequest,
    signal: AbortSignal | undefined,
    deadline: Deadline,
    budgetMs: number,
  ): Promise<Disposable | undefined> {
    const { as, doing } = request;
    if (as.type === 'self') return undefined;
    const { cluster } = this.#target;
    let slot: Disposable;
    try {
      slot = await this.#gate.enter(sharedBy(as), deadline.signal);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (deadline.expired) throw timedOut(cluster, `${doing} (waiting for other requests)`, budgetMs);
      if (!(error instanceof GateFull)) throw error;
      const message = `${cluster}: ${doing}: too many requests of this user to this cluster are waiting already.`;
      throw new KubernetesError('THROTTLED', message, { cluster, retryAfterSeconds: 1 });
    }
    const refusal = this.breaker.admit(requestKey(request));
    if (!refusal) return slot;
    slot[Symbol.dispose]();
    const { openForMs, retryInMs, toAll, failure } = refusal;
    const what = toAll ? 'not answering' : `not answering this user about ${request.resource}`;
    const message = `${cluster}: ${what} since ${Math.round(openForMs / 1_000)} s: ${failure.message}`;
    const retryAfterSeconds = Math.max(1, Math.ceil(retryInMs / 1_000));
    throw new KubernetesError(toAll ? 'UNREACHABLE' : failure.code, message, { cluster, retryAfterSeconds });
  }

  /** Opens a stream. Resolves with a successful answer whose body is still unread. */
  open(request: LeafRequest, use: 'request' | 'watch', deadline: Deadline): Promise<Dispatcher.ResponseData> {
    return traced(this.#step(request), () =>
      this.#send(request, use, deadline, credentials => this.#open(request, use, credentials, deadline)),
    );
  }

  #step({ verb, resource }: LeafRequest): Step {
    // If a request names no resource, `resource` is a path. Its first segment is enough.
    const kind = resource.startsWith('/') ? resource.split('/', 2).join('/') : resource;
    const attributes = {
      'fleetgraph.cluster': this.#target.cluster,
      'fleetgraph.verb': verb,
      'fleetgraph.resource': kind,
    };
    return { name: `leaf ${verb} ${kind}`, kind: 'client', attributes };
  }

  /**
   * Sends a request. After a 401, retries once if the kubeconfig's credentials have changed. Otherwise, a GET, but not
   * a watch, is retried once if the connection breaks or the server is busy, and if the deadline leaves time.
   */
  async #send<T>(
    request: LeafRequest,
    use: 'request' | 'watch',
    deadline: Deadline,
    attempt: (credentials: Credentials) => Promise<T>,
  ): Promise<T> {
    assertPlainPath(this.#target.cluster, request);
    const credentials = request.as.type === 'token' ? {} : await this.#credentials(deadline, false);
    try {
      return await attempt(credentials);
    } catch (error) {
      if (deadline.signal.aborted) throw error;
      if (error instanceof KubernetesError && error.code === 'UNAUTHORIZED' && request.as.type !== 'token') {
        const renewed = await this.#credentials(deadline, true);
        if (
          renewed.authorization === credentials.authorization &&
          renewed.certificate?.cert === credentials.certificate?.cert
        )
          throw error;
        return attempt(renewed);
      }
      const waitMs = repeatAfter(error, request, use);
      if (waitMs === undefined || waitMs >= deadline.remainingMs()) throw error;
      await sleep(waitMs, undefined, { signal: deadline.signal });
      return attempt(credentials);
    }
  }

  async #credentials(deadline: Deadline, fresh: boolean): Promise<Credentials> {
    if (this.#target.credentials === undefined) return {};
    return raced(this.#target.credentials({ fresh, says: this.#says }), deadline.signal);
  }

  /** Sends once, and reads the whole answer. */
  async #ask(request: LeafRequest, credentials: Credentials, { signal }: Deadline): Promise<LeafResponse> {
    const { cluster } = this.#target;
    const { doing, maxBytes, mayBeCut } = request;
    const { statusCode, headers, bytes, complete } = await this.#transport.ask(
      request.as.type,
      credentials,
      this.#transportRequest(request, 'request', credentials),
      { signal, maxBytes: status => (isGood(status) ? maxBytes : MAX_ERROR_BYTES) },
    );
    const answer = answerOf(statusCode, headers, bytes, complete);
    if (!isGood(statusCode)) throw this.#refusal(request, answer);
    if (!complete && !mayBeCut)
      throw new KubernetesError('MALFORMED', `${cluster}: ${doing}: the answer is larger than ${maxBytes} bytes.`, {
        cluster,
      });
    return answer;
  }

  /** Sends once, and returns the answer as a stream. */
  async #open(
    request: LeafRequest,
    use: 'request' | 'watch',
    credentials: Credentials,
    { signal }: Deadline,
  ): Promise<Dispatcher.ResponseData> {
    const transportRequest = this.#transportRequest(request, use, credentials);
    const response = await this.#transport.open(request.as.type, use, credentials, transportRequest, signal);
    if (isGood(response.statusCode)) return response;
    throw this.#refusal(
      request,
      answerOf(response.statusCode, response.headers, (await gathered(decoded(response), MAX_ERROR_BYTES)).bytes),
    );
  }

  #transportRequest(request: LeafRequest, use: 'request' | 'watch', credentials: Credentials): TransportRequest {
    return {
      method: request.method,
      path: request.path,
      headers: {
        ...request.headers,
        'user-agent': 'fleetgraph',
        ...traceHeaders(),
        // API servers compress answers above 128 KiB, which saves time across a WAN. They do not compress watches.
        ...(use === 'request' && request.method === 'GET' ? { 'accept-encoding': 'gzip' } : {}),
        ...callerHeaders(this.#target.cluster, request.as, credentials.authorization),
      },
      body: request.body ?? null,
    };
  }

  #refusal({ doing }: LeafRequest, answer: LeafResponse): KubernetesError {
    const { headers } = answer;
    const reported = { ...answer, retryAfter: header(headers, 'retry-after'), warnings: warningsOf(headers) };
    return errorOfAnswer(this.#target.cluster, doing, reported);
  }

  /** Reports the failure to the circuit breaker. Returns the error to throw. */
  failed(
    request: LeafRequest,
    { error, signal, deadline, budgetMs, sentAt, fairChanceMs = FAIR_CHANCE_MS }: Failure,
  ): unknown {
    const key = requestKey(request);
    if (signal?.aborted) {
      this.breaker.undecided(key);
      return signal.reason;
    }
    if (deadline.expired) {
      const failure = timedOut(this.#target.cluster, request.doing, budgetMs);
      // If the caller's deadline was short, or the request waited long in the queue, a timeout says nothing about the
      // leaf.
      if (performance.now() - sentAt < fairChanceMs) this.breaker.undecided(key);
      else recordFailure(this.breaker, failure, key, sentAt);
      return failure;
    }
    const failure = errorOfCause(this.#target.cluster, request.doing, whereabouts(this.#target), error);
    // The client refused the request before anything was sent. So this is neither an answer nor a failure of the
    // server.
    if (failure.code === 'BAD_REQUEST' && failure.status === undefined) this.breaker.undecided(key);
    else recordFailure(this.breaker, failure, key, sentAt);
    return failure;
  }

  health(): LeafHealth {
    const { failure, openForMs, retryInMs } = this.breaker.state();
    return { state: failure ? 'open' : 'closed', reason: failure?.message ?? '', openForMs, retryInMs };
  }

  traffic(): LeafTraffic {
    return this.#transport.traffic();
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }
}

/** Server and proxy, for messages, because a connection may fail at the proxy. */
function whereabouts(target: ClusterTarget): string {
  try {
    const proxy = proxyOf(target);
    return proxy === undefined ? target.server : `${target.server} through the proxy ${proxyName(proxy.url)}`;
  } catch {
    return target.server; // the proxy in the environment is unusable, and the error of the request says so
  }
}

/** Caller and resource by which the circuit breaker counts. Requests of the collector have no caller. */
export function requestKey({ as, resource }: LeafRequest): RequestKey {
  return { caller: as.type === 'self' ? undefined : sharedBy(as), scope: resource };
}

export function leafBreaker(options?: Pick<CircuitBreakerOptions, 'now' | 'random'>): CircuitBreaker<KubernetesError> {
  return new CircuitBreaker({ firstOpenMs: 5_000, callers: 2, scopes: 2, ...options });
}

const FAILURES: ReadonlySet<KubernetesErrorCode> = new Set(['UNREACHABLE', 'TLS', 'TIMEOUT', 'SERVER_ERROR']);

/** Records a failed request. Errors that are not in FAILURES are answers, which show that the server works. */
export function recordFailure(
  breaker: CircuitBreaker<KubernetesError>,
  error: KubernetesError,
  key: RequestKey,
  sentAt?: number,
): void {
  if (!FAILURES.has(error.code)) breaker.succeeded(key);
  else breaker.failed(error, key, { isProof: isBeforeConnection(error), ...(sentAt !== undefined && { sentAt }) });
}

function isGood(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304;
}

function answerOf(status: number, headers: LeafResponse['headers'], bytes: Buffer, complete = true): LeafResponse {
  return {
    status,
    headers,
    contentType: header(headers, 'content-type') ?? '',
    bytes,
    complete,
    get body() {
      return bytes.toString('utf8');
    },
  };
}

/** Decompresses the body if needed. */
export function decoded({ headers, body }: Pick<Dispatcher.ResponseData, 'headers' | 'body'>): AsyncIterable<Buffer> {
  // An error of either stream reaches the reader through the decompressed stream, so the callback ignores it.
  return header(headers, 'content-encoding') === 'gzip' ? pipeline(body, createGunzip(), () => undefined) : body;
}

/**
 * Refuses paths with unusual characters or with the segments `.` and `..`. Proxies resolve these segments, and would
 * request another path. No Kubernetes name is `.` or `..`.
 */
function assertPlainPath(cluster: string, { doing, path }: LeafRequest): void {
  const [pathname = ''] = path.split('?', 1);
  if (/^(\/[A-Za-z0-9._~!$&'()*+,;=:@%-]+)+$/.test(pathname) && !/\/\.{1,2}(\/|$)/.test(pathname)) return;
  throw new KubernetesError('BAD_REQUEST', `${cluster}: ${doing.slice(0, 300)}: not a path of a Kubernetes API.`, {
    cluster,
  });
}

/** Milliseconds before the one retry. Undefined if there is no retry. */
function repeatAfter(error: unknown, { method }: LeafRequest, use: 'request' | 'watch'): number | undefined {
  if (method !== 'GET' || use === 'watch') return undefined; // watches have their own backoff
  if (!(error instanceof KubernetesError)) return isConnectionLoss(error) ? 0 : undefined;
  if (error.status !== 429 && error.status !== 503) return undefined;
  return error.retryAfterSeconds === undefined ? 100 + 200 * Math.random() : error.retryAfterSeconds * 1_000;
}

export function header(headers: Dispatcher.ResponseData['headers'], name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

type CallerHeaders = Record<string, string | string[]>;

/**
 * Headers that identify the caller of a request. Leaves decide by these headers what a caller may do. So every value
 * that could be read as more than one name is refused.
 *
 * Who attacks: a user whose identity provider lets them choose a name or a group. What stops them: a line break or NUL
 * in any value refuses the request, so no value can add a header. The user name is never empty: the server would run a
 * request without Impersonate headers with our own rights. (The server refuses a request with Impersonate-Group alone.)
 * Keys of extras are percent-encoded. What remains for the leaf to decide: whether our own identity may impersonate
 * that user.
 * @param own Authorization header of the kubeconfig, which is never sent for a caller with a token
 */
export function callerHeaders(cluster: string, caller: Caller, own: string | undefined): CallerHeaders {
  const headers: CallerHeaders = {};
  if (caller.type === 'token') {
    // A token is ASCII by RFC 6750, and an empty token would make the request anonymous.
    if (!/^[\x21-\x7e]+$/.test(caller.token)) throw refused(cluster, 'the caller has no usable bearer token');
    headers.authorization = `Bearer ${caller.token}`;
    return headers;
  }
  if (own !== undefined) headers.authorization = own;
  if (caller.type === 'self' || caller.type === 'owner') return headers;

  if (caller.user === '') throw refused(cluster, 'the caller has no user name');
  headers['impersonate-user'] = bytes(cluster, 'user name', caller.user);
  if (caller.groups.length > 0)
    headers['impersonate-group'] = caller.groups.map(group => bytes(cluster, 'group name', group));
  if (caller.uid !== '') headers['impersonate-uid'] = bytes(cluster, 'uid', caller.uid);
  for (const [key, values] of Object.entries(caller.extra)) {
    if (values.length === 0) continue;
    const name = `impersonate-extra-${extraKey(cluster, key)}`;
    headers[name] = [
      ...((headers[name] as string[] | undefined) ?? []),
      ...values.map(value => bytes(cluster, 'extra value', value)),
    ];
  }
  return headers;
}

/**
 * kube-apiserver reads header bytes as UTF-8, but our HTTP/1.1 client writes one byte per character. So every byte of
 * the UTF-8 form becomes one character. Blanks at the ends are refused: a proxy would trim them, and the name would
 * belong to another user.
 */
function bytes(cluster: string, what: string, value: string): string {
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value))
    throw refused(cluster, `the caller's ${what} holds a control character`);
  if (value !== value.trim() || !value.isWellFormed())
    throw refused(cluster, `the caller's ${what} cannot be sent as it is`);
  return Buffer.from(value, 'utf8').toString('latin1');
}

/**
 * Header names are case-insensitive, so the server reads keys in lower case. Characters that a header name cannot hold
 * become percent-encoded UTF-8.
 */
function extraKey(cluster: string, key: string): string {
  if (key === '' || !key.isWellFormed()) throw refused(cluster, 'the caller has an extra with an unusable key');
  return Buffer.from(key.toLowerCase(), 'utf8')
    .toString('latin1')
    .replace(/[^a-z0-9!#$&'*+.^_`|~-]/g, byte => `%${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`);
}

function refused(cluster: string, why: string): KubernetesError {
  return new KubernetesError('BAD_REQUEST', `${cluster}: ${why}; the request was not sent.`, { cluster });
}
