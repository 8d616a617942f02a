import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { openMesh } from '../../../cli/serve/open-mesh.ts';
import { configSchema } from '../../../config/schema.ts';

function open(mesh: object, clusters: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  const registry = { revision: 1, list: () => Object.entries(clusters).map(([name, labels]) => ({ name, labels })) };
  const metrics = new Registry();
  const opened = openMesh(configSchema.parse({ mesh }), registry as never, { prometheus: new Map(), metrics });
  return { opened, registry, metrics };
}

describe('the mesh of a configuration', () => {
  const clusters = { east: { mesh: 'prod' }, west: { mesh: 'prod', zone: 'b' }, test: {} };

  it('has the registered clusters whose labels match, as these change', () => {
    const { opened, registry } = open({ clusters: 'mesh=prod' }, clusters);
    expect(opened.clusters()).toEqual(['east', 'west']);
    registry.list = () => [{ name: 'north', labels: { mesh: 'prod' } }];
    registry.revision++;
    expect(opened.clusters()).toEqual(['north']);
    expect(open({}, clusters).opened.clusters()).toEqual(['east', 'west', 'test']);
  });

  it('counts clusters of telemetry that are not in the mesh, each once', async () => {
    const { opened, metrics } = open({ clusters: 'mesh=prod' }, clusters);
    for (const name of ['east', 'test', 'unknown', 'unknown']) opened.sawCluster(name);
    expect(await metrics.getSingleMetricAsString('fleetgraph_mesh_unknown_clusters')).toContain(
      'fleetgraph_mesh_unknown_clusters 2',
    );
  });

  it('is refused with a selector that is none', () => {
    expect(() => open({ clusters: 'mesh in prod' }, clusters)).toThrow('mesh.clusters: ');
  });
});
