/** Suggestions equal the ranked counts of visible rows, and each step of their computation is short. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finished } from '../../../async/fair-turns.ts';
import { type Suggestion, SUGGESTION_FIELDS, type SuggestionField } from '../../../readmodel/query.ts';
import { computeSuggestions } from '../../../readmodel/questions/suggestions.ts';
import { namesOfKind } from '../../../readmodel/select/row-match.ts';
import { select } from '../../../readmodel/select/selection.ts';
import { RowMasks } from '../../../readmodel/select/visibility-mask.ts';
import { RowTable } from '../../../readmodel/table/row-table.ts';
import { RANKS, textRank } from '../../../readmodel/table/text-search.ts';
import type { Row } from '../../../store/store.ts';
import { row } from '../../fixtures.ts';
import { anyFilter, anyRows, anyView, CROWD } from '../arbitraries.ts';
import { RESOURCES, seesAll } from '../fixtures.ts';
import { matches, visible } from '../reference.ts';

describe('how well a text fits what was typed', () => {
  it.each([
    ['web', 'web', 'exact'],
    ['Web', 'web', 'exact'],
    ['web-1', 'web', 'prefix'],
    ['my-web', 'web', 'word'],
    ['BuildFailed', 'failed', 'word'],
    ['BuildFailed', 'fail build', 'word'],
    ['cobweb', 'web', 'substring'],
    ['cobweb-web', 'web', 'word'],
    ['pod', 'web', undefined],
    ['web', 'web pod', undefined],
  ])('%s for %s: %s', (text, typed, rank) => {
    const found = textRank(typed.split(' '))(text);
    expect(found === undefined ? undefined : RANKS[found]).toBe(rank);
  });
});

function valuesOf(row: Row, field: SuggestionField): [value: string, title: string, names?: readonly string[]][] {
  const kind = row.group === '' ? row.kind : `${row.kind}.${row.group}`;
  const plain = { CLUSTER: row.cluster, NAMESPACE: row.namespace, NAME: row.name, REASON: row.reason };
  if (field === 'KIND') return [[kind, row.kind, [kind, ...namesOfKind(row.kind)]]];
  if (field === 'LABEL_KEY') return Object.keys(row.labels).map(key => [key, key]);
  if (field === 'LABEL') return Object.entries(row.labels).map(([key, value]) => [`${key}=${value}`, value, [value]]);
  return [[plain[field], plain[field]]];
}

it('are the values of rows that are visible and match, exactly counted, best first', () => {
  const anyWords = fc.uniqueArray(
    fc.constantFrom('web', 'a', 'pod', 'leaf', 'app', '1', 'could', 'team', 'fail', 'ä', 'nothing'),
    {
      minLength: 1,
      maxLength: 2,
    },
  );
  const question = fc.tuple(anyView, anyFilter, anyWords, fc.subarray([...SUGGESTION_FIELDS]), fc.nat(8));
  fc.assert(
    fc.property(
      anyRows(40),
      fc.boolean(),
      fc.array(question, { minLength: 6, maxLength: 6 }),
      (rows, isCrowded, questions) => {
        const table = new RowTable();
        // CROWD adds hidden rows, so that few names in the table are visible.
        for (const row of [...rows, ...(isCrowded ? CROWD : [])]) table.put(row);
        const masks = new RowMasks(
          table,
          () => ({ resources: RESOURCES, resourcesRevision: 1 }),
          () => 1,
        );
        for (const [view, filter, words, fields, limit] of questions) {
          const rankOf = textRank(words);
          const found = new Map<string, Suggestion & { rank: number }>();
          for (const row of rows.filter(row => visible(view, row) && matches(filter, row)))
            for (const field of fields)
              for (const [value, title, names = [value]] of valuesOf(row, field)) {
                const ranks = names.map(rankOf).filter(rank => rank !== undefined);
                if (ranks.length === 0) continue;
                const { count } = found.get(`${field} ${value}`) ?? { count: 0 };
                found.set(`${field} ${value}`, { field, value, title, rank: Math.min(...ranks), count: count + 1 });
              }
          const expected = [...found.values()].sort(
            (a, b) =>
              a.rank - b.rank ||
              b.count - a.count ||
              fields.indexOf(a.field) - fields.indexOf(b.field) ||
              (a.value < b.value ? -1 : 1),
          );
          const reported = finished(
            computeSuggestions(table, others => select(table, masks, view, others), filter, { words, fields, limit }),
          );
          expect(reported).toEqual(expected.slice(0, limit).map(({ rank: _, ...suggestion }) => suggestion));
        }
      },
    ),
    { numRuns: 100 },
  );
});

describe('a step of suggestions', () => {
  /** Long values in which a search for the beginning of a word must look at very many positions. */
  const values = Array.from({ length: 200 }, (_, i) => `x${'a'.repeat(150)}b-${'a'.repeat(16)}-${20_000 + i}`);
  const words = [...Array.from({ length: 15 }, (_, i) => 'a'.repeat(i + 1)), 'ab'];
  const table = new RowTable();
  for (const value of values)
    table.put(row({ name: value, namespace: value, reason: value, labels: { [value]: value } }));
  const masks = new RowMasks(
    table,
    () => ({ resources: RESOURCES, resourcesRevision: 1 }),
    () => 1,
  );
  let found = 0;
  const { indexOf } = String.prototype;
  beforeAll(() => {
    String.prototype.indexOf = function (this: string, ...looked) {
      found++;
      return indexOf.apply(this, looked);
    };
  });
  afterAll(() => {
    String.prototype.indexOf = indexOf;
  });

  it.each<SuggestionField>(['NAME', 'NAMESPACE', 'REASON', 'LABEL_KEY', 'LABEL'])(
    'of %s finds few words, whatever they are',
    field => {
      let most = 0;
      const steps = computeSuggestions(
        table,
        filter => select(table, masks, seesAll, filter),
        {},
        { words, fields: [field], limit: 8 },
      );
      for (let isOver = false; !isOver; most = Math.max(most, found)) {
        found = 0;
        isOver = steps.next().done === true;
      }
      expect(most).toBeGreaterThan(1_000);
      expect(most).toBeLessThan(70_000);
    },
  );
});
