/** A new column needs a single entry in ROW_COLUMNS and no other change. */
import { describe, expect, it } from '@jest/globals';
import { computeNumbers, facetRequest } from '../../readmodel/questions/numbers.ts';
import { priceOf } from '../../readmodel/select/conditions.ts';
import { select } from '../../readmodel/select/selection.ts';
import { finished } from '../../async/fair-turns.ts';
import { RowMasks } from '../../readmodel/select/visibility-mask.ts';
import { decodeCursor, encodeCursor, selectPage, ShownRow } from '../../readmodel/questions/page.ts';
import type { FacetField, Filter, OrderKey, PageRequest } from '../../readmodel/query.ts';
import { orderingOf } from '../../readmodel/table/ordering.ts';
import { RowTable } from '../../readmodel/table/row-table.ts';
import { encodeObjectKey } from '../../schema/object-id.ts';
import { IndexRows } from '../../store/index-rows.ts';
import { MemoryStore } from '../../store/memory.ts';
import { ROW_COLUMNS, type RowColumn } from '../../store/row-columns.ts';
import { SharedTexts } from '../../store/shared-texts.ts';
import type { IndexRow, Row } from '../../store/store.ts';
import { validateBatch } from '../../store/validate.ts';
import { encodeField } from '../../store/built-in-kinds.ts';
import { decodeRow, RowEncoder, RowSpelling, Sightings } from '../../store/wire-rows.ts';
import { packed } from '../store/packed-store.ts';
import { row } from '../fixtures.ts';
import { RESOURCES, seesAll } from './fixtures.ts';
import { answered, NO_STORE } from './table-of.ts';

const COLUMNS: readonly RowColumn[] = [
  ...ROW_COLUMNS,
  {
    name: 'owner',
    type: 'text',
    max: 24,
    filters: { owners: 'oneOf', owner: 'pattern' },
    facet: 'OWNER',
    order: 'OWNER',
  },
];
const SPELLING = new RowSpelling(COLUMNS);
const CLUSTER = 'leaf-01';
const LEASE = { cluster: CLUSTER, holder: 'test', epoch: 1 };

const owned = (name: string, owner: unknown, fields: Partial<Row> = {}): Row =>
  ({ ...row({ name, ...fields }), owner }) as Row;
const ownerOf = (it: object): unknown => (it as { owner?: unknown }).owner;

/** Many rows share an owner. One owner contains a tab. One row has no owner. */
const ROWS = [
  ...Array.from({ length: 40 }, (_, i) => owned(`web-${i}`, i % 2 === 0 ? 'grace.hopper' : 'ada.lovelace')),
  owned('odd', 'tabs\tand ~ 🚀', { revision: 'main@sha1:1' }),
  owned('alone', ''),
];

async function throughMemory(): Promise<IndexRow[]> {
  const store = new MemoryStore();
  await store.apply((await store.acquire(CLUSTER, 'test', 60_000))!, {
    puts: [...validateBatch(LEASE, { puts: ROWS }, COLUMNS).puts.values()],
  });
  const rows: Row[] = [];
  for await (const chunk of (await store.snapshot(CLUSTER, new AbortController().signal)).rows) rows.push(...chunk);
  return rows;
}

/** Fields and values as stored in Redis, and the texts that the values share. */
function spelled(): { pairs: [field: string, value: string][]; texts: SharedTexts } {
  const encoder = new RowEncoder(CLUSTER, new Sightings(), new Set(), SPELLING);
  const pairs = ROWS.map((row): [string, string] => [encodeField(encodeObjectKey(row)), encoder.encode(row)]);
  expect([...encoder.texts.values()]).toContain('grace.hopper');
  const texts = new SharedTexts();
  for (const [id, text] of encoder.texts) texts.addCounted(id, `1\t${text}`);
  return { pairs, texts };
}

function tableOf(rows: Iterable<IndexRow>): RowTable {
  const table = new RowTable(COLUMNS);
  for (const row of rows) table.put(row);
  return table;
}

const STORES: [through: string, load: () => Promise<RowTable>][] = [
  ['memory', async () => tableOf(await throughMemory())],
  [
    'the spelling of Redis',
    async () => {
      const { pairs, texts } = spelled();
      const rows = pairs.map(([field, value]) => decodeRow(CLUSTER, field, value, texts, SPELLING));
      expect(rows).toEqual(ROWS);
      return tableOf(rows);
    },
  ],
  [
    'the bytes of a snapshot in Redis',
    async () => {
      const { pairs, texts } = spelled();
      const unreadable: string[] = [];
      const table = tableOf(new IndexRows(CLUSTER, texts, SPELLING).read(packed(pairs.flat()), unreadable));
      expect(unreadable).toEqual([]);
      return table;
    },
  ],
];

describe.each(STORES)('a column that one entry adds, through %s', (_through, load) => {
  async function opened() {
    const table = await load();
    const masks = new RowMasks(
      table,
      () => ({ resources: RESOURCES, resourcesRevision: 1 }),
      () => 1,
    );
    const selected = (filter: object) => select(table, masks, seesAll, filter);
    const shown = (number: number) => new ShownRow(table, number, NO_STORE, () => '1');
    const count = (filter: object) =>
      finished(computeNumbers(table, selected, filter as Filter, { total: true, facets: [] })).total;
    const facet = (filter: object) =>
      answered(
        finished(
          computeNumbers(table, selected, filter as Filter, {
            total: false,
            facets: [facetRequest('OWNER' as FacetField, { limit: 5 })],
          }),
        ).facets,
      )[0]!.values.map(({ value, count }) => [value, count]);
    const page = (filter: object, descending: boolean, request: PageRequest) => {
      const ordering = orderingOf(table, [{ field: 'OWNER', descending } as unknown as OrderKey]);
      const { rows } = finished(selectPage(table, finished(selected(filter)), ordering, request));
      const read = rows.map(shown);
      return read.map(it => ({ name: it.name, owner: ownerOf(it), cursor: encodeCursor(ordering, it), ordering }));
    };
    return { table, count, facet, page };
  }

  it('is filtered by', async () => {
    const { count } = await opened();
    expect(count({ owners: ['ada.lovelace', 'nobody'] })).toBe(20);
    expect(count({ owners: [''] })).toBe(1);
    expect(count({ owner: { prefix: 'GRACE', ignoreCase: true } })).toBe(20);
    expect(count({ not: { owner: { contains: '.', ignoreCase: true } } })).toBe(2);
    expect(count({ owners: ['grace.hopper'], revision: { glob: 'main*', ignoreCase: true } })).toBe(0);
  });

  it('is counted by, without its own conditions', async () => {
    const { facet } = await opened();
    const all = [
      ['ada.lovelace', 20],
      ['grace.hopper', 20],
      ['tabs\tand ~ 🚀', 1],
    ];
    expect(facet({})).toEqual(all);
    expect(facet({ owners: ['ada.lovelace'], owner: { equals: 'ada.lovelace', ignoreCase: false } })).toEqual(all);
    expect(facet({ names: ['web-1', 'web-2'] })).toEqual([
      ['ada.lovelace', 1],
      ['grace.hopper', 1],
    ]);
  });

  it('is ordered by and shown, page after page, both ways', async () => {
    const { page } = await opened();
    for (const descending of [false, true]) {
      const expected = ROWS.toSorted((a, b) => {
        const [left, right] = [String(ownerOf(a)), String(ownerOf(b))];
        const byOwner = left < right ? -1 : left > right ? 1 : 0;
        return (descending ? -byOwner : byOwner) || (a.name < b.name ? -1 : 1);
      }).map(it => [it.name, ownerOf(it)]);
      const seen: unknown[] = [];
      let after: string | undefined;
      for (;;) {
        const found = page({}, descending, { first: 9, ...(after !== undefined && { after }) });
        seen.push(...found.map(({ name, owner }) => [name, owner]));
        if (found.length < 9) break;
        after = found.at(-1)!.cursor;
      }
      expect(seen).toEqual(expected);
      const last = page({}, descending, { last: 3 });
      expect(last.map(({ name, owner }) => [name, owner])).toEqual(expected.slice(-3));
      expect(decodeCursor(last[0]!.ordering, last[0]!.cursor, 'after').values).toEqual([last[0]!.owner]);
    }
  });

  it('is given back when rows are replaced and removed', async () => {
    const { table, facet } = await opened();
    table.put(owned('alone', 'ada.lovelace'));
    expect(facet({})[0]).toEqual(['ada.lovelace', 21]);
    for (const it of ROWS) table.remove(table.find(it));
    expect(table.columns.texts.map(({ texts }) => texts.size)).toEqual(table.columns.texts.map(() => 0));
  });
});

describe('a column that one entry adds', () => {
  it.each([
    ['longer than its bound', 'x'.repeat(25), 'owner of 25 characters; at most 24 are kept'],
    ['no text', 7, 'owner of type number'],
    ['absent', undefined, 'owner of type undefined'],
  ])('is refused when it is %s', (_what, owner, problem) => {
    expect(() => validateBatch(LEASE, { puts: [owned('web', owner)] }, COLUMNS)).toThrow(problem);
    expect(() => validateBatch(LEASE, { puts: [owned('web', 'x'.repeat(24))] }, COLUMNS)).not.toThrow();
  });

  it('changes nothing in the spelling of the others, and is empty in rows that were spelled without it', () => {
    const given = row({ reason: 'Ready', attemptedRevision: 'main@sha1:2', images: 'web:1' });
    const before = new RowEncoder(CLUSTER, new Sightings()).encode(given);
    const encode = (owner: string) =>
      new RowEncoder(CLUSTER, new Sightings(), new Set(), SPELLING).encode(owned('web', owner, given));
    expect(encode('')).toBe(before);
    // Empty columns before the new column keep their tabs.
    expect(encode('ada').replace(/\t+ada$/, '')).toBe(before);
    const read = decodeRow(CLUSTER, encodeField(encodeObjectKey(given)), before, new SharedTexts(), SPELLING);
    expect(read).toEqual({ ...given, owner: '' });
  });

  it('has its price', () => {
    const { filterTypes } = new RowTable(COLUMNS).columns;
    const filter = { owners: ['ada'], owner: { prefix: 'a', ignoreCase: true } } as Filter;
    expect(priceOf(filter, filterTypes)).toEqual({ looks: 5, judging: 17 });
  });
});
