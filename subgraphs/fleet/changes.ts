/**
 * What becomes of a list of objects: `objectChanges`, as a query. The gateway makes each payload of the subscription by that query.
 */
import type { GraphQLResolveInfo } from 'graphql';
import type { ToldChanges } from '../../access/changes/callers-changes.ts';
import { throughRows, type GuardedResolvers } from '../../access/guard.ts';
import { clustersOf } from '../../access/reached-clusters.ts';
import type { Change } from '../../readmodel/query.ts';
import { asked } from './bad-input.ts';
import { coverageOfList, type Reach } from './coverage.ts';
import { objectFilter, type ObjectFilterInput } from './filter-input.ts';
import { selects } from './selected-fields.ts';

interface ChangesArguments {
  readonly filter?: ObjectFilterInput | null;
  readonly since: string;
}

export const changeResolvers: GuardedResolvers = {
  Query: {
    objectChanges: throughRows(async (_: unknown, args: ChangesArguments, rows, info: GraphQLResolveInfo): Promise<ToldChanges & Reach> => {
      const filter = objectFilter(args.filter);
      const told = await asked(() => rows.changes(filter, args.since, selects(info, 'totalCount')));
      return { ...told, reached: clustersOf(filter) };
    }),
  },
  ObjectChanges: {
    reset: ({ reset }: ToldChanges) => reset ?? null,
    totalCount: ({ total }: ToldChanges) => total,
    coverage: coverageOfList,
  },
  ObjectChange: { object: ({ row }: Change) => row ?? null },
};
