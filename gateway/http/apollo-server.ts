/**
 * GraphQL over HTTP. Apollo Server checks the request: requests that a page can make a browser send without permission
 * (CSRF), method, media types, parameters, the hash of a persisted query. Then it passes the operation to run().
 *
 * Apollo Server would parse and validate each document on the event loop before any plugin can answer. So it gets a
 * document of ours in its place, the same for every operation, and never reads the client's.
 */
import { ApolloServer, HeaderMap, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import { expressMiddleware } from '@as-integrations/express5';
import type { Request, RequestHandler, Response } from 'express';
import { parse, type GraphQLSchema } from 'graphql';
import type { Server } from 'node:http';
import { callerKey } from '../../identity/identity.ts';
import type { Logger } from '../../telemetry/log.ts';
import type { Execution, GatewayContext, Run } from '../context.ts';
import { maskError } from '../operation/error-masking.ts';
import type { PreparedDocuments } from '../operation/prepared-documents.ts';
import { writeAnswer } from '../operation/write-answer.ts';
import type { GatewayPlugin } from '../plugins/plugin.ts';

export interface GraphqlOverHttpOptions {
  readonly schema: GraphQLSchema;
  readonly documents: Pick<PreparedDocuments, 'source'>;
  readonly run: Run;
  readonly plugins: readonly GatewayPlugin[];
  /** Opens the context of a request that Apollo Server has not refused. */
  readonly open: (req: Request, res: Response) => HttpContext;
  /** Maximum bytes of an answer. */
  readonly maxBytes: number;
  /** True if clients may know the schema. */
  readonly introspection: boolean;
  /** Its running requests may end before the process does. */
  readonly server: Server;
  readonly closingGraceMs: number;
  readonly log: Logger;
}

export interface HttpContext extends GatewayContext {
  /**
   * Reserves this many bytes for an answer that waits for its client. If true, the bytes count until the request
   * closes.
   */
  readonly hold: (bytes: number) => boolean;
  /** Called when the request is an operation: plugins are notified when it ends. */
  readonly begun: () => void;
}

export interface GraphqlOverHttp {
  readonly handler: RequestHandler;
  /** Stops accepting connections, and resolves when requests have ended or their grace period is over. */
  stop(): Promise<void>;
}

const PLACEHOLDER = parse('{ __typename }');

/** An answer of run() on its way through Apollo Server, as its data. */
class Answer {
  [key: string]: unknown;
  readonly write: () => Promise<string>;

  constructor(write: () => Promise<string>) {
    this.write = write;
  }
}

export async function graphqlOverHttp(options: GraphqlOverHttpOptions): Promise<GraphqlOverHttp> {
  const { schema, documents, run, plugins, open, maxBytes, introspection, server, closingGraceMs, log } = options;
  const apollo = new ApolloServer<HttpContext>({
    schema,
    introspection,
    documentStore: { get: async () => PLACEHOLDER, set: async () => undefined, delete: async () => undefined },
    persistedQueries: {
      cache: {
        get: async key => documents.source(key.slice(key.lastIndexOf(':') + 1)),
        set: async () => undefined, // run() keeps the documents that it has prepared
        delete: async () => undefined,
      },
    },
    stringifyResult: async ({ data, ...refused }) =>
      data instanceof Answer ? data.write() : `${JSON.stringify(refused)}\n`,
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
      ApolloServerPluginDrainHttpServer({ httpServer: server, stopGracePeriodMillis: closingGraceMs }),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      passOn(),
    ],
  });
  await apollo.start();
  return {
    handler: expressMiddleware(apollo, { context: async ({ req, res }) => open(req, res) }),
    stop: () => apollo.stop(),
  };

  function passOn(): ApolloServerPlugin<HttpContext> {
    return {
      requestDidStart: async ({ contextValue: { begun } }) => {
        begun();
        let hasRun = false;
        return {
          responseForOperation: async ({ request, source, queryHash, contextValue }) => {
            hasRun = true;
            const { variables, operationName, http } = request;
            const isPost = http?.method === 'POST';
            const execution = await run(
              { query: source, hash: queryHash, variables, operationName, isPost },
              contextValue,
            );
            const write = () => written(execution, contextValue);
            return {
              http: { status: execution.status, headers: headersOf(execution) },
              body: { kind: 'single', singleResult: { data: new Answer(write) } },
            };
          },
          willSendResponse: async ({ response: { http, body }, contextValue }) => {
            if (hasRun || body.kind !== 'single') return;
            const ended = { answer: body.singleResult, status: http.status ?? 200 };
            for (const { operation } of plugins) operation?.(contextValue)(ended);
          },
        };
      },
    };
  }

  async function written({ answer }: Execution, { request, hold }: HttpContext): Promise<string> {
    return writeAnswer(answer, { maxBytes, hold, caller: callerKey(request.identity) });
  }
}

function headersOf({ status, retryAfterSeconds }: Execution): HeaderMap {
  const headers = new HeaderMap();
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
  if (status === 405) headers.set('allow', 'POST');
  return headers;
}
