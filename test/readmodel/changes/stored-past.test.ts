/** How often the store's log is read for those who come from another process: once for all of them, however many they are and wherever they were. */
import { describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { StoredPast } from '../../../readmodel/changes/stored-past.ts';
import type { Past, Position, SharedStore } from '../../../store/store.ts';

const at = (number: number): Position => `store:${number}-0`;

function logOf(last: number) {
  const log = { last, reads: [] as Position[], ended: 0 };
  const store: SharedStore = {
    past: async (_cluster, after, { signal }) => {
      log.reads.push(after);
      await delay(5, undefined, { signal }).catch(error => {
        log.ended++;
        throw error;
      });
      const from = Number(/:(\d+)/.exec(after)![1]);
      return Array.from({ length: log.last - from }, (_, i): Past => ({ position: at(from + 1 + i), rows: [], grants: [] }));
    },
    secret: async () => undefined,
    pack: () => undefined,
    unpack: () => '',
  };
  const past = new StoredPast({ store, settledAt: () => at(log.last), mark: () => 0 });
  const since = (number: number, signal = AbortSignal.timeout(10_000), caller = 'jane') =>
    past.since('leaf', at(number), { caller, signal });
  return { log, since };
}

const found = { rows: [], grants: new Map(), mark: 0 };

describe('the log of a cluster', () => {
  it('is read once for many who come at once', async () => {
    const { log, since } = logOf(9);
    const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => since(1 + (i % 8))));
    expect(answers).toEqual(answers.map(() => found));
    expect(log.reads).toEqual([at(1)]);
  });

  it('is read on for later positions, and no earlier part of it is forgotten', async () => {
    const { log, since } = logOf(5);
    expect(await since(1)).toEqual(found);
    log.last = 8;
    expect([await since(6), await since(1), await since(7)]).toEqual([found, found, found]);
    expect(log.reads).toEqual([at(1), at(5)]);
  });

  it('is read on for those who wait when the one for whom it was begun has left, and for nobody when all have', async () => {
    const { log, since } = logOf(9);
    const leaving = new AbortController();
    const [first, second] = [since(1, leaving.signal), since(1)];
    leaving.abort(new Error('the client left'));
    await expect(first).rejects.toThrow('the client left');
    expect([await second, log.reads, log.ended]).toEqual([found, [at(1)], 0]);

    const alone = logOf(9);
    const all = new AbortController();
    const answers = [alone.since(1, all.signal), alone.since(2, all.signal)];
    all.abort(new Error('the clients left'));
    for (const answer of answers) await expect(answer).rejects.toThrow('the clients left');
    await Promise.resolve();
    expect(alone.log.ended).toBe(1);
    expect(await alone.since(1)).toEqual(found);
  });
});
