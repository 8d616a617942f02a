/**
 * Policies on 100 clusters of 400 objects each: topologies, pages, effective policies, impact and changes. Runs in one
 * process, without HTTP, and measures processor time. For comparison, plain code without permissions and limits joins
 * routes with Gateways and policies.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'graphql';
import { InProcessDataSource } from '../../gateway/data-sources/in-process.ts';
import type { LiveQuery } from '../../identity/identity.ts';
import { indexesOf } from '../../kinds/projection.ts';
import type { GrantObject } from '../../rbac/types.ts';
import { subgraphSdl } from '../../schema/sdl.ts';
import type { Row } from '../../store/store.ts';
import { projections } from '../../subgraphs/policy/projections.ts';
import { openSubgraph } from '../../subgraphs/policy/subgraph.ts';
import { processorTime } from '../../test/processor-time.ts';
import type { Benchmark } from '../bench.ts';
import { asker, indexOf } from '../index-of.ts';
import { summary } from '../load.ts';
import { measurement, type Measurement } from '../measurement.ts';
import {
  CLUSTERS,
  clusterName,
  namespaceOf,
  OBJECTS,
  policyRow,
  RESOURCES,
  rowsOf,
  squareRows,
} from '../policy-fleet.ts';
import { longestStep, processorTimes } from '../processor.ts';
import { readers } from '../readers.ts';

const POLICY_BYTES = 64 * 2 ** 20;
const PAGE = '{ policyTopology { nodes(first: 50) { nodes { id hostnames } } } }';
const EDGES = '{ policyTopology { edges(first: 50) { nodes { id refusals } } } }';
const EFFECTIVE = '{ effectivePolicies(first: 50) { nodes { id rules { key source { id } } displaced { key } } } }';
const COUNT = '{ effectivePolicies(first: 0) { totalCount } }';
const ONE_CLUSTER = `{ policyTopology(filter: { clusters: ["${clusterName(7)}"] }) { nodes(first: 50) { nodes { id hostnames } } } }`;
const AROUND = `{ policyTopology(filter: { around: ["${clusterName(7)}/gateway.networking.k8s.io/HTTPRoute/team-3/route-13"] }) {
  nodes(first: 50) { nodes { id } } } }`;
const IMPACT = `{ policyImpact(id: "${clusterName(7)}/gateway.networking.k8s.io/Gateway/infra/gateway-1") {
  pathCount hostnames ifDeleted(first: 50) { nodes { __typename } } } }`;
const CHANGES = '{ policyChanges { changes { type id } reset } }';
const SQUARE =
  '{ policyTopology { nodes(first: 50) { nodes { id } } } effectivePolicies(first: 50) { totalCount nodes { id } } }';

export const policyBenchmark: Benchmark = {
  name: 'policy',
  async run({ signal, say }) {
    say(`making ${CLUSTERS} clusters of ${OBJECTS} objects`);
    const rows = Array.from({ length: CLUSTERS }, (_, number) => rowsOf(number));
    const measured: Measurement[] = [];
    const add = (what: string, parts: Parameters<typeof measurement>[1]) =>
      measured.push(measurement(`policy: ${what}`, parts));

    await using policy = await openPolicy(rows, signal);
    say('asking');
    const first = await firstAnswers(policy);
    add('first query about all clusters, p50', {
      ...{ unit: 'ms', ours: first, target: 1_000 },
      peer: {
        name: 'plain code',
        value: (await processorTimes(async () => rows.map(joinedPlainly), { rounds: 10, warmUp: 3 })).p50,
      },
    });
    const pages = { nodes: PAGE, edges: EDGES, 'effective policies': EFFECTIVE };
    for (const [what, query] of Object.entries(pages)) {
      const times = await processorTimes(() => policy.ask('admin', query));
      add(`page of 50 ${what}, p99`, { unit: 'ms', ours: times.p99, target: 30 });
    }
    await policy.ask('jane', PAGE);
    add('page of 50 nodes, a reader of one namespace in each cluster, p99', {
      ...{ unit: 'ms', ours: (await processorTimes(() => policy.ask('jane', PAGE))).p99, target: 30 },
    });
    add('page of 50 nodes, longest step', {
      unit: 'ms',
      ours: await longestStep(() => policy.ask('admin', PAGE)),
      target: 10,
    });
    add('one cluster, p99', {
      unit: 'ms',
      ours: (await processorTimes(() => policy.ask('admin', ONE_CLUSTER))).p99,
      target: 20,
    });
    add('around a route, p99', {
      unit: 'ms',
      ours: (await processorTimes(() => policy.ask('admin', AROUND))).p99,
      target: 20,
    });
    add('impact of a Gateway, p99', {
      unit: 'ms',
      ours: (await processorTimes(() => policy.ask('admin', IMPACT))).p99,
      target: 50,
    });
    add('totalCount of effective policies, p50', {
      unit: 'ms',
      ours: (await processorTimes(() => policy.ask('admin', COUNT))).p50,
      target: 300,
    });

    const changes = await afterChanges(policy);
    add('page of 50 nodes after a change of one cluster, p99', { unit: 'ms', ours: changes.page, target: 30 });
    add('payload of a change stream of all clusters after a change, p99', {
      unit: 'ms',
      ours: changes.payload,
      target: 300,
    });
    const square = await squareTimes(signal);
    add('63 listeners × 63 routes, first query', { unit: 'ms', ours: square.first, target: 1_000 });
    add('63 listeners × 63 routes, then, p99', { unit: 'ms', ours: square.then, target: 50 });
    add('records of the projections, an object', { unit: 'B/row', ours: recordBytes(rows.flat()), target: 600 });
    return measured;
  },
};

interface PolicyBench extends AsyncDisposable {
  ask(user: 'admin' | 'jane', query: string, liveQuery?: LiveQuery): Promise<unknown>;
  /** Drops cached topologies. */
  forget(): void;
  put(cluster: string, row: Row): Promise<void>;
}

async function openPolicy(rows: readonly (readonly Row[])[], signal: AbortSignal): Promise<PolicyBench> {
  const grants = [...readers('admin'), ...readerOfOne()];
  const clusters = rows.map((ofCluster, number) => ({ name: clusterName(number), rows: ofCluster, grants }));
  const index = await indexOf(clusters, { resources: RESOURCES, recordIndexes: indexesOf(projections), signal });
  const sdl = parse(subgraphSdl('policy'));
  /** Opens a subgraph without cached topologies. */
  const opened = () => {
    const subgraph = openSubgraph(sdl, {
      access: index.access,
      limits: { policyBytes: POLICY_BYTES, policyPaths: 100_000 },
    });
    return new InProcessDataSource({ name: 'policy', sdl: '', ...subgraph });
  };
  let source = opened();
  const ask = asker(signal);
  return {
    forget: () => void (source = opened()),
    ask: (user, query, liveQuery) => ask(source, user, query, liveQuery),
    put: (cluster, row) => index.put(cluster, row),
    [Symbol.asyncDispose]: () => index[Symbol.asyncDispose](),
  };
}

/** Jane may list one namespace of each cluster. */
function readerOfOne(): GrantObject[] {
  const [role, binding] = readers('jane');
  return [
    { ...role!, name: 'reader-of-one' },
    {
      ...binding!,
      ...{ type: 'RoleBinding', namespace: namespaceOf(3), name: 'readers-of-one' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reader-of-one' },
    } as GrantObject,
  ];
}

async function firstAnswers(policy: PolicyBench): Promise<number> {
  const times = await processorTimes(
    async () => {
      policy.forget();
      await policy.ask('admin', PAGE);
    },
    { rounds: 5, warmUp: 1 },
  );
  return times.p50;
}

/**
 * Processor time in milliseconds after a change of a policy: for a page, and for the next payload of a stream on all
 * clusters.
 */
async function afterChanges(policy: PolicyBench): Promise<{ page: number; payload: number }> {
  let isHinted = false;
  const live: LiveQuery = { since: undefined, isOverrun: false, changed: () => void (isHinted = true) };
  const pages: number[] = [];
  const payloads: number[] = [];
  await policy.ask('admin', CHANGES, live);
  live.tracked?.sent();
  for (let round = 0; round < 50; round++) {
    await policy.put(
      clusterName(round % CLUSTERS),
      policyRow(round % CLUSTERS, 4, { limit: 2 + round, version: 2 + round }),
    );
    const before = processorTime();
    await policy.ask('admin', PAGE);
    const page = processorTime() - before;
    // A late hint of the previous change produces an empty payload.
    for (let reported = 0; reported === 0;) {
      while (!isHinted) await delay(1);
      isHinted = false;
      const begun = processorTime();
      await policy.ask('admin', CHANGES, live);
      const payload = processorTime() - begun;
      reported = live.tracked?.reported?.changes ?? 0;
      live.tracked?.sent();
      if (reported > 0 && round >= 10) {
        pages.push(page);
        payloads.push(payload);
      }
    }
  }
  live.tracked?.end();
  return { page: summary(pages).p99, payload: summary(payloads).p99 };
}

async function squareTimes(signal: AbortSignal): Promise<{ first: number; then: number }> {
  await using policy = await openPolicy([squareRows(clusterName(0))], signal);
  const before = processorTime();
  await policy.ask('admin', SQUARE);
  const first = processorTime() - before;
  return { first, then: (await processorTimes(() => policy.ask('admin', SQUARE))).p99 };
}

/** Joins routes with their Gateways and with the policies of both, from rows and their records. */
function joinedPlainly(rows: readonly Row[]): unknown {
  const of = (kind: string) => rows.filter(row => row.kind === kind);
  const policies = Map.groupBy(
    [...of('AuthPolicy'), ...of('RateLimitPolicy')].map(({ name, records }) => ({
      name,
      text: JSON.stringify(records),
    })),
    ({ text }) => /"t":\["[^"]*","([^"]+)","([^"]+)"\]/.exec(text)?.slice(1).join('/') ?? '',
  );
  return of('HTTPRoute')
    .map(({ namespace, name, records }) => {
      const [, gateway = ''] = /"p":"([^"]+)"/.exec(JSON.stringify(records)) ?? [];
      return {
        id: `${namespace}/${name}`,
        on: [...(policies.get(`Gateway/${gateway}`) ?? []), ...(policies.get(`HTTPRoute/${name}`) ?? [])],
      };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function recordBytes(rows: readonly Row[]): number {
  let bytes = 0;
  for (const { records } of rows)
    for (const list of Object.values(records ?? {}))
      for (const record of list) bytes += JSON.stringify(record).length + 13;
  return bytes / rows.length;
}
