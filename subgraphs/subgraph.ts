/**
 * Interface of a subgraph to the gateway: its name, its SDL for composition, its executable schema, and the function
 * that creates its context from a request. parts.ts has the inputs of a subgraph, registry.ts the list of all
 * subgraphs.
 */
import type { GraphQLSchema } from 'graphql';
import type { RequestContext } from '../identity/identity.ts';

export interface Subgraph<Context extends object = object> {
  readonly name: string;
  readonly sdl: string;
  readonly schema: GraphQLSchema;
  /** Called once per request. Loaders, caches and other state of a request live only in the context. */
  context(request: RequestContext): Context;
}
