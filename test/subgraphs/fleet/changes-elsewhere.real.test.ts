/**
 * `objectChanges` in several processes that share one store, on Redis and on Redis Cluster. A token of one process also
 * works in other processes, and after a restart.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { encodeObjectId, encodeObjectKey } from '../../../schema/object-id.ts';
import type { Batch, Row } from '../../../store/store.ts';
import { until as eventually } from '../../kubernetes/until.ts';
import { until } from '../../readmodel/fixtures.ts';
import { redisSites } from '../../store/redis-sites.ts';
import { ChangingFleet, healthy, type Caller } from './changing-fleet.ts';
import { changes, CHANGES, list } from './changing-list.ts';
import { followLists } from './followed-lists.ts';
import { allow, grant, rowAt } from './scripted-fleet.ts';

const admin: Caller = { user: 'admin' };
const tom: Caller = { user: 'tom', groups: ['team-a'] };
const teamPods = grant('group:team-a', allow('list', 'pods'), 'team-a');
const [web, db, api] = [
  rowAt('leaf-01', 'Pod', 'team-a/web', { labels: { app: 'web' }, message: 'up' }),
  rowAt('leaf-01', 'Pod', 'team-b/db'),
  rowAt('leaf-02', 'Pod', 'team-a/api', { labels: { app: 'web' } }),
];

const sites = redisSites();

describe.each(sites)('whatever becomes of rows, roles, kinds and clusters on %s', (_name, connect, empty) => {
  it('changes lead from the list at one replica to the list at another, for every filter, also over restarts', async () => {
    await followLists({ runs: 6, processes: 2, store: async () => (await empty(), { connect }) });
  });
});

describe.each(sites)('changes over the replicas of %s', (_name, openStore, empty) => {
  let here: ChangingFleet;
  const opened: ChangingFleet[] = [];
  beforeEach(async () => {
    await empty();
    here = await replica();
    await here.store.join('collector', 60_000);
    await write('leaf-01', {
      puts: [web, db],
      grantPuts: [...grant('admin', allow('list', '*')), ...teamPods],
      state: healthy,
    });
    await write('leaf-02', {
      puts: [api],
      grantPuts: [...grant('admin', allow('list', '*')), ...teamPods],
      state: healthy,
    });
    // The first process started with an empty store and writes. Queries go to a second process, which starts when the
    // store has content.
    here = await replica();
  });
  afterEach(() => Promise.all(opened.splice(0).map(fleet => fleet.close())));

  /** Starts a process. Returns when its read model has applied everything in the store. */
  async function replica(): Promise<ChangingFleet> {
    const fleet = await ChangingFleet.open({ store: await openStore() });
    opened.push(fleet);
    await until(fleet.model, () => fleet.model.clusters().every(({ loading }) => !loading));
    await Promise.all((await fleet.store.clusters()).map(cluster => caughtUp(fleet, cluster)));
    return fleet;
  }

  async function caughtUp({ store, model }: ChangingFleet, cluster: string): Promise<void> {
    const signal = AbortSignal.timeout(240_000);
    const { position } = await store.snapshot(cluster, signal);
    expect(await model.shared!.since(cluster, store.shared!.pack(position)!, { caller: 'test', signal })).toMatchObject(
      { rows: [] },
    );
  }

  /** Writes through the first process, and waits until all processes have received the batch. */
  async function write(cluster: string, batch: Batch): Promise<void> {
    await opened[0]!.write(cluster, batch);
    await Promise.all(opened.map(fleet => caughtUp(fleet, cluster)));
  }
  const put = (...rows: Row[]) => write(rows[0]!.cluster, { puts: rows });
  const reported = ({ changes }: { changes: { type: string; id: string }[] }) =>
    changes.map(({ type, id }) => `${type} ${id.split('/').at(-1)}`).sort();

  it('go on from a token of a process that has ended, with what changed before and after, and no more', async () => {
    const { resume, total } = await list(here, admin, { statuses: ['CURRENT'] });
    expect(total).toBe(3);
    await put({ ...web, message: 'busy' }, { ...db, status: 'FAILED' });
    await put({ ...web, message: 'up' });
    await write('leaf-02', { deletes: [encodeObjectKey(api)] });
    await put(rowAt('leaf-01', 'Pod', 'team-a/new'));
    const there = await replica();
    const first = await changes(there, admin, resume, { statuses: ['CURRENT'] });
    expect(first).toMatchObject({ reset: null, totalCount: 2 });
    expect(reported(first)).toEqual(['ENTER new', 'LEAVE api', 'LEAVE db']);
    await put({ ...web, message: 'busy' }, db);
    const second = await changes(there, admin, resume, { statuses: ['CURRENT'] });
    expect(reported(second)).toEqual(['ENTER new', 'LEAVE api', 'UPDATE web']);
    expect(reported(await changes(await replica(), admin, first.resume, { statuses: ['CURRENT'] }))).toEqual([
      'ENTER db',
      'UPDATE web',
    ]);
    expect(reported(await changes(here, admin, second.resume, { statuses: ['CURRENT'] }))).toEqual([]);
  });

  it('go to and fro between two processes', async () => {
    const there = await replica();
    let { resume } = await list(here, tom);
    for (let i = 0; i < 10; i++) {
      await put({ ...web, message: `at ${i}` }, { ...db, message: `at ${i}` });
      const payload = await changes(i % 2 ? here : there, tom, resume);
      expect([payload.reset, reported(payload)]).toEqual([null, ['UPDATE web']]);
      ({ resume } = payload);
    }
  });

  it('tell a right that was lost meanwhile as REVOKED, one that was given as ENTER, and one that was given and lost as nothing', async () => {
    const { resume, ids } = await list(here, tom);
    expect([...ids].sort()).toEqual([web, api].map(encodeObjectId).sort());
    await write('leaf-01', {
      grantDeletes: teamPods.map(({ type, namespace, name }) => `${type}/${namespace}/${name}`),
    });
    await put({ ...web, message: 'not for tom' });
    const lost = await changes(await replica(), tom, resume);
    expect(lost).toMatchObject({
      reset: null,
      totalCount: 1,
      changes: [{ type: 'REVOKED', id: encodeObjectId(web), object: null }],
    });
    await put({ ...web, message: 'nor this' });
    const there = await replica();
    expect((await changes(there, tom, lost.resume)).changes).toEqual([]);
    const admins = grant('group:team-a', allow('list', 'pods'), 'team-b');
    await write('leaf-01', { grantPuts: [...teamPods, ...admins] });
    const given = await changes(await replica(), tom, lost.resume);
    expect([given.reset, reported(given)]).toEqual([null, ['ENTER db', 'ENTER web']]);
    await write('leaf-01', {
      grantDeletes: [...teamPods, ...admins].map(({ type, namespace, name }) => `${type}/${namespace}/${name}`),
    });
    expect((await changes(await replica(), tom, lost.resume)).changes).toEqual([]);
    expect(reported(await changes(await replica(), tom, resume))).toEqual(['REVOKED web']);
  });

  it('are not told where what the caller saw cannot be known any more, or the log does not reach back', async () => {
    const { resume } = await list(here, admin);
    // A new kind gives the caller one more visible kind.
    const resources = [
      ...healthy.resources,
      { group: 'example.org', version: 'v1', kind: 'Toy', plural: 'toys', namespaced: true },
    ];
    await write('leaf-01', { state: { ...healthy, resources } });
    expect(await changes(await replica(), admin, resume)).toMatchObject({ reset: 'RIGHTS_UNKNOWN', changes: [] });
    expect(await changes(here, admin, resume)).toMatchObject({ reset: null, changes: [] });
    const { resume: toms } = await list(here, tom);
    for (let i = 0; i < 6; i++)
      await put(
        ...Array.from({ length: 400 }, (_, n) =>
          rowAt('leaf-01', 'Pod', `team-b/pod-${n}`, { message: `${i} ${n} ${'x'.repeat(900)}` }),
        ),
      );
    expect(await changes(await replica(), tom, toms)).toMatchObject({ reset: 'TOO_OLD', changes: [] });
  });

  it('begin anew at other replicas after the store lost its content, and go on at the one that made the token', async () => {
    const there = await replica();
    const { resume } = await list(here, admin);
    const { secret } = here.model.shared!;
    await empty();
    const collector = await ChangingFleet.open({ store: await openStore() });
    opened.push(collector);
    await collector.store.join('collector', 60_000);
    const all = grant('admin', allow('list', '*'));
    // After the loss, web has changed, db is missing, api is unchanged, and more is new.
    const more = rowAt('leaf-02', 'Pod', 'team-a/more');
    await collector.write('leaf-01', { puts: [{ ...web, message: 'after the loss' }], grantPuts: all, state: healthy });
    await collector.write('leaf-02', { puts: [api, more], grantPuts: all, state: healthy });
    // The number of rows shows that a process has read the new content of a cluster.
    const rows = new Map([
      ['leaf-01', 1],
      ['leaf-02', 2],
    ]);
    const isFilled = ({ model }: ChangingFleet) =>
      until(model, () =>
        model.clusters().every(({ cluster, loading, rowCount }) => !loading && rowCount === rows.get(cluster)),
      );
    await Promise.all([here, there].map(isFilled));
    const own = await changes(here, admin, resume);
    expect([own.reset, reported(own)]).toEqual([null, ['ENTER more', 'LEAVE db', 'UPDATE web']]);
    expect(await changes(there, admin, resume)).toMatchObject({ reset: 'TOO_OLD', changes: [] });
    expect(await changes(await replica(), admin, resume)).toMatchObject({ reset: 'TOO_OLD', changes: [] });
    await Promise.all(['leaf-01', 'leaf-02'].map(name => caughtUp(here, name)));
    await eventually(async () => here.model.shared!.secret !== secret);
    const after = await list(here, admin);
    expect(await changes(await replica(), admin, after.resume)).toMatchObject({ reset: null, changes: [] });
  });

  it('hold nothing in their tokens that tells of what is hidden, and take no token of another caller or filter', async () => {
    const tokens = [(await list(here, tom)).resume];
    for (let i = 0; i < 5; i++) {
      await put({ ...db, message: `hidden ${i}` });
      tokens.push((await changes(here, tom, tokens[0]!)).resume);
    }
    expect(new Set(tokens.map(({ length }) => length)).size).toBe(1);
    const there = await replica();
    for (const [caller, filter] of [
      [{ user: 'jane', groups: ['team-a'] }, {}],
      [tom, { names: ['web'] }],
    ] as const) {
      const { errors } = await there.ask(caller, CHANGES, { since: tokens[0]!, filter });
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument: 'since' } }]);
    }
    expect(await changes(there, { ...tom, groups: ['team-a', 'team-b'] }, tokens[0]!)).toMatchObject({
      reset: 'RIGHTS_UNKNOWN',
    });
  });
});
