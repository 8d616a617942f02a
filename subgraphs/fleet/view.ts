/**
 * The View of one request: what its caller may see of each cluster, under the rules of fail-closed.ts.
 *
 * Compiling for a caller nobody has seen lately may take a while over hundreds of clusters, so it happens ahead of the questions, a few
 * milliseconds at a time, and the questions themselves never wait. The View decides with the grants of the moment in which it is asked:
 * where they have changed since they were compiled, that one cluster is compiled anew on the spot.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { identityOn } from '../../identity/cluster-identity.ts';
import type { ClusterIdentity, Identity, IdentityPolicy } from '../../identity/identity.ts';
import type { Visibility } from '../../rbac/types.ts';
import type { View } from '../../readmodel/query.ts';
import type { ClusterIndex, ReadModel } from '../../readmodel/readmodel.ts';
import { closure, type FailClosedRules } from './fail-closed.ts';
import { identityKey, type VisibilityCache } from './visibility-cache.ts';

/** How long a cold caller may keep others waiting in one go. */
const TURN_MS = 5;

interface Compiled {
  readonly index: Pick<ClusterIndex, 'grants' | 'resources' | 'resourcesRevision'>;
  readonly revision: number;
  readonly visibility: Visibility;
}

export class RequestView {
  readonly #identity: Identity;
  readonly #readModel: ReadModel;
  readonly #rules: FailClosedRules;
  readonly #cache: VisibilityCache;
  readonly #compiled = new Map<string, Compiled>();
  readonly #onClusters = new Map<string, { identity: ClusterIdentity; key: string }>();

  constructor(identity: Identity, readModel: ReadModel, rules: FailClosedRules, cache: VisibilityCache) {
    this.#identity = identity;
    this.#readModel = readModel;
    this.#rules = rules;
    this.#cache = cache;
  }

  /** Compiles what is not compiled yet, of these clusters or of all. */
  async prepare(signal: AbortSignal, clusters?: readonly string[]): Promise<View> {
    signal.throwIfAborted();
    const names = clusters ?? this.#readModel.clusters().map(({ cluster }) => cluster);
    let turn = performance.now();
    for (const name of names) {
      this.view(name);
      if (performance.now() - turn < TURN_MS) continue;
      await nextTurn();
      signal.throwIfAborted();
      turn = performance.now();
    }
    return this.view;
  }

  readonly view = (name: string): Visibility | undefined => {
    const index = this.#readModel.cluster(name);
    if (!index || closure(index, this.#rules)) return undefined;
    const policy = this.#rules.policies(name);
    if (!policy) return undefined;
    const compiled = this.#compiled.get(name);
    if (compiled && compiled.revision === index.grants.revision && isSame(compiled.index, index)) return compiled.visibility;
    const { identity, key } = this.#on(policy);
    const visibility = this.#cache.get(identity, key, index);
    const { grants, resources, resourcesRevision } = index;
    this.#compiled.set(name, { index: { grants, resources, resourcesRevision }, revision: grants.revision, visibility });
    return visibility;
  };

  /** Who the caller is on a cluster; undefined where the caller can be nobody. */
  identityOn(name: string): ClusterIdentity | undefined {
    const index = this.#readModel.cluster(name);
    const policy = this.#rules.policies(name);
    return index && policy && !closure(index, this.#rules) ? this.#on(policy).identity : undefined;
  }

  #on(policy: IdentityPolicy): { identity: ClusterIdentity; key: string } {
    const prefixes = JSON.stringify([policy.usernamePrefix, policy.groupPrefix]);
    let on = this.#onClusters.get(prefixes);
    if (!on) {
      const identity = identityOn(policy, this.#identity);
      this.#onClusters.set(prefixes, (on = { identity, key: identityKey(identity) }));
    }
    return on;
  }
}

function isSame(a: Compiled['index'], b: Compiled['index']): boolean {
  return a.grants.objects === b.grants.objects && a.resources === b.resources && a.resourcesRevision === b.resourcesRevision;
}
