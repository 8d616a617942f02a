/** Traffic of the mesh as shown on the page: the diagram, the calls with problems first, and rates in words. */
import type { Diagram, DiagramBox } from '../diagram/diagram.ts';
import type { MeshHealthStatus, MeshTrafficGraphQuery, ObjectStatus } from '../graph/graphql.ts';
import { meshTexts as said } from './texts.ts';

export type Graph = NonNullable<MeshTrafficGraphQuery['meshGraph']>;
export type MeshNode = Graph['nodes'][number];
export type MeshEdge = Graph['edges'][number];
type Traffic = MeshEdge['traffic'][number];

/** Object status that gives a health its shape and colour. Worst health first. */
export const STATUS_OF: Readonly<Record<MeshHealthStatus, ObjectStatus>> = {
  FAILURE: 'FAILED',
  DEGRADED: 'IN_PROGRESS',
  NOT_READY: 'UNKNOWN',
  HEALTHY: 'CURRENT',
  NOT_AVAILABLE: 'UNKNOWN',
};
const WORST_FIRST = Object.keys(STATUS_OF) as readonly MeshHealthStatus[];

/** Sorts calls by health, failing calls first, then by rate, highest first. */
export function worstFirst(edges: readonly MeshEdge[]): MeshEdge[] {
  return edges.toSorted(
    (a, b) =>
      WORST_FIRST.indexOf(a.health) - WORST_FIRST.indexOf(b.health) ||
      rateOf(b) - rateOf(a) ||
      (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
}

const rateOf = ({ traffic }: MeshEdge): number =>
  traffic.reduce((sum, { protocol, rate }) => sum + (protocol === 'TCP' ? rate / 1e6 : rate), 0);

const DIGITS = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 });
const BYTES = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export function rateWords({ protocol, rate }: Pick<Traffic, 'protocol' | 'rate'>): string {
  if (protocol !== 'TCP') return said.perSecond(DIGITS.format(rate));
  const step = rate < 1 ? 0 : Math.min(BYTES.length - 1, Math.floor(Math.log10(rate) / 3));
  return `${DIGITS.format(rate / 1000 ** step)} ${BYTES[step]}/s`;
}

export const percentWords = (percent: number): string => `${DIGITS.format(percent)} %`;

/** Traffic in words, for example `9.5/s, 12 % errors`. */
export function trafficWords(traffic: readonly Traffic[]): string {
  const parts = traffic
    .filter(({ rate }) => rate > 0)
    .map(it =>
      [rateWords(it), (it.errorPercent ?? 0) > 0 && said.errors(percentWords(it.errorPercent!))]
        .filter(Boolean)
        .join(', '),
    );
  return parts.length === 0 ? said.idle : parts.join(' + ');
}

export function nodeName({ type, name, version }: MeshNode): string {
  if (type === 'UNKNOWN') return said.unknownCaller;
  if (type === 'HIDDEN') return said.hidden;
  return version === null ? (name ?? '') : `${name} ${version}`;
}

export function nodeWords(node: MeshNode): string {
  const place = [node.namespace, node.cluster?.name].filter(Boolean).join(', ');
  return place === '' ? nodeName(node) : `${nodeName(node)} (${place})`;
}

/**
 * Id of the mesh item that a node stands for. Undefined for nodes without a known item, such as nodes of the types
 * UNKNOWN and HIDDEN.
 */
export function itemIdOf({ type, namespace, name }: MeshNode): string | undefined {
  if (type === 'UNKNOWN' || type === 'HIDDEN' || namespace === null || name === null) return undefined;
  return `///${type.toLowerCase()}/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
}

export function diagramOf({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>): Diagram {
  const boxes = new Map<string, DiagramBox>();
  const boxOf = ({ cluster, namespace }: MeshNode): string | undefined => {
    if (!cluster) return undefined;
    const id = `cluster ${cluster.name}`;
    if (!boxes.has(id)) boxes.set(id, { id, title: cluster.name });
    if (namespace === null) return id;
    const inner = `${id}/${namespace}`;
    if (!boxes.has(inner)) boxes.set(inner, { id: inner, title: namespace, within: id });
    return inner;
  };
  const byId = new Map(nodes.map(node => [node.id, node]));
  const called = Map.groupBy(edges, ({ target }) => target);
  return {
    nodes: nodes.map(node => {
      const to = called.get(node.id) ?? [];
      const worst = WORST_FIRST.find(health => to.some(edge => edge.health === health));
      const within = boxOf(node);
      const place = [node.namespace, node.cluster?.name].filter(Boolean).join(', ');
      return {
        id: node.id,
        title: nodeName(node),
        detail: said.nodeType[node.type],
        words: [place, worst && said.healthOfCalls(said.health[worst]), node.outside && said.outside]
          .filter(Boolean)
          .join('. '),
        ...(worst && worst !== 'NOT_AVAILABLE' && { status: STATUS_OF[worst] }),
        ...(within !== undefined && { within }),
        ...((node.outside || node.type === 'HIDDEN' || node.type === 'UNKNOWN') && { faint: true }),
      };
    }),
    edges: worstFirst(edges).map(edge => {
      const isIdle = edge.traffic.every(({ rate }) => rate === 0);
      const [source, target] = [byId.get(edge.source), byId.get(edge.target)];
      const words = [
        source && target && said.call(nodeWords(source), nodeWords(target)),
        trafficWords(edge.traffic),
        said.health[edge.health],
        edge.crossCluster === true && said.crossCluster,
      ];
      return {
        id: edge.id,
        from: edge.source,
        to: edge.target,
        words: words.filter(Boolean).join('. '),
        label: trafficWords(edge.traffic),
        ...(edge.health !== 'NOT_AVAILABLE' && edge.health !== 'HEALTHY' && { status: STATUS_OF[edge.health] }),
        ...(isIdle ? { dashed: true } : { flows: true }),
      };
    }),
    boxes: [...boxes.values()],
  };
}
