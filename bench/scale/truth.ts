/**
 * The expected answers, computed from the generator's plan in one pass. Uses no index, no evaluator of permissions and
 * no SQL.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  clusterName,
  KINDS,
  namespaceName,
  objectName,
  plannedRows,
  type FleetShape,
  type PlannedRow,
} from './fleet.ts';
import { sightOf, type Person } from './people.ts';
import { BY_NAME, valueOf, type ListOrder } from './orders.ts';
import { facetsOf, kindValue, mostFrequent, type FacetName, type Numbers, type Question } from './questions.ts';

export interface Wanted {
  readonly person: Person;
  readonly question: Question;
  /** Order of the rows. @default by name */
  readonly order?: ListOrder;
  /** Number of ids to return from the start of the list. */
  readonly first?: number;
  /** Number of ids to return from the end of the list. */
  readonly last?: number;
}

export interface Truth {
  readonly numbers: Numbers;
  /** The first ids, in the requested order and then by id. */
  readonly first: readonly string[];
  /** The last ids, in the same order as in the list. */
  readonly last: readonly string[];
}

/** Returns the answers in the order of the questions. */
export async function computeTruth(
  shape: FleetShape,
  wanted: readonly Wanted[],
  signal: AbortSignal,
): Promise<Truth[]> {
  const tallies = wanted.map(want => new Tally(shape, want));
  for (let cluster = 0; cluster < shape.clusters; cluster++) {
    for (const row of plannedRows(shape, cluster)) for (const tally of tallies) tally.see(row);
    await nextTurn(); // lets this process also send rows to the peers during the pass
    signal.throwIfAborted();
  }
  return tallies.map(tally => tally.truth());
}

const STATUSES = ['CURRENT', 'IN_PROGRESS', 'FAILED'] as const;

class Tally {
  readonly #sees: (row: PlannedRow) => boolean;
  readonly #matches: Question['matches'];
  readonly #clusters: Uint32Array;
  readonly #namespaces: Uint32Array;
  readonly #kinds = new Uint32Array(KINDS.length);
  readonly #statuses = new Map<string, number>();
  readonly #first: Smallest;
  readonly #last: Smallest;
  #count = 0;

  constructor(shape: FleetShape, { person, question, order = BY_NAME, first = 0, last = 0 }: Wanted) {
    this.#sees = sightOf(person, shape);
    this.#matches = question.matches;
    this.#clusters = new Uint32Array(shape.clusters);
    this.#namespaces = new Uint32Array(shape.namespaces);
    this.#first = new Smallest(first, order, 1);
    this.#last = new Smallest(last, order, -1);
  }

  see(row: PlannedRow): void {
    if (!this.#sees(row) || !this.#matches(row)) return;
    this.#count++;
    this.#clusters[row.cluster]!++;
    this.#namespaces[row.namespace]!++;
    this.#kinds[row.kind]!++;
    this.#statuses.set(row.status, (this.#statuses.get(row.status) ?? 0) + 1);
    this.#first.offer(row);
    this.#last.offer(row);
  }

  truth(): Truth {
    const values: Record<FacetName, readonly (readonly [string, number])[]> = {
      CLUSTER: [...this.#clusters].map((count, cluster) => [clusterName(cluster), count]),
      NAMESPACE: [...this.#namespaces].map((count, namespace) => [namespaceName(namespace), count]),
      KIND: [...this.#kinds].map((count, kind) => [kindValue(KINDS[kind]!.kind, KINDS[kind]!.group), count]),
      STATUS: STATUSES.map(status => [status, this.#statuses.get(status) ?? 0]),
    };
    return {
      numbers: { count: this.#count, facets: facetsOf(field => mostFrequent(values[field])) },
      first: this.#first.ids(),
      last: this.#last.ids().reverse(),
    };
  }
}

interface Ordered {
  /** Sort values, one per key of the order. */
  readonly values: readonly (string | number)[];
  readonly id: string;
}

/** Keeps the first of the offered rows in list order, or the last in reverse order (`direction` -1). */
class Smallest {
  readonly #limit: number;
  readonly #keys: ListOrder['keys'];
  readonly #direction: 1 | -1;
  readonly #kept: Ordered[] = [];

  constructor(limit: number, { keys }: ListOrder, direction: 1 | -1) {
    this.#limit = limit;
    this.#keys = keys;
    this.#direction = direction;
  }

  offer(row: PlannedRow): void {
    if (this.#limit === 0) return;
    const worst = this.#kept.length === this.#limit ? this.#kept.at(-1) : undefined;
    // The first key alone excludes most rows.
    if (worst && this.#compareKey(0, valueOf(row, this.#keys[0]!.field), worst.values[0]!) > 0) return;
    const offered = { values: this.#keys.map(({ field }) => valueOf(row, field)), id: idOf(row) };
    if (worst && this.#compare(offered, worst) >= 0) return;
    let [low, high] = [0, this.#kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(this.#kept[middle]!, offered) < 0) low = middle + 1;
      else high = middle;
    }
    this.#kept.splice(low, 0, offered);
    if (this.#kept.length > this.#limit) this.#kept.pop();
  }

  #compareKey(key: number, a: string | number, b: string | number): number {
    const difference = compare(a, b) * this.#direction;
    return this.#keys[key]!.descending ? -difference : difference;
  }

  #compare(a: Ordered, b: Ordered): number {
    for (const key of this.#keys.keys()) {
      const difference = this.#compareKey(key, a.values[key]!, b.values[key]!);
      if (difference !== 0) return difference;
    }
    return compare(a.id, b.id) * this.#direction;
  }

  ids(): string[] {
    return this.#kept.map(({ id }) => id);
  }
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Id of a row. No part of it needs encoding. */
function idOf(row: PlannedRow): string {
  const { group, kind } = KINDS[row.kind]!;
  return `${clusterName(row.cluster)}/${group}/${kind}/${namespaceName(row.namespace)}/${objectName(row)}`;
}
