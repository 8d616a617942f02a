/** How often the store's log is read for those who come from another process: once for all of them, however many they are and wherever they were. */
import { describe, expect, it } from '@jest/globals';
import { StoredPast } from '../../../readmodel/changes/stored-past.ts';
import type { Past, Position, SharedStore } from '../../../store/store.ts';

const at = (number: number): Position => `store:${number}-0`;

function logOf(last: number) {
  const log = { last, reads: [] as Position[] };
  const store: SharedStore = {
    past: async (_cluster, after) => {
      log.reads.push(after);
      await new Promise(resolve => setTimeout(resolve, 1));
      const from = Number(/:(\d+)/.exec(after)![1]);
      return Array.from({ length: log.last - from }, (_, i): Past => ({ position: at(from + 1 + i), rows: [], grants: [] }));
    },
    secret: async () => undefined,
    pack: () => undefined,
    unpack: () => '',
  };
  const past = new StoredPast({ store, settledAt: () => at(log.last), mark: () => 0 });
  return { log, since: (number: number) => past.since('leaf', at(number), AbortSignal.timeout(10_000)) };
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
});
