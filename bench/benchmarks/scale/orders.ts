/**
 * The first page in every order, for six readers. The orders are each field in both directions, and several keys.
 * Postgres has an index for each order. Reports the slowest reader, and the reader for whom the product's lead over
 * Postgres is smallest.
 */
import type { Benchmark } from '../../bench.ts';
import { measurement, type Measurement } from '../../measurement.ts';
import { answerOf, fastestWithin, timeSql } from '../../peers/fastest.ts';
import type { SqlClient } from '../../peers/postgres.ts';
import { pageIds, pageSql } from '../../peers/sql-queries.ts';
import type { Latencies } from '../../load.ts';
import { ORDER_INDEXES, ORDERS, type ListOrder } from '../../scale/orders.ts';
import type { Person } from '../../scale/people.ts';
import { EVERYTHING, PAGE_SIZE } from '../../scale/questions.ts';
import type { Replica } from '../../scale/replica.ts';
import { truthKey, type ScaleBench } from '../../scale/scale-bench.ts';
import { mustEqual } from './checked.ts';

const TARGET_MS = { p50: 2, p99: 20 } as const;
const PAGE = { first: PAGE_SIZE };
/** Maximum wait until an order by time is ready. The product builds an order at its first use. */
const MADE_WITHIN_MS = 300_000;
const MADE_MS = 2;
/** Maximum time of Postgres for one question. Above this limit, a more exact time is not useful. */
const PEER_WITHIN_MS = 1_000;

export const orders: Benchmark<ScaleBench> = {
  name: 'orders',
  async run(bench) {
    const [replica, client] = [await bench.replica(), await (await bench.normalised())?.client()];
    if (client) await addIndexes(bench, client);
    const measured: Measurement[] = [];
    for (const order of ORDERS) {
      if (order.keys.some(({ field }) => field === 'CREATED' || field === 'TRANSITIONED'))
        await untilMade(bench, replica, order);
      const readers: Reader[] = [];
      for (const person of bench.readers) readers.push(await ofReader(bench, replica, client, person, order));
      measured.push(...reported(order, readers));
    }
    return measured;
  },
};

interface Reader {
  readonly person: Person;
  readonly ours: Latencies;
  readonly theirs: Latencies | undefined;
}

async function ofReader(
  bench: ScaleBench,
  replica: Replica,
  client: SqlClient | undefined,
  person: Person,
  order: ListOrder,
): Promise<Reader> {
  const expected = (await bench.truth()).get(truthKey(person, EVERYTHING, order))!.first;
  const what = `the first page of ${person.name} by ${order.name}`;
  mustEqual('fleetgraph', what, expected, (await replica.page(person, EVERYTHING, PAGE, order.keys)).ids);
  const ours = await replica.time(person, EVERYTHING, { page: PAGE, order: order.keys }, { seconds: 0.5, atLeast: 20 });
  if (!client) return { person, ours, theirs: undefined };
  const sql = await fastestWithin(PEER_WITHIN_MS, client, pageSql(person, EVERYTHING, order));
  if (!sql) return { person, ours, theirs: undefined };
  mustEqual('Postgres', what, expected, pageIds(await answerOf(client, sql)));
  return { person, ours, theirs: await timeSql(client, sql, { seconds: 0.3, atLeast: 3, signal: bench.signal }) };
}

function reported({ name }: ListOrder, readers: readonly Reader[]): Measurement[] {
  const most = (of: (reader: Reader) => number): Reader =>
    readers.reduce((worst, reader) => (of(reader) > of(worst) ? reader : worst));
  const quantiles = (['p50', 'p99'] as const).map(quantile => {
    const { person, ours } = most(reader => reader.ours[quantile]);
    const what = `orders: 25 by ${name}, the slowest of six readers (${person.description}), ${quantile}`;
    return measurement(what, { unit: 'ms', ours: ours[quantile], target: TARGET_MS[quantile] });
  });
  const { person, ours, theirs } = most(reader => reader.ours.p50 / (reader.theirs?.p50 ?? Infinity));
  if (!theirs) return quantiles;
  const peer = { name: 'Postgres with an index for each order', value: theirs.p50 };
  const what = `orders: 25 by ${name}, where Postgres is nearest (${person.description}), p50`;
  return [...quantiles, measurement(what, { unit: 'ms', ours: ours.p50, peer, timesBetter: 1 })];
}

async function addIndexes(bench: ScaleBench, client: SqlClient): Promise<void> {
  const began = performance.now();
  for (const columns of ORDER_INDEXES) {
    bench.signal.throwIfAborted();
    await client.query({ text: `CREATE INDEX ON objects (${columns})` });
  }
  await client.query({ text: 'ANALYZE objects' });
  bench.say(`  Postgres has an index for each order after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
}

async function untilMade(bench: ScaleBench, replica: Replica, { keys }: ListOrder): Promise<void> {
  const end = performance.now() + MADE_WITHIN_MS;
  for (;;) {
    bench.signal.throwIfAborted();
    const { p50 } = await replica.time(
      bench.people.admin,
      EVERYTHING,
      { page: PAGE, order: keys },
      { seconds: 0.2, atLeast: 1 },
    );
    if (p50 < MADE_MS || performance.now() > end) return;
  }
}
