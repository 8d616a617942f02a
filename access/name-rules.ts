/**
 * Decides which names a caller may see without a row: namespaces, kinds, and related objects outside the index.
 *
 * Live reviews also cover namespaces that the caller may not see. So the result of a review must not reveal that a
 * namespace exists. With live reviews, a namespace counts only if a RoleBinding gives the caller rights in it.
 */
import { Yielder } from '../async/fair-turns.ts';
import { callerKey } from '../identity/identity.ts';
import type { Resource, ScopeVisibility, Visibility } from '../rbac/types.ts';
import { compileInSteps, listsScope, listsSomewhere, scopesOfNamespaces, sees } from '../rbac/visibility.ts';
import type { CoverageState, MayList, Rights, RightsAt } from '../readmodel/question.ts';
import { addTo } from '../readmodel/table/containers.ts';
import type { ClusterIndex } from '../readmodel/readmodel.ts';
import type { ObjectId } from '../schema/object-id.ts';
import { coverageContext, isComplete, stateOf } from './coverage.ts';
import type { AccessFrame } from './frame.ts';
import type { RequestView } from './request-access.ts';

/** Number of namespaces between two checks of the clock. */
const LOOKED_AT = 256;

/** Computes once per request which parts of the caller's visibilities may be shown without rows. */
export class NameRules {
  readonly #access: Pick<RequestView, 'isRequested' | 'identityOn'>;
  readonly #nameables = new Map<Visibility, Visibility>();
  /** The visibility that the index's own grants give. The key is the visibility from the live review. */
  readonly #grantedInstead = new Map<Visibility, Promise<Visibility>>();
  /**
   * The caller's rights on the kinds outside the index. The key is the visibility of the collected kinds. It is a new
   * object whenever the caller's grants change.
   */
  readonly #listable = new Map<Visibility, Promise<Visibility>>();

  constructor(access: Pick<RequestView, 'isRequested' | 'identityOn'>) {
    this.#access = access;
  }

  /** The part of the visibility that may be shown without rows. Without a live review, the whole visibility. */
  async of(index: ClusterIndex, visibility: Visibility, turns: Yielder): Promise<Visibility> {
    const bound = (await this.#granted(index, visibility, turns))?.namespaces;
    if (!bound) return visibility;
    let known = this.#nameables.get(visibility);
    if (!known) {
      // A Role may let the caller get the Namespace object of its namespace. The caller then sees this object by name,
      // in cluster scope.
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
   * Decides whether an object without a row may be named. The object may be named only where the caller could list
   * it, because a list would also reveal whether the object exists. The returned function uses the rights at the time
   * of this call. It names nothing on a cluster whose visibility has changed since.
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
      const reported = decided.get(view(cluster))?.find(({ resources }) => numbersOf(resources, kind).length > 0);
      if (!reported) return false;
      const fits = numbersOf(reported.resources, kind).every(
        number => reported.resources[number]!.namespaced === (namespace !== ''),
      );
      return fits && mayList(reported, kind, namespace) === 'ALL';
    };
  }

  /** The kinds outside the index that the caller may list. Empty for clusters with live reviews. */
  async uncollectedKinds(index: ClusterIndex, visibility: Visibility, turns: Yielder): Promise<readonly Resource[]> {
    const listable = await this.#uncollected(index, visibility, turns);
    return listable?.resources.filter((_, number) => listsSomewhere(listable, number)) ?? [];
  }

  /**
   * The caller's rights on the kinds outside the index. Undefined if there are no such kinds. Also undefined for
   * clusters with live reviews, because the review does not cover these kinds and the grants do not decide.
   */
  async #uncollected(
    { cluster, grants, uncollected }: ClusterIndex,
    visibility: Visibility,
    turns: Yielder,
  ): Promise<Visibility | undefined> {
    const identity =
      uncollected.length === 0 || this.#access.isRequested(cluster) ? undefined : this.#access.identityOn(cluster);
    if (!identity) return undefined;
    let listable = this.#listable.get(visibility);
    if (!listable)
      this.#listable.set(
        visibility,
        (listable = Promise.resolve(turns.run(compileInSteps(grants, identity, uncollected)))),
      );
    return listable;
  }

  /**
   * Namespaces in which a RoleBinding lets the caller list an indexed kind. With live reviews, the cluster must also
   * allow the listing.
   */
  async bound(index: ClusterIndex, visibility: Visibility | undefined, turns: Yielder): Promise<readonly string[]> {
    if (!visibility) return [];
    const granted = await this.#granted(index, visibility, turns);
    if (granted && visibility.resources !== granted.resources) return []; // the review numbers resources differently
    const { namespaces, resources } = granted ?? visibility;
    const namespaced = [...resources.keys()].filter(number => resources[number]!.namespaced);
    // Namespaces with the same roles share one scope, so the result is cached by scope.
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

  /** The visibility that the index's own grants give instead of the live review. Undefined without a live review. */
  async #granted(
    { cluster, grants, resources }: ClusterIndex,
    visibility: Visibility,
    turns: Yielder,
  ): Promise<Visibility | undefined> {
    const identity = this.#access.isRequested(cluster) ? this.#access.identityOn(cluster) : undefined;
    if (!identity) return undefined;
    let granted = this.#grantedInstead.get(visibility);
    if (!granted)
      this.#grantedInstead.set(
        visibility,
        (granted = Promise.resolve(turns.run(compileInSteps(grants, identity, resources)))),
      );
    return granted;
  }
}

/**
 * The caller's right to list a kind in a namespace. If `namespace` is '', the answer is for cluster scope, or for all
 * namespaces together.
 * @param reported The part of the caller's visibility that may be shown without rows
 */
export function mayList(reported: Visibility, kind: Kind, namespace: string): MayList {
  const numbers = numbersOf(reported.resources, kind);
  // A kind may have several resources, and a row does not say to which resource it belongs. So all of them must be
  // listable.
  const rights = numbers.map((number): MayList => {
    if (!reported.resources[number]!.namespaced && namespace !== '') return 'NONE';
    if (listsScope(reported, number, namespace)) return 'ALL';
    const isNamed = reported.cluster.names.has(number) || reported.namespaces.get(namespace)?.names.has(number);
    return isNamed ? 'SOME_NAMES' : 'NONE';
  });
  if (rights.length === 0 || rights.includes('NONE')) return 'NONE';
  return rights.includes('SOME_NAMES') ? 'SOME_NAMES' : 'ALL';
}

type Kind = Pick<Resource, 'group' | 'kind'>;

/**
 * For each list of resources, the resource numbers of each kind. Clusters that serve the same resources share the
 * list.
 */
const kindNumbers = new WeakMap<readonly Resource[], ReadonlyMap<string, readonly number[]>>();
const NO_NUMBERS: readonly number[] = [];

function numbersOf(resources: readonly Resource[], { group, kind }: Kind): readonly number[] {
  let known = kindNumbers.get(resources);
  if (!known) {
    const numbers = new Map<string, number[]>();
    for (const [number, resource] of resources.entries()) addTo(numbers, `${resource.group}/${resource.kind}`, number);
    kindNumbers.set(resources, (known = numbers));
  }
  return known.get(`${group}/${kind}`) ?? NO_NUMBERS;
}

/**
 * The caller's rights to list, and the coverage of clusters, for one query on rows (readmodel/question.ts). A join
 * needs both to distinguish an object that does not exist from an object that may be hidden. Must be called after the
 * RowAuthorizer is prepared for the same clusters.
 *
 * Nothing may be listed on a cluster that is closed, unknown or not prepared. On clusters with a live review, only
 * rights that may be shown without rows count.
 * @param reached Names of the clusters. Undefined means all clusters
 */
export async function listRights(
  frame: AccessFrame,
  nameable: NameRules,
  reached?: readonly string[],
): Promise<RightsAt> {
  const { access, readModel, identity, signal } = frame;
  const reviewed = new Map<string, ReadonlyMap<Visibility, Visibility>>();
  const turns = new Yielder(callerKey(identity), signal);
  for (const name of access.reviewed) {
    const [index, visibility] = [readModel.cluster(name), access.view(name)];
    const reported = index && visibility && (await nameable.of(index, visibility, turns));
    reviewed.set(name, reported ? new Map([[visibility, reported]]) : new Map());
  }
  const isReached = reached && new Set(reached);
  return visible =>
    new ListRights(frame, cluster => {
      if (isReached?.has(cluster) === false) return undefined;
      const visibility = visible(cluster);
      const known = reviewed.get(cluster);
      return known && visibility ? known.get(visibility) : visibility;
    });
}

class ListRights implements Rights {
  readonly #frame: AccessFrame;
  readonly #reportedOf: (cluster: string) => Visibility | undefined;
  /** Visibilities by cluster. */
  readonly #reported = new Map<string, Visibility | undefined>();
  readonly #states = new Map<string, CoverageState | undefined>();
  readonly #named = new Map<string, boolean>();
  readonly #complete = new Map<string, boolean>();

  constructor(frame: AccessFrame, reportedOf: (cluster: string) => Visibility | undefined) {
    this.#frame = frame;
    this.#reportedOf = reportedOf;
  }

  mayList(cluster: string, kind: Kind, namespace: string): MayList {
    const reported = this.#of(cluster);
    return reported ? mayList(reported, kind, namespace) : 'NONE';
  }

  mayShow({ cluster, namespace, name, ...kind }: ObjectId): boolean {
    const reported = this.#of(cluster);
    const numbers = reported ? numbersOf(reported.resources, kind) : [];
    return numbers.length > 0 && numbers.every(number => sees(reported!, number, namespace, name));
  }

  isComplete(cluster: string, kind: Kind): boolean {
    const key = `${cluster}/${kind.group}/${kind.kind}`;
    let isWhole = this.#complete.get(key);
    if (isWhole === undefined) {
      const reported = this.#of(cluster);
      const index = this.#frame.readModel.cluster(cluster);
      const numbers = reported ? numbersOf(reported.resources, kind).filter(number => isKnown(reported, number)) : [];
      isWhole = index !== undefined && numbers.some(number => isComplete(index, reported!.resources[number]!));
      this.#complete.set(key, isWhole);
    }
    return isWhole;
  }

  mayName(cluster: string): boolean {
    let isNamed = this.#named.get(cluster);
    if (isNamed === undefined) {
      const reported = this.#of(cluster);
      isNamed = reported?.resources.some((_, number) => listsSomewhere(reported, number)) ?? false;
      this.#named.set(cluster, isNamed);
    }
    return isNamed;
  }

  areKnownIn(cluster: string): boolean {
    const reported = this.#of(cluster);
    return reported !== undefined && reported.givenUp === undefined;
  }

  stateOf(cluster: string): CoverageState | undefined {
    if (!this.#states.has(cluster)) {
      const index = this.#frame.readModel.cluster(cluster);
      this.#states.set(cluster, index && stateOf(index, coverageContext(this.#frame)));
    }
    return this.#states.get(cluster);
  }

  #of(cluster: string): Visibility | undefined {
    if (!this.#reported.has(cluster)) this.#reported.set(cluster, this.#reportedOf(cluster));
    return this.#reported.get(cluster);
  }
}

/** True if the caller may list the kind somewhere, even if only single objects by name. */
function isKnown(reported: Visibility, number: number): boolean {
  if (listsSomewhere(reported, number) || reported.cluster.names.has(number)) return true;
  for (const { names } of scopesOfNamespaces(reported)) if (names.has(number)) return true;
  return false;
}
