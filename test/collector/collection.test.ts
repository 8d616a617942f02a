/** Collection of one resource into the store. The tests make the calls that a reflector would make. */
import { describe, expect, it } from '@jest/globals';
import { ClusterStatus } from '../../collector/cluster-status.ts';
import { KindStatus } from '../../collector/kind-status.ts';
import { Collection, StoredVersions } from '../../collector/collection.ts';
import { ContentBudget } from '../../collector/content-budget.ts';
import type { Item } from '../../collector/item.ts';
import { Refusals } from '../../kinds/refusals.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import { FencedError } from '../../store/store.ts';
import { startedCluster } from './fixtures.ts';

const PODS = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };
const key = (name: string) => `/Pod/apps/${name}`;
const item = (name: string, version: string): Item<string> => ({
  key: key(name),
  version,
  value: `${name}@${version}`,
});

function collect(
  stored: Record<string, string> = {},
  { rewrite = false, closesCluster = false, bytes = 1_000_000 } = {},
) {
  const calls: string[] = [];
  const log: unknown[] = [];
  const messages: string[] = [];
  let now = 1_000;
  const rows = new Map(Object.entries(stored).map(([name, version]) => [key(name), version]));
  const status = new KindStatus(new ClusterStatus({ name: 'leaf', authorization: 'rbac' }, undefined, () => now), PODS);
  const refusals = new Refusals();
  const budget = new ContentBudget(bytes).part('/Pod');
  const collection = new Collection<string>({
    status,
    part: '/Pod',
    closesCluster,
    rewrite,
    versions: new StoredVersions(async () => ({ rows, grants: new Map() })),
    changes: { put: (_key, value) => calls.push(`put ${value}`), delete: deleted => calls.push(`delete ${deleted}`) },
    batcher: { room: async () => {}, written: async () => void calls.push('written') },
    starting: startedCluster(),
    budget,
    weigh: value => value.length,
    refusals,
    log: { warn: (fields: object, message = '') => void (log.push(fields), messages.push(message)), debug: () => {} },
  });
  return { collection, status, calls, refusals, log, messages, pass: (ms: number) => (now += ms) };
}

const list = async (collection: Collection<string>, ...pages: Item<string>[][]) => {
  collection.listBegin();
  for (const page of pages) await collection.listPage(page);
  await collection.listEnd();
  collection.confirmed();
};

describe('a collection', () => {
  it('puts what is new or changed, deletes what the list does not show, and counts as listed when that is stored', async () => {
    const { collection, status, calls } = collect({ same: '1', changed: '1', gone: '1', unversioned: '' });
    collection.listBegin();
    await collection.listPage([item('same', '1'), item('changed', '2')]);
    await collection.listPage([item('unversioned', ''), item('new', '1')]);
    expect(status.listed).toBe(false);
    await collection.listEnd();
    expect(calls).toEqual(['put changed@2', 'put unversioned@', 'put new@1', 'delete /Pod/apps/gone', 'written']);
    expect(status.listed).toBe(true);
    expect(status.confirmedAt).toBe(1_000); // set when `listed` becomes true
  });

  it('writes everything anew, once, when what is stored was made from another API version', async () => {
    const { collection, calls } = collect({ a: '1', gone: '1' }, { rewrite: true });
    await list(collection, [item('a', '1')]);
    await list(collection, [item('a', '1')]);
    expect(calls).toEqual(['put a@1', 'delete /Pod/apps/gone', 'written', 'delete /Pod/apps/gone', 'written']);
  });

  it('deletes nothing because of a list that broke off', async () => {
    const { collection, calls } = collect({ a: '1', b: '1' });
    collection.listBegin();
    await collection.listPage([item('a', '1')]);
    await list(collection, [item('a', '1'), item('b', '1')]);
    expect(calls).toEqual(['written']);
  });

  it('lets an event inside a list override what its pages say', async () => {
    const { collection, calls } = collect({ a: '1', b: '1' });
    collection.listBegin();
    await collection.listPage([item('a', '1')]);
    await collection.changed('DELETED', item('a', '2'));
    await collection.changed('MODIFIED', item('b', '2'));
    await collection.listEnd();
    expect(calls).toEqual(['delete /Pod/apps/a', 'put b@2', 'written']);
  });

  it('says why an object is left out, and no longer when a list has none', async () => {
    const { collection, status, log } = collect();
    await list(collection, [{ refused: 'its name is too long', reason: 'name' }, item('a', '1')]);
    collection.state({ phase: 'watching' });
    expect(status.reason).toBe('LEFT_OUT');
    expect(log).toEqual([{ resource: 'pods', cause: 'LEFT_OUT', reason: 'its name is too long' }]);
    await list(collection, [item('a', '1')]);
    expect(status.reason).toBe('');
  });

  it('says that objects are left out rather than that it is listed every now and then', async () => {
    const { collection, status } = collect();
    await list(collection, [{ refused: 'its name is too long', reason: 'name' }, item('a', '1')]);
    collection.state({ phase: 'polling', reason: 'x' });
    expect([status.state, status.reason]).toEqual(['polling', 'LEFT_OUT']);
    await list(collection, [item('a', '1')]);
    expect([status.state, status.reason]).toEqual(['polling', 'NOT_WATCHED']);
  });

  it('says that objects are left out of which nothing is known, and how many', async () => {
    const { collection, status, refusals, log } = collect();
    collection.listBegin();
    collection.leftOut(3);
    expect(refusals.of('shape')).toBe(3);
    await collection.listPage([item('a', '1')]);
    await collection.listEnd();
    collection.leftOut(1);
    expect(status.reason).toBe('LEFT_OUT');
    expect(log).toMatchObject([{ reason: 'it is too large, or not of the shape of an object' }]);
    expect(refusals.of('shape')).toBe(4);
  });

  it.each([
    ['listing', { phase: 'listing', objects: 0, first: true }, 'listing', ''],
    ['watching', { phase: 'watching' }, 'watching', ''],
    ['polling', { phase: 'polling', reason: 'x' }, 'polling', 'NOT_WATCHED'],
    ['forbidden', { phase: 'forbidden', reason: 'secret details' }, 'forbidden', 'FORBIDDEN'],
    ['gone', { phase: 'gone', reason: 'x' }, 'failing', 'NOT_SERVED'],
    ['failing', { phase: 'failing', error: new Error('broken\npipe'), retryInMs: 1 }, 'failing', 'UNKNOWN'],
  ] as const)('reports %s by a code', (_phase, state, stage, reason) => {
    const { collection, status } = collect();
    collection.state(state);
    expect([status.state, status.reason]).toEqual([stage, reason]);
  });

  it('says in the log what becomes of a cluster whose grants cannot be read, and not where one is left out or they are read again and again', async () => {
    const { collection, messages } = collect({}, { closesCluster: true });
    await list(collection, [{ refused: 'its name is too long', reason: 'name' }]);
    collection.state({ phase: 'polling', reason: 'leaf: no watch' });
    collection.state({ phase: 'forbidden', reason: 'leaf: no' });
    expect(messages).toEqual([
      'a kind is not followed in full',
      'a kind is not followed in full',
      'the RBAC objects of the cluster cannot be read: unless that changes it is closed, and nobody is shown anything of it',
    ]);
  });

  it('says nothing when its session has ended, which is no failure of the cluster', () => {
    const { collection, status, log } = collect();
    collection.state({ phase: 'failing', error: new FencedError('ended'), retryInMs: 1 });
    expect([log, status.state]).toEqual([[], 'pending']);
  });

  it('says in the log, once, what the leaf says when it fails', () => {
    const { collection, log } = collect();
    const error = new KubernetesError('SERVER_ERROR', 'leaf: watch pods: HTTP 500:\netcd said no', {
      cluster: 'leaf',
      status: 500,
    });
    for (const retryInMs of [1, 2]) collection.state({ phase: 'failing', error, retryInMs });
    collection.state({ phase: 'forbidden', reason: 'leaf: no' });
    expect(log).toEqual([
      { resource: 'pods', cause: 'SERVER_ERROR', reason: 'leaf: watch pods: HTTP 500: etcd said no' },
      { resource: 'pods', cause: 'FORBIDDEN', reason: 'leaf: no' },
    ]);
  });

  it('leaves out what the budget of its cluster has no room for, and deletes what was stored of it', async () => {
    const { collection, calls, status, refusals, log } = collect({ a: '1', c: '1' }, { bytes: 10 });
    await list(collection, [item('a', '1'), item('b', '1'), item('c', '1'), item('d', '1')]);
    expect(calls).toEqual(['put b@1', `delete ${key('c')}`, 'written']);
    expect([status.reason, refusals.of('limit')]).toEqual(['OVER_LIMIT', 2]);
    expect(log).toEqual([
      {
        resource: 'pods',
        cause: 'OVER_LIMIT',
        reason: 'the rows and RBAC of the cluster have reached limits.clusterBytes',
      },
    ]);
  });

  it('leaves out an object that outgrows the budget, and takes in another in its place', async () => {
    const { collection, calls, status } = collect({}, { bytes: 10 });
    await list(collection, [item('a', '1')]);
    await collection.changed('MODIFIED', item('a', '10000000'));
    expect(status.reason).toBe('OVER_LIMIT');
    await collection.changed('ADDED', item('b', '1'));
    await collection.changed('DELETED', item('b', '1'));
    await collection.changed('ADDED', item('c', '1'));
    expect(calls.slice(2)).toEqual([`delete ${key('a')}`, 'put b@1', `delete ${key('b')}`, 'put c@1']);
  });

  it('says that objects are left out until a later list, to its end, has had room for all', async () => {
    const { collection, status } = collect({}, { bytes: 10 });
    await list(collection, [item('a', '1'), item('b', '1'), item('c', '1')]);
    collection.listBegin();
    await collection.listPage([item('a', '1')]);
    expect(status.reason).toBe('OVER_LIMIT');
    await collection.listEnd();
    expect(status.reason).toBe('');
  });

  it('stays as it was while it catches up after a gap', async () => {
    const { collection, status } = collect();
    await list(collection, []);
    collection.state({ phase: 'watching' });
    collection.state({ phase: 'listing', objects: 0, first: false });
    expect(status.state).toBe('watching');
  });

  it('distinguishes a leaf that is away from one that refuses', () => {
    const { collection, status } = collect();
    collection.state({
      phase: 'failing',
      error: new KubernetesError('UNREACHABLE', 'refused', { cluster: 'leaf' }),
      retryInMs: 1,
    });
    expect(status.phase).toBe('unreachable');
    collection.state({
      phase: 'failing',
      error: new KubernetesError('SERVER_ERROR', '500', { cluster: 'leaf', status: 500 }),
      retryInMs: 1,
    });
    expect(status.phase).toBe('failing');
  });

  it('is confirmed by the leaf answering elsewhere while its watch is open, but not for ever', async () => {
    const { collection, status, pass } = collect();
    await list(collection, []);
    collection.state({ phase: 'watching' });
    pass(60_000);
    status.leafAnswered();
    expect(status.confirmedAt).toBe(61_000);
    pass(60_000);
    status.leafAnswered();
    expect(status.confirmedAt).toBe(61_000);
    collection.confirmed();
    collection.state({ phase: 'failing', error: new Error('x'), retryInMs: 1 });
    pass(1_000);
    status.leafAnswered();
    expect(status.confirmedAt).toBe(121_000);
  });
});
