/** Finds nodes of the graph by id (`Node`): objects, clusters, namespaces, kinds, and nodes of other subgraphs. */
import { type Accessors, through, type GuardedResolvers } from '../../access/guard.ts';
import type { NamedCluster, NamedKind, NamedNamespace } from '../../access/visible-names.ts';
import type { IndexedRow } from '../../readmodel/query.ts';
import type { NodeId } from '../../schema/node-id.ts';
import { encodeObjectId } from '../../schema/object-id.ts';
import type { NodeFinders } from '../parts.ts';
import { badInput, nodeIdArgument, MAX_PAGE } from '../arguments.ts';

const throughNodes = through('rbacRows', 'rbacNames');
type NodeAccessors = Pick<Accessors, 'rbacRows' | 'rbacNames'>;
type Node = IndexedRow | NamedCluster | NamedNamespace | NamedKind | NodeElsewhere;

/** Reference to a node of another subgraph. That subgraph resolves the fields of the node. */
interface NodeElsewhere {
  readonly __typename: keyof NodeFinders;
  readonly id: string;
}

export function nodeResolvers(elsewhere: NodeFinders): GuardedResolvers {
  const find = (id: NodeId, accessors: NodeAccessors) => findNode(id, accessors, elsewhere);
  return {
    Query: {
      node: throughNodes((_: unknown, { id }: { id: string }, accessors) => find(nodeIdArgument('id', id), accessors)),
      nodes: throughNodes((_: unknown, { ids }: { ids: readonly string[] }, accessors) => {
        if (ids.length > MAX_PAGE)
          throw badInput('ids', `${ids.length} ids were given, and at most ${MAX_PAGE} are taken at a time.`);
        // Validate all ids before reading any node.
        const wanted = ids.map((id, i) => nodeIdArgument(`ids[${i}]`, id));
        return Promise.all(wanted.map(id => find(id, accessors)));
      }),
    },
    Node: {
      __resolveType: (node: Node) => {
        if ('__typename' in node) return node.__typename;
        if ('stored' in node) return 'KubernetesObject';
        if ('plural' in node) return 'Kind';
        return 'cluster' in node ? 'Namespace' : 'Cluster';
      },
    },
  };
}

async function findNode(id: NodeId, accessors: NodeAccessors, elsewhere: NodeFinders): Promise<Node | undefined> {
  const { rbacRows: rows, rbacNames: names } = accessors;
  switch (id.type) {
    case 'Package': {
      const found = await elsewhere.Package?.(id, accessors);
      return found && { __typename: id.type, id: found.id };
    }
    case 'KubernetesObject':
      return rows.find(encodeObjectId(id));
    case 'Cluster':
      return names.cluster(id.cluster);
    case 'Namespace':
      return names.namespace(id.cluster, id.name);
    case 'Kind':
      return names.kind(id);
  }
}
