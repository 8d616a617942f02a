/** The metrics of packages: counts that do not depend on visibility, and the clusters that the counts leave out. */
import { expect, it } from '@jest/globals';
import { rowMetrics } from '../../../cli/serve/index-metrics.ts';
import { metrics } from '../../../subgraphs/packages/subgraph.ts';
import { inventory, sync } from './objects.ts';
import { PackageFleet } from './package-fleet.ts';

const SERIES = /^fleetgraph_package_deployments\{.*/gm;

async function read(
  fleet: PackageFleet,
  hubs: readonly string[] = [],
  closed: readonly string[] = [],
): Promise<string[]> {
  const question = metrics({ clusters: fleet.registry, packages: { hubs } });
  const text = await rowMetrics(fleet.model, { closed: () => new Set(closed) }, [question]);
  expect(text.startsWith('# HELP fleetgraph_package_deployments ')).toBe(true);
  return (text.match(SERIES) ?? []).sort();
}

it('count deployments by cluster, engine and phase, also those that nobody may see, and none of a closed cluster', async () => {
  const broken = [sync('system/a'), inventory('system/a', ['Current', 'Failed'])];
  await using fleet = await PackageFleet.open({
    'leaf-1': { objects: [...broken, sync('system/b'), sync('system/c')], grants: [] },
    'leaf-2': { objects: [sync('system/a', { source: 'b'.repeat(40) })] },
  });
  const expected = [
    'fleetgraph_package_deployments{cluster="leaf-1",engine="config_sync",phase="failed"} 1',
    'fleetgraph_package_deployments{cluster="leaf-1",engine="config_sync",phase="ready"} 2',
    'fleetgraph_package_deployments{cluster="leaf-2",engine="config_sync",phase="outdated"} 1',
  ];
  expect(await read(fleet)).toEqual(expected);
  expect(await read(fleet, [], ['leaf-1'])).toEqual(expected.slice(2));
});

it('are none of a fleet without packages', async () => {
  await using fleet = await PackageFleet.open({ 'leaf-1': {} });
  expect(await read(fleet)).toEqual([]);
});
