/** An operation over any stream transport: its parameters, its run and its answers. */
import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql';
import type { Identity } from '../../identity/identity.ts';
import type { LiveQuery } from '../../identity/request.ts';

export interface OperationParams {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly operationName?: string | undefined;
  /**
   * True if it came by its own POST. A mutation must: over a WebSocket it would run with the identity of hours ago.
   * @default false
   */
  readonly isPost?: boolean;
}

export interface Execution {
  readonly answer: FormattedExecutionResult;
  /** Set if the operation was refused before it ran. */
  readonly refused?: { readonly status: number; readonly retryAfterSeconds?: number | undefined };
}

/** Runs an operation like over HTTP: with its checks, its price and its deadline. */
export type Execute = (params: OperationParams, identity: Identity, signal: AbortSignal, liveQuery?: LiveQuery) => Promise<Execution>;

/** Why nothing was started. */
export interface Refusal {
  readonly status: number;
  readonly errors: readonly GraphQLFormattedError[];
  readonly retryAfterSeconds?: number | undefined;
}

/** The payloads of one operation. The next one is made on request, after the client has read the previous one. */
export interface Payloads extends AsyncIterableIterator<FormattedExecutionResult, undefined> {
  return(): Promise<IteratorResult<FormattedExecutionResult, undefined>>;
}
