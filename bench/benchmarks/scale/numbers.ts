/**
 * The content of a start page: the exact total and four facets of all rows that a person may see. The benchmark
 * measures people with different rights, from none to all.
 */
import type { Benchmark } from '../../bench.ts';
import type { Latencies } from '../../load.ts';
import { measurement, type Measurement, type MeasurementParts } from '../../measurement.ts';
import { answerOf, fastestOf, timeSql } from '../../peers/fastest.ts';
import type { SqlClient } from '../../peers/postgres.ts';
import { numbersSql, sqlNumbers } from '../../peers/sql-queries.ts';
import type { Person } from '../../scale/people.ts';
import { EVERYTHING, type Numbers } from '../../scale/questions.ts';
import { truthKey, type ScaleBench } from '../../scale/scale-bench.ts';
import { mustEqual } from './checked.ts';

/**
 * Factors by which our median must be faster than the median of normalised Postgres, on the data set S2. With fewer
 * rows, the fixed cost of a query dominates.
 */
const TARGETS: Readonly<Record<string, number>> = { thirty: 1, 'tenant-0': 10, half: 50, auditor: 50, admin: 50 };
const BLOCKED_MS = 50;

export const numbers: Benchmark<ScaleBench> = {
  name: 'numbers',
  async run(bench) {
    const [replica, postgres, truth] = [await bench.replica(), await bench.normalised(), await bench.truth()];
    const client = await postgres?.client();
    const measured: Measurement[] = [];
    let blockedMs = 0;
    for (const person of bench.everybody) {
      const expected = truth.get(truthKey(person, EVERYTHING))!.numbers;
      mustEqual('fleetgraph', `the numbers of ${person.name}`, expected, await replica.numbers(person, EVERYTHING));
      const ours = await replica.time(person, EVERYTHING, {}, { seconds: 1.5, atLeast: 10 });
      const theirs = client && (await ofPostgres(client, person, expected, bench.signal));
      blockedMs = Math.max(blockedMs, ours.blockedMs);
      for (const quantile of ['p50', 'p99'] as const) {
        const timesBetter = bench.shapeName === 'S2' && quantile === 'p50' ? TARGETS[person.name] : undefined;
        const parts: MeasurementParts = {
          ...{ unit: 'ms', ours: ours[quantile] },
          ...(theirs && { peer: { name: 'normalised Postgres', value: theirs[quantile] } }),
          ...(timesBetter !== undefined && { timesBetter }),
        };
        measured.push(measurement(`numbers: count and 4 facets, ${person.description}, ${quantile}`, parts));
      }
    }
    const longest = { unit: 'ms', ours: blockedMs, target: BLOCKED_MS } as const;
    return [...measured, measurement('numbers: longest time that nobody else had a turn', longest)];
  },
};

async function ofPostgres(
  client: SqlClient,
  person: Person,
  expected: Numbers,
  signal: AbortSignal,
): Promise<Latencies> {
  const sql = await fastestOf(client, numbersSql(person, EVERYTHING));
  mustEqual('Postgres', `the numbers of ${person.name}`, expected, sqlNumbers(await answerOf(client, sql)));
  return timeSql(client, sql, { seconds: 1.5, atLeast: 5, signal });
}
