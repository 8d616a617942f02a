/**
 * Indexes that join the objects of a mesh. A search counts its comparisons (RowReader.spent()) and yields between them,
 * because a tenant may write many objects that are almost equal.
 */
import type { Steps } from '../../async/fair-turns.ts';
import type { RowReader } from '../../readmodel/question.ts';
import { addTo } from '../../readmodel/table/containers.ts';
import type { Labels } from './projections.ts';

/** An object that may conflict with others of its kind and cluster. */
export interface Claimant {
  readonly id: string;
  /**
   * Sets of names that the object claims, for example its hosts, its gateways and the namespaces that import it. An
   * undefined set contains all names. Two objects conflict if each pair of corresponding sets has a name in common.
   */
  readonly claims: readonly (ReadonlySet<string> | undefined)[];
}

/** Finds the objects of one kind and cluster that conflict. */
export class Conflicts {
  /** Objects by name, for each set of names. Objects with an undefined set have the key undefined. */
  readonly #byName: Map<string | undefined, Claimant[]>[] = [];

  add(claimant: Claimant): void {
    for (const [i, names] of claimant.claims.entries()) {
      const byName = (this.#byName[i] ??= new Map<string | undefined, Claimant[]>());
      for (const name of names ?? [undefined]) addTo(byName, name, claimant);
    }
  }

  /** Yields the ids of all objects that conflict with the claimant. Yields undefined when it is time to pause. */
  *with(claimant: Claimant, reader: RowReader): Generator<string | undefined, void, undefined> {
    const seen = new Set([claimant]);
    if (reader.spent(comparisons(claimant, claimant))) yield;
    for (const others of this.#fewest(claimant)) {
      for (const other of others) {
        if (reader.spent()) yield;
        if (seen.has(other)) continue;
        seen.add(other);
        if (reader.spent(comparisons(claimant, other))) yield;
        if (claimant.claims.every((names, i) => haveCommon(names, other.claims[i]))) yield other.id;
      }
    }
  }

  /**
   * Lists that together contain every conflicting object. They come from the set whose names are claimed least often,
   * so that few objects are compared.
   */
  #fewest({ claims }: Claimant): readonly (readonly Claimant[])[] {
    let fewest: readonly (readonly Claimant[])[] = [];
    let least = Infinity;
    for (const [i, names] of claims.entries()) {
      if (!names) continue;
      const lists = [...names, undefined].map(name => this.#byName[i]?.get(name) ?? []);
      const count = lists.reduce((sum, { length }) => sum + length, 0);
      if (count < least) [fewest, least] = [lists, count];
    }
    return fewest;
  }
}

function haveCommon(some: ReadonlySet<string> | undefined, others: ReadonlySet<string> | undefined): boolean {
  if (!some || !others) return true;
  const [fewer, more] = some.size < others.size ? [some, others] : [others, some];
  for (const name of fewer) if (more.has(name)) return true;
  return false;
}

/** Maximum number of names that are compared to decide whether two objects conflict. */
function comparisons({ claims }: Claimant, other: Claimant): number {
  return claims.reduce((sum, names, i) => sum + Math.min(names?.size ?? 0, other.claims[i]?.size ?? 0), 0);
}

export type Label = readonly [key: string, value: string];

/** Tells if one of many sets of labels contains given labels. */
export class LabelIndex {
  /** Sets of labels. Each set is listed under each of its labels, as `key\0value`. */
  readonly #byLabel = new Map<string, Labels[]>();

  add(labels: Labels): void {
    for (const [key, value] of Object.entries(labels)) addTo(this.#byLabel, `${key}\0${value}`, labels);
  }

  /** True if one of the sets contains all wanted labels. False if none are wanted. */
  *hasAll(wanted: readonly Label[], reader: RowReader): Steps<boolean> {
    const lists = wanted.map(([key, value]) => this.#byLabel.get(`${key}\0${value}`) ?? []);
    const rarest = lists.reduce((some, other) => (other.length < some.length ? other : some), lists[0] ?? []);
    if (reader.spent(wanted.length)) yield;
    for (const labels of rarest) {
      if (reader.spent(wanted.length)) yield;
      if (wanted.every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value)) return true;
    }
    return false;
  }
}
