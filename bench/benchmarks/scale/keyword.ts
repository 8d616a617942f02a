/** Rows with a word in their name or message, by name: the search box. Postgres has no trigram index, as none of the systems that were looked at has one. */
import type { Benchmark } from '../../bench.ts';
import { measurement, type Measurement } from '../../measurement.ts';
import { answerOf, fastestOf, timeSql } from '../../peers/fastest.ts';
import { pageIds, pageSql } from '../../peers/sql-queries.ts';
import { KEYWORD, PAGE_SIZE } from '../../scale/questions.ts';
import { truthKey, type ScaleBench } from '../../scale/scale-bench.ts';
import { mustEqual } from './checked.ts';

export const keyword: Benchmark<ScaleBench> = {
  name: 'keyword',
  async run(bench) {
    const [replica, truth] = [await bench.replica(), await bench.truth()];
    const client = await (await bench.normalised())?.client();
    const measured: Measurement[] = [];
    for (const person of [bench.tenant, bench.people.admin]) {
      const expected = truth.get(truthKey(person, KEYWORD))!.first;
      const what = `the first page of ${person.name}, ${KEYWORD.name},`;
      const page = { first: PAGE_SIZE };
      mustEqual('fleetgraph', what, expected, (await replica.page(person, KEYWORD, page)).ids);
      const ours = await replica.time(person, KEYWORD, { page }, { seconds: 1.5, atLeast: 10 });
      const sql = client && (await fastestOf(client, pageSql(person, KEYWORD)));
      if (sql) mustEqual('Postgres', what, expected, pageIds(await answerOf(client, sql)));
      const theirs = sql && (await timeSql(client, sql, { seconds: 1.5, atLeast: 3, signal: bench.signal }));
      for (const quantile of ['p50', 'p99'] as const) {
        const peer = theirs && { name: 'normalised Postgres', value: theirs[quantile] };
        const name = `keyword: 25 rows with a word in name or message, ${person.description}, ${quantile}`;
        measured.push(measurement(name, { unit: 'ms', ours: ours[quantile], ...(peer && { peer }) }));
      }
    }
    return measured;
  },
};
