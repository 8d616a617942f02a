/**
 * The HTTP server: express around Apollo Server. steps.ts has the steps before GraphQL. A request takes a slot only
 * after its credentials are checked and its body has arrived, so that no client can hold a slot by sending slowly.
 * Streams take no such slot and have no deadline. streams/subscriptions.ts limits their number.
 *
 * Strangers are clients whose connection has shown no valid credentials. A stranger's request waits for a turn on the
 * event loop before all other steps. The strangers of one address count as one caller.
 */
import { constants } from 'node:zlib';
import compression from 'compression';
import cors from 'cors';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { Registry } from 'prom-client';
import { FairGate } from '../../async/fair-gate.ts';
import { eventLoopTurns } from '../../async/fair-turns.ts';
import { type Authenticator, clientAddresses } from '../../identity/authenticator.ts';
import { callerKey, type Identity } from '../../identity/identity.ts';
import { STARTER_QUERIES } from '../../schema/starter-queries.ts';
import type { Logger } from '../../telemetry/log.ts';
import { tracedAlone, type Traces } from '../../telemetry/traces.ts';
import { Budgets } from '../operation/cost.ts';
import type { DocumentLimits } from '../operation/plan-document.ts';
import { createJudge, createRun } from '../operation/run.ts';
import type { TrustedDocuments } from '../operation/trusted-documents.ts';
import type { GatewayPlugin } from '../plugins/plugin.ts';
import {
  COST_HEADER,
  costReport,
  LEAF_REQUESTS_HEADER,
  leafRequests,
  requestMetrics,
  subscriptionMetrics,
} from '../plugins/reports.ts';
import { requestLog } from '../plugins/request-log.ts';
import { requestTrace } from '../plugins/request-trace.ts';
import type { GatewayRuntime } from '../runtime.ts';
import { EventStreams, type WritePayload } from '../streams/event-stream.ts';
import { OpenStreams, type OpenStreamsOptions } from '../streams/open-streams.ts';
import { type KeepMemory, refusalOf, type SubscriptionLimits, Subscriptions } from '../streams/subscriptions.ts';
import { acceptWebSockets } from '../streams/websocket.ts';
import { largeAnswers, writeAnswer, graphqlOverHttp } from './apollo-server.ts';
import type { Explorer } from './explorer.ts';
import { graphiql } from './graphiql.ts';
import { ingest, INGEST_PATH, listensForReports, type ReportReceiver } from './ingest.ts';
import {
  Connections,
  createListener,
  listen,
  type ListenerTls,
  strangersInTurn,
  withoutPublicPath,
} from './listener.ts';
import { probes, type Readiness } from './operations-server.ts';
import { type CommandLineSignIn, type SignIn, signInRoutes } from './sign-in.ts';
import {
  type AdmissionLimits,
  admit,
  authenticate,
  begun,
  bodyErrors,
  documentProblem,
  fail,
  inTurn,
  onceEach,
  onlyStreams,
  pay,
  readBody,
  requestPrice,
  RequestScopes,
  serveStream,
  shortHeaders,
  upload,
  uploadRoom,
} from './steps.ts';

/** Time in milliseconds that running requests have to complete when the gateway stops. */
const CLOSING_GRACE_MS = 5_000;

/**
 * Compression runs on the threads of libuv. At these levels a page of 500 rows shrinks to a twentieth, and higher
 * levels save little more.
 */
const COMPRESSION: compression.CompressionOptions = {
  threshold: 1024,
  level: 4,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};

/** Maximum number of bytes of all large answers that clients have not read yet. One caller gets at most half. */
const MAX_UNREAD_BYTES = 256 * 1024 * 1024;

/**
 * Maximum number of bytes of headers, queries and variables that open streams keep. One caller gets at most half.
 * Separate from the memory for uploads, so that streams that stay open do not keep requests out.
 */
const MAX_KEPT_BYTES = 256 * 1024 * 1024;

/** Maximum number of connections of callers, in addition to one connection per allowed subscription. */
const MAX_CONNECTIONS = 10_000;

export interface HttpServerOptions {
  readonly runtime: GatewayRuntime;
  readonly authenticator: Authenticator;
  /** Sign-in for browsers. @default none */
  readonly signIn?: SignIn | undefined;
  /** Sign-in for the command line. @default none */
  readonly commandLine?: CommandLineSignIn | undefined;
  /** Files for TLS. @default plain HTTP */
  readonly tls?: ListenerTls | undefined;
  readonly log: Logger;
  /** True to log each request. @default false */
  readonly logRequests?: boolean;
  readonly metrics: Registry;
  /** Records traces. @default no tracing */
  readonly traces?: Traces | undefined;
  /** Decides the answer of /readyz. @default always ready */
  readonly readiness?: Readiness | undefined;
  readonly limits: HttpLimits;
  readonly introspection: boolean;
  /** True to serve /graphiql. @default true */
  readonly graphiql?: boolean;
  /** Handler for all other paths. @default 404 */
  readonly explorer?: Explorer;
  /** Path below which browsers reach the gateway, see listener.ts. @default the root */
  readonly publicPath?: string;
  /** Origins whose pages may send requests, spelled as browsers spell them. @default none */
  readonly origins?: readonly string[];
  /** Addresses and networks of the proxies whose X-Forwarded-For is trusted. @default none */
  readonly trustedProxies?: readonly string[];
  /** Interval and grace period for authenticating the callers of open streams again. */
  readonly recheck?: Pick<OpenStreamsOptions, 'everyMs' | 'graceMs'>;
  /** The documents that a client may name with `documentId`. @default none */
  readonly trustedDocuments?: TrustedDocuments | undefined;
  /** Receives reports of agents. @default reports are not accepted */
  readonly reports?: ReportReceiver | undefined;
}

export interface HttpLimits extends DocumentLimits, SubscriptionLimits, AdmissionLimits {
  readonly requestTimeoutMs: number;
  readonly bodyBytes: number;
  readonly answerBytes: number;
  readonly operationCost: number;
  readonly costBudget: number;
  readonly costWindowMs: number;
}

export interface HttpServer {
  readonly app: Express;
  /** Resolves with the URL once connections are accepted. */
  listen(address: { host: string; port: number }): Promise<string>;
  /**
   * Stops accepting connections and asks the clients of streams to reconnect. Running requests may complete within a
   * grace period. Then all connections are closed.
   */
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
  publicPath = '',
  origins = [],
  trustedProxies = [],
  recheck,
  trustedDocuments,
  reports,
}: HttpServerOptions): Promise<HttpServer> {
  const app = express();
  const clientAddress = clientAddresses(trustedProxies);
  const connections = new Connections({ callers: MAX_CONNECTIONS + limits.subscriptions });
  const listening = { maxHeaderSize: 64 * 1024, ...(reports && listensForReports(reports, publicPath)) };
  const server = createListener(listening, strangersInTurn(connections, clientAddress, app), tls, log);
  connections.follow(server);
  server.on('connection', () => eventLoopTurns.giveWay());
  const scopes = new RequestScopes({ timeoutMs: limits.requestTimeoutMs, log });
  const documents = runtime.prepare(limits, { introspection });
  const budgets = new Budgets({ size: limits.costBudget, windowMs: limits.costWindowMs });
  const unread = new FairGate({ slots: MAX_UNREAD_BYTES });
  const uploads = uploadRoom(limits.bodyBytes);
  const keep = memoryIn(new FairGate({ slots: MAX_KEPT_BYTES }));
  const plugins: readonly GatewayPlugin[] = [
    requestMetrics(metrics),
    costReport(budgets),
    leafRequests(),
    ...(logRequests ? [requestLog(log)] : []),
    ...(traces ? [requestTrace(traces)] : []),
  ];
  await runtime.load();
  const { schema, prices, execute, subscriptionFields: fields } = runtime;
  const judge = createJudge({ documents, prices, budgets, ceiling: limits.operationCost, schema });
  const run = createRun({ judge, execute, budgets, plugins, introspection });
  const overHttp = await graphqlOverHttp({
    ...{ schema, documents, run, plugins, introspection, server, log },
    open: (req, res) => {
      const request = scopes.open(req, res, res.locals['identity'] as Identity);
      return {
        request,
        begun: () => begun(res),
        subgraphs: new Map(),
        headers: req.headers,
        hold: bytes => unread.tryEnterUntil(request.atEnd, callerKey(request.identity), bytes),
      };
    },
    maxBytes: limits.answerBytes,
    closingGraceMs: CLOSING_GRACE_MS,
  });
  const subscriptions: Subscriptions = new Subscriptions({
    execute: async (params, identity, signal, liveQuery) => {
      await eventLoopTurns.take(callerKey(identity));
      using request = scopes.openPayload(identity, signal, liveQuery);
      return await tracedAlone(traces, 'payload', () => run(params, { request, subgraphs: new Map() }));
    },
    ...{ limits, fields, plugins },
    take: (caller, price) => budgets.take(caller, price),
    keep,
    parseOptions: { maxTokens: limits.tokens },
    counted: subscriptionMetrics(metrics, () => subscriptions.size),
  });
  const write = payloadWriter(limits.answerBytes, unread);
  const streams = new OpenStreams({ authenticator, ...recheck });
  signIn?.sessions.onEnd(() => void streams.lookAgain());
  const eventStreams = new EventStreams({
    start: (params, identity, giveUp) => subscriptions.start('event-stream', params, identity, giveUp),
    ...{ write, streams, keep },
    durationMs: limits.subscriptionDurationMs,
  });
  const webSockets = acceptWebSockets(server, {
    ...{ path: '/graphql', publicPath },
    ...{ authenticator, clientAddress, streams, write, keep },
    room: memoryIn(uploads),
    pay: (caller, bytes) => budgets.take(caller, requestPrice(bytes)),
    start: async (params, identity, giveUp) => {
      const untrusted = documentProblem({ query: params.query }, trustedDocuments);
      if (untrusted !== undefined) return refusalOf(400, 'UNTRUSTED_DOCUMENT', untrusted);
      return subscriptions.start('websocket', params, identity, giveUp);
    },
    log,
    connections,
    origins,
    messageBytes: limits.bodyBytes,
    durationMs: limits.subscriptionDurationMs,
  });

  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.disable('etag');
  app.use((req, res, next) => {
    req.url = withoutPublicPath(publicPath, req.url);
    res.setHeader('x-content-type-options', 'nosniff');
    // A client that keeps its connection would send its next request to a server that is closing.
    if (readiness?.isLeaving) res.setHeader('connection', 'close');
    next();
  });
  app.use(probes(readiness));
  app.use('/auth', signInRoutes({ authenticator, signIn, commandLine, clientAddress, log }));
  if (reports)
    app.use(
      INGEST_PATH,
      ingest(reports, (socket, owner) => connections.know(socket, owner), log),
    );
  if (hasGraphiql) {
    app.get(
      '/graphiql',
      graphiql(() => STARTER_QUERIES.filter(query => runtime.accepts(query)), { clientAddress, publicPath }),
    );
  }

  const prepare = [pay(budgets), inTurn, readBody(trustedDocuments), onceEach];
  app.use(
    '/graphql',
    ...crossOrigin(origins),
    ...plugins.flatMap(({ request }) => request ?? []),
    authenticate(authenticator, clientAddress),
    (req, res, next) => {
      connections.know(req.socket, callerKey(res.locals['identity'] as Identity));
      next();
    },
    shortHeaders,
    upload(limits.bodyBytes, uploads),
    // Compressed bodies are refused: compressing a query saves little, and a kilobyte could inflate to a megabyte.
    express.raw({ type: 'application/json', limit: limits.bodyBytes, inflate: false }),
    onlyStreams(express.Router().use(...prepare, serveStream(eventStreams))),
    admit(limits),
    ...prepare,
    notStored,
    compression(COMPRESSION),
    largeAnswers(),
    overHttp.handler,
  );
  app.get('/metrics', (_req, res) =>
    fail(res, 404, 'BAD_REQUEST', 'Metrics have a listener of their own: server.operations.'),
  );
  if (explorer) app.use(explorer({ clientAddress, publicPath }));
  const places = `The graph is at /graphql, ${hasGraphiql ? 'GraphiQL at /graphiql' : 'and GraphiQL is switched off (graphql.graphiql)'}.`;
  app.use((req, res) => fail(res, 404, 'BAD_REQUEST', `There is nothing at ${req.path}. ${places}`));
  app.use(bodyErrors(limits.bodyBytes, log));

  return {
    app,
    listen: address => listen(server, address),
    async close() {
      // The listener closes before the streams, so that their clients reconnect to another process and continue from
      // their tokens.
      const stopped = overHttp.stop();
      eventStreams.close();
      // Requests that would run beyond the grace period are ended a little before their connections close, and return
      // the data they have.
      const timer = setTimeout(
        () => scopes.endAll(new DOMException('The gateway is stopping.', 'TimeoutError')),
        CLOSING_GRACE_MS - 1_000,
      );
      await Promise.all([stopped, webSockets.close()]);
      await runtime.close();
      clearTimeout(timer);
    },
  };
}

/** Reserves bytes in a gate whose slots are bytes. */
function memoryIn(gate: FairGate): KeepMemory {
  return (caller, bytes) => {
    const held = gate.tryEnter(caller, bytes);
    return typeof held === 'string' ? undefined : held;
  };
}

/**
 * Writes payloads of streams. A large payload that its client has not read yet counts towards the limit for unread
 * answers.
 */
function payloadWriter(maxBytes: number, unread: FairGate): WritePayload {
  return async (payload, identity) => {
    const caller = callerKey(identity);
    const rooms = new DisposableStack();
    let isFull = false;
    const hold = (bytes: number): boolean => {
      isFull ||= !unread.tryEnterUntil(rooms, caller, bytes);
      return !isFull;
    };
    const text = await writeAnswer(payload, { maxBytes, caller, hold });
    if (!isFull) return { text, [Symbol.dispose]: () => rooms.dispose() };
    rooms.dispose();
    return undefined;
  };
}

const METHODS = ['GET', 'POST'];
/** Headers that clients may set. */
const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'x-request-id',
  COST_HEADER,
  LEAF_REQUESTS_HEADER,
];
/** Headers that clients may read. */
const RESPONSE_HEADERS = ['retry-after', 'x-request-id'];
/** Lifetime of a preflight answer in seconds. */
const MAX_AGE_S = 3_600;

/**
 * Handles requests from pages of other origins (CORS), and requests that a page can make a browser send without
 * permission (CSRF).
 *
 * Who attacks: a page in the browser of a user who has a session with the gateway. What stops it: a page cannot read
 * answers unless its origin is configured. The gateway does not run requests that a page can send without permission.
 * A page cannot set `Authorization: Bearer` without this permission. So this header counts as the header that Apollo
 * Server demands of GET requests. `Authorization: Basic` does not count, because browsers send it by themselves.
 * @param origins Spelled as browsers spell them, for example `https://dashboard.example.org`
 */
function crossOrigin(origins: readonly string[]): RequestHandler[] {
  const permission = cors({
    origin: [...origins],
    methods: METHODS,
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: RESPONSE_HEADERS,
    maxAge: MAX_AGE_S,
    preflightContinue: true,
  });
  return [permission, options, bearerIsPreflighted];
}

/**
 * Answers OPTIONS. Runs before credentials are checked, because browsers send none with OPTIONS. The answer contains
 * only documented facts.
 */
function options(req: Request, res: Response, next: NextFunction): void {
  if (req.method !== 'OPTIONS') return next();
  res.setHeader('allow', [...METHODS, 'OPTIONS'].join(', '));
  res.status(204).end();
}

function bearerIsPreflighted(req: Request, _res: Response, next: NextFunction): void {
  if (/^bearer /i.test(req.headers.authorization ?? '')) req.headers['apollo-require-preflight'] ??= 'bearer';
  next();
}

/** Forbids caching, because an answer is for one caller and is soon out of date. */
function notStored(_req: Request, res: Response, next: NextFunction): void {
  res.setHeader('cache-control', 'no-store');
  next();
}
