/**
 * Opens the read model of a replica over a store: columns, their follower, and the questions. Every question is answered in one turn of the
 * event loop, so it sees one state of the columns; only what a page needs beyond the columns is awaited, and it cannot change the answer's rows.
 */
import { encodeCursor } from './cursor.ts';
import { computeFacet, countIds, type FacetOptions } from './facets.ts';
import { Follower } from './follower.ts';
import { Orderings } from './ordering.ts';
import { selectPage } from './paging.ts';
import type { Facet, FacetField, Filter, OrderKey, Page, PageRequest, View } from './query.ts';
import type { ClusterIndex, ReadModel } from './readmodel.ts';
import { RowTable } from './row-table.ts';
import { Selection } from './selection.ts';
import { VisibilityMasks } from './visibility-mask.ts';
import { decodeObjectId, encodeObjectKey, MalformedIdError } from '../schema/object-id.ts';
import { StoreUnavailableError, type Row, type Store } from '../store/store.ts';
import type { Logger } from '../telemetry/log.ts';

export interface ReadModelOptions {
  readonly store: Store;
  readonly log: Logger;
  /** Clusters that are registered with this process. They are part of the fleet before the store has a word of them. */
  readonly registered?: () => readonly string[];
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** Returns once following has begun; clusters load one after the other behind it. */
export async function openReadModel(options: ReadModelOptions): Promise<ReadModel> {
  const model = new ColumnarReadModel(options);
  await model.start();
  return model;
}

/** A registered cluster of which the store has not told anything yet. */
const UNHEARD_OF = {
  loading: true,
  state: undefined,
  answeredAgo: undefined,
  grantsConfirmedAgo: undefined,
  grants: { revision: 0, objects: new Map() },
  resources: [],
  resourcesRevision: 0,
  rowCount: 0,
} as const satisfies Omit<ClusterIndex, 'cluster'>;

class ColumnarReadModel implements ReadModel {
  readonly #table = new RowTable();
  readonly #orderings = new Orderings(this.#table);
  readonly #masks: VisibilityMasks;
  readonly #follower: Follower;
  readonly #store: Store;
  readonly #log: Logger;
  readonly #registered: () => readonly string[];
  readonly #now: () => number;
  readonly #listeners = new Set<(cluster: string | undefined) => void>();

  constructor({ store, log, registered = () => [], now = () => performance.now() }: ReadModelOptions) {
    this.#store = store;
    this.#registered = registered;
    this.#log = log;
    this.#now = now;
    const changed = (cluster: string | undefined): void => this.#tell(cluster);
    this.#follower = new Follower({ store, log, now, table: this.#table, changed });
    this.#masks = new VisibilityMasks(this.#table, cluster => this.#follower.clusters.get(cluster));
  }

  start(): Promise<void> {
    return this.#follower.start();
  }

  async close(): Promise<void> {
    this.#follower.close();
    this.#listeners.clear();
  }

  get storeProblem(): string | undefined {
    return this.#follower.problem;
  }

  clusters(): readonly ClusterIndex[] {
    return [...new Set([...this.#follower.clusters.keys(), ...this.#registered()])].map(name => this.cluster(name)!);
  }

  cluster(name: string): ClusterIndex | undefined {
    const followed = this.#follower.clusters.get(name);
    if (followed) return followed.index(this.#now(), this.#table.places.inCluster(name)?.rowCount ?? 0);
    return this.#registered().includes(name) ? { cluster: name, ...UNHEARD_OF } : undefined;
  }

  async page(view: View, filter: Filter, order: readonly OrderKey[], request: PageRequest): Promise<Page> {
    const ordering = this.#orderings.of(order);
    const { rows, hasNextPage, hasPreviousPage } = selectPage(this.#table, this.#select(view, filter), ordering, request);
    const cursors = rows.map(row => encodeCursor(ordering, row));
    return { rows: await this.#complete(rows), cursors, hasNextPage, hasPreviousPage };
  }

  count(view: View, filter: Filter): number {
    return this.#select(view, filter).count();
  }

  facet(view: View, filter: Filter, field: FacetField, options: FacetOptions): Facet {
    return computeFacet(this.#table, wanted => this.#select(view, wanted), filter, field, options);
  }

  async find(view: View, ids: readonly string[]): Promise<(Row | undefined)[]> {
    const selection = this.#select(view, {});
    const found = ids.map(id => {
      const row = this.#numberOf(id);
      return row !== 0 && selection.has(row) ? row : 0;
    });
    const rows = (await this.#complete(found.filter(row => row !== 0))).values();
    return found.map(row => (row === 0 ? undefined : rows.next().value));
  }

  namespaces(view: View): ReadonlyMap<string, ReadonlyMap<string, number>> {
    const { columns, places } = this.#table;
    const found = new Map<string, Map<string, number>>();
    countIds(this.#select(view, {}), columns.place, places.capacity).forEach((count, place) => {
      if (count === 0 || places.namespaceName(place) === '') return;
      const cluster = places.clusterName(place);
      const counts = found.get(cluster) ?? new Map<string, number>();
      found.set(cluster, counts.set(places.namespaceName(place), count));
    });
    return found;
  }

  kinds(view: View): ReadonlyMap<string, ReadonlySet<number>> {
    const { columns, places, kinds } = this.#table;
    const width = kinds.capacity;
    const seen = new Uint8Array(places.clusterNames.capacity * width);
    this.#select(view, {}).forEachBlock((block, count) => {
      for (let i = 0; i < count; i++) seen[places.cluster[columns.place[block[i]!]!]! * width + columns.kind[block[i]!]!] = 1;
    });
    const found = new Map<string, Set<number>>();
    for (const { id, name } of places.clusters()) {
      const numbers = new Set<number>();
      this.#follower.clusters.get(name)?.resources.forEach(({ group, kind }, number) => {
        const kindId = kinds.find(group, kind);
        if (kindId !== undefined && seen[id * width + kindId] === 1) numbers.add(number);
      });
      if (numbers.size > 0) found.set(name, numbers);
    }
    return found;
  }

  onChange(listener: (cluster: string | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #select(view: View, filter: Filter): Selection {
    return new Selection(this.#table, this.#masks, view, filter);
  }

  #numberOf(id: string): number {
    try {
      return this.#table.find(decodeObjectId(id));
    } catch (error) {
      if (error instanceof MalformedIdError) return 0; // no object has it, like any other absent id
      throw error;
    }
  }

  /**
   * Rows as the columns had them when they were selected, with the few fields that only the store keeps. Even if a row changes or goes
   * meanwhile, what is shown is what matched the filter and was visible.
   */
  async #complete(numbers: readonly number[]): Promise<Row[]> {
    const rows = numbers.map(number => this.#table.read(number));
    const stored = rows.length > 0 && this.storeProblem === undefined ? await this.#stored(rows) : [];
    return rows.map((row, i) => {
      const from = stored[i];
      if (!from) return row;
      const { uid, resourceVersion, attemptedRevision, source } = from;
      return { ...row, uid, resourceVersion, attemptedRevision, source };
    });
  }

  async #stored(rows: readonly Row[]): Promise<readonly (Row | undefined)[]> {
    try {
      return await this.#store.rows(rows.map(row => ({ cluster: row.cluster, key: encodeObjectKey(row) })));
    } catch (error) {
      // The columns answer alone; the follower reports that the store cannot be reached.
      if (!(error instanceof StoreUnavailableError))
        this.#log.warn({ problem: (error as Error).message }, 'rows of a page could not be read from the store');
      return [];
    }
  }

  #tell(cluster: string | undefined): void {
    for (const listener of this.#listeners) {
      try {
        listener(cluster);
      } catch (error) {
        // A listener's fault must not stop the follower nor the other listeners.
        this.#log.error({ problem: (error as Error).message }, 'a listener of the read model failed');
      }
    }
  }
}
