/**
 * The read model on a real Redis Cluster with one hanging server. This server refuses no connection, so that each
 * request takes its full timeout.
 */
import { expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { openReadModel } from '../../readmodel/model.ts';
import { openRedisStore } from '../../store/redis.ts';
import { clusterKeys } from '../../store/redis-scripts.ts';
import type { Lease } from '../../store/store.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { row } from '../fixtures.ts';
import { startRedisCluster } from '../harness/redis.ts';
import { state, until } from './fixtures.ts';

const NAMES = Array.from({ length: 48 }, (_, i) => `leaf-${i}`);

it('the clusters on servers that are well stay current while another server hangs', async () => {
  await using opened = new AsyncDisposableStack();
  const redis = await startRedisCluster(3);
  opened.defer(() => redis.remove());
  const [hanging] = redis.servers;
  const [writer, store] = [
    await openRedisStore({ cluster: redis.nodes }),
    await openRedisStore({ cluster: redis.nodes }),
  ];
  opened.defer(async () => void (await Promise.all([writer.close(), store.close()])));
  const leases = new Map<string, Lease>();
  const gone: string[] = [];
  for (const name of NAMES) {
    const lease = (await writer.acquire(name, 'a', 300_000))!;
    leases.set(name, lease);
    await writer.apply(lease, { state: state(), puts: [row({ cluster: name })] });
    const slot = await hanging!.command('CLUSTER', 'KEYSLOT', clusterKeys(name).rows);
    if ((await hanging!.command('CLUSTER', 'COUNTKEYSINSLOT', slot)) !== '0') gone.push(name);
  }
  gone.sort();
  const model = await openReadModel({ store, log: silentLogger });
  opened.defer(() => model.close());
  await until(model, () => model.clusters().filter(({ loading }) => !loading).length === NAMES.length);

  await hanging!.freeze();
  opened.defer(() => hanging!.thaw());
  const stale = () =>
    model
      .clusters()
      .flatMap(({ cluster, stale }) => (stale ? [cluster] : []))
      .sort();
  await until(model, () => stale().length === gone.length && gone.length > 0);
  expect(stale()).toEqual(gone);
  for (const name of NAMES.filter(name => !gone.includes(name))) {
    await writer.apply(leases.get(name)!, { puts: [row({ cluster: name, name: 'new' })] });
    while (model.cluster(name)!.rowCount < 2) await delay(5);
  }
  expect(stale()).toEqual(gone);

  hanging!.thaw();
  await until(model, () => stale().length === 0);
  expect(model.storeProblem).toBeUndefined();
});
