/**
 * Who the caller is, and the grants for questions about the caller's own rights, or about those of somebody whom the caller may impersonate: the accessor
 * behind `@rbacSelf`.
 */
import { Yielder } from '../async/yielder.ts';
import { ReviewError } from '../identity/access-reviews.ts';
import { identityOn } from '../identity/cluster-identity.ts';
import { callerKey, type ClusterIdentity, type Identity, type IdentityPolicy } from '../identity/identity.ts';
import { authorizeInSteps } from '../rbac/authorize.ts';
import { boundGroups } from '../rbac/grant-index.ts';
import type { Attributes, ClusterGrants, Resource, Visibility } from '../rbac/types.ts';
import { compileInSteps } from '../rbac/visibility.ts';
import { audit } from '../telemetry/audit.ts';
import type { ClusterIndex } from '../readmodel/readmodel.ts';
import type { AccessFrame } from './frame.ts';
import { countCauses, type WithheldClusters } from './coverage.ts';

/** Some thousand groups are read in a millisecond. */
const MAX_GROUPS_TRIED = 5_000;

/** Somebody on a cluster, and what decides about them there. */
export interface Standing {
  readonly identity: ClusterIdentity;
  readonly grants: ClusterGrants;
  readonly resources: readonly Resource[];
  readonly visibility: Visibility;
  /** The cluster's own answers count, and the grants only illustrate them. */
  readonly live: boolean;
  /** When the cluster last confirmed the grants, in milliseconds since the epoch. */
  readonly grantsSyncedAt: number | undefined;
}

export class Self {
  readonly #frame: AccessFrame;
  /** Of all questions of the request together, so that a cluster that does not answer holds it for one leaf's time-out. */
  #limit: AbortSignal | undefined;

  constructor(frame: AccessFrame) {
    this.#frame = frame;
  }

  get identity(): Identity {
    return this.#frame.identity;
  }

  on(cluster: string): ClusterIdentity | undefined {
    return this.#frame.access.identityOn(cluster);
  }

  /** How many open clusters show the caller nothing, since what the caller may see there could not be learned. */
  async withheld(): Promise<readonly WithheldClusters[]> {
    const { access, signal } = this.#frame;
    return countCauses((await access.withheld(signal)).values());
  }

  /** The caller and the grants of a cluster, for an explanation to the caller; undefined where the cluster is closed or there is none. */
  async standing(cluster: string): Promise<Standing | undefined> {
    const { access, readModel, signal, now } = this.#frame;
    const visibility = (await access.prepare(signal, [cluster]))(cluster);
    if (!visibility) return undefined;
    const identity = this.on(cluster)!; // it shows something, so it is known and open, and the caller is somebody there
    const { grants, resources, grantsConfirmedAgo } = readModel.cluster(cluster)!;
    const grantsSyncedAt = grantsConfirmedAgo === undefined ? undefined : now() - grantsConfirmedAgo;
    return { identity, grants, resources, visibility, live: access.isAsked(cluster), grantsSyncedAt };
  }

  /** Work on grants, in turns of the caller. @throws the signal's reason */
  inTurns<T>(work: Iterator<unknown, T>): T | Promise<T> {
    const { identity, signal } = this.#frame;
    return new Yielder(callerKey(identity), signal).run(work);
  }

  /** Charges the request beyond the price of its operation. */
  charge(cost: number): void {
    const { extra } = this.#frame;
    if (extra) extra.cost += cost;
  }

  /** Asks the cluster itself whether the caller may. @throws ReviewError */
  async may(cluster: string, question: Attributes): Promise<boolean> {
    const { questions, identity, signal } = this.#frame;
    if (!questions) throw new ReviewError('FAILED', 'clusters cannot be asked here');
    this.#limit ??= questions.limit();
    return questions.may(cluster, identity, question, signal, this.#limit);
  }

  /**
   * The caller's groups, as the cluster knows them, that fleetgraph may not impersonate there. Undefined where the
   * cluster does not say. For a cluster that the caller may know of.
   */
  async refusedGroups(cluster: string): Promise<readonly string[] | undefined> {
    const { questions, identity, signal } = this.#frame;
    if (!questions) return undefined;
    this.#limit ??= questions.limit();
    try {
      return await questions.refusedGroups(cluster, identity, signal, this.#limit);
    } catch (error) {
      if (!(error instanceof ReviewError)) throw error;
      return undefined;
    }
  }

  /**
   * The standing of somebody else on a cluster, for a caller who may impersonate them there: their user and each of their groups, which the cluster
   * itself confirms at this moment. Undefined where it does not, or cannot be asked. Each call is written to the log, granted or not.
   *
   * A cluster that decides by more than RBAC is asked as the caller and answers for that caller alone, so there it is always undefined.
   *
   * Who attacks: somebody without that right who guesses names of clusters, and learns by the time of an answer which of them are there and were asked. What
   * stops them: the index knows the caller's rights, too, and no cluster is asked to confirm what the index does not grant. What remains: the microseconds
   * in which grants are read.
   */
  async standingAs(cluster: string, other: Identity, about: string): Promise<Standing | undefined> {
    const { readModel, rules, access, log, identity: asker, now } = this.#frame;
    const policy = rules.policies(cluster);
    const index = readModel.cluster(cluster);
    const onCluster = access.identityOn(cluster);
    const open = policy && index?.state?.authorization === 'rbac' && onCluster;
    const granted = open && (await this.#mayImpersonate(index, open, policy, other));
    if (log) {
      const { user, groups } = asker;
      audit(log, { event: 'explainAccess', user, groups, cluster, asUser: other.user, asGroups: other.groups, about, granted: !!granted });
    }
    if (!granted) return undefined;
    const identity = identityOn(policy, other);
    const { grants, resources, grantsConfirmedAgo } = index;
    const grantsSyncedAt = grantsConfirmedAgo === undefined ? undefined : now() - grantsConfirmedAgo;
    const visibility = await this.inTurns(compileInSteps(grants, identity, resources));
    return { identity, grants, resources, visibility, live: false, grantsSyncedAt };
  }

  /**
   * The same user in every group that bindings of the cluster name, to find the groups that would let them. Undefined
   * unless the caller may impersonate any group there, which the cluster itself confirms. So nobody is told of a group
   * that they could not ask for.
   */
  async inAllGroups(cluster: string, standing: Standing): Promise<Standing | undefined> {
    const { rules, access } = this.#frame;
    const asker = access.identityOn(cluster);
    const anyGroup = { verb: 'impersonate', group: '', resource: 'groups', namespace: '', name: '' };
    const { grants, identity } = standing;
    if (!asker || (await this.inTurns(authorizeInSteps(grants, asker, anyGroup))) !== true) return undefined;
    try {
      if (!(await this.may(cluster, anyGroup))) return undefined;
    } catch (error) {
      if (!(error instanceof ReviewError)) throw error;
      return undefined;
    }
    const { groupPrefix = '' } = rules.policies(cluster) ?? {};
    const groups: string[] = [];
    for (const group of boundGroups(grants)) {
      if (groups.length === MAX_GROUPS_TRIED) break;
      if (group.startsWith(groupPrefix) && !group.startsWith('system:')) groups.push(group);
    }
    return { ...standing, identity: { ...identity, groups: [...identity.groups, ...groups] } };
  }

  async #mayImpersonate(
    { cluster, grants }: ClusterIndex,
    asker: ClusterIdentity,
    policy: IdentityPolicy,
    other: Identity,
  ): Promise<boolean> {
    const user = policy.usernamePrefix + other.user;
    const groups = other.groups.map(group => policy.groupPrefix + group);
    const account = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(user);
    const impersonate = { verb: 'impersonate', group: '' };
    const questions: Attributes[] = [
      account
        ? { ...impersonate, resource: 'serviceaccounts', namespace: account[1]!, name: account[2]! }
        : { ...impersonate, resource: 'users', namespace: '', name: user },
      ...groups.map(name => ({ ...impersonate, resource: 'groups', namespace: '', name })),
    ];
    for (const question of questions) if ((await this.inTurns(authorizeInSteps(grants, asker, question))) !== true) return false;
    try {
      for (const question of questions) if (!(await this.may(cluster, question))) return false;
      return true;
    } catch (error) {
      if (!(error instanceof ReviewError)) throw error;
      this.#frame.log?.warn({ cluster, reason: error.message }, 'the right to impersonate could not be asked for');
      return false;
    }
  }
}
