/**
 * Names of clusters, namespaces and kinds. This is the accessor behind `@rbacNames`. The caller may know a name if
 * the caller may list an indexed kind there, or sees a row there.
 */
import { sorted, Yielder } from '../async/fair-turns.ts';
import { callerKey } from '../identity/identity.ts';
import type { Resource, Visibility } from '../rbac/types.ts';
import { compileInSteps, listsScope, listsSomewhere, scopesOfNamespaces } from '../rbac/visibility.ts';
import type { KindMatch, LabelSelector } from '../readmodel/query.ts';
import type { ClusterIndex } from '../readmodel/readmodel.ts';
import { labelsMatch } from '../readmodel/select/labels.ts';
import type { RowAuthorizer } from '../readmodel/select/visibility-mask.ts';
import { compareText } from '../readmodel/table/names.ts';
import { encodeObjectId } from '../schema/object-id.ts';
import { accessOf, type ClusterAccess } from './cluster-access.ts';
import { coverageContext, type ClusterCoverage, countStates, type CoverageNumbers, coverageOf } from './coverage.ts';
import type { AccessFrame } from './frame.ts';
import { NameRules } from './name-rules.ts';

/** A cluster that the caller may name. */
export interface NamedCluster {
  readonly name: string;
  readonly version: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface NamedNamespace {
  readonly cluster: string;
  readonly name: string;
}

/** The namespaces of one cluster that the caller may name, sorted. */
export interface NamespacesOn {
  readonly cluster: string;
  readonly names: readonly string[];
}

export interface NamedKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly versions: readonly string[];
  readonly clusters: number;
  /** Short names that mean this kind on at least one cluster. */
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

/** Number of names that are processed between two checks of the clock. */
const NAMES_IN_A_TURN = 4096;

export class VisibleNames {
  readonly #frame: AccessFrame;
  readonly #once = new Map<string, Promise<unknown>>();
  readonly #nameable: NameRules;

  constructor(frame: AccessFrame) {
    this.#frame = frame;
    this.#nameable = new NameRules(frame.access);
  }

  /** Clusters sorted by name. */
  clusters(): Promise<readonly NamedCluster[]> {
    return this.#remember('clusters', async () => {
      const kinds = await this.#kindsByCluster();
      return [...kinds.keys()].sort().map(name => this.#named(name));
    });
  }

  #named(name: string): NamedCluster {
    const index = this.#frame.readModel.cluster(name);
    return { name, version: index?.state?.version ?? '', labels: index?.labels ?? {} };
  }

  /** Undefined if the caller may not name the cluster. */
  async cluster(name: string): Promise<NamedCluster | undefined> {
    const kinds = await this.#kindsByCluster(this.#only(name));
    return kinds.has(name) ? this.#named(name) : undefined;
  }

  /**
   * Names of the clusters whose labels match. Omits clusters that the caller may not name, so neither a selector nor
   * its opposite reveals them.
   */
  async clustersLabelled(selector: LabelSelector): Promise<readonly string[]> {
    const all = this.#frame.readModel.clusters();
    const labelled = await this.#yielder().filter(all, ({ labels }) => labelsMatch(selector, labels));
    const named = await this.#kindsByCluster(labelled.map(({ cluster }) => cluster));
    return [...named.keys()].sort();
  }

  /** Namespaces by cluster. Reads and reviews only the clusters in `reached`, if given. */
  namespaces(reached?: readonly string[]): Promise<readonly NamespacesOn[]> {
    return this.#remember(about('namespaces', reached), async () => {
      const { access, signal } = this.#frame;
      const visible = await access.prepareFor(signal, reached);
      const turns = this.#yielder();
      const indexes = this.#indexes(reached).sort((a, b) => compareText(a.cluster, b.cluster));
      const kept = new Map(indexes.map(index => [index.cluster, access.namespacesOn(index)]));
      const others = indexes.filter(({ cluster }) => !kept.get(cluster) && visible(cluster));
      const found = await this.#findNamespaces(others, visible, turns);
      return indexes.flatMap(({ cluster }) => {
        const names = kept.get(cluster) ?? found.get(cluster) ?? [];
        return names.length > 0 ? [{ cluster, names }] : [];
      });
    });
  }

  async #findNamespaces(
    indexes: readonly ClusterIndex[],
    visible: RowAuthorizer,
    turns: Yielder,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = new Map<string, readonly string[]>();
    if (indexes.length === 0) return found;
    const { readModel, access, signal } = this.#frame;
    const before = indexes.map(({ cluster, rowRevision }) => ({ visibility: visible(cluster), rowRevision }));
    const clusters = indexes.map(({ cluster }) => cluster);
    const namespaces = await readModel.namespaces(visible, clusters, signal);
    const objects = await readModel.namesOf(visible, { clusters, kinds: [{ group: '', kind: 'Namespace' }] }, signal);
    for (const [i, index] of indexes.entries()) {
      const { cluster } = index;
      const { visibility, rowRevision } = before[i]!;
      const bound = await this.#nameable.bound(index, visible(cluster), turns);
      const names = new Set<string>();
      for (const some of [namespaces.get(cluster) ?? [], objects.get(cluster) ?? [], bound]) {
        for (const name of some) if (names.add(name).size % NAMES_IN_A_TURN === 0) await turns.take();
      }
      const inOrder = await turns.run(sorted([...names]));
      found.set(cluster, inOrder);
      // Names that were read while the rights changed are returned once and not cached.
      if (visibility && visibility === visible(cluster))
        access.keepNamespaces(cluster, { visibility, rowRevision, names: inOrder });
      await turns.take();
    }
    return found;
  }

  /** Undefined if the caller may not name the namespace. */
  async namespace(cluster: string, name: string): Promise<NamedNamespace | undefined> {
    const { readModel, access, signal } = this.#frame;
    const visible = await access.prepareFor(signal, [cluster]);
    const index = readModel.cluster(cluster);
    if (!index) return undefined;
    const rows = await readModel.count(visible, { clusters: [cluster], namespaces: [name] }, signal);
    const isNamed =
      rows > 0 ||
      (await this.#boundOn(index, visible(cluster))).has(name) ||
      (
        await readModel.find(
          visible,
          [encodeObjectId({ cluster, group: '', kind: 'Namespace', namespace: '', name })],
          signal,
        )
      )[0];
    return isNamed ? { cluster, name } : undefined;
  }

  async kind({ group, kind }: Pick<Resource, 'group' | 'kind'>): Promise<NamedKind | undefined> {
    return (await this.kinds()).find(it => it.group === group && it.kind === kind);
  }

  /** The namespaces whose name fits, by cluster. Clusters and names are sorted. */
  async namespacesWhere(
    fits: (name: string) => boolean,
    reached?: readonly string[],
  ): Promise<readonly NamespacesOn[]> {
    const found: NamespacesOn[] = [];
    for (const { cluster, names } of await this.namespaces(reached)) {
      const fitting = await this.#yielder().filter(names, fits);
      if (fitting.length > 0) found.push({ cluster, names: fitting });
    }
    return found;
  }

  /** Kinds sorted by kind, then by group. */
  kinds(): Promise<readonly NamedKind[]> {
    return this.#remember('kinds', async () => {
      const found = new Map<string, FoundKind>();
      const turns = this.#yielder();
      // Clusters with equal kinds share the list, so each list is read once.
      const clustersByList = new Map<readonly Resource[], number>();
      for (const resources of (await this.#kindsByCluster()).values())
        clustersByList.set(resources, (clustersByList.get(resources) ?? 0) + 1);
      for (const [resources, clusters] of clustersByList) {
        const meanings = shortNamesOn(resources);
        for (const resource of resources) {
          const key = `${resource.kind}/${resource.group}`;
          const known = found.get(key) ?? {
            resource,
            versions: new Set(),
            clusters: 0,
            shortNames: new Set(),
            categories: new Set(),
          };
          known.versions.add(resource.version);
          known.clusters += clusters;
          for (const name of resource.shortNames ?? []) if (meanings.get(name) === resource) known.shortNames.add(name);
          for (const category of resource.categories ?? []) known.categories.add(category);
          found.set(key, known);
        }
        await turns.take();
      }
      return [...found.values()]
        .map(({ resource: { group, kind, plural, namespaced }, versions, clusters, shortNames, categories }) => ({
          ...{ group, kind, plural, namespaced, clusters },
          versions: [...versions].sort(),
          shortNames: [...shortNames].sort(),
          categories: [...categories].sort(),
        }))
        .sort((a, b) => compareText(a.kind, b.kind) || compareText(a.group, b.group));
    });
  }

  /** Kinds by short name or category, on the clusters in `reached`, or on all clusters. */
  kindsByWord(reached?: readonly string[]): Promise<ReadonlyMap<string, readonly KindMatch[]>> {
    return this.#remember(about('kinds by word', reached), async () => {
      const turns = this.#yielder();
      const found = new Map<string, Map<string, KindMatch>>();
      for (const resources of new Set((await this.#kindsByCluster(reached)).values())) {
        for (const [word, meant] of wordsOn(resources)) {
          const kinds = found.get(word) ?? new Map<string, KindMatch>();
          for (const { group, kind } of meant) kinds.set(`${group}/${kind}`, { group, kind });
          found.set(word, kinds);
        }
        await turns.take();
      }
      return new Map([...found].map(([word, kinds]) => [word, [...kinds.values()]]));
    });
  }

  /**
   * Coverage of the clusters that the caller may name, sorted by name. If `reached` is given, covers only the clusters
   * in `reached`.
   */
  coverage(reached?: readonly string[]): Promise<readonly ClusterCoverage[]> {
    return this.#remember(about('coverage', reached), async () => {
      const { readModel, access, signal } = this.#frame;
      const kinds = await this.#kindsByCluster(reached);
      const visible = await access.prepareFor(signal, reached);
      const turns = this.#yielder();
      const judged = coverageContext(this.#frame);
      const found: ClusterCoverage[] = [];
      for (const name of [...kinds.keys()].sort()) {
        const index = readModel.cluster(name);
        const visibility = visible(name);
        const reported = index && visibility && (await this.#nameable.of(index, visibility, turns));
        if (index) found.push(coverageOf(index, { ...judged, nameable: kinds.get(name) ?? [], visibility: reported }));
        await turns.take();
      }
      return found;
    });
  }

  /**
   * Number of clusters in each state. Counts only the clusters in `reached` that the caller may name.
   */
  async coverageNumbers(reached: readonly string[]): Promise<CoverageNumbers> {
    const named = await this.#kindsByCluster(reached);
    const indexes = [...named.keys()].flatMap(name => this.#frame.readModel.cluster(name) ?? []);
    return countStates(indexes, coverageContext(this.#frame));
  }

  /** Called for each node of a list, so the entries are indexed by name once. */
  async coverageOfCluster(name: string): Promise<ClusterCoverage | undefined> {
    const only = this.#only(name);
    const byName = this.#remember(
      about('coverage by name', only),
      async () => new Map((await this.coverage(only)).map(entry => [entry.cluster, entry])),
    );
    return (await byName).get(name);
  }

  /**
   * Summary of the caller's rights to list on each of these clusters, in the order of `clusters`. Omits clusters that
   * the caller may no longer name.
   */
  async access(clusters: readonly NamedCluster[]): Promise<readonly ClusterAccess[]> {
    const { readModel, access, signal } = this.#frame;
    const kinds = await this.#kindsByCluster();
    const visible = await access.prepare(signal);
    const turns = this.#yielder();
    const found: ClusterAccess[] = [];
    for (const { name } of clusters) {
      const visibility = visible(name);
      const index = readModel.cluster(name);
      const named = kinds.get(name);
      if (!visibility || !index || !named) continue;
      found.push(await accessOf(name, await this.#nameable.of(index, visibility, turns), named, turns));
      await turns.take();
    }
    return found;
  }

  /** The kinds that the caller may name on these clusters, by cluster. Omits clusters that the caller may not name. */
  kindsOn(clusters: readonly string[]): Promise<ReadonlyMap<string, readonly Resource[]>> {
    return this.#kindsByCluster(clusters);
  }

  /**
   * Kinds by cluster that the caller may list and that joins would read, but that are not collected. Omits clusters
   * without such kinds.
   */
  uncollectedOn(clusters: readonly string[]): Promise<ReadonlyMap<string, readonly Resource[]>> {
    return this.#remember(about('uncollected kinds', clusters), async () => {
      const { access, signal } = this.#frame;
      const visible = await access.prepareFor(signal, clusters);
      const turns = this.#yielder();
      const found = new Map<string, readonly Resource[]>();
      for (const index of this.#indexes(clusters)) {
        const visibility = visible(index.cluster);
        const kinds =
          visibility && index.uncollected.length > 0
            ? await this.#nameable.uncollectedKinds(index, visibility, turns)
            : [];
        if (kinds.length > 0) found.set(index.cluster, kinds);
        await turns.take();
      }
      return found;
    });
  }

  /**
   * True if the RBAC objects in the index let the caller list a resource that is not collected. Namespace '' means
   * cluster scope, or all namespaces together. False if live reviews decide, or if the cluster's RBAC is unknown.
   * @param resource A constant object, because compiled rules are cached by object identity
   */
  async mayListUncollected(cluster: string, resource: Resource, namespace: string): Promise<boolean> {
    const { readModel, access, signal } = this.#frame;
    const visible = await access.prepareFor(signal, [cluster]);
    const [index, identity] = [readModel.cluster(cluster), access.identityOn(cluster)];
    if (!index || !identity || !visible(cluster) || access.isRequested(cluster)) return false;
    const key = `uncollected ${cluster} ${resource.group}/${resource.plural}`;
    const listable = await this.#remember(key, async () =>
      this.#yielder().run(compileInSteps(index.grants, identity, aloneOf(resource))),
    );
    return listsScope(listable, 0, namespace);
  }

  /** True if the caller may know that the cluster serves this kind. */
  async knowsKind(cluster: string, { group, kind }: Pick<Resource, 'group' | 'kind'>): Promise<boolean> {
    const kinds = (await this.#kindsByCluster([cluster])).get(cluster);
    return kinds?.some(it => it.group === group && it.kind === kind) ?? false;
  }

  #boundOn(index: ClusterIndex, visibility: Visibility | undefined): Promise<ReadonlySet<string>> {
    return this.#remember(
      about('bound', [index.cluster]),
      async () => new Set(await this.#nameable.bound(index, visibility, this.#yielder())),
    );
  }

  /** The nameable kinds of each nameable cluster. Reviews only the clusters in `reached`, if given. */
  #kindsByCluster(reached?: readonly string[]): Promise<ReadonlyMap<string, readonly Resource[]>> {
    return this.#remember(about('kinds by cluster', reached), async () => {
      const { readModel, access, signal } = this.#frame;
      const visible = await access.prepareFor(signal, reached);
      // The visibilities are read only once, so that listable kinds and kinds seen by name follow from the same grants.
      const clusters = this.#indexes(reached);
      const shown = new Map(clusters.map(({ cluster }) => [cluster, visible(cluster)]));
      const turns = this.#yielder();
      for (const visibility of shown.values()) {
        if (visibility) namesOf(visibility);
        await turns.take();
      }
      // Rows matter only on clusters where objects are visible by name, or where live reviews decide. On other
      // clusters, every visible kind is listable.
      const byName = access.byName(cluster => {
        const visibility = shown.get(cluster);
        return visibility && (namesOf(visibility).byName || access.isRequested(cluster)) ? visibility : undefined;
      });
      const seen = await readModel.kinds(byName, signal);
      const named = new Map<string, readonly Resource[]>();
      const parts = new PartsOfResources();
      for (const [cluster, visibility] of shown) {
        if (!visibility || visibility.empty) continue;
        const index = readModel.cluster(cluster);
        if (!index) continue;
        const { listable } = namesOf(await this.#nameable.of(index, visibility, turns));
        // Numbers of seen kinds are valid only for the list of resources that the cluster serves now.
        const numbers = visibility.resources === index.resources ? seen.get(cluster) : undefined;
        const kinds = parts.where(
          visibility.resources,
          number => listable[number] === 1 || (numbers?.has(number) ?? false),
        );
        if (kinds.length > 0) named.set(cluster, kinds);
        await turns.take();
      }
      return named;
    });
  }

  /** The cluster to read. Undefined to read all clusters, if this request already reads their kinds. */
  #only(name: string): readonly string[] | undefined {
    return this.#once.has(about('kinds by cluster', undefined)) ? undefined : [name];
  }

  /** The indexes of these clusters, or of all clusters. */
  #indexes(reached?: readonly string[]): ClusterIndex[] {
    const wanted = reached && new Set(reached);
    return this.#frame.readModel.clusters().filter(({ cluster }) => wanted?.has(cluster) ?? true);
  }

  #yielder(): Yielder {
    const { identity, signal } = this.#frame;
    return new Yielder(callerKey(identity), signal);
  }

  #remember<T>(question: string, answer: () => Promise<T>): Promise<T> {
    let known = this.#once.get(question) as Promise<T> | undefined;
    if (!known) this.#once.set(question, (known = answer()));
    return known;
  }
}

const alone = new WeakMap<Resource, readonly Resource[]>();

/**
 * A list that holds only this resource. Returns the same list each time, because compiled roles are cached by the
 * list.
 */
function aloneOf(resource: Resource): readonly Resource[] {
  let list = alone.get(resource);
  if (!list) alone.set(resource, (list = [resource]));
  return list;
}

/** A kind, with its details from all clusters. */
interface FoundKind {
  readonly resource: Resource;
  readonly versions: Set<string>;
  clusters: number;
  readonly shortNames: Set<string>;
  readonly categories: Set<string>;
}

/** Filters lists of resources. Equal results for one list are one object, so that clusters can share the result. */
class PartsOfResources {
  readonly #known = new Map<readonly Resource[], Map<string, readonly Resource[]>>();

  where(resources: readonly Resource[], isPart: (number: number) => boolean): readonly Resource[] {
    const numbers: number[] = [];
    for (let number = 0; number < resources.length; number++) if (isPart(number)) numbers.push(number);
    if (numbers.length === resources.length) return resources;
    const key = numbers.join();
    const known = this.#known.get(resources) ?? new Map<string, readonly Resource[]>();
    const part = known.get(key) ?? numbers.map(number => resources[number]!);
    this.#known.set(resources, known.set(key, part));
    return part;
  }
}

/** Cache key of a query about some clusters, or about all. */
function about(question: string, clusters?: readonly string[]): string {
  return clusters ? `${question} ${JSON.stringify(clusters)}` : question;
}

interface NamesOf {
  /** `listable[r]` is 1 if resource `r` may be listed somewhere. */
  readonly listable: Uint8Array;
  /** True if a rule shows single objects by name. */
  readonly byName: boolean;
}

const namesOfVisibility = new WeakMap<Visibility, NamesOf>();

/** Cached by visibility, because many namespaces make the computation slow, and a visibility outlives requests. */
function namesOf(visibility: Visibility): NamesOf {
  let known = namesOfVisibility.get(visibility);
  if (!known) {
    const listable = Uint8Array.from(visibility.resources, (_, number) => (listsSomewhere(visibility, number) ? 1 : 0));
    const byName = [visibility.cluster, ...scopesOfNamespaces(visibility)].some(({ names }) => names.size > 0);
    namesOfVisibility.set(visibility, (known = { listable, byName }));
  }
  return known;
}

/** The order in which API servers list built-in groups. Other groups follow, sorted by version, then by group. */
const FIRST_GROUPS = [
  ...['', 'apps', 'events.k8s.io', 'authentication.k8s.io', 'authorization.k8s.io', 'autoscaling', 'batch'],
  ...['certificates.k8s.io', 'networking.k8s.io', 'policy', 'rbac.authorization.k8s.io', 'storage.k8s.io'],
  ...['admissionregistration.k8s.io', 'apiextensions.k8s.io', 'scheduling.k8s.io', 'coordination.k8s.io'],
  ...['node.k8s.io', 'discovery.k8s.io', 'flowcontrol.apiserver.k8s.io'],
];

/**
 * The kind that each short name means on a cluster that serves these resources, as in kubectl. A short name means one
 * kind, and a resource name wins over a short name. Pass only resources that the caller may name, so that a hidden kind
 * does not change the meaning of a word.
 */
export const shortNamesOn = onceFor(readShortNames);

/**
 * The kinds that each word means on a cluster. A word is a short name, a short name with its group
 * (`vs.networking.istio.io`) or a category. Names and plurals are not included.
 */
export const wordsOn = onceFor(readWords);

/** Caches the result by list of resources, because clusters share these lists. */
function onceFor<T>(read: (resources: readonly Resource[]) => T): (resources: readonly Resource[]) => T {
  const known = new WeakMap<readonly Resource[], T>();
  return resources => {
    const found = known.get(resources) ?? read(resources);
    known.set(resources, found);
    return found;
  };
}

function readShortNames(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
  const named = resources.filter(({ shortNames }) => shortNames && shortNames.length > 0);
  const meanings = new Map<string, Resource>();
  if (named.length === 0) return meanings;
  const names = new Set(resources.flatMap(({ plural, kind }) => [plural, kind.toLowerCase()]));
  for (const resource of named.sort((a, b) => rank(a) - rank(b) || compareText(versionName(a), versionName(b)))) {
    for (const name of resource.shortNames ?? [])
      if (!names.has(name) && !meanings.has(name)) meanings.set(name, resource);
  }
  return meanings;
}

function readWords(resources: readonly Resource[]): ReadonlyMap<string, ReadonlySet<Resource>> {
  const words = new Map<string, Set<Resource>>();
  const add = (word: string, resource: Resource) => words.set(word, (words.get(word) ?? new Set()).add(resource));
  for (const [name, resource] of shortNamesOn(resources)) add(name, resource);
  for (const resource of resources) {
    for (const name of resource.shortNames ?? []) add(`${name}.${resource.group}`, resource);
    for (const category of resource.categories ?? []) add(category, resource);
  }
  return words;
}

function rank({ group }: Resource): number {
  const at = FIRST_GROUPS.indexOf(group);
  return at < 0 ? FIRST_GROUPS.length : at;
}

function versionName({ group, version }: Resource): string {
  return `${version}.${group}`;
}
