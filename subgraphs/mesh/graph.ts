/**
 * The traffic graph for one caller: nodes and edges, made from calls. All functions are pure.
 *
 * All redaction of the graph happens in this file. A place is a cluster and a namespace. A place is open if the caller
 * may list Services and Pods there. A call counts only if one of its ends (source, destination or service) is
 * requested. `GraphView` must accept only requested ends in open places. All ends in closed places of a cluster become
 * one HIDDEN node, so no answer contains their names or their number. At least one node of each edge is in an open
 * place. So traffic between two hidden nodes is in no edge and in no sum.
 */
import { compareText } from '../../readmodel/table/names.ts';
import { encodeSegment } from '../../schema/object-id.ts';
import type { Call, CallEnd, CalledService, Protocol, ResponseTimes, Route } from './calls.ts';
import { PROTOCOLS } from './calls.ts';
import {
  CodeRates,
  DEFAULT_TOLERANCES,
  errorPercent,
  requestStatus,
  worstOf,
  type CodeRate,
  type HealthStatus,
} from './health.ts';
import { percentOf, rateOf, rounded } from './numbers.ts';

export type GraphType = 'APP' | 'VERSIONED_APP' | 'WORKLOAD' | 'SERVICE';
export type NodeType = 'SERVICE' | 'WORKLOAD' | 'APP' | 'UNKNOWN' | 'HIDDEN';

/** The cluster and namespace of a workload or service. */
export type Place = Pick<CalledService, 'cluster' | 'namespace'>;

/** The caller's request, and the places that are open to the caller. */
export interface GraphView {
  readonly type: GraphType;
  readonly serviceNodes: boolean;
  /** True if the end was requested and is in a requested cluster and an open place. */
  readonly wantsEnd: (end: CallEnd) => boolean;
  readonly wantsService: (service: CalledService) => boolean;
  readonly isOpen: (cluster: string, namespace: string) => boolean;
  /** True if the cluster belongs to the mesh and the caller may know its name. */
  readonly mayName: (cluster: string) => boolean;
  /** The requested namespaces, or the namespaces of the requested objects. Nodes elsewhere are `outside`. */
  readonly namespaces: ReadonlySet<string>;
}

/**
 * A node of the graph. `cluster`, `namespace`, `name` and `version` are undefined if the node has no such value, or if
 * the caller may not know the value.
 */
export interface GraphNode {
  readonly id: string;
  readonly type: NodeType;
  readonly cluster: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly outside: boolean;
}

export interface GraphEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly crossCluster: boolean | undefined;
  readonly traffic: readonly Traffic[];
  readonly health: HealthStatus;
}

export interface Traffic {
  readonly protocol: Protocol;
  readonly rate: number;
  readonly errorPercent: number | undefined;
  readonly codes: readonly CodeRate[];
  readonly mtlsPercent: number | undefined;
  readonly responseTimeMs: number | undefined;
}

export interface Graph {
  /** Nodes, sorted by id. */
  readonly nodes: readonly GraphNode[];
  /** Edges, sorted by id. */
  readonly edges: readonly GraphEdge[];
}

export const MAX_NODES = 2_000;
export const MAX_EDGES = 10_000;
const CALLS_IN_A_STEP = 200;

export function* graphOf(
  calls: readonly Call[],
  times: readonly ResponseTimes[],
  view: GraphView,
): Generator<void, Graph | 'TOO_LARGE', void> {
  const building = new BuildingGraph(view);
  let count = 0;
  for (const call of calls) {
    if (++count % CALLS_IN_A_STEP === 0) yield;
    for (const edge of building.edgesOf(call)) edge.add(call);
    // A SERVICE graph is checked later, because `betweenServices` removes edges.
    if (view.type !== 'SERVICE' && building.edges.size > MAX_EDGES) return 'TOO_LARGE';
  }
  for (const measured of times) {
    if (++count % CALLS_IN_A_STEP === 0) yield;
    // Response times of a route without a counted call are left out.
    for (const edge of building.edgesOf(measured, { isKnown: true })) edge.addTimes(measured);
  }
  const found = [...building.edges.values()];
  const edges = view.type === 'SERVICE' ? yield* betweenServices(found) : found;
  const nodes = new Map<string, Node>();
  for (const { source, target } of edges) nodes.set(source.id, source).set(target.id, target);
  if (nodes.size > MAX_NODES || edges.length > MAX_EDGES) return 'TOO_LARGE';
  const shown: GraphEdge[] = [];
  for (const edge of edges) {
    if (++count % CALLS_IN_A_STEP === 0) yield;
    shown.push(edge.shown());
  }
  return { nodes: [...nodes.values()].map(node => node.shown).sort(byId), edges: shown.sort(byId) };
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => compareText(a.id, b.id);

interface Node {
  readonly id: string;
  readonly type: NodeType;
  /** True if the node represents a workload, app or service in an open place. */
  readonly isOpen: boolean;
  readonly shown: GraphNode;
}

class BuildingGraph {
  readonly edges = new Map<string, Edge>();
  readonly #view: GraphView;
  readonly #nodes = new Map<string, Node>();
  readonly #type: GraphType;
  readonly #insertsServices: boolean;

  constructor(view: GraphView) {
    this.#view = view;
    this.#type = view.type === 'SERVICE' ? 'WORKLOAD' : view.type;
    this.#insertsServices = view.serviceNodes || view.type === 'SERVICE';
  }

  /** The edges that a route contributes to. Adds missing edges to the graph, unless `isKnown`. */
  *edgesOf({ source, destination, service }: Route, { isKnown = false } = {}): Generator<Edge, void, void> {
    const { wantsEnd, wantsService } = this.#view;
    if (!wantsEnd(source) && !wantsEnd(destination) && !wantsService(service)) return;
    const from = this.#endNode(source);
    const hasWorkload = isKnownEnd(destination);
    const called = service.name === '' ? undefined : this.#serviceNode(service);
    const to = hasWorkload ? this.#endNode(destination) : (called ?? this.#unknown());
    const passes = called && hasWorkload && this.#insertsServices && service.name !== PASSTHROUGH;
    const ways: (readonly [Node, Node])[] = passes
      ? [
          [from, called],
          [called, to],
        ]
      : [[from, to]];
    for (const [one, other] of ways) {
      if (!one.isOpen && !other.isOpen) continue;
      const id = `${one.id} ${other.id}`;
      let edge = this.edges.get(id);
      if (!edge && isKnown) continue;
      if (!edge) this.edges.set(id, (edge = new Edge(one, other)));
      yield edge;
    }
  }

  #endNode(end: CallEnd): Node {
    if (!isKnownEnd(end)) return this.#unknown();
    const { cluster, namespace, workload, app, version } = end;
    if (!this.#view.isOpen(cluster, namespace)) return this.#hidden(cluster);
    if (workload !== '' && (this.#type === 'WORKLOAD' || app === '')) return this.#named('WORKLOAD', end, workload);
    return this.#type === 'VERSIONED_APP' ? this.#named('APP', end, app, version) : this.#named('APP', end, app);
  }

  #serviceNode(service: CalledService): Node {
    const { cluster, namespace, name } = service;
    // A host outside the mesh has no cluster and no namespace.
    if (namespace === '') return this.#node(nodeId('SERVICE', '', '', name), 'SERVICE', false, { name });
    return this.#view.isOpen(cluster, namespace) ? this.#named('SERVICE', service, name) : this.#hidden(cluster);
  }

  #named(type: NodeType, { cluster, namespace }: Place, name: string, version?: string): Node {
    const id = nodeId(type, cluster, namespace, name, ...(version === undefined ? [] : [version]));
    const outside = !this.#view.namespaces.has(namespace);
    return this.#node(id, type, true, { cluster, namespace, name, version: version || undefined, outside });
  }

  #hidden(cluster: string): Node {
    return cluster !== '' && this.#view.mayName(cluster)
      ? this.#node(nodeId('HIDDEN', cluster), 'HIDDEN', false, { cluster })
      : this.#node('HIDDEN', 'HIDDEN', false, {});
  }

  #unknown(): Node {
    return this.#node('UNKNOWN', 'UNKNOWN', false, {});
  }

  #node(id: string, type: NodeType, isOpen: boolean, names: Partial<GraphNode>): Node {
    let node = this.#nodes.get(id);
    if (!node) {
      const nothing = { cluster: undefined, namespace: undefined, name: undefined, version: undefined, outside: false };
      this.#nodes.set(id, (node = { id, type, isOpen, shown: { ...nothing, ...names, id, type } }));
    }
    return node;
  }
}

/** The service that Istio reports for calls to unknown hosts. */
const PASSTHROUGH = 'PassthroughCluster';

function isKnownEnd({ namespace, workload, app }: CallEnd): boolean {
  return namespace !== '' || workload !== '' || app !== '';
}

function nodeId(type: NodeType, ...parts: readonly string[]): string {
  let id: string = type;
  for (const part of parts) id += `/${encodeSegment(part.toWellFormed())}`;
  return id;
}

class Edge {
  readonly source: Node;
  readonly target: Node;
  readonly #traffic = new Map<Protocol, EdgeTraffic>();

  constructor(source: Node, target: Node) {
    this.source = source;
    this.target = target;
  }

  add({ protocol, code, flags, rate, reported, mutual }: Call): void {
    const traffic = this.#of(protocol);
    traffic.codes.add(code, flags, rate);
    traffic.reported += reported;
    traffic.mutual += mutual;
  }

  addTimes({ protocol, milliseconds, count }: ResponseTimes): void {
    const traffic = this.#traffic.get(protocol);
    if (!traffic) return;
    traffic.milliseconds += milliseconds;
    traffic.count += count;
  }

  addAll(other: Edge): void {
    for (const [protocol, { codes, reported, mutual, milliseconds, count }] of other.#traffic) {
      const traffic = this.#of(protocol);
      traffic.codes.addAll(codes);
      traffic.reported += reported;
      traffic.mutual += mutual;
      traffic.milliseconds += milliseconds;
      traffic.count += count;
    }
  }

  shown(): GraphEdge {
    const { source, target } = this;
    const clusters = [source.shown.cluster, target.shown.cluster];
    const protocols = PROTOCOLS.flatMap(protocol => {
      const traffic = this.#traffic.get(protocol);
      return traffic ? [[protocol, traffic] as const] : [];
    });
    return {
      ...{ id: `${source.id} ${target.id}`, source: source.id, target: target.id },
      crossCluster: clusters.includes(undefined) ? undefined : clusters[0] !== clusters[1],
      traffic: protocols.map(([protocol, { codes, reported, mutual, milliseconds, count }]) => ({
        ...{ protocol, rate: rateOf(codes.total), errorPercent: errorPercent(protocol, codes), codes: codes.shown() },
        mtlsPercent: reported === 0 ? undefined : percentOf(mutual, reported),
        responseTimeMs: count === 0 ? undefined : rounded(milliseconds / count, 1),
      })),
      health: worstOf(
        protocols.map(([protocol, { codes }]) => requestStatus(protocol, 'INBOUND', codes, DEFAULT_TOLERANCES)),
      ),
    };
  }

  #of(protocol: Protocol): EdgeTraffic {
    let traffic = this.#traffic.get(protocol);
    if (!traffic)
      this.#traffic.set(
        protocol,
        (traffic = { codes: new CodeRates(), reported: 0, mutual: 0, milliseconds: 0, count: 0 }),
      );
    return traffic;
  }
}

interface EdgeTraffic {
  readonly codes: CodeRates;
  reported: number;
  mutual: number;
  milliseconds: number;
  count: number;
}

/**
 * Removes each workload that is called only through services. The workload's own calls then start at each of these
 * services. Stops when the graph has more edges than allowed.
 */
function* betweenServices(edges: readonly Edge[]): Generator<void, readonly Edge[], void> {
  const into = Map.groupBy(edges, ({ target }) => target);
  const leftOut = new Set<Node>();
  for (const [node, incoming] of into) {
    const isWorkload = node.type === 'WORKLOAD' || node.type === 'APP';
    if (isWorkload && incoming.every(({ source }) => source.type === 'SERVICE')) leftOut.add(node);
  }
  const kept = new Map<string, Edge>();
  let count = 0;
  for (const edge of edges) {
    const { source, target } = edge;
    if (leftOut.has(target)) continue;
    const sources = leftOut.has(source) ? into.get(source)!.map(({ source: service }) => service) : [source];
    for (const from of sources) {
      if (++count % CALLS_IN_A_STEP === 0) yield;
      if (!from.isOpen && !target.isOpen) continue;
      const id = `${from.id} ${target.id}`;
      const between = kept.get(id) ?? new Edge(from, target);
      kept.set(id, between);
      between.addAll(edge);
      if (kept.size > MAX_EDGES) return [...kept.values()];
    }
  }
  return [...kept.values()];
}
