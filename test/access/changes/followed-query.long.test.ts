/**
 * Answers of subgraphs that a live query follows: the hints that an answer may have changed, and the delivered changes.
 * A caller receives no changes that only other callers may see.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'graphql';
import type { Followable, Followed } from '../../../access/changes/open-query.ts';
import { throughRows, type GuardedResolver } from '../../../access/guard.ts';
import type { VisibleRows } from '../../../access/visible-rows.ts';
import type { LiveQuery } from '../../../identity/identity.ts';
import { ChangingFleet, healthy, type Caller } from '../../subgraphs/fleet/changing-fleet.ts';
import { allow, grant, rowAt } from '../../subgraphs/fleet/scripted-fleet.ts';

interface Names {
  readonly names: readonly string[];
}

type Ask = (rows: VisibleRows) => Promise<unknown>;

const admin: Caller = { user: 'admin' };
const tom: Caller = { user: 'tom', groups: ['team-a'] };
const teamPods = grant('group:team-a', allow('list', 'pods'), 'team-a');
const [web, db] = [rowAt('leaf-01', 'Pod', 'team-a/web'), rowAt('leaf-01', 'Pod', 'team-b/db')];
const other = rowAt('leaf-02', 'Pod', 'team-a/web');

let fleet: ChangingFleet;
let ask: (caller: Caller, ask: Ask, live?: LiveQuery) => Promise<unknown>;
const streams: Stream[] = [];

/** A live query for the names of all Pods. Takes the place of the gateway in these tests. */
class Stream implements LiveQuery {
  readonly since = undefined;
  isOverrun = false;
  tracked: LiveQuery['tracked'];
  hints: boolean[] = [];
  readonly #caller: Caller;
  readonly #follows: Followable;
  #wake = () => {};

  constructor(caller: Caller, follows: Followable) {
    this.#caller = caller;
    this.#follows = follows;
  }

  readonly changed = (atOnce: boolean): void => {
    this.hints.push(atOnce);
    this.#wake();
  };

  /**
   * Produces the next payload and returns the input that the payload was made from. The payload then counts as sent, or
   * as lost if `isLost`.
   */
  async payload({ isLost = false } = {}): Promise<{
    before: readonly string[] | undefined;
    changed: readonly string[] | undefined;
  }> {
    this.hints = [];
    const reported = await ask(
      this.#caller,
      async rows => {
        const followed: Followed<Names> = (await rows.follow<Names>(this.#follows))!;
        const [before, changed] = [followed.state?.names, followed.changed && [...followed.changed].sort()];
        const names = await rows.ask({}, function* (seen) {
          return (yield* seen.matching({ kinds: [{ group: '', kind: 'Pod' }] })).map(row => seen.id(row)).sort();
        });
        followed.tell(
          { names },
          { changes: Number(JSON.stringify(before) !== JSON.stringify(names)), isReset: followed.isOverrun },
        );
        return { before, changed };
      },
      this,
    );
    if (!isLost) this.tracked?.sent();
    return reported as { before: readonly string[] | undefined; changed: readonly string[] | undefined };
  }

  async hinted(): Promise<this> {
    while (this.hints.length === 0) await new Promise<void>(resolve => (this.#wake = resolve));
    return this;
  }
}

beforeEach(async () => {
  fleet = await ChangingFleet.open();
  const grants = [...grant('admin', allow('list', '*')), ...teamPods];
  await fleet.write('leaf-01', { puts: [web, db], grantPuts: grants, state: healthy });
  await fleet.write('leaf-02', { puts: [other], grantPuts: grants, state: healthy });
  const { guard } = fleet.access;
  const resolver: GuardedResolver = throughRows((_: unknown, { ask }: { ask: Ask }, rows) => ask(rows));
  const { Query } = guard.guard(parse('type Query { requested: Int @rbacRows }'), {
    Query: { requested: resolver },
  }) as {
    Query: { requested: (parent: unknown, args: { ask: Ask }, context: object) => Promise<unknown> };
  };
  ask = (caller, ask, live) => Query.requested(undefined, { ask }, guard.context(fleet.request(caller, live)));
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.tracked?.end();
  expect(fleet.access.liveQueries).toBe(0);
  await fleet.close();
});

async function follow(caller: Caller, follows: Followable = {}): Promise<Stream> {
  const stream = new Stream(caller, follows);
  streams.push(stream);
  expect(await stream.payload()).toEqual({ before: undefined, changed: undefined });
  return stream;
}

const record = (n: number) => ({ records: { toy: [{ n }] } });

describe('a followed answer', () => {
  it('is no live query without a subscription', async () => {
    expect(await ask(admin, rows => rows.follow({}))).toBeUndefined();
  });

  it('gets a hint of a changed row, of changed records alone and of relations alone, with the cluster, once', async () => {
    const [admins, toms] = [await follow(admin), await follow(tom)];
    await fleet.put({ ...other, message: 'new' });
    await Promise.all([admins.hinted(), toms.hinted()]);
    await fleet.put({ ...other, message: 'newer' });
    expect([admins.hints, toms.hints]).toEqual([[false], [false]]);
    const before = ['leaf-01//Pod/team-a/web', 'leaf-01//Pod/team-b/db', 'leaf-02//Pod/team-a/web'];
    expect(await admins.payload()).toEqual({ before, changed: ['leaf-02'] });
    expect(await toms.payload()).toEqual({ before: before.filter(id => id.includes('team-a')), changed: ['leaf-02'] });
    await fleet.put({ ...web, ...record(1) });
    await Promise.all([admins.hinted(), toms.hinted()]);
    expect(await toms.payload()).toMatchObject({ changed: ['leaf-01'] });
    await fleet.put({ ...web, ...record(1), relations: [{ type: 'OWNS', to: '/Pod/team-a/x' }] });
    await toms.hinted();
    expect(await toms.payload()).toMatchObject({ changed: ['leaf-01'] });
    expect(await toms.payload()).toMatchObject({ changed: [] });
  });

  it('gets none of what its caller may not see, nor of other kinds or clusters than it follows', async () => {
    const toms = await follow(tom);
    const deployments = await follow(admin, { kinds: [{ group: 'apps', kind: 'Deployment' }] });
    const elsewhere = await follow(admin, { clusters: ['leaf-02'] });
    const all = await follow(admin);
    for (let n = 0; n < 5; n++) await fleet.put({ ...db, ...record(n), message: `${n % 2}` });
    await fleet.put(rowAt('leaf-01', 'Deployment', 'team-a/hidden'));
    await Promise.all([all.hinted(), deployments.hinted()]);
    await delay(50);
    expect([toms.hints, elsewhere.hints]).toEqual([[], []]);
    expect(await deployments.payload()).toMatchObject({ changed: ['leaf-01'] });
  });

  it('gets one at once of changed rights, of the clusters in which they differ', async () => {
    const [toms, admins] = [await follow(tom), await follow(admin)];
    await fleet.revoke('leaf-01', ...teamPods);
    await toms.hinted();
    expect([toms.hints.includes(true), admins.hints]).toEqual([true, []]);
    expect(await toms.payload()).toMatchObject({ changed: ['leaf-01'] });
    expect(await toms.payload()).toEqual({ before: ['leaf-02//Pod/team-a/web'], changed: [] });
    await fleet.grant('leaf-01', ...teamPods);
    await toms.hinted();
    expect(await toms.payload()).toMatchObject({ changed: ['leaf-01'] });
    await fleet.put({ ...web, message: 'seen again' });
    await toms.hinted();
  });

  it('gets one of a kind that is complete now, though no row has come', async () => {
    const kinds = healthy.kinds.map(kind => (kind.kind === 'Pod' ? { ...kind, state: 'listing' as const } : kind));
    await fleet.write('leaf-02', { state: { ...healthy, kinds } });
    const admins = await follow(admin);
    await fleet.write('leaf-02', { state: healthy });
    // The first check of coverage gives hints for all clusters, one after the other, since no earlier state is known.
    const changed: string[] = [];
    while (!changed.includes('leaf-02')) changed.push(...((await (await admins.hinted()).payload()).changed ?? []));
    await fleet.write('leaf-01', { state: { ...healthy, kinds } });
    await admins.hinted();
    expect(await admins.payload()).toMatchObject({ changed: ['leaf-01'] });
  });

  it('keeps what has changed until a payload reaches the client', async () => {
    const admins = await follow(admin);
    await fleet.put({ ...web, message: 'one' });
    await admins.hinted();
    expect(await admins.payload({ isLost: true })).toMatchObject({ changed: ['leaf-01'] });
    await fleet.put({ ...other, message: 'two' });
    await admins.hinted();
    expect(await admins.payload()).toMatchObject({ changed: ['leaf-01', 'leaf-02'] });
    expect(await admins.payload()).toMatchObject({ changed: [] });
  });

  it('does not lose what changes while a payload is made, and says when the client is too slow', async () => {
    const admins = await follow(admin);
    admins.isOverrun = true;
    const making = ask(
      admin,
      async rows => {
        const followed = (await rows.follow<Names>({}))!;
        await fleet.put({ ...web, message: 'meanwhile' });
        await admins.hinted();
        followed.tell({ names: [] }, { changes: 1, isReset: followed.isOverrun });
      },
      admins,
    );
    await making;
    expect(admins.tracked?.reported).toEqual({ changes: 1, isReset: true });
    admins.tracked?.sent();
    expect(await admins.payload()).toEqual({ before: [], changed: ['leaf-01'] });
  });

  it('is not hinted at after its end, while others of its caller go on', async () => {
    const [first, second] = [await follow(admin), await follow(admin)];
    first.tracked?.end();
    first.tracked?.end();
    expect(fleet.access.liveQueries).toBe(1);
    await fleet.put({ ...web, message: 'one' });
    await second.hinted();
    expect(first.hints).toEqual([]);
  });
});
