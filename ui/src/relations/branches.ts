/**
 * Tree of an object as drawn: parents and children, folded children, and positions.
 *
 * The server finds each object on the shortest path. A Pod with the labels of its Kustomization is therefore directly
 * below the Kustomization. In the drawn tree, the Pod is below its owner, if the tree contains the owner.
 */
import type { ObjectStatus, TreeItemFragment } from '../graph/graphql.ts';

/** Node from the server. `related` contains the owner of the node, if the query requested owners. */
export type TreeItem = Omit<TreeItemFragment, 'id' | 'object'> & {
  readonly object: NonNullable<TreeItemFragment['object']> & {
    readonly related?: { readonly edges: readonly { readonly id: string }[] } | null;
  };
};

/** Nodes that are in the index. Only the id of other nodes is known. */
export const inIndex = <Item extends Pick<TreeItemFragment, 'object'>>(
  nodes: readonly Item[] = [],
): (Item & { readonly object: NonNullable<Item['object']> })[] =>
  nodes.filter((node): node is Item & { readonly object: NonNullable<Item['object']> } => node.object !== null);

export interface Branch {
  readonly item: TreeItem;
  /** Worst status of the object and of all objects below it. */
  readonly worst: ObjectStatus;
  readonly children: readonly Branch[];
  /** Children that are hidden until the user unfolds them. */
  readonly folded: readonly Branch[];
}

const WORST_FIRST: readonly ObjectStatus[] = ['FAILED', 'UNKNOWN', 'TERMINATING', 'IN_PROGRESS', 'CURRENT'];
/** Maximum number of children to show at first. The rest is folded, unless the rest is a single child. */
const SHOWN = 7;

/** `nodes`: nodes from the server, the root first. `unfolded`: ids of nodes whose children must all be shown. */
export function branchesOf(nodes: readonly TreeItem[], unfolded: ReadonlySet<string>): Branch | undefined {
  const [root] = nodes;
  if (!root) return undefined;
  const parents = parentsOf(nodes);
  const hung = nodes.slice(1).map((item): TreeItem => {
    const parentId = parents.get(item.object.id) ?? root.object.id;
    return parentId === item.parentId ? item : { ...item, parentId, relation: 'OWNS' };
  });
  const children = Map.groupBy(hung, ({ parentId }) => parentId);
  const grown = (item: TreeItem): Branch => {
    const all = (children.get(item.object.id) ?? []).map(grown).toSorted(inOrder);
    const shown = unfolded.has(item.object.id) || all.length <= SHOWN + 1 ? all.length : SHOWN;
    return {
      item,
      worst: worstOf([item.object.status, ...all.map(({ worst }) => worst)]),
      children: all.slice(0, shown),
      folded: all.slice(shown),
    };
  };
  return grown(root);
}

export const worstOf = (statuses: readonly ObjectStatus[]): ObjectStatus =>
  WORST_FIRST.find(status => statuses.includes(status)) ?? 'CURRENT';

function inOrder(a: Branch, b: Branch): number {
  const by = WORST_FIRST.indexOf(a.worst) - WORST_FIRST.indexOf(b.worst);
  const [first, second] = [a, b].map(
    ({ item: { object } }) => `${object.kind} ${object.namespace ?? ''} ${object.name}`,
  ) as [string, string];
  return by || (first < second ? -1 : 1);
}

/**
 * Parent of each node. Moves managed nodes below their owners. Owner references may form a circle, because clusters do
 * not check owner references. A node that would come below itself is not moved.
 */
function parentsOf(nodes: readonly TreeItem[]): ReadonlyMap<string, string> {
  const parents = new Map(nodes.flatMap(({ object, parentId }) => (parentId === null ? [] : [[object.id, parentId]])));
  const isBelow = (id: string, above: string) => {
    for (let at: string | undefined = id; at !== undefined; at = parents.get(at)) if (at === above) return true;
    return false;
  };
  const known = new Set(nodes.map(({ object }) => object.id));
  for (const { object, relation } of nodes) {
    const owner = object.related?.edges[0]?.id;
    if (relation !== 'MANAGES' || owner === undefined || !known.has(owner) || isBelow(owner, object.id)) continue;
    parents.set(object.id, owner);
  }
  return parents;
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  /** Positions by id. For folded children, the id is `restId` of their parent. */
  readonly places: ReadonlyMap<string, Place>;
  /** Lines from parent to child. `worst`: worst status at the end that is farther from the root. */
  readonly lines: readonly { readonly from: string; readonly to: string; readonly worst: ObjectStatus }[];
  readonly width: number;
  readonly height: number;
}

export const NODE = { width: 212, height: 44 } as const;
const STEP = { x: 249, y: 52 } as const;

export const restId = (id: string): string => `${id}#rest`;

/**
 * Positions of all nodes. Objects above, such as owners and sources, are on the left of the root. Objects below are on
 * the right. Each level has a column, and each node without children has a row. A parent is centred beside its
 * children.
 */
export function layoutOf(above: Branch, below: Branch): Layout {
  const sides = [place(above), place(below)] as const;
  const rootId = below.item.object.id;
  const rowOf = (side: Side) => side.rows.get(rootId)?.row ?? 0;
  const [left, right] = sides;
  const columns = Math.max(...[...left.rows.values()].map(({ column }) => column));
  const middle = Math.max(rowOf(left), rowOf(right));
  const places = new Map<string, Place>();
  for (const [side, sign] of [
    [left, -1],
    [right, 1],
  ] as const)
    for (const [id, { column, row }] of side.rows)
      places.set(id, { x: (columns + sign * column) * STEP.x, y: (middle - rowOf(side) + row) * STEP.y });
  const all = [...places.values()];
  return {
    places,
    lines: [...left.lines.map(({ from, to, worst }) => ({ from: to, to: from, worst })), ...right.lines],
    width: Math.max(...all.map(({ x }) => x)) + NODE.width,
    height: Math.max(...all.map(({ y }) => y)) + NODE.height,
  };
}

interface Side {
  readonly rows: Map<string, { readonly column: number; readonly row: number }>;
  readonly lines: { from: string; to: string; worst: ObjectStatus }[];
}

function place(root: Branch): Side {
  const side: Side = { rows: new Map(), lines: [] };
  let next = 0;
  const put = (branch: Branch, column: number): number => {
    const { id } = branch.item.object;
    const rows = branch.children.map(child => {
      side.lines.push({ from: id, to: child.item.object.id, worst: child.worst });
      return put(child, column + 1);
    });
    if (branch.folded.length > 0) {
      rows.push(next++);
      side.rows.set(restId(id), { column: column + 1, row: rows.at(-1) ?? 0 });
      side.lines.push({ from: id, to: restId(id), worst: worstOf(branch.folded.map(({ worst }) => worst)) });
    }
    const row = rows.length === 0 ? next++ : ((rows[0] ?? 0) + (rows.at(-1) ?? 0)) / 2;
    side.rows.set(id, { column, row });
    return row;
  };
  put(root, 0);
  return side;
}

/** Node to move to with an arrow key: the nearest node in this direction. Prefers nodes straight ahead. */
export function beside(places: ReadonlyMap<string, Place>, id: string, key: string): string | undefined {
  const direction = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key];
  const here = places.get(id);
  const [dx = 0, dy = 0] = direction ?? [];
  if (!here || !direction) return undefined;
  let nearest: { id: string; distance: number } | undefined;
  for (const [other, { x, y }] of places) {
    const ahead = (x - here.x) * dx + (y - here.y) * dy;
    if (ahead <= 0) continue;
    const distance = ahead + 3 * Math.abs((x - here.x) * dy + (y - here.y) * dx);
    if (!nearest || distance < nearest.distance) nearest = { id: other, distance };
  }
  return nearest?.id;
}
