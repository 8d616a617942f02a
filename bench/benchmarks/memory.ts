/** Memory of the product with the data set, before and after load, compared with a process without clusters. */
import type { Benchmark } from '../bench.ts';
import { closedLoop } from '../load.ts';
import { measurement } from '../measurement.ts';
import { Product } from '../product.ts';

const MEGABYTE = 1024 * 1024;
const LOAD = {
  query:
    '{ objects(first: 50) { totalCount nodes { id status message } facets(fields: [KIND, STATUS]) { values { value count } } } }',
};

export const memory: Benchmark = {
  name: 'memory',
  async run(bench) {
    const { signal } = bench;
    const { product, residentBytes } = await bench.collected();
    const client = await bench.client('platform-admin', 8);
    await closedLoop({ connections: 8, seconds: 3, signal }, await client.repeatable(LOAD));
    const full = await product.residentBytes();
    await using idle = await Product.start({ signal });
    const empty = await idle.residentBytes();
    const peer = { name: 'the same without clusters', value: empty / MEGABYTE };
    return [
      measurement('memory: resident when all clusters are indexed', {
        unit: 'MB',
        ours: residentBytes / MEGABYTE,
        peer,
      }),
      measurement('memory: resident after load', { unit: 'MB', ours: full / MEGABYTE, peer }),
    ];
  },
};
