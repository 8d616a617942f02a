/** Runs operations with @apollo/gateway's own executor and with ours, over equal subgraphs, for comparison. */
import { ApolloGateway, type GraphQLDataSource } from '@apollo/gateway';
import type { GraphQLError } from 'graphql';
import { buildASTSchema, getOperationAST, getVariableValues, parse, type GraphQLSchema } from 'graphql';
import { createHash } from 'node:crypto';
import { eventLoopTurns, type FairTurns } from '../../../../async/fair-turns.ts';
import { executePlan, untilGone } from '../../../../gateway/operation/execute-plan.ts';
import { createPlanning } from '../../../../gateway/operation/plan-document.ts';
import { Operation, TypeConditions } from '../../../../gateway/operation/shape-answer.ts';
import { composeSupergraph, type SubgraphSource } from '../../../../schema/supergraph.ts';
import { GENEROUS } from '../../limits.ts';

export interface Requested {
  readonly service: string;
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

/** A subgraph's answer to a request. Each executor gets its own copy. */
export type AnswerOf = (requested: Requested) => unknown;

export interface Outcome {
  readonly data: unknown;
  readonly errors: readonly {
    readonly message: string;
    readonly path: unknown;
    readonly extensions: unknown;
    readonly original: unknown;
  }[];
  readonly extensions: unknown;
  /** Requests that the executor sent to the subgraphs. */
  readonly requested: readonly string[];
}

export interface Turns {
  readonly turns: Pick<FairTurns, 'continue'>;
  readonly signal: AbortSignal;
}

export interface Both {
  stop(): Promise<void>;
  apollo(query: string, variables: Record<string, unknown> | undefined, answerOf: AnswerOf): Promise<Outcome>;
  ours(
    query: string,
    variables: Record<string, unknown> | undefined,
    answerOf: AnswerOf,
    pace?: Partial<Turns>,
  ): Promise<Outcome>;
}

export async function both(subgraphs: readonly SubgraphSource[]): Promise<Both> {
  const { supergraphSdl } = composeSupergraph(subgraphs);
  let answerOf: AnswerOf;
  let requested: string[] = [];
  const services = new Map<string, GraphQLDataSource>();
  const service = (name: string): GraphQLDataSource => ({
    process: async ({ request }) => {
      const what = copy({ service: name, query: request.query!, variables: request.variables ?? {} }) as Requested;
      requested.push(JSON.stringify(what));
      return copy(answerOf(what)) as never;
    },
  });
  const gateway = new ApolloGateway({
    supergraphSdl,
    logger: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    buildService: ({ name }) => {
      services.set(name, service(name));
      return services.get(name)!;
    },
  });
  let schema: GraphQLSchema | undefined;
  gateway.onSchemaLoadOrUpdate(({ apiSchema }) => (schema = apiSchema));
  const { executor } = await gateway.load();
  const planning = createPlanning({ supergraphSdl, limits: GENEROUS, introspection: true });
  const types = new TypeConditions(buildASTSchema(parse(supergraphSdl), { assumeValidSDL: true }));

  async function outcomeOf(of: AnswerOf, run: () => Promise<object>): Promise<Outcome> {
    [answerOf, requested] = [of, []];
    const {
      data,
      errors = [],
      extensions,
    } = (await run()) as { data?: unknown; errors?: readonly GraphQLError[]; extensions?: unknown };
    return {
      data: copy(data),
      errors: errors.map(reported).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
      extensions: copy(extensions),
      requested: requested.sort(),
    };
  }

  return {
    stop: () => gateway.stop(),
    apollo: (query, variables, of) =>
      outcomeOf(of, () =>
        executor({
          request: { query, variables },
          document: parse(query),
          queryHash: createHash('sha256').update(query).digest('hex'),
          context: {},
          metrics: {},
          logger: console,
        } as never),
      ),
    ours: (query, variables, of, { turns = eventLoopTurns, signal = new AbortController().signal } = {}) =>
      outcomeOf(of, async () => {
        const planned = planning(query, undefined);
        if ('errors' in planned) throw new Error(JSON.stringify(planned.errors));
        const document = parse(query);
        const operation = new Operation(schema!, document, getOperationAST(document)!);
        const { coerced } = getVariableValues(schema!, operation.definition.variableDefinitions ?? [], variables ?? {});
        return executePlan(
          {
            plan: copy(planned.plan) as NonNullable<typeof planned.plan>,
            operation,
            given: variables,
            variables: coerced!,
          },
          {
            schema: schema!,
            types,
            services,
            incoming: { incomingRequestContext: {}, context: {} },
            inTurns: work => turns.continue('jane', work, untilGone(signal)),
          },
        );
      }),
  };
}

function reported({ message, path, extensions, originalError }: GraphQLError) {
  return {
    message,
    path: path && [...path],
    extensions: copy(extensions ?? {}),
    original: copy(originalError?.message),
  };
}

function copy(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
