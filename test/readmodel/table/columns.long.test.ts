/** Data structures of the row table, mostly tested after random sequences of changes. */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LabelSets, TimeColumn } from '../../../readmodel/table/columns.ts';
import { SortedNumbers, type Spot, TopK } from '../../../readmodel/table/containers.ts';
import { compareIdNames, compareText, Dictionary, idPart, IN_IDS, Ranks } from '../../../readmodel/table/names.ts';
import { rowProblem, RowTable } from '../../../readmodel/table/row-table.ts';
import { TextDictionary } from '../../../readmodel/table/texts.ts';
import { encodeObjectId } from '../../../schema/object-id.ts';
import { type IndexRow, type Row, TextBytes } from '../../../store/store.ts';
import { row } from '../../fixtures.ts';
import { anyRows } from '../arbitraries.ts';

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

  it('of very many texts gives a text the number that its bytes have, however often it came and went', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('', 'a', 'b', 'va', 'wa', 'ä', 'x'.repeat(5_000)), fc.nat(3))),
        changes => {
          const dictionary = new TextDictionary();
          const held = new Map<string, number[]>();
          for (const [text, what] of changes) {
            const numbers = held.get(text) ?? [];
            held.set(text, numbers);
            const released = what === 3 ? numbers.pop() : undefined;
            if (released !== undefined) expect(dictionary.release(released)).toBe(numbers.length === 0);
            else numbers.push(dictionary.acquire(what === 0 ? asBytes(text) : text));
            expect(new Set(numbers).size).toBeLessThanOrEqual(1);
            expect(dictionary.find(text)).toBe(numbers[0]);
          }
          for (const [text, [number]] of held) if (number !== undefined) expect(dictionary.text(number)).toBe(text);
        },
      ),
    );
  });

  it.each([1, 2, 127, 128, 129, 255, 256, 257, 1_000])(
    'of very many texts forgets a text after its last of %i uses',
    uses => {
      const dictionary = new TextDictionary();
      const id = dictionary.acquire('a');
      expect(dictionary.isUsedOnce(id)).toBe(true);
      for (let i = 1; i < uses; i++) dictionary.retain(id);
      for (let left = uses; left > 1; left--) {
        expect([left, dictionary.isUsedOnce(id), dictionary.release(id)]).toEqual([left, false, false]);
        // Adds a use and releases it. The text stays in use.
        dictionary.retain(id);
        expect(dictionary.release(id)).toBe(false);
      }
      expect([dictionary.isUsedOnce(id), dictionary.find('a'), dictionary.release(id), dictionary.find('a')]).toEqual([
        true,
        id,
        true,
        undefined,
      ]);
      expect([dictionary.acquire('b'), dictionary.acquire('c'), dictionary.size]).toEqual([id, id + 1, 2]);
    },
  );

  it('does not grow under churn', () => {
    const dictionary = new Dictionary();
    for (let i = 0; i < 10_000; i++) dictionary.release(dictionary.acquire(`message ${i}`));
    expect(dictionary.capacity).toBe(1);
    expect(dictionary.size).toBe(0);
  });
});

describe('a column of times', () => {
  it('gives back every time as it was', () => {
    const time = fc.oneof(
      fc.constantFrom(0, -0, 1, 1_000, -1_000, 4_294_967_294_000, 4_294_967_295_000, 0.5, 1e20, -1e-7),
      fc.nat(5_000).map(seconds => seconds * 1_000),
      fc.integer({ min: -5_000_000, max: 5_000_000_000_000 }),
      fc.double({ noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(20), time), { maxLength: 60 }), changes => {
        const column = new TimeColumn(4);
        const expected = new Map<number, number>();
        for (const [row, time] of changes) {
          column.grow(row + 1);
          column.set(row, time);
          expected.set(row, time + 0); // a negative zero may be returned as zero
        }
        for (const [row, time] of expected) expect(column.get(row) + 0).toBe(time);
      }),
    );
  });
});

describe('label sets', () => {
  it('without a label come and go where there was never a label', () => {
    const table = new RowTable();
    for (let i = 0; i < 20; i++) table.remove(table.put(row({ labels: {} })));
    expect([table.size, table.labelSets.size]).toEqual([0, { sets: 0, texts: 0 }]);
  });

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
            if (expected) {
              const { uid: _, resourceVersion: _1, attemptedRevision: _2, ...kept } = expected;
              expect(table.read(number)).toEqual(kept);
            } else expect(number).toBe(0);
          }
          expect(table.size).toBe(live.size);
          const walked = [...table.kinds.ids()].flatMap(kind => [
            ...walk(table.orders.byName.rows!.ofKind(kind)!.spot('begin')),
          ]);
          expect(walked.map(number => table.names.text(table.columns.name[number]!)).sort()).toEqual(
            [...live.values()].map(({ name }) => name).sort(),
          );
        }
        for (const gone of live.values()) table.remove(table.find(gone));
        const { texts: ofMessages } = table.columns.texts.find(({ name }) => name === 'message')!;
        expect([
          table.size,
          table.names.size,
          ofMessages.size,
          table.scopes.namespaces.size,
          table.labelSets.size.sets,
        ]).toEqual([0, 0, 0, 0, 0]);
      }),
      { numRuns: 200 },
    );
  });

  it('takes texts as bytes as it takes them as strings, and gives all back', () => {
    fc.assert(
      fc.property(
        anyRows(30),
        anyRows(30),
        fc.boolean(),
        fc.nat(80),
        (loaded, updates, areUpdatedMeanwhile, expected) => {
          const table = new RowTable();
          table.expect(expected);
          const update = (): void => updates.forEach(update => table.put(update));
          if (areUpdatedMeanwhile) update();
          for (const put of loaded) table.put(inBytes(put));
          update();
          const live = new Map([...loaded, ...updates].map(put => [encodeObjectId(put), put]));
          for (const expected of live.values()) {
            const { uid: _, resourceVersion: _1, attemptedRevision: _2, ...kept } = expected;
            expect(table.read(table.find(expected))).toEqual(kept);
          }
          expect(table.size).toBe(live.size);
          for (const gone of live.values()) table.remove(table.find(gone));
          const { names, columns, labelSets } = table;
          for (const { size } of [names, ...columns.texts.map(({ texts }) => texts)]) expect(size).toBe(0);
          expect(labelSets.size).toEqual({ sets: 0, texts: 0 });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('reads rows back however many they are and however much they say that no other row says', () => {
    const table = new RowTable();
    table.orders.byName.suspend();
    const reported = (i: number): Row =>
      row({
        ...{
          kind: `Kind${i % 300}`,
          name: `row-${i}`,
          version: `v${i % 400}`,
          reason: `Reason${i % 500}`,
          revision: `main@sha1:${i}`,
        },
        ...{
          namespace: `team-${i % 600}`,
          message: `message ${i}`,
          images: `web:${i % 300}`,
          labels: { app: `app-${i % 700}` },
        },
        ...{ createdAt: i * 1_000, transitionedAt: i * 1_000 + (i % 2), syncedAt: i * 1_000 + (i % 1_000) },
      });
    const count = 66_000;
    for (let i = 0; i < count; i++) table.put(reported(i));
    for (let i = 0; i < count; i += 7) {
      const { uid: _, resourceVersion: _1, attemptedRevision: _2, ...kept } = reported(i);
      const read = table.read(table.find(reported(i)));
      if (!isDeepStrictEqual(read, kept)) expect(read).toEqual(kept);
    }
    const { end } = table.columns;
    for (let i = 0; i < count; i += 7) table.remove(table.find(reported(i)));
    for (let i = 0; i < count; i += 7) table.put(reported(i));
    expect([table.size, table.columns.end]).toEqual([count, end]);
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

/** A row in which some texts are bytes, as in a large snapshot. */
function inBytes(row: Row): IndexRow {
  return {
    ...row,
    name: asBytes(row.name),
    reason: row.name.length % 2 === 0 ? asBytes(row.reason) : row.reason,
    message: asBytes(row.message),
  };
}

/** The text as bytes, if each character fits into one byte. */
function asBytes(text: string): string | TextBytes {
  if ([...text].some(character => character > '\xff')) return text;
  return Object.assign(new TextBytes(), { bytes: Buffer.from(`x${text}x`, 'latin1'), from: 1, to: 1 + text.length });
}

describe('numbers in a sorted order', () => {
  it('stay sorted through any additions and removals and are walked both ways from any position', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 3_000 }), { maxLength: 2_000, size: 'max' }),
        fc.nat(3_010),
        fc.infiniteStream(fc.boolean()),
        (numbers, from, coins) => {
          const sorted = new SortedNumbers((a, b) => a - b);
          const live = new Set<number>();
          for (const number of numbers) {
            sorted.add(number);
            live.add(number);
            const [oldest] = live;
            if (coins.next().value && coins.next().value && oldest !== undefined) {
              sorted.remove(oldest);
              live.delete(oldest);
            }
          }
          const expected = [...live].sort((a, b) => a - b);
          expect(sorted.size).toBe(expected.length);
          expect([...walk(sorted.spot('begin'))]).toEqual(expected);
          expect([...walk(sorted.spot(number => number - from))]).toEqual(expected.filter(number => number >= from));
          expect([...walkBack(sorted.spot(number => number - from))]).toEqual(
            expected.filter(number => number < from).reverse(),
          );
          expect([...walkBack(sorted.spot('end'))]).toEqual(expected.toReversed());
        },
      ),
      { numRuns: 60 },
    );
  });

  it('stay sorted when they come in order', () => {
    const sorted = new SortedNumbers((a, b) => a - b);
    const rising = Array.from({ length: 3_000 }, (_, i) => i + 1);
    for (const number of rising) sorted.add(number);
    expect([...walk(sorted.spot('begin'))]).toEqual(rising);
    for (const number of rising) sorted.remove(number);
    expect([...walk(sorted.spot('begin'))]).toEqual([]);
  });

  it('do not give up a number that they do not hold', () => {
    const sorted = new SortedNumbers((a, b) => a - b);
    sorted.add(1);
    expect(() => sorted.remove(2)).toThrow('does not hold');
  });
});

describe('ranks', () => {
  it('follow a dictionary through anything, with room between them', () => {
    const texts = fc.string({ minLength: 1, maxLength: 2, unit: fc.constantFrom('a', 'b', 'ä', '-', '.') });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(texts, fc.boolean()), { maxLength: 200, size: 'max' }),
        texts,
        (changes, sought) => {
          const dictionary = new Dictionary();
          const ranks = new Ranks(dictionary, id => dictionary.text(id));
          const live = new Set<string>();
          for (const [text, stays] of changes) {
            if (stays && !live.has(text)) {
              live.add(text);
              dictionary.acquire(text);
            } else if (!stays && live.delete(text)) dictionary.release(dictionary.find(text)!);
          }
          const sorted = [...live].sort();
          expect([...ranks.from(undefined, 1)].map(id => dictionary.text(id))).toEqual(sorted);
          const values = sorted.map(text => ranks.rank[dictionary.find(text)!]!);
          expect(values.every((rank, i) => i === 0 || rank - values[i - 1]! >= 2)).toBe(true);
          expect(sorted.map(text => Math.sign(ranks.rank[dictionary.find(text)!]! - ranks.position(sought)))).toEqual(
            sorted.map(text => (text < sought ? -1 : text > sought ? 1 : 0)),
          );
          const from = ranks.position(sought);
          expect([...ranks.from(from, 1)].map(id => dictionary.text(id))).toEqual(
            sorted.filter(text => text >= sought),
          );
          expect([...ranks.from(from, -1)].map(id => dictionary.text(id))).toEqual(
            sorted.filter(text => text <= sought).reverse(),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are given out anew where there is no room left', () => {
    const dictionary = new Dictionary();
    const ranks = new Ranks(dictionary, id => dictionary.text(id));
    // Each new text sorts between the previous text and "b".
    const texts = ['b', ...Array.from({ length: 100 }, (_, i) => `a${'a'.repeat(i)}`)];
    for (const text of texts) dictionary.acquire(text);
    expect([...ranks.from(undefined, 1)].map(id => dictionary.text(id))).toEqual(texts.toSorted());
    const values = [...ranks.from(undefined, 1)].map(id => ranks.rank[id]!);
    expect(values.every((rank, i) => i === 0 || rank - values[i - 1]! >= 2)).toBe(true);
  });
});

describe('a dictionary of very many texts', () => {
  const anyText = fc.oneof(
    fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'b', '\0', 'ÿ', 'Ā', '💡') }),
    fc.nat(5).map(n => 'x'.repeat(4_093 + n)),
    fc.nat(3).map(n => 'Ā'.repeat(2_046 + n)),
  );

  it('is what a plain dictionary is', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyText, fc.boolean()), { maxLength: 150, size: 'max' }), changes => {
        const dictionary = new TextDictionary();
        const uses = new Map<string, number>();
        for (const [text, more] of changes) {
          const used = uses.get(text) ?? 0;
          if (more) {
            const id = dictionary.acquire(text);
            expect(dictionary.text(id)).toBe(text);
            uses.set(text, used + 1);
          } else if (used > 0) {
            expect(dictionary.release(dictionary.find(text)!)).toBe(used === 1);
            if (used === 1) uses.delete(text);
            else uses.set(text, used - 1);
          } else expect(dictionary.find(text)).toBeUndefined();
        }
        expect(dictionary.size).toBe(uses.size);
        const ids = [...uses.keys()].map(text => dictionary.find(text)!);
        expect(new Set(ids).size).toBe(uses.size);
        expect(ids.every(id => id > 0 && id < dictionary.capacity)).toBe(true);
        expect(ids.map(id => dictionary.text(id))).toEqual([...uses.keys()]);
        expect(ids.toSorted((a, b) => dictionary.compare(a, b)).map(id => dictionary.text(id))).toEqual(
          [...uses.keys()].sort(),
        );
        const position = dictionary.position('aab');
        expect(ids.map(id => Math.sign(position(id)))).toEqual(
          [...uses.keys()].map(text => (text < 'aab' ? -1 : text > 'aab' ? 1 : 0)),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('finds everything while it grows, and does not grow under churn', () => {
    const dictionary = new TextDictionary();
    const ids = Array.from({ length: 5_000 }, (_, i) => dictionary.acquire(`name-${i}`));
    expect(ids.every((id, i) => dictionary.find(`name-${i}`) === id)).toBe(true);
    expect(ids.every((id, i) => dictionary.text(id) === `name-${i}`)).toBe(true);
    const { capacity, byteLength } = dictionary;
    for (const id of ids) dictionary.release(id);
    for (let i = 0; i < 20_000; i++) dictionary.release(dictionary.acquire(`pod-${i}-${i}`));
    expect(dictionary.size).toBe(0);
    expect(dictionary.capacity).toBe(capacity);
    expect(dictionary.byteLength).toBe(byteLength);
  });
});

describe('the order of ids', () => {
  it('is that of their texts', () => {
    const part = fc.oneof(
      fc.constantFrom('', 'a', 'a-b', 'a.b', 'a/b', 'a:b', 'a%b', "a'", 'ä'),
      fc.string({ maxLength: 4 }),
    );
    const unit = fc.constantFrom('a', '!', '%', '/', '0', '\0', '\x7f', 'ÿ', 'Ā', '💡');
    const name = fc.oneof(fc.string({ minLength: 1, maxLength: 3 }), fc.string({ minLength: 1, maxLength: 8, unit }));
    fc.assert(
      fc.property(part, part, name, name, (a, b, m, n) => {
        const id = (namespace: string, name: string) =>
          encodeObjectId({ cluster: 'c', group: '', kind: 'Pod', namespace, name });
        const byText = id(a, m) < id(b, n) ? -1 : id(a, m) > id(b, n) ? 1 : 0;
        expect(Math.sign(compareText(idPart(a), idPart(b)) || compareIdNames(m, n))).toBe(byText);
        const names = new TextDictionary();
        const byNumber = names.compare(names.acquire(m), names.acquire(n), IN_IDS);
        expect(Math.sign(byNumber)).toBe(compareIdNames(m, n));
        expect(Math.sign(names.position(n, IN_IDS)(names.find(m)!))).toBe(compareIdNames(m, n));
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

function* walk(spot: Spot): Generator<number> {
  for (let next = spot.next(); next !== 0; next = spot.next()) yield next;
}

function* walkBack(spot: Spot): Generator<number> {
  for (let next = spot.previous(); next !== 0; next = spot.previous()) yield next;
}
