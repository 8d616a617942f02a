/** Hints of changes to live queries. A change gives a hint only to callers whose view or coverage changes. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { LiveQuery } from '../../../identity/identity.ts';
import { ChangingFleet, healthy, type Caller } from '../../subgraphs/fleet/changing-fleet.ts';
import { allow, grant, rowAt } from '../../subgraphs/fleet/scripted-fleet.ts';

const CHANGES =
  'query ($filter: ObjectFilter) { objectChanges(filter: $filter, since: "") { reset totalCount resume changes { type id } } }';
const COVERED = CHANGES.replace('resume', 'resume coverage { total unreachable }');
const admin: Caller = { user: 'admin' };
const tom: Caller = { user: 'tom', groups: ['team-a'] };
const teamPods = grant('group:team-a', allow('list', 'pods'), 'team-a');
const [web, db] = [rowAt('leaf-01', 'Pod', 'team-a/web'), rowAt('leaf-01', 'Pod', 'team-b/db')];

/** A live query, as the gateway holds it. */
class Listening implements LiveQuery {
  readonly since: string | undefined;
  isOverrun = false;
  tracked: LiveQuery['tracked'];
  hints: boolean[] = [];
  readonly #caller: Caller;
  readonly filter: object;
  document = CHANGES;
  #wake = () => {};

  constructor(caller: Caller, filter: object = {}, since?: string) {
    this.#caller = caller;
    this.filter = filter;
    this.since = since;
  }

  readonly changed = (atOnce: boolean): void => {
    this.hints.push(atOnce);
    this.#wake();
  };

  /** Changes of the current payload, each as `TYPE name`. The payload then counts as sent. */
  async payload(): Promise<string[]> {
    const { data, errors } = await fleet.ask(this.#caller, this.document, { filter: this.filter }, this);
    expect(errors).toBeUndefined();
    const reported = data.objectChanges.changes.map(
      ({ type, id }: { type: string; id: string }) => `${type} ${id.split('/').at(-1)}`,
    );
    expect(this.tracked?.reported).toMatchObject({
      changes: reported.length,
      isReset: data.objectChanges.reset !== null,
    });
    this.tracked?.sent();
    return reported.sort();
  }

  async hinted(): Promise<this> {
    while (this.hints.length === 0) await new Promise<void>(resolve => (this.#wake = resolve));
    return this;
  }
}

let fleet: ChangingFleet;
const listening: Listening[] = [];
beforeEach(async () => {
  fleet = await ChangingFleet.open();
  await fleet.write('leaf-01', {
    puts: [web, db],
    grantPuts: [...grant('admin', allow('list', '*')), ...teamPods],
    state: healthy,
  });
});
afterEach(async () => {
  for (const query of listening.splice(0)) query.tracked?.end();
  expect(fleet.access.liveQueries).toBe(0);
  await fleet.close();
});

async function listen(caller: Caller, filter?: object, document = CHANGES): Promise<Listening> {
  const query = new Listening(caller, filter);
  query.document = document;
  listening.push(query);
  expect(await query.payload()).toEqual([]);
  return query;
}

describe('a change', () => {
  it('is hinted to those who see the object and whose filter it meets, before or after, once until they ask', async () => {
    const all = await listen(admin);
    const failed = await listen(admin, { statuses: ['FAILED'] });
    const same = await listen(admin, { statuses: ['FAILED', 'FAILED'] });
    const others = await listen(admin, { kinds: ['Deployment'] });
    const named = await listen(admin, { names: ['web'] });
    const ofKind = await listen(admin, { kinds: ['pods'] });
    const toms = await listen(tom);
    await fleet.put({ ...db, status: 'FAILED' });
    await Promise.all([all, failed, same, ofKind].map(query => query.hinted()));
    await fleet.put({ ...db, status: 'FAILED', message: 'no image' });
    await fleet.put({ ...db, status: 'CURRENT' });
    await (await listen(admin)).payload();
    expect([all, failed, same, others, named, toms].map(({ hints }) => hints)).toEqual([
      [false],
      [false],
      [false],
      [],
      [],
      [],
    ]);
    expect(await all.payload()).toEqual([]);
    await fleet.put({ ...web, status: 'FAILED' });
    await Promise.all([all, named, toms].map(query => query.hinted()));
    expect([await failed.payload(), await others.payload(), await toms.payload()]).toEqual([
      ['ENTER web'],
      [],
      ['UPDATE web'],
    ]);
  });

  it('of what a caller may not see is no hint, whatever happens to it and however often', async () => {
    const [toms, admins] = [await listen(tom), await listen(admin)];
    for (let i = 0; i < 20; i++) await fleet.put({ ...db, message: `${i}` });
    await fleet.put(rowAt('leaf-01', 'Pod', 'team-b/new'), rowAt('leaf-01', 'Deployment', 'team-a/hidden'));
    await fleet.grant('leaf-01', ...grant('jane', allow('list', 'pods'), 'team-a'));
    await admins.hinted();
    await delay(300);
    expect(toms.hints).toEqual([]);
  });

  it('of rights is hinted at once to whom it reaches, to all of their queries', async () => {
    const [first, second, admins] = [await listen(tom), await listen(tom, { kinds: ['Pod'] }), await listen(admin)];
    await fleet.revoke('leaf-01', ...teamPods);
    await Promise.all([first.hinted(), second.hinted()]);
    expect([first.hints.includes(true), second.hints.includes(true), admins.hints]).toEqual([true, true, []]);
    expect([await first.payload(), await second.payload()]).toEqual([['REVOKED web'], ['REVOKED web']]);
    first.hints = [];
    await fleet.put({ ...web, status: 'FAILED' });
    await delay(50);
    expect(first.hints).toEqual([]);
    await fleet.grant('leaf-01', ...teamPods);
    await first.hinted();
    expect(await first.payload()).toEqual(['ENTER web']);
  });

  it('is hinted also to who listens after all others have gone', async () => {
    const first = await listen(admin);
    await fleet.store.apply((await fleet.store.acquire('leaf-09', 'test', 1_000))!, { state: healthy });
    await fleet.put({ ...web, message: 'one' });
    first.tracked?.end();
    expect(fleet.access.liveQueries).toBe(0);
    const second = await listen(admin);
    await fleet.put({ ...web, message: 'two' });
    await second.hinted();
  });

  it('that does not concern a query, and all that come with it, do not make it forget where it was', async () => {
    const small = await ChangingFleet.open({ journal: { changes: 20, windowMs: 600_000 } });
    const before = fleet;
    fleet = small;
    await before.close();
    await fleet.write('leaf-01', {
      puts: [web, db],
      grantPuts: [...grant('admin', allow('list', '*')), ...teamPods],
      state: healthy,
    });
    const toms = await listen(tom);
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 15; i++) await fleet.put({ ...db, message: `${round} ${i}` });
      await toms.hinted();
      expect(await toms.payload()).toEqual([]);
      toms.hints = [];
    }
    await fleet.put({ ...web, status: 'FAILED' });
    await toms.hinted();
    expect(await toms.payload()).toEqual(['UPDATE web']);
  });

  it('that was told and not sent is told again', async () => {
    const query = await listen(admin);
    await fleet.put({ ...web, status: 'FAILED' });
    const { data } = await fleet.ask(admin, CHANGES, { filter: {} }, query);
    expect(data.objectChanges.changes).toHaveLength(1);
    await fleet.put({ ...db, status: 'FAILED' });
    expect(await query.payload()).toEqual(['UPDATE db', 'UPDATE web']);
    expect(await query.payload()).toEqual([]);
  });

  it('is not told to a reader who was too slow: the list is to be read anew', async () => {
    const query = await listen(admin);
    query.isOverrun = true;
    await fleet.put({ ...web, status: 'FAILED' });
    const { data } = await fleet.ask(admin, CHANGES, { filter: {} }, query);
    expect(data.objectChanges).toMatchObject({ reset: 'TOO_MANY', changes: [], totalCount: 2 });
  });

  it('of coverage alone is told to those who select it, and to those of them whose own numbers are others', async () => {
    await fleet.write('leaf-02', { grantPuts: grant('admin', allow('list', '*')), state: healthy });
    const [covered, plain] = [await listen(admin, {}, COVERED), await listen(admin)];
    const [elsewhere, hidden] = [
      await listen(admin, { clusters: ['leaf-01'] }, COVERED),
      await listen(tom, { clusters: ['leaf-02'] }, COVERED),
    ];
    await covered.payload();
    expect(covered.tracked?.reported?.isCoverage).toBe(false);
    await fleet.write('leaf-02', { state: { ...healthy, phase: 'unreachable', reason: 'UNREACHABLE' } });
    await covered.hinted();
    await delay(100);
    expect([elsewhere.hints, hidden.hints]).toEqual([[], []]);
    for (const [query, isCoverage] of [
      [covered, true],
      [elsewhere, false],
      [hidden, false],
    ] as const) {
      await fleet.ask(query === hidden ? tom : admin, COVERED, { filter: query.filter }, query);
      expect(query.tracked?.reported).toEqual({ changes: 0, isReset: false, isCoverage });
      query.tracked?.sent();
    }
    expect(plain.hints).toEqual([]);
    await covered.payload();
    expect(covered.tracked?.reported?.isCoverage).toBe(false);
    // Makes leaf-02 healthy again, so that the next write changes coverage.
    await fleet.write('leaf-02', { state: healthy });
    await covered.payload();
    covered.hints = [];
    await fleet.write('leaf-02', { state: { ...healthy, phase: 'unreachable', reason: 'UNREACHABLE' } });
    await Promise.race([covered.hinted(), delay(11_000)]); // long enough for two checks of coverage
    expect(covered.hints).toHaveLength(1);
    expect(plain.hints).toEqual([]);
  });
});
