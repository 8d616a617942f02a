/**
 * The View of one request: what its caller may see of each cluster, under the rules of fail-closed.ts.
 *
 * Compiling for a caller nobody has seen lately may take a while over hundreds of clusters, so it happens ahead of the questions, a few
 * milliseconds at a time, and the questions themselves never wait. The View decides with the grants of the moment in which it is asked:
 * where they have changed for the caller since they were compiled, that one cluster is compiled anew on the spot.
 *
 * What was prepared is remembered for the caller's next request (prepared-views.ts) and used for as long as all that it follows from is as it was,
 * which is looked at anew each time that anything is asked; otherwise the clusters are compared one by one, and only those that changed are compiled.
 *
 * Where a cluster's RBAC objects do not tell a caller's rights (`mixed` clusters, callers in quarantine), the cluster is asked ahead, too, and its
 * answer takes the place of the grants for the whole request. Until there is an answer the cluster contributes nothing.
 */
import { identityOn } from '../identity/cluster-identity.ts';
import { callerKey } from '../identity/identity.ts';
import type { ClusterIdentity, Identity, IdentityPolicy } from '../identity/identity.ts';
import type { ClusterGrants, Visibility } from '../rbac/types.ts';
import type { View } from '../readmodel/query.ts';
import { CONFIRMATION_SLACK_MS, type ClusterIndex, type ReadModel } from '../readmodel/readmodel.ts';
import type { WithheldCause } from './coverage.ts';
import { closure, type FailClosedRules } from './fail-closed.ts';
import type { Compiled, PreparedView } from './prepared-views.ts';
import type { LiveAccess } from './reviews/live-access.ts';
import { TurnTaker } from '../async/turn-taker.ts';
import { identityKey, type VisibilityCache, type VisibilitySource } from './visibility-cache.ts';

/** How often a cold caller begins with the clusters once more. */
const ROUNDS = 3;

/** How clusters are asked for a caller's rights. */
export interface LiveRights {
  readonly access: LiveAccess;
  /** Whether the index got this caller's rights on this cluster wrong. */
  readonly inQuarantine: (cluster: string, key: string) => boolean;
  /** Whether that is so for anybody. */
  readonly isAnyInQuarantine: () => boolean;
  /** performance.now() at which the answer is due. */
  readonly deadline: number;
}

/** How long the count of withheld clusters waits for clusters that no list of the request reads: most answer within it. */
const WITHHELD_WAIT_MS = 20;
/** The part of a request's time that may be spent on asking for rights: the rest is for the answer itself. */
const SHARE_OF_DEADLINE = 0.5;

/** Some authenticators have one object for all requests of a caller. */
const callerKeys = new WeakMap<Identity, string>();

interface Source extends VisibilitySource {
  readonly policy: IdentityPolicy;
  readonly on: CallerOnCluster;
  /** Its grants are the cluster's own answer, for this request only. */
  readonly asked: boolean;
  readonly grantsConfirmedAgo: number | undefined;
}

interface CallerOnCluster {
  readonly identity: ClusterIdentity;
  readonly key: string;
}

export class RequestView {
  readonly #identity: Identity;
  readonly #readModel: ReadModel;
  readonly #rules: FailClosedRules;
  readonly #cache: VisibilityCache;
  readonly #compiled = new Map<string, Compiled>();
  #callerKey: string | undefined;
  /** What was remembered when it was last looked for; it may hold no longer. */
  #prepared: PreparedView | undefined;
  readonly #byPolicy = new Map<IdentityPolicy, CallerOnCluster>();
  readonly #byPrefixes = new Map<string, CallerOnCluster>();
  readonly #live: LiveRights | undefined;
  readonly #asked = new Map<string, Promise<void>>();
  readonly #answered = new Map<string, ClusterGrants | WithheldCause>();

  constructor(identity: Identity, readModel: ReadModel, rules: FailClosedRules, cache: VisibilityCache, live?: LiveRights) {
    this.#identity = identity;
    this.#readModel = readModel;
    this.#rules = rules;
    this.#cache = cache;
    this.#live = live;
    this.view = Object.assign((name: string) => this.#visibility(name), { version: () => this.#version(), askedBy: callerKey(identity) });
  }

  /**
   * The View, where an earlier request has prepared it and nothing has changed since; to spare prepareFor() its promises. `reached`: the clusters that the
   * question can read.
   */
  preparedFor(reached?: readonly string[]): View | undefined {
    const spared = (name: string) => reached !== undefined && !reached.includes(name) && this.isAsked(name);
    return this.#remembered()?.unsettled.every(spared) ? this.view : undefined;
  }

  /** Compiles what is not compiled yet, of these clusters or of all. */
  async prepare(signal: AbortSignal, clusters?: readonly string[]): Promise<View> {
    signal.throwIfAborted();
    if (clusters) await this.#prepare(clusters, clusters, signal);
    else await this.prepareFor(signal);
    return this.view;
  }

  /**
   * The same for a question that can read these clusters, or all: no others are asked for the caller's rights, so that a list waits for none that it does
   * not read. Until another question asks them, they show nothing; nothing else depends on it, and nothing of it is remembered.
   */
  async prepareFor(signal: AbortSignal, reached?: readonly string[]): Promise<View> {
    signal.throwIfAborted();
    const toAsk = (names: readonly string[]) => (reached ? names.filter(name => reached.includes(name)) : names);
    const known = this.#remembered();
    if (!known) {
      const names = this.#readModel.clusters().map(({ cluster }) => cluster);
      const prepared = await this.#prepare(names, toAsk(names), signal);
      if (prepared) this.#cache.prepared.set(this.#caller, prepared);
    } else if (known.unsettled.length > 0) {
      await this.#prepare(known.unsettled, toAsk(known.unsettled), signal);
      // One needs no judging any more: its leaf has confirmed its grants again, or its caller has left quarantine.
      if (known.unsettled.some(name => this.#source(name)?.asked === false)) this.#cache.prepared.delete(this.#caller);
    }
    return this.view;
  }

  readonly view: View;

  #visibility(name: string): Visibility | undefined {
    const settled = this.#prepared?.settled.get(name);
    if (settled && this.#holds(this.#prepared!) && this.#isSettled(settled)) return settled.visibility;
    const source = this.#source(name);
    return source && (this.#current(source) ?? this.#keep(source, this.#cache.get(source.on.identity, source.on.key, source)).visibility);
  }

  #version(): object | undefined {
    const known = this.#remembered();
    return known?.unsettled.every(name => this.#source(name) === undefined) ? known : undefined;
  }

  /** What was prepared for the caller by an earlier request, or by this one, if nothing that it follows from has changed since. */
  #remembered(): PreparedView | undefined {
    const prepared = (this.#prepared = this.#cache.prepared.get(this.#caller));
    if (!prepared || !this.#holds(prepared)) return undefined;
    if (prepared.policiesRevision !== undefined && !this.#live?.isAnyInQuarantine()) return prepared;
    for (const settled of prepared.settled.values()) if (!this.#isSettled(settled)) return undefined;
    return prepared;
  }

  #holds({ readModel, rules, revision, policiesRevision, validUntil }: PreparedView): boolean {
    return (
      readModel === this.#readModel &&
      rules === this.#rules &&
      revision === this.#readModel.revision &&
      policiesRevision === this.#rules.policies.revision?.() &&
      this.#readModel.now() < validUntil
    );
  }

  /** Whether a cluster's policy and the caller's quarantine are as they were. */
  #isSettled({ cluster, policy, key }: Compiled): boolean {
    return this.#rules.policies(cluster) === policy && this.#live?.inQuarantine(cluster, key) !== true;
  }

  get #caller(): string {
    if (this.#callerKey !== undefined) return this.#callerKey;
    let key = callerKeys.get(this.#identity);
    if (key === undefined) callerKeys.set(this.#identity, (key = identityKey(this.#identity)));
    return (this.#callerKey = key);
  }

  /** Returns what can be remembered of it, unless others had a turn until the end. */
  async #prepare(names: readonly string[], toAsk: readonly string[], signal: AbortSignal): Promise<PreparedView | undefined> {
    if (this.#live && toAsk.length > 0) await Promise.all(toAsk.map(name => this.#askFor(name, signal)));
    // What changes while others have their turn is compiled once more, so that little is left to do on the spot.
    let prepared: PreparedView | undefined;
    for (let round = 0; round < ROUNDS && !prepared; round++) prepared = await this.#compile(names, signal);
    return prepared;
  }

  /** Returns what was found, unless others had a turn meanwhile: then it is not of one moment. */
  async #compile(names: readonly string[], signal: AbortSignal): Promise<PreparedView | undefined> {
    const turns = new TurnTaker(signal);
    const { revision } = this.#readModel;
    const policiesRevision = this.#rules.policies.revision?.();
    const now = this.#readModel.now();
    const settled = new Map<string, Compiled>();
    const unsettled: string[] = [];
    let closesAt = Infinity;
    for (const name of names) {
      const source = this.#source(name);
      if (source && !this.#current(source)) {
        this.#keep(source, await turns.run(this.#cache.getInSteps(source.on.identity, source.on.key, source)));
      }
      const compiled = source && !source.asked ? this.#compiled.get(name) : undefined;
      // What was given up because it changed all the time may be steady by the next request.
      if (compiled && compiled.visibility.givenUp !== 'changing') {
        settled.set(name, compiled);
        closesAt = Math.min(closesAt, now + this.#rules.maxAgeMs - (source?.grantsConfirmedAgo ?? Infinity));
        // Of a cluster without a state there is nothing to judge, and when it gets one, that is another revision.
      } else if (this.#readModel.cluster(name)?.state) unsettled.push(name);
      await turns.take();
    }
    if (turns.othersRan) return undefined;
    const validUntil = closesAt - CONFIRMATION_SLACK_MS;
    return { readModel: this.#readModel, rules: this.#rules, revision, policiesRevision, validUntil, settled, unsettled };
  }

  /** What the caller's visibility of a cluster follows from just now; undefined where there is nothing to see. */
  #source(name: string): Source | undefined {
    const index = this.#readModel.cluster(name);
    if (!index || closure(index, this.#rules)) return undefined;
    const policy = this.#rules.policies(name);
    if (!policy) return undefined;
    const on = this.#on(policy);
    const { resources, resourcesRevision, grantsConfirmedAgo } = index;
    const asked = this.#mustAsk(index, on.key);
    const grants = asked ? this.#answered.get(name) : index.grants;
    return typeof grants === 'object'
      ? { cluster: name, grants, resources, resourcesRevision, policy, on, asked, grantsConfirmedAgo }
      : undefined;
  }

  /** What was compiled in this request, or for one before. */
  #current(source: Source): Visibility | undefined {
    let compiled = this.#compiled.get(source.cluster);
    if (compiled && follows(compiled, source) && compiled.policy === source.policy) return compiled.visibility;
    compiled ??= this.#prepared?.settled.get(source.cluster);
    return compiled && follows(compiled, source) ? this.#keep(source, compiled.visibility).visibility : undefined;
  }

  #keep({ cluster, grants, resources, resourcesRevision, policy, on }: Source, visibility: Visibility): Compiled {
    const { objects, revision } = grants;
    const compiled = { cluster, key: on.key, policy, grants: objects, revision, resources, resourcesRevision, visibility };
    this.#compiled.set(cluster, compiled);
    return compiled;
  }

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
    const asking = { ...this.#rules, reviewsFail: () => false };
    return index !== undefined && policy !== undefined && !closure(index, asking) && this.#mustAsk(index, this.#on(policy).key);
  }

  /**
   * Clusters that are open and show the caller nothing, since what the caller may see there could not be learned, or not yet. They are all asked, but not
   * waited for: a list waits for those that it reads, and those that say nothing must not hold it up by being counted.
   */
  async withheld(signal: AbortSignal): Promise<ReadonlyMap<string, WithheldCause>> {
    if (!this.preparedFor()) {
      let timer: NodeJS.Timeout | undefined;
      const waited = new Promise(resolve => (timer = setTimeout(resolve, WITHHELD_WAIT_MS)));
      await Promise.race([this.prepareFor(signal), waited]).finally(() => clearTimeout(timer));
      await this.prepareFor(signal, []); // those that have answered by now
    }
    return this.#withheld();
  }

  #withheld(): ReadonlyMap<string, WithheldCause> {
    const causes = new Map<string, WithheldCause>();
    for (const index of this.#readModel.clusters()) {
      const cause = closure(index, this.#rules) ? undefined : this.#withheldBy(index.cluster);
      if (cause) causes.set(index.cluster, cause);
    }
    return causes;
  }

  #withheldBy(name: string): WithheldCause | undefined {
    if (this.isAsked(name)) {
      const answer = this.#answered.get(name) ?? 'ASKING';
      if (typeof answer === 'string') return answer;
    }
    const givenUp = this.#visibility(name)?.givenUp;
    return givenUp && (givenUp === 'changing' ? 'CHANGING' : 'TOO_LARGE');
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
    this.#answered.set(name, await access.grants(name, { identity: this.#identity, onCluster, key }, signal, waitMs));
  }

  #on(policy: IdentityPolicy): CallerOnCluster {
    let on = this.#byPolicy.get(policy);
    if (!on) {
      const prefixes = JSON.stringify([policy.usernamePrefix, policy.groupPrefix]);
      on = this.#byPrefixes.get(prefixes);
      if (!on) {
        const identity = identityOn(policy, this.#identity);
        this.#byPrefixes.set(prefixes, (on = { identity, key: identityKey(identity) }));
      }
      this.#byPolicy.set(policy, on);
    }
    return on;
  }
}

function follows(compiled: Compiled, { grants, resources, resourcesRevision, on }: Source): boolean {
  return (
    compiled.grants === grants.objects &&
    compiled.revision === grants.revision &&
    compiled.resources === resources &&
    compiled.resourcesRevision === resourcesRevision &&
    compiled.key === on.key
  );
}
