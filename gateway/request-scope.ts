/**
 * The life of one request: its id, its deadline, and the signal that ends its work when the deadline passes, the client
 * leaves or the gateway stops. The signal reaches the socket of every leaf request made for it.
 */
import type { Request, Response } from 'express';
import { randomUUID } from 'node:crypto';
import type { Identity } from '../identity/identity.ts';
import type { ExtraCost, LiveQuery, RequestContext } from '../identity/request.ts';
import type { Logger } from '../telemetry/log.ts';

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
  readonly leavesAsked = new Set<string>();
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
    this.#timer = setTimeout(() => this.end(new DOMException('The request reached its deadline.', 'TimeoutError')), timeoutMs);
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
