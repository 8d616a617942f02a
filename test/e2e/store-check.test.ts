/**
 * `fleetgraph store check` as an operator runs it, against a Redis that a collector has filled and that the test has
 * then damaged.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { createDemoFleet, type DemoFleet } from '../../demo/fleet.ts';
import { encodeObjectKey } from '../../schema/object-id.ts';
import { openRedisStore } from '../../store/redis.ts';
import type { Batch, Row, Store } from '../../store/store.ts';
import { eventually } from '../harness/fleetgraph.ts';
import { startProcess, type ServerProcess } from '../harness/processes.ts';
import { startRedis, type RedisServer } from '../harness/redis.ts';

const EXECUTABLE = new URL('../../bin/fleetgraph', import.meta.url).pathname;
const NEVER = new AbortController().signal;

let directory: string;
let fleet: DemoFleet;
let redis: RedisServer;
let store: Store;
let collector: ServerProcess;
let names: string[];

function check(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise(resolve => {
    const file = join(directory, 'config.yaml');
    execFile(
      EXECUTABLE,
      ['store', 'check', '--config', file, ...args],
      { cwd: directory, timeout: 240_000 },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}

async function rowsOf(cluster: string): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const chunk of (await store.snapshot(cluster, NEVER)).rows) rows.push(...chunk);
  return rows;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fleetgraph-check-'));
  fleet = await createDemoFleet({ clusters: 3, objects: 300, faults: false });
  names = fleet.leaves.map(({ name }) => name);
  redis = await startRedis();
  store = await openRedisStore({ url: redis.url });
  await writeFile(join(directory, 'kubeconfig'), fleet.kubeconfig);
  const clusters = names.map(name => ({ name, kubeconfig: './kubeconfig', context: name }));
  const file = join(directory, 'config.yaml');
  await writeFile(file, stringify({ store: { type: 'redis', url: redis.url }, clusters }));
  collector = startProcess({
    name: 'the collector',
    command: EXECUTABLE,
    args: ['serve', '--config', file, '--port', '0'],
    env: { FLEETGRAPH_ROLES: '[collector]', NODE_OPTIONS: '' },
    logFile: join(directory, 'collector.log'),
  });
  // A read may fail while the collector writes the identity of the cluster's API server.
  const phaseOf = (name: string) =>
    store.snapshot(name, NEVER).then(
      ({ state }) => state?.phase,
      () => undefined,
    );
  const phases = () => Promise.all(names.map(phaseOf));
  await eventually(phases, all => all.every(phase => phase === 'synced'), {
    what: 'three collected clusters',
  });
});
afterAll(async () => {
  await collector?.stop();
  await store?.close();
  await redis?.remove();
  await fleet?.close();
  await rm(directory, { recursive: true, force: true });
});

describe('fleetgraph store check', () => {
  it('ends with 0 when all is equal', async () => {
    const { code, stdout } = await check();
    expect(stdout).toContain('3 of 3 clusters equal\n');
    for (const name of names)
      expect(stdout).toMatch(new RegExp(`^equal +${name}  \\d+ objects and \\d+ RBAC objects on the cluster$`, 'm'));
    expect(code).toBe(0);
  });

  it('ends with 1 and says what differs, and ends with 0 when nothing does', async () => {
    await collector.stop();
    const [cluster = ''] = names;
    const victim = (await rowsOf(cluster)).find(({ kind }) => kind === 'Pod') as Row;
    const gone = (await rowsOf(cluster)).find(({ kind }) => kind === 'Deployment') as Row;
    const write = async (batch: Batch) => {
      const lease = await store.acquire(cluster, 'vandal', 5_000);
      if (!lease) throw new Error('the collector did not give its lease back');
      await store.apply(lease, batch);
      await store.release(lease);
    };
    await write({ puts: [{ ...victim, message: 'never said' }], deletes: [encodeObjectKey(gone)] });

    const reported = await check('--output', 'json');
    expect(reported.code).toBe(1);
    const { equal, clusters } = JSON.parse(reported.stdout);
    expect(equal).toBe(false);
    expect(clusters.map(({ outcome }: { outcome: string }) => outcome).sort()).toEqual(['different', 'equal', 'equal']);
    expect(clusters.find((entry: { cluster: string }) => entry.cluster === cluster).differences).toEqual([
      {
        resource: 'pods',
        missing: 0,
        extra: 0,
        different: 1,
        examples: [{ type: 'different', key: encodeObjectKey(victim), fields: ['message'] }],
      },
      {
        resource: 'deployments.apps',
        missing: 1,
        extra: 0,
        different: 0,
        examples: [expect.objectContaining({ type: 'missing', key: encodeObjectKey(gone) })],
      },
    ]);

    await write({ puts: [victim, gone] });
    const { code, stdout } = await check();
    expect(stdout).toContain('3 of 3 clusters equal');
    expect(code).toBe(0);
  });

  it('says of a cluster that does not answer that it knows nothing', async () => {
    await fleet.leaves[1]?.stop();
    try {
      const { code, stdout } = await check();
      expect(code).toBe(1);
      expect(stdout).toMatch(new RegExp(`^NOT COMPARED +${names[1]}  .*connection refused`, 'm'));
      expect(stdout).toContain('2 of 3 clusters equal');
    } finally {
      await fleet.leaves[1]?.start();
    }
  });

  it.each([
    [['--cluster', 'nowhere'], /--cluster nowhere: not registered\. Registered clusters: /],
    [['--bogus'], /unknown option '--bogus'/],
  ])('ends with 2 on %j', async (args, message) => {
    const { code, stderr } = await check(...args);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  it('ends with 2 when there is no store to check, or it is away', async () => {
    const file = join(directory, 'other.yaml');
    await writeFile(file, stringify({ clusters: [] }));
    expect(await check('--config', file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('store.type is memory'),
    });
    await redis.stop();
    expect(await check()).toMatchObject({ code: 2, stderr: expect.stringContaining('The store cannot be read') });
  });
});
