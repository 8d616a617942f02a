/**
 * What the gateway knows of a subgraph: a name, its SDL for composition, its executable schema, and how it makes its own context from a
 * request. What it is opened with is parts.ts; all there are, registry.ts.
 */
import type { GraphQLSchema } from 'graphql';
import type { RequestContext } from '../identity/request.ts';

export interface Subgraph<Context extends object = object> {
  readonly name: string;
  readonly sdl: string;
  readonly schema: GraphQLSchema;
  /** Called once per request: per-request state (loaders, caches) lives here and nowhere else. */
  context(request: RequestContext): Context;
  /**
   * Another one whenever anything may have changed that its answers follow from, but for time that passes. Absent where they follow from more
   * than this process knows, as from what leaves answer.
   */
  readonly version?: () => string;
}
