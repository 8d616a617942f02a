/**
 * All changes together lead from an old list to a new list, for random filters that `objectChanges` follows. Tested in
 * one process, and in two processes with one store.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { buildASTSchema, parse, type GraphQLInputObjectType } from 'graphql';
import { encodeObjectKey } from '../../../schema/object-id.ts';
import type { Batch } from '../../../store/store.ts';
import type { ObjectFilterInput } from '../../../subgraphs/fleet/filter-input.ts';
import { until } from '../../readmodel/fixtures.ts';
import { SharedMemoryStore } from '../../store/shared-memory.ts';
import { AS_CALLER, ChangingFleet, CLUSTERS, healthy, type ChangingFleetOptions } from './changing-fleet.ts';
import { apply, CHANGES, changes, list } from './changing-list.ts';
import { membersOver, REFUSED } from './followed-filters.ts';
import { followLists, type FollowedStore } from './followed-lists.ts';
import { allow, grant, rowAt } from './scripted-fleet.ts';

const TYPES = ['told', 'ENTER', 'UPDATE', 'LEAVE', 'REVOKED'];

function sharedMemory(): FollowedStore {
  const store = new SharedMemoryStore();
  return { connect: async () => store, trim: cluster => store.trim(cluster) };
}

describe('whatever becomes of rows, roles, kinds and clusters', () => {
  it('changes lead every caller from the list they had to the list they have', async () => {
    const until = { of: 'own', came: TYPES } as const;
    const { own } = await followLists({ runs: 40, processes: 1, until, store: async () => sharedMemory() });
    expect(Object.keys(own)).toEqual(expect.arrayContaining(TYPES));
  });

  it('changes lead from the list at one process to the list at another, also over restarts', async () => {
    const until = { of: 'others', came: [...TYPES, 'TOO_OLD', 'RIGHTS_UNKNOWN'] } as const;
    const { others } = await followLists({ runs: 40, processes: 2, until, store: async () => sharedMemory() });
    expect(Object.keys(others)).toEqual(expect.arrayContaining([...until.came]));
  });
});

describe('a log that is read slowly while its cluster is written without a pause', () => {
  it('leads from process to process all the same, to the list that there is in the end', async () => {
    const store = new SharedMemoryStore();
    const [here, there] = [await ChangingFleet.open({ store }), await ChangingFleet.open({ store })];
    const admin = { user: 'admin' };
    let batches = 0;
    const write = async (batch: Batch): Promise<void> => {
      await here.write('leaf-01', batch);
      const version = here.model.cluster('leaf-01')!.state!.version;
      await until(there.model, () => there.model.cluster('leaf-01')?.state?.version === version);
    };
    const writeNext = (): Promise<void> => {
      const status = batches % 3 === 0 ? 'FAILED' : 'CURRENT';
      const message = batches % 2 === 0 ? 'even' : 'odd';
      const pod = rowAt('leaf-01', 'Pod', `team-a/web-${batches % 7}`, { status, message });
      return write(batches++ % 5 === 4 ? { deletes: [encodeObjectKey(pod)] } : { puts: [pod] });
    };
    await write({ grantPuts: grant('admin', allow('list', '*')), state: healthy });
    // Before a read of the log ends, both processes apply one more batch.
    store.readSlowly = writeNext;
    const filters: ObjectFilterInput[] = [
      {},
      { names: ['web-1', 'web-2', 'web-3'] },
      { text: 'even' },
      { not: { statuses: ['FAILED'] } },
    ];
    const lists = await Promise.all(filters.map(async filter => ({ filter, ...(await list(here, admin, filter)) })));
    const ask = async (fleet: ChangingFleet): Promise<void> => {
      for (const followed of lists) {
        const reported = await changes(fleet, admin, followed.resume, followed.filter);
        expect(reported.reset).toBeNull();
        Object.assign(followed, { ids: apply(followed.ids, reported.changes), resume: reported.resume });
      }
    };
    for (let round = 0; round < 10; round++) {
      await writeNext();
      await ask(round % 2 === 0 ? there : here);
    }
    store.readSlowly = async () => {};
    await ask(here);
    for (const { filter, ids } of lists) expect(ids).toEqual((await list(here, admin, filter)).ids);
    expect(batches).toBeGreaterThanOrEqual(20);
    await Promise.all([here.close(), there.close()]);
  });
});

describe('a process that begins', () => {
  it('goes on from the token of another one as soon as it has loaded the cluster', async () => {
    const store = new SharedMemoryStore();
    const here = await ChangingFleet.open({ store });
    const admin = { user: 'admin' };
    const web = rowAt('leaf-01', 'Pod', 'team-a/web');
    await here.write('leaf-01', { puts: [web], grantPuts: grant('admin', allow('list', '*')), state: healthy });
    const { resume } = await list(here, admin, { names: ['web', 'db'] });
    await here.put(rowAt('leaf-01', 'Pod', 'team-a/db'));
    const loading = Promise.withResolvers<void>();
    store.loading = loading.promise;
    const there = await ChangingFleet.open({ store });
    const reported = changes(there, admin, resume, { names: ['web', 'db'] });
    setTimeout(loading.resolve, 100);
    expect(await reported).toMatchObject({
      reset: null,
      changes: [{ type: 'ENTER', object: { id: 'leaf-01//Pod/team-a/db' } }],
    });
    await Promise.all([here.close(), there.close()]);
  });
});

describe('a process with another configuration', () => {
  it.each<[string, ChangingFleetOptions['policyOf'], string[]]>([
    ['that does not know a cluster', name => (name === 'leaf-02' ? undefined : AS_CALLER), ['leaf-01//Pod/team-a/web']],
    [
      'that knows the caller there by another name',
      () => ({ ...AS_CALLER, usernamePrefix: 'oidc:' }),
      ['leaf-02//Pod/team-a/api', 'leaf-02//Pod/team-a/new'],
    ],
  ])('%s begins the list anew, and tells nothing of what is hidden there', async (_what, policyOf, shown) => {
    const store = new SharedMemoryStore();
    const here = await ChangingFleet.open({ store });
    const tom = { user: 'tom' };
    const pods = allow('list', 'pods');
    await here.write('leaf-01', {
      puts: [rowAt('leaf-01', 'Pod', 'team-a/web')],
      grantPuts: grant('tom', pods),
      state: healthy,
    });
    await here.write('leaf-02', {
      puts: [rowAt('leaf-02', 'Pod', 'team-a/api')],
      grantPuts: [...grant('tom', pods), ...grant('oidc:tom', pods)],
      state: healthy,
    });
    const there = await ChangingFleet.open({ store, policyOf: policyOf! });
    for (const fleet of [here, there]) for (const name of CLUSTERS) await fleet.caughtUp(name);
    const before = await list(here, tom);
    await here.put(rowAt('leaf-02', 'Pod', 'team-a/new'));
    await there.caughtUp('leaf-02');
    expect(await changes(there, tom, before.resume)).toMatchObject({ reset: 'RIGHTS_UNKNOWN', changes: [] });
    const other = await list(there, tom);
    expect([...other.ids].sort()).toEqual(shown);
    const back = await changes(here, tom, other.resume);
    expect(back.reset ?? apply(other.ids, back.changes)).toEqual((await list(here, tom)).ids);
    await Promise.all([here.close(), there.close()]);
  });
});

describe('the filters that are followed here', () => {
  it('have all members of ObjectFilter but those that objectChanges refuses', async () => {
    const sdl = ['fleet', 'directives'].map(name =>
      readFileSync(new URL(`../../../schema/${name}.graphql`, import.meta.url), 'utf8'),
    );
    const schema = buildASTSchema(parse(sdl.join('\n')), { assumeValidSDL: true });
    const members = Object.keys((schema.getType('ObjectFilter') as GraphQLInputObjectType).getFields());
    const drawn = Object.keys(membersOver(fc.constant({})));
    expect([...drawn, ...Object.keys(REFUSED)].sort()).toEqual(members.sort());
    const fleet = await ChangingFleet.open();
    for (const [member, value] of Object.entries(REFUSED)) {
      const { errors } = await fleet.ask({ user: 'admin' }, CHANGES, { since: 'any', filter: { [member]: value } });
      expect(errors).toMatchObject([
        { message: expect.stringContaining(`not followed by ${member}`), extensions: { argument: 'filter' } },
      ]);
    }
    await fleet.close();
  });
});
