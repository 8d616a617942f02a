/**
 * The topology of one cluster as one caller sees it: nodes, and the edges that result from their specifications.
 *
 * A pure function of a ClusterView. Attachment follows the Gateway API. Specifications decide, and a status can only
 * refuse what the specification allows.
 */
import { sortedBy, type Steps } from '../../async/fair-turns.ts';
import { policyKindOf } from '../../kinds/policies.ts';
import { compareText } from '../../readmodel/table/names.ts';
import { encodeObjectId } from '../../schema/object-id.ts';
import { Attachment, type Listener } from './attachment.ts';
import type { ClusterView, FoundObject, KindName, SeenObject } from './cluster-view.ts';
import { GATEWAY_GROUP, NODE_KINDS } from './gateway-kinds.ts';
import {
  compareEdges,
  Edge,
  joinEdges,
  Node,
  NodesById,
  sectionId,
  type EdgeKind,
  type Reference,
  type Refusal,
} from './graph.ts';
import { sorted } from './hostnames.ts';
import { conditionOf, PolicyState, type GraphObject } from './policy-state.ts';
import {
  fromRecords,
  type ClassHead,
  type ConditionPart,
  type Description,
  type GatewayHead,
  type HostPart,
  type KeyPart,
  type ListenerPart,
  type ParentPart,
  type PolicyHead,
  type RulePart,
  type SetHead,
  type TargetPart,
} from './records.ts';

/**
 * The edge to the node above a Gateway or ListenerSet. `none` if the object names no parent, `absent` if the named
 * parent does not exist. `unknown` if the parent may be hidden or not read yet.
 */
export type Parent = 'none' | 'absent' | 'unknown' | Edge;

export interface RouteParents {
  /** True if a parent is unknown. Then a path begins at the route. */
  readonly isOpen: boolean;
}

export interface Topology {
  readonly cluster: string;
  /** Nodes, sorted by id. */
  readonly nodes: readonly Node[];
  /** Edges, sorted by id. */
  readonly edges: readonly Edge[];
  readonly byId: NodesById;
  /** The parent of each Gateway and ListenerSet. */
  readonly parents: ReadonlyMap<Node, Parent>;
  readonly routes: ReadonlyMap<Node, RouteParents>;
}

/** Operations for one part of an object (type Part). */
const PART = 10;
/** Work that an object costs in addition to its parts, counted in parts. */
const OBJECT = 4;
/** Number of hostnames that cost as much work as one part. */
const HOSTNAMES = 8;

const NODE_KIND_NAMES: ReadonlySet<string> = new Set(NODE_KINDS);
const SERVICE: KindName = { group: '', kind: 'Service' };
const gatewayKind = (kind: string): KindName => ({ group: GATEWAY_GROUP, kind });

/** @param without Id of a node to leave out, as if it were deleted. An object is left out with all its sections */
export function* topologyOf(view: ClusterView, without?: string): Steps<Topology> {
  const building = new Building(view, without);
  for (const step of building.steps()) {
    const before = building.work;
    step();
    if (view.spent((building.work - before) * PART)) yield;
  }
  return yield* building.result();
}

interface Described {
  readonly node: Node;
  readonly description: Description;
}

class Building {
  /**
   * Work done so far. Counts parts and hostnames, because one route may have more parts and hostnames than a thousand
   * other routes.
   */
  work = 0;
  readonly #view: ClusterView;
  readonly #without: string | undefined;
  readonly #attachment: Attachment;
  readonly #nodes = new Map<string, Node>();
  readonly #edges: Edge[] = [];
  readonly #described: Described[] = [];
  readonly #listeners = new Map<Node, Listener[]>();
  readonly #heads = new Map<Node, Description['head'] | undefined>();
  /** Nodes of unnamed rules by position, for references to `rule-N`. */
  readonly #ruleAt = new Map<string, Node>();
  readonly #ruleTaken = new Set<Node>();
  readonly #parents = new Map<Node, Parent>();
  readonly #routes = new Map<Node, RouteParents>();
  /** References of each node to nodes that are not in the topology, by kind and id. */
  readonly #references = new Map<Node, Map<string, Reference>>();
  /** Ports of each BACKEND edge. */
  readonly #ports = new Map<Edge, Set<number>>();
  readonly #complete = new Map<string, boolean>();
  readonly #texts = new Map<string, string>();

  constructor(view: ClusterView, without: string | undefined) {
    this.#view = view;
    this.#without = without;
    this.#attachment = new Attachment({
      absent: (kind, namespace) => this.#isAbsent(kind, namespace),
      labels: namespace => this.#found({ group: '', kind: 'Namespace' }, '', namespace)?.labels(),
    });
  }

  /** Adds all objects first and connects them afterwards, because an edge needs the nodes at its two ends. */
  *steps(): Iterable<() => void> {
    for (const object of this.#view.objects) yield () => this.#addObject(object);
    for (const described of this.#described) {
      const { node, description } = described;
      if (description.head.k === 'route') yield* this.#connectRoute(node, description);
      else yield () => this.#connect(described);
    }
  }

  *result(): Steps<Topology> {
    const byId = yield* sortedBy([...this.#nodes], ([a], [b]) => compareText(a, b));
    const nodes = byId.map(([, node]) => node);
    for (const [place, node] of nodes.entries()) node.place = place;
    for (const [node, references] of this.#references) {
      node.unresolved = [...references.values()];
      if (this.#view.spent(references.size)) yield;
    }
    for (const [edge, ports] of this.#ports) {
      edge.ports = [...ports].sort((a, b) => a - b);
      if (this.#view.spent(ports.size)) yield;
    }
    const edges = yield* sortedBy(this.#edges, compareEdges);
    yield;
    yield* joinEdges(nodes, edges);
    return {
      ...{ cluster: this.#view.cluster, nodes, edges, byId: new NodesById(nodes) },
      ...{ parents: this.#parents, routes: this.#routes },
    };
  }

  #addObject(seen: SeenObject): void {
    const { group, kind, records } = seen;
    const description = fromRecords(records);
    this.work += OBJECT + (description?.parts.length ?? 0);
    if (description?.head.k === 'grant') return this.#attachment.addGrant(seen.namespace, description);
    const isNode = group === GATEWAY_GROUP && NODE_KIND_NAMES.has(kind);
    if (!isNode && description?.head.k !== 'policy') return;
    const object = this.#object(
      seen,
      seen.namespace,
      seen.name,
      seen.isTerminating,
      description ? description.isPartial : true,
    );
    const node = this.#addNode(object);
    if (!node || !description) return;
    this.#described.push({ node, description });
    switch (description.head.k) {
      case 'gateway':
      case 'set':
        this.#heads.set(node, description.head);
        return this.#addListeners(node, description);
      case 'class':
        this.#heads.set(node, description.head);
        return;
      case 'route':
        return this.#addRoute(node, description);
      case 'policy':
        node.policy = this.#policyState(object, description);
    }
  }

  #object(
    { group, kind }: KindName,
    namespace: string,
    name: string,
    isTerminating: boolean,
    isPartial: boolean,
  ): GraphObject {
    const once = (text: string) => this.#once(text);
    const parts = {
      cluster: this.#view.cluster,
      group: once(group),
      kind: once(kind),
      namespace: once(namespace),
      name,
    };
    return { ...parts, id: encodeObjectId(parts), isTerminating, isPartial };
  }

  /** Returns one shared string for equal texts, to save memory in kept topologies. */
  #once(text: string): string {
    const known = this.#texts.get(text);
    if (known === undefined) this.#texts.set(text, text);
    return known ?? text;
  }

  /** Adds a node. Undefined for the excluded node, and for a second section of the same name. */
  #addNode(object: GraphObject, section?: string): Node | undefined {
    const id = section === undefined ? object.id : sectionId(object.id, section);
    if (id === this.#without || this.#nodes.has(id)) return undefined;
    const node = new Node(object, section);
    this.#nodes.set(id, node);
    return node;
  }

  #addListeners(node: Node, { parts }: Description): void {
    const listeners: Listener[] = [];
    for (const part of parts as readonly ListenerPart[]) {
      const listener = this.#addNode(node.object, part.l);
      if (!listener) continue;
      if (part.h !== undefined) listener.hostnames = [part.h];
      listener.port = part.o;
      listener.protocol = part.p ?? '';
      listeners.push({ node: listener, part });
      this.#edge('SECTION', node, listener, part.x ? ['REPORTED'] : []);
    }
    this.#listeners.set(node, listeners);
  }

  #addRoute(node: Node, { parts }: Description): void {
    node.hostnames = sorted(parts.flatMap(part => ('h' in part ? [(part as HostPart).h] : [])));
    const named = new Set(parts.map(part => ('r' in part ? part.n : undefined)));
    let last = 0;
    for (const part of parts) {
      if (!('r' in part) || part.r === last) continue;
      last = part.r;
      const byPlace = `rule-${part.r}`;
      // A rule may have a name like `rule-2`. The unnamed rule at that position then gets another id.
      const section = part.n ?? (named.has(byPlace) ? `${byPlace}.` : byPlace);
      const rule = this.#addNode(node.object, section);
      if (!rule) continue;
      if (part.n === undefined) this.#ruleAt.set(sectionId(node.id, byPlace), rule);
      this.#edge('SECTION', node, rule, []);
    }
  }

  #policyState(object: GraphObject, { head, parts }: Description): PolicyState {
    const known = policyKindOf(object);
    const keys = parts.filter((part): part is KeyPart => 'd' in part);
    const conditions = parts.filter((part): part is ConditionPart => 'c' in part);
    const reported = conditions.map(part => {
      const [group, kind, name, namespace = object.namespace] = part.a ?? [];
      if (group === undefined || kind === undefined || name === undefined) return conditionOf(part, undefined);
      return conditionOf(part, this.#idOf({ group, kind }, namespace, name));
    });
    return new PolicyState(object, {
      ...{ known, head: head as PolicyHead, keys, reported },
      class: known?.class ?? this.#view.labelledClass(object),
    });
  }

  #connect(described: Described): void {
    const { node, description } = described;
    switch (description.head.k) {
      case 'gateway':
        return this.#connectGateway(node, description.head);
      case 'set':
        return this.#connectSet(node, description.head);
      case 'policy':
        return this.#connectPolicy(node, description);
      default:
    }
  }

  #connectGateway(gateway: Node, head: GatewayHead): void {
    if (head.c === undefined) return void this.#parents.set(gateway, 'none');
    const id = this.#idOf(gatewayKind('GatewayClass'), '', head.c);
    const above = this.#nodes.get(id);
    if (!above)
      return void this.#parents.set(gateway, this.#unresolved(gateway, 'CLASS', id, gatewayKind('GatewayClass'), ''));
    const isRefused = head.x === 1 || (this.#heads.get(above) as ClassHead | undefined)?.x === 1;
    this.#parents.set(gateway, this.#edge('CLASS', above, gateway, isRefused ? ['REPORTED'] : []));
  }

  #connectSet(set: Node, head: SetHead): void {
    if (!head.g) return void this.#parents.set(set, 'none');
    const [name, namespace = set.object.namespace] = head.g;
    const id = this.#idOf(gatewayKind('Gateway'), namespace, name);
    const above = this.#nodes.get(id);
    if (!above)
      return void this.#parents.set(set, this.#unresolved(set, 'LISTENER_SET', id, gatewayKind('Gateway'), namespace));
    const rule = (this.#heads.get(above) as GatewayHead | undefined)?.a;
    const isAllowed = this.#attachment.allows(rule, 'None', set.object.namespace, namespace);
    this.#parents.set(
      set,
      this.#edge('LISTENER_SET', above, set, [
        ...(isAllowed ? [] : (['NAMESPACE'] as const)),
        ...(head.x ? (['REPORTED'] as const) : []),
      ]),
    );
  }

  *#connectRoute(route: Node, { parts }: Description): Iterable<() => void> {
    const edges = new Map<Node, Edge>();
    let isOpen = false;
    for (const part of parts) {
      if (!('p' in part)) continue;
      yield () => void (isOpen = this.#connectParent(route, part as ParentPart, edges) === 'unknown' || isOpen);
    }
    yield () => {
      this.#routes.set(route, { isOpen });
      this.#connectBackends(
        route,
        parts.filter((part): part is RulePart => 'r' in part),
      );
    };
  }

  /** Connects a route to the listeners of one parent reference. Undefined if the parent and its section are found. */
  #connectParent(route: Node, ref: ParentPart, edges: Map<Node, Edge>): 'absent' | 'unknown' | undefined {
    const kind = gatewayKind(ref.t ? 'ListenerSet' : 'Gateway');
    const namespace = ref.n ?? route.object.namespace;
    const id = this.#idOf(kind, namespace, ref.p);
    const parent = this.#nodes.get(id);
    if (!parent)
      return this.#unresolved(route, 'ROUTE', ref.s === undefined ? id : sectionId(id, ref.s), kind, namespace);
    const listeners = this.#listeners.get(parent) ?? [];
    const meant = ref.s === undefined ? listeners : listeners.filter(({ part }) => part.l === ref.s);
    if (ref.s !== undefined && meant.length === 0) return this.#missingSection(route, 'ROUTE', parent, ref.s);
    for (const listener of meant) this.#connectListener(route, ref, listener, edges);
    return undefined;
  }

  #connectListener(route: Node, ref: ParentPart, { node: listener, part }: Listener, edges: Map<Node, Edge>): void {
    this.work += 1 + route.hostnames.length / HOSTNAMES;
    const known = edges.get(listener);
    if (known?.holds) return;
    const hostnames = this.#attachment.hostnames(part, route);
    const refusals = this.#attachment.refusals(ref, part, { route, listener, hostnames });
    if (known) {
      // The edge holds if any reference of the route to this listener holds.
      const again = this.#refusals(listener, route, refusals);
      if (again.length === 0) known.refusals = again;
      return;
    }
    const edge = this.#edge('ROUTE', listener, route, refusals);
    edge.hostnames = hostnames ?? [];
    edges.set(listener, edge);
  }

  #connectBackends(route: Node, parts: readonly RulePart[]): void {
    let rule: Node | undefined;
    let last = 0;
    let edges = new Map<Node, Edge>();
    for (const part of parts) {
      if (part.r !== last) {
        last = part.r;
        edges = new Map();
        rule = this.#ruleNode(route, part);
      }
      if (rule)
        for (const [name, namespace, port] of part.b ?? [])
          this.#connectBackend(rule, name, namespace || route.object.namespace, port, edges);
    }
  }

  /** The node of a rule. If several rules have the same name, only the first has a node. */
  #ruleNode(route: Node, { r, n }: RulePart): Node | undefined {
    if (n === undefined) return this.#ruleAt.get(sectionId(route.id, `rule-${r}`));
    const node = this.#nodes.get(sectionId(route.id, n));
    if (!node || this.#ruleTaken.has(node)) return undefined;
    this.#ruleTaken.add(node);
    return node;
  }

  #connectBackend(rule: Node, name: string, namespace: string, port: number, edges: Map<Node, Edge>): void {
    this.work++;
    const id = this.#idOf(SERVICE, namespace, name);
    const service = this.#serviceNode(id, namespace, name);
    if (!service) {
      this.#unresolved(rule, 'BACKEND', id, SERVICE, namespace);
      return;
    }
    let edge = edges.get(service);
    if (!edge) {
      const isGranted = this.#attachment.isGranted(rule.object, SERVICE, namespace, name);
      edge = this.#edge('BACKEND', rule, service, isGranted ? [] : ['GRANT']);
      edges.set(service, edge);
    }
    if (port === 0) return;
    const ports = this.#ports.get(edge);
    if (ports) ports.add(port);
    else this.#ports.set(edge, new Set([port]));
  }

  #serviceNode(id: string, namespace: string, name: string): Node | undefined {
    const known = this.#nodes.get(id);
    if (known) return known;
    const found = this.#found(SERVICE, namespace, name);
    return found && this.#addService(found, namespace, name);
  }

  #addService(found: FoundObject, namespace: string, name: string): Node | undefined {
    const service = this.#addNode(this.#object(SERVICE, namespace, name, found.isTerminating, false));
    if (!service) return undefined;
    for (const { n, o } of found.ports() as readonly { readonly n: string; readonly o?: number }[]) {
      const port = this.#addNode(service.object, n);
      if (!port) continue;
      port.port = o;
      this.#edge('SECTION', service, port, []);
    }
    return service;
  }

  #connectPolicy(policy: Node, { parts }: Description): void {
    const edges = new Map<Node, Edge>();
    for (const part of parts) if ('t' in part) this.#connectTarget(policy, part as TargetPart, edges);
  }

  #connectTarget(policy: Node, { t: [group, kind, name], n, s }: TargetPart, edges: Map<Node, Edge>): void {
    const of = { group, kind };
    const namespace = this.#isClusterScoped(of) ? '' : (n ?? policy.object.namespace);
    const id = this.#idOf(of, namespace, name);
    const target = this.#targetNode(id, of, namespace, name, s);
    if (!target) return void this.#unresolved(policy, 'POLICY', s === undefined ? id : sectionId(id, s), of, namespace);
    const node = s === undefined ? target : this.#section(target, s);
    if (!node) return void this.#missingSection(policy, 'POLICY', target, s!);
    const isGranted = namespace === '' || this.#attachment.isGranted(policy.object, of, namespace, name);
    const refusals = this.#refusals(policy, node, isGranted ? [] : ['GRANT']);
    const known = edges.get(node);
    if (!known) edges.set(node, this.#edge('POLICY', policy, node, refusals));
    else if (!known.holds && refusals.length === 0) known.refusals = refusals;
  }

  /**
   * The node of an object that a policy targets. Undefined if the object is not found. A new node is added to the
   * topology only if `section` is undefined or names a port of a Service.
   */
  #targetNode(
    id: string,
    kind: KindName,
    namespace: string,
    name: string,
    section: string | undefined,
  ): Node | undefined {
    const known = this.#nodes.get(id);
    if (known) return known;
    const found = this.#found(kind, namespace, name);
    if (!found) return undefined;
    if (kind.group === '' && kind.kind === 'Service') {
      const ports = found.ports() as readonly { readonly n: string }[];
      if (section !== undefined && !ports.some(({ n }) => n === section))
        return this.#detached(kind, namespace, name, found);
      return this.#addService(found, namespace, name);
    }
    if (section !== undefined) return this.#detached(kind, namespace, name, found);
    return this.#addNode(this.#object(kind, namespace, name, found.isTerminating, false));
  }

  /** Makes a node for a visible object without adding it to the topology. */
  #detached(kind: KindName, namespace: string, name: string, found: FoundObject): Node {
    return new Node(this.#object(kind, namespace, name, found.isTerminating, false));
  }

  /** The node of a section. `rule-N` is the rule at position N, if that rule has no name. */
  #section(target: Node, section: string): Node | undefined {
    const id = sectionId(target.id, section);
    return this.#ruleAt.get(id) ?? this.#nodes.get(id);
  }

  /** Adds an edge. The edge does not hold if one of its nodes is being deleted. */
  #edge(kind: EdgeKind, from: Node, to: Node, refusals: readonly Refusal[]): Edge {
    const edge = new Edge(kind, from, to, this.#refusals(from, to, refusals));
    this.#edges.push(edge);
    return edge;
  }

  #refusals(from: Node, to: Node, refusals: readonly Refusal[]): readonly Refusal[] {
    if (!from.object.isTerminating && !to.object.isTerminating) return refusals;
    if (refusals.includes('DELETED')) return refusals;
    const before = refusals.filter(refusal => refusal !== 'REPORTED');
    return [...before, 'DELETED', ...refusals.filter(refusal => refusal === 'REPORTED')];
  }

  #unresolved(node: Node, kind: EdgeKind, to: string, of: KindName, namespace: string): 'absent' | 'unknown' {
    const absent = this.#isAbsent(of, namespace);
    this.#refer(node, { kind, to, absent });
    return absent ? 'absent' : 'unknown';
  }

  /**
   * Records a reference to a missing section of a visible object. The section is absent, or unknown if parts of the
   * object were left out.
   */
  #missingSection(node: Node, kind: EdgeKind, of: Node, section: string): 'absent' | 'unknown' {
    const to = sectionId(of.id, section);
    // An excluded section counts as deleted. It is absent only for a caller who sees all objects of the kind.
    const absent = to === this.#without ? this.#isAbsent(of.object, of.object.namespace) : !of.object.isPartial;
    this.#refer(node, { kind, to, absent });
    return absent ? 'absent' : 'unknown';
  }

  #refer(node: Node, reference: Reference): void {
    let known = this.#references.get(node);
    if (!known) this.#references.set(node, (known = new Map<string, Reference>()));
    const key = `${reference.kind} ${reference.to}`;
    if (!known.has(key)) known.set(key, reference);
  }

  #isAbsent(kind: KindName, namespace: string): boolean {
    const key = `${kind.group}/${kind.kind}`;
    let isComplete = this.#complete.get(key);
    if (isComplete === undefined) this.#complete.set(key, (isComplete = this.#view.isComplete(kind)));
    return isComplete && this.#view.mayList(kind, namespace);
  }

  #found(kind: KindName, namespace: string, name: string): FoundObject | undefined {
    if (this.#without !== undefined && this.#idOf(kind, namespace, name) === this.#without) return undefined;
    return this.#view.find(kind, namespace, name);
  }

  #idOf({ group, kind }: KindName, namespace: string, name: string): string {
    const scoped = this.#isClusterScoped({ group, kind }) ? '' : namespace;
    return encodeObjectId({ cluster: this.#view.cluster, group, kind, namespace: scoped, name });
  }

  #isClusterScoped(kind: KindName): boolean {
    if (kind.group === GATEWAY_GROUP) return kind.kind === 'GatewayClass';
    return this.#view.isClusterScoped(kind);
  }
}
