/**
 * The usage subgraph: CPU and memory that objects used over a span of time, from a Prometheus over all clusters.
 *
 * Present figures of one cluster's own metrics API, read as the caller, are the live subgraph's. history.ts says who
 * may see what Prometheus has.
 */
import { buildSubgraphSchema } from '@apollo/subgraph';
import { GraphQLScalarType, type DocumentNode } from 'graphql';
import { through, throughRows, type GuardedResolvers } from '../../access/guard.ts';
import { callerKey } from '../../identity/identity.ts';
import { decodeObjectId, isObjectId } from '../../schema/object-id.ts';
import { inputError } from '../arguments.ts';
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

const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  serialize: value => new Date((value as number) * 1_000).toISOString(),
});

const Duration = new GraphQLScalarType<string, string>({
  name: 'Duration',
  parseValue: value => {
    if (typeof value !== 'string') throw inputError('A Duration is a text, a whole number and ms, s, m or h: "15m".');
    return value;
  },
});

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
    newestAt: ({ newest }: UsageHistory) => newest ?? null,
    stepSeconds: ({ step }: UsageHistory) => step,
  },
};
