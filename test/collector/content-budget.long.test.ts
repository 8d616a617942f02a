/** A cluster with more objects than its budget allows, collected from a simulated leaf. */
import { describe, expect, it } from '@jest/globals';
import { grantWeight, rowWeight } from '../../collector/content-budget.ts';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { until } from '../kubernetes/until.ts';
import { pod } from '../sim/fixtures.ts';
import { Fleet } from './fixtures.ts';

const LIMIT = 1_000_000;
const PODS = Array.from({ length: 100 }, (_, i) => pod('apps', `p-${i}`));

function configMap(name: string): KubernetesObject {
  const labels = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`key-of-${name}-${i}`, `value-of-${name}-${i}`]),
  );
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'apps', labels } };
}

function role(name: string): KubernetesObject {
  const resourceNames = Array.from({ length: 1_000 }, (_, i) => `${name}-${i}`);
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name, namespace: 'apps' },
    rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames }],
  };
}

const many = (count: number, object: (name: string) => KubernetesObject) =>
  Array.from({ length: count }, (_, i) => object(`n-${i}`));

async function stored(fleet: Fleet): Promise<number> {
  const signal = new AbortController().signal;
  const { grants } = await fleet.store.snapshot('leaf', signal);
  const rows = await fleet.store.allRows('leaf');
  return [...rows.map(rowWeight), ...grants.map(grantWeight)].reduce((sum, weight) => sum + weight, 0);
}

const reasons = async (fleet: Fleet) =>
  ((await fleet.store.state('leaf'))?.kinds ?? []).flatMap(({ kind, reason }) =>
    reason === '' ? [] : [`${kind} ${reason}`],
  );

describe('a cluster with more than it may have', () => {
  it('has the objects of all kinds but the one that takes most, and says so of that one', async () => {
    await using fleet = new Fleet();
    await fleet.leaf('leaf', { objects: [...PODS, ...many(1_000, configMap)] });
    await fleet.leaf('other', { objects: PODS });
    fleet.collect({ clusterBytes: LIMIT });
    await until(async () => (await fleet.synced('leaf')) && (await fleet.synced('other')));
    expect(await fleet.store.names('leaf', 'Pod')).toHaveLength(100);
    const kept = await fleet.store.names('leaf', 'ConfigMap');
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.length).toBeLessThan(1_000);
    expect(await stored(fleet)).toBeLessThan(LIMIT);
    expect(await reasons(fleet)).toEqual(['ConfigMap OVER_LIMIT']);
    expect((await fleet.store.state('leaf'))?.grants).toMatchObject({ complete: true, reason: '' });
  });

  it('has what was left out as soon as other objects have gone', async () => {
    await using fleet = new Fleet();
    const objects = many(300, configMap);
    const leaf = await fleet.leaf('leaf', { objects });
    fleet.collect({ clusterBytes: LIMIT });
    await until(async () => (await reasons(fleet)).join() === 'ConfigMap OVER_LIMIT');
    for (const object of objects.slice(100)) leaf.objects.remove(object);
    await until(async () => (await reasons(fleet)).length === 0);
    expect((await fleet.store.names('leaf', 'ConfigMap')).length).toBe(100);
  });

  it('takes in no event for which there is no room, and keeps every other object current', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', { objects: PODS });
    fleet.collect({ clusterBytes: LIMIT });
    await until(() => fleet.synced('leaf'));
    for (const object of many(1_000, configMap)) leaf.objects.put(object);
    await until(async () => (await reasons(fleet)).join() === 'ConfigMap OVER_LIMIT');
    leaf.objects.put(pod('apps', 'new'));
    leaf.objects.remove(PODS[0]!);
    await until(async () => {
      const names = await fleet.store.names('leaf', 'Pod');
      return names.includes('new') && !names.includes('p-0');
    });
    expect(await stored(fleet)).toBeLessThan(LIMIT);
  });

  it('leaves out Roles where they take most, grants nothing by them, and says so', async () => {
    await using fleet = new Fleet();
    await fleet.leaf('leaf', { objects: [...PODS, ...many(100, role)] });
    fleet.collect({ clusterBytes: LIMIT });
    await until(() => fleet.synced('leaf'));
    expect((await fleet.store.grantNames('leaf')).filter(name => name.startsWith('Role/')).length).toBeLessThan(100);
    expect((await fleet.store.state('leaf'))?.grants).toMatchObject({ complete: true, reason: 'OVER_LIMIT' });
    expect(await fleet.store.names('leaf', 'Pod')).toHaveLength(100);
    expect(await stored(fleet)).toBeLessThan(LIMIT);
  });

  it('keeps within its limit when another collector takes it over with a smaller one', async () => {
    await using fleet = new Fleet();
    await fleet.leaf('leaf', { objects: [...PODS, ...many(300, configMap)] });
    const first = fleet.collect();
    await until(() => fleet.synced('leaf'));
    await first.close();
    fleet.collect({ clusterBytes: LIMIT });
    await until(async () => (await reasons(fleet)).join() === 'ConfigMap OVER_LIMIT');
    await until(async () => (await stored(fleet)) < LIMIT);
    expect(await fleet.store.names('leaf', 'Pod')).toHaveLength(100);
  });
});
