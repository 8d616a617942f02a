/**
 * All RBAC objects of one cluster as they are now. It changes in place and keeps the index of its bindings with it, so that taking in an object costs that
 * object, however many the cluster has.
 *
 * There is no older version to go back to, and that is meant: whoever still holds the table when a right is taken away must not go on judging by it.
 * Work that lets others run in between compares revisions (reachRevision) and begins again.
 */
import { indexGrants, type GrantIndex } from './grant-index.ts';
import { grantKey, type ClusterGrants, type GrantObject } from './types.ts';

export class GrantTable implements ClusterGrants {
  readonly #objects = new Map<string, GrantObject>();
  readonly #index: GrantIndex;
  #revision: number;

  constructor(revision: number) {
    this.#revision = revision;
    this.#index = indexGrants(this);
  }

  get revision(): number {
    return this.#revision;
  }

  get objects(): ReadonlyMap<string, GrantObject> {
    return this.#objects;
  }

  /** `revision`: a higher one than ever before, or while nobody has been given the table yet, the same. */
  change(revision: number, puts: Iterable<GrantObject>, deletes: Iterable<string> = []): void {
    this.#revision = revision;
    this.#index.revision = revision;
    for (const object of puts) {
      const key = grantKey(object);
      const before = this.#objects.get(key);
      this.#objects.set(key, object);
      if (before) this.#index.replace(before, object);
      else this.#index.add(object);
    }
    for (const key of deletes) {
      const before = this.#objects.get(key);
      if (before) this.#index.remove(before);
      this.#objects.delete(key);
    }
  }
}

/** For taking in many in turns. A binding weighs as much as it has subjects, since there may be tens of thousands in one. */
export function* slicesOf(grants: readonly GrantObject[], weight: number): Generator<readonly GrantObject[], void> {
  let slice: GrantObject[] = [];
  let weighs = 0;
  for (const grant of grants) {
    slice.push(grant);
    weighs += 'subjects' in grant ? 1 + grant.subjects.length : 1;
    if (weighs < weight) continue;
    yield slice;
    [slice, weighs] = [[], 0];
  }
  if (slice.length > 0) yield slice;
}
