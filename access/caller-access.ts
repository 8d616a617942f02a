/**
 * Cache of what each caller may see on every cluster, kept between requests. The only cache of this decision.
 *
 * A Moment holds the visibilities of the whole fleet. It is valid for one epoch and until the first of its grants may
 * be too old. The epoch grows with every change of a cluster's grants, resources or authorization, of the registered
 * clusters and of the quarantine. A query within the Moment checks no cluster. Otherwise each cluster is compared with
 * the source of its visibility, and compiled again only if its grants changed for this caller. A revoked right is gone
 * with the next query, however long an entry lives.
 *
 * The key is identityKey(), which names all that RBAC knows of a caller. The cache is bounded by number and by
 * approximate size, including what the read model keeps for a caller.
 */
import { LRUCache } from 'lru-cache';
import type { Steps } from '../async/pace.ts';
import { reachRevision } from '../rbac/grant-index.ts';
import type { ClusterGrants, LeafIdentity, Resource, Visibility } from '../rbac/types.ts';
import { compileInSteps, emptyVisibility, scopesOfNamespaces } from '../rbac/visibility.ts';
import type { Shown } from '../readmodel/changes/change.ts';
import { KeptMask } from '../readmodel/select/visibility-mask.ts';

/** Takes some tens of milliseconds: a hundred thousand bindings. */
const STEPS_ON_THE_SPOT = 400;
/** Maximum share of the cache for one caller. A larger entry is not kept: it would evict all others. */
const MAX_SHARE = 1 / 4;

export interface CallerAccessOptions {
  /** @default 2 000 */
  readonly maxCallers?: number;
  /** @default 256 MiB */
  readonly maxBytes?: number;
}

/** Inputs of a visibility of one cluster. */
export interface VisibilitySource {
  readonly cluster: string;
  /** The caller on that cluster. `key` is its identityKey(). */
  readonly identity: LeafIdentity;
  readonly key: string;
  readonly grants: ClusterGrants;
  readonly resources: readonly Resource[];
  readonly resourcesRevision: number;
}

interface Compiled {
  readonly key: string;
  /** Compared by identity: a cluster that was removed and added again may restart its revisions. */
  readonly grants: ClusterGrants['objects'];
  readonly resources: readonly Resource[];
  readonly resourcesRevision: number;
  revision: number;
  /** Does not grow with changes that do not affect the caller. */
  readonly reachRevision: number;
  readonly visibility: Visibility;
}

/** The namespaces of a cluster that the caller may know of. Valid for one visibility and one row revision. */
export interface KeptNamespaces {
  readonly visibility: Visibility;
  readonly rowRevision: number;
  /** Sorted. */
  readonly names: readonly string[];
}

/** What holds for all clusters at once. Immutable, so values derived from it are cached by its identity. */
export interface Moment {
  readonly epoch: number;
  /** Time on the clock of ReadModel.now(). */
  readonly validUntil: number;
  readonly settled: ReadonlyMap<string, Visibility>;
  /** Clusters that each request judges anew: closed clusters, and clusters that answer access reviews themselves. */
  readonly unsettled: readonly string[];
}

export class CallerAccess {
  moment: Moment | undefined;
  /** The caller's visibilities when they were last all requested. */
  shown: Shown | undefined;
  /** Version of the View that `shown` was taken from. */
  shownAt: object | undefined;
  /** Masks of the read model: for all visibilities, and for those that show objects by resourceNames. */
  readonly mask = new KeptMask();
  readonly maskByName = new KeptMask();
  readonly #compiled = new Map<string, Compiled>();
  readonly #namespaces = new Map<string, KeptNamespaces>();
  readonly #counts: Counts;
  #visibilityBytes = 0;
  #namespaceBytes = 0;

  /** @param counts Shared by all cached callers */
  constructor(counts: Counts) {
    this.#counts = counts;
  }

  get bytes(): number {
    return 500 + 60 * (this.shown?.size ?? 0) + this.#visibilityBytes + this.#namespaceBytes + this.mask.bytes + this.maskByName.bytes;
  }

  /** The cached visibility. Undefined if there is none, or if the source has changed for this caller. */
  kept({ cluster, identity, key, grants, resources, resourcesRevision }: VisibilitySource): Visibility | undefined {
    const compiled = this.#compiled.get(cluster);
    const isSame =
      compiled?.grants === grants.objects &&
      compiled.key === key &&
      compiled.resources === resources &&
      compiled.resourcesRevision === resourcesRevision;
    if (!isSame) return undefined;
    if (compiled.revision !== grants.revision) {
      if (compiled.reachRevision !== reachRevision(grants, identity)) return undefined;
      compiled.revision = grants.revision;
    }
    return compiled.visibility;
  }

  /** Compiles in steps, for callers that yield between them. The result is correct at the moment it returns. */
  *compile(source: VisibilitySource): Steps<Visibility> {
    const kept = this.kept(source);
    if (kept) {
      this.#counts.hits++;
      return kept;
    }
    this.#counts.misses++;
    const { identity, key, grants, resources, resourcesRevision } = source;
    const visibility = yield* compileInSteps(grants, identity, resources);
    // A compilation abandoned because the grants kept changing may succeed in the next request.
    if (visibility.givenUp !== 'changing') {
      const { objects, revision } = grants;
      this.#keep(source.cluster, {
        ...{ key, grants: objects, resources, resourcesRevision, revision, visibility },
        reachRevision: reachRevision(grants, identity),
      });
    }
    return visibility;
  }

  /**
   * Compiles without yielding, for grants that changed after they were compiled in steps. Gives up after
   * STEPS_ON_THE_SPOT, so that no leaf can block the event loop by changing a large role all the time.
   */
  compileNow(source: VisibilitySource): Visibility {
    const running = this.compile(source);
    for (let steps = 0; steps < STEPS_ON_THE_SPOT; steps++) {
      const step = running.next();
      if (step.done) return step.value;
    }
    return { ...emptyVisibility(source.resources), givenUp: 'changing' };
  }

  namespaces(cluster: string, { visibility, rowRevision }: Omit<KeptNamespaces, 'names'>): readonly string[] | undefined {
    const kept = this.#namespaces.get(cluster);
    return kept?.visibility === visibility && kept.rowRevision === rowRevision ? kept.names : undefined;
  }

  keepNamespaces(cluster: string, namespaces: KeptNamespaces | undefined): void {
    this.#namespaceBytes -= namespaceBytes(this.#namespaces.get(cluster));
    this.#namespaceBytes += namespaceBytes(namespaces);
    if (namespaces) this.#namespaces.set(cluster, namespaces);
    else this.#namespaces.delete(cluster);
  }

  /** Drops all clusters but these. */
  retain(clusters: readonly string[]): void {
    const known = new Set(clusters);
    for (const cluster of this.#compiled.keys()) if (!known.has(cluster)) this.#keep(cluster, undefined);
    for (const cluster of this.#namespaces.keys()) if (!known.has(cluster)) this.keepNamespaces(cluster, undefined);
  }

  #keep(cluster: string, compiled: Compiled | undefined): void {
    const before = this.#compiled.get(cluster);
    if (before) this.#visibilityBytes -= entryBytes(cluster, before);
    if (compiled) {
      this.#visibilityBytes += entryBytes(cluster, compiled);
      this.#compiled.set(cluster, compiled);
    } else this.#compiled.delete(cluster);
  }
}

interface Counts {
  hits: number;
  misses: number;
}

/** Cache of the most recent callers. */
export class CallerAccesses {
  readonly #kept: LRUCache<string, CallerAccess>;
  readonly #counts: Counts = { hits: 0, misses: 0 };

  constructor({ maxCallers = 2_000, maxBytes = 256 * 1024 * 1024 }: CallerAccessOptions = {}) {
    this.#kept = new LRUCache<string, CallerAccess>({ max: maxCallers, maxSize: maxBytes, maxEntrySize: Math.ceil(maxBytes * MAX_SHARE) });
  }

  /** @param key identityKey() of the caller at the front door */
  of(key: string): CallerAccess {
    const access = this.#kept.get(key) ?? new CallerAccess(this.#counts);
    this.weigh(key, access); // the entry may have grown since the last request
    return access;
  }

  /** Updates the entry's size. Call after the cached data of the caller grows or shrinks. */
  weigh(key: string, access: CallerAccess): void {
    this.#kept.delete(key); // LRUCache does not update the size of an existing entry
    this.#kept.set(key, access, { size: access.bytes + 2 * key.length });
  }

  /** For metrics. */
  get stats(): { callers: number; approximateBytes: number; hits: number; misses: number } {
    return { callers: this.#kept.size, approximateBytes: this.#kept.calculatedSize, ...this.#counts };
  }
}

/**
 * Key of an identity: equal exactly when user and set of groups are equal. Each part has a length prefix, so that no
 * name can spell another's key.
 */
export function identityKey({ user, groups }: LeafIdentity): string {
  return [user, ...[...new Set(groups)].sort()].map(text => `${text.length}:${text}`).join('');
}

/** Does not count the names: the index owns them. */
function namespaceBytes(kept: KeptNamespaces | undefined): number {
  return kept ? 200 + 8 * kept.names.length : 0;
}

const visibilityBytes = new WeakMap<Visibility, number>();

function entryBytes(cluster: string, { key, visibility }: Compiled): number {
  let size = visibilityBytes.get(visibility);
  if (size === undefined) visibilityBytes.set(visibility, (size = approximateSize(visibility)));
  return 400 + 2 * (cluster.length + key.length) + size;
}

/** Counts shared scopes and shared sets of names once. */
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
