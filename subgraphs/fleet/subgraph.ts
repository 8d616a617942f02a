/**
 * The fleet subgraph: lists, totals, facets and names of the whole fleet from the index, filtered by the leaf clusters'
 * own RBAC.
 *
 * Resolvers convert data. access/ decides what a caller may see.
 */
import { buildSubgraphSchema } from '@apollo/subgraph';
import type { DocumentNode } from 'graphql';
import type { GuardedContext, GuardedResolvers } from '../../access/guard.ts';
import type { NodeFinders, OpenedSubgraph, SavedView, SubgraphParts } from '../parts.ts';
import { administrationResolvers } from './administration.ts';
import { changeResolvers } from './changes.ts';
import { clusterResolvers } from './clusters.ts';
import { explainResolvers } from './explain.ts';
import { nameResolvers } from './names.ts';
import { objectResolvers } from './objects.ts';
import { nodeResolvers } from './nodes.ts';
import { relationResolvers } from './relations.ts';
import { restartResolvers } from './restarts.ts';
import { revisionResolvers } from './revisions.ts';
import { rollUpResolvers } from './roll-up.ts';
import { DateTime, Duration, StringMap } from '../arguments.ts';
import { savedViewResolvers } from './saved-views.ts';
import { suggestionResolvers } from './suggestions.ts';
import { viewerResolvers } from './viewer.ts';

export { projections } from './projections.ts';

export function openSubgraph(
  typeDefs: DocumentNode,
  { access: { guard }, views = [], nodes = {} }: FleetParts,
): OpenedSubgraph<GuardedContext> {
  return {
    schema: buildSubgraphSchema([{ typeDefs, resolvers: guard.guard(typeDefs, resolvers(views, nodes)) as never }]),
    context: guard.context,
  };
}

interface FleetParts extends Pick<SubgraphParts, 'views' | 'nodes'> {
  readonly access: Pick<SubgraphParts['access'], 'guard'>;
}

function resolvers(views: readonly SavedView[], nodes: NodeFinders): GuardedResolvers {
  const files = [
    ...[
      objectResolvers,
      changeResolvers,
      clusterResolvers,
      nameResolvers,
      nodeResolvers(nodes),
      relationResolvers,
      rollUpResolvers,
    ],
    ...[
      viewerResolvers,
      explainResolvers,
      suggestionResolvers,
      revisionResolvers,
      restartResolvers,
      administrationResolvers,
    ],
    savedViewResolvers(views),
  ];
  const merged: Record<string, GuardedResolvers[string]> = { DateTime, Duration, StringMap };
  for (const file of files) {
    for (const [type, fields] of Object.entries(file))
      merged[type] = { ...(merged[type] as object), ...(fields as object) };
  }
  return merged;
}
