/**
 * What is visible in one scope, in the making: everything of a resource, or single names of it.
 *
 * A role may name hundreds of thousands of objects, for many resources. So resources of which the same names are visible share one set of them, and so do
 * scopes; a set is copied, in steps, only where further names join some of those that share it.
 */
import type { Pace, Steps } from './pace.ts';
import type { Resource, ScopeVisibility } from './types.ts';

type Names = ReadonlySet<string>;

export class ScopeBuilder {
  readonly #list: Uint8Array;
  readonly #names = new Map<number, Names>();
  /** Sets that were made here, and for how many resources: some may have got another one since. */
  readonly #own = new Map<Names | undefined, number>();

  constructor(resourceCount: number) {
    this.#list = new Uint8Array(resourceCount);
  }

  addAll(resource: number): void {
    this.#list[resource] = 1;
  }

  /** `names`: without '', since no object is called that; never changed again. */
  *addNames(resources: Iterable<number>, names: Names, pace: Pace): Steps<void> {
    if (names.size === 0) return;
    for (const [known, sharing] of Map.groupBy(resources, resource => this.#names.get(resource))) {
      // Nobody else shares it, so it can grow.
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
    for (const [set, resources] of Map.groupBy(names.keys(), resource => names.get(resource)!)) yield* this.addNames(resources, set, pace);
  }

  /** Names of a resource that is visible as a whole are left out. */
  build(): ScopeVisibility {
    const names = this.#names.size === 0 ? this.#names : new Map([...this.#names].filter(([resource]) => !this.#list[resource]));
    return { list: this.#list, names };
  }
}

/** A text costs more than other small things: it stays in memory, and a set of very many grows in one go. */
const TEXT = 8;

function* union(some: Names, others: Names, pace: Pace): Steps<Names> {
  const united = new Set<string>();
  yield* addTo(united, some, pace);
  yield* addTo(united, others, pace);
  return united;
}

/** `texts` may be as many as fit into an object of a leaf. */
export function* addTo(set: Set<string>, texts: Iterable<string>, pace: Pace): Steps<void> {
  for (const text of texts) {
    set.add(text);
    if (pace.spent(TEXT)) yield;
  }
}

/** What of a scope is left where only some of the resources are. */
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
