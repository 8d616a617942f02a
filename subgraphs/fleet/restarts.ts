/**
 * Restarts: Pods whose containers have restarted, of several clusters in one list.
 *
 * Only Pods with a record of restarts are read (projections.ts). The cost grows with the number of these Pods, not with
 * the fleet.
 */
import type { GuardedResolvers } from '../../access/guard.ts';
import type { Steps } from '../../async/fair-turns.ts';
import type { Filter, IndexedRow } from '../../readmodel/query.ts';
import type { RowReader, VisibleRow } from '../../readmodel/question.ts';
import { clustersOf } from '../../readmodel/select/selection.ts';
import { TopK } from '../../readmodel/table/containers.ts';
import { compareText } from '../../readmodel/table/names.ts';
import {
  decodeCursor,
  DEFAULT_PAGE,
  encodeCursor,
  pageSize,
  withInputErrors,
  type PageArguments,
  foreignCursor,
} from '../arguments.ts';
import { objectFilter, type ObjectFilterInput } from './filter-input.ts';
import { coverageOfList, throughLists, type Reach } from './objects.ts';
import { POD, RESTARTS, type RestartRecord } from './projections.ts';

export interface PodRestarts extends Omit<RestartRecord, 'of'> {
  readonly object: IndexedRow;
}

/** Position of a Pod in the list, which is sorted by these fields. */
interface Place {
  readonly restarts: number;
  readonly id: string;
}

export interface RestartRequest {
  readonly first: number;
  /** Returns only Pods after this position. The Pod at the position need not exist. */
  readonly after?: Place | undefined;
}

/** A page of Pods, sorted by most restarts first, then by id. */
export interface RestartPage {
  readonly pods: readonly PodRestarts[];
  readonly totalCount: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

interface RestartsArguments extends Pick<PageArguments, 'first' | 'after'> {
  readonly filter?: ObjectFilterInput | null;
}

export const restartResolvers: GuardedResolvers = {
  Query: {
    restarts: throughLists(async (_: unknown, args: RestartsArguments, { rbacRows: rows, rbacNames: names }) => {
      const request: RestartRequest = {
        first: pageSize('first', args.first ?? DEFAULT_PAGE),
        after: args.after == null ? undefined : placeOf(args.after),
      };
      const filter = await objectFilter(args.filter, names);
      const page = await withInputErrors(() => rows.ask(filter, seen => restarts(seen, filter, request)));
      return { ...page, reached: clustersOf(filter) } satisfies RestartPage & Reach;
    }),
  },
  RestartConnection: {
    nodes: ({ pods }: RestartPage) => pods,
    pageInfo: ({ pods, hasNextPage, hasPreviousPage }: RestartPage) => {
      const [first, last] = [pods[0], pods.at(-1)];
      return { hasNextPage, hasPreviousPage, startCursor: first && cursorOf(first), endCursor: last && cursorOf(last) };
    },
    coverage: coverageOfList,
  },
  PodRestarts: {
    lastTerminatedAt: ({ at }: PodRestarts) => at,
  },
};

function cursorOf({ restarts, object }: PodRestarts): string {
  return encodeCursor([String(restarts), object.id]);
}

function placeOf(cursor: string): Place {
  const [restarts = '', id = ''] = decodeCursor(cursor, 2);
  if (!/^\d{1,10}$/.test(restarts)) throw foreignCursor(cursor);
  return { restarts: Number(restarts), id };
}

/** Number of Pods processed without yielding. */
const STEP = 512;

/** @throws QueryError */
export function* restarts(rows: RowReader, filter: Filter, { first, after }: RestartRequest): Steps<RestartPage> {
  const found = yield* rows.withRecord(RESTARTS, 'Pod', { and: [filter], kinds: [POD] });
  const best = new TopK<Restarted>(first, compare);
  let before = 0;
  for (const [looked, row] of found.entries()) {
    const pod = new Restarted(rows, row);
    if (after && compare(pod, after) <= 0) before++;
    else best.offer(pod);
    if (looked % STEP === STEP - 1) yield;
  }
  const pods: PodRestarts[] = [];
  for (const { row, record } of best.sorted()) {
    const { of: _, ...shown } = record;
    pods.push({ object: rows.read(row), ...shown });
    if (pods.length % STEP === STEP - 1) yield;
  }
  return {
    pods,
    totalCount: found.length,
    hasNextPage: found.length > before + pods.length,
    hasPreviousPage: before > 0,
  };
}

function compare(a: Place, b: Place): number {
  return b.restarts - a.restarts || compareText(a.id, b.id);
}

/**
 * A Pod in the list. Its id is computed only when needed to break a tie, since most Pods have too few restarts for the
 * page.
 */
class Restarted implements Place {
  readonly row: VisibleRow;
  readonly record: RestartRecord;
  readonly #rows: RowReader;
  #id: string | undefined;

  constructor(rows: RowReader, row: VisibleRow) {
    this.#rows = rows;
    this.row = row;
    this.record = rows.firstRecord(row, RESTARTS) as unknown as RestartRecord;
  }

  get restarts(): number {
    return this.record.restarts;
  }

  get id(): string {
    return (this.#id ??= this.#rows.id(this.row));
  }
}
