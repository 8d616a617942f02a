/**
 * Placed workloads: the join of 10 000 workloads with their 30 000 copies on 100 members, compared with the same join
 * in SQL. Runs in one process, without HTTP. Postgres answers over its socket. The readers are an administrator and a
 * user who sees one namespace in a hundred.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeObjectId } from '../../schema/object-id.ts';
import { PLACEMENT, REPLICAS } from '../../subgraphs/placement/projections.ts';
import { POSTGRES } from '../../test/harness/debian-packages.ts';
import { deployment, marked, ownedBy } from '../../test/subgraphs/placement/objects.ts';
import { PlacementFleet, rowOf, type ClusterContent } from '../../test/subgraphs/placement/placement-fleet.ts';
import { processorTime } from '../../test/processor-time.ts';
import type { Benchmark } from '../bench.ts';
import { summary } from '../load.ts';
import { measurement, type Measurement } from '../measurement.ts';
import { Postgres } from '../peers/postgres.ts';
import {
  assignedLines,
  copyLines,
  GRANTS,
  hubObjects,
  INDEXES,
  KARMADA_HUB,
  memberName,
  memberObjects,
  MEMBERS,
  OCM_HUB,
  SETTINGS,
  SOMEBODY,
  TABLES,
  VISIBLE_LINE,
  WORKLOAD_PLAN,
  workloadLines,
  WORKLOADS,
  workloadsSql,
} from '../placement-fleet.ts';

const ROUNDS = 100;
const WARM_UP = 20;
const WRITES = 50;

const PAGE = `{ placedWorkloads(first: 50) { totalCount phaseCounts { phase count } pageInfo { hasNextPage endCursor }
  nodes { bindingId engine phase reason wantedMembers status { status replicas readyReplicas copies { current inProgress failed missing untold } } } } }`;
const PLACED = `query($of: [_Any!]!) { _entities(representations: $of) { ... on KubernetesObject { placed { phase status { status } } } } }`;
const CANDIDATES = `query($of: [_Any!]!) { _entities(representations: $of) { ... on KubernetesObject {
  placed { phase candidates(first: 100) { totalCount nodes { member verdict rejections { filter } } } } } } }`;

interface Answer {
  readonly totalCount: number;
  readonly phaseCounts: readonly { readonly phase: string; readonly count: number }[];
}

export const placementBenchmark: Benchmark = {
  name: 'placement',
  async run({ signal, say }) {
    say(`making ${WORKLOADS} workloads`);
    await using fleet = await PlacementFleet.open(contents(), SETTINGS);
    const page = async (user = 'root'): Promise<Answer> => (await answered(fleet, PAGE, {}, user)).placedWorkloads;
    const sql = await sqlAnswers(await page(), signal, say);
    const measured: Measurement[] = [];
    const add = (what: string, parts: Parameters<typeof measurement>[1]) =>
      measured.push(measurement(`placement: ${what}`, parts));
    const peer = (value: number | undefined) => (value === undefined ? {} : { peer: { name: 'Postgres', value } });

    const admin = await timed(() => page());
    add('first page with phaseCounts, administrator, p50', {
      unit: 'ms',
      ours: admin.p50,
      target: 60,
      ...peer(sql?.admin.p50),
    });
    add('first page with phaseCounts, administrator, p99', {
      unit: 'ms',
      ours: admin.p99,
      target: 150,
      ...peer(sql?.admin.p99),
    });
    add('first page with phaseCounts, longest step', { unit: 'ms', ours: admin.longest, target: 10 });
    const some = await timed(() => page(SOMEBODY));
    add('first page with phaseCounts, who sees 1 %, p50', {
      unit: 'ms',
      ours: some.p50,
      target: 5,
      ...peer(sql?.some.p50),
    });
    add('first page with phaseCounts, who sees 1 %, p99', {
      unit: 'ms',
      ours: some.p99,
      target: 20,
      ...peer(sql?.some.p99),
    });

    const of = (ids: readonly string[]) => ({ of: ids.map(id => ({ __typename: 'KubernetesObject', id })) });
    const copies = WORKLOAD_PLAN.slice(0, 50).map(({ namespace, name, members }) =>
      encodeObjectId({ cluster: memberName(members[0]!), group: 'apps', kind: 'Deployment', namespace, name }),
    );
    const placed = await timed(() => answered(fleet, PLACED, of(copies)));
    add('phase and status on 50 rows, p50', { unit: 'ms', ours: placed.p50 });
    const sets = [bindingOf(0), bindingOf(WORKLOADS - 1)];
    const candidates = await timed(round => answered(fleet, CANDIDATES, of([sets[round & 1]!])));
    add(`candidates of one workload, ${MEMBERS} members, p99`, { unit: 'ms', ours: candidates.p99, target: 20 });
    const fresh = await freshness(fleet, id => of([id]));
    add('write of a copy until its phase, p99', { unit: 'ms', ours: fresh.p99, target: 1_000 });
    const { workload, replicas } = recordBytes();
    add('records, a workload', { unit: 'B/row', ours: workload, target: 400 });
    add('records of replicas, a copy', { unit: 'B/row', ours: replicas, target: 40 });
    return measured;
  },
};

function bindingOf(number: number): string {
  const { hub, namespace, name } = WORKLOAD_PLAN[number]!;
  return hub === OCM_HUB
    ? encodeObjectId({
        cluster: hub,
        group: 'work.open-cluster-management.io',
        kind: 'ManifestWorkReplicaSet',
        namespace,
        name,
      })
    : encodeObjectId({
        cluster: hub,
        group: 'work.karmada.io',
        kind: 'ResourceBinding',
        namespace,
        name: `${name}-deployment`,
      });
}

function contents(): Record<string, ClusterContent> {
  const of = (objects: Iterable<Record<string, any>>): ClusterContent => ({ objects: [...objects], grants: GRANTS });
  return {
    ...Object.fromEntries([OCM_HUB, KARMADA_HUB].map(hub => [hub, of(hubObjects(hub))])),
    ...Object.fromEntries(
      Array.from({ length: MEMBERS }, (_, member) => [memberName(member), of(memberObjects(member))]),
    ),
  };
}

/** @throws Error if the answer has errors */
async function answered(fleet: PlacementFleet, query: string, variables: Record<string, unknown> = {}, user = 'root') {
  const { data, errors } = await fleet.ask(query, variables, user);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

type Times = ReturnType<typeof summary> & { readonly longest: number };

async function timed(work: (round: number) => Promise<unknown>): Promise<Times> {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP; round++) await work(round);
  using steps = new Steps();
  for (let round = 0; round < ROUNDS; round++) {
    const before = performance.now();
    await work(round);
    times.push(performance.now() - before);
    await nextTurn();
  }
  return { ...summary(times), longest: steps.longest };
}

/**
 * Measures the longest step of the event loop, in processor time of this thread. Other work of the machine does not
 * change the processor time.
 */
class Steps implements Disposable {
  longest = 0;
  #last = processorTime();
  #next: NodeJS.Immediate;

  constructor() {
    this.#next = setImmediate(() => this.#look());
  }

  #look(): void {
    const now = processorTime();
    this.longest = Math.max(this.longest, now - this.#last);
    this.#last = now;
    this.#next = setImmediate(() => this.#look());
  }

  [Symbol.dispose](): void {
    clearImmediate(this.#next);
  }
}

/** Milliseconds from the write of changed copies of a workload until the phase of the workload changes. */
async function freshness(
  fleet: PlacementFleet,
  of: (id: string) => Record<string, unknown>,
): Promise<ReturnType<typeof summary>> {
  const times: number[] = [];
  for (let i = 0; i < WRITES; i++) {
    const { number, hub, namespace, name, members } = WORKLOAD_PLAN[(i * 199) % WORKLOADS]!;
    const cluster = memberName(members[0]!);
    const id = bindingOf(number);
    const reasonNow = async () => (await answered(fleet, PLACED, of(id)))._entities[0].placed.phase as string;
    const before = await reasonNow();
    const health = before === 'FAILED' ? 'CURRENT' : 'FAILED';
    const mark = hub === OCM_HUB ? ownedBy(name) : marked(`id-${number}`);
    const copies = before === 'FAILED' ? members : members.slice(0, 1);
    const from = performance.now();
    for (const member of copies)
      await fleet.write(memberName(member), { objects: [deployment(`${namespace}/${name}`, health, mark)] });
    while ((await reasonNow()) === before)
      if (performance.now() - from > 10_000) throw new Error(`${cluster}: ${id} stays ${before}`);
    times.push(performance.now() - from);
  }
  return summary(times);
}

/** Bytes per record in addition to its text. */
const CELL_BYTES = 13;
/** Bytes of an index entry. */
const ENTRY_BYTES = 20;

/** Bytes of the placement records per workload and per copy in the read model. Equal texts count once. */
function recordBytes(): { readonly workload: number; readonly replicas: number } {
  const bytes = { [PLACEMENT]: 0, [REPLICAS]: 0 };
  const texts = { [PLACEMENT]: new Set<string>(), [REPLICAS]: new Set<string>() };
  const add = (
    cluster: string,
    objects: Iterable<Record<string, any>>,
    projection: typeof PLACEMENT | typeof REPLICAS,
  ) => {
    let rows = 0;
    for (const object of objects) {
      rows++;
      for (const record of rowOf(cluster, object).records?.[projection] ?? []) {
        const text = JSON.stringify(record);
        bytes[projection] += CELL_BYTES + (record['by'] === undefined ? 0 : ENTRY_BYTES);
        if (!texts[projection].has(text)) bytes[projection] += text.length;
        texts[projection].add(text);
      }
    }
    return rows;
  };
  for (const hub of [OCM_HUB, KARMADA_HUB]) add(hub, hubObjects(hub), PLACEMENT);
  let copies = 0;
  for (let member = 0; member < MEMBERS; member++) copies += add(memberName(member), memberObjects(member), REPLICAS);
  return { workload: bytes[PLACEMENT] / WORKLOADS, replicas: bytes[REPLICAS] / copies };
}

/**
 * Times of the same join in Postgres. Undefined if Postgres is not installed.
 * @throws Error if the answer of Postgres differs from ours
 */
async function sqlAnswers(
  ours: Answer,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<{ admin: Times; some: Times } | undefined> {
  if (!POSTGRES.isThere()) return undefined;
  say('loading Postgres');
  await using postgres = await Postgres.start(signal);
  await postgres.run(TABLES);
  await postgres.copy('workloads', workloadLines(), signal);
  await postgres.copy('assigned', assignedLines(), signal);
  await postgres.copy('copies', copyLines(), signal);
  await postgres.copy('visible', [VISIBLE_LINE], signal);
  await postgres.run(INDEXES);
  const client = await postgres.client();
  const all = () => client.query({ name: 'all', text: workloadsSql(true) });
  const some = () => client.query({ name: 'some', text: workloadsSql(false), values: [SOMEBODY] });
  const [first] = (await all()).rows as [{ counts: Record<string, number> }];
  const counts = Object.fromEntries(ours.phaseCounts.map(({ phase, count }) => [phase, count]));
  const isSame = Object.entries(counts).every(([phase, count]) => first.counts[phase] === count);
  if (!isSame || ours.totalCount !== WORKLOADS)
    throw new Error(
      `Postgres counts ${JSON.stringify(first.counts)}; the index ${JSON.stringify(counts)} of ${ours.totalCount}.`,
    );
  return { admin: await timed(all), some: await timed(some) };
}
