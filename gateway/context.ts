/** What the gateway carries through one operation, from plugin to plugin and to the data sources. */
import type { QueryPlan } from '@apollo/query-planner';
import type { GraphQLFormattedError } from 'graphql';
import type { RequestContext } from '../identity/request.ts';
import type { RequestCost } from './operation/operation-cost.ts';

export interface GatewayContext {
  readonly request: RequestContext;
  /** By subgraph name: the context of its resolvers, created with the first fetch. */
  readonly subgraphs: Map<string, object>;
  /** Set by plugins/operations.ts. */
  operation?: OperationDecision;
  /** Reserves this many bytes for an answer that waits for its client. If true, they count until the request closes. */
  readonly hold: (bytes: number) => boolean;
  /** Called with the whole text of an answer without errors. */
  readonly answered?: ((text: string) => void) | undefined;
}

/** The decision about an operation before it runs. */
export interface OperationDecision {
  readonly refusal?: RefusedOperation;
  readonly charge?: Charge;
  /** Introspection data, if nothing else is requested. */
  readonly data?: Record<string, unknown> | undefined;
  readonly plan?: QueryPlan | undefined;
}

export interface RefusedOperation {
  readonly status: number;
  readonly errors: readonly GraphQLFormattedError[];
  readonly retryAfterSeconds?: number;
}

export interface Charge {
  readonly estimated: number;
  /** Set when the answer is complete. */
  actual?: number;
  readonly cost: RequestCost;
}
