/**
 * The product's gateway on a fleet subgraph with one prepared answer. Its speed is the upper limit for the product,
 * because only HTTP, authentication, planning and execution cost time.
 */
import { buildSubgraphSchema } from '@apollo/subgraph';
import { readFileSync } from 'node:fs';
import { parse } from 'graphql';
import { createHttpServer } from '../../gateway/http/server.ts';
import { createGatewayRuntime } from '../../gateway/runtime.ts';
import { configSchema } from '../../config/schema.ts';
import { firstOf } from '../../identity/authenticator.ts';
import { staticTokens } from '../../identity/static-tokens.ts';
import { subgraphSdl } from '../../schema/sdl.ts';
import { SUBGRAPH_NAMES } from '../../subgraphs/registry.ts';
import type { Subgraph } from '../../subgraphs/subgraph.ts';
import { createLogger } from '../../telemetry/log.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { answerRequests } from './answering.ts';

export interface CannedRequest {
  /** Tokens of the callers. */
  readonly tokens: readonly string[];
  /** Prepared answer of `Query.objects`. */
  readonly objects: unknown;
}

export interface CannedAnswer {
  readonly url: string;
}

answerRequests<CannedRequest, CannedAnswer>(async ({ tokens, objects }) => {
  const log = createLogger('error');
  const { limits } = configSchema.parse({});
  const server = await createHttpServer({
    runtime: createGatewayRuntime({
      supergraphSdl: readFileSync(new URL('../../schema/supergraph.graphql', import.meta.url), 'utf8'),
      subgraphs: SUBGRAPH_NAMES.map(name =>
        canned(name, name === 'fleet' ? { Query: { objects: () => objects } } : {}),
      ),
      log,
    }),
    authenticator: firstOf([
      staticTokens(
        tokens.map(token => ({ token, user: `canned-${token}`, groups: [] })),
        { allowSystemMasters: false },
      ),
    ]),
    log,
    metrics: createMetrics(),
    introspection: true,
    limits: {
      ...limits,
      ...{
        requestTimeoutMs: limits.requestTimeout,
        answerTimeoutMs: limits.answerTimeout,
        costWindowMs: limits.costWindow,
      },
      ...{ subscriptionDurationMs: limits.subscriptionDuration, resumeWindowMs: limits.resumeWindow },
    },
  });
  return { url: await server.listen({ host: '127.0.0.1', port: 0 }) };
});

function canned(name: string, resolvers: object): Subgraph {
  const sdl = subgraphSdl(name);
  return {
    name,
    sdl,
    schema: buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers: resolvers as never }]),
    context: () => ({}),
  };
}
