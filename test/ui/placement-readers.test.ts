/** Add-ons and generators that follow a Placement. */
import { describe, expect, it } from '@jest/globals';
import { readersOf } from '../../ui/src/workloads/readers.ts';

const generator = (name: string) => ({
  clusterDecisionResource: { labelSelector: { matchLabels: { 'cluster.open-cluster-management.io/placement': name } } },
});
const set = (spec: unknown) => ({ id: 'set', kind: 'ApplicationSet', namespace: 'team', name: 'apps', live: { spec } });
const addOn = (spec: unknown) => ({
  id: 'add-on',
  kind: 'ClusterManagementAddOn',
  namespace: null,
  name: 'metrics',
  live: { spec },
});
const WHERE = { namespace: 'team', name: 'where' };

describe('a reader of a Placement', () => {
  it.each([
    ['a generator', [generator('where')], 1],
    ['a matrix of generators', [{ matrix: { generators: [{ list: {} }, generator('where')] } }], 1],
    ['a merge of generators', [{ merge: { generators: [generator('where')] } }], 1],
    ['a generator of another Placement', [generator('elsewhere')], 0],
    ['generators without end', { length: 9 }, 0],
    ['nothing', null, 0],
    ['a text', 'where', 0],
  ])('by %s: %j, %d', (_, spec, count) => {
    expect(readersOf(WHERE, [set(spec)], [])).toHaveLength(count);
  });

  it('is an add-on that names it, in its namespace', () => {
    expect(readersOf(WHERE, [], [addOn([{ name: 'where', namespace: 'team' }])])).toHaveLength(1);
    expect(readersOf(WHERE, [], [addOn([{ name: 'where', namespace: 'other' }])])).toHaveLength(0);
    expect(readersOf(WHERE, [set(null), { ...set(null), live: null }], [addOn(undefined)])).toEqual([]);
  });

  it('is told without what it generates from', () => {
    expect(readersOf(WHERE, [set([generator('where')])], [])).toEqual([
      { id: 'set', kind: 'ApplicationSet', namespace: 'team', name: 'apps' },
    ]);
  });
});
