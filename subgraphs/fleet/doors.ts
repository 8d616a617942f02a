/**
 * The doors to the read model, one for each access directive: all that a resolver can ask of it, already bound to the caller's View.
 *
 * A resolver is handed the door that its field's directive names (enforcement.ts) and nothing else; there is no way from a door to the read
 * model behind it.
 */
import DataLoader from 'dataloader';
import type { ClusterIdentity, Identity } from '../../identity/identity.ts';
import type { ClusterGrants, Resource } from '../../rbac/types.ts';
import type { Facet, FacetField, Filter, OrderKey, Page, PageRequest } from '../../readmodel/query.ts';
import type { ReadModel } from '../../readmodel/readmodel.ts';
import type { Row } from '../../store/store.ts';
import { decodeObjectId, MalformedIdError } from '../../schema/object-id.ts';
import { countStates, type CoverageNumbers } from './coverage-state.ts';
import type { FailClosedRules } from './fail-closed.ts';
import type { RequestView } from './view.ts';

/** What every door is made from; of one request. */
export interface DoorFrame {
  readonly readModel: ReadModel;
  readonly rules: FailClosedRules;
  readonly view: RequestView;
  readonly identity: Identity;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Behind `@rbacRows`. */
export class VisibleRows {
  readonly #frame: DoorFrame;
  readonly #byId: DataLoader<string, Row | undefined>;
  readonly #counts = new Map<FacetField, Promise<ReadonlyMap<string, number>>>();

  constructor(frame: DoorFrame) {
    this.#frame = frame;
    this.#byId = new DataLoader(async ids => {
      const clusters = [...new Set(ids.map(id => decodeObjectId(id).cluster))];
      return frame.readModel.find(await frame.view.prepare(frame.signal, clusters), ids);
    });
  }

  async page(filter: Filter, order: readonly OrderKey[], page: PageRequest): Promise<Page> {
    return this.#frame.readModel.page(await this.#frame.view.prepare(this.#frame.signal), filter, order, page);
  }

  async count(filter: Filter): Promise<number> {
    return this.#frame.readModel.count(await this.#frame.view.prepare(this.#frame.signal), filter);
  }

  async facet(filter: Filter, field: FacetField, options: { labelKey?: string; limit: number }): Promise<Facet> {
    return this.#frame.readModel.facet(await this.#frame.view.prepare(this.#frame.signal), filter, field, options);
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
  async find(id: string): Promise<Row | undefined> {
    return isObjectId(id) ? this.#byId.load(id) : undefined;
  }
}

/** Behind `@rbacSelf`: who the caller is, and the grants for questions about the caller's own rights. */
export class Self {
  readonly #frame: DoorFrame;

  constructor(frame: DoorFrame) {
    this.#frame = frame;
  }

  get identity(): Identity {
    return this.#frame.identity;
  }

  on(cluster: string): ClusterIdentity | undefined {
    return this.#frame.view.identityOn(cluster);
  }

  /** The caller and the grants of a cluster, for an explanation to the caller; undefined where the cluster is closed or there is none. */
  standing(cluster: string): { identity: ClusterIdentity; grants: ClusterGrants; resources: readonly Resource[] } | undefined {
    const identity = this.on(cluster);
    const index = this.#frame.readModel.cluster(cluster);
    return identity && index ? { identity, grants: index.grants, resources: index.resources } : undefined;
  }
}

/** Behind `@rbacPublic`: how many clusters are in which state, and no name. */
export class FleetNumbers {
  readonly #frame: DoorFrame;

  constructor(frame: DoorFrame) {
    this.#frame = frame;
  }

  coverage(): CoverageNumbers {
    return countStates(this.#frame.readModel.clusters(), circumstances(this.#frame));
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
