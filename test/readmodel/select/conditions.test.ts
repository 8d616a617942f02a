/**
 * Narrowing by conditions, patterns of cluster and namespace names, conjunctions, and the clusters that a filter can
 * reach.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finished } from '../../../async/fair-turns.ts';
import type { Filter } from '../../../readmodel/query.ts';
import {
  type Allowance,
  type Judge,
  type Narrowing,
  onceEach,
  onceEachCandidate,
  onceEachOfFew,
  PAUSED,
  withScopeNames,
} from '../../../readmodel/select/conditions.ts';
import { clustersOf, hoisted } from '../../../readmodel/select/selection.ts';
import { Scopes } from '../../../readmodel/table/scopes.ts';
import { anyFilter, anyRows } from '../arbitraries.ts';
import { matches, spelled } from '../reference.ts';

describe('conditions', () => {
  describe('narrowings', () => {
    const CAPACITY = 40;
    const COST = 3;
    const EVERY = Uint32Array.of(0xffffffff, 0xffffffff);

    type Make = (column: Uint8Array, judge: Judge, allowance: Allowance) => Narrowing;

    describe.each<[name: string, make: Make]>([
      ['onceEach()', (column, judge, allowance) => onceEach(column, CAPACITY, judge, allowance)],
      ['onceEachOfFew()', onceEachOfFew],
      [
        'onceEachCandidate() of candidates that are all numbers',
        (column, judge, allowance) => onceEachCandidate(column, EVERY, judge, allowance),
      ],
    ])('%s', (_, make) => {
      it('keeps the rows whose number fits, judges each number once, and none when the allowance is used up', () => {
        const anyColumn = fc.uint8Array({ min: 1, max: CAPACITY - 1, minLength: 1, maxLength: 60 });
        fc.assert(
          fc.property(
            anyColumn,
            fc.uniqueArray(fc.integer({ min: 1, max: CAPACITY - 1 })),
            fc.integer({ min: 1, max: 50 }),
            (column, fitting, each) => {
              const judged: number[] = [];
              const judge: Judge = { fits: id => (judged.push(id), fitting.includes(id)), cost: () => COST };
              const allowance: Allowance = { left: 0 };
              const narrow = make(column, judge, allowance);
              const rows = [...column.keys()];
              for (let turn = 0; turn < 2; turn++) {
                let [block, kept] = [Uint32Array.from(rows), PAUSED];
                while (kept === PAUSED) {
                  allowance.left = each;
                  const before = judged.length;
                  block = Uint32Array.from(rows);
                  kept = narrow(block, block.length);
                  expect(judged.length - before).toBeLessThanOrEqual(Math.ceil(each / COST));
                  expect(allowance.left).toBe(each - (judged.length - before) * COST);
                }
                expect([...block.subarray(0, kept)]).toEqual(rows.filter(row => fitting.includes(column[row]!)));
              }
              expect(judged.toSorted()).toEqual([...new Set(column)].toSorted());
            },
          ),
        );
      });
    });
  });

  describe('place names', () => {
    function scopesOf(named: readonly (readonly [cluster: string, namespace: string])[]): Scopes {
      const scopes = new Scopes();
      for (const [cluster, namespace] of named) scopes.enter(cluster, namespace);
      return scopes;
    }

    const scopes = scopesOf([
      ['eu-west', ''],
      ['eu-west', 'team-a'],
      ['EU-north', 'team-b'],
      ['us-east', 'infra'],
    ]);
    const eu = { prefix: 'eu-', ignoreCase: true };

    describe('a pattern of the names of places', () => {
      it.each<[string, Filter, Filter]>([
        ['is the clusters that fit', { cluster: eu }, { and: [{ clusters: ['eu-west', 'EU-north'] }] }],
        [
          'stands beside the names that the filter has itself',
          { clusters: ['us-east'], cluster: eu, and: [{ statuses: ['FAILED'] }] },
          { clusters: ['us-east'], and: [{ clusters: ['eu-west', 'EU-north'] }, { statuses: ['FAILED'] }] },
        ],
        [
          'is nowhere where none fits',
          { namespace: { glob: 'nobody*', ignoreCase: true } },
          { and: [{ namespaces: [] }] },
        ],
        [
          'finds what is in no namespace by the empty text',
          { namespace: { equals: '', ignoreCase: true } },
          { and: [{ namespaces: [''] }] },
        ],
        [
          'is found below or and not',
          { or: [{ namespace: { contains: 'team', ignoreCase: false } }], not: { cluster: eu } },
          {
            or: [{ and: [{ namespaces: ['team-a', 'team-b'] }] }],
            not: { and: [{ clusters: ['eu-west', 'EU-north'] }] },
          },
        ],
      ])('%s', (_, filter, expected) => {
        expect(spelled(scopes, finished(withScopeNames(scopes, filter)))).toEqual(expected);
      });

      it('means the same of every row that there is', () => {
        fc.assert(
          fc.property(anyRows(30), anyFilter, (rows, filter) => {
            const scopes = scopesOf(rows.map(({ cluster, namespace }) => [cluster, namespace]));
            const named = spelled(scopes, finished(withScopeNames(scopes, filter)));
            expect(JSON.stringify(named)).not.toMatch(/"(cluster|namespace)":/);
            for (const row of rows) expect(matches(named, row)).toBe(matches(filter, row));
          }),
        );
      });

      it('is looked for a few names at a time', () => {
        const many = scopesOf(Array.from({ length: 20_000 }, (_, i) => ['leaf', `team-${i}`] as const));
        let steps = 0;
        const work = withScopeNames(many, { namespace: { glob: '*7', ignoreCase: true } });
        while (!work.next().done) steps++;
        expect(steps).toBeGreaterThan(5);
      });

      it('keeps a byte for each name, and a conjunction of patterns one mask', () => {
        const many = scopesOf(Array.from({ length: 20_000 }, (_, i) => ['leaf', `team-${i}`] as const));
        const and = Array.from({ length: 32 }, (_, i): Filter => ({
          namespace: { glob: `${'*'.repeat(i + 1)}7`, ignoreCase: true },
        }));
        const named = hoisted(finished(withScopeNames(many, { and })));
        expect(Object.keys(named)).toEqual(['namespaceMask']);
        expect(named.namespaceMask).toHaveLength(20_000);
        expect(named.namespaceMask!.filter(fits => fits === 1)).toHaveLength(2_000);
      });
    });
  });

  describe('conjunction', () => {
    const POD = { kind: 'Pod', group: '' };
    const PODS = { kind: 'pods', group: undefined, loosely: true };
    const ANY_POD = { kind: 'Pod', group: undefined };
    const ANY_JOB = { kind: 'Job', group: undefined };

    describe('what a conjunction asks of places, kinds and states', () => {
      it.each<[string, Filter, Filter]>([
        [
          'comes to the top',
          { and: [{ clusters: ['a'] }, { kinds: [POD], suspended: false }] },
          { clusters: ['a'], kinds: [POD], suspended: false },
        ],
        ['from below, too', { and: [{ and: [{ namespaces: ['team'] }] }] }, { namespaces: ['team'] }],
        [
          'leaves the rest where it is',
          { and: [{ clusters: ['a'], names: ['web'] }] },
          { clusters: ['a'], and: [{ names: ['web'] }] },
        ],
        ['is what all of them ask', { clusters: ['a', 'b'], and: [{ clusters: ['b', 'c'] }] }, { clusters: ['b'] }],
        [
          'joins kinds of any group',
          { kinds: [{ kind: 'Pod', group: undefined }], and: [{ kinds: [POD] }] },
          { kinds: [POD] },
        ],
        ['joins kinds as people write them and one kind', { kinds: [PODS], and: [{ kinds: [POD] }] }, { kinds: [POD] }],
        [
          'leaves kinds of which nobody can say whether they are one',
          { kinds: [PODS], and: [{ kinds: [{ ...PODS, kind: 'pod' }] }] },
          { kinds: [PODS], and: [{ kinds: [{ ...PODS, kind: 'pod' }] }] },
        ],
        [
          'is nothing where both cannot be',
          { suspended: true, and: [{ suspended: false }] },
          { statuses: [], suspended: false },
        ],
        [
          'stays in or and not',
          { or: [{ clusters: ['a'] }], not: { kinds: [] } },
          { or: [{ clusters: ['a'] }], not: { kinds: [] } },
        ],
        ['is nothing in an empty one', { and: [] }, {}],
        [
          'joins statuses',
          { statuses: ['FAILED', 'CURRENT'], and: [{ statuses: ['CURRENT', 'UNKNOWN'] }] },
          { statuses: ['CURRENT'] },
        ],
        ['joins one kind and kinds as people write them', { kinds: [POD], and: [{ kinds: [PODS] }] }, { kinds: [POD] }],
        ['joins equal kinds of any group', { kinds: [ANY_POD], and: [{ kinds: [ANY_POD] }] }, { kinds: [ANY_POD] }],
        ['joins no different kinds of any group', { kinds: [ANY_POD], and: [{ kinds: [ANY_JOB] }] }, { kinds: [] }],
        ...[PODS, { ...PODS, group: '' }].flatMap((written): [string, Filter, Filter][] => {
          const first: Filter = { kinds: [written], and: [{ kinds: [ANY_POD] }] };
          const last: Filter = { kinds: [ANY_POD], and: [{ kinds: [written] }] };
          const group = `written in group ${written.group}`;
          return [
            [`leaves a kind of any group behind one ${group}`, first, first],
            [`leaves a kind of any group before one ${group}`, last, last],
          ];
        }),
      ])('%s', (_, filter, expected) => {
        expect(hoisted(filter)).toEqual(expected);
      });

      it.each(['clusterMask', 'namespaceMask'] as const)('joins the names of a %s, and changes none', field => {
        const [one, other] = [Uint8Array.of(1, 1, 0, 0, 1, 1, 1, 1), Uint8Array.of(1, 0, 1, 0, 1, 0, 0, 1)];
        const joined = hoisted({ and: [{ [field]: one }, { [field]: other }] });
        expect(joined).toEqual({ [field]: Uint8Array.of(1, 0, 0, 0, 1, 0, 0, 1) });
        expect([one, other]).toEqual([Uint8Array.of(1, 1, 0, 0, 1, 1, 1, 1), Uint8Array.of(1, 0, 1, 0, 1, 0, 0, 1)]);
      });

      it('matches the same rows there', () => {
        const anyAnd = fc
          .record({ some: anyFilter, and: fc.array(anyFilter, { maxLength: 3 }) })
          .map(({ some, and }): Filter => ({ ...some, and }));
        fc.assert(
          fc.property(anyRows(30), anyAnd, (rows, filter) => {
            const same = hoisted(filter);
            for (const row of rows) expect(matches(same, row)).toBe(matches(filter, row));
          }),
        );
      });
    });
  });
});

/**
 * Clusters that a filter can reach. The result must contain every such cluster, because a query waits only for the
 * clusters in the result.
 */
describe('reached clusters', () => {
  describe('the clusters that a filter reaches', () => {
    it.each<[string, Filter, readonly string[] | undefined]>([
      ['all, without a condition', {}, undefined],
      ['all, with a condition on something else', { namespaces: ['a'], not: { clusters: ['a'] } }, undefined],
      ['those it names', { clusters: ['a', 'b'], namespaces: ['x'] }, ['a', 'b']],
      ['none, where it names none', { clusters: [] }, []],
      ['those that all parts name', { clusters: ['a', 'b'], and: [{ clusters: ['b', 'c'] }, { names: ['x'] }] }, ['b']],
      ['those that any part names', { or: [{ clusters: ['a'] }, { and: [{ clusters: ['b'] }] }] }, ['a', 'b']],
      ['all, where one part names none', { or: [{ clusters: ['a'] }, { names: ['x'] }] }, undefined],
      ['its own, where one part names none', { clusters: ['a'], or: [{ clusters: ['b'] }, { names: ['x'] }] }, ['a']],
      ['none, where there are no parts of which one must hold', { or: [] }, []],
    ])('are %s', (_which, filter, reached) => expect(clustersOf(filter)).toEqual(reached));

    it('are among them every cluster of which a row can match', () => {
      const names = ['a', 'b', 'c'];
      const { filter } = fc.letrec<{ filter: Filter }>(tie => ({
        filter: fc.record(
          {
            clusters: fc.subarray(names),
            and: fc.array(tie('filter'), { maxLength: 2 }),
            or: fc.array(tie('filter'), { maxLength: 2 }),
            not: tie('filter'),
          },
          { requiredKeys: [] },
        ),
      }));
      const matches = (cluster: string, { clusters, and, or, not }: Filter): boolean =>
        (clusters?.includes(cluster) ?? true) &&
        (and?.every(part => matches(cluster, part)) ?? true) &&
        (or?.some(part => matches(cluster, part)) ?? true) &&
        !(not && matches(cluster, not));
      fc.assert(
        fc.property(filter, fc.constantFrom(...names), (filter, cluster) => {
          if (matches(cluster, filter)) expect(clustersOf(filter) ?? names).toContain(cluster);
        }),
        { numRuns: 500 },
      );
    });
  });
});
