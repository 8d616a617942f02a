/** Comparison with a peer that must read all rows from Redis, because its data has no index. */
import type { Benchmark } from '../../bench.ts';
import { Child } from '../../child.ts';
import { measurement } from '../../measurement.ts';
import type { ScannerAnswer, ScannerRequest } from '../../processes/scanner.ts';
import { EVERYTHING, ONE_KIND, PAGE_SIZE } from '../../scale/questions.ts';
import { truthKey, type ScaleBench } from '../../scale/scale-bench.ts';
import { mustEqual } from './checked.ts';

export const scan: Benchmark<ScaleBench> = {
  name: 'scan',
  async run(bench) {
    const [{ redis }, replica, truth] = [await bench.filled(), await bench.replica(), await bench.truth()];
    const { tenant } = bench;
    await using scanner = new Child<ScannerRequest, ScannerAnswer>('./processes/scanner.ts');
    const request = { redis: redis.url, shape: bench.shapeName, kind: ONE_KIND.kinds![0]! };
    const { seconds, numbers, ids } = await scanner.ask(request, bench.signal);
    mustEqual('The scan', `the numbers of ${tenant.name}`, truth.get(truthKey(tenant, EVERYTHING))!.numbers, numbers);
    mustEqual(
      'The scan',
      `the first page of ${tenant.name}`,
      truth.get(truthKey(tenant, ONE_KIND))!.first.slice(0, PAGE_SIZE),
      ids,
    );
    const few = { seconds: 1, atLeast: 10 };
    const page = await replica.time(tenant, ONE_KIND, { page: { first: PAGE_SIZE } }, few);
    const counts = await replica.time(tenant, EVERYTHING, {}, few);
    const peer = { name: 'all rows read from Redis, once', value: seconds * 1_000 };
    return [
      measurement('scan: 25 by name, one kind, 3 000 grants, p50', { unit: 'ms', ours: page.p50, peer }),
      measurement('scan: count and 4 facets, 3 000 grants, p50', { unit: 'ms', ours: counts.p50, peer }),
    ];
  },
};
