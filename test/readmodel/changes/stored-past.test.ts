/** Tests how StoredPast reads the store's logs, shares reads among readers, and limits its memory. */
import { describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterPast } from '../../../readmodel/changes/change.ts';
import { StoredPast } from '../../../readmodel/changes/stored-past.ts';
import { RowTable } from '../../../readmodel/table/row-table.ts';
import { encodeObjectId, encodeObjectKey } from '../../../schema/object-id.ts';
import type { Past, Position, SharedStore } from '../../../store/store.ts';
import { row } from '../../fixtures.ts';

const at = (number: number): Position => `store:${number}-0`;

interface LogOptions {
  /** Prefix of the names of clusters whose log never answers. */
  readonly hanging?: string;
  /** Size of each batch in characters. */
  readonly size?: number;
  /** Rows of each batch, with their content before the batch. */
  readonly rows?: Past['rows'];
  readonly maxBytes?: number;
}

function logOf(last: number, { hanging = '', size = 0, maxBytes = 1_000_000, rows = [] }: LogOptions = {}) {
  const log = {
    ...{ last, reads: [] as Position[], reported: 0, ended: 0 },
    ...{ isKnown: true, revision: 1, mark: 0, onRead: () => {} },
  };
  const numberOf = (position: Position) => Number(/:(\d+)/.exec(position)![1]);
  const store: SharedStore = {
    past: async (cluster, after, { signal, until }) => {
      log.reads.push(after);
      await delay(hanging && cluster.startsWith(hanging) ? 100_000 : 5, undefined, { signal }).catch(error => {
        log.ended++;
        throw error;
      });
      const from = numberOf(after);
      if (from === 0) return 'behind';
      const length = (until === undefined ? log.last : numberOf(until)) - from;
      log.reported += length;
      log.onRead();
      return Array.from({ length }, (_, i): Past => ({ position: at(from + 1 + i), size, rows, grants: [] }));
    },
    secret: async () => undefined,
    endSession: async () => undefined,
    endedSessions: async () => ({ ids: [], place: '' }),
    pack: position => Buffer.of(numberOf(position)),
    unpack: ([number]) => at(number!),
  };
  const followed = () => {
    const position = at(log.last);
    return log.isKnown ? { position, settledAt: position, grants: { revision: log.revision } } : undefined;
  };
  const past = new StoredPast({ store, followed, mark: () => log.mark, maxBytes });
  const since = (number: number, signal = AbortSignal.timeout(10_000), caller = 'jane', cluster = 'leaf') =>
    past.since(cluster, Buffer.of(number), { caller, signal });
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
    while (alone.log.ended === 0) await delay(1);
    expect(await alone.since(1)).toEqual(found);
  });

  it('is read from the oldest position that is waited for, wherever the first was', async () => {
    const { log, since } = logOf(9);
    const answers = await Promise.all([8, 6, 7, 3, 5].map(number => since(number)));
    expect(answers).toEqual(answers.map(() => found));
    expect(log.reads).toEqual([at(3)]);
  });

  it('is read from the own position where it does not reach back to the oldest', async () => {
    const { since } = logOf(9);
    expect(await Promise.all([since(8), since(0), since(7)])).toEqual([found, 'behind', found]);
  });

  it('is read once in all for tokens that come from the newest to the oldest', async () => {
    const { log, since } = logOf(9);
    for (const number of [8, 7, 6, 5, 4, 3, 2, 1]) expect(await since(number)).toEqual(found);
    expect(log.reported).toBe(8);
  });
});

describe('a log that is written faster than it is read', () => {
  const web = row({ cluster: 'leaf' });
  const storm = () => {
    const { log, since } = logOf(9, { rows: [[encodeObjectKey(web), web]] });
    // Each time a read ends, this process has already applied three later changes.
    log.onRead = () => ((log.last += 3), (log.mark += 3));
    return { log, since };
  };

  it('is read up to where this process was when the reading began; the journal tells the rest', async () => {
    const { log, since } = storm();
    const reported = (await since(1)) as ClusterPast;
    expect([reported.mark, reported.rows.length, log.reads]).toEqual([0, 8, [at(1)]]);
  });

  it('is read on while grants change, since those of then are made from those of now', async () => {
    const { log, since } = storm();
    const { onRead } = log;
    log.onRead = () => {
      onRead();
      if (log.reads.length < 4) log.revision++;
    };
    const reported = (await since(1)) as ClusterPast;
    expect([reported.mark, reported.rows.length, log.reads.length]).toEqual([9, 17, 4]);
  });
});

describe('a cluster of which nothing is known here', () => {
  it('is waited for while it is loaded', async () => {
    const { log, since } = logOf(9);
    log.isKnown = false;
    const reported = since(1);
    await delay(1);
    expect(log.reads).toEqual([]);
    log.isKnown = true;
    expect(await reported).toEqual(found);
  });
});

describe('a row as it was', () => {
  it('has every column that the table of rows has, those of its key too', async () => {
    const web = row({
      cluster: 'leaf',
      message: 'no image',
      labels: { app: 'web' },
      images: 'web:1',
      transitionedAt: 3_000,
    });
    const table = new RowTable();
    const past = await logOf(2, { rows: [[encodeObjectKey(web), web]] }).since(1);
    expect(past).toMatchObject({ rows: [{ id: encodeObjectId(web) }] });
    expect((past as ClusterPast).rows[0]!.before).toEqual(table.read(table.put(web)));
  });
});

describe('the logs of many clusters', () => {
  it('are kept up to their bytes, those that were asked for last', async () => {
    const { log, since } = logOf(9, { size: 1_000, maxBytes: 40_000 });
    const ask = (cluster: string) => since(1, undefined, 'jane', cluster);
    for (const cluster of ['a', 'b', 'a', 'c', 'a']) await ask(cluster);
    expect(log.reads).toHaveLength(3);
    await ask('b');
    expect(log.reads).toHaveLength(4);
  });

  it('are read for others however many one caller waits for', async () => {
    const { log, since } = logOf(9, { hanging: 'slow' });
    const leaving = new AbortController();
    const waiting = Array.from({ length: 40 }, (_, i) => since(1, leaving.signal, 'jane', `slow-${i}`));
    while (log.reads.length === 0) await delay(1);
    expect(await since(1, undefined, 'tom', 'leaf')).toEqual(found);
    expect(log.reads.length).toBeLessThan(8);
    leaving.abort(new Error('the client left'));
    expect((await Promise.allSettled(waiting)).every(({ status }) => status === 'rejected')).toBe(true);
    expect(await since(1, undefined, 'jane', 'other')).toEqual(found);
  });
});
