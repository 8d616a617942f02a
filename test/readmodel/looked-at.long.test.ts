/**
 * Number of rows that a query reads. A count reads no row if the tallies of the table suffice. If some rows of a scope
 * are visible only by name, the rows of that scope are read. The test counts rows, so the result does not depend on the
 * machine.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finished, type Steps } from '../../async/fair-turns.ts';
import { hoisted, select, type Selection } from '../../readmodel/select/selection.ts';
import { withScopeNames } from '../../readmodel/select/conditions.ts';
import { computeNumbers } from '../../readmodel/questions/numbers.ts';
import type { Filter } from '../../readmodel/query.ts';
import { type RowAuthorizer, RowMasks } from '../../readmodel/select/visibility-mask.ts';
import { selectPage } from '../../readmodel/questions/page.ts';
import { orderingOf } from '../../readmodel/table/ordering.ts';
import { RowTable } from '../../readmodel/table/row-table.ts';
import { kindsByCluster, namespacesByCluster } from '../../readmodel/select/visible-scopes.ts';
import type { Row } from '../../store/store.ts';
import { anyFilter, anyRows, anyView } from './arbitraries.ts';
import { row } from '../fixtures.ts';
import { RESOURCES, scope, seesAll, visibility } from './fixtures.ts';
import { matches, spelled, visible } from './reference.ts';

class World {
  readonly table = new RowTable();
  readonly rows: readonly Row[];
  /** Number of rows that forEachBlock() passed on, and number of their blocks. */
  looked = 0;
  blocks = 0;
  /** Number of calls of forEachBlock(). */
  scans = 0;
  readonly #masks = new RowMasks(
    this.table,
    () => ({ resources: RESOURCES, resourcesRevision: 1 }),
    () => 1,
  );

  constructor(rows: readonly Row[]) {
    this.rows = rows;
    for (const row of rows) this.table.put(row);
  }

  select(view: RowAuthorizer, filter: Filter = {}): Selection {
    const selection = finished(select(this.table, this.#masks, view, filter));
    const forEachBlock = selection.forEachBlock.bind(selection);
    selection.forEachBlock = (take, within) => {
      this.scans++;
      return forEachBlock((block, count) => {
        expect(count).toBeGreaterThan(0);
        this.looked += count;
        this.blocks++;
        take(block, count);
      }, within);
    };
    return selection;
  }

  /**
   * The filter with lists of names in place of patterns for clusters and namespaces. Parts on clusters and namespaces
   * are at the top level.
   */
  named(filter: Filter): Filter {
    return hoisted(spelled(this.table.scopes, finished(withScopeNames(this.table.scopes, filter))));
  }

  /** Number of rows that `work` reads. */
  cost(work: () => void): number {
    [this.looked, this.blocks] = [0, 0];
    work();
    return this.looked;
  }
}

const scopeOf = ({ cluster, namespace }: Pick<Row, 'cluster' | 'namespace'>) => `${cluster}/${namespace}`;

/** Extent to which the view shows a kind in a scope: every object, objects with certain names, or no object. */
function shownAs(view: RowAuthorizer, { cluster, namespace, group, kind }: Row): 'whole' | 'by name' | 'hidden' {
  const shown = view(cluster);
  const number = RESOURCES.findIndex(it => it.group === group && it.kind === kind);
  if (!shown || shown.empty || RESOURCES[number]?.namespaced !== (namespace !== '')) return 'hidden';
  const scopes = [shown.cluster, namespace === '' ? undefined : shown.namespaces.get(namespace)];
  if (scopes.some(scope => scope?.list[number] === 1)) return 'whole';
  return scopes.some(scope => (scope?.names.get(number)?.size ?? 0) > 0) ? 'by name' : 'hidden';
}

/** Scopes with rows of a kind that the view shows there only by name. */
function scopesByName(view: RowAuthorizer, rows: readonly Row[]): Set<string> {
  return new Set(rows.filter(row => shownAs(view, row) === 'by name').map(scopeOf));
}

const questions = fc.array(fc.tuple(anyView, anyFilter), { minLength: 4, maxLength: 4 });

describe('of a visible fleet', () => {
  it('the namespaces are told without a look at those in which nothing of the cluster is hidden', () => {
    fc.assert(
      fc.property(anyRows(40), questions, (rows, views) => {
        const world = new World(rows);
        for (const [view] of views) {
          const inNamespaces = rows.filter(({ namespace }) => namespace !== '');
          // A namespace is shown completely if each namespaced kind of its cluster is shown there completely.
          const isWhole = ({ cluster, namespace }: Row) =>
            inNamespaces
              .filter(it => it.cluster === cluster)
              .every(it => shownAs(view, { ...it, namespace }) === 'whole');
          const expected = inNamespaces.filter(row => visible(view, row) && !isWhole(row)).length;
          const selection = world.select(view);
          expect(world.cost(() => finished(namespacesByCluster(world.table, selection)))).toBe(expected);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('the kinds are told with a look at those places only where a kind is shown by name', () => {
    fc.assert(
      fc.property(anyRows(40), questions, (rows, views) => {
        const world = new World(rows);
        for (const [view] of views) {
          const byName = scopesByName(view, rows);
          const selection = world.select(view);
          const expected = rows.filter(row => visible(view, row) && byName.has(scopeOf(row))).length;
          expect(world.cost(() => finished(kindsByCluster(world.table, selection)))).toBe(expected);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('totals and facets by place, kind and state look at those places only, and with a condition on rows at what it is asked of', () => {
    fc.assert(
      fc.property(anyRows(40), questions, (rows, views) => {
        const world = new World(rows);
        for (const [view, filter] of views) {
          const { clusters, namespaces, kinds, groups, statuses, suspended, ...rest } = world.named(filter);
          // A member of a filter with the value undefined has no effect.
          const none = { names: undefined, labelSelector: undefined };
          const scopes = { clusters, namespaces, kinds, groups, statuses, suspended, ...none } as unknown as Filter;
          const matching = (filter: Filter) => rows.filter(row => visible(view, row) && matches(filter, row));
          // Only rows of the wanted kinds can cause reads by name.
          const wanted = rows.filter(row => matches({ ...(kinds && { kinds }), ...(groups && { groups }) }, row));
          const byName = scopesByName(view, wanted);
          // eslint-disable-next-line require-yield -- a selection that is there at once
          const selected = function* (of: Filter): Steps<Selection> {
            return world.select(view, of);
          };
          const count = (filter: Filter) =>
            world.cost(() => finished(computeNumbers(world.table, selected, filter, { total: true, facets: [] })));
          expect(count(scopes)).toBe(matching(scopes).filter(row => byName.has(scopeOf(row))).length);
          const isRequested = Object.values(rest).some(condition => condition !== undefined);
          if (isRequested) expect(count({ ...scopes, ...rest })).toBe(matching({ ...scopes, ...rest }).length);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a selection', () => {
  it('walks a list by status past the statuses that its filter excludes, and reads no part as a whole', () => {
    const statusOf = (i: number) => (i % 20 === 0 ? 'FAILED' : i % 31 === 0 ? 'IN_PROGRESS' : 'CURRENT');
    const world = new World(Array.from({ length: 5_000 }, (_, i) => row({ name: `web-${i}`, status: statusOf(i) })));
    finished(world.table.orders.begin('TRANSITIONED')!);
    const ordering = orderingOf(world.table, [
      { field: 'STATUS', descending: true },
      { field: 'TRANSITIONED', descending: true },
    ]);
    const selection = world.select(seesAll, {
      statuses: ['IN_PROGRESS', 'TERMINATING', 'UNKNOWN', 'CURRENT'],
      text: { words: ['web'] },
    });
    const { rows } = finished(selectPage(world.table, selection, ordering, { first: 10 }));
    expect(rows.map(row => world.table.read(row).status)).toEqual(Array.from({ length: 10 }, () => 'IN_PROGRESS'));
    expect(world.scans).toBe(0);
  });

  it.each(['nothing', 'qx'])('reads no row if no text has %j', word => {
    const world = new World(Array.from({ length: 2_000 }, (_, i) => row({ name: `web-${i}` })));
    const selection = world.select(seesAll, { text: { words: [word] } });
    expect(selection.share).toBe(0);
    expect(selection.forEachBlock(() => {}).next().done).toBe(true);
    const ordering = orderingOf(world.table, [{ field: 'NAME', descending: false }]);
    expect(finished(selectPage(world.table, selection, ordering, { first: 10 })).rows).toEqual([]);
    expect(world.blocks).toBe(0);
  });

  it('knows the places in which rows can match, and how many rows are there', () => {
    fc.assert(
      fc.property(anyRows(40), questions, (rows, requested) => {
        const world = new World(rows);
        const { scopes } = world.table;
        for (const [view, question] of requested) {
          const filter = world.named(question);
          const selection = world.select(view, question);
          const isWanted = ({ namespace }: Row) => filter.namespaces?.includes(namespace) ?? true;
          // The mask of a scope covers all kinds of the fleet, not only the kinds in that scope.
          const kinds = [...new Map(rows.map(row => [`${row.kind}.${row.group}`, row])).values()];
          const isShown = (row: Row) =>
            kinds.some(({ group, kind }) => shownAs(view, { ...row, group, kind }) !== 'hidden');
          for (const row of rows) {
            const scope = scopes.find(row.cluster, row.namespace)!;
            expect(selection.showsScope(scope)).toBe(isShown(row) && isWanted(row));
          }
          const bound = rows.filter(
            row => isShown(row) && isWanted(row) && (filter.clusters?.includes(row.cluster) ?? true),
          );
          expect(selection.atMost).toBe(bound.length);
          expect(selection.shown.flatMap(shown => [...selection.scopesOf(shown)]).sort()).toEqual(
            [...new Set(bound.map(row => scopes.find(row.cluster, row.namespace)!))].sort(),
          );
          expect(selection.wantsEveryNamespace).toBe(filter.namespaces === undefined);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('gives the rows of few places among many in full blocks', () => {
    const few = Array.from({ length: 2_500 }, (_, i) => row({ namespace: i % 2 ? 'few' : 'some', name: `web-${i}` }));
    const many = Array.from({ length: 20_000 }, (_, i) => row({ namespace: `team-${i % 50}`, name: `web-${i}` }));
    const world = new World([...few, ...many]);
    const view: RowAuthorizer = () => visibility(scope([]), { few: scope(['pods']), some: scope(['pods']) });
    const selection = world.select(view);
    const found = new Set<number>();
    world.cost(() =>
      finished(selection.forEachBlock((block, count) => block.subarray(0, count).forEach(row => found.add(row)))),
    );
    expect([found.size, world.looked, world.blocks]).toEqual([2_500, 2_500, 2]);
  });
});
