/**
 * Comparison with Postgres in the data model of ACM search: one JSON document per object, with permissions in each
 * statement. Runs only on the fleet S1, because more rows would take too long.
 */
import type { Benchmark } from '../../bench.ts';
import { measurement, type Measurement, type MeasurementParts } from '../../measurement.ts';
import { answerOf, timeSql } from '../../peers/fastest.ts';
import { documentCountSql, documentIds, documentPageSql } from '../../peers/sql-queries.ts';
import { KEYWORD, ONE_KIND, PAGE_SIZE, SIX_KINDS } from '../../scale/questions.ts';
import { truthKey, type ScaleBench } from '../../scale/scale-bench.ts';
import { mustEqual } from './checked.ts';

const PEER = 'Postgres in the shape of ACM search';

export const documents: Benchmark<ScaleBench> = {
  name: 'documents',
  async run(bench) {
    const client = await (await bench.documents())?.client();
    if (!client) return [];
    const [replica, truth] = [await bench.replica(), await bench.truth()];
    const measured: Measurement[] = [];
    const few = { seconds: 1, atLeast: 3, signal: bench.signal };
    const add = (what: string, parts: MeasurementParts) => measured.push(measurement(`documents: ${what}`, parts));
    for (const person of [bench.tenant, bench.people.admin]) {
      for (const question of [ONE_KIND, SIX_KINDS, KEYWORD]) {
        const { first } = truth.get(truthKey(person, question))!;
        const sql = documentPageSql(person, question);
        mustEqual(
          PEER,
          `${question.name} of ${person.name}`,
          first.slice(0, PAGE_SIZE),
          documentIds(await answerOf(client, sql)),
        );
        const ours = await replica.time(
          person,
          question,
          { page: { first: PAGE_SIZE } },
          { seconds: 0.5, atLeast: 10 },
        );
        const theirs = await timeSql(client, sql, few);
        add(`25 by name, ${question.name}, ${person.description}, p50`, {
          unit: 'ms',
          ours: ours.p50,
          peer: { name: PEER, value: theirs.p50 },
        });
      }
      const { numbers } = truth.get(truthKey(person, ONE_KIND))!;
      const sql = documentCountSql(person, ONE_KIND);
      const [counted] = await answerOf(client, sql);
      mustEqual(PEER, `the count of ${person.name}`, numbers.count, Number(counted.n));
      const ours = await replica.time(person, ONE_KIND, { count: true }, { seconds: 0.5, atLeast: 10 });
      const theirs = await timeSql(client, sql, few);
      add(`count, one kind, ${person.description}, p50`, {
        unit: 'ms',
        ours: ours.p50,
        peer: { name: PEER, value: theirs.p50 },
      });
    }
    return measured;
  },
};
