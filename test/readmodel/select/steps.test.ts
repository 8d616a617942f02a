/**
 * No filter can make a step long. The tests count steps and the work of each step, so their results do not depend on
 * the machine.
 */
import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { finished, type Steps } from '../../../async/fair-turns.ts';
import { type Filter, ORDER_FIELDS } from '../../../readmodel/query.ts';
import { computeNumbers } from '../../../readmodel/questions/numbers.ts';
import { selectPage } from '../../../readmodel/questions/page.ts';
import { PAUSED, priceOf } from '../../../readmodel/select/conditions.ts';
import { parseLabelSelector } from '../../../readmodel/select/labels.ts';
import { select, type Selection, type StepSize } from '../../../readmodel/select/selection.ts';
import { type RowAuthorizer, RowMasks } from '../../../readmodel/select/visibility-mask.ts';
import { orderingOf } from '../../../readmodel/table/ordering.ts';
import { RowTable } from '../../../readmodel/table/row-table.ts';
import { TextDictionary } from '../../../readmodel/table/texts.ts';
import { OBJECT_STATUSES, type Row } from '../../../store/store.ts';
import { row } from '../../fixtures.ts';
import { anyFilter, anyRows, anyStep, anyView } from '../arbitraries.ts';
import { RESOURCES, scope, seesAll, visibility } from '../fixtures.ts';
import { rowsFound } from '../table-of.ts';

class World {
  readonly table = new RowTable();
  readonly #masks = new RowMasks(
    this.table,
    () => ({ resources: RESOURCES, resourcesRevision: 1 }),
    () => 1,
  );

  constructor(rows: readonly Row[]) {
    for (const row of rows) this.table.put(row);
  }

  select(view: RowAuthorizer, filter: Filter, step?: StepSize): Steps<Selection> {
    return select(this.table, this.#masks, view, filter, step);
  }

  *count(filter: Filter): Steps<number> {
    return (yield* computeNumbers(this.table, others => this.select(seesAll, others), filter, {
      total: true,
      facets: [],
    })).total;
  }
}

/** Runs all steps. Returns the value, the largest growth of the count during a step, and the number of steps. */
function perStep<T>(steps: Steps<T>, counted: () => number): { value: T; most: number; steps: number } {
  for (let [most, taken, before] = [0, 0, counted()]; ; taken++, before = counted()) {
    const step = steps.next();
    most = Math.max(most, counted() - before);
    if (step.done) return { value: step.value, most, steps: taken + 1 };
  }
}

/** Rows that narrowAtOnce() keeps. All `rows` must be of one kind that the selection wants. */
function narrowed(selection: Selection, rows: readonly number[]): [block: Uint32Array, count: number] {
  for (;;) {
    const block = Uint32Array.from(rows);
    const count = selection.narrowAtOnce(block, block.length);
    if (count !== PAUSED) return [block, count];
  }
}

describe('a filter', () => {
  it('finds the same rows in the same order in steps of any size', () => {
    fc.assert(
      fc.property(
        anyRows(40),
        fc.array(fc.tuple(anyView, anyFilter, anyStep), { minLength: 5, maxLength: 5 }),
        (rows, questions) => {
          const world = new World(rows);
          for (const [view, filter, step] of questions) {
            const answers = [undefined, step].map(size => {
              const selection = finished(world.select(view, filter, size));
              const found = rowsFound(selection);
              const pages = ORDER_FIELDS.map(
                field =>
                  finished(
                    selectPage(world.table, selection, orderingOf(world.table, [{ field, descending: true }]), {
                      first: 7,
                    }),
                  ).rows,
              );
              return { found: found.sort(), pages };
            });
            expect(answers[1]).toEqual(answers[0]);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('keeps of any block the rows it finds, in the order of the block, whatever the steps', () => {
    const question = fc.tuple(anyView, anyFilter, anyStep, fc.infiniteStream(fc.nat()));
    fc.assert(
      fc.property(anyRows(40), fc.array(question, { minLength: 5, maxLength: 5 }), (rows, questions) => {
        const world = new World(rows);
        const { end, kind } = world.table.columns;
        for (const [view, filter, step, keys] of questions) {
          const ordered = Array.from({ length: end - 1 }, (_, i) => ({ row: i + 1, key: keys.next().value! }));
          const all = ordered.sort((a, b) => a.key - b.key).map(({ row }) => row);
          const selection = finished(world.select(view, filter, step));
          const numbers = rowsFound(selection);
          const found = new Set(numbers);
          expect(found.size).toBe(numbers.length);
          const wanted = all.filter(row => found.has(row));
          const block = Uint32Array.from(all);
          expect([...block.subarray(0, finished(selection.narrow(block, block.length)))]).toEqual(wanted);
          expect(all.filter(row => finished(selection.has(row)))).toEqual(wanted);
          for (const one of new Set(all.map(row => kind[row]!))) {
            if (!selection.wantsKind(one)) continue;
            const ofKind = all.filter(row => kind[row] === one);
            const [kept, count] = narrowed(selection, ofKind);
            expect([...kept.subarray(0, count)]).toEqual(ofKind.filter(row => found.has(row)));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each([1, 3, 7, 20, 2_048])('finds the rows of few places among many, each once, in steps of %i rows', rows => {
    const many = Array.from({ length: 600 }, (_, i) => row({ namespace: `many-${i % 10}`, name: `web-${i}` }));
    // 24 namespaces with one, two or three rows each.
    const few = Array.from({ length: 24 }, (_, i) =>
      Array.from({ length: 1 + (i % 3) }, (_, at) => row({ namespace: `few-${i}`, name: `${at}` })),
    );
    const world = new World(many);
    const numbers = few.flat().map(row => world.table.put(row));
    const namespaces = few.map((_, i) => `few-${i}`);
    const selection = finished(world.select(seesAll, { namespaces }, { rows, looks: 100_000, judged: 100_000 }));
    expect(rowsFound(selection).sort((a, b) => a - b)).toEqual(numbers.sort((a, b) => a - b));
  });

  it.each<[string, { scopes: number[]; wanted?: number; pauses: number }]>([
    ['4 095 places of one cluster', { scopes: [4_095], wanted: 5_000, pauses: 0 }],
    ['4 096 places of one cluster', { scopes: [4_096], wanted: 5_000, pauses: 1 }],
    ['4 096 places of two clusters', { scopes: [2_048, 2_048], wanted: 5_000, pauses: 1 }],
    ['4 095 places after a pause', { scopes: [4_096, 4_095], wanted: 5_000, pauses: 1 }],
    ['places of a pattern', { scopes: [4_096, 10], pauses: 1 }],
    ['few namespaces in clusters of many', { scopes: [4_096, 4_096], wanted: 10, pauses: 0 }],
    ['many namespaces in clusters of few', { scopes: [10, 10], wanted: 5_000, pauses: 0 }],
  ])('looks up so many namespaces in a step: %s', (_case, { scopes, wanted, pauses }) => {
    const world = new World(
      scopes.flatMap((count, at) =>
        Array.from({ length: count }, (_, i) => row({ cluster: `c${at}`, namespace: `team-${i}` })),
      ),
    );
    const stepsFor = (filter: Filter) => perStep(world.select(seesAll, filter), () => 0);
    stepsFor({});
    const requested: Filter =
      wanted === undefined
        ? { namespaceMask: new Uint8Array(8_192).fill(1) }
        : { namespaces: Array.from({ length: wanted }, (_, i) => `team-${i}`) };
    const found = stepsFor(requested);
    expect(found.steps - stepsFor({}).steps).toBe(pauses);
    expect(found.value.atMost).toBe(scopes.reduce((rows, count) => rows + Math.min(count, wanted ?? count), 0));
  });

  it('keeps of a block the rows it finds in steps of its size', () => {
    const world = new World(Array.from({ length: 35 }, (_, i) => row({ name: `web-${i}` })));
    const selection = finished(world.select(seesAll, {}, { rows: 10, looks: 1_000, judged: 1_000 }));
    const block = Uint32Array.from({ length: 35 }, (_, i) => i + 1);
    expect(perStep(selection.narrow(block, 35), () => 0)).toEqual({ value: 35, most: 0, steps: 4 });
    expect(perStep(selection.narrow(block, 30), () => 0)).toEqual({ value: 30, most: 0, steps: 3 });
    expect(perStep(selection.narrow(block, 1), () => 0)).toEqual({ value: 1, most: 0, steps: 1 });
    const oneByOne = finished(world.select(seesAll, {}, { rows: 1, looks: 1_000, judged: 1_000 }));
    expect(perStep(oneByOne.narrow(block, 3), () => 0)).toEqual({ value: 3, most: 0, steps: 3 });
  });

  it('of very many requirements judges few label sets in a step, and one of few judges many', () => {
    const world = new World(
      Array.from({ length: 600 }, (_, i) => row({ name: `web-${i}`, labels: { app: `app-${i}`, tier: `t${i % 3}` } })),
    );
    const { labelSets } = world.table;
    const reader = labelSets.reader();
    const read = jest.spyOn(Object.getPrototypeOf(reader) as typeof reader, 'read');
    try {
      const none = (requirements: number) =>
        parseLabelSelector(Array.from({ length: requirements }, (_, i) => `!k${i}`).join());
      const dear = { or: Array.from({ length: 10 }, () => ({ not: { labelSelector: none(600) } })) };
      const judged = perStep(world.count(dear), () => read.mock.calls.length);
      expect(judged.value).toBe(0);
      expect(judged.most).toBeLessThan(100);
      // Each set of labels is read once for each selector, even if a block is started again.
      expect(read).toHaveBeenCalledTimes(10 * 600);
      read.mockClear();
      const block = Uint32Array.from({ length: 600 }, (_, i) => i + 1);
      const narrowed = perStep(finished(world.select(seesAll, dear)).narrow(block, 600), () => read.mock.calls.length);
      expect(narrowed.value).toBe(0);
      expect(narrowed.most).toBeLessThan(100);
      read.mockClear();
      const cheap = perStep(world.count({ labelSelector: none(1) }), () => read.mock.calls.length);
      expect(cheap).toMatchObject({ value: 600, most: 600 });
    } finally {
      read.mockRestore();
    }
  });

  it('judges few long texts in a step, those beside the one that is needed counted', () => {
    const messages = Array.from({ length: 60 }, (_, i) => `${'a'.repeat(1_000)}${i}`);
    const world = new World(messages.map((message, i) => row({ name: `web-${i}`, message })));
    const read = jest.spyOn(TextDictionary.prototype, 'text');
    try {
      const judged = perStep(
        world.count({ message: { glob: `*${'a?'.repeat(200)}b*`, ignoreCase: true } }),
        () => read.mock.calls.length,
      );
      expect(judged).toMatchObject({ value: 0, most: 1 });
    } finally {
      read.mockRestore();
    }
  });

  it('finds the same rows where it has to pause among hidden ones', () => {
    const messages = Array.from({ length: 60 }, (_, i) => `${'a'.repeat(100)}${i}`);
    const world = new World(
      messages.map((message, i) =>
        row({ name: `web-${i}`, message, ...(i % 3 === 0 && { group: 'apps', kind: 'Deployment' }) }),
      ),
    );
    const view: RowAuthorizer = () => visibility(scope(['pods']));
    const filter: Filter = { message: { glob: '*a?*5*', ignoreCase: true } };
    const all = Uint32Array.from({ length: 60 }, (_, i) => i + 1);
    const shown = [...all].filter((_, i) => i % 3 !== 0 && String(i).includes('5'));
    const selection = finished(world.select(view, filter, { rows: 60, looks: 100_000, judged: 100 }));
    expect(rowsFound(selection)).toEqual(shown);
    const again = finished(world.select(view, filter, { rows: 60, looks: 100_000, judged: 100 }));
    const kept = perStep(again.narrow(all, all.length), () => 0);
    expect(kept.steps).toBeGreaterThan(1);
    expect([...all.subarray(0, kept.value)]).toEqual(shown);
  });

  it('finds the same page where it has to pause within a block of an order', () => {
    const world = new World(
      Array.from({ length: 3_000 }, (_, i) => row({ name: `web-${i}`, message: `${'a'.repeat(100)}${i}` })),
    );
    const filter: Filter = { message: { glob: '*a?*5*', ignoreCase: true } };
    const ordering = orderingOf(world.table, [{ field: 'NAME', descending: false }]);
    const pageWith = (judged: number) => {
      const selection = finished(world.select(seesAll, filter, { rows: 64, looks: 100_000, judged }));
      return perStep(selectPage(world.table, selection, ordering, { first: 5 }), () => 0);
    };
    const [paused, straight] = [pageWith(100), pageWith(1_000_000)];
    expect(straight.value.rows).toHaveLength(5);
    expect(paused.value).toEqual(straight.value);
    expect(paused.steps).toBeGreaterThan(straight.steps);
  });

  it('of a word judges few keys and values of labels in a step, and each of them once', () => {
    const value = (i: number) => `${'v'.repeat(60)}${i}`;
    const world = new World(
      Array.from({ length: 2_000 }, (_, i) => row({ name: `web-${i}`, labels: { app: value(i), shared: value(-1) } })),
    );
    const { table } = world;
    const judged: number[] = [];
    const { matcher } = table.labelSets;
    jest.spyOn(table.labelSets, 'matcher').mockImplementation(match => {
      const fits = matcher.call(table.labelSets, match);
      return number => {
        judged.push(number);
        return fits(number);
      };
    });
    const counted = perStep(world.count({ text: { words: ['v7'], in: ['labels'] } }), () => judged.length);
    expect(counted.value).toBe(111);
    expect(counted.most).toBeLessThan(1_500);
    expect(new Set(judged).size).toBe(judged.length);
  });

  it('of many parts looks at few rows in a step', () => {
    const world = new World(Array.from({ length: 4_000 }, (_, i) => row({ name: `web-${i}` })));
    const parts = Array.from({ length: 199 }, (_, i) => ({ not: { namespaces: [`team-${i}`, 'team-a'] } }));
    const many = perStep(world.count({ or: parts }), () => 0);
    const few = perStep(world.count({ or: parts.slice(0, 2) }), () => 0);
    expect([many.value, few.value]).toEqual([0, 0]);
    expect(few.steps).toBeLessThan(10);
    expect(many.steps).toBeGreaterThan(50);
  });
});

describe('the upper bound by kind and status', () => {
  const pod = { cluster: 'a', status: 'CURRENT' } as const;
  const failed = { cluster: 'a', status: 'FAILED' } as const;
  const world = new World([
    ...[row({ ...pod, name: 'a' }), row({ ...pod, name: 'b' }), row({ ...failed, name: 'c' })],
    row({ ...failed, group: 'apps', kind: 'Deployment', name: 'd' }),
    row({ ...failed, cluster: 'b', name: 'e' }),
  ]);
  const ANY = -1;
  const CURRENT = OBJECT_STATUSES.indexOf('CURRENT');
  const FAILED = OBJECT_STATUSES.indexOf('FAILED');
  const PODS = world.table.columns.kind[1]!;

  it.each<[string, Filter, number, number, number]>([
    ['is unknown without conditions', {}, ANY, ANY, Infinity],
    ['counts a kind', {}, PODS, ANY, 4],
    ['counts a status', {}, ANY, FAILED, 3],
    ['counts a status of a kind', {}, PODS, FAILED, 2],
    ['counts the clusters of the filter', { clusters: ['a'] }, PODS, ANY, 3],
    ['counts the statuses of the filter', { statuses: ['FAILED'] }, ANY, ANY, 3],
    ['counts the statuses of the filter for a kind', { statuses: ['FAILED'] }, PODS, ANY, 2],
    ['is 0 for a status that cannot match', { statuses: ['FAILED'] }, PODS, CURRENT, 0],
    ['counts suspended rows like others', { suspended: true }, ANY, FAILED, 3],
    ['counts rows that are not suspended like others', { statuses: ['FAILED'], suspended: false }, ANY, ANY, 3],
  ])('%s', (_case, filter, kind, status, expected) => {
    const selection = finished(world.select(seesAll, filter));
    expect(selection.tallied(selection.shown, kind, status)).toBe(expected);
  });
});

describe('the price of a filter', () => {
  it.each<[string, Filter, number, number]>([
    ['nothing', {}, 0, 0],
    ['a status', { statuses: ['FAILED'] }, 1, 0],
    ['a thousand names are one look', { names: Array.from({ length: 1_000 }, String) }, 4, 0],
    ['a pattern', { name: { contains: 'web', ignoreCase: true } }, 1, 19],
    ['two requirements', { labelSelector: parseLabelSelector('a=b,c in (d,e,f)') }, 1, 32],
    ['branches', { or: [{ suspended: true }, { not: { suspended: true } }] }, 14, 0],
    ['and', { and: [{ suspended: true }, { name: { glob: 'a*', ignoreCase: true } }] }, 2, 18],
    ['a search for two words', { text: { words: ['web', 'app'] } }, 50, 190],
  ])('counts what a row costs: %s', (_case, filter, looks, judging) => {
    expect(priceOf(filter)).toEqual({ looks, judging });
  });
});
