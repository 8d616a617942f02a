/**
 * What a View shows, as arrays: each place has a mask number, each mask one byte per kind, so that judging a row is
 * `grid[maskOfPlace[place] * width + kind]`: hidden, visible, or to be judged by its name.
 *
 * This is the only way to rows, and it fails closed by how it is built: mask 0 hides every kind, every array starts as zeros, and only a
 * Visibility that lists a resource which the cluster serves now ever writes anything else. Free row numbers are at place 0, whose mask
 * stays 0. A kind outside the cluster's resources, a cluster without resources, a View that answers undefined: nothing is written.
 *
 * Compiled masks are kept for a while. They are judged stale cluster by cluster: by the Visibility itself, the revision of the cluster's
 * resources and that of its places. A kind number that is given to another kind makes all of them stale.
 */
import { LRUCache } from 'lru-cache';
import type { View } from './query.ts';
import type { RowTable } from './row-table.ts';
import type { ClusterPlaces } from './places.ts';
import type { Resource, ScopeVisibility, Visibility } from '../rbac/types.ts';

export const HIDDEN = 0;
export const VISIBLE = 1;
export const BY_NAME = 2;

const MAX_KEPT_BYTES = 64 * 2 ** 20;
const MAX_KEPT_VIEWS = 256;

/** What the read model knows of a cluster's resources. */
export type ServedResources = (
  cluster: string,
) => { readonly resources: readonly Resource[]; readonly resourcesRevision: number } | undefined;

export interface ViewMask {
  readonly maskOfPlace: Uint32Array;
  readonly grid: Uint8Array;
  /** Kinds per mask. */
  readonly width: number;
  /** Places where anything can be visible. */
  readonly visiblePlaces: readonly number[];
  /** Judges a row whose cell is BY_NAME. */
  visibleByName(row: number): boolean;
}

export class VisibilityMasks {
  readonly #table: RowTable;
  readonly #served: ServedResources;
  readonly #kept = new LRUCache<Visibility, CompiledView>({
    max: MAX_KEPT_VIEWS,
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: view => view.bytes,
  });

  constructor(table: RowTable, served: ServedResources) {
    this.#table = table;
    this.#served = served;
  }

  of(view: View): ViewMask {
    const shown = new Map<string, Visibility>();
    for (const { name } of this.#table.places.clusters()) {
      const visibility = view(name);
      if (visibility && !visibility.empty) shown.set(name, visibility);
    }
    // One visibility of the view names it; should two views share that one, the clusters in which they differ are compiled anew.
    const [key] = shown.values();
    const kept = key && this.#kept.get(key);
    const compiled = kept?.fits() ? kept : new CompiledView(this.#table);
    const grew = compiled.update(shown, this.#served);
    if (key && (grew || compiled !== kept)) this.#kept.set(key, compiled);
    return compiled;
  }
}

class CompiledView implements ViewMask {
  maskOfPlace: Uint32Array;
  grid: Uint8Array;
  readonly width: number;
  visiblePlaces: number[] = [];
  readonly #table: RowTable;
  readonly #kindsRevision: number;
  readonly #clusters = new Map<string, CompiledCluster>();
  readonly #masks = new Map<string, number>();

  constructor(table: RowTable) {
    this.#table = table;
    this.#kindsRevision = table.kinds.revision;
    this.width = Math.max(table.kinds.capacity, 1);
    this.maskOfPlace = new Uint32Array(table.places.capacity);
    this.grid = new Uint8Array(this.width);
    this.#masks.set(maskKey(this.grid), 0);
  }

  get bytes(): number {
    return this.maskOfPlace.byteLength + this.grid.byteLength + this.visiblePlaces.length * 8 + 1024;
  }

  /** False when it must be compiled from scratch: kind numbers changed their meaning, or masks nobody uses have piled up. */
  fits(): boolean {
    return this.#kindsRevision === this.#table.kinds.revision && this.#masks.size <= 2 * this.#table.places.capacity + 64;
  }

  /** Brings every cluster up to date. Returns whether it takes more memory than before. */
  update(shown: ReadonlyMap<string, Visibility>, served: ServedResources): boolean {
    const { places } = this.#table;
    const bytes = this.bytes;
    if (this.maskOfPlace.length < places.capacity) {
      const longer = new Uint32Array(places.capacity);
      longer.set(this.maskOfPlace);
      this.maskOfPlace = longer;
    }
    let changed = false;
    for (const cluster of places.clusters()) {
      const now = served(cluster.name);
      const visibility = now && shown.get(cluster.name);
      const compiled = this.#clusters.get(cluster.name);
      const resourcesRevision = now?.resourcesRevision ?? -1;
      if (
        compiled?.visibility === visibility &&
        compiled?.resourcesRevision === resourcesRevision &&
        compiled.placesRevision === cluster.revision
      ) {
        continue;
      }
      const numbers = visibility ? this.#resourceNumbers(visibility, now.resources) : new Map<number, KindResources>();
      this.#clusters.set(cluster.name, { visibility, resourcesRevision, placesRevision: cluster.revision, numbers });
      this.#compile(cluster, visibility, numbers);
      changed = true;
    }
    for (const name of this.#clusters.keys()) {
      if (!places.inCluster(name)) {
        this.#clusters.delete(name);
        changed = true;
      }
    }
    if (changed) this.#listVisiblePlaces();
    return this.bytes > bytes;
  }

  visibleByName(row: number): boolean {
    const { columns, places, names } = this.#table;
    const place = columns.place[row]!;
    const compiled = this.#clusters.get(places.clusterName(place));
    const kind = compiled?.numbers.get(columns.kind[row]!);
    if (!compiled?.visibility || !kind) return false;
    const scopes = scopesOf(compiled.visibility, places.namespaceName(place));
    const name = names.text(columns.name[row]!);
    return kind.numbers.every(number => scopes.some(scope => scope.list[number] === 1 || scope.names.get(number)?.has(name)));
  }

  #compile(cluster: ClusterPlaces, visibility: Visibility | undefined, numbers: ReadonlyMap<number, KindResources>): void {
    // Most namespaces have no grants of their own and share the mask of the cluster's scope.
    const inNamespaces = new Map<ScopeVisibility | undefined, number>();
    for (const [namespace, place] of cluster.byNamespace) {
      if (!visibility) this.maskOfPlace[place] = 0;
      else if (namespace === '') this.maskOfPlace[place] = this.#mask([visibility.cluster], false, numbers);
      else {
        const own = visibility.namespaces.get(namespace);
        let mask = inNamespaces.get(own);
        if (mask === undefined) inNamespaces.set(own, (mask = this.#mask(scopesOf(visibility, namespace), true, numbers)));
        this.maskOfPlace[place] = mask;
      }
    }
  }

  /** The number of the mask that these scopes together make. Equal masks share a number. */
  #mask(scopes: readonly ScopeVisibility[], namespaced: boolean, kinds: ReadonlyMap<number, KindResources>): number {
    const cells = new Uint8Array(this.width);
    for (const [kind, resource] of kinds) {
      // A namespaced kind outside namespaces, or the other way round, is not an object the leaf can have.
      if (resource.namespaced !== namespaced) continue;
      const { numbers } = resource;
      if (numbers.every(number => scopes.some(scope => scope.list[number] === 1))) cells[kind] = VISIBLE;
      else if (numbers.every(number => scopes.some(scope => scope.list[number] === 1 || scope.names.get(number)?.size)))
        cells[kind] = BY_NAME;
    }
    const key = maskKey(cells);
    const known = this.#masks.get(key);
    if (known !== undefined) return known;
    const mask = this.#masks.size;
    const needed = (mask + 1) * this.width;
    if (this.grid.length < needed) {
      const larger = new Uint8Array(Math.max(needed, this.grid.length * 2));
      larger.set(this.grid);
      this.grid = larger;
    }
    this.grid.set(cells, mask * this.width);
    this.#masks.set(key, mask);
    return mask;
  }

  /**
   * Kind number → numbers of its resources in the visibility. Only resources that the cluster serves now and the visibility was compiled
   * for count. Should two resources share a kind, a row cannot tell which one it is of: it must be visible as either.
   */
  #resourceNumbers(visibility: Visibility, served: readonly Resource[]): Map<number, KindResources> {
    const compiledFor = new Map(visibility.resources.map((resource, number) => [resourceKey(resource), number]));
    const numbers = new Map<number, KindResources>();
    const unknown = new Set<number>();
    for (const resource of served) {
      const kind = this.#table.kinds.find(resource.group, resource.kind);
      if (kind === undefined) continue;
      const number = compiledFor.get(resourceKey(resource));
      const known = numbers.get(kind);
      if (number === undefined || (known && known.namespaced !== resource.namespaced)) unknown.add(kind);
      else if (known) known.numbers.push(number);
      else numbers.set(kind, { namespaced: resource.namespaced, numbers: [number] });
    }
    for (const kind of unknown) numbers.delete(kind);
    return numbers;
  }

  #listVisiblePlaces(): void {
    this.visiblePlaces = [];
    for (const cluster of this.#table.places.clusters()) {
      for (const place of cluster.byNamespace.values()) if (this.maskOfPlace[place] !== 0) this.visiblePlaces.push(place);
    }
  }
}

interface KindResources {
  readonly namespaced: boolean;
  readonly numbers: number[];
}

interface CompiledCluster {
  readonly visibility: Visibility | undefined;
  readonly resourcesRevision: number;
  readonly placesRevision: number;
  readonly numbers: ReadonlyMap<number, KindResources>;
}

/** The scopes whose grants reach a row there; '' is the cluster's own scope, which no RoleBinding reaches. */
function scopesOf(visibility: Visibility, namespace: string): readonly ScopeVisibility[] {
  const own = namespace === '' ? undefined : visibility.namespaces.get(namespace);
  return own ? [visibility.cluster, own] : [visibility.cluster];
}

function resourceKey({ group, plural, kind, namespaced }: Resource): string {
  return JSON.stringify([group, plural, kind, namespaced]);
}

function maskKey(cells: Uint8Array): string {
  return Buffer.from(cells).toString('latin1');
}
