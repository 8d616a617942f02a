/**
 * CPU and memory that the Pods and Nodes of the demo fleet use: some little, some near their limits, all a bit
 * different each minute.
 */
import type { KubernetesObject } from '../kubernetes/client.ts';
import type { MeasuredUsage } from '../sim/metrics.ts';
import { seededRandom } from './random.ts';

const MINUTE_MS = 60_000;

/** Undefined for a Pod that does not run. */
export function podUsage(
  { metadata, spec, status }: KubernetesObject,
  now: number,
): Record<string, MeasuredUsage> | undefined {
  if (status?.['phase'] !== 'Running') return undefined;
  const containers = (spec?.['containers'] ?? []) as readonly { readonly name: string }[];
  return Object.fromEntries(
    containers.map(({ name }) => {
      const { millicores, mebibytes } = measured(metadata, name, now);
      return [name, { cpu: `${millicores * 1_000_000}n`, memory: `${mebibytes * 1_024}Ki` }];
    }),
  );
}

/** The sum of its Pods, and what the system itself takes. */
export function nodeUsage(pods: readonly KubernetesObject[], now: number): MeasuredUsage {
  const all = pods.flatMap(pod => (podUsage(pod, now) ? [measured(pod.metadata, 'main', now)] : []));
  const millicores = all.reduce((sum, it) => sum + it.millicores, 180);
  const mebibytes = all.reduce((sum, it) => sum + it.mebibytes, 900);
  return { cpu: `${millicores}m`, memory: `${mebibytes}Mi` };
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
