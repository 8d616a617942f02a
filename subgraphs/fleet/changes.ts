/**
 * What becomes of a list of objects: `objectChanges`, as a query. The gateway makes each payload of the subscription by that query.
 */
import { GraphQLError } from 'graphql';
import type { ToldChanges } from '../../access/changes/callers-changes.ts';
import { NotThereYetError } from '../../access/changes/moment-elsewhere.ts';
import type { Accessors } from '../../access/accessors.ts';
import type { GuardedResolvers } from '../../access/guard.ts';
import { clustersOf } from '../../access/reached-clusters.ts';
import type { Change, Filter } from '../../readmodel/query.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { asked, inputError } from './bad-input.ts';
import { coverageOfList, type Reach } from './coverage.ts';
import { objectFilter, type ObjectFilterInput } from './filter-input.ts';
import { throughLists } from './objects.ts';
import { selects } from './selected-fields.ts';

interface ChangesArguments {
  readonly filter?: ObjectFilterInput | null;
  readonly since: string;
}

/** A filter is followed as it is: which clusters have labels may be others when it is asked again, and its token would be one of another filter. */
const clustersLabelled = (): Promise<never> =>
  Promise.reject(inputError('Changes are not followed by clusterLabels. Name the clusters, in filter.clusters.', 'filter'));

/**
 * @throws GraphQLError BAD_USER_INPUT for a span that ends now, and for one of what the cluster told when: an object leaves it, or enters, without being
 * changed, and nothing would tell.
 */
function judgeSpans(filter: ObjectFilterInput | null | undefined): void {
  if (!filter) return;
  const { created, transitioned, synced, and, or, not } = filter;
  if (synced) throw inputError('Changes are not followed by synced: that an object is told of anew is no change.', 'filter');
  if ([created, transitioned].some(span => span?.within != null))
    throw inputError('Changes are not followed by a span that ends now (within). Give an instant, in after.', 'filter');
  for (const part of [...(and ?? []), ...(or ?? []), not]) judgeSpans(part);
}

async function followedFilter(input: ObjectFilterInput | null | undefined, names: Accessors['rbacNames']): Promise<Filter> {
  const filter = await objectFilter(input, { clustersLabelled, kindsByWord: reached => names.kindsByWord(reached) });
  judgeSpans(input);
  return filter;
}

function notThereYet(error: unknown): never {
  if (!(error instanceof NotThereYetError)) throw error;
  const code: ErrorCode = 'OVERLOADED';
  const message = 'This process is still reading what you have seen already. Try again in a second; your token stays good.';
  throw new GraphQLError(message, { extensions: { code } });
}

export const changeResolvers: GuardedResolvers = {
  Query: {
    objectChanges: throughLists(async (_: unknown, args: ChangesArguments, accessors, info): Promise<ToldChanges & Reach> => {
      const { rbacRows: rows, rbacNames: names } = accessors;
      const filter = rows.followed() ?? (await followedFilter(args.filter, names));
      const wanted = { counted: selects(info, 'totalCount'), covered: selects(info, 'coverage') };
      const told = await asked(() => rows.changes(filter, args.since, wanted)).catch(notThereYet);
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
