/** A row that was read keeps its values when the columns change later. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ShownRow } from '../../../readmodel/questions/page.ts';
import { RowTable } from '../../../readmodel/table/row-table.ts';
import { encodeObjectId } from '../../../schema/object-id.ts';
import type { Row } from '../../../store/store.ts';
import { row } from '../../fixtures.ts';
import { anyRows } from '../arbitraries.ts';

class World {
  readonly table = new RowTable();

  get(number: number): ShownRow {
    const fields = async ({ id }: { id: string }) => ({ uid: id, resourceVersion: '', attemptedRevision: '' });
    return new ShownRow(this.table, number, { fields, history: async () => [] }, () => '1');
  }
}

/** The fields of a row that are stored in columns. */
function indexed(it: Row): Record<string, unknown> {
  const { uid: _uid, resourceVersion: _version, attemptedRevision: _revision, ...columns } = it;
  return columns;
}

describe('a row that is shown', () => {
  it('is what was written last, under any writes, removals and readings, and what was handed out stays as it was', () => {
    const anyStep = fc.oneof(
      fc.record({ put: anyRows(6) }),
      fc.record({ remove: fc.array(fc.nat(20), { maxLength: 6 }) }),
      fc.record({ read: fc.array(fc.nat(20), { maxLength: 12 }) }),
    );
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40 }), steps => {
        const world = new World();
        const { table } = world;
        const live = new Map<string, { number: number; expected: Row }>();
        const handedOut: [shown: unknown, expected: unknown][] = [];
        for (const step of steps) {
          if ('put' in step)
            for (const put of step.put) live.set(encodeObjectId(put), { number: table.put(put), expected: put });
          const ids = [...live.keys()];
          for (const i of 'remove' in step ? step.remove : []) {
            const known = live.get(ids[i]!);
            if (known) table.remove(known.number);
            live.delete(ids[i]!);
          }
          for (const i of 'read' in step ? step.read : []) {
            const known = live.get(ids[i]!);
            if (!known) continue;
            const got = world.get(known.number);
            expect(got.id).toBe(ids[i]);
            const expected = indexed(known.expected);
            expect({ ...got }).toEqual(expected);
            handedOut.push([got, expected]);
          }
        }
        for (const [got, expected] of handedOut) expect({ ...(got as object) }).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('asks for what only the store has under its own id', async () => {
    const world = new World();
    expect(await world.get(world.table.put(row())).stored()).toMatchObject({ uid: 'leaf-01//Pod/team-a/web' });
  });
});
