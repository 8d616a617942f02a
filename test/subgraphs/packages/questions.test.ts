/** Package queries that need only rows. */
import { describe, expect, it } from '@jest/globals';
import { packageProjection } from '../../../kinds/package-projection.ts';
import { finished } from '../../../async/fair-turns.ts';
import type { Phase } from '../../../subgraphs/packages/phase.ts';
import { deployments, packages, phasesOfClusters } from '../../../subgraphs/packages/questions.ts';
import { scope, visibility } from '../../readmodel/fixtures.ts';
import { readerOf } from '../../readmodel/table-of.ts';
import { packageAddress } from '../../../schema/package-id.ts';
import { inventory, packageRevision, REPO, sync } from './objects.ts';
import { RESOURCES, rowOf, type Json } from './package-fleet.ts';

const around = { hubs: new Set<string>(), clustersAt: () => [] };
const everything = visibility(scope(['*'], {}, RESOURCES), {}, RESOURCES);
const reader = (objects: readonly Json[]) =>
  readerOf(
    objects.map(object => rowOf('leaf', object)),
    () => everything,
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

  it('refuses by numbers of rows, without reading them', () => {
    const rows = reader(objects);
    expect(() => finished(packages(rows, { ...around, mostDeployments: 2 }, { conditions: {}, first: 10 }))).toThrow(
      'narrow the filter',
    );
    expect(rows.rowsRead).toBe(0);
  });

  it('reads deployments once for lists of several phases', () => {
    const [alone, together] = [reader(objects), reader(objects)];
    const request = (...phases: Phase[]) => ({ conditions: phases.length > 0 ? { phases } : {}, first: 10 });
    const [all] = finished(deployments(alone, around, [request()]));
    const pages = finished(deployments(together, around, [request(), request('OUTDATED'), request('UNKNOWN')]));
    expect(together.rowsRead).toBe(alone.rowsRead);
    expect(pages[0]).toEqual(all);
    expect(pages.map(({ totalCount }) => totalCount)).toEqual([3, all!.phaseCounts.outdated, all!.phaseCounts.unknown]);
  });

  it('costs what it judges: each published package with each deployment of a directory above it', () => {
    const published = Array.from({ length: 100 }, (_, i) => packageRevision(`p/r${i}`, { directory: `d${i}` }));
    const above = Array.from({ length: 100 }, (_, i) => sync(`a/x${i}`, { directory: '' }));
    const here = { ...around, hubs: new Set(['leaf']) };
    const [all, few] = [reader([...published, ...above]), reader([...published, ...above.slice(1)])];
    const request = { conditions: {}, first: 1 };
    for (const rows of [all, few]) finished(packages(rows, here, request));
    // One more row, and 100 more operations.
    expect(all.cost - few.cost).toBe(11);
    const names = Array.from({ length: 100 }, (_, i) => ({ address: packageAddress(REPO)!, directory: `d${i}` }));
    const [one, many] = [reader([...published, ...above]), reader([...published, ...above])];
    const of = (count: number) => names.slice(0, count).map(name => ({ ...request, of: name }));
    expect(finished(deployments(one, here, of(1)))[0]!.totalCount).toBe(100);
    expect(finished(deployments(many, here, of(100))).map(({ totalCount }) => totalCount)).toEqual(
      names.map(() => 100),
    );
    expect(many.cost - one.cost).toBe(99 * 100);
  });

  it('takes a turn for every few deployments', () => {
    const many = Array.from({ length: 1_000 }, (_, i) => sync(`a/x${i}`));
    const steps = packages(reader(many), around, { conditions: {}, first: 10 });
    let turns = 0;
    while (steps.next().done !== true) turns++;
    expect(turns).toBeGreaterThan(10);
  });
});
