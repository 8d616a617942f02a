/**
 * Relations of an object: visible rows that the object names or selects by labels, and visible rows that name or select
 * the object.
 *
 * A hidden object is never reported, because a relation to a hidden object would reveal that the object exists. An
 * object without a row is reported only if the caller may know its name. Thousands of relations may lead to one object.
 * Relations are therefore checked block by block, and only a page is kept.
 */
import { decodeObjectId, encodeObjectId, type ObjectId } from '../../schema/object-id.ts';
import {
  ALL_RELATION_TYPES,
  type AnyRelationType,
  LABEL_SELECTOR,
  LEADS,
  RELATION_DIRECTIONS,
  RELATION_TYPES,
  type RelationDirection,
  type RelationType,
  SELECTOR,
  shownType,
} from '../../store/attached.ts';
import type { Steps } from '../../async/fair-turns.ts';
import type { LabelSelector } from '../query.ts';
import { labelsMatch } from '../select/labels.ts';
import type { Selection } from '../select/selection.ts';
import { addTo, TopK } from '../table/containers.ts';
import { compareText } from '../table/names.ts';
import { idComparison, idProbe } from '../table/ordering.ts';
import type { RowTable } from '../table/row-table.ts';

/** Relations to report. Undefined members mean any. */
export interface RelationMatch {
  readonly types?: readonly AnyRelationType[] | undefined;
  readonly direction?: RelationDirection | undefined;
  /** True to report only relations that the object itself declares. Other rows are not searched then. */
  readonly own?: boolean;
}

/** True if the caller may know the id of an object without a row. */
export type MayName = (id: ObjectId) => boolean;

export interface Related<Row> {
  readonly type: AnyRelationType;
  /** Direction as seen from the start object. */
  readonly direction: RelationDirection;
  readonly id: string;
  /** Row of the related object. Undefined if the object has no row. */
  readonly row: Row | undefined;
}

/** A relation, with a row number instead of the id. Valid until the next write. */
export interface Neighbour extends Pick<Related<unknown>, 'type' | 'direction'> {
  /** Row of the related object. 0 if the object has no row. */
  readonly row: number;
  /** Id of a related object without a row. */
  readonly id?: string;
}

/** Request for a page, ordered by direction (UP first), type (as in ALL_RELATION_TYPES) and id. */
export interface RelatedRequest extends RelationMatch {
  /** @default reports only objects with a row */
  readonly mayName?: MayName | undefined;
  readonly first: number;
  /** Position after which the page starts. No relation need exist at the position. */
  readonly after?:
    | { readonly type: AnyRelationType; readonly direction: RelationDirection; readonly id: string }
    | undefined;
}

export interface RelatedPage<Edge> {
  readonly edges: readonly Edge[];
  readonly totalCount: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** Number of rows that are read or checked in one step. */
const BLOCK = 512;
/** Cost of reading a set of relations, in rows. */
const SET_COST = 7;

/**
 * Limits for one workload. The labels of the first Pods by id are read, up to MAX_PODS. At most MAX_LABEL_SETS
 * different label sets count.
 */
const MAX_PODS = 256;
const MAX_LABEL_SETS = 32;
/** Kinds that create Pods, directly or through a ReplicaSet or a Job. */
const WORKLOADS = [
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'batch/Job',
  'batch/CronJob',
];

const FROM_THE_OTHER_END = Object.fromEntries(
  RELATION_TYPES.map(type => [type, LEADS[type] === 'UP' ? 'DOWN' : 'UP']),
) as Readonly<Record<RelationType, RelationDirection>>;

/** A row whose relation leads to another row. */
interface Keeper {
  readonly type: RelationType;
  readonly from: number;
}

/** Results that are checked together, and the number of rows read for them. */
interface Block {
  found: Neighbour[];
  looked: number;
}

/** Finds the neighbours of rows for one query. Valid until the next write. */
export class Neighbours {
  readonly #table: RowTable;
  readonly #selection: Pick<Selection, 'narrow'>;
  readonly #mayName: MayName | undefined;
  readonly #selectors: Selectors;
  /** Relations between rows of one namespace: by scope, then by target row. Contains the scopes read so far. */
  readonly #near = new Map<number, ReadonlyMap<number, readonly Keeper[]>>();

  constructor(table: RowTable, selection: Pick<Selection, 'narrow'>, mayName?: MayName) {
    this.#table = table;
    this.#selection = selection;
    this.#mayName = mayName;
    this.#selectors = new Selectors(table);
  }

  /**
   * Calls `take` for each neighbour of a visible row, once for each relation, in any order. Reports only neighbours
   * that are visible or that `mayName` allows. Excludes the row itself.
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
      // An applied object usually declares the reverse relation (MANAGES). The pair is reported once, as MANAGES.
      if (type === 'APPLIES' && (leads === 'DOWN' ? this.#isManaged(other, row) : this.#isManaged(row, other))) return;
      block.found.push({ type: shownType(type), direction: leads, row: other });
    };
    relations.forEachKept(
      row,
      ({ type }) => isWanted(type, LEADS[type]),
      (type, to, end) => {
        add(type, LEADS[type], to);
        if (to === 0 && this.#mayName?.(end))
          take({ type: shownType(type), direction: LEADS[type], row: 0, id: encodeObjectId(end) });
      },
    );
    if (!own && RELATION_TYPES.some(type => isWanted(type, FROM_THE_OTHER_END[type]))) {
      const scope = columns.scope[row]!;
      const near = this.#near.get(scope) ?? (yield* this.#lookAt(scope));
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

  /** Returns the objects that select a row. For a workload, returns the objects that select its Pods (#podsOf). */
  *#selecting(row: number): Steps<readonly number[]> {
    const { columns, kinds } = this.#table;
    const kind = columns.kind[row]!;
    const isWorkload = WORKLOADS.includes(`${kinds.group(kind)}/${kinds.kind(kind)}`);
    return yield* this.#selectors.selecting(isWorkload ? yield* this.#podsOf(row) : [row]);
  }

  /**
   * Returns one visible Pod for each label set of a workload's Pods. Hidden Pods do not count, because the selecting
   * objects would reveal them. The number of Pods is limited, because all Pods of a StatefulSet have different label
   * sets.
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
      const set = `${columns.scope[pod]!} ${columns.labels[pod]!}`;
      if (!bySet.has(set) && bySet.size < MAX_LABEL_SETS) bySet.set(set, pod);
    }
    return [...bySet.values()];
  }

  /** True if a row has a MANAGES relation to the row `by`. */
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
    // narrow() keeps the order of the rows, so one pass over `found` finds the visible rows.
    let at = 0;
    for (const neighbour of found) if (at < visible && neighbour.row === block[at] && ++at > 0) take(neighbour);
  }

  *#lookAt(scope: number): Steps<ReadonlyMap<number, readonly Keeper[]>> {
    const { relations, scopes, columns } = this.#table;
    const near = new Map<number, Keeper[]>();
    let looked = 0;
    const look = (type: RelationType, to: number, from: number): void => {
      looked++;
      if (to !== 0) addTo(near, to, { type, from });
    };
    for (let from = scopes.firstRow[scope]!; from !== 0; from = columns.next[from]!) {
      relations.forEachKept(
        from,
        ({ namespace }) => namespace === undefined,
        (type, to) => look(type, to, from),
      );
      if (++looked < BLOCK) continue;
      looked = 0;
      yield;
    }
    this.#near.set(scope, near);
    return near;
  }
}

/** Returns a page of relations. @throws MalformedIdError if the page starts after an invalid id */
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
    rank(a) - rank(b) ||
    (a.row !== 0 && b.row !== 0 ? compareIds(a.row, b.row) : compareText(idOf(table, a), idOf(table, b)));
}

export function idOf(table: RowTable, { row, id }: Neighbour): string {
  if (id !== undefined) return id;
  const { columns, scopes, kinds, names } = table;
  const [scope, kind] = [columns.scope[row]!, columns.kind[row]!];
  return encodeObjectId({
    cluster: scopes.clusterName(scope),
    group: kinds.group(kind),
    kind: kinds.kind(kind),
    namespace: scopes.namespaceName(scope),
    name: names.text(columns.name[row]!),
  });
}

function probe(table: RowTable, after: NonNullable<RelatedRequest['after']>): (neighbour: Neighbour) => number {
  const [at, byId] = [rank(after), idProbe(table, decodeObjectId(after.id))];
  return ({ id, ...neighbour }) =>
    rank(neighbour) - at || (id === undefined ? byId(neighbour.row) : compareText(id, after.id));
}

function rank({ direction, type }: Pick<Neighbour, 'type' | 'direction'>): number {
  return RELATION_DIRECTIONS.indexOf(direction) * ALL_RELATION_TYPES.length + ALL_RELATION_TYPES.indexOf(type);
}

type Labels = Readonly<Record<string, string>>;

const POD = { group: '', kind: 'Pod' };
const SERVICE = { group: '', kind: 'Service' };
const SELECTING = [
  { ...SERVICE, selects: POD },
  { group: 'policy', kind: 'PodDisruptionBudget', selects: POD },
  { group: 'networking.k8s.io', kind: 'NetworkPolicy', selects: POD },
  { group: 'monitoring.coreos.com', kind: 'PodMonitor', selects: POD },
  { group: 'monitoring.coreos.com', kind: 'ServiceMonitor', selects: SERVICE },
];

/** A row that selects by labels, and its selector. */
interface Selecting {
  readonly row: number;
  /** Number of the kind that the selector selects. */
  readonly kind: number;
  readonly selector: LabelSelector;
  /** Namespaces in which the selector selects. Undefined means only the namespace of the row, and '*' means all. */
  readonly namespaces: '*' | readonly string[] | undefined;
  /** Cost of reading the selector, in rows. */
  readonly cost: number;
}

interface SelectedScope {
  /** Rows that can be selected: by kind, then by label set. */
  readonly selected: ReadonlyMap<number, ReadonlyMap<number, readonly number[]>>;
  /** Rows that select only within this scope, by the keys of their selectors (keysOf). */
  readonly selecting: ReadonlyMap<string, readonly number[]>;
}

/** Cost at which a step ends, in rows. */
const STEP = 1_024;
/** Costs in rows: reading a label set, a selector, and a scope. */
const LABELS_COST = 8;
const SELECTOR_COST = 16;
const PLACE_COST = 8;
/** Number of characters of a selector that cost as much as reading a row. */
const SELECTOR_CHARACTERS = 16;
/** Maximum number of values of a requirement that is used for keys (keysOf). */
const MAX_KEYS = 8;

/**
 * Finds selections by labels, such as the Pods of a Service, for one query. Does not check visibility: results may
 * include hidden objects. Valid until the next write.
 *
 * No row stores these relations, because a change of one object could change a thousand relations. They are computed
 * for each query. A query groups Pods and Services by label set, because many share one set. It groups the selecting
 * rows by one label of their selectors.
 *
 * Who attacks: a caller who may create NetworkPolicies with selectors of thousands of values. The caller then asks
 * which objects select a Pod. What stops the attack: a query keeps only row numbers and reads a selector again when
 * needed. The cost of a selector follows its length. All loops of a query share one count of the work per step. What
 * remains: the query's time, which counts for its caller.
 */
export class Selectors {
  readonly #table: RowTable;
  readonly #scopes = new Map<number, SelectedScope>();
  /** Rows that can select in other namespaces than their own, by cluster. */
  readonly #far = new Map<string, readonly number[]>();
  /** Number of the selected kind, by number of the selecting kind. */
  readonly #selects = new Map<number, number>();
  /** Cost since the end of the last step, in rows. */
  #looked = 0;

  constructor(table: RowTable) {
    this.#table = table;
    for (const { group, kind, selects } of SELECTING) {
      const [from, to] = [table.kinds.find(group, kind), table.kinds.find(selects.group, selects.kind)];
      if (from !== undefined && to !== undefined) this.#selects.set(from, to);
    }
  }

  /** Returns the Pods or Services that a row selects. Empty if rows of its kind select nothing. */
  *selectedBy(row: number): Steps<readonly number[]> {
    const { labelSets } = this.#table;
    const selecting = this.#selectingOf(row);
    if (!selecting) return [];
    const found: number[] = [];
    for (const scope of this.#scopesOf(selecting)) {
      const { selected } = yield* this.#of(scope);
      for (const [set, rows] of selected.get(selecting.kind) ?? []) {
        const matches = labelsMatch(selecting.selector, labelSets.labels(set));
        if (matches) for (const other of rows) found.push(other);
        if (this.#isStep(LABELS_COST + selecting.cost + (matches ? rows.length : 0))) yield;
      }
    }
    return found;
  }

  /**
   * Returns the objects that select at least one of the given rows. The rows must have the same kind and namespace.
   * Empty if no kind selects the kind of these rows.
   */
  *selecting(rows: readonly number[]): Steps<readonly number[]> {
    const { columns, labelSets, scopes } = this.#table;
    const found: number[] = [];
    const [first] = rows;
    if (first === undefined) return found;
    const [kind, scope] = [columns.kind[first]!, columns.scope[first]!];
    if (![...this.#selects.values()].includes(kind)) return found;
    const namespace = scopes.namespaceName(scope);
    const all = rows.map(row => labelSets.labels(columns.labels[row]!));
    const seen = new Set<number>();
    /** Checks a selecting row. Returns the cost in rows. */
    const look = (other: number): number => {
      if (seen.has(other)) return 1;
      seen.add(other);
      const selecting = this.#selectingOf(other);
      if (!selecting) return 1;
      const { namespaces, selector, cost } = selecting;
      const reaches = namespaces === undefined || namespaces === '*' || namespaces.includes(namespace);
      if (reaches && selecting.kind === kind && all.some(labels => labelsMatch(selector, labels))) found.push(other);
      return cost + all.length;
    };
    const { selecting } = yield* this.#of(scope);
    const keys = new Set(['', ...all.flatMap(labels => Object.entries(labels).map(label => labelKey(...label)))]);
    for (const key of keys) for (const other of selecting.get(key) ?? []) if (this.#isStep(look(other))) yield;
    for (const other of yield* this.#farOf(scopes.clusterName(scope))) if (this.#isStep(look(other))) yield;
    return found;
  }

  #scopesOf({ row, namespaces }: Selecting): readonly number[] {
    const { columns, scopes } = this.#table;
    const own = columns.scope[row]!;
    if (namespaces === undefined) return [own];
    const { byNamespace } = scopes.clusterOf(own);
    return namespaces === '*'
      ? [...byNamespace.values()]
      : [...new Set(namespaces)].flatMap(name => byNamespace.get(name) ?? []);
  }

  *#of(scope: number): Steps<SelectedScope> {
    let known = this.#scopes.get(scope);
    if (!known) this.#scopes.set(scope, (known = yield* this.#read(scope)));
    return known;
  }

  *#read(scope: number): Steps<SelectedScope> {
    const { columns, scopes } = this.#table;
    const selected = new Map([...this.#selects.values()].map(kind => [kind, new Map<number, number[]>()]));
    const selecting = new Map<string, number[]>();
    for (let row = scopes.firstRow[scope]!; row !== 0; row = columns.next[row]!) {
      const ofKind = selected.get(columns.kind[row]!);
      if (ofKind) addTo(ofKind, columns.labels[row]!, row);
      const found = this.#selectingOf(row);
      if (found && found.namespaces === undefined) for (const key of keysOf(found.selector)) addTo(selecting, key, row);
      if (this.#isStep(1 + (found?.cost ?? 0))) yield;
    }
    return { selected, selecting };
  }

  /**
   * Returns the rows of a cluster that can select in other namespaces. Only PodMonitors and ServiceMonitors can do
   * this.
   */
  *#farOf(cluster: string): Steps<readonly number[]> {
    const known = this.#far.get(cluster);
    if (known) return known;
    const { columns, scopes, kinds } = this.#table;
    const monitors = new Set(['PodMonitor', 'ServiceMonitor'].map(kind => kinds.find('monitoring.coreos.com', kind)));
    monitors.delete(undefined);
    const found: number[] = [];
    for (const scope of monitors.size > 0 ? (scopes.inCluster(cluster)?.byNamespace.values() ?? []) : []) {
      for (let row = scopes.firstRow[scope]!; row !== 0; row = columns.next[row]!) {
        const selecting = monitors.has(columns.kind[row]) ? this.#selectingOf(row) : undefined;
        if (selecting?.namespaces !== undefined) found.push(row);
        if (this.#isStep(1 + (selecting?.cost ?? 0))) yield;
      }
      if (this.#isStep(PLACE_COST)) yield;
    }
    this.#far.set(cluster, found);
    return found;
  }

  /**
   * Adds to the cost. Returns true at the end of a step. All loops of the query share the count, because many short
   * loops take as long as a long loop.
   */
  #isStep(cost: number): boolean {
    this.#looked += cost;
    if (this.#looked < STEP) return false;
    this.#looked = 0;
    return true;
  }

  /** Returns the selector of a row. Undefined if the row selects nothing. */
  #selectingOf(row: number): Selecting | undefined {
    const { columns, records } = this.#table;
    const kind = this.#selects.get(columns.kind[row]!);
    if (kind === undefined) return undefined;
    const [labels] = records.of(row, SELECTOR) as Labels[];
    if (labels) return { row, kind, selector: equal(labels), namespaces: undefined, cost: SELECTOR_COST };
    const [record] = records.of(row, LABEL_SELECTOR) as {
      selector: LabelSelector;
      namespaces?: '*' | readonly string[];
    }[];
    return (
      record && { row, kind, selector: record.selector, namespaces: record.namespaces, cost: costOf(record.selector) }
    );
  }
}

function equal(labels: Labels): LabelSelector {
  return Object.entries(labels).map(([key, value]) => ({ key, operator: 'in', values: [value] }));
}

function costOf(selector: LabelSelector): number {
  let characters = 0;
  for (const { key, values } of selector)
    characters += key.length + values.reduce((sum, value) => sum + value.length + 3, 0);
  return SELECTOR_COST + Math.ceil(characters / SELECTOR_CHARACTERS);
}

/**
 * Returns the keys under which the row of a selector is indexed: one label for each value of the first `in` requirement
 * that has at most MAX_KEYS values. Returns only '' if there is no such requirement.
 */
function keysOf(selector: LabelSelector): readonly string[] {
  const needed = selector.find(({ operator, values }) => operator === 'in' && values.length <= MAX_KEYS);
  return needed ? [...new Set(needed.values)].map(value => labelKey(needed.key, value)) : [''];
}

/** Joins key and value with a line feed, because label keys cannot contain a line feed. */
function labelKey(key: string, value: string): string {
  return `${key}\n${value}`;
}
