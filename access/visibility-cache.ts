/**
 * Compiled visibilities, kept between requests: one for each identity on each cluster, for as long as that cluster's grants and resources
 * stay what they were when it was compiled.
 *
 * An entry is found by who asks (user and groups, each with its length before it, so that no name can spell another's key) and by cluster;
 * it is used only for the very grants and resources it was made from. A revoked right is therefore gone with the next question, however
 * long the entry lives. Bounded by number and by approximate size.
 */
import { LRUCache } from 'lru-cache';
import { reachRevision } from '../rbac/grant-index.ts';
import type { ClusterGrants, LeafIdentity, Resource, Visibility } from '../rbac/types.ts';
import { compileInSteps, emptyVisibility, scopesOfNamespaces } from '../rbac/visibility.ts';
import { PreparedViews } from './prepared-views.ts';

/** Some tens of milliseconds: a hundred thousand bindings. */
const STEPS_ON_THE_SPOT = 400;

export interface VisibilityCacheOptions {
  /** @default 50 000 */
  readonly maxEntries?: number;
  /** Of the visibilities, and once more of the views that are prepared from them. @default 64 MiB */
  readonly maxBytes?: number;
  /** Callers whose view of the whole fleet is remembered. @default 1 000 */
  readonly maxViews?: number;
}

/** What a visibility of one cluster follows from, beside the identity. */
export interface VisibilitySource {
  readonly cluster: string;
  readonly grants: ClusterGrants;
  readonly resources: readonly Resource[];
  readonly resourcesRevision: number;
}

interface Entry {
  readonly grants: ClusterGrants['objects'];
  /** Changes that do not reach the identity leave it as it is. */
  readonly reachRevision: number;
  readonly resources: readonly Resource[];
  readonly resourcesRevision: number;
  readonly visibility: Visibility;
}

export class VisibilityCache {
  /** They hold on to visibilities that have left the cache, so they have bounds of their own. */
  readonly prepared: PreparedViews;
  readonly #sizes = new WeakMap<Visibility, number>();
  readonly #entries: LRUCache<string, Entry>;
  #hits = 0;
  #misses = 0;

  constructor({ maxEntries = 50_000, maxBytes = 64 * 1024 * 1024, maxViews = 1_000 }: VisibilityCacheOptions = {}) {
    this.prepared = new PreparedViews({ maxViews, maxBytes, sizeOf: visibility => this.#sizeOf(visibility) });
    this.#entries = new LRUCache<string, Entry>({
      max: maxEntries,
      maxSize: maxBytes,
      sizeCalculation: ({ visibility }, key) => 200 + 2 * key.length + this.#sizeOf(visibility),
    });
  }

  /**
   * On the spot, for grants that changed after they were compiled in steps; what takes long is given up, so that no leaf can hold up everybody by changing
   * a large role all the time. `identityKey` is identityKey(identity), which callers keep for the request.
   */
  get(identity: LeafIdentity, identityKey: string, source: VisibilitySource): Visibility {
    const running = this.getInSteps(identity, identityKey, source);
    for (let steps = 0; steps < STEPS_ON_THE_SPOT; steps++) {
      const step = running.next();
      if (step.done) return step.value;
    }
    return { ...emptyVisibility(source.resources), givenUp: 'changing' };
  }

  /** The same for whoever lets others run between the steps. What it returns is right at the moment of its return. */
  *getInSteps(identity: LeafIdentity, identityKey: string, source: VisibilitySource): Generator<void, Visibility, void> {
    const { cluster, grants, resources, resourcesRevision } = source;
    const key = lengthPrefixed(cluster) + identityKey;
    const found = this.#entries.get(key);
    // A cluster that was removed and added again may count its revisions from the start, so the objects must be the same ones too.
    if (
      found?.grants === grants.objects &&
      found.reachRevision === reachRevision(grants, identity) &&
      found.resources === resources &&
      found.resourcesRevision === resourcesRevision
    ) {
      this.#hits++;
      return found.visibility;
    }
    this.#misses++;
    const visibility = yield* compileInSteps(grants, identity, resources);
    if (visibility.givenUp === 'changing') return visibility;
    this.#entries.set(key, {
      grants: grants.objects,
      reachRevision: reachRevision(grants, identity),
      resources,
      resourcesRevision,
      visibility,
    });
    return visibility;
  }

  #sizeOf(visibility: Visibility): number {
    let size = this.#sizes.get(visibility);
    if (size === undefined) this.#sizes.set(visibility, (size = approximateSize(visibility)));
    return size;
  }

  /** For metrics. */
  get stats(): { entries: number; approximateBytes: number; hits: number; misses: number } {
    return { entries: this.#entries.size, approximateBytes: this.#entries.calculatedSize, hits: this.#hits, misses: this.#misses };
  }
}

/** Two identities have one key exactly when user and set of groups are equal. */
export function identityKey({ user, groups }: LeafIdentity): string {
  return [user, ...[...new Set(groups)].sort()].map(lengthPrefixed).join('');
}

function lengthPrefixed(text: string): string {
  return `${text.length}:${text}`;
}

/** Scopes that are shared are counted once, and so are the sets of names that they share. */
function approximateSize(visibility: Visibility): number {
  let size = 60 * visibility.namespaces.size;
  const counted = new Set<ReadonlySet<string>>();
  for (const { list, names } of [visibility.cluster, ...scopesOfNamespaces(visibility)]) {
    size += 100 + list.byteLength + 100 * names.size;
    for (const set of names.values()) {
      if (!counted.has(set)) size += 60 * set.size;
      counted.add(set);
    }
  }
  return size;
}
