/**
 * Which names of a caller's visibility may be shown without rows: namespaces, kinds, and ends of relations outside the
 * index.
 *
 * Live reviews cover every namespace that holds anything, hidden or not, so being reviewed must not reveal that a
 * namespace exists. There, only namespaces that a RoleBinding of the caller names count.
 */
import type { Yielder } from '../async/yielder.ts';
import type { Resource, ScopeVisibility, Visibility } from '../rbac/types.ts';
import { compileInSteps, listsScope, listsSomewhere } from '../rbac/visibility.ts';
import type { MayList } from '../readmodel/question.ts';
import { addTo } from '../readmodel/containers/lists.ts';
import type { ClusterIndex } from '../readmodel/readmodel.ts';
import type { ObjectId } from '../schema/object-id.ts';
import type { RequestAccess } from './request-access.ts';

/** Namespaces between two checks of the clock. */
const LOOKED_AT = 256;

/** The nameable parts of one request's visibilities, computed once. */
export class Nameable {
  readonly #access: Pick<RequestAccess, 'isAsked' | 'identityOn'>;
  readonly #nameables = new Map<Visibility, Visibility>();
  /** By the visibility from the live review. */
  readonly #grantedInstead = new Map<Visibility, Promise<Visibility>>();
  /** By the visibility of collected kinds, a new object whenever the caller's grants change. */
  readonly #listable = new Map<Visibility, Promise<Visibility>>();

  constructor(access: Pick<RequestAccess, 'isAsked' | 'identityOn'>) {
    this.#access = access;
  }

  /** The part of a visibility that may be shown without rows. */
  async of(index: ClusterIndex, visibility: Visibility, turns: Yielder): Promise<Visibility> {
    const bound = (await this.#granted(index, visibility, turns))?.namespaces;
    if (!bound) return visibility;
    let known = this.#nameables.get(visibility);
    if (!known) {
      // A right to get a Namespace from within it shows the Namespace in cluster scope, by name.
      const names = [...visibility.cluster.names].map(([number, names]): [number, ReadonlySet<string>] => {
        const resource = visibility.resources[number];
        const isNamespace = resource?.plural === 'namespaces' && !resource.namespaced;
        return [number, isNamespace ? new Set([...names].filter(name => bound.has(name))) : names];
      });
      known = {
        ...visibility,
        cluster: { ...visibility.cluster, names: new Map(names.filter(([, names]) => names.size > 0)) },
        namespaces: new Map([...visibility.namespaces].filter(([name]) => bound.has(name))),
      };
      this.#nameables.set(visibility, known);
    }
    return known;
  }

  /**
   * Decides whether an object without a row may be named: only where the caller could list it, and so could learn
   * whether it exists. Kinds with unknown resources are never named. Computed ahead for these clusters. If the caller's
   * rights on collected kinds change meanwhile, nothing is named.
   */
  async absent(
    clusters: readonly ClusterIndex[],
    view: (cluster: string) => Visibility | undefined,
    turns: Yielder,
  ): Promise<(id: ObjectId) => boolean> {
    const decided = new Map<Visibility | undefined, readonly Visibility[]>();
    for (const index of clusters) {
      const visibility = view(index.cluster);
      if (!visibility || visibility.empty) continue;
      const collected = await this.of(index, visibility, turns);
      const uncollected = await this.#uncollected(index, visibility, turns);
      decided.set(visibility, uncollected ? [collected, uncollected] : [collected]);
    }
    return ({ cluster, namespace, ...kind }) => {
      const told = decided.get(view(cluster))?.find(({ resources }) => numbersOf(resources, kind).length > 0);
      if (!told) return false;
      const fits = numbersOf(told.resources, kind).every(number => told.resources[number]!.namespaced === (namespace !== ''));
      return fits && mayList(told, kind, namespace) === 'ALL';
    };
  }

  /** The kinds outside the index that the caller may list, as far as the index's own grants decide. */
  async uncollectedKinds(index: ClusterIndex, visibility: Visibility, turns: Yielder): Promise<readonly Resource[]> {
    const listable = await this.#uncollected(index, visibility, turns);
    return listable?.resources.filter((_, number) => listsSomewhere(listable, number)) ?? [];
  }

  /**
   * Listable kinds outside the index. Empty for clusters with live reviews: the review did not cover them, and the
   * grants do not decide.
   */
  async #uncollected(
    { cluster, grants, uncollected }: ClusterIndex,
    visibility: Visibility,
    turns: Yielder,
  ): Promise<Visibility | undefined> {
    const identity = uncollected.length === 0 || this.#access.isAsked(cluster) ? undefined : this.#access.identityOn(cluster);
    if (!identity) return undefined;
    let listable = this.#listable.get(visibility);
    if (!listable) this.#listable.set(visibility, (listable = Promise.resolve(turns.run(compileInSteps(grants, identity, uncollected)))));
    return listable;
  }

  /**
   * Namespaces in which a RoleBinding lets the caller list an indexed kind. With live reviews, the cluster must agree.
   */
  async bound(index: ClusterIndex, visibility: Visibility | undefined, turns: Yielder): Promise<readonly string[]> {
    if (!visibility) return [];
    const granted = await this.#granted(index, visibility, turns);
    if (granted && visibility.resources !== granted.resources) return []; // the review used other resource numbers
    const { namespaces, resources } = granted ?? visibility;
    const namespaced = [...resources.keys()].filter(number => resources[number]!.namespaced);
    // Namespaces with the same roles share one scope.
    const listableIn = new Map<ScopeVisibility, readonly number[]>();
    const found: string[] = [];
    let looked = 0;
    for (const [name, scope] of namespaces) {
      let listable = listableIn.get(scope);
      if (!listable) listableIn.set(scope, (listable = namespaced.filter(number => scope.list[number] === 1)));
      const isAgreed = !granted || listable.some(number => listsScope(visibility, number, name));
      if (listable.length > 0 && isAgreed) found.push(name);
      if (++looked % LOOKED_AT === 0) await turns.take();
    }
    return found;
  }

  /** What the index's own grants would show in place of the live review. Undefined without a live review. */
  async #granted({ cluster, grants, resources }: ClusterIndex, visibility: Visibility, turns: Yielder): Promise<Visibility | undefined> {
    const identity = this.#access.isAsked(cluster) ? this.#access.identityOn(cluster) : undefined;
    if (!identity) return undefined;
    let granted = this.#grantedInstead.get(visibility);
    if (!granted) this.#grantedInstead.set(visibility, (granted = Promise.resolve(turns.run(compileInSteps(grants, identity, resources)))));
    return granted;
  }
}

/**
 * What may be listed of a kind in a namespace; '' means cluster scope, or all namespaces together.
 * @param told A nameable visibility
 */
export function mayList(told: Visibility, kind: Kind, namespace: string): MayList {
  const numbers = numbersOf(told.resources, kind);
  // A row does not tell which of two resources of one kind it is, so both must be listable, as for rows.
  const rights = numbers.map((number): MayList => {
    if (!told.resources[number]!.namespaced && namespace !== '') return 'NONE';
    if (listsScope(told, number, namespace)) return 'ALL';
    const isNamed = told.cluster.names.has(number) || told.namespaces.get(namespace)?.names.has(number);
    return isNamed ? 'SOME_NAMES' : 'NONE';
  });
  if (rights.length === 0 || rights.includes('NONE')) return 'NONE';
  return rights.includes('SOME_NAMES') ? 'SOME_NAMES' : 'ALL';
}

type Kind = Pick<Resource, 'group' | 'kind'>;

/** By resources, which clusters that serve alike share: the numbers of each kind. */
const kindNumbers = new WeakMap<readonly Resource[], ReadonlyMap<string, readonly number[]>>();
const NO_NUMBERS: readonly number[] = [];

export function numbersOf(resources: readonly Resource[], { group, kind }: Kind): readonly number[] {
  let known = kindNumbers.get(resources);
  if (!known) {
    const numbers = new Map<string, number[]>();
    for (const [number, resource] of resources.entries()) addTo(numbers, `${resource.group}/${resource.kind}`, number);
    kindNumbers.set(resources, (known = numbers));
  }
  return known.get(`${group}/${kind}`) ?? NO_NUMBERS;
}
