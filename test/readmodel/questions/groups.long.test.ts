import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finished } from '../../../async/fair-turns.ts';
import {
  FACET_FIELDS,
  type Filter,
  type GroupKey,
  type GroupPage,
  type GroupRequest,
  isImageFacet,
} from '../../../readmodel/query.ts';
import { computeGroups, MAX_GROUPS } from '../../../readmodel/questions/groups.ts';
import type { StepSize } from '../../../readmodel/select/selection.ts';
import type { RowAuthorizer } from '../../../readmodel/select/visibility-mask.ts';
import type { Row } from '../../../store/store.ts';
import { row } from '../../fixtures.ts';
import { anyFilter, anyRows, anyStep, anyTalliedFilter, anyView } from '../arbitraries.ts';
import { seesAll, seesNothing } from '../fixtures.ts';
import { groups, matches, visible } from '../reference.ts';
import { selects, tableOf, withSources } from '../table-of.ts';

const GROUP_FIELDS = FACET_FIELDS.filter(field => field !== 'LABEL_KEY');
const anyBy: fc.Arbitrary<GroupKey[]> = fc
  .uniqueArray(fc.constantFrom(...GROUP_FIELDS), { minLength: 1, maxLength: 4 })
  .map(fields => fields.map(field => (field === 'LABEL' ? { field, labelKey: 'app' } : { field })));
const TALLIED = ['CLUSTER', 'NAMESPACE', 'KIND', 'GROUP', 'STATUS', 'SUSPENDED'] as const;
const anyTalliedBy: fc.Arbitrary<GroupKey[]> = fc
  .uniqueArray(fc.constantFrom(...TALLIED), { minLength: 1, maxLength: 4 })
  .map(fields => fields.map(field => ({ field })));

interface Requested {
  readonly view?: RowAuthorizer;
  readonly filter?: Filter;
  readonly step?: StepSize;
}

function groupsOf(
  rows: readonly Row[],
  request: Pick<GroupRequest, 'by'> & Partial<GroupRequest>,
  { view = seesAll, filter = {}, step }: Requested = {},
): GroupPage {
  const table = tableOf(rows);
  return finished(computeGroups(table, selects(table, view, step), filter, { first: 1_000, ...request }));
}

const reported = ({ groups }: GroupPage) =>
  groups.map(({ values, ...counts }) => ({ values: values.map(({ value }) => value), ...counts }));
const CLUSTER_STATUS: GroupKey[] = [{ field: 'CLUSTER' }, { field: 'STATUS' }];

describe('groups', () => {
  it.each([
    ['any keys and filters', anyBy, anyFilter],
    ['keys and filters of which tallies tell', anyTalliedBy, anyTalliedFilter],
  ])('are what a plain scan of the visible rows counts, and add up to the total: %s', (_, by, filters) => {
    fc.assert(
      fc.property(
        anyRows(60).map(withSources),
        fc.array(fc.tuple(anyView, filters, by, anyStep), { minLength: 3, maxLength: 3 }),
        (rows, questions) => {
          for (const [view, filter, by, step] of questions) {
            const seen = rows.filter(row => visible(view, row));
            const matching = seen.filter(row => matches(filter, row));
            const page = groupsOf(rows, { by }, { view, filter, step });
            expect(reported(page)).toEqual(groups(matching, by, seen));
            const isOnce = !by.some(({ field }) => isImageFacet(field));
            if (isOnce) expect(page.groups.reduce((sum, { count }) => sum + count, 0)).toBe(matching.length);
            expect(page).toMatchObject({ totalCount: page.groups.length, hasNextPage: false, hasPreviousPage: false });
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('come page by page, each once, also where groups came and went between two pages', () => {
    fc.assert(
      fc.property(anyRows(60), anyRows(60), anyBy, fc.integer({ min: 1, max: 5 }), (rows, later, by, first) => {
        const seen: (string | null)[][] = [];
        for (let after: (string | null)[] | undefined, more = true, at = 0; more; at++) {
          const page = groupsOf(
            at % 2 === 0 ? rows : [...rows, ...later.filter(it => !rows.some(row => row.name === it.name))],
            {
              by,
              first,
              ...(after && { after }),
            },
          );
          expect(page.hasPreviousPage).toBe(after !== undefined);
          seen.push(...reported(page).map(({ values }) => values));
          after = seen.at(-1);
          more = page.hasNextPage && page.groups.length > 0;
        }
        const keys = seen.map(values => JSON.stringify(values));
        expect(new Set(keys).size).toBe(keys.length);
        for (const { values } of groups(
          rows.filter(row => visible(seesAll, row)),
          by,
        ).slice(0, first))
          expect(keys).toContain(JSON.stringify(values));
      }),
      { numRuns: 60 },
    );
  });

  it('read well', () => {
    const rows = [
      row({ kind: 'Kustomization', group: 'kustomize.toolkit.fluxcd.io', status: 'IN_PROGRESS', suspended: true }),
      row({ reason: '' }),
    ];
    const page = groupsOf(rows, {
      by: [{ field: 'KIND' }, { field: 'GROUP' }, { field: 'STATUS' }, { field: 'SUSPENDED' }, { field: 'REASON' }],
    });
    expect(page.groups.map(({ values }) => values.map(({ title }) => title))).toEqual([
      ['Kustomization', 'kustomize.toolkit.fluxcd.io', 'In progress', 'Suspended', 'None'],
      ['Pod', 'core', 'Current', 'Not suspended', 'None'],
    ]);
  });

  it('tell nothing of what is hidden', () => {
    expect(
      groupsOf([row(), row({ name: 'b', cluster: 'leaf-2' })], { by: CLUSTER_STATUS }, { view: seesNothing }),
    ).toEqual({
      groups: [],
      totalCount: 0,
      hasNextPage: false,
      hasPreviousPage: false,
    });
  });

  it('are refused beyond a bound, and how many are hidden has no say in it', () => {
    const table = tableOf(
      Array.from({ length: MAX_GROUPS + 1 }, (_, i) => row({ name: `web-${i}`, reason: `Reason${i}` })),
    );
    const ask = (view: RowAuthorizer, filter: Filter) =>
      finished(
        computeGroups(table, selects(table, view), filter, { by: [{ field: 'REASON' }, { field: 'KIND' }], first: 1 }),
      );
    expect(() => ask(seesAll, {})).toThrow('make more than 100000 groups. Narrow the filter, or leave a key out.');
    expect(ask(seesAll, { not: { names: ['web-7'] } }).totalCount).toBe(MAX_GROUPS);
    expect(ask(seesNothing, {}).totalCount).toBe(0);
  });
});
