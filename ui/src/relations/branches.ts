/**
 * The tree of an object as it is drawn: who hangs below whom, which children are folded away, and where each has its
 * place.
 *
 * The graph reaches each object on the shortest way, so a Pod that carries the labels of its Kustomization hangs
 * directly below that. Here it hangs below its owner, where the owner is in the tree.
 */
import type { ObjectStatus, TreeItemFragment } from '../graph/graphql.ts';

/** One that the graph told of; `related` holds its owner, where it was asked for. */
export type TreeItem = Omit<TreeItemFragment, 'id' | 'object'> & {
  readonly object: NonNullable<TreeItemFragment['object']> & {
    readonly related?: { readonly edges: readonly { readonly id: string }[] } | null;
  };
};

/** Those of a tree that are in the index: of the others there is nothing to draw but an id. */
export const inIndex = <Item extends Pick<TreeItemFragment, 'object'>>(
  nodes: readonly Item[] = [],
): (Item & { readonly object: NonNullable<Item['object']> })[] =>
  nodes.filter((node): node is Item & { readonly object: NonNullable<Item['object']> } => node.object !== null);

export interface Branch {
  readonly item: TreeItem;
  /** The worst status of the object and of those below it. */
  readonly worst: ObjectStatus;
  readonly children: readonly Branch[];
  /** Children that are not shown until somebody asks for them. */
  readonly folded: readonly Branch[];
}

const WORST_FIRST: readonly ObjectStatus[] = ['FAILED', 'UNKNOWN', 'TERMINATING', 'IN_PROGRESS', 'CURRENT'];
/** Of more children, these are shown; one alone is never folded. */
const SHOWN = 7;

/** `nodes` as the graph tells them: the root first. `unfolded` has the ids of those of which all children are shown. */
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

/** Owner references come from the clusters and may go in circles: who would come below itself stays where it was. */
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
  /** By id; that of a folded rest is `restId` of its parent. */
  readonly places: ReadonlyMap<string, Place>;
  /** From and to, with the worst status at the end. */
  readonly lines: readonly { readonly from: string; readonly to: string; readonly worst: ObjectStatus }[];
  readonly width: number;
  readonly height: number;
}

export const NODE = { width: 212, height: 44 } as const;
const STEP = { x: 249, y: 52 } as const;

export const restId = (id: string): string => `${id}#rest`;

/**
 * What an object comes from to its left, what came of it to its right: a column a step, a row a leaf, parents in the
 * middle of their children.
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

/** Which one an arrow key leads to: the nearest on that side, those straight ahead first. */
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
