/**
 * The steps of a request for the graph before GraphQL, in this order: authentication, the length of headers, memory for
 * the body, a slot among the running requests, the price, the scheduler, parsing the body. Each step is an express
 * handler that continues or answers. server.ts combines the steps. After them, the operation runs within its request
 * scope.
 */
import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response } from 'express';
import { createHash, randomUUID } from 'node:crypto';
import onHeaders from 'on-headers';
import { FairGate } from '../../async/fair-gate.ts';
import { eventLoopTurns } from '../../async/fair-turns.ts';
import {
  AuthenticationUnavailableError,
  BadCredentialsError,
  type AuthenticationRequest,
  type Authenticator,
  type ClientAddress,
} from '../../identity/authenticator.ts';
import {
  callerKey,
  type ExtraCost,
  type Identity,
  type LiveQuery,
  type RequestContext,
} from '../../identity/identity.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { parseNoting, repeatedKey, TooManyUnusual } from '../../schema/exact-json.ts';
import type { Logger } from '../../telemetry/log.ts';
import { traced } from '../../telemetry/traces.ts';
import type { OperationParams } from '../context.ts';
import type { Budgets } from '../operation/cost.ts';
import { jsonProblem, overBudget, REFUSAL_MS, secondsOf } from '../operation/run.ts';
import type { RequestParams, TrustedDocuments } from '../operation/trusted-documents.ts';
import type { EventStreams } from '../streams/event-stream.ts';
import { credentialsOf, MAX_PARSED_HEADER } from './listener.ts';

/**
 * Price of a request without its operation, by the length of its body in bytes. The unit is about one microsecond of
 * processor time.
 */
export const requestPrice = (bytes: number): number => 200 + bytes / 16;
/**
 * Maximum bytes of request bodies and WebSocket messages at one time. A body counts from its arrival until its answer
 * ends, or, for a stream, until the stream has begun. The maximum is never less than four of the largest bodies. One
 * caller gets about half.
 */
const MAX_UPLOADED_BYTES = 64 * 1024 * 1024;
/**
 * Maximum number of requests without a slot that wait for their refusal. With more, the server closes the connection.
 */
const MAX_REFUSING = 2_000;

export function authenticate(authenticator: Authenticator, clientAddress: ClientAddress) {
  return async (req: Request, res: Response, next: NextFunction) => {
    try {
      const credentials = credentialsOf(req, clientAddress);
      const identity = await traced({ name: 'authenticate' }, () => authenticator.authenticate(credentials));
      if (identity) {
        res.locals['identity'] = identity;
        res.locals['credentials'] = credentials;
        return next();
      }
      fail(
        res,
        401,
        'UNAUTHENTICATED',
        'This graph answers the authenticated only. Send "Authorization: Bearer <token>".',
      );
    } catch (error) {
      if (error instanceof BadCredentialsError) return fail(res, 401, codeOf(error), error.message);
      if (error instanceof AuthenticationUnavailableError) {
        res.setHeader('retry-after', String(error.retryAfterSeconds));
        return fail(res, 503, 'AUTHENTICATION_UNAVAILABLE', error.message);
      }
      next(error);
    }
  };
}

function codeOf({ authenticator, reason }: BadCredentialsError): ErrorCode {
  return authenticator === 'session' && reason === 'expired' ? 'SESSION_EXPIRED' : 'UNAUTHENTICATED';
}

/** Headers that libraries parse in one step of the event loop. */
const PARSED_HEADERS = ['accept', 'accept-encoding', 'content-type'] as const;

export function shortHeaders(req: Request, res: Response, next: NextFunction): void {
  const long = PARSED_HEADERS.find(name => (req.headers[name]?.length ?? 0) > MAX_PARSED_HEADER);
  if (long === undefined) return next();
  fail(
    res,
    431,
    'BAD_REQUEST',
    `The header ${long} is longer than ${MAX_PARSED_HEADER} characters. Send a shorter one.`,
  );
}

/** Limits the memory of arriving bodies and messages, so that a caller cannot fill it with requests that never end. */
export function uploadRoom(bodyBytes: number): FairGate {
  return new FairGate({ slots: Math.max(MAX_UPLOADED_BYTES, 4 * bodyBytes) });
}

export function upload(bodyBytes: number, room: FairGate) {
  return (req: Request, res: Response, next: NextFunction) => {
    if (res.closed || res.destroyed) return;
    const said = Number(req.headers['content-length'] ?? bodyBytes);
    const held = room.tryEnter(callerKey(res.locals['identity'] as Identity), Math.min(said, bodyBytes) || 1);
    if (typeof held === 'string')
      return refuse(res, 429, 'RATE_LIMITED', 'You have too many large requests on their way. Try again in a second.');
    res.once('close', () => held[Symbol.dispose]());
    // A stream releases this memory once it has begun, because it may stay open for long (EventStreams.serve).
    res.locals['uploaded'] = held;
    next();
  };
}

export function onlyStreams(serve: RequestHandler): RequestHandler {
  return (req, res, next) => (wantsStream(req) ? serve(req, res, next) : next());
}

/**
 * True if the client wants a stream. Some clients accept JSON and streams in every request (urql). Such a client gets a
 * stream only if the request contains `subscription`. Must be called before the body is parsed. If the body is not read
 * yet, only the URL is searched.
 */
export function wantsStream({
  headers: { accept = '' },
  body,
  url,
}: Pick<Request, 'headers' | 'body' | 'url'>): boolean {
  if (!/(^|[,\s])text\/event-stream\b/i.test(accept)) return false;
  if (!/(^|[,\s])(application\/(json|graphql-response\+json|\*)|\*\/\*)/i.test(accept)) return true;
  return Buffer.isBuffer(body) ? body.includes('subscription') : url.includes('subscription');
}

/** Marks that the operation or stream has begun, so that the request itself gets no log line. Returns the caller. */
export function begun(res: Response): Identity {
  res.locals['begun'] = true;
  return res.locals['identity'] as Identity;
}

/**
 * Runs an operation as a stream. Refuses requests that a page can make a browser send without permission (CSRF), as
 * Apollo Server does for other requests.
 */
export function serveStream(streams: EventStreams) {
  return async (req: Request, res: Response): Promise<void> => {
    const isPost = req.method === 'POST' && typeof req.body === 'object'; // only a JSON body is parsed to an object
    const isPreflighted = ['apollo-require-preflight', 'x-apollo-operation-name'].some(
      name => req.headers[name] !== undefined,
    );
    if (!isPost && !(req.method === 'GET' && isPreflighted)) return fail(res, 400, 'BAD_REQUEST', NOT_FOR_A_STREAM);
    const params = streamParams(isPost ? (req.body as Record<string, unknown>) : { ...req.query });
    if (!params) return fail(res, 400, 'BAD_REQUEST', NOT_JSON);
    // The body is dropped, because the request would keep it in memory while the stream is open.
    req.body = undefined;
    const caller = { identity: begun(res), credentials: res.locals['credentials'] as AuthenticationRequest };
    const uploaded = res.locals['uploaded'] as Disposable;
    return streams.serve({ ...params, isPost }, caller, res, uploaded, ({ status, errors, retryAfterSeconds }) => {
      if (retryAfterSeconds !== undefined) res.setHeader('retry-after', String(retryAfterSeconds));
      const answer = () => void res.status(status).json({ errors });
      if (status === 429) later(res, answer);
      else answer();
    });
  };
}

const NOT_FOR_A_STREAM =
  'Ask for a stream by POST with "content-type: application/json", or by GET with "authorization: Bearer" or the header "apollo-require-preflight".';

/** Parameters of the operation. Undefined if the request is not an operation. */
function streamParams(params: Readonly<Record<string, unknown>>): OperationParams | undefined {
  try {
    const { query, operationName } = params;
    const variables: unknown = typeof params.variables === 'string' ? JSON.parse(params.variables) : params.variables;
    if (typeof query !== 'string' || (operationName != null && typeof operationName !== 'string')) return undefined;
    if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) return undefined;
    return {
      query,
      variables: (variables as Record<string, unknown> | null) ?? undefined,
      operationName: operationName ?? undefined,
    };
  } catch {
    return undefined;
  }
}

export interface AdmissionLimits {
  readonly concurrentRequests: number;
  /** Maximum time in milliseconds for a client to read an answer. */
  readonly answerTimeoutMs: number;
}

/**
 * Refuses requests that exceed the limit, because a queue would make answers late. One caller gets about half of the
 * slots.
 */
export function admit({ concurrentRequests, answerTimeoutMs }: AdmissionLimits) {
  const slots = new FairGate({ slots: concurrentRequests });
  let refusing = 0;
  return (req: Request, res: Response, next: NextFunction) => {
    // A request that was reset while its body was arriving has already emitted its 'close'.
    if (res.closed || res.destroyed) return;
    const slot = slots.tryEnter(callerKey(res.locals['identity'] as Identity));
    if (typeof slot === 'string') {
      req.body = undefined;
      if (refusing >= MAX_REFUSING) return void res.destroy();
      refusing++;
      res.once('close', () => refusing--);
      return slot === 'full'
        ? refuse(
            res,
            503,
            'OVERLOADED',
            `More than ${concurrentRequests} requests at once (limits.concurrentRequests). Try again in a second.`,
          )
        : refuse(
            res,
            429,
            'RATE_LIMITED',
            'You have too many requests under way; what is free is for other callers. Try again in a second.',
          );
    }
    let timer: NodeJS.Timeout | undefined;
    // The time limit starts with the first byte sent, because a compressed answer is produced only as fast as the
    // client reads it.
    onHeaders(res, () => {
      if (!res.closed) timer = setTimeout(() => res.destroy(), answerTimeoutMs);
    });
    res.once('close', () => {
      clearTimeout(timer);
      slot[Symbol.dispose]();
    });
    next();
  };
}

/** Charges the caller in advance for parsing the body and sending the answer. */
export function pay(budgets: Budgets) {
  return (req: Request, res: Response, next: NextFunction) => {
    const bytes = Buffer.isBuffer(req.body) ? req.body.length : 0;
    const waitMs = budgets.take(callerKey(res.locals['identity'] as Identity), requestPrice(bytes));
    if (waitMs === undefined) return next();
    refuse(res, 429, 'RATE_LIMITED', overBudget(waitMs), secondsOf(waitMs));
  };
}

/** Waits for the caller's turn on the event loop, so that all callers share its time. */
export async function inTurn(_req: Request, res: Response, next: NextFunction): Promise<void> {
  const turn = eventLoopTurns.take(callerKey(res.locals['identity'] as Identity));
  if (!turn) return next();
  await turn;
  if (!res.destroyed) next();
}

const GIVEN_TWICE = 'Give each parameter of the URL once, as a text.';

/**
 * Parses the body. Must run after inTurn(), because parsing may take thirty milliseconds of the event loop.
 */
export function readBody(trusted: TrustedDocuments | undefined) {
  return (req: Request, res: Response, next: NextFunction): void => {
    if (Buffer.isBuffer(req.body)) {
      try {
        const text = req.body.toString('utf8');
        const problem = jsonProblem(text);
        if (problem !== undefined) return fail(res, 400, 'BAD_USER_INPUT', problem);
        req.body = parseNoting(text);
        res.locals['body'] = text;
      } catch (error) {
        return fail(res, 400, 'BAD_REQUEST', error instanceof TooManyUnusual ? error.message : NOT_JSON);
      }
      if (typeof req.body !== 'object' || req.body === null) return fail(res, 400, 'BAD_REQUEST', NOT_JSON);
    }
    const isGet = req.method === 'GET';
    if (isGet && Object.values(req.query).some(value => typeof value !== 'string'))
      return fail(res, 400, 'BAD_REQUEST', GIVEN_TWICE);
    const params = (isGet ? { ...req.query } : req.body) as RequestParams | undefined;
    const isNamed = isGet && params?.documentId !== undefined;
    const untrusted = params && documentProblem(params, trusted);
    if (untrusted !== undefined) return fail(res, 400, 'UNTRUSTED_DOCUMENT', untrusted);
    const problem = persistedQueryProblem(params);
    if (problem !== undefined) return fail(res, 400, 'BAD_REQUEST', problem);
    // Unknown parameters are dropped, because they would take memory until the operation ends.
    if (!isGet && params && !Array.isArray(params)) req.body = known(params as Record<string, unknown>);
    // Apollo Server reads the parameters of a GET request from its URL, so the text of the trusted document goes there.
    if (isNamed) req.url = `${req.path}?${new URLSearchParams(params as Record<string, string>).toString()}`;
    next();
  };
}

/** Refuses a body with duplicate members, because their meaning is ambiguous. */
export async function onceEach(_req: Request, res: Response, next: NextFunction): Promise<void> {
  const { body, identity } = res.locals as { body?: string; identity: Identity };
  delete res.locals['body'];
  const repeated = body === undefined ? undefined : await eventLoopTurns.run(callerKey(identity), repeatedKey(body));
  if (res.destroyed) return;
  if (repeated === undefined) return next();
  fail(res, 400, 'BAD_REQUEST', `The request body has ${repeated} twice. Name each key of an object once.`);
}

const PARAMETERS = ['query', 'variables', 'operationName', 'extensions'];

function known(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.fromEntries(
    PARAMETERS.filter(name => params[name] !== undefined).map(name => [name, params[name]]),
  );
  const { extensions } = kept;
  if (typeof extensions !== 'object' || extensions === null || Array.isArray(extensions)) return kept;
  const { persistedQuery } = extensions as { persistedQuery?: unknown };
  return { ...kept, extensions: persistedQuery === undefined ? {} : { persistedQuery } };
}

export function documentProblem(params: RequestParams, trusted: TrustedDocuments | undefined): string | undefined {
  if (trusted) return trusted.resolve(params);
  return params.documentId == null
    ? undefined
    : 'There are no trusted documents here (graphql.trustedDocuments). Send the query.';
}

/**
 * Reason why the persisted query of the request is invalid. Undefined if it is valid or absent. Apollo Server reports
 * some invalid values by errors without a code. Such errors would count as faults of the gateway.
 */
export function persistedQueryProblem(body: unknown): string | undefined {
  const { query, extensions } = (body ?? {}) as { query?: unknown; extensions?: unknown };
  const persisted = (parsed(extensions) as { persistedQuery?: unknown } | null | undefined)?.persistedQuery;
  if (persisted === undefined || persisted === null) return undefined;
  const { version, sha256Hash } = persisted as { version?: unknown; sha256Hash?: unknown };
  if (version !== 1) return 'extensions.persistedQuery.version must be 1.';
  if (typeof sha256Hash !== 'string' || !/^[0-9a-f]{64}$/.test(sha256Hash))
    return 'extensions.persistedQuery.sha256Hash must be the SHA-256 of the query, as 64 hexadecimal digits in lower case.';
  if (typeof query === 'string' && createHash('sha256').update(query).digest('hex') !== sha256Hash)
    return 'extensions.persistedQuery.sha256Hash is not the SHA-256 of the query that came with it.';
  return undefined;
}

/**
 * The parsed extensions. A GET request has them as JSON text. Invalid JSON is left to Apollo Server, which refuses
 * it.
 */
function parsed(extensions: unknown): unknown {
  if (typeof extensions !== 'string') return extensions;
  try {
    return JSON.parse(extensions) as unknown;
  } catch {
    return undefined;
  }
}

const NOT_JSON = 'The request body is not JSON. POST {"query": "…"} as application/json.';

export function bodyErrors(bodyBytes: number, log: Logger): ErrorRequestHandler {
  return (error: { type?: string; status?: number }, _req, res, _next) => {
    if (error.type === 'entity.too.large')
      return fail(
        res,
        413,
        'PAYLOAD_TOO_LARGE',
        `The request body is larger than ${bodyBytes} bytes (limits.bodyBytes).`,
      );
    if (error.type === 'request.aborted') return; // the client has left, so nobody can be answered
    if (error.type === 'encoding.unsupported')
      return fail(
        res,
        415,
        'BAD_REQUEST',
        'The request body is compressed, and compressed bodies are not read. Send it as it is.',
      );
    if (error.status !== undefined && error.status < 500) return fail(res, 400, 'BAD_REQUEST', NOT_JSON);
    log.error({ err: error }, 'request failed before GraphQL');
    fail(res, 500, 'INTERNAL_SERVER_ERROR', 'Something went wrong on our side.');
  };
}

/**
 * Refuses after a delay. Without the delay, a caller who retries at once could use up the processor with refusals.
 */
function refuse(res: Response, status: number, code: ErrorCode, message: string, retryAfterSeconds = 1): void {
  later(res, () => {
    res.setHeader('retry-after', String(retryAfterSeconds));
    fail(res, status, code, message);
  });
}

function later(res: Response, answer: () => void): void {
  const timer = setTimeout(answer, REFUSAL_MS);
  res.once('close', () => clearTimeout(timer));
}

export function fail(res: Response, status: number, code: ErrorCode, message: string): void {
  if (res.headersSent) return;
  if (status === 401) res.setHeader('www-authenticate', 'Bearer realm="fleetgraph"');
  res.status(status).json({ errors: [{ message, extensions: { code } }] });
}

const REQUEST_ID = /^[\w.-]{1,64}$/;

interface RequestScopeOptions {
  readonly timeoutMs: number;
  readonly log: Logger;
}

/**
 * The scopes of requests. Each request has an id, a deadline and a signal. The signal ends the work of the request
 * when the deadline passes, the client leaves or the gateway stops. The signal also ends the requests to leaf clusters.
 */
export class RequestScopes {
  readonly #options: RequestScopeOptions;
  // A set of scopes is used instead of listeners on one signal of the gateway, because adding a listener visits all
  // other listeners.
  readonly #open = new Set<RequestScope>();

  constructor(options: RequestScopeOptions) {
    this.#options = options;
  }

  open(req: Request, res: Response, identity: Identity): RequestContext & Required<Pick<RequestContext, 'atEnd'>> {
    const given = req.headers['x-request-id'];
    const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    res.setHeader('x-request-id', requestId);
    const scope = new RequestScope(identity, requestId, this.#options);
    const close = (): void => {
      this.#open.delete(scope);
      scope.close(res.writableFinished);
    };
    this.#open.add(scope);
    // If the client has already reset the request, 'close' was emitted earlier and does not come again.
    if (res.closed || res.destroyed) close();
    else res.once('close', close);
    return scope;
  }

  /**
   * Opens the scope of one payload of a stream. Must be disposed when the payload is complete.
   * @param ended Aborts when the stream has ended
   */
  openPayload(identity: Identity, ended: AbortSignal, liveQuery: LiveQuery | undefined): RequestContext & Disposable {
    const scope = new RequestScope(identity, randomUUID(), this.#options, liveQuery);
    const end = (): void => scope.end(ended.reason as DOMException);
    this.#open.add(scope);
    if (ended.aborted) end();
    else ended.addEventListener('abort', end, { once: true });
    return Object.assign(scope, {
      [Symbol.dispose]: () => {
        ended.removeEventListener('abort', end);
        this.#open.delete(scope);
        scope.close(true);
      },
    });
  }

  /** Ends the work of all open requests. */
  endAll(reason: DOMException): void {
    for (const scope of this.#open) scope.end(reason);
  }
}

class RequestScope implements RequestContext {
  readonly identity: Identity;
  readonly requestId: string;
  readonly deadline: number;
  readonly leavesRequested = new Set<string>();
  readonly extra: ExtraCost = { cost: 0 };
  readonly atEnd = new DisposableStack();
  readonly liveQuery?: LiveQuery;
  readonly leafRequests: NonNullable<RequestContext['leafRequests']> = new Map();
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #ofProcess: Logger;
  #log: Logger | undefined;

  constructor(identity: Identity, requestId: string, { timeoutMs, log }: RequestScopeOptions, liveQuery?: LiveQuery) {
    this.identity = identity;
    this.requestId = requestId;
    if (liveQuery) this.liveQuery = liveQuery;
    this.deadline = performance.now() + timeoutMs;
    this.#ofProcess = log;
    this.#timer = setTimeout(
      () => this.end(new DOMException('The request reached its deadline.', 'TimeoutError')),
      timeoutMs,
    );
  }

  /** Created on first use, because most payloads log nothing. */
  get log(): Logger {
    return (this.#log ??= this.#ofProcess.child({ requestId: this.requestId }));
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  end(reason: DOMException): void {
    this.#abort.abort(reason);
  }

  close(answered: boolean): void {
    clearTimeout(this.#timer);
    this.atEnd.dispose();
    if (!answered) this.end(new DOMException('The client went away.', 'AbortError'));
  }
}
