/** Objects of a hub that Hub keeps for a source, over a simulated hub. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hub, SECRETS } from '../../clusters/hub.ts';
import { kubeconfigSecrets } from '../../clusters/sources/kubeconfig-secrets.ts';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { simulatedKubeconfig } from '../../sim/kubeconfig.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { until } from '../kubernetes/until.ts';
import { ADMIN, startLeaf } from '../sim/fixtures.ts';
import { POLICY } from './fixtures.ts';

let leaf: SimulatedLeaf;
let directory: string;
let kubeconfig: string;
beforeEach(async () => {
  leaf = await startLeaf({ name: 'hub' });
  directory = await mkdtemp(join(tmpdir(), 'fleetgraph-hub-'));
  kubeconfig = join(directory, 'hub');
  await writeFile(kubeconfig, simulatedKubeconfig([leaf], ADMIN));
});
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const it of open.splice(0)) await it.close();
  await leaf.close();
  await rm(directory, { recursive: true });
});

function secret(name: string, value = name, day = 1): KubernetesObject {
  const createdAt = `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`;
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'fleet', labels: { cluster: 'yes' }, creationTimestamp: createdAt },
    data: { value: Buffer.from(value).toString('base64') },
  };
}

/** Follows Secrets, and keeps only Secrets whose names begin with a wanted letter. */
function followWanted() {
  const hub = new Hub({ kubeconfig, env: {}, log: silentLogger });
  open.push(hub);
  const kept: string[] = [];
  const secrets = hub.follow({
    resource: SECRETS,
    keep: ({ metadata: { name, resourceVersion } }) => {
      kept.push(name);
      return `${name}@${resourceVersion}`;
    },
    bytes: text => text.length,
    onlyWanted: {
      nameOf: ({ metadata }) => metadata.name.slice(0, 1),
      select: letter => (letter === '?' ? undefined : { namespace: 'fleet', labelSelector: 'cluster=yes' }),
    },
  });
  hub.start(() => {});
  return { secrets, kept, names: () => [...(secrets.all?.keys() ?? [])].toSorted().join() };
}

describe('objects of which only those that are wanted are kept', () => {
  it('are never taken out of an answer while nothing names them', async () => {
    leaf.objects.load([
      secret('a-1'),
      secret('a-2'),
      secret('b-1'),
      ...Array.from({ length: 600 }, (_, i) => secret(`x-${i}`)),
    ]);
    const { secrets, kept, names } = followWanted();
    secrets.want(['a']);
    await until(() => names() === 'fleet/a-1,fleet/a-2');
    leaf.objects.put(secret('x-new'));
    leaf.objects.put(secret('a-3'));
    await until(() => names() === 'fleet/a-1,fleet/a-2,fleet/a-3');
    expect(new Set(kept)).toEqual(new Set(['a-1', 'a-2', 'a-3']));
  });

  it('are read when something begins to name them, followed from then on, and dropped when nothing does any more', async () => {
    leaf.objects.load([secret('a-1'), secret('b-1')]);
    const { secrets, names } = followWanted();
    secrets.want([]);
    await until(() => secrets.all !== undefined);
    secrets.want(['b', '?', 'none']);
    expect(secrets.isReading('b')).toBe(true);
    await until(() => names() === 'fleet/b-1' && !secrets.isReading('none'));
    leaf.objects.put(secret('b-2'));
    await until(() => names() === 'fleet/b-1,fleet/b-2');
    leaf.objects.remove(secret('b-1'));
    await until(() => names() === 'fleet/b-2');
    secrets.want(['a']);
    expect(names()).toBe('');
    await until(() => names() === 'fleet/a-1');
  });

  it('are asked for again until the hub answers, which is told meanwhile', async () => {
    leaf.objects.load([secret('a-1')]);
    const { secrets, names } = followWanted();
    secrets.want([]);
    await until(() => secrets.all !== undefined);
    leaf.fail({ answer: 'error', matching: /labelSelector/ });
    secrets.want(['a']);
    await until(() => secrets.problem !== undefined);
    expect(secrets.problem).toMatch(/^secrets cannot be read: /);
    leaf.fail({});
    await until(() => names() === 'fleet/a-1' && secrets.problem === undefined);
  });
});

describe('a hub with more objects than are kept', () => {
  const BYTES = 12_000;
  const tooMuch = [
    { origin: '', cause: 'TOO_MANY', message: `secrets take more than ${BYTES} bytes: the newest are left out.` },
  ];

  it('says so, keeps what was there, and has the others when there is room', async () => {
    let reread = (): void => undefined;
    const realInterval = setInterval;
    jest.spyOn(globalThis, 'setInterval').mockImplementation((work: () => void, ms?: number) => {
      if (ms === 30_000) reread = work;
      return realInterval(work, ms);
    });
    leaf.objects.load([2, 3, 4].map(day => secret(`day-${day}`, 'x'.repeat(1_500), day)));
    const source = kubeconfigSecrets({
      ...{ kubeconfig, env: {}, log: silentLogger, policy: POLICY, allow: [], keptBytes: BYTES },
      labelSelector: 'cluster=yes',
    });
    open.push(source);
    source.start(() => {});
    const names = () => source.state()?.candidates.map(({ name }) => name);
    await until(() => names()?.length === 3);
    expect(source.state()?.problems).toEqual([]);
    leaf.objects.put(secret('day-1', 'x'.repeat(9_000), 1));
    await until(() => (source.state()?.problems.length ?? 0) > 0);
    expect([names(), source.state()?.problems, source.problem]).toEqual([
      ['day-2', 'day-3', 'day-4'],
      tooMuch,
      undefined,
    ]);
    for (const day of [2, 3, 4]) leaf.objects.remove(secret(`day-${day}`));
    await until(() => names()?.length === 0);
    reread();
    await until(() => names()?.join() === 'day-1');
    expect(source.state()?.problems).toEqual([]);
  });

  it('has the oldest when it is read for the first time', async () => {
    leaf.objects.load([5, 1, 4, 2, 3].map(day => secret(`day-${day}`, 'x'.repeat(4_500), day)));
    const source = kubeconfigSecrets({
      ...{ kubeconfig, env: {}, log: silentLogger, policy: POLICY, allow: [], keptBytes: BYTES },
      labelSelector: 'cluster=yes',
    });
    open.push(source);
    source.start(() => {});
    await until(() => source.state() !== undefined);
    expect(source.state()?.candidates.map(({ name }) => name)).toEqual(['day-1', 'day-2']);
    expect(source.state()?.problems).toEqual(tooMuch);
  });
});
