/**
 * Reports how many requests an operation sent to each cluster (`extensions.leafRequests`), to callers who send this
 * header.
 */
import type { ApolloServerPlugin } from '@apollo/server';
import type { GatewayContext } from '../context.ts';

export const LEAF_REQUESTS_HEADER = 'x-graphql-leaf-requests';

export function leafRequests(): ApolloServerPlugin<GatewayContext> {
  return {
    requestDidStart: async () => ({
      willSendResponse: async ({ request, response: { body }, contextValue }) => {
        if (body.kind !== 'single' || !request.http?.headers.has(LEAF_REQUESTS_HEADER)) return;
        const counted = [...(contextValue.request.leafRequests ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
        const sum = (asked: Iterable<{ readonly requests: number }>) => [...asked].reduce((all, { requests }) => all + requests, 0);
        const leafRequests = Object.fromEntries(counted.map(([cluster, asked]) => [cluster, sum(asked)]));
        body.singleResult.extensions = { ...body.singleResult.extensions, leafRequests };
      },
    }),
  };
}
