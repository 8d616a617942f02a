/**
 * Packages: the join of deployments with published revisions, for 20 000 deployments on 1 000 clusters, compared with
 * the same join in SQL. Runs in one process, without HTTP. Postgres answers over its socket. The readers are an
 * administrator and a user who sees ten clusters.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { indexesOf, type Projection } from '../../kinds/projection.ts';
import { packageProjection } from '../../kinds/package-projection.ts';
import { compileVisibility } from '../../rbac/visibility.ts';
import { NO_RIGHTS, type Question } from '../../readmodel/question.ts';
import { KeptMask, type RowAuthorizer } from '../../readmodel/select/visibility-mask.ts';
import { MemoryStore } from '../../store/memory.ts';
import { DEPLOYING_KINDS } from '../../subgraphs/packages/engines.ts';
import { gates } from '../../subgraphs/packages/gate.ts';
import { deploymentsOfObjects, packages } from '../../subgraphs/packages/questions.ts';
import { POSTGRES } from '../../test/harness/debian-packages.ts';
import { processorTime } from '../../test/processor-time.ts';
import type { Benchmark } from '../bench.ts';
import { healthyState, indexOf, type IndexedCluster } from '../index-of.ts';
import { summary } from '../load.ts';
import { measurement, type Measurement } from '../measurement.ts';
import {
  ADDRESS,
  CLUSTERS,
  clusterName,
  deploymentLines,
  DEPLOYMENTS,
  directoryOf,
  GATE_SQL,
  HUB,
  INDEXES,
  inventoryLines,
  objectsOf,
  packagesSql,
  publishedLines,
  RESOURCES,
  rowOf,
  rowsOf,
  TABLES,
  type Json,
} from '../package-fleet.ts';
import { Postgres } from '../peers/postgres.ts';

const ROUNDS = 200;
const WARM_UP = 20;
const GATED = 500;
/** Ten of the 1 000 clusters. One of them is the hub. */
const SEEN = new Set([HUB, ...Array.from({ length: CLUSTERS / 100 - 1 }, (_, i) => clusterName(i * 100 + 7))]);

const STATE = healthyState(RESOURCES);
const EVERYTHING = compileVisibility(
  { revision: 0, objects: new Map() },
  { user: '', groups: ['system:masters'] },
  RESOURCES,
);
/**
 * A view of the clusters for which `sees` is true. Its version() returns one object, so that compiled masks are reused.
 */
const viewOf = (sees: (cluster: string) => boolean): RowAuthorizer => {
  const version = {};
  return Object.assign((cluster: string) => (sees(cluster) ? EVERYTHING : undefined), {
    version: () => version,
    mask: new KeptMask(),
  });
};
const ADMINISTRATOR = viewOf(() => true);
const ONE_PERCENT = viewOf(cluster => SEEN.has(cluster));
const AROUND = { hubs: new Set([HUB]), clustersAt: () => [] };
const RIGHTS = () => ({
  ...NO_RIGHTS,
  areKnownIn: () => true,
  isComplete: () => true,
  stateOf: () => 'INDEXED' as const,
});
const FIRST_PAGE = { conditions: {}, first: 50 };
const OF = { address: ADDRESS, directory: directoryOf(3) };

export const packagesBenchmark: Benchmark = {
  name: 'packages',
  async run({ signal, say }) {
    say(`making ${DEPLOYMENTS} deployments`);
    await using index = await indexOf(everyCluster(), {
      resources: RESOURCES,
      recordIndexes: indexesOf([packageProjection]),
      signal,
    });
    const { model } = index;
    const measured: Measurement[] = [];
    const ask = <T>(view: RowAuthorizer, question: Question<T>) => model.ask(view, question, signal, RIGHTS);
    const page = (view: RowAuthorizer) => ask(view, rows => packages(rows, AROUND, FIRST_PAGE));
    const clusters = Array.from({ length: GATED }, (_, i) => clusterName(i));
    const gateRequest = { of: OF, clusters, revision: undefined, soakMs: 0, appliedIsEnough: true, now: Date.now() };
    const theGate = () => ask(ADMINISTRATOR, rows => gates(rows, AROUND, () => DEPLOYING_KINDS, [gateRequest]));
    const listed = await model.page(ADMINISTRATOR, { kinds: [DEPLOYING_KINDS[0]!] }, [], { first: 50 }, signal);
    const ids = listed.rows.map(({ id }) => id);
    const phases = () => ask(ADMINISTRATOR, rows => deploymentsOfObjects(rows, AROUND, ids));
    const sql = await sqlAnswers(await page(ADMINISTRATOR), clusters, signal, say);
    const admin = await timed(() => page(ADMINISTRATOR));
    const some = await timed(() => page(ONE_PERCENT));
    const gated = await timed(theGate);
    const ofObjects = await timed(phases);
    const step = {
      page: await longestStep(
        question => ask(ADMINISTRATOR, question),
        rows => packages(rows, AROUND, FIRST_PAGE),
      ),
      gate: await longestStep(
        question => ask(ADMINISTRATOR, question),
        rows => gates(rows, AROUND, () => DEPLOYING_KINDS, [gateRequest]),
      ),
    };
    say('collecting with the projection and without');
    const collected = await collecting();
    const peer = (figure: number | undefined) =>
      figure === undefined ? {} : { peer: { name: 'Postgres', value: figure } };
    const add = (what: string, parts: Parameters<typeof measurement>[1]) =>
      measured.push(measurement(`packages: ${what}`, parts));
    add('first page with phases, administrator, p50', {
      unit: 'ms',
      ours: admin.p50,
      target: 60,
      ...peer(sql?.admin.p50),
    });
    add('first page with phases, administrator, p99', {
      unit: 'ms',
      ours: admin.p99,
      target: 150,
      ...peer(sql?.admin.p99),
    });
    add('first page with phases, who sees 1 %, p50', { unit: 'ms', ours: some.p50, target: 5, ...peer(sql?.some.p50) });
    add('first page with phases, who sees 1 %, p99', {
      unit: 'ms',
      ours: some.p99,
      target: 20,
      ...peer(sql?.some.p99),
    });
    add(`gate of ${GATED} clusters, p99`, { unit: 'ms', ours: gated.p99, target: 20, ...peer(sql?.gated.p99) });
    add('longest step of a first page, administrator, p99', { unit: 'ms', ours: step.page, target: 10 });
    add('longest step of a gate, p99', { unit: 'ms', ours: step.gate, target: 10 });
    add('phases of 50 objects of a list, p50', { unit: 'ms', ours: ofObjects.p50 });
    add(`the projection, of the time to collect an object, ${collected.objects} objects`, {
      ...{
        unit: 'µs',
        ours: (1_000 * (collected.withMs - collected.withoutMs)) / collected.objects,
        target: PROJECTION_US,
      },
    });
    add('records of the projection, a deployment', { unit: 'B/row', ours: recordBytes() / DEPLOYMENTS, target: 400 });
    return measured;
  },
};

function* everyCluster(): Generator<IndexedCluster> {
  for (let number = 0; number < CLUSTERS; number++) yield { name: clusterName(number), rows: rowsOf(number) };
}

/** Bytes per row that has a record, in addition to the text of the record. */
const CELL_BYTES = 13;

/** Bytes of all records of the projection `package` in the read model. Equal records count once. */
function recordBytes(): number {
  const texts = new Set<string>();
  let cells = 0;
  for (let number = 0; number < CLUSTERS; number++)
    for (const { records } of rowsOf(number)) {
      texts.add(JSON.stringify(records?.['package']?.[0]));
      cells++;
    }
  return [...texts].reduce((sum, text) => sum + text.length, cells * CELL_BYTES);
}

async function timed(work: () => Promise<unknown>): Promise<ReturnType<typeof summary>> {
  const times: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const before = performance.now();
    await work();
    if (round >= 0) times.push(performance.now() - before);
    await nextTurn();
  }
  return summary(times);
}

/** Longest step of the question in each run: p99 over the runs, in milliseconds of this thread's processor time. */
async function longestStep<T>(ask: (question: Question<T>) => Promise<T>, question: Question<T>): Promise<number> {
  const longest: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    let most = 0;
    await ask(function* (rows) {
      const steps = question(rows);
      for (;;) {
        const before = processorTime();
        const step = steps.next();
        most = Math.max(most, processorTime() - before);
        if (step.done) return step.value;
        yield step.value;
      }
    });
    if (round >= 0) longest.push(most);
    await nextTurn();
  }
  return summary(longest).p99;
}

/**
 * Maximum processor time of the projection per object: 5 % of the collector's 80 µs per object (benchmark
 * `collection`).
 */
const PROJECTION_US = 4;
const COLLECTED = 200;
const COLLECTING_ROUNDS = 30;

/**
 * Processor time in milliseconds from the text of objects to rows in a store. Runs with and without the projection
 * alternate. Returns the medians.
 */
async function collecting(): Promise<{
  readonly objects: number;
  readonly withMs: number;
  readonly withoutMs: number;
}> {
  const texts = Array.from({ length: COLLECTED }, (_, number) =>
    objectsOf(number).map(object => JSON.stringify(object)),
  );
  const collect = async (projections: readonly Projection[]): Promise<number> => {
    const store = new MemoryStore();
    const before = processorTime();
    for (const [number, ofCluster] of texts.entries()) {
      const cluster = clusterName(number);
      const lease = (await store.acquire(cluster, 'bench', 3_600_000))!;
      await store.apply(lease, {
        puts: ofCluster.map(text => rowOf(cluster, JSON.parse(text) as Json, projections)),
        state: STATE,
      });
    }
    return processorTime() - before;
  };
  const [withIt, without]: [number[], number[]] = [[], []];
  for (let round = -5; round < COLLECTING_ROUNDS; round++) {
    for (const [projections, times] of [
      [[packageProjection], withIt],
      [[], without],
    ] as const) {
      const ms = await collect(projections);
      if (round >= 0) times.push(ms);
      await nextTurn();
    }
  }
  const objects = texts.reduce((sum, ofCluster) => sum + ofCluster.length, 0);
  return { objects, withMs: summary(withIt).p50, withoutMs: summary(without).p50 };
}

type Times = ReturnType<typeof summary>;

/**
 * Returns undefined without Postgres.
 * @throws Error if the answer of Postgres differs from ours
 */
async function sqlAnswers(
  ours: { readonly totalCount: number; readonly phaseCounts: { readonly ready: number } },
  clusters: readonly string[],
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<{ admin: Times; some: Times; gated: Times } | undefined> {
  if (!POSTGRES.isThere()) return undefined;
  say('loading Postgres');
  await using postgres = await Postgres.start(signal);
  await postgres.run(TABLES);
  await postgres.copy('deployments', deploymentLines(), signal);
  await postgres.copy('inventories', inventoryLines(), signal);
  await postgres.copy('published', publishedLines(), signal);
  await postgres.copy('visible', [[...SEEN].map(cluster => `jane\t${cluster}\n`).join('')], signal);
  await postgres.run(INDEXES);
  const client = await postgres.client();
  const all = () => client.query({ name: 'all', text: packagesSql(true) });
  const some = () => client.query({ name: 'some', text: packagesSql(false), values: ['jane'] });
  const gated = () => client.query({ name: 'gate', text: GATE_SQL, values: [OF.address, OF.directory, clusters] });
  const [first] = (await all()).rows as [{ packages: string; all_ready: string }];
  if (Number(first.packages) !== ours.totalCount || Number(first.all_ready) !== ours.phaseCounts.ready)
    throw new Error(
      `Postgres has ${first.packages} packages, ${first.all_ready} ready; the index ${ours.totalCount}, ${ours.phaseCounts.ready}.`,
    );
  return { admin: await timed(all), some: await timed(some), gated: await timed(gated) };
}
