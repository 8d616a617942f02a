/**
 * Gateways, mesh and placement of `fleetgraph demo`: their objects and telemetry. e2e/demo-scenes.test.ts queries them
 * through the product.
 */
import { describe, expect, it } from '@jest/globals';
import { DEFAULT_KINDS, resourceName } from '../../collector/kinds.ts';
import { DEMO_RESOURCES, demoObjects } from '../../demo/fleet.ts';
import { planFleet } from '../../demo/plan.ts';
import { isInMesh, sceneResources } from '../../demo/scenes.ts';
import { telemetryOf } from '../../demo/telemetry.ts';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { BUILT_IN_RESOURCES, definitionOf, groupVersion } from '../../sim/resources.ts';

const NOW = Date.UTC(2026, 8, 1, 12);
const fleet = (objects: number, clusters = 5) => planFleet({ now: NOW, clusters, objects, scenes: true });
const nameOf = ({ apiVersion, kind, metadata }: KubernetesObject) =>
  `${apiVersion}/${kind}/${metadata.namespace ?? ''}/${metadata.name}`;

describe('the scenes of the demo fleet', () => {
  it.each([
    [1_000, 5],
    [20_000, 10],
  ])('count as objects: %i in %i clusters', (objects, clusters) => {
    const all = fleet(objects, clusters);
    const resources = new Set(
      [...BUILT_IN_RESOURCES, ...DEMO_RESOURCES, ...all.flatMap(sceneResources)]
        .filter(resource => DEFAULT_KINDS.includes(resourceName(resource)))
        .map(resource => `${groupVersion(resource)}/${resource.kind}`),
    );
    const rows = all.flatMap(demoObjects).filter(({ apiVersion, kind }) => resources.has(`${apiVersion}/${kind}`));
    expect(Math.abs(rows.length / objects - 1)).toBeLessThan(0.15);
  });

  it('leave the applications as they are without them', () => {
    const without = planFleet({ now: NOW }).map(({ apps }) => apps);
    expect(fleet(1_000).map(({ apps }) => apps)).toEqual(without);
  });

  it('have names of their own and kinds that the cluster serves, and come after their namespace', () => {
    for (const cluster of fleet(1_000)) {
      const served = new Set(
        [...BUILT_IN_RESOURCES, ...DEMO_RESOURCES, ...sceneResources(cluster)].map(
          it => `${groupVersion(it)}/${it.kind}`,
        ),
      );
      const namespaces = new Set<string>();
      const names = new Set<string>();
      for (const object of demoObjects(cluster)) {
        const { namespace } = object.metadata;
        if (object.kind === 'Namespace') namespaces.add(object.metadata.name);
        const name = nameOf(object);
        expect([name, served.has(`${object.apiVersion}/${object.kind}`)]).toEqual([name, true]);
        expect([name, names.has(name)]).toEqual([name, false]);
        expect([name, namespace === undefined || namespaces.has(namespace)]).toEqual([name, true]);
        names.add(name);
      }
    }
  });

  it('mark kinds of policies by the labels of their definitions', () => {
    const labels = Object.fromEntries(
      sceneResources(fleet(1_000)[0]!).map(resource => [
        resource.kind,
        definitionOf(resource).metadata.labels?.['gateway.networking.k8s.io/policy'],
      ]),
    );
    expect(labels).toMatchObject({
      AuthPolicy: 'inherited',
      RateLimitPolicy: 'inherited',
      DNSPolicy: 'direct',
      BackendTLSPolicy: 'Direct',
    });
    expect(labels['HTTPRoute']).toBeUndefined();
  });
});

describe('the telemetry of the demo', () => {
  const source = telemetryOf(fleet(1_000).filter(isInMesh));
  const at = NOW / 1_000;

  it('is a function of the time', () => {
    const read = (time: number) => JSON.stringify([...source('istio_requests_total', time)]);
    expect(read(at)).toBe(read(at));
    expect(read(at)).not.toBe(read(at + 300));
  });

  it('names workloads and services that are objects of the fleet, but for what is outside the mesh', () => {
    const names = new Set(
      fleet(1_000).flatMap(cluster => demoObjects(cluster).map(object => `${cluster.name} ${nameOf(object)}`)),
    );
    const strangers = new Set<string>();
    for (const { labels } of source('istio_requests_total', at))
      for (const side of ['source', 'destination']) {
        const [cluster, namespace, name] = ['cluster', 'workload_namespace', 'workload'].map(
          label => labels[`${side}_${label}`] ?? '',
        );
        if (name !== 'unknown' && !names.has(`${cluster} apps/v1/Deployment/${namespace}/${name}`))
          strangers.add(`${cluster} ${name}`);
      }
    expect([...strangers]).toEqual(['legacy-datacenter invoices']);
  });

  it('has response times of the requests, and bytes of TCP', () => {
    const [sums, counts] = ['sum', 'count'].map(part => [...source(`istio_request_duration_milliseconds_${part}`, at)]);
    expect(counts!.length).toBe([...source('istio_requests_total', at)].length);
    expect(sums!.some(({ rate }, i) => rate > 100 * counts![i]!.rate)).toBe(true);
    expect([...source('istio_tcp_received_bytes_total', at)].length).toBe(3);
    expect([...source('up', at)]).toEqual([]);
  });
});
