/**
 * Cost of the index: memory per row in Redis and in a replica, and the time in which a new gateway loads the index. The
 * time is measured in the real gateway process. A replica is a process that has only the read model.
 */
import type { Benchmark } from '../../bench.ts';
import { untilIndexed } from '../../indexed.ts';
import { measurement } from '../../measurement.ts';
import { Replica } from '../../scale/replica.ts';
import type { ScaleBench } from '../../scale/scale-bench.ts';

const SECONDS: Readonly<Record<string, number>> = { S1: 4, S2: 40 };
/** Maximum bytes per row. The targets apply only to S2, where the fixed costs are spread over more rows. */
const REDIS_BYTES = { S2: 300 } as const;
const REPLICA_BYTES = { S2: 150 } as const;
const MEGABYTE = 1024 * 1024;

export const rebuild: Benchmark<ScaleBench> = {
  name: 'rebuild',
  async run(bench) {
    const { clusters, rows } = bench.shape;
    const { redis, grantBytes, rowBytes, logBytes, rowSeconds } = await bench.filled();
    const product = await bench.gateway();
    const indexedMs = await untilIndexed(product, {
      token: bench.people.admin.token,
      clusters,
      orStale: true,
      signal: bench.signal,
    });
    const [residentBytes, processorSeconds] = [await product.residentBytes(), await product.processorSeconds()];
    const seconds = indexedMs / 1_000;
    const full = (await bench.replica()).opened;
    await using empty = await Replica.open(redis.url, { clusters, rows: false, signal: bench.signal });
    const replicaBytes = full.heapAndBuffers - empty.opened.heapAndBuffers;
    if (full.rows !== rows) throw new Error(`The replica says that it has ${full.rows} rows, and there are ${rows}.`);
    return [
      measurement('rebuild: a gateway process from its start until all clusters are indexed from Redis', {
        ...{ unit: 's', ours: seconds, ...targetOf(bench, SECONDS) },
      }),
      measurement('rebuild: processor time of that process until then', { unit: 's', ours: processorSeconds }),
      measurement('rebuild: rows loaded from Redis, start of the process included', {
        unit: 'rows/s',
        ours: rows / seconds,
      }),
      measurement('rebuild: memory in Redis', {
        unit: 'B/row',
        ours: rowBytes / rows,
        ...targetOf(bench, REDIS_BYTES),
      }),
      measurement('rebuild: memory in Redis for the logs of changes', { unit: 'MB', ours: logBytes / MEGABYTE }),
      measurement('rebuild: memory in Redis for states and grants', { unit: 'MB', ours: grantBytes / MEGABYTE }),
      measurement(
        'rebuild: memory in a replica: live bytes (heap and buffers), less those of a replica that holds everything but the rows',
        {
          ...{ unit: 'B/row', ours: replicaBytes / rows, ...targetOf(bench, REPLICA_BYTES) },
        },
      ),
      measurement(
        'rebuild: resident memory of a replica when it has loaded, less that of a replica that holds everything but the rows',
        {
          ...{ unit: 'B/row', ours: (full.resident - empty.opened.resident) / rows },
        },
      ),
      measurement('rebuild: memory in a replica for everything but the rows', {
        unit: 'MB',
        ours: empty.opened.heapAndBuffers / MEGABYTE,
      }),
      measurement('rebuild: resident memory of the gateway process when all clusters are indexed', {
        unit: 'MB',
        ours: residentBytes / MEGABYTE,
      }),
      measurement('rebuild: rows written into Redis through the store, by one process', {
        unit: 'rows/s',
        ours: rows / rowSeconds,
      }),
    ];
  },
};

function targetOf({ shapeName }: ScaleBench, bySet: Readonly<Record<string, number>>): { readonly target?: number } {
  const target = bySet[shapeName];
  return target === undefined ? {} : { target };
}
