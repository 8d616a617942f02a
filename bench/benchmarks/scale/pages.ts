/**
 * The first page of a user interface: 25 rows by name, of one kind and of six kinds. Also compares pages deep in the
 * list with the first page.
 */
import type { Benchmark } from '../../bench.ts';
import { measurement, type Measurement } from '../../measurement.ts';
import { answerOf, fastestOf, timeSql } from '../../peers/fastest.ts';
import type { SqlClient } from '../../peers/postgres.ts';
import { pageIds, pagePerKindSql, pageSql, type Sql } from '../../peers/sql-queries.ts';
import type { Latencies } from '../../load.ts';
import type { Person } from '../../scale/people.ts';
import { ONE_KIND, PAGE_SIZE, SIX_KINDS, type Question } from '../../scale/questions.ts';
import type { Replica } from '../../scale/replica.ts';
import { DEEP, truthKey, type ScaleBench } from '../../scale/scale-bench.ts';
import { mustEqual } from './checked.ts';

const PEER = 'normalised Postgres';
const STEP = 500;
const FIRST = { first: PAGE_SIZE };
const DEEP_TARGET = 1.5;

export const pages: Benchmark<ScaleBench> = {
  name: 'pages',
  async run(bench) {
    const client = await (await bench.normalised())?.client();
    const measured: Measurement[] = [];
    for (const question of [ONE_KIND, SIX_KINDS]) {
      for (const person of bench.everybody) measured.push(...(await firstPage(bench, client, person, question)));
    }
    if (client) measured.push(...(await expertPages(bench, client)));
    measured.push(...(await deepPages(bench)));
    return measured;
  },
};

async function firstPage(
  bench: ScaleBench,
  client: SqlClient | undefined,
  person: Person,
  question: Question,
): Promise<Measurement[]> {
  const replica = await bench.replica();
  const expected = (await bench.truth()).get(truthKey(person, question))!.first.slice(0, PAGE_SIZE);
  const what = `the first page of ${person.name}, ${question.name},`;
  mustEqual('fleetgraph', what, expected, (await replica.page(person, question, FIRST)).ids);
  const ours = await replica.time(person, question, { page: FIRST }, { seconds: 1, atLeast: 20 });
  const theirs = client && (await timeChecked(bench, client, pageSql(person, question), expected));
  const tenant = person === bench.tenant;
  return (['p50', 'p99'] as const).map(quantile => {
    const goal =
      tenant && (question === ONE_KIND ? { timesBetter: 1 } : quantile === 'p50' ? { timesBetter: 40 } : undefined);
    return measurement(`pages: 25 by name, ${question.name}, ${person.description}, ${quantile}`, {
      ...{
        unit: 'ms',
        ours: ours[quantile],
        ...(theirs && { peer: { name: PEER, value: theirs[quantile] } }),
        ...goal,
      },
    });
  });
}

async function timeChecked(
  bench: ScaleBench,
  client: SqlClient,
  ways: readonly Sql[],
  expected: readonly string[],
): Promise<Latencies> {
  const sql = await fastestOf(client, ways);
  mustEqual(PEER, 'a first page', expected, pageIds(await answerOf(client, sql)));
  return timeSql(client, sql, { seconds: 1.5, atLeast: 5, signal: bench.signal });
}

/** Postgres as an expert would tune it for this question: a dedicated index, and SQL that reads one page per kind. */
async function expertPages(bench: ScaleBench, client: SqlClient): Promise<Measurement[]> {
  const replica = await bench.replica();
  const { tenant: person } = bench;
  const expected = (await bench.truth()).get(truthKey(person, SIX_KINDS))!.first;
  await client.query({ text: 'CREATE INDEX by_name ON objects (name)' });
  await client.query({ text: 'ANALYZE objects' });
  const ways = [...pageSql(person, SIX_KINDS), ...pagePerKindSql(person, SIX_KINDS)];
  const theirs = await timeChecked(bench, client, ways, expected);
  await client.query({ text: 'DROP INDEX by_name' });
  const ours = await replica.time(person, SIX_KINDS, { page: FIRST }, { seconds: 1, atLeast: 20 });
  const peer = { name: 'Postgres with an index and SQL made for this page alone', value: theirs.p50 };
  return [
    measurement('pages: 25 by name, six kinds, 3 000 grants, p50, beside an expert’s SQL', {
      unit: 'ms',
      ours: ours.p50,
      peer,
    }),
  ];
}

async function deepPages(bench: ScaleBench): Promise<Measurement[]> {
  const replica = await bench.replica();
  const { tenant } = bench;
  const { first, last } = (await bench.truth()).get(truthKey(tenant, ONE_KIND))!;
  const deep: { where: string; after: string; expected: readonly string[] }[] = [];
  for (const offset of DEEP.filter(offset => offset + PAGE_SIZE <= first.length)) {
    const after = await cursorAt(replica, tenant, offset);
    deep.push({
      where: `at row ${offset.toLocaleString('en').replaceAll(',', ' ')}`,
      after,
      expected: first.slice(offset, offset + PAGE_SIZE),
    });
  }
  const { startCursor } = await replica.page(tenant, ONE_KIND, { last: PAGE_SIZE + 1 });
  deep.push({ where: 'the last one', after: startCursor!, expected: last });
  const measured: Measurement[] = [];
  for (const { where, after, expected } of deep) {
    const page = { first: PAGE_SIZE, after };
    mustEqual('fleetgraph', `the page ${where}`, expected, (await replica.page(tenant, ONE_KIND, page)).ids);
    const [ofFirst, ofDeep] = await replica.timeInTurns(tenant, ONE_KIND, [{ page: FIRST }, { page }], {
      seconds: 3,
      atLeast: 20,
    });
    const peer = { name: 'the first page', value: ofFirst!.p50 };
    const name = `pages: a page deep in the list, ${where}, 3 000 grants, p50`;
    measured.push(measurement(name, { unit: 'ms', ours: ofDeep!.p50, peer, timesAsMuch: DEEP_TARGET }));
  }
  return measured;
}

async function cursorAt(replica: Replica, person: Person, offset: number): Promise<string> {
  let after: string | undefined;
  for (let read = 0; read < offset; read += STEP) {
    const { endCursor } = await replica.page(person, ONE_KIND, { first: STEP, ...(after !== undefined && { after }) });
    after = endCursor;
  }
  return after!;
}
