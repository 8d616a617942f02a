/**
 * The placement subgraph: workloads that Open Cluster Management or Karmada distributes over member clusters, where
 * their copies run, and why. It shows the decisions of the engines and makes none. All data comes from rows of the
 * index.
 */
import { buildSubgraphSchema } from '@apollo/subgraph';
import type { DocumentNode } from 'graphql';
import type { GuardedContext, GuardedResolvers } from '../../access/guard.ts';
import type { OpenedSubgraph, SubgraphParts } from '../parts.ts';
import { Hubs } from './hubs.ts';
import { placementResolvers } from './resolvers.ts';
import { DateTime } from '../arguments.ts';

export { projections } from './projections.ts';

type PlacementParts = Pick<SubgraphParts, 'placement'> & {
  readonly access: Pick<SubgraphParts['access'], 'guard'>;
  /** Returns milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
};

const NO_HUBS = { hubs: [], mover: { overdue: 0 } };

export function openSubgraph(
  typeDefs: DocumentNode,
  { access, placement = NO_HUBS, now = Date.now }: PlacementParts,
): OpenedSubgraph<GuardedContext> {
  const { guard } = access;
  const resolvers: GuardedResolvers = { ...placementResolvers({ hubs: new Hubs(placement), now }), DateTime };
  return {
    schema: buildSubgraphSchema([{ typeDefs, resolvers: guard.guard(typeDefs, resolvers) as never }]),
    context: guard.context,
  };
}
