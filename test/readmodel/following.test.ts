import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type BindingObject, grantKey } from '../../rbac/types.ts';
import { Follower, Turns } from '../../readmodel/follower.ts';
import { ReadWriteTurns } from '../../readmodel/gate.ts';
import type { IndexedCluster } from '../../readmodel/indexed-cluster.ts';
import { openReadModel } from '../../readmodel/model.ts';
import type { ReadModel } from '../../readmodel/readmodel.ts';
import { RowTable } from '../../readmodel/table/row-table.ts';
import { encodeObjectKey } from '../../schema/object-id.ts';
import { MemoryStore } from '../../store/memory.ts';
import { type Batch, type Row, StoreUnavailableError } from '../../store/store.ts';
import { type Logger, silentLogger } from '../../telemetry/log.ts';
import { row } from '../fixtures.ts';
import { PackedStore } from '../store/packed-store.ts';
import { allLoaded, BreakableStore, FilledStore, RESOURCES, seesAll, state, until, whole } from './fixtures.ts';

describe('following', () => {
  const models: ReadModel[] = [];
  const followers: Follower[] = [];
  afterEach(async () => {
    for (const follower of followers.splice(0)) follower.close();
    await Promise.all(models.splice(0).map(model => model.close()));
  });

  interface Setup {
    store: BreakableStore;
    filled: FilledStore;
    clock: { ms: number };
    open: () => Promise<ReadModel>;
  }

  function setup(): Setup {
    const store = new BreakableStore();
    const clock = { ms: 0 };
    const open = async () => {
      const model = await openReadModel({ store, log: silentLogger, now: () => clock.ms });
      models.push(model);
      return model;
    };
    return { store, filled: new FilledStore(store.inner), clock, open };
  }

  async function names(model: ReadModel): Promise<string[]> {
    return (await model.page(seesAll, {}, [], { first: 100 })).rows.map(({ name }) => name);
  }

  const binding = (name: string): BindingObject => ({
    type: 'RoleBinding',
    namespace: 'team-a',
    name,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'viewer' },
    subjects: [],
    resourceVersion: '1',
  });

  describe('the revision of the rows of a cluster', () => {
    it('is another one when a row comes or goes, and the same when one changes', async () => {
      const { filled, open } = setup();
      await filled.write('leaf-01', { state: state(), puts: [row({ name: 'a' })] });
      const model = await open();
      await until(model, allLoaded(model, 1));
      const revision = () => model.cluster('leaf-01')!.rowRevision;
      const first = revision();
      await filled.write('leaf-01', { puts: [row({ name: 'a', status: 'FAILED' })] });
      await until(model, async () => (await model.count(seesAll, { statuses: ['FAILED'] })) === 1);
      expect(revision()).toBe(first);
      await filled.write('leaf-01', { puts: [row({ name: 'b' })] });
      await until(model, async () => (await names(model)).length === 2);
      const second = revision();
      await filled.write('leaf-01', { deletes: [encodeObjectKey(row({ name: 'b' }))] });
      await until(model, async () => (await names(model)).length === 1);
      expect(new Set([first, second, revision()]).size).toBe(3);
    });
  });

  it('the tallies of a cluster count its rows by kind and status, and follow them', async () => {
    const { filled, open } = setup();
    const puts = [
      row({ name: 'a' }),
      row({ name: 'b', status: 'FAILED' }),
      row({ name: 'c', status: 'FAILED', suspended: true }),
    ];
    await filled.write('leaf-01', { state: state(), puts });
    const model = await open();
    await until(model, allLoaded(model, 1));
    const { group, kind } = row({});
    expect(model.tallies('leaf-01')).toEqual([{ group, kind, counts: [1, 0, 2, 0, 0] }]);
    expect(model.tallies('nowhere')).toEqual([]);
    await filled.write('leaf-01', { deletes: [encodeObjectKey(puts[1]!)] });
    await until(model, async () => (await names(model)).length === 2);
    expect(model.tallies('leaf-01')).toEqual([{ group, kind, counts: [1, 0, 1, 0, 0] }]);
  });

  describe('following the store', () => {
    it('says once that the secret of the store cannot be read, and goes on without one', async () => {
      const { store, filled } = setup();
      await filled.write('leaf-01', { state: state(), puts: [row({ name: 'a' })] });
      const warned: unknown[] = [];
      const log = { ...silentLogger, warn: (fields: unknown) => warned.push(fields) } as Logger;
      const none = () => undefined;
      const shared = {
        past: async () => 'behind' as const,
        secret: () => Promise.reject(new Error('not ours')),
        endSession: async () => undefined,
        endedSessions: async () => ({ ids: [], place: '' }),
        pack: none,
        unpack: () => '',
      };
      const model = await openReadModel({ store: Object.assign(store, { shared }), log });
      models.push(model);
      await until(model, allLoaded(model, 1));
      await filled.write('leaf-02', { state: state() });
      await until(model, allLoaded(model, 2));
      expect(model.shared?.secret).toBeUndefined();
      expect(warned).toEqual([{ problem: 'not ours' }]);
    });

    it('loads what is there and then applies what changes', async () => {
      const { filled, open } = setup();
      await filled.write('leaf-01', { state: state(), puts: [row({ name: 'a' }), row({ name: 'b' })] });
      const model = await open();
      await until(model, allLoaded(model, 1));
      expect(await names(model)).toEqual(['a', 'b']);

      await filled.write('leaf-01', {
        puts: [row({ name: 'a', status: 'FAILED' }), row({ name: 'c' })],
        deletes: [encodeObjectKey(row({ name: 'b' }))],
      });
      await until(model, async () => (await model.count(seesAll, { names: ['c'] })) === 1);
      expect(await names(model)).toEqual(['a', 'c']);
      expect(await model.count(seesAll, { statuses: ['FAILED'] })).toBe(1);
      expect(model.cluster('leaf-01')?.rowCount).toBe(2);
    });

    it('finds clusters that are registered later, and forgets one that is removed', async () => {
      const { filled, open } = setup();
      const model = await open();
      expect(model.clusters()).toEqual([]);
      await filled.write('leaf-01', { state: state(), puts: [row()] });
      await filled.write('leaf-02', { state: state(), puts: [row({ cluster: 'leaf-02' })] });
      await until(model, async () => (await model.count(seesAll, {})) === 2);
      await filled.remove('leaf-01');
      await until(model, () => model.cluster('leaf-01') === undefined);
      expect(await model.count(seesAll, {})).toBe(1);
      expect(model.clusters().map(({ cluster }) => cluster)).toEqual(['leaf-02']);
    });

    it('shows the rows of another cluster that took the name, after one read of the store', async () => {
      const { store, filled, open } = setup();
      await filled.write('leaf-01', { state: state(), puts: [row({ name: 'old' })] });
      const model = await open();
      await until(model, allLoaded(model, 1));
      const before = model.cluster('leaf-01')!;
      const reads = jest.spyOn(store, 'snapshot');
      await filled.identify('leaf-01', { connection: 'other', uid: 'other' });
      await filled.write('leaf-01', { state: state(), puts: [row({ name: 'new' })] });
      await until(model, async () => (await model.count(seesAll, { names: ['new'] })) === 1);
      expect(await names(model)).toEqual(['new']);
      expect(model.cluster('leaf-01')!.grants.revision).not.toBe(before.grants.revision);
      expect(reads).toHaveBeenCalledTimes(1);
    });

    it('does not show the rows of a removed cluster under a new one of the same name', async () => {
      const { filled, open } = setup();
      await filled.write('leaf-01', { state: state(), puts: [row({ name: 'old' })] });
      const model = await open();
      await until(model, allLoaded(model, 1));
      const before = model.cluster('leaf-01')!;
      await filled.remove('leaf-01');
      await until(model, () => model.cluster('leaf-01') === undefined);
      await filled.write('leaf-01', { state: state(), puts: [row({ name: 'new' })] });
      await until(model, async () => (await model.count(seesAll, { names: ['new'] })) === 1);
      expect(await names(model)).toEqual(['new']);
      expect(model.cluster('leaf-01')!.grants.revision).not.toBe(before.grants.revision);
      expect(model.cluster('leaf-01')!.resourcesRevision).not.toBe(before.resourcesRevision);
    });

    it('answers for loaded clusters while another one is still loading', async () => {
      const { store, filled, open } = setup();
      await filled.write('leaf-01', { state: state(), puts: [row()] });
      await filled.write('leaf-02', { state: state(), puts: [row({ cluster: 'leaf-02' })] });
      let release = () => {};
      store.held.set('leaf-02', new Promise(resolve => (release = resolve)));
      const model = await open();
      await until(model, allLoaded(model, 1));
      expect(model.cluster('leaf-02')).toMatchObject({ loading: true, state: undefined, rowCount: 0 });
      await filled.write('leaf-01', { puts: [row({ name: 'more' })] });
      await until(model, async () => (await model.count(seesAll, {})) === 2);
      release();
      await until(model, allLoaded(model, 2));
      expect(await model.count(seesAll, {})).toBe(3);
    });

    it('keeps grants by key, in one table with a new revision for each change', async () => {
      const { filled, open } = setup();
      await filled.write('leaf-01', { state: state(), grantPuts: [binding('one')] });
      const model = await open();
      await until(model, allLoaded(model, 1));
      const { grants } = model.cluster('leaf-01')!;
      const { revision } = grants;
      expect([...grants.objects.keys()]).toEqual(['RoleBinding/team-a/one']);
      await filled.write('leaf-01', { grantPuts: [binding('two')], grantDeletes: ['RoleBinding/team-a/one'] });
      await until(model, () => model.cluster('leaf-01')!.grants.revision > revision);
      const changed = grants.revision;
      expect(model.cluster('leaf-01')!.grants).toBe(grants);
      expect([...grants.objects.keys()]).toEqual(['RoleBinding/team-a/two']);
      await filled.write('leaf-01', { puts: [row()] });
      await until(model, async () => (await model.count(seesAll, {})) === 1);
      expect(grants.revision).toBe(changed);
    });

    it('keeps the list of resources as it is until it changes', async () => {
      const { filled, open } = setup();
      await filled.write('leaf-01', { state: state(), puts: [row()] });
      const model = await open();
      await until(model, allLoaded(model, 1));
      const before = model.cluster('leaf-01')!;
      await filled.write('leaf-01', {
        state: state({ resources: RESOURCES.map(resource => ({ ...resource })), reason: 'SERVER_ERROR' }),
      });
      await until(model, () => model.cluster('leaf-01')!.state?.reason === 'SERVER_ERROR');
      expect(model.cluster('leaf-01')!.resources).toBe(before.resources);
      expect(model.cluster('leaf-01')!.resourcesRevision).toBe(before.resourcesRevision);
      await filled.write('leaf-01', { state: state({ resources: RESOURCES.slice(1) }) });
      await until(model, () => model.cluster('leaf-01')!.resources !== before.resources);
      expect(model.cluster('leaf-01')!.resourcesRevision).not.toBe(before.resourcesRevision);
      expect(await model.count(seesAll, {})).toBe(0); // the cluster no longer serves pods
    });

    it('lets ages grow while nobody writes', async () => {
      const { filled, clock, open } = setup();
      await filled.write('leaf-01', {
        state: state({ answeredAgo: 500, grants: { complete: true, confirmedAgo: 700, reason: '' } }),
      });
      const model = await open();
      await until(model, allLoaded(model, 1));
      const { answeredAgo, grantsConfirmedAgo } = model.cluster('leaf-01')!;
      expect(answeredAgo).toBeGreaterThanOrEqual(500);
      expect(grantsConfirmedAgo! - answeredAgo!).toBeCloseTo(200);
      clock.ms += 10_000;
      expect(model.cluster('leaf-01')!.answeredAgo).toBeCloseTo(answeredAgo! + 10_000);
    });

    it('knows no age where the leaf never answered', async () => {
      const { filled, open } = setup();
      await filled.write('leaf-01', {
        state: state({
          answeredAgo: undefined,
          grants: { complete: false, confirmedAgo: undefined, reason: 'FORBIDDEN' },
        }),
      });
      const model = await open();
      await until(model, allLoaded(model, 1));
      expect(model.cluster('leaf-01')).toMatchObject({ answeredAgo: undefined, grantsConfirmedAgo: undefined });
    });

    it('loads a cluster anew when it fell behind, and drops what is no longer there', async () => {
      const { store, filled, open } = setup();
      await filled.write('leaf-01', { state: state(), puts: [row({ name: 'stays' }), row({ name: 'goes' })] });
      const model = await open();
      await until(model, allLoaded(model, 1));
      const other = new FilledStore(new PackedStore());
      await other.write('leaf-00', {}); // makes positions differ from positions of the first store
      await other.write('leaf-01', { state: state(), puts: [row({ name: 'stays' }), row({ name: 'comes' })] });
      store.restore(other.store);
      await until(
        model,
        async () => (await model.count(seesAll, { names: ['comes'] })) === 1 && !model.cluster('leaf-01')!.loading,
      );
      expect(await names(model)).toEqual(['comes', 'stays']);
    });
  });

  describe('when the store is lost', () => {
    it('goes on answering while it cannot be reached, and says why', async () => {
      const { store, filled, open } = setup();
      await filled.write('leaf-01', { state: state(), puts: [row({ uid: 'u' })] });
      const model = await open();
      await until(model, allLoaded(model, 1));
      store.cut('redis: connection refused');
      expect(model.storeProblem).toBe('redis: connection refused');
      const { rows } = await model.page(seesAll, {}, [], { first: 10 });
      expect(await whole(rows)).toEqual([{ ...row(), uid: '', resourceVersion: '' }]);
      store.restore();
      await until(model, () => model.storeProblem === undefined);
      expect(await whole((await model.page(seesAll, {}, [], { first: 10 })).rows)).toMatchObject([{ uid: 'u' }]);
    });

    it('calls each cluster stale until it was read again, while the others go on', async () => {
      const { store, filled, open } = setup();
      for (const cluster of ['leaf-01', 'leaf-02'])
        await filled.write(cluster, { state: state(), puts: [row({ cluster })] });
      const model = await open();
      await until(model, allLoaded(model, 2));
      const stale = () => model.clusters().flatMap(({ cluster, stale }) => (stale ? [cluster] : []));
      expect(stale()).toEqual([]);
      store.cut('redis: connection refused');
      expect(stale()).toEqual(['leaf-01', 'leaf-02']);
      const held = Promise.withResolvers<void>();
      store.held.set('leaf-02', held.promise);
      await filled.write('leaf-01', { puts: [row({ name: 'new' })] });
      await filled.write('leaf-02', { puts: [row({ cluster: 'leaf-02', name: 'new' })] });
      store.restore();
      expect(model.storeProblem).toBeUndefined();
      await until(model, () => !stale().includes('leaf-01'));
      expect(stale()).toEqual(['leaf-02']);
      expect(await model.count(seesAll, { names: ['new'] })).toBe(1);
      held.resolve();
      await until(model, () => stale().length === 0);
      expect(await model.count(seesAll, { names: ['new'] })).toBe(2);
    });

    it('calls none stale again when the loss is told in other words, as of one server of several', async () => {
      const { store, filled, open } = setup();
      for (const cluster of ['leaf-01', 'leaf-02'])
        await filled.write(cluster, { state: state(), puts: [row({ cluster })] });
      const model = await open();
      await until(model, allLoaded(model, 2));
      const stale = () => model.clusters().filter(cluster => cluster.stale).length;
      store.tellLoss('one: moved');
      expect(stale()).toBe(2);
      // The model reads at once, without a notification of a change.
      await until(model, () => stale() === 0);
      store.tellLoss('one: connection is closed');
      expect([model.storeProblem, stale()]).toEqual(['one: connection is closed', 0]);
    });

    it('calls the clusters of a second server stale that goes while a first one is away, and no others', async () => {
      const { store, filled, open } = setup();
      const clusters = ['leaf-01', 'leaf-02', 'leaf-03']; // each cluster is on a different server
      for (const cluster of clusters) await filled.write(cluster, { state: state(), puts: [row({ cluster })] });
      const model = await open();
      await until(model, allLoaded(model, 3));
      const stale = () => model.clusters().flatMap(({ cluster, stale }) => (stale ? [cluster] : []));
      const lose = (cluster: string, problem: string) => {
        store.failing.set(cluster, new StoreUnavailableError(problem));
        store.tellLoss(problem);
      };
      lose('leaf-01', 'one: connection is closed');
      await until(model, () => stale().join() === 'leaf-01');
      const reported: string[][] = [];
      model.onChange(() => reported.push(stale()));
      const requested = jest.spyOn(store, 'changes');
      lose('leaf-02', 'two: connection is closed');
      // The model reads at once, without a notification of a change.
      expect(requested.mock.calls.map(([cluster]) => cluster)).toContain('leaf-02');
      await until(model, () => stale().includes('leaf-02'));
      expect(stale()).toEqual(['leaf-01', 'leaf-02']);
      expect(reported.flat()).not.toContain('leaf-03');
    });

    it('says once that a server of the store is away, until all of it is there again, whatever the other servers answer', async () => {
      const { store, filled } = setup();
      const said: string[] = [];
      const say = (...[first, text]: unknown[]) => said.push(String(text ?? first));
      const log = { ...silentLogger, warn: say, info: say } as Logger;
      for (const cluster of ['leaf-01', 'leaf-02'])
        await filled.write(cluster, { state: state(), puts: [row({ cluster })] });
      const model = await openReadModel({ store, log });
      models.push(model);
      await until(model, allLoaded(model, 2));
      store.failing.set('leaf-01', new StoreUnavailableError('one: connection is closed'));
      store.tellLoss('one: connection is closed');
      const stale = () => model.clusters().flatMap(({ cluster, stale }) => (stale ? [cluster] : []));
      await until(model, () => !stale().includes('leaf-02'));
      const problems = new Set<string | undefined>();
      const states = new Set<string>();
      model.onChange(() => {
        problems.add(model.storeProblem);
        states.add(stale().join());
      });
      const requested = jest.spyOn(store, 'changes');
      const requestedFor = (name: string) => requested.mock.calls.filter(([cluster]) => cluster === name).length;
      for (let i = 0; i < 20; i++) {
        await filled.write('leaf-02', { puts: [row({ cluster: 'leaf-02', name: `new-${i}` })] });
        await until(model, async () => (await model.count(seesAll, { names: [`new-${i}`] })) === 1);
      }
      while (requestedFor('leaf-01') < 2) await delay(10); // includes one retry
      expect([...problems]).toEqual(['one: connection is closed']);
      expect([...states]).toEqual(['leaf-01']);
      store.failing.clear();
      store.restore();
      await until(model, () => !model.cluster('leaf-01')!.stale);
      expect(model.storeProblem).toBeUndefined();
      expect(said).toEqual([
        'the store cannot be followed; answers come from what was read before, and say so',
        'the store can be followed again',
      ]);
    });

    it('does not ask a server that is away for the rest of a row, and asks the others', async () => {
      const { store, filled, open } = setup();
      for (const cluster of ['leaf-01', 'leaf-02'])
        await filled.write(cluster, { state: state(), puts: [row({ cluster, uid: cluster })] });
      const model = await open();
      await until(model, allLoaded(model, 2));
      store.failing.set('leaf-01', new StoreUnavailableError('one: connection is closed'));
      store.tellLoss('one: connection is closed');
      await until(model, () => !model.cluster('leaf-02')!.stale);
      const requested = jest.spyOn(store, 'rows');
      const { rows } = await model.page(seesAll, {}, [{ field: 'CLUSTER', descending: false }], { first: 10 });
      expect((await whole(rows)).map(({ uid }) => uid)).toEqual(['', 'leaf-02']);
      expect(requested.mock.calls.flatMap(([refs]) => refs.map(({ cluster }) => cluster))).toEqual(['leaf-02']);
    });

    it('withdraws the problem of the store when the clusters that could not be read have answered or been taken out', async () => {
      const { store, filled, clock, open } = setup();
      for (const cluster of ['leaf-01', 'leaf-02', 'leaf-03'])
        await filled.write(cluster, { state: state(), puts: [row({ cluster })] });
      const model = await open();
      await until(model, allLoaded(model, 3));
      for (const cluster of ['leaf-01', 'leaf-02']) {
        store.failing.set(cluster, new StoreUnavailableError(`${cluster} is away`));
        await filled.write(cluster, { puts: [row({ cluster, name: 'new' })] });
        await until(model, () => model.cluster(cluster)!.stale === true);
      }
      expect(model.storeProblem).toBe('leaf-01 is away');
      store.failing.delete('leaf-01');
      await until(model, () => model.storeProblem === 'leaf-02 is away');
      expect(model.cluster('leaf-01')!.stale).toBe(false);
      await filled.remove('leaf-02');
      await filled.write('leaf-04', { state: state() });
      // The list of clusters that shows leaf-04 no longer contains leaf-02.
      await until(model, () => model.cluster('leaf-04') !== undefined);
      clock.ms += 60_000;
      await filled.write('leaf-05', { state: state() });
      await until(model, () => model.cluster('leaf-02') === undefined);
      expect(model.storeProblem).toBeUndefined();
    });

    it('is told with the last change that a cluster is not stale any more', async () => {
      const { store, filled, open } = setup();
      await filled.write('leaf-01', { state: state(), puts: [row()] });
      const model = await open();
      await until(model, allLoaded(model, 1));
      store.cut('redis: connection refused');
      for (const name of ['first', 'last']) await filled.write('leaf-01', { puts: [row({ name })] });
      const reported: [string[], boolean | undefined][] = [];
      model.onChange(({ rows }) => {
        if (rows.length > 0) reported.push([rows.map(({ after }) => after!.name), model.cluster('leaf-01')!.stale]);
      });
      store.restore();
      await until(model, () => !model.cluster('leaf-01')!.stale);
      expect(reported).toEqual([
        [['first'], true],
        [['last'], false],
      ]);
    });

    it('calls a cluster stale that was read before the connection was lost, also where the answer came later', async () => {
      const { store, filled, open } = setup();
      await filled.write('leaf-01', { state: state(), puts: [row()] });
      const model = await open();
      await until(model, allLoaded(model, 1));
      const held = Promise.withResolvers<void>();
      store.held.set('leaf-01', held.promise);
      const requested = jest.spyOn(store, 'changes');
      await filled.write('leaf-01', { puts: [row({ name: 'new' })] });
      while (requested.mock.calls.length === 0) await nextTurn();
      store.cut('redis: connection refused');
      store.restore();
      const again = Promise.withResolvers<void>();
      store.held.set('leaf-01', again.promise);
      held.resolve();
      await until(model, async () => (await model.count(seesAll, { names: ['new'] })) === 1);
      expect(model.cluster('leaf-01')!.stale).toBe(true);
      again.resolve();
      await until(model, () => !model.cluster('leaf-01')!.stale);
    });

    it('opens although it cannot be reached, and loads when it can', async () => {
      const { store, filled, open } = setup();
      await filled.write('leaf-01', { state: state(), puts: [row()] });
      store.down = 'redis: connection refused';
      const model = await open();
      expect(model.storeProblem).toBe('redis: connection refused');
      store.restore();
      await until(model, allLoaded(model, 1));
      expect(await model.count(seesAll, {})).toBe(1);
    });

    it('keeps old rows and old grants until the collector has filled it again', async () => {
      const { store, filled, clock, open } = setup();
      await filled.write('leaf-01', {
        state: state(),
        grantPuts: [binding('old')],
        puts: [row({ name: 'stays' }), row({ name: 'vanished' })],
      });
      const model = await open();
      await until(model, allLoaded(model, 1));
      const { grants, grantsConfirmedAgo } = model.cluster('leaf-01')!;

      store.cut('gone');
      const empty = new FilledStore();
      store.restore(empty.store);
      await until(model, () => model.cluster('leaf-01')!.loading);
      expect(model.cluster('leaf-01')!.stale).toBe(false);
      expect(await names(model)).toEqual(['stays', 'vanished']);

      clock.ms += 1_000;
      const listing = { complete: false, confirmedAgo: undefined, reason: 'LISTING' } as const;
      await empty.write('leaf-01', {
        state: state({ phase: 'listing', resources: [], grants: listing }),
        puts: [row({ name: 'stays' })],
      });
      await until(model, () => model.cluster('leaf-01')!.state?.phase === 'listing');
      expect(model.cluster('leaf-01')!.grants).toBe(grants);
      expect(model.cluster('leaf-01')!.state!.grants.complete).toBe(true);
      expect(model.cluster('leaf-01')!.grantsConfirmedAgo).toBeCloseTo(grantsConfirmedAgo! + 1_000);
      expect(await names(model)).toEqual(['stays', 'vanished']);

      await empty.write('leaf-01', { state: state({ phase: 'listing' }), grantPuts: [binding('new')] });
      await until(model, () => model.cluster('leaf-01')!.grants !== grants);
      expect([...model.cluster('leaf-01')!.grants.objects.keys()]).toEqual(['RoleBinding/team-a/new']);
      expect(await names(model)).toEqual(['stays', 'vanished']);
      expect(model.cluster('leaf-01')!.loading).toBe(true);

      await empty.write('leaf-01', { state: state() });
      await until(model, () => !model.cluster('leaf-01')!.loading);
      await until(model, async () => (await model.count(seesAll, {})) === 1);
      expect(await names(model)).toEqual(['stays']);
    });

    it.each([
      ['keeps old rows when it learns that a store that was lost has the same API server', 'one', 1],
      ['keeps no old row when it learns that a store that was lost has another API server', 'another', 0],
    ])('%s', async (_what, connection, least) => {
      const { store, open } = setup();
      const fill = async (connection?: string) => {
        const lease = (await store.inner.acquire('leaf-01', 'test', 60_000))!;
        if (connection !== undefined) await store.inner.identify(lease, { connection, uid: '' });
        return (batch: Batch) => store.inner.apply(lease, batch);
      };
      await (
        await fill('one')
      )({ state: state(), grantPuts: [binding('old')], puts: [row()] });
      const model = await open();
      await until(model, allLoaded(model, 1));
      store.restore(new MemoryStore());
      const listing = { complete: false, confirmedAgo: undefined, reason: 'LISTING' } as const;
      await (
        await fill()
      )({ state: state({ phase: 'connecting', version: 'lost', grants: listing }) });
      await until(model, () => model.cluster('leaf-01')!.state?.version === 'lost');
      expect(await names(model)).toEqual([row().name]);

      const counts: number[] = [];
      model.onChange(() => counts.push(model.cluster('leaf-01')!.rowCount));
      await (
        await fill(connection)
      )({ state: state(), puts: [row()] });
      await until(model, () => model.cluster('leaf-01')!.state?.version !== 'lost' && allLoaded(model, 1)());
      expect(model.cluster('leaf-01')!.server).toEqual({ connection, uid: '' });
      expect(await names(model)).toEqual([row().name]);
      expect(Math.min(...counts)).toBe(least);
    });

    it('knows the resources that are not collected, the same array while they are the same, and the old ones with the old grants', async () => {
      const { store, filled, open } = setup();
      const uncollected = () => [
        { group: '', version: 'v1', kind: 'PersistentVolume', plural: 'persistentvolumes', namespaced: false },
      ];
      await filled.write('leaf-01', { state: state({ uncollected: uncollected() }) });
      const model = await open();
      await until(model, allLoaded(model, 1));
      const known = model.cluster('leaf-01')!.uncollected;
      expect(known).toEqual(uncollected());
      await filled.write('leaf-01', { state: state({ uncollected: uncollected(), version: 'v2' }) });
      await until(model, () => model.cluster('leaf-01')!.state?.version === 'v2');
      expect(model.cluster('leaf-01')!.uncollected).toBe(known);

      store.cut('gone');
      const empty = new FilledStore();
      store.restore(empty.store);
      const listing = { complete: false, confirmedAgo: undefined, reason: 'LISTING' } as const;
      await empty.write('leaf-01', { state: state({ phase: 'listing', grants: listing }) });
      await until(model, () => model.cluster('leaf-01')!.state?.phase === 'listing');
      expect(model.cluster('leaf-01')!.uncollected).toBe(known);
      expect(model.cluster('leaf-01')!.state!.uncollected).toEqual(uncollected());
      await empty.write('leaf-01', { state: state() });
      await until(model, () => model.cluster('leaf-01')!.uncollected !== known);
      expect(model.cluster('leaf-01')!.uncollected).toEqual([]);
    });

    it('keeps a cluster that is not registered again yet for a minute, and not longer', async () => {
      const { store, filled, clock, open } = setup();
      await filled.write('leaf-01', { state: state(), puts: [row()] });
      await filled.write('leaf-02', { state: state(), puts: [row({ cluster: 'leaf-02' })] });
      const model = await open();
      await until(model, allLoaded(model, 2));
      store.cut('gone');
      const other = new FilledStore();
      await other.write('leaf-01', { state: state(), puts: [row()] });
      store.restore(other.store);
      await until(model, () => model.cluster('leaf-02')!.loading && !model.cluster('leaf-01')!.loading);
      expect(await model.count(seesAll, {})).toBe(2);
      clock.ms += 61_000;
      await other.write('leaf-03', { state: state() });
      await until(model, () => model.cluster('leaf-02') === undefined);
      expect(await model.count(seesAll, {})).toBe(1);
    });
  });

  describe('when a cluster cannot be followed, whatever the reason', () => {
    /** A read model with two loaded clusters. `reported` receives the names of clusters that change afterwards. */
    async function followed() {
      const { store, filled, open } = setup();
      for (const cluster of ['leaf-01', 'leaf-02'])
        await filled.write(cluster, { state: state(), puts: [row({ cluster })] });
      const model = await open();
      await until(model, allLoaded(model, 2));
      const reported = new Set<string | undefined>();
      model.onChange(({ cluster }) => reported.add(cluster));
      return { store, filled, model, reported };
    }

    it('calls that one stale at once, and no other, until its changes can be read again', async () => {
      const { store, filled, model, reported } = await followed();
      store.failing.set('leaf-01', new TypeError('not what a log holds'));
      await filled.write('leaf-01', { puts: [row({ name: 'new' })] });
      await until(model, () => model.cluster('leaf-01')!.stale === true);
      expect([
        model.storeProblem,
        model.cluster('leaf-02')!.stale,
        await model.count(seesAll, { names: ['new'] }),
      ]).toEqual([undefined, false, 0]);
      expect([...reported]).toEqual(['leaf-01']);
      store.failing.clear();
      await filled.write('leaf-01', { puts: [row({ name: 'newer' })] });
      await until(model, () => !model.cluster('leaf-01')!.stale);
      expect(await names(model)).toEqual(expect.arrayContaining(['new', 'newer']));
    });

    it('tells it also where another one fails with the same words', async () => {
      const { store, filled, model, reported } = await followed();
      for (const cluster of ['leaf-01', 'leaf-02']) {
        store.failing.set(cluster, new StoreUnavailableError('away'));
        await filled.write(cluster, { puts: [row({ cluster, name: 'new' })] });
        await until(model, () => reported.has(cluster));
        expect([model.storeProblem, model.cluster(cluster)!.stale]).toEqual(['away', true]);
      }
    });

    /**
     * One cluster with a row, followed into a table whose writes can fail. Collects the changes that are reported
     * afterwards.
     */
    async function followedInto<T>(table: RowTable, tell: (cluster: IndexedCluster, follower: Follower) => T) {
      const { store, filled } = setup();
      await filled.write('leaf-01', { state: state(), puts: [row()] });
      const reported: T[] = [];
      const changed = () => {
        const cluster = follower.clusters.get('leaf-01');
        if (cluster) reported.push(tell(cluster, follower));
      };
      const follower = new Follower({
        store,
        table,
        gate: new ReadWriteTurns(),
        log: silentLogger,
        now: () => 0,
        changed,
      });
      followers.push(follower);
      await follower.start();
      const settled = async () => {
        while (follower.clusters.get('leaf-01')!.settledAt === undefined) await nextTurn();
      };
      await settled();
      reported.length = 0;
      return { store, filled, follower, reported, settled };
    }

    /** Makes the table refuse rows with this name while the condition holds. */
    function noRoomFor(table: RowTable, name: string, condition: () => boolean) {
      const put = table.put.bind(table);
      return jest.spyOn(table, 'put').mockImplementation(row => {
        if (row.name === name && condition()) throw new RangeError('no room');
        return put(row);
      });
    }

    it('calls it stale in the turn in which a change could only be applied in part, and until all of it is', async () => {
      const table = new RowTable();
      const { filled, reported, settled } = await followedInto(table, ({ stale, settledAt }) => ({
        stale,
        settled: settledAt !== undefined,
        rows: table.size,
      }));
      let broken = true;
      noRoomFor(table, 'second', () => broken);
      await filled.write('leaf-01', { puts: ['first', 'second'].map(name => row({ name })) });
      while (reported.length === 0) await nextTurn();
      await nextTurn(); // gives further reports time to arrive
      expect(reported).toEqual([{ stale: true, settled: false, rows: 2 }]);
      broken = false;
      await filled.write('leaf-01', { puts: [row({ name: 'third' })] });
      await settled();
      expect(reported.slice(1)).toEqual([
        { stale: true, settled: false, rows: 3 },
        { stale: false, settled: false, rows: 4 },
      ]);
    });

    it('does not call one current again whose last change could only be applied in part', async () => {
      const table = new RowTable();
      const { store, filled, reported } = await followedInto(table, ({ stale }) => stale);
      store.cut('redis: connection refused');
      await filled.write('leaf-01', { puts: [row({ name: 'last' })] });
      const put = noRoomFor(table, 'last', () => true);
      reported.length = 0;
      store.restore();
      while (put.mock.calls.length === 0) await nextTurn();
      await nextTurn();
      expect(reported.length).toBeGreaterThan(0);
      expect(reported).not.toContain(false);
    });

    it('gives back no grant that was taken away when a change behind it is tried again', async () => {
      const table = new RowTable();
      const { store, filled, reported, settled } = await followedInto(table, ({ grants }) => [
        ...grants.objects.keys(),
      ]);
      const held = Promise.withResolvers<void>();
      store.held.set('leaf-01', held.promise);
      await filled.write('leaf-01', { grantPuts: [binding('taken-back')] });
      await filled.write('leaf-01', { grantDeletes: [grantKey(binding('taken-back'))] });
      await filled.write('leaf-01', { puts: [row({ name: 'secret' }), row({ name: 'too much' })] });
      let broken = true;
      const put = noRoomFor(table, 'too much', () => broken);
      store.held.clear();
      held.resolve();
      while (put.mock.calls.length < 2) await nextTurn();
      expect(reported).toEqual([['RoleBinding/team-a/taken-back'], [], []]);
      await filled.write('leaf-01', { state: state() });
      while (put.mock.calls.length < 4) await nextTurn();
      broken = false;
      await filled.write('leaf-01', { state: state() });
      await settled();
      expect(table.size).toBe(3);
      expect(reported.slice(3).flat()).toEqual([]);
    });

    it('removes the rows that are no longer there, also where the change that tells so is applied at the second try', async () => {
      const table = new RowTable();
      const { store, follower, settled } = await followedInto(table, () => undefined);
      const cluster = follower.clusters.get('leaf-01')!;
      store.cut('gone');
      const empty = new FilledStore();
      store.restore(empty.store);
      while (!cluster.loading) await nextTurn();
      await empty.write('leaf-01', { state: state({ phase: 'listing' }) });
      while (cluster.state?.phase !== 'listing') await nextTurn();
      let broken = true;
      noRoomFor(table, 'new', () => broken);
      await empty.write('leaf-01', { state: state(), puts: [row({ name: 'new' })] });
      while (cluster.loading || !cluster.stale) await nextTurn();
      expect(table.size).toBe(1);
      broken = false;
      await empty.write('leaf-01', { state: state() });
      await settled();
      expect(table.ofCluster('leaf-01').map(number => table.names.text(table.columns.name[number]!))).toEqual(['new']);
    });

    it('says until a load has ended that the store is away, where the head of a cluster can be read and its rows cannot', async () => {
      const { store, filled, follower, reported, settled } = await followedInto(
        new RowTable(),
        (_, { problem }) => problem,
      );
      const read = store.snapshot.bind(store);
      let broken = true;
      const loads = jest.spyOn(store, 'snapshot').mockImplementation(async (name, signal) => {
        const snapshot = await read(name, signal);
        return broken ? { ...snapshot, rows: awayRows() } : snapshot;
      });
      store.behind.add('leaf-01');
      await filled.write('leaf-01', { state: state() });
      while (follower.problem === undefined) await nextTurn();
      reported.length = 0;
      while (loads.mock.calls.length < 3) await delay(10);
      expect([...new Set(reported)]).toEqual(['away']);
      broken = false;
      await settled();
      expect(follower.problem).toBeUndefined();
    });

    it('does not say that the store is away once it has answered, whatever that is', async () => {
      const { store, filled, model } = await followed();
      for (const error of [new StoreUnavailableError('away'), new TypeError('not what a log holds')]) {
        store.failing.set('leaf-01', error);
        await filled.write('leaf-01', { puts: [row({ name: 'new' })] });
        await until(model, () => model.storeProblem === (error instanceof StoreUnavailableError ? 'away' : undefined));
      }
      expect(model.cluster('leaf-01')!.stale).toBe(true);
    });
  });

  async function* awayRows(): AsyncGenerator<Row[]> {
    yield [];
    throw new StoreUnavailableError('away');
  }

  describe('the revision of the read model', () => {
    const revisionAfter = async (batch: Parameters<FilledStore['write']>[1]) => {
      const { filled, clock, open } = setup();
      await filled.write('leaf-01', { state: state(), puts: [row()], grantPuts: [binding('one')] });
      const model = await open();
      await until(model, allLoaded(model, 1));
      const [before, index] = [model.revision, model.cluster('leaf-01')];
      clock.ms += 5_000;
      // The marker is reported together with the change or after it.
      await filled.write('leaf-01', batch);
      await filled.write('leaf-01', { puts: [row({ name: 'marker' })] });
      await until(model, async () => (await model.count(seesAll, { names: ['marker'] })) === 1);
      return { changed: model.revision !== before, sameIndex: model.cluster('leaf-01') === index };
    };

    it.each<[string, Parameters<FilledStore['write']>[1]]>([
      ['a grant comes', { grantPuts: [binding('two')] }],
      ['a grant goes', { grantDeletes: [grantKey(binding('one'))] }],
      ['resources are served no more', { state: state({ resources: RESOURCES.slice(0, 2) }) }],
      ['the authorization becomes another', { state: state({ authorization: 'mixed' }) }],
      [
        'the grants are incomplete',
        { state: state({ grants: { complete: false, confirmedAgo: 0, reason: 'FORBIDDEN' } }) },
      ],
      [
        'the grants were never confirmed',
        { state: state({ grants: { complete: true, confirmedAgo: undefined, reason: '' } }) },
      ],
      [
        'the grants were confirmed longer ago than it seemed',
        { state: state({ grants: { complete: true, confirmedAgo: 7_000, reason: '' } }) },
      ],
    ])('is another one after %s', async (_case, batch) => {
      expect(await revisionAfter(batch)).toEqual({ changed: true, sameIndex: false });
    });

    it.each<[string, Parameters<FilledStore['write']>[1]]>([
      ['rows', { puts: [row({ status: 'FAILED' }), row({ namespace: 'team-b' })] }],
      ['a heartbeat', { state: state() }],
      [
        'a confirmation that is told a little earlier',
        { state: state({ grants: { complete: true, confirmedAgo: 5_500, reason: '' } }) },
      ],
      [
        'a kind that fails',
        { state: state({ kinds: [{ group: '', kind: 'Pod', state: 'failing', reason: 'SERVER_ERROR' }] }) },
      ],
    ])('stays through %s', async (_case, batch) => {
      expect((await revisionAfter(batch)).changed).toBe(false);
    });

    it('is another one after a cluster has gone, or has come back', async () => {
      const { filled, open } = setup();
      await filled.write('leaf-01', { state: state(), puts: [row()] });
      await filled.write('leaf-02', { state: state() });
      const model = await open();
      await until(model, allLoaded(model, 2));
      const seen = [model.revision];
      await filled.remove('leaf-01');
      await until(model, () => model.cluster('leaf-01') === undefined);
      seen.push(model.revision);
      await filled.write('leaf-01', { state: state(), puts: [row()] });
      await until(model, allLoaded(model, 2));
      seen.push(model.revision);
      expect(new Set(seen).size).toBe(3);
    });
  });

  describe('a cluster of the read model', () => {
    it('is one object while it stays as it is, and its ages and rows go on', async () => {
      const { filled, clock, open } = setup();
      await filled.write('leaf-01', { state: state(), puts: [row()] });
      const model = await open();
      await until(model, allLoaded(model, 1));
      const [index] = model.clusters();
      const [answered, confirmed] = [index!.answeredAgo!, index!.grantsConfirmedAgo!];
      clock.ms += 700;
      expect(model.clusters()[0]).toBe(index);
      expect(model.cluster('leaf-01')).toBe(index);
      expect([index!.answeredAgo! - answered, index!.grantsConfirmedAgo! - confirmed]).toEqual([700, 700]);
      await filled.write('leaf-01', { state: state() });
      await until(model, () => model.cluster('leaf-01')!.answeredAgo! < 700);
      expect(model.cluster('leaf-01')!.grantsConfirmedAgo).toBeLessThan(700);
    });
  });

  it('gives back what it remembered of labels when its loads are over', async () => {
    const filled = new FilledStore(new PackedStore());
    const rows = ['leaf', 'leaf-2'].flatMap(cluster =>
      ['a', 'b', 'c'].map(name => row({ cluster, name, labels: { app: name, team: 'x' } })),
    );
    for (const cluster of ['leaf', 'leaf-2'])
      await filled.write(cluster, { state: state(), puts: rows.filter(row => row.cluster === cluster) });
    const table = new RowTable();
    const { store } = filled;
    const follower = new Follower({
      store,
      table,
      gate: new ReadWriteTurns(),
      log: silentLogger,
      now: () => 0,
      changed: () => undefined,
    });
    try {
      await follower.start();
      while ([...follower.clusters.values()].some(({ loading }) => loading)) await nextTurn();
      expect(table.labelSets.size).toEqual({ sets: 3, texts: 6 });
      for (const { cluster, ...key } of rows) await filled.write(cluster, { deletes: [encodeObjectKey(key)] });
      while (table.size > 0) await nextTurn();
      expect(table.labelSets.size).toEqual({ sets: 0, texts: 0 });
    } finally {
      follower.close();
    }
  });
});

describe('turns', () => {
  describe('turns', () => {
    it('take one ring for many, never run a key twice at once, and put a key rung during its turn behind the others', async () => {
      const ran: string[] = [];
      const running = new Set<string>();
      let most = 0;
      const turns = new Turns(2, async key => {
        expect(running.has(key)).toBe(false);
        running.add(key);
        most = Math.max(most, running.size);
        ran.push(key);
        if (key === 'busy' && ran.length < 8) turns.ring('busy');
        await nextTurn();
        running.delete(key);
      });
      for (const key of ['busy', 'a', 'a', 'b', 'a', 'c']) turns.ring(key);
      while (running.size > 0) await nextTurn();
      expect(most).toBe(2);
      expect(ran.slice(0, 5)).toEqual(['busy', 'a', 'b', 'c', 'busy']);
      expect(ran.filter(key => key !== 'busy')).toEqual(['a', 'b', 'c', 'a']);
    });

    it('end when closed', async () => {
      const ran: string[] = [];
      const turns = new Turns(1, async key => {
        ran.push(key);
        await nextTurn();
      });
      turns.ring('a');
      turns.ring('b');
      turns.close();
      turns.ring('c');
      await nextTurn();
      await nextTurn();
      expect(ran).toEqual(['a']);
    });
  });
});
