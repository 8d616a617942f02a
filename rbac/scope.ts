/**
 * What is visible in one scope, in the making: everything of a resource, or single names of it.
 */
import type { ScopeVisibility } from './types.ts';

export class ScopeBuilder {
  readonly #list: Uint8Array;
  readonly #names = new Map<number, Set<string>>();

  constructor(resourceCount: number) {
    this.#list = new Uint8Array(resourceCount);
  }

  addAll(resource: number): void {
    this.#list[resource] = 1;
  }

  /** No object is called '', so that name shows nothing. */
  addName(resource: number, name: string): void {
    if (name === '') return;
    const names = this.#names.get(resource);
    if (names) names.add(name);
    else this.#names.set(resource, new Set([name]));
  }

  add(scope: ScopeVisibility): void {
    scope.list.forEach((all, resource) => {
      if (all) this.addAll(resource);
    });
    for (const [resource, names] of scope.names) {
      for (const name of names) this.addName(resource, name);
    }
  }

  /** Names of a resource that is visible as a whole are left out. */
  build(): ScopeVisibility {
    const names = this.#names.size === 0 ? this.#names : new Map([...this.#names].filter(([resource]) => !this.#list[resource]));
    return { list: this.#list, names };
  }
}

export function isEmptyScope({ list, names }: ScopeVisibility): boolean {
  return names.size === 0 && !list.includes(1);
}
