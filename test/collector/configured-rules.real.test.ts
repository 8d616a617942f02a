/** A changed status rule of the configuration reaches the stored rows, even if the objects are unchanged. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withRules } from '../../kinds/configured.ts';
import { rulesOf } from '../../kinds/registry.ts';
import { MemoryStore } from '../../store/memory.ts';
import { openRedisStore } from '../../store/redis.ts';
import type { Row, Store } from '../../store/store.ts';
import { startRedis, type RedisServer } from '../harness/redis.ts';
import { until } from '../kubernetes/until.ts';
import { pod } from '../sim/fixtures.ts';
import { Fleet, kustomization, KUSTOMIZATIONS } from './fixtures.ts';

const NEVER = new AbortController().signal;
const KUSTOMIZATION = { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization' };

const WITHOUT = withRules([]);
const TOLERANT = withRules([
  { ...KUSTOMIZATION, expressions: { current: 'has(status.conditions)', message: "'it may fail'" } },
]);
const STRICT = withRules([
  { ...KUSTOMIZATION, expressions: { failed: 'has(status.conditions)', message: "'it must not be'" } },
]);

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.remove());

async function rowsIn(store: Store): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const chunk of (await store.snapshot('leaf', NEVER)).rows) rows.push(...chunk);
  return rows;
}

describe.each<[string, () => Promise<Store>]>([
  ['memory', async () => new MemoryStore()],
  ['Redis', () => openRedisStore({ url: redis.url })],
])('rows in %s', (_name, open) => {
  it('follow the rules of each start, and those of other kinds are not written', async () => {
    const store = await open();
    try {
      await using fleet = new Fleet();
      await fleet.leaf('leaf', {
        resources: [KUSTOMIZATIONS],
        objects: [pod('apps', 'web'), kustomization('web', 'False')],
      });
      const startedWith = async (lookup: typeof WITHOUT) => {
        const collector = fleet.collect({ store, lookup });
        await until(async () => {
          const { state } = await store.snapshot('leaf', NEVER);
          const kind = state?.kinds.find(it => it.kind === 'Kustomization');
          return state?.phase === 'synced' && kind?.rules === rulesOf(lookup(KUSTOMIZATION));
        });
        await collector.close();
        const rows = await rowsIn(store);
        const [web, other] = ['Kustomization', 'Pod'].map(kind => rows.find(row => row.kind === kind)!) as [Row, Row];
        return { web, other };
      };
      const first = await startedWith(WITHOUT);
      expect(first.web).toMatchObject({ status: 'FAILED', reason: 'BuildFailed', message: 'm' });
      const tolerant = await startedWith(TOLERANT);
      expect(tolerant.web).toMatchObject({ status: 'CURRENT', reason: '', message: 'it may fail' });
      const strict = await startedWith(STRICT);
      expect(strict.web).toMatchObject({ status: 'FAILED', reason: 'StatusRule', message: 'it must not be' });
      const again = await startedWith(WITHOUT);
      expect(again.web).toMatchObject({ status: 'FAILED', reason: 'BuildFailed', message: 'm' });
      for (const { web, other } of [tolerant, strict, again]) {
        expect(web.resourceVersion).toBe(first.web.resourceVersion);
        expect(other).toEqual(first.other);
      }
    } finally {
      await store.close();
    }
  });
});
