/** A relation to an uncollected kind, from the leaf to the callers who may list the kind. */
import { describe, expect, it } from '@jest/globals';
import { until } from '../kubernetes/until.ts';
import { pod } from '../sim/fixtures.ts';
import { simulatedResource } from '../../sim/resources.ts';
import { Fleet } from './fixtures.ts';

const ROLLOUTS = simulatedResource('argoproj.io/v1alpha1', 'Rollout', 'rollouts');
const WORKFLOWS = simulatedResource('argoproj.io/v1alpha1', 'Workflow', 'workflows');

describe('the state of a cluster', () => {
  it('names the resources of uncollected kinds that its objects name, and keeps them when another collector takes over', async () => {
    await using fleet = new Fleet();
    const owned = pod('apps', 'web');
    const ownerReferences = [{ apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', name: 'web', uid: 'u' }];
    await fleet.leaf('leaf', {
      resources: [ROLLOUTS, WORKFLOWS],
      objects: [{ ...owned, metadata: { ...owned.metadata, ownerReferences } }],
    });
    const rollouts = [
      { group: 'argoproj.io', version: 'v1alpha1', kind: 'Rollout', plural: 'rollouts', namespaced: true },
    ];
    const first = fleet.collect();
    await until(async () => (await fleet.store.state('leaf'))?.uncollected !== undefined);
    expect((await fleet.store.state('leaf'))?.uncollected).toEqual(rollouts);
    await first.close();

    const states = fleet.store.batches.length;
    fleet.collect();
    await until(
      async () => (await fleet.store.state('leaf'))?.phase === 'synced' && fleet.store.batches.length > states + 1,
    );
    expect(
      new Set(
        fleet.store.batches.slice(states).flatMap(({ state }) => (state ? [JSON.stringify(state.uncollected)] : [])),
      ),
    ).toEqual(new Set([JSON.stringify(rollouts)]));
  });
});
