/**
 * The front door: express around Apollo Server. Everything a caller meets before GraphQL is decided here, in this order: credentials, body
 * size, load; then the operation runs within its request scope. A place among the running requests is taken last, so that nobody holds one by
 * sending slowly, or without credentials.
 *
 * `/graphql` (POST; GET with a preflight header), `/graphiql`, `/` (leads there), `/livez`, `/readyz`, `/metrics`.
 */
import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type ErrorRequestHandler, type Express, type NextFunction, type Request, type Response } from 'express';
import { createServer } from 'node:http';
import type { Registry } from 'prom-client';
import { BadCredentialsError, type Authenticator } from '../identity/authenticator.ts';
import type { Identity } from '../identity/identity.ts';
import type { ErrorCode } from '../schema/error-codes.ts';
import type { Logger } from '../telemetry/log.ts';
import type { GatewayContext } from './data-sources/in-process.ts';
import { graphiql } from './graphiql.ts';
import { listen } from './listen.ts';
import { operationsRoutes } from './operations-server.ts';
import { errorMasking, maskError } from './plugins/error-masking.ts';
import { documentLimits, nameTokenLimit, type DocumentLimits } from './plugins/limits.ts';
import { requestMetrics } from './plugins/request-metrics.ts';
import { runnableOperation } from './plugins/runnable-operation.ts';
import { RequestScopes } from './request-scope.ts';
import type { GatewayRuntime } from './runtime.ts';

/** How long running requests may take to finish when the gateway stops. */
const CLOSING_GRACE_MS = 5_000;

export interface HttpServerOptions {
  readonly runtime: GatewayRuntime;
  readonly authenticator: Authenticator;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly limits: DocumentLimits & { readonly requestTimeoutMs: number; readonly bodyBytes: number; readonly concurrentRequests: number };
  readonly introspection: boolean;
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
  log,
  metrics,
  limits,
  introspection,
}: HttpServerOptions): Promise<HttpServer> {
  const app = express();
  const server = createServer(
    // Whoever sends slower than this is cut off; credentials are known by then, and no place is held yet.
    { requestTimeout: 15_000, headersTimeout: 10_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 64 * 1024 },
    app,
  );
  const scopes = new RequestScopes({ timeoutMs: limits.requestTimeoutMs, log });
  const protection = documentLimits(limits);
  const apollo = new ApolloServer<GatewayContext>({
    gateway: runtime,
    introspection,
    includeStacktraceInErrorResponses: false,
    formatError: formatted => maskError(nameTokenLimit(formatted)),
    validationRules: protection.validationRules,
    parseOptions: protection.parseOptions,
    logger: {
      debug: message => log.debug(String(message)),
      info: message => log.debug(String(message)),
      warn: message => log.warn(String(message)),
      error: message => log.error(String(message)),
    },
    stopOnTerminationSignals: false, // the process that wires everything decides when to end
    plugins: [
      ApolloServerPluginDrainHttpServer({ httpServer: server, stopGracePeriodMillis: CLOSING_GRACE_MS }),
      ApolloServerPluginLandingPageDisabled(),
      runnableOperation(),
      errorMasking(),
      requestMetrics(metrics),
      ...protection.plugins,
    ],
  });
  await apollo.start();

  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.disable('etag'); // hashing every answer costs more than any client saves by it
  app.use((_req, res, next) => {
    res.setHeader('x-content-type-options', 'nosniff');
    next();
  });
  app.use(operationsRoutes(metrics));
  app.get('/graphiql', graphiql());
  app.get('/', (_req, res) => res.redirect(302, '/graphiql'));

  app.use(
    '/graphql',
    authenticate(authenticator),
    express.json({ limit: limits.bodyBytes, strict: true }),
    admit(limits.concurrentRequests),
    expressMiddleware(apollo, {
      context: async ({ req, res }): Promise<GatewayContext> => ({
        request: scopes.open(req, res, res.locals['identity'] as Identity),
        subgraphs: new Map(),
      }),
    }),
  );
  app.use((req, res) => fail(res, 404, 'BAD_REQUEST', `There is nothing at ${req.path}. The graph is at /graphql, GraphiQL at /graphiql.`));
  app.use(bodyErrors(limits.bodyBytes, log));

  return {
    app,
    listen: address => listen(server, address),
    async close() {
      // Requests that would outlast the grace end with what they have, a little before their connections do.
      const timer = setTimeout(() => scopes.endAll(new DOMException('The gateway is stopping.', 'TimeoutError')), CLOSING_GRACE_MS - 1_000);
      await apollo.stop();
      clearTimeout(timer);
    },
  };
}

/** Refuses what is over the bound at once: a queue here would only make every answer late. */
function admit(bound: number) {
  let running = 0;
  return (_req: Request, res: Response, next: NextFunction) => {
    if (running >= bound) {
      res.setHeader('retry-after', '1');
      return fail(res, 503, 'OVERLOADED', `More than ${bound} requests at once (limits.concurrentRequests). Try again in a second.`);
    }
    running++;
    res.once('close', () => running--);
    next();
  };
}

function authenticate(authenticator: Authenticator) {
  return async (req: Request, res: Response, next: NextFunction) => {
    try {
      const identity = await authenticator.authenticate({
        headers: req.headers,
        rawHeaders: req.rawHeaders,
        remoteAddress: req.socket.remoteAddress ?? '',
      });
      if (identity) {
        res.locals['identity'] = identity;
        return next();
      }
      fail(res, 401, 'UNAUTHENTICATED', 'This graph answers the authenticated only. Send "Authorization: Bearer <token>".');
    } catch (error) {
      if (error instanceof BadCredentialsError) return fail(res, 401, 'UNAUTHENTICATED', error.message);
      next(error);
    }
  };
}

function bodyErrors(bodyBytes: number, log: Logger): ErrorRequestHandler {
  return (error: { type?: string; status?: number }, _req, res, _next) => {
    if (error.type === 'entity.too.large')
      return fail(res, 413, 'PAYLOAD_TOO_LARGE', `The request body is larger than ${bodyBytes} bytes (limits.bodyBytes).`);
    if (error.type === 'request.aborted') return; // there is nobody left to tell
    if (error.status !== undefined && error.status < 500) {
      return fail(res, 400, 'BAD_REQUEST', 'The request body is not JSON. POST {"query": "…"} as application/json.');
    }
    log.error({ err: error }, 'request failed before GraphQL');
    fail(res, 500, 'INTERNAL_SERVER_ERROR', 'Something went wrong on our side.');
  };
}

function fail(res: Response, status: number, code: ErrorCode, message: string): void {
  if (res.headersSent) return;
  if (status === 401) res.setHeader('www-authenticate', 'Bearer realm="fleetgraph"');
  res.status(status).json({ errors: [{ message, extensions: { code } }] });
}
