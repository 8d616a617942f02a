/**
 * The usage subgraph: CPU and memory that objects used over a span of time, from a Prometheus over all clusters.
 *
 * The live subgraph serves current figures, which it reads from a cluster's own metrics API as the caller. history.ts
 * explains which callers may see the data of Prometheus.
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
  /** Start of the operation, in milliseconds since the epoch. */
  readonly now: number;
}

interface UsageSubgraphParts extends Pick<SubgraphParts, 'usage'> {
  readonly access: Pick<SubgraphParts['access'], 'guard'>;
  /** Returns milliseconds since the epoch. @default Date.now */
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

/** Converts seconds since the epoch to milliseconds, which DateTime expects. */
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
