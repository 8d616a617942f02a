/**
 * Time and rate of collecting the leaves, until every cluster is indexed. The rate is compared with only fetching and
 * parsing the same lists.
 */
import type { Benchmark } from '../bench.ts';
import { COLLECTED_PATHS } from '../data-set.ts';
import { measurement } from '../measurement.ts';

export const collection: Benchmark = {
  name: 'collection',
  async run(bench) {
    const { rows, indexedAfterMs, product } = await bench.collected();
    const fanOut = await bench.fanOut();
    const before = performance.now();
    const listed = await fanOut.list('platform-admin', Object.keys(COLLECTED_PATHS));
    const listsMs = performance.now() - before;
    const peer = { name: 'the same lists, fetched and parsed only', value: (listed.length * 1_000) / listsMs };
    return [
      measurement('collection: rows', { unit: 'rows', ours: rows }),
      measurement('collection: from the start of the process until all clusters are indexed', {
        unit: 's',
        ours: indexedAfterMs / 1_000,
      }),
      measurement('collection: rate over that time, start of the process included', {
        unit: 'objects/s',
        ours: (rows * 1_000) / indexedAfterMs,
        peer,
      }),
      measurement('collection: rate from ready until all clusters are indexed', {
        unit: 'objects/s',
        ours: (rows * 1_000) / (indexedAfterMs - product.readyAfterMs),
        peer,
      }),
    ];
  },
};
