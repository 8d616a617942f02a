/**
 * Arrays that store what a RowAuthorizer shows. Each scope has a mask number, and each mask has one byte per kind. The
 * visibility of a row is `grid[maskOfScope[scope] * width + kind]`: hidden, visible, or by name. By name means visible
 * only if a grant's resourceNames contain the row's name.
 *
 * Queries find rows only through these arrays, which hide everything by default. Mask 0 hides every kind, and every
 * array starts with zeros. Other values are written only for resources that the Visibility shows and that the cluster
 * serves now. Nothing is written if the resources of a cluster are unknown, or if the RowAuthorizer returns undefined.
 * Free row numbers belong to scope 0, whose mask stays 0.
 */
import type { Resource, ScopeVisibility, Visibility } from '../../rbac/types.ts';
import type { Shown } from '../changes/change.ts';
import type { Steps } from '../../async/fair-turns.ts';
import type { ClusterScopes } from '../table/scopes.ts';
import type { RowTable } from '../table/row-table.ts';

export const HIDDEN = 0;
export const VISIBLE = 1;
export const BY_NAME = 2;

/** Returns the resources of a cluster, as the read model knows them. Undefined for an unknown cluster. */
export type ServedResources = (
  cluster: string,
) => { readonly resources: readonly Resource[]; readonly resourcesRevision: number } | undefined;

/** What may be visible in a cluster. */
export interface ShownCluster {
  readonly cluster: ClusterScopes;
  /** Scopes in which something may be visible. */
  readonly scopes: Uint32Array;
  /**
   * The mask that all namespaces share, and the mask of the cluster scope. Set only if all namespaces of the cluster
   * show the same kinds, and nothing is visible by name. The rows can then be counted without reading them.
   */
  readonly alike: { readonly inNamespaces: number; readonly atScope: number } | undefined;
}

/** What a RowAuthorizer shows at one moment. Later changes of permissions lead to a new RowMask. */
export interface RowMask {
  readonly maskOfScope: Uint32Array;
  readonly grid: Uint8Array;
  /** Length of each mask in `grid`. */
  readonly width: number;
  readonly shown: readonly ShownCluster[];
  /** Returns the cluster with this number. Undefined if the cluster is unknown. A known cluster may show nothing. */
  shownIn(cluster: number): ShownCluster | undefined;
  /** Number of rows in all shown scopes. */
  readonly rowCount: number;
  /**
   * Returns the Visibility that the masks of the cluster were made from. Calls `otherwise` for a cluster without rows,
   * because it has no masks, and for an empty Visibility, because it is not kept. Undefined if rights were granted
   * after the masks were made.
   */
  visibilityOf(cluster: string, otherwise: (cluster: string) => Visibility | undefined): Visibility | undefined;
  /** Decides whether a row with the cell BY_NAME is visible. */
  visibleByName(row: number): boolean;
  /** True if objects of the kind may be visible in at least one cluster. */
  showsKind(kind: number): boolean;
}

/**
 * The masks of one RowAuthorizer. update() checks each cluster for changes: a new Visibility object, or a new revision
 * of the cluster's resources or scopes. If kinds are added or removed, all masks are outdated.
 */
export class RowMaskBuilder {
  readonly #table: RowTable;
  readonly #kindsRevision: number;
  readonly #width: number;
  /** Number of each mask, by the mask's content. No number is ever removed, so masks that were returned stay valid. */
  readonly #masks = new Map<string, number>();
  /** Masks that show something by resourceNames. */
  readonly #byName = new Set<number>();
  #grid: Uint8Array;
  #current: BuiltRowMask;
  /** Inputs of the current mask. Undefined if unknown. */
  #madeOf: { readonly version: object; readonly servedRevision: number; readonly scopesRevision: number } | undefined;

  constructor(table: RowTable) {
    this.#table = table;
    this.#kindsRevision = table.kinds.revision;
    this.#width = Math.max(table.kinds.capacity, 1);
    this.#grid = new Uint8Array(this.#width);
    this.#masks.set(maskKey(this.#grid), 0);
    this.#current = new BuiltRowMask(table, this.#width, this.#grid, new Uint32Array(table.scopes.capacity), new Map());
  }

  get bytes(): number {
    return this.#grid.byteLength + this.#current.bytes + 1024;
  }

  /**
   * Returns false if the masks must be compiled from scratch, because the table or its kinds changed, or because there
   * are too many masks.
   */
  fits(table: RowTable): boolean {
    return (
      this.#table === table &&
      this.#kindsRevision === table.kinds.revision &&
      this.#masks.size <= 2 * table.scopes.capacity + 64
    );
  }

  unchanged(table: RowTable, version: object, servedRevision: number): RowMask | undefined {
    const from = this.#madeOf;
    const isSame =
      from?.version === version &&
      from.servedRevision === servedRevision &&
      from.scopesRevision === this.#table.scopes.revision &&
      this.fits(table);
    return isSame ? this.#current : undefined;
  }

  /** Records the inputs of the mask that update() returned last. */
  madeOf(version: object, servedRevision: number): void {
    this.#madeOf = { version, servedRevision, scopesRevision: this.#table.scopes.revision };
  }

  /** Updates the masks of all clusters. Masks that were returned earlier do not change. */
  *update(shown: ReadonlyMap<string, Visibility>, served: ServedResources): Steps<RowMask> {
    const { scopes } = this.#table;
    const before = this.#current;
    const changed: Omit<CompiledCluster, 'scopes' | 'alike'>[] = [];
    const clusters = new Map<string, CompiledCluster>();
    for (const cluster of scopes.clusters()) {
      const now = served(cluster.name);
      const visibility = now && shown.get(cluster.name);
      const compiled = before.clusters.get(cluster.name);
      const resourcesRevision = now?.resourcesRevision ?? -1;
      if (
        compiled?.visibility === visibility &&
        compiled?.resourcesRevision === resourcesRevision &&
        compiled.scopesRevision === cluster.revision
      ) {
        clusters.set(cluster.name, compiled);
        continue;
      }
      const numbers = visibility ? this.#resourceNumbers(visibility, now.resources) : new Map<number, KindResources>();
      changed.push({ cluster, visibility, resourcesRevision, scopesRevision: cluster.revision, numbers });
      yield;
    }
    if (changed.length === 0 && clusters.size === before.clusters.size) return before;
    const maskOfScope = new Uint32Array(Math.max(scopes.capacity, before.maskOfScope.length));
    maskOfScope.set(before.maskOfScope);
    // Scopes of changed and removed clusters are hidden first, because a scope number may now belong to another
    // cluster.
    for (const [name, { scopes: old }] of before.clusters)
      if (!clusters.has(name)) for (const scope of old) maskOfScope[scope] = 0;
    for (const from of changed) {
      clusters.set(from.cluster.name, { ...from, ...this.#compile(from, maskOfScope) });
      yield;
    }
    this.#current = new BuiltRowMask(this.#table, this.#width, this.#grid, maskOfScope, clusters);
    // The inputs of the new mask are unknown until madeOf() records them.
    this.#madeOf = undefined;
    return this.#current;
  }

  /** Computes and writes the masks of a cluster's scopes. */
  #compile(
    { cluster, visibility, numbers }: Omit<CompiledCluster, 'scopes' | 'alike'>,
    maskOfScope: Uint32Array,
  ): Pick<CompiledCluster, 'scopes' | 'alike'> {
    if (!visibility) return { scopes: new Uint32Array(0), alike: undefined };
    const visible: number[] = [];
    const show = (scope: number, mask: number): void => {
      if (mask === 0) return;
      maskOfScope[scope] = mask;
      visible.push(scope);
    };
    const ownScope = cluster.byNamespace.get('');
    const atScope = ownScope === undefined ? 0 : this.#mask([visibility.cluster], false, numbers);
    if (ownScope !== undefined) show(ownScope, atScope);
    const inNamespaces = cluster.byNamespace.size - (ownScope === undefined ? 0 : 1);
    // Namespaces without grants of their own share the mask of the cluster-wide grants. Other namespaces with equal
    // grants share a mask, too.
    const common = this.#mask([visibility.cluster], true, numbers);
    const masks = new Map<ScopeVisibility, number>();
    const seen = new Set<number>();
    const maskOf = (own: ScopeVisibility | undefined): number => {
      if (!own) return common;
      let mask = masks.get(own);
      if (mask === undefined) masks.set(own, (mask = this.#mask([visibility.cluster, own], true, numbers)));
      return mask;
    };
    if (common === 0) {
      // Only scopes with grants show something, and these may be few.
      let count = 0;
      for (const [namespace, own] of visibility.namespaces) {
        const scope = namespace === '' ? undefined : cluster.byNamespace.get(namespace);
        if (scope === undefined) continue;
        const mask = maskOf(own);
        seen.add(mask);
        show(scope, mask);
        count++;
      }
      if (count < inNamespaces) seen.add(0);
    } else {
      for (const [namespace, scope] of cluster.byNamespace) {
        if (namespace === '') continue;
        const mask = maskOf(visibility.namespaces.get(namespace));
        seen.add(mask);
        show(scope, mask);
      }
    }
    const [first = 0] = seen;
    const alike =
      seen.size <= 1 && !this.#byName.has(first) && !this.#byName.has(atScope)
        ? { inNamespaces: first, atScope }
        : undefined;
    return { scopes: Uint32Array.from(visible), alike };
  }

  /** Returns the number of a mask that combines these visibilities. Equal masks share a number. */
  #mask(
    visibilities: readonly ScopeVisibility[],
    namespaced: boolean,
    kinds: ReadonlyMap<number, KindResources>,
  ): number {
    const cells = new Uint8Array(this.#width);
    for (const [kind, resource] of kinds) {
      // A cluster-scoped object cannot be in a namespace, and a namespaced object cannot be outside a namespace.
      if (resource.namespaced !== namespaced) continue;
      const { numbers } = resource;
      if (numbers.every(number => visibilities.some(it => it.list[number] === 1))) cells[kind] = VISIBLE;
      else if (numbers.every(number => visibilities.some(it => it.list[number] === 1 || it.names.get(number)?.size)))
        cells[kind] = BY_NAME;
    }
    const key = maskKey(cells);
    const known = this.#masks.get(key);
    if (known !== undefined) return known;
    const mask = this.#masks.size;
    const needed = (mask + 1) * this.#width;
    if (this.#grid.length < needed) {
      const larger = new Uint8Array(Math.max(needed, this.#grid.length * 2));
      larger.set(this.#grid);
      this.#grid = larger;
    }
    this.#grid.set(cells, mask * this.#width);
    this.#masks.set(key, mask);
    if (cells.includes(BY_NAME)) this.#byName.add(mask);
    return mask;
  }

  /**
   * Returns the resources of each kind, as indices into the visibility's resources. Includes only resources that the
   * cluster serves now and that the visibility was compiled for. If two resources share a kind, a row does not tell to
   * which resource it belongs. The row must then be visible under each of these resources.
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
}

/** Keeps the mask of one caller between queries. The owner of this object counts its bytes and releases it. */
export class KeptMask {
  compiled: RowMaskBuilder | undefined;

  get bytes(): number {
    return this.compiled?.bytes ?? 0;
  }
}

class BuiltRowMask implements RowMask {
  readonly maskOfScope: Uint32Array;
  readonly grid: Uint8Array;
  readonly width: number;
  readonly clusters: ReadonlyMap<string, CompiledCluster>;
  readonly shown: readonly ShownCluster[];
  readonly #table: RowTable;
  readonly bytes: number;
  #rowCount = 0;
  /** Scopes.rowRevision when rows were last counted. */
  #countedAt = -1;
  /** One byte per kind: 1 if at least one mask shows objects of the kind. */
  #kinds: Uint8Array | undefined;

  constructor(
    table: RowTable,
    width: number,
    grid: Uint8Array,
    maskOfScope: Uint32Array,
    clusters: ReadonlyMap<string, CompiledCluster>,
  ) {
    this.#table = table;
    this.width = width;
    this.grid = grid;
    this.maskOfScope = maskOfScope;
    this.clusters = clusters;
    this.shown = [...clusters.values()].filter(({ scopes }) => scopes.length > 0);
    const scopes = this.shown.reduce((sum, { scopes }) => sum + scopes.length, 0);
    this.bytes = maskOfScope.byteLength + scopes * 4 + clusters.size * 256;
  }

  /** Counted again only after a row was added or removed, because a caller may see thousands of scopes. */
  get rowCount(): number {
    const { scopes } = this.#table;
    if (this.#countedAt !== scopes.rowRevision) {
      this.#rowCount = scopes.rowsIn(this.shown);
      this.#countedAt = scopes.rowRevision;
    }
    return this.#rowCount;
  }

  shownIn(cluster: number): ShownCluster | undefined {
    return this.clusters.get(this.#table.scopes.clusterNames.text(cluster));
  }

  visibilityOf(cluster: string, otherwise: (cluster: string) => Visibility | undefined): Visibility | undefined {
    const compiled = this.clusters.get(cluster);
    if (compiled?.visibility) return compiled.visibility;
    const now = otherwise(cluster);
    // Rights that were granted after the masks were made do not fit the masks.
    return compiled && now?.empty === false ? undefined : now;
  }

  visibleByName(row: number): boolean {
    const { columns, scopes, names } = this.#table;
    const scope = columns.scope[row]!;
    const compiled = this.clusters.get(scopes.clusterName(scope));
    const kind = compiled?.numbers.get(columns.kind[row]!);
    if (!compiled?.visibility || !kind) return false;
    const visibilities = visibilitiesOf(compiled.visibility, scopes.namespaceName(scope));
    const name = names.text(columns.name[row]!);
    return kind.numbers.every(number =>
      visibilities.some(it => it.list[number] === 1 || it.names.get(number)?.has(name)),
    );
  }

  showsKind(kind: number): boolean {
    if (!this.#kinds) {
      this.#kinds = new Uint8Array(this.width);
      for (let cell = 0; cell < this.grid.length; cell++)
        if (this.grid[cell] !== HIDDEN) this.#kinds[cell % this.width] = 1;
    }
    return this.#kinds[kind] === 1;
  }
}

interface KindResources {
  readonly namespaced: boolean;
  readonly numbers: number[];
}

interface CompiledCluster extends ShownCluster {
  readonly visibility: Visibility | undefined;
  readonly resourcesRevision: number;
  readonly scopesRevision: number;
  readonly numbers: ReadonlyMap<number, KindResources>;
}

/** Returns the visibilities that apply to a row in the namespace. '' is cluster scope, where no RoleBinding applies. */
function visibilitiesOf(visibility: Visibility, namespace: string): readonly ScopeVisibility[] {
  const own = namespace === '' ? undefined : visibility.namespaces.get(namespace);
  return own ? [visibility.cluster, own] : [visibility.cluster];
}

function resourceKey({ group, plural, kind, namespaced }: Resource): string {
  return JSON.stringify([group, plural, kind, namespaced]);
}

function maskKey(cells: Uint8Array): string {
  return Buffer.from(cells).toString('latin1');
}

/**
 * Makes the RowMask of a RowAuthorizer. Reuses those parts of the caller's earlier RowMask that RowMaskBuilder finds
 * unchanged.
 */
export class RowMasks {
  readonly #table: RowTable;
  readonly #served: ServedResources;
  readonly #servedRevision: () => number;

  /** @param servedRevision Returns a number that changes whenever a result of `served` may change */
  constructor(table: RowTable, served: ServedResources, servedRevision: () => number) {
    this.#table = table;
    this.#served = served;
    this.#servedRevision = servedRevision;
  }

  *of(view: RowAuthorizer): Steps<RowMask> {
    const version = view.version?.();
    const kept = view.mask ?? new KeptMask();
    const servedRevision = this.#servedRevision();
    const unchanged = version && kept.compiled?.unchanged(this.#table, version, servedRevision);
    if (unchanged) return unchanged;
    const shown = new Map<string, Visibility>();
    for (const { name } of this.#table.scopes.clusters()) {
      const visibility = view(name);
      if (visibility && !visibility.empty) shown.set(name, visibility);
    }
    const compiled = kept.compiled?.fits(this.#table) ? kept.compiled : new RowMaskBuilder(this.#table);
    kept.compiled = compiled;
    const mask = yield* compiled.update(shown, this.#served);
    if (version) compiled.madeOf(version, servedRevision);
    return mask;
  }
}

/** Returns what the caller may see in a cluster. Undefined means nothing. */
export interface RowAuthorizer {
  (cluster: string): Visibility | undefined;
  /**
   * As long as version() returns the same object, no result of the RowAuthorizer changes. Returns undefined if it is
   * unknown whether results changed.
   */
  readonly version?: () => object | undefined;
  /** Name of the caller. The read model divides its time among callers. @default '' */
  readonly requestedBy?: string;
  /** Returns the current visibility by cluster. Returns the same object as long as nothing changes. */
  readonly shown?: () => Shown;
  /** Keeps the compiled masks for the caller's next query. */
  readonly mask?: KeptMask;
}
