/** An operation over a stream, whatever carries it: how it is asked, run and answered. */
import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql';
import type { Identity } from '../../identity/identity.ts';
import type { LiveQuery } from '../../identity/request.ts';

export interface OperationParams {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly operationName?: string | undefined;
  /** Whether it came by a POST of its own. A mutation must: over a WebSocket it would run with the identity of hours ago. @default false */
  readonly isPost?: boolean;
}

export interface Execution {
  readonly answer: FormattedExecutionResult;
  /** Where the operation was refused before it ran. */
  readonly refused?: { readonly status: number; readonly retryAfterSeconds?: number | undefined };
}

/** Runs an operation as HTTP does: with its checks, its price and its deadline. */
export type Execute = (params: OperationParams, identity: Identity, signal: AbortSignal, liveQuery?: LiveQuery) => Promise<Execution>;

/** Why nothing is begun. */
export interface Refusal {
  readonly status: number;
  readonly errors: readonly GraphQLFormattedError[];
  readonly retryAfterSeconds?: number | undefined;
}

/** The payloads of one operation. The next one is made when it is asked for: when the client has taken the one before. */
export interface Payloads extends AsyncIterableIterator<FormattedExecutionResult, undefined> {
  return(): Promise<IteratorResult<FormattedExecutionResult, undefined>>;
}
