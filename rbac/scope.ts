/**
 * Builds what is visible in one scope: all objects of a resource, or single names of it.
 *
 * A role may name hundreds of thousands of objects, for many resources. So resources with the same visible names share
 * one set of them, and so do scopes. A set is copied, in steps, only where some of its users get further names.
 */
import type { Pace, Steps } from '../async/fair-turns.ts';
import type { Resource, ScopeVisibility } from './types.ts';

type Names = ReadonlySet<string>;

export class ScopeBuilder {
  readonly #list: Uint8Array;
  readonly #names = new Map<number, Names>();
  /** Sets made here, with the number of resources that use each; some resources may use another set since. */
  readonly #own = new Map<Names | undefined, number>();

  constructor(resourceCount: number) {
    this.#list = new Uint8Array(resourceCount);
  }

  addAll(resource: number): void {
    this.#list[resource] = 1;
  }

  /** @param names Without '', since no object has that name; must not change afterwards */
  *addNames(resources: Iterable<number>, names: Names, pace: Pace): Steps<void> {
    if (names.size === 0) return;
    for (const [known, sharing] of Map.groupBy(resources, resource => this.#names.get(resource))) {
      // No other scope shares it, so it can grow.
      if (this.#own.get(known) === sharing.length) yield* addTo(known as Set<string>, names, pace);
      else {
        const united = known ? yield* union(known, names, pace) : names;
        if (known) this.#own.set(united, sharing.length);
        for (const resource of sharing) this.#names.set(resource, united);
      }
    }
  }

  *add({ list, names }: ScopeVisibility, pace: Pace): Steps<void> {
    list.forEach((all, resource) => {
      if (all) this.addAll(resource);
    });
    if (pace.spent(list.length / 16)) yield;
    for (const [set, resources] of Map.groupBy(names.keys(), resource => names.get(resource)!))
      yield* this.addNames(resources, set, pace);
  }

  /** Omits names of a resource that is visible as a whole. */
  build(): ScopeVisibility {
    const names =
      this.#names.size === 0 ? this.#names : new Map([...this.#names].filter(([resource]) => !this.#list[resource]));
    return { list: this.#list, names };
  }
}

/** Cost of a text, in operations: it stays in memory, and a very large set grows in one step. */
const TEXT = 8;

function* union(some: Names, others: Names, pace: Pace): Steps<Names> {
  const united = new Set<string>();
  yield* addTo(united, some, pace);
  yield* addTo(united, others, pace);
  return united;
}

/** @param texts As many as fit into one object of a leaf */
export function* addTo(set: Set<string>, texts: Iterable<string>, pace: Pace): Steps<void> {
  for (const text of texts) {
    set.add(text);
    if (pace.spent(TEXT)) yield;
  }
}

/** The part of a scope for some of the resources. */
export function scopeFor(
  { list, names }: ScopeVisibility,
  resources: readonly Resource[],
  has: (resource: Resource) => boolean,
): ScopeVisibility {
  return {
    list: list.map((all, number) => (has(resources[number]!) ? all : 0)),
    names: new Map([...names].filter(([number]) => has(resources[number]!))),
  };
}

export function shows(scope: ScopeVisibility, resource: number, name: string): boolean {
  return scope.list[resource] === 1 || scope.names.get(resource)?.has(name) === true;
}

export function isEmptyScope({ list, names }: ScopeVisibility): boolean {
  return names.size === 0 && !list.includes(1);
}
