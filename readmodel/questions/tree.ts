/**
 * The tree of an object's origins or of its results: its neighbours in one direction, their neighbours, and so on,
 * nearest first, each object once.
 *
 * Relations form cycles (Flux applies the objects it applies from), and one object may own ten thousand. So an object
 * appears where it is first reached. Objects beyond `depth` or `limit` are omitted, and the tree says so.
 *
 * A Pod's owner creates it, whatever selects it. So SELECTS is followed only for traffic: down from the root, and from
 * objects that use it.
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
  /** @default nothing without a row is named */
  readonly mayName?: MayName | undefined;
  readonly direction: RelationDirection;
  /** Maximum steps from the root. */
  readonly depth: number;
  /** Maximum objects, the root included; at least 1. */
  readonly limit: number;
}

export interface TreeNode<Row> {
  readonly id: string;
  /** Undefined if the object is not in the index. */
  readonly row: Row | undefined;
  /** Index of the node from which this one was reached, and the relation; undefined for the root. */
  readonly parent: number | undefined;
  readonly relation: AnyRelationType | undefined;
  readonly depth: number;
  /** Worst status of the object and all indexed objects below it; UNKNOWN for an object outside the index. */
  readonly worst: ObjectStatus;
}

/** Parents come before their children; the first node is the root. */
export interface Tree<Row> {
  readonly nodes: readonly TreeNode<Row>[];
  /** The row of firstFailureOf(). */
  readonly firstFailure: Row | undefined;
  /** True if objects were omitted. */
  readonly truncated: boolean;
}

/** Worst first. */
export const BY_SEVERITY: readonly ObjectStatus[] = ['FAILED', 'UNKNOWN', 'TERMINATING', 'IN_PROGRESS', 'CURRENT'];

const ANY = (): boolean => true;
const NOT_TRAFFIC = ALL_RELATION_TYPES.filter(type => type !== 'SELECTS');

/** By node; undefined if not in the index. */
type Statuses = readonly (ObjectStatus | undefined)[];

/** A tree while row numbers are valid. */
interface GrownTree {
  readonly nodes: readonly (Growing & Pick<TreeNode<unknown>, 'worst'>)[];
  /** Index of a node. */
  readonly firstFailure: number | undefined;
  readonly truncated: boolean;
}

interface Growing {
  /** 0 if the object is not in the index; `id` then names it. */
  readonly row: number;
  readonly id?: string | undefined;
  readonly parent: number | undefined;
  readonly relation: AnyRelationType | undefined;
  readonly depth: number;
}

/** @param root A visible row */
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
    // A neighbour may appear once for each type.
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

/** By node: the nodes that may cause its failure. */
interface Causes {
  /** The nodes it is built from or depends on. */
  readonly above: ReadonlyMap<number, readonly number[]>;
  /** The nodes it manages, owns or uses. */
  readonly below: ReadonlyMap<number, readonly number[]>;
}

/** Causes among the nodes that are not CURRENT: a healthy object is no cause. */
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
 * The first failed node or, as far as the tree shows, its root cause: the farthest failed object among those it is
 * built from or depends on, and from there the farthest failed one among those it manages, owns or uses. Paths run over
 * objects that are not CURRENT. Among several, the first.
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
    // In the order of the tree, independent of the order of relations.
    for (const next of causes.get(at)?.toSorted((a, b) => a - b) ?? [])
      if (!distances.has(next)) distances.set(next, distance + 1);
  }
  return farthest;
}
