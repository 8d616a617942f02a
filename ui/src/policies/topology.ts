/**
 * Topology of gateways, routes and policies as shown on the page: routes by hostname, the policies that apply to each
 * route, and the diagram.
 */
import type { Diagram, DiagramBox, DiagramEdge, DiagramNode } from '../diagram/diagram.ts';
import { decodedPart, partsOfId, type ObjectParts } from '../format/object-id.ts';
import type {
  EffectiveFragment,
  ObjectStatus,
  PolicyEdgePartFragment,
  PolicyNodesQuery,
  PolicyPartFragment,
  PolicyStanding,
} from '../graph/graphql.ts';
import { policyTexts as said } from './texts.ts';

export type TopologyNode = NonNullable<PolicyNodesQuery['policyTopology']>['nodes']['nodes'][number];
export type TopologyEdge = PolicyEdgePartFragment;
export type Effective = EffectiveFragment;

export interface Topology {
  readonly nodes: readonly TopologyNode[];
  readonly edges: readonly TopologyEdge[];
}

interface NodeName extends ObjectParts {
  readonly objectId: string;
  readonly section: string | undefined;
}

/** Parts of the id `cluster/group/kind/namespace/name#section`, decoded. */
export function nameOf(id: string): NodeName {
  const [objectId = '', section] = id.split('#');
  return { objectId, ...partsOfId(objectId), section: section === undefined ? undefined : decodedPart(section) };
}

/** Name for users: `HTTPRoute shop/checkout`, or `rule-1 of HTTPRoute shop/checkout` for a section. */
export function wordsOf(id: string): string {
  const { kind, namespace, name, section } = nameOf(id);
  const object = `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
  return section === undefined ? object : said.sectionOf(section, object);
}

/** Object status that gives a standing its shape and colour. Worst standing first. */
export const STATUS_OF: Readonly<Record<PolicyStanding, ObjectStatus>> = {
  NOT_ACCEPTED: 'FAILED',
  TARGET_NOT_FOUND: 'FAILED',
  CONFLICTED: 'FAILED',
  OVERRIDDEN: 'IN_PROGRESS',
  NO_EFFECT: 'IN_PROGRESS',
  PARTIAL: 'IN_PROGRESS',
  UNKNOWN: 'UNKNOWN',
  ATTACHED: 'CURRENT',
  ENFORCED: 'CURRENT',
};

const WORST_FIRST = Object.keys(STATUS_OF) as readonly PolicyStanding[];

/** Policies of a topology, problems first. */
export function policiesOf({ nodes }: Topology): PolicyPartFragment[] {
  return nodes
    .flatMap(({ policy }) => policy ?? [])
    .toSorted((a, b) => WORST_FIRST.indexOf(a.standing) - WORST_FIRST.indexOf(b.standing) || (a.id < b.id ? -1 : 1));
}

/** Rules of one route that have the same effective policies. */
interface RuleGroup {
  /** Ids of the rules. */
  readonly rules: readonly string[];
  readonly backends: readonly TopologyEdge[];
  readonly effective: readonly Effective[];
}

/** Attachment of a route to a listener. */
export interface Attachment {
  readonly routeId: string;
  /** Undefined if the objects above the route are hidden from the caller, or not in the index yet. */
  readonly listenerId: string | undefined;
  readonly refusals: TopologyEdge['refusals'];
  /** Policies of the listener itself, for example for certificates. */
  readonly ofListener: readonly Effective[];
  readonly groups: readonly RuleGroup[];
}

export interface Hostname {
  /** Empty if the routes match any hostname. */
  readonly name: string;
  readonly attachments: readonly Attachment[];
}

const last = (effective: Effective): string | undefined => effective.path.nodes.at(-1)?.id;

/** Routes by hostname. Sorted by domain. Routes for any hostname come last. */
export function hostnamesOf({ nodes, edges }: Topology, effective: readonly Effective[]): Hostname[] {
  const own = new Map(nodes.map(({ id, hostnames }) => [id, hostnames]));
  const below = Map.groupBy(
    edges.filter(({ kind }) => kind === 'SECTION' || kind === 'BACKEND'),
    ({ from }) => from.id,
  );
  const byEnd = Map.groupBy(effective, last);
  const rulesOf = (routeId: string) =>
    (below.get(routeId) ?? []).filter(({ kind }) => kind === 'SECTION').map(({ to }) => to.id);
  const groupsOf = (routeId: string, passes: (effective: Effective) => boolean): RuleGroup[] => {
    const rules = rulesOf(routeId).map(id => ({
      id,
      backends: (below.get(id) ?? []).filter(({ kind }) => kind === 'BACKEND'),
      effective: (byEnd.get(id) ?? []).filter(passes),
    }));
    const alike = Map.groupBy(rules, ({ effective }) => JSON.stringify(effective.map(signatureOf)));
    return [...alike.values()].map(group => ({
      rules: group.map(({ id }) => id),
      backends: group.flatMap(({ backends }) => backends),
      effective: group[0]!.effective,
    }));
  };
  const found = new Map<string, Attachment[]>();
  const add = (names: readonly string[], attachment: Attachment) => {
    for (const name of names.length === 0 ? [''] : names) found.set(name, [...(found.get(name) ?? []), attachment]);
  };
  for (const { kind, from, to, refusals, hostnames } of edges) {
    if (kind !== 'ROUTE') continue;
    const passes = ({ path }: Effective) =>
      path.nodes.some(({ id }) => id === from.id) && path.nodes.some(({ id }) => id === to.id);
    // A refused attachment serves no traffic. The attachment is listed under the route's own hostnames, where users
    // look for the route.
    add(refusals.length > 0 ? (own.get(to.id) ?? []) : hostnames, {
      routeId: to.id,
      listenerId: from.id,
      refusals,
      ofListener: byEnd.get(from.id) ?? [],
      groups: groupsOf(to.id, passes),
    });
  }
  const open = Map.groupBy(
    effective.filter(({ path }) => path.open && !path.nodes.some(({ id }) => id.includes('#') && isListener(id))),
    ({ path }) => path.nodes[0]?.id ?? '',
  );
  for (const [routeId, paths] of open)
    add(paths[0]?.path.hostnames ?? [], {
      routeId,
      listenerId: undefined,
      refusals: [],
      ofListener: [],
      groups: groupsOf(routeId, ({ path }) => path.nodes[0]?.id === routeId),
    });
  return [...found]
    .map(([name, attachments]) => ({
      name,
      attachments: attachments.toSorted((a, b) => (a.routeId < b.routeId ? -1 : 1)),
    }))
    .toSorted((a, b) => compareHostnames(a.name, b.name));
}

const isListener = (id: string): boolean => ['Gateway', 'ListenerSet'].includes(nameOf(id).kind);

/** Key that is equal for effective policies with the same rules from the same policies. */
const signatureOf = ({ kind, rules, displaced, complete }: Effective) => [
  kind,
  rules.map(({ key, source }) => [key, source.id]),
  displaced.map(({ key, source, by }) => [key, source.id, by.map(({ id }) => id)]),
  complete,
];

function compareHostnames(a: string, b: string): number {
  if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1;
  const domain = (name: string) => name.split('.').toReversed().join('.');
  return domain(a) < domain(b) ? -1 : 1;
}

/** Text that is equal for effective policies that look the same on the page. */
export const contentOf = ({ kind, rules, displaced, complete }: Effective): string =>
  JSON.stringify([kind, rules, displaced, complete]);

/** Effective policies on the paths through a node. For a policy, the effective policies that include the policy. */
export const effectiveOf = (id: string, effective: readonly Effective[]): Effective[] =>
  effective.filter(
    ({ path, policies }) => path.nodes.some(node => node.id === id) || policies.some(policy => policy.id === id),
  );

/** Problem of a topology: a reference to a missing or hidden object, or a refused attachment. */
export interface Fault {
  readonly of: string;
  readonly words: string;
  /** False if the object may exist but is hidden from the caller. */
  readonly certain: boolean;
}

export function faultsOf({ nodes, edges }: Topology): Fault[] {
  return [
    ...nodes.flatMap(({ id, unresolved }) =>
      unresolved.map(({ to, absent }) => ({
        of: id,
        words: absent ? said.absent(wordsOf(to)) : said.notSeen(wordsOf(to)),
        certain: absent,
      })),
    ),
    ...edges
      .filter(({ refusals }) => refusals.length > 0)
      .map(({ from, to, kind, refusals }) => ({
        of: kind === 'SECTION' ? to.id : kind === 'POLICY' ? from.id : to.id,
        words: said.refused(
          wordsOf(kind === 'POLICY' || kind === 'BACKEND' ? to.id : from.id),
          refusals.map(it => said.refusals[it]).join('; '),
        ),
        certain: true,
      })),
  ].toSorted((a, b) => Number(b.certain) - Number(a.certain) || (a.of < b.of ? -1 : 1));
}

/**
 * Diagram of a topology. Ports of Services, and rules that are alone in their route, are drawn only if they are the
 * target of a policy or have an unresolved reference.
 */
export function diagramOf({ nodes, edges }: Topology): Diagram {
  const stands = standsFor(nodes, edges);
  const standIn = (id: string) => stands.get(id) ?? id;
  const boxes = new Map<string, DiagramBox>();
  const boxOf = ({ cluster, namespace }: NodeName): string => {
    if (!boxes.has(cluster)) boxes.set(cluster, { id: cluster, title: cluster });
    if (namespace === '') return cluster;
    const id = `${cluster}/${namespace}`;
    if (!boxes.has(id)) boxes.set(id, { id, title: namespace, within: cluster });
    return id;
  };
  const refused = Map.groupBy(
    edges.filter(({ refusals }) => refusals.length > 0),
    ({ to }) => standIn(to.id),
  );
  const shown = nodes.filter(({ id }) => !stands.has(id));
  const drawn: DiagramNode[] = shown.map(node => {
    const name = nameOf(node.id);
    const { policy } = node;
    const isBroken = refused.has(node.id) || node.unresolved.some(({ absent }) => absent);
    const status = policy ? STATUS_OF[policy.standing] : isBroken ? ('FAILED' as const) : undefined;
    const words = [
      said.place(name.namespace, name.cluster),
      policy &&
        policy.overriddenBy.length > 0 &&
        said.overriddenBy(policy.overriddenBy.map(({ id }) => wordsOf(id)).join(', ')),
      node.hostnames.length > 0 && node.hostnames.join(', '),
      ...node.unresolved.map(({ to, absent }) => (absent ? said.absent(wordsOf(to)) : said.notSeen(wordsOf(to)))),
    ];
    return {
      id: node.id,
      title: name.section ?? name.name,
      detail:
        name.section === undefined
          ? policy
            ? `${name.kind} · ${said.standing[policy.standing]}`
            : name.kind
          : sectionDetail(node, name),
      words: words.filter(Boolean).join('. '),
      within: boxOf(name),
      ...(status && { status }),
      ...(policy && (policy.standing === 'OVERRIDDEN' || policy.standing === 'CONFLICTED') && { struck: true }),
    };
  });
  const missing = new Map<string, DiagramNode>();
  const there = new Set(nodes.map(({ id }) => id));
  const lines: DiagramEdge[] = [];
  for (const { id, kind, from, to, refusals, hostnames, ports } of edges) {
    const [start, end] = [standIn(from.id), standIn(to.id)];
    if (start === end) continue;
    const why = refusals.map(it => said.refusals[it]).join('; ');
    lines.push({
      id,
      from: start,
      to: end,
      words: [said.edge(wordsOf(from.id), wordsOf(to.id)), hostnames.join(', '), ports.join(', '), why]
        .filter(Boolean)
        .join('. '),
      ...(refusals.length > 0
        ? { status: 'FAILED' as const, dashed: true, label: said.refusalShort[refusals[0]!] }
        : {}),
      ...(kind === 'POLICY' && refusals.length === 0 && { dashed: true }),
    });
  }
  for (const node of shown)
    for (const { kind, to, absent } of node.unresolved) {
      if (!there.has(to) && !missing.has(to))
        missing.set(to, {
          id: to,
          title: nameOf(to).name,
          detail: `${nameOf(to).kind} · ${absent ? said.isAbsent : said.isNotSeen}`,
          words: said.place(nameOf(to).namespace, nameOf(to).cluster),
          within: boxOf(nameOf(to)),
          faint: true,
          ...(absent && { status: 'FAILED' as const }),
        });
      const isAbove = kind === 'ROUTE' || kind === 'LISTENER_SET' || kind === 'CLASS';
      const [from, end] = isAbove ? [to, node.id] : [node.id, to];
      lines.push({
        id: `unresolved ${kind} ${node.id} ${to}`,
        from,
        to: end,
        dashed: true,
        words: said.edge(wordsOf(from), wordsOf(end)),
        ...(absent && { status: 'FAILED' as const }),
      });
    }
  return { boxes: [...boxes.values()], nodes: [...drawn, ...missing.values()], edges: lines };
}

function sectionDetail({ port, protocol }: TopologyNode, { kind }: NodeName): string {
  return port === null
    ? said.rule
    : `${isListenerKind(kind) ? said.listener : said.port} · ${protocol ?? ''} ${port}`.replace('  ', ' ');
}
const isListenerKind = (kind: string): boolean => kind === 'Gateway' || kind === 'ListenerSet';

/** Maps each section that is not drawn to the object that is drawn in its place. */
function standsFor(nodes: readonly TopologyNode[], edges: readonly TopologyEdge[]): Map<string, string> {
  const sections = Map.groupBy(
    nodes.filter(({ section }) => section !== null),
    ({ id }) => nameOf(id).objectId,
  );
  const targeted = new Set(edges.flatMap(({ kind, to }) => (kind === 'POLICY' ? [to.id] : [])));
  const stands = new Map<string, string>();
  for (const [objectId, own] of sections) {
    const { kind, group } = nameOf(objectId);
    if (isListenerKind(kind)) continue;
    const isPort = kind === 'Service' && group === '';
    for (const { id, unresolved } of own)
      if (!targeted.has(id) && unresolved.length === 0 && (isPort || own.length === 1)) stands.set(id, objectId);
  }
  return stands;
}
