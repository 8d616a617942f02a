/** When a leaf answers again, reflectors that failed because the leaf was unreachable start again. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Batcher } from '../../collector/batcher.ts';
import { ClusterKinds } from '../../collector/cluster-kinds.ts';
import { ClusterStatus } from '../../collector/cluster-status.ts';
import { selectKinds } from '../../collector/kinds.ts';
import { StoredVersions } from '../../collector/collection.ts';
import { DEFAULT_TIMING } from '../../collector/timing.ts';
import type { Registration } from '../../clusters/registry.ts';
import { Refusals } from '../../kinds/refusals.ts';
import { kindOf } from '../../kinds/registry.ts';
import type { KubernetesClient } from '../../kubernetes/client.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { until } from '../kubernetes/until.ts';
import { startedCluster } from './fixtures.ts';

const PODS = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true, verbs: ['list', 'watch'] };

let close = async () => {};
afterEach(() => close());

/** Follows a leaf that answers every list and watch with this error. */
async function follow(error: KubernetesError) {
  let requested = 0;
  let hangs = false;
  const fail = async () => {
    requested += 1;
    if (hangs) await new Promise(() => {});
    throw error;
  };
  const client = {
    cluster: 'leaf',
    health: () => ({ state: 'closed', reason: '', openForMs: 0, retryInMs: 0 }),
    list: fail,
    watch: (_resource: unknown, { signal }: { signal: AbortSignal }) => ({
      [Symbol.asyncIterator]: () => ({
        next: () =>
          Promise.race([
            fail(),
            new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
          ]),
      }),
    }),
  } as unknown as KubernetesClient;
  const registration: Registration = {
    ...{ name: 'leaf', client, authorization: 'rbac' },
    identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
  };
  const shared = { status: new ClusterStatus(registration), refusals: new Refusals(), log: silentLogger };
  const store = { apply: async () => {} };
  const batcher = new Batcher({ ...shared, store, lease: { cluster: 'leaf', holder: 'test', epoch: 1 } });
  const versions = new StoredVersions(async () => ({ rows: new Map(), grants: new Map() }));
  const more = {
    lookup: kindOf,
    projections: () => [],
    timing: DEFAULT_TIMING,
    starting: startedCluster(),
    clusterBytes: 1_000_000,
  };
  const kinds = new ClusterKinds({ ...shared, ...more, registration, batcher, versions });
  close = async () => {
    await batcher.close();
    await kinds.close();
  };
  shared.status.discover(selectKinds([PODS], { include: [], exclude: [] }).collected);
  await kinds.reconcile([PODS]);
  const pods = shared.status.kinds.get('pods');
  return { kinds, pods, phase: () => pods?.phase, requested: () => requested, hang: () => (hangs = true) };
}

describe('the kinds of a leaf that answers again', () => {
  it.each([
    ['unreachable', new KubernetesError('UNREACHABLE', 'refused', { cluster: 'leaf' }), true, true],
    ['gone', new KubernetesError('NOT_FOUND', '404', { cluster: 'leaf', status: 404 }), false, true],
    ['failing', new KubernetesError('SERVER_ERROR', '500', { cluster: 'leaf', status: 500 }), false, false],
    ['forbidden', new KubernetesError('FORBIDDEN', '403', { cluster: 'leaf', status: 403 }), false, false],
  ] as const)('start over where they were %s', async (phase, error, whileItAnswers, afterItWasLost) => {
    const leaf = await follow(error);
    for (const [which, again] of [
      ['first failures', whileItAnswers],
      ['all', afterItWasLost],
    ] as const) {
      await until(() => leaf.phase() === phase);
      const before = leaf.requested();
      await leaf.kinds.restartFailed(which);
      if (again) await until(() => leaf.requested() > before, 300); // faster than a reflector's own retry
      else expect(leaf.requested()).toBe(before);
    }
  });

  it('start over once, and are then left to list for as long as it takes', async () => {
    const leaf = await follow(new KubernetesError('UNREACHABLE', 'refused', { cluster: 'leaf' }));
    await until(() => leaf.phase() === 'unreachable');
    leaf.pods?.listEnds(); // a kind that was listed before stays `restarted` during a new list
    leaf.hang();
    const before = leaf.requested();
    for (let probe = 0; probe < 3; probe += 1) await leaf.kinds.restartFailed('first failures');
    await until(() => leaf.requested() > before, 300);
    expect(leaf.requested()).toBe(before + 1);
    await leaf.kinds.restartFailed('all'); // requests sent before the leaf was lost may never get a response
    await until(() => leaf.requested() === before + 2, 300);
  });
});
