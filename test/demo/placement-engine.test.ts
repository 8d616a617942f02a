/** The simulated controllers of Open Cluster Management, without a server or a mover. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { createDemoFleet, type DemoFleet } from '../../demo/fleet.ts';
import { DECISION, MANAGED_CLUSTER, MANIFEST_WORK, PLACED, PLACED_IN, PLACEMENT } from '../../demo/placement.ts';
import { startPlacementEngine } from '../../demo/placement-engine.ts';
import { startRollouts } from '../../demo/rollouts.ts';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { eventually } from '../harness/fleetgraph.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function start() {
  const fleet = await createDemoFleet({ objects: 500, scenes: true, faults: false });
  stops.push(() => fleet.close(), startRollouts(fleet.leaves, { afterMs: 20 }));
  stops.push(startPlacementEngine(fleet, { stepMs: 10, startMs: 60 }));
  const hub = fleet.leaves[0]!.objects;
  const named = ([apiVersion, kind]: readonly [string, string], namespace: string, name: string) =>
    hub.get({ apiVersion, kind, metadata: { namespace, name } })!;
  const decided = (name: string) =>
    (named(DECISION, PLACED_IN, `${name}-decision-1`).status!['decisions'] as { clusterName: string }[]).map(
      it => it.clusterName,
    );
  return { fleet, hub, named, decided };
}

/** The object with another spec, as a client writes it: without generation, because the server counts generations. */
const written = (
  { metadata: { generation: _generation, ...metadata }, ...rest }: KubernetesObject,
  spec: object,
): KubernetesObject => ({
  ...rest,
  metadata,
  spec: { ...rest.spec, ...spec },
});

const pinnedTo = (...members: string[]) => ({
  predicates: [
    {
      requiredClusterSelector: {
        celSelector: { celExpressions: [`managedCluster.metadata.name in ${JSON.stringify(members)}`] },
      },
    },
  ],
  numberOfClusters: members.length,
});

function podsOf(fleet: DemoFleet, member: string, app: string): KubernetesObject[] {
  const pods = fleet.leaves
    .find(({ name }) => name === member)!
    .objects.list({ apiVersion: 'v1', kind: 'Pod' }, 'edge');
  return pods.filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/name'] === app);
}

const isReady = ({ status }: KubernetesObject) =>
  (status!['conditions'] as { type: string; status: string }[]).some(it => it.type === 'Ready' && it.status === 'True');

describe('the engine', () => {
  it('keeps what the fleet starts with', async () => {
    const { hub, named, decided } = await start();
    const before = PLACED.map(({ name }) => [name, decided(name)]);
    const works = hub.list({ apiVersion: MANIFEST_WORK[0], kind: MANIFEST_WORK[1] });
    // A change of a member makes the controllers check all objects.
    const member = named(MANAGED_CLUSTER, '', 'us-east-1-staging');
    hub.put({ ...member, metadata: { ...member.metadata, labels: { ...member.metadata.labels, tier: 'edge' } } });
    const placement = named(PLACEMENT, PLACED_IN, 'model-trainer');
    hub.put(written(placement, pinnedTo('us-east-1-prod')));
    await eventually(
      async () => decided('model-trainer'),
      all => all.length === 1,
      { what: 'a look at the hub' },
    );
    expect(PLACED.filter(({ name }) => name !== 'model-trainer').map(({ name }) => [name, decided(name)])).toEqual(
      before.filter(([name]) => name !== 'model-trainer'),
    );
    const after = hub.list({ apiVersion: MANIFEST_WORK[0], kind: MANIFEST_WORK[1] });
    const others = after.filter(({ metadata }) => metadata.name !== 'model-trainer');
    expect(others).toEqual(works);
  });

  it('brings copies up where a Placement decides, and removes them where it no longer does', async () => {
    const { fleet, hub, named, decided } = await start();
    hub.put(written(named(PLACEMENT, PLACED_IN, 'release-notes'), pinnedTo('us-east-1-prod', 'eu-west-1-staging')));
    const here = () => podsOf(fleet, 'us-east-1-prod', 'release-notes');
    await eventually(
      async () => here(),
      pods => pods.length === 2,
      { what: 'new Pods' },
    );
    expect(here().every(isReady)).toBe(false);
    await eventually(
      async () => here(),
      pods => pods.every(isReady),
      { what: 'ready Pods' },
    );
    expect(podsOf(fleet, 'eu-west-1-staging', 'release-notes')).toHaveLength(2);
    hub.put(written(named(PLACEMENT, PLACED_IN, 'release-notes'), pinnedTo('us-east-1-prod')));
    await eventually(
      async () => podsOf(fleet, 'eu-west-1-staging', 'release-notes'),
      pods => pods.length === 0,
      { what: 'the end of the old Pods' },
    );
    expect(decided('release-notes')).toEqual(['us-east-1-prod']);
    expect(named(MANIFEST_WORK, 'eu-west-1-staging', 'release-notes')).toBeUndefined();
    expect(here().filter(isReady)).toHaveLength(2);
  });

  it('assigns nothing new to a member with a taint, and keeps what is there', async () => {
    const { hub, named, decided } = await start();
    const taints = [{ key: 'placement.fleetgraph.dev/drain', effect: 'NoSelectIfNew' }];
    for (const name of ['us-east-1-prod', 'eu-west-1-staging'])
      hub.put(written(named(MANAGED_CLUSTER, '', name), { taints }));
    hub.put(written(named(PLACEMENT, PLACED_IN, 'release-notes'), { numberOfClusters: 3 }));
    await eventually(
      async () => decided('release-notes'),
      all => all.length === 2,
      { what: 'another member' },
    );
    expect(decided('release-notes')).toEqual(['eu-west-1-prod', 'eu-west-1-staging']);
    expect(named(PLACEMENT, PLACED_IN, 'release-notes').status).toMatchObject({
      numberOfSelectedClusters: 2,
      conditions: [{ type: 'PlacementSatisfied', status: 'False', reason: 'NotAllDecisionsScheduled' }, {}],
    });
    expect(decided('edge-cache')).toEqual(['eu-west-1-prod', 'us-east-1-prod']);
  });
});
