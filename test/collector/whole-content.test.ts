/** The whole content of a cluster is compared with the stored content, and written in batches of bounded size. */
import { expect, it } from '@jest/globals';
import { BATCH_LENGTH } from '../../collector/batcher.ts';
import { applyContent, differences } from '../../collector/whole-content.ts';
import { Refusals } from '../../kinds/refusals.ts';
import { encodeObjectKey, type ObjectKey } from '../../schema/object-id.ts';
import type { Batch, Lease, Row } from '../../store/store.ts';
import { rowLength } from '../../store/validate.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { row } from '../fixtures.ts';
import { role, state } from '../store/fixtures.ts';

const LEASE: Lease = { cluster: 'leaf-01', holder: 'test', epoch: 1 };
const STATES = { listing: state({ phase: 'listing' }), state: state() };
const keyed = (rows: readonly Row[]) => new Map<ObjectKey, Row>(rows.map(each => [encodeObjectKey(each), each]));
const atOnce = () => undefined;

/** Applies the differences, and returns the batches. */
async function written(rows: readonly Row[]): Promise<Batch[]> {
  const batches: Batch[] = [];
  const store = { apply: async (_lease: Lease, batch: Batch) => void batches.push(batch) };
  const changes = await differences({ rows: keyed(rows), grants: new Map() }, undefined, atOnce);
  await applyContent(LEASE, changes, STATES, { store, refusals: new Refusals(), log: silentLogger });
  return batches;
}

it('writes few short rows and the state in one batch', async () => {
  const rows = [row({ name: 'a' }), row({ name: 'b' })];
  expect(await written(rows)).toEqual([
    { puts: rows, deletes: [], grantPuts: [], grantDeletes: [], state: STATES.state },
  ]);
});

it('splits few long rows by their characters', async () => {
  const relations = Array.from({ length: 64 }, (_, i) => ({
    type: 'OWNS' as const,
    to: `/Pod/apps/${i}-${'x'.repeat(1_000)}`,
  }));
  const rows = Array.from({ length: 100 }, (_, i) => row({ name: `web-${i}`, relations }));
  const batches = await written(rows);
  expect(batches.map(({ puts, state }) => [puts?.length ?? 0, state?.phase])).toEqual([
    [0, 'listing'],
    ...Array.from({ length: 6 }, () => [16, undefined]),
    [4, 'synced'],
  ]);
  for (const { puts = [] } of batches)
    expect(puts.reduce((sum, put) => sum + rowLength(put), 0)).toBeLessThanOrEqual(BATCH_LENGTH);
});

it('compares any number of rows', async () => {
  const stored = row({ name: 'gone' });
  const changed = row({ name: 'web-0', resourceVersion: '0' });
  const rows = keyed(Array.from({ length: 150_000 }, (_, i) => row({ name: `web-${i}` })));
  const grants = new Map([['Role/team-a/r', role('r')]]);
  // A store may return a row twice.
  const found = { rows: [[stored, changed, changed]], grants: [role('gone')] };
  const { puts, deletes, grantPuts, grantDeletes } = await differences({ rows, grants }, found, atOnce);
  expect(new Set(puts.map(({ name }) => name)).size).toBe(150_000);
  expect(deletes).toEqual([encodeObjectKey(stored)]);
  expect(grantPuts).toEqual([role('r')]);
  expect(grantDeletes).toEqual(['Role/team-a/gone']);
});
