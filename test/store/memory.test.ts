/** The embedded store satisfies the contract, shares its rows, and does not make a writer wait for a listener. */
import { describe, expect, it } from '@jest/globals';
import { encodeObjectKey } from '../../schema/object-id.ts';
import { LOG_AGE_MS } from '../../store/limits.ts';
import { MemoryStore } from '../../store/memory.ts';
import type { Lease } from '../../store/store.ts';
import { describeStore, listener } from './contract.ts';
import { row } from '../fixtures.ts';
import { CLUSTER } from './fixtures.ts';

describeStore('memory', async () => {
  const store = new MemoryStore();
  return { writer: store, reader: store, close: () => store.close() };
});

describe('a memory store', () => {
  it('hands readers the very row that was written', async () => {
    const store = new MemoryStore();
    const web = row({ name: 'web' });
    await store.apply((await store.acquire(CLUSTER, 'a', 1_000)) as Lease, { puts: [web] });
    expect((await store.rows([{ cluster: CLUSTER, key: encodeObjectKey(web) }]))[0]).toBe(web);
  });

  it("rings after the writer's turn, once for many batches, and not after it was closed", async () => {
    const store = new MemoryStore();
    const rung: (string | undefined)[] = [];
    store.subscribe(listener({ onChange: cluster => rung.push(cluster) }));
    const lease = (await store.acquire(CLUSTER, 'a', 1_000)) as Lease;
    for (let i = 0; i < 10; i++) await store.apply(lease, { puts: [row({ name: 'web' })] });
    expect(rung).toEqual([]);
    await new Promise(setImmediate);
    expect(rung).toEqual([undefined, CLUSTER]);

    await store.apply(lease, { puts: [row({ name: 'web' })] });
    await store.close();
    await new Promise(setImmediate);
    expect(rung).toEqual([undefined, CLUSTER]);
  });

  it('forgets log entries that are too old to be of use, but never the newest', async () => {
    let now = 0;
    const store = new MemoryStore(() => now);
    const lease = (await store.acquire(CLUSTER, 'a', 10 * LOG_AGE_MS)) as Lease;
    const { position: start } = await store.snapshot(CLUSTER, new AbortController().signal);
    await store.apply(lease, { puts: [row({ name: 'a' })] });
    now += 2 * LOG_AGE_MS;
    expect(await store.changes(CLUSTER, start)).not.toBe('behind');
    const { position: quiet } = await store.snapshot(CLUSTER, new AbortController().signal);
    await store.apply(lease, { puts: [row({ name: 'b' })] });
    expect(await store.changes(CLUSTER, start)).toBe('behind');
    expect(await store.changes(CLUSTER, quiet)).toMatchObject({
      changes: [{ puts: [{ name: 'b' }], storedAgo: 0 }],
      more: false,
    });
  });
});
