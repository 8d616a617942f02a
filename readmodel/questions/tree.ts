/**
 * The tree of an object's origins or results: its neighbours in one direction, their neighbours, and so on. Nearest
 * objects come first, and each object occurs once.
 *
 * Relations can form cycles (Flux can apply its own sources), and one object may own ten thousand objects. An object is
 * therefore shown only where it is reached first. Objects beyond `depth` or `limit` are omitted, and `truncated` is
 * set.
 *
 * A Pod is created by its owner, not by the objects that select it. SELECTS therefore shows where traffic
 * goes, not what created a Pod. So SELECTS is followed only downward, from the root and from objects reached by
 * REFERENCES.
 */
import { ALL_RELATION_TYPES, type AnyRelationType, type RelationDirection } from '../../store/attached.ts';
import type { ObjectStatus } from '../../store/store.ts';
import type { Steps } from '../../async/fair-turns.ts';
import type { Selection } from '../select/selection.ts';
import { statusOf } from '../table/columns.ts';
import { addTo, TopK } from '../table/containers.ts';
import type { RowTable } from '../table/row-table.ts';
import { comparison, type MayName, type Neighbour, Neighbours } from './related.ts';

export interface TreeRequest {
  /** Decides which objects without a row are reported. @default reports only objects with a row */
  readonly mayName?: MayName | undefined;
  readonly direction: RelationDirection;
  /** Maximum distance from the root, in relations. */
  readonly depth: number;
  /** Maximum number of objects, including the root. At least 1. */
  readonly limit: number;
}

export interface TreeNode<Row> {
  readonly id: string;
  /** Undefined if the object has no row. */
  readonly row: Row | undefined;
  /** Index of the node from which this node was reached. Undefined for the root. */
  readonly parent: number | undefined;
  /** Relation between this node and its parent. Undefined for the root. */
  readonly relation: AnyRelationType | undefined;
  readonly depth: number;
  /** Worst status among this node and the nodes below it that have rows. UNKNOWN if this object has no row. */
  readonly worst: ObjectStatus;
}

/** Parents come before their children. The first node is the root. */
export interface Tree<Row> {
  readonly nodes: readonly TreeNode<Row>[];
  /** Row of the root cause of the first failed node. Undefined if no node has failed. */
  readonly firstFailure: Row | undefined;
  readonly truncated: boolean;
}

/** Statuses, worst first. */
export const BY_SEVERITY: readonly ObjectStatus[] = ['FAILED', 'UNKNOWN', 'TERMINATING', 'IN_PROGRESS', 'CURRENT'];

const ANY = (): boolean => true;
const NOT_TRAFFIC = ALL_RELATION_TYPES.filter(type => type !== 'SELECTS');

/** Status by the index of the node in the tree. Undefined for nodes without a row. */
type Statuses = readonly (ObjectStatus | undefined)[];

/** A tree with row numbers. Valid until the next write. */
interface GrownTree {
  readonly nodes: readonly (Growing & Pick<TreeNode<unknown>, 'worst'>)[];
  /** Index of the root cause of the first failed node. Undefined if no node has failed. */
  readonly firstFailure: number | undefined;
  readonly truncated: boolean;
}

interface Growing {
  /** Row number of the object. 0 if the object has no row. */
  readonly row: number;
  /** Id of an object without a row. */
  readonly id?: string | undefined;
  readonly parent: number | undefined;
  readonly relation: AnyRelationType | undefined;
  readonly depth: number;
}

/** @param root Number of a visible row */
export function* treeOf(
  table: RowTable,
  selection: Selection,
  root: number,
  { direction, depth, limit, mayName }: TreeRequest,
): Steps<GrownTree> {
  const nodes: Growing[] = [{ row: root, parent: undefined, relation: undefined, depth: 0 }];
  const scopes = new Map<number | string, number>([[root, 0]]);
  const [compare, neighbours] = [comparison(table), new Neighbours(table, selection, mayName)];
  let truncated = false;
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]!;
    if (node.row === 0) continue;
    const room = node.depth < depth ? limit - nodes.length : 0;
    if (room === 0 && truncated) break;
    // A neighbour may occur once for each type of relation.
    const nearest = new TopK<Neighbour>(ALL_RELATION_TYPES.length * (room + 1), compare);
    const isTraffic = direction === 'DOWN' && (node.relation === undefined || node.relation === 'REFERENCES');
    const match = { direction, types: isTraffic ? ALL_RELATION_TYPES : NOT_TRAFFIC };
    yield* neighbours.each(node.row, match, neighbour => {
      if (!scopes.has(neighbour.id ?? neighbour.row)) nearest.offer(neighbour);
    });
    for (const { type, row, id } of nearest.sorted()) {
      if (scopes.has(id ?? row)) continue;
      if (room === 0 || nodes.length === limit) {
        truncated = true;
        break;
      }
      scopes.set(id ?? row, nodes.length);
      nodes.push({ row, id, parent: at, relation: type, depth: node.depth + 1 });
    }
    yield;
  }
  const statuses = nodes.map(({ row }) => (row === 0 ? undefined : statusOf(table.columns.state[row]!)));
  const failure = firstFailureOf(statuses, yield* causesAmong(table, scopes, statuses));
  const worst = worstBelow(nodes, statuses);
  return {
    nodes: nodes.map((node, at) => ({ ...node, worst: worst[at]! })),
    firstFailure: failure,
    truncated,
  };
}

function worstBelow(nodes: readonly Growing[], statuses: Statuses): ObjectStatus[] {
  const severity = statuses.map(status => BY_SEVERITY.indexOf(status ?? 'CURRENT'));
  for (let at = nodes.length - 1; at > 0; at--) {
    const { parent } = nodes[at]!;
    severity[parent!] = Math.min(severity[parent!]!, severity[at]!);
  }
  return severity.map((rank, at) => (statuses[at] ? BY_SEVERITY[rank]! : 'UNKNOWN'));
}

/** Possible causes of failures: indices of nodes, by index of the affected node. */
interface Causes {
  /** Nodes that the affected node is built from or depends on. */
  readonly above: ReadonlyMap<number, readonly number[]>;
  /** Nodes that the affected node manages, owns or uses. */
  readonly below: ReadonlyMap<number, readonly number[]>;
}

/** Collects causes among nodes that are not CURRENT, because a healthy object causes no failure. */
function* causesAmong(
  table: RowTable,
  scopes: ReadonlyMap<number | string, number>,
  statuses: Statuses,
): Steps<Causes> {
  const [above, below] = [new Map<number, number[]>(), new Map<number, number[]>()];
  for (const [row, at] of scopes) {
    if (typeof row === 'string' || statuses[at] === 'CURRENT') continue;
    table.relations.forEachKept(row, ANY, (type, to) => {
      const other = scopes.get(to);
      if (other === undefined || statuses[other] === 'CURRENT') return;
      if (type === 'SOURCE' || type === 'DEPENDS_ON') addTo(above, at, other);
      else if (type === 'REFERENCES' || type === 'APPLIES') addTo(below, at, other);
      else addTo(below, other, at);
    });
    yield;
  }
  return { above, below };
}

/**
 * Returns the root cause of the first failed node, as far as the tree shows causes. From the first failed node, the
 * search follows `above` to the farthest failed node. From there, it follows `below` to the farthest failed node. Paths
 * use only nodes that are not CURRENT. If several nodes are equally far, the node that the search finds first counts.
 */
function firstFailureOf(statuses: Statuses, { above, below }: Causes): number | undefined {
  const first = statuses.indexOf('FAILED');
  return first < 0 ? undefined : farthestFailed(farthestFailed(first, statuses, above), statuses, below);
}

function farthestFailed(from: number, statuses: Statuses, causes: Causes['above']): number {
  const distances = new Map([[from, 0]]);
  let farthest = from;
  for (const [at, distance] of distances) {
    if (statuses[at] === 'FAILED' && distance > distances.get(farthest)!) farthest = at;
    // Sorted as in the tree, so that the result does not depend on the order of relations.
    for (const next of causes.get(at)?.toSorted((a, b) => a - b) ?? [])
      if (!distances.has(next)) distances.set(next, distance + 1);
  }
  return farthest;
}
