/**
 * Scenes of `fleetgraph demo`, in addition to its applications. The first clusters have gateways with policies and a
 * mesh. The first cluster also places workloads on other clusters.
 */
import type { KubernetesObject } from '../kubernetes/client.ts';
import { startSimulatedPrometheus, type SimulatedPrometheus } from '../sim/prometheus.ts';
import type { SimulatedResource } from '../sim/resources.ts';
import type { DemoCluster } from './cluster.ts';
import { GATEWAY_RESOURCES, gatewaysOf } from './gateways.ts';
import { MESH_RESOURCES, meshOf } from './mesh.ts';
import { PLACEMENT_RESOURCES, placementOf } from './placement.ts';
import { placeOf } from './plan.ts';
import type { DemoObject } from './render.ts';
import { telemetryOf } from './telemetry.ts';
import { usageSeries } from './usage.ts';

/** Number of clusters that have gateways and belong to the mesh. */
const MESH_CLUSTERS = 3;

/** Labels of registered clusters that belong to the mesh. */
export const MESH_LABELS: Readonly<Record<string, string>> = { mesh: 'acme' };

export function isInMesh({ index, scenes }: Pick<DemoCluster, 'index' | 'scenes'>): boolean {
  return scenes && index < MESH_CLUSTERS;
}

export function sceneResources(cluster: DemoCluster): readonly SimulatedResource[] {
  if (!cluster.scenes) return [];
  return [
    ...(isInMesh(cluster) ? [...GATEWAY_RESOURCES, ...MESH_RESOURCES] : []),
    ...(cluster.index === 0 ? PLACEMENT_RESOURCES : []),
  ];
}

export function scenesOf(cluster: DemoCluster): readonly DemoObject[] {
  if (!cluster.scenes) return [];
  const members = cluster.neighbours.slice(0, MEMBERS).map((_name, index) => ({ index, ...placeOf(index) }));
  return [...(isInMesh(cluster) ? [...meshOf(cluster), ...gatewaysOf(cluster)] : []), ...placementOf(cluster, members)];
}

const MEMBERS = 5;

/** Starts a Prometheus with telemetry of the mesh and the CPU and memory use of all clusters. */
export function startTelemetry(
  clusters: readonly DemoCluster[],
  podsOf: () => ReadonlyMap<string, readonly KubernetesObject[]>,
): Promise<SimulatedPrometheus> {
  const sources = [telemetryOf(clusters.filter(isInMesh)), usageSeries(podsOf)];
  return startSimulatedPrometheus(function* (metric, at) {
    for (const series of sources) yield* series(metric, at);
  });
}
