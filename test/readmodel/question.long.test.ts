/**
 * Rows that subgraphs find by id and by record equal the rows that a scan of all visible rows finds. This holds even
 * while the fleet changes.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { finished, type Steps } from '../../async/fair-turns.ts';
import { NO_RIGHTS, type RowReader, type VisibleRow } from '../../readmodel/question.ts';
import type { RowAuthorizer } from '../../readmodel/select/visibility-mask.ts';
import { decodeObjectId, encodeObjectId } from '../../schema/object-id.ts';
import type { Row } from '../../store/store.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { lengthOf } from '../harness/sampling.ts';
import { anyRows, anyView, CLUSTERS } from './arbitraries.ts';
import { anyStep, closeWorlds, take, World } from './changing-world.ts';
import { EVERYTHING, seesAll, seesNothing } from './fixtures.ts';
import { visible } from './reference.ts';
import { readerOf } from './table-of.ts';

afterEach(closeWorlds);

const KEYS = ['a', 'b', 'c/d', '💡'];
const INDEXES = { keyed: 'key' };
/** Gives each row up to three records, chosen by its index in the list and the lengths of its name and message. */
const withRecords = (rows: readonly Row[]): Row[] =>
  rows.map((row, i) => {
    const count = (row.name.length + i) % 4;
    if (count === 0) return row;
    const keyed = Array.from({ length: count }, (_, n) => ({
      key: KEYS[(i * 3 + n * row.message.length) % 5] ?? '',
      n,
    }));
    return { ...row, records: { keyed } };
  });
const has = (row: Row, key: string) =>
  key !== '' && (row.records?.['keyed'] ?? []).some(record => record['key'] === key);
const idsOf = (rows: readonly Row[]) => rows.map(encodeObjectId).sort();

function* byKey(rows: RowReader): Steps<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const key of [...KEYS, 'none', ''])
    found[key] = (yield* rows.withRecord('keyed', key)).map(row => rows.id(row)).sort();
  return found;
}

const expectedByKey = (seen: readonly Row[]) =>
  Object.fromEntries([...KEYS, 'none', ''].map(key => [key, idsOf(seen.filter(row => has(row, key)))]));

describe('a question', () => {
  it('finds by id and by record what a look at all visible rows finds, and nothing that is hidden', () => {
    fc.assert(
      fc.property(anyRows(60), anyView, (plain, view) => {
        const rows = withRecords(plain);
        const seen = rows.filter(row => visible(view, row));
        const reader = readerOf(rows, view, undefined, { indexes: INDEXES });
        expect(finished(byKey(reader))).toEqual(expectedByKey(seen));
        const found = rows.map(row => reader.find(encodeObjectId(row)));
        expect(found.map(row => row !== undefined)).toEqual(rows.map(row => visible(view, row)));
        expect(rows.map(({ ...key }) => reader.find(key))).toEqual(found);
        for (const [i, row] of found.entries()) if (row !== undefined) expectRead(reader, row, rows[i]!);
        for (const absent of [
          '',
          'leaf',
          'leaf//Pod/team/nobody',
          'leaf//pod/team/web',
          'nowhere//Pod/team/web',
          'leaf//Pod/team/%zz',
        ])
          expect(reader.find(absent)).toBeUndefined();
      }),
      { numRuns: lengthOf({ part: 100, full: 1_000 }) },
    );
  });

  it('keeps to that while rows come, change and go, and the cluster is read anew', async () => {
    const anyStepWithRecords = anyStep.map(step => {
      if ('write' in step) return { ...step, write: withRecords(step.write) };
      return 'replaced' in step ? { ...step, by: withRecords(step.by) } : step;
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyStepWithRecords, { maxLength: 20, size: 'max' }), anyView, async (steps, view) => {
        const world = await World.open(silentLogger, undefined, INDEXES);
        for (const step of steps) {
          await take(world, step);
          // One query reads the index and all rows, so that the two results describe one state.
          const { found, looked } = await world.model.ask(view, function* (rows) {
            const found = yield* byKey(rows);
            const all = yield* rows.matching({});
            const keysOf = (row: VisibleRow) => rows.records(row, 'keyed').map(record => record['key']);
            const keys = [...KEYS, 'none', ''];
            const looked = Object.fromEntries(
              keys.map(key => [
                key,
                all
                  .filter(row => key !== '' && keysOf(row).includes(key))
                  .map(row => rows.id(row))
                  .sort(),
              ]),
            );
            return { found, looked };
          });
          expect(found).toEqual(looked);
        }
        await world.quiet();
        await recordsRead(world);
        const all = [...world.expected.values()].flatMap(rows => [...rows.values()]);
        expect(await world.model.ask(view, byKey)).toEqual(expectedByKey(all.filter(row => visible(view, row))));
        await world.model.close();
      }),
      { numRuns: lengthOf({ part: 20, full: 200 }) },
    );
  });

  it('finds nothing for somebody who sees nothing, and may list nothing unless it is told', () => {
    const rows = withRecords(fc.sample(anyRows(40), { numRuns: 1, seed: 1 })[0]!);
    const reader = readerOf(rows, seesNothing, undefined, { indexes: INDEXES });
    expect(finished(byKey(reader))).toEqual(expectedByKey([]));
    for (const row of rows) {
      const { cluster, group, kind, namespace } = row;
      expect(reader.find(encodeObjectId(row))).toBeUndefined();
      expect(reader.mayShow(encodeObjectId(row))).toBe(false);
      expect(reader.mayList(cluster, { group, kind }, namespace)).toBe('NONE');
      expect(reader.isComplete(cluster, { group, kind })).toBe(false);
    }
    for (const cluster of CLUSTERS) expect(reader.stateOf(cluster)).toBeUndefined();
  });

  it('sees rows and rights of one moment, though the RowAuthorizer changes while it runs', async () => {
    const world = await World.open();
    await world.write(
      'leaf',
      fc.sample(anyRows(200), { numRuns: 1, seed: 2 })[0]!.map(row => ({ ...row, cluster: 'leaf' })),
    );
    await world.quiet();
    let requested = 0;
    let isOpen = true;
    const shown: RowAuthorizer = cluster => (isOpen && cluster === 'leaf' ? EVERYTHING : undefined);
    const reported = await world.model.ask(
      shown,
      function* (rows) {
        const before = (yield* rows.matching({})).length;
        const mayBefore = rows.mayShow('leaf//Pod/team/nobody');
        isOpen = false;
        const after = (yield* rows.matching({})).length;
        return { before, after, mayBefore, mayAfter: rows.mayShow('leaf//Pod/team/nobody') };
      },
      undefined,
      visible => ({ ...NO_RIGHTS, mayShow: ({ cluster }) => (requested++, visible(cluster) === EVERYTHING) }),
    );
    expect(reported.before).toBeGreaterThan(2);
    expect(reported).toEqual({ before: reported.before, after: reported.before, mayBefore: true, mayAfter: true });
    expect(requested).toBe(2);
  });
});

/** Waits until the read model has the latest records. World.quiet() waits only for rows. */
async function recordsRead({ model, expected }: World): Promise<void> {
  const rows = [...expected.values()].flatMap(it => [...it.values()]).filter(row => visible(seesAll, row));
  const wanted = rows.map(row => row.records?.['keyed'] ?? []);
  const read = async () => isDeepStrictEqual(await model.records(seesAll, rows.map(encodeObjectId), 'keyed'), wanted);
  for (let turn = 0; turn < 10_000 && !(await read()); turn++) await nextTurn();
}

function expectRead(reader: RowReader, row: VisibleRow, expected: Row): void {
  const { cluster, group, kind, namespace, name, labels, status, suspended, reason, message, revision } = expected;
  expect(reader.object(row)).toEqual({ cluster, group, kind, namespace, name });
  expect(decodeObjectId(reader.id(row))).toEqual({ cluster, group, kind, namespace, name });
  expect(reader.clusterName(reader.cluster(row))).toBe(cluster);
  expect([reader.namespace(row), reader.name(row), reader.labels(row)]).toEqual([namespace, name, labels]);
  expect([reader.status(row), reader.isSuspended(row), reader.isOf(row, { group, kind })]).toEqual([
    status,
    suspended,
    true,
  ]);
  expect(['reason', 'message', 'revision'].map(column => reader.text(row, column as 'reason'))).toEqual([
    reason,
    message,
    revision,
  ]);
  const times = ['createdAt', 'transitionedAt', 'syncedAt'] as const;
  expect(times.map(column => reader.time(row, column))).toEqual(times.map(column => expected[column]));
  expect(reader.records(row, 'keyed')).toEqual(expected.records?.['keyed'] ?? []);
}
