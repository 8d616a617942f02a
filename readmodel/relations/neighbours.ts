/**
 * What an object is related to: the visible rows at the other ends of the relations that it keeps, and of those that lead to it.
 *
 * Nothing is said of an end that is not visible: what leads to a hidden object would tell of it. Thousands may lead to one object, so they are judged block by
 * block, and of all of them no more is kept than a page.
 */
import { TopK } from '../containers/top-k.ts';
import type { Selection } from '../filters/selection.ts';
import type { Steps } from '../gate.ts';
import { idComparison, idProbe } from '../rows/ordering.ts';
import type { RowTable } from '../rows/row-table.ts';
import { decodeObjectId } from '../../schema/object-id.ts';
import { LEADS, RELATION_DIRECTIONS, RELATION_TYPES, type RelationDirection, type RelationType } from '../../store/attached.ts';

/** undefined: any. */
export interface RelationMatch {
  readonly types?: readonly RelationType[] | undefined;
  readonly direction?: RelationDirection | undefined;
}

export interface Related<Row> {
  readonly type: RelationType;
  /** From the object that was asked of. */
  readonly direction: RelationDirection;
  readonly row: Row;
}

/** A page in the order of direction (UP first), type (as RELATION_TYPES has them) and id. */
export interface RelatedRequest extends RelationMatch {
  readonly first: number;
  /** Behind this place, whether or not anything is there. */
  readonly after?: { readonly type: RelationType; readonly direction: RelationDirection; readonly id: string } | undefined;
}

export interface RelatedPage<Row> {
  readonly edges: readonly Related<Row>[];
  readonly totalCount: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** Rows that are judged at once. */
const BLOCK = 512;

/** Calls `take` with each visible neighbour of a visible row, in no order; once for each relation. The row itself is none. */
export function* eachNeighbour(
  table: RowTable,
  selection: Selection,
  row: number,
  { types = RELATION_TYPES, direction }: RelationMatch,
  take: (neighbour: Related<number>) => void,
): Steps<void> {
  const { relations } = table;
  const leadsTo = (type: RelationType, leads: RelationDirection): boolean => types.includes(type) && (direction ?? leads) === leads;
  let found: Related<number>[] = [];
  const judge = function* (): Steps<void> {
    const block = Uint32Array.from(found, neighbour => neighbour.row);
    const visible = yield* selection.narrow(block, block.length);
    // They are still in their order, so each is found behind the one before it.
    let at = 0;
    for (const neighbour of found) if (at < visible && neighbour.row === block[at] && ++at > 0) take(neighbour);
    found = [];
  };
  relations.forEachKept(
    row,
    type => leadsTo(type, LEADS[type]),
    (type, to) => {
      if (to !== 0 && to !== row) found.push({ type, direction: LEADS[type], row: to });
    },
  );
  for (let cell = relations.firstTo(row), looked = 1; cell !== 0; cell = relations.nextTo(cell), looked++) {
    const [type, from] = [relations.typeOf(cell), relations.keeperOf(cell)];
    const leads = LEADS[type] === 'UP' ? 'DOWN' : 'UP';
    if (from !== row && leadsTo(type, leads)) found.push({ type, direction: leads, row: from });
    if (looked % BLOCK === 0) {
      yield* judge();
      yield;
    }
  }
  if (found.length > 0) yield* judge();
}

/** @throws MalformedIdError where the page begins behind what is no id */
export function* relatedPage(
  table: RowTable,
  selection: Selection,
  row: number,
  { first, after, ...match }: RelatedRequest,
): Steps<RelatedPage<number>> {
  const behind = after && probe(table, after);
  const page = new TopK(first, comparison(table));
  let [totalCount, before] = [0, 0];
  yield* eachNeighbour(table, selection, row, match, neighbour => {
    totalCount++;
    if (behind && behind(neighbour) <= 0) before++;
    else page.offer(neighbour);
  });
  const edges = page.sorted();
  return { edges, totalCount, hasNextPage: totalCount > before + edges.length, hasPreviousPage: before > 0 };
}

/** By direction, type and id. */
export function comparison(table: RowTable): (a: Related<number>, b: Related<number>) => number {
  const compareIds = idComparison(table);
  return (a, b) => rank(a) - rank(b) || compareIds(a.row, b.row);
}

function probe(table: RowTable, after: NonNullable<RelatedRequest['after']>): (neighbour: Related<number>) => number {
  const [at, byId] = [rank(after), idProbe(table, decodeObjectId(after.id))];
  return neighbour => rank(neighbour) - at || byId(neighbour.row);
}

function rank({ direction, type }: Omit<Related<unknown>, 'row'>): number {
  return RELATION_DIRECTIONS.indexOf(direction) * RELATION_TYPES.length + RELATION_TYPES.indexOf(type);
}
