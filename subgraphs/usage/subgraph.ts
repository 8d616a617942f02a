/**
 * The usage subgraph: CPU and memory that objects used over a span of time, from a Prometheus over all clusters.
 *
 * Present figures of one cluster's own metrics API, read as the caller, are the live subgraph's. history.ts says who
 * may see what Prometheus has.
 */
import { buildSubgraphSchema } from '@apollo/subgraph';
import type { DocumentNode } from 'graphql';
import { through, throughRows, type GuardedResolvers } from '../../access/guard.ts';
import { callerKey } from '../../identity/identity.ts';
import { decodeObjectId, isObjectId } from '../../schema/object-id.ts';
import { DateTime, Duration } from '../arguments.ts';
import { withOperation, type InOperation, type OperationContext } from '../operation.ts';
import type { OpenedSubgraph, SubgraphParts } from '../parts.ts';
import { UsageHistories, type UsageHistory } from './history.ts';
import { spanOf, type SpanArguments } from './span.ts';

interface Operation {
  readonly histories: UsageHistories;
  /** Milliseconds since the epoch at which the operation began. */
  readonly now: number;
}

interface UsageSubgraphParts extends Pick<SubgraphParts, 'usage'> {
  readonly access: Pick<SubgraphParts['access'], 'guard'>;
  /** @default Date.now */
  readonly now?: () => number;
}

export function openSubgraph(
  typeDefs: DocumentNode,
  { access: { guard }, usage: parts, now = Date.now }: UsageSubgraphParts,
): OpenedSubgraph<OperationContext<Operation>> {
  return {
    schema: buildSubgraphSchema([{ typeDefs, resolvers: withOperation(guard.guard(typeDefs, resolvers)) as never }]),
    context: request => {
      const { identity, signal, deadline } = request;
      const histories = new UsageHistories({ parts, caller: callerKey(identity), signal, deadline });
      return { guarded: guard.context(request), operation: { histories, now: now() } };
    },
  };
}

/** Seconds since the epoch, as DateTime takes them. */
const milliseconds = (seconds: number): number => seconds * 1_000;

const resolvers: GuardedResolvers = {
  DateTime,
  Duration,
  KubernetesObject: {
    __resolveReference: throughRows(async ({ id }: { readonly id: string }, _: unknown, rows) =>
      isObjectId(id) && (await rows.find(id)) ? { id } : null,
    ),
    usageHistory: through(
      'rbacRows',
      'rbacNames',
    )(
      (
        { id }: { readonly id: string },
        { operation: { histories, now }, ...args }: SpanArguments & InOperation<Operation>,
        { rbacNames: names },
      ) => histories.of(decodeObjectId(id), spanOf(args, { now, stepMs: histories.stepMs }), names),
    ),
  },
  UsageHistory: {
    from: ({ from }: UsageHistory) => milliseconds(from),
    to: ({ to }: UsageHistory) => milliseconds(to),
    newestAt: ({ newest }: UsageHistory) => (newest === undefined ? null : milliseconds(newest)),
    stepSeconds: ({ step }: UsageHistory) => step,
  },
};
