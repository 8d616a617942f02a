/**
 * Processor time of a report of 300 objects, with a real Redis. The test uses the median of many rounds, so that other
 * load on the machine has little effect.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { openRedisStore } from '../../store/redis.ts';
import { startRedis, type RedisServer } from '../harness/redis.ts';
import { processorTime } from '../processor-time.ts';
import { Hub, kustomization, lines } from './reports-contract.ts';

const OBJECTS = 300;
const ROUNDS = 25;

let redis: RedisServer;
let hub: Hub;
beforeAll(async () => {
  redis = await startRedis();
  const store = await openRedisStore({ url: redis.url });
  hub = new Hub({ store, close: () => store.close() });
});
afterAll(async () => {
  await hub?.[Symbol.asyncDispose]();
  await redis?.remove();
});

/** An object as large as Flux's objects, with an inventory of 20 entries. */
const object = (i: number, round: number) => {
  const plain = kustomization(`app-${i}`, { resourceVersion: String(round) });
  const entries = Array.from({ length: 20 }, (_, j) => ({ id: `team-${i % 20}_web-${j}_apps_Deployment`, v: 'v1' }));
  return { ...plain, status: { ...plain.status, inventory: { entries } } };
};
const body = (seq: number, round: number) =>
  gzipSync(
    lines(
      { seq },
      Array.from({ length: OBJECTS }, (_, i) => object(i, round)),
    ),
  );

async function cost(packed: Uint8Array): Promise<number> {
  const before = processorTime();
  const { status } = await hub.send(packed, { contentEncoding: 'gzip' });
  expect(status).toBe(200);
  return processorTime() - before;
}
const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!;

it('is at most 50 ms if all have changed, and at most 10 ms if nothing has', async () => {
  const [changed, equal, same]: number[][] = [[], [], []];
  for (let round = 1; round <= ROUNDS; round++) {
    changed!.push(await cost(body(3 * round, round)));
    equal!.push(await cost(body(3 * round + 1, round)));
    same!.push(await cost(gzipSync(JSON.stringify({ report: 1, agent: 'agent-1', seq: 3 * round + 2, same: true }))));
  }
  expect(median(changed!)).toBeLessThan(50);
  expect(median(equal!)).toBeLessThan(10);
  expect(median(same!)).toBeLessThan(10);
});
