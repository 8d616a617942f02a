/** Number of objects, in total and by status, of a cluster, a namespace or a kind. Also the groups of a list. */
import type { GraphQLResolveInfo } from 'graphql';
import { within, type FleetPart } from '../../access/fleet-parts.ts';
import { throughRows, type GuardedResolver, type GuardedResolvers } from '../../access/guard.ts';
import type { NamedKind, NamedNamespace } from '../../access/visible-names.ts';
import type { Filter, Group } from '../../readmodel/query.ts';
import { withInputErrors, encodeCursor, decodeCursor, pageSize, type PageArguments } from '../arguments.ts';
import type { ClusterReference } from './clusters.ts';
import { groupKeys, objectFilter, type ObjectFilterInput } from './filter-input.ts';
import { objectConnection, throughLists, type ObjectConnection, type ObjectsArguments } from './objects.ts';

const DEFAULT_GROUPS = 100;

interface GroupsArguments extends Pick<PageArguments, 'first' | 'after'> {
  readonly by: Parameters<typeof groupKeys>[0];
}

export const rollUpResolvers: GuardedResolvers = {
  Cluster: fieldsOf(({ name }: ClusterReference) => ({ type: 'Cluster', cluster: name })),
  Namespace: fieldsOf(({ cluster, name }: NamedNamespace) => ({ type: 'Namespace', cluster, namespace: name })),
  Kind: fieldsOf(({ group, kind }: NamedKind) => ({ type: 'Kind', group, kind })),
  ObjectConnection: {
    groups: throughRows(async ({ filter }: ObjectConnection, args: GroupsArguments, rows) => {
      const by = groupKeys(args.by);
      const first = pageSize('groups.first', args.first ?? DEFAULT_GROUPS);
      const after = args.after == null ? undefined : decodeCursor(args.after, by.length, { nulls: true });
      const { groups, totalCount, hasNextPage, hasPreviousPage } = await withInputErrors(() =>
        rows.groups(filter, { by, first, ...(after && { after }) }),
      );
      const pageInfo = {
        hasNextPage,
        hasPreviousPage,
        startCursor: cursorOf(groups[0]),
        endCursor: cursorOf(groups.at(-1)),
      };
      return { nodes: groups, pageInfo, totalCount };
    }),
  },
};

function cursorOf(group: Group | undefined): string | undefined {
  return group && encodeCursor(group.values.map(({ value }) => value));
}

function fieldsOf<Parent>(partOf: (parent: Parent) => FleetPart): Readonly<Record<string, GuardedResolver>> {
  return {
    objects: throughLists(async (parent: Parent, args: ObjectsArguments, { rbacRows: rows, rbacNames: names }, info) =>
      objectConnection(within(await objectFilter(args.filter, names), partOf(parent)), args, rows, info),
    ),
    statusCounts: throughLists(
      (parent: Parent, args: { filter?: ObjectFilterInput | null }, { rbacRows: rows, rbacNames: names }, info) =>
        withInputErrors(async () =>
          rows.statusCounts(await onceFor(info, () => objectFilter(args.filter, names)), partOf(parent)),
        ),
    ),
  };
}

const filters = new WeakMap<GraphQLResolveInfo['fieldNodes'], Promise<Filter>>();

/**
 * Reads the filter of a field once for all items of a list, so that the items' counts are batched. The items share the
 * field's AST nodes.
 */
function onceFor({ fieldNodes }: GraphQLResolveInfo, read: () => Promise<Filter>): Promise<Filter> {
  let filter = filters.get(fieldNodes);
  if (!filter) filters.set(fieldNodes, (filter = read()));
  return filter;
}
