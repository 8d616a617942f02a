/** The exact total and four facets of a list, computed from all rows that the caller may see. */
import type { Benchmark } from '../bench.ts';
import { COLLECTED_PATHS } from '../data-set.ts';
import { closedLoop, oneByOne } from '../load.ts';
import { measurement, type Measurement } from '../measurement.ts';

const NUMBERS = {
  query: `query Numbers {
    objects { totalCount facets(fields: [CLUSTER, NAMESPACE, KIND, STATUS]) { field truncated values { value title count } } }
  }`,
};
const SECONDS = 4;

export const facets: Benchmark = {
  name: 'facets',
  async run(bench) {
    const { signal } = bench;
    const fanOut = await bench.fanOut();
    const everything = await oneByOne({ seconds: 0, atLeast: 1, signal }, async () => {
      await fanOut.list('platform-admin', Object.keys(COLLECTED_PATHS));
    });
    const peer = { name: 'LIST of all kinds on all leaves, once', value: everything.p50 };
    const measured: Measurement[] = [];
    for (const person of ['platform-admin', 'team-developer'] as const) {
      const client = await bench.client(person);
      const { p50, p99 } = await closedLoop(
        { connections: 1, seconds: SECONDS, signal },
        await client.repeatable(NUMBERS),
      );
      const what = `facets: total and 4 facets, ${person}, 1 connection`;
      measured.push(
        measurement(`${what}, p50`, { unit: 'ms', ours: p50, ...(person === 'platform-admin' && { peer }) }),
        measurement(`${what}, p99`, { unit: 'ms', ours: p99 }),
      );
    }
    return measured;
  },
};
