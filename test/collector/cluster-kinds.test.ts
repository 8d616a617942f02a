/**
 * When a leaf answers again, reflectors that failed because the leaf was unreachable start again. The labels of
 * policies are followed within a bound.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Batcher } from '../../collector/batcher.ts';
import { ClusterKinds } from '../../collector/cluster-kinds.ts';
import { ClusterStatus } from '../../collector/cluster-status.ts';
import { selectKinds } from '../../collector/kinds.ts';
import { StoredVersions } from '../../collector/collection.ts';
import { MAX_POLICY_LABELS } from '../../collector/policy-kinds.ts';
import { DEFAULT_TIMING } from '../../collector/timing.ts';
import type { Registration } from '../../clusters/registry.ts';
import { Refusals } from '../../kinds/refusals.ts';
import { kindOf } from '../../kinds/registry.ts';
import type { KubernetesClient } from '../../kubernetes/client.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { until } from '../kubernetes/until.ts';
import { processorTime } from '../processor-time.ts';
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
  const { kinds, status } = start(client);
  status.discover(selectKinds([PODS], { include: [], exclude: [] }).collected);
  await kinds.reconcile([PODS]);
  const pods = status.kinds.get('pods');
  return { kinds, pods, phase: () => pods?.phase, requested: () => requested, hang: () => (hangs = true) };
}

function start(client: KubernetesClient, log = silentLogger): { kinds: ClusterKinds; status: ClusterStatus } {
  const registration: Registration = {
    ...{ name: 'leaf', client, authorization: 'rbac' },
    identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
  };
  const shared = { status: new ClusterStatus(registration), refusals: new Refusals(), log };
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
  return { kinds, status: shared.status };
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

describe('the labels of policies', () => {
  const served = (index: number) => ({ ...PODS, group: 'x.example', kind: `Limit${index}`, plural: `limits${index}` });
  const DEFINITIONS = { ...served(0), group: 'apiextensions.k8s.io', plural: 'customresourcedefinitions' };
  const KINDS = Array.from({ length: MAX_POLICY_LABELS + 1_000 }, (_, index) => served(index));
  const definition = (index: number) => ({
    metadata: {
      name: `limits${index}.x.example`,
      resourceVersion: '2',
      labels: { 'gateway.networking.k8s.io/policy': 'Direct' },
    },
  });
  const EVENTS = 20_000;

  it('have a bound, which the log names once, and many events cost little', async () => {
    let spent = 0;
    async function* watch(_resource: unknown, { signal }: { signal: AbortSignal }) {
      for (const index of KINDS.keys()) yield { type: 'ADDED', object: definition(index) };
      yield { type: 'BOOKMARK', resourceVersion: '1', initialEventsEnd: true };
      const before = processorTime();
      for (let event = 0; event < EVENTS; event++) yield { type: 'MODIFIED', object: definition(event % KINDS.length) };
      spent = processorTime() - before;
      await new Promise(resolve => signal.addEventListener('abort', resolve));
    }
    const warned: object[] = [];
    const log = { ...silentLogger, warn: (fields: object) => void warned.push(fields) } as typeof silentLogger;
    const { kinds } = start({ cluster: 'leaf', watch } as unknown as KubernetesClient, log);
    await kinds.reconcile([DEFINITIONS]);
    await until(() => spent > 0);
    const labelled = kinds.labelled(KINDS).filter(({ policy }) => policy !== undefined);
    expect(labelled).toHaveLength(MAX_POLICY_LABELS);
    expect(warned).toEqual([{ labels: MAX_POLICY_LABELS }]);
    expect(spent).toBeLessThan(700);
  });
});
