/**
 * Opens the read model of a replica on a store: the columns, the follower that updates them, and the queries. A query
 * sees one state of the columns (gate.ts). Other fields are read from the store on demand. These fields cannot change
 * which rows an answer has.
 */
import DataLoader from 'dataloader';
import { ChangeFeed } from './change-feed.ts';
import { changesSince } from './changes/changes-since.ts';
import type { IndexChange, Moment } from './changes/change.ts';
import { Journal, type JournalOptions } from './changes/journal.ts';
import { computeNumbers, type FacetOptions, facetRequest, QuestionBatches } from './questions/numbers.ts';
import { Follower } from './follower.ts';
import type { Steps } from '../async/fair-turns.ts';
import { ReadWriteTurns, inTurns } from './gate.ts';
import type { Measures } from './indexed-cluster.ts';
import { computeGroups } from './questions/groups.ts';
import { computeSuggestions } from './questions/suggestions.ts';
import { orderingOf, type Ordering } from './table/ordering.ts';
import { lastingField } from './questions/walks.ts';
import { endsOf, ReadPage, selectPage, ShownRow, type StoreReads } from './questions/page.ts';
import type {
  Change,
  Changes,
  Facet,
  FacetField,
  Filter,
  GroupPage,
  GroupRequest,
  IndexedRow,
  OrderKey,
  Page,
  PageRequest,
  Suggestion,
  SuggestionRequest,
} from './query.ts';
import { storedOf, type StoredFields } from './table/column-row.ts';
import { type RowAuthorizer, RowMasks } from './select/visibility-mask.ts';
import { requested, type Question, type RightsAt } from './question.ts';
import { StoredPast } from './changes/stored-past.ts';
import type { ChangesRequest, ClusterIndex, KindTally, ReadModel, SharedPast } from './readmodel.ts';
import {
  idOf,
  Neighbours,
  relatedPage,
  type Related,
  type RelatedPage,
  type RelatedRequest,
} from './questions/related.ts';
import { treeOf, type Tree, type TreeNode, type TreeRequest } from './questions/tree.ts';
import type { RecordIndexes } from './table/records.ts';
import { RowTable } from './table/row-table.ts';
import { select, type Selection } from './select/selection.ts';
import { kindsByCluster, namesByCluster, namespacesByCluster } from './select/visible-scopes.ts';
import { encodeObjectKey } from '../schema/object-id.ts';
import type { ProjectionRecord } from '../store/attached.ts';
import { ROW_COLUMNS } from '../store/row-columns.ts';
import { blankRow } from '../store/blank-row.ts';
import { hasHistory } from '../store/history.ts';
import {
  OBJECT_STATUSES,
  StoreUnavailableError,
  type Position,
  type RowRef,
  type SharedStore,
  type StatusChange,
  type Store,
} from '../store/store.ts';
import type { Logger } from '../telemetry/log.ts';

type Labels = ClusterIndex['labels'];

export interface ReadModelOptions {
  readonly store: Store;
  readonly log: Logger;
  /** Returns the clusters registered with this process. They belong to the fleet even before the store knows them. */
  readonly registered?: () => readonly string[];
  /** Returns the labels of a cluster's registration. @default none */
  readonly labelsOf?: (cluster: string) => Labels;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
  /** Limits of the journal: how many changes are kept, and for how long. */
  readonly journal?: JournalOptions;
  /** Name of the indexed field of records, by projection. Queries find rows by this field. @default none */
  readonly recordIndexes?: RecordIndexes;
}

/** Resolves after the first attempt to list the store's clusters. The clusters are loaded afterwards. */
export async function openReadModel(options: ReadModelOptions): Promise<ReadModel> {
  const model = new ColumnarReadModel(options);
  await model.start();
  return model;
}

/** State of a registered cluster that the store does not know yet. */
const UNHEARD_OF = {
  loading: true,
  state: undefined,
  answeredAgo: undefined,
  grantsConfirmedAgo: undefined,
  grants: { revision: 0, objects: new Map() },
  resources: [],
  resourcesRevision: 0,
  uncollected: [],
  rowCount: 0,
  rowRevision: 0,
} as const satisfies Omit<ClusterIndex, 'cluster' | 'labels'>;

const NO_LABELS: Labels = {};
const NOT_STORED = storedOf(blankRow(ROW_COLUMNS));
const UNRELATED: RelatedPage<never> = { edges: [], totalCount: 0, hasNextPage: false, hasPreviousPage: false };
/** Number of rows of an answer that are read between two yields. */
const READ_STEP = 100;
/**
 * Number of rows with records that are read between two yields. Less than READ_STEP, because the records of a row can
 * be large.
 */
const RECORDS_STEP = 10;
/** Maximum rows per read from the store. */
const MAX_STORED = 500;
const JOURNAL: JournalOptions = { changes: 100_000, windowMs: 600_000 };
/**
 * An order by time is built only for a list that may have at least this many rows. Shorter lists are sorted each time.
 */
const MIN_ORDERED = 100_000;

/** A row whose stored fields are requested, with its cluster's registration at that time. */
interface StoredRow {
  readonly row: IndexedRow;
  readonly registration: string;
}

const NO_HISTORY: readonly StatusChange[] = [];

/**
 * Returns a loader that batches the rows requested in one turn of the event loop. The loader caches nothing longer,
 * because the store may have newer values.
 */
function ofOneTurn<T>(read: (rows: readonly StoredRow[]) => Promise<T[]>): DataLoader<StoredRow, T, string> {
  const loader = new DataLoader<StoredRow, T, string>(
    rows => {
      loader.clearAll();
      return read(rows);
    },
    { maxBatchSize: MAX_STORED, cacheKeyFn: ({ row: { id }, registration }) => `${registration} ${id}` },
  );
  return loader;
}

class ColumnarReadModel implements ReadModel {
  readonly #table: RowTable;
  readonly #storedFields = ofOneTurn((rows: readonly StoredRow[]) => this.#stored(rows));
  readonly #histories = ofOneTurn((rows: readonly StoredRow[]) => this.#historiesOf(rows));
  readonly #storeReads: StoreReads = {
    fields: (row, registration) => this.#storedFields.load({ row, registration }),
    history: async (row, registration) => (hasHistory(row) ? this.#histories.load({ row, registration }) : NO_HISTORY),
  };
  readonly #registrationOf = (cluster: string): string => this.#follower.clusters.get(cluster)?.registration ?? '';
  readonly #shown = (number: number): ShownRow =>
    new ShownRow(this.#table, number, this.#storeReads, this.#registrationOf);
  readonly #gate = new ReadWriteTurns();
  readonly #stop = new AbortController();
  readonly #batches = new QuestionBatches(({ view, filter, signal, ...wanted }) =>
    this.#gate.read(() => computeNumbers(this.#table, others => this.#select(view, others), filter, wanted), {
      caller: view.requestedBy,
      signal,
    }),
  );
  readonly #masks: RowMasks;
  readonly #follower: Follower;
  readonly #store: Store;
  readonly #log: Logger;
  readonly #registered: () => readonly string[];
  readonly #labelsOf: (cluster: string) => Labels;
  readonly #now: () => number;
  readonly #feed: ChangeFeed;
  readonly #journal: Journal;
  readonly #shared: SharedPast | undefined;
  /** Time of the last call of clusters() or cluster(). Ages of all clusters in one result refer to this time. */
  #requestedAt = 0;
  readonly #measures: Measures = {
    now: () => this.#requestedAt,
    labels: cluster => this.#labelsOf(cluster),
    rowCount: cluster => this.#table.scopes.inCluster(cluster)?.rowCount ?? 0,
    rowRevision: cluster => this.#table.scopes.inCluster(cluster)?.rowRevision ?? 0,
  };

  constructor({
    store,
    log,
    registered = () => [],
    labelsOf = () => NO_LABELS,
    now = () => performance.now(),
    journal = JOURNAL,
    recordIndexes,
  }: ReadModelOptions) {
    this.#table = new RowTable(ROW_COLUMNS, recordIndexes);
    this.#store = store;
    this.#registered = registered;
    this.#labelsOf = labelsOf;
    this.#log = log;
    this.#now = now;
    this.#feed = new ChangeFeed(this.#table, log);
    this.#journal = new Journal(journal, now, listener => this.#feed.listen(listener));
    const changed = (cluster: string | undefined): void => this.#feed.tell(cluster, this.revision);
    this.#follower = new Follower({ store, log, now, table: this.#table, gate: this.#gate, changed });
    this.#shared = store.shared && this.#sharedPast(store.shared);
    this.#masks = new RowMasks(
      this.#table,
      cluster => this.#follower.clusters.get(cluster),
      () => this.revision,
    );
  }

  get shared(): SharedPast | undefined {
    return this.#shared;
  }

  start(): Promise<void> {
    return this.#follower.start();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#follower.close();
    this.#journal.close();
    this.#feed.close();
  }

  get storeProblem(): string | undefined {
    return this.#follower.problem;
  }

  get revision(): number {
    return this.#follower.revision;
  }

  get position(): number {
    return this.#feed.position;
  }

  now(): number {
    return this.#now();
  }

  clusters(): readonly ClusterIndex[] {
    this.#requestedAt = this.#now();
    const followed = this.#follower.clusters;
    const known = Array.from(followed.values(), cluster => cluster.index(this.#measures));
    for (const name of new Set(this.#registered())) if (!followed.has(name)) known.push(this.#unheardOf(name));
    return known;
  }

  cluster(name: string): ClusterIndex | undefined {
    this.#requestedAt = this.#now();
    const followed = this.#follower.clusters.get(name);
    if (followed) return followed.index(this.#measures);
    return this.#registered().includes(name) ? this.#unheardOf(name) : undefined;
  }

  tallies(cluster: string): readonly KindTally[] {
    const { scopes, kinds } = this.#table;
    const tally = scopes.inCluster(cluster)?.tally;
    if (!tally) return [];
    return Array.from(kinds.ids()).flatMap(id =>
      tally.of(id, -1) === 0
        ? []
        : {
            group: kinds.group(id),
            kind: kinds.kind(id),
            counts: OBJECT_STATUSES.map((_, status) => tally.of(id, status)),
          },
    );
  }

  #sharedPast(store: SharedStore): SharedPast {
    const follower = this.#follower;
    const mark = () => this.#journal.mark();
    const past = new StoredPast({ store, followed: cluster => follower.clusters.get(cluster), mark });
    return {
      get secret() {
        return follower.secret;
      },
      pack: (position: Position) => store.pack(position),
      mark,
      since: (cluster, packed, reader) => past.since(cluster, packed, reader),
    };
  }

  #unheardOf(name: string): ClusterIndex {
    return { cluster: name, labels: this.#labelsOf(name), ...UNHEARD_OF };
  }

  page(
    view: RowAuthorizer,
    filter: Filter,
    order: readonly OrderKey[],
    request: PageRequest,
    signal?: AbortSignal,
  ): Promise<Page> {
    return this.#gate.read(() => this.#page(view, filter, order, request), { caller: view.requestedBy, signal });
  }

  judgePage(order: readonly OrderKey[], request: PageRequest): void {
    endsOf(orderingOf(this.#table, order), request);
  }

  count(view: RowAuthorizer, filter: Filter, signal?: AbortSignal): Promise<number> {
    return this.#batches.total(view, filter, signal);
  }

  async facet(
    view: RowAuthorizer,
    filter: Filter,
    field: FacetField,
    options: FacetOptions,
    signal?: AbortSignal,
  ): Promise<Facet> {
    return this.#batches.facet(view, filter, facetRequest(field, options), signal);
  }

  groups(view: RowAuthorizer, filter: Filter, request: GroupRequest, signal?: AbortSignal): Promise<GroupPage> {
    return this.#gate.read(() => computeGroups(this.#table, others => this.#select(view, others), filter, request), {
      caller: view.requestedBy,
      signal,
    });
  }

  ask<T>(view: RowAuthorizer, question: Question<T>, signal?: AbortSignal, rights?: RightsAt): Promise<T> {
    const options = { table: this.#table, masks: this.#masks, view, rights, show: this.#shown };
    return this.#gate.read(() => requested(question, options), { caller: view.requestedBy, signal });
  }

  suggest(
    view: RowAuthorizer,
    filter: Filter,
    request: SuggestionRequest,
    signal?: AbortSignal,
  ): Promise<readonly Suggestion[]> {
    return this.#gate.read(
      () => computeSuggestions(this.#table, others => this.#select(view, others), filter, request),
      {
        caller: view.requestedBy,
        signal,
      },
    );
  }

  changes(view: RowAuthorizer, filter: Filter, request: ChangesRequest, signal?: AbortSignal): Promise<Changes> {
    return this.#gate.read(() => this.#changes(view, filter, request), { caller: view.requestedBy, signal });
  }

  get agingBefore(): number {
    return this.#journal.agingBefore;
  }

  find(view: RowAuthorizer, ids: readonly string[], signal?: AbortSignal): Promise<(IndexedRow | undefined)[]> {
    return this.#gate.read(() => this.#find(view, ids), { caller: view.requestedBy, signal });
  }

  related(
    view: RowAuthorizer,
    ids: readonly string[],
    request: RelatedRequest,
    signal?: AbortSignal,
  ): Promise<RelatedPage<Related<IndexedRow>>[]> {
    return this.#gate.read(() => this.#related(view, ids, request), { caller: view.requestedBy, signal });
  }

  tree(
    view: RowAuthorizer,
    id: string,
    request: TreeRequest,
    signal?: AbortSignal,
  ): Promise<Tree<IndexedRow> | undefined> {
    return this.#gate.read(() => this.#tree(view, id, request), { caller: view.requestedBy, signal });
  }

  records(
    view: RowAuthorizer,
    ids: readonly string[],
    projection: string,
    signal?: AbortSignal,
  ): Promise<(readonly ProjectionRecord[] | undefined)[]> {
    return this.#gate.read(() => this.#records(view, ids, projection), { caller: view.requestedBy, signal });
  }

  namespaces(
    view: RowAuthorizer,
    clusters?: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    return this.#gate.read(() => this.#namespaces(view, clusters), { caller: view.requestedBy, signal });
  }

  namesOf(view: RowAuthorizer, filter: Filter, signal?: AbortSignal): Promise<ReadonlyMap<string, readonly string[]>> {
    return this.#gate.read(() => this.#namesOf(view, filter), { caller: view.requestedBy, signal });
  }

  kinds(view: RowAuthorizer, signal?: AbortSignal): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
    return this.#gate.read(() => this.#kinds(view), { caller: view.requestedBy, signal });
  }

  onChange(listener: (change: IndexChange) => void): () => void {
    return this.#feed.listen(listener);
  }

  #select(view: RowAuthorizer, filter: Filter): Steps<Selection> {
    return select(this.#table, this.#masks, view, filter);
  }

  /**
   * ShownRow copies each row while the query runs. If a row changes or disappears afterwards, the answer still shows
   * the row that matched the filter and was visible.
   */
  *#page(view: RowAuthorizer, filter: Filter, order: readonly OrderKey[], request: PageRequest): Steps<Page> {
    const selection = yield* this.#select(view, filter);
    const ordering = orderingOf(this.#table, order);
    const { rows: numbers, ...neighbours } = yield* selectPage(this.#table, selection, ordering, request);
    const moment = request.resumable ? this.#moment(view) : undefined;
    const rows: ShownRow[] = [];
    for (const number of numbers) {
      rows.push(this.#shown(number));
      if (rows.length % READ_STEP === 0) yield;
    }
    this.#makeOrder(ordering, selection.atMost);
    return new ReadPage(rows, ordering, { ...neighbours, moment });
  }

  #moment(view: RowAuthorizer): Moment {
    if (!view.shown) throw new Error('this RowAuthorizer does not tell what it shows');
    const shown = view.shown();
    return { position: this.#journal.mark(), shown, stored: this.shared && this.#positionsOf(shown) };
  }

  #positionsOf(shown: Moment['shown']): Moment['stored'] {
    const stored = new Map<string, Position>();
    for (const [cluster, { empty }] of shown) {
      if (empty) continue;
      const position = this.#follower.clusters.get(cluster)?.settledAt;
      if (position === undefined) return undefined;
      stored.set(cluster, position);
    }
    return stored;
  }

  *#changes(view: RowAuthorizer, filter: Filter, { since, reached, limit, counted }: ChangesRequest): Steps<Changes> {
    const sources = {
      table: this.#table,
      journal: this.#journal,
      served: (cluster: string) => this.#follower.clusters.get(cluster)?.resources,
    };
    const now = () => this.#moment(view);
    const question = { since: since ?? now(), now, filter, reached, limit };
    const { changes: numbered, reset, moment } = yield* changesSince(sources, question);
    const select = (others: Filter) => this.#select(view, others);
    const numbers = counted
      ? yield* computeNumbers(this.#table, select, filter, { total: true, facets: [] })
      : undefined;
    const changes: Change[] = [];
    for (const { type, id, row } of numbered) {
      changes.push({ type, id, row: row === 0 ? undefined : this.#shown(row) });
      if (changes.length % READ_STEP === 0) yield;
    }
    return { changes, reset, moment, total: numbers?.total };
  }

  *#find(view: RowAuthorizer, ids: readonly string[]): Steps<(IndexedRow | undefined)[]> {
    const selection = yield* this.#select(view, {});
    const found: (IndexedRow | undefined)[] = [];
    for (const id of ids) {
      const row = this.#table.findById(id);
      found.push(row !== 0 && (yield* selection.has(row)) ? this.#shown(row) : undefined);
      if (found.length % READ_STEP === 0) yield;
    }
    return found;
  }

  *#related(
    view: RowAuthorizer,
    ids: readonly string[],
    request: RelatedRequest,
  ): Steps<RelatedPage<Related<IndexedRow>>[]> {
    const selection = yield* this.#select(view, {});
    const neighbours = new Neighbours(this.#table, selection, request.mayName);
    const found: RelatedPage<Related<IndexedRow>>[] = [];
    for (const id of ids) {
      const row = this.#table.findById(id);
      if (row === 0 || !(yield* selection.has(row))) {
        found.push(UNRELATED);
        continue;
      }
      const page = yield* relatedPage(this.#table, neighbours, row, request);
      const edges = page.edges.map(edge => ({
        ...edge,
        id: idOf(this.#table, edge),
        row: edge.row === 0 ? undefined : this.#shown(edge.row),
      }));
      found.push({ ...page, edges });
      yield;
    }
    return found;
  }

  *#tree(view: RowAuthorizer, id: string, request: TreeRequest): Steps<Tree<IndexedRow> | undefined> {
    const selection = yield* this.#select(view, {});
    const root = this.#table.findById(id);
    if (root === 0 || !(yield* selection.has(root))) return undefined;
    const { nodes, firstFailure, truncated } = yield* treeOf(this.#table, selection, root, request);
    const shown: TreeNode<IndexedRow>[] = [];
    for (const { row: number, id: end, ...node } of nodes) {
      const row = number === 0 ? undefined : this.#shown(number);
      shown.push({ ...node, id: end ?? row!.id, row });
      if (shown.length % READ_STEP === 0) yield;
    }
    return { nodes: shown, firstFailure: firstFailure === undefined ? undefined : shown[firstFailure]!.row, truncated };
  }

  *#records(
    view: RowAuthorizer,
    ids: readonly string[],
    projection: string,
  ): Steps<(readonly ProjectionRecord[] | undefined)[]> {
    const selection = yield* this.#select(view, {});
    const found: (readonly ProjectionRecord[] | undefined)[] = [];
    for (const id of ids) {
      const row = this.#table.findById(id);
      found.push(row !== 0 && (yield* selection.has(row)) ? this.#table.records.of(row, projection) : undefined);
      if (found.length % RECORDS_STEP === 0) yield;
    }
    return found;
  }

  *#namespaces(view: RowAuthorizer, clusters: readonly string[] | undefined): Steps<Map<string, string[]>> {
    return yield* namespacesByCluster(this.#table, yield* this.#select(view, clusters ? { clusters } : {}));
  }

  *#namesOf(view: RowAuthorizer, filter: Filter): Steps<Map<string, string[]>> {
    return yield* namesByCluster(this.#table, yield* this.#select(view, filter));
  }

  *#kinds(view: RowAuthorizer): Steps<Map<string, Set<number>>> {
    const { kinds } = this.#table;
    const seen = yield* kindsByCluster(this.#table, yield* this.#select(view, {}));
    const found = new Map<string, Set<number>>();
    for (const [cluster, isSeen] of seen) {
      const numbers = new Set<number>();
      this.#follower.clusters.get(cluster)?.resources.forEach(({ group, kind }, number) => {
        const kindId = kinds.find(group, kind);
        if (kindId !== undefined && isSeen[kindId] === 1) numbers.add(number);
      });
      if (numbers.size > 0) found.set(cluster, numbers);
    }
    return found;
  }

  /**
   * Builds an order by time for later queries. The first long list by a time scans the rows, and then starts to build
   * the order.
   */
  #makeOrder(ordering: Ordering, atMost: number): void {
    const field = lastingField(ordering);
    const steps = field && atMost >= MIN_ORDERED ? this.#table.orders.begin(field) : undefined;
    if (!steps) return;
    inTurns(steps, this.#stop.signal).catch((error: unknown) => {
      this.#log.error(
        { problem: (error as Error).message, order: field },
        'an order of rows could not be made; such lists stay slow',
      );
    });
  }

  async #stored(rows: readonly StoredRow[]): Promise<StoredFields[]> {
    const stored = await this.#inStore(rows, refs => this.#store.rows(refs));
    return stored.map(row => (row ? storedOf(row) : NOT_STORED));
  }

  async #historiesOf(rows: readonly StoredRow[]): Promise<(readonly StatusChange[] | undefined)[]> {
    return this.#inStore(rows, refs => this.#store.histories(refs));
  }

  /**
   * Reads rows from the store. Results have the order of the rows. Rows of several callers may be read together, so a
   * failure in one cluster must not affect others.
   */
  async #inStore<T>(
    rows: readonly StoredRow[],
    read: (refs: readonly RowRef[]) => Promise<readonly (T | undefined)[]>,
  ): Promise<(T | undefined)[]> {
    const found = new Map<StoredRow, T | undefined>();
    const readOf = async (cluster: string, those: readonly StoredRow[]): Promise<void> => {
      const values = await this.#ofCluster(cluster, those, read);
      those.forEach((row, i) => found.set(row, values[i]));
    };
    const isAway = (cluster: string) =>
      this.storeProblem !== undefined && this.#follower.clusters.get(cluster)?.stale === true;
    const there = [...Map.groupBy(rows, ({ row }) => row.cluster)].filter(([cluster]) => !isAway(cluster));
    await Promise.all(there.map(([cluster, those]) => readOf(cluster, those)));
    return rows.map(row => found.get(row));
  }

  async #ofCluster<T>(
    cluster: string,
    rows: readonly StoredRow[],
    read: (refs: readonly RowRef[]) => Promise<readonly (T | undefined)[]>,
  ): Promise<readonly (T | undefined)[]> {
    try {
      return await read(rows.map(({ row, registration }) => ({ cluster, key: encodeObjectKey(row), registration })));
    } catch (error) {
      // If the store is unreachable, the answer has only the columns. The follower reports the outage.
      if (!(error instanceof StoreUnavailableError))
        this.#log.warn(
          { cluster, problem: (error as Error).message },
          'rows of a page could not be read from the store',
        );
      return [];
    }
  }
}
