/**
 * How the fleet is registered, for its administrators: the accessor behind `@rbacAdministrators`.
 *
 * Who attacks: a caller who wants to learn of clusters that they may not name, or of the Secrets that register them. What stops them: nothing is looked
 * at before RBAC of one cluster, which the configuration names, has said that the caller may list `registrations.fleetgraph.dev` there; it is judged as
 * all rights are, fail closed. Everybody else gets null, whether or not anything is configured, registered or wrong. Causes are codes with fixed
 * sentences: no address, path or kubeconfig's word is in them. What remains: an administrator learns the names of all clusters and of what registers them.
 */
import { ReviewError } from '../identity/access-reviews.ts';
import { authorize } from '../rbac/authorize.ts';
import { compareText } from '../readmodel/texts/id-order.ts';
import { coverageOf, type ClusterCoverage } from './coverage.ts';
import type { AccessFrame } from './frame.ts';
import { coverageContext } from './fleet-numbers.ts';
import type { KnownProblem, KnownRegistration } from './registrations.ts';
import { Self } from './self.ts';

export interface AdministratorsView {
  readonly registrations: readonly (KnownRegistration & Omit<ClusterCoverage, 'cluster' | 'kinds'>)[];
  readonly problems: readonly KnownProblem[];
}

const ADMINISTRATORS_RIGHT = { verb: 'list', group: 'fleetgraph.dev', resource: 'registrations', namespace: '', name: '' } as const;

export class Administration {
  readonly #frame: AccessFrame;
  readonly #self: Self;

  constructor(frame: AccessFrame) {
    this.#frame = frame;
    this.#self = new Self(frame);
  }

  /** Undefined for callers who are no administrators. */
  async view(): Promise<AdministratorsView | undefined> {
    const { registrations, readModel } = this.#frame;
    if (!registrations || !(await this.#isAdministrator(registrations.decidedOn))) return undefined;
    const circumstances = { ...coverageContext(this.#frame), nameable: [] };
    const known = await registrations.clusters();
    return {
      registrations: known
        .flatMap(registration => {
          const index = readModel.cluster(registration.name);
          return index ? { ...registration, ...coverageOf(index, circumstances) } : [];
        })
        .toSorted((a, b) => compareText(a.name, b.name)),
      problems: registrations.problems(),
    };
  }

  async #isAdministrator(cluster: string): Promise<boolean> {
    const standing = await this.#self.standing(cluster);
    if (!standing) return false;
    if (!standing.live) return authorize(standing.grants, standing.identity, ADMINISTRATORS_RIGHT);
    try {
      return await this.#self.may(cluster, ADMINISTRATORS_RIGHT);
    } catch (error) {
      if (!(error instanceof ReviewError)) throw error;
      return false;
    }
  }
}
