/** One unreadable object that is patched repeatedly. It causes no new list, and the other objects stay current. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { ClusterStatus } from '../../collector/cluster-status.ts';
import { KindStatus } from '../../collector/kind-status.ts';
import { Collection, StoredVersions } from '../../collector/collection.ts';
import { ContentBudget } from '../../collector/content-budget.ts';
import type { Item } from '../../collector/item.ts';
import { Refusals } from '../../kinds/refusals.ts';
import type { KubernetesObject, ListOptions, ListPage, WatchEvent, WatchOptions } from '../../kubernetes/client.ts';
import { startReflector, type Reflector } from '../../kubernetes/reflector.ts';
import { watchEvents } from '../../kubernetes/watch-stream.ts';
import type { Resource } from '../../rbac/types.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { until } from '../kubernetes/until.ts';
import { startedCluster } from './fixtures.ts';

const RELEASES: Resource = {
  group: 'helm.toolkit.fluxcd.io',
  version: 'v2',
  kind: 'HelmRelease',
  plural: 'helmreleases',
  namespaced: true,
};
const PATCHES = 60;

const metadata = (name: string, version: number) => ({ name, namespace: 'team', resourceVersion: String(version) });
const event = (type: string, object: unknown) => Buffer.from(`${JSON.stringify({ type, object })}\n`);

let reflector: Reflector | undefined;
afterEach(async () => reflector?.stop());

describe.each([
  ['too heavy to parse', { values: { a: Array.from({ length: 600_000 }, () => []) } }],
  ['of another shape', 'text'],
  ['longer than any object', { values: '<'.repeat(1_400_000) }],
])('an object that is %s, patched once a second for a minute', (_what, spec) => {
  it('costs its own row, and no list; the others of its kind are followed on', async () => {
    let lists = 0;
    let now = 0;
    const rows = new Map<string, string>();
    const stages = new Set<string>();
    const rest = Buffer.from(`,"spec":${JSON.stringify(spec).replaceAll('<', '\\u003c')}}}\n`);
    async function* patches(signal: AbortSignal): AsyncGenerator<Uint8Array> {
      for (let version = 10; version < 10 + PATCHES * 2; version += 2) {
        now += 1_000;
        yield Buffer.from(`{"type":"MODIFIED","object":{"metadata":${JSON.stringify(metadata('heavy', version))}`);
        yield rest;
        yield event('MODIFIED', { metadata: metadata('other', version + 1) });
      }
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
    }
    const client = {
      cluster: 'leaf-1',
      health: () => ({ state: 'closed', reason: '', openForMs: 0, retryInMs: 0 }) as const,
      list: (_resource: Resource, _options: ListOptions): Promise<ListPage> => {
        lists += 1;
        throw new Error('nobody should list');
      },
      async *watch(_resource: Resource, { signal, resourceVersion }: WatchOptions): AsyncGenerator<WatchEvent> {
        lists += resourceVersion === undefined ? 1 : 0;
        for (const name of ['heavy', 'other']) yield { type: 'ADDED', object: { metadata: metadata(name, 1) } };
        yield { type: 'BOOKMARK', resourceVersion: '5', initialEventsEnd: true };
        yield* watchEvents(patches(signal), { cluster: 'leaf-1', doing: 'watch helmreleases' });
      },
    };
    const cluster = new ClusterStatus({ name: 'leaf-1', authorization: 'rbac' }, undefined, () => now);
    const status = new KindStatus(cluster, RELEASES);
    cluster.observe(() => void stages.add(status.phase));
    const refusals = new Refusals();
    const collection = new Collection<string>({
      status,
      part: 'helm.toolkit.fluxcd.io/HelmRelease',
      closesCluster: false,
      rewrite: false,
      versions: new StoredVersions(async () => ({ rows: new Map(), grants: new Map() })),
      changes: { put: (key, value) => void rows.set(key, value), delete: key => void rows.delete(key) },
      batcher: { room: async () => {}, written: async () => {} },
      starting: startedCluster(),
      budget: new ContentBudget(1_000_000).part('releases'),
      weigh: () => 1,
      refusals,
      log: silentLogger,
    });
    const transform = ({ metadata: { name, namespace, resourceVersion = '' } }: KubernetesObject): Item<string> => ({
      key: `${namespace}/${name}`,
      version: resourceVersion,
      value: resourceVersion,
    });
    const clock = { now: () => now, sleep: async () => {} };
    reflector = startReflector({ client, resource: RELEASES, transform, clock }, collection);

    await until(() => rows.get('team/other') === String(9 + PATCHES * 2), 20_000);
    expect([...rows.keys()]).toEqual(['team/other']);
    expect(lists).toBe(1); // only the first list so far
    expect([...stages]).toEqual(['listing', 'watching']);
    expect(refusals.of('shape')).toBe(PATCHES);
    expect(status.reason).toBe('LEFT_OUT');
  });
});
