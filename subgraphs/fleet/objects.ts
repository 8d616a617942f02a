/** Objects: the list with its totals, facets and coverage, single objects by id, and the fields of an object. */
import type { GraphQLResolveInfo } from 'graphql';
import type { Filter, IndexedRow, Page } from '../../readmodel/query.ts';
import { ROW_COLUMNS } from '../../store/row-columns.ts';
import { withInputErrors, objectIdArgument, pageRequest, type PageArguments, nameConnection } from '../arguments.ts';
import { clustersOf } from '../../readmodel/select/selection.ts';
import {
  type Accessors,
  through,
  throughRows,
  type GuardedResolvers,
  throughNames,
  throughPublic,
  throughSelf,
} from '../../access/guard.ts';
import {
  facetRequest,
  objectFilter,
  objectOrder,
  type FacetArguments,
  type ObjectFilterInput,
  type ObjectOrderInput,
} from './filter-input.ts';
import { selects } from '../../schema/selected-fields.ts';
import { type ClusterCoverage, type CoverageNumbers, SENTENCES } from '../../access/coverage.ts';
import type { KindState } from '../../store/store.ts';

export interface ObjectsArguments extends PageArguments {
  readonly filter?: ObjectFilterInput | null;
  readonly orderBy?: readonly ObjectOrderInput[] | null;
}

/** State that nodes, edges and pageInfo share. The first of these fields that runs reads the page. */
export interface ObjectConnection extends Reach {
  readonly filter: Filter;
  readonly page: () => Promise<Page>;
}

/** Resolvers for optional columns. They return null for empty values. */
function optionalColumns(): Record<string, (row: IndexedRow) => unknown> {
  const optional = ROW_COLUMNS.filter(column => 'optional' in column);
  return Object.fromEntries(
    optional.map(column => [
      column.name,
      'stored' in column
        ? async (row: IndexedRow) => (await row.stored())[column.name] || null
        : (row: IndexedRow) => row[column.name] || null,
    ]),
  );
}

/** Access for lists. Includes names, because a filter may have label conditions on clusters. */
export const throughLists = through('rbacRows', 'rbacNames');

/** The list of objects for a filter, in the order and page that the arguments specify. */
export async function objectConnection(
  filter: Filter,
  args: ObjectsArguments,
  rows: Accessors['rbacRows'],
  info: GraphQLResolveInfo,
): Promise<ObjectConnection> {
  const order = objectOrder(args.orderBy);
  const request = { ...pageRequest(args), resumable: selects(info, 'resume') };
  // Validate before reading. Otherwise hidden rows could influence which field reports the error first.
  await withInputErrors(() => rows.judgePage(order, request));
  let page: Promise<Page> | undefined;
  return {
    filter,
    reached: clustersOf(filter),
    page: () => (page ??= withInputErrors(() => rows.page(filter, order, request))),
  };
}

/** Coverage of an answer. Numbers of the whole fleet are equal for all callers and contain no name. */
interface Coverage extends CoverageNumbers {
  readonly among?: readonly string[];
}

/** Clusters that a list covers. Undefined means all. */
export interface Reach {
  readonly reached: readonly string[] | undefined;
}

/** Resolver for the `coverage` field of a filtered list. */
export const coverageOfList = through(
  'rbacPublic',
  'rbacNames',
)(async ({ reached }: Reach, _args: unknown, { rbacPublic: fleet, rbacNames: names }): Promise<Coverage> =>
  reached ? { ...(await names.coverageNumbers(reached)), among: reached } : fleet.coverage(),
);

interface CoverageClustersArguments extends Pick<PageArguments, 'first' | 'after'> {
  readonly states?: readonly ClusterCoverage['state'][] | null;
}

export const objectResolvers: GuardedResolvers = {
  Query: {
    objects: throughLists(async (_: unknown, args: ObjectsArguments, { rbacRows: rows, rbacNames: names }, info) =>
      objectConnection(await objectFilter(args.filter, names), args, rows, info),
    ),
    object: throughRows((_: unknown, { id }: { id: string }, rows) => {
      objectIdArgument(id);
      return rows.find(id);
    }),
    coverage: throughPublic((_: unknown, _args: unknown, fleet) => fleet.coverage()),
  },
  ObjectConnection: {
    nodes: async ({ page }: ObjectConnection) => (await page()).rows,
    edges: async ({ page }: ObjectConnection) => {
      const { rows, cursors } = await page();
      return rows.map((node, i) => ({ node, cursor: cursors[i] }));
    },
    pageInfo: ({ page }: ObjectConnection) => page(),
    totalCount: throughRows(({ filter }: ObjectConnection, _: unknown, rows) =>
      withInputErrors(() => rows.count(filter)),
    ),
    facets: throughRows(({ filter }: ObjectConnection, args: FacetArguments, rows) => {
      const { fields, options } = facetRequest(args);
      return withInputErrors(() => Promise.all(fields.map(field => rows.facet(filter, field, options))));
    }),
    coverage: coverageOfList,
    resume: throughRows(async ({ page, filter }: ObjectConnection, _: unknown, rows) =>
      rows.resumeOf(await page(), filter),
    ),
  },
  KubernetesObject: {
    __resolveReference: throughRows(({ id }: { id: string }, _: unknown, rows) => rows.find(id)),
    cluster: (row: IndexedRow) => ({ name: row.cluster }),
    namespace: (row: IndexedRow) => row.namespace || null,
    ...optionalColumns(),
    images: ({ images }: IndexedRow) => (images === '' ? [] : images.split('\n')),
  },
  Coverage: {
    // The caller may not know the names of withheld clusters, so a list of named clusters counts none of them.
    withheld: throughSelf(({ among }: Coverage, _args: unknown, self) => (among ? [] : self.withheld())),
    clusters: throughNames(async ({ among }: Coverage, args: CoverageClustersArguments, names) => {
      const states = args.states && new Set(args.states);
      const clusters = (await names.coverage(among)).filter(({ state }) => states?.has(state) ?? true);
      return nameConnection(clusters, args, ({ cluster }) => [cluster]);
    }),
  },
  ClusterCoverage: { cluster: ({ cluster }: ClusterCoverage) => ({ name: cluster }) },
  KindCoverage: {
    state: ({ state }: KindState) => state.toUpperCase(),
    cause: ({ reason }: KindState) => reason || null,
    reason: ({ reason }: KindState) => (reason ? SENTENCES[reason] : null),
  },
};
