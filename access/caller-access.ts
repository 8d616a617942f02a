/**
 * What one caller may see on every cluster, kept between their requests: the one cache of that decision.
 *
 * A moment says what holds for the whole fleet while the epoch is the same (one number that grows with every change of any cluster's grants, resources or
 * authorization, of the registered clusters and of the quarantine) and until the first of its grants may be too old. A question that finds its moment pays
 * for no cluster. Otherwise each cluster is compared with what its visibility was compiled from, and only those are compiled again whose grants changed for
 * this caller: a revoked right is gone with the next question, however long an entry lives.
 *
 * Callers are told apart by identityKey(), which names all that RBAC knows of them. Bounded by number and by approximate size, what the read model keeps for
 * a caller included.
 */
import { LRUCache } from 'lru-cache';
import { reachRevision } from '../rbac/grant-index.ts';
import type { ClusterGrants, LeafIdentity, Resource, Visibility } from '../rbac/types.ts';
import { compileInSteps, emptyVisibility, scopesOfNamespaces } from '../rbac/visibility.ts';
import type { Shown } from '../readmodel/changes/moment.ts';
import { KeptMask } from '../readmodel/visibility-mask.ts';

/** Some tens of milliseconds: a hundred thousand bindings. */
const STEPS_ON_THE_SPOT = 400;
/** A caller who would need more is not kept: all others would be forgotten for one. */
const MAX_SHARE = 1 / 4;

export interface CallerAccessOptions {
  /** @default 2 000 */
  readonly maxCallers?: number;
  /** @default 256 MiB */
  readonly maxBytes?: number;
}

/** What a visibility of one cluster follows from. */
export interface VisibilitySource {
  readonly cluster: string;
  /** The caller on that cluster, and identityKey() of it. */
  readonly identity: LeafIdentity;
  readonly key: string;
  readonly grants: ClusterGrants;
  readonly resources: readonly Resource[];
  readonly resourcesRevision: number;
}

interface Compiled {
  readonly key: string;
  /** A cluster that was removed and added again may count its revisions from the start, so these must be the same ones too. */
  readonly grants: ClusterGrants['objects'];
  readonly resources: readonly Resource[];
  readonly resourcesRevision: number;
  revision: number;
  /** Changes that do not reach the caller leave it as it is. */
  readonly reachRevision: number;
  readonly visibility: Visibility;
}

/** The namespaces of a cluster of which a caller may know: as long as they see the same there, and no row has come or gone. */
export interface KeptNamespaces {
  readonly visibility: Visibility;
  readonly rowRevision: number;
  /** In order. */
  readonly names: readonly string[];
}

/** What holds for all clusters at once. It never changes: what is kept under it may be used as long as it is the same. */
export interface Moment {
  readonly epoch: number;
  /** By ReadModel.now(). */
  readonly validUntil: number;
  readonly settled: ReadonlyMap<string, Visibility>;
  /** Clusters that are to be judged by each request for itself: closed ones, and those that are asked themselves. */
  readonly unsettled: readonly string[];
}

export class CallerAccess {
  moment: Moment | undefined;
  /** What the caller saw when somebody last asked for all of it. */
  shown: Shown | undefined;
  /** The version of the View for which that is known to hold. */
  shownAt: object | undefined;
  /** What the read model makes of the visibilities, and of those alone that show something by its name. */
  readonly mask = new KeptMask();
  readonly maskByName = new KeptMask();
  readonly #compiled = new Map<string, Compiled>();
  readonly #namespaces = new Map<string, KeptNamespaces>();
  readonly #counts: Counts;
  #visibilityBytes = 0;
  #namespaceBytes = 0;

  /** `counts`: those of all callers that are kept together. */
  constructor(counts: Counts) {
    this.#counts = counts;
  }

  get bytes(): number {
    return 500 + 60 * (this.shown?.size ?? 0) + this.#visibilityBytes + this.#namespaceBytes + this.mask.bytes + this.maskByName.bytes;
  }

  /** What was compiled from the same; undefined when there is nothing, or the source has changed for this caller. */
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

  /** For callers that yield between the steps. What it returns is right at the moment of its return. */
  *compile(source: VisibilitySource): Generator<void, Visibility, void> {
    const kept = this.kept(source);
    if (kept) {
      this.#counts.hits++;
      return kept;
    }
    this.#counts.misses++;
    const { identity, key, grants, resources, resourcesRevision } = source;
    const visibility = yield* compileInSteps(grants, identity, resources);
    // What was given up because it changed all the time may be steady by the next request.
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
   * The same on the spot, for grants that changed after they were compiled in steps; what takes long is given up, so that no leaf can hold up everybody by
   * changing a large role all the time.
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

  /** Forgets all clusters but these. */
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

/** The callers who asked last. */
export class CallerAccesses {
  readonly #kept: LRUCache<string, CallerAccess>;
  readonly #counts: Counts = { hits: 0, misses: 0 };

  constructor({ maxCallers = 2_000, maxBytes = 256 * 1024 * 1024 }: CallerAccessOptions = {}) {
    this.#kept = new LRUCache<string, CallerAccess>({ max: maxCallers, maxSize: maxBytes, maxEntrySize: Math.ceil(maxBytes * MAX_SHARE) });
  }

  /** `key`: identityKey() of the caller at the front door. */
  of(key: string): CallerAccess {
    const access = this.#kept.get(key) ?? new CallerAccess(this.#counts);
    this.weigh(key, access); // more may be kept of it than when it was there last
    return access;
  }

  /** To be called when more is kept of the caller, or less. */
  weigh(key: string, access: CallerAccess): void {
    this.#kept.delete(key); // what is there already would not be weighed again
    this.#kept.set(key, access, { size: access.bytes + 2 * key.length });
  }

  /** For metrics. */
  get stats(): { callers: number; approximateBytes: number; hits: number; misses: number } {
    return { callers: this.#kept.size, approximateBytes: this.#kept.calculatedSize, ...this.#counts };
  }
}

/** Two identities have one key exactly when user and set of groups are equal: each has its length before it, so that no name can spell another's key. */
export function identityKey({ user, groups }: LeafIdentity): string {
  return [user, ...[...new Set(groups)].sort()].map(text => `${text.length}:${text}`).join('');
}

/** The names themselves are those of the index. */
function namespaceBytes(kept: KeptNamespaces | undefined): number {
  return kept ? 200 + 8 * kept.names.length : 0;
}

const visibilityBytes = new WeakMap<Visibility, number>();

function entryBytes(cluster: string, { key, visibility }: Compiled): number {
  let size = visibilityBytes.get(visibility);
  if (size === undefined) visibilityBytes.set(visibility, (size = approximateSize(visibility)));
  return 400 + 2 * (cluster.length + key.length) + size;
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
