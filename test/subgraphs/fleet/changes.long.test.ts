/** Changes add up to lists, for every filter that can be followed: in one process, and over two processes of one store. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { buildASTSchema, parse, type GraphQLInputObjectType } from 'graphql';
import { SharedMemoryStore } from '../../store/shared-memory.ts';
import { ChangingFleet } from './changing-fleet.ts';
import { CHANGES } from './changing-list.ts';
import { membersOver, REFUSED } from './followed-filters.ts';
import { followLists, type FollowedStore } from './followed-lists.ts';

const some: unknown = expect.any(Number);
/** Each of these came at least once. */
const EACH = { told: some, ENTER: some, UPDATE: some, LEAVE: some, REVOKED: some };

function sharedMemory(): FollowedStore {
  const store = new SharedMemoryStore();
  return { connect: async () => store, trim: cluster => store.trim(cluster) };
}

describe('whatever becomes of rows, roles, kinds and clusters', () => {
  it('changes lead every caller from the list they had to the list they have', async () => {
    const { own } = await followLists({ runs: 40, processes: 1, store: async () => sharedMemory() });
    expect(own).toMatchObject(EACH);
  }, 120_000);

  it('changes lead from the list at one process to the list at another, also over restarts', async () => {
    const { others } = await followLists({ runs: 40, processes: 2, store: async () => sharedMemory() });
    expect(others).toMatchObject({ ...EACH, TOO_OLD: some, RIGHTS_UNKNOWN: some });
  }, 120_000);
});

describe('the filters that are followed here', () => {
  it('have all members of ObjectFilter but those that objectChanges refuses', async () => {
    const sdl = ['fleet', 'directives'].map(name => readFileSync(new URL(`../../../schema/${name}.graphql`, import.meta.url), 'utf8'));
    const schema = buildASTSchema(parse(sdl.join('\n')), { assumeValidSDL: true });
    const members = Object.keys((schema.getType('ObjectFilter') as GraphQLInputObjectType).getFields());
    const drawn = Object.keys(membersOver(fc.constant({})));
    expect([...drawn, ...Object.keys(REFUSED)].sort()).toEqual(members.sort());
    const fleet = await ChangingFleet.open();
    for (const [member, value] of Object.entries(REFUSED)) {
      const { errors } = await fleet.ask({ user: 'admin' }, CHANGES, { since: 'any', filter: { [member]: value } });
      expect(errors).toMatchObject([{ message: expect.stringContaining(`not followed by ${member}`), extensions: { argument: 'filter' } }]);
    }
    await fleet.close();
  });
});
