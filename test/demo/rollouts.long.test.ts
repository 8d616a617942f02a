/** Effects of restart, scale and delete by a user in the demo fleet. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createDemoFleet, type DemoFleet } from '../../demo/fleet.ts';
import { startRollouts } from '../../demo/rollouts.ts';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import { eventually } from '../harness/fleetgraph.ts';

const apps = (kind: string) => ({ apiVersion: 'apps/v1', kind });
const POD = { apiVersion: 'v1', kind: 'Pod' };

describe('the demo fleet', () => {
  let fleet: DemoFleet;
  let leaf: SimulatedLeaf;
  let stop: () => void;
  beforeEach(async () => {
    fleet = await createDemoFleet({ clusters: 1, faults: false });
    leaf = fleet.leaves[0]!;
    stop = startRollouts(fleet.leaves, { afterMs: 1 });
  });
  afterEach(async () => {
    stop();
    await fleet.close();
  });

  const isReady = ({ status }: KubernetesObject) => Number(status?.['readyReplicas'] ?? status?.['numberReady']) > 1;
  /** A healthy workload of the kind, with several Pods. */
  const someWorkload = (kind: string) => leaf.objects.list(apps(kind)).find(isReady)!;
  const now = (object: KubernetesObject) => leaf.objects.get(object)!;
  const podsOf = ({ kind, metadata }: KubernetesObject) => {
    const ownedBy = (object: KubernetesObject, owner: string, name: string) =>
      (object.metadata['ownerReferences'] as { kind: string; name: string }[] | undefined)?.some(
        it => it.kind === owner && it.name === name,
      );
    const sets = leaf.objects
      .list(apps('ReplicaSet'), metadata.namespace)
      .filter(set => ownedBy(set, 'Deployment', metadata.name));
    return leaf.objects
      .list(POD, metadata.namespace)
      .filter(pod =>
        kind === 'Deployment'
          ? sets.some(set => ownedBy(pod, 'ReplicaSet', set.metadata.name))
          : ownedBy(pod, kind ?? '', metadata.name),
      );
  };
  const uids = (object: KubernetesObject) => podsOf(object).map(({ metadata }) => metadata.uid);
  const restart = (object: KubernetesObject) => {
    const { template, ...spec } = object.spec as { template: { metadata: object } };
    const annotations = { 'kubectl.kubernetes.io/restartedAt': '2026-01-01T00:00:00Z' };
    leaf.objects.put({
      ...object,
      spec: { ...spec, template: { ...template, metadata: { ...template.metadata, annotations } } },
    });
  };

  it.each(['Deployment', 'StatefulSet', 'DaemonSet'])('replaces each Pod of a %s that is restarted', async kind => {
    const workload = someWorkload(kind);
    const before = uids(workload);
    restart(workload);
    const { answer: after } = await eventually(
      async () => uids(workload),
      all => all.length === before.length && all.every(uid => !before.includes(uid)),
      { what: 'Pods that are all new' },
    );
    expect(new Set(after).size).toBe(before.length);
    const { status, metadata } = now(workload);
    expect(status?.['observedGeneration']).toBe(metadata['generation']);
    if (kind === 'Deployment')
      expect(status).toMatchObject({ updatedReplicas: before.length, readyReplicas: before.length });
  });

  it('gives a workload as many Pods as it is scaled to', async () => {
    const workload = someWorkload('Deployment');
    for (const replicas of [5, 0, 2]) {
      leaf.objects.put({ ...now(workload), spec: { ...now(workload).spec, replicas } });
      await eventually(
        async () => podsOf(workload).length,
        count => count === replicas,
        { what: `${replicas} Pods` },
      );
    }
    expect(now(workload).status).toMatchObject({ replicas: 2, readyReplicas: 2 });
  });

  it('makes a Pod anew that is deleted, and deletes the Pods of a workload that is deleted', async () => {
    const workload = someWorkload('Deployment');
    const before = uids(workload);
    leaf.objects.remove(podsOf(workload)[0]!);
    await eventually(
      async () => uids(workload).length,
      count => count === before.length,
      { what: 'a new Pod' },
    );
    expect(uids(workload)).not.toEqual(before);
    const names = podsOf(workload).map(({ metadata }) => metadata.name);
    leaf.objects.remove(workload);
    const left = async () =>
      leaf.objects.list(POD, workload.metadata.namespace).filter(({ metadata }) => names.includes(metadata.name));
    await eventually(left, pods => pods.length === 0, { what: 'no Pods' });
  });
});
