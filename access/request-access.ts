/**
 * What the caller of one request may see of each cluster, under the rules of fail-closed.ts.
 *
 * Compiling for a caller who has not asked lately may take a while over hundreds of clusters, so it happens ahead of the questions, a few milliseconds at a
 * time (`prepare`), and the questions themselves never wait. Each is decided by the grants of the moment in which it is asked: where they have changed for
 * the caller since they were compiled, that one cluster is compiled on the spot. What was compiled is kept for the caller's next request (caller-access.ts).
 *
 * Where a cluster's RBAC objects do not tell a caller's rights (`mixed` clusters, callers in quarantine), the cluster is asked ahead, too, and its answer takes
 * the place of the grants for the whole request. Until there is an answer the cluster contributes nothing.
 */
import { Yielder } from '../async/yielder.ts';
import { identityOn } from '../identity/cluster-identity.ts';
import { isClusterName } from '../identity/cluster-names.ts';
import { callerKey } from '../identity/identity.ts';
import type { ClusterIdentity, Identity, IdentityPolicy } from '../identity/identity.ts';
import type { ClusterGrants, Visibility } from '../rbac/types.ts';
import type { Shown } from '../readmodel/changes/moment.ts';
import type { View } from '../readmodel/view.ts';
import { CONFIRMATION_SLACK_MS, type ClusterIndex, type ReadModel } from '../readmodel/readmodel.ts';
import { compileInSteps, sameVisibility } from '../rbac/visibility.ts';
import {
  identityKey,
  type CallerAccess,
  type CallerAccesses,
  type KeptNamespaces,
  type Moment,
  type VisibilitySource,
} from './caller-access.ts';
import type { WithheldCause } from './coverage.ts';
import { closure, type FailClosedRules } from './fail-closed.ts';
import type { LiveAccess } from './reviews/live-access.ts';
import type { Quarantine } from './reviews/quarantine.ts';

/** How often a cold caller begins with the clusters once more. */
const ROUNDS = 3;
/** The part of a request's time that may be spent on asking for rights: the rest is for the answer itself. */
const SHARE_OF_DEADLINE = 0.5;

/** What decides about all callers. */
export interface AccessSources {
  readonly readModel: Pick<ReadModel, 'clusters' | 'cluster' | 'revision' | 'now'>;
  readonly rules: FailClosedRules;
  readonly accesses: CallerAccesses;
  /** Callers whose rights the index got wrong. */
  readonly quarantine: Pick<Quarantine, 'has' | 'revision'>;
  /** Asks clusters themselves. */
  readonly live?: Pick<LiveAccess, 'grants'> | undefined;
}

/** Another one whenever what a View follows from may be: each of them only grows, so their sum does. */
export function epochOf({ readModel, rules, quarantine }: Pick<AccessSources, 'readModel' | 'rules' | 'quarantine'>): number {
  return readModel.revision + rules.policies.revision() + quarantine.revision;
}

interface CallerOnCluster {
  readonly identity: ClusterIdentity;
  readonly key: string;
}

/** A cluster that may show something, and who the caller is there. */
interface Open {
  readonly index: ClusterIndex;
  readonly on: CallerOnCluster;
}

interface Source extends VisibilitySource {
  /** Its grants are the cluster's own answer, for this request only. */
  readonly asked: boolean;
  readonly grantsConfirmedAgo: number | undefined;
}

/** Some authenticators have one object for all requests of a caller. */
const keys = new WeakMap<Identity, string>();

export class RequestAccess {
  readonly view: View;
  readonly #identity: Identity;
  readonly #sources: AccessSources;
  /** performance.now() at which the answer is due. */
  readonly #deadline: number;
  readonly #key: string;
  readonly #access: CallerAccess;
  /** Whether the caller is another on each cluster, beside what its policy says. */
  readonly #hasClusterNames: boolean;
  readonly #byPolicy = new Map<IdentityPolicy, CallerOnCluster>();
  readonly #byPrefixes = new Map<string, CallerOnCluster>();
  readonly #asked = new Map<string, Promise<void>>();
  readonly #answered = new Map<string, ClusterGrants | WithheldCause>();
  /** What is of this request alone: answers of clusters, and what was given up since it changed all the time. */
  readonly #own = new Map<
    string,
    { readonly objects: ClusterGrants['objects']; readonly revision: number; readonly visibility: Visibility }
  >();

  constructor(identity: Identity, deadline: number, sources: AccessSources) {
    this.#identity = identity;
    this.#deadline = deadline;
    this.#hasClusterNames = [identity.user, ...identity.groups].some(isClusterName);
    this.#sources = sources;
    let key = keys.get(identity);
    if (key === undefined) keys.set(identity, (key = identityKey(identity)));
    this.#key = key;
    this.#access = sources.accesses.of(key);
    this.view = Object.assign((name: string) => this.#visibility(name), {
      version: () => this.#version(),
      askedBy: callerKey(identity),
      shown: () => this.#shown(),
      mask: this.#access.mask,
    });
  }

  /** The same of some clusters alone, for a question about what is shown by its name. */
  byName(visibility: (cluster: string) => Visibility | undefined): View {
    return Object.assign(visibility, { askedBy: callerKey(this.#identity), mask: this.#access.maskByName });
  }

  /** Compiles what is not compiled yet, of these clusters or of all. */
  async prepare(signal: AbortSignal, clusters?: readonly string[]): Promise<View> {
    if (!clusters) return this.prepareFor(signal);
    signal.throwIfAborted();
    await this.#ask(clusters, signal);
    await this.#compile(clusters, new Yielder(callerKey(this.#identity), signal));
    return this.view;
  }

  /**
   * The same for a question that can read these clusters, or all: no others are asked for the caller's rights, so that a list waits for none that it does
   * not read. Until another question asks them, they show nothing.
   */
  async prepareFor(signal: AbortSignal, reached?: readonly string[]): Promise<View> {
    signal.throwIfAborted();
    const { readModel, accesses } = this.#sources;
    const known = this.#moment();
    const names = known?.unsettled ?? readModel.clusters().map(({ cluster }) => cluster);
    await this.#ask(reached ? names.filter(name => reached.includes(name)) : names, signal);
    const turns = new Yielder(callerKey(this.#identity), signal);
    if (known) {
      await this.#compile(names, turns);
      // One needs no judging any more: its leaf has confirmed its grants again.
      if (names.some(name => this.#source(name)?.asked === false)) this.#access.moment = undefined;
    } else {
      // What changes while others have their turn is compiled once more, so that little is left to do on the spot.
      for (let round = 0; round < ROUNDS && !this.#moment(); round++) this.#access.moment = await this.#settle(turns);
    }
    accesses.weigh(this.#key, this.#access);
    return this.view;
  }

  /** Who the caller is on a cluster; undefined where the caller has no identity. */
  identityOn(name: string): ClusterIdentity | undefined {
    return this.#open(name)?.on.identity;
  }

  /** What the caller would see of a cluster if its grants were these; undefined where the caller has no identity. */
  async ofGrants(name: string, grants: ClusterGrants, signal: AbortSignal): Promise<Visibility | undefined> {
    const { readModel, rules } = this.#sources;
    const [index, policy] = [readModel.cluster(name), rules.policies(name)];
    if (!index || !policy) return undefined;
    return new Yielder(callerKey(this.#identity), signal).run(compileInSteps(grants, this.#on(policy).identity, index.resources));
  }

  /** The namespaces of a cluster as an earlier request of the caller found them, in order; undefined: they may be others by now. */
  namespacesOn({ cluster, rowRevision }: ClusterIndex): readonly string[] | undefined {
    const visibility = this.#visibility(cluster);
    return visibility && this.#access.namespaces(cluster, { visibility, rowRevision });
  }

  /** For the caller's next requests. What a cluster says that is asked itself is of this request alone. */
  keepNamespaces(cluster: string, found: KeptNamespaces): void {
    if (this.isAsked(cluster)) return;
    this.#access.keepNamespaces(cluster, found);
    this.#sources.accesses.weigh(this.#key, this.#access);
  }

  /** Whether this cluster answers for the caller's rights itself. */
  isAsked(name: string): boolean {
    // A cluster that failed to answer is asked again: nothing else could open it.
    const open = this.#open(name, { ...this.#sources.rules, reviewsFail: () => false });
    return open !== undefined && this.#mustAsk(open);
  }

  /**
   * Clusters that are open and show the caller nothing, since what the caller may see there could not be learned. All are asked and waited for, whatever the
   * lists of the request read: what was told too early would depend on how long a cluster takes, and so on what it hides.
   */
  async withheld(signal: AbortSignal): Promise<ReadonlyMap<string, WithheldCause>> {
    await this.prepareFor(signal);
    const causes = new Map<string, WithheldCause>();
    for (const index of this.#sources.readModel.clusters()) {
      const cause = closure(index, this.#sources.rules) ? undefined : this.#withheldBy(index.cluster);
      if (cause) causes.set(index.cluster, cause);
    }
    return causes;
  }

  /** Whether clusters were asked for the caller's rights. */
  get asks(): boolean {
    return this.#asked.size > 0;
  }

  /** Whether the caller sees something else of these clusters than that. What clusters that are asked themselves would say is not known without asking. */
  async differsFrom(shown: Shown, clusters: Iterable<string>, signal: AbortSignal): Promise<boolean> {
    const turns = new Yielder(callerKey(this.#identity), signal);
    for (const name of clusters) {
      const source = this.#source(name);
      if (!source && this.isAsked(name)) continue;
      const now = source && (this.#current(source) ?? this.#keep(source, await turns.run(this.#access.compile(source))));
      if (!isSame(shown.get(name), now)) return true;
      await turns.take();
    }
    return false;
  }

  /** All that the View shows just now, compared with what it showed before: what is the same stays one object. */
  #shown(): Shown {
    const version = this.#version();
    const { shown: before, shownAt } = this.#access;
    if (version && version === shownAt) return before!; // they were set together
    const moment = this.#moment();
    const shown = new Map(moment?.settled);
    for (const name of moment?.unsettled ?? this.#sources.readModel.clusters().map(({ cluster }) => cluster)) {
      const visibility = this.#visibility(name);
      if (visibility) shown.set(name, visibility);
    }
    let hasChanged = before?.size !== shown.size;
    for (const [name, visibility] of shown) {
      const earlier = before?.get(name);
      // Another one that shows the same: a role has changed that is not theirs, or the cluster was asked once more.
      if (isSame(earlier, visibility)) shown.set(name, earlier!);
      else hasChanged = true;
    }
    this.#access.shownAt = version;
    if (hasChanged) this.#access.shown = shown;
    return this.#access.shown!;
  }

  #withheldBy(name: string): WithheldCause | undefined {
    if (this.isAsked(name)) {
      const answer = this.#answered.get(name) ?? 'ASKING';
      if (typeof answer === 'string') return answer;
    }
    const givenUp = this.#visibility(name)?.givenUp;
    return givenUp && (givenUp === 'changing' ? 'CHANGING' : 'TOO_LARGE');
  }

  #visibility(name: string): Visibility | undefined {
    const settled = this.#access.moment?.settled.get(name);
    if (settled && this.#moment()) return settled;
    const source = this.#source(name);
    return source && (this.#current(source) ?? this.#keep(source, this.#access.compileNow(source)));
  }

  #version(): object | undefined {
    const moment = this.#moment();
    return moment?.unsettled.every(name => this.#source(name) === undefined) ? moment : undefined;
  }

  /** What an earlier question has found, if nothing that it follows from has changed since. */
  #moment(): Moment | undefined {
    const { moment } = this.#access;
    return moment?.epoch === this.#epoch && this.#sources.readModel.now() < moment.validUntil ? moment : undefined;
  }

  get #epoch(): number {
    return epochOf(this.#sources);
  }

  /** Compiles all clusters. Where something has changed meanwhile the moment is over before it is used: its epoch is that of the beginning. */
  async #settle(turns: Yielder): Promise<Moment> {
    const { readModel, rules } = this.#sources;
    const epoch = this.#epoch;
    const now = readModel.now();
    const names = readModel.clusters().map(({ cluster }) => cluster);
    await this.#compile(names, turns);
    const settled = new Map<string, Visibility>();
    const unsettled: string[] = [];
    let closesAt = Infinity;
    for (const name of names) {
      const source = this.#source(name);
      const visibility = source && !source.asked ? this.#access.kept(source) : undefined;
      if (visibility) {
        settled.set(name, visibility);
        closesAt = Math.min(closesAt, now + rules.maxAgeMs - (source?.grantsConfirmedAgo ?? Infinity));
        // Of a cluster without a state there is nothing to judge, and when it gets one, that is another epoch.
      } else if (readModel.cluster(name)?.state) unsettled.push(name);
    }
    this.#access.retain(names);
    return { epoch, validUntil: closesAt - CONFIRMATION_SLACK_MS, settled, unsettled };
  }

  async #compile(names: readonly string[], turns: Yielder): Promise<void> {
    for (const name of names) {
      const source = this.#source(name);
      if (source && !this.#current(source)) this.#keep(source, await turns.run(this.#access.compile(source)));
      await turns.take();
    }
  }

  /** What the caller's visibility of a cluster follows from just now; undefined where there is nothing to see. */
  #source(name: string): Source | undefined {
    const open = this.#open(name);
    if (!open) return undefined;
    const { index, on } = open;
    const { resources, resourcesRevision, grantsConfirmedAgo } = index;
    const asked = this.#mustAsk(open);
    const grants = asked ? this.#answered.get(name) : index.grants;
    return typeof grants === 'object'
      ? { cluster: name, ...on, grants, resources, resourcesRevision, asked, grantsConfirmedAgo }
      : undefined;
  }

  #current(source: Source): Visibility | undefined {
    const kept = this.#access.kept(source);
    if (kept) return kept;
    const own = this.#own.get(source.cluster);
    const isSame = own?.objects === source.grants.objects && own.revision === source.grants.revision;
    return isSame && own.visibility.resources === source.resources ? own.visibility : undefined;
  }

  #keep({ cluster, grants: { objects, revision }, asked }: Source, visibility: Visibility): Visibility {
    if (asked || visibility.givenUp === 'changing') this.#own.set(cluster, { objects, revision, visibility });
    return visibility;
  }

  #open(name: string, rules = this.#sources.rules): Open | undefined {
    const index = this.#sources.readModel.cluster(name);
    // Without a policy it would be closed.
    return index && !closure(index, rules) ? { index, on: this.#on(rules.policies(name)!) } : undefined;
  }

  #mustAsk({ index: { cluster, state }, on }: Open): boolean {
    return state?.authorization === 'mixed' || this.#sources.quarantine.has(cluster, on.key);
  }

  /** Asks those that must be asked, each once a request. */
  async #ask(names: readonly string[], signal: AbortSignal): Promise<void> {
    const { live } = this.#sources;
    if (!live) return;
    const asked = names.filter(name => this.isAsked(name));
    await Promise.all(
      asked.map(name => {
        let asking = this.#asked.get(name);
        if (!asking) this.#asked.set(name, (asking = this.#askNow(name, live, signal)));
        return asking;
      }),
    );
  }

  async #askNow(name: string, live: Pick<LiveAccess, 'grants'>, signal: AbortSignal): Promise<void> {
    const { identity: onCluster, key } = this.#on(this.#sources.rules.policies(name)!); // isAsked() has seen that there is one
    const waitMs = (this.#deadline - performance.now()) * SHARE_OF_DEADLINE;
    this.#answered.set(name, await live.grants(name, { identity: this.#identity, onCluster, key }, signal, waitMs));
  }

  #on(policy: IdentityPolicy): CallerOnCluster {
    let on = this.#byPolicy.get(policy);
    if (!on) {
      const prefixes = JSON.stringify([policy.usernamePrefix, policy.groupPrefix, this.#hasClusterNames && policy.cluster, policy.owner]);
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

function isSame(before: Visibility | undefined, now: Visibility | undefined): boolean {
  return before === now || (before !== undefined && now !== undefined && sameVisibility(before, now));
}
