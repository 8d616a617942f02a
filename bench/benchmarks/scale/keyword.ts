/**
 * The search box: rows with a word in their name or message, sorted by name. Postgres has trigram indexes on name and
 * message.
 */
import type { Benchmark } from '../../bench.ts';
import { measurement, type Measurement } from '../../measurement.ts';
import { answerOf, fastestOf, timeSql } from '../../peers/fastest.ts';
import type { SqlClient } from '../../peers/postgres.ts';
import { pageIds, pageSql } from '../../peers/sql-queries.ts';
import { KEYWORD, PAGE_SIZE } from '../../scale/questions.ts';
import { truthKey, type ScaleBench } from '../../scale/scale-bench.ts';
import { mustEqual } from './checked.ts';

const TARGET_MS = { p50: 5, p99: 40 } as const;
const BLOCKED_MS = 10;

export const keyword: Benchmark<ScaleBench> = {
  name: 'keyword',
  async run(bench) {
    const [replica, truth] = [await bench.replica(), await bench.truth()];
    const client = await (await bench.normalised())?.client();
    const measured: Measurement[] = [];
    if (client) await addTrigrams(client);
    let blockedMs = 0;
    for (const person of bench.readers) {
      const expected = truth.get(truthKey(person, KEYWORD))!.first;
      const what = `the first page of ${person.name}, ${KEYWORD.name},`;
      const page = { first: PAGE_SIZE };
      mustEqual('fleetgraph', what, expected, (await replica.page(person, KEYWORD, page)).ids);
      const ours = await replica.time(person, KEYWORD, { page }, { seconds: 1.5, atLeast: 10 });
      blockedMs = Math.max(blockedMs, ours.blockedMs);
      const sql = client && (await fastestOf(client, pageSql(person, KEYWORD)));
      if (sql) mustEqual('Postgres', what, expected, pageIds(await answerOf(client, sql)));
      const theirs = sql && (await timeSql(client, sql, { seconds: 1.5, atLeast: 3, signal: bench.signal }));
      for (const quantile of ['p50', 'p99'] as const) {
        const peer = theirs && { name: 'Postgres with pg_trgm', value: theirs[quantile] };
        const goal = person === bench.tenant ? { target: TARGET_MS[quantile] } : {};
        const name = `keyword: 25 rows with a word in name or message, ${person.description}, ${quantile}`;
        measured.push(measurement(name, { unit: 'ms', ours: ours[quantile], ...(peer && { peer }), ...goal }));
      }
    }
    const longest = { unit: 'ms', ours: blockedMs, target: BLOCKED_MS } as const;
    return [...measured, measurement('keyword: longest time that nobody else had a turn', longest)];
  },
};

async function addTrigrams(client: SqlClient): Promise<void> {
  await client.query({ text: 'CREATE EXTENSION IF NOT EXISTS pg_trgm' });
  for (const text of ['name', 'message'])
    await client.query({ text: `CREATE INDEX ON objects USING gin (${text} gin_trgm_ops)` });
  await client.query({ text: 'ANALYZE objects' });
}
