/** Guarantees of a batcher: nothing is lost, changes of a key stay in order, and memory is bounded. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyBatch, BATCH_LENGTH, Batcher } from '../../collector/batcher.ts';
import { ClusterStatus } from '../../collector/cluster-status.ts';
import { Refusals } from '../../kinds/refusals.ts';
import type { BindingObject } from '../../rbac/types.ts';
import { encodeObjectKey } from '../../schema/object-id.ts';
import type { Batch, Lease, Row } from '../../store/store.ts';
import { FencedError, InvalidRowError, StoreUnavailableError } from '../../store/store.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { rowLength } from '../../store/validate.ts';
import { row as podRow } from '../fixtures.ts';
import { until } from '../kubernetes/until.ts';
import { longestStep, processorTime } from '../processor-time.ts';

const LEASE: Lease = { cluster: 'leaf', holder: 'test', epoch: 1 };

const row = (name: string, resourceVersion = '1') =>
  podRow({ cluster: 'leaf', namespace: 'apps', name, resourceVersion });
/** A row with as many characters in its relations as a row may have. */
const longRow = (name: string): Row => ({
  ...row(name),
  relations: Array.from({ length: 64 }, (_, i) => ({ type: 'OWNS', to: `/Pod/apps/${i}${'x'.repeat(1_000)}` })),
});
const key = (name: string) => encodeObjectKey(row(name));
const binding = (name: string): BindingObject => ({
  type: 'RoleBinding',
  namespace: 'apps',
  name,
  roleRef: { apiGroup: '', kind: '', name: '' },
  subjects: [],
  resourceVersion: '1',
});

/** A store whose apply() fails with the error that `answer` returns for the batch, if any. */
class ScriptedStore {
  readonly batches: Batch[] = [];
  readonly rows = new Map<string, string>();
  underWay = 0;
  mostUnderWay = 0;
  answer: (batch: Batch) => Error | undefined = () => undefined;

  async apply(_lease: Lease, batch: Batch): Promise<void> {
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    await new Promise(setImmediate);
    this.underWay -= 1;
    const error = this.answer(batch);
    if (error) throw error;
    this.batches.push(batch);
    for (const { name, resourceVersion } of batch.puts ?? []) this.rows.set(key(name), resourceVersion);
    for (const deleted of batch.deletes ?? []) this.rows.delete(deleted);
  }
}

const open: Batcher[] = [];
afterEach(async () => {
  for (const batcher of open.splice(0)) await batcher.close();
});

function start(store: ScriptedStore): { batcher: Batcher; status: ClusterStatus; ended: () => Error | undefined } {
  const status = new ClusterStatus({ name: 'leaf', authorization: 'rbac' });
  status.identifiedSince(0);
  let end: Error | undefined;
  const batcher = new Batcher({ store, lease: LEASE, status, refusals: new Refusals(), log: silentLogger });
  void batcher.ended.then(error => (end = error));
  open.push(batcher);
  return { batcher, status, ended: () => end };
}

describe('a batcher', () => {
  it('writes the latest of each key, in one batch', async () => {
    const store = new ScriptedStore();
    const { batcher } = start(store);
    await until(() => store.batches.length === 1); // waits for the first state
    batcher.rows.put(key('a'), row('a', '1'));
    batcher.rows.put(key('b'), row('b', '1'));
    batcher.rows.put(key('a'), row('a', '2'));
    batcher.rows.delete(key('b'));
    batcher.rows.delete(key('c'));
    await batcher.written();
    expect(store.batches.slice(1)).toEqual([
      { puts: [row('a', '2')], deletes: [key('b'), key('c')], grantPuts: [], grantDeletes: [] },
    ]);
  });

  it('writes nothing but the state from a doubt which API server answers until it is the expected one', async () => {
    const store = new ScriptedStore();
    const { batcher, status } = start(store);
    await until(() => store.batches.length === 1);
    status.suspect();
    const { suspicions } = status;
    batcher.rows.put(key('a'), row('a', '1'));
    batcher.grants.put('RoleBinding/apps/b', binding('b'));
    status.lost('UNREACHABLE', 'away');
    await until(() => store.batches.some(({ state }) => state?.reason === 'UNREACHABLE'));
    // This request began before the latest suspicion, so its response does not identify the API server.
    status.identifiedSince(suspicions);
    expect(status.identified).toBe(false);
    expect(store.batches.every(({ puts = [], grantPuts = [] }) => puts.length + grantPuts.length === 0)).toBe(true);
    status.identifiedSince(status.suspicions);
    await batcher.written();
    expect(store.batches.flatMap(({ puts = [] }) => puts)).toEqual([row('a', '1')]);
    expect(store.batches.flatMap(({ grantPuts = [] }) => grantPuts)).toEqual([binding('b')]);
  });

  it('takes back what is stored of a grant that the store does not take', async () => {
    const store = new ScriptedStore();
    store.answer = ({ grantPuts = [] }) =>
      grantPuts.some(({ name }) => name === 'huge') ? new InvalidRowError('huge') : undefined;
    const { batcher, ended } = start(store);
    await until(() => store.batches.length === 1);
    batcher.grants.put('RoleBinding/apps/huge', binding('huge'));
    batcher.grants.put('RoleBinding/apps/good', binding('good'));
    await batcher.written();
    const written = store.batches.flatMap(({ grantPuts = [], grantDeletes = [] }) => [
      ...grantPuts.map(({ name }) => name),
      ...grantDeletes,
    ]);
    expect(written.sort()).toEqual(['RoleBinding/apps/huge', 'good']);
    expect(ended()).toBeUndefined();
  });

  it('never has two batches under way, and splits what is too much for one', async () => {
    const store = new ScriptedStore();
    const { batcher } = start(store);
    for (let index = 0; index < 2_500; index++) batcher.rows.put(key(`p-${index}`), row(`p-${index}`));
    await batcher.written();
    expect(store.rows.size).toBe(2_500);
    expect(store.mostUnderWay).toBe(1);
    expect(Math.max(...store.batches.map(({ puts = [] }) => puts.length))).toBe(500);
  });

  it.each([
    ['too many rows are', 2_000, row],
    ['rows of too many characters are, although they are few,', 100, longRow],
  ])('holds its callers back while %s waiting', async (_what, count, rowOf) => {
    const store = new ScriptedStore();
    store.answer = () => new StoreUnavailableError('away');
    const { batcher } = start(store);
    for (let index = 0; index < count; index++) batcher.rows.put(key(`p-${index}`), rowOf(`p-${index}`));
    let room = false;
    const waited = batcher.room().then(() => (room = true));
    await new Promise(setImmediate);
    expect(room).toBe(false);
    store.answer = () => undefined;
    await waited;
    await batcher.written();
    expect(store.rows.size).toBe(count);
  });

  it('splits long rows by their characters, so that encoding a batch takes no long step', async () => {
    const store = new ScriptedStore();
    const { batcher } = start(store);
    for (let index = 0; index < 100; index++) batcher.rows.put(key(`p-${index}`), longRow(`p-${index}`));
    await batcher.written();
    expect(store.rows.size).toBe(100);
    const lengths = store.batches.map(({ puts = [] }) => puts.reduce((sum, put) => sum + rowLength(put), 0));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(BATCH_LENGTH);
    expect(store.batches.filter(({ puts = [] }) => puts.length > 0)).toHaveLength(7);
  });

  it('lets other work run between the parts of a refused batch', async () => {
    const spend = (ms: number) => {
      for (const end = processorTime() + ms; processorTime() < end;);
    };
    const apply = async (_lease: Lease, { puts = [] }: Batch) => {
      spend(6);
      if (puts.some(({ name }) => name.startsWith('bad'))) throw new InvalidRowError('bad');
    };
    const puts = Array.from({ length: 16 }, (_, i) => row(`bad-${i}`));
    const options = { store: { apply }, refusals: new Refusals(), log: silentLogger };
    expect(await longestStep(() => applyBatch(LEASE, { puts }, options))).toBeLessThan(90); // all parts: 186 ms
    expect(options.refusals.of('bounds')).toBe(16);
  });

  it('leaves out the one row that the store refuses', async () => {
    const store = new ScriptedStore();
    store.answer = ({ puts = [] }) =>
      puts.some(({ name }) => name === 'p-7') ? new InvalidRowError('p-7') : undefined;
    const { batcher, ended } = start(store);
    for (let index = 0; index < 20; index++) batcher.rows.put(key(`p-${index}`), row(`p-${index}`));
    batcher.rows.delete(key('gone'));
    await batcher.written();
    expect(store.rows.size).toBe(19);
    expect(store.batches.some(({ deletes = [] }) => deletes.includes(key('gone')))).toBe(true);
    expect(ended()).toBeUndefined();
  });

  it('ends when its lease is lost, and rejects those who wait', async () => {
    const store = new ScriptedStore();
    store.answer = () => new FencedError('another holds it');
    const { batcher, ended } = start(store);
    batcher.rows.put(key('a'), row('a'));
    await expect(batcher.written()).rejects.toThrow(FencedError);
    expect(ended()).toBeInstanceOf(FencedError);
    await expect(batcher.room()).rejects.toThrow(FencedError);
  });

  it('takes the state along when it changed', async () => {
    const store = new ScriptedStore();
    const { status } = start(store);
    await until(() => store.batches.some(({ state }) => state?.phase === 'connecting'));
    const written = store.batches.length;
    status.lost('TIMEOUT', 'it does not answer in time');
    // The state is written at once, not at the next heartbeat.
    await until(() => store.batches.slice(written).some(({ state }) => state?.phase === 'unreachable'), 2_000);
  });

  it('writes grants beside rows', async () => {
    const store = new ScriptedStore();
    const { batcher } = start(store);
    batcher.grants.put('RoleBinding/apps/a', binding('a'));
    batcher.grants.delete('RoleBinding/apps/b');
    await batcher.written();
    const batches = store.batches.filter(({ grantPuts = [] }) => grantPuts.length > 0);
    expect(batches).toMatchObject([{ grantPuts: [binding('a')], grantDeletes: ['RoleBinding/apps/b'] }]);
  });

  it('leaves the store as the last word on each key, whatever fails in between', async () => {
    const operation = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), put: fc.boolean(), pause: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { maxLength: 30 }),
        fc.array(fc.boolean(), { maxLength: 3 }),
        async (operations, failures) => {
          const store = new ScriptedStore();
          const script = [...failures];
          store.answer = () => (script.shift() ? new StoreUnavailableError('away') : undefined);
          const { batcher } = start(store);
          const model = new Map<string, string>();
          for (const [index, { name, put, pause }] of operations.entries()) {
            if (put) {
              batcher.rows.put(key(name), row(name, String(index)));
              model.set(key(name), String(index));
            } else {
              batcher.rows.delete(key(name));
              model.delete(key(name));
            }
            if (pause) await new Promise(setImmediate);
          }
          await batcher.written();
          expect(Object.fromEntries(store.rows)).toEqual(Object.fromEntries(model));
          await batcher.close();
        },
      ),
      { numRuns: 30 },
    );
  });
});
