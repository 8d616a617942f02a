/** Which reflectors start over when a leaf answers again: those that gave up on a leaf that was away, and no others. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Batcher } from '../../collector/batcher.ts';
import { ClusterKinds } from '../../collector/cluster-kinds.ts';
import { ClusterStatus } from '../../collector/cluster-status.ts';
import { selectKinds } from '../../collector/kinds.ts';
import { StoredVersions } from '../../collector/stored-versions.ts';
import { DEFAULT_TIMING } from '../../collector/timing.ts';
import type { Registration } from '../../clusters/registry.ts';
import { Refusals } from '../../kinds/refusals.ts';
import type { KubernetesClient } from '../../kubernetes/client.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { until } from '../kubernetes/until.ts';

const PODS = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true, verbs: ['list', 'watch'] };

let close = async () => {};
afterEach(() => close());

/** A leaf that answers every list and watch with this error. */
async function follow(error: KubernetesError) {
  let asked = 0;
  const fail = () => {
    asked += 1;
    throw error;
  };
  const client = {
    cluster: 'leaf',
    health: () => ({ state: 'closed', reason: '', openForMs: 0, retryInMs: 0 }),
    list: async () => fail(),
    watch: () => ({ [Symbol.asyncIterator]: () => ({ next: async () => fail() }) }),
  } as unknown as KubernetesClient;
  const registration: Registration = {
    ...{ name: 'leaf', client, authorization: 'rbac' },
    identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
  };
  const shared = { status: new ClusterStatus(registration), refusals: new Refusals(), log: silentLogger };
  const store = { apply: async () => {} };
  const batcher = new Batcher({ ...shared, store, lease: { cluster: 'leaf', holder: 'test', epoch: 1 } });
  const versions = new StoredVersions(async () => ({ rows: new Map(), grants: new Map() }));
  const kinds = new ClusterKinds({ ...shared, registration, batcher, versions, timing: DEFAULT_TIMING });
  close = async () => {
    await batcher.close();
    await kinds.close();
  };
  shared.status.discover(selectKinds([PODS], { include: [], exclude: [] }));
  await kinds.reconcile([PODS]);
  const phase = () => shared.status.kinds.get('pods')?.phase;
  return { kinds, phase, asked: () => asked };
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
      const before = leaf.asked();
      await leaf.kinds.restartFailed(which);
      if (again)
        await until(() => leaf.asked() > before, 300); // sooner than a reflector asks by itself
      else expect(leaf.asked()).toBe(before);
    }
  });
});
