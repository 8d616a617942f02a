/**
 * Reports how many requests an operation sent to each cluster (`extensions.leafRequests`), to callers who send this
 * header.
 */
import type { GatewayPlugin } from './plugin.ts';

export const LEAF_REQUESTS_HEADER = 'x-graphql-leaf-requests';

export function leafRequests(): GatewayPlugin {
  return {
    operation:
      ({ request, headers }) =>
      ({ answer }) => {
        if (headers?.[LEAF_REQUESTS_HEADER] === undefined) return;
        const counted = [...(request.leafRequests ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
        const sum = (asked: Iterable<{ readonly requests: number }>) => [...asked].reduce((all, { requests }) => all + requests, 0);
        const leafRequests = Object.fromEntries(counted.map(([cluster, asked]) => [cluster, sum(asked)]));
        answer.extensions = { ...answer.extensions, leafRequests };
      },
  };
}
