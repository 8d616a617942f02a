/**
 * The core of a replica on Redis, in a separate process. It loads the index, answers queries, times its answers, and
 * reports its memory. Queries go through the accessors of the resolvers. Each query is a separate request, so every
 * figure includes the user's visibility. The figures exclude HTTP and GraphQL.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { acceptIdentity } from '../../identity/authenticator.ts';
import { bytesInRanges } from '../../readmodel/table/containers.ts';
import { openReadModel } from '../../readmodel/model.ts';
import type { ReadModel } from '../../readmodel/readmodel.ts';
import { openRedisStore } from '../../store/redis.ts';
import type { ClusterSnapshot, Store } from '../../store/store.ts';
import type { Filter, GroupField, OrderKey, PageRequest } from '../../readmodel/query.ts';
import { encodeObjectId } from '../../schema/object-id.ts';
import { VisibleNames } from '../../access/visible-names.ts';
import { VisibleRows } from '../../access/visible-rows.ts';
import { CallerAccesses, RequestView } from '../../access/request-access.ts';
import { policiesOf, Quarantine } from '../../access/coverage.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { namespaceConnection } from '../../subgraphs/fleet/namespace-page.ts';
import type { Names } from '../peers/sql-queries.ts';
import { FACET_LIMIT, FACETS, facetsOf, GROUPS_PAGE, NAMES_PAGE, type Numbers } from '../scale/questions.ts';
import { summary, type Latencies } from '../load.ts';
import { answerRequests } from './answering.ts';

export interface ReplicaQuestion {
  readonly user: string;
  readonly groups: readonly string[];
  readonly filter: Filter;
  /** @default by name */
  readonly order?: readonly OrderKey[];
  /** Page to query. Without `page` and the following fields, the total and four facets are queried. */
  readonly page?: PageRequest;
  readonly count?: true;
  /** Queries the first hundred groups instead of rows. */
  readonly groupedBy?: readonly GroupField[];
  /** Queries counts by status instead of rows, for the first fifty clusters, like a page of clusters. */
  readonly statusCounts?: true;
  /** Queries names instead of rows: the first page of namespaces, all kinds, or all clusters. */
  readonly names?: Names;
}

export interface AnsweredPage {
  readonly ids: readonly string[];
  readonly startCursor: string | undefined;
  readonly endCursor: string | undefined;
}

export type ReplicaRequest =
  /** `rows: false` loads everything except the rows. The difference in memory is the memory of the rows. */
  | { readonly type: 'open'; readonly redis: string; readonly clusters: number; readonly rows: boolean }
  | { readonly type: 'ask'; readonly requested: ReplicaQuestion }
  /**
   * Times requests one after the other. Several questions alternate, so that other work of the machine slows all of
   * them.
   */
  | {
      readonly type: 'time';
      readonly requested: readonly ReplicaQuestion[];
      readonly seconds: number;
      readonly atLeast: number;
    };

export interface ReplicaAnswer {
  readonly opened?: {
    readonly seconds: number;
    readonly rows: number;
    readonly heapAndBuffers: number;
    readonly resident: number;
  };
  readonly page?: AnsweredPage;
  readonly numbers?: Numbers;
  readonly count?: number;
  /** One array per group, with its values and, as the last element, its count. */
  readonly groups?: readonly (string | number | null)[][];
  readonly names?: readonly string[];
  /** Times in the order of the questions. */
  readonly times?: readonly Latencies[];
  /** Longest time for which the event loop was blocked. Set only in the answer to a `time` request. */
  readonly blockedMs?: number;
}

let readModel: ReadModel | undefined;
const accesses = new CallerAccesses();
/** One object for all clusters, like the policy in the registry. Cached visibilities have this object in their key. */
const POLICY = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' } as const;
const RULES = { policies: policiesOf(() => POLICY), maxAgeMs: 86_400_000 };

answerRequests<ReplicaRequest, ReplicaAnswer>(async request => {
  if (request.type === 'open') return { opened: await open(request) };
  if (request.type === 'ask') return ask(request.requested);
  return time(request);
});

async function open({
  redis,
  clusters,
  rows,
}: Extract<ReplicaRequest, { type: 'open' }>): Promise<NonNullable<ReplicaAnswer['opened']>> {
  const began = performance.now();
  const store = await openRedisStore({ url: redis });
  const opened = (readModel = await openReadModel({ store: rows ? store : withoutRows(store), log: silentLogger }));
  const loaded = () => opened.clusters().filter(({ loading }) => !loading);
  while (loaded().length < clusters) await delay(5);
  const seconds = (performance.now() - began) / 1_000;
  collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  const heapAndBuffers = heapUsed + external + bytesInRanges();
  return { seconds, rows: loaded().reduce((sum, { rowCount }) => sum + rowCount, 0), heapAndBuffers, resident: rss };
}

/** A store that returns no rows for any cluster. */
function withoutRows(store: Store): Store {
  return new Proxy(store, {
    get(target, key) {
      if (key === 'snapshot') {
        return async (...args: Parameters<Store['snapshot']>): Promise<ClusterSnapshot> => {
          return { ...(await target.snapshot(...args)), rowCount: 0, rows: nothing(), indexRows: nothing() };
        };
      }
      const member = Reflect.get(target, key) as unknown;
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

async function* nothing(): AsyncIterable<never> {}

const BY_NAME = [{ field: 'NAME', descending: false }] as const;

async function ask({
  user,
  groups,
  filter,
  order = BY_NAME,
  page,
  count,
  groupedBy,
  statusCounts,
  names,
}: ReplicaQuestion): Promise<ReplicaAnswer> {
  if (!readModel) throw new Error('The replica was asked before it was opened.');
  const identity = acceptIdentity({ user, groups: [...groups] });
  const access = new RequestView(identity, Infinity, {
    readModel,
    rules: RULES,
    accesses,
    quarantine: new Quarantine(),
  });
  const frame = { readModel, rules: RULES, access, identity, signal: NEVER, now: Date.now };
  if (names) return { names: await namesOf(new VisibleNames(frame), names) };
  const rows = new VisibleRows(frame);
  if (count) return { count: await rows.count(filter) };
  if (groupedBy) {
    const { groups: found } = await rows.groups(filter, {
      by: groupedBy.map(field => ({ field })),
      first: GROUPS_PAGE,
    });
    return { groups: found.map(({ values, count }) => [...values.map(({ value }) => value), count]) };
  }
  if (statusCounts) {
    const clusters = (await new VisibleNames(frame).clusters()).slice(0, NAMES_PAGE);
    const counts = await Promise.all(
      clusters.map(({ name }) => rows.statusCounts(filter, { type: 'Cluster', cluster: name })),
    );
    return { groups: counts.map(({ failed }, i) => [clusters[i]!.name, failed]) };
  }
  if (page) {
    const { rows: shown, startCursor, endCursor } = await rows.page(filter, order, page);
    // Reads every column that a list shows, because the peers send these columns. Also reads the two cursors of
    // pageInfo, which the peers do not make.
    const columns = shown.map(({ name, status, suspended, reason, message, revision, createdAt, transitionedAt }) => {
      return [name, status, suspended, reason, message, revision, createdAt, transitionedAt];
    });
    if (columns.length > 0 && !endCursor) throw new Error('The page has no cursor.');
    return { page: { ids: shown.map(encodeObjectId), startCursor, endCursor } };
  }
  const [total, ...facets] = await Promise.all([
    rows.count(filter),
    ...FACETS.map(field => rows.facet(filter, field, { limit: FACET_LIMIT })),
  ]);
  const values = facetsOf(field =>
    facets[FACETS.indexOf(field)]!.values.map(({ value, count }) => [value, count] as const),
  );
  return { numbers: { count: total, facets: values } };
}

async function namesOf(visible: VisibleNames, names: Names): Promise<string[]> {
  if (names === 'kinds') return (await visible.kinds()).map(({ kind, group }) => `${kind}/${group}`);
  if (names === 'clusters') return (await visible.clusters()).map(({ name }) => name);
  const { nodes } = namespaceConnection(await visible.namespaces(), { first: NAMES_PAGE });
  return nodes.map(({ name, cluster }) => `${name}/${cluster}`);
}

const NEVER = new AbortController().signal;

async function time({
  requested,
  seconds,
  atLeast,
}: Extract<ReplicaRequest, { type: 'time' }>): Promise<ReplicaAnswer> {
  await timed(requested, seconds / 4, atLeast);
  collectGarbage();
  const turns = monitorEventLoopDelay({ resolution: 1 });
  turns.enable();
  const latencies = await timed(requested, seconds, atLeast);
  turns.disable();
  return { times: latencies.map(summary), blockedMs: turns.max / 1e6 };
}

async function timed(requested: readonly ReplicaQuestion[], seconds: number, atLeast: number): Promise<number[][]> {
  const latencies = requested.map((): number[] => []);
  const end = performance.now() + seconds * 1_000;
  for (let round = 0; round < atLeast || performance.now() < end; round++) {
    for (const [i, question] of requested.entries()) {
      await nextTurn(); // each question starts in its own turn, so that `blockedMs` does not add up questions
      const before = performance.now();
      await ask(question);
      latencies[i]!.push(performance.now() - before);
    }
  }
  return latencies;
}

function collectGarbage(): void {
  if (!globalThis.gc) throw new Error('A replica is measured with --expose-gc.');
  globalThis.gc();
}
