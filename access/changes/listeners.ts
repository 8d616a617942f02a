/**
 * Who may see objects at a place: callers by cluster and namespace, so that a change finds those who may be concerned without asking all who listen. Whoever sees
 * something in all namespaces of a cluster, or in many, is found for every place of it.
 */
import type { Shown } from '../../readmodel/changes/changes-since.ts';
import { namespacesOf } from '../../readmodel/changes/shown-objects.ts';
import type { Visibility } from '../../rbac/types.ts';

/** What is found: a caller with what they see. */
export interface CallersListeners {
  readonly shown: Shown;
}

interface AtCluster<T> {
  readonly everywhere: Set<T>;
  readonly byNamespace: Map<string, Set<T>>;
}

export class Listeners<T extends CallersListeners> {
  readonly #clusters = new Map<string, AtCluster<T>>();

  *near({ cluster, namespace }: { readonly cluster: string; readonly namespace: string }): Iterable<T> {
    const at = this.#clusters.get(cluster);
    if (!at) return;
    yield* at.everywhere;
    yield* at.byNamespace.get(namespace) ?? [];
  }

  /** From what a listener saw to what it sees. */
  move(listener: T, before: Shown, after: Shown): void {
    for (const [cluster, visibility] of before) if (after.get(cluster) !== visibility) this.#leave(listener, cluster, visibility);
    for (const [cluster, visibility] of after) if (before.get(cluster) !== visibility) this.#enter(listener, cluster, visibility);
  }

  remove(listener: T): void {
    this.move(listener, listener.shown, new Map());
  }

  #enter(listener: T, cluster: string, visibility: Visibility): void {
    if (visibility.empty) return;
    let at = this.#clusters.get(cluster);
    if (!at) this.#clusters.set(cluster, (at = { everywhere: new Set(), byNamespace: new Map() }));
    const namespaces = namespacesOf(visibility);
    if (!namespaces) at.everywhere.add(listener);
    for (const namespace of namespaces ?? []) {
      const there = at.byNamespace.get(namespace);
      if (there) there.add(listener);
      else at.byNamespace.set(namespace, new Set([listener]));
    }
  }

  #leave(listener: T, cluster: string, visibility: Visibility): void {
    const at = this.#clusters.get(cluster);
    if (!at) return;
    at.everywhere.delete(listener);
    for (const namespace of namespacesOf(visibility) ?? []) {
      const there = at.byNamespace.get(namespace);
      if (there?.delete(listener) && there.size === 0) at.byNamespace.delete(namespace);
    }
    if (at.everywhere.size === 0 && at.byNamespace.size === 0) this.#clusters.delete(cluster);
  }
}
