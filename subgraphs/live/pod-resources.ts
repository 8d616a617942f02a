/**
 * CPU and memory that Pods request, and their limits. Follows k8s.io/component-helpers resource/helpers.go.
 *
 * Init containers run one after the other. The main containers start after them. Sidecars are init containers that
 * always restart. Sidecars keep running beside the main containers.
 */
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { quantityOf } from '../../kubernetes/quantity.ts';
import { items, record, text } from './manifest.ts';

/** Amounts in cores of CPU or bytes of memory. */
export interface Resources {
  readonly requested: number;
  /**
   * Null if there is no limit. The limit of a Pod is its own limit, or else the sum over its sidecars and main
   * containers, if all of these have a limit. The overhead of the Pod is added.
   */
  readonly limit: number | null;
}

export interface PodResources {
  readonly cpu: Resources;
  readonly memory: Resources;
}

export interface ContainerResources extends PodResources {
  readonly name: string;
}

type ResourceName = 'cpu' | 'memory';
/** Maximum number of containers to list of one Pod. */
export const MAX_CONTAINERS = 250;

export function resourcesOfPod({ spec }: KubernetesObject): PodResources {
  return { cpu: ofPod(spec, 'cpu'), memory: ofPod(spec, 'memory') };
}

/** True if the Pod has ended. Such a Pod uses no resources of its Node. */
export function hasEnded({ status }: KubernetesObject): boolean {
  return status?.['phase'] === 'Succeeded' || status?.['phase'] === 'Failed';
}

/** Containers that run at the same time. Sidecars come first. */
export function runningContainers({ spec }: KubernetesObject): ContainerResources[] {
  const sidecars = items(spec?.['initContainers']).filter(isSidecar);
  return [...sidecars, ...items(spec?.['containers'])].slice(0, MAX_CONTAINERS).flatMap(container => {
    const name = text(record(container)?.['name']);
    return name === undefined
      ? []
      : [{ name, cpu: ofContainer(container, 'cpu'), memory: ofContainer(container, 'memory') }];
  });
}

function ofPod(spec: KubernetesObject['spec'], resource: ResourceName): Resources {
  let sidecars = NOTHING;
  let peak = 0;
  for (const container of items(spec?.['initContainers'])) {
    const running = sum(sidecars, ofContainer(container, resource));
    if (isSidecar(container)) sidecars = running;
    else peak = Math.max(peak, running.requested);
  }
  const all = items(spec?.['containers']).reduce<Resources>(
    (total, container) => sum(total, ofContainer(container, resource)),
    sidecars,
  );
  const overhead = quantityOf(record(spec?.['overhead'])?.[resource]) ?? 0;
  // Resources of the whole Pod replace the sum over its containers. If there is a limit without a request, the limit is
  // also the request.
  const own = amounts(spec, resource);
  const limit = own.limit ?? all.limit;
  return {
    requested: (own.requested ?? own.limit ?? Math.max(all.requested, peak)) + overhead,
    limit: limit === null ? null : limit + overhead,
  };
}

const NOTHING: Resources = { requested: 0, limit: 0 };

function sum(a: Resources, b: Resources): Resources {
  return {
    requested: a.requested + b.requested,
    limit: a.limit === null || b.limit === null ? null : a.limit + b.limit,
  };
}

function ofContainer(container: unknown, resource: ResourceName): Resources {
  const { requested, limit } = amounts(record(container), resource);
  return { requested: requested ?? limit ?? 0, limit: limit ?? null };
}

function amounts(
  of: Readonly<Record<string, unknown>> | null | undefined,
  resource: ResourceName,
): { requested: number | undefined; limit: number | undefined } {
  const resources = record(of?.['resources']);
  const amountOf = (key: string) => {
    const amount = quantityOf(record(resources?.[key])?.[resource]);
    return amount === undefined || amount < 0 ? undefined : amount;
  };
  return { requested: amountOf('requests'), limit: amountOf('limits') };
}

function isSidecar(container: unknown): boolean {
  return record(container)?.['restartPolicy'] === 'Always';
}
