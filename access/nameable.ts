/**
 * Which names of a caller's visibility may be shown without rows: namespaces, kinds, and ends of relations outside the
 * index.
 *
 * Live reviews cover every namespace that holds anything, hidden or not, so being reviewed must not reveal that a
 * namespace exists. There, only namespaces that a RoleBinding of the caller names count.
 */
import type { Yielder } from '../async/yielder.ts';
import type { ScopeVisibility, Visibility } from '../rbac/types.ts';
import { compileInSteps, listsScope } from '../rbac/visibility.ts';
import type { ClusterIndex } from '../readmodel/readmodel.ts';
import type { ObjectId } from '../schema/object-id.ts';
import type { RequestAccess } from './request-access.ts';

/** Namespaces between two checks of the clock. */
const LOOKED_AT = 256;

/** The resources of a visibility, by the kinds in ids. */
interface NumberedKinds {
  readonly told: Visibility;
  readonly numbers: ReadonlyMap<string, number>;
}

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
    const decided = new Map<Visibility | undefined, readonly NumberedKinds[]>();
    for (const index of clusters) {
      const visibility = view(index.cluster);
      if (!visibility || visibility.empty) continue;
      const collected = numbered(await this.of(index, visibility, turns));
      const uncollected = await this.#uncollected(index, visibility, turns);
      decided.set(visibility, uncollected ? [collected, numbered(uncollected)] : [collected]);
    }
    return ({ cluster, group, kind, namespace }) => {
      for (const { told, numbers } of decided.get(view(cluster)) ?? []) {
        const number = numbers.get(`${group}/${kind}`);
        if (number !== undefined) return told.resources[number]!.namespaced === (namespace !== '') && listsScope(told, number, namespace);
      }
      return false;
    };
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

function numbered(told: Visibility): NumberedKinds {
  return { told, numbers: new Map(told.resources.map(({ group, kind }, number) => [`${group}/${kind}`, number])) };
}
