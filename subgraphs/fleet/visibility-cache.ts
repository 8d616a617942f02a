/**
 * Compiled visibilities, kept between requests: one for each identity on each cluster, for as long as that cluster's grants and resources
 * stay what they were when it was compiled.
 *
 * An entry is found by who asks (user and groups, each with its length before it, so that no name can spell another's key) and by cluster;
 * it is used only for the very grants and resources it was made from. A revoked right is therefore gone with the next question, however
 * long the entry lives. Bounded by number and by approximate size.
 */
import { LRUCache } from 'lru-cache';
import { compileVisibility } from '../../rbac/visibility.ts';
import type { ClusterGrants, LeafIdentity, Resource, ScopeVisibility, Visibility } from '../../rbac/types.ts';

export interface VisibilityCacheOptions {
  /** @default 50 000 */
  readonly maxEntries?: number;
  /** @default 64 MiB */
  readonly maxBytes?: number;
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
  readonly grantsRevision: number;
  readonly resources: readonly Resource[];
  readonly resourcesRevision: number;
  readonly visibility: Visibility;
}

export class VisibilityCache {
  readonly #entries: LRUCache<string, Entry>;
  #hits = 0;
  #misses = 0;

  constructor({ maxEntries = 50_000, maxBytes = 64 * 1024 * 1024 }: VisibilityCacheOptions = {}) {
    this.#entries = new LRUCache<string, Entry>({
      max: maxEntries,
      maxSize: maxBytes,
      sizeCalculation: ({ visibility }, key) => 200 + 2 * key.length + approximateSize(visibility),
    });
  }

  /** `identityKey` is identityKey(identity), which callers keep for the request. */
  get(identity: LeafIdentity, identityKey: string, source: VisibilitySource): Visibility {
    const key = lengthPrefixed(source.cluster) + identityKey;
    const found = this.#entries.get(key);
    // A cluster that was removed and added again may count its revisions from the start, so the objects must be the same ones too.
    if (
      found?.grants === source.grants.objects &&
      found.grantsRevision === source.grants.revision &&
      found.resources === source.resources &&
      found.resourcesRevision === source.resourcesRevision
    ) {
      this.#hits++;
      return found.visibility;
    }
    this.#misses++;
    const visibility = compileVisibility(source.grants, identity, source.resources);
    this.#entries.set(key, {
      grants: source.grants.objects,
      grantsRevision: source.grants.revision,
      resources: source.resources,
      resourcesRevision: source.resourcesRevision,
      visibility,
    });
    return visibility;
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

/** Equal scopes share their arrays, so each is counted once. */
function approximateSize({ cluster, namespaces }: Visibility): number {
  const scopes = new Set<ScopeVisibility>([cluster, ...namespaces.values()]);
  let size = 100 * namespaces.size;
  for (const { list, names } of scopes) {
    size += 100 + list.byteLength;
    for (const set of names.values()) size += 100 + 60 * set.size;
  }
  return size;
}
