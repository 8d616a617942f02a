/**
 * Index of callers who follow changes, by cluster and namespace. It finds the callers who may see a changed object. A
 * caller who sees objects in all or in many namespaces of a cluster is found for each namespace of the cluster.
 */
import { namespacesOf, type Shown } from '../../readmodel/changes/change.ts';
import type { Visibility } from '../../rbac/types.ts';

/** A caller, and what the caller sees. */
export interface Listener {
  readonly shown: Shown;
}

export class Listeners<T extends Listener> {
  readonly #scopes = new Map<string, Set<T>>();

  *near({ cluster, namespace }: { readonly cluster: string; readonly namespace: string }): Iterable<T> {
    yield* this.#scopes.get(cluster) ?? [];
    yield* this.#scopes.get(`${cluster}/${namespace}`) ?? [];
  }

  /** Moves a listener from the scopes in `before` to the scopes in `after`. */
  move(listener: T, before: Shown, after: Shown): void {
    for (const [cluster, visibility] of before)
      if (after.get(cluster) !== visibility) this.#leave(listener, cluster, visibility);
    for (const [cluster, visibility] of after)
      if (before.get(cluster) !== visibility) this.#enter(listener, cluster, visibility);
  }

  remove(listener: T): void {
    this.move(listener, listener.shown, new Map());
  }

  #enter(listener: T, cluster: string, visibility: Visibility): void {
    for (const scope of scopesOf(cluster, visibility)) {
      const there = this.#scopes.get(scope);
      if (there) there.add(listener);
      else this.#scopes.set(scope, new Set([listener]));
    }
  }

  #leave(listener: T, cluster: string, visibility: Visibility): void {
    for (const scope of scopesOf(cluster, visibility)) {
      const there = this.#scopes.get(scope);
      there?.delete(listener);
      if (there?.size === 0) this.#scopes.delete(scope);
    }
  }
}

/** Keys of the scopes: `leaf/team-a` for a namespace, `leaf/` for cluster scope, `leaf` for the whole cluster. */
function scopesOf(cluster: string, visibility: Visibility): readonly string[] {
  return namespacesOf(visibility)?.map(namespace => `${cluster}/${namespace}`) ?? [cluster];
}
