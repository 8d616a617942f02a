/** What the gateway carries through one operation, from plugin to plugin and to the data sources. */
import type { QueryPlan } from '@apollo/query-planner';
import type { GraphQLFormattedError } from 'graphql';
import type { RequestContext } from '../identity/request.ts';
import type { RequestCost } from './cost/operation-cost.ts';

export interface GatewayContext {
  readonly request: RequestContext;
  /** By the name of a subgraph: the context that its resolvers get, made with the first fetch. */
  readonly subgraphs: Map<string, object>;
  /** Once plugins/operations.ts has decided about it. */
  operation?: OperationDecision;
  /** Whether an answer of so many bytes may wait until the client reads it. If so, it counts until the request is closed. */
  readonly hold: (bytes: number) => boolean;
  /** Called with the whole text of an answer without errors. */
  readonly answered?: ((text: string) => void) | undefined;
}

/** What was decided about an operation before it runs. */
export interface OperationDecision {
  readonly refusal?: RefusedOperation;
  readonly charge?: Charge;
  /** What the graph says of itself, where nothing else is asked for. */
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
  /** When the answer is made. */
  actual?: number;
  readonly cost: RequestCost;
}
