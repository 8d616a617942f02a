/** Resolvers for the relations between objects, such as owner and source, and for trees of relations. */
import { throughRows, type GuardedResolvers } from '../../access/guard.ts';
import type { IndexedRow } from '../../readmodel/query.ts';
import type { Related, RelatedPage, RelatedRequest } from '../../readmodel/questions/related.ts';
import type { Tree, TreeNode } from '../../readmodel/questions/tree.ts';
import { isObjectId } from '../../schema/object-id.ts';
import {
  ALL_RELATION_TYPES,
  RELATION_DIRECTIONS,
  type AnyRelationType,
  type RelationDirection,
} from '../../store/attached.ts';
import {
  badInput,
  quoted,
  encodeCursor,
  objectIdArgument,
  decodeCursor,
  DEFAULT_PAGE,
  pageSize,
  type PageArguments,
} from '../arguments.ts';

interface RelatedArguments extends Pick<PageArguments, 'first' | 'after'> {
  readonly types?: readonly AnyRelationType[] | null;
  readonly direction?: RelationDirection | null;
}

interface TreeArguments {
  readonly id: string;
  readonly direction: RelationDirection;
  readonly depth: number;
  readonly limit: number;
}

const MAX_DEPTH = 10;

interface NodeOfTree {
  readonly tree: Tree<IndexedRow>;
  readonly node: TreeNode<IndexedRow>;
}

export const relationResolvers: GuardedResolvers = {
  Query: {
    tree: throughRows(async (_: unknown, { id, direction, depth, limit }: TreeArguments, rows) => {
      objectIdArgument(id);
      if (depth < 0 || depth > MAX_DEPTH)
        throw badInput('depth', `${depth} is not from 0 to ${MAX_DEPTH}. Ask for the tree of an object further on.`);
      if (pageSize('limit', limit) === 0)
        throw badInput('limit', '0 leaves no room for the object itself. Ask for 1 or more.');
      return rows.tree(id, { direction, depth, limit });
    }),
  },
  KubernetesObject: {
    related: throughRows(({ id }: IndexedRow, args: RelatedArguments, rows) => rows.related(id, relatedRequest(args))),
    source: throughRows(({ id }: IndexedRow, _: unknown, rows) => rows.above(id, 'SOURCE')),
    managedBy: throughRows(({ id }: IndexedRow, _: unknown, rows) => rows.above(id, 'MANAGES')),
  },
  RelationConnection: {
    edges: ({ edges }: RelatedPage<Related<IndexedRow>>) =>
      edges.map(edge => ({ ...edge, node: edge.row, cursor: cursorOf(edge) })),
    pageInfo: ({ edges, hasNextPage, hasPreviousPage }: RelatedPage<Related<IndexedRow>>) => {
      const [first, last] = [edges[0], edges.at(-1)];
      return { hasNextPage, hasPreviousPage, startCursor: first && cursorOf(first), endCursor: last && cursorOf(last) };
    },
  },
  ObjectTree: {
    nodes: (tree: Tree<IndexedRow>) => tree.nodes.map((node): NodeOfTree => ({ tree, node })),
    worst: ({ nodes }: Tree<IndexedRow>) => nodes[0]!.worst,
  },
  TreeNode: {
    id: ({ node }: NodeOfTree) => node.id,
    object: ({ node }: NodeOfTree) => node.row,
    parentId: ({ tree, node: { parent } }: NodeOfTree) => (parent === undefined ? null : tree.nodes[parent]!.id),
    relation: ({ node }: NodeOfTree) => node.relation ?? null,
    depth: ({ node }: NodeOfTree) => node.depth,
    worst: ({ node }: NodeOfTree) => node.worst,
  },
};

function relatedRequest({ types, direction, first, after }: RelatedArguments): Omit<RelatedRequest, 'mayName' | 'own'> {
  return {
    types: types ?? undefined,
    direction: direction ?? undefined,
    first: pageSize('first', first ?? DEFAULT_PAGE),
    after: after == null ? undefined : placeOf(after),
  };
}

function cursorOf({ direction, type, id }: Related<IndexedRow>): string {
  return encodeCursor([direction, type, id]);
}

function placeOf(cursor: string): RelatedRequest['after'] {
  const [direction, type, id = ''] = decodeCursor(cursor, 3) as [RelationDirection, AnyRelationType, string];
  if (!RELATION_DIRECTIONS.includes(direction) || !ALL_RELATION_TYPES.includes(type) || !isObjectId(id))
    throw badInput(
      'after',
      `${quoted(cursor)} is not a cursor of this list. Use pageInfo.endCursor or edges.cursor of an earlier page.`,
    );
  return { direction, type, id };
}
