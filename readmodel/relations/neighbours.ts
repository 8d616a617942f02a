/**
 * Relations of an object: the visible rows at the other ends of the relations it keeps, and of those that lead to it.
 *
 * A hidden end is never reported: relations to a hidden object would reveal it. An end without a row is reported only
 * if the caller may name it. Thousands may lead to one object, so they are checked block by block, and only a page is
 * kept.
 */
import { addTo } from '../containers/lists.ts';
import { TopK } from '../containers/top-k.ts';
import type { Selection } from '../filters/selection.ts';
import type { Steps } from '../gate.ts';
import { idComparison, idProbe } from '../rows/ordering.ts';
import type { RowTable } from '../rows/row-table.ts';
import { compareText } from '../texts/id-order.ts';
import { decodeObjectId, encodeObjectId, type ObjectId } from '../../schema/object-id.ts';
import {
  ALL_RELATION_TYPES,
  LEADS,
  RELATION_DIRECTIONS,
  RELATION_TYPES,
  shownType,
  type AnyRelationType,
  type RelationDirection,
  type RelationType,
} from '../../store/attached.ts';
import { Selectors } from './selectors.ts';

/** Undefined: any. */
export interface RelationMatch {
  readonly types?: readonly AnyRelationType[] | undefined;
  readonly direction?: RelationDirection | undefined;
  /** Only relations the object itself states: reads only its own row. */
  readonly own?: boolean;
}

/** True if the caller may know the id of an object without a row. */
export type MayName = (id: ObjectId) => boolean;

export interface Related<Row> {
  readonly type: AnyRelationType;
  /** As seen from the start object. */
  readonly direction: RelationDirection;
  readonly id: string;
  /** Undefined if the object is not in the index. */
  readonly row: Row | undefined;
}

/** A relation while row numbers are valid: the row number stands for the id. */
export interface Neighbour extends Pick<Related<unknown>, 'type' | 'direction'> {
  /** 0 if the object is not in the index. */
  readonly row: number;
  /** Id of an object outside the index. */
  readonly id?: string;
}

/** A page ordered by direction (UP first), type (as in ALL_RELATION_TYPES) and id. */
export interface RelatedRequest extends RelationMatch {
  /** @default nothing without a row is named */
  readonly mayName?: MayName | undefined;
  readonly first: number;
  /** Start after this place, whether or not something is there. */
  readonly after?: { readonly type: AnyRelationType; readonly direction: RelationDirection; readonly id: string } | undefined;
}

export interface RelatedPage<Edge> {
  readonly edges: readonly Edge[];
  readonly totalCount: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** Rows read, or checked, at once. */
const BLOCK = 512;
/** Cost of reading a set, in rows read. */
const SET_COST = 7;

/** Pods of a workload, the first by id, whose labels are looked at; and different sets of labels among these. */
const MAX_PODS = 256;
const MAX_LABEL_SETS = 32;
/** What makes Pods, itself or by a ReplicaSet or a Job. */
const WORKLOADS = ['apps/Deployment', 'apps/ReplicaSet', 'apps/StatefulSet', 'apps/DaemonSet', 'batch/Job', 'batch/CronJob'];

const FROM_THE_OTHER_END = Object.fromEntries(RELATION_TYPES.map(type => [type, LEADS[type] === 'UP' ? 'DOWN' : 'UP'])) as Readonly<
  Record<RelationType, RelationDirection>
>;

/** A row that keeps a relation. */
interface Keeper {
  readonly type: RelationType;
  readonly from: number;
}

/** Results to check at once, and the number of rows read for them. */
interface Block {
  found: Neighbour[];
  looked: number;
}

/** The neighbours of rows for one query. Valid until the next write. */
export class Neighbours {
  readonly #table: RowTable;
  readonly #selection: Pick<Selection, 'narrow'>;
  readonly #mayName: MayName | undefined;
  readonly #selectors: Selectors;
  /** By place already read, then by row: relations to the row from the same namespace. */
  readonly #near = new Map<number, ReadonlyMap<number, readonly Keeper[]>>();

  constructor(table: RowTable, selection: Pick<Selection, 'narrow'>, mayName?: MayName) {
    this.#table = table;
    this.#selection = selection;
    this.#mayName = mayName;
    this.#selectors = new Selectors(table);
  }

  /**
   * Calls `take` with each visible or nameable neighbour of a visible row, unordered, once for each relation. Excludes
   * the row itself.
   */
  *each(
    row: number,
    { types = ALL_RELATION_TYPES, direction, own = false }: RelationMatch,
    take: (neighbour: Neighbour) => void,
  ): Steps<void> {
    const { relations, columns } = this.#table;
    const isWanted = (type: RelationType | 'SELECTS', leads: RelationDirection): boolean =>
      types.includes(shownType(type)) && (direction ?? leads) === leads;
    const block: Block = { found: [], looked: 0 };
    const add = (type: RelationType | 'SELECTS', leads: RelationDirection, other: number): void => {
      if (other === 0 || other === row || !isWanted(type, leads)) return;
      // An applied object usually states this relation too; report it once.
      if (type === 'APPLIES' && (leads === 'DOWN' ? this.#isManaged(other, row) : this.#isManaged(row, other))) return;
      block.found.push({ type: shownType(type), direction: leads, row: other });
    };
    relations.forEachKept(
      row,
      ({ type }) => isWanted(type, LEADS[type]),
      (type, to, end) => {
        add(type, LEADS[type], to);
        if (to === 0 && this.#mayName?.(end)) take({ type: shownType(type), direction: LEADS[type], row: 0, id: encodeObjectId(end) });
      },
    );
    if (!own && RELATION_TYPES.some(type => isWanted(type, FROM_THE_OTHER_END[type]))) {
      const place = columns.place[row]!;
      const near = this.#near.get(place) ?? (yield* this.#lookAt(place));
      for (const { type, from } of near.get(row) ?? []) {
        add(type, FROM_THE_OTHER_END[type], from);
        if (++block.looked >= BLOCK) yield* this.#next(block, take);
      }
      for (const { set, types: leading } of relations.setsTo(row)) {
        block.looked += SET_COST;
        for (let from = relations.firstOf(set); from !== 0; from = relations.nextOf(from)) {
          for (const type of leading) add(type, FROM_THE_OTHER_END[type], from);
          if (++block.looked >= BLOCK) yield* this.#next(block, take);
        }
      }
    }
    for (const leads of RELATION_DIRECTIONS) {
      if (own || !isWanted('SELECTS', leads)) continue;
      for (const other of yield* leads === LEADS.SELECTS ? this.#selectors.selectedBy(row) : this.#selecting(row)) {
        add('SELECTS', leads, other);
        if (block.found.length >= BLOCK) yield* this.#next(block, take);
      }
    }
    yield* this.#judge(block.found, take);
  }

  /** What selects a row or, of a workload, one of its Pods. */
  *#selecting(row: number): Steps<readonly number[]> {
    const { columns, kinds } = this.#table;
    const kind = columns.kind[row]!;
    const isWorkload = WORKLOADS.includes(`${kinds.group(kind)}/${kinds.kind(kind)}`);
    return yield* this.#selectors.selecting(isWorkload ? yield* this.#podsOf(row) : [row]);
  }

  /**
   * One visible Pod for each set of labels that a workload's Pods have; what leads to hidden ones would tell of them.
   * Pods of a StatefulSet all have labels of their own, so their number is bounded, by visible Pods alone.
   */
  *#podsOf(workload: number): Steps<readonly number[]> {
    const { columns, kinds } = this.#table;
    const podKind = kinds.find('', 'Pod');
    const first = new TopK<number>(MAX_PODS, idComparison(this.#table));
    const owners = [workload];
    for (let depth = 0; depth < 2 && podKind !== undefined; depth++) {
      for (const owner of owners.splice(0)) {
        yield* this.each(owner, { types: ['OWNS'], direction: 'DOWN' }, ({ row }) => {
          if (columns.kind[row] === podKind) first.offer(row);
          else if (row !== 0) owners.push(row);
        });
      }
    }
    const bySet = new Map<string, number>();
    for (const pod of first.sorted()) {
      const set = `${columns.place[pod]!} ${columns.labels[pod]!}`;
      if (!bySet.has(set) && bySet.size < MAX_LABEL_SETS) bySet.set(set, pod);
    }
    return [...bySet.values()];
  }

  /** True if an object's labels say that `by` applied it. */
  #isManaged(row: number, by: number): boolean {
    let isManaged = false;
    this.#table.relations.forEachKept(
      row,
      ({ type }) => type === 'MANAGES',
      (_, to) => (isManaged ||= to === by),
    );
    return isManaged;
  }

  *#next(block: Block, take: (neighbour: Neighbour) => void): Steps<void> {
    yield* this.#judge(block.found, take);
    yield;
    [block.found, block.looked] = [[], 0];
  }

  *#judge(found: readonly Neighbour[], take: (neighbour: Neighbour) => void): Steps<void> {
    if (found.length === 0) return;
    const block = Uint32Array.from(found, neighbour => neighbour.row);
    const visible = yield* this.#selection.narrow(block, block.length);
    // They are still in order, so each is found after the previous one.
    let at = 0;
    for (const neighbour of found) if (at < visible && neighbour.row === block[at] && ++at > 0) take(neighbour);
  }

  *#lookAt(place: number): Steps<ReadonlyMap<number, readonly Keeper[]>> {
    const { relations, places, columns } = this.#table;
    const near = new Map<number, Keeper[]>();
    let looked = 0;
    const look = (type: RelationType, to: number, from: number): void => {
      looked++;
      if (to !== 0) addTo(near, to, { type, from });
    };
    for (let from = places.firstRow[place]!; from !== 0; from = columns.next[from]!) {
      relations.forEachKept(
        from,
        ({ namespace }) => namespace === undefined,
        (type, to) => look(type, to, from),
      );
      if (++looked < BLOCK) continue;
      looked = 0;
      yield;
    }
    this.#near.set(place, near);
    return near;
  }
}

/** @throws MalformedIdError if the page starts after an invalid id */
export function* relatedPage(
  table: RowTable,
  neighbours: Neighbours,
  row: number,
  { first, after, ...match }: RelatedRequest,
): Steps<RelatedPage<Neighbour>> {
  const behind = after && probe(table, after);
  const page = new TopK(first, comparison(table));
  let [totalCount, before] = [0, 0];
  yield* neighbours.each(row, match, neighbour => {
    totalCount++;
    if (behind && behind(neighbour) <= 0) before++;
    else page.offer(neighbour);
  });
  const edges = page.sorted();
  return { edges, totalCount, hasNextPage: totalCount > before + edges.length, hasPreviousPage: before > 0 };
}

/** Orders by direction, type and id. */
export function comparison(table: RowTable): (a: Neighbour, b: Neighbour) => number {
  const compareIds = idComparison(table);
  return (a, b) =>
    rank(a) - rank(b) || (a.row !== 0 && b.row !== 0 ? compareIds(a.row, b.row) : compareText(idOf(table, a), idOf(table, b)));
}

export function idOf(table: RowTable, { row, id }: Neighbour): string {
  if (id !== undefined) return id;
  const { columns, places, kinds, names } = table;
  const [place, kind] = [columns.place[row]!, columns.kind[row]!];
  return encodeObjectId({
    cluster: places.clusterName(place),
    group: kinds.group(kind),
    kind: kinds.kind(kind),
    namespace: places.namespaceName(place),
    name: names.text(columns.name[row]!),
  });
}

function probe(table: RowTable, after: NonNullable<RelatedRequest['after']>): (neighbour: Neighbour) => number {
  const [at, byId] = [rank(after), idProbe(table, decodeObjectId(after.id))];
  return ({ id, ...neighbour }) => rank(neighbour) - at || (id === undefined ? byId(neighbour.row) : compareText(id, after.id));
}

function rank({ direction, type }: Pick<Neighbour, 'type' | 'direction'>): number {
  return RELATION_DIRECTIONS.indexOf(direction) * ALL_RELATION_TYPES.length + ALL_RELATION_TYPES.indexOf(type);
}
