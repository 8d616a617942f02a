/** What the gateway carries through one operation: from its transport to the plugins and the data sources. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql';
import type { ExtraCost, Identity, LiveQuery, RequestContext } from '../identity/identity.ts';
import type { Logger } from '../telemetry/log.ts';

/** An operation as its client sent it, on any transport. */
export interface OperationParams {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly operationName?: string | undefined;
  /** SHA-256 of the query in hexadecimal digits. @default computed */
  readonly hash?: string | undefined;
  /**
   * True if it came by its own POST. A mutation must: over a WebSocket it would run with the identity of hours ago.
   * @default false
   */
  readonly isPost?: boolean;
}

export interface GatewayContext {
  readonly request: RequestContext;
  /** By subgraph name: the context of its resolvers, created with the first fetch. */
  readonly subgraphs: Map<string, object>;
  /** Headers of the HTTP request that sent this operation and waits for its answer. Absent on streams. */
  readonly headers?: IncomingHttpHeaders | undefined;
}

/** An operation that has run or was refused. */
export interface Execution {
  readonly answer: FormattedExecutionResult;
  /** HTTP status. 400 and above: the operation was refused, or has no data. */
  readonly status: number;
  readonly retryAfterSeconds?: number | undefined;
}

/** Why an operation did not run, or a stream did not start. */
export interface Refusal {
  readonly status: number;
  readonly errors: readonly GraphQLFormattedError[];
  readonly retryAfterSeconds?: number | undefined;
}

/** Runs an operation, on any transport: operation/run.ts. */
export type Run = (params: OperationParams, context: GatewayContext) => Promise<Execution>;

/**
 * The life of one request: its id, its deadline, and the signal that ends its work when the deadline passes, the client
 * leaves or the gateway stops. The signal reaches the socket of every leaf request made for it.
 */

const REQUEST_ID = /^[\w.-]{1,64}$/;

export interface RequestScopeOptions {
  readonly timeoutMs: number;
  readonly log: Logger;
}

export class RequestScopes {
  readonly #options: RequestScopeOptions;
  // A set, not listeners on one signal of the gateway: adding a listener visits those of all other requests.
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
    // A request reset before this line has already emitted its 'close'.
    if (res.closed || res.destroyed) close();
    else res.once('close', close);
    return scope;
  }

  /**
   * Opens the scope of one payload of a stream. Dispose it when the payload is complete.
   * @param ended Aborts when the stream is over
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

  /** Ends the work of all open requests; each answers with what it has. */
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

  /** Created on first use: most payloads log nothing. */
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
