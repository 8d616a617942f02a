/**
 * The HTTP server: express around Apollo Server. It decides everything that comes before GraphQL, in this order: credentials, body size,
 * load; then the operation runs within its request scope. A request takes a place among the running requests last, so that no client holds
 * one by sending slowly, or without credentials; and no caller takes the places of the others.
 *
 * Subscriptions hold no such place and have no deadline; they have places of their own (subscriptions/).
 *
 * `/graphql` (POST; GET with a preflight header; server-sent events; WebSocket), `/auth/*`, `/graphiql`, `/` and what is below it (the
 * Explorer), `/livez`, `/readyz`, `/metrics`.
 */
import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import { ApolloServerPluginCacheControlDisabled, ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import compression from 'compression';
import express, {
  type ErrorRequestHandler,
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { constants } from 'node:zlib';
import onHeaders from 'on-headers';
import type { Registry } from 'prom-client';
import { FairGate } from '../async/fair-gate.ts';
import { eventLoopTurns } from '../async/fair-turns.ts';
import { AuthenticationUnavailableError, BadCredentialsError, type Authenticator } from '../identity/authenticator.ts';
import { callerKey, type Identity } from '../identity/identity.ts';
import type { ErrorCode } from '../schema/error-codes.ts';
import { STARTER_QUERIES } from '../schema/starter-queries.ts';
import type { Logger } from '../telemetry/log.ts';
import { traced, tracedAlone, type Traces } from '../telemetry/traces.ts';
import { NO_ANSWER, writeAnswer } from './answer.ts';
import { Budgets } from './cost/budget.ts';
import { conditionalGet } from './conditional-get.ts';
import { crossOrigin } from './cross-origin.ts';
import type { GatewayContext } from './data-sources/in-process.ts';
import { graphiql } from './graphiql.ts';
import { listen } from './listen.ts';
import { clientNameOf, createListener, type ListenerTls } from './listener.ts';
import { operationsRoutes } from './operations-server.ts';
import type { Readiness } from './readiness.ts';
import { persistedQueryProblem } from './persisted-query.ts';
import { errorMasking, maskError } from './plugins/error-masking.ts';
import { leafRequests } from './plugins/leaf-requests.ts';
import type { DocumentLimits } from './plugins/limits.ts';
import { documentStore, operations, overBudget, REFUSAL_MS, secondsOf } from './plugins/operations.ts';
import { begun, requestLog, toldRefusals, toldStart, type Start, type StreamTransport } from './plugins/request-log.ts';
import { requestMetrics, subscriptionMetrics } from './plugins/request-metrics.ts';
import { operationTrace, traceRequests } from './plugins/request-trace.ts';
import { runnableOperation } from './plugins/runnable-operation.ts';
import { RequestScopes } from './request-scope.ts';
import type { GatewayRuntime } from './runtime.ts';
import { signInRoutes, type CommandLineSignIn, type SignIn } from './sign-in.ts';
import { refusalOf, Subscriptions, type OperationParams, type SubscriptionLimits } from './subscriptions/subscriptions.ts';
import { EventStreams } from './transports/event-stream.ts';
import { acceptWebSockets } from './transports/websocket.ts';
import type { RequestParams, TrustedDocuments } from './trusted-documents.ts';

/** How long running requests may take to finish when the gateway stops. */
const CLOSING_GRACE_MS = 5_000;

/** The price of a request beside its operation, by the length of its body: about as many microseconds. */
const requestPrice = (bytes: number): number => 200 + bytes / 16;
/** Bytes of all bodies that are arriving or being answered; half of it for one caller. */
const MAX_UPLOADED_BYTES = 64 * 1024 * 1024;
/** Requests without a place that wait for their refusal. The server closes the connections of more. */
const MAX_REFUSING = 2_000;

/** libuv's threads compress. At these levels a page of 500 rows has a twentieth of its bytes; higher ones save little more. */
const COMPRESSION: compression.CompressionOptions = {
  threshold: 1024,
  level: 4,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};

/** Bytes of all large answers that wait for their readers; half of it for one caller. */
const MAX_UNREAD_BYTES = 256 * 1024 * 1024;

export interface HttpServerOptions {
  readonly runtime: GatewayRuntime;
  readonly authenticator: Authenticator;
  /** How browsers sign in. @default they cannot */
  readonly signIn?: SignIn | undefined;
  /** How the command line does. @default it cannot */
  readonly commandLine?: CommandLineSignIn | undefined;
  /** @default plain HTTP */
  readonly tls?: ListenerTls | undefined;
  readonly log: Logger;
  /** Whether the log tells each request. @default false */
  readonly logRequests?: boolean;
  readonly metrics: Registry;
  /** @default nothing is traced */
  readonly traces?: Traces | undefined;
  /** What /readyz waits for. @default nothing */
  readonly readiness?: Readiness | undefined;
  readonly limits: HttpLimits;
  readonly introspection: boolean;
  /** Whether there is a /graphiql. @default true */
  readonly graphiql?: boolean;
  /** What answers for all other paths. @default nothing is there */
  readonly explorer?: RequestHandler;
  /** Origins whose pages may ask, as browsers write them. @default none */
  readonly origins?: readonly string[];
  /** The documents for `documentId`. @default none */
  readonly trustedDocuments?: TrustedDocuments | undefined;
}

export interface HttpLimits extends DocumentLimits, SubscriptionLimits {
  readonly requestTimeoutMs: number;
  readonly bodyBytes: number;
  readonly concurrentRequests: number;
  readonly answerBytes: number;
  /** How long a client may take to read an answer. */
  readonly answerTimeoutMs: number;
  readonly operationCost: number;
  readonly costBudget: number;
  readonly costWindowMs: number;
}

export interface HttpServer {
  readonly app: Express;
  /** Resolves with the URL once connections are accepted. */
  listen(address: { host: string; port: number }): Promise<string>;
  /** Lets running requests finish for a short while, then closes. */
  close(): Promise<void>;
}

export async function createHttpServer({
  runtime,
  authenticator,
  signIn,
  commandLine,
  tls,
  log,
  logRequests = false,
  metrics,
  traces,
  readiness,
  limits,
  introspection,
  graphiql: hasGraphiql = true,
  explorer,
  origins = [],
  trustedDocuments,
}: HttpServerOptions): Promise<HttpServer> {
  const app = express();
  const server = createListener(
    // The server closes the connection of a client that sends slower than this. It knows the credentials by then, and the request holds no
    // place yet.
    { requestTimeout: 15_000, headersTimeout: 10_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 64 * 1024 },
    app,
    tls,
    log,
  );
  server.on('connection', () => eventLoopTurns.giveWay());
  const scopes = new RequestScopes({ timeoutMs: limits.requestTimeoutMs, log });
  const documents = runtime.prepare(limits, { introspection });
  const conditional = conditionalGet(runtime, documents);
  const budgets = new Budgets({ size: limits.costBudget, windowMs: limits.costWindowMs });
  const unread = new FairGate({ places: MAX_UNREAD_BYTES });
  /** By the data and the errors of an answer, the only things that Apollo Server hands over when it writes one. */
  const contexts = new WeakMap<object, GatewayContext>();
  const apollo = new ApolloServer<GatewayContext>({
    gateway: runtime.gateway,
    documentStore: documentStore(documents),
    stringifyResult: async answer => {
      const part = answer.data ?? answer.errors;
      const context = part && contexts.get(part);
      const whose = context && { hold: context.hold, caller: callerKey(context.request.identity) };
      const text = await writeAnswer(answer, { maxBytes: limits.answerBytes, ...whose });
      if (!answer.errors && !text.startsWith(NO_ANSWER)) context?.answered?.(text);
      return text;
    },
    introspection,
    includeStacktraceInErrorResponses: false,
    formatError: formatted => maskError(formatted, { introspection }),
    logger: {
      debug: message => log.debug(String(message)),
      info: message => log.debug(String(message)),
      warn: message => log.warn(String(message)),
      error: message => log.error(String(message)),
    },
    stopOnTerminationSignals: false, // the process decides when to end
    plugins: [
      ApolloServerPluginDrainHttpServer({ httpServer: server, stopGracePeriodMillis: CLOSING_GRACE_MS }),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      runnableOperation(),
      operations({ documents, prices: runtime.prices, budgets, ceiling: limits.operationCost }),
      leafRequests(),
      errorMasking(),
      requestMetrics(metrics),
      ...(logRequests ? [requestLog()] : []),
      ...(traces ? [operationTrace()] : []),
      {
        requestDidStart: async () => ({
          willSendResponse: async ({ response: { body }, contextValue }) => {
            if (body.kind !== 'single') return;
            const { data, errors } = body.singleResult;
            for (const part of [data, errors]) if (part) contexts.set(part, contextValue);
          },
        }),
      },
    ],
  });
  await apollo.start();
  await runtime.ready();
  const subscriptions: Subscriptions = new Subscriptions({
    execute: async (params, identity, signal, liveQuery) => {
      await eventLoopTurns.take(callerKey(identity));
      using request = scopes.openPayload(identity, signal, liveQuery);
      // One payload at a time waits for its reader.
      const contextValue: GatewayContext = { request, subgraphs: new Map(), hold: () => true };
      const { query, variables, operationName } = params;
      const operation = { query, ...(variables && { variables: { ...variables } }), ...(operationName !== undefined && { operationName }) };
      const { body, http } = await tracedAlone(traces, 'payload', () => apollo.executeOperation(operation, { contextValue }));
      const answer = body.kind === 'single' ? body.singleResult : {};
      const retryAfterSeconds = contextValue.operation?.refusal?.retryAfterSeconds;
      return { answer, ...((http.status ?? 200) >= 400 && { refused: { status: http.status!, retryAfterSeconds } }) };
    },
    limits,
    parseOptions: { maxTokens: limits.tokens },
    fields: runtime.subscriptionFields,
    counted: subscriptionMetrics(metrics, () => subscriptions.size),
  });
  const start = (transport: StreamTransport): Start => {
    const plain: Start = (params, identity, giveUp) => subscriptions.start(params, identity, giveUp);
    return logRequests ? toldStart(plain, transport, log) : plain;
  };
  const startOverWebSocket = start('websocket');
  const eventStreams = new EventStreams({
    start: start('event-stream'),
    write: (answer, identity) => writeAnswer(answer, { maxBytes: limits.answerBytes, caller: callerKey(identity) }),
    durationMs: limits.subscriptionDurationMs,
  });
  const webSockets = acceptWebSockets(server, {
    path: '/graphql',
    authenticator,
    start: async (params, identity, giveUp) => {
      const waitMs = budgets.take(callerKey(identity), requestPrice(params.query.length));
      if (waitMs !== undefined) return refusalOf(429, 'RATE_LIMITED', overBudget(waitMs), secondsOf(waitMs));
      const untrusted = documentProblem({ query: params.query }, trustedDocuments);
      if (untrusted !== undefined) return refusalOf(400, 'UNTRUSTED_DOCUMENT', untrusted);
      return startOverWebSocket(params, identity, giveUp);
    },
    log,
    origins,
    messageBytes: limits.bodyBytes,
    durationMs: limits.subscriptionDurationMs,
  });

  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.disable('etag'); // those of GET answers come from conditional-get.ts
  app.use((_req, res, next) => {
    res.setHeader('x-content-type-options', 'nosniff');
    next();
  });
  app.use(operationsRoutes(metrics, readiness));
  app.use('/auth', signInRoutes({ authenticator, signIn, commandLine, log }));
  if (hasGraphiql) {
    app.get(
      '/graphiql',
      graphiql(() => STARTER_QUERIES.filter(query => runtime.accepts(query))),
    );
  }

  const prepare = [pay(budgets), inTurn, readBody(trustedDocuments)];
  app.use(
    '/graphql',
    ...crossOrigin(origins),
    compression(COMPRESSION),
    ...(traces ? [traceRequests(traces)] : []),
    authenticate(authenticator),
    ...(logRequests ? [toldRefusals(log)] : []),
    upload(limits.bodyBytes),
    // Bodies are not decompressed: a client saves little by compressing a query, and a kilobyte could make the server inflate a megabyte.
    express.raw({ type: 'application/json', limit: limits.bodyBytes, inflate: false }),
    onlyStreams(express.Router().use(...prepare, serveStream(eventStreams))),
    admit(limits),
    ...prepare,
    conditional.answer,
    expressMiddleware(apollo, {
      context: async ({ req, res }): Promise<GatewayContext> => ({
        request: scopes.open(req, res, begun(res)),
        subgraphs: new Map(),
        answered: conditional.answered(req, res),
        hold: bytes => {
          const held = unread.tryEnter(callerKey(res.locals['identity'] as Identity), bytes);
          if (typeof held === 'string') return false;
          if (res.destroyed) held[Symbol.dispose]();
          else res.once('close', () => held[Symbol.dispose]());
          return true;
        },
      }),
    }),
  );
  if (explorer) app.use(explorer);
  const places = `The graph is at /graphql, ${hasGraphiql ? 'GraphiQL at /graphiql' : 'and GraphiQL is switched off (graphql.graphiql)'}.`;
  app.use((req, res) => fail(res, 404, 'BAD_REQUEST', `There is nothing at ${req.path}. ${places}`));
  app.use(bodyErrors(limits.bodyBytes, log));

  return {
    app,
    listen: address => listen(server, address),
    async close() {
      // Clients of streams connect again, elsewhere, and go on from their tokens.
      eventStreams.close();
      await webSockets.close();
      // Requests that would outlast the grace period end with what they have, a little before their connections close.
      const timer = setTimeout(() => scopes.endAll(new DOMException('The gateway is stopping.', 'TimeoutError')), CLOSING_GRACE_MS - 1_000);
      await apollo.stop();
      await runtime.close();
      clearTimeout(timer);
    },
  };
}

/**
 * Refuses requests over the bound: a queue here would only make every answer late. One caller gets half of the places at most, and a
 * request holds its place no longer than it, and the reading of its answer, may take.
 */
function admit({ concurrentRequests, answerTimeoutMs }: HttpLimits) {
  const places = new FairGate({ places: concurrentRequests });
  let refusing = 0;
  return (req: Request, res: Response, next: NextFunction) => {
    // A request that was reset while its body was arriving has had its 'close' already, and gets no other.
    if (res.closed || res.destroyed) return;
    const place = places.tryEnter(callerKey(res.locals['identity'] as Identity));
    if (typeof place === 'string') {
      req.body = undefined;
      if (refusing >= MAX_REFUSING) return void res.destroy();
      refusing++;
      res.once('close', () => refusing--);
      return place === 'full'
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
    // From the first byte on: a compressed answer is produced no faster than the client reads it.
    onHeaders(res, () => {
      if (!res.closed) timer = setTimeout(() => res.destroy(), answerTimeoutMs);
    });
    res.once('close', () => {
      clearTimeout(timer);
      place[Symbol.dispose]();
    });
    next();
  };
}

/** Arriving bodies share a number of bytes, too: a caller cannot fill the memory with requests that never end. */
function upload(bodyBytes: number) {
  const room = new FairGate({ places: Math.max(MAX_UPLOADED_BYTES, 4 * bodyBytes) });
  return (req: Request, res: Response, next: NextFunction) => {
    if (res.closed || res.destroyed) return;
    const said = Number(req.headers['content-length'] ?? bodyBytes);
    const held = room.tryEnter(callerKey(res.locals['identity'] as Identity), Math.min(said, bodyBytes) || 1);
    if (typeof held === 'string')
      return refuse(res, 429, 'RATE_LIMITED', 'You have too many large requests on their way. Try again in a second.');
    res.once('close', () => held[Symbol.dispose]());
    // A stream is answered for as long as it is open; its body is read before.
    res.locals['uploaded'] = held;
    next();
  };
}

function onlyStreams(serve: RequestHandler): RequestHandler {
  return (req, res, next) => (EventStreams.isAskedFor(req) ? serve(req, res, next) : next());
}

/** Runs an operation as a stream. What a page can make a browser send without permission is refused, as Apollo Server does for other requests. */
function serveStream(streams: EventStreams) {
  return async (req: Request, res: Response): Promise<void> => {
    const isPost = req.method === 'POST' && typeof req.body === 'object'; // else it was not sent as JSON
    const isPreflighted = ['apollo-require-preflight', 'x-apollo-operation-name'].some(name => req.headers[name] !== undefined);
    if (!isPost && !(req.method === 'GET' && isPreflighted)) return fail(res, 400, 'BAD_REQUEST', NOT_FOR_A_STREAM);
    const params = streamParams(isPost ? (req.body as Record<string, unknown>) : { ...req.query });
    if (!params) return fail(res, 400, 'BAD_REQUEST', NOT_JSON);
    (res.locals['uploaded'] as Disposable)[Symbol.dispose]();
    await streams.serve({ ...params, isPost }, begun(res), res, ({ status, errors, retryAfterSeconds }) => {
      if (retryAfterSeconds !== undefined) res.setHeader('retry-after', String(retryAfterSeconds));
      const answer = () => void res.status(status).json({ errors });
      if (status === 429) later(res, answer);
      else answer();
    });
  };
}

const NOT_FOR_A_STREAM =
  'Ask for a stream by POST with "content-type: application/json", or by GET with "authorization: Bearer" or the header "apollo-require-preflight".';

/** Undefined for what is no operation. */
function streamParams(params: Readonly<Record<string, unknown>>): OperationParams | undefined {
  try {
    const { query, operationName } = params;
    const variables: unknown = typeof params.variables === 'string' ? JSON.parse(params.variables) : params.variables;
    if (typeof query !== 'string' || (operationName != null && typeof operationName !== 'string')) return undefined;
    if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) return undefined;
    return { query, variables: (variables as Record<string, unknown> | null) ?? undefined, operationName: operationName ?? undefined };
  } catch {
    return undefined;
  }
}

/** The server has to read the body of any request and send its answer, so a caller pays for that first. */
function pay(budgets: Budgets) {
  return (req: Request, res: Response, next: NextFunction) => {
    const bytes = Buffer.isBuffer(req.body) ? req.body.length : 0;
    const waitMs = budgets.take(callerKey(res.locals['identity'] as Identity), requestPrice(bytes));
    if (waitMs === undefined) return next();
    refuse(res, 429, 'RATE_LIMITED', overBudget(waitMs), secondsOf(waitMs));
  };
}

/**
 * Refuses after a while. A caller who asks again at once could otherwise use up the processor with refusals alone: thousands a second cost
 * as much as answers do.
 */
function refuse(res: Response, status: number, code: ErrorCode, message: string, retryAfterSeconds = 1): void {
  later(res, () => {
    res.setHeader('retry-after', String(retryAfterSeconds));
    fail(res, status, code, message);
  });
}

/** A refusal costs the client some time. */
function later(res: Response, answer: () => void): void {
  const timer = setTimeout(answer, REFUSAL_MS);
  res.once('close', () => clearTimeout(timer));
}

/** Operations begin in turns of their callers, a few milliseconds of them at a time. */
async function inTurn(_req: Request, res: Response, next: NextFunction): Promise<void> {
  const turn = eventLoopTurns.take(callerKey(res.locals['identity'] as Identity));
  if (!turn) return next();
  await turn;
  if (!res.destroyed) next();
}

/** Reads the body when it is the caller's turn: parsing a megabyte takes ten milliseconds. */
function readBody(trusted: TrustedDocuments | undefined) {
  return (req: Request, res: Response, next: NextFunction): void => {
    if (Buffer.isBuffer(req.body)) {
      try {
        req.body = JSON.parse(req.body.toString('utf8')) as unknown;
      } catch {
        return fail(res, 400, 'BAD_REQUEST', NOT_JSON);
      }
      if (typeof req.body !== 'object' || req.body === null) return fail(res, 400, 'BAD_REQUEST', NOT_JSON);
    }
    const params = (req.method === 'GET' ? { ...req.query } : req.body) as RequestParams | undefined;
    const untrusted = params && documentProblem(params, trusted);
    if (untrusted !== undefined) return fail(res, 400, 'UNTRUSTED_DOCUMENT', untrusted);
    const problem = persistedQueryProblem(params);
    if (problem !== undefined) return fail(res, 400, 'BAD_REQUEST', problem);
    // Apollo Server reads the parameters of a GET from its URL.
    if (req.method === 'GET' && 'documentId' in req.query)
      req.url = `${req.path}?${new URLSearchParams(params as Record<string, string>).toString()}`;
    next();
  };
}

function documentProblem(params: RequestParams, trusted: TrustedDocuments | undefined): string | undefined {
  if (trusted) return trusted.resolve(params);
  return params.documentId == null ? undefined : 'There are no trusted documents here (graphql.trustedDocuments). Send the query.';
}

const NOT_JSON = 'The request body is not JSON. POST {"query": "…"} as application/json.';

function authenticate(authenticator: Authenticator) {
  return async (req: Request, res: Response, next: NextFunction) => {
    try {
      const credentials = {
        headers: req.headers,
        rawHeaders: req.rawHeaders,
        remoteAddress: req.socket.remoteAddress ?? '',
        clientName: () => clientNameOf(req.socket),
      };
      const identity = await traced({ name: 'authenticate' }, () => authenticator.authenticate(credentials));
      if (identity) {
        res.locals['identity'] = identity;
        return next();
      }
      fail(res, 401, 'UNAUTHENTICATED', 'This graph answers the authenticated only. Send "Authorization: Bearer <token>".');
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

function bodyErrors(bodyBytes: number, log: Logger): ErrorRequestHandler {
  return (error: { type?: string; status?: number }, _req, res, _next) => {
    if (error.type === 'entity.too.large')
      return fail(res, 413, 'PAYLOAD_TOO_LARGE', `The request body is larger than ${bodyBytes} bytes (limits.bodyBytes).`);
    if (error.type === 'request.aborted') return; // no client is left to answer
    if (error.type === 'encoding.unsupported')
      return fail(res, 415, 'BAD_REQUEST', 'The request body is compressed, and compressed bodies are not read. Send it as it is.');
    if (error.status !== undefined && error.status < 500) return fail(res, 400, 'BAD_REQUEST', NOT_JSON);
    log.error({ err: error }, 'request failed before GraphQL');
    fail(res, 500, 'INTERNAL_SERVER_ERROR', 'Something went wrong on our side.');
  };
}

function fail(res: Response, status: number, code: ErrorCode, message: string): void {
  if (res.headersSent) return;
  if (status === 401) res.setHeader('www-authenticate', 'Bearer realm="fleetgraph"');
  res.status(status).json({ errors: [{ message, extensions: { code } }] });
}
