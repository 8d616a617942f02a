/**
 * Processor time and longest step of executing a plan, compared with the executor of @apollo/gateway. Both execute the
 * same plan on the same prepared answers of subgraphs, in one process. They must give equal results. The figures do not
 * include parsing, validation or the making of the answers.
 */
import { ApolloGateway, type GraphQLDataSource } from '@apollo/gateway';
import { buildASTSchema, parse, type GraphQLSchema } from 'graphql';
import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { configSchema } from '../../config/schema.ts';
import { plannedExecutor, type Executed } from '../../gateway/operation/execute-plan.ts';
import { createPlanning } from '../../gateway/operation/plan-document.ts';
import { checkedInSupergraph } from '../../schema/sdl.ts';
import { silentLogger } from '../../telemetry/log.ts';
import type { Benchmark } from '../bench.ts';
import { summary } from '../load.ts';
import { measurement, type Measurement } from '../measurement.ts';

const CASES = [
  { rows: 25, live: false },
  { rows: 200, live: true },
  { rows: 500, live: false },
  { rows: 500, live: true },
] as const;
/** Number of samples of each executor. */
const SAMPLES = 15;
/**
 * Approximate duration of a sample in milliseconds. A sample repeats the execution. A shorter sample would be inexact,
 * because the thread's clock of processor time is coarse.
 */
const SAMPLE_MS = 100;
const WARM_UP_MS = 300;
/**
 * Number of executions. The longest step of each execution is measured, and the result is the minimum. Other work of
 * the machine only makes steps longer.
 */
const STEPS_OF = 50;

interface Side {
  readonly run: () => Promise<Pick<Executed, 'data'>>;
  /**
   * Makes the subgraphs' answers for `runs` executions. Each execution needs new answers, because executors merge data
   * into them.
   */
  readonly prepare: (runs: number) => void;
}

export const execution: Benchmark = {
  name: 'execution',
  async run({ signal }) {
    const measured: Measurement[] = [];
    for (const { rows, live } of CASES) {
      signal.throwIfAborted();
      const [ours, apollo] = await bothExecutors(queryOf(live), rows);
      if (!isDeepStrictEqual(await answerTo(ours), await answerTo(apollo)))
        throw new Error('The two executors answer differently.');
      const what = `execution: ${rows} rows${live ? ' with live state' : ''}`;
      const times = await processorTimes(ours, apollo);
      measured.push(
        measurement(`${what}, processor time, p50`, { unit: 'ms', ours: times.ours, peer: peer(times.apollo) }),
      );
      const [step, apollosStep] = [await longestStep(ours), await longestStep(apollo)];
      measured.push(measurement(`${what}, longest step`, { unit: 'ms', ours: step, peer: peer(apollosStep) }));
    }
    return measured;
  },
};

const peer = (value: number) => ({ name: "@apollo/gateway's own executor, the same plan", value });

async function answerTo({ run, prepare }: Side): Promise<unknown> {
  prepare(1);
  return JSON.parse(JSON.stringify((await run()).data)) as unknown;
}

function queryOf(live: boolean): string {
  const state = live
    ? 'live { state observedAt metadata { generation } conditions { type status reason message } }'
    : '';
  return `{ objects(first: 500) { totalCount nodes { id cluster { name } kind namespace name status reason message createdAt ${state} } coverage { total indexed } } }`;
}

function answerOf(service: string, rows: number): object {
  if (service === 'fleet') {
    const nodes = Array.from({ length: rows }, (_, i) => ({
      ...{
        __typename: 'KubernetesObject',
        id: `leaf-${i % 10}/apps/Deployment/team-${i % 30}/app-${i}`,
        kind: 'Deployment',
      },
      ...{
        cluster: { __typename: 'Cluster', name: `leaf-${i % 10}` },
        namespace: `team-${i % 30}`,
        name: `app-${i}`,
        status: 'FAILED',
      },
      ...{
        reason: 'ProgressDeadlineExceeded',
        message: 'Deployment has timed out progressing.',
        createdAt: '2026-01-01T00:00:00Z',
      },
    }));
    return {
      objects: {
        __typename: 'ObjectConnection',
        totalCount: rows,
        nodes,
        coverage: { __typename: 'Coverage', total: 10, indexed: 10 },
      },
    };
  }
  const conditions = ['Available', 'Progressing', 'ReplicaFailure'].map(type => ({
    ...{
      __typename: 'Condition',
      type,
      status: 'False',
      reason: 'MinimumReplicasUnavailable',
      message: 'Deployment does not have it.',
    },
  }));
  return {
    _entities: Array.from({ length: rows }, () => ({
      __typename: 'KubernetesObject',
      live: {
        ...{ __typename: 'LiveObject', state: 'OK', observedAt: '2026-01-01T00:00:00Z' },
        ...{
          metadata: { __typename: 'ObjectMeta', generation: 2 },
          conditions: conditions.map(condition => ({ ...condition })),
        },
      },
    })),
  };
}

async function bothExecutors(query: string, rows: number): Promise<[ours: Side, apollo: Side]> {
  const ready = new Map<string, object[]>();
  const prepare = (runs: number): void => {
    for (const name of ['fleet', 'live'])
      ready.set(
        name,
        Array.from({ length: runs }, () => answerOf(name, rows)),
      );
  };
  const supergraphSdl = checkedInSupergraph();
  const services = new Map<string, GraphQLDataSource>();
  const none = () => undefined;
  const gateway = new ApolloGateway({
    supergraphSdl,
    logger: { debug: none, info: none, warn: none, error: none },
    buildService: ({ name }) => {
      const service: GraphQLDataSource = {
        process: async () => ({ data: ready.get(name)!.pop() }) as never,
      };
      services.set(name, service);
      return service;
    },
  });
  let schema: GraphQLSchema | undefined;
  gateway.onSchemaLoadOrUpdate(({ apiSchema }) => (schema = apiSchema));
  const { executor } = await gateway.load();
  const document = parse(query);
  const planned = createPlanning({ supergraphSdl, limits: configSchema.parse({}).limits, introspection: true })(
    query,
    undefined,
  );
  if ('errors' in planned) throw new Error(JSON.stringify(planned.errors));
  const supergraph = buildASTSchema(parse(supergraphSdl), { assumeValidSDL: true });
  const execute = plannedExecutor({ schema: schema!, supergraph, services });
  const request = {
    ...{ identity: { user: 'jane', groups: [], uid: '', extra: {} }, signal: new AbortController().signal },
    ...{ deadline: Infinity, requestId: 'bench', log: silentLogger },
  };
  const context = { request, subgraphs: new Map() };
  const requested = {
    request: { query },
    document,
    queryHash: hash('sha256', query),
    context: {},
    metrics: {},
    logger: console,
  } as never;
  return [
    {
      prepare,
      run: () => execute({ document, plan: planned.plan, operationName: undefined, variables: undefined, context }),
    },
    { prepare, run: () => executor(requested) as Promise<Pick<Executed, 'data'>> },
  ];
}

/** Median processor time of one execution in milliseconds. */
async function processorTimes(ours: Side, apollo: Side): Promise<{ ours: number; apollo: number }> {
  const times = { ours: [] as number[], apollo: [] as number[] };
  const often = { ours: await warmedUp(ours), apollo: await warmedUp(apollo) };
  for (let i = 0; i < SAMPLES; i++) {
    times.ours.push(await sample(ours, often.ours));
    times.apollo.push(await sample(apollo, often.apollo));
  }
  return { ours: summary(times.ours).p50, apollo: summary(times.apollo).p50 };
}

/** Warms up, and returns the number of executions in a sample. */
async function warmedUp({ run, prepare }: Side): Promise<number> {
  let count = 0;
  for (const began = performance.now(); performance.now() - began < WARM_UP_MS; count++) {
    prepare(1);
    await run();
  }
  return Math.ceil((count * SAMPLE_MS) / WARM_UP_MS);
}

async function sample({ run, prepare }: Side, often: number): Promise<number> {
  prepare(often);
  await nextTurn();
  const before = process.threadCpuUsage();
  for (let i = 0; i < often; i++) await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000 / often;
}

/** Longest turn of the event loop during an execution, in milliseconds. The minimum of STEPS_OF executions. */
async function longestStep({ run, prepare }: Side): Promise<number> {
  let shortest = Infinity;
  for (let i = 0; i < STEPS_OF; i++) {
    prepare(1);
    await nextTurn();
    let isDone = false;
    let longest = 0;
    let before = performance.now();
    const running = run().finally(() => (isDone = true));
    while (!isDone) {
      await nextTurn();
      longest = Math.max(longest, performance.now() - before);
      before = performance.now();
    }
    await running;
    shortest = Math.min(shortest, longest);
  }
  return shortest;
}
