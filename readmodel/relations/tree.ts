/**
 * The tree of what an object comes from, or of what came of it: its neighbours in one direction, theirs, and so on, nearest first, each object once.
 *
 * Relations lead in circles (Flux applies the objects from which it applies), and one object may own ten thousand. So an object is where it is reached first, and
 * what is beyond `depth` or `limit` is left out, which the answer says.
 *
 * A Pod is made by its owner, whatever selects it. So SELECTS is followed where the tree is about traffic: down from its root, and from what that uses.
 */
import { addTo } from '../containers/lists.ts';
import { TopK } from '../containers/top-k.ts';
import type { Selection } from '../filters/selection.ts';
import type { Steps } from '../gate.ts';
import { statusOf } from '../rows/columns.ts';
import type { RowTable } from '../rows/row-table.ts';
import { ALL_RELATION_TYPES, type AnyRelationType, type RelationDirection } from '../../store/attached.ts';
import type { ObjectStatus } from '../../store/store.ts';
import { comparison, Neighbours, type MayName, type Neighbour } from './neighbours.ts';

export interface TreeRequest {
  /** @default nothing without a row is named */
  readonly mayName?: MayName | undefined;
  readonly direction: RelationDirection;
  /** Steps from the root. */
  readonly depth: number;
  /** Objects, the root included; at least 1. */
  readonly limit: number;
}

export interface TreeNode<Row> {
  readonly id: string;
  /** Undefined: the object is not in the index. */
  readonly row: Row | undefined;
  /** Where in the tree the object is from which it was reached, and by which relation; undefined for the root. */
  readonly parent: number | undefined;
  readonly relation: AnyRelationType | undefined;
  readonly depth: number;
  /** Of the object and all below it that are in the index; UNKNOWN for an object that is not. */
  readonly worst: ObjectStatus;
}

/** Parents come before their children; the first is the root. */
export interface Tree<Row> {
  readonly nodes: readonly TreeNode<Row>[];
  /** The row of firstFailureOf(). */
  readonly firstFailure: Row | undefined;
  /** There is more than is here. */
  readonly truncated: boolean;
}

/** The worst comes first. */
export const BY_SEVERITY: readonly ObjectStatus[] = ['FAILED', 'UNKNOWN', 'TERMINATING', 'IN_PROGRESS', 'CURRENT'];

const ANY = (): boolean => true;
const NOT_TRAFFIC = ALL_RELATION_TYPES.filter(type => type !== 'SELECTS');

/** By node; undefined where the index does not know. */
type Statuses = readonly (ObjectStatus | undefined)[];

/** A tree while rows have their numbers. */
interface GrownTree {
  readonly nodes: readonly (Growing & Pick<TreeNode<unknown>, 'worst'>)[];
  /** Which node it is. */
  readonly firstFailure: number | undefined;
  readonly truncated: boolean;
}

interface Growing {
  /** 0: the object is not in the index, and `id` tells which it is. */
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
  const places = new Map<number | string, number>([[root, 0]]);
  const [compare, neighbours] = [comparison(table), new Neighbours(table, selection, mayName)];
  let truncated = false;
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]!;
    if (node.row === 0) continue;
    const room = node.depth < depth ? limit - nodes.length : 0;
    if (room === 0 && truncated) break;
    // A neighbour may come once for each type.
    const nearest = new TopK<Neighbour>(ALL_RELATION_TYPES.length * (room + 1), compare);
    const isTraffic = direction === 'DOWN' && (node.relation === undefined || node.relation === 'REFERENCES');
    const match = { direction, types: isTraffic ? ALL_RELATION_TYPES : NOT_TRAFFIC };
    yield* neighbours.each(node.row, match, neighbour => {
      if (!places.has(neighbour.id ?? neighbour.row)) nearest.offer(neighbour);
    });
    for (const { type, row, id } of nearest.sorted()) {
      if (places.has(id ?? row)) continue;
      if (room === 0 || nodes.length === limit) {
        truncated = true;
        break;
      }
      places.set(id ?? row, nodes.length);
      nodes.push({ row, id, parent: at, relation: type, depth: node.depth + 1 });
    }
    yield;
  }
  const statuses = nodes.map(({ row }) => (row === 0 ? undefined : statusOf(table.columns.state[row]!)));
  const failure = firstFailureOf(statuses, yield* causesAmong(table, places, statuses));
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

/** By node: of which other nodes it may fail. */
interface Causes {
  /** What it is built from or depends on. */
  readonly above: ReadonlyMap<number, readonly number[]>;
  /** What it manages, owns or uses. */
  readonly below: ReadonlyMap<number, readonly number[]>;
}

/** Among the nodes that are not CURRENT: what is well is no cause. */
function* causesAmong(table: RowTable, places: ReadonlyMap<number | string, number>, statuses: Statuses): Steps<Causes> {
  const [above, below] = [new Map<number, number[]>(), new Map<number, number[]>()];
  for (const [row, at] of places) {
    if (typeof row === 'string' || statuses[at] === 'CURRENT') continue;
    table.relations.forEachKept(row, ANY, (type, to) => {
      const other = places.get(to);
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
 * The first failed node or, as far as the tree has it, what that one fails of: the farthest failed object among those it is built from or depends on, and from
 * there the farthest failed one among those it manages, owns or uses, each over objects that are not CURRENT; of several the first.
 */
export function firstFailureOf(statuses: Statuses, { above, below }: Causes): number | undefined {
  const first = statuses.indexOf('FAILED');
  return first < 0 ? undefined : farthestFailed(farthestFailed(first, statuses, above), statuses, below);
}

function farthestFailed(from: number, statuses: Statuses, causes: Causes['above']): number {
  const distances = new Map([[from, 0]]);
  let farthest = from;
  for (const [at, distance] of distances) {
    if (statuses[at] === 'FAILED' && distance > distances.get(farthest)!) farthest = at;
    // In the order of the tree, whatever the order in which they were written.
    for (const next of causes.get(at)?.toSorted((a, b) => a - b) ?? []) if (!distances.has(next)) distances.set(next, distance + 1);
  }
  return farthest;
}
