/**
 * The short way for an operation that one subgraph of this process answers whole: its document goes to that subgraph's executor as it is.
 *
 * The planner still decides: only where its own plan is a single fetch from such a subgraph is the way short, from the second time that the
 * document comes. What is saved is everything it does with an answer of several parts: copying it field by field into one result, and
 * shaping that result once more. On a page of a list that is more work than the list.
 *
 * The answer is the same either way. So an operation that asks for the schema, or is not valid to the letter in the subgraph's own
 * schema, keeps the long way, and so does an answer without data (a variable that cannot be read, a deadline), whose errors the planner words.
 */
import type { Experimental_DidResolveQueryPlanCallback } from '@apollo/gateway';
import type { ApolloServerOptions, BaseContext } from '@apollo/server';
import { BREAK, GraphQLError, OperationTypeNode, validate, visit, type DocumentNode } from 'graphql';
import type { GatewayContext, InProcessDataSource } from './data-sources/in-process.ts';

/** What runs an operation for Apollo Server. */
export type Executor = NonNullable<Awaited<ReturnType<Gateway['load']>>['executor']>;
type Gateway = NonNullable<ApolloServerOptions<BaseContext>['gateway']>;
type Planned = Parameters<Experimental_DidResolveQueryPlanCallback>[0];

export class DirectRoutes {
  readonly #local: ReadonlyMap<string, InProcessDataSource>;
  /** By document and operation name. Documents are kept by Apollo Server's document store, and what is kept here goes when they go. */
  readonly #routes = new WeakMap<DocumentNode, Map<string, InProcessDataSource | undefined>>();

  constructor(local: ReadonlyMap<string, InProcessDataSource>) {
    this.#local = local;
  }

  /** Remembers what the planner made of an operation. */
  note({ queryPlan, requestContext: { document, request } }: Planned): void {
    const routes = this.#routes.get(document) ?? new Map<string, InProcessDataSource | undefined>();
    this.#routes.set(document, routes);
    const name = request.operationName ?? '';
    if (!routes.has(name)) routes.set(name, this.#routeOf(queryPlan, document));
  }

  /** Takes the short way where there is one, and leaves all else to the planner. */
  before(planned: Executor): Executor {
    return async asked => {
      const { document, request, context } = asked;
      const subgraph = this.#routes.get(document)?.get(request.operationName ?? '');
      if (subgraph) {
        const { data, errors } = await subgraph.run(context as GatewayContext, document, request);
        if (data) return errors ? { data, errors: errors.map(plain) } : { data };
      }
      return planned(asked);
    };
  }

  #routeOf({ node }: Planned['queryPlan'], document: DocumentNode): InProcessDataSource | undefined {
    if (node?.kind !== 'Fetch' || node.requires || node.outputRewrites || node.operationKind !== OperationTypeNode.QUERY) return undefined;
    const subgraph = this.#local.get(node.serviceName);
    return subgraph && !asksForSchema(document) && validate(subgraph.schema, document).length === 0 ? subgraph : undefined;
  }
}

/** A subgraph's own schema holds the machinery of federation, which is not the clients'. */
function asksForSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    Field({ name: { value } }) {
      asks ||= value.startsWith('__') && value !== '__typename';
      return asks ? BREAK : undefined;
    },
  });
  return asks;
}

/** An error as the planner passes it on: without places in a document, which were those of its own. */
function plain(error: GraphQLError): GraphQLError {
  const { message, path, extensions, originalError } = error;
  return new GraphQLError(message, { path, extensions, originalError: originalError ?? error });
}
