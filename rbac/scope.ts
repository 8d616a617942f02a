/**
 * What is visible in one scope, in the making: everything of a resource, or single names of it.
 *
 * A role may name many thousands of objects, for many resources: its set of names is shared by all scopes it is part of, and only copied where further
 * names join it.
 */
import type { ScopeVisibility } from './types.ts';

export class ScopeBuilder {
  readonly #list: Uint8Array;
  readonly #names = new Map<number, ReadonlySet<string>>();
  /** Those of #names that are nobody else's. */
  readonly #own = new Map<number, Set<string>>();

  constructor(resourceCount: number) {
    this.#list = new Uint8Array(resourceCount);
  }

  addAll(resource: number): void {
    this.#list[resource] = 1;
  }

  /** `name` is not ''. */
  addName(resource: number, name: string): void {
    this.#ownNames(resource).add(name);
  }

  /** Without '', and never changed again. No object is called '', so that name shows nothing. */
  addNames(resource: number, names: ReadonlySet<string>): void {
    if (names.size === 0) return;
    if (!this.#names.has(resource)) this.#names.set(resource, names);
    else {
      const own = this.#ownNames(resource);
      for (const name of names) own.add(name);
    }
  }

  add(scope: ScopeVisibility): void {
    scope.list.forEach((all, resource) => {
      if (all) this.addAll(resource);
    });
    for (const [resource, names] of scope.names) this.addNames(resource, names);
  }

  /** Names of a resource that is visible as a whole are left out. */
  build(): ScopeVisibility {
    const names = this.#names.size === 0 ? this.#names : new Map([...this.#names].filter(([resource]) => !this.#list[resource]));
    return { list: this.#list, names };
  }

  #ownNames(resource: number): Set<string> {
    let own = this.#own.get(resource);
    if (!own) {
      own = new Set(this.#names.get(resource));
      this.#own.set(resource, own);
      this.#names.set(resource, own);
    }
    return own;
  }
}

export function isEmptyScope({ list, names }: ScopeVisibility): boolean {
  return names.size === 0 && !list.includes(1);
}
