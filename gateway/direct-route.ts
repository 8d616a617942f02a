/**
 * The short way for an operation that one subgraph of this process answers whole: its document goes to that subgraph's executor as it is. Which operations
 * these are is found when they are planned (planning/plan-document.ts).
 *
 * What is saved is everything that running a plan (execution/) does with an answer of several parts: copying it field by field into one result, and shaping that
 * result once more. On a page of a list that is more work than the list. The answer is the same either way; one without data (a variable that cannot be
 * read, a deadline) goes the long way, whose errors the planner words.
 */
import type { ApolloServerOptions, BaseContext } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { GatewayContext, InProcessDataSource } from './data-sources/in-process.ts';

/** What runs an operation for Apollo Server. */
export type Executor = NonNullable<Awaited<ReturnType<Gateway['load']>>['executor']>;
type Gateway = NonNullable<ApolloServerOptions<BaseContext>['gateway']>;

/** Takes the short way where there is one, and leaves all else to what runs plans. */
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

/** An error as the planner passes it on: without places in a document, which were those of its own. */
function plain(error: GraphQLError): GraphQLError {
  const { message, path, extensions, originalError } = error;
  return new GraphQLError(message, { path, extensions, originalError: originalError ?? error });
}
