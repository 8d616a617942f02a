/**
 * The direct route, for an operation that one subgraph of this process answers whole: its document goes to that subgraph's executor as it
 * is. Planning finds these operations (planning/plan-document.ts).
 *
 * It saves everything that running a plan (execution/) does with an answer of several parts: copying it field by field into one result, and
 * shaping that result once more. On a page of a list that is more work than the list. The answer is the same either way. An operation
 * without data (an unreadable variable, a deadline) goes through its plan, for which the planner words the errors.
 */
import type { ApolloServerOptions, BaseContext } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { GatewayContext, InProcessDataSource } from './data-sources/in-process.ts';

/** Runs an operation for Apollo Server. */
export type Executor = NonNullable<Awaited<ReturnType<Gateway['load']>>['executor']>;
type Gateway = NonNullable<ApolloServerOptions<BaseContext>['gateway']>;

/** Takes the direct route where there is one, and runs all other operations by their plans. */
export function directly(local: ReadonlyMap<string, InProcessDataSource>, planned: Executor): Executor {
  return async asked => {
    const { document, request } = asked;
    const context = asked.context as GatewayContext;
    const subgraph = local.get(context.operation?.direct ?? '');
    if (subgraph) {
      const { data, errors } = await subgraph.run(context, document, request);
      if (data) return errors ? { data, errors: errors.map(plain) } : { data };
    }
    return planned(asked);
  };
}

/** An error as the planner passes it on: without positions in the document, which would be those of a subgraph's document. */
function plain(error: GraphQLError): GraphQLError {
  const { message, path, extensions, originalError } = error;
  return new GraphQLError(message, { path, extensions, originalError: originalError ?? error });
}
