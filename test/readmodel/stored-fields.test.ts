/**
 * Histories, and the fields of a row that only the store has. The fields are read together, are current at each read,
 * and are empty if the store cannot return them.
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openReadModel } from '../../readmodel/model.ts';
import type { ReadModel } from '../../readmodel/readmodel.ts';
import { MemoryStore } from '../../store/memory.ts';
import { StoreUnavailableError, type Row } from '../../store/store.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { row } from '../fixtures.ts';
import { allLoaded, BreakableStore, FilledStore, seesAll, state, until } from './fixtures.ts';

const DAY = 86_400_000;
const filled = new FilledStore();
const rows = jest.spyOn(filled.store, 'rows');
let model: ReadModel;
beforeAll(async () => {
  const puts = Array.from({ length: 600 }, (_, i) => row({ name: `web-${i}`, uid: `uid-${i}` }));
  await filled.write('leaf-01', { state: state(), puts });
  model = await openReadModel({ store: filled.store, log: silentLogger });
  await until(model, allLoaded(model, 1));
});
afterAll(() => model.close());

const histories = jest.spyOn(filled.store, 'histories');
const first = async (count: number) => (await model.page(seesAll, {}, [], { first: count })).rows;
const uids = (shown: Awaited<ReturnType<typeof first>>) => Promise.all(shown.map(async it => (await it.stored()).uid));

it('are read in one trip for all rows that are asked in one turn, each row once', async () => {
  const [some, more] = [await first(3), await first(5)];
  rows.mockClear();
  const requested = [...some, ...more].flatMap(it => [it.stored(), it.stored()]);
  const names = [...some, ...more].flatMap(({ name }) => [name, name]);
  expect((await Promise.all(requested)).map(({ uid }) => uid)).toEqual(names.map(name => name.replace('web', 'uid')));
  expect(rows.mock.calls.map(([keys]) => keys.length)).toEqual([5]);
});

it('are read in several trips where they are very many', async () => {
  rows.mockClear();
  const all = await first(600);
  expect(await uids(all)).toEqual(all.map(({ name }) => name.replace('web', 'uid')));
  expect(rows.mock.calls.map(([keys]) => keys.length)).toEqual([500, 100]);
});

it('are those of now, also of a row that was read before they changed, and empty when it has gone', async () => {
  const [shown] = await first(1);
  await filled.write('leaf-01', { puts: [row({ name: 'web-0', uid: 'another', message: 'changed' })] });
  await until(model, async () => (await first(1))[0]!.message === 'changed');
  expect(await uids([shown!])).toEqual(['another']);
  await filled.write('leaf-01', { deletes: ['/Pod/team-a/web-0'] });
  await until(model, async () => (await first(1))[0]!.name !== 'web-0');
  expect(await shown!.stored()).toEqual({ uid: '', resourceVersion: '', attemptedRevision: '' });
});

it('are empty of a row whose cluster is read from another API server by now', async () => {
  const other = new FilledStore();
  const [own, key] = [row({ name: 'web', uid: 'own' }), { cluster: 'leaf-01', key: '/Pod/team-a/web' }];
  await other.write('leaf-01', { state: state(), puts: [own] });
  const opened = await openReadModel({ store: other.store, log: silentLogger });
  await until(opened, allLoaded(opened, 1));
  const [shown] = (await opened.page(seesAll, {}, [], { first: 1 })).rows;
  expect((await shown!.stored()).uid).toBe('own');
  const lease = (await other.store.acquire('leaf-01', 'test', 60_000))!;
  await other.store.identify(lease, { connection: 'another', uid: '' });
  await other.store.apply(lease, { state: state(), puts: [{ ...own, uid: "another's" }] });
  expect((await other.store.rows([key]))[0]?.uid).toBe("another's");
  expect((await shown!.stored()).uid).toBe('');
  await opened.close();
});

it('are empty of a row from before the store was lost, once the store has content of another API server', async () => {
  const store = new BreakableStore();
  const own = row({ name: 'web', uid: 'own' });
  const [lease, server] = [(await store.inner.acquire('leaf-01', 'test', 60_000))!, { connection: 'one', uid: '' }];
  await store.inner.identify(lease, server);
  await store.inner.apply(lease, { state: state(), puts: [own] });
  const opened = await openReadModel({ store, log: silentLogger });
  await until(opened, allLoaded(opened, 1));
  const page = async () => (await opened.page(seesAll, {}, [], { first: 1 })).rows[0]!;
  expect((await (await page()).stored()).uid).toBe('own');

  const refilled = new MemoryStore();
  await refilled.acquire('elsewhere', 'test', 60_000); // makes positions differ from the first store, as in production
  const again = (await refilled.acquire('leaf-01', 'test', 60_000))!;
  const followed = new Promise<void>(resolve => {
    const changes = refilled.changes.bind(refilled);
    jest.spyOn(refilled, 'changes').mockImplementation(async (cluster, after) => {
      const answer = await changes(cluster, after);
      if (cluster === 'leaf-01' && answer !== 'behind') resolve();
      return answer;
    });
  });
  store.restore(refilled);
  await followed;
  const shown = await page();
  store.held.set('leaf-01', new Promise(() => {})); // the read model receives no more changes
  await refilled.identify(again, { connection: 'another', uid: '' });
  await refilled.apply(again, { state: state(), puts: [{ ...own, uid: "another's" }] });
  for (const read of [shown, await page()]) {
    expect(read.name).toBe('web');
    expect((await read.stored()).uid).toBe('');
  }
  await opened.close();
});

it.each([
  ['cannot be reached', new StoreUnavailableError('gone')],
  ['has a fault', new Error('broken')],
])('are empty when the store %s', async (_what, error) => {
  rows.mockRejectedValueOnce(error);
  const shown = await first(2);
  expect(await uids(shown)).toEqual(['', '']);
  expect(await uids(shown)).toEqual(shown.map(({ name }) => name.replace('web', 'uid')));
});

it('are read of other clusters though those of one cannot be', async () => {
  await filled.write('leaf-02', { state: state(), puts: [row({ cluster: 'leaf-02', name: 'far', uid: 'uid-far' })] });
  await until(model, allLoaded(model, 2));
  const firstOf = async (cluster: string) =>
    (await model.page(seesAll, { clusters: [cluster] }, [], { first: 1 })).rows[0]!;
  const both = [await firstOf('leaf-01'), await firstOf('leaf-02')];
  rows.mockRejectedValueOnce(new Error('broken'));
  expect(await uids(both)).toEqual(['', 'uid-far']);
});

describe('histories', () => {
  const KUSTOMIZATION = { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization' };
  const shown = async () => (await model.page(seesAll, { kinds: [KUSTOMIZATION] }, [], { first: 10 })).rows;
  const now = Date.now();
  const deploying = (name: string, fields: Partial<Row> = {}) =>
    row({ ...KUSTOMIZATION, cluster: 'leaf-03', name, ...fields });

  beforeAll(async () => {
    await filled.write('leaf-03', {
      state: state(),
      puts: [deploying('a', { syncedAt: now - 9 * DAY }), deploying('b', { syncedAt: now - DAY })],
    });
    await filled.write('leaf-03', { puts: [deploying('a', { syncedAt: now - 8 * DAY, status: 'IN_PROGRESS' })] });
    await filled.write('leaf-03', {
      puts: [deploying('b', { syncedAt: now, status: 'FAILED', reason: 'BuildFailed' })],
    });
    await until(model, async () => (await shown()).some(({ status }) => status === 'FAILED'));
  });

  it('are read in one trip for all rows of one turn, and of other kinds in none', async () => {
    histories.mockClear();
    const [a, b] = await shown();
    const [web] = (await model.page(seesAll, { kinds: [{ group: '', kind: 'Pod' }] }, [], { first: 1 })).rows;
    const requested = [a!, b!, a!, web!].map(it => it.history());
    expect((await Promise.all(requested)).map(changes => changes?.map(({ status }) => status))).toEqual([
      ['IN_PROGRESS', 'CURRENT'],
      ['FAILED', 'CURRENT'],
      ['IN_PROGRESS', 'CURRENT'],
      [],
    ]);
    expect(histories.mock.calls.map(([refs]) => refs.length)).toEqual([2]);
  });

  it('are unknown when the store cannot be reached', async () => {
    histories.mockRejectedValueOnce(new StoreUnavailableError('gone'));
    const [a] = await shown();
    expect(await a!.history()).toBeUndefined();
    expect(await a!.history()).toHaveLength(2);
  });
});
