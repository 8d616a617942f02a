/**
 * The View of one request: what its caller may see of each cluster, under the rules of fail-closed.ts.
 *
 * Compiling for a caller nobody has seen lately may take a while over hundreds of clusters, so it happens ahead of the questions, a few
 * milliseconds at a time, and the questions themselves never wait. The View decides with the grants of the moment in which it is asked:
 * where they have changed since they were compiled, that one cluster is compiled anew on the spot.
 *
 * Where a cluster's RBAC objects do not tell a caller's rights (`mixed` clusters, callers in quarantine), the cluster is asked ahead, too, and its
 * answer takes the place of the grants for the whole request. Until there is an answer the cluster contributes nothing.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { identityOn } from '../../identity/cluster-identity.ts';
import type { ClusterIdentity, Identity, IdentityPolicy } from '../../identity/identity.ts';
import type { ClusterGrants, Visibility } from '../../rbac/types.ts';
import type { View } from '../../readmodel/query.ts';
import type { ClusterIndex, ReadModel } from '../../readmodel/readmodel.ts';
import { closure, type FailClosedRules } from './fail-closed.ts';
import type { LiveAccess } from './reviews/live-access.ts';
import { identityKey, type VisibilityCache } from './visibility-cache.ts';

/** How long a cold caller may keep others waiting in one go. */
const TURN_MS = 5;

/** How clusters are asked for a caller's rights. */
export interface LiveRights {
  readonly access: LiveAccess;
  /** Whether the index got this caller's rights on this cluster wrong. */
  readonly inQuarantine: (cluster: string, key: string) => boolean;
  /** performance.now() at which the answer is due. */
  readonly deadline: number;
}

/** The part of a request's time that may be spent on asking for rights: the rest is for the answer itself. */
const SHARE_OF_DEADLINE = 0.5;

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
  readonly #live: LiveRights | undefined;
  readonly #asked = new Map<string, Promise<void>>();
  readonly #answered = new Map<string, ClusterGrants>();

  constructor(identity: Identity, readModel: ReadModel, rules: FailClosedRules, cache: VisibilityCache, live?: LiveRights) {
    this.#identity = identity;
    this.#readModel = readModel;
    this.#rules = rules;
    this.#cache = cache;
    this.#live = live;
  }

  /** Compiles what is not compiled yet, of these clusters or of all. */
  async prepare(signal: AbortSignal, clusters?: readonly string[]): Promise<View> {
    signal.throwIfAborted();
    const names = clusters ?? this.#readModel.clusters().map(({ cluster }) => cluster);
    await Promise.all(names.map(name => this.#askFor(name, signal)));
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
    const { identity, key } = this.#on(policy);
    const grants = this.#mustAsk(index, key) ? this.#answered.get(name) : index.grants;
    if (!grants) return undefined;
    const { resources, resourcesRevision } = index;
    const compiled = this.#compiled.get(name);
    if (compiled && compiled.revision === grants.revision && isSame(compiled.index, { grants, resources, resourcesRevision }))
      return compiled.visibility;
    const visibility = this.#cache.get(identity, key, { cluster: name, grants, resources, resourcesRevision });
    this.#compiled.set(name, { index: { grants, resources, resourcesRevision }, revision: grants.revision, visibility });
    return visibility;
  };

  /** Who the caller is on a cluster; undefined where the caller can be nobody. */
  identityOn(name: string): ClusterIdentity | undefined {
    const index = this.#readModel.cluster(name);
    const policy = this.#rules.policies(name);
    return index && policy && !closure(index, this.#rules) ? this.#on(policy).identity : undefined;
  }

  /** Whether this cluster answers for the caller's rights itself. */
  isAsked(name: string): boolean {
    const index = this.#readModel.cluster(name);
    const policy = this.#rules.policies(name);
    // A cluster that failed to answer is asked again: nothing else could open it.
    const asking = { ...this.#rules, reviewProblem: () => undefined };
    return index !== undefined && policy !== undefined && !closure(index, asking) && this.#mustAsk(index, this.#on(policy).key);
  }

  #mustAsk({ cluster, state }: ClusterIndex, key: string): boolean {
    return state?.authorization === 'mixed' || this.#live?.inQuarantine(cluster, key) === true;
  }

  /** Asks the cluster, once a request, where it must be asked. */
  async #askFor(name: string, signal: AbortSignal): Promise<void> {
    if (!this.#live || !this.isAsked(name)) return;
    let asked = this.#asked.get(name);
    if (!asked) this.#asked.set(name, (asked = this.#askNow(name, this.#live, signal)));
    await asked;
  }

  async #askNow(name: string, { access, deadline }: LiveRights, signal: AbortSignal): Promise<void> {
    const policy = this.#rules.policies(name);
    if (!policy) return;
    const { identity: onCluster, key } = this.#on(policy);
    const waitMs = (deadline - performance.now()) * SHARE_OF_DEADLINE;
    const grants = await access.grants(name, { identity: this.#identity, onCluster, key }, signal, waitMs);
    if (grants) this.#answered.set(name, grants);
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
