/** Rows that are kept as they were read: never those of another row, never older than the last write, and complete for whoever wants labels. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeCursor } from '../../../readmodel/pages/cursor.ts';
import { orderingOf } from '../../../readmodel/rows/ordering.ts';
import { RowTable } from '../../../readmodel/rows/row-table.ts';
import { ShownRows } from '../../../readmodel/pages/shown-rows.ts';
import { encodeObjectId } from '../../../schema/object-id.ts';
import type { Row } from '../../../store/store.ts';
import { anyRows } from '../arbitraries.ts';
import { row } from '../../fixtures.ts';

class World {
  /** Numbers of rows that were written or removed. */
  readonly changed: number[] = [];
  readonly table = new RowTable();
  readonly shown = new ShownRows(this.table, async ({ id }) => ({ uid: id, resourceVersion: '', attemptedRevision: '', source: '' }));

  constructor() {
    const changed = (number: number): void => void this.changed.push(number);
    this.table.watch({ added: changed, replaced: changed, removing: changed });
  }
}

/** What the columns have of a row. */
function indexed(it: Row): Record<string, unknown> {
  const { uid: _uid, resourceVersion: _version, attemptedRevision: _revision, source: _source, ...columns } = it;
  return columns;
}

describe('a row that is kept', () => {
  it('is what was written last, under any writes, removals and readings, and what was handed out stays as it was', () => {
    const anyStep = fc.oneof(
      fc.record({ put: anyRows(6) }),
      fc.record({ remove: fc.array(fc.nat(20), { maxLength: 6 }) }),
      fc.record({ read: fc.array(fc.tuple(fc.nat(20), fc.boolean()), { maxLength: 12 }) }),
    );
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40 }), steps => {
        const { table, shown } = new World();
        const live = new Map<string, { number: number; expected: Row }>();
        const handedOut: [shown: unknown, expected: unknown][] = [];
        for (const step of steps) {
          if ('put' in step) for (const put of step.put) live.set(encodeObjectId(put), { number: table.put(put), expected: put });
          const ids = [...live.keys()];
          for (const i of 'remove' in step ? step.remove : []) {
            const known = live.get(ids[i]!);
            if (known) table.remove(known.number);
            live.delete(ids[i]!);
          }
          for (const [i, labels] of 'read' in step ? step.read : []) {
            const known = live.get(ids[i]!);
            if (!known) continue;
            const got = shown.get(known.number, { labels });
            expect(got.id).toBe(ids[i]);
            const expected = indexed(known.expected);
            expect({ ...got, labels: {} }).toEqual({ ...expected, labels: {} });
            if (!labels) continue;
            expect(got.labels).toEqual(expected['labels']);
            handedOut.push([got, expected]);
          }
        }
        for (const [got, expected] of handedOut) expect({ ...(got as object) }).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('is one object for all who ask, until it is written or removed', () => {
    const { table, shown, changed } = new World();
    const number = table.put(row({ message: 'starting' }));
    const first = shown.get(number);
    expect(shown.get(number)).toBe(first);
    expect(table.put(row({ message: 'ready' }))).toBe(number);
    const second = shown.get(number);
    expect([first.message, second.message]).toEqual(['starting', 'ready']);
    table.remove(number);
    expect(table.put(row({ name: 'another' }))).toBe(number);
    expect([second.name, shown.get(number).name]).toEqual(['web', 'another']);
    expect(changed).toEqual(Array(4).fill(number)); // put, put, removed, put
  });

  it('gives way to another row whose number has the same end, and is read again', () => {
    const { table, shown } = new World();
    const numbers = Array.from({ length: 20_000 }, (_, i) => table.put(row({ name: `web-${i}` })));
    for (const again of [1, 2]) {
      for (const [i, number] of numbers.entries()) if (i % 5 === again) expect(shown.get(number).name).toBe(`web-${i}`);
    }
    for (const [i, number] of numbers.entries()) expect(shown.get(number).name).toBe(`web-${i}`);
  });

  it('has its labels read when the first asks who wants them', () => {
    const { table, shown } = new World();
    const number = table.put(row({ labels: { app: 'web' } }));
    expect(shown.get(number, { labels: false }).labels).toEqual({});
    expect(shown.get(number).labels).toEqual({ app: 'web' });
    expect(shown.get(number, { labels: false }).labels).toEqual({ app: 'web' });
    const bare = table.put(row({ name: 'bare' }));
    expect(shown.get(bare).labels).toEqual({});
  });

  it.each([
    ['message', row({ message: 'x'.repeat(2_100) })],
    ['labels', row({ labels: Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`key-${i}`, 'x'.repeat(63)])) })],
  ])('is not kept where its %s would take much memory', (_what, long) => {
    const { table, shown } = new World();
    const number = table.put(long);
    for (const labels of [false, true]) expect(shown.get(number, { labels }).message).toBe(long.message);
    const first = shown.get(number);
    expect(first.labels).toEqual(long.labels);
    expect(shown.get(number)).not.toBe(first);
    table.put(row());
    expect(shown.get(number)).toBe(shown.get(number));
  });

  it('has the cursor of each order, however they take turns, and another one when it is written', () => {
    const { table, shown } = new World();
    const number = table.put(row({ createdAt: 5_000 }));
    const orders = (['NAME', 'CREATED', 'NAME'] as const).map(field => orderingOf(table, [{ field, descending: false }]));
    for (const ordering of orders) expect(shown.get(number).cursorIn(ordering)).toBe(encodeCursor(ordering, row({ createdAt: 5_000 })));
    table.put(row({ createdAt: 6_000 }));
    for (const ordering of orders) expect(shown.get(number).cursorIn(ordering)).toBe(encodeCursor(ordering, row({ createdAt: 6_000 })));
  });

  it('asks for what only the store has under its own id', async () => {
    const { table, shown } = new World();
    expect(await shown.get(table.put(row())).stored()).toMatchObject({ uid: 'leaf-01//Pod/team-a/web' });
  });
});
