/** Writes the topology in the DOT language of Graphviz. */
import { kindValue } from '../../readmodel/query.ts';
import type { Edge, Node } from './graph.ts';
import { NODE_KINDS, GATEWAY_GROUP } from './gateway-kinds.ts';

/** Maximum number of nodes in a DOT text. */
export const MOST_NODES = 2_000;

const BOXED = new Set(['Service', ...NODE_KINDS.map(kind => kindValue({ group: GATEWAY_GROUP, kind }))]);

/**
 * @param clusters Clusters in sorted order, each with its nodes in sorted order
 * @param edges Edges in sorted order
 */
export function dotOf(
  clusters: readonly { readonly cluster: string; readonly nodes: readonly Node[] }[],
  edges: readonly Edge[],
): string {
  const lines = clusters
    .filter(({ nodes }) => nodes.length > 0)
    .flatMap(({ cluster, nodes }) => [
      `  subgraph ${quoted(`cluster_${cluster}`)} {`,
      `    label=${quoted(cluster)};`,
      ...nodes.map(nodeLine),
      '  }',
    ]);
  return ['digraph policy {', ...lines, ...edges.map(edgeLine), '}', ''].join('\n');
}

function nodeLine(node: Node): string {
  const { object, section } = node;
  const name = `${object.namespace}/${object.name}${section === undefined ? '' : `#${section}`}`;
  const label = `"${escaped(object.kind)}\\n${escaped(name)}"`;
  return `    ${quoted(node.id)} [label=${label}, ${shapeOf(node)}];`;
}

function shapeOf({ policy, object }: Node): string {
  if (policy) return 'shape=note, style=dashed';
  return BOXED.has(kindValue(object)) ? 'shape=box, style=filled, fillcolor="#e5e5e5"' : 'shape=ellipse';
}

function edgeLine({ kind, from, to, refusals, holds }: Edge): string {
  const style = kind === 'POLICY' ? ', style=dashed' : '';
  const refused = holds ? '' : `, color="#999999", tooltip=${quoted(refusals.join(', '))}`;
  return `  ${quoted(from.id)} -> ${quoted(to.id)} [comment="${kind}"${style}${refused}];`;
}

function quoted(text: string): string {
  return `"${escaped(text)}"`;
}

function escaped(text: string): string {
  return text.replaceAll(/["\\]/g, '\\$&');
}
