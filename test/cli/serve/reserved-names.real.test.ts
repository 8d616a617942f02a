/**
 * A real Redis stores which registration owns the name of a cluster. A process that starts while hubs are unreachable
 * reads the owner from Redis.
 */
import { afterEach, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { openClusters, type OpenedClusters } from '../../../cli/serve/open-clusters.ts';
import { startCollector } from '../../../collector/collector.ts';
import { loadConfig } from '../../../config/load.ts';
import type { Config } from '../../../config/schema.ts';
import { simulatedKubeconfig } from '../../../sim/kubeconfig.ts';
import type { SimulatedLeaf } from '../../../sim/leaf.ts';
import { openRedisStore } from '../../../store/redis.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { startRedis } from '../../harness/redis.ts';
import { authority, issue } from '../../kubernetes/certificates.ts';
import { until } from '../../kubernetes/until.ts';
import { ADMIN, ROBOT, startLeaf } from '../../sim/fixtures.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

function secret(name: string, leaf: SimulatedLeaf, labels: Record<string, string>) {
  const data = { value: Buffer.from(simulatedKubeconfig([leaf], ROBOT)).toString('base64') };
  return { apiVersion: 'v1', kind: 'Secret', type: 'Opaque', metadata: { name, namespace: 'fleet', labels }, data };
}

it('a restart while a hub or Redis is away gives its name to nobody else, and gives it back', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'fleetgraph-reserved-'));
  open.push(() => rmSync(directory, { recursive: true }));
  const ca = await authority('fleet');
  const { cert, key } = await issue(ca, 'leaf', { addresses: ['127.0.0.1'] });
  const leafOf = async (name: string) => {
    const leaf = await startLeaf({ name, tls: { cert, key, ca: ca.cert } });
    open.push(() => leaf.close());
    return leaf;
  };
  const hubOf = async (name: string) => {
    const hub = await startLeaf({ name });
    open.push(() => hub.close());
    writeFileSync(join(directory, name), simulatedKubeconfig([hub], ADMIN));
    return hub;
  };
  const [prod, thief] = [await leafOf('prod'), await leafOf('thief')];
  const [attackers, ours] = [await hubOf('attackers'), await hubOf('ours')];
  const sources = ['attackers', 'ours'].map(kubeconfig => ({
    ...{ type: 'secrets', labelSelector: 'fleet', kubeconfig, allow: ['local-addresses'] },
  }));
  writeFileSync(join(directory, 'fleetgraph.yaml'), stringify({ clusterSources: sources }));
  const config: Config = loadConfig({ file: join(directory, 'fleetgraph.yaml'), env: {}, cwd: directory });

  const redis = await startRedis();
  open.push(() => redis.remove());
  const starts = async (waitMs: number): Promise<OpenedClusters> => {
    const store = await openRedisStore({ url: redis.url });
    open.push(() => store.close());
    const clusters = await openClusters({ config, store, waitMs, env: {}, log: silentLogger });
    open.push(clusters.close);
    return clusters;
  };
  const serverOf = ({ registry }: OpenedClusters) => registry.get('prod')?.target?.server;
  const causes = ({ sources: { problems } }: OpenedClusters) =>
    problems.map(({ cause, message }) => `${cause} ${message}`);

  ours.objects.put(secret('prod', prod, { fleet: 'ours' }));
  const first = await starts(20_000);
  expect(serverOf(first)).toBe(prod.url);
  const collecting = await openRedisStore({ url: redis.url });
  open.push(() => collecting.close());
  const { registry } = first;
  const collector = startCollector({
    registry,
    store: collecting,
    kinds: { include: [], exclude: [] },
    log: silentLogger,
    holder: 'one',
  });
  await until(async () => (await collecting.origins()).get('prod')?.registrant === registry.get('prod')?.registrant);
  await collector.close();

  attackers.objects.put(secret('prod', thief, { fleet: 'theirs' }));
  await ours.close();
  const away = await starts(20_000);
  expect(serverOf(away)).toBeUndefined();
  expect(causes(away)).toContainEqual(expect.stringMatching(/^NAME_RESERVED "prod" is reserved/));

  await redis.freeze();
  const blind = await starts(20_000);
  expect(serverOf(blind)).toBeUndefined();
  expect(causes(blind)).toContainEqual(expect.stringMatching(/^NAME_RESERVED "prod" waits for the store/));
  redis.thaw();
  await until(() => causes(blind).some(text => /"prod" is reserved/.test(text)));

  const back = await hubOf('ours');
  back.objects.put(secret('prod', prod, { fleet: 'ours' }));
  expect(serverOf(await starts(20_000))).toBe(prod.url);
});
