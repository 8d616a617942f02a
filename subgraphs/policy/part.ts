/**
 * The part of the topology of a cluster that a filter selects: nodes, the edges between these nodes, and effective
 * policies. A client that follows edges reaches only nodes of the part.
 */
import type { Steps } from '../../async/fair-turns.ts';
import type { EdgeKind, Edge, Node } from './graph.ts';
import { addTo, firstWhere } from '../../readmodel/table/containers.ts';
import type { ClusterPolicy } from './cluster-policy.ts';
import type { Counter } from './cluster-view.ts';
import type { EffectivePolicy } from './effective.ts';
import { serves } from './hostnames.ts';
import { headsOf, sectionsOf } from './paths.ts';
import type { PolicyState } from './policy-state.ts';

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
  /** Effective policies of the part, sorted by kind and id. */
  readonly effective: readonly EffectivePolicy[];
  readonly #kept: ReadonlySet<Node> | undefined;
  #nodes: readonly Node[] | undefined;
  #edges: readonly Edge[] | undefined;

  /** @param kept Nodes of the part. Undefined means the whole topology */
  constructor(whole: ClusterPolicy, kept?: ReadonlySet<Node>, effective = whole.effective) {
    this.whole = whole;
    this.effective = effective;
    this.#kept = kept;
  }

  /** Computes nodes and edges in steps. Without this call, their first use computes them in one long step. */
  *select(counter: Counter): Steps<void> {
    if (!this.#kept) return;
    this.#nodes = yield* filtered(this.whole.nodes, node => this.has(node), counter);
    this.#edges = yield* filtered(this.whole.edges, edge => this.hasEdge(edge), counter);
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
}

function* filtered<T>(items: readonly T[], holds: (item: T) => boolean, counter: Counter): Steps<readonly T[]> {
  const found: T[] = [];
  for (const item of items) {
    if (holds(item)) found.push(item);
    if (counter.spent()) yield;
  }
  return found;
}

/**
 * The part of each filter, in the order of the filters. All filters share one pass through the effective policies,
 * because a page of objects has one filter for each object.
 */
export function* partsOf(
  whole: ClusterPolicy,
  filters: readonly PartFilter[],
  counter: Counter,
): Steps<readonly Part[]> {
  const selections: Selection[] = [];
  for (const filter of filters) selections.push(yield* selectionOf(whole, filter, counter));
  yield* selectEffective(whole, selections, counter);
  return selections.map(({ kept, effective }) => new Part(whole, kept, kept && effective));
}

/** Conditions of a filter, and the nodes and effective policies that they select. */
interface Selection {
  /** Nodes of the part. Undefined without a filter. */
  readonly kept: ReadonlySet<Node> | undefined;
  /** A path is selected only if it has at least one of these nodes. Undefined means any path. */
  readonly through: ReadonlySet<Node> | undefined;
  readonly isOfKind: (policy: PolicyState) => boolean;
  readonly serving: Serving | undefined;
  readonly effective: EffectivePolicy[];
}

function* selectionOf(
  whole: ClusterPolicy,
  { isKind, around: ids, hostname }: PartFilter,
  counter: Counter,
): Steps<Selection> {
  const around = ids?.flatMap(id => whole.byId.get(id) ?? []);
  const serving = hostname === undefined ? undefined : new Serving(hostname);
  const isOfKind = isKind ? rememberedByKind(isKind) : () => true;
  const traffic = yield* trafficOf(whole, around, serving, counter);
  return {
    kept: isKind || traffic ? yield* kept(traffic ?? whole.nodes, isOfKind, counter) : undefined,
    through: around && (yield* onPaths(around, counter)),
    isOfKind,
    serving,
    effective: [],
  };
}

/** Tests each kind once, because a cluster has far more policies and paths than kinds of policies. */
function rememberedByKind(isKind: NonNullable<PartFilter['isKind']>): Selection['isOfKind'] {
  const known = new Map<string, boolean>();
  return ({ kind, object }) => {
    let is = known.get(kind);
    if (is === undefined) known.set(kind, (is = isKind(object)));
    return is;
  };
}

/** Tests if hostnames serve the wanted hostname. Tests each list once, because many paths and edges share a list. */
class Serving {
  readonly #wanted: string;
  readonly #known = new Map<readonly string[], boolean>();

  constructor(wanted: string) {
    this.#wanted = wanted;
  }

  *has(hostnames: readonly string[], counter: Counter): Steps<boolean> {
    let is = this.#known.get(hostnames);
    if (is === undefined) {
      this.#known.set(hostnames, (is = serves(hostnames, this.#wanted)));
      if (counter.spent(hostnames.length)) yield;
    }
    return is;
  }
}

function* selectEffective(
  { effective }: ClusterPolicy,
  selections: readonly Selection[],
  counter: Counter,
): Steps<void> {
  const onAnyPath = selections.filter(({ kept: nodes, through }) => nodes && !through);
  const byNode = new Map<Node, Selection[]>();
  for (const selection of selections) {
    for (const node of selection.through ?? []) {
      addTo(byNode, node, selection);
      if (counter.spent(2)) yield;
    }
  }
  if (onAnyPath.length === 0 && byNode.size === 0) return;
  for (const entry of effective) {
    const { path, merged } = entry;
    if (counter.spent(3)) yield;
    for (const some of [onAnyPath, ...path.nodes.map(node => byNode.get(node))]) {
      for (const { effective: found, isOfKind, serving } of some ?? []) {
        if (counter.spent(2)) yield;
        // Several nodes of a path may select it.
        if (found.at(-1) === entry || !isOfKind(merged.policies[0]!)) continue;
        if (!serving || (yield* serving.has(path.hostnames, counter))) found.push(entry);
      }
    }
  }
}

/**
 * Expands nodes for a test of paths: a path depends on one of the given nodes if it has one of the returned nodes. Adds
 * the targets of a policy, and the rules that lead to a Service or port. Follows only edges that hold.
 */
export function* onPaths(nodes: readonly Node[], counter: Counter): Steps<ReadonlySet<Node>> {
  return yield* reached([...nodes, ...nodes.flatMap(targetsOf)], 'above', counter, leadsToBackend);
}

/** Targets to which the policy applies. Empty if the node is not a policy. */
export function targetsOf({ policy, below }: Node): readonly Node[] {
  return policy ? below.filter(({ kind, holds }) => kind === 'POLICY' && holds).map(({ to }) => to) : [];
}

/** True for edges from a rule to its backend, and from a Service to its port. */
function leadsToBackend({ kind, from, holds }: Edge): boolean {
  const isOfService = kind === 'SECTION' && from.object.kind === 'Service' && from.object.group === '';
  return holds && (kind === 'BACKEND' || isOfService);
}

/**
 * Nodes of the traffic around nodes, or to a hostname. With both conditions, the nodes that meet both. Undefined
 * without these conditions.
 */
function* trafficOf(
  whole: ClusterPolicy,
  around: readonly Node[] | undefined,
  serving: Serving | undefined,
  counter: Counter,
): Steps<ReadonlySet<Node> | undefined> {
  const surrounding = around && (yield* surroundings(around, counter));
  const served = serving && (yield* servingNodes(whole, serving, counter));
  if (!surrounding || !served) return surrounding ?? served;
  return new Set([...served].filter(node => surrounding.has(node)));
}

/** The nodes, and all policies that edges attach to them, without policies of other kinds. */
function* kept(nodes: Iterable<Node>, isOfKind: Selection['isOfKind'], counter: Counter): Steps<ReadonlySet<Node>> {
  const found = new Set<Node>();
  const add = (node: Node): void => {
    if (!node.policy || isOfKind(node.policy)) found.add(node);
  };
  for (const node of nodes) {
    add(node);
    for (const { kind, from } of node.above) if (kind === 'POLICY') add(from);
    if (counter.spent(1 + node.above.length)) yield;
  }
  return found;
}

/** The nodes, and all nodes above and below them. Also includes the nodes above and below the targets of a policy. */
function* surroundings(around: readonly Node[], counter: Counter): Steps<ReadonlySet<Node>> {
  const starts = around.flatMap(node => [
    node,
    ...(node.policy ? node.below.filter(({ kind }) => kind === 'POLICY').map(({ to }) => to) : []),
  ]);
  return new Set([...(yield* reached(starts, 'above', counter)), ...(yield* reached(starts, 'below', counter))]);
}

/** The start nodes and all nodes that edges reach from them in one direction. Ignores edges of policies. */
export function* reached(
  starts: Iterable<Node>,
  direction: 'above' | 'below',
  counter: Counter,
  follows: (edge: Edge) => boolean = () => true,
): Steps<ReadonlySet<Node>> {
  const found = new Set(starts);
  // The loop also visits the nodes that it adds.
  for (const node of found) {
    for (const edge of node[direction]) {
      if (edge.kind !== 'POLICY' && follows(edge)) found.add(direction === 'above' ? edge.from : edge.to);
      if (counter.spent()) yield;
    }
  }
  return found;
}

/**
 * Nodes of the paths that serve the hostname, and the Services and ports below them. Computed from edges, because the
 * lists of paths are empty if a cluster exceeds a limit (ClusterPolicy.isOverLimit).
 */
function* servingNodes(whole: ClusterPolicy, serving: Serving, counter: Counter): Steps<ReadonlySet<Node>> {
  const found = new Set<Node>();
  const rules = new Set<Node>();
  /** Adds a route with its rules. Adds nothing if the route has no rules. */
  const addRoute = (route: Node): void => {
    if (found.has(route)) return;
    for (const rule of sectionsOf(route)) {
      found.add(route);
      rules.add(rule);
    }
  };
  for (const [listener, heads] of headsOf(whole)) {
    if (listener.section === undefined) continue;
    let isServing = yield* serving.has(listener.hostnames, counter);
    for (const { kind, holds, hostnames, to: route } of listener.below) {
      if (counter.spent()) yield;
      if (kind !== 'ROUTE' || !holds || !(yield* serving.has(hostnames, counter))) continue;
      addRoute(route);
      isServing ||= found.has(route);
    }
    if (isServing) for (const { nodes } of heads) for (const node of nodes) found.add(node);
  }
  for (const [route, { isOpen }] of whole.routes) {
    if (counter.spent()) yield;
    if (isOpen && (yield* serving.has(route.hostnames, counter))) addRoute(route);
  }
  for (const node of yield* reached(rules, 'below', counter)) found.add(node);
  return found;
}
