/**
 * What is right, computed from the generator's plan in one pass and by the simplest means: every row is shown to every question of every person. No index, no
 * evaluator, no SQL.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { clusterName, KINDS, namespaceName, objectName, plannedRows, type FleetShape, type PlannedRow } from './fleet.ts';
import { sightOf, type Person } from './people.ts';
import { facetsOf, kindValue, mostFrequent, type FacetName, type Numbers, type Question } from './questions.ts';

export interface Wanted {
  readonly person: Person;
  readonly question: Question;
  /** How many of the first rows by name, and of the last. */
  readonly first?: number;
  readonly last?: number;
}

export interface Truth {
  readonly numbers: Numbers;
  /** Ids by name, then id. */
  readonly first: readonly string[];
  /** The last ids, in the same order. */
  readonly last: readonly string[];
}

/** In the order of what is wanted. */
export async function computeTruth(shape: FleetShape, wanted: readonly Wanted[], signal: AbortSignal): Promise<Truth[]> {
  const tallies = wanted.map(want => new Tally(shape, want));
  for (let cluster = 0; cluster < shape.clusters; cluster++) {
    for (const row of plannedRows(shape, cluster)) for (const tally of tallies) tally.see(row);
    await nextTurn(); // others in this process feed the peers meanwhile
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

  constructor(shape: FleetShape, { person, question, first = 0, last = 0 }: Wanted) {
    this.#sees = sightOf(person, shape);
    this.#matches = question.matches;
    this.#clusters = new Uint32Array(shape.clusters);
    this.#namespaces = new Uint32Array(shape.namespaces);
    this.#first = new Smallest(first, (a, b) => compare(a, b));
    this.#last = new Smallest(last, (a, b) => compare(b, a));
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

interface Named {
  readonly name: string;
  readonly id: string;
}

function compare(a: Named, b: Named): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** The smallest of all that were offered, in order. */
class Smallest {
  readonly #limit: number;
  readonly #compare: (a: Named, b: Named) => number;
  readonly #kept: Named[] = [];

  constructor(limit: number, compare: (a: Named, b: Named) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  offer(row: PlannedRow): void {
    if (this.#limit === 0) return;
    const name = objectName(row);
    const worst = this.#kept.length === this.#limit ? this.#kept.at(-1) : undefined;
    // Most are ruled out by the name alone.
    if (worst && this.#compare({ name, id: '' }, { name: worst.name, id: '' }) > 0) return;
    const offered = { name, id: idOf(row) };
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

  ids(): string[] {
    return this.#kept.map(({ id }) => id);
  }
}

/** No part of these ids has a character that would have to be encoded. */
function idOf(row: PlannedRow): string {
  const { group, kind } = KINDS[row.kind]!;
  return `${clusterName(row.cluster)}/${group}/${kind}/${namespaceName(row.namespace)}/${objectName(row)}`;
}
