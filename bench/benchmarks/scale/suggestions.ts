/** Suggestions of a search box while a text is typed letter by letter. Measures the whole request. */
import type { Benchmark } from '../../bench.ts';
import { GraphClient } from '../../graph.ts';
import { untilIndexed } from '../../indexed.ts';
import { closedLoop } from '../../load.ts';
import { measurement, type Measurement } from '../../measurement.ts';
import type { ScaleBench } from '../../scale/scale-bench.ts';

const QUERY = 'query Suggest($text: String!) { suggestions(text: $text) { field value title count } }';
/** Texts of the search box after each typed letter. */
const TYPED = ['a', 'ap', 'app', 'app-', 'app-1', 'app-12', 'app-123', 'app-1234'];
const TARGET_MS = 20;

export const suggestions: Benchmark<ScaleBench> = {
  name: 'suggestions',
  async run(bench) {
    const { signal, people } = bench;
    const product = await bench.gateway();
    await untilIndexed(product, { token: people.admin.token, clusters: bench.shape.clusters, orStale: true, signal });
    const measured: Measurement[] = [];
    for (const { token, description } of [bench.tenant, people.admin]) {
      await using client = new GraphClient(product.url, { token, connections: 1, signal });
      const ask = await Promise.all(TYPED.map(text => client.repeatable({ query: QUERY, variables: { text } })));
      let typed = 0;
      const { p50, p99 } = await closedLoop({ connections: 1, seconds: 4, signal }, () =>
        ask[typed++ % TYPED.length]!(),
      );
      const what = `suggestions: "${TYPED.at(-1)}" typed letter by letter, ${description}`;
      measured.push(
        measurement(`${what}, p50`, { unit: 'ms', ours: p50 }),
        measurement(`${what}, p99`, { unit: 'ms', ours: p99, target: TARGET_MS }),
      );
    }
    return measured;
  },
};
