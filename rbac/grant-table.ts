/**
 * The current RBAC objects of one cluster. The table and its index of bindings change in place, so a change does not
 * copy them.
 *
 * Older versions are not kept, on purpose. Code that still uses the table when a right is revoked must not decide by
 * the old state. Work that yields compares revisions (reachRevision) and restarts.
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

  /** @param revision Must exceed all earlier revisions, but may stay the same while no reader has the table yet */
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

/**
 * Splits grants into slices, which are applied step by step. The weight of a binding is one plus its number of
 * subjects, which may be tens of thousands. The weight of a role is 1.
 * @param weight Weight at which a slice is complete
 */
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
