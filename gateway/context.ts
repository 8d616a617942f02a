/** The data of one operation in the gateway, passed from its transport to the plugins and the data sources. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql';
import type { RequestContext } from '../identity/identity.ts';

/** An operation as its client sent it, on any transport. */
export interface OperationParams {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly operationName?: string | undefined;
  /** SHA-256 of the query in hexadecimal digits. Computed if absent. */
  readonly hash?: string | undefined;
  /**
   * True if the operation came in its own POST request. Mutations require this, because over a WebSocket a mutation
   * could run hours after the caller was authenticated. @default false
   */
  readonly isPost?: boolean;
}

export interface GatewayContext {
  readonly request: RequestContext;
  /** The context of each subgraph's resolvers, by name of the subgraph. Added at the first fetch from the subgraph. */
  readonly subgraphs: Map<string, object>;
  /**
   * Headers of the HTTP request that sent this operation and waits for its answer. Absent for operations on streams.
   */
  readonly headers?: IncomingHttpHeaders | undefined;
}

/** Result of an operation that has run or was refused. */
export interface Execution {
  readonly answer: FormattedExecutionResult;
  /** HTTP status. A status of 400 or more means that the operation was refused or has no data. */
  readonly status: number;
  readonly retryAfterSeconds?: number | undefined;
}

/** Why an operation did not run, or a stream did not start. */
export interface Refusal {
  readonly status: number;
  readonly errors: readonly GraphQLFormattedError[];
  readonly retryAfterSeconds?: number | undefined;
}

/** Runs an operation on any transport. Implemented by operation/run.ts. */
export type Run = (params: OperationParams, context: GatewayContext) => Promise<Execution>;
