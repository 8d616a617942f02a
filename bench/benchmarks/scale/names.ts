/**
 * Names: the first page of namespaces with their total, all kinds, and all clusters, sorted by name. The benchmark
 * measures six readers, and compares each with Postgres.
 */
import type { Benchmark } from '../../bench.ts';
import { measurement, type Measurement } from '../../measurement.ts';
import { answerOf, fastestOf, timeSql } from '../../peers/fastest.ts';
import { namesSql, type Names } from '../../peers/sql-queries.ts';
import { clusterName, KINDS, namespaceName, type FleetShape } from '../../scale/fleet.ts';
import type { Person } from '../../scale/people.ts';
import { NAMES_PAGE } from '../../scale/questions.ts';
import type { ScaleBench } from '../../scale/scale-bench.ts';
import { mustEqual } from './checked.ts';

const TARGET_MS = { p50: 2, p99: 20 } as const;

export const names: Benchmark<ScaleBench> = {
  name: 'names',
  async run(bench) {
    const [replica, client] = [await bench.replica(), await (await bench.normalised())?.client()];
    const measured: Measurement[] = [];
    for (const what of ['namespaces', 'kinds', 'clusters'] as const) {
      for (const person of bench.readers) {
        const expected = namesOf(bench.shape, person, what);
        mustEqual('fleetgraph', `the ${what} of ${person.name}`, expected, await replica.names(person, what));
        const ours = await replica.timeNames(person, what, { seconds: 0.5, atLeast: 10 });
        const sql = client && (await fastestOf(client, namesSql(person, what)));
        if (sql) {
          const answered = (await answerOf(client, sql)).map(({ name }) => name as string);
          // Postgres knows only kinds with rows. A single namespace has no rows of some kinds.
          const known = what === 'kinds' ? expected.filter(name => answered.includes(name)) : expected;
          mustEqual('Postgres', `the ${what} of ${person.name}`, known, answered);
        }
        const theirs = sql && (await timeSql(client, sql, { seconds: 0.3, atLeast: 3, signal: bench.signal }));
        for (const quantile of ['p50', 'p99'] as const) {
          const peer = theirs && { name: 'normalised Postgres', value: theirs[quantile] };
          const name = `names: ${DESCRIBED[what]}, ${person.description}, ${quantile}`;
          measured.push(
            measurement(name, { unit: 'ms', ours: ours[quantile], target: TARGET_MS[quantile], ...(peer && { peer }) }),
          );
        }
      }
    }
    return measured;
  },
};

const DESCRIBED = {
  namespaces: `${NAMES_PAGE} namespaces and their total`,
  kinds: 'all kinds',
  clusters: 'all clusters',
} as const;

/** Correct names from the plan. Every namespace has rows, and every kind has rows on every cluster. */
function namesOf(shape: FleetShape, { scope }: Person, what: Names): string[] {
  const places =
    scope.type === 'places'
      ? scope.places
      : Array.from({ length: shape.clusters }, (_, cluster) => cluster)
          .filter(cluster => scope.type === 'everything' || scope.clusters.includes(cluster))
          .flatMap(cluster => Array.from({ length: shape.namespaces }, (_, namespace) => ({ cluster, namespace })));
  if (what === 'kinds') return KINDS.map(({ kind, group }) => `${kind}/${group}`).sort();
  if (what === 'clusters') return [...new Set(places.map(({ cluster }) => clusterName(cluster)))].sort();
  return places
    .map(({ cluster, namespace }) => `${namespaceName(namespace)}/${clusterName(cluster)}`)
    .sort((a, b) => (parts(a) < parts(b) ? -1 : 1))
    .slice(0, NAMES_PAGE);
}

/** Replaces the separator with a character that sorts before every character of a name. */
const parts = (text: string): string => text.replace('/', '\0');
