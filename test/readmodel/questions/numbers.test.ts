import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finished } from '../../../async/fair-turns.ts';
import { type Facet, FACET_FIELDS, type FacetField, type Filter, type TextMatch } from '../../../readmodel/query.ts';
import {
  computeNumbers,
  facetRequest,
  type NumbersQuestion,
  QuestionBatches,
} from '../../../readmodel/questions/numbers.ts';
import { MAX_VALUES } from '../../../readmodel/table/images.ts';
import type { RowTable } from '../../../readmodel/table/row-table.ts';
import type { RowAuthorizer } from '../../../readmodel/select/visibility-mask.ts';
import type { Row } from '../../../store/store.ts';
import { row } from '../../fixtures.ts';
import { anyFilter, anyRows, anyView } from '../arbitraries.ts';
import { scope, seesAll, seesNothing, visibility } from '../fixtures.ts';
import { facet, matches, missing, textMatches, visible, withoutOwnCondition } from '../reference.ts';
import { answered, selects, tableOf, withSources } from '../table-of.ts';

describe('facets', () => {
  const anyMatch: fc.Arbitrary<TextMatch> = fc.record(
    {
      equals: fc.constantFrom('Pod', 'app', 'true', ''),
      prefix: fc.constantFrom('', 'team', 'leaf', 'f'),
      contains: fc.constantFrom('', 'a', 'E', '.'),
      glob: fc.constantFrom('*', '*a*', '?', 'l*f*', '*/Pod/*'),
      ignoreCase: fc.boolean(),
    },
    { requiredKeys: ['ignoreCase'] },
  );

  function facetOf(
    rows: readonly Row[],
    field: FacetField,
    { view = seesAll, ...options }: { view?: RowAuthorizer; match?: TextMatch } = {},
  ): Facet {
    const table = tableOf(rows);
    const request = facetRequest(field, { labelKey: 'app', limit: 100, ...options });
    return facetsOf(table, view, {}, [request])[0]!;
  }

  /**
   * Facets computed directly from a table.
   * @throws QueryError
   */
  function facetsOf(
    table: RowTable,
    view: RowAuthorizer,
    filter: Filter,
    facets: NumbersQuestion['facets'],
  ): readonly Facet[] {
    return answered(finished(computeNumbers(table, selects(table, view), filter, { total: false, facets })).facets);
  }

  describe('a facet', () => {
    it('has the values that match, as a plain scan counts them, and how many rows have none', () => {
      fc.assert(
        fc.property(
          anyRows(40).map(withSources),
          anyView,
          anyFilter,
          fc.option(anyMatch, { nil: undefined }),
          (rows, view, filter, match) => {
            const table = tableOf(rows);
            const requests = FACET_FIELDS.map(field =>
              facetRequest(field, { labelKey: 'app', limit: 3, ...(match && { match }) }),
            );
            const facets = facetsOf(table, view, filter, requests);
            const seen = rows.filter(row => visible(view, row));
            for (const { field, values, truncated, missingCount } of facets) {
              const counted = seen.filter(row => matches(withoutOwnCondition(filter, field, 'app'), row));
              const expected = facet(counted, field, 'app', seen).filter(([value]) => textMatches(match, value));
              expect(values.map(({ value, count }) => [value, count])).toEqual(expected.slice(0, 3));
              expect(truncated).toBe(expected.length > 3);
              expect(missingCount).toBe(missing(counted, field, 'app', seen));
            }
          },
        ),
        { numRuns: 60 },
      );
    });

    it.each<[FacetField, Partial<Row>, string, string]>([
      [
        'KIND',
        { kind: 'Kustomization', group: 'kustomize.toolkit.fluxcd.io' },
        'Kustomization.kustomize.toolkit.fluxcd.io',
        'Kustomization',
      ],
      ['GROUP', {}, '', 'core'],
      ['STATUS', { status: 'IN_PROGRESS' }, 'IN_PROGRESS', 'In progress'],
      ['SUSPENDED', { suspended: true }, 'true', 'Suspended'],
      ['REVISION', { revision: 'main@sha1:1' }, 'main@sha1:1', 'main@sha1:1'],
      ['IMAGE', { images: 'web:1\nsidecar:2' }, 'sidecar:2', 'sidecar:2'],
      ['IMAGE_REPOSITORY', { images: 'web:1\nweb:2' }, 'docker.io/library/web', 'web'],
      [
        'SOURCE',
        { relations: [{ type: 'SOURCE', to: '/Pod/team-a/web' }] },
        'leaf-01//Pod/team-a/web',
        'Pod team-a/web',
      ],
      ['LABEL_KEY', { labels: { 'acme.example/team': 'a' } }, 'acme.example/team', 'acme.example/team'],
    ])('of %s reads well', (field, fields, value, title) => {
      expect(facetOf([row({ name: 'other', ...fields }), row({ name: 'web' })], field).values).toContainEqual({
        value,
        title,
        count: field === 'GROUP' ? 2 : 1,
      });
    });

    it('of images is refused beyond a bound, in which hidden objects have no say', () => {
      const rows = Array.from({ length: MAX_VALUES + 1 }, (_, i) => row({ name: `web-${i}`, images: `web:${i}` }));
      const table = tableOf(rows);
      const ask = (field: FacetField, filter: Filter, view: RowAuthorizer = seesAll) =>
        facetsOf(table, view, filter, [facetRequest(field, { limit: 1 })])[0]!.values;
      expect(() => ask('IMAGE', {})).toThrow('IMAGE: the objects have more than 100000 different values.');
      expect(ask('IMAGE_REPOSITORY', {})).toMatchObject([{ title: 'web', count: MAX_VALUES + 1 }]);
      expect(ask('IMAGE', { not: { names: ['web-7'] } })).toMatchObject([{ value: 'web:0', count: 1 }]);
      expect(ask('IMAGE', {}, seesNothing)).toEqual([]);
    });

    it('that is refused leaves the total and the other facets', async () => {
      const table = tableOf(
        Array.from({ length: MAX_VALUES + 1 }, (_, i) => row({ name: `web-${i}`, images: `web:${i}` })),
      );
      const batches = new QuestionBatches(async ({ view, filter, ...wanted }) =>
        finished(computeNumbers(table, selects(table, view), filter, wanted)),
      );
      const filter = {};
      const facet = (field: FacetField) => batches.facet(seesAll, filter, facetRequest(field, { limit: 1 }), undefined);
      const [total, kinds, images] = await Promise.allSettled([
        batches.total(seesAll, filter, undefined),
        facet('KIND'),
        facet('IMAGE'),
      ]);
      expect(total).toMatchObject({ value: MAX_VALUES + 1 });
      expect(kinds).toMatchObject({ value: { values: [{ count: MAX_VALUES + 1 }] } });
      expect(images).toMatchObject({ status: 'rejected', reason: { name: 'QueryError' } });
    });

    it('counts a source that the caller does not see as none', () => {
      const rows = [
        row({
          name: 'apps',
          kind: 'Kustomization',
          group: 'kustomize.toolkit.fluxcd.io',
          relations: [{ type: 'SOURCE', to: '/Pod/team-a/web' }],
        }),
        row({ name: 'web' }),
      ];
      expect(facetOf(rows, 'SOURCE')).toMatchObject({
        values: [{ value: 'leaf-01//Pod/team-a/web', count: 1 }],
        missingCount: 1,
      });
      const view = () => visibility(scope(['kustomizations']));
      expect(facetOf(rows, 'SOURCE', { view })).toMatchObject({ values: [], missingCount: 1 });
    });
  });
});

describe('question batch', () => {
  const KIND = facetRequest('KIND', { limit: 1 });
  const STATUS = facetRequest('STATUS', { limit: 2 });

  function batches(): { requested: NumbersQuestion[]; batches: QuestionBatches } {
    const requested: NumbersQuestion[] = [];
    const answer = async (question: NumbersQuestion) => {
      requested.push(question);
      if (question.filter.names) throw new Error('a bad filter');
      return {
        total: 7,
        facets: question.facets.map(({ field }) => ({ field, values: [], truncated: false, missingCount: 0 })),
      };
    };
    return { requested, batches: new QuestionBatches(answer) };
  }

  async function after<T>(promises: number, ask: () => Promise<T>): Promise<T> {
    for (let i = 0; i < promises; i++) await Promise.resolve();
    return ask();
  }

  describe('totals and facets', () => {
    it('of one view and filter are one question, though some are asked a few promises later', async () => {
      const { requested, batches: numbers } = batches();
      const filter: Filter = {};
      const answers = await Promise.all([
        numbers.total(seesAll, filter, undefined),
        after(5, () => numbers.facet(seesAll, filter, KIND, undefined)),
        numbers.facet(seesAll, filter, STATUS, undefined),
      ]);
      expect(answers).toMatchObject([7, { field: 'KIND' }, { field: 'STATUS' }]);
      expect(requested).toMatchObject([{ total: true, facets: [STATUS, KIND] }]);
      expect(await numbers.facet(seesAll, filter, KIND, undefined)).toMatchObject({ field: 'KIND' });
      expect(requested[1]).toMatchObject({ total: false, facets: [KIND] });
    });

    it('of another view, filter or request are questions of their own', async () => {
      const { requested, batches: numbers } = batches();
      const filter: Filter = {};
      const { signal } = new AbortController();
      await Promise.all([
        numbers.total(seesAll, filter, undefined),
        numbers.total(seesNothing, filter, undefined),
        numbers.total(seesAll, {}, undefined),
        numbers.total(seesAll, filter, signal),
      ]);
      expect(requested.map(({ view, signal }) => [view, signal])).toEqual([
        [seesAll, undefined],
        [seesNothing, undefined],
        [seesAll, undefined],
        [seesAll, signal],
      ]);
    });

    it('fail together', async () => {
      const { batches: numbers } = batches();
      const filter: Filter = { names: ['bad'] };
      const requested = [numbers.total(seesAll, filter, undefined), numbers.facet(seesAll, filter, KIND, undefined)];
      for (const answer of await Promise.allSettled(requested))
        expect(answer).toMatchObject({ status: 'rejected', reason: { message: 'a bad filter' } });
    });
  });
});
