/**
 * Queries a subgraph over HTTP. The request contains no credentials of the caller, because the caller does not choose
 * the URL of the subgraph. Each subgraph has its own slots, timeout, circuit breaker and limit on the size of answers,
 * so that a faulty subgraph harms little beyond its own fields. foreign-errors.ts cleans the texts of the subgraph's
 * errors.
 */
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { GraphQLDataSource, GraphQLDataSourceProcessOptions } from '@apollo/gateway';
import { type GraphQLFormattedError, OperationTypeNode } from 'graphql';
import { Counter, Histogram, type Registry } from 'prom-client';
import { Agent, type Dispatcher, request } from 'undici';
import { CircuitBreaker, type RequestKey } from '../../async/circuit-breaker.ts';
import { type Deadline, startDeadline } from '../../async/deadline.ts';
import { FairGate, GateFull } from '../../async/fair-gate.ts';
import { gathered } from '../../async/gathered-bytes.ts';
import { callerKey, type RequestContext } from '../../identity/identity.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { traceHeaders } from '../../telemetry/traces.ts';
import type { GatewayContext } from '../context.ts';
import { foreignError, foreignErrors, isHidden, loggedErrors } from './foreign-errors.ts';
import { subgraphConnector, type SubgraphTls } from './subgraph-tls.ts';

export interface SubgraphConnection {
  /**
   * Maximum time of one request in milliseconds, including the wait for a slot. The request also ends at the deadline
   * of the client's request. @default 5000
   */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of concurrent requests and of connections. One caller gets about half of them. @default 32 */
  readonly concurrency?: number | undefined;
  /**
   * Maximum size of a decompressed answer in bytes. The JSON of an answer is parsed in one step that blocks all other
   * callers. The step takes 3 ms for a mebibyte of small objects. @default 1 MiB
   */
  readonly maxBytes?: number | undefined;
  /** Headers that are sent with every request. Their values may be secret, so no message contains them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly tls?: SubgraphTls | undefined;
}

/** An answer as the executor gets it. The executor may change the object. */
type SubgraphResponse = { data?: Record<string, unknown>; errors?: GraphQLFormattedError[] };
type Question = GraphQLDataSourceProcessOptions<GatewayContext & Record<string, unknown>>;

/** Maximum time in milliseconds to connect. A server that needs longer counts as down. */
const CONNECT_MS = 2_000;

/** Why a request has no answer. */
interface Failure {
  readonly outcome: Exclude<Outcome, 'ok' | 'errors'>;
  readonly code: ErrorCode;
  /** Text for clients, written as the end of a sentence. */
  readonly reason: string;
  readonly errors?: readonly unknown[];
}

export class HttpDataSource implements GraphQLDataSource<GatewayContext & Record<string, unknown>> {
  readonly #name: string;
  readonly #url: string;
  readonly #timeoutMs: number;
  readonly #maxBytes: number;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #concurrency: number;
  readonly #slots: FairGate;
  readonly #breaker = new CircuitBreaker<unknown>({ firstOpenMs: 2_000, callers: 3, scopes: 1 });
  readonly #agent: Agent;
  readonly #count: SubgraphMetrics;

  /** @throws TypeError if the TLS files are unusable */
  constructor(
    name: string,
    url: string,
    connection: SubgraphConnection = {},
    count: SubgraphMetrics = () => undefined,
  ) {
    const { timeoutMs = 5_000, concurrency = 32, maxBytes = 1024 * 1024, headers = {}, tls = {} } = connection;
    this.#name = name;
    this.#url = url;
    this.#timeoutMs = timeoutMs;
    this.#maxBytes = maxBytes;
    this.#headers = headers;
    this.#concurrency = concurrency;
    this.#slots = new FairGate({ slots: concurrency, waitingPerCaller: concurrency });
    this.#agent = new Agent({
      connections: concurrency,
      pipelining: 1,
      connect: subgraphConnector(tls, Math.min(timeoutMs, CONNECT_MS)),
    });
    this.#count = count;
  }

  async process(question: Question): Promise<SubgraphResponse> {
    const { request: requested } = question.context as GatewayContext;
    const began = performance.now();
    const answer = await this.#answerTo(question, requested);
    const seconds = (performance.now() - began) / 1_000;
    if ('outcome' in answer) return this.#failed(answer, requested, seconds);
    const { data, errors } = answer;
    this.#count(this.#name, errors ? 'errors' : 'ok', seconds);
    return { ...(data && { data }), ...(errors && { errors: this.#sanitised(errors, requested) }) };
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #answerTo(question: Question, requested: RequestContext): Promise<HttpAnswer | Failure> {
    const caller = callerKey(requested.identity);
    const key: RequestKey = { caller, scope: '' };
    const paused: Failure = {
      outcome: 'refused',
      code: 'SUBGRAPH_UNAVAILABLE',
      reason: 'it has not answered of late. It is asked again soon',
    };
    if (this.#breaker.refusal(key)) return paused;
    using limit = startDeadline(requested.signal, this.#timeoutMs);
    try {
      using _slot = await this.#slot(caller, limit.signal);
      if (this.#breaker.admit(key)) return paused;
      return await this.#observed(key, requested, limit, () => this.#ask(question, requested.requestId, limit.signal));
    } catch (error) {
      return this.#describe(error, requested, limit);
    }
  }

  /**
   * Takes a slot. A waiting request also holds a slot of the gateway, so the number of waiting requests is limited.
   * One caller may have as many waiting requests as the subgraph has slots. All callers together may have twice as
   * many. So a subgraph that hangs can hold three times its own concurrency in slots of the gateway.
   */
  async #slot(caller: string, signal: AbortSignal): Promise<Disposable> {
    const slot = this.#slots.tryEnter(caller);
    if (typeof slot !== 'string') return slot;
    if (this.#slots.waiting >= 2 * this.#concurrency) throw new GateFull();
    return this.#slots.enter(caller, signal);
  }

  /** Sends a request and reports its result to the circuit breaker. */
  async #observed(
    key: RequestKey,
    requested: RequestContext,
    limit: Deadline,
    ask: () => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    const began = performance.now();
    try {
      const answer = await ask();
      this.#breaker.succeeded(key);
      return answer;
    } catch (error) {
      // The subgraph counts as too slow after the timeout, or if the client's deadline came more than a second after
      // the request was sent. If the client has left, the result is unknown.
      const isLate = limit.expired || (isDeadline(requested.signal) && performance.now() - began > 1_000);
      if (requested.signal.aborted && !isLate) this.#breaker.undecided(key);
      else if (error instanceof NotAnAnswer && !error.isSick) this.#breaker.succeeded(key);
      else this.#breaker.failed(error, key, { isProof: !isLate && isDisconnected(error) });
      throw error;
    }
  }

  async #ask(question: Question, requestId: string, signal: AbortSignal): Promise<HttpAnswer> {
    const { query, variables, operationName } = question.request;
    const send = () =>
      request(this.#url, {
        method: 'POST',
        dispatcher: this.#agent,
        signal,
        headers: {
          ...this.#headers,
          'content-type': 'application/json',
          accept: 'application/graphql-response+json, application/json;q=0.9',
          'x-request-id': requestId,
          ...traceHeaders(),
        },
        body: JSON.stringify({ query, variables, operationName }),
      });
    const operation = 'incomingRequestContext' in question ? question.incomingRequestContext?.operation : undefined;
    const isQuery = operation?.operation === OperationTypeNode.QUERY;
    // A server may close an idle connection at the moment when the next request is sent. A query may be sent again,
    // because it changes nothing in the subgraph.
    const response = await send().catch((error: unknown) => {
      if (isQuery && isReset(error) && !signal.aborted) return send();
      throw error;
    });
    const answer = await readHttpAnswer(headOf(response), response.body, this.#maxBytes);
    checkEntities(answer, variables);
    return answer;
  }

  #describe(error: unknown, requested: RequestContext, limit: Deadline): Failure {
    const code = 'SUBGRAPH_UNAVAILABLE';
    if (requested.signal.aborted)
      return { outcome: 'ended', code: 'DEADLINE_EXCEEDED', reason: "it was not there at the request's deadline" };
    if (limit.expired)
      return { outcome: 'timeout', code, reason: `it did not come within ${this.#timeoutMs} ms (subgraphs[].timeout)` };
    if (error instanceof GateFull)
      return { outcome: 'refused', code, reason: 'too many questions wait for it (subgraphs[].concurrency)' };
    if (error instanceof NotAnAnswer)
      return { outcome: 'unavailable', code, reason: error.message, errors: error.errors };
    return { outcome: 'unavailable', code, reason: wordsFor(error) };
  }

  #failed(
    { outcome, code, reason, errors = [] }: Failure,
    requested: RequestContext,
    seconds: number,
  ): SubgraphResponse {
    this.#count(this.#name, outcome, seconds);
    const line = {
      subgraph: this.#name,
      outcome,
      reason,
      ms: Math.round(seconds * 1_000),
      ...(errors.length > 0 && { errors: loggedErrors(errors) }),
    };
    // A request that was not sent, or that ended with the client's request, says little about the subgraph.
    if (outcome === 'refused' || outcome === 'ended') requested.log.debug(line, 'a subgraph was not asked to the end');
    else requested.log.warn(line, 'a subgraph failed');
    return { errors: [foreignError(this.#name, code, `There is no answer of the ${this.#name} subgraph: ${reason}.`)] };
  }

  #sanitised(errors: readonly unknown[], requested: RequestContext): GraphQLFormattedError[] {
    const passed = foreignErrors(this.#name, errors);
    const line = { subgraph: this.#name, outcome: 'errors', count: errors.length, errors: loggedErrors(errors) };
    if (passed.some(isHidden)) requested.log.warn(line, 'a subgraph answered with errors');
    else requested.log.debug(line, 'a subgraph answered with errors');
    return passed;
  }
}

/**
 * Checks that the subgraph returned the requested entities. Otherwise the executor would report the mismatch as a fault
 * of the gateway.
 */
function checkEntities({ data }: HttpAnswer, variables: Record<string, unknown> | undefined): void {
  const requested = variables?.['representations'];
  if (!data || !Array.isArray(requested)) return;
  const entities = data['_entities'];
  if (entities === null || entities === undefined) return;
  if (!Array.isArray(entities) || entities.length !== requested.length)
    throw new NotAnAnswer(`its _entities is not the list of ${requested.length} that it was asked for`);
}

function headOf({ statusCode, headers }: Dispatcher.ResponseData) {
  const one = (name: string) => {
    const value = headers[name];
    return (Array.isArray(value) ? value.join(', ') : value) ?? '';
  };
  return { status: statusCode, contentType: one('content-type'), contentEncoding: one('content-encoding') };
}

const isDeadline = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && (reason as Error | undefined)?.name === 'TimeoutError';
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? '';
const isReset = (error: unknown): boolean => ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error));

/** Error codes of failed attempts to connect. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|ERR_SSL|DEPTH_|SELF_SIGNED|UNABLE_TO_)/;
const isDisconnected = (error: unknown): boolean => NOT_CONNECTED.test(codeOf(error));

/** Describes an error by its code, without its message, because the message may contain an address. */
function wordsFor(error: unknown): string {
  const code = codeOf(error);
  if (/^(CERT_|ERR_TLS|ERR_SSL|DEPTH_|SELF_SIGNED|UNABLE_TO_)/.test(code)) return `TLS with it failed (${code})`;
  if (isDisconnected(error)) return `it cannot be reached (${code})`;
  if (isReset(error)) return `the connection was closed before its end (${code})`;
  if (code.startsWith('Z_') || code.startsWith('ERR_')) return `it cannot be unpacked (${code})`;
  return `it could not be read (${/^\w{1,40}$/.test(code) ? code : 'no code'})`;
}

interface HttpAnswer {
  /** Absent if the data was null. */
  readonly data?: Record<string, unknown>;
  /** The errors as the subgraph sent them. Absent if there are none. */
  readonly errors?: readonly unknown[];
}

/** Thrown if the response is not an answer. The message is written for clients. */
class NotAnAnswer extends Error {
  override name = 'NotAnAnswer';
  /** True if the subgraph itself has a problem, not only this request. */
  readonly isSick: boolean;
  /** Errors in the response, for the log. */
  readonly errors: readonly unknown[];

  constructor(reason: string, { isSick = false, errors = [] }: { isSick?: boolean; errors?: readonly unknown[] } = {}) {
    super(reason);
    this.isSick = isSick;
    this.errors = errors;
  }
}

interface Head {
  readonly status: number;
  readonly contentType: string;
  readonly contentEncoding: string;
}

/**
 * Reads the answer of a subgraph as the specification of GraphQL over HTTP requires.
 *
 * `application/graphql-response+json` comes from the GraphQL server itself, whatever the status. Other JSON with a
 * status other than 2xx may come from a proxy, so it does not count as an answer. An answer without data must have
 * errors. Otherwise the nulls in the client's answer would mean that nothing exists.
 * @throws NotAnAnswer, or the error of the stream
 */
async function readHttpAnswer(head: Head, body: Readable, maxBytes: number): Promise<HttpAnswer> {
  const text = await readBounded(body, head.contentEncoding, maxBytes);
  const { status } = head;
  const type = head.contentType.split(';', 1)[0]!.trim().toLowerCase();
  const parsed = parseObject(text);
  if (!parsed)
    throw new NotAnAnswer(`HTTP ${status} with ${describeType(type)} that is not a GraphQL answer`, {
      isSick: status >= 500,
    });
  const errors =
    Array.isArray(parsed['errors']) && parsed['errors'].length > 0 ? (parsed['errors'] as unknown[]) : undefined;
  const isOk = status >= 200 && status < 300;
  if (!isOk && !(type === 'application/graphql-response+json' && errors))
    throw new NotAnAnswer(`HTTP ${status}`, { isSick: status >= 500, errors: errors ?? [] });
  const { data } = parsed;
  if (data != null && (typeof data !== 'object' || Array.isArray(data)))
    throw new NotAnAnswer('its data is not an object');
  if (data == null && !errors) throw new NotAnAnswer(`HTTP ${status} with neither data nor errors`);
  return { ...(data != null && { data: data as Record<string, unknown> }), ...(errors && { errors }) };
}

/** Limits the decompressed bytes, because a compressed megabyte can become a gigabyte. */
async function readBounded(body: Readable, encoding: string, maxBytes: number): Promise<string> {
  body.on('error', () => undefined); // gathered() throws the error if it still reads the body
  try {
    const { bytes, complete } = await gathered(decoded(body, encoding), maxBytes);
    if (!complete) throw new NotAnAnswer(`the answer is larger than ${maxBytes} bytes (subgraphs[].maxBytes)`);
    return new TextDecoder().decode(bytes);
  } finally {
    body.destroy(); // closes the connection if the body is not complete
  }
}

function decoded(body: Readable, encoding: string): Readable {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  const decoder =
    name === 'gzip' || name === 'x-gzip'
      ? createGunzip()
      : name === 'br'
        ? createBrotliDecompress()
        : name === 'deflate'
          ? createInflate()
          : undefined;
  if (!decoder) throw new NotAnAnswer('its content-encoding is none of gzip, br and deflate');
  return pipeline(body, decoder, () => undefined); // the error also reaches the reader of the decoder
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      ('data' in value || 'errors' in value)
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the media type for a message, or 'something' if the text is not a media type. */
function describeType(type: string): string {
  return /^[\w.+-]{1,50}\/[\w.+-]{1,50}$/.test(type) ? type : 'something';
}

type Outcome = 'ok' | 'errors' | 'unavailable' | 'timeout' | 'refused' | 'ended';

type SubgraphMetrics = (subgraph: string, outcome: Outcome, seconds: number) => void;

/**
 * Counts and times the requests to subgraphs over HTTP. The number of time series is limited, because the names of
 * subgraphs come from the supergraph.
 */
export function subgraphMetrics(registry: Registry): SubgraphMetrics {
  const requests = new Counter({
    name: 'fleetgraph_subgraph_requests_total',
    help: 'Questions to subgraphs over HTTP, by what came of them.',
    labelNames: ['subgraph', 'outcome'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'fleetgraph_subgraph_request_duration_seconds',
    help: 'Time from a question to a subgraph over HTTP to its answer, waiting for a slot included.',
    labelNames: ['subgraph'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return (subgraph, outcome, duration) => {
    requests.inc({ subgraph, outcome });
    seconds.observe({ subgraph }, duration);
  };
}
