/** Nodes and edges of the topology of one cluster, and their ids. */
import { compareText } from '../../readmodel/table/names.ts';
import { firstWhere } from '../../readmodel/table/containers.ts';
import type { Steps } from '../../async/fair-turns.ts';
import { encodeSegment } from '../../schema/object-id.ts';
import type { GraphObject, PolicyState } from './policy-state.ts';

export const EDGE_KINDS = ['CLASS', 'LISTENER_SET', 'SECTION', 'ROUTE', 'BACKEND', 'POLICY'] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

/** Reasons why an edge does not hold, in the order of the GraphQL enum. */
export const REFUSALS = ['PORT', 'NAMESPACE', 'KIND', 'HOSTNAME', 'GRANT', 'DELETED', 'REPORTED'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** A reference to a node that is not in the topology. */
export interface Reference {
  readonly kind: EdgeKind;
  /** Id of the node that the reference names. */
  readonly to: string;
  /** True if the node does not exist. False if this is unknown, for example if the caller may not list the kind. */
  readonly absent: boolean;
}

export const NONE: readonly never[] = [];

export class Node {
  readonly object: GraphObject;
  readonly section: string | undefined;
  hostnames: readonly string[] = NONE;
  port: number | undefined;
  protocol: string | undefined;
  policy: PolicyState | undefined;
  /** Edges to nodes above and below, sorted by id. Empty until the topology is complete. */
  above: readonly Edge[] = NONE;
  below: readonly Edge[] = NONE;
  unresolved: readonly Reference[] = NONE;
  /** Index of the node among all nodes sorted by id. Set once the topology is complete. */
  place = 0;

  constructor(object: GraphObject, section?: string) {
    this.object = object;
    this.section = section;
  }

  /**
   * The id is computed on each read, to save memory. Topologies stay in memory, and most of their nodes are sections
   * that nobody requests.
   */
  get id(): string {
    return this.section === undefined ? this.object.id : sectionId(this.object.id, this.section);
  }
}

/** Finds nodes by id with a binary search, because a map of all ids would need more memory. */
export class NodesById {
  readonly #nodes: readonly Node[];

  /** @param nodes Nodes sorted by id */
  constructor(nodes: readonly Node[]) {
    this.#nodes = nodes;
  }

  get(id: string): Node | undefined {
    const node = this.#nodes[firstWhere(this.#nodes, ({ id: of }) => of >= id)];
    return node?.id === id ? node : undefined;
  }
}

export class Edge {
  readonly kind: EdgeKind;
  readonly from: Node;
  readonly to: Node;
  refusals: readonly Refusal[];
  hostnames: readonly string[] = NONE;
  ports: readonly number[] = NONE;

  constructor(kind: EdgeKind, from: Node, to: Node, refusals: readonly Refusal[]) {
    this.kind = kind;
    this.from = from;
    this.to = to;
    this.refusals = refusals;
  }

  /** The id of the edge. Its parts are separated by blanks, and no part contains a blank. */
  get id(): string {
    return `${this.kind} ${this.from.id} ${this.to.id}`;
  }

  get holds(): boolean {
    return this.refusals.length === 0;
  }
}

export function sectionId(objectId: string, section: string): string {
  return `${objectId}#${encodeSegment(section)}`;
}

/** Number of edges joined before yielding. */
const MANY = 16_384;

/**
 * Gives each node its edges, in the order of `edges`. Arrays have their exact length, because an array that grows
 * would reserve unused memory.
 */
export function* joinEdges(nodes: readonly Node[], edges: readonly Edge[]): Steps<void> {
  const counts = { from: new Uint32Array(nodes.length), to: new Uint32Array(nodes.length) };
  for (const { from, to } of edges) {
    counts.from[from.place]!++;
    counts.to[to.place]!++;
  }
  const made = (count: number): Edge[] => new Array<Edge>(count);
  const below = nodes.map(({ place }) => (counts.from[place] === 0 ? undefined : made(counts.from[place]!)));
  const above = nodes.map(({ place }) => (counts.to[place] === 0 ? undefined : made(counts.to[place]!)));
  yield;
  counts.from.fill(0);
  counts.to.fill(0);
  for (const [i, edge] of edges.entries()) {
    if (i % MANY === MANY - 1) yield;
    const { from, to } = edge;
    below[from.place]![counts.from[from.place]!++] = edge;
    above[to.place]![counts.to[to.place]!++] = edge;
  }
  for (const [place, node] of nodes.entries()) {
    node.below = below[place] ?? NONE;
    node.above = above[place] ?? NONE;
  }
}

/**
 * Compares edges by id. Places of nodes must be set.
 *
 * Comparing the parts is enough, because a blank sorts before any character of a node id.
 */
export function compareEdges(a: Edge, b: Edge): number {
  return compareText(a.kind, b.kind) || a.from.place - b.from.place || a.to.place - b.to.place;
}
