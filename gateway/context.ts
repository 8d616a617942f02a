/** What the gateway carries through one operation: from its transport to the plugins and the data sources. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql';
import type { RequestContext } from '../identity/identity.ts';

/** An operation as its client sent it, on any transport. */
export interface OperationParams {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly operationName?: string | undefined;
  /** SHA-256 of the query in hexadecimal digits. @default computed */
  readonly hash?: string | undefined;
  /**
   * True if it came by its own POST. A mutation must: over a WebSocket it would run with the identity of hours ago.
   * @default false
   */
  readonly isPost?: boolean;
}

export interface GatewayContext {
  readonly request: RequestContext;
  /** By subgraph name: the context of its resolvers, created with the first fetch. */
  readonly subgraphs: Map<string, object>;
  /** Headers of the HTTP request that sent this operation and waits for its answer. Absent on streams. */
  readonly headers?: IncomingHttpHeaders | undefined;
}

/** An operation that has run or was refused. */
export interface Execution {
  readonly answer: FormattedExecutionResult;
  /** HTTP status. 400 and above: the operation was refused, or has no data. */
  readonly status: number;
  readonly retryAfterSeconds?: number | undefined;
}

/** Why an operation did not run, or a stream did not start. */
export interface Refusal {
  readonly status: number;
  readonly errors: readonly GraphQLFormattedError[];
  readonly retryAfterSeconds?: number | undefined;
}

/** Runs an operation, on any transport: operation/run.ts. */
export type Run = (params: OperationParams, context: GatewayContext) => Promise<Execution>;
