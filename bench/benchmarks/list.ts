/**
 * The first page of a user interface: 25 rows of one kind, sorted by name. There are three peers: requests to every
 * leaf, a request to a single leaf, and this gateway with a prepared answer.
 */
import type { Bench, Benchmark } from '../bench.ts';
import type { Person } from '../data-set.ts';
import { closedLoop, inTurns, oneByOne } from '../load.ts';
import { measurement, type Measurement } from '../measurement.ts';

export const PAGE = {
  query: `query Page {
    objects(filter: { kinds: ["Pod"] }, orderBy: [{ field: NAME }], first: 25) {
      nodes { id cluster { name } kind namespace name status suspended reason message revision createdAt transitionedAt }
      pageInfo { hasNextPage endCursor }
    }
  }`,
};
const SECONDS = 4;

export const list: Benchmark = {
  name: 'list',
  async run(bench) {
    const measured: Measurement[] = [];
    for (const person of ['platform-admin', 'team-developer'] as const) measured.push(...(await pageOf(bench, person)));
    return measured;
  },
};

async function pageOf(bench: Bench, person: Person): Promise<Measurement[]> {
  const { signal } = bench;
  const { all } = await bench.leaves();
  const fanOut = await bench.fanOut();
  const [one, eight] = [await bench.client(person, 1), await bench.client(person, 8)];

  const { objects } = await one.data(PAGE);
  const listed = (await fanOut.list(person, ['Pod'])).slice(0, 25).map(({ metadata: { name } }) => name);
  const answered = objects.nodes.map(({ name }: { name: string }) => name);
  if (answered.length !== 25 || answered.join() !== listed.join())
    throw new Error(`The page of ${person} is ${answered.join()}, and the leaves say ${listed.join()}.`);

  const alone = await closedLoop({ connections: 1, seconds: SECONDS, signal }, await one.repeatable(PAGE));
  const canned = await bench.cannedClient(objects, 8);
  const [together, ceiling] = await inTurns(
    { connections: 8, seconds: SECONDS, signal },
    await eight.repeatable(PAGE),
    await canned.repeatable(PAGE),
  );
  const leaves = await oneByOne(
    { seconds: SECONDS, atLeast: 5, signal },
    async () => void (await fanOut.list(person, ['Pod'])),
  );
  // The developer has no rows on some clusters. On the first leaf every person has rows.
  const leaf = await oneByOne(
    { seconds: 1, atLeast: 20, signal },
    async () => void (await fanOut.list(person, ['Pod'], all.slice(0, 1))),
  );

  const what = `list: 25 pods by name, ${person}`;
  const all50 = `LIST on all ${all.length} leaves`;
  const cannedRows = 'the same gateway with canned rows';
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
    measurement(`${what}, 1 connection, p50, beside a single leaf`, {
      unit: 'ms',
      ours: alone.p50,
      peer: { name: `LIST on ${all[0]?.name} alone`, value: leaf.p50 },
    }),
    measurement(`${what}, 1 connection, rate`, {
      unit: 'queries/s',
      ours: alone.perSecond,
      peer: { name: all50, value: 1_000 / leaves.p50 },
    }),
    measurement(`${what}, 8 connections, p50`, {
      unit: 'ms',
      ours: together.p50,
      peer: { name: cannedRows, value: ceiling.p50 },
    }),
    measurement(`${what}, 8 connections, p99`, {
      unit: 'ms',
      ours: together.p99,
      peer: { name: cannedRows, value: ceiling.p99 },
    }),
    measurement(`${what}, 8 connections, rate`, {
      unit: 'queries/s',
      ours: together.perSecond,
      peer: { name: cannedRows, value: ceiling.perSecond },
    }),
  ];
}
