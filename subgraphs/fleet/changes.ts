/**
 * The query `objectChanges`: changes of a list of objects since a token. The gateway runs this query for each payload
 * of the subscription `objectChanges`.
 */
import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import type { ReportedChanges } from '../../access/changes/callers-changes.ts';
import { NotThereYetError } from '../../access/changes/moment-elsewhere.ts';
import { throughRows, type GuardedResolvers } from '../../access/guard.ts';
import { clustersOf } from '../../readmodel/select/selection.ts';
import type { Change, Filter } from '../../readmodel/query.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { withInputErrors, inputError, quoted } from '../arguments.ts';
import { coverageOfList, type Reach } from './objects.ts';
import { objectFilter, type FilterNames, type ObjectFilterInput } from './filter-input.ts';
import { selects } from '../../schema/selected-fields.ts';

interface ChangesArguments {
  readonly filter?: ObjectFilterInput | null;
  readonly since: string;
}

/**
 * Rejects filters whose meaning can change between two requests: labels of clusters, short names and categories.
 * Changes would then belong to another filter than the list.
 */
const NOT_FOLLOWED: FilterNames = {
  clustersLabelled: () =>
    Promise.reject(
      inputError('Changes are not followed by clusterLabels. Name the clusters, in filter.clusters.', 'filter'),
    ),
  kindsByWord: (_reached, [word = '']) => {
    const problem = `Changes are not followed by ${quoted(word)}: it may be a short name or a category of kinds, and what those mean changes.`;
    const wayOut = 'Give the name of each kind, in filter.kinds, as `kinds { value }` tells it: "Deployment.apps".';
    return Promise.reject(inputError(`${problem} ${wayOut}`, 'filter'));
  },
};

/**
 * Rejects time spans that are relative to now, and spans on `synced`. With such spans, objects would enter or leave
 * the list without a change.
 * @throws GraphQLError BAD_USER_INPUT
 */
function judgeSpans(filter: ObjectFilterInput | null | undefined): void {
  if (!filter) return;
  const { created, transitioned, synced, and, or, not } = filter;
  if (synced)
    throw inputError('Changes are not followed by synced: that an object is told of anew is no change.', 'filter');
  if ([created, transitioned].some(span => span?.within != null))
    throw inputError('Changes are not followed by a span that ends now (within). Give an instant, in after.', 'filter');
  for (const part of [...(and ?? []), ...(or ?? []), not]) judgeSpans(part);
}

async function followedFilter(input: ObjectFilterInput | null | undefined): Promise<Filter> {
  const filter = await objectFilter(input, NOT_FOLLOWED);
  judgeSpans(input);
  return filter;
}

function notThereYet(error: unknown): never {
  if (!(error instanceof NotThereYetError)) throw error;
  const code: ErrorCode = 'OVERLOADED';
  const message =
    'This process is still reading what you have seen already. Try again in a second; your token stays good.';
  throw new GraphQLError(message, { extensions: { code } });
}

export const changeResolvers: GuardedResolvers = {
  Query: {
    objectChanges: throughRows(
      async (_: unknown, args: ChangesArguments, rows, info: GraphQLResolveInfo): Promise<ReportedChanges & Reach> => {
        const filter = rows.followed() ?? (await followedFilter(args.filter));
        const wanted = { counted: selects(info, 'totalCount'), covered: selects(info, 'coverage') };
        const reported = await withInputErrors(() => rows.changes(filter, args.since, wanted)).catch(notThereYet);
        return { ...reported, reached: clustersOf(filter) };
      },
    ),
  },
  ObjectChanges: {
    reset: ({ reset }: ReportedChanges) => reset ?? null,
    totalCount: ({ total }: ReportedChanges) => total,
    coverage: coverageOfList,
  },
  ObjectChange: { object: ({ row }: Change) => row ?? null },
};
