/**
 * Access for the administrators of the fleet, who read the registrations of clusters and change the views that are
 * saved for everybody. This is the accessor behind `@rbacAdministrators`.
 *
 * Who attacks: a caller who wants to learn about clusters that they may not name, or about the Secrets that register
 * these clusters. What stops them: the configuration names one cluster, and this cluster must allow the caller to list
 * `registrations.fleetgraph.dev`. A check that fails denies access. Other callers get null. Even administrators see why
 * a registration fails only as codes and fixed sentences, without addresses, paths or kubeconfig text. What remains: an
 * administrator learns the names of all clusters and of the objects that register them.
 *
 * The owner of the process is also an administrator, because the owner already has the credentials of all clusters.
 */
import { ReviewError } from '../identity/access-reviews.ts';
import { authorizeInSteps } from '../rbac/authorize.ts';
import { compareText } from '../readmodel/table/names.ts';
import { coverageContext, coverageOf, type ClusterCoverage, type FailClosedRules } from './coverage.ts';
import type { AccessFrame, KnownProblem, KnownRegistration } from './frame.ts';
import type { ClusterIndex } from '../readmodel/readmodel.ts';
import { Self, type NewView } from './self.ts';
import { SHELF_OF_ALL } from '../store/saved-views.ts';

export interface AdministratorsView {
  readonly registrations: readonly (KnownRegistration & SameServer & Omit<ClusterCoverage, 'cluster' | 'kinds'>)[];
  readonly problems: readonly KnownProblem[];
}

interface SameServer {
  /** Names of the other clusters that are registrations of the same API server. */
  readonly sameServerAs: readonly string[];
}

const ADMINISTRATORS_RIGHT = {
  verb: 'list',
  group: 'fleetgraph.dev',
  resource: 'registrations',
  namespace: '',
  name: '',
} as const;

export class Administration {
  readonly #frame: AccessFrame;
  readonly #self: Self;

  constructor(frame: AccessFrame) {
    this.#frame = frame;
    this.#self = new Self(frame);
  }

  /** Undefined if the caller is not an administrator, or if this process offers no registrations. */
  async view(): Promise<AdministratorsView | undefined> {
    const { registrations, readModel } = this.#frame;
    if (!registrations || !(await this.isAdministrator())) return undefined;
    const circumstances = { ...coverageContext(this.#frame), nameable: [] };
    const known = await registrations.clusters();
    const sameServerAs = sameServers(readModel.clusters(), circumstances.rules);
    return {
      registrations: known
        .flatMap(registration => {
          const index = readModel.cluster(registration.name);
          if (!index) return [];
          return {
            ...registration,
            ...coverageOf(index, circumstances),
            sameServerAs: sameServerAs(registration.name),
          };
        })
        .toSorted((a, b) => compareText(a.name, b.name)),
      problems: registrations.problems(),
    };
  }

  async isAdministrator(): Promise<boolean> {
    const { registrations, identity } = this.#frame;
    return identity.isOwner === true || (await this.#isAllowedOn(registrations?.decidedOn));
  }

  /** Saves a view for everybody. Undefined if the caller is not an administrator, or if no views can be saved. */
  async saveView(view: NewView): Promise<'SAVED' | 'FULL' | undefined> {
    if (!(await this.isAdministrator())) return undefined;
    return this.#self.views?.save(SHELF_OF_ALL, this.#self.signed(view));
  }

  /** Undefined if the caller is not an administrator, or if no views can be saved. */
  async removeView(name: string): Promise<boolean | undefined> {
    if (!(await this.isAdministrator())) return undefined;
    return this.#self.views?.remove(SHELF_OF_ALL, name);
  }

  async #isAllowedOn(cluster: string | undefined): Promise<boolean> {
    if (cluster === undefined) return false;
    const standing = await this.#self.standing(cluster);
    if (!standing) return false;
    const { grants, identity, live } = standing;
    if (!live) return (await this.#self.inTurns(authorizeInSteps(grants, identity, ADMINISTRATORS_RIGHT))) === true;
    try {
      return await this.#self.may(cluster, ADMINISTRATORS_RIGHT);
    } catch (error) {
      if (!(error instanceof ReviewError)) throw error;
      return false;
    }
  }
}

/**
 * Returns a function that finds the other registrations of a cluster's API server. A server that was read over a
 * connection that is no longer registered does not count. A duplicate has the server of its original.
 */
function sameServers(
  clusters: readonly ClusterIndex[],
  { connections }: FailClosedRules,
): (name: string) => readonly string[] {
  const keys = new Map<string, string>();
  for (const { cluster, server } of clusters) {
    if (!server || (connections && server.connection !== connections(cluster))) continue;
    keys.set(cluster, server.uid === '' ? `connection ${server.connection}` : `uid ${server.uid}`);
  }
  for (const { cluster, state } of clusters) {
    const key =
      state?.reason === 'DUPLICATE' && state.duplicateOf !== undefined ? keys.get(state.duplicateOf) : undefined;
    if (key !== undefined) keys.set(cluster, key);
  }
  const byKey = Map.groupBy(keys.keys(), name => keys.get(name));
  return name => {
    const key = keys.get(name);
    return key === undefined ? [] : (byKey.get(key) ?? []).filter(other => other !== name).toSorted(compareText);
  };
}
