/** Changes add up to lists, for every filter that can be followed: in the process that made the token. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { buildASTSchema, parse, type GraphQLInputObjectType } from 'graphql';
import { MemoryStore } from '../../../store/memory.ts';
import { ChangingFleet } from './changing-fleet.ts';
import { CHANGES } from './changing-list.ts';
import { membersOver, REFUSED } from './followed-filters.ts';
import { followLists, type FollowedStore } from './followed-lists.ts';

const TYPES = ['told', 'ENTER', 'UPDATE', 'LEAVE', 'REVOKED'];

/** One content for several read models, each of which stands for a process. */
class SharedMemoryStore extends MemoryStore {
  /** Read models that are closed unsubscribe; the store stays for the others. */
  override async close(): Promise<void> {}
}

async function sharedMemory(): Promise<FollowedStore> {
  const store = new SharedMemoryStore();
  return { connect: async () => store };
}

describe('whatever becomes of rows, roles, kinds and clusters', () => {
  it('changes lead every caller from the list they had to the list they have', async () => {
    const until = { of: 'own', came: TYPES } as const;
    const { own } = await followLists({ runs: 40, processes: 1, until, store: sharedMemory });
    expect(Object.keys(own)).toEqual(expect.arrayContaining(TYPES));
  }, 120_000);

  it('a token of another process, or of one that has ended, begins the list anew', async () => {
    const until = { of: 'others', came: ['TOO_OLD'] } as const;
    const { others } = await followLists({ runs: 10, processes: 2, until, store: sharedMemory });
    expect(Object.keys(others)).toEqual(['TOO_OLD']);
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
