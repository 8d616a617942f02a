/** Restarts: the visible Pods with the most restarts, compared with a search of all rows, and their GraphQL form. */
import { describe, expect, it } from '@jest/globals';
import { graphql } from 'graphql';
import fc from 'fast-check';
import { finished } from '../../../async/fair-turns.ts';
import { indexesOf } from '../../../kinds/projection.ts';
import type { Filter } from '../../../readmodel/query.ts';
import type { RowAuthorizer } from '../../../readmodel/select/visibility-mask.ts';
import { encodeObjectId } from '../../../schema/object-id.ts';
import type { Row } from '../../../store/store.ts';
import { projections, RESTARTS, type RestartRecord } from '../../../subgraphs/fleet/projections.ts';
import * as question from '../../../subgraphs/fleet/restarts.ts';
import type { PodRestarts, RestartRequest } from '../../../subgraphs/fleet/restarts.ts';
import { row } from '../../fixtures.ts';
import { anyFilter, anyRows, anyView } from '../../readmodel/arbitraries.ts';
import { seesAll, seesNothing } from '../../readmodel/fixtures.ts';
import { matches, visible } from '../../readmodel/reference.ts';
import { readerOf } from '../../readmodel/table-of.ts';
import { allow, grant, rowAt, ScriptedFleet } from './scripted-fleet.ts';

const indexes = indexesOf(projections);
const record = (restarts: number, more: Partial<RestartRecord> = {}): Pick<Row, 'records'> => ({
  records: { [RESTARTS]: [{ of: 'Pod', restarts, container: 'main', ...more }] },
});
const ask = (rows: readonly Row[], view: RowAuthorizer, filter: Filter = {}, request: Partial<RestartRequest> = {}) =>
  finished(question.restarts(readerOf(rows, view, undefined, { indexes }), filter, { first: 500, ...request }));
const shown = (pods: readonly PodRestarts[]) => pods.map(({ object, restarts }) => [object.id, restarts]);

/** Expected restarts, computed from all rows in the simplest way. */
function naive(rows: readonly Row[], view: RowAuthorizer, filter: Filter): (readonly [string, number])[] {
  return rows
    .filter(it => visible(view, it) && matches(filter, it) && it.kind === 'Pod' && it.group === '')
    .flatMap(it => {
      const [found] = (it.records?.[RESTARTS] ?? []) as unknown as RestartRecord[];
      return found ? [[encodeObjectId(it), found.restarts] as const] : [];
    })
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

describe('Pods with most restarts', () => {
  it('are those of visible matching rows, exactly counted, page by page', () => {
    const counts = fc.array(fc.constantFrom(0, 1, 1, 2, 17), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(
        anyRows(40),
        counts,
        anyView,
        fc.oneof(fc.constant({}), anyFilter),
        fc.integer({ min: 1, max: 3 }),
        (plain, counts, view, filter, first) => {
          const rows = plain.map((it, i) => (counts[i] === 0 ? it : { ...it, ...record(counts[i]!) }));
          const expected = naive(rows, view, filter);
          const whole = ask(rows, view, filter);
          expect(shown(whole.pods)).toEqual(expected);
          expect(whole).toMatchObject({ totalCount: expected.length, hasNextPage: false, hasPreviousPage: false });
          const walked: PodRestarts[] = [];
          for (let after: RestartRequest['after']; ;) {
            const page = ask(rows, view, filter, { first, ...(after && { after }) });
            expect(page.totalCount).toBe(expected.length);
            expect(page.hasPreviousPage).toBe(after !== undefined);
            walked.push(...page.pods);
            if (!page.hasNextPage) break;
            const last = page.pods.at(-1)!;
            after = { restarts: last.restarts, id: last.object.id };
          }
          expect(shown(walked)).toEqual(expected);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('cost what the visible Pods with restarts are, whatever else there is', () => {
    const pods = Array.from({ length: 30 }, (_, i) =>
      row({ kind: 'Pod', name: `pod-${i}`, ...(i < 3 && record(i + 1)) }),
    );
    const costOf = (view: RowAuthorizer, filter: Filter) => {
      const reader = readerOf(pods, view, undefined, { indexes });
      finished(question.restarts(reader, filter, { first: 1 }));
      return reader.rowsRead;
    };
    expect(costOf(seesAll, {})).toBe(3);
    expect(costOf(seesAll, { namespaces: ['elsewhere'] })).toBe(3);
    expect(costOf(seesNothing, {})).toBe(0);
  });

  it('are found in short steps', () => {
    const pods = Array.from({ length: 20_000 }, (_, i) =>
      row({ kind: 'Pod', name: `pod-${i}`, ...record((i % 7) + 1) }),
    );
    const reader = readerOf(pods, seesAll, undefined, { indexes });
    const read = { records: 0 };
    const firstRecord = reader.firstRecord.bind(reader);
    reader.firstRecord = (...args) => (read.records++, firstRecord(...args));
    const steps = question.restarts(reader, {}, { first: 500 });
    for (let step = steps.next(); ; step = steps.next()) {
      expect(read.records).toBeLessThanOrEqual(1_000);
      read.records = 0;
      if (!step.done) continue;
      expect(step.value.totalCount).toBe(20_000);
      return;
    }
  });
});

const QUERY = `query ($filter: ObjectFilter, $first: Int, $after: String) { restarts(filter: $filter, first: $first, after: $after) {
  nodes { object { id kind } restarts container lastTerminatedAt reason exitCode }
  totalCount pageInfo { hasNextPage endCursor } coverage { total indexed } } }`;

describe('in the graph, restarts', () => {
  const all = grant('root', allow('list', '*'));
  const ofTeam = grant('jane', allow('list', 'pods'), 'team');
  const fleet = new ScriptedFleet({
    a: {
      rows: [
        rowAt('a', 'Pod', 'team/web', record(17, { at: 2_000, reason: 'OOMKilled', exitCode: 137 })),
        rowAt('a', 'Pod', 'other/db', record(40)),
        rowAt('a', 'Pod', 'team/quiet'),
      ],
      grants: [...all, ...ofTeam],
    },
    b: { rows: [rowAt('b', 'Pod', 'team/web', record(18))], grants: all },
  });

  it.each([
    ['root', 3],
    ['jane', 1],
    ['nobody', 0],
  ])('are paid for by the rows that %s sees', async (user, rows) => {
    const extra = { cost: 0 };
    const contextValue = fleet.subgraph.context({ ...fleet.request(user), extra });
    await graphql({ schema: fleet.subgraph.schema, source: '{ restarts { totalCount } }', contextValue });
    expect(extra.cost).toBe(rows);
  });

  it('are shown with the last end of the container, and go on from a cursor', async () => {
    const { data, errors }: any = await fleet.ask('root', QUERY, { first: 2 });
    expect(errors).toBeUndefined();
    expect(data.restarts).toMatchObject({
      nodes: [
        {
          object: { id: 'a//Pod/other/db', kind: 'Pod' },
          restarts: 40,
          container: 'main',
          lastTerminatedAt: null,
          reason: null,
          exitCode: null,
        },
        { object: { id: 'b//Pod/team/web' }, restarts: 18 },
      ],
      totalCount: 3,
      pageInfo: { hasNextPage: true },
      coverage: { total: 2, indexed: 2 },
    });
    const next: any = await fleet.ask('root', QUERY, { after: data.restarts.pageInfo.endCursor });
    expect(next.data.restarts).toMatchObject({
      nodes: [
        {
          object: { id: 'a//Pod/team/web' },
          restarts: 17,
          lastTerminatedAt: '1970-01-01T00:00:02.000Z',
          reason: 'OOMKilled',
          exitCode: 137,
        },
      ],
      totalCount: 3,
      pageInfo: { hasNextPage: false },
    });
  });

  it('are those that the caller may list', async () => {
    const { data }: any = await fleet.ask('jane', QUERY);
    expect(data.restarts).toMatchObject({ nodes: [{ object: { id: 'a//Pod/team/web' } }], totalCount: 1 });
  });

  it.each([
    ['behind what is no cursor', { after: 'x' }, /is not a cursor of this list/],
    ['behind a cursor of another list', { after: Buffer.from('["a","b"]').toString('base64url') }, /is not a cursor/],
    ['if they are too many', { first: 501 }, /more than the maximum of 500/],
  ])('are refused %s', async (_what, variables, message) => {
    const { errors } = await fleet.ask('root', QUERY, variables);
    expect(errors).toMatchObject([{ message: expect.stringMatching(message), extensions: { code: 'BAD_USER_INPUT' } }]);
  });
});
