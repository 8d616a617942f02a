/** Relations, followed in both directions, equal the last write and disappear with their rows. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finished } from '../../../async/fair-turns.ts';
import { Neighbours } from '../../../readmodel/questions/related.ts';
import { RowTable } from '../../../readmodel/table/row-table.ts';
import { encodeObjectId, encodeObjectKey, type ObjectId } from '../../../schema/object-id.ts';
import { LEADS, type Relation, RELATION_DIRECTIONS, RELATION_TYPES } from '../../../store/attached.ts';
import type { Row } from '../../../store/store.ts';
import { row, sourced } from '../../fixtures.ts';
import { processorTime } from '../../processor-time.ts';

/**
 * There are few objects, so that many relations lead to one object. Some names and namespaces must be encoded, or also
 * occur in another cluster, group or namespace.
 */
const anyId: fc.Arbitrary<ObjectId> = fc.record({
  cluster: fc.constantFrom('leaf-01', 'leaf-02'),
  group: fc.constantFrom('', 'apps'),
  kind: fc.constantFrom('Pod', 'Node'),
  namespace: fc.constantFrom('', 'team-a', '💡/%'),
  name: fc.constantFrom('web', 'a b', 'größe', '💡', 'n'.repeat(253)),
});
/** Relation types that are shown as they are stored. APPLIES is shown as MANAGES, which related.long.test.ts covers. */
const KEPT_AS_SHOWN = RELATION_TYPES.filter(type => type !== 'APPLIES');
const anyRelations = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...KEPT_AS_SHOWN), anyId).map(([type, to]): Relation => ({ type, to: encodeObjectKey(to) })),
  { maxLength: 4, selector: ({ type, to }) => type + to },
);
const anyWrite = fc.oneof(
  { weight: 4, arbitrary: fc.record({ id: anyId, relations: fc.option(anyRelations, { nil: undefined }) }) },
  { weight: 1, arbitrary: fc.record({ remove: anyId }) },
);

/** A relation between existing rows: from, type, to. */
type Edge = readonly [string, string, string];

function edgesOf(rows: ReadonlyMap<string, Row>): Edge[] {
  return [...rows].flatMap(([from, { cluster, relations = [] }]) =>
    relations.map(({ type, to }): Edge => [from, type, `${cluster}/${to}`]).filter(([, , to]) => rows.has(to)),
  );
}

function idOf(table: RowTable, number: number): string {
  return encodeObjectId(table.read(number));
}

function keptIn(table: RowTable, numbers: Iterable<number>): Edge[] {
  const edges: Edge[] = [];
  for (const from of numbers)
    table.relations.forEachKept(
      from,
      () => true,
      (type, to) => {
        if (to !== 0) edges.push([idOf(table, from), type, idOf(table, to)]);
      },
    );
  return edges;
}

const SEES_ALL = {
  // eslint-disable-next-line require-yield -- it takes no time
  *narrow(_block: Uint32Array, count: number) {
    return count;
  },
};

/** Relations whose targets are these rows. Reads them as queries do, with all rows visible. */
function ledIn(table: RowTable, numbers: Iterable<number>): Edge[] {
  const edges: Edge[] = [];
  const neighbours = new Neighbours(table, SEES_ALL);
  for (const to of numbers)
    for (const direction of RELATION_DIRECTIONS)
      finished(
        neighbours.each(to, { direction }, ({ type, row: from }) => {
          if (LEADS[type] !== direction) edges.push([idOf(table, from), type, idOf(table, to)]);
        }),
      );
  return edges;
}

const sorted = (edges: readonly Edge[]): string[] => edges.map(edge => edge.join(' ')).sort();

describe('the relations of rows', () => {
  it('lead from both ends to what was written last, and leave nothing behind', () => {
    fc.assert(
      fc.property(fc.array(anyWrite, { maxLength: 60, size: 'max' }), writes => {
        const table = new RowTable();
        const rows = new Map<string, Row>();
        const numbers = new Map<string, number>();
        for (const write of writes) {
          if ('remove' in write) {
            const id = encodeObjectId(write.remove);
            if (rows.delete(id)) table.remove(numbers.get(id)!);
            numbers.delete(id);
          } else {
            const written = row({ ...write.id, relations: write.relations });
            rows.set(encodeObjectId(write.id), written);
            numbers.set(encodeObjectId(write.id), table.put(written));
          }
        }
        const expected = sorted(edgesOf(rows));
        expect(sorted(keptIn(table, numbers.values()))).toEqual(expected);
        expect(sorted(ledIn(table, numbers.values()))).toEqual(
          sorted(edgesOf(rows).filter(([from, , to]) => from !== to)),
        );
        for (const number of numbers.values()) table.remove(number);
        expect(table.relations.size).toEqual({ sets: 0, targets: 0 });
        expect(table.names.size).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  it('are in the order in which the row has them', () => {
    const table = new RowTable();
    const keys = ['b', 'a', 'c'].map(name => encodeObjectKey(table.read(table.put(row({ name })))));
    const from = table.put(row({ name: 'from', relations: keys.map(to => ({ type: 'OWNS' as const, to })) }));
    expect(keptIn(table, [from]).map(([, , to]) => to.slice('leaf-01/'.length))).toEqual(keys);
  });

  it('are one set for the rows of all clusters that say the same of their own namespace, and one a cluster for those that lead elsewhere', () => {
    const table = new RowTable();
    const rows = ['leaf-01', 'leaf-02'].flatMap(cluster => [
      table.put(row({ cluster, name: 'near', relations: [{ type: 'SOURCE', to: '/ConfigMap/team-a/app' }] })),
      table.put(row({ cluster, name: 'far', relations: [{ type: 'SOURCE', to: '/ConfigMap/team-b/app' }] })),
    ]);
    expect(table.relations.size).toEqual({ sets: 3, targets: 2 });
    for (const number of rows) table.remove(number);
    expect(table.relations.size).toEqual({ sets: 0, targets: 0 });
  });

  it.each([60, 220])(
    'cost the same to put, however many rows have long ones of one length: keys of %i characters',
    length => {
      const table = new RowTable();
      const to = (i: number, end: number) => `/Pod/team-b/${'n'.repeat(length)}${i}-${String(end).padStart(6, '0')}`;
      const putAll = (many: number): void => {
        for (let i = 0; i < many; i++) {
          // The relations of two rows differ only in the last one.
          const relations = Array.from({ length: 256 }, (_, at) => ({
            type: 'SOURCE' as const,
            to: to(100 + at, at === 255 ? i : 0),
          }));
          table.put(row({ name: `row-${i}`, relations }));
        }
      };
      const began = processorTime();
      putAll(1_000);
      // Comparing the texts of all rows with each other would take more than 18 s.
      expect(processorTime() - began).toBeLessThan(9_000);
      expect(table.relations.size.sets).toBe(1_000);
    },
  );

  it('cost the same to take away, however many lead to one object', () => {
    const table = new RowTable();
    const owner = table.put(row({ name: 'owner' }));
    const put = (i: number): number => table.put(row({ name: `row-${i}`, ...sourced('/Pod/team-a/owner') }));
    const numbers = Array.from({ length: 20_000 }, (_, i) => put(i));
    const [began, some] = [processorTime(), numbers.filter((_, i) => i % 2 === 0)];
    for (const number of some) table.remove(number);
    // A list that must be searched for each removal would take minutes.
    expect(processorTime() - began).toBeLessThan(2_000);
    expect(ledIn(table, [owner])).toHaveLength(10_000);
  });

  it.each([
    { what: 'from its own namespace', namespace: 'team-a', ofOwnSet: false, type: 'OWNS' as const },
    {
      what: 'from elsewhere, each with relations of its own',
      namespace: 'team-b',
      ofOwnSet: true,
      type: 'OWNS' as const,
    },
    {
      what: 'from elsewhere, and none of a type that is asked for',
      namespace: 'team-b',
      ofOwnSet: true,
      type: 'SOURCE' as const,
    },
  ])('are followed in short steps where thousands lead to one object $what', ({ namespace, ofOwnSet, type }) => {
    const table = new RowTable();
    const owner = table.put(row({ name: 'owner', namespace: 'team-a' }));
    for (let i = 0; i < 20_000; i++) {
      const others = ofOwnSet ? [{ type: 'SOURCE' as const, to: `/Pod/team-a/other-${i}` }] : [];
      const relations = [{ type: 'OWNS' as const, to: '/Pod/team-a/owner' }, ...others];
      table.put(row({ name: `row-${i}`, namespace, relations }));
    }
    const judged: number[] = [];
    const selection = {
      // eslint-disable-next-line require-yield -- it takes no time
      *narrow(_block: Uint32Array, count: number) {
        judged.push(count);
        return count;
      },
    };
    const steps = new Neighbours(table, selection).each(owner, { types: [type] }, () => undefined);
    let taken = 1;
    while (!steps.next().done) taken++;
    expect(Math.max(0, ...judged)).toBeLessThanOrEqual(1_024);
    expect(taken).toBeGreaterThan(20_000 / 1_024);
  });
});
