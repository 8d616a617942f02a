/**
 * Times groups by two fields, and status counts for 50 clusters. The read model keeps tallies for some of these
 * counts. For the other counts, it reads each row.
 */
import type { GroupField } from '../../../readmodel/query.ts';
import type { Benchmark } from '../../bench.ts';
import { measurement, type Measurement, type MeasurementParts } from '../../measurement.ts';
import { EVERYTHING, ONE_KIND } from '../../scale/questions.ts';
import { truthKey, type ScaleBench } from '../../scale/scale-bench.ts';
import { mustEqual } from './checked.ts';

const KEYS: readonly { readonly by: readonly GroupField[]; readonly target?: number }[] = [
  { by: ['CLUSTER', 'STATUS'], target: 10 },
  { by: ['NAMESPACE', 'STATUS'], target: 10 },
  { by: ['CLUSTER', 'KIND'], target: 10 },
  { by: ['CLUSTER', 'REASON'] },
];

export const groups: Benchmark<ScaleBench> = {
  name: 'groups',
  async run(bench) {
    const [replica, truth] = [await bench.replica(), await bench.truth()];
    const enough = { seconds: 1, atLeast: 10 };
    const measured: Measurement[] = [];
    const add = (what: string, parts: MeasurementParts) => measured.push(measurement(`groups: ${what}`, parts));
    for (const person of [bench.tenant, bench.people.admin]) {
      const { numbers } = truth.get(truthKey(person, EVERYTHING))!;
      const kinds = (await replica.groups(person, EVERYTHING, ['KIND'])).toSorted(
        ([a, m], [b, n]) => Number(n) - Number(m) || (String(a) < String(b) ? -1 : 1),
      );
      mustEqual(
        'The replica',
        `the kinds of ${person.name}`,
        numbers.facets.KIND,
        kinds.slice(0, numbers.facets.KIND.length),
      );
      for (const { by, target } of KEYS) {
        const { p50, p99, blockedMs } = await replica.time(person, EVERYTHING, { groupedBy: by }, enough);
        const what = `${by.join(' × ')}, ${person.description}`;
        add(`${what}, p50`, { unit: 'ms', ours: p50, ...(target !== undefined && { target }) });
        add(`${what}, p99`, { unit: 'ms', ours: p99 });
        add(`${what}, longest time without a turn for others`, { unit: 'ms', ours: blockedMs });
      }
      const { p50, p99 } = await replica.time(person, ONE_KIND, { statusCounts: true }, enough);
      add(`statusCounts of 50 clusters, one kind, ${person.description}, p50`, { unit: 'ms', ours: p50 });
      add(`statusCounts of 50 clusters, one kind, ${person.description}, p99`, { unit: 'ms', ours: p99 });
    }
    return measured;
  },
};
