/**
 * What the gateway knows of a subgraph: a name, its SDL for composition, its executable schema, and how it makes its own context from a
 * request. What it is opened with is parts.ts; all there are, registry.ts.
 */
import type { GraphQLSchema } from 'graphql';
import type { Identity } from '../identity/identity.ts';
import type { Logger } from '../telemetry/log.ts';

/** What every subgraph is told of the request it serves. */
export interface RequestContext {
  readonly identity: Identity;
  /** Aborted when the client goes away or the deadline passes. */
  readonly signal: AbortSignal;
  /** performance.now() at which the answer is due. */
  readonly deadline: number;
  readonly requestId: string;
  readonly log: Logger;
}

export interface Subgraph<Context extends object = object> {
  readonly name: string;
  readonly sdl: string;
  readonly schema: GraphQLSchema;
  /** Called once per request: per-request state (loaders, caches) lives here and nowhere else. */
  context(request: RequestContext): Context;
}
