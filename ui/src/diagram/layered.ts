/** Input for ELK to compute a layered layout, and the conversion of the output of ELK. */
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import { sizeOf, type Diagram, type Layout, type Line, type Rect } from './diagram.ts';

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.spacing.nodeNode': '14',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '8',
  'elk.spacing.componentComponent': '24',
  'elk.layered.spacing.nodeNodeBetweenLayers': '44',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.thoroughness': '3',
} as const;
/** Above this number of nodes, the edges of a node share one line to save space. */
const CROWD = 100;
const BOX_OPTIONS = { 'elk.padding': '[top=30,left=12,bottom=12,right=12]' } as const;

/** Input for ELK. Adds the type to each id, because ids are unique only within their type. */
export function graphOf({ boxes, nodes, edges }: Diagram, direction: 'RIGHT' | 'DOWN' = 'RIGHT'): ElkNode {
  const options = {
    ...OPTIONS,
    'elk.direction': direction,
    ...(nodes.length > CROWD && { 'elk.layered.mergeEdges': 'true' }),
  };
  const known = new Set(boxes.map(({ id }) => id));
  const inBox = Map.groupBy(nodes, ({ within }) => (within !== undefined && known.has(within) ? within : undefined));
  const boxesIn = Map.groupBy(boxes, ({ within }) => (within !== undefined && known.has(within) ? within : undefined));
  const childrenOf = (id: string | undefined): ElkNode[] => [
    ...(boxesIn.get(id) ?? []).map(box => ({
      id: `box ${box.id}`,
      // ELK does not pass options on to nested boxes.
      layoutOptions: {
        ...options,
        ...BOX_OPTIONS,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': minimumOf(box.title),
      },
      children: childrenOf(box.id),
    })),
    ...(inBox.get(id) ?? []).map(node => ({ id: `node ${node.id}`, ...sizeOf(node) })),
  ];
  const there = new Set(nodes.map(({ id }) => id));
  return {
    id: 'root',
    layoutOptions: options,
    children: childrenOf(undefined),
    edges: edges
      .filter(({ from, to }) => there.has(from) && there.has(to))
      .map(({ id, from, to, label }) => ({
        id: `edge ${id}`,
        sources: [`node ${from}`],
        targets: [`node ${to}`],
        ...(label !== undefined && { labels: [{ text: label, width: label.length * 6 + 8, height: 16 }] }),
      })),
  };
}

/** Minimum size of a box, estimated from the length of its title. */
const minimumOf = (title: string): string => `(${Math.round(title.length * 7 + 30)},60)`;

/** Converts the output of ELK to positions. The keys are the ids of the diagram. */
export function layoutOf(root: ElkNode): Layout {
  const boxes = new Map<string, Rect>();
  const nodes = new Map<string, Rect>();
  const lines = new Map<string, Line>();
  const read = (parent: ElkNode) => {
    for (const child of parent.children ?? []) {
      const rect = { x: child.x ?? 0, y: child.y ?? 0, width: child.width ?? 0, height: child.height ?? 0 };
      if (child.id.startsWith('box ')) boxes.set(child.id.slice(4), rect);
      else nodes.set(child.id.slice(5), rect);
      read(child);
    }
    for (const edge of parent.edges ?? []) lines.set(edge.id.slice(5), lineOf(edge));
  };
  read(root);
  return { width: root.width ?? 0, height: root.height ?? 0, boxes, nodes, lines };
}

function lineOf({ sections = [], labels = [] }: ElkExtendedEdge): Line {
  const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]);
  const [label] = labels;
  return {
    points: points.map(({ x, y }) => ({ x, y })),
    ...(label && { label: { x: label.x ?? 0, y: label.y ?? 0, width: label.width ?? 0, height: label.height ?? 0 } }),
  };
}
