/**
 * CPU and memory use of the Pods and Nodes in the demo fleet. Some Pods use little, and some are near their limits. The
 * values change slightly every minute.
 */
import type { KubernetesObject } from '../kubernetes/client.ts';
import type { MeasuredUsage } from '../sim/metrics.ts';
import type { SeriesSource } from '../sim/prometheus.ts';
import { seededRandom } from './random.ts';

const MINUTE_MS = 60_000;

/** Use of a Pod by container. Undefined for a Pod that does not run. */
export function podUsage(pod: KubernetesObject, now: number): Record<string, MeasuredUsage> | undefined {
  if (pod.status?.['phase'] !== 'Running') return undefined;
  return Object.fromEntries(
    containersOf(pod).map(name => {
      const { millicores, mebibytes } = measured(pod.metadata, name, now);
      return [name, { cpu: `${millicores * 1_000_000}n`, memory: `${mebibytes * 1_024}Ki` }];
    }),
  );
}

const containersOf = ({ spec }: KubernetesObject): readonly string[] =>
  ((spec?.['containers'] ?? []) as readonly { readonly name: string }[]).map(({ name }) => name);

/**
 * Series that kubelets report to a Prometheus: the use of running containers since the creation of their Pods, and the
 * use of Nodes.
 * @param podsOf Returns the Pods of each cluster by the cluster's name
 */
export function usageSeries(podsOf: () => ReadonlyMap<string, readonly KubernetesObject[]>): SeriesSource {
  return function* (metric, at) {
    const isCpu = metric === 'container_cpu_usage_seconds_total';
    if (!isCpu && metric !== 'container_memory_working_set_bytes') return;
    const now = at * 1_000;
    const amount = ({ millicores, mebibytes }: ReturnType<typeof measured>) =>
      isCpu ? millicores / 1_000 : mebibytes * 2 ** 20;
    for (const [cluster, pods] of podsOf()) {
      for (const { node, pods: here } of byNode(pods)) {
        const running = here.filter(({ metadata }) => Date.parse(metadata.creationTimestamp ?? '') <= now);
        for (const pod of running)
          for (const container of containersOf(pod)) {
            const { namespace = '', name } = pod.metadata;
            yield {
              labels: { cluster, node, namespace, pod: name, container },
              // A getter, so that the value is computed only for series that a query selects.
              get rate() {
                return amount(measured(pod.metadata, container, now));
              },
            };
          }
        if (node !== '')
          yield {
            labels: { cluster, node, id: '/' },
            get rate() {
              return amount(sumOnNode(running, now));
            },
          };
      }
    }
  };
}

function byNode(pods: readonly KubernetesObject[]) {
  const running = pods.filter(({ status }) => status?.['phase'] === 'Running');
  return [...Map.groupBy(running, ({ spec }) => (spec?.['nodeName'] ?? '') as string)].map(([node, pods]) => ({
    node,
    pods,
  }));
}

/** Use of a Node: the sum of its Pods, and the use of the system itself. */
export function nodeUsage(pods: readonly KubernetesObject[], now: number): MeasuredUsage {
  const { millicores, mebibytes } = sumOnNode(
    pods.filter(({ status }) => status?.['phase'] === 'Running'),
    now,
  );
  return { cpu: `${millicores}m`, memory: `${mebibytes}Mi` };
}

function sumOnNode(running: readonly KubernetesObject[], now: number) {
  const all = running.flatMap(pod => containersOf(pod).map(container => measured(pod.metadata, container, now)));
  return {
    millicores: all.reduce((sum, it) => sum + it.millicores, 180),
    mebibytes: all.reduce((sum, it) => sum + it.mebibytes, 900),
  };
}

function measured({ name, namespace = '' }: KubernetesObject['metadata'], container: string, now: number) {
  const random = seededRandom(namespace, name, container);
  const [usual, memory] = [random(), random()];
  const change = 0.85 + 0.3 * seededRandom(name, container, Math.floor(now / MINUTE_MS))();
  return {
    millicores: Math.max(1, Math.round(usual * usual * 140 * change)),
    mebibytes: Math.round(40 + memory * 180 * Math.min(1, change)),
  };
}
