/**
 * Paths that traffic can take: `[GatewayClass] Gateway [ListenerSet] listener route rule`. Shorter paths end at the
 * listener, for policies that act on listeners.
 */
import type { Steps } from '../../async/fair-turns.ts';
import type { Counter } from './cluster-view.ts';
import type { Edge, Node } from './graph.ts';
import type { Topology } from './topology.ts';

/** Beginning of a path: its nodes down to a Gateway, ListenerSet or listener. Many paths share a head. */
export interface Head {
  readonly nodes: readonly Node[];
  /** True if the path begins below its Gateway, because the Gateway is unknown. */
  readonly isOpen: boolean;
}

export class Path {
  readonly head: Head | undefined;
  readonly route: Node | undefined;
  readonly rule: Node | undefined;
  readonly hostnames: readonly string[];
  readonly isOpen: boolean;

  /** @param end Absent if the path ends at the listener of its head */
  constructor(
    head: Head | undefined,
    end?: { readonly route: Node; readonly rule: Node; readonly hostnames: readonly string[] },
  ) {
    this.head = head;
    this.route = end?.route;
    this.rule = end?.rule;
    this.hostnames = end?.hostnames ?? head?.nodes.at(-1)?.hostnames ?? [];
    this.isOpen = head?.isOpen ?? true;
  }

  /** The nodes from top to bottom. */
  get nodes(): readonly Node[] {
    return [...(this.head?.nodes ?? []), ...(this.route ? [this.route] : []), ...(this.rule ? [this.rule] : [])];
  }

  /** The ids of the nodes, separated by blanks. No id contains a blank. */
  get id(): string {
    return this.nodes.map(({ id }) => id).join(' ');
  }

  /** True if one of these nodes is on the path. */
  touches(nodes: ReadonlySet<Node>): boolean {
    if (this.route && (nodes.has(this.route) || nodes.has(this.rule!))) return true;
    return this.head?.nodes.some(node => nodes.has(node)) ?? false;
  }
}

export interface Paths {
  /** Paths to rules, sorted by id. */
  readonly toRules: readonly Path[];
  /** Paths to listeners, sorted by id. */
  readonly toListeners: readonly Path[];
}

/** Operations for making one path. */
const PATH = 5;

/** Undefined if the cluster has more paths than the limit. */
export function* pathsOf(topology: Topology, limit: number, counter: Counter): Steps<Paths | undefined> {
  const heads = [...headsOf(topology)]
    .flatMap(([{ section }, ending]) => (section === undefined ? [] : ending))
    .sort(compareHeads);
  const open = topology.nodes.filter(node => topology.routes.get(node)?.isOpen);
  yield;
  let count = 0;
  for (const head of heads) {
    for (const { to } of routesBelow(head)) {
      const sections = sectionsOf(to).length;
      count += sections;
      if (counter.spent(1 + sections)) yield;
    }
    if (count > limit) return undefined;
  }
  for (const route of open) count += sectionsOf(route).length;
  if (count > limit || heads.length > limit) return undefined;
  yield;
  // Merges heads and open routes by their first node, so that the paths are in the order of ids.
  const toRules: Path[] = [];
  let next = 0;
  const openBefore = (place: number): void => {
    for (; next < open.length && open[next]!.place < place; next++) {
      const route = open[next]!;
      for (const rule of sectionsOf(route))
        toRules.push(new Path(undefined, { route, rule, hostnames: route.hostnames }));
    }
  };
  for (const head of heads) {
    openBefore(head.nodes[0]!.place);
    for (const { to: route, hostnames } of routesBelow(head)) {
      for (const rule of sectionsOf(route)) {
        toRules.push(new Path(head, { route, rule, hostnames }));
        if (counter.spent(PATH)) yield;
      }
    }
  }
  openBefore(Infinity);
  return { toRules, toListeners: heads.map(head => new Path(head)) };
}

/** Accepted edges from the listener at the end of a head to its routes. Sorted by id, like the edges of every node. */
function routesBelow({ nodes }: Head): readonly Edge[] {
  return nodes.at(-1)!.below.filter(({ kind, holds }) => kind === 'ROUTE' && holds);
}

/** Sections of an object, such as listeners of a Gateway or rules of a route. Follows only edges that hold. */
export function sectionsOf(node: Node): readonly Node[] {
  return node.below.filter(isHoldingSection).map(({ to }) => to);
}

/**
 * Compares heads for the order of their ids. Comparing the nodes is enough, because a blank sorts before any character
 * of an id.
 */
function compareHeads({ nodes: a }: Head, { nodes: b }: Head): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i]!.place - b[i]!.place;
  return a.length - b.length;
}

/** Heads by their last node, which is a Gateway, ListenerSet or listener. Contains only nodes that traffic reaches. */
export function headsOf({ parents, nodes }: Topology): ReadonlyMap<Node, readonly Head[]> {
  const heads = new Map<Node, readonly Head[]>();
  const reach = (node: Node): readonly Head[] => {
    const known = heads.get(node);
    if (known) return known;
    const found = begin(node);
    heads.set(node, found);
    return found;
  };
  const begin = (node: Node): readonly Head[] => {
    const parent = parents.get(node);
    const isGateway = node.object.kind === 'Gateway';
    // A path may start at a Gateway of an unknown class. A path that starts at a ListenerSet is incomplete.
    if (parent === 'unknown') return [{ nodes: [node], isOpen: !isGateway }];
    if (typeof parent !== 'object' || !parent.holds) return [];
    if (isGateway) return [{ nodes: [parent.from, node], isOpen: false }];
    return reach(parent.from).map(({ nodes: above, isOpen }) => ({ nodes: [...above, node], isOpen }));
  };
  for (const node of nodes) {
    if (!parents.has(node)) continue;
    const above = reach(node);
    if (above.length === 0) continue;
    for (const edge of node.below.filter(isHoldingSection))
      heads.set(
        edge.to,
        above.map(({ nodes: ending, isOpen }) => ({ nodes: [...ending, edge.to], isOpen })),
      );
  }
  for (const [node, found] of heads) if (found.length === 0) heads.delete(node);
  return heads;
}

function isHoldingSection({ kind, holds }: Edge): boolean {
  return kind === 'SECTION' && holds;
}
