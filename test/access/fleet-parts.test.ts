/** Status counts of clusters, namespaces and kinds. One query counts many of them. */
import { describe, expect, it } from '@jest/globals';
import { type FleetPart, StatusCountsOfParts, within } from '../../access/fleet-parts.ts';
import { coverageContext, FleetNumbers } from '../../access/coverage.ts';
import type { AccessFrame } from '../../access/frame.ts';
import { type Filter, type Group, type GroupKey, kindValue } from '../../readmodel/query.ts';

describe('fleet parts', () => {
  const cluster = (name: string): FleetPart => ({ type: 'Cluster', cluster: name });
  const namespace = (cluster: string, namespace: string): FleetPart => ({ type: 'Namespace', cluster, namespace });
  const kind = (kind: string, group = ''): FleetPart => ({ type: 'Kind', kind, group });
  const none = { current: 0, inProgress: 0, failed: 0, terminating: 0, unknown: 0, suspended: 0 };
  const FILTER: Filter = { statuses: ['FAILED'] };

  describe('a filter within a part', () => {
    it.each<[string, Filter, FleetPart, Filter]>([
      ['a cluster', FILTER, cluster('a'), { ...FILTER, and: [{ clusters: ['a'] }] }],
      ['a namespace', {}, namespace('a', 'x'), { and: [{ clusters: ['a'], namespaces: ['x'] }] }],
      ['a kind', {}, kind('Pod'), { and: [{ kinds: [{ kind: 'Pod', group: '' }] }] }],
      ['one that has parts already', { and: [FILTER] }, cluster('a'), { and: [FILTER, { clusters: ['a'] }] }],
    ])('%s is narrowed to it beside what it asks for itself', (_case, filter, part, expected) => {
      expect(within(filter, part)).toEqual(expected);
    });
  });

  describe('the counts', () => {
    /** Records all requested filters and keys. The first returned group has one failed row, the second has two. */
    function counting(answer: (filter: Filter) => readonly (readonly (string | null)[])[]) {
      const requested: { filter: Filter; by: readonly GroupKey[] }[] = [];
      const counts = new StatusCountsOfParts(async (filter, by) => {
        requested.push({ filter, by });
        return answer(filter).map(
          (values, i) =>
            ({
              values: values.map(value => ({ value, title: '' })),
              statusCounts: { ...none, failed: i + 1 },
            }) as unknown as Group,
        );
      }, FILTER);
      return { counts, requested };
    }

    it.each<[string, FleetPart[], (string | null)[][], Filter, GroupKey[]]>([
      ['clusters', [cluster('a'), cluster('b')], [['b'], ['a']], { clusters: ['a', 'b'] }, [{ field: 'CLUSTER' }]],
      [
        'namespaces',
        [namespace('a', 'x'), namespace('b', 'y')],
        [
          ['b', 'y'],
          ['a', 'x'],
          ['a', 'y'],
        ],
        { clusters: ['a', 'b'], namespaces: ['x', 'y'] },
        [{ field: 'CLUSTER' }, { field: 'NAMESPACE' }],
      ],
      [
        'kinds',
        [kind('Pod'), kind('Deployment', 'apps')],
        [[kindValue({ group: 'apps', kind: 'Deployment' })], [kindValue({ group: '', kind: 'Pod' })]],
        {
          kinds: [
            { kind: 'Pod', group: '' },
            { kind: 'Deployment', group: 'apps' },
          ],
        },
        [{ field: 'KIND' }],
      ],
    ])('of many %s are one question', async (_case, parts, groups, filter, by) => {
      const { counts, requested } = counting(() => groups);
      const found = await Promise.all(parts.map(part => counts.of(part)));
      expect(found.map(({ failed }) => failed)).toEqual([2, 1]);
      expect(requested).toEqual([{ filter: { ...FILTER, and: [filter] }, by }]);
    });

    it('of a part in which there is nothing are all nothing', async () => {
      expect(await counting(() => []).counts.of(cluster('a'))).toEqual(none);
    });

    it('of one part are asked once, and of another type beside it', async () => {
      const { counts, requested } = counting(() => [['a']]);
      await Promise.all([counts.of(cluster('a')), counts.of(cluster('a')), counts.of(kind('Pod'))]);
      await counts.of(cluster('a'));
      expect(requested.map(({ by }) => by)).toEqual([[{ field: 'CLUSTER' }], [{ field: 'KIND' }]]);
    });

    it.each<[string, (i: number) => FleetPart, number]>([
      ['clusters', i => cluster(`${i}`), 500],
      ['namespaces', i => namespace('a', `${i}`), 50],
      ['kinds', i => kind(`${i}`), 500],
    ])('of very many %s are asked a few at a time', async (_case, part, atOnce) => {
      const { counts, requested } = counting(() => []);
      await Promise.all(Array.from({ length: atOnce + 1 }, (_, i) => counts.of(part(i))));
      expect(requested).toHaveLength(2);
    });
  });
});

describe('fleet numbers', () => {
  it('is counted once a request, and tells what it is judged by', () => {
    let requested = 0;
    const readModel = { clusters: () => (requested++, []), storeProblem: undefined as string | undefined };
    const rules = {};
    const frame = { readModel, rules, now: () => 7 } as unknown as AccessFrame;
    const numbers = new FleetNumbers(frame);
    expect(numbers.coverage()).toMatchObject({ total: 0 });
    expect([numbers.coverage(), requested]).toEqual([numbers.coverage(), 1]);
    expect(coverageContext(frame)).toEqual({ rules, storeProblem: false, now: 7 });
    readModel.storeProblem = 'ECONNREFUSED';
    expect(coverageContext(frame)).toEqual({ rules, storeProblem: true, now: 7 });
  });
});
