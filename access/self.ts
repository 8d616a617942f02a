/**
 * The caller's identity and saved views, and the grants that explain rights. Rights are explained for the caller, or
 * for a user whom the caller may impersonate. This is the accessor behind `@rbacSelf`.
 */
import { Yielder } from '../async/fair-turns.ts';
import { ReviewError } from '../identity/access-reviews.ts';
import {
  identityOn,
  callerKey,
  type ClusterIdentity,
  type Identity,
  type IdentityPolicy,
} from '../identity/identity.ts';
import { authorizeInSteps } from '../rbac/authorize.ts';
import { boundGroups } from '../rbac/grant-index.ts';
import type { Attributes, ClusterGrants, Resource, Visibility } from '../rbac/types.ts';
import { compileInSteps } from '../rbac/visibility.ts';
import { audit } from '../telemetry/audit.ts';
import type { ClusterIndex } from '../readmodel/readmodel.ts';
import { SHELF_OF_ALL, shelfOf, type StoredView, type ViewShelves } from '../store/saved-views.ts';
import type { AccessFrame } from './frame.ts';
import { countCauses, type WithheldClusters } from './coverage.ts';

/** Maximum number of groups that inAllGroups() adds. Adding them takes about a millisecond. */
const MAX_GROUPS_TRIED = 5_000;

/** A subject on a cluster, its visibility, and the cluster's grants. */
export interface Standing {
  readonly identity: ClusterIdentity;
  readonly grants: ClusterGrants;
  readonly resources: readonly Resource[];
  readonly visibility: Visibility;
  /** True if live reviews decide. The grants then only illustrate the decision. */
  readonly live: boolean;
  /** Time of the cluster's last confirmation of the grants, in milliseconds since the epoch. */
  readonly grantsSyncedAt: number | undefined;
}

/** A view as a caller sends it. */
export type NewView = Pick<StoredView, 'name' | 'search'>;

export class Self {
  readonly #frame: AccessFrame;
  /** One deadline for all reviews of this accessor. So silent clusters delay a request by one timeout only. */
  #limit: AbortSignal | undefined;

  constructor(frame: AccessFrame) {
    this.#frame = frame;
  }

  get identity(): Identity {
    return this.#frame.identity;
  }

  /** Undefined if no views can be saved. */
  get views(): ViewShelves | undefined {
    return this.#frame.views;
  }

  /**
   * Views of the caller. The user comes from the authenticator, never from arguments. So no user can read or write the
   * views of another user.
   */
  async ownViews(): Promise<readonly StoredView[]> {
    return (await this.views?.read(shelfOf(callerKey(this.identity)))) ?? [];
  }

  /** Views that administrators saved for everybody. */
  async viewsForAll(): Promise<readonly StoredView[]> {
    return (await this.views?.read(SHELF_OF_ALL)) ?? [];
  }

  async saveView(view: NewView): Promise<'SAVED' | 'FULL' | undefined> {
    return this.views?.save(shelfOf(callerKey(this.identity)), this.signed(view));
  }

  async removeView(name: string): Promise<boolean | undefined> {
    return this.views?.remove(shelfOf(callerKey(this.identity)), name);
  }

  signed(view: NewView): StoredView {
    return { ...view, savedBy: this.identity.user, savedAt: this.#frame.now() };
  }

  on(cluster: string): ClusterIdentity | undefined {
    return this.#frame.access.identityOn(cluster);
  }

  /**
   * Number of open clusters that show the caller nothing because the caller's rights on them could not be determined,
   * by cause.
   */
  async withheld(): Promise<readonly WithheldClusters[]> {
    const { access, signal } = this.#frame;
    return countCauses((await access.withheld(signal)).values());
  }

  /**
   * The caller and the grants of a cluster, for an explanation. Undefined if the cluster is closed or unknown, or if
   * the caller's rights are not known yet.
   */
  async standing(cluster: string): Promise<Standing | undefined> {
    const { access, readModel, signal, now } = this.#frame;
    const visibility = (await access.prepare(signal, [cluster]))(cluster);
    if (!visibility) return undefined;
    const identity = this.on(cluster)!; // a visible cluster is open, and the caller has an identity on it
    const { grants, resources, grantsConfirmedAgo } = readModel.cluster(cluster)!;
    const grantsSyncedAt = grantsConfirmedAgo === undefined ? undefined : now() - grantsConfirmedAgo;
    return { identity, grants, resources, visibility, live: access.isRequested(cluster), grantsSyncedAt };
  }

  /** Runs work on grants in steps, and yields to other callers between the steps. @throws the reason of the signal */
  inTurns<T>(work: Iterator<unknown, T>): T | Promise<T> {
    const { identity, signal } = this.#frame;
    return new Yielder(callerKey(identity), signal).run(work);
  }

  /** Adds `cost` to the cost of the request, because the price of the operation does not include this cost. */
  charge(cost: number): void {
    const { extra } = this.#frame;
    if (extra) extra.cost += cost;
  }

  /** Checks a right of the caller with a live review by the cluster. @throws ReviewError */
  async may(cluster: string, question: Attributes): Promise<boolean> {
    const { questions, identity, signal } = this.#frame;
    if (!questions) throw new ReviewError('FAILED', 'clusters cannot be asked here');
    this.#limit ??= questions.limit();
    return questions.may(cluster, identity, question, signal, this.#limit);
  }

  /**
   * The caller's groups that fleetgraph may not impersonate on a cluster. Undefined if the cluster does not answer, or
   * cannot be reviewed. Must be called only for a cluster that the caller may name.
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
   * The standing of another user on a cluster. The caller must be allowed to impersonate this user and each of the
   * user's groups, by the index and by a live review. Otherwise undefined. Each call is logged.
   *
   * Always undefined on a cluster that does not decide by RBAC alone. Such a cluster is reviewed with the caller's
   * own identity, so it answers only for the caller.
   *
   * Who attacks: a caller without the right, who guesses names of clusters and measures which of them exist and are
   * reviewed. What stops them: the index must grant the right before any cluster is contacted. What remains: the
   * attacker can measure the microseconds that reading grants takes.
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
      audit(log, {
        event: 'explainAccess',
        user,
        groups,
        cluster,
        asUser: other.user,
        asGroups: other.groups,
        about,
        granted: !!granted,
      });
    }
    if (!granted) return undefined;
    const identity = identityOn(policy, other);
    const { grants, resources, grantsConfirmedAgo } = index;
    const grantsSyncedAt = grantsConfirmedAgo === undefined ? undefined : now() - grantsConfirmedAgo;
    const visibility = await this.inTurns(compileInSteps(grants, identity, resources));
    return { identity, grants, resources, visibility, live: false, grantsSyncedAt };
  }

  /**
   * The standing that the subject would have as a member of the groups that the cluster's bindings name. Leaves out
   * `system:` groups, and groups above MAX_GROUPS_TRIED. Used to find groups that would grant a right. The caller must
   * be allowed to impersonate any group, by the index and by a live review. Otherwise undefined.
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
    const policy = rules.policies(cluster);
    if (!policy) return undefined; // the cluster was closed meanwhile
    const groups: string[] = [];
    for (const group of boundGroups(grants)) {
      if (groups.length === MAX_GROUPS_TRIED) break;
      if (group.startsWith(policy.groupPrefix) && !group.startsWith('system:')) groups.push(group);
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
    for (const question of questions)
      if ((await this.inTurns(authorizeInSteps(grants, asker, question))) !== true) return false;
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
