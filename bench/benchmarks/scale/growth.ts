/**
 * Repeats the questions of the smallest fleet on fleets with 10 times and about 100 times as many rows. Pages may take
 * at most twice as long. The time of totals must not grow faster than the number of rows.
 */
import type { Benchmark } from '../../bench.ts';
import { measurement, type Measurement, type MeasurementParts } from '../../measurement.ts';
import { SHAPES } from '../../scale/fleet.ts';
import { peopleOf } from '../../scale/people.ts';
import { EVERYTHING, ONE_KIND, PAGE_SIZE, SIX_KINDS } from '../../scale/questions.ts';
import type { ScaleBench } from '../../scale/scale-bench.ts';

/** Maximum time of a page on a larger fleet, as a multiple of its time on the smallest fleet. */
const FLAT = 2;

export const growth: Benchmark<ScaleBench> = {
  name: 'growth',
  async run(bench) {
    const shapes = (['tenth', 'S1', 'S2'] as const).filter(name => SHAPES[name].rows <= bench.shape.rows);
    const measured: Measurement[] = [];
    const smallest = new Map<string, { rows: number; ms: number }>();
    for (const name of shapes) {
      const replica = await bench.replica(name);
      const { rows } = SHAPES[name];
      const people = peopleOf(SHAPES[name]);
      for (const person of [people.tenants[0]!, people.admin]) {
        for (const { what, question, requested, allowed } of QUESTIONS) {
          const { p50 } = await replica.time(person, question, requested, { seconds: 1, atLeast: 20 });
          const key = `${what}, ${person.description}`;
          const base = smallest.get(key) ?? { rows, ms: p50 };
          smallest.set(key, base);
          const first = base.rows === rows;
          const peer = { name: `over ${count(base.rows)} rows`, value: base.ms };
          const parts: MeasurementParts = {
            unit: 'ms',
            ours: p50,
            ...(!first && { peer, timesAsMuch: allowed(rows / base.rows) }),
          };
          measured.push(measurement(`growth: ${key}, ${count(rows)} rows, p50`, parts));
        }
      }
    }
    return measured;
  },
};

const FIRST = { first: PAGE_SIZE };
const flat = () => FLAT;
const linear = (growth: number) => growth;

const QUESTIONS = [
  { what: '25 by name, one kind', question: ONE_KIND, requested: { page: FIRST }, allowed: flat },
  { what: '25 by name, six kinds', question: SIX_KINDS, requested: { page: FIRST }, allowed: flat },
  { what: 'count and 4 facets', question: EVERYTHING, requested: {}, allowed: linear },
];

const count = (rows: number) => rows.toLocaleString('en').replaceAll(',', ' ');
