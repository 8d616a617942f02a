/**
 * Runs a subgraph in this process: the planner's parsed document goes straight to the executor, with no HTTP hop and no second parse.
 *
 * A fetch ends with the request, at its deadline or when the client goes away. It then answers with an error of its own, and the rest of
 * the operation continues with what it has.
 */
import type { GraphQLDataSource, GraphQLDataSourceProcessOptions } from '@apollo/gateway';
import { execute, GraphQLError, isValueNode, parse, type DocumentNode, type GraphQLSchema } from 'graphql';
import { raced } from '../../async/raced.ts';
import { VARIABLE_ERRORS } from '../execution/execute-plan.ts';
import { inTurns, turnsGoTo } from './lists-in-turns.ts';
import type { RequestContext } from '../../identity/request.ts';
import type { Subgraph } from '../../subgraphs/subgraph.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { callerKey } from '../../identity/identity.ts';
import type { GatewayContext } from '../context.ts';

type Response = Awaited<ReturnType<GraphQLDataSource['process']>>;

export class InProcessDataSource implements GraphQLDataSource<GatewayContext & Record<string, unknown>> {
  readonly #subgraph: Subgraph;

  constructor(subgraph: Subgraph) {
    this.#subgraph = subgraph;
  }

  get schema(): GraphQLSchema {
    return this.#subgraph.schema;
  }

  /** As Subgraph.version. */
  get version(): string | undefined {
    return this.#subgraph.version?.();
  }

  async process(options: GraphQLDataSourceProcessOptions<GatewayContext & Record<string, unknown>>): Promise<Response> {
    const document = ('document' in options && (options.document as DocumentNode | undefined)) || parse(options.request.query ?? '');
    const context = options.context as GatewayContext;
    const { variables, operationName } = options.request;
    const { request } = context;
    if (request.signal.aborted) return { errors: [requestEnded(this.#subgraph.name)] } as Response;
    const result = execute({
      schema: inTurns(this.#subgraph.schema),
      document,
      contextValue: this.#contextOf(context),
      options: { maxCoercionErrors: VARIABLE_ERRORS },
      ...(variables && { variableValues: variables }),
      ...(operationName && { operationName }),
    });
    const made = 'then' in result ? await withinRequest(request, this.#subgraph.name, result) : result;
    return (made.errors ? { ...made, errors: made.errors.map(ofInput) } : made) as Response;
  }

  #contextOf(context: GatewayContext): object {
    const known = context.subgraphs.get(this.#subgraph.name);
    if (known) return known;
    const made = this.#subgraph.context(context.request);
    turnsGoTo(made, callerKey(context.request.identity));
    context.subgraphs.set(this.#subgraph.name, made);
    return made;
  }
}

/**
 * The gateway knows scalars by their names alone, so a literal that none of the subgraph's scalars takes is found when the subgraph runs. Its error is at the
 * literal; those of resolvers are at a field.
 */
function ofInput(error: GraphQLError): GraphQLError {
  const { message, nodes, path, extensions } = error;
  if (extensions['code'] !== undefined || !nodes?.some(isValueNode)) return error;
  const code: ErrorCode = 'BAD_USER_INPUT';
  return new GraphQLError(message, { path, extensions: { code } });
}

/** The work's answer, or an error of this fetch alone when the request ends first. */
async function withinRequest<T extends object>(
  request: RequestContext,
  subgraph: string,
  work: Promise<T>,
): Promise<T | { errors: GraphQLError[] }> {
  const { signal } = request;
  try {
    return await raced(work, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    return { errors: [requestEnded(subgraph)] };
  }
}

function requestEnded(subgraph: string): GraphQLError {
  const code: ErrorCode = 'DEADLINE_EXCEEDED';
  return new GraphQLError(
    `The ${subgraph} part of the answer was not ready at the request's deadline. Ask for less, or raise limits.requestTimeout.`,
    {
      extensions: { code },
    },
  );
}
