/**
 * The part of the topology of a cluster that a filter selects: nodes, the edges between these nodes, and effective
 * policies. A client that follows edges reaches only nodes of the part.
 */
import type { EdgeKind, Edge, Node } from './graph.ts';
import { firstWhere } from '../../readmodel/table/containers.ts';
import type { ClusterPolicy } from './cluster-policy.ts';
import type { EffectivePolicy } from './effective.ts';
import { serves } from './hostnames.ts';
import { headsOf, type Path } from './paths.ts';

/** Conditions on a part. All conditions that are set must hold. */
export interface PartFilter {
  /** Tests the kind of each policy. Nodes that are not policies are not tested. */
  readonly isKind?: ((of: { readonly group: string; readonly kind: string }) => boolean) | undefined;
  /** Ids of nodes. Selects these nodes, all nodes above and below them, and the policies of the selected nodes. */
  readonly around?: readonly string[] | undefined;
  readonly hostname?: string | undefined;
}

/** A value with the part that it belongs to. Edges that a client follows from this value stay in that part. */
export interface Of<T> {
  readonly part: Part;
  readonly value: T;
}

export class Part {
  readonly whole: ClusterPolicy;
  readonly #filter: PartFilter;
  readonly #around: readonly Node[] | undefined;
  readonly #kept: ReadonlySet<Node> | undefined;
  #nodes: readonly Node[] | undefined;
  #edges: readonly Edge[] | undefined;
  #effective: readonly EffectivePolicy[] | undefined;

  constructor(whole: ClusterPolicy, filter: PartFilter = {}) {
    const { isKind, around, hostname } = filter;
    this.whole = whole;
    this.#filter = filter;
    this.#around = around?.flatMap(id => whole.byId.get(id) ?? []);
    this.#kept = isKind || around || hostname !== undefined ? kept(whole, filter, this.#around) : undefined;
  }

  /** Computes nodes, edges and effective policies now, not on first use. */
  select(): void {
    void [this.nodes, this.edges, this.effective];
  }

  get cluster(): string {
    return this.whole.cluster;
  }

  has(node: Node): boolean {
    return this.#kept?.has(node) ?? true;
  }

  hasEdge({ from, to }: Edge): boolean {
    return this.has(from) && this.has(to);
  }

  /** Nodes of the part, sorted by id. */
  get nodes(): readonly Node[] {
    return (this.#nodes ??= this.#kept ? this.whole.nodes.filter(node => this.has(node)) : this.whole.nodes);
  }

  /** Edges of the part, sorted by id. */
  get edges(): readonly Edge[] {
    return (this.#edges ??= this.#kept ? this.whole.edges.filter(edge => this.hasEdge(edge)) : this.whole.edges);
  }

  /** Edges of one kind, as a range of `edges`. Used to merge the lists of several clusters kind by kind. */
  edgesOf(kind: EdgeKind): { readonly items: readonly Edge[]; readonly from: number; readonly to: number } {
    const { edges } = this;
    return {
      items: edges,
      from: firstWhere(edges, edge => edge.kind >= kind),
      to: firstWhere(edges, edge => edge.kind > kind),
    };
  }

  /** Effective policies of the part, sorted by kind and id. */
  get effective(): readonly EffectivePolicy[] {
    return (this.#effective ??= this.#kept ? this.#matching() : this.whole.effective);
  }

  #matching(): readonly EffectivePolicy[] {
    const { isKind, hostname } = this.#filter;
    const through = this.#around && passes(this.#around);
    return this.whole.effective.filter(
      ({ merged: { policies }, path }) =>
        (isKind?.(policies[0]!.object) ?? true) &&
        (through?.(path) ?? true) &&
        (hostname === undefined || serves(path.hostnames, hostname)),
    );
  }
}

/**
 * Returns a function that tests if a path passes through one of the nodes. For a policy, its targets count. For a
 * Service or port, the rules that lead to it count.
 */
export function passes(nodes: readonly Node[]): (path: Path) => boolean {
  const on = new Set<Node>();
  const add = (node: Node): void => {
    if (node.policy) for (const edge of node.below) if (edge.holds && edge.kind === 'POLICY') addPlain(edge.to);
    addPlain(node);
  };
  const addPlain = (node: Node): void => {
    on.add(node);
    for (const rule of rulesAbove(node)) on.add(rule);
  };
  for (const node of nodes) add(node);
  return path => path.touches(on);
}

/** Rules whose backend is this Service or the Service of this port. Follows only edges that hold. */
function rulesAbove({ above }: Node): readonly Node[] {
  return above.flatMap(({ kind, from, holds }) => {
    if (!holds) return [];
    if (kind === 'BACKEND') return [from];
    return kind === 'SECTION' && from.object.kind === 'Service' && from.object.group === '' ? rulesAbove(from) : [];
  });
}

function kept(
  whole: ClusterPolicy,
  { isKind, hostname }: PartFilter,
  around: readonly Node[] | undefined,
): ReadonlySet<Node> {
  let traffic: ReadonlySet<Node> | undefined;
  if (around) traffic = surroundings(around);
  if (hostname !== undefined) {
    const serving = servingNodes(whole, hostname);
    traffic = traffic ? new Set([...serving].filter(node => traffic!.has(node))) : serving;
  }
  const found = new Set<Node>();
  for (const node of whole.nodes) {
    if (node.policy && !(isKind?.(node.object) ?? true)) continue;
    if (!traffic || traffic.has(node) || isAttachedTo(node, traffic)) found.add(node);
  }
  return found;
}

function isAttachedTo(node: Node, traffic: ReadonlySet<Node>): boolean {
  return node.policy !== undefined && node.below.some(({ kind, to }) => kind === 'POLICY' && traffic.has(to));
}

/** The nodes, and all nodes above and below them. Also includes the nodes above and below the targets of a policy. */
function surroundings(around: readonly Node[]): ReadonlySet<Node> {
  const found = new Set<Node>();
  for (const start of around) {
    found.add(start);
    const targets = start.policy ? start.below.filter(({ kind }) => kind === 'POLICY').map(({ to }) => to) : [];
    for (const node of [start, ...targets]) {
      for (const other of reached(node, 'above')) found.add(other);
      for (const other of reached(node, 'below')) found.add(other);
    }
  }
  return found;
}

/** The start node and all nodes that edges reach from it in one direction. Ignores edges of policies. */
export function reached(
  start: Node,
  direction: 'above' | 'below',
  follows: (edge: Edge) => boolean = () => true,
): ReadonlySet<Node> {
  const found = new Set([start]);
  for (const node of found)
    for (const edge of node[direction])
      if (edge.kind !== 'POLICY' && follows(edge)) found.add(direction === 'above' ? edge.from : edge.to);
  return found;
}

/**
 * Nodes of the paths that serve the hostname, and the Services and ports below them. Computed from edges, because the
 * lists of paths are empty if a cluster has more paths than the limit.
 */
function servingNodes(whole: ClusterPolicy, hostname: string): ReadonlySet<Node> {
  const found = new Set<Node>();
  const addRoute = (route: Node): void => {
    if (found.has(route)) return;
    const rules = route.below.filter(({ kind, holds }) => kind === 'SECTION' && holds);
    if (rules.length > 0) found.add(route);
    for (const { to } of rules) for (const node of reached(to, 'below')) found.add(node);
  };
  const hasRules = (route: Node) => route.below.some(({ kind, holds }) => kind === 'SECTION' && holds);
  for (const [listener, heads] of headsOf(whole)) {
    if (listener.section === undefined) continue;
    const routes = listener.below.filter(
      edge => edge.kind === 'ROUTE' && edge.holds && serves(edge.hostnames, hostname) && hasRules(edge.to),
    );
    if (routes.length === 0 && !serves(listener.hostnames, hostname)) continue;
    for (const { nodes } of heads) for (const node of nodes) found.add(node);
    for (const { to } of routes) addRoute(to);
  }
  for (const [route, { isOpen }] of whole.routes) if (isOpen && serves(route.hostnames, hostname)) addRoute(route);
  return found;
}
