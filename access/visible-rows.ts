/** The rows that the caller may see. This is the accessor behind `@rbacRows`. */
import DataLoader from 'dataloader';
import type {
  Facet,
  FacetField,
  Filter,
  Group,
  GroupKey,
  GroupPage,
  GroupRequest,
  IndexedRow,
  OrderKey,
  Page,
  PageRequest,
  StatusCounts,
  Suggestion,
  SuggestionRequest,
} from '../readmodel/query.ts';
import type { Question } from '../readmodel/question.ts';
import type { RowAuthorizer } from '../readmodel/select/visibility-mask.ts';
import type { MayName, Related, RelatedPage, RelatedRequest } from '../readmodel/questions/related.ts';
import type { Tree, TreeRequest } from '../readmodel/questions/tree.ts';
import { decodeObjectId, isObjectId } from '../schema/object-id.ts';
import type { AnyRelationType, ProjectionRecord } from '../store/attached.ts';
import { callerKey } from '../identity/identity.ts';
import { Yielder } from '../async/fair-turns.ts';
import { CallersChanges, type ReportedChanges, type Wanted } from './changes/callers-changes.ts';
import { type Followable, type Followed, OpenQuery } from './changes/open-query.ts';
import type { AccessFrame } from './frame.ts';
import type { FacetOptions } from '../readmodel/questions/numbers.ts';
import { StatusCountsOfParts, type FleetPart } from './fleet-parts.ts';
import { listRights, NameRules } from './name-rules.ts';
import { clustersOf } from '../readmodel/select/selection.ts';

export class VisibleRows {
  readonly #frame: AccessFrame;
  readonly #byId: DataLoader<string, IndexedRow | undefined>;
  readonly #nameable: NameRules;
  readonly #related = new Map<string, DataLoader<string, RelatedPage<Related<IndexedRow>>>>();
  readonly #records = new Map<string, DataLoader<string, readonly ProjectionRecord[] | undefined>>();
  readonly #statusCounts = new Map<Filter, StatusCountsOfParts>();
  readonly #counts = new Map<FacetField, Promise<ReadonlyMap<string, number>>>();

  constructor(frame: AccessFrame) {
    this.#frame = frame;
    this.#nameable = new NameRules(frame.access);
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

  /**
   * Token for the state of the list when the page was read. Changes of a list with this filter can continue from the
   * token.
   */
  resumeOf({ moment }: Page, filter: Filter): string {
    return new CallersChanges(this.#frame).token(filter, { moment: moment!, total: undefined });
  }

  /**
   * Filter of a live query. The first payload fixes the filter. Undefined before the first payload, and for other
   * requests.
   */
  followed(): Filter | undefined {
    return OpenQuery.of(this.#frame.liveQuery)?.filter;
  }

  /** @throws QueryError if `since` is not a token of the caller for this filter */
  changes(filter: Filter, since: string, wanted: Wanted): Promise<ReportedChanges> {
    return new CallersChanges(this.#frame).since(filter, since, wanted);
  }

  /** Batched: a count and facets of one filter are counted together if they are requested together. */
  async count(filter: Filter): Promise<number> {
    const { readModel, access, signal } = this.#frame;
    return readModel.count(await access.prepareFor(signal, clustersOf(filter)), filter, signal);
  }

  async facet(filter: Filter, field: FacetField, options: FacetOptions): Promise<Facet> {
    const { readModel, access, signal } = this.#frame;
    // The CLUSTER facet ignores the filter's own condition on clusters.
    const { clusters: _own, ...others } = filter;
    const reached = clustersOf(field === 'CLUSTER' ? others : filter);
    return readModel.facet(await access.prepareFor(signal, reached), filter, field, options, signal);
  }

  /** @throws QueryError */
  async groups(filter: Filter, request: GroupRequest): Promise<GroupPage> {
    const { readModel, access, signal } = this.#frame;
    return readModel.groups(await access.prepareFor(signal, clustersOf(filter)), filter, request, signal);
  }

  /** Number of rows of a filter in a part of the fleet, by status. Batches requests with the same filter object. */
  statusCounts(filter: Filter, part: FleetPart): Promise<StatusCounts> {
    let counts = this.#statusCounts.get(filter);
    if (!counts)
      this.#statusCounts.set(
        filter,
        (counts = new StatusCountsOfParts((within, by) => this.#counted(within, by), filter)),
      );
    return counts.of(part);
  }

  async #counted(filter: Filter, by: readonly GroupKey[]): Promise<readonly Group[]> {
    return (await this.groups(filter, { by, first: Number.MAX_SAFE_INTEGER })).groups;
  }

  /**
   * Runs a query on the rows that the caller sees.
   * @param reached Filter that matches every row on which the answer depends. The query must not read other clusters
   * @throws QueryError
   */
  async ask<T>(reached: Filter, question: Question<T>): Promise<T> {
    const { readModel, access, signal, extra } = this.#frame;
    const clusters = clustersOf(reached);
    const view = await access.prepareFor(signal, clusters);
    const counted: Question<readonly [T, number]> = function* (rows) {
      return [yield* question(rows), rows.cost];
    };
    const [answer, cost] = await readModel.ask(
      view,
      counted,
      signal,
      await listRights(this.#frame, this.#nameable, clusters),
    );
    // The price of the field covers only a query that does little work, so the work is added to the cost.
    if (extra) extra.cost += cost;
    return answer;
  }

  /**
   * The state after the last payload of a subscription, and the clusters in which data may have changed since then.
   * Undefined outside subscriptions. Must be called once for each payload, before the rows are read.
   */
  async follow<State extends object>(follows: Followable): Promise<Followed<State> | undefined> {
    const { access, signal, liveQuery, identity, changes } = this.#frame;
    if (!liveQuery || !changes) return undefined;
    const view = await access.prepareFor(signal, follows.clusters);
    const query = changes.queries.follow(liveQuery, identity, follows, view.shown?.() ?? new Map());
    query.asks = access.asks;
    return query as Followed<State>;
  }

  async suggest(filter: Filter, request: SuggestionRequest): Promise<readonly Suggestion[]> {
    const { readModel, access, signal } = this.#frame;
    return readModel.suggest(await access.prepareFor(signal, clustersOf(filter)), filter, request, signal);
  }

  /** Number of rows by value. One query counts all values, because a list of clusters or kinds needs all of them. */
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

  /**
   * The row of an id. Undefined if the object is absent or hidden, or if the id is malformed. Batches the lookups of
   * one request.
   */
  async find(id: string): Promise<IndexedRow | undefined> {
    return isObjectId(id) ? this.#byId.load(id) : undefined;
  }

  /**
   * Objects related to a visible object. Contains objects that the caller may see, and objects outside the index that
   * the caller may name. Batches equal requests for several objects. Undefined if the object is absent or hidden, or if
   * the id is malformed.
   */
  async related(
    id: string,
    request: Omit<RelatedRequest, 'mayName' | 'own'>,
  ): Promise<RelatedPage<Related<IndexedRow>> | undefined> {
    const { types, direction, first, after } = request;
    return this.#relatedBy(JSON.stringify([types, direction, first, after]), id, async (view, clusters) => ({
      ...request,
      mayName: await this.#mayName(view, clusters),
    }));
  }

  /**
   * Row of the first object that the object references by a relation of the type. Skips objects without a visible row.
   * Undefined if there is none.
   */
  async above(id: string, type: AnyRelationType): Promise<IndexedRow | undefined> {
    const page = await this.#relatedBy(type, id, async () => ({ types: [type], direction: 'UP', own: true, first: 1 }));
    return page?.edges[0]?.row;
  }

  async #relatedBy(
    alike: string,
    id: string,
    request: (view: RowAuthorizer, clusters: readonly string[]) => Promise<RelatedRequest>,
  ): Promise<RelatedPage<Related<IndexedRow>> | undefined> {
    if (!isObjectId(id)) return undefined;
    const { readModel, signal } = this.#frame;
    let loader = this.#related.get(alike);
    if (!loader) {
      loader = this.#batched(async (view, ids, clusters) =>
        readModel.related(view, ids, await request(view, clusters), signal),
      );
      this.#related.set(alike, loader);
    }
    return loader.load(id);
  }

  /**
   * The tree of objects that the caller may see or name. Undefined if the object is absent or hidden, or if the id is
   * malformed.
   */
  async tree(id: string, request: Omit<TreeRequest, 'mayName'>): Promise<Tree<IndexedRow> | undefined> {
    if (!isObjectId(id)) return undefined;
    const { readModel, access, signal } = this.#frame;
    const clusters = [decodeObjectId(id).cluster];
    const view = await access.prepare(signal, clusters);
    return readModel.tree(view, id, { ...request, mayName: await this.#mayName(view, clusters) }, signal);
  }

  #mayName(view: RowAuthorizer, clusters: readonly string[]): Promise<MayName> {
    const { readModel, identity, signal } = this.#frame;
    const indexes = clusters.flatMap(cluster => readModel.cluster(cluster) ?? []);
    return this.#nameable.absent(indexes, view, new Yielder(callerKey(identity), signal));
  }

  /**
   * The records that a projection keeps of an object. Undefined if the object is absent or hidden, or if the id is
   * malformed.
   */
  async records(id: string, projection: string): Promise<readonly ProjectionRecord[] | undefined> {
    if (!isObjectId(id)) return undefined;
    const { readModel, signal } = this.#frame;
    let loader = this.#records.get(projection);
    if (!loader)
      this.#records.set(
        projection,
        (loader = this.#batched((view, ids) => readModel.records(view, ids, projection, signal))),
      );
    return loader.load(id);
  }

  /** Runs `ask` once for all ids that are requested together. The ids must be well-formed. */
  #batched<T>(
    ask: (view: RowAuthorizer, ids: readonly string[], clusters: readonly string[]) => Promise<T[]>,
  ): DataLoader<string, T> {
    const { access, signal } = this.#frame;
    return new DataLoader(async ids => {
      const clusters = [...new Set(ids.map(id => decodeObjectId(id).cluster))];
      return ask(await access.prepare(signal, clusters), ids, clusters);
    });
  }
}
