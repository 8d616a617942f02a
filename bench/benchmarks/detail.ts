/** Reads ten rows from the index and their live conditions from the leaves in one request, as the user. */
import type { Bench, Benchmark } from '../bench.ts';
import type { Person } from '../data-set.ts';
import type { ListedObject } from '../fan-out.ts';
import { closedLoop, oneByOne } from '../load.ts';
import { measurement, type Measurement } from '../measurement.ts';

const DETAIL = {
  query: `query Detail {
    objects(filter: { kinds: ["Kustomization"], name: { glob: "payments-*" } }, orderBy: [{ field: NAME }, { field: CLUSTER }], first: 10) {
      nodes { id name cluster { name } live { state conditions { type status reason } } }
    }
  }`,
};
const SECONDS = 4;

export const detail: Benchmark = {
  name: 'detail',
  async run(bench) {
    const measured: Measurement[] = [];
    for (const person of ['platform-admin', 'team-developer'] as const)
      measured.push(...(await detailsOf(bench, person)));
    return measured;
  },
};

async function detailsOf(bench: Bench, person: Person): Promise<Measurement[]> {
  const { signal } = bench;
  const fanOut = await bench.fanOut();
  const [one, eight] = [await bench.client(person, 1), await bench.client(person, 8)];

  const fromLeaves = (await fanOut.list(person, ['Kustomization']))
    .filter(({ metadata: { name } }) => name.startsWith('payments-'))
    .slice(0, 10);
  const expected = fromLeaves.map(({ cluster, metadata: { name }, status }) => ({
    name,
    cluster,
    state: 'OK',
    conditions: conditionsOf(status),
  }));
  const { objects } = await one.data(DETAIL);
  const answered = objects.nodes.map(({ name, cluster, live }: any) => ({ name, cluster: cluster.name, ...live }));
  if (answered.length !== 10 || JSON.stringify(answered) !== JSON.stringify(expected))
    throw new Error(
      `The details of ${person} are ${JSON.stringify(answered)}, and the leaves say ${JSON.stringify(expected)}.`,
    );

  const alone = await closedLoop({ connections: 1, seconds: SECONDS, signal }, await one.repeatable(DETAIL));
  const together = await closedLoop({ connections: 8, seconds: SECONDS, signal }, await eight.repeatable(DETAIL));
  const leaves = await oneByOne(
    { seconds: SECONDS, atLeast: 5, signal },
    async () => void (await fanOut.list(person, ['Kustomization'])),
  );
  const what = `detail: 10 rows with their live conditions, ${person}`;
  const all50 = 'LIST on all leaves';
  return [
    measurement(`${what}, 1 connection, p50`, {
      unit: 'ms',
      ours: alone.p50,
      peer: { name: all50, value: leaves.p50 },
    }),
    measurement(`${what}, 1 connection, p99`, {
      unit: 'ms',
      ours: alone.p99,
      peer: { name: `${all50}, slowest of ${leaves.count}`, value: leaves.max },
    }),
    measurement(`${what}, 8 connections, p50`, { unit: 'ms', ours: together.p50 }),
    measurement(`${what}, 8 connections, p99`, { unit: 'ms', ours: together.p99 }),
    measurement(`${what}, 8 connections, rate`, { unit: 'queries/s', ours: together.perSecond }),
  ];
}

function conditionsOf(status: ListedObject['status']): readonly object[] {
  return (status?.conditions ?? []).map(({ type, status, reason }) => ({ type, status, reason: reason ?? null }));
}
