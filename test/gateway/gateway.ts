/** A complete gateway over one small subgraph. By default, it accepts the bearer tokens `jane` and `joe`. */
import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse, type GraphQLScalarType } from 'graphql';
import { connect, type Socket } from 'node:net';
import type { Registry } from 'prom-client';
import supertest from 'supertest';
import { createHttpServer, type HttpLimits, type HttpServer } from '../../gateway/http/server.ts';
import { createGatewayRuntime } from '../../gateway/runtime.ts';
import type { SignIn } from '../../gateway/http/sign-in.ts';
import type { TrustedDocuments } from '../../gateway/operation/trusted-documents.ts';
import { firstOf, type Authenticator } from '../../identity/authenticator.ts';
import { staticTokens } from '../../identity/static-tokens.ts';
import { composeSupergraph } from '../../schema/supergraph.ts';
import type { Subgraph } from '../../subgraphs/subgraph.ts';
import { silentLogger, type Logger } from '../../telemetry/log.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { GENEROUS } from './limits.ts';

export interface GatewayOptions {
  /** Types of the subgraph's SDL, without the link to the federation specification. */
  readonly types: string;
  /** Resolvers of Query. */
  readonly resolvers: Readonly<Record<string, unknown>>;
  /** Resolvers of Mutation. @default no mutations */
  readonly mutations?: Readonly<Record<string, unknown>>;
  /** Scalars of the subgraph. The gateway knows only their names. */
  readonly scalars?: Readonly<Record<string, GraphQLScalarType>>;
  readonly limits?: Partial<HttpLimits>;
  readonly introspection?: boolean;
  readonly graphiql?: boolean;
  readonly log?: Logger;
  readonly logRequests?: boolean;
  /** @default a new registry */
  readonly metrics?: Registry;
  readonly origins?: readonly string[];
  readonly trustedProxies?: readonly string[];
  readonly trustedDocuments?: TrustedDocuments;
  /** @default accepts the tokens `jane` and `joe`, which are also the names of the users */
  readonly authenticator?: Authenticator;
  readonly signIn?: SignIn;
  readonly publicPath?: string;
  /** @default any free port */
  readonly port?: number;
}

export interface Gateway {
  readonly server: HttpServer;
  readonly url: string;
  ask(body: object | string, token?: string, headers?: Record<string, string>): supertest.Test;
  /**
   * Opens a POST request: writes its headers and `body`, the first part of its body. For tests with clients that send
   * slowly or do not read.
   */
  begin(head: Readonly<Record<string, string | number>>, body: string, token?: string): Socket;
}

/** Composed supergraphs by SDL. Several gateways of a test file share an SDL, and composing takes long. */
const composed = new Map<string, string>();

function supergraphOf(subgraph: Subgraph): string {
  const supergraph = composed.get(subgraph.sdl) ?? composeSupergraph([subgraph]).supergraphSdl;
  composed.set(subgraph.sdl, supergraph);
  return supergraph;
}

export async function openGateway({
  types,
  resolvers,
  mutations,
  scalars,
  limits,
  introspection = true,
  graphiql = true,
  log = silentLogger,
  logRequests = false,
  metrics = createMetrics(),
  origins = [],
  trustedProxies = [],
  trustedDocuments,
  authenticator = firstOf([staticTokens(['jane', 'joe'].map(user => ({ token: user, user })))]),
  signIn,
  publicPath = '',
  port = 0,
}: GatewayOptions): Promise<Gateway> {
  const sdl = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@cost", "@listSize"])\n${types}`;
  const subgraph: Subgraph = {
    name: 'test',
    sdl,
    schema: buildSubgraphSchema([
      {
        typeDefs: parse(sdl),
        resolvers: { Query: resolvers, ...(mutations && { Mutation: mutations }), ...scalars } as never,
      },
    ]),
    context: request => request,
  };
  const server = await createHttpServer({
    runtime: createGatewayRuntime({ supergraphSdl: supergraphOf(subgraph), subgraphs: [subgraph], log }),
    authenticator,
    signIn,
    log,
    logRequests,
    metrics,
    introspection,
    graphiql,
    origins,
    trustedProxies,
    trustedDocuments,
    publicPath,
    limits: { ...GENEROUS, ...limits },
  });
  const url = await server.listen({ host: '127.0.0.1', port });
  return {
    server,
    url,
    ask: (body, token = 'jane', headers = {}) =>
      supertest(url)
        .post('/graphql')
        .set({ 'content-type': 'application/json', ...headers, authorization: `Bearer ${token}` })
        .send(typeof body === 'string' ? { query: body } : body),
    begin(head, body, token = 'jane') {
      const { port, hostname } = new URL(url);
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      const all = { host: 'x', authorization: `Bearer ${token}`, 'content-type': 'application/json', ...head };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST /graphql HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
      return socket;
    },
  };
}

export const codeOf = (answer: supertest.Response): unknown => answer.body.errors?.[0]?.extensions?.code;
