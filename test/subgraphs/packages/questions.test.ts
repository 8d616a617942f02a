/** Questions about packages, answered from rows alone: their limits and their steps. */
import { describe, expect, it } from '@jest/globals';
import { packageProjection } from '../../../kinds/package-projection.ts';
import { finished } from '../../../async/fair-turns.ts';
import { deployments, packages, phasesOfClusters } from '../../../subgraphs/packages/questions.ts';
import { seesAll } from '../../readmodel/fixtures.ts';
import { readerOf } from '../../readmodel/table-of.ts';
import { inventory, sync } from './objects.ts';
import { RESOURCES, rowOf, type Json } from './package-fleet.ts';

const around = { hubs: new Set<string>(), clustersAt: () => [] };
const reader = (objects: readonly Json[]) =>
  readerOf(
    objects.map(object => rowOf('leaf', object)),
    Object.assign(() => ({ ...seesAll('leaf')!, resources: RESOURCES }), seesAll),
    RESOURCES,
    { indexes: { package: packageProjection.index! } },
  );

describe('a question', () => {
  const objects = ['a/x', 'a/y', 'b/z'].flatMap(place => [sync(place), inventory(place, [])]);

  it('looks at so many deployments, of which inventories are none, and asks for a narrower filter beyond', () => {
    const ask = (mostDeployments: number, conditions = {}) =>
      finished(packages(reader(objects), { ...around, mostDeployments }, { conditions, first: 10 }));
    expect(ask(3).phaseCounts.total).toBe(3);
    expect(() => ask(2)).toThrow('narrow the filter');
    expect(ask(2, { namespaces: ['a'] }).phaseCounts.total).toBe(2);
    const two = { ...around, mostDeployments: 2 };
    expect(() => finished(deployments(reader(objects), two, [{ conditions: {}, first: 1 }]))).toThrow(
      'narrow the filter',
    );
    expect(() => finished(phasesOfClusters(reader(objects), two, ['leaf']))).toThrow('narrow the filter');
  });

  it('takes a turn for every few deployments', () => {
    const many = Array.from({ length: 1_000 }, (_, i) => sync(`a/x${i}`));
    const steps = packages(reader(many), around, { conditions: {}, first: 10 });
    let turns = 0;
    while (steps.next().done !== true) turns++;
    expect(turns).toBeGreaterThan(10);
  });
});
