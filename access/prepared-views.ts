/**
 * What callers may see of the whole fleet, kept between their requests, so that a question costs nothing for each cluster that is as it was.
 *
 * A prepared view never changes. It holds while the read model has the revision that it was made at, until the first of its clusters' grants may
 * grow too old, and while each cluster's policy and the caller's quarantine are what they were: whoever uses one asks for that first
 * (view.ts). Clusters that are closed, or must be asked themselves, are not in it. Callers are told apart by identityKey(), which names all that
 * RBAC knows of them. Bounded by number and by approximate size.
 */
import { LRUCache } from 'lru-cache';
import type { IdentityPolicy } from '../identity/identity.ts';
import type { ClusterGrants, Resource, Visibility } from '../rbac/types.ts';
import type { ReadModel } from '../readmodel/readmodel.ts';
import type { FailClosedRules } from './fail-closed.ts';

/** A visibility, and all that it follows from. */
export interface Compiled {
  readonly cluster: string;
  /** identityKey() of the caller on the cluster. */
  readonly key: string;
  readonly policy: IdentityPolicy;
  readonly grants: ClusterGrants['objects'];
  readonly revision: number;
  readonly resources: readonly Resource[];
  readonly resourcesRevision: number;
  readonly visibility: Visibility;
}

export interface PreparedView {
  readonly readModel: ReadModel;
  readonly rules: FailClosedRules;
  /** ReadModel.revision. */
  readonly revision: number;
  /** Policies.revision; undefined where there is none. */
  readonly policiesRevision: number | undefined;
  /** By ReadModel.now(). */
  readonly validUntil: number;
  readonly settled: ReadonlyMap<string, Compiled>;
  /** Clusters that are to be judged by each request for itself. */
  readonly unsettled: readonly string[];
}

export interface PreparedViewsOptions {
  readonly maxViews: number;
  readonly maxBytes: number;
  readonly sizeOf: (visibility: Visibility) => number;
}

export class PreparedViews {
  readonly #views: LRUCache<string, PreparedView>;

  constructor({ maxViews, maxBytes, sizeOf }: PreparedViewsOptions) {
    this.#views = new LRUCache<string, PreparedView>({
      max: maxViews,
      maxSize: maxBytes,
      sizeCalculation: ({ settled }, key) => {
        let size = 500 + 2 * key.length;
        for (const { visibility } of settled.values()) size += 200 + sizeOf(visibility);
        return size;
      },
    });
  }

  /** `caller`: identityKey() of the caller at the front door. */
  get(caller: string): PreparedView | undefined {
    return this.#views.get(caller);
  }

  set(caller: string, view: PreparedView): void {
    this.#views.set(caller, view);
  }

  delete(caller: string): void {
    this.#views.delete(caller);
  }

  get size(): number {
    return this.#views.size;
  }

  get approximateBytes(): number {
    return this.#views.calculatedSize;
  }
}
