/**
 * Objects: the list with its totals and facets, one object by id, and the fields of an object.
 */
import type { GraphQLResolveInfo } from 'graphql';
import type { Filter, IndexedRow, Page } from '../../readmodel/query.ts';
import { ROW_COLUMNS } from '../../store/row-columns.ts';
import type { Accessors } from '../../access/accessors.ts';
import { asked, objectIdArgument } from './bad-input.ts';
import { clustersOf } from '../../access/reached-clusters.ts';
import { coverageOfList, type Reach } from './coverage.ts';
import { through, throughRows, type GuardedResolvers } from '../../access/guard.ts';
import {
  facetRequest,
  objectFilter,
  objectOrder,
  type FacetArguments,
  type ObjectFilterInput,
  type ObjectOrderInput,
} from './filter-input.ts';
import { pageRequest, type PageArguments } from './page-input.ts';
import { selects } from './selected-fields.ts';

export interface ObjectsArguments extends PageArguments {
  readonly filter?: ObjectFilterInput | null;
  readonly orderBy?: readonly ObjectOrderInput[] | null;
}

/** What nodes, edges and pageInfo share; the page is read when the first of them is selected. */
export interface ObjectConnection extends Reach {
  readonly filter: Filter;
  readonly page: () => Promise<Page>;
}

/** Columns that are null where they say nothing. */
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

/** Names, since a filter may ask for labels of clusters. */
export const throughLists = through('rbacRows', 'rbacNames');

/** The list of a filter, in the order and of the page that the arguments ask for. */
export async function objectConnection(
  filter: Filter,
  args: ObjectsArguments,
  rows: Accessors['rbacRows'],
  info: GraphQLResolveInfo,
): Promise<ObjectConnection> {
  const order = objectOrder(args.orderBy);
  const request = { ...pageRequest(args), resumable: selects(info, 'resume') };
  // Before anything is read: when reading ends, and so which field would say it first, depends on rows that the caller does not see.
  await asked(() => rows.judgePage(order, request));
  let page: Promise<Page> | undefined;
  return { filter, reached: clustersOf(filter), page: () => (page ??= asked(() => rows.page(filter, order, request))) };
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
  },
  ObjectConnection: {
    nodes: async ({ page }: ObjectConnection) => (await page()).rows,
    edges: async ({ page }: ObjectConnection) => {
      const { rows, cursors } = await page();
      return rows.map((node, i) => ({ node, cursor: cursors[i] }));
    },
    pageInfo: ({ page }: ObjectConnection) => page(),
    totalCount: throughRows(({ filter }: ObjectConnection, _: unknown, rows) => asked(() => rows.count(filter))),
    facets: throughRows(({ filter }: ObjectConnection, args: FacetArguments, rows) => {
      const { fields, options } = facetRequest(args);
      return asked(() => Promise.all(fields.map(field => rows.facet(filter, field, options))));
    }),
    coverage: coverageOfList,
    resume: throughRows(async ({ page, filter }: ObjectConnection, _: unknown, rows) => rows.resumeOf(await page(), filter)),
  },
  KubernetesObject: {
    __resolveReference: throughRows(({ id }: { id: string }, _: unknown, rows) => rows.find(id)),
    cluster: (row: IndexedRow) => ({ name: row.cluster }),
    namespace: (row: IndexedRow) => row.namespace || null,
    ...optionalColumns(),
    images: ({ images }: IndexedRow) => (images === '' ? [] : images.split('\n')),
  },
};
