/**
 * Large input from leaves and callers must not block the event loop. Examples are packages in deep directories, long
 * filters, and gates over many deployments.
 */
import { describe, expect, it, jest } from '@jest/globals';
import { longestStep } from '../../processor-time.ts';
import { encodePackageId } from '../../../schema/package-id.ts';
import { gitRepository, kustomization, packageRevision, REPO, repository, sync } from './objects.ts';
import { PackageFleet } from './package-fleet.ts';

/**
 * Milliseconds of processor time. The bound is far more than one step takes, and far less than all work takes in a
 * single step.
 */
const LONG_MS = 100;
const DEEP = 'a/'.repeat(500);

describe('no step is long', () => {
  it('with packages in directories of hundreds of segments', async () => {
    const objects = [
      gitRepository('a/repo'),
      ...Array.from({ length: 500 }, (_, i) => kustomization(`a/k${i}`, `d${i}/${DEEP}`)),
    ];
    await using fleet = await PackageFleet.open({ leaf: { objects } });
    const longest = await longestStep(async () => {
      const { data } = await fleet.ask(
        '{ packages(first: 500) { totalCount nodes { deployments(first: 1) { totalCount } } } }',
      );
      expect(data.packages.totalCount).toBe(500);
    });
    expect(longest).toBeLessThan(LONG_MS);
  });

  it('with published packages in such directories', async () => {
    const objects = Array.from({ length: 1_000 }, (_, i) => packageRevision(`p/r${i}`, { directory: `d${i}/${DEEP}` }));
    await using fleet = await PackageFleet.open(
      {
        hub: { objects: [repository('p/deployments'), ...objects] },
        leaf: { objects: [sync('a/x', { directory: '' }), sync('a/y', { directory: 'd7/a' })] },
      },
      ['hub'],
    );
    const longest = await longestStep(async () => {
      const { data } = await fleet.ask(
        '{ packages(first: 500) { totalCount nodes { directory phaseCounts { total } } } }',
      );
      expect(data.packages.totalCount).toBe(1_002);
      const counts = new Map(
        data.packages.nodes.map((it: any) => [it.directory.split('/', 1)[0], it.phaseCounts.total]),
      );
      expect([counts.get('d1'), counts.get('')]).toEqual([1, 1]);
      const { data: found } = await fleet.ask(
        'query ($id: ID!) { package(id: $id) { deployments { nodes { object { id } scope } } } }',
        {
          id: encodePackageId({ address: REPO, directory: `d7/${DEEP}`.slice(0, -1) }),
        },
      );
      expect(found.package.deployments.nodes).toEqual(
        ['x', 'y'].map(name => ({ object: { id: `leaf/configsync.gke.io/RootSync/a/${name}` }, scope: 'WIDER' })),
      );
    });
    expect(longest).toBeLessThan(LONG_MS);
  });

  it('with a filter of a thousand long values, which the deployments of all packages share', async () => {
    const objects = Array.from({ length: 500 }, (_, i) => sync(`a/x${i}`, { directory: `d${i}` }));
    await using fleet = await PackageFleet.open({ leaf: { objects } });
    const namespaces = ['a', ...Array.from({ length: 999 }, (_, i) => `n${i}`.padEnd(250, 'x'))];
    const longest = await longestStep(async () => {
      const { data } = await fleet.ask(
        'query ($filter: PackageFilter) { packages(first: 500, filter: $filter) { nodes { deployments(first: 0) { totalCount } } } }',
        { filter: { namespaces } },
      );
      expect(data.packages.nodes).toHaveLength(500);
      for (const { deployments } of data.packages.nodes) expect(deployments.totalCount).toBe(1);
    });
    expect(longest).toBeLessThan(LONG_MS);
  });

  it('with a gate of a cluster that has ten thousand deployments of the package', async () => {
    const objects = Array.from({ length: 10_000 }, (_, i) => sync(`a/x${i}`));
    await using fleet = await PackageFleet.open({ leaf: { objects } });
    const longest = await longestStep(async () => {
      const { data } = await fleet.ask(
        'query ($id: ID!) { packageGate(id: $id, clusters: ["leaf"]) { truncated blocks { deployment { object { id } } } } }',
        { id: encodePackageId({ address: REPO, directory: 'apps/web' }) },
      );
      const ids = data.packageGate.blocks.map((it: any) => it.deployment.object.id);
      expect(data.packageGate.truncated).toBe(true);
      expect(ids).toEqual(
        objects
          .map(({ metadata }) => `leaf/configsync.gke.io/RootSync/a/${metadata.name}`)
          .sort()
          .slice(0, 500),
      );
    });
    expect(longest).toBeLessThan(LONG_MS);
  });
});

it('judges once whether the deployments of all packages of a list are complete', async () => {
  const objects = Array.from({ length: 20 }, (_, i) => sync(`a/x${i}`, { directory: `d${i}` }));
  await using fleet = await PackageFleet.open({ leaf: { objects } });
  const requested = jest.spyOn(fleet.model, 'ask');
  const { data } = await fleet.ask('{ packages { nodes { deployments { complete } } } }');
  expect(data.packages.nodes).toEqual(objects.map(() => ({ deployments: { complete: true } })));
  // Three reads: the packages, their deployments, and the completeness of kinds.
  expect(requested).toHaveBeenCalledTimes(3);
});

it('limits the deployments of each list, not those of all lists of an operation', async () => {
  const objects = Array.from({ length: 10_000 }, (_, i) => sync(`a/x${i}`));
  await using fleet = await PackageFleet.open({ leaf: { objects } });
  const lists = Array.from(
    { length: 21 },
    (_, i) => `l${i}: packageDeployments(first: 0, filter: { directory: "d${i}" }) { totalCount }`,
  );
  const { data, errors } = await fleet.ask(`{ ${lists.join(' ')} }`);
  expect(errors).toBeUndefined();
  expect(data.l20).toEqual({ totalCount: 0 });
});
