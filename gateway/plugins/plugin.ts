/**
 * A plugin observes operations, streams and requests on all transports. Each plugin is in this folder and has one
 * line in http/server.ts. Every hook is optional.
 */
import type { RequestHandler } from 'express';
import type { FormattedExecutionResult, OperationDefinitionNode } from 'graphql';
import type { Identity } from '../../identity/identity.ts';
import type { GatewayContext, OperationParams, Refusal } from '../context.ts';
import type { Charge } from '../operation/cost.ts';

export interface GatewayPlugin {
  /**
   * Called when an operation begins. Each payload of a subscription counts as an operation. The returned function is
   * called when the operation has ended, before the answer is written.
   */
  readonly operation?: (context: GatewayContext) => (ended: EndedOperation) => void;
  /** Called when a client requests a stream. The returned function is called when the stream starts or is refused. */
  readonly stream?: (
    transport: StreamTransport,
    params: OperationParams,
    identity: Identity,
  ) => (refusal: Refusal | undefined) => void;
  /** Handler for every HTTP request for the graph. Runs before the credentials are read. */
  readonly request?: RequestHandler;
}

export interface EndedOperation {
  /** The answer with masked errors. A plugin may add extensions. */
  readonly answer: FormattedExecutionResult;
  /** HTTP status. */
  readonly status: number;
  /** SHA-256 of the document. Undefined if the client sent no document. */
  readonly hash?: string | undefined;
  /** Undefined if no operation was found, for example because the document was refused. */
  readonly operation?: OperationDefinitionNode | undefined;
  /** Undefined if the operation was not charged. */
  readonly charge?: Charge | undefined;
}

export type StreamTransport = 'event-stream' | 'websocket';
