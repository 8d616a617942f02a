/**
 * Rows: the accessor behind `@rbacRows`.
 */
import DataLoader from 'dataloader';
import type { Facet, FacetField, Filter, IndexedRow, OrderKey, Page, PageRequest, View } from '../readmodel/query.ts';
import { decodeObjectId, MalformedIdError } from '../schema/object-id.ts';
import type { ProjectionRecord, RelationType } from '../store/attached.ts';
import type { AccessFrame } from './frame.ts';
import { clustersOf } from './reached-clusters.ts';

export class VisibleRows {
  readonly #frame: AccessFrame;
  readonly #byId: DataLoader<string, IndexedRow | undefined>;
  readonly #related = new Map<RelationType, DataLoader<string, IndexedRow[]>>();
  readonly #records = new Map<string, DataLoader<string, readonly ProjectionRecord[] | undefined>>();
  readonly #counts = new Map<FacetField, Promise<ReadonlyMap<string, number>>>();

  constructor(frame: AccessFrame) {
    this.#frame = frame;
    this.#byId = this.#batched((view, ids) => frame.readModel.find(view, ids, frame.signal));
  }

  /** @throws QueryError */
  judgePage(order: readonly OrderKey[], page: PageRequest): void {
    this.#frame.readModel.judgePage(order, page);
  }

  async page(filter: Filter, order: readonly OrderKey[], page: PageRequest): Promise<Page> {
    const { readModel, access, signal } = this.#frame;
    return readModel.page(await access.prepareFor(signal, clustersOf(filter)), filter, order, page, signal);
  }

  /** The count and the facets of one filter are counted together when they are asked for together. */
  async count(filter: Filter): Promise<number> {
    const { readModel, access, signal } = this.#frame;
    return readModel.count(await access.prepareFor(signal, clustersOf(filter)), filter, signal);
  }

  async facet(filter: Filter, field: FacetField, options: { labelKey?: string; limit: number }): Promise<Facet> {
    const { readModel, access, signal } = this.#frame;
    // This facet leaves out the filter's own condition on clusters.
    const reached = field === 'CLUSTER' ? undefined : clustersOf(filter);
    return readModel.facet(await access.prepareFor(signal, reached), filter, field, options, signal);
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

  /** The objects to which relations of a type lead from this one, if the caller may see it: those of them that the caller may see, too. */
  async related(id: string, type: RelationType): Promise<readonly IndexedRow[]> {
    if (!isObjectId(id)) return [];
    const { readModel, signal } = this.#frame;
    let loader = this.#related.get(type);
    if (!loader) this.#related.set(type, (loader = this.#batched((view, ids) => readModel.related(view, ids, type, signal))));
    return loader.load(id);
  }

  /** What a projection keeps of an object; undefined for absent, hidden and malformed alike. */
  async records(id: string, projection: string): Promise<readonly ProjectionRecord[] | undefined> {
    if (!isObjectId(id)) return undefined;
    const { readModel, signal } = this.#frame;
    let loader = this.#records.get(projection);
    if (!loader) this.#records.set(projection, (loader = this.#batched((view, ids) => readModel.records(view, ids, projection, signal))));
    return loader.load(id);
  }

  /** Asks once for all ids of one turn; none of them is malformed. */
  #batched<T>(ask: (view: View, ids: readonly string[]) => Promise<T[]>): DataLoader<string, T> {
    const { access, signal } = this.#frame;
    return new DataLoader(async ids => {
      const clusters = [...new Set(ids.map(id => decodeObjectId(id).cluster))];
      return ask(await access.prepare(signal, clusters), ids);
    });
  }
}

function isObjectId(id: string): boolean {
  try {
    return decodeObjectId(id) !== undefined;
  } catch (error) {
    if (error instanceof MalformedIdError) return false;
    throw error;
  }
}
