/**
 * The doors to the read model, one for each access directive: all that a resolver can ask of it, already bound to the caller's View.
 *
 * A resolver is handed the door that its field's directive names (enforcement.ts) and nothing else; there is no way from a door to the read
 * model behind it.
 */
import DataLoader from 'dataloader';
import { ReviewError, type AccessQuestion } from '../identity/access-reviews.ts';
import { identityOn } from '../identity/cluster-identity.ts';
import type { ClusterIdentity, Identity, IdentityPolicy } from '../identity/identity.ts';
import { authorize } from '../rbac/authorize.ts';
import type { ClusterGrants, Resource, Visibility } from '../rbac/types.ts';
import { compileInSteps } from '../rbac/visibility.ts';
import type { Facet, FacetField, Filter, IndexedRow, OrderKey, Page, PageRequest } from '../readmodel/query.ts';
import type { ClusterIndex, ReadModel } from '../readmodel/readmodel.ts';
import { decodeObjectId, MalformedIdError } from '../schema/object-id.ts';
import type { Logger } from '../telemetry/log.ts';
import { countCauses, countStates, type CoverageNumbers, type WithheldClusters } from './coverage.ts';
import type { FailClosedRules } from './fail-closed.ts';
import { clustersOf } from './reached-clusters.ts';
import type { CallersQuestions } from './reviews/fair-reviews.ts';
import { TurnTaker } from '../async/turn-taker.ts';
import type { RequestAccess } from './request-access.ts';

/** What every door is made from; of one request. */
export interface DoorFrame {
  readonly readModel: ReadModel;
  readonly rules: FailClosedRules;
  readonly view: RequestAccess;
  readonly identity: Identity;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The clusters themselves, where they can be asked. */
  readonly questions?: CallersQuestions | undefined;
  readonly log?: Logger | undefined;
}

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

/** Behind `@rbacRows`. */
export class VisibleRows {
  readonly #frame: DoorFrame;
  readonly #byId: DataLoader<string, IndexedRow | undefined>;
  readonly #counts = new Map<FacetField, Promise<ReadonlyMap<string, number>>>();

  constructor(frame: DoorFrame) {
    this.#frame = frame;
    this.#byId = new DataLoader(async ids => {
      const clusters = [...new Set(ids.map(id => decodeObjectId(id).cluster))];
      return frame.readModel.find(await frame.view.prepare(frame.signal, clusters), ids, frame.signal);
    });
  }

  /** @throws QueryError */
  judgePage(order: readonly OrderKey[], page: PageRequest): void {
    this.#frame.readModel.judgePage(order, page);
  }

  page(filter: Filter, order: readonly OrderKey[], page: PageRequest): Page | Promise<Page> {
    const { readModel, view, signal } = this.#frame;
    const reached = clustersOf(filter);
    const prepared = view.preparedFor(reached);
    if (prepared) return readModel.page(prepared, filter, order, page, signal);
    return view.prepareFor(signal, reached).then(made => readModel.page(made, filter, order, page, signal));
  }

  /** The count and the facets of one filter are counted together when they are asked for together. */
  async count(filter: Filter): Promise<number> {
    const { readModel, view, signal } = this.#frame;
    return readModel.count(await view.prepareFor(signal, clustersOf(filter)), filter, signal);
  }

  async facet(filter: Filter, field: FacetField, options: { labelKey?: string; limit: number }): Promise<Facet> {
    const { readModel, view, signal } = this.#frame;
    // This facet leaves out the filter's own condition on clusters.
    const reached = field === 'CLUSTER' ? undefined : clustersOf(filter);
    return readModel.facet(await view.prepareFor(signal, reached), filter, field, options, signal);
  }

  /** How many rows have which value; asked once for all values, since a list of clusters or kinds wants them all. */
  countsBy(field: 'CLUSTER' | 'KIND'): Promise<ReadonlyMap<string, number>> {
    let counts = this.#counts.get(field);
    if (!counts) {
      counts = this.facet({}, field, { limit: Number.MAX_SAFE_INTEGER }).then(
        ({ values }) => new Map(values.map(({ value, count }) => [value, count])),
      );
      this.#counts.set(field, counts);
    }
    return counts;
  }

  /** The row of an id; undefined for absent, hidden and malformed alike. The lookups of one request are batched. */
  async find(id: string): Promise<IndexedRow | undefined> {
    return isObjectId(id) ? this.#byId.load(id) : undefined;
  }
}

/** Behind `@rbacSelf`: who the caller is, and the grants for questions about the caller's own rights. */
export class Self {
  readonly #frame: DoorFrame;
  /** Of all questions of the request together, so that a cluster that does not answer holds it for one leaf's time-out. */
  #limit: AbortSignal | undefined;

  constructor(frame: DoorFrame) {
    this.#frame = frame;
  }

  get identity(): Identity {
    return this.#frame.identity;
  }

  on(cluster: string): ClusterIdentity | undefined {
    return this.#frame.view.identityOn(cluster);
  }

  /** How many open clusters show the caller nothing, since what the caller may see there could not be learned. */
  async withheld(): Promise<readonly WithheldClusters[]> {
    const { view, signal } = this.#frame;
    return countCauses((await view.withheld(signal)).values());
  }

  /** The caller and the grants of a cluster, for an explanation to the caller; undefined where the cluster is closed or there is none. */
  async standing(cluster: string): Promise<Standing | undefined> {
    const { view, readModel, signal, now } = this.#frame;
    const visibility = (await view.prepare(signal, [cluster]))(cluster);
    const identity = this.on(cluster);
    const index = readModel.cluster(cluster);
    if (!identity || !index || !visibility) return undefined;
    const { grants, resources, grantsConfirmedAgo } = index;
    const grantsSyncedAt = grantsConfirmedAgo === undefined ? undefined : now() - grantsConfirmedAgo;
    return { identity, grants, resources, visibility, live: view.isAsked(cluster), grantsSyncedAt };
  }

  /** Asks the cluster itself whether the caller may. @throws ReviewError */
  async may(cluster: string, question: AccessQuestion): Promise<boolean> {
    const { questions, identity, signal } = this.#frame;
    if (!questions) throw new ReviewError('FAILED', 'clusters cannot be asked here');
    this.#limit ??= questions.limit();
    return questions.may(cluster, identity, question, signal, this.#limit);
  }

  /**
   * The standing of somebody else on a cluster, for a caller who may impersonate them there: their user and each of their groups, which the cluster
   * itself confirms at this moment. Undefined where it does not, or cannot be asked. Each call is written to the log, granted or not.
   *
   * A cluster that decides by more than RBAC is asked as the caller and answers for nobody else, so there it is always undefined.
   *
   * Who attacks: somebody without that right who guesses names of clusters, and learns by the time of an answer which of them are there and were asked. What
   * stops them: the index knows the caller's rights, too, and no cluster is asked to confirm what the index does not grant. What remains: the microseconds
   * in which grants are read.
   */
  async standingAs(cluster: string, other: Identity, about: string): Promise<Standing | undefined> {
    const { readModel, rules, view, log, identity: asker, signal, now } = this.#frame;
    const policy = rules.policies(cluster);
    const index = readModel.cluster(cluster);
    const onCluster = view.identityOn(cluster);
    const open = policy && index?.state?.authorization === 'rbac' && onCluster;
    const granted = open && (await this.#mayImpersonate(index, open, policy, other));
    log?.info(
      {
        asker: asker.user,
        askerGroups: asker.groups.slice(0, 50),
        cluster,
        asUser: other.user,
        asGroups: other.groups,
        about,
        granted: !!granted,
      },
      'access of another identity explained',
    );
    if (!granted) return undefined;
    const identity = identityOn(policy, other);
    const { grants, resources, grantsConfirmedAgo } = index;
    const grantsSyncedAt = grantsConfirmedAgo === undefined ? undefined : now() - grantsConfirmedAgo;
    const visibility = await new TurnTaker(signal).run(compileInSteps(grants, identity, resources));
    return { identity, grants, resources, visibility, live: false, grantsSyncedAt };
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
    const questions: AccessQuestion[] = [
      account
        ? { ...impersonate, resource: 'serviceaccounts', namespace: account[1] ?? '', name: account[2] ?? '' }
        : { ...impersonate, resource: 'users', namespace: '', name: user },
      ...groups.map(name => ({ ...impersonate, resource: 'groups', namespace: '', name })),
    ];
    if (!questions.every(question => authorize(grants, asker, question))) return false;
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

/** Behind `@rbacPublic`: how many clusters are in which state, and no name. */
export class FleetNumbers {
  readonly #frame: DoorFrame;
  #coverage: CoverageNumbers | undefined;

  constructor(frame: DoorFrame) {
    this.#frame = frame;
  }

  /** Counted once a request: every list asks for them, under however many aliases. */
  coverage(): CoverageNumbers {
    return (this.#coverage ??= countStates(this.#frame.readModel.clusters(), circumstances(this.#frame)));
  }
}

/** What coverage is judged by, beside the cluster. */
export function circumstances({ rules, readModel, now }: DoorFrame): { rules: FailClosedRules; storeProblem: boolean; now: number } {
  return { rules, storeProblem: readModel.storeProblem !== undefined, now: now() };
}

function isObjectId(id: string): boolean {
  try {
    return decodeObjectId(id) !== undefined;
  } catch (error) {
    if (error instanceof MalformedIdError) return false;
    throw error;
  }
}
