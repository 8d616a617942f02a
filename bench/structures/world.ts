/**
 * Rows in the table of the read model. Questions of readers can be answered in two ways: with the structures of the
 * read model, and by reading all rows.
 */
import { select, type Selection } from '../../readmodel/select/selection.ts';
import { computeNumbers, facetRequest, type Numbers, QuestionBatches } from '../../readmodel/questions/numbers.ts';
import { TopK } from '../../readmodel/table/containers.ts';
import { finished } from '../../async/fair-turns.ts';
import { selectPage } from '../../readmodel/questions/page.ts';
import type { Filter, OrderKey } from '../../readmodel/query.ts';
import { orderingOf } from '../../readmodel/table/ordering.ts';
import { RowTable } from '../../readmodel/table/row-table.ts';
import { KeptMask, type RowAuthorizer, RowMasks } from '../../readmodel/select/visibility-mask.ts';
import type { ScopeVisibility, Visibility } from '../../rbac/types.ts';
import { fleetState, namespaceName, plannedRows, rowOf, type FleetShape } from '../scale/fleet.ts';
import { FACET_LIMIT, FACETS, PAGE_SIZE } from '../scale/questions.ts';

const { resources: RESOURCES } = fleetState();
const scope = (shown: 0 | 1): ScopeVisibility => ({
  list: new Uint8Array(RESOURCES.length).fill(shown),
  names: new Map(),
});
const [NOTHING, EVERYTHING] = [scope(0), scope(1)];

export class World {
  readonly table = new RowTable();
  readonly rows: Uint32Array;
  readonly #masks = new RowMasks(
    this.table,
    () => ({ resources: RESOURCES, resourcesRevision: 1 }),
    () => 1,
  );
  readonly #batches = new QuestionBatches(async ({ view, filter, ...wanted }) => this.#numbers(view, filter, wanted));

  /** Loads the rows like a replica. The order by name is built after the last row. */
  constructor(shape: FleetShape) {
    const { table } = this;
    table.expect(shape.rows);
    table.orders.byName.suspend();
    for (let cluster = 0; cluster < shape.clusters; cluster++)
      for (const planned of plannedRows(shape, cluster)) table.put(rowOf(planned));
    finished(table.orders.byName.make());
    this.rows = Uint32Array.from({ length: table.columns.end }, (_, row) => row).filter(
      row => table.columns.scope[row] !== 0,
    );
  }

  page(view: RowAuthorizer, order: readonly OrderKey[]): readonly number[] {
    return finished(selectPage(this.table, this.#select(view), orderingOf(this.table, order), { first: PAGE_SIZE }))
      .rows;
  }

  /** Makes a page by reading all visible rows. The page must equal the page of the read model. */
  bestOfAll(view: RowAuthorizer, order: readonly OrderKey[]): readonly number[] {
    const best = new TopK<number>(PAGE_SIZE, orderingOf(this.table, order).compare);
    this.forEach(view, row => best.offer(row));
    return best.sorted();
  }

  /** Makes the same page as bestOfAll(), by sorting all visible rows. */
  firstOfSorted(view: RowAuthorizer, order: readonly OrderKey[]): readonly number[] {
    const rows: number[] = [];
    this.forEach(view, row => rows.push(row));
    return rows.sort(orderingOf(this.table, order).compare).slice(0, PAGE_SIZE);
  }

  total(view: RowAuthorizer, filter: Filter = {}): number {
    return this.#numbers(view, filter, { total: true, facets: [] }).total;
  }

  /** Returns the same number as total(), by reading each visible row. */
  totalOfAll(view: RowAuthorizer, fits?: (row: number) => boolean): number {
    let total = 0;
    if (fits) this.forEach(view, row => (total += fits(row) ? 1 : 0));
    else finished(this.#select(view).forEachBlock((_, count) => (total += count)));
    return total;
  }

  together(view: RowAuthorizer, filter: Filter): Promise<unknown[]> {
    return Promise.all(this.#requested(view, filter).map(ask => ask()));
  }

  async oneByOne(view: RowAuthorizer, filter: Filter): Promise<unknown[]> {
    const answers: unknown[] = [];
    for (const ask of this.#requested(view, filter)) answers.push(await ask());
    return answers;
  }

  forEach(view: RowAuthorizer, take: (row: number) => void): void {
    finished(
      this.#select(view).forEachBlock((block, count) => {
        for (let i = 0; i < count; i++) take(block[i]!);
      }),
    );
  }

  #requested(view: RowAuthorizer, filter: Filter): (() => Promise<unknown>)[] {
    const facets = FACETS.map(
      field => () => this.#batches.facet(view, filter, facetRequest(field, { limit: FACET_LIMIT }), undefined),
    );
    return [() => this.#batches.total(view, filter, undefined), ...facets];
  }

  #numbers(view: RowAuthorizer, filter: Filter, wanted: Parameters<typeof computeNumbers>[3]): Numbers {
    return finished(
      computeNumbers(this.table, others => select(this.table, this.#masks, view, others), filter, wanted),
    );
  }

  #select(view: RowAuthorizer): Selection {
    return finished(select(this.table, this.#masks, view, {}));
  }
}

/**
 * A reader who sees everything, or the given namespaces on every cluster. The read model caches the mask of this
 * reader.
 */
export function reader(namespaces?: readonly number[]): RowAuthorizer {
  const view = newcomer(namespaces);
  const version = {};
  return Object.assign((cluster: string) => view(cluster), { version: () => version, mask: new KeptMask() });
}

/** A reader with the rights of reader(), but without a mask in the cache of the read model. */
export function newcomer(namespaces?: readonly number[]): RowAuthorizer {
  const visibility: Visibility = {
    resources: RESOURCES,
    cluster: namespaces ? NOTHING : EVERYTHING,
    namespaces: new Map(namespaces?.map(namespace => [namespaceName(namespace), EVERYTHING])),
    empty: false,
  };
  return () => visibility;
}
