/**
 * A plugin watches operations, streams and requests on all transports. Plugins are in this folder, each with one
 * line in http/server.ts. Every hook is optional.
 */
import type { RequestHandler } from 'express';
import type { FormattedExecutionResult, OperationDefinitionNode } from 'graphql';
import type { Identity } from '../../identity/identity.ts';
import type { GatewayContext, OperationParams, Refusal } from '../context.ts';
import type { Charge } from '../operation/cost.ts';

export interface GatewayPlugin {
  /**
   * Called when an operation begins; each payload of a subscription is one. The returned function is called with its
   * end, before the answer is written.
   */
  readonly operation?: (context: GatewayContext) => (ended: EndedOperation) => void;
  /** Called when a client asks for a stream. The returned function is called when the stream starts or is refused. */
  readonly stream?: (
    transport: StreamTransport,
    params: OperationParams,
    identity: Identity,
  ) => (refusal: Refusal | undefined) => void;
  /** Step of every HTTP request for the graph, before its credentials are read. */
  readonly request?: RequestHandler;
}

export interface EndedOperation {
  /** Masked. A plugin may add extensions. */
  readonly answer: FormattedExecutionResult;
  /** HTTP status. */
  readonly status: number;
  /** SHA-256 of the document. Undefined if none came. */
  readonly hash?: string | undefined;
  /** Undefined if the document was refused, or has no such operation. */
  readonly operation?: OperationDefinitionNode | undefined;
  /** Undefined if the operation had no price. */
  readonly charge?: Charge | undefined;
}

export type StreamTransport = 'event-stream' | 'websocket';
