/**
 * Walks rows by cluster, namespace, kind or status without any order of rows being kept: ids order rows by cluster, kind, namespace and name, so within an
 * equal key the next rows are those of the next kind, or the next namespace, and a namespace has few. What a cluster's tally says is not there is not
 * looked for.
 */
import { SUSPENDED } from '../rows/columns.ts';
import { kindKey } from '../rows/kinds.ts';
import { idPosition, type Ordering, type Place } from '../rows/ordering.ts';
import type { ClusterPlaces } from '../rows/places.ts';
import type { OrderField } from '../query.ts';
import type { Ranks } from '../texts/ranks.ts';
import type { RowTable } from '../rows/row-table.ts';
import type { Selection } from '../filters/selection.ts';
import { OBJECT_STATUSES } from '../../store/store.ts';

type Step = 1 | -1;

/** What has been chosen on the way to some rows; -1: nothing yet. */
interface Path {
  cluster: ClusterPlaces | undefined;
  kind: number;
  status: number;
  place: number;
}

interface Level {
  readonly step: Step;
  /** Its choices on a path in the order of the walk, at the earliest from a rank on. */
  choices(path: Path, from: number | undefined): Iterable<number>;
  rank(choice: number): number;
  /** False where it leads nowhere. */
  choose(path: Path, choice: number): boolean;
  /** Takes the choice back. */
  leave(path: Path): void;
  /** The rank at which the walk starts. */
  readonly start: number | undefined;
}

/** Empty steps, and choices that lead nowhere, without letting anybody else have a turn. */
const STEPS = 64;
const CHOICES = 1_024;
/** Rows of one place looked at, and rows sorted, without letting anybody else have a turn. */
const LOOKED_AT = 2_048;
const SORTED = 1_024;

export function isWalkedByPlace(field: OrderField): boolean {
  return field === 'CLUSTER' || field === 'NAMESPACE' || field === 'KIND' || field === 'STATUS';
}

/** Matching rows, and how many were looked at since the last time. */
interface Group {
  readonly rows: readonly number[];
  readonly cost: number;
}

interface Route {
  readonly start: Place | undefined;
  readonly forward: boolean;
  /** How many rows are wanted, at the most. @default Infinity */
  readonly limit?: number;
}

/** Groups of matching rows, in order; empty ones now and then, which say how far it went. */
export function* walkPlaces(
  table: RowTable,
  selection: Selection,
  ordering: Ordering,
  { start, forward, limit = Infinity }: Route,
): Generator<Group, void> {
  const probe = start && ordering.probe(start);
  const descent: Descent = {
    table,
    selection,
    compare: forward ? ordering.compare : (a, b) => ordering.compare(b, a),
    levels: levelsOf(table, selection, ordering, start, forward),
    path: { cluster: undefined, kind: -1, status: -1, place: 0 },
    isBehindStart: row => !probe || (forward ? probe(row) > 0 : probe(row) < 0),
    limit,
    cost: 0,
    steps: 0,
    choices: 0,
  };
  yield* descend(descent, 0, start !== undefined);
}

interface Descent {
  readonly table: RowTable;
  readonly selection: Selection;
  readonly compare: Ordering['compare'];
  readonly levels: readonly Level[];
  readonly path: Path;
  readonly isBehindStart: (row: number) => boolean;
  readonly limit: number;
  /** Since rows were given last. */
  cost: number;
  /** Without any rows. */
  steps: number;
  /** That led nowhere. */
  choices: number;
}

function* descend(descent: Descent, level: number, isOnEdge: boolean): Generator<Group, void> {
  const { path } = descent;
  const here = descent.levels[level];
  if (!here) {
    const rows = yield* rowsAt(descent, isOnEdge);
    descent.cost++;
    if (rows.length > 0 || ++descent.steps % STEPS === 0) yield reached(descent, rows);
    return;
  }
  const from = isOnEdge ? here.start : undefined;
  for (const choice of here.choices(path, from)) {
    const side = from === undefined ? 1 : (here.rank(choice) - from) * here.step;
    if (side < 0) continue;
    descent.cost++;
    if (here.choose(path, choice)) yield* descend(descent, level + 1, isOnEdge && side === 0);
    else if (++descent.choices % CHOICES === 0) yield reached(descent, []);
  }
  here.leave(path);
}

function reached(descent: Descent, rows: readonly number[]): Group {
  const { cost } = descent;
  descent.cost = 0;
  return { rows, cost };
}

/** In order; of more rows than are wanted, the first ones. */
function* rowsAt(descent: Descent, isOnEdge: boolean): Generator<Group, number[]> {
  const { table, path, compare, limit } = descent;
  const { columns, places } = table;
  const { kind, status } = path;
  const found: number[] = [];
  const block: number[] = [];
  for (let row = places.firstRow[path.place]!, looked = 1; row !== 0; row = columns.next[row]!, looked++) {
    descent.cost++;
    if (columns.kind[row] === kind && (status === -1 || (columns.state[row]! & ~SUSPENDED) === status)) block.push(row);
    if (looked % LOOKED_AT !== 0) continue;
    yield* take(descent, block.splice(0), found, isOnEdge);
    if (found.length >= limit + SORTED) {
      found.sort(compare);
      found.length = limit;
    }
    yield reached(descent, []);
  }
  if (block.length > 0) yield* take(descent, block, found, isOnEdge);
  return found.sort(compare);
}

function* take(
  { selection, isBehindStart }: Descent,
  block: readonly number[],
  found: number[],
  isOnEdge: boolean,
): Generator<Group, void> {
  const rows = Uint32Array.from(block);
  const narrowing = selection.narrow(rows, rows.length);
  let step = narrowing.next();
  for (; !step.done; step = narrowing.next()) yield { rows: [], cost: 0 };
  for (const row of rows.subarray(0, step.value)) if (!isOnEdge || isBehindStart(row)) found.push(row);
}

function levelsOf(table: RowTable, selection: Selection, { single }: Ordering, start: Place | undefined, forward: boolean): Level[] {
  const { places, kinds } = table;
  const { field, descending } = single!;
  const onward: Step = forward ? 1 : -1;
  const keyStep: Step = forward === descending ? -1 : 1;
  const id = start && idPosition(table, start.id);
  const shown = new Map(selection.shown.map(shown => [shown.cluster.id, shown]));
  const visiblePlaces = new Map<ClusterPlaces, Uint32Array>();
  const wantedKinds = [...kinds.ids()].filter(kind => selection.wantsKind(kind));

  const byCluster = (ranks: Ranks, step: Step, from: number | undefined): Level => ({
    ...{ step, start: from },
    choices: (_, from) => ranks.from(from, step),
    rank: cluster => ranks.rank[cluster]!,
    choose: (path, cluster) => {
      path.cluster = shown.get(cluster)?.cluster;
      return path.cluster !== undefined && leadsOn(path);
    },
    leave: path => (path.cluster = undefined),
  });
  const byKind = (ranks: Ranks, step: Step, from: number | undefined): Level => {
    const sorted = wantedKinds.toSorted((a, b) => (ranks.rank[a]! - ranks.rank[b]!) * step);
    return {
      ...{ step, start: from },
      choices: () => sorted,
      rank: kind => ranks.rank[kind]!,
      choose: (path, kind) => {
        path.kind = kind;
        return leadsOn(path);
      },
      leave: path => (path.kind = -1),
    };
  };
  /** In the order of ids; where few are visible, only those. */
  const placesOf = (cluster: ClusterPlaces): Uint32Array => {
    const visible = shown.get(cluster.id)!.places;
    if (visible.length > cluster.byNamespace.size / 4) return places.sorted(cluster);
    let sorted = visiblePlaces.get(cluster);
    if (!sorted) visiblePlaces.set(cluster, (sorted = visible.toSorted((a, b) => byPlace.rank(a) - byPlace.rank(b))));
    return sorted;
  };
  /** The namespaces of the cluster that was chosen. */
  const byPlace: Level = {
    ...{ step: onward, start: id?.namespace },
    choices: ({ cluster }, from) => within(placesOf(cluster!), from, onward, place => byPlace.rank(place)),
    rank: place => places.namespaceRanks.byId.rank[places.namespace[place]!]!,
    choose: (path, place) => {
      path.place = place;
      return selection.showsPlace(place);
    },
    leave: path => (path.place = 0),
  };

  switch (field) {
    case 'CLUSTER': {
      const { byText } = places.clusterRanks;
      return [byCluster(byText, keyStep, start && byText.position(start.id.cluster)), byKind(kinds.ranks.byId, onward, id?.kind), byPlace];
    }
    case 'KIND': {
      const { byText } = kinds.ranks;
      const from = start && byText.position(kindKey(start.id.group, start.id.kind));
      return [byKind(byText, keyStep, from), byCluster(places.clusterRanks.byId, onward, id?.cluster), byPlace];
    }
    case 'STATUS': {
      const statuses = OBJECT_STATUSES.map((_, status) => status);
      if (keyStep < 0) statuses.reverse();
      const byStatus: Level = {
        ...{ step: keyStep, start: start?.values[0] as number | undefined },
        choices: () => statuses,
        rank: status => status,
        choose: (path, status) => {
          path.status = status;
          const { states } = selection;
          return !states || states[status] === 1 || states[status | SUSPENDED] === 1;
        },
        leave: path => (path.status = -1),
      };
      const others = [byCluster(places.clusterRanks.byId, onward, id?.cluster), byKind(kinds.ranks.byId, onward, id?.kind), byPlace];
      return [byStatus, ...others];
    }
    default: {
      const { byText } = places.namespaceRanks;
      let namespace = '';
      const byNamespace: Level = {
        ...{ step: keyStep, start: start && byText.position(start.id.namespace) },
        choices: (_, from) => byText.from(from, keyStep),
        rank: number => byText.rank[number]!,
        choose: (_, number) => {
          namespace = places.namespaces.text(number);
          return selection.wantsNamespace(number);
        },
        leave: () => (namespace = ''),
      };
      const clusters = byCluster(places.clusterRanks.byId, onward, id?.cluster);
      const inNamespace: Level = {
        ...clusters,
        choose: (path, cluster) => {
          path.place = shown.get(cluster)?.cluster.byNamespace.get(namespace) ?? 0;
          return path.place !== 0 && selection.showsPlace(path.place) && clusters.choose(path, cluster);
        },
      };
      return [byNamespace, inNamespace, byKind(kinds.ranks.byId, onward, id?.kind)];
    }
  }
}

/** Whether the cluster has rows of the kind and status chosen so far. */
function leadsOn({ cluster, kind, status }: Path): boolean {
  if (!cluster || kind === -1) return true;
  const { tally } = cluster;
  const states = status === -1 ? undefined : [status, status | SUSPENDED];
  return [true, false].some(inNamespace =>
    states ? states.some(state => tally.count(kind, inNamespace, state) > 0) : tally.total(kind, inNamespace) > 0,
  );
}

/** The part of a sorted list from a rank on, in the direction of the step. */
function* within(sorted: Uint32Array, from: number | undefined, step: Step, rank: (place: number) => number): Generator<number, void> {
  let at = step > 0 ? 0 : sorted.length - 1;
  if (from !== undefined) {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (rank(sorted[middle]!) < from || (step < 0 && rank(sorted[middle]!) === from)) low = middle + 1;
      else high = middle;
    }
    at = step > 0 ? low : low - 1;
  }
  for (; at >= 0 && at < sorted.length; at += step) yield sorted[at]!;
}
