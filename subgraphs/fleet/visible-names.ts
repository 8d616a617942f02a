/**
 * The door behind `@rbacNames`: names of clusters, namespaces and kinds. A name is told where the caller may list an indexed kind, or sees a row.
 */
import type { Resource, Visibility } from '../../rbac/types.ts';
import { listsSomewhere } from '../../rbac/visibility.ts';
import type { Filter, View } from '../../readmodel/query.ts';
import type { Row } from '../../store/store.ts';
import { accessOf, type ClusterAccess } from './cluster-access.ts';
import { coverageOf, type ClusterCoverage } from './coverage-state.ts';
import { circumstances, type DoorFrame } from './doors.ts';

/** A cluster of which the caller may know. */
export interface NamedCluster {
  readonly name: string;
  readonly version: string;
}

export interface NamedNamespace {
  readonly cluster: string;
  readonly name: string;
  /** How many rows in it are visible. */
  readonly rows: number;
}

export interface NamedKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly versions: readonly string[];
  readonly clusters: number;
}

/** Rows of Namespace objects are read in pages of this size. */
const NAMESPACE_PAGE = 5_000;
const MAX_CLUSTERS_OF_ACCESS = 500;

/** Behind `@rbacNames`. A name is told where the caller may list an indexed kind, or sees a row. */
export class VisibleNames {
  readonly #frame: DoorFrame;
  readonly #once = new Map<string, Promise<unknown>>();

  constructor(frame: DoorFrame) {
    this.#frame = frame;
  }

  /** By name. */
  clusters(): Promise<readonly NamedCluster[]> {
    return this.#remember('clusters', async () => {
      const kinds = await this.#kindsByCluster();
      return [...kinds.keys()].sort().map(name => ({ name, version: this.#frame.readModel.cluster(name)?.state?.version ?? '' }));
    });
  }

  async cluster(name: string): Promise<NamedCluster | undefined> {
    return (await this.clusters()).find(cluster => cluster.name === name);
  }

  /** By name, then cluster. */
  namespaces(): Promise<readonly NamedNamespace[]> {
    return this.#remember('namespaces', async () => {
      const { readModel, view, signal } = this.#frame;
      const visible = await view.prepare(signal);
      const found = new Map<string, Map<string, number>>();
      const add = (cluster: string, name: string, rows: number) => {
        let names = found.get(cluster);
        if (!names) found.set(cluster, (names = new Map<string, number>()));
        names.set(name, (names.get(name) ?? 0) + rows);
      };
      for (const [cluster, names] of readModel.namespaces(visible)) for (const [name, rows] of names) add(cluster, name, rows);
      for (const { cluster } of readModel.clusters()) {
        const visibility = visible(cluster);
        for (const [name, { list }] of visibility?.namespaces ?? []) {
          if (visibility?.resources.some(({ namespaced }, number) => namespaced && list[number] === 1)) add(cluster, name, 0);
        }
      }
      await this.#eachNamespaceObject(visible, ({ cluster, name }) => add(cluster, name, 0));
      return [...found]
        .flatMap(([cluster, names]) => [...names].map(([name, rows]) => ({ cluster, name, rows })))
        .sort((a, b) => byCodeUnit(a.name, b.name) || byCodeUnit(a.cluster, b.cluster));
    });
  }

  /** By kind, then group. */
  kinds(): Promise<readonly NamedKind[]> {
    return this.#remember('kinds', async () => {
      const found = new Map<string, { resource: Resource; versions: Set<string>; clusters: number }>();
      for (const [, resources] of await this.#kindsByCluster()) {
        for (const resource of resources) {
          const key = `${resource.kind}/${resource.group}`;
          const known = found.get(key) ?? { resource, versions: new Set(), clusters: 0 };
          known.versions.add(resource.version);
          known.clusters++;
          found.set(key, known);
        }
      }
      return [...found.values()]
        .map(({ resource: { group, kind, plural, namespaced }, versions, clusters }) => ({
          group,
          kind,
          plural,
          namespaced,
          versions: [...versions].sort(),
          clusters,
        }))
        .sort((a, b) => byCodeUnit(a.kind, b.kind) || byCodeUnit(a.group, b.group));
    });
  }

  /** How far the index speaks for each cluster that may be named, by name. */
  coverage(): Promise<readonly ClusterCoverage[]> {
    return this.#remember('coverage', async () => {
      const kinds = await this.#kindsByCluster();
      return [...kinds.keys()].sort().flatMap(name => {
        const index = this.#frame.readModel.cluster(name);
        return index ? [coverageOf(index, { ...circumstances(this.#frame), nameable: kinds.get(name) ?? [] })] : [];
      });
    });
  }

  /** What the caller may list on each cluster that may be named, by name. */
  async access(): Promise<readonly ClusterAccess[]> {
    const kinds = await this.#kindsByCluster();
    const visible = await this.#frame.view.prepare(this.#frame.signal);
    return [...kinds.keys()]
      .sort()
      .slice(0, MAX_CLUSTERS_OF_ACCESS)
      .flatMap(cluster => {
        const visibility = visible(cluster);
        return visibility ? [accessOf(cluster, visibility)] : [];
      });
  }

  async coverageOfCluster(name: string): Promise<ClusterCoverage | undefined> {
    return (await this.coverage()).find(({ cluster }) => cluster === name);
  }

  async #eachNamespaceObject(view: View, take: (row: Row) => void): Promise<void> {
    const { readModel, signal } = this.#frame;
    const clusters = [...(await this.#kindsByCluster())].filter(([, kinds]) => kinds.some(isNamespace)).map(([cluster]) => cluster);
    const filter: Filter = { clusters, kinds: [{ kind: 'Namespace', group: '' }] };
    for (let after: string | undefined, more = clusters.length > 0; more;) {
      const page = await readModel.page(view, filter, [], { first: NAMESPACE_PAGE, ...(after === undefined ? {} : { after }) });
      signal.throwIfAborted();
      page.rows.forEach(take);
      after = page.cursors.at(-1);
      more = page.hasNextPage && after !== undefined;
    }
  }

  /** The kinds that may be named, by cluster that may be named. */
  #kindsByCluster(): Promise<ReadonlyMap<string, readonly Resource[]>> {
    return this.#remember('kindsByCluster', async () => {
      const { readModel, view, signal } = this.#frame;
      const visible = await view.prepare(signal);
      // Only where something is shown by name must the rows be asked: whatever else is visible may be listed.
      const seen = readModel.kinds(cluster => {
        const visibility = visible(cluster);
        return visibility && namesOf(visibility).byName ? visibility : undefined;
      });
      const named = new Map<string, readonly Resource[]>();
      for (const { cluster } of readModel.clusters()) {
        const visibility = visible(cluster);
        if (!visibility || visibility.empty) continue;
        const { listable } = namesOf(visibility);
        const kinds = visibility.resources.filter((_, number) => listable[number] === 1 || seen.get(cluster)?.has(number));
        if (kinds.length > 0) named.set(cluster, kinds);
      }
      return named;
    });
  }

  #remember<T>(question: string, answer: () => Promise<T>): Promise<T> {
    let known = this.#once.get(question) as Promise<T> | undefined;
    if (!known) this.#once.set(question, (known = answer()));
    return known;
  }
}

interface NamesOf {
  /** listable[r] = 1: resource r may be listed somewhere. */
  readonly listable: Uint8Array;
  /** Something is visible by its name alone. */
  readonly byName: boolean;
}

const namesOfVisibility = new WeakMap<Visibility, NamesOf>();

/** Visibilities outlive requests, and with many namespaces this is worth keeping. */
function namesOf(visibility: Visibility): NamesOf {
  let known = namesOfVisibility.get(visibility);
  if (!known) {
    const listable = Uint8Array.from(visibility.resources, (_, number) => (listsSomewhere(visibility, number) ? 1 : 0));
    const byName = [visibility.cluster, ...visibility.namespaces.values()].some(({ names }) => names.size > 0);
    namesOfVisibility.set(visibility, (known = { listable, byName }));
  }
  return known;
}

function isNamespace({ group, kind }: Resource): boolean {
  return group === '' && kind === 'Namespace';
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
