/** Runs operations for Apollo Server, by the plans of plugins/operations.ts. */
import type { GraphQLDataSource } from '@apollo/gateway';
import type { ApolloServerOptions, BaseContext } from '@apollo/server';
import { getOperationAST, getVariableValues, GraphQLError, type DocumentNode, type GraphQLSchema } from 'graphql';
import { callerKey } from '../../identity/identity.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import type { GatewayContext } from '../context.ts';
import { executePlan, type ExecutionContext } from './execute-plan.ts';
import { Operation } from './operation.ts';
import { ClientGone, Pace } from './pace.ts';
import { TypeConditions } from './type-conditions.ts';

export interface PlannedExecutorOptions {
  /** As clients see it. */
  readonly schema: GraphQLSchema;
  readonly supergraph: GraphQLSchema;
  readonly services: ReadonlyMap<string, GraphQLDataSource>;
}

/** How many wrong variables an answer reports. Each error prints the whole value. */
export const VARIABLE_ERRORS = 1;

/** What runs an operation for Apollo Server. */
export type Executor = NonNullable<Awaited<ReturnType<Gateway['load']>>['executor']>;
type Gateway = NonNullable<ApolloServerOptions<BaseContext>['gateway']>;
/** What it reads of a request. */
export type PlannedRequest = Pick<Parameters<Executor>[0], 'document' | 'operation'> & {
  readonly request: Pick<Parameters<Executor>[0]['request'], 'variables' | 'operationName'>;
  readonly context: GatewayContext;
};

type Result = Awaited<ReturnType<Executor>>;

export function plannedExecutor({ schema, supergraph, services }: PlannedExecutorOptions): Executor {
  const types = new TypeConditions(supergraph);
  const operations = new WeakMap<DocumentNode, Map<string, Operation>>();

  return async asked => {
    const { document, request } = asked;
    const context = asked.context as GatewayContext;
    const plan = context.operation?.plan;
    const operation = operationOf(document, request.operationName);
    if (!plan || !operation) throw new Error('An operation without a plan was to be run.');
    const given = request.variables ?? {};
    const { coerced, errors } = getVariableValues(schema, operation.definition.variableDefinitions ?? [], given, {
      maxErrors: VARIABLE_ERRORS,
    });
    if (errors) return { errors: errors.slice(0, VARIABLE_ERRORS) };
    const { identity, signal } = context.request;
    const pace = new Pace({ caller: callerKey(identity), signal });
    const incoming: ExecutionContext['incoming'] = { incomingRequestContext: asked, context: asked.context };
    try {
      return (await executePlan({ plan, operation, given, variables: coerced }, { schema, types, services, incoming, pace })) as Result;
    } catch (error) {
      if (error instanceof ClientGone) return { errors: [gone(error)] };
      if (error instanceof GraphQLError) return { errors: [error] };
      throw error;
    }
  };

  function operationOf(document: DocumentNode, name: string | null | undefined): Operation | undefined {
    let known = operations.get(document);
    if (!known) operations.set(document, (known = new Map<string, Operation>()));
    let operation = known.get(name ?? '');
    if (!operation) {
      const definition = getOperationAST(document, name);
      if (!definition) return undefined;
      known.set(name ?? '', (operation = new Operation(schema, document, definition)));
    }
    return operation;
  }
}

function gone(cause: ClientGone): GraphQLError {
  const code: ErrorCode = 'DEADLINE_EXCEEDED';
  return new GraphQLError(cause.message, { extensions: { code } });
}
