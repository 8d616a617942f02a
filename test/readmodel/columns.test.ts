/** The parts below the queries: dictionaries give back what they take, the index and the sorted order hold under any sequence of changes. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Dictionary } from '../../readmodel/dictionary.ts';
import { compareIdNames, compareIdParts } from '../../readmodel/id-order.ts';
import { LabelSets } from '../../readmodel/label-sets.ts';
import { Permutation } from '../../readmodel/permutation.ts';
import { rowProblem, RowTable } from '../../readmodel/row-table.ts';
import { TopK } from '../../readmodel/top-k.ts';
import { encodeObjectId } from '../../schema/object-id.ts';
import { anyRows } from './arbitraries.ts';
import { row } from './fixtures.ts';

describe('a dictionary', () => {
  it('gives equal texts one number and takes it back with the last use', () => {
    const dictionary = new Dictionary();
    const first = dictionary.acquire('a');
    expect(dictionary.acquire('a')).toBe(first);
    expect(dictionary.release(first)).toBe(false);
    expect(dictionary.release(first)).toBe(true);
    expect(dictionary.find('a')).toBeUndefined();
    expect(dictionary.acquire('b')).toBe(first);
    expect(dictionary.capacity).toBe(1);
  });

  it('does not grow under churn', () => {
    const dictionary = new Dictionary();
    for (let i = 0; i < 10_000; i++) dictionary.release(dictionary.acquire(`message ${i}`));
    expect(dictionary.capacity).toBe(1);
    expect(dictionary.size).toBe(0);
  });
});

describe('label sets', () => {
  it('give equal sets one number whatever the order of their keys, and read back what was put in', () => {
    const sets = new LabelSets();
    const labels = Object.fromEntries([
      ['a', '1'],
      ['__proto__', 'x'],
      ['b', ''],
    ]);
    const id = sets.acquire(labels);
    expect(sets.acquire(Object.fromEntries(Object.entries(labels).reverse()))).toBe(id);
    expect(Object.entries(sets.labels(id)).sort()).toEqual(Object.entries(labels).sort());
    expect(sets.value(id, '__proto__')).toBe('x');
    expect(sets.value(id, 'b')).toBe('');
    expect(sets.value(id, 'x')).toBeUndefined();
    expect(sets.value(id, 'constructor')).toBeUndefined();
    sets.release(id);
    sets.release(id);
    expect(sets.size).toEqual({ sets: 0, texts: 0 });
  });
});

describe('a row table', () => {
  it('finds exactly the rows it holds, and is empty when all are removed', () => {
    fc.assert(
      fc.property(fc.array(anyRows(40), { minLength: 1, maxLength: 5 }), fc.array(fc.nat(60)), (batches, removals) => {
        const table = new RowTable();
        const live = new Map<string, ReturnType<typeof row>>();
        for (const batch of batches) {
          for (const put of batch) {
            table.put(put);
            live.set(encodeObjectId(put), put);
          }
          for (const [i, gone] of [...live.values()].entries()) {
            if (!removals.includes(i)) continue;
            table.remove(table.find(gone));
            live.delete(encodeObjectId(gone));
          }
          for (const put of batch) {
            const number = table.find(put);
            const expected = live.get(encodeObjectId(put));
            if (expected) expect(table.read(number)).toEqual({ ...expected, uid: '', resourceVersion: '' });
            else expect(number).toBe(0);
          }
          expect(table.size).toBe(live.size);
          const walked = [...walk(table.byName.forward(undefined))].map(number => table.names.text(table.columns.name[number]!));
          expect(walked).toEqual([...live.values()].map(({ name }) => name).sort());
        }
        for (const gone of live.values()) table.remove(table.find(gone));
        expect([table.size, table.names.size, table.messages.size, table.places.namespaces.size, table.labelSets.size.sets]).toEqual([
          0, 0, 0, 0, 0,
        ]);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['of another cluster', row({ cluster: 'leaf-02' }), 'names cluster leaf-02'],
    ['without a name', row({ name: '' }), 'no name'],
    ['with half a character', row({ name: 'a\ud800' }), 'not well-formed'],
    ['with a status of its own', row({ status: 'FINE' as never }), 'status is FINE'],
    ['with a time that is none', row({ createdAt: NaN }), 'not a number'],
  ])('does not take a row %s', (_, given, problem) => {
    expect(rowProblem(given, 'leaf-01')).toContain(problem);
  });
});

describe('a permutation', () => {
  it('stays sorted through any additions and removals and walks both ways from any position', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 120, size: 'max' }),
        fc.nat(510),
        fc.infiniteStream(fc.boolean()),
        (rows, from, coins) => {
          const permutation = new Permutation((a, b) => a - b);
          const live = new Set<number>();
          for (const number of rows) {
            permutation.add(number);
            live.add(number);
            if (coins.next().value) permutation.settle();
            const [oldest] = live;
            if (coins.next().value && coins.next().value && oldest !== undefined) {
              permutation.remove(oldest);
              live.delete(oldest);
            }
          }
          const sorted = [...live].sort((a, b) => a - b);
          expect([...walk(permutation.forward(undefined))]).toEqual(sorted);
          expect([...walk(permutation.forward(number => number - from))]).toEqual(sorted.filter(number => number > from));
          expect([...walk(permutation.backward(number => number - from))]).toEqual(sorted.filter(number => number < from).reverse());
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('the order of ids', () => {
  it('is that of their texts', () => {
    const part = fc.oneof(fc.constantFrom('', 'a', 'a-b', 'a.b', 'a/b', 'a:b', 'a%b', "a'", 'ä'), fc.string({ maxLength: 4 }));
    fc.assert(
      fc.property(part, part, fc.string({ minLength: 1, maxLength: 3 }), fc.string({ minLength: 1, maxLength: 3 }), (a, b, m, n) => {
        const id = (namespace: string, name: string) => encodeObjectId({ cluster: 'c', group: '', kind: 'Pod', namespace, name });
        const byText = id(a, m) < id(b, n) ? -1 : id(a, m) > id(b, n) ? 1 : 0;
        expect(Math.sign(compareIdParts(a, b) || compareIdNames(m, n))).toBe(byText);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the best k', () => {
  it('are the first k of a sort', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.nat(20), (items, k) => {
        const best = new TopK<number>(k, (a, b) => a - b);
        for (const item of items) best.offer(item);
        expect(best.sorted()).toEqual(items.toSorted((a, b) => a - b).slice(0, k));
      }),
    );
  });
});

function* walk(iterator: Iterator<number>): Generator<number> {
  for (let next = iterator.next(); !next.done; next = iterator.next()) yield next.value;
}
