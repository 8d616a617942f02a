/**
 * Refuses a request whose document has no operation to run, before the planner reads it: the planner would report this mistake of a client
 * as a fault of ours.
 */
import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, OperationTypeNode } from 'graphql';
import type { ErrorCode } from '../../schema/error-codes.ts';
import type { GatewayContext } from '../context.ts';

export function runnableOperation(): ApolloServerPlugin<GatewayContext> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ operation, request, schema, contextValue }) => {
        if (contextValue.operation?.refusal) return;
        if (!operation) {
          throw refusal(
            request.operationName == null
              ? 'The document has several operations; name the one to run in operationName.'
              : `The document has no operation named "${request.operationName.slice(0, 100)}".`,
          );
        }
        if (operation.operation === OperationTypeNode.SUBSCRIPTION && schema.getSubscriptionType()) {
          const message =
            'A subscription is answered by a stream. Send "accept: text/event-stream" (graphql-sse), or use a WebSocket (graphql-transport-ws).';
          throw refusal(message, 'NOT_ACCEPTABLE', 406);
        }
        if (!schema.getRootType(operation.operation)) throw refusal(`This graph has no ${operation.operation}s; it answers queries only.`);
      },
    }),
  };
}

function refusal(message: string, code: ErrorCode = 'OPERATION_RESOLUTION_FAILURE', status = 400): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status } } });
}
