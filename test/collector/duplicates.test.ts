/** Clusters with the same API server are detected. */
import { describe, expect, it } from '@jest/globals';
import { Duplicates } from '../../collector/duplicates.ts';
import { StoreUnavailableError, type StoredOrigin } from '../../store/store.ts';

const origin = (connection: string, uid: string): StoredOrigin => ({ registrant: '', server: { connection, uid } });

describe('a duplicate', () => {
  it.each<[string, StoredOrigin, string, string, boolean]>([
    ['has the same UID, whatever the way to it', origin('way-1', 'uid-1'), 'way-2', 'uid-1', true],
    ['has no other UID, even on the same way', origin('way-1', 'uid-1'), 'way-1', 'uid-2', false],
    ['does not tell its UID, and keeps nobody who tells one', origin('way-1', ''), 'way-1', 'uid-1', false],
    ['is on the same way as one that tells its UID', origin('way-1', 'uid-1'), 'way-1', '', true],
    ['is not on another way where none tells its UID', origin('way-1', ''), 'way-2', '', false],
    ['is nothing that has no content', { registrant: 'secret', server: undefined }, 'way-1', '', false],
  ])('%s', async (_, stored, connection, uid, found) => {
    const duplicates = new Duplicates({ origins: async () => new Map([['other', stored]]) });
    expect(await duplicates.of('leaf', { connection, uid })).toBe(found ? 'other' : undefined);
    expect(await duplicates.of('other', { connection, uid })).toBeUndefined();
  });

  it('is the first by name of several', async () => {
    const all = new Map(['c', 'a', 'b'].map(name => [name, origin('way', 'uid')]));
    const duplicates = new Duplicates({ origins: async () => all });
    expect(await duplicates.of('a', { connection: 'way', uid: 'uid' })).toBe('b');
    expect(await duplicates.of('z', { connection: 'way', uid: 'uid' })).toBe('a');
  });
});

describe('the store', () => {
  it('is read once for all that ask until a reading begins, and never for what was asked after it began', async () => {
    const readings: PromiseWithResolvers<ReadonlyMap<string, StoredOrigin>>[] = [];
    const origins = () => {
      readings.push(Promise.withResolvers());
      return readings.at(-1)!.promise;
    };
    const duplicates = new Duplicates({ origins });
    const ask = () => duplicates.of('leaf', { connection: 'way', uid: 'uid' });
    const first = ask();
    await Promise.resolve();
    const later = Promise.all(Array.from({ length: 100 }, ask));
    expect(readings).toHaveLength(1);
    readings[0]!.resolve(new Map());
    expect(await first).toBeUndefined();
    expect(readings).toHaveLength(2);
    readings[1]!.resolve(new Map([['other', origin('way', 'uid')]]));
    expect(new Set(await later)).toEqual(new Set(['other']));
    expect(readings).toHaveLength(2);
  });

  it('is read again after a reading that failed', async () => {
    let isAway = true;
    const duplicates = new Duplicates({
      origins: async () => {
        if (isAway) throw new StoreUnavailableError('away');
        return new Map();
      },
    });
    const server = { connection: 'way', uid: 'uid' };
    await expect(duplicates.of('leaf', server)).rejects.toThrow('away');
    isAway = false;
    expect(await duplicates.of('leaf', server)).toBeUndefined();
  });
});
